"""Every case of every scenario file, in every edition that it names; and that no entry of the checklist is left out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import pytest

from yomisim.cards.load import editions
from yomisim.errors import BadInput
from yomisim.scenario import main, read_file, run_file
from yomisim.scenario.files import Outcome

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent
GAMES = ("yomi1", "yomi2")
FILES = sorted(file for game in GAMES for file in (HERE / game).glob("*.toml"))
#: Entries of the rules checklists: Yomi's outside characters and countering, all of Yomi 2's.
ENTRIES = [entry for game in GAMES for entry in (HERE / f"entries_{game}.txt").read_text().split()]
FOLLOW_LATER = ("Y1-CHAR-", "Y1-COUNTER-")
#: Entries that no scenario can show, and why.
NOT_SHOWN = {
    "Y2-CHAR-LUM-1": "no source gives the icons of Lum's cards, and no file of his needs a verb for them",
    "Y2-CHAR-MIDORI-1": "no source gives the cards of the dragon deck, so that nobody can enter dragon form",
    "Y2-COOP-11": "about what policies see: shown by test_who_sees_the_partners_opener in test_y2_solo.py",
    "Y2-GEM-11": "shown by test_a_gem_of_which_nothing_is_known_is_refused",
}


@dataclass(frozen=True)
class Case:
    """One case of a file in one edition; `place` is its place among the outcomes of the file."""

    file: Path
    place: int
    name: str


def _ids(scenario) -> list[str]:
    return list(scenario.id)


@cache
def _read(file: Path):
    """The scenarios of a file, or the mistake in it: one bad file must not hide the others."""
    try:
        return read_file(file)
    except BadInput as error:
        return error


def _cases() -> list[Case]:
    cases = []
    for file in FILES:
        scenarios = _read(file)
        if isinstance(scenarios, BadInput):
            cases.append(Case(file, 0, f"{file.stem}-unreadable"))
            continue
        place = 0
        for number, scenario in enumerate(scenarios, start=1):
            wanted = scenario.edition or editions(scenario.game)[0]
            for edition in [wanted] if isinstance(wanted, str) else wanted or []:
                ids = "+".join(each.partition("-")[2] for each in _ids(scenario) if each)
                name = "-".join(part for part in (file.stem, str(number), ids, edition) if part)
                cases.append(Case(file, place, name))
                place += 1
    return cases


@lru_cache(maxsize=1)  # cases of a file follow each other; outcomes of all would be gigabytes
def _run(file: Path) -> list[Outcome] | BadInput:
    try:
        return run_file(file)
    except BadInput as error:
        return error


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case.name)
def test_scenario(case: Case):
    outcomes = _run(case.file)
    assert not isinstance(outcomes, BadInput), str(outcomes)
    outcome = outcomes[case.place]
    refused = outcome.played.refused
    lines = [outcome.name, *outcome.differences, *([refused.text] if refused else [])]
    assert outcome.exit_code == 0, "\n".join(lines)


def _set_up(scenario) -> bool:
    """Whether it is the set-up of a game that is looked at, before anybody has played."""
    return any("SETUP" in entry for entry in scenario.id)


def test_every_file_has_a_rule_and_every_case_a_title():
    silent = []
    for file in FILES:
        scenarios = _read(file)
        if isinstance(scenarios, BadInput):
            continue
        silent += [
            f"{file.name} case {number}"
            for number, scenario in enumerate(scenarios, start=1)
            if not scenario.title or not scenario.rule
        ]
    assert not silent


def test_every_case_expects_something():
    idle = []
    for file in FILES:
        scenarios = _read(file)
        if isinstance(scenarios, BadInput):
            continue
        idle += [
            f"{file.name} case {number}"
            for number, scenario in enumerate(scenarios, start=1)
            if scenario.expect is None
            or not scenario.expect.model_fields_set
            or not (scenario.turns or _set_up(scenario))
        ]
    assert not idle


def test_every_entry_has_a_scenario():
    shown = {each for file in FILES if isinstance(found := _read(file), list) for s in found for each in _ids(s)}
    assert not set(NOT_SHOWN) & shown
    missing = [entry for entry in ENTRIES if entry not in shown and entry not in NOT_SHOWN]
    assert not missing, f"{len(missing)} of {len(ENTRIES)} entries without a scenario: {' '.join(missing)}"


def test_no_scenario_names_an_entry_that_does_not_exist():
    strange = {
        f"{file.name}: {each}"
        for file in FILES
        if isinstance(found := _read(file), list)
        for scenario in found
        for each in _ids(scenario)
        if each and each not in ENTRIES and not each.startswith(FOLLOW_LATER)
    }
    assert not strange


@pytest.mark.parametrize("gem", ["white", "diamond"])
def test_a_gem_of_which_nothing_is_known_is_refused(gem: str, tmp_path: Path):
    file = tmp_path / "gem.toml"
    file.write_text(f'game = "yomi2"\na = {{ character = "grave", gem = "{gem}" }}\nb.character = "jaina"\n')
    with pytest.raises(BadInput, match="cannot be played: no source gives"):
        main(file)


# --- files that make no sense: one message, exit code 2

FIGHTERS = 'a.character = "grave"\nb.character = "rook"\na.hand = "2 3 6 8 J K A A A Joker"\nb.hand = "8 9 Joker"\n'


def _turn(a: str = "", b: str = "") -> str:
    return f"{FIGHTERS}turns = [{{ a = {{ {a} }}, b = {{ {b} }} }}]\n"


def _expect(text: str) -> str:
    return _turn() + text


NONSENSE = {
    "an empty file": "",
    "no TOML": "a = = 3",
    "no players": 'title = "x"',
    "an unknown character": 'a.character = "gravy"\nb.character = "rook"\n',
    "an unknown field": FIGHTERS + "turnz = [{}]",
    "an unknown edition": FIGHTERS + 'edition = "third"\nturns = [{}]',
    "an unknown game": FIGHTERS + 'game = "chess"',
    "cases as a text": FIGHTERS + 'cases = "x"',
    "cases as a list of texts": FIGHTERS + 'cases = ["x"]',
    "no cases": FIGHTERS + "cases = []",
    "cards as a number": 'a.character = "grave"\nb.character = "rook"\na.hand = 6',
    "a card that does not exist": FIGHTERS + 'a.discard = "6X"',
    "a rank that does not exist": FIGHTERS + 'a.discard = "1S"',
    "five cards of a rank": FIGHTERS + 'a.discard = "9 9 9 9 9"',
    "a card twice": FIGHTERS + 'a.discard = "9S 9S"',
    "three Jokers": FIGHTERS + 'a.discard = "Joker Joker"',
    "a hand that is too small": FIGHTERS + "a.hand_size = 2",
    "a hand that is too large": FIGHTERS + "a.hand_size = 55",
    "no life": FIGHTERS + "a.life = 0",
    "too much life": FIGHTERS + 'edition = "second"\na.life = 91\nturns = [{}]',
    "initiative against life": FIGHTERS + 'initiative = "b"\nturns = [{}]',
    "a turn that does not exist": FIGHTERS + "turn = 0",
    "a third player": FIGHTERS + "turns = [{ c = {} }]",
    "a turn after the end": FIGHTERS
    + 'a.life = 8\nturns = [{ a = { opener = "8 throw" }, b = { opener = "8 attack" } }, {}]',
    "no move": _turn('opener = "banana"'),
    "a move of another card": _turn('opener = "6 throw"'),
    "a card that can be two moves": _turn('opener = "6"'),
    "more words than a Joker has": _turn('opener = "Jokers are wild"'),
    "an Ace cost that does not exist": _turn('opener = "AA"'),
    "an empty step": _turn('opener = "6 attack", combo = "6>>J"'),
    "no step": _turn('opener = "6 attack", combo = "6>banana"'),
    "an attack that does not exist": _turn('opener = "6 attack", combo = "6>8"'),
    "a combo that begins otherwise": _turn('opener = "6 attack", combo = "3>J"'),
    "a combo without an opener": _turn('combo = "6"'),
    "a second choice that never comes": _turn('opener = "6 attack", opener_again = "8 block"', 'opener = "9 throw"'),
    "no card face down": _turn('opener = "6 attack"', 'opener = "9 throw", face_down = "banana"'),
    "Aces from nowhere": _turn('aces_from = "sleeve"'),
    "sets as a number": _turn("power_up = 99"),
    "an illegal decision": _turn('opener = "Q"'),
    "an unknown winner": _expect('expect.winner = "c"'),
    "an unknown ending": _expect('expect.ending = "sunset"'),
    "an unknown event": _expect('expect.events = ["a boom"]'),
    "an event without a name": _expect('expect.events = ["a"]'),
    "an unknown column": _expect('expect.events = ["a hit amount=3"]'),
    "an unknown reason": _expect('expect.no_events = ["a draw reason=banana"]'),
    "an unknown rule": _expect('expect.refused = "banana"'),
}


@pytest.mark.parametrize("text", NONSENSE.values(), ids=NONSENSE.keys())
def test_nonsense_is_one_message(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "nonsense.toml"
    file.write_text(text)
    try:
        assert main(file) == 2
        message = capsys.readouterr().err.strip().removeprefix("error: ")
    except BadInput as error:
        message = str(error)
    assert message.startswith(str(file))
    assert message.count(str(file)) == (2 if text == NONSENSE["no players"] else 1), message
    assert "list[str]" not in message


def test_a_file_that_is_no_text_file(tmp_path: Path):
    picture = tmp_path / "picture.toml"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    for file in (tmp_path, tmp_path / "nowhere.toml", picture):
        with pytest.raises(BadInput) as caught:
            main(file)
        assert str(caught.value).startswith(str(file))


def test_every_ability_is_shown_by_a_scenario() -> None:
    """docs/ability-scenarios.md is up to date and leaves no ability out."""
    from tests.scenarios import ability_page

    made = ability_page.page()
    assert "| nothing |" not in made
    assert ability_page.PAGE.read_text() == made, "run python -m tests.scenarios.ability_page"
