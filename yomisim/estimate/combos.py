"""Combo damage: for every starter the combo that deals most, with its moves, for every number of cards.

Exact, by the search of :mod:`yomisim.rules.yomi1.combo_tables`. Damage is that of the cards: what abilities add on the
way (a card drawn in mid-combo, a game that ends before the combo does) is not in it, except where a switch says so.

A combo *costs* all cards that leave the hand for it: its moves, mandatory Aces, and pumps. Its *combo points* are the
printed points of its moves. A *starter* is an attack or throw that can be the combat card (after a dodge: the move that
hits back).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from yomisim.cards.load import Game
from yomisim.cards.yomi1.pack import side_name
from yomisim.cards.yomi1.schema import SIDE_NAMES, Character
from yomisim.cards.yomi1.tables import ACE, CARDS, JOKER, KIND_NAMES, RANK_NAMES
from yomisim.errors import BadInput, check_type, unknown
from yomisim.estimate.combo_parts import AnyCombo, AnyCombos, Starter
from yomisim.estimate.combo_switches import Setting, make_position, read_setting, switches_of
from yomisim.paths import label
from yomisim.rules.yomi1.combo_tables import ACE_COST, COLUMNS, NEVER, SCALE, legal, search
from yomisim.rules.yomi1.state import NO_SIDE

#: The rank 10 in players' notation.
_TEN = "T"
_FIRST_ROWS = 1 << 10


@dataclass(frozen=True)
class Combo(AnyCombo):
    """One combo; `steps` are (side, pumps). aces : how many of the cards are Aces."""

    COSTS: ClassVar[dict[str, str]] = {"aces": "Aces"}

    aces: int

    def costs(self) -> list[str]:
        """How many Aces, in words."""
        return [f"{self.aces} Ace{'' if self.aces == 1 else 's'}"]


@dataclass(frozen=True)
class Place:
    """Where combos are looked for: a character of a game, switches, what is in hand.

    cards : by rank index, all that may be played: a hand, or what is left of the deck. opening : the starter that has
    been played, whose cards are among `cards`; None for any.
    """

    game: Game
    character: Character
    setting: Setting
    after_dodge: bool
    cards: tuple[int, ...]
    is_hand: bool
    opening: int | None
    position: np.ndarray = field(repr=False)

    @property
    def hand(self) -> np.uint64:
        """The cards as a set; of each rank those with the lowest numbers."""
        return as_set(self.cards)

    def able(self) -> list[int]:
        """Sides with which these cards can begin a combo, whether or not another one is the opening."""
        sides = int(legal(self.position[0], self.hand, NO_SIDE, NO_SIDE, np.int64(0), np.int64(0))[0])
        return [side for side in range(64) if sides >> side & 1]

    def starters(self) -> list[int]:
        """Sides that may begin."""
        return [side for side in self.able() if self.opening in (None, side)]

    def card_names(self) -> list[str]:
        """Every card by its rank."""
        return [rank for rank, n in zip(RANK_NAMES, self.cards) for _ in range(n)]

    @property
    def called(self) -> str:
        """Game and character, as a sentence names them."""
        return f"{self.game.title}, {self.game.edition} edition, {self.character.short_name}"

    @property
    def doubt(self) -> str:
        """What figures rest on that no source gives, in words: nothing in this game."""
        return ""

    def switch_texts(self) -> dict[str, list[str]]:
        """Option -> the switches that it takes."""
        known = switches_of(self.character)
        texts = {"--with": [switch.text for switch in known if not switch.always]}
        always = [switch.text for switch in known if switch.always]
        return texts | ({"--without": always} if always else {})


def as_set(counts: Iterable[int]) -> np.uint64:
    """So many cards of each rank as a set in card space."""
    return np.uint64(sum(((1 << n) - 1) << 4 * rank for rank, n in enumerate(counts)))


def find_place(
    game: Game,
    character: str,
    *,
    hand: Mapping[int, int] | None = None,
    opening: str | None = None,
    after_dodge: bool = False,
    switches: Iterable[str] = (),
    without: Iterable[str] = (),
    meter: int | None = None,
) -> Place:
    """A place by names. `hand` holds numbers of cards by rank index: what is left in hand when the starter (if
    `opening` names one) and the cards of the switches have been played.

    Raises
    ------
    BadInput
        for unknown names, more cards than the deck has, an opening that cannot be played, and for meter.
    """
    if meter is not None:
        raise BadInput(f"there is no super meter in {game.title}; leave it out", field="meter")
    who = game.character(character)
    setting = read_setting(who, switches, without)
    position = make_position(who, setting, after_dodge)
    side = None if opening is None else _opening(who, opening)
    copies = [who.card(rank).copies for rank in RANK_NAMES]
    spent = setting.spent()
    left = [n - spent[rank] for n, rank in zip(copies, RANK_NAMES)]
    if min(left) < 0:
        short = left.index(min(left))
        name = RANK_NAMES[short]
        raise BadInput(f"the switches need {spent[name]} cards of rank {name}; the deck has {copies[short]}")
    cards = list(left)
    if hand is not None:
        opened = Counter() if side is None else _cards_of(position, side)
        cards = [hand.get(rank, 0) + opened[rank] for rank in range(len(RANK_NAMES))]
        for rank, n in enumerate(cards):
            if n > left[rank]:
                raise BadInput(_too_many(rank, n, copies[rank], opened[rank], spent[RANK_NAMES[rank]]), field="hand")
    place = Place(game, who, setting, after_dodge, tuple(cards), hand is not None, side, position)
    if side is not None and side not in place.starters():
        raise BadInput(f"{side_name(who, side)} cannot begin a combo here{_why_not(place, side)}", field="opening")
    return place


def _opening(who: Character, name: str) -> int:
    """The side of an attack or throw by its name, ``7 throw`` or ``AA``."""
    check_type("opening", name, str, 'a move such as "7 throw"')
    hits = [
        (text, 4 * RANK_NAMES.index(card.rank) + SIDE_NAMES.index(side))
        for text, card, side in who.moves()
        if card.side(side).kind in ("attack", "throw")
    ]
    wanted = "".join(name.split()).lower()
    exact = [side for text, side in hits if "".join(text.split()).lower() == wanted]
    if exact:
        return exact[0]
    fitting = [side for text, side in hits if wanted in _short_names(who, text, side)]
    if len(fitting) == 1:
        return fitting[0]
    known = [text for text, _ in hits]
    if fitting:
        raise BadInput(
            f"{name!r} can be {' or '.join(side_name(who, side) for side in fitting)}; say which", field="opening"
        )
    raise unknown(f"starter of {who.short_name}", name, known, field="opening")


def _short_names(who: Character, text: str, side: int) -> set[str]:
    """What a move may be called besides its name: its rank, its printed name, its rank and kind, ``AA``, ``t10``; in
    small letters, without blanks."""
    rank = RANK_NAMES[side >> 2]
    printed = who.side(rank, SIDE_NAMES[side & 3])
    names = {rank, printed.name, f"{rank} {printed.kind}", token(who, side), "A" * printed.aces}
    if rank == "10":
        names |= {_TEN, token(who, side).replace(_TEN, rank)}
    return {"".join(each.split()).lower() for each in names if each}


def _cards_of(position: np.ndarray, side: int) -> Counter[int]:
    """Cards by rank that a starter takes: the card and its Aces."""
    return Counter([side >> 2] + [ACE] * int(position[0]["char"]["extra_aces"][side]))


def _too_many(rank: int, n: int, copies: int, opened: int, spent: int) -> str:
    what = "Jokers" if rank == JOKER else f"cards of rank {RANK_NAMES[rank]}"
    with_them = [text for number, text in ((opened, "the opening"), (spent, "the switches")) if number]
    also = f" with {' and '.join(with_them)}" if with_them else ""
    return f"{n + spent} {what}{also}; the deck has {copies}"


def _why_not(place: Place, side: int) -> str:
    requires = place.character.side(RANK_NAMES[side >> 2], SIDE_NAMES[side & 3]).requires
    return f"; it needs {requires} in play (--with {requires!r})" if requires else ""


def token(who: Character, side: int) -> str:
    """A move in players' notation: ``7``, ``t8``, ``AA``, ``tAA``, ``dJ`` for a side that needs something in play."""
    rank = RANK_NAMES[side >> 2]
    printed = who.side(rank, SIDE_NAMES[side & 3])
    throw = "t" if printed.kind == "throw" else ""
    if side >> 2 == ACE:
        return throw + "A" * max(printed.aces, 1)
    mark = "d" if printed.requires else throw
    return mark + (_TEN if rank == "10" else rank)


def notation(who: Character, steps: Iterable[tuple[int, int]]) -> str:
    """A combo in players' notation, ``t8>2>K+``."""
    return ">".join(token(who, side) + "+" * pumps for side, pumps in steps)


class Memory:
    """The search at one position: answers are kept from starter to starter."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._make(_FIRST_ROWS)

    def _make(self, rows: int) -> None:
        self.rows = rows
        best, first = np.empty((2, rows, COLUMNS), np.int64)
        self.arrays = (np.zeros((rows, 2), np.uint64), best, first, np.zeros(2, np.int64))

    def by_cards(self, side: int) -> tuple[Combo, ...]:
        """The best combo that begins with `side` for each number of cards, up to that of the greatest damage."""
        scores = np.empty(COLUMNS, np.int64)
        steps = np.empty((COLUMNS, CARDS, 2), np.int64)
        p, hand = self.place.position[0], self.place.hand
        while not search(p, hand, np.int64(side), *self.arrays, scores, steps):
            self._make(4 * self.rows)
        most = int(np.argmax(scores))
        return tuple(self._combo(k, int(scores[k]), steps[k]) for k in range(1, most + 1) if scores[k] > NEVER)

    def _combo(self, cards: int, score: int, rows: np.ndarray) -> Combo:
        steps = tuple((int(side), int(pumps)) for side, pumps in rows if side >= 0)
        damage = -(-score // int(SCALE))
        aces = (int(SCALE) * damage - score) // int(ACE_COST)
        points = sum(int(self.place.position[0]["char"]["points"][side]) for side, _ in steps)
        return Combo(steps, notation(self.place.character, steps), damage, cards, points, aces)


@dataclass(frozen=True)
class Combos(AnyCombos[Combo]):
    """The best combos at a place."""

    KIND: ClassVar[type[AnyCombo]] = Combo
    WHERE: ClassVar[list[str]] = ["game", "edition", "character", "switches", "after_dodge"]
    SIGNS: ClassVar[str] = "+ is a pump, AA takes two Aces"

    place: Place

    @cached_property
    def starters(self) -> tuple[Starter[Combo], ...]:
        """Every starter that can be played, in the order of the ranks."""
        memory = Memory(self.place)
        who = self.place.character
        kinds = self.place.position[0]["char"]["kind"]
        return tuple(
            Starter(side, side_name(who, side), KIND_NAMES[kinds[side]], memory.by_cards(side))
            for side in self.place.starters()
        )

    def where(self) -> list[Any]:
        """The values of WHERE."""
        place = self.place
        names = "; ".join(place.setting.names)
        return [place.game.id, place.game.edition, place.character.id, names, place.after_dodge]

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        place = self.place
        best = self.best
        record = {
            "game": place.game.id,
            "character": place.character.id,
            "edition": place.game.edition,
            "switches": place.setting.names,
            "after_dodge": place.after_dodge,
            "data": label(place.game.folder),
            "data_hash": place.game.data_hash,
            "starters": [starter.record() for starter in self.starters],
        }
        if place.is_hand:
            record["hand"] = [rank for rank, n in zip(RANK_NAMES, self._left()) for _ in range(n)]
            record["best"] = None if best is None else {"starter": best.name, **best.best.record()}
        if place.opening is not None:
            record["opening"] = side_name(place.character, place.opening)
        return record

    def _left(self) -> list[int]:
        """The hand as it was given: without the opening."""
        place = self.place
        opened = Counter() if place.opening is None else _cards_of(place.position, place.opening)
        return [n - opened[rank] for rank, n in enumerate(place.cards)]
