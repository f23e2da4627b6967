"""Whole games of Yomi, one or millions."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.numbers import numbered
from yomisim.cards.yomi1.tables import TABLE
from yomisim.kernel.bits import U0, U1
from yomisim.kernel.jit import compiled, entry, leaf, once
from yomisim.kernel.memory import as_array
from yomisim.kernel.rng import at, game_key
from yomisim.kernel.units import Unit, ensure_compiled
from yomisim.play.yomi1.abilities import abilities_address
from yomisim.play.yomi1.clear import clear_fighter
from yomisim.play.yomi1.counting import count_result, counted_turn
from yomisim.play.yomi1.rows import ROW, add_turn, begin_row, end_row
from yomisim.play.yomi1.states import STATE, note_state
from yomisim.play.yomi1.steps import draw
from yomisim.play.yomi1.turn import turn_address, turn_by_address
from yomisim.policies.codes import thinks
from yomisim.policies.equilibrium.choices import equilibrium_address
from yomisim.policies.greedy import greedy_address
from yomisim.rules.records import NO_CARD, NOBODY
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.access import char_of, deep_of, fighter_of, luck_of, own_of
from yomisim.rules.yomi1.counts import COUNTS, GROUPS
from yomisim.rules.yomi1.plans import FORGOTTEN, VERDICTS
from yomisim.rules.yomi1.state import MATCH, TURN_LIMIT, WHOLE_TURN

#: Sums over games, for the characters A and B (not for seats). `endings` follows rules.yomi1.state.ENDINGS;
#: pair_score[k] counts swapped pairs of games in which A scored k/2 of 2 points (a draw is half a point).
TALLY = np.dtype(
    [
        ("games", "i8"),
        ("wins", "i8", (2,)),
        ("draws", "i8"),
        ("unfinished", "i8"),
        ("turns", "i8"),
        ("choices", "i8"),
        ("pair_score", "i8", (5,)),
        ("endings", "i8", (4,)),
    ],
    align=True,
)

UNFLIPPED = np.int64(0)

# addresses under the key of a game: one key for each seat's deck and for each seat's random choices, one for coins
_DECK, _CHOICES, _COINS, _GUESSES, _DICE = 0, 2, 4, 5, 7
ALL_CARDS = np.uint64((1 << 54) - 1)


@compiled
def start(t, m, seed, pair, number, flip):
    """Set up game `number`: life, shuffled decks, opening hands.

    `flip` 1 exchanges the luck of the seats. Policies, script and log switches of `m` stay as they are.
    """
    key = game_key(seed, pair, number)
    m["coin_key"] = at(key, np.uint64(_COINS))
    m["flip"] = flip
    m["over"] = 0
    m["winner"] = NOBODY
    m["ending"] = 0
    m["log_rows"] = 0
    public = m["public"]
    public["turn"] = 0
    public["initiative"] = 0
    public["stake"] = 0
    public["under"] = NOBODY
    public["combat_ended"] = 0
    public["rank_shown"] = NO_CARD
    m["part"] = WHOLE_TURN
    for seat in range(2):
        m["plan"][seat]["turn"] = -1
        m["forced"][seat] = 0
    for seat in range(2):
        public["key"][seat] = at(key, np.uint64(_GUESSES + (seat ^ flip)))
        me = fighter_of(public, seat)
        clear_fighter(me)
        me["life"] = char_of(t, m, seat)["hit_points"]
        own_of(m, seat)["hand"] = U0
        own_of(m, seat)["face_down"] = NO_CARD
        own_of(m, seat)["top_known"] = 0
        own_of(m, seat)["bottom"] = NO_CARD
        own_of(m, seat)["study"]["turn"] = -1
        own_of(m, seat)["chosen"]["turn"] = -1
        deep = deep_of(m, seat)
        deep["key"] = at(key, np.uint64(_DECK + (seat ^ flip)))
        deep["deck"] = ALL_CARDS
        deep["cursor"] = U0
        deep["shuffles"] = U0
        deep["placed"] = 0
        deep["sunk"] = U0
        deep["sunk_n"] = 0
        luck_of(m, seat)["key"] = at(key, np.uint64(_CHOICES + (seat ^ flip)))
        # the same for both, so that one solution serves both; the lowest bit exchanges their luck (policies' beliefs)
        own_of(m, seat)["dice"] = (at(key, np.uint64(_DICE)) | U1) ^ np.uint64(flip)
        draw(t, m, seat, t["rules"]["opening_hand"], events.WHY_OPENING)


#: What the one compiled entry is asked for; a second entry would be one more thing to compile and to load.
BATCH, BEGIN, ONE_TURN = numbered(3)
_NOTHING = np.uint64(0)


def start_game(t: Any, m: Any, seed: int, pair: int, number: int, flip: int = 0) -> None:
    """Set up game `number` for playing turn by turn.

    `t` is a TABLE record, `m` a MATCH record that is changed in place (its policies, script and log switches stay).
    A game has the same luck as in `play_games` with this seed and pair key; `flip` 1 exchanges the luck of the seats.
    """
    _single(t, m, BEGIN, np.uint64(seed), np.uint64(pair), np.int64(number), np.int64(flip))


def play_turn(t: Any, m: Any) -> None:
    """Play one turn of the game in MATCH record `m`."""
    _single(t, m, ONE_TURN, _NOTHING, _NOTHING, np.int64(0), np.int64(0))


def _single(t: Any, m: Any, mode: Any, seed: Any, pair: Any, number: Any, flip: Any) -> None:
    """One step of one game. Records are handed over as arrays of one; what they hold is shared, not copied."""
    tally = np.zeros(1, TALLY)
    connect(m, m["policy"])
    m["flip"] = flip if mode == BEGIN else m["flip"]
    table, match = as_array(t), as_array(m)
    one = np.int64(1)
    _run(table, _NO_POLICIES, seed, pair, number, one, False, tally, *_NOTHING_MORE, match, mode)


_NO_POLICIES = np.zeros(2, np.int64)
_NO_SCORES = np.zeros(0, np.int8)
_NO_ROWS = np.zeros(0, ROW)
_NO_COUNTS = np.zeros(0, COUNTS)
_NO_STATES = np.zeros((0, 0), STATE)
_NOTHING_MORE = (_NO_SCORES, _NO_ROWS, _NO_COUNTS, _NO_STATES)
_GROUPS = np.int64(GROUPS)

#: What is compiled and cached each by itself, at the same time; what takes longest comes first.
UNITS = (
    Unit("yomi1-turn", "yomisim.play.yomi1.turn", "turn_address", by_level=True),
    Unit("yomi1-abilities", "yomisim.play.yomi1.abilities", "abilities_address"),
    Unit("yomi1-greedy", "yomisim.policies.greedy", "greedy_address", by_level=True),
    Unit("yomi1-equilibrium", "yomisim.policies.equilibrium.choices", "equilibrium_address"),
    Unit("yomi1-game", "yomisim.play.yomi1.game", "compile_game"),
)


def connect(m: Any, policies: Any) -> None:
    """Write into MATCH record `m` where the units lie that are called through their address.

    `policies` are the codes of the policies that will play: what they do not need is not loaded.
    """
    turns, abilities, greedy = _addresses()
    doors = m["doors"]
    doors["turn"] = turns
    doors["abilities"] = abilities
    doors["greedy"] = greedy
    if any(map(thinks, policies)):
        doors["equilibrium"] = equilibrium_address()


@functools.cache
def _addresses() -> tuple[Any, Any, Any]:
    """All units are there from now on; this comes before the first game of a process."""
    ensure_compiled(UNITS)
    return turn_address(), abilities_address(), greedy_address()


def compile_game() -> None:
    """Compile the entry or load it from the cache: a batch of no games."""
    no_tables, no_match, no_tally = np.zeros(2, TABLE), np.zeros(1, MATCH), np.zeros(1, TALLY)
    zero, none = np.uint64(0), np.int64(0)
    _run(no_tables, _NO_POLICIES, zero, zero, none, none, False, no_tally, *_NOTHING_MORE, no_match, BATCH)


def play_games(
    tables: np.ndarray,
    policies: np.ndarray,
    seed: int,
    pair: int,
    first: int,
    count: int,
    swap: bool,
    tally: np.ndarray,
    scores: np.ndarray | None = None,
    rows: np.ndarray | None = None,
    counts: np.ndarray | None = None,
    states: np.ndarray | None = None,
) -> None:
    """Play games number `first` to ``first + count - 1`` of a pair and add the results to `tally`.

    Parameters
    ----------
    tables : (2,) TABLE; tables[0] has A in seat 0 and B in seat 1, tables[1] the other way round.
    policies : (2,) int64, policy codes of A and B.
    seed, pair : uint64, run seed and key of the pair.
    first, count : game numbers; a game depends on its number only, not on how games are split up.
    swap : play each number twice on the same luck, A in seat 0 and then B in seat 0 (luck belongs to seats).
    tally : (1,) TALLY, added to.
    scores : (count,) int8 or None; receives A's score in each game number in half points: 0 to 2, or 0 to 4 over the
        two games of a swapped pair. Two runs on the same luck are compared game by game with it.
    rows : (games,) ROW of `play.yomi1.rows` or None; receives a row of every game, both games of a swapped pair one
        after the other. Costs a log of each turn; nothing where it is None.
    counts : (GROUPS,) COUNTS, added to: what happened in the combats, by game number modulo GROUPS; None: not counted.
    states : (games, turns) STATE of `play.yomi1.states` or None; receives the states after the first turns of every
        game, both games of a swapped pair one after the other, seats as they sat. Behind the last turn of a game
        nothing is written.
    """
    match = np.zeros(1, MATCH)
    match[0]["log_on"] = 0 if rows is None and counts is None else 1
    connect(match[0], policies)
    _run(
        tables,
        policies,
        np.uint64(seed),
        np.uint64(pair),
        np.int64(first),
        np.int64(count),
        bool(swap),
        tally,
        _NO_SCORES if scores is None else scores,
        _NO_ROWS if rows is None else rows,
        _NO_COUNTS if counts is None else counts,
        _NO_STATES if states is None else states,
        match,
        BATCH,
    )


@entry
def _run(tables, policies, seed, pair, first, count, swap, tally, scores, rows, counts, states, match, mode):
    """See `play_games`, `start_game`, `play_turn`; `match` is (1,) MATCH, the game that is played in."""
    m = match[0]
    if mode == BEGIN:
        _use_table(m, np.int64(0))
        _forget(m)
        start(tables[0], m, seed, pair, np.uint64(first), m["flip"])
    elif mode == ONE_TURN:
        turn_by_address(tables[0], m)
    else:
        _play_batch(tables, policies, seed, pair, first, count, swap, tally[0], scores, rows, counts, states, m)


@leaf
def _use_table(m, number):
    """Tell the plans which of two tables is played on: what they keep from game to game belongs to one."""
    for seat in range(2):
        m["plan"][seat]["table"] = number


@leaf
def _forget(m):
    """No table of a MATCH record is the one of another call."""
    for seat in range(2):
        for number in range(VERDICTS):
            m["plan"][seat]["verdicts_for"][number] = FORGOTTEN


@once
def _play_told(t, m, rows, counts, states, place, number, seating):
    """Play a game to its end; write its row and its states to `place` and count its combats, where there is room.

    The log is on; it has room for a turn, not for all games.
    """
    written = rows.shape[0] > 0
    counted = counts.shape[0] > 0
    turns = states.shape[1]
    choices = m["choices"]
    if written:
        begin_row(m, rows[place], number, seating)
    while m["over"] == 0:
        if counted:
            counted_turn(t, m, counts[number % _GROUPS], seating)
        else:
            turn_by_address(t, m)
        if written:
            add_turn(m, rows[place])
        if m["public"]["turn"] <= turns:
            note_state(t, m, states[place, m["public"]["turn"] - 1])
        m["log_rows"] = 0
    if written:
        end_row(m, rows[place], choices)
    if counted:
        count_result(m, counts[number % _GROUPS], seating)


@once
def _play_batch(tables, policies, seed, pair, first, count, swap, sums, scores, rows, counts, states, m):
    """Play the games and add them up."""
    seatings = 2 if swap else 1
    _forget(m)
    told = rows.shape[0] > 0 or counts.shape[0] > 0 or states.shape[0] > 0
    for number in range(first, first + count):
        score = 0
        for seating in range(seatings):
            t = tables[seating]
            m["policy"][seating] = policies[0]
            m["policy"][1 - seating] = policies[1]
            _use_table(m, np.int64(seating))
            start(t, m, seed, pair, np.uint64(number), UNFLIPPED)
            if told:
                _play_told(t, m, rows, counts, states, (number - first) * seatings + seating, number, seating)
            else:
                while m["over"] == 0:
                    turn_by_address(t, m)
            winner = m["winner"]
            if winner == NOBODY:
                sums["draws"] += 1
                score += 1
            else:
                winner ^= seating  # 0 is A, whatever the seats
                sums["wins"][winner] += 1
                if winner == 0:
                    score += 2
            ending = m["ending"]
            sums["endings"][ending] += 1
            if ending == TURN_LIMIT:
                sums["unfinished"] += 1
            sums["turns"] += m["public"]["turn"]
            sums["games"] += 1
        if swap:
            sums["pair_score"][score] += 1
        if scores.shape[0] > 0:
            scores[number - first] = score
    sums["choices"] += m["choices"]
