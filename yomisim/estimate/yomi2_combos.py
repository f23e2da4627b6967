"""Combo damage of Yomi 2: for every starter the combo that deals most, with its moves, combo points and meter.

Exact, by the search of :mod:`yomisim.rules.yomi2.combo_tables`. Damage is that of the cards: moves and pumps. What
abilities add on the way, and a game that ends before the combo does, are not in it, except where a switch says so.

A combo costs the cards that leave the hand for it, its moves and payments of pumps. `meter` is what it needs before its
first move (the least with which it can be played), `meter_gained` what its chains add, `meter_spent` what its supers
take. A *starter* is an attack, a throw, or a dodge that hits back by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from yomisim.cards.doubt import provisional, provisional_gem, sentence
from yomisim.cards.load import Game
from yomisim.cards.yomi2.pack import Deck, deck_of, pack_character, pack_rules
from yomisim.cards.yomi2.pack_traits import sources
from yomisim.cards.yomi2.schema import Character
from yomisim.cards.yomi2.tables import KIND_NAMES, MAX_METER, MOVES
from yomisim.errors import BadInput, check_type, unknown
from yomisim.estimate.combo_parts import AnyCombo, AnyCombos, Starter
from yomisim.paths import label
from yomisim.rules.yomi2.combo_tables import NEVER, PAYS, able_with, new_search, search

STORM = "storm"


@dataclass(frozen=True)
class Combo(AnyCombo):
    """One combo; `steps` are (move, pumps). meter : needed before the first move."""

    COSTS: ClassVar[dict[str, str]] = {"meter": "meter", "meter_spent": "spent", "meter_gained": "gained"}

    meter: int
    meter_spent: int
    meter_gained: int

    def costs(self) -> list[str]:
        """What it takes and gives beside cards and points, in words."""
        return [f"needs {self.meter} meter", f"spends {self.meter_spent}", f"gains {self.meter_gained}"]


@dataclass(frozen=True)
class Switch:
    """A lasting change that may be on: `name` for ``--with``, the move that lies in play (None: the storm), its bit."""

    name: str
    move: int | None
    bit: int

    @property
    def text(self) -> str:
        """As a list of switches shows it."""
        what = "the gem's storm is on" if self.move is None else "the card lies in play"
        return f"{self.name}: {what}"


@dataclass(frozen=True)
class Setting:
    """The switches that are on: their names, as typed in the card files, and the variant that they make."""

    switches: tuple[Switch, ...]

    @property
    def names(self) -> list[str]:
        """By name."""
        return [switch.name for switch in self.switches]

    @property
    def variant(self) -> int:
        """Which of the packed records of the character counts."""
        return sum(1 << switch.bit for switch in self.switches)


@dataclass(frozen=True)
class Place:
    """Where combos are looked for: a character with its gem, switches, what is in hand.

    cards : number of cards by move, all that may be played: a hand, or what is left of the deck. opening : the starter
    that has been played, whose card is among `cards`; None for any. meter : before the first move; None for any.
    """

    game: Game
    character: Character
    deck: Deck
    setting: Setting
    after_dodge: bool
    cards: tuple[int, ...]
    is_hand: bool
    opening: int | None
    meter: int | None
    question: np.ndarray = field(repr=False)

    @property
    def hand(self) -> np.uint64:
        """The cards as a set."""
        return as_set(self.cards)

    @property
    def meters(self) -> list[int]:
        """Meters to begin with."""
        return list(range(int(self.game.rules.meter_max) + 1)) if self.meter is None else [self.meter]

    def starters(self) -> list[int]:
        """Moves that may begin."""
        able = int(able_with(self.question[0], self.hand, np.int64(max(self.meters))))
        return [move for move in range(MOVES) if able >> move & 1 and self.opening in (None, move)]

    def card_names(self) -> list[str]:
        """Every card by its slot."""
        return [self.deck.slot(move) for move, n in enumerate(self.cards) for _ in range(n)]

    def hand_names(self) -> list[str]:
        """The hand as it was given: without the opening."""
        return _without(self.card_names(), [] if self.opening is None else [self.deck.slot(self.opening)])

    @property
    def called(self) -> str:
        """Game, gem and character, as a sentence names them."""
        gem = "no gem" if self.game.worn_gem is None else f"the {self.game.worn_gem.name} gem"
        return f"{self.game.called}, {self.character.short_name} with {gem}"

    @property
    def provisional(self) -> bool:
        """Whether a figure rests on card values that no source gives."""
        return bool(provisional(self.game, [self.character.id])) or provisional_gem(self.game)

    @property
    def doubt(self) -> str:
        """The same in words, empty where all values are known."""
        names = [self.game.characters[i].short_name for i in provisional(self.game, [self.character.id])]
        return sentence(names, self.game.gem if provisional_gem(self.game) else None)

    def switch_texts(self) -> dict[str, list[str]]:
        """Option -> the switches that it takes."""
        return {"--with": [switch.text for switch in switches_of(self.deck)]}


def _without(names: list[str], gone: list[str]) -> list[str]:
    left = Counter(names) - Counter(gone)
    return list(left.elements())


def as_set(counts: Iterable[int]) -> np.uint64:
    """So many cards of each move as a set in card space."""
    return np.uint64(sum(1 << move + MOVES * copy for move, n in enumerate(counts) for copy in range(n)))


def switches_of(deck: Deck) -> list[Switch]:
    """What may be on: each card that changes moves while it stays in play, and the storm."""
    found = []
    for k, source in enumerate(sources(deck)):
        if source.slot == STORM:
            found.append(Switch(STORM, None, k))
        else:
            move = deck.number(source.slot)
            found.append(Switch(deck.moves[move].name or source.slot, move, k))
    return found


def find_place(
    game: Game,
    character: str,
    *,
    hand: Mapping[str, int] | None = None,
    opening: str | None = None,
    after_dodge: bool = False,
    switches: Iterable[str] = (),
    without: Iterable[str] = (),
    meter: int | None = None,
) -> Place:
    """A place by names. `hand` holds numbers of cards by slot: what is left in hand when the starter (if `opening`
    names one) and the cards of the switches have been played.

    Raises
    ------
    BadInput
        for unknown names, more cards than the deck has, too much meter, and an opening that cannot be played.
    """
    who = game.character(character)
    deck = deck_of(who, game.worn_gem)
    if list(without):
        raise BadInput("nothing is always on in this game that could be switched off", field="without")
    most = min(int(game.rules.meter_max), MAX_METER)
    if meter is not None and not (isinstance(meter, int) and 0 <= meter <= most):
        raise BadInput(f"{meter} is out of range; it must be 0 to {most}", field="meter")
    setting = _read_setting(deck, switches)
    record = pack_character(deck, game.rules)[setting.variant]
    copies = [card.copies for card in deck.moves]
    left = list(copies)
    for switch in setting.switches:
        if switch.move is not None:
            left[switch.move] -= 1
    opened = None if opening is None else _opening(deck, opening)
    cards = list(left)
    if hand is not None:
        cards = [0] * len(copies)
        for slot, n in hand.items():
            cards[deck.number(slot)] += n
        if opened is not None:
            cards[opened] += 1
        for move, n in enumerate(cards):
            if n > left[move]:
                raise BadInput(f"{n} cards {deck.slot(move)}; the deck has {left[move]} for this", field="hand")
    question = new_search(pack_rules(game.rules), record, after_dodge)
    place = Place(game, who, deck, setting, after_dodge, tuple(cards), hand is not None, opened, meter, question)
    if opened is not None and opened not in place.starters():
        raise BadInput(f"{deck.slot(opened)} cannot begin a combo here", field="opening")
    return place


def _read_setting(deck: Deck, names: Iterable[str]) -> Setting:
    known = {switch.name.lower(): switch for switch in switches_of(deck)}
    by_slot = {deck.slot(switch.move): switch for switch in known.values() if switch.move is not None}
    found: dict[int, Switch] = {}
    for name in names:
        check_type("with", name, str, "the name of a card that stays in play")
        word = " ".join(name.split())
        switch = known.get(word.lower()) or by_slot.get(word.lower())
        if switch is None:
            if not known:
                raise BadInput(f"no card of {deck.character.short_name} changes combos while in play", field="with")
            raise unknown(f"switch of {deck.character.short_name}", name, [s.name for s in known.values()])
        found[switch.bit] = switch
    return Setting(tuple(found[k] for k in sorted(found)))


def _opening(deck: Deck, name: str) -> int:
    check_type("opening", name, str, 'a move such as "throw"')
    wanted = " ".join(name.split()).lower()
    for move, card in enumerate(deck.moves):
        if wanted in (card.slot.lower(), card.name.lower() if card.name else None):
            return move
    raise unknown("opening", name, [card.slot for card in deck.moves], field="opening")


def token(deck: Deck, move: int) -> str:
    """A move in players' notation: its slot."""
    return deck.slot(move)


def notation(deck: Deck, steps: Iterable[tuple[int, int]]) -> str:
    """A combo in players' notation, ``throw>D>E`` or ``Z+>S1``."""
    return ">".join(token(deck, move) + "+" * pumps for move, pumps in steps)


@dataclass(frozen=True)
class Combos(AnyCombos[Combo]):
    """The best combos at a place."""

    KIND: ClassVar[type[AnyCombo]] = Combo
    WHERE: ClassVar[list[str]] = [
        *("game", "edition", "gem", "character", "provisional", "switches", "after_dodge"),
    ]

    place: Place

    @cached_property
    def starters(self) -> tuple[Starter[Combo], ...]:
        """Every starter that can be played, in the order of the moves."""
        place = self.place
        return tuple(
            Starter(move, token(place.deck, move), self._kind(move), self._by_cards(move)) for move in place.starters()
        )

    def _kind(self, move: int) -> str:
        return KIND_NAMES[self.place.question[0]["char"]["kind"][move]]

    def _by_cards(self, move: int) -> tuple[Combo, ...]:
        """The best combo that begins with `move` for each number of cards, up to that of the greatest damage."""
        place, q = self.place, self.place.question[0]
        best: dict[int, Combo] = {}
        for meter in place.meters:
            if search(q, place.hand, np.int64(move), np.int64(meter)) == 0:
                continue
            for cards, score in enumerate(q["score"]):
                if score > NEVER:
                    combo = self._combo(q, cards, meter)
                    if cards not in best or combo.order < best[cards].order:
                        best[cards] = combo
        most = min(best.values(), key=lambda combo: combo.order).cards
        return tuple(best[cards] for cards in sorted(best) if cards <= most)

    def _combo(self, q: Any, cards: int, meter: int) -> Combo:
        steps: list[list[int]] = []
        for code in q["best"][cards]:
            if code >= PAYS:
                steps[-1][1] += 1
            elif code >= 0:
                steps.append([int(code), 0])
        moves = tuple((move, pumps) for move, pumps in steps)
        figures = (int(q[name][cards]) for name in ("spent", "gained"))
        damage, points = int(q["damage"][cards]), int(q["points"][cards])
        return Combo(moves, notation(self.place.deck, moves), damage, cards, points, meter, *figures)

    def where(self) -> list[Any]:
        """The values of WHERE."""
        place, game = self.place, self.place.game
        names = "; ".join(place.setting.names)
        return [game.id, game.edition, game.gem, place.character.id, place.provisional, names, place.after_dodge]

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        place, best = self.place, self.best
        record = {
            "game": place.game.id,
            "character": place.character.id,
            "edition": place.game.edition,
            "gem": place.game.gem,
            "provisional": place.provisional,
            "switches": place.setting.names,
            "after_dodge": place.after_dodge,
            "meter": place.meter,
            "data": label(place.game.folder),
            "data_hash": place.game.data_hash,
            "starters": [starter.record() for starter in self.starters],
        }
        if place.is_hand:
            record["hand"] = place.hand_names()
            record["best"] = None if best is None else {"starter": best.name, **best.best.record()}
        if place.opening is not None:
            record["opening"] = place.deck.slot(place.opening)
        return record
