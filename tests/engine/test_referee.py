"""Whole games, judged row by row by an independent referee; and the referee's sums against those of a batch."""

from __future__ import annotations

import kit
import numpy as np
import pytest
import referee

from yomisim.narrate import narrate
from yomisim.play.yomi1 import TALLY, play_games, play_turn, start_game
from yomisim.rules.yomi1.events import EVENT_NAMES, EVENTS

pytestmark = pytest.mark.slow

SEED = np.uint64(20)
#: Events that only abilities bring about.
OF_ABILITIES = EVENT_NAMES[EVENT_NAMES.index("game_over") + 1 :]
#: Games of each pairing, edition and seating of policies: 55 * 2 * 3 * this in all.
GAMES = 120


def judge(edition: str, a: str, b: str, policies: tuple[str, str], first: int, count: int) -> np.ndarray:
    """Judge games; where the referee objects, the failure shows the game in words."""
    match = kit.new_match(policies, log=True)
    book = np.zeros(1, referee.REFEREE)
    book["seat"]["any_order"][0] = [kit.game(edition).character(who).has_innate("chain_any_order") for who in (a, b)]
    try:
        referee.judge_games(kit.plain_table(edition, a, b), match, book, SEED, kit.key(a, b), first, count)
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
        play_games(kit.plain_tables(edition, a, b), kit.codes(policies), SEED, kit.key(a, b), 0, GAMES, False, tally)
        for name in ("games", "wins", "draws", "turns", "choices", "endings"):
            assert (tally[name] == book[name]).all(), f"{name} of {a} {b} with the log on and off"
    # The games between them show nearly everything that can happen.
    absent = {name for i, name in enumerate(EVENT_NAMES) if seen[i] == 0 and name not in OF_ABILITIES}
    assert absent <= {"no_draw", "knockdown_void", "choose_again", "no_card", "tie"}, absent
    assert not seen[[EVENT_NAMES.index(name) for name in OF_ABILITIES]].any()


def test_referee_objects() -> None:
    """A referee who never objects would be of no use: spoil any one number of a log and he does."""
    a, b, policies, seed, number = "grave", "jaina", ("random", "greedy"), int(SEED), 5
    t, match = kit.plain_table("first", a, b), kit.new_match(policies, log=True)
    unseen = []
    start_game(t[0], match[0], seed, kit.key(a, b), number)
    turns = []
    while not match["over"][0]:
        match["log_rows"] = 0
        play_turn(t[0], match[0])
        turns.append(match["log"][0][: int(match["log_rows"][0])].tolist())
    for turn, rows in enumerate(turns, 1):
        for at, row in enumerate(rows):
            event = EVENT_NAMES[row[0]]
            for column in range(2 + len(EVENTS[event])):
                if event == "block" and column == 4:
                    continue  # empty: the damage has a row of its own
                match, book = kit.new_match(policies, log=True), np.zeros(1, referee.REFEREE)
                try:
                    referee.judge_games(t, match, book, SEED, kit.key(a, b), number, 1, (turn, at, column, 1))
                except AssertionError:
                    continue
                unseen.append((event, column))
    # The other side of a combat card may have lost in the same way: that is another true story.
    assert set(unseen) <= {("opener", 3)} and len(unseen) < 5
