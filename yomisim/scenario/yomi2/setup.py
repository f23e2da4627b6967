"""From the described state to the records of a game of Yomi 2."""

from __future__ import annotations

from collections import Counter

import numpy as np

from yomisim.cards.yomi2.constants import Rules
from yomisim.cards.yomi2.pack import Deck, pack_decks
from yomisim.cards.yomi2.pack_abilities import kind_bits, phrases
from yomisim.cards.yomi2.tables import KIND_NAMES, MOVES, VARIANT_BITS
from yomisim.errors import BadInput
from yomisim.play.yomi2 import start_game
from yomisim.policies.codes import SCRIPT
from yomisim.rules.yomi2.state import MATCH, STORM_ON, STORM_OVER
from yomisim.scenario.schema import PLAYERS
from yomisim.scenario.yomi2.deck_order import place_of
from yomisim.scenario.yomi2.notation import NamedCard, read_cards
from yomisim.scenario.yomi2.schema import Fighter, Scenario

DODGE = 1 << KIND_NAMES.index("dodge")
Zones = dict[str, list[int]]


class Deal:
    """Which card of one player goes where; every card once."""

    def __init__(self, player: str, deck: Deck) -> None:
        self.player = player
        self.deck = deck
        self.free = {move + MOVES * copy for move, card in enumerate(deck.moves) for copy in range(card.copies)}

    def take(self, named: NamedCard, field: str) -> int:
        """A free card that is meant by `named`."""
        move = self.deck.number(named.slot)
        fitting = sorted(card for card in self.free if card % MOVES == move)
        if not fitting:
            held = self.deck.moves[move].copies
            raise BadInput(f"{named} is named more often than the deck holds it ({held})", field=field)
        self.free.remove(fitting[0])
        return fitting[0]

    def zone(self, cards: list[str], name: str) -> list[int]:
        """The cards of one zone, as they are written."""
        field = f"{self.player}.{name}"
        return [self.take(named, field) for named in read_cards(cards, field)]

    def filler(self, hand: list[int], n: int) -> list[int]:
        """`n` more cards for a hand, spread over the moves; supers, abilities and the Burst come last."""
        chosen: list[int] = []
        for _ in range(n):
            if not self.free:
                most = len(hand) + len(chosen)
                raise BadInput(
                    f"there are not so many cards; the rest allows at most {most}", field=f"{self.player}.hand_size"
                )
            held = Counter(card % MOVES for card in hand + chosen)
            card = min(self.free, key=lambda c: (not self._ordinary(c), held[c % MOVES], c))
            self.free.remove(card)
            chosen.append(card)
        return chosen

    def _ordinary(self, card: int) -> bool:
        return self.deck.moves[card % MOVES].class_ in ("normal", "special")


def bits(cards: list[int]) -> np.uint64:
    """A set in card space."""
    return np.uint64(sum(1 << card for card in set(cards)))


def as_dealt(who: Fighter) -> bool:
    """Whether no card is named, so that the player has what the start of a game gives."""
    named = (who.hand, who.hand_size, who.discard, who.deck)
    return all(zone is None for zone in named) and not (who.deck_top or who.in_play or who.removed)


def _deal(player: str, who: Fighter, deck: Deck) -> Zones:
    deal = Deal(player, deck)
    zones = {
        "hand": deal.zone(who.hand or [], "hand"),
        "discard": deal.zone(who.discard or [], "discard"),
        "in_play": deal.zone(list(who.in_play), "in_play"),
        "removed": deal.zone(who.removed, "removed"),
        "top": deal.zone(who.deck_top, "deck_top"),
    }
    named = deal.zone(who.deck or [], "deck")
    if who.hand_size is not None:
        missing = who.hand_size - len(zones["hand"])
        if missing < 0:
            least = len(zones["hand"])
            raise BadInput(
                f"{who.hand_size} is fewer than the {least} cards named in hand", field=f"{player}.hand_size"
            )
        zones["hand"] += deal.filler(zones["hand"], missing)
    rest = sorted(deal.free)
    zones["deck"] = zones["top"] + (named if who.deck is not None else rest)
    zones["removed"] += rest if who.deck is not None else []
    return zones


def set_up(scenario: Scenario, rules: Rules, decks: tuple[Deck, Deck]) -> tuple[np.ndarray, np.ndarray]:
    """Table and match of a scenario, shape (1,) each, ready for its first turn.

    Raises
    ------
    BadInput
        for cards that a deck does not have, or that are named too often.
    """
    table = pack_decks(rules, decks)
    match = np.zeros(1, MATCH)
    m = match[0]
    m["policy"] = SCRIPT
    m["log_on"] = 1
    start_game(table[0], m, scenario.seed, 0, 0)
    _turns(scenario, m)
    for seat, player in enumerate(PLAYERS):
        who: Fighter = getattr(scenario, player)
        if not as_dealt(who):
            place_cards(m, seat, player, who, decks[seat], scenario.turn)
        describe(m, table, seat, player, who, scenario.turn, rules)
    if scenario.a.knocked_down and scenario.b.knocked_down:
        raise BadInput("both knocked down is nobody knocked down", field="b.knocked_down")
    m["log_rows"] = 0
    m["script"]["on"] = 1
    return table, match


def _turns(scenario: Scenario, m: np.void) -> None:
    """The turn before the first one is over; odd turns belong to whoever had the first."""
    chance = scenario.active == "chance"
    active = int(m["public"]["first"]) if chance else PLAYERS.index(scenario.active)
    m["public"]["turn"] = scenario.turn - 1
    m["public"]["first"] = active if scenario.turn % 2 == 1 else 1 - active
    m["public"]["active"] = 1 - active


def place_cards(m: np.void, seat: int, player: str, who: Fighter, deck: Deck, turn: int) -> None:
    """The cards that the file names, each in its zone."""
    zones = _deal(player, who, deck)
    me, deep = m["public"]["fighter"][seat], m["deep"][seat]
    m["own"][seat]["hand"] = bits(zones["hand"])
    me["hand_count"] = len(zones["hand"])
    me["shown"] = 0
    me["discard"] = bits(zones["discard"])
    me["removed"] = bits(zones["removed"])
    me["in_play"] = bits(zones["in_play"])
    _check_in_play(player, who, deck)
    for card, combats in zip(zones["in_play"], who.in_play.values(), strict=True):
        me["until"][card] = turn + combats - 1 if combats else 0
    deep["deck"] = bits(zones["deck"])
    wanted = [card % MOVES for card in zones["top"]]
    place = place_of(int(deep["key"]), int(deep["shuffles"]), zones["deck"], wanted, MOVES)
    if place is None:
        raise BadInput("so many cards in this order are too rare to be found; name fewer", field=f"{player}.deck_top")
    deep["cursor"] = place


def _check_in_play(player: str, who: Fighter, deck: Deck) -> None:
    """BadInput for a card that does not stay in play."""
    staying = [
        card.slot
        for card in deck.moves
        if any(p.name == "stay" for ability in card.abilities for p in phrases(ability, "does"))
    ]
    for named in read_cards(list(who.in_play), f"{player}.in_play"):
        if named.slot not in staying:
            known = ", ".join(staying) or "none"
            message = f"{named} does not stay in play; {deck.character.name}'s cards that do: {known}"
            raise BadInput(message, field=f"{player}.in_play")


def describe(m: np.void, table: np.ndarray, seat: int, player: str, who: Fighter, turn: int, rules: Rules) -> None:
    """Everything but the cards; `player` is what the file calls who sits there, `turn` the first one that is played."""
    me = m["public"]["fighter"][seat]
    full = int(table["char"][0, seat, 0]["hit_points"])
    if who.life is not None:
        if rules.heal_cap and who.life > full:
            raise BadInput(f"{who.life} is above the start; it is at most {full}", field=f"{player}.life")
        if who.life < 1 and not table["char"][0, seat]["undying"].any():
            raise BadInput(f"{who.life} is a lost game; at least 1", field=f"{player}.life")
        me["life"] = who.life
    if who.meter > rules.meter_max:
        raise BadInput(f"{who.meter} is above the limit of {rules.meter_max}", field=f"{player}.meter")
    me["meter"] = who.meter
    me["down"] = who.knocked_down
    me["edge"] = who.edge
    me["disabled"] = kind_bits([*who.disabled]) | (DODGE if who.knocked_down else 0)
    me["reshuffles"] = who.reshuffles
    me["skips"] = who.skips_main
    me["jailed"] = who.jailed
    me["countdown"] = who.countdown
    me["mirror_until"] = turn + who.mirror - 1 if who.mirror else 0
    if (who.storm or who.storm_used) and not table["char"][0, seat, 0]["has_storm"]:
        raise BadInput("no gem, no storm; name a gem", field=f"{player}.storm")
    if who.storm:
        me["storm"], me["storm_until"] = STORM_ON, turn + who.storm - 1
    elif who.storm_used:
        me["storm"] = STORM_OVER
    me["variant"] = variant_of(table["char"][0, seat, 0], int(me["in_play"]), bool(who.storm))


def variant_of(char: np.void, in_play: int, storm: bool) -> int:
    """As `rules.yomi2.zones.refresh_variant`, which only compiled code calls."""
    variant = sum(1 << k for k in range(VARIANT_BITS) if in_play & int(char["switch_cards"][k]))
    return variant | (1 << int(char["switch_storm"]) if storm and char["switch_storm"] >= 0 else 0)
