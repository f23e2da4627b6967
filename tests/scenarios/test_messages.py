"""What a scenario says beside its result: bounds of numbers, and what happened before a refusal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from yomisim.errors import BadInput
from yomisim.scenario import main, run_file

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent
FIGHTERS = 'a.character = "grave"\nb.character = "rook"\na.hand = "2 3 4 6 9 J K"\nb.hand = "8 9 Joker"\n'
DRAWN = FIGHTERS + 'a.deck_top = "7H"\nb.deck_top = "4D"\na.life = 80\nb.life = 80\nturn = 3\ninitiative = "b"\n'
BOUNDS = {
    "turn = 0": "turn: got 0, needs a whole number from 1 to 9999",
    "seed = -1": "seed: got -1, needs a whole number from 0 to 2^63 - 1",
    "a.life = 0": "a.life: got 0, needs a whole number from 1 to 9999",
    "a.life = 10000": "a.life: got 10000, needs a whole number from 1 to 9999",
    "a.hand_size = 55": "a.hand_size: got 55, needs a number of cards from 0 to 54",
    "a.hand_size = 6": "a.hand_size: 6 is fewer than the 7 cards named in hand",
    'a.deck = "5"\na.hand_size = 60': "a.hand_size: got 60",
    "a.speed = 30": "a.speed: got 30, needs a number from -20 to 20",
    "turns = [{ a = { alternative = 0 } }]": "turns[1].a.alternative[1]: got 0, needs an entry of whole numbers",
    "turns = [{ a = { blackjack = [55] } }]": "blackjack[1]: got 55, needs an entry of numbers of cards from 0 to 54",
    'edition = "second"\na.life = 91\nturns = [{}]': "a.life: 91 is above the start; in this edition it must be 1 to",
}


@pytest.mark.parametrize(("line", "message"), BOUNDS.items(), ids=BOUNDS.keys())
def test_a_number_out_of_range_is_told_the_range(line: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text(FIGHTERS + line)
    with pytest.raises(BadInput) as caught:
        main(file)
    assert message in str(caught.value)


OPENERS = "Rook opens with 9 throw (9S), Grave with {} attack ({}S)."
REFUSED = {
    "a step that does not follow": ('opener = "2 attack", combo = "2>4"', "", "Rook puts no card face down.", "2"),
    "a pump that is not there": ('opener = "6 attack", combo = "6+"', "", "Rook puts no card face down.", "6"),
    "a card that is not in hand": ('opener = "Q attack"', "", "Rook draws 4D, Grave 7H.", None),
    "a set that is none": ('opener = "2 attack", power_up = "9 8"', "", "Rook draws 4D, Grave 7H.", None),
    "a combo that never comes": (
        'opener = "2 attack"',
        ', combo = "t9>8"',
        "No other move follows; 2 damage in all.",
        "2",
    ),
}


@pytest.mark.parametrize(("a", "b", "last", "rank"), REFUSED.values(), ids=REFUSED.keys())
def test_a_refusal_tells_the_turn_up_to_it(a, b, last, rank, tmp_path, capsys) -> None:
    file = tmp_path / "s.toml"
    file.write_text(DRAWN + f'turns = [{{ a = {{ {a} }}, b = {{ opener = "9 throw"{b} }} }}]\n')
    assert main(file) == 2
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[1:3] == ["Turn 3: Grave 80, Rook 80; Rook has initiative.", "Rook draws 4D, Grave 7H."]
    assert rank is None or lines[3] == OPENERS.format(rank, rank)
    at = next(i for i, line in enumerate(lines) if line.startswith("refused: "))
    assert lines[at - 1] == last
    assert lines[at + 1] == "this turn is not played; the state before it:"
    assert main(file, None, True) == 2
    case = json.loads(capsys.readouterr().out)["cases"][0]
    assert case["events"] == []
    assert [event["event"] for event in case["refused"]["so_far"][:3]] == ["turn", "draw", "draw"]


def test_every_refusal_of_the_rules_can_be_told(capsys, monkeypatch) -> None:
    """Whatever is refused, the turn up to it begins as the turn does and can be put into words."""
    told = 0
    for file in sorted((HERE / "yomi1").glob("*.toml")):
        outcomes = run_file(file)
        if any(outcome.played.refused for outcome in outcomes):
            for outcome in outcomes:
                rows = outcome.played.so_far
                assert (rows is None) == (outcome.played.refused is None)
                told += rows is not None and len(rows) > 0
            monkeypatch.setattr("yomisim.scenario.files.run_file", lambda *_, played=outcomes: played)
            assert main(file) == 0
    assert told > 100
    capsys.readouterr()
