"""Moments at which both players are about to choose their combat cards, and the hands they may hold then.

A position is public: lives, discard piles, sizes of hands, who is knocked down. A hand is either given or hidden; the
hands that a hidden one may be are all sets of its size out of the player's unseen cards (hand and deck) that hold the
cards that the other has seen, each as likely: nobody's habits of keeping cards are known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from yomisim.batch.plan import pair_key
from yomisim.cards.load import Game
from yomisim.cards.yomi1.pack import card_name, pack_table
from yomisim.cards.yomi1.tables import CARDS
from yomisim.errors import BadInput
from yomisim.play.yomi1 import play_turn, start_game
from yomisim.policies.codes import policy_code
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi1.counts import MIDDLE_HIGH, MIDDLE_LOW
from yomisim.rules.yomi1.state import FROM_COMBAT, MATCH, TO_COMBAT, WHOLE_TURN

#: The positions that are looked at where none is named, in this order.
KINDS = ("start", "middle", "p1 down", "p2 down")
#: Games of self-play in which a position is looked for before giving up.
GAMES = 2000


@dataclass(frozen=True)
class Position:
    """A moment of choosing.

    Parameters
    ----------
    kind : one of KINDS, or "given".
    words : what it is, one line.
    table : (1,) TABLE. match : (1,) MATCH at the moment of choosing, with the policies of both seats.
    given : cards in hand of each seat as a set, or None where the hand is hidden.
    kept : cards that every hand of the seat holds (given or seen by the other).
    """

    kind: str
    words: str
    table: np.ndarray
    match: np.ndarray
    given: tuple[int | None, int | None] = (None, None)
    kept: tuple[int, int] = (0, 0)
    facts: dict[str, Any] = field(default_factory=dict)

    def unseen(self, seat: int) -> int:
        """Cards of a seat that lie in hand or deck, as a set, without those whose place in the deck is fixed."""
        deep = self.match[0]["deep"][seat]
        placed = sum(1 << int(card) for card in deep["top"][: deep["placed"]])
        return (int(self.match[0]["own"][seat]["hand"]) | int(deep["deck"])) & ~placed & ~int(deep["sunk"])

    def hands(self, seat: int, most: int, seed: int) -> tuple[np.ndarray, bool]:
        """Hands that a seat may hold, (n,) uint64, each as likely, and whether they are only a sample.

        A given hand stands first: it is the only one where the other's hand is given too, else one of the hands that
        the other has to reckon with.
        """
        given = self.given[seat]
        if given is not None and self.given[1 - seat] is not None:
            return np.array([given], np.uint64), False
        size = int(self.match[0]["public"]["fighter"][seat]["hand_count"])
        kept = self.kept[seat] if given is None else self.kept[seat] & int(self._shown(seat))
        free = [card for card in range(CARDS) if (self.unseen(seat) & ~kept) >> card & 1]
        missing = size - kept.bit_count()
        if math.comb(len(free), missing) <= most:
            found = [_bits(chosen) | kept for chosen in combinations(free, missing)]
            if given is not None:
                found.sort(key=lambda hand: hand != given)
            return np.array(found, np.uint64), False
        luck = np.random.default_rng([seed, seat, 77])
        found = [] if given is None else [given]
        while len(found) < most:
            found.append(_bits(luck.choice(free, missing, replace=False)) | kept)
        return np.array(found, np.uint64), True

    def _shown(self, seat: int) -> int:
        return int(self.match[0]["public"]["fighter"][seat]["shown"])


def _bits(cards: Any) -> int:
    return sum(1 << int(card) for card in cards)


def facts_of(match: np.ndarray) -> dict[str, Any]:
    """What is public at a position: turn, and of each player life, size of hand, discards, knocked down."""
    out: dict[str, Any] = {"turn": int(match[0]["public"]["turn"])}
    for seat, name in enumerate(("p1", "p2")):
        me = match[0]["public"]["fighter"][seat]
        pile = int(me["discard"])
        out[name] = {
            "life": int(me["life"]),
            "hand_size": int(me["hand_count"]),
            "discard": [card_name(card) for card in range(CARDS) if pile >> card & 1],
            "knocked_down": bool(me["down"]),
        }
    return out


def in_words(match: np.ndarray) -> str:
    """Lives and hands of a position, for people."""
    parts = []
    for seat in range(2):
        me = match[0]["public"]["fighter"][seat]
        down = ", knocked down" if me["down"] else ""
        parts.append(f"life {me['life']}, {me['hand_count']} cards{down}")
    return f"turn {match[0]['public']['turn']}; player 1: {parts[0]}; player 2: {parts[1]}"


def self_play(game: Game, a: str, b: str, kind: str, policy: str, seed: int, count: int = 1) -> list[Position]:
    """Positions of one kind from games that a policy plays with itself, one of each game in which there is one.

    Parameters
    ----------
    a, b : ids of the characters of player 1 and 2. kind : one of KINDS.
    count : how many; of "start" there is only one.

    Raises
    ------
    BadInput : where too few games come to such a position.
    """
    wanted = _TESTS[kind]
    found: list[Position] = []
    table = pack_table(game, a, b)
    number = 0
    while len(found) < (1 if kind == "start" else count):
        if number == GAMES:
            raise BadInput(f"in {GAMES} games of self-play there was no position {kind!r}", field="position")
        match = next(
            (each for each in _moments(table, policy, seed, pair_key(a, b), number) if wanted(table, each)), None
        )
        number += 1
        if match is not None:
            forget(match)
            shown = (int(match[0]["public"]["fighter"][seat]["shown"]) for seat in range(2))
            words = "opening hands" if kind == "start" else in_words(match)
            found.append(Position(kind, words, table, match, (None, None), (next(shown), next(shown)), facts_of(match)))
    return found


def _moments(table: np.ndarray, policy: str, seed: int, pair: int, number: int) -> Iterator[np.ndarray]:
    """Every moment of choosing in one game; the yielded record is played on afterwards."""
    match = np.zeros(1, MATCH)
    m = match[0]
    m["policy"] = policy_code(policy)
    start_game(table[0], m, seed, pair, number)
    while not m["over"]:
        to_combat(table, match)
        if m["over"]:
            return
        yield match.copy()
        m["part"] = FROM_COMBAT
        play_turn(table[0], m)


def to_combat(table: np.ndarray, match: np.ndarray) -> None:
    """Play a turn up to the moment of choosing."""
    match[0]["part"] = TO_COMBAT
    play_turn(table[0], match[0])
    match[0]["part"] = WHOLE_TURN


def forget(match: np.ndarray) -> None:
    """Nobody knows where a card of the decks lies; what is dealt anew later has no place yet."""
    for seat in range(2):
        own, deep = match[0]["own"][seat], match[0]["deep"][seat]
        own["top_known"] = 0
        own["bottom"] = NO_CARD
        deep["placed"] = 0
        deep["sunk"] = 0
        deep["sunk_n"] = 0


def _down(match: np.ndarray) -> tuple[bool, bool]:
    return tuple(bool(match[0]["public"]["fighter"][seat]["down"]) for seat in range(2))  # type: ignore[return-value]


def _middle(table: np.ndarray, match: np.ndarray) -> bool:
    lives = [
        10 * match[0]["public"]["fighter"][seat]["life"] / table["char"][0, seat, 0]["hit_points"] for seat in range(2)
    ]
    return _down(match) == (False, False) and all(MIDDLE_LOW <= tenths <= MIDDLE_HIGH for tenths in lives)


_TESTS: dict[str, Callable[[np.ndarray, np.ndarray], bool]] = {
    "start": lambda table, match: True,
    "middle": _middle,
    "p1 down": lambda table, match: _down(match) == (True, False),
    "p2 down": lambda table, match: _down(match) == (False, True),
}
