"""Whole games against a bot, one or millions."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from yomisim.cards.yomi2.solo_tables import ROW_HAND, SOLO_TABLE, TEAM
from yomisim.cards.yomi2.tables import MOVES, VARIANTS
from yomisim.kernel.jit import compiled, entry, once
from yomisim.kernel.memory import as_array
from yomisim.kernel.rng import at, game_key
from yomisim.kernel.units import Unit, ensure_compiled
from yomisim.play.yomi2.abilities import abilities_address
from yomisim.play.yomi2.clear import clear_fighter
from yomisim.play.yomi2.deal import clear_match, deal
from yomisim.play.yomi2.game import UNITS as VERSUS_UNITS
from yomisim.play.yomi2.solo.turn import solo_turn
from yomisim.policies.yomi2 import names
from yomisim.policies.yomi2.greedy import greedy_address
from yomisim.rules.access import fighter, luck_of
from yomisim.rules.records import NOBODY
from yomisim.rules.yomi2.solo import BOT_SEAT, HUMAN, NO_TILE, REPLIED, SOLO
from yomisim.rules.yomi2.state import ENDINGS, TURN_LIMIT, WHOLE_TURN

#: Sums over games. `wins` are those of the humans and those of the bot; `fallen` counts games that a team has won or
#: drawn with one of them out; `endings` follows rules.yomi2.state.ENDINGS, `replied` is told of at REPLIED.
TALLY = np.dtype(
    [
        ("games", "i8"),
        ("wins", "i8", (2,)),
        ("draws", "i8"),
        ("unfinished", "i8"),
        ("fallen", "i8"),
        ("turns", "i8"),
        ("choices", "i8"),
        ("endings", "i8", (len(ENDINGS),)),
        ("replied", REPLIED),
    ],
    align=True,
)

BEST_REPLY = np.int64(names.BEST_REPLY)

# addresses under the key of a game: for each human the deck, random choices and guesses, then the bot's die
_DECK, _CHOICES, _GUESSES, _DIE = 0, 2, 4, 6
_BOT_KEY = np.uint64(7)


@compiled
def start_solo(s, g, seed, pair, number):
    """Set up game `number`. Policies, dice from outside, script and log switches of `g` stay as they are."""
    key = game_key(seed, pair, number)
    bot = s["bot"]
    g["key"] = at(key, np.uint64(_DIE))
    g["more_humans"] = np.int64(s["humans"] > 1)
    g["sees_partner"] = s["sees_partner"]
    g["life"] = bot["hit_points"]
    g["hand"] = bot["start_hand"]
    g["row"] = ROW_HAND
    g["used"] = np.uint64(0)
    g["was_hit_running"] = 0
    g["hit_running"] = 0
    g["open"] = 0
    g["open_next"] = 0
    g["dodge"] = 0
    g["dodge_next"] = 0
    g["turn"] = 0
    g["variant"] = 0
    g["tile"] = NO_TILE
    g["rolls"] = 0
    g["dice_used"] = 0
    g["active"] = 1
    g["over"] = 0
    g["winner"] = NOBODY
    g["ending"] = 0
    g["part"] = WHOLE_TURN
    for k in range(TEAM):
        g["out"][k] = 0
        if k < s["humans"]:
            _seat_human(s, g, np.int64(k), key)


@compiled
def _seat_human(s, g, k, key):
    """Human `k` sits down at a table of its own, with the bot opposite."""
    t = s["table"][k]
    m = g["match"][k]
    clear_match(m)
    public = m["public"]
    public["first"] = HUMAN
    public["active"] = BOT_SEAT
    place = np.uint64(k)
    public["key"][HUMAN] = at(key, np.uint64(_GUESSES) + place)
    public["key"][BOT_SEAT] = at(key, _BOT_KEY)
    luck_of(m, HUMAN)["key"] = at(key, np.uint64(_CHOICES) + place)
    luck_of(m, BOT_SEAT)["key"] = at(key, _BOT_KEY)
    deal(t, m, HUMAN, at(key, np.uint64(_DECK) + place))
    bot = fighter(m, BOT_SEAT)
    clear_fighter(bot)
    bot["sheet"] = 1
    bot["life"] = g["life"]
    bot["hand_count"] = g["hand"]


#: What the one compiled entry is asked for.
BATCH, BEGIN, ONE_TURN = (np.int64(i) for i in range(3))
_NOTHING = np.uint64(0)
_NO_POLICIES = np.zeros(TEAM, np.int64)
_NO_SCORES = np.zeros(0, np.int8)

#: What is compiled and cached each by itself, beside what games of two players use too.
UNITS = (
    Unit("yomi2-solo", "yomisim.play.yomi2.solo.game", "compile_solo"),
    *(unit for unit in VERSUS_UNITS if unit.name in ("yomi2-abilities", "yomi2-greedy")),
)


def start_game(s: Any, g: Any, seed: int, pair: int, number: int) -> None:
    """Set up game `number` for playing turn by turn.

    `s` is a SOLO_TABLE record, `g` a SOLO record that is changed in place (policies, script, log switches and dice from
    outside stay). A game has the same luck as in `play_games` with this seed and pair key.
    """
    _single(s, g, BEGIN, np.uint64(seed), np.uint64(pair), np.int64(number))


def play_turn(s: Any, g: Any) -> None:
    """Play one turn of the game in SOLO record `g`."""
    _single(s, g, ONE_TURN, _NOTHING, _NOTHING, np.int64(0))


def _single(s: Any, g: Any, mode: Any, seed: Any, pair: Any, number: Any) -> None:
    """One step of one game. Records are handed over as arrays of one; what they hold is shared, not copied."""
    connect(g)
    one, tally = np.int64(1), np.zeros(1, TALLY)
    _run(as_array(s), _NO_POLICIES, seed, pair, number, one, tally, _NO_SCORES, as_array(g), mode)


def connect(g: Any) -> None:
    """Write into SOLO record `g` where the units lie that are called through their address."""
    abilities, greedy = _addresses()
    for m in g["match"]:
        m["doors"]["abilities"] = abilities
        m["doors"]["greedy"] = greedy


@functools.cache
def _addresses() -> tuple[Any, Any]:
    """All units are there from now on; this comes before the first game of a process."""
    ensure_compiled(UNITS)
    return abilities_address(), greedy_address()


def compile_solo() -> None:
    """Compile the entry or load it from the cache: a batch of no games."""
    tables, solo, tally = np.zeros(1, SOLO_TABLE), np.zeros(1, SOLO), np.zeros(1, TALLY)
    zero, none = np.uint64(0), np.int64(0)
    _run(tables, _NO_POLICIES, zero, zero, none, none, tally, _NO_SCORES, solo, BATCH)


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
) -> None:
    """Play games number `first` to ``first + count - 1`` and add the results to `tally`.

    Parameters
    ----------
    tables : (1,) SOLO_TABLE. policies : (2,) int64, policy codes of the humans, with BEST_REPLY where it holds.
    seed, pair : uint64, run seed and key of the bot and its opponents.
    first, count : game numbers; a game depends on its number only, not on how games are split up.
    swap : always false: a bot is no player whose seat could be exchanged.
    tally : (1,) TALLY, added to.
    scores : (count,) int8 or None; receives the humans' score in each game in half points, 0 to 2.
    """
    assert not swap
    solo = np.zeros(1, SOLO)
    connect(solo[0])
    written = _NO_SCORES if scores is None else scores
    numbers = np.uint64(seed), np.uint64(pair), np.int64(first), np.int64(count)
    _run(tables, policies, *numbers, tally, written, solo, BATCH)


@entry
def _run(tables, policies, seed, pair, first, count, tally, scores, solo, mode):
    """See `play_games`, `start_game`, `play_turn`; `solo` is (1,) SOLO, the game that is played in."""
    s = tables[0]
    g = solo[0]
    if mode == BEGIN:
        start_solo(s, g, seed, pair, np.uint64(first))
    elif mode == ONE_TURN:
        solo_turn(s, g)
    else:
        _play_batch(s, g, policies, seed, pair, first, count, tally[0], scores)


@once
def _play_batch(s, g, policies, seed, pair, first, count, sums, scores):
    """Play the games and add them up."""
    for k in range(TEAM):
        g["replies"][k] = np.int64(policies[k] >= BEST_REPLY)
        g["match"][k]["policy"][HUMAN] = policies[k] - (BEST_REPLY if policies[k] >= BEST_REPLY else 0)
    for number in range(first, first + count):
        start_solo(s, g, seed, pair, np.uint64(number))
        while g["over"] == 0:
            solo_turn(s, g)
        winner = g["winner"]
        score = 1
        if winner == NOBODY:
            sums["draws"] += 1
        else:
            sums["wins"][winner] += 1
            score = 2 if winner == 0 else 0
        if winner <= 0 and (g["out"][0] != 0 or g["out"][1] != 0):
            sums["fallen"] += 1
        ending = g["ending"]
        sums["endings"][ending] += 1
        if ending == TURN_LIMIT:
            sums["unfinished"] += 1
        sums["turns"] += g["turn"]
        sums["games"] += 1
        if scores.shape[0] > 0:
            scores[number - first] = score
    for k in range(TEAM):
        sums["choices"] += g["match"][k]["choices"]
    for row in range(VARIANTS):
        for move in range(MOVES):
            sums["replied"]["offered"][row, move] += g["replied"]["offered"][row, move]
            sums["replied"]["chosen"][row, move] += g["replied"]["chosen"][row, move]
            sums["replied"]["worth"][row, move] += g["replied"]["worth"][row, move]
