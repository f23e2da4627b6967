"""Every kind of mistake in an ability: one message, with the file, the place and what would be right."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from yomisim.cards.load import load_game
from yomisim.cards.validate import validate_path
from yomisim.cards.yomi1.tables import MAX_ABILITIES
from yomisim.errors import BadInput, BadInputs

MISTAKES = tomllib.loads((Path(__file__).parent / "ability_mistakes.toml").read_text(encoding="utf-8"))
SOUND = 'window = "draw"\nfrom = "hand"\ndoes = [{ draw = 1 }]'
OF_SECOND = "[[editions.second.abilities]]\n"


def spoil(copied: Path, where: str, body: str, more: str = "") -> Path:
    """Write one ability instead of the 7's or of the innate ones, without changes by edition; gives the file."""
    file = copied / "yomi1" / "characters" / "grave.toml"
    text = file.read_text(encoding="utf-8")
    text = text[: text.index("[[editions.second.innate]]")]
    first, cards = text.index("[[innate]]"), text.index("[[cards]]")
    if where == "innate":
        text = f'{text[:first]}[[innate]]\nname = "My Test"\n{body}\n\n{text[cards:]}'
    else:
        start = text.index("[[cards.abilities]]")
        end = text.index("[[cards]]", start)
        text = f'{text[:first]}{text[cards:start]}[[cards.abilities]]\nname = "My Test"\n{body}\n\n{text[end:]}'
    file.write_text(text + more, encoding="utf-8")
    return file


def the_only_mistake(copied: Path) -> BadInput:
    with pytest.raises(BadInput) as caught:
        load_game("yomi1", None, copied)
    assert not isinstance(caught.value, BadInputs), str(caught.value)
    assert [str(error) for error in validate_path(copied)] == [str(caught.value)]
    return caught.value


@pytest.mark.parametrize(("where", "name"), [(where, name) for where in MISTAKES for name in MISTAKES[where]])
def test_mistake_in_an_ability(copied, where, name):
    body, place, message = MISTAKES[where][name]
    file = spoil(copied, where, body.replace("\\n", "\n"))
    error = the_only_mistake(copied)
    start = "innate[My Test]" if where == "innate" else "cards[rank 7].abilities[My Test]"
    assert error.field == f"{start}.{place}"
    assert message in error.message
    assert len(error.message) < 700 and "\n" not in error.message
    assert error.file == str(file)


@pytest.mark.parametrize(
    ("more", "place", "message"),
    [
        (
            OF_SECOND + 'rank = "8"\nname = "New"\nwindow = "draw"\nfrom = "hand"\ndoes = [{ drw = 1 }]',
            "editions.second.abilities[rank 8 New].does[entry 1].drw",
            "unknown verb 'drw'; did you mean 'draw'?",
        ),
        (
            OF_SECOND + 'rank = "8"\nname = "New"\nwindow = "draw"\nfrom = "play"\ndoes = [{ draw = 1 }]',
            "editions.second.abilities[rank 8 New].from",
            "no ability of rank 8 makes the card stay in play",
        ),
        (
            OF_SECOND + 'rank = "1"\nname = "New"\n' + SOUND,
            "editions.second.abilities[rank 1 New].rank",
            "unknown rank '1'",
        ),
        (
            '[[editions.second.innate]]\nname = "New"\nalways = [{ undodgeable = "fire" }]',
            "editions.second.innate[New].always[entry 1].undodgeable",
            "unknown tag 'fire'",
        ),
        ("[editions.second]\nno_abilities = [7]", "editions.second.no_abilities[entry 1]", "write it in quotes"),
        (
            '[editions.second]\nno_abilities = ["7", "7"]',
            "editions.second.no_abilities[entry 2]",
            "rank 7 stands twice",
        ),
        (
            '[editions.second]\nno_abilities = ["7"]\n[[editions.second.abilities]]\nrank = "7"\nname = "New"\n'
            + SOUND,
            "editions.second.no_abilities[entry 1]",
            "it is one or the other",
        ),
        ('[[editions.second.cards]]\nrank = "7"', "editions.second.cards[rank 7].no_power_up", "missing; needs true"),
        (
            '[[editions.second.cards]]\nrank = "7"\nno_power_up = true\n' * 2,
            "editions.second.cards[rank 7]",
            "the card of rank 7 is changed twice",
        ),
        # The base values are sound; it is the edition that takes away what they need.
        (
            "[editions.second]\nhit_points = 5",
            "editions.second: cards[rank 7].abilities[My Test].cost[entry 1].life",
            "got 5; nobody can pay that: the character has 5 life, at most 4",
        ),
    ],
)
def test_mistake_in_an_edition(copied, more, place, message):
    spoil(copied, "card", 'window = "draw"\nfrom = "hand"\ncost = [{ life = 5 }]\ndoes = [{ draw = 1 }]', "\n" + more)
    error = the_only_mistake(copied)
    assert (error.field, message in error.message) == (place, True), str(error)


def test_side_that_requires_what_never_is_in_play(changed):
    error = the_only_mistake(changed("characters/midori.toml", 'requires = "Dragon Form"', 'requires = "Dragon Fom"'))
    assert error.field == "cards[rank J].bottom.requires"
    assert error.message.startswith("unknown ability 'Dragon Fom'; did you mean 'Dragon Form'?")


def test_side_that_requires_something_in_one_edition(changed):
    override = '[[editions.second.sides]]\nrank = "J"\nside = "bottom"\nrequires = "Form"\n\n[[disputed]]'
    error = the_only_mistake(changed("characters/midori.toml", "[[disputed]]", override))
    assert error.field == "editions.second.sides[rank J bottom].requires"


def test_only_one_such_trait(changed):
    old = 'always = [{ undodgeable = "dragon", dodges = "all" }]'
    twice = 'always = [{ undodgeable = "dragon", dodges = "all" }, { undodgeable = "dragon" }]'
    error = the_only_mistake(changed("characters/midori.toml", old, twice))
    assert error.field == "innate[Aspect of the Dragon].always[entry 2].undodgeable"
    assert error.message == "a second undodgeable; a character has one"


def test_side_of_a_card_that_is_the_same_both_ways(changed):
    error = the_only_mistake(changed("characters/grave.toml", 'side = "both"', 'side = "top"'))
    assert error.field == "cards[rank J].abilities[Lightning Trap].side"
    assert error.message == 'both sides of this card are the same; write side = "both"'


def test_kind_of_card_that_the_deck_does_not_have(copied):
    file = copied / "yomi1" / "characters" / "grave.toml"
    text = file.read_text(encoding="utf-8").replace('kind = "throw", normal = true', 'kind = "throw", normal = false')
    old = 'cost = [{ discard = 1, cards = "face" }]'
    assert old in text
    file.write_text(text.replace(old, 'cost = [{ discard = 1, cards = "normal_throw" }]'), encoding="utf-8")
    error = next(iter(validate_path(copied)))
    assert error.field == "editions.second.abilities[rank 10 Mental Toughness].cost[entry 1].cards"
    assert error.message == "no card of this character is a normal_throw"


def test_too_many_abilities(copied):
    more = f'\n[[editions.second.abilities]]\nrank = "8"\nname = "My Test"\n{SOUND}\n' * (MAX_ABILITIES - 2)
    spoil(copied, "card", SOUND, more)
    error = the_only_mistake(copied)
    assert error.field == f"editions.second.abilities[rank 8 My Test, entry {MAX_ABILITIES - 2}]"
    assert error.message == f"the character has {MAX_ABILITIES + 1} abilities that can be used; at most {MAX_ABILITIES}"


def test_too_many_statuses(copied):
    several = ", ".join(f'{{ begin = "s{number}" }}' for number in range(13))
    more = ""
    for copy in range(5):
        verbs = several.replace('"s', f'"s{copy}_')
        more += f'\n{OF_SECOND}rank = "8"\nname = "My Test {copy}"\nwindow = "draw"\nfrom = "hand"\ndoes = [{verbs}]\n'
    spoil(copied, "card", SOUND, more)
    assert the_only_mistake(copied).message == "the character has 65 statuses; at most 60"


def test_what_once_allows(copied):
    spoil(
        copied, "card", 'window = "draw"\nfrom = "hand"\nonce = true\ndoes = [{ take = "7" }, { return_self = true }]'
    )
    assert validate_path(copied).ok


def test_several_mistakes_are_all_named(copied):
    spoil(copied, "card", 'window = "drow"\nfrom = "hand"\nif = [{ wn = true }]\ndoes = [{ drw = 1 }, { draw = 0 }]')
    file = copied / "yomi1" / "characters" / "grave.toml"
    text = file.read_text(encoding="utf-8").replace("damage = 2,", "damage = -2,", 1)
    file.write_text(text.replace("does = [{ counter = true }]", "does = [{ cunter = true }]"), encoding="utf-8")
    fields = [error.field for error in validate_path(copied)]
    here = "cards[rank 7].abilities[My Test]"
    assert fields == [
        "cards[rank 2].top.damage",
        f"{here}.if[entry 1].wn",
        f"{here}.does[entry 1].drw",
        f"{here}.does[entry 2].draw",
        "cards[rank 10].abilities[Mental Toughness].does[entry 1].cunter",
    ]
