"""Characters and gems of which too little is known: refused with a list, until somebody types in what is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from yomisim.cards.load import load_game
from yomisim.cards.validate import validate_path
from yomisim.errors import BadInput

REFUSED = [
    *("argagarg", "bbb", "geiger", "lum", "menelker", "persephone"),
    *("quince", "river", "troq", "valerie", "vendetta", "zane"),
]
GEMS = ["black", "blue", "diamond", "orange", "purple", "red", "white"]

MADE_UP = (Path(__file__).parent / "made_up_deck.toml").read_text(encoding="utf-8")


def test_who_is_refused(yomi2):
    assert list(yomi2.refused) == [*REFUSED, *GEMS]
    assert not set(yomi2.characters) & set(yomi2.refused)


@pytest.mark.parametrize("who", REFUSED)
def test_refused_with_the_missing_fields_by_name(yomi2, data, who):
    refused = yomi2.refused[who]
    with pytest.raises(BadInput) as caught:
        yomi2.character(refused.name.upper())
    error = caught.value
    assert error.file == str(data / "yomi2" / "characters" / f"{who}.toml") and error.field == "missing"
    assert error.message.startswith(f"{refused.name} cannot be played: no source gives ")
    assert len(refused.missing) >= 10 and all(name in error.message for name in refused.missing)


@pytest.mark.parametrize("gem", GEMS)
def test_gem_refused(data, gem):
    with pytest.raises(BadInput, match=r"cannot be played: no source gives cards\[gem_special\]\."):
        load_game("yomi2", data=data, gem=gem)


def test_typing_in_what_is_missing(copied2):
    """Step by step, as an owner of the cards would: every step says what is still to do."""
    file = copied2 / "yomi2" / "characters" / "valerie.toml"
    text = file.read_text(encoding="utf-8")
    missing = load_game("yomi2", None, copied2).refused["valerie"].missing
    # everything typed in, the list forgotten: one line for each entry, no other mistake
    head, cards = MADE_UP.split("\n[[innate]]", 1)
    file.write_text(f"{text}\n[[innate]]{cards}".replace("missing = [", f"{head}\nmissing = [", 1), encoding="utf-8")
    errors = list(validate_path(copied2))
    assert len(errors) == len(missing)
    assert all("is not missing, take it out; the file lacks nothing" in error.message for error in errors)
    # the list taken out as well: playable, like a character that was known all along
    without = re.sub(r"missing = \[\n.*?\n\]\n", f"{head}\n", text, count=1, flags=re.DOTALL)
    file.write_text(f"{without}\n[[innate]]{cards}", encoding="utf-8")
    checked = validate_path(copied2)
    assert checked.ok, list(map(str, checked))
    assert checked.counts["characters"] == 11 and checked.counts["refused"] == len(REFUSED) + len(GEMS) - 1
    game = load_game("yomi2", None, copied2)
    valerie = game.character("valerie")
    assert valerie.hit_points == 80 and valerie.card("E").damage == 6 and not valerie.provisional
    assert sum(card.copies for card in valerie.cards) == 30
    assert "valerie" not in game.refused


def test_half_typed_in(copied2):
    """A card without all its numbers: told by name."""
    file = copied2 / "yomi2" / "characters" / "valerie.toml"
    text = file.read_text(encoding="utf-8").replace('"cards[throw]", ', '"cards[throw].damage", ', 1)
    assert '"cards[throw].damage"' in text
    throw = (
        '\n[[cards]]\nslot = "throw"\nkind = "throw"\ncopies = 3\nspeed = 6\ncombo_points = 2\ncombo_type = "starter"\n'
    )
    file.write_text(text + throw, encoding="utf-8")
    game = load_game("yomi2", None, copied2)
    assert "cards[throw].damage" in game.refused["valerie"].missing
    file.write_text(text + throw.replace("speed = 6\n", ""), encoding="utf-8")
    (error,) = validate_path(copied2)
    assert (error.field, error.message[:19]) == ("cards[throw].speed", "the file lacks it: ")
