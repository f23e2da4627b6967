"""`yomisim verbs`: everything that the registry of a game holds, in text and as JSON."""

from __future__ import annotations

import json

import pytest

from yomisim.cards.load import GAMES, vocabulary
from yomisim.cards.reference import lines, main, record
from yomisim.errors import BadInput


@pytest.mark.parametrize("game", GAMES)
def test_every_word_stands_in_the_text(capsys, game):
    words = vocabulary(game)
    assert main(game, as_json=False) == 0
    text = capsys.readouterr().out
    assert text == "\n".join(lines(words)) + "\n"
    assert max(map(len, lines(words))) <= 100
    flat = " ".join(text.split())
    for part in (words, *words.also.values()):
        listed = [*part.conditions.values(), *part.costs.values(), *part.verbs.values()]
        for word in [*listed, *(word for _, word in part.traits.values())]:
            assert f"  {word.name} = " in text and " ".join(word.meaning.split()) in flat
            assert all(f"      {name} = " in text for name in word.more)
        for name, meaning in {**part.windows, **part.sources, **part.filters}.items():
            assert name in text and meaning in flat
    assert all(name in text for name in words.hands)


def test_stretches_of_windows(capsys):
    text = "\n".join(lines(vocabulary("yomi1")))
    assert "windows: guard to block_draw" in text and "windows: combat_end" in text
    assert "windows: reveal to combat_end" in text


@pytest.mark.parametrize("game", GAMES)
def test_json_is_one_object(capsys, game):
    words = vocabulary(game)
    assert main(game, as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == json.loads(json.dumps(record(words)))
    assert [word["name"] for word in found["verbs"]] == list(words.verbs)
    assert [word["name"] for word in found["conditions"]] == list(words.conditions)
    assert {word["name"]: word["where"] for word in found["traits"]} == {
        name: place for name, (place, _) in words.traits.items()
    }
    assert ("bots" in found) == (game == "yomi2")


def test_arguments_in_json():
    found = record(vocabulary("yomi1"))
    take = next(word for word in found["verbs"] if word["name"] == "take")
    assert [(part["name"], part["required"], part["default"]) for part in take["arguments"]] == [
        ("n", False, 1),
        ("from", False, "both"),
        ("optional", False, None),
    ]
    count = next(word for word in found["verbs"] if word["name"] == "damage_per_card")
    assert [(part["name"], part["required"]) for part in count["arguments"]] == [("of", True)]


def test_unknown_game():
    with pytest.raises(BadInput, match="unknown game 'yomi3'; did you mean 'yomi1'"):
        main("yomi3", as_json=False)
