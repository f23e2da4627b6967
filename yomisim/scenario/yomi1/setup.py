"""From the described state to the records of a game."""

from __future__ import annotations

import numpy as np

from yomisim.cards.load import Game
from yomisim.cards.yomi1.pack import card_name, pack_table
from yomisim.cards.yomi1.pack_abilities import programs
from yomisim.cards.yomi1.schema import Character
from yomisim.cards.yomi1.tables import ACE, CARDS, JOKER, RANK_NAMES
from yomisim.errors import BadInput
from yomisim.play.yomi1 import start_game
from yomisim.policies.codes import SCRIPT
from yomisim.rules.yomi1.state import MATCH
from yomisim.scenario.schema import PLAYERS
from yomisim.scenario.yomi1.notation import NamedCard, read_cards
from yomisim.scenario.yomi1.schema import Fighter, Scenario


class Deal:
    """Which card of one player goes where; every card once."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.free = set(range(CARDS))

    def take(self, named: NamedCard, field: str) -> int:
        """A free card that is meant by `named`."""
        fitting = sorted(card for card in self.free if named.matches(card))
        if not fitting:
            raise BadInput(f"{named} is named more often than the deck holds it", field=field)
        self.free.remove(fitting[0])
        return fitting[0]

    def take_all(self, zones: dict[str, list[NamedCard]]) -> dict[str, list[int]]:
        """Cards for every zone. Cards with a suit come first, so that those without take what is left."""
        taken: dict[tuple[str, int], int] = {}
        for with_suit in (True, False):
            for zone, cards in zones.items():
                for i, named in enumerate(cards):
                    if (named.suit is not None) == with_suit:
                        taken[zone, i] = self.take(named, f"{self.player}.{zone}")
        return {zone: [taken[zone, i] for i in range(len(cards))] for zone, cards in zones.items()}

    def filler(self, hand: list[int], n: int) -> list[int]:
        """`n` idle cards: numbers spread over the ranks, Aces and Jokers last."""
        chosen: list[int] = []
        for _ in range(n):
            if not self.free:
                most = len(hand) + len(chosen)
                raise BadInput(
                    f"there are not so many cards; the rest allows at most {most}", field=f"{self.player}.hand_size"
                )
            held = [card >> 2 for card in hand + chosen]
            card = min(self.free, key=lambda c: (c >> 2 in (ACE, JOKER), held.count(c >> 2), c >> 2, -c))
            self.free.remove(card)
            chosen.append(card)
        return chosen


def bits(cards: list[int]) -> np.uint64:
    """A set in card space."""
    return np.uint64(sum(1 << card for card in set(cards)))


def _deal(player: str, who: Fighter) -> dict[str, list[int]]:
    zones = {
        "hand": read_cards(who.hand, f"{player}.hand"),
        "discard": read_cards(who.discard, f"{player}.discard"),
        "deck_top": read_cards(who.deck_top, f"{player}.deck_top"),
        "deck_bottom": read_cards(who.deck_bottom, f"{player}.deck_bottom"),
        "deck": read_cards(who.deck or [], f"{player}.deck"),
        "in_play": read_cards(who.in_play, f"{player}.in_play"),
    }
    for place in ("deck_top", "deck_bottom"):
        if who.deck is not None and zones[place]:
            raise BadInput(f"deck names the whole deck in order; {place} is then too much", field=f"{player}.{place}")
    deal = Deal(player)
    dealt = deal.take_all(zones)
    if who.hand_size is not None:
        missing = who.hand_size - len(dealt["hand"])
        if missing < 0:
            least = len(dealt["hand"])
            raise BadInput(
                f"{who.hand_size} is fewer than the {least} cards named in hand", field=f"{player}.hand_size"
            )
        dealt["hand"] += deal.filler(dealt["hand"], missing)
    rest = sorted(deal.free)
    dealt["placed"] = dealt["deck"] or dealt["deck_top"]
    dealt["removed"] = rest if who.deck is not None else []
    dealt["deck"] = dealt["deck"] if who.deck is not None else dealt["deck_top"] + rest + dealt["deck_bottom"]
    return dealt


def among(named: list[NamedCard], hand: list[int], field: str) -> list[int]:
    """The cards in hand that are meant."""
    free = list(hand)
    for card in sorted(named, key=lambda each: each.suit is None):
        found = next((held for held in free if card.matches(held)), None)
        if found is None:
            raise BadInput(f"{card} must be among the cards in hand", field=field)
        free.remove(found)
    return [card for card in hand if card not in free]


def _put_in_play(table: np.ndarray, m: np.void, seat: int, cards: list[int], character: Character) -> None:
    """As `rules.yomi1.zones.refresh_in_play`, which only compiled code calls."""
    staying = {program.rank for program in programs(character) if any("stay" in verb for verb in program.ability.does)}
    for card in cards:
        if RANK_NAMES[card >> 2] not in staying:
            known = ", ".join(rank for rank in RANK_NAMES if rank in staying) or "none"
            raise BadInput(
                f"{card_name(card)} does not stay in play; {character.short_name}'s ranks that do: {known}",
                field=f"{PLAYERS[seat]}.in_play",
            )
    me = m["public"]["fighter"][seat]
    printed = table["char"][0, seat, 0]
    me["in_play"] = bits(cards)
    me["variant"] = bool(bits(cards) & printed["changing"])
    me["usable"] = printed["gated"] if bits(cards) & printed["unlocking"] else np.uint64(0)


def set_up(scenario: Scenario, game: Game) -> tuple[np.ndarray, np.ndarray]:
    """Table and match of a scenario, shape (1,) each, ready for its first turn.

    Raises
    ------
    BadInput
        for characters or cards that do not exist, or cards named too often.
    """
    table = pack_table(game, scenario.a.character, scenario.b.character)
    match = np.zeros(1, MATCH)
    start_game(table[0], match[0], scenario.seed, 0, 0)
    m = match[0]
    for seat, (player, who) in enumerate(zip(PLAYERS, (scenario.a, scenario.b), strict=True)):
        dealt = _deal(player, who)
        me = m["public"]["fighter"][seat]
        if who.life is not None:
            if game.rules.life_cap and who.life > table["char"][0, seat, 0]["hit_points"]:
                most = table["char"][0, seat, 0]["hit_points"]
                raise BadInput(
                    f"{who.life} is above the start; in this edition it must be 1 to {most}", field=f"{player}.life"
                )
            me["life"] = who.life
        me["hand_count"] = len(dealt["hand"])
        me["discard"] = bits(dealt["discard"])
        for clock, card in enumerate(dealt["discard"], start=1):
            me["stamp"][card] = clock
        me["clock"] = len(dealt["discard"])
        me["removed"] = bits(dealt["removed"])
        _put_in_play(table, m, seat, dealt["in_play"], game.character(who.character))
        shown = among(read_cards(who.shown, f"{player}.shown"), dealt["hand"], f"{player}.shown")
        if who.marked is not None:
            marked = read_cards([who.marked], f"{player}.marked")
            if len(marked) != 1:
                raise BadInput("needs one card", field=f"{player}.marked")
            (me["mark_before"],) = among(marked, dealt["hand"], f"{player}.marked")
            shown.append(int(me["mark_before"]))
        me["shown"] = bits(shown)
        me["down"] = who.knocked_down
        me["speed_bonus"] = round(10 * who.speed)
        me["enders_only"] = who.enders_only
        me["no_pump"] = who.no_pump
        m["own"][seat]["hand"] = bits(dealt["hand"])
        deep = m["deep"][seat]
        deep["deck"] = bits(dealt["deck"])
        deep["placed"] = len(dealt["placed"])
        for place, card in enumerate(reversed(dealt["placed"])):
            deep["top"][place] = card
        deep["cursor"] = 0
        deep["sunk"] = bits(dealt["deck_bottom"])
        deep["sunk_n"] = len(dealt["deck_bottom"])
        for place, card in enumerate(dealt["deck_bottom"]):
            deep["bottom"][place] = card
        m["policy"][seat] = SCRIPT
    m["public"]["turn"] = scenario.turn - 1
    m["log_on"] = 1
    m["log_rows"] = 0
    m["script"]["on"] = 1
    _check_initiative(scenario, m)
    return table, match


def _check_initiative(scenario: Scenario, m: np.void) -> None:
    """Less life has initiative; only a tie leaves room for a wish."""
    life = [int(m["public"]["fighter"][seat]["life"]) for seat in range(2)]
    if scenario.initiative and life[0] != life[1]:
        first = PLAYERS[0 if life[0] < life[1] else 1]
        if scenario.initiative != first:
            raise BadInput(
                f"{first} has less life and so has initiative; leave the field out or make life equal",
                field="initiative",
            )


def names(cards: int | np.uint64) -> list[str]:
    """The names of a set of cards, in order."""
    return [card_name(card) for card in range(CARDS) if int(cards) >> card & 1]
