"""Whole games of Yomi 2, one or millions."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.yomi2.tables import TABLE
from yomisim.errors import BadInput
from yomisim.kernel.jit import compiled, entry, once
from yomisim.kernel.memory import as_array
from yomisim.kernel.rng import at, coin, game_key
from yomisim.kernel.units import Unit, ensure_compiled
from yomisim.play.yomi2.abilities import abilities_address
from yomisim.play.yomi2.deal import clear_match, deal
from yomisim.play.yomi2.rows import ROW, add_turn, begin_row, end_row
from yomisim.play.yomi2.turn import turn_address, turn_by_address
from yomisim.policies.codes import LIKELIEST, POLICY_MASK, thinks
from yomisim.policies.yomi2.equilibrium.choices import equilibrium_address
from yomisim.policies.yomi2.greedy import greedy_address
from yomisim.rules.access import luck_of
from yomisim.rules.records import NOBODY
from yomisim.rules.yomi2.state import ENDINGS, MATCH, TURN_LIMIT

#: Sums over games, for the characters A and B (not for seats). `endings` follows rules.yomi2.state.ENDINGS;
#: pair_score[k] counts swapped pairs of games in which A scored k/2 of 2 points (a draw is half a point);
#: first_wins counts the games that the player with the first turn won.
TALLY = np.dtype(
    [
        ("games", "i8"),
        ("wins", "i8", (2,)),
        ("draws", "i8"),
        ("unfinished", "i8"),
        ("turns", "i8"),
        ("choices", "i8"),
        ("pair_score", "i8", (5,)),
        ("endings", "i8", (len(ENDINGS),)),
        ("first_wins", "i8"),
    ],
    align=True,
)

UNFLIPPED = np.int64(0)

# addresses under the key of a game: one key for each seat's deck and for each seat's random choices, one for the coin
# that says who goes first
_DECK, _CHOICES, _COIN, _GUESSES = 0, 2, 4, 5


@compiled
def start(t, m, seed, pair, number, flip):
    """Set up game `number`: life, meter, opening hands, supers in the discard pile, who goes first.

    `flip` 1 exchanges the luck of the seats. Policies, script and log switches of `m` stay as they are.
    """
    key = game_key(seed, pair, number)
    m["flip"] = flip
    clear_match(m)
    public = m["public"]
    public["first"] = coin(at(key, np.uint64(_COIN))) ^ flip
    public["active"] = public["first"]
    for seat in range(2):
        place = np.uint64(seat ^ flip)
        public["key"][seat] = at(key, np.uint64(_GUESSES) + place)
        luck_of(m, seat)["key"] = at(key, np.uint64(_CHOICES) + place)
        deal(t, m, np.int64(seat), at(key, np.uint64(_DECK) + place))


#: What the one compiled entry is asked for; a second entry would be one more thing to compile and to load.
BATCH, BEGIN, ONE_TURN = (np.int64(i) for i in range(3))
_NOTHING = np.uint64(0)


def start_game(t: Any, m: Any, seed: int, pair: int, number: int, flip: int = 0) -> None:
    """Set up game `number` for playing turn by turn.

    `t` is a TABLE record, `m` a MATCH record that is changed in place (its policies, script and log switches stay).
    A game has the same luck as in `play_games` with this seed and pair key; `flip` 1 exchanges the luck of the seats,
    the coin for the first turn among it.
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
    one = np.int64(1)
    _run(as_array(t), _NO_POLICIES, seed, pair, number, one, False, tally, _NO_SCORES, _NO_ROWS, as_array(m), mode)


_NO_POLICIES = np.zeros(2, np.int64)
_NO_SCORES = np.zeros(0, np.int8)
_NO_ROWS = np.zeros(0, ROW)

#: What is compiled and cached each by itself, at the same time; what takes longest comes first.
UNITS = (
    Unit("yomi2-turn", "yomisim.play.yomi2.turn", "turn_address"),
    Unit("yomi2-abilities", "yomisim.play.yomi2.abilities", "abilities_address"),
    Unit("yomi2-equilibrium", "yomisim.policies.yomi2.equilibrium.choices", "equilibrium_address"),
    Unit("yomi2-greedy", "yomisim.policies.yomi2.greedy", "greedy_address"),
    Unit("yomi2-game", "yomisim.play.yomi2.game", "compile_game"),
)


def connect(m: Any, policies: Any) -> None:
    """Write into MATCH record `m` where the units lie that are called through their address.

    Raises
    ------
    BadInput : for a policy that does not play this game.
    """
    if any(thinks(code) and int(code) & int(POLICY_MASK) > LIKELIEST for code in policies):
        raise BadInput(
            "this measuring rod does not play Yomi 2; choose 'equilibrium', 'greedy' or 'random'", field="policy"
        )
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
    _run(no_tables, _NO_POLICIES, zero, zero, none, none, False, no_tally, _NO_SCORES, _NO_ROWS, no_match, BATCH)


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
) -> None:
    """Play games number `first` to ``first + count - 1`` of a pair and add the results to `tally`.

    Parameters
    ----------
    tables : (2,) TABLE; tables[0] has A in seat 0 and B in seat 1, tables[1] the other way round.
    policies : (2,) int64, policy codes of A and B.
    seed, pair : uint64, run seed and key of the pair.
    first, count : game numbers; a game depends on its number only, not on how games are split up.
    swap : play each number twice on the same luck, A in seat 0 and then B in seat 0 (luck belongs to seats, and so does
        the first turn).
    tally : (1,) TALLY, added to.
    scores : (count,) int8 or None; receives A's score in each game number in half points: 0 to 2, or 0 to 4 over the
        two games of a swapped pair. Two runs on the same luck are compared game by game with it.
    rows : (games,) ROW of `play.yomi2.rows` or None; receives a row of every game, both games of a swapped pair one
        after the other. Costs a log of each turn; nothing where it is None.
    """
    match = np.zeros(1, MATCH)
    match[0]["log_on"] = 0 if rows is None else 1
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
        match,
        BATCH,
    )


@entry
def _run(tables, policies, seed, pair, first, count, swap, tally, scores, rows, match, mode):
    """See `play_games`, `start_game`, `play_turn`; `match` is (1,) MATCH, the game that is played in."""
    m = match[0]
    if mode == BEGIN:
        start(tables[0], m, seed, pair, np.uint64(first), m["flip"])
    elif mode == ONE_TURN:
        turn_by_address(tables[0], m)
    else:
        _play_batch(tables, policies, seed, pair, first, count, swap, tally[0], scores, rows, m)


@once
def _play_written(t, m, row, number, seating):
    """Play a game to its end and write its row; the log is on."""
    choices = m["choices"]
    begin_row(m, row, number, seating)
    while m["over"] == 0:
        turn_by_address(t, m)
        add_turn(m, row)
    end_row(m, row, choices)


@once
def _play_batch(tables, policies, seed, pair, first, count, swap, sums, scores, rows, m):
    """Play the games and add them up."""
    seatings = 2 if swap else 1
    written = rows.shape[0] > 0
    for number in range(first, first + count):
        score = 0
        for seating in range(seatings):
            t = tables[seating]
            m["policy"][seating] = policies[0]
            m["policy"][1 - seating] = policies[1]
            start(t, m, seed, pair, np.uint64(number), UNFLIPPED)
            if written:
                _play_written(t, m, rows[(number - first) * seatings + seating], number, seating)
            else:
                while m["over"] == 0:
                    turn_by_address(t, m)
            winner = m["winner"]
            if winner == NOBODY:
                sums["draws"] += 1
                score += 1
            else:
                if winner == m["public"]["first"]:
                    sums["first_wins"] += 1
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
