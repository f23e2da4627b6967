"""From models to the records that compiled code reads (layout: :mod:`yomisim.cards.yomi1.tables`)."""

from __future__ import annotations

import re

import numpy as np

from yomisim.cards.load import Game
from yomisim.cards.memo import once_per_object
from yomisim.cards.minds import Minds
from yomisim.cards.yomi1.classes import choices, judged_alike, opener_classes
from yomisim.cards.yomi1.constants import Rules
from yomisim.cards.yomi1.orders import restrict_search
from yomisim.cards.yomi1.pack_abilities import changed, looks_at_suits, pack_kit, pack_traits, part_names
from yomisim.cards.yomi1.schema import NUMBER_RANKS, SIDE_NAMES, SUITS, Card, Character, Side, move_name
from yomisim.cards.yomi1.sets import FACE_RANKS, bits, cards_of_ranks, side_index
from yomisim.cards.yomi1.tables import (
    ACE,
    BOTH_AT_ZERO,
    CARDS,
    CHARACTER,
    COMBO_NAMES,
    EMPTY_DECK,
    JOKER,
    KIND_NAMES,
    MAX_ACES,
    MAX_POINTS,
    PARITY_EVEN,
    PARITY_ODD,
    PUMP_PLACES,
    RANK_NAMES,
    RULES,
    SUIT_NAMES,
    TABLE,
)
from yomisim.cards.yomi1.verbs import VERBS
from yomisim.errors import BadInput

__all__ = [
    "card_name",
    "pack_changed",
    "pack_character",
    "pack_rules",
    "pack_table",
    "parse_card",
    "side_index",
    "side_name",
]

#: Suits of red cards (H, D).
RED = (1, 2)


def side_name(character: Character, side: int) -> str:
    """The name of the move with this number in side space; ValueError where the character has no such side."""
    rank, edge = divmod(side, 4)
    if not 0 <= rank < len(RANK_NAMES) or edge > 1:
        raise ValueError(f"no side {side}")
    return move_name(character.card(RANK_NAMES[rank]), SIDE_NAMES[edge])


def card_name(card: int) -> str:
    """``7H`` or ``Joker 1`` for a number in card space, 0 to 53; ValueError for another number."""
    if not 0 <= card < CARDS:
        raise ValueError(f"no card {card}")
    rank, suit = divmod(int(card), 4)
    return f"Joker {suit + 1}" if rank == JOKER else RANK_NAMES[rank] + SUIT_NAMES[suit]


def parse_card(name: str) -> int:
    """The number in card space of ``7H``, ``10s`` or ``Joker 1`` (any case).

    Raises
    ------
    BadInput
        for anything else.
    """
    text = " ".join(name.split()).upper()
    joker = re.fullmatch(r"JOKER ?([12])", text)
    if joker:
        return 4 * JOKER + int(joker[1]) - 1
    rank, suit = text[:-1], text[-1:]
    if rank in RANK_NAMES and suit in SUIT_NAMES:
        return 4 * RANK_NAMES.index(rank) + SUIT_NAMES.index(suit)
    raise BadInput(f"unknown card {name!r}; a card is a rank (2 to 10, J, Q, K, A) and a suit (S, H, D, C), or Joker 1")


def pack_rules(rules: Rules) -> np.void:
    """The constants as one record of dtype RULES."""
    record = np.zeros(1, RULES)[0]
    for name in RULES.names or ():
        if name == "power_up_aces":
            record[name] = [rules.aces_for_set(size) for size in range(5)]
        elif name == "chain_aces":
            record[name] = [rules.aces_for_chain(length) for length in range(16)]
        else:
            record[name] = {
                "empty_deck": EMPTY_DECK.index(rules.empty_deck),
                "both_at_zero": BOTH_AT_ZERO.index(rules.both_at_zero),
                "speed_floor": round(10 * rules.speed_floor),
            }.get(name, getattr(rules, name))
    return record


def pack_table(game: Game, a: str | Character, b: str | Character) -> np.ndarray:
    """What stays fixed in a game of `a` (seat 0) against `b` (seat 1): shape (1,), dtype TABLE.

    Raises
    ------
    BadInput
        for a name that no character of the game has.
    """
    table = np.zeros(1, TABLE)
    table["rules"][0] = pack_rules(game.rules)
    players = [game.character(who) if isinstance(who, str) else who for who in (a, b)]
    for seat, character in enumerate(players):
        table["char"][0, seat], table["kit"][0, seat] = _fighter(character, _colours_count(players[1 - seat]))
        table["mind"][0, :, seat] = pack_mind(game.minds, character)
    return table


def pack_mind(minds: Minds, character: Character) -> np.void:
    """What is thought of a character, one record of dtype MIND."""
    record = minds.record(character.id)[0]
    beyond = minds.beyond(character.id)
    # weights that came with the program may know abilities that changed data do not have
    numbers = [beyond.get(name, 0) for name in part_names(character)]
    record["ability"][: len(numbers)] = numbers
    return record


#: Verb of an opener's own ability -> the field that tells which openers have it.
GRANTED = {
    "throw_after_block": "throws_when_blocked",
    "reflect": "reflects",
    "deny_return": "stays_out",
    "deny_block_draw": "draws_nothing",
}


@once_per_object
def _fighter(character: Character, coloured: bool) -> tuple[np.ndarray, np.void]:
    """A character in both states, shape (2,), and its kit."""
    both = np.concatenate([_packed(character, coloured), _packed_changed(character, coloured)])
    kit = pack_kit(character)[0]
    for name, field in GRANTED.items():
        for ability in kit["ability"][: int(kit["n"])]:
            if VERBS[name].code in ability["verb"][: int(ability["verbs"]), 0]:
                both[field] |= ability["speaks_for"]
    for record in both:
        _tell_apart(record)
    both["own_abilities"] = np.bitwise_or.reduce(kit["ability"]["speaks_for"][: int(kit["n"])], initial=np.uint64(0))
    return both, kit


def pack_changed(character: Character, other: Character | None = None) -> np.ndarray:
    """The character while a card of its own changes its sides: shape (1,), dtype CHARACTER.

    The same as :func:`pack_character` for a character without such a card.
    """
    return _packed_changed(character, other is not None and _colours_count(other))


def _packed_changed(character: Character, coloured: bool) -> np.ndarray:
    now, sides = changed(character)
    packed = _packed(now, coloured)
    packed["unstoppable"] = sides
    return packed


def pack_character(character: Character, other: Character | None = None) -> np.ndarray:
    """One character as printed: shape (1,), dtype CHARACTER.

    Sets that describe sides (`attacks`, `affordable`, ...) hold both edges of every card. `choices`, `gated` and the
    rows of `follow` are for choosing and hold each distinct move once. `other` is the character on the other side:
    whether cards of one rank are interchangeable may depend on it.
    """
    return _packed(character, other is not None and _colours_count(other))


def _packed(character: Character, coloured: bool) -> np.ndarray:
    """See :func:`pack_character`; `coloured`: the other side has attacks that only blocks of their own colour stop."""
    sides = [(side_index(card.rank, name), card, card.side(name)) for card in character.cards for name in SIDE_NAMES]
    distinct = [side for side in sides if side[0] % 4 == 0 or side[1].side("top") != side[2]]
    packed = np.zeros(1, CHARACTER)
    record = packed[0]
    record["hit_points"] = character.hit_points
    record["max_combo"] = character.max_combo
    record["choices"] = bits(index for index, _, side in distinct if not side.requires)
    record["gated"] = bits(index for index, _, side in distinct if side.requires)
    for kind in KIND_NAMES[1:]:
        record[f"{kind}s"] = bits(index for index, _, side in sides if side.kind == kind)
    record["normal_attacks"] = bits(index for index, _, side in sides if _is_normal_attack(side))
    record["pumpable"] = bits(index for index, _, side in sides if side.pump)
    record["knockdown"] = bits(index for index, _, side in sides if side.knockdown)
    record["extendable"] = bits(index for index, _, side in sides if _is_extendable(side))
    for points in range(MAX_POINTS + 1):
        record["affordable"][points] = bits(index for index, _, side in sides if side.combo_points <= points)
    for aces in range(MAX_ACES + 1):
        record["payable"][aces] = bits(index for index, card, side in sides if _aces_needed(card, side) <= aces)
    any_order = character.has_innate("chain_any_order")
    for index, card, side in sides:
        record["follow"][index] = bits(
            later
            for later, next_card, next_side in distinct
            if _may_follow(card, side, next_card, next_side, any_order)
        )
        _pack_side(record, index, card, side)
    pack_traits(record, character)
    record["opener_class"] = opener_classes([(index, side) for index, _, side in distinct], record["parity"])
    _tell_apart(record)
    for cost in ("any", "face"):
        _pack_pump_places(record, cost, [(index, side) for index, _, side in sides])
    restrict_search([index for index, _, _ in distinct], record)
    for distance in (1, 2, 3):
        record[f"same_{distance}"] = _same(character, coloured, distance)
    return packed


def _tell_apart(record: np.void) -> None:
    """Which openers fare alike, by all that the record says of them."""
    openers = np.flatnonzero(record["opener_class"] >= 0).tolist()
    record["judged_as"] = judged_alike(openers, record)
    record["choice"] = choices(openers, record["judged_as"])


def _pack_side(record: np.void, index: int, card: Card, side: Side) -> None:
    record["kind"][index] = KIND_NAMES.index(side.kind)
    record["combo_type"][index] = COMBO_NAMES.index(side.combo_type or "none")
    record["points"][index] = side.combo_points
    record["speed"][index] = round(10 * (side.speed or 0))
    record["damage"][index] = side.damage
    record["block_damage"][index] = side.block_damage
    if side.kind == "attack":
        record["block_damage_suits"][index] = sum(1 << SUITS.index(suit) for suit in set(side.block_damage_suits))
    record["extra_aces"][index] = side.mandatory_ace_cost or 0
    if side.kind == "block":
        record["parity"][index] = PARITY_ODD if _is_odd(card, side) else PARITY_EVEN
    for pump in side.pump:
        record["pump_cards"][index] = _pump_cards(pump.cost)
        record["pump_damage"][index] = pump.damage
        record["pump_max"][index] = pump.max


def _pack_pump_places(record: np.void, cost: str, sides: list[tuple[int, Side]]) -> None:
    """Where the pumps with this cost stand in the list of their damages, dearest first."""
    damages = sorted({pump.damage for _, side in sides for pump in side.pump if pump.cost == cost}, reverse=True)
    if len(damages) > PUMP_PLACES:
        raise BadInput(f"pumps with cost {cost!r} of {len(damages)} different damages; {PUMP_PLACES} are the most")
    record[f"{cost}_damage"][: len(damages)] = damages
    record[f"{cost}_place"] = -1
    for index, side in sides:
        for pump in side.pump:
            if pump.cost == cost:
                record[f"{cost}_place"][index] = damages.index(pump.damage)


def _is_normal_attack(side: Side) -> bool:
    return side.kind == "attack" and side.normal


def _is_extendable(side: Side) -> bool:
    return _is_normal_attack(side) or side.combo_type in ("starter", "linker") or bool(side.pump)


def _is_odd(card: Card, side: Side) -> bool:
    return int(card.rank) % 2 == 1 if card.rank in NUMBER_RANKS else side.parity == "odd"


def _aces_needed(card: Card, side: Side) -> int:
    return 0 if card.rank != RANK_NAMES[ACE] else side.aces or 1


def _may_follow(card: Card, side: Side, next_card: Card, next_side: Side, any_order: bool) -> bool:
    """Whether the second move may come directly after the first, by combo types alone."""
    if side.combo_type not in ("normal", "starter", "linker"):
        return False
    if next_side.combo_type in ("linker", "ender"):
        return True
    if next_side.combo_type != "normal":
        return False
    if side.combo_type != "normal" or any_order:
        return True
    return RANK_NAMES.index(next_card.rank) == RANK_NAMES.index(card.rank) + 1


def _pump_cards(cost: str) -> np.uint64:
    """The cards that pay a pump, in card space."""
    return cards_of_ranks(RANK_NAMES if cost == "any" else FACE_RANKS if cost == "face" else (cost,))


def _same(character: Character, coloured: bool, distance: int) -> np.uint64:
    """Cards that do the same as the card of their rank `distance` suits before."""
    suits_count = looks_at_suits(character)
    same = []
    for card in character.cards:
        rank = RANK_NAMES.index(card.rank)
        if rank == JOKER:
            same += [4 * rank + 1] if distance == 1 else []
            continue
        prints = [_print_of(card, suit, coloured) for suit in range(len(SUITS))] if not suits_count else SUITS
        same += [4 * rank + suit for suit in range(distance, len(SUITS)) if prints[suit] == prints[suit - distance]]
    return bits(same)


def _print_of(card: Card, suit: int, against: bool) -> tuple[bool, ...]:
    """What the cards of one rank may differ in: block damage that is not printed on all of them, and their colour
    where an attack of theirs, or one on the other side (`against`), is stopped by blocks of its own colour alone.
    """
    sides = [card.side(name) for name in SIDE_NAMES]
    chips = [SUITS[suit] in side.block_damage_suits for side in sides if side.block_damage]
    coloured = any(side.own_color_blocks or (against and side.kind == "block") for side in sides)
    return (*chips, coloured and suit in RED)


def _colours_count(character: Character) -> bool:
    """Whether it has attacks that only blocks of their own colour stop."""
    return any(side.own_color_blocks for card in character.cards for side in map(card.side, SIDE_NAMES))
