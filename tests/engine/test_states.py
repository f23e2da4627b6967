"""States after turns that are written of whole games: what is seen when the same games are played turn by turn."""

from __future__ import annotations

import kit
import numpy as np
import pytest
import thinking

from yomisim.cards.yomi1.tables import FATES
from yomisim.play.yomi1 import ROW, STATE, TALLY, play_games, play_turn, start_game
from yomisim.rules.yomi1.plans import BEATEN, CRUSHED, HITS
from yomisim.rules.yomi1.state import NO_SIDE

SEED, FIRST, GAMES, TURNS = 5, 3, 6, 40
#: What stands where nothing was written.
UNTOUCHED = 77
CASES = [("midori", "geiger", ("greedy", "greedy")), ("argagarg", "rook", ("equilibrium", "greedy"))]


def noted(a: str, b: str, policies: tuple[str, str], turns: int = TURNS, swap: bool = True, **more) -> np.ndarray:
    """States of some games, shape (games, turns)."""
    states = np.zeros((GAMES * (1 + swap), turns), STATE)
    for name in STATE.names:
        states[name] = UNTOUCHED
    tally = np.zeros(1, TALLY)
    tables = kit.tables("second", a, b)
    play_games(tables, kit.codes(policies), SEED, kit.key(a, b), FIRST, GAMES, swap, tally, states=states, **more)
    return states


FIELDS = ("life", "hand", "in_play", "down", "unseen")


def told(m: np.void) -> tuple:
    """The state of a MATCH record, as a STATE record tells it."""
    fighters = [m["public"]["fighter"][seat] for seat in (0, 1)]
    each = {name: [int(me[name]) for me in fighters] for name in ("life", "in_play", "down")}
    each["hand"] = [int(m["own"][seat]["hand"]) for seat in (0, 1)]
    located = ("discard", "table", "in_play", "removed", "shown", "escrow")
    each["unseen"] = [thinking.ALL & ~sum(int(me[name]) for name in located) for me in fighters]
    return int(m["public"]["turn"]), int(m["over"]), *(each[name] for name in FIELDS)


def written(state: np.void) -> tuple:
    return tuple(state[name].tolist() for name in ("turn", "over", *FIELDS))


def turn_by_turn(a: str, b: str, policies: tuple[str, str], number: int, seating: int) -> list[tuple]:
    """The states after the turns of one game."""
    t = kit.tables("second", a, b)[seating]
    m = kit.new_match(policies[::-1] if seating else policies)[0]
    start_game(t, m, SEED, kit.key(a, b), number)
    seen = []
    while not m["over"]:
        play_turn(t, m)
        seen.append(told(m))
    return seen


@pytest.mark.parametrize(("a", "b", "policies"), CASES)
def test_states_are_those_between_the_turns(a, b, policies):
    """In both seatings; what is behind the end of a game is left as it was."""
    states = noted(a, b, policies)
    ever = set()
    for place, game in enumerate(states):
        wanted = turn_by_turn(a, b, policies, FIRST + place // 2, place % 2)
        assert [written(state) for state in game[: len(wanted)]] == wanted
        assert [turn for turn, *_ in wanted] == list(range(1, len(wanted) + 1))
        for name in ("turn", "over", *FIELDS):
            assert (game[name][len(wanted) :] == UNTOUCHED).all(), name
        ever |= {name for name in FIELDS if game[name][: len(wanted)].any()}
    assert ever == set(FIELDS), "cards in play and knockdowns are among them"


def test_combats_of_two_who_think_alike_are_told():
    """Both openers with what was held before, in every turn where both had a choice; the hand holds the opener."""
    states = noted("midori", "geiger", ("equilibrium", "equilibrium"))
    there = states[(states["turn"] > 0) & (states["turn"] != UNTOUCHED)]
    combat = there["combat"]
    both = (combat["side"] != NO_SIDE).all(axis=1)
    assert both.mean() > 0.9 and len(there) > 60
    for one in combat[both]:
        for seat in (0, 1):
            cards = int(one["hand"][seat]) >> 4 * (int(one["side"][seat]) >> 2) & 15
            assert int(one["hand"][seat]) & ~int(one["shown"][seat]) & ~int(one["unseen"][seat]) == 0
            assert cards and 1 <= one["fate"][seat] < FATES and one["life"][seat] > 0
        assert bool(one["fate"][0] == HITS) <= bool(one["fate"][1] in (BEATEN, CRUSHED))
    first = there[there["turn"] == 1]["combat"]
    assert (first["life"] >= 85).all() and (np.bitwise_count(first["hand"]) == 7).all()


@pytest.mark.parametrize(("a", "b", "policies"), CASES)
def test_no_combat_is_told_of_others(a, b, policies):
    states = noted(a, b, policies)
    there = states[(states["turn"] > 0) & (states["turn"] != UNTOUCHED)]
    assert (there["combat"]["side"] == NO_SIDE).all()


def test_later_turns_than_there_is_room_for_are_not_written():
    whole, few = (noted(*CASES[0], turns=turns) for turns in (TURNS, 3))
    assert (whole["turn"][:, 3] == 4).any()
    assert np.array_equal(few, whole[:, :3])


def test_without_swapped_games_each_number_is_there_once():
    assert np.array_equal(noted(*CASES[0], swap=False), noted(*CASES[0])[::2])


@pytest.mark.parametrize(("a", "b", "policies"), CASES)
def test_states_change_no_game(a, b, policies):
    results = []
    for states in (None, np.zeros((2 * GAMES, 5), STATE), np.zeros((2 * GAMES, TURNS), STATE)):
        tally, scores, rows = np.zeros(1, TALLY), np.zeros(GAMES, np.int8), np.zeros(2 * GAMES, ROW)
        how = (SEED, kit.key(a, b), FIRST, GAMES, True)
        tables, codes = kit.tables("second", a, b), kit.codes(policies)
        play_games(tables, codes, *how, tally, scores, rows, states=states)
        plain = np.zeros(1, TALLY)
        play_games(tables, codes, *how, plain, states=states)
        results.append([tally, plain, scores, rows])
    for other in results[1:]:
        assert all(map(np.array_equal, results[0], other))


def test_states_are_the_same_beside_rows():
    assert np.array_equal(noted(*CASES[0], rows=np.zeros(2 * GAMES, ROW)), noted(*CASES[0]))
