"""Books of a referee of Yomi 2: what both players have, and a log that is read against what must happen next.

Plain Python from the models of the cards; nothing of the engine's tables or code is used.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from yomisim.cards.load import Game
from yomisim.cards.yomi2.pack import deck_of
from yomisim.cards.yomi2.schema import Card
from yomisim.replay import Replay

HAND_LIMIT, MOST_METER, MOST_RESHUFFLES = 12, 3, 1
ATTACKS = ("strike", "projectile")
LANDING = (*ATTACKS, "throw")


class Objection(AssertionError):
    """Something happened that the rules do not say, or did not happen."""


def other(who: str) -> str:
    return "b" if who == "a" else "a"


@dataclass
class Side:
    """What one player has."""

    id: str
    cards: dict[str, Card]
    most_points: int
    most_life: int
    life: int
    deck: Counter[str]
    gem: bool
    hand: Counter[str] = field(default_factory=Counter)
    pile: Counter[str] = field(default_factory=Counter)
    table: Counter[str] = field(default_factory=Counter)
    removed: Counter[str] = field(default_factory=Counter)
    ongoing: list[int] = field(default_factory=list)  # last turns of the copies of the ability card in play
    meter: int = 0
    reshuffles: int = 0
    storm_until: int = 0
    storm_used: bool = False
    skips: bool = False
    jailed: bool = False
    down: bool = False
    down_next: bool = False
    edge: bool = False
    edge_next: bool = False
    # this turn
    opener: str | None = None
    meter_before: int = 0  # before the super was paid
    was_hit: bool = False
    has_hit: bool = False
    first_hit_bonus: int = 0
    no_combo: bool = False
    combo_damage: int = 0

    def held(self) -> int:
        return self.hand.total()

    def begin_turn(self) -> None:
        self.opener = None
        self.was_hit = self.has_hit = self.no_combo = False
        self.first_hit_bonus = self.combo_damage = 0


def side_of(character: Any, game: Game) -> Side:
    """A player at the start: opening cards in hand, one of each super in the discard pile, the rest in the deck."""
    deck = deck_of(character, game.worn_gem)
    cards = {card.slot: card for card in deck.moves if card.kind != "storm"}
    life = deck.character.hit_points
    side = Side(character.id, cards, deck.character.max_combo, life, life, Counter(), game.worn_gem is not None)
    side.deck = Counter({slot: card.copies for slot, card in cards.items()})
    for slot in ("S1", "S2"):
        move(side.deck, side.pile, slot)
    for slot in ("high_block", "low_block", "throw", *(("burst",) if side.gem else ())):
        move(side.deck, side.hand, slot)
    return side


def move(source: Counter[str], target: Counter[str], slot: str) -> None:
    """A card goes from one place to another; it must be there."""
    if source[slot] <= 0:
        raise Objection(f"there is no {slot}")
    source[slot] -= 1
    target[slot] += 1


class Books:
    """Both players, and the log of a turn that is read row by row."""

    def __init__(self, game: Game, replay: Replay) -> None:
        self.replay = replay
        self.sides = {who: side_of(one, game) for who, one in zip("ab", replay.characters, strict=True)}
        self.turn = 0
        self.active = "a"
        self.over = False
        self.rows: list[dict[str, Any]] = []
        self.at = 0

    # reading

    def follows(self, event: str, who: str, **columns: Any) -> bool:
        """Whether this comes next."""
        row = self.rows[self.at] if self.at < len(self.rows) else {"event": None}
        expected = {"event": event, "player": who, **columns}
        return all(row.get(name) == value for name, value in expected.items())

    def read(self, event: str, who: str | None = None, **columns: Any) -> dict[str, Any]:
        """The next row, which must be this."""
        row = self.rows[self.at] if self.at < len(self.rows) else {}
        expected = {"event": event, "player": who, **columns}
        if any(row.get(name) != value for name, value in expected.items()):
            raise Objection(f"turn {self.turn}: {expected} must come next, not {row}")
        self.at += 1
        return row

    # what happens

    def end(self, winner: str | None, ending: str) -> None:
        self.read("game_over", winner, ending=ending)
        self.over = True

    def look_at_life(self) -> None:
        """Whoever is at 0 has lost."""
        out = [who for who in "ab" if self.sides[who].life <= 0]
        if len(out) == 2:
            self.end(None, "both_at_zero")
        elif out:
            self.end(other(out[0]), "knockout")

    def lose(self, who: str, amount: int, reason: str) -> None:
        """Life is lost, which may end the game."""
        if amount > 0:
            side = self.sides[who]
            side.life -= amount
            self.read("damage", who, amount=amount, life=side.life, reason=reason)
            self.look_at_life()

    def strike(self, who: str, amount: int, reason: str) -> None:
        """`who` hits the other player."""
        if amount > 0:
            me = self.sides[who]
            if not me.has_hit:
                amount += me.first_hit_bonus
            me.has_hit = True
            me.combo_damage += amount
            self.sides[other(who)].was_hit = True
            self.lose(other(who), amount, reason)

    def heal(self, who: str, amount: int) -> None:
        side = self.sides[who]
        before, side.life = side.life, min(side.most_life, side.life + amount)
        self.read("heal", who, amount=side.life - before, life=side.life)

    def gain_meter(self, who: str, amount: int, reason: str) -> None:
        side = self.sides[who]
        before, side.meter = side.meter, min(MOST_METER, side.meter + amount)
        self.read("meter", who, amount=side.meter - before, meter=side.meter, reason=reason)

    def top_of_deck(self, who: str) -> bool:
        """Whether a card can be taken from the deck, which is refilled once; the second time the game ends."""
        side = self.sides[who]
        while side.deck.total() == 0:
            if side.reshuffles == MOST_RESHUFFLES:
                a, b = (self.sides[each].life for each in "ab")
                self.end(None if a == b else ("a" if a > b else "b"), "time_over")
                return False
            side.reshuffles += 1
            stays = Counter(slot for slot in ("low_block", "high_block", "S1", "S2") if side.pile[slot] > 0)
            side.deck, side.pile = side.pile - stays, stays
            self.read("reshuffle", who, cards=side.deck.total(), times=side.reshuffles)
        return True

    def draw(self, who: str, count: int, reason: str) -> None:
        side = self.sides[who]
        for _ in range(count):
            if self.over or not self.top_of_deck(who):
                return
            full = side.held() >= HAND_LIMIT
            row = self.read("overflow" if full else "draw", who, reason=reason)
            move(side.deck, side.pile if full else side.hand, row["card"])

    def knock_down(self, who: str) -> None:
        self.sides[who].down_next = True
        self.read("knockdown", who, combat="next")

    def gain_edge(self, who: str) -> None:
        self.sides[who].edge_next = True
        self.read("edge", who, combat="next")

    # what cards are worth now

    def wind(self, who: str) -> bool:
        """Whether Wind Summon is in play for this player."""
        return self.sides[who].id == "grave" and bool(self.sides[who].ongoing)

    def card(self, who: str, slot: str) -> Card:
        return self.sides[who].cards[slot]

    def damage(self, who: str, slot: str) -> int:
        card, side = self.card(who, slot), self.sides[who]
        if card.damage_by_meter:
            return card.damage_by_meter[max(side.meter_before, 1) - 1]
        return (card.damage or 0) + (4 if card.kind == "projectile" and self.wind(who) else 0)

    def points(self, who: str, slot: str) -> int:
        card = self.card(who, slot)
        if card.class_ == "super" and card.combo_type and self.wind(who):
            return 2
        return card.combo_points or 0

    def cost(self, who: str, slot: str) -> int:
        """Meter that a super takes; none under the green storm."""
        card, side = self.card(who, slot), self.sides[who]
        if card.class_ != "super" or side.storm_until:
            return 0
        return max(side.meter, card.meter_cost) if card.spends_all_meter else card.meter_cost

    def pay(self, who: str, slot: str) -> None:
        side, cost = self.sides[who], self.cost(who, slot)
        side.meter_before = side.meter
        if cost > side.meter:
            raise Objection(f"turn {self.turn}: {slot} cannot be paid")
        if cost > 0:
            side.meter -= cost
            self.read("meter", who, amount=-cost, meter=side.meter, reason="super")
