"""Whole games, judged row by row by an independent referee; and the referee's sums against those of a batch."""

from __future__ import annotations

import kit
import numpy as np
import pytest
import referee

from yomisim.narrate import narrate
from yomisim.play.yomi1 import TALLY, play_games
from yomisim.replay import replay_game
from yomisim.rules.yomi1.events import EVENT_NAMES, EVENTS

SEED = np.uint64(20)
#: Games of each pairing, edition and seating of policies: 55 * 2 * 3 * this in all.
GAMES = 300
UNSPOILT = np.zeros(4, np.int64)


def judge(edition: str, a: str, b: str, policies: tuple[str, str], first: int, count: int) -> np.ndarray:
    """Judge games; where the referee objects, the failure shows the game in words."""
    match = kit.new_match(policies, log=True)
    book = np.zeros(1, referee.REFEREE)
    book["seat"]["any_order"][0] = [kit.game(edition).character(who).has_innate("chain_any_order") for who in (a, b)]
    t = kit.table(edition, a, b)[0]
    try:
        referee.judge_games(t, match[0], book[0], SEED, kit.key(a, b), first, count, np.int64(0), UNSPOILT)
    except AssertionError as objection:
        rows = match["log"][0][: int(match["log_rows"][0])]
        told = "\n".join(narrate(kit.game(edition), (a, b), rows))
        number, turn, at = (int(book[name][0]) for name in ("number", "turn", "at"))
        pytest.fail(
            f"{edition} {a} {b} {policies} game {number} turn {turn}: {objection} (row {at} of {len(rows)})\n{told}"
        )
    return book


@pytest.mark.parametrize("policies", kit.SEATINGS, ids="-".join)
@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_every_turn_is_as_the_rules_say(edition: str, policies: tuple[str, str]) -> None:
    seen = np.zeros(64, np.int64)
    for a, b in kit.pairs():
        book = judge(edition, a, b, policies, 0, GAMES)
        seen += book["seen"][0]
        # The log was on: with it off the same games have to come out.
        tally = np.zeros(1, TALLY)
        play_games(kit.tables(edition, a, b), kit.codes(policies), SEED, kit.key(a, b), 0, GAMES, False, tally)
        for name in ("games", "wins", "draws", "turns", "choices", "endings"):
            assert (tally[name] == book[name]).all(), f"{name} of {a} {b} with the log on and off"
    # The games between them show nearly everything that can happen.
    absent = {name for i, name in enumerate(EVENT_NAMES) if seen[i] == 0}
    assert absent <= {"no_draw", "knockdown_void", "choose_again", "no_card", "tie"}, absent


def test_referee_objects() -> None:
    """A referee who never objects would be of no use: spoil any one number of a log and he does."""
    a, b, policies, seed, number = "grave", "jaina", ("random", "greedy"), int(SEED), 5
    replay = replay_game(kit.game(), a, b, seed=seed, number=number, policy=policies[0], policy2=policies[1])
    unseen = []
    for turn in replay.turns[1:]:
        for at, row in enumerate(turn.rows):
            event = EVENT_NAMES[row[0]]
            for column in range(2 + len(EVENTS[event])):
                spoil = np.array([turn.number, at, column, 1], np.int64)
                match, book = kit.new_match(policies, log=True), np.zeros(1, referee.REFEREE)
                t, first = kit.table("first", a, b)[0], number
                try:
                    referee.judge_games(t, match[0], book[0], SEED, kit.key(a, b), first, 1, np.int64(0), spoil)
                except AssertionError:
                    continue
                unseen.append((event, column))
    # The other side of a combat card may have lost in the same way: that is another true story.
    assert set(unseen) <= {("opener", 3)} and len(unseen) < 5
