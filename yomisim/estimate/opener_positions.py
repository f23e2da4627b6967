"""Moments at which both players are about to choose their combat cards, and the hands they may hold then.

A position is public: lives, discard piles, sizes of hands, who is knocked down. A hand is either given or hidden; the
hands that a hidden one may be are all sets of its size out of the player's unseen cards (hand and deck) that hold the
cards that the other has seen, each as likely: nobody's habits of keeping cards are known.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from yomisim.batch.plan import pair_key
from yomisim.cards.load import Game
from yomisim.errors import BadInput
from yomisim.estimate.opener_rooms import OpenerRoom, opener_room
from yomisim.policies.codes import policy_code

#: Games of self-play in which a position is looked for before giving up.
GAMES = 2000


@dataclass(frozen=True)
class Position:
    """A moment of choosing.

    Parameters
    ----------
    room : the game's (estimate.opener_rooms).
    kind : one of the room's, or "given".
    words : what it is, one line.
    table : (1,) TABLE. match : (1,) MATCH at the moment of choosing, with the policies of both seats.
    given : cards in hand of each seat as a set, or None where the hand is hidden.
    kept : cards that every hand of the seat holds (given or seen by the other).
    """

    room: OpenerRoom
    kind: str
    words: str
    table: np.ndarray
    match: np.ndarray
    given: tuple[int | None, int | None] = (None, None)
    kept: tuple[int, int] = (0, 0)
    facts: dict[str, Any] = field(default_factory=dict)

    def unseen(self, seat: int) -> int:
        """Cards of a seat that lie in hand or deck, as a set, without those whose place in the deck is fixed."""
        return self.room.unseen(self.match, seat)

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
        free = [card for card in range(self.room.cards) if (self.unseen(seat) & ~kept) >> card & 1]
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


def facts_of(game: Game, who: tuple[Any, Any], match: np.ndarray) -> dict[str, Any]:
    """What is public at a position: turn, whose it is, and of each player life, size of hand, discards, super meter,
    knocked down. `who`: both characters."""
    room = opener_room(game.id)
    public = match[0]["public"]
    out: dict[str, Any] = {"turn": int(public["turn"])}
    if "active" in public.dtype.names:
        out["active"] = ("p1", "p2")[int(public["active"])]
    for seat, name in enumerate(("p1", "p2")):
        me = match[0]["public"]["fighter"][seat]
        pile = int(me["discard"])
        out[name] = {
            "life": int(me["life"]),
            "hand_size": int(me["hand_count"]),
            "discard": [room.card_name(game, who[seat], card) for card in range(room.cards) if pile >> card & 1],
            "knocked_down": bool(me["down"]),
            **({"meter": int(me["meter"])} if "meter" in me.dtype.names else {}),
        }
    return out


def in_words(match: np.ndarray) -> str:
    """Lives and hands of a position, for people."""
    parts = []
    for seat in range(2):
        me = match[0]["public"]["fighter"][seat]
        more = f", {me['meter']} meter" if "meter" in me.dtype.names else ""
        more += ", knocked down" if me["down"] else ""
        parts.append(f"life {me['life']}, {me['hand_count']} cards{more}")
    public = match[0]["public"]
    whose = f", player {int(public['active']) + 1}'s" if "active" in public.dtype.names else ""
    return f"turn {public['turn']}{whose}; player 1: {parts[0]}; player 2: {parts[1]}"


def self_play(game: Game, a: str, b: str, kind: str, policy: str, seed: int, count: int = 1) -> list[Position]:
    """Positions of one kind from games that a policy plays with itself, one of each game in which there is one.

    Parameters
    ----------
    a, b : ids of the characters of player 1 and 2. kind : one of the room's.
    count : how many; of some kinds there is only one.

    Raises
    ------
    BadInput : where too few games come to such a position.
    """
    room = opener_room(game.id)
    wanted = room.tests[kind]
    who = (game.character(a), game.character(b))
    found: list[Position] = []
    table = room.pack_table(game, a, b)
    number = 0
    while len(found) < (1 if kind in room.single else count):
        if number == GAMES:
            raise BadInput(f"in {GAMES} games of self-play there was no position {kind!r}", field="position")
        match = next(
            (each for each in _moments(room, table, policy, seed, pair_key(a, b), number) if wanted(table, each)), None
        )
        number += 1
        if match is not None:
            room.forget(match)
            shown = (
                int(match[0]["public"]["fighter"][seat]["shown"]) & int(match[0]["own"][seat]["hand"])
                for seat in range(2)
            )
            words = room.titles[kind] if kind in room.single else in_words(match)
            kept = (next(shown), next(shown))
            facts = facts_of(game, who, match)
            found.append(Position(room, kind, words, table, match, (None, None), kept, facts))
    return found


def _moments(
    room: OpenerRoom, table: np.ndarray, policy: str, seed: int, pair: int, number: int
) -> Iterator[np.ndarray]:
    """Every moment of choosing in one game; the yielded record is played on afterwards."""
    match = np.zeros(1, room.match)
    m = match[0]
    m["policy"] = policy_code(policy)
    room.engine.start_game(table[0], m, seed, pair, number)
    while not m["over"]:
        to_openers(room, table, match)
        if m["over"]:
            return
        yield match.copy()
        m["part"] = room.parts[1]
        room.engine.play_turn(table[0], m)


def to_openers(room: OpenerRoom, table: np.ndarray, match: np.ndarray) -> None:
    """Play a turn up to the moment of choosing."""
    match[0]["part"] = room.parts[0]
    room.engine.play_turn(table[0], match[0])
    match[0]["part"] = 0
