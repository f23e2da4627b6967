"""Trying openers: the games around the trials are the ordinary ones, and each trial is a game that can be played."""

from __future__ import annotations

import kit
import numpy as np
import pytest

from yomisim.cards.yomi1.tables import SIDES
from yomisim.kernel.bits import PASS
from yomisim.play.yomi1 import TALLY, play_games, play_turn, start_game
from yomisim.play.yomi1.openers import openers_of
from yomisim.play.yomi1.trials import COLUMNS, play_trials
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.state import FROM_COMBAT, TO_COMBAT, WHOLE_TURN

SEED, PAIR = np.uint64(9), ("jaina", "midori")
NUMBERS = 12


def tried(policies: tuple[str, str], first: int = 0, count: int = NUMBERS, every: int = 4) -> list[dict[str, int]]:
    tables = kit.tables("second", *PAIR)
    rows = play_trials(tables, kit.codes(policies), SEED, kit.key(*PAIR), first, count, every)
    return [dict(zip(COLUMNS, row, strict=True)) for row in rows.tolist()]


@pytest.fixture(scope="module", params=[("greedy", "greedy"), ("equilibrium", "random")], ids="-".join)
def policies(request) -> tuple[str, str]:
    return request.param


@pytest.fixture(scope="module")
def rows(policies) -> list[dict[str, int]]:
    return tried(policies)


def test_the_games_are_the_ordinary_ones(rows, policies):
    scores, tally = np.zeros(NUMBERS, np.int8), np.zeros(1, TALLY)
    play_games(kit.tables("second", *PAIR), kit.codes(policies), SEED, kit.key(*PAIR), 0, NUMBERS, True, tally, scores)
    found = {(row["number"], row["seating"]): row["own_points"] for row in rows if row["player"] == 0}
    assert len(found) > NUMBERS
    for number in range(NUMBERS):
        if (number, 0) in found and (number, 1) in found:
            assert found[number, 0] + found[number, 1] == scores[number]
    for row in rows:
        assert row["own_points"] == abs(2 * row["player"] - found[row["number"], row["seating"]])


def test_runs_change_nothing(rows, policies):
    assert rows == [*tried(policies, 0, 5), *tried(policies, 5, NUMBERS - 5)]


def test_every_opener_of_both_hands_is_tried_once(rows, policies):
    """Played by hand: each combat that was tried, and each trial from it to its end."""
    moments: dict[tuple[int, int, int], dict[int, list[dict[str, int]]]] = {}
    for row in rows:
        own = moments.setdefault((row["number"], row["seating"], row["turn"]), {0: [], 1: []})
        own[row["player"] ^ row["seating"]].append(row)
    for (number, seating, turn), seats in list(moments.items())[:12]:
        t = kit.tables("second", *PAIR)[seating : seating + 1]
        for seat, its in seats.items():
            before = at_moment(t, number, seating, turn, policies)
            hand = np.array([before[0]["own"][seat]["hand"]])
            options = int(openers_of(t, before, seat, hand)[0])
            held = [SIDES if side == PASS else side for side in range(64) if options >> side & 1]
            assert [row["tried"] for row in its] == held
            for row in its:
                m = at_moment(t, number, seating, turn, policies)[0]
                m["forced"][seat] = 1 + (int(PASS) if row["tried"] == SIDES else row["tried"])
                m["part"], m["log_on"], m["log_rows"] = FROM_COMBAT, 1, 0
                play_turn(t[0], m)
                assert row["met"] == last_opener(m, 1 - seat)
                m["part"] = WHOLE_TURN
                while not m["over"]:
                    play_turn(t[0], m)
                assert row["points"] == (1 if m["winner"] < 0 else 2 * int(m["winner"] == seat))


def at_moment(t: np.ndarray, number: int, seating: int, turn: int, policies: tuple[str, str]) -> np.ndarray:
    """A game at the moment of choosing in a turn."""
    match = kit.new_match((policies[seating], policies[1 - seating]))
    m = match[0]
    start_game(t[0], m, SEED, kit.key(*PAIR), np.uint64(number))
    while True:
        m["part"] = TO_COMBAT
        play_turn(t[0], m)
        if m["public"]["turn"] == turn:
            return match
        m["part"] = FROM_COMBAT
        play_turn(t[0], m)


def last_opener(m: np.void, seat: int) -> int:
    choice = -1
    for event, who, _, side, *_ in m["log"][: m["log_rows"]].tolist():
        if who == seat and event in (events.OPENER, events.NO_CARD_PLAYED):
            choice = side if event == events.OPENER else SIDES
    return choice
