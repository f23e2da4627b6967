"""Scenario files of Yomi 2: what makes no sense is one message, what is refused is told, made-up cards are cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from yomisim.errors import BadInput
from yomisim.rules.yomi2.events import EVENTS
from yomisim.scenario import main, run_file
from yomisim.scenario.yomi2.rules import RULES
from yomisim.scenario.yomi2.schema import Decisions, Fighter, FighterAfter
from yomisim.scenario.yomi2.solo.schema import BotAfter, BotBefore, BotRolls, HumanAfter

FIGHTERS = (
    'game = "yomi2"\n'
    'a = { character = "grave", hand = "A B C throw Z S1 ability low_block", deck_top = "D" }\n'
    'b = { character = "jaina", hand = "throw low_block dodge" }\n'
)
HERE = Path(__file__).resolve().parent


def _turn(a: str = "", b: str = 'opener = "throw"') -> str:
    return f"{FIGHTERS}turns = [{{ a = {{ {a} }}, b = {{ {b} }} }}]\n"


NONSENSE = {
    "no players": 'game = "yomi2"',
    "a character of Yomi": 'game = "yomi2"\na.character = "lum"\nb.character = "jaina"',
    "an unknown character": 'game = "yomi2"\na.character = "gravy"\nb.character = "jaina"',
    "a file that is not there": 'game = "yomi2"\na.character = "nowhere.toml"\nb.character = "jaina"',
    "an unknown gem": 'game = "yomi2"\na = { character = "grave", gem = "ruby" }\nb.character = "jaina"',
    "an unknown field": FIGHTERS + "initiative = 1",
    "an unknown bot": 'game = "yomi2"\nbot = "colosus"\na.character = "grave"',
    "a bot in a game without": 'game = "yomi1"\nbot = "colossus"\na.character = "grave"',
    "a roll of nine": 'game = "yomi2"\nbot = "colossus"\na.character = "grave"\nturns = [{ b.roll = 9 }]',
    "a row that the sheet has not got": 'game = "yomi2"\nbot = "colossus"\na.character = "grave"\nb.row = "dragon"',
    "a hand of a bot out of bounds": 'game = "yomi2"\nbot = "colossus"\na.character = "grave"\nb.hand_size = 13',
    "decisions of a partner who is not there": 'game = "yomi2"\nbot = "colossus"\na.character = "grave"\n'
    'turns = [{ c.opener = "A" }]',
    "the humans' turn that is even": 'game = "yomi2"\nbot = "colossus"\na.character = "grave"\nturn = 2',
    "a card that does not exist": 'game = "yomi2"\na = { character = "grave", hand = "K" }\nb.character = "jaina"',
    "a card that the deck does not have": 'game = "yomi2"\na = { character = "rook", hand = "B" }\n'
    'b.character = "jaina"',
    "three copies of two": 'game = "yomi2"\na = { character = "grave", hand = "A A A" }\nb.character = "jaina"',
    "a hand that is too small": 'game = "yomi2"\na = { character = "grave", hand = "A B", hand_size = 1 }\n'
    'b.character = "jaina"',
    "meter above the limit": 'game = "yomi2"\na = { character = "grave", meter = 4 }\nb.character = "jaina"',
    "too much life": 'game = "yomi2"\na = { character = "grave", life = 91 }\nb.character = "jaina"',
    "a lost game": 'game = "yomi2"\na = { character = "grave", life = 0 }\nb.character = "jaina"',
    "a storm without a gem": 'game = "yomi2"\na = { character = "grave", storm = 1 }\nb.character = "jaina"',
    "a card that does not stay": 'game = "yomi2"\na = { character = "grave", in_play.A = 1 }\nb.character = "jaina"',
    "both knocked down": 'game = "yomi2"\na = { character = "grave", knocked_down = true }\n'
    'b = { character = "jaina", knocked_down = true }',
    "a constant that does not exist": FIGHTERS + "rules = { hand_limits = 3 }",
    "a made-up card that could stand in no file": 'game = "yomi2"\n'
    'a = { character = "grave", cards.A = { speed = 99 } }\n'
    'b.character = "jaina"',
    "too many cards in order": 'game = "yomi2"\n'
    'a = { character = "grave", deck_top = "A B C D E X Y Z throw dodge A B C D E" }\nb.character = "jaina"',
    "no move": _turn('opener = "banana"'),
    "no action": _turn('main = "dance", opener = "A"'),
    "a combo that begins otherwise": _turn('opener = "A", combo = "B>C"'),
    "an empty step": _turn('opener = "A", combo = "A>>B"'),
    "an unknown ability": _turn('opener = "A", abilities = "Fireworks"'),
    "an ability of the main phase": _turn('opener = "A", abilities = "Wind Summon"'),
    "an unexpected refusal": _turn('opener = "A", combo = "A>C"'),
    "an unknown rule": _turn('opener = "A"') + 'expect.refused = "banana"',
    "an unknown event": _turn('opener = "A"') + 'expect.events = ["a tie"]',
    "an unknown column": _turn('opener = "A"') + 'expect.events = ["a hit side=A"]',
    "an unknown move in an event": _turn('opener = "A"') + 'expect.events = ["a hit move=banana"]',
    "a card that is none": _turn('opener = "A"') + 'expect.events = ["a opener card=K"]',
    "an ending of Yomi": _turn('opener = "A"') + 'expect.ending = "last_card"',
    "a turn after the end": FIGHTERS.replace("b = { ", "b = { life = 3, ")
    + 'turns = [{ a = { opener = "A" }, b = { opener = "throw" } }, {}]',
}


@pytest.mark.parametrize("text", NONSENSE.values(), ids=NONSENSE.keys())
def test_nonsense_is_one_message(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nonsense.toml"
    file.write_text(text)
    try:
        assert main(file) == 2
        message = capsys.readouterr().err.strip().removeprefix("error: ")
    except BadInput as error:
        message = str(error)
    assert ".toml" in message.split(":")[0]
    assert "\n" not in message or text == NONSENSE["no players"], message


def test_a_refusal_tells_the_turn_up_to_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "s.toml"
    file.write_text(_turn('main = "ability", opener = "A", combo = "A>B>A"'))
    assert main(file) == 2
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    at = next(i for i, line in enumerate(lines) if line.startswith("refused: "))
    assert lines[at - 3 : at] == [
        "Grave's A hits for 3 (Jaina 82).",
        "The chain earns 1 meter (1 now).",
        "Grave follows with B for 4 (Jaina 78).",
    ]
    assert lines[at].endswith("[not-in-hand]") and lines[at + 1].startswith("this turn is not played")


def test_the_same_file_gives_the_same_result(tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text('game = "yomi2"\na.character = "grave"\nb.character = "jaina"\nactive = "chance"\n')
    first, second = (run_file(file)[0].played.match.tobytes() for _ in range(2))
    assert first == second


@pytest.mark.parametrize("wished", ["A B C D", "X throw", "E E dodge", "S1", "Z Z Y Y X"])
def test_the_wished_cards_are_drawn_in_their_order(wished: str, tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text(
        f'game = "yomi2"\nbegin = "draw"\nturn = 3\nrules = {{ draw = {len(wished.split())} }}\n'
        f'a = {{ character = "grave", hand = "low_block", deck_top = "{wished}" }}\n'
        'b = { character = "jaina", hand = "low_block" }\n'
        'turns = [{ a = { opener = "low_block" }, b = { opener = "low_block" } }]\n'
        f"expect.events = {[f'a draw card={card} reason=turn' for card in wished.split()]!r}\n"
    )
    assert run_file(file)[0].differences == []


def test_every_refusal_of_the_rules_can_be_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is refused, the turn up to it begins as the turn does and can be put into words."""
    told = 0
    for file in sorted((HERE / "yomi2").glob("*.toml")):
        outcomes = run_file(file)
        for outcome in outcomes:
            rows = outcome.played.so_far
            assert (rows is None) == (outcome.played.refused is None)
            told += rows is not None and len(rows) > 0
        monkeypatch.setattr("yomisim.scenario.files.run_file", lambda *_, played=outcomes: played)
        assert main(file) == 0
    assert told > 60
    capsys.readouterr()


def test_an_unplayable_character_can_be_made_up() -> None:
    """`missing` and all that it names given in the scenario: the file of the character itself is used."""
    outcomes = run_file(HERE / "yomi2" / "made_up_menelker.toml")
    assert [outcome.played.cast[0].character.id for outcome in outcomes] == ["menelker"] * len(outcomes)
    assert all(outcome.exit_code == 0 for outcome in outcomes)


def test_the_page_tells_every_field_event_and_rule() -> None:
    page = (HERE.parents[1] / "docs" / "scenarios.md").read_text()
    _, _, part = page.partition("## Yomi 2")
    models = (Fighter, Decisions, FighterAfter, BotBefore, BotRolls, BotAfter, HumanAfter)
    names = [*EVENTS, *RULES, *(name for model in models for name in model.model_fields)]
    assert [name for name in dict.fromkeys(names) if f"`{name}`" not in part] == []
