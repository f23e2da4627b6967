"""What every opener of a hand comes to, at combats of ordinary games: each is tried, and the game goes on from there.

At some combats of a game each player in turn opens with everything that the hand holds, against what the other player
has chosen there. Both hands, both decks and all luck are those of the game, so that the difference of two results on
the same luck is what an opener earns beyond what the policy has chosen itself.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.numbers import numbered
from yomisim.cards.yomi1.tables import SIDES, TABLE
from yomisim.kernel.bits import PASS, U0, lowest, without_lowest
from yomisim.kernel.jit import compiled, entry, once
from yomisim.kernel.rng import at, below, game_key
from yomisim.kernel.units import Unit, ensure_compiled
from yomisim.play.yomi1.counting import opened, position_kind
from yomisim.play.yomi1.game import UNFLIPPED, connect, start
from yomisim.play.yomi1.openers import ENDS
from yomisim.play.yomi1.turn import turn_by_address
from yomisim.rules.records import NOBODY, SEAT_0, SEAT_1
from yomisim.rules.yomi1.access import char_of, fighter, own_of
from yomisim.rules.yomi1.moves import openers
from yomisim.rules.yomi1.state import FROM_COMBAT, MATCH, TO_COMBAT, WHOLE_TURN

UNITS = (Unit("yomi1-trials", "yomisim.play.yomi1.trials", "compile_trials"),)

#: What is told of each trial: number of the game, who sits in seat 0 (0 A, 1 B), turn, who tries (0 A, 1 B), kind of
#: position (counts.POSITION_KINDS), what is tried and what the other player opens with (a side, or SIDES for no-card;
#: -1 where it does not come to that), and half points of who tries: here, and where the policy chose itself.
COLUMNS = ("number", "seating", "turn", "player", "position", "tried", "met", "points", "own_points")
_NUMBER, _SEATING, _TURN, _PLAYER, _POSITION, _TRIED, _MET, _POINTS, _OWN_POINTS = numbered(len(COLUMNS))
#: Combats of one game that are tried at most, and trials in one.
MOST_COMBATS, MOST_TRIALS = 6, 2 * (SIDES + 1)
_MOST_COMBATS, _NO_CARD, _OPEN = np.int64(MOST_COMBATS), np.int64(SIDES), np.int64(-1)
#: Address of the random numbers that say which combats are tried, under the key of a game.
_WHICH = np.uint64(6)
#: The games that are held: the one that goes on, the moment of choosing, and the game after the policy's own choice.
_NOW, _MOMENT, _OWN = numbered(3)


@compiled
def _copy(raw, source, target, ends):
    """Everything that makes a game what it is (see `openers.ENDS`); what policies have worked out is forgotten."""
    for k in range(ends[0]):
        raw[target, k] = raw[source, k]
    for k in range(ends[1], ends[2]):
        raw[target, k] = raw[source, k]


@compiled
def _forget_plans(m):
    """Policies have to work out anew what they think of a combat."""
    m["plan"][0]["turn"] = -1
    m["plan"][1]["turn"] = -1


@compiled
def _points(m, seat):
    """Half points of a seat when the game is over."""
    if m["winner"] == NOBODY:
        return np.int64(1)
    return np.int64(2) if m["winner"] == seat else np.int64(0)


@compiled
def _combat(t, m):
    """From the moment of choosing to the end of the turn, with a log."""
    _forget_plans(m)
    m["log_on"] = 1
    m["log_rows"] = 0
    m["part"] = FROM_COMBAT
    turn_by_address(t, m)
    m["log_on"] = 0


@compiled
def _try_hand(t, m, seating, seat, number, own_choice, raw, ends, rows, used):
    """Open with everything that the hand of `seat` holds; gives the number of rows that there are then.

    Points stay open where the policy's own choice is tried: that is the game itself.
    """
    kind = position_kind(t, m, seat)
    left = openers(char_of(t, m, seat), fighter(m, seat), own_of(m, seat)["hand"])
    while left != U0:
        side = lowest(left)
        left = without_lowest(left)
        choice = _NO_CARD if side == PASS else side
        rows[used, _NUMBER] = number
        rows[used, _SEATING] = seating
        rows[used, _TURN] = m["public"]["turn"]
        rows[used, _PLAYER] = seat ^ seating
        rows[used, _POSITION] = kind
        rows[used, _TRIED] = choice
        rows[used, _POINTS] = _OPEN
        m["forced"][seat] = side + 1
        _combat(t, m)
        rows[used, _MET] = opened(m, 1 - seat)
        if choice != own_choice:
            m["part"] = WHOLE_TURN
            while m["over"] == 0:
                turn_by_address(t, m)
            rows[used, _POINTS] = _points(m, seat)
        _copy(raw, _MOMENT, _NOW, ends)
        used += 1
    return used


@compiled
def _try_combat(t, m, seating, number, raw, ends, rows, used):
    """Try both hands at a moment of choosing, then go on with the game by a turn."""
    _copy(raw, _NOW, _MOMENT, ends)
    _combat(t, m)
    own_0 = opened(m, SEAT_0)
    own_1 = opened(m, SEAT_1)
    _copy(raw, _NOW, _OWN, ends)
    _copy(raw, _MOMENT, _NOW, ends)
    used = _try_hand(t, m, seating, SEAT_0, number, own_0, raw, ends, rows, used)
    used = _try_hand(t, m, seating, SEAT_1, number, own_1, raw, ends, rows, used)
    _copy(raw, _OWN, _NOW, ends)
    _forget_plans(m)
    return used


@once
def _play_game(t, m, seating, number, which, every, raw, ends, rows, used):
    """A game by the policies, with trials at some of its combats."""
    begun = used
    combats = np.int64(0)
    while m["over"] == 0:
        m["part"] = TO_COMBAT
        turn_by_address(t, m)
        if m["over"] != 0:
            break
        if combats < _MOST_COMBATS and below(at(which, np.uint64(m["public"]["turn"])), every) == 0:
            combats += 1
            used = _try_combat(t, m, seating, number, raw, ends, rows, used)
        else:
            m["part"] = FROM_COMBAT
            turn_by_address(t, m)
    for row in range(begun, used):
        own = _points(m, rows[row, _PLAYER] ^ seating)
        rows[row, _OWN_POINTS] = own
        if rows[row, _POINTS] == _OPEN:
            rows[row, _POINTS] = own
    return used


@entry
def _play(tables, policies, seed, pair, first, count, every, games, raw, ends, rows):
    """See `play_trials`; `games` is (3,) MATCH with the bytes `raw`."""
    m = games[0]
    used = np.int64(0)
    for number in range(first, first + count):
        which = at(game_key(seed, pair, np.uint64(number)), _WHICH)
        for seating in range(2):
            m["policy"][seating] = policies[0]
            m["policy"][1 - seating] = policies[1]
            start(tables[seating], m, seed, pair, np.uint64(number), UNFLIPPED)
            used = _play_game(tables[seating], m, seating, number, which, every, raw, ends, rows, used)
    return used


def play_trials(
    tables: np.ndarray, policies: np.ndarray, seed: int, pair: int, first: int, count: int, every: int
) -> np.ndarray:
    """Play games number `first` to ``first + count - 1`` of a pair from both seats; try all openers at some combats.

    Parameters
    ----------
    tables, policies, seed, pair, first, count : as for `game.play_games`; the games are the same ones.
    every : a combat is tried with probability 1 / `every`, in a game MOST_COMBATS of them at most.

    Returns
    -------
    int32, shape (trials, len(COLUMNS)): one row for each opener of each hand.
    """
    ready()
    games = np.zeros(3, MATCH)
    connect(games[0], policies)
    raw = games.view(np.uint8).reshape(3, -1)
    rows = np.zeros((2 * count * MOST_COMBATS * MOST_TRIALS, len(COLUMNS)), np.int32)
    numbers = (np.int64(first), np.int64(count), np.int64(every))
    used = _play(tables, policies, np.uint64(seed), np.uint64(pair), *numbers, games, raw, ENDS, rows)
    return rows[:used].copy()


def ready() -> None:
    """Have the compiled entry; call it before threads start."""
    ensure_compiled(UNITS)


def compile_trials() -> None:
    """Compile the entry or load it from the cache: no games."""
    games, zero, none = np.zeros(3, MATCH), np.uint64(0), np.int64(0)
    raw, rows = games.view(np.uint8).reshape(3, -1), np.zeros((0, len(COLUMNS)), np.int32)
    _play(np.zeros(2, TABLE), np.zeros(2, np.int64), zero, zero, none, none, none, games, raw, ENDS, rows)
