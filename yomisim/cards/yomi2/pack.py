"""From models to the records that compiled code reads (layout: :mod:`yomisim.cards.yomi2.tables`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from yomisim.cards.load import Game
from yomisim.cards.memo import once_per_object
from yomisim.cards.yomi2.constants import Rules
from yomisim.cards.yomi2.pack_abilities import pack_kit, phrases
from yomisim.cards.yomi2.pack_traits import Source, change, pack_innate, sources
from yomisim.cards.yomi2.schema import CLASS_OF, LETTERS, Ability, Card, Character, Gem
from yomisim.cards.yomi2.tables import (
    ARMOR_NAMES,
    ARMORED_THROWS,
    BOTH_AT_ZERO,
    CARDS,
    CHARACTER,
    COPIES,
    COUNTDOWN_WHEN_HIT,
    ENDURED_BY_NONE,
    HEIGHT_NAMES,
    KIND_NAMES,
    MAX_METER,
    MAX_POINTS,
    MOVES,
    RULES,
    SORT_NAMES,
    TABLE,
    TIME_OVER_TIE,
    VARIANTS,
    WILD_SWING_EMPTY,
)
from yomisim.errors import BadInput, unknown

#: Cards of which one copy begins in the discard pile, and those of the opening hand that are not random.
IN_PILE = ("S1", "S2")
IN_OPENING_HAND = ("low_block", "high_block", "throw", "burst")
#: The order in which slots get their move numbers; slots that are not here come behind.
_ORDER = (
    *LETTERS,
    *("throw", "dodge", "low_block", "high_block", "full_block", "X", "Y", "Z", "S1", "S2", "ability"),
    *("gem_special", "gem_ability", "burst"),
)
#: Flags of a card that are sets of moves of the same name.
_FLAGS = (
    *("recurring", "unsafe", "lockdown", "knockdown", "edge_on_hit", "edge_on_block", "push", "armor_break"),
    *("full_combo", "counters_projectiles", "makes_unsafe"),
)
#: Why a card that stays in play may leave it, and the set of such cards.
_LEAVES = {"hit": "leaves_when_hit", "knocked_down": "leaves_when_down", "thrown": "leaves_when_thrown"}
_EASILY_ENDURED = ("A", "B", "C")


@dataclass(frozen=True)
class Deck:
    """A character with its gem: every move with its number, and what is no move.

    Attributes
    ----------
    character : whose it is.
    moves : one card of the models for each move number.
    innate : abilities of the character. storm : the gem's storm, or None.
    """

    character: Character
    moves: tuple[Card, ...]
    innate: tuple[Ability, ...]
    storm: Card | None

    def number(self, slot: str) -> int:
        """Move number of a slot.

        Raises
        ------
        BadInput : for a slot that this deck does not have.
        """
        for number, card in enumerate(self.moves):
            if card.slot.lower() == slot.lower():
                return number
        raise unknown("slot", slot, [card.slot for card in self.moves])

    def numbers(self, slots: Iterable[str]) -> list[int]:
        """Move numbers of those `slots` that the deck has."""
        return [number for number, card in enumerate(self.moves) if card.slot in slots]

    def slot(self, move: int) -> str:
        """Slot of a move number; ValueError where there is none."""
        if not 0 <= move < len(self.moves):
            raise ValueError(f"no move {move}")
        return self.moves[move].slot

    def slot_of_card(self, card: int) -> str:
        """Slot of a number in card space."""
        if not 0 <= card < CARDS:
            raise ValueError(f"no card {card}")
        return self.slot(int(card) % MOVES)


def deck_of(character: Character, gem: Gem | None = None) -> Deck:
    """The deck of a character that wears a gem.

    Raises
    ------
    BadInput : for more moves than there is room for.
    """
    cards = [*character.cards, *(gem.cards if gem is not None else ())]
    moves = [card for card in cards if card.slot != "storm"]
    moves.sort(key=lambda card: _ORDER.index(card.slot) if card.slot in _ORDER else len(_ORDER))
    if len(moves) > MOVES:
        raise BadInput(f"{character.name} has {len(moves)} different moves; {MOVES} are the most", field="cards")
    storm = next((card for card in cards if card.slot == "storm"), None)
    return Deck(character, tuple(moves), character.innate, storm)


def bits(members: Iterable[Any]) -> np.uint64:
    """The set of some small integers."""
    return np.uint64(sum(1 << int(member) for member in set(map(int, members))))


def cards_of_moves(deck: Deck, moves: Iterable[int]) -> np.uint64:
    """Every copy of these moves that the deck holds."""
    return bits(move + MOVES * copy for move in moves for copy in range(deck.moves[move].copies))


def pack_rules(rules: Rules) -> np.void:
    """The constants as one record of dtype RULES."""
    choices = {
        "both_at_zero": BOTH_AT_ZERO,
        "time_over_tie": TIME_OVER_TIE,
        "armored_throws": ARMORED_THROWS,
        "wild_swing_empty": WILD_SWING_EMPTY,
        "countdown_when_hit": COUNTDOWN_WHEN_HIT,
    }
    record = np.zeros(1, RULES)[0]
    for name in RULES.names or ():
        value = getattr(rules, name)
        record[name] = choices[name].index(value) if name in choices else value
    return record


def pack_table(game: Game, a: str | Character, b: str | Character) -> np.ndarray:
    """What stays fixed in a game of `a` (seat 0) against `b` (seat 1): shape (1,), dtype TABLE.

    Both wear the gem of the game, if it has one.

    Raises
    ------
    BadInput : for a name that no playable character of the game has.
    """
    characters = [game.character(who) if isinstance(who, str) else who for who in (a, b)]
    table = np.zeros(1, TABLE)
    table["rules"][0] = pack_rules(game.rules)
    for seat, character in enumerate(characters):
        table["char"][0, seat], table["kit"][0, seat] = _fighter(character, game.worn_gem, game.rules)
        table["mind"][0, :, seat] = game.minds.record(character.id)[0]
    return table


@once_per_object
def _fighter(character: Character, gem: Gem | None, rules: Rules) -> tuple[np.ndarray, np.void]:
    deck = deck_of(character, gem)
    return pack_character(deck, rules), pack_kit(deck)[0]


def pack_decks(rules: Rules, decks: Sequence[Deck]) -> np.ndarray:
    """What stays fixed in a game of two decks, by seat: shape (1,), dtype TABLE."""
    table = np.zeros(1, TABLE)
    table["rules"][0] = pack_rules(rules)
    for seat, deck in enumerate(decks):
        table["char"][0, seat] = pack_character(deck, rules)
        table["kit"][0, seat] = pack_kit(deck)[0]
    return table


def pack_character(deck: Deck, rules: Rules) -> np.ndarray:
    """One character with its gem in every variant: shape (VARIANTS,), dtype CHARACTER.

    Raises
    ------
    BadInput : where more cards change moves than there is room for.
    """
    switches = sources(deck)
    packed = np.zeros(VARIANTS, CHARACTER)
    for variant, record in enumerate(packed):
        _pack_printed(record, deck, rules)
        _pack_switches(record, deck, switches)
        pack_innate(record, deck)
        for k, source in enumerate(switches):
            if variant >> k & 1:
                for phrase in source.traits:
                    change(record, deck, phrase)
        _pack_sets_of_costs(record, deck)
    return packed


def _pack_printed(record: np.void, deck: Deck, rules: Rules) -> None:
    character, moves = deck.character, deck.moves
    every = range(len(moves))
    record["hit_points"] = character.hit_points
    record["max_combo"] = character.max_combo
    record["exchanges"] = rules.exchanges
    record["has_storm"] = deck.storm is not None
    record["cards"] = cards_of_moves(deck, every)
    record["opening"] = bits(deck.numbers(IN_OPENING_HAND))
    record["pile"] = bits(deck.numbers(IN_PILE))
    record["keeps"] = bits(deck.numbers(rules.stay_in_discard))
    by_kind = {kind: bits(n for n in every if moves[n].kind == kind) for kind in KIND_NAMES}
    record["strikes"] = by_kind["strike"]
    record["attacks"] = by_kind["strike"] | by_kind["projectile"]
    for kind in ("throw", "block", "dodge"):
        record[f"{kind}s"] = by_kind[kind]
    record["abilities"] = by_kind["ability"]
    record["openers"] = bits(n for n in every if moves[n].kind != "ability")
    record["normals"] = bits(n for n in every if moves[n].slot in LETTERS)
    record["supers"] = bits(n for n in every if moves[n].class_ == "super")
    record["exchangeable"] = bits(n for n in every if moves[n].class_ == "normal")
    for flag in _FLAGS:
        record[flag] = bits(n for n in every if getattr(moves[n], flag))
    record["supreme"] = bits(n for n in every if moves[n].beats_all)
    record["by_meter"] = bits(n for n in every if moves[n].damage_by_meter)
    record["spends_all"] = bits(n for n in every if moves[n].spends_all_meter)
    for number, card in enumerate(moves):
        for below in deck.numbers([f"{card.slot}_bottom"]):
            record["halves"] |= np.uint64(1 << number)
            record["half"][number] = below
        record["follow"][number] = bits(n for n in every if may_follow(card, moves[n]))
        record["chain"][number] = bits(n for n in every if _is_next_letter(card, moves[n]))
        _pack_move(record, number, card)
        for packet, pump in enumerate(card.pump):
            record["pump_moves"][number][packet] = bits(n for n in every if _pays(pump.cost, moves[n]))
            record["pump_damage"][number][packet] = pump.damage


def _pack_move(record: np.void, number: int, card: Card) -> None:
    record["kind"][number] = KIND_NAMES.index(card.kind)
    record["sort"][number] = sort_of(card)
    record["speed"][number] = card.speed or 0
    heights = card.blocks if card.kind == "block" else (card.height,) if card.height else ()
    record["height"][number] = sum(1 << HEIGHT_NAMES.index(height) for height in heights)
    record["level"][number] = card.level or 0
    record["damage"][number] = card.damage
    by_meter = [card.damage, *(card.damage_by_meter or (card.damage,) * MAX_METER)]
    record["meter_damage"][number][: len(by_meter)] = by_meter
    if card.damage_by_meter:  # without the meter for its first grade it still has that grade's damage
        record["meter_damage"][number][0] = card.damage_by_meter[0]
    record["block_damage"][number] = card.block_damage
    record["counter_damage"][number] = card.counter_damage
    record["points"][number] = card.combo_points
    record["meter_cost"][number] = card.meter_cost
    record["armor"][number] = ARMOR_NAMES.index(card.armor or "none")
    record["endured_by"][number] = endured_by(card)
    record["beats"][number] = _beats(card)
    record["beats_from"][number] = card.beats_strikes_from or 0
    record["packets"][number] = len(card.pump)


def _pack_switches(record: np.void, deck: Deck, switches: Sequence[Source]) -> None:
    record["switch_storm"] = -1
    for k, source in enumerate(switches):
        if source.slot == "storm":
            record["switch_storm"] = k
        else:
            record["switch_cards"][k] = _copies(deck, source.slot)
    for slot, phrase in ((source.slot, phrase) for source in switches for phrase in source.traits):
        if phrase.name == "prevents_damage" and slot != "storm":
            record["shields"] |= _copies(deck, slot)
    for card in deck.moves:
        for ability in card.abilities:
            for phrase in phrases(ability, "does"):
                if phrase.name == "stay" and phrase.more["leave_if"] != "never":
                    record[_LEAVES[phrase.more["leave_if"]]] |= _copies(deck, card.slot)


def _copies(deck: Deck, slot: str) -> np.uint64:
    number = deck.number(slot)
    return bits(number + MOVES * copy for copy in range(COPIES))


def _pack_sets_of_costs(record: np.void, deck: Deck) -> None:
    """What depends on values that a card in play may have changed."""
    every = range(len(deck.moves))
    for meter in range(MAX_METER + 1):
        record["payable"][meter] = bits(n for n in every if record["meter_cost"][n] <= meter)
    for points in range(MAX_POINTS + 1):
        record["affordable"][points] = bits(n for n in every if record["points"][n] <= points)
    says = record["supreme"] | bits(n for n in every if record["beats"][n] or record["beats_from"][n])
    record["beaters"] = says


def sort_of(card: Card) -> int:
    """The class of an opener for what says that it beats it, as a SORT bit; 0 for an ability."""
    if card.kind in ("projectile", "block", "dodge"):
        return 1 << SORT_NAMES.index(card.kind)
    if card.kind in ("strike", "throw"):
        return 1 << SORT_NAMES.index(f"{CLASS_OF[card.slot]}_{card.kind}")
    return 0


def endured_by(card: Card) -> int:
    """The least grade of armor that answers a move (ARMOR_...)."""
    if card.slot in LETTERS:
        return ARMOR_NAMES.index("light" if card.slot in _EASILY_ENDURED else "medium")
    return ARMOR_NAMES.index("heavy") if card.class_ == "special" else int(ENDURED_BY_NONE)


def _beats(card: Card) -> int:
    names = {*card.beats}
    if card.undodgeable:
        names.add("dodge")
    if card.unblockable:
        names.add("block")
    return sum(1 << SORT_NAMES.index(name) for name in names)


def may_follow(card: Card, after: Card) -> bool:
    """Whether the second move may come directly after the first, by combo types alone."""
    if card.combo_type not in ("chain", "starter", "linker"):
        return False
    if after.combo_type in ("linker", "ender"):
        return True
    if after.combo_type != "chain":
        return False
    return card.combo_type != "chain" or _is_next_letter(card, after)


def _is_next_letter(card: Card, after: Card) -> bool:
    if card.slot not in LETTERS or after.slot not in LETTERS:
        return False
    return LETTERS.index(after.slot) == LETTERS.index(card.slot) + 1


def _pays(cost: str, card: Card) -> bool:
    return cost == "any" or card.class_ == cost or card.slot == cost
