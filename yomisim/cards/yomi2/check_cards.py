"""Whether the values of one card of Yomi 2 fit together, and whether the cards of a file make a deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from yomisim.cards.yomi2.constants import Rules
from yomisim.cards.yomi2.schema import (
    ATTACKS,
    CLASS_OF,
    DEFENCES,
    GEM_SLOTS,
    LETTERS,
    MOVES,
    VIRTUAL_SLOTS,
    Card,
)
from yomisim.cards.yomi2.tables import MOVES as ALL_MOVES

#: A mistake: field ("" for the card as a whole) and what would be right.
Flaw = tuple[str, str]

_ALWAYS = {"slot", "name", "kind", "copies", "abilities", "recurring", "meter_cost"}
_ALWAYS |= {"source", "source_of", "doubt", "note", "unknown"}
_ALWAYS |= {"bot_hand_cost", "damage_fully_pumped", "observed_next", "observed_prev"}
_OF_MOVES = _ALWAYS | {"speed", "damage", "combo_points", "combo_type", "pump", "damage_by_meter", "spends_all_meter"}
_OF_MOVES |= {"knockdown", "edge_on_hit", "push", "armor", "armor_break", "beats_strikes_from", "beats", "beats_all"}
_OF_ATTACKS = _OF_MOVES | {
    "block_damage",
    "height",
    "unsafe",
    "lockdown",
    "edge_on_block",
    "undodgeable",
    "unblockable",
}
#: Fields that a card of each kind may have.
FIELDS_OF = {
    "strike": _OF_ATTACKS,
    "projectile": _OF_ATTACKS | {"level"},
    "throw": _OF_MOVES,
    "block": _ALWAYS | {"blocks", "makes_unsafe", "counter_damage", "knockdown"},
    "dodge": _ALWAYS | {"counter_damage", "counters_projectiles", "full_combo", "knockdown"},
    "ability": _ALWAYS - {"recurring"},
    "storm": _ALWAYS - {"recurring"},
}
#: Fields that a card of each kind must have, `copies` and (supers) `meter_cost` apart.
NEEDED_OF = {
    "strike": ("speed", "damage", "height", "combo_type"),
    "projectile": ("speed", "damage", "height", "level", "combo_type"),
    "throw": ("speed", "damage", "combo_type"),
    "block": ("blocks",),
    "dodge": (),
    "ability": (),
    "storm": (),
}
#: Kinds of card that a slot can hold; any slot that is not here holds any move, block or dodge.
KINDS_OF = {
    **dict.fromkeys(LETTERS, ATTACKS),
    "throw": ("throw",),
    **{slot: ("dodge",) if slot == "dodge" else ("block",) for slot in DEFENCES},
    **dict.fromkeys(("ability", "gem_ability"), ("ability",)),
    "burst": ("strike",),
    "storm": ("storm",),
}
ANY_MOVE = (*MOVES, "block", "dodge")
#: Slots of which a character needs a card: the opening hand and the discard pile at the start hold them.
FOR_SET_UP = ("throw", "low_block", "high_block", "S1", "S2")
#: Slots that the cards of an ordinary character have, besides normal attacks and a dodge (or what stands for it).
ORDINARY = ("throw", "low_block", "high_block", "X", "Y", "Z", "S1", "S2", "ability")
NORMAL_ATTACKS = "cards[A to J]"
#: Most distinct moves of a character: those of a gem need room beside them.
MOST_MOVES = ALL_MOVES - len(GEM_SLOTS) + 1


def needed(raw: dict[str, Any]) -> list[str]:
    """Fields that a card has to have, by what kind of card it says that it is."""
    kind, slot = raw.get("kind"), raw.get("slot")
    fields = list(NEEDED_OF.get(kind, ())) if isinstance(kind, str) else []
    if slot not in VIRTUAL_SLOTS and slot != "storm":
        fields.insert(0, "copies")
    if isinstance(kind, str) and kind in MOVES and raw.get("combo_type") != "cant_combo":
        fields.append("combo_points")
    if isinstance(slot, str) and CLASS_OF.get(slot) == "super":
        fields.append("meter_cost")
    return fields


def card_flaws(card: Card, raw: dict[str, Any], rules: Rules) -> Iterator[Flaw]:
    """What is wrong with a card in itself; what it lacks is told elsewhere. `raw`: as it stands in the file."""
    kinds = KINDS_OF.get(card.slot, ANY_MOVE)
    if card.kind not in kinds:
        right = _a(kinds[0]) if len(kinds) == 1 else f"one of {', '.join(kinds)}"
        yield "kind", f"got {card.kind!r}; a card in the slot {card.slot} is {right}"
        return
    for field in sorted(set(raw) - FIELDS_OF[card.kind]):
        yield field, f"{_a(card.kind)} has no {field}; leave it out"
    yield from _number_flaws(card, raw, rules)
    if card.kind in MOVES:
        yield from _combo_flaws(card)
    if card.counter_damage == 0 and card.kind in ("block", "dodge"):
        for field in ("knockdown", "counters_projectiles"):
            if getattr(card, field):
                yield field, f"a {card.kind} with {field} needs counter_damage: what it does without a card"
    if "blocks" in raw and card.kind == "block" and (not card.blocks or len(set(card.blocks)) < len(card.blocks)):
        yield "blocks", "needs at least one height, and each only once"
    if len(set(card.beats)) < len(card.beats):
        yield "beats", "each class only once"
    if card.kind == "ability" and not card.abilities and not card.unknown:
        yield "abilities", 'missing; an ability card needs [[cards.abilities]], or unknown = ["effect"]'


def _number_flaws(card: Card, raw: dict[str, Any], rules: Rules) -> Iterator[Flaw]:
    virtual = card.slot in VIRTUAL_SLOTS
    if "copies" in raw and virtual != (card.copies == 0):
        right = "is 0: no card is such a move" if virtual else f"is 1 to {rules.most_copies}"
        yield "copies", f"got {card.copies}; in the slot {card.slot} it {right}"
    elif card.copies > rules.most_copies:
        yield "copies", f"got {card.copies}; a deck holds {rules.most_copies} of one card at most"
    if card.class_ == "super" and "meter_cost" in raw and not card.meter_cost:
        yield "meter_cost", "got 0; a super costs 1 to 3 meter"
    elif card.class_ != "super" and card.meter_cost:
        yield "meter_cost", "only supers (S1, S2) cost meter; leave it out"
    for field in ("damage_by_meter", "spends_all_meter"):
        if getattr(card, field) and card.class_ != "super" and field in FIELDS_OF[card.kind]:
            yield field, "only supers (S1, S2) cost meter; leave it out"
    if card.damage_by_meter and len(card.damage_by_meter) != rules.meter_max:
        wanted = rules.meter_max
        yield "damage_by_meter", f"got {len(card.damage_by_meter)} damages, needs {wanted}, at 1 to {wanted} meter"


def _combo_flaws(card: Card) -> Iterator[Flaw]:
    if card.combo_type == "chain" and card.slot not in LETTERS:
        yield "combo_type", f"only letters chain, not {card.slot}; use starter, linker, ender or cant_combo"
    elif card.combo_type == "cant_combo" and card.combo_points:
        yield "combo_points", f"got {card.combo_points}; a cant_combo move has 0 (or leave it out)"


def deck_flaws(cards: Sequence[Card], rules: Rules) -> Iterator[tuple[str, str]]:
    """Whether the cards of a character make a deck: (place, message)."""
    yield from _slot_flaws(cards, gem=False)
    for slot in FOR_SET_UP:
        if not any(card.slot == slot for card in cards):
            yield "cards", f"no card in the slot {slot}, which the set-up needs"
    total = sum(card.copies for card in cards)
    if total != rules.deck_size:
        counts = ", ".join(f"{card.slot} {card.copies}" for card in cards)
        yield "cards", f"the copies add up to {total} cards, a deck has {rules.deck_size} ({counts})"
    if len(cards) > MOST_MOVES:
        yield "cards", f"has {len(cards)} different cards; at most {MOST_MOVES}"
    yield from _pump_flaws(cards)


def gem_flaws(cards: Sequence[Card], rules: Rules) -> Iterator[tuple[str, str]]:
    """Whether the cards of a gem are those that every gem has: (place, message)."""
    yield from _slot_flaws(cards, gem=True)
    total = sum(card.copies for card in cards if card.slot != "storm")
    if total != rules.gem_cards and {card.slot for card in cards} == set(GEM_SLOTS):
        yield "cards", f"the copies add up to {total} cards, a gem adds {rules.gem_cards} (the storm apart)"
    yield from _pump_flaws(cards, others=True)


def _slot_flaws(cards: Sequence[Card], gem: bool) -> Iterator[tuple[str, str]]:
    for slot, times in Counter(card.slot for card in cards).items():
        if times > 1:
            yield f"cards[{slot}]", f"stands {'twice' if times == 2 else f'{times} times'}; write copies = {times}"
        if (slot in GEM_SLOTS) != gem:
            owner, right = ("a gem", "a character") if gem else ("a character", "a gem")
            yield f"cards[{slot}].slot", f"{owner} has no card in the slot {slot}; only {right} has"


def _pump_flaws(cards: Sequence[Card], others: bool = False) -> Iterator[tuple[str, str]]:
    """Packets that no card of the deck can pay; `others`: there are cards that this file does not hold."""
    slots = [card.slot for card in cards]
    for card in cards:
        for number, pump in enumerate(card.pump, 1):
            if pump.cost in ("any", "special", "super") or pump.cost in slots or others:
                continue
            message = (
                f"no card of this deck is in the slot {pump.cost}, so nobody could pay it; needs any, special, super"
            )
            yield f"cards[{card.slot}].pump[entry {number}].cost", f"{message} or one of {', '.join(slots)}"


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
