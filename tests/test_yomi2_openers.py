"""`yomisim openers yomi2`: both sides of the turn, hidden and given hands, positions in one line."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import yomisim as ys
from yomisim.cards.load import load_game
from yomisim.errors import BadInput
from yomisim.estimate.opener_positions import self_play
from yomisim.estimate.opener_rooms import opener_room
from yomisim.play.yomi2.openers import openers_of, play_cells

COMMAND = ("openers", "yomi2")
GAME = load_game("yomi2", gem="none")


def first(position: str, games: int = 400, a: str = "grave", b: str = "grave"):
    return ys.openers(GAME, a, b, position, games_per_cell=games, policy="greedy").positions[0]


def test_whoever_has_the_turn_wins_ties() -> None:
    """Both have one card, the same attack, and one life left: the active player wins for certain."""
    for whose, value in (
        ("a: hand A, life 1, first; b: hand A, life 1", 1.0),
        ("a: hand A, life 1; b: hand A, life 1, first", 0.0),
    ):
        found = first(whose, 50)
        assert found.value == value and found.sides[0].names == found.sides[1].names == ("A",)


def test_a_matrix_game_with_a_known_answer() -> None:
    """Attack or throw against the right block or dodge: what wins at once is seen in the cells."""
    found = first("a: hand throw dodge, life 1; b: hand low_block E, life 1", 200)
    names = found.sides[0].names, found.sides[1].names
    assert names == (("throw", "dodge"), ("E", "low_block"))
    cells = dict(zip([(i, j) for i in names[0] for j in names[1]], found.payoff.ravel()))
    assert cells["throw", "low_block"] == 1.0  # throws beat blocks
    assert cells["throw", "E"] == 0.0  # an attack beats a throw
    assert cells["dodge", "E"] > 0.5  # and is hit back by the throw


def test_each_side_of_the_turn_is_told() -> None:
    found = ys.openers(GAME, "grave", "jaina", games_per_cell=16, policy="random")
    kinds = [each.kind for each in found.positions]
    assert kinds == ["start p1", "start p2", "middle p1", "middle p2", "p1 down", "p2 down"]
    for each in found.positions:
        assert each.sides[0].mix.sum() == pytest.approx(1) and each.sides[1].mix.sum() == pytest.approx(1)
        active = {position.facts["active"] for position in each.positions}
        if each.kind.startswith(("start", "middle")):
            assert active == {each.kind[-2:]}
    assert {"A", "low_block", "throw"} <= set(found.table["opener"])
    assert set(found.table["kind"]) <= {"strike", "projectile", "throw", "block", "dodge"}


def test_cells_do_not_depend_on_how_they_are_split() -> None:
    (position,) = self_play(GAME, "grave", "rook", "middle p1", "greedy", 3)
    hands = np.array([position.hands(seat, 4, 1)[0][0] for seat in range(2)], np.uint64)
    options = [int(openers_of(position.table, position.match, seat, hands[seat : seat + 1])[0]) for seat in range(2)]
    moves = [np.array([move for move in range(21) if option >> move & 1][:3]) for option in options]
    whole = np.zeros((len(moves[0]), len(moves[1])), np.int64)
    play_cells(position.table, position.match, hands, *moves, 5, 7, 0, 40, whole)
    parts = np.zeros_like(whole)
    for begin, count in ((30, 10), (0, 30)):
        play_cells(position.table, position.match, hands, *moves, 5, 7, begin, count, parts)
    assert (whole == parts).all() and (whole <= 80).all()


def test_hidden_hands_hold_what_was_shown() -> None:
    (position,) = self_play(GAME, "grave", "jaina", "start p1", "greedy", 1)
    room = opener_room("yomi2")
    for seat in range(2):
        hands, sampled = position.hands(seat, 12, 1)
        size = int(position.match[0]["public"]["fighter"][seat]["hand_count"])
        assert sampled and len(hands) == 12
        for hand in hands:
            assert int(hand).bit_count() == size and int(hand) & position.kept[seat] == position.kept[seat]
            assert int(hand) & ~room.unseen(position.match, seat) == 0


def test_json_and_folder(run, tmp_path) -> None:
    words = ["grave", "rook", "--position", "a: hand A throw, life 20; b: cards 3, life 20", "--games-per-cell", "60"]
    code, out, _err = run(*words, "--json")
    record = json.loads(out)
    assert code == 0 and record["provisional"] == ["rook"] and record["gem"] == "none"
    assert set(record["openers_p1"]) == {"A", "throw"} and record["public"][0]["active"] == "p1"
    code, out, _ = run(*words, "--out", str(tmp_path))
    assert code == 0 and "provisional, resting on card values that no source gives: Rook" in out
    assert {"openers.csv", "opener_payoffs.csv", "openers.json"} <= {path.name for path in tmp_path.iterdir()}
    assert set(pd.read_csv(tmp_path / "openers.csv")["player"]) == {1, 2}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("a: hand A A A", "3 \\(2\\)|more often than the deck holds"),
        ("a: meter 4", "meter needs a whole number from 0 to 3"),
        ("a: hand Q", "unknown card 'Q'; known: A, B, .* gem_ability, burst$"),
        ("a: hand A, cards 3", "give one of them"),
        ("a: first; b: first", "only one player can have the turn"),
        ("c: hand A", "unknown player 'c'"),
        ("hand A", "names no player"),
    ],
)
def test_bad_lines(line, says) -> None:
    with pytest.raises(BadInput, match=says):
        ys.openers(GAME, "grave", "jaina", line, games_per_cell=10)
