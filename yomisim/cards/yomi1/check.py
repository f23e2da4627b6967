"""Whether the values of a character file fit together, and the character of each edition.

Every function here collects; nothing stops at the first mistake, and a mistake gives one message.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from yomisim.cards.reading import Loc, Reader, complaints, id_errors, place, read_toml
from yomisim.cards.yomi1.check_abilities import all_entries, entries, local_flaws
from yomisim.cards.yomi1.check_kit import kit_flaws, required_flaws
from yomisim.cards.yomi1.schema import DECK_SIZE, NUMBER_RANKS, SIDE_NAMES, SUITS, Card, Character, CharacterFile, Side
from yomisim.cards.yomi1.tables import RANK_NAMES
from yomisim.errors import BadInput, unknown

MOVE_FIELDS = {"speed", "damage", "combo_points", "combo_type"}
_ALWAYS = {"kind", "name", "requires", "tags"}
_OF_MOVES = _ALWAYS | MOVE_FIELDS
_OF_MOVES |= {"normal", "knockdown", "aces_total", "mandatory_ace_cost", "pump", "returns_unless_hit"}
#: Fields that a side of each kind may have.
FIELDS_OF = {
    "attack": _OF_MOVES | {"block_damage", "block_damage_suits", "own_color_blocks"},
    "throw": _OF_MOVES | {"beats_attacks_up_to"},
    "block": _ALWAYS | {"named", "parity"},
    "dodge": _ALWAYS | {"named", "full_combo", "returns_unless_hit"},
    "joker": _ALWAYS,
}


class Flaw(NamedTuple):
    """A mistake on a card: which card, which side ("" for the card as a whole), which field, what would be right."""

    rank: str
    side: str
    field: str
    message: str

    @property
    def path(self) -> str:
        """The place in a character file."""
        return ".".join(part for part in (f"cards[rank {self.rank}]", self.side, self.field) if part)


def read_character(
    file: Path, editions: Sequence[str] | None, reader: Reader = read_toml
) -> tuple[dict[str, Character], list[BadInput]]:
    """The character in `file` in each edition, and the mistakes found (then the characters may be missing).

    `editions` None means that nobody knows the names of the editions: the base values and whatever the file calls an
    edition are checked.
    """
    try:
        raw = reader(file)
    except BadInput as error:
        return {}, [error]
    errors: list[BadInput] = []
    try:
        CharacterFile.model_validate(raw)
    except ValidationError as error:
        found = complaints(error, CharacterFile, raw, file)
        errors = [_third_side(loc, raw, file) or complaint for loc, complaint in found.items()]
        sound = _sound_cards(raw, set(found))
        errors += _cards_that_can_be_checked(raw, sound, file)
        errors += _ability_errors(raw, file, flawed=list(found))
        errors += id_errors(raw, file) if ("id",) not in found else []
        return {}, _each_once(errors)
    errors += id_errors(raw, file)
    overrides = list(raw.get("editions", {}))
    errors += _edition_errors(raw, editions, file)
    flaws = [flaw for card in raw["cards"] for flaw in card_flaws(card)]
    errors += [BadInput(flaw.message, file=file, field=flaw.path) for flaw in flaws]
    errors += _deck_errors(raw, file)
    errors += _ability_errors(raw, file)
    if errors:
        return {}, _each_once(errors)
    errors = _fit_errors(raw, "", file)
    if errors:
        return {}, _each_once(errors)
    characters: dict[str, Character] = {}
    for edition in ["", *overrides] if editions is None else editions:
        values = resolve(raw, edition)
        flaws = [flaw for card in values["cards"] for flaw in card_flaws(card, filled=True)]
        errors += [] if flaws else _fit_errors(raw, edition, file)
        # One override of both sides can be wrong on both of them; it is one mistake.
        for field, message in dict.fromkeys((_overridden(flaw, edition, raw), flaw.message) for flaw in flaws):
            errors.append(BadInput(message, file=file, field=field))
        if not errors:
            characters[edition] = Character.model_validate(values)
    return ({} if errors else characters), _each_once(errors)


def _ability_errors(raw: dict[str, Any], file: Path, flawed: Sequence[Loc] = ()) -> list[BadInput]:
    """Abilities that cannot be read or make no sense by themselves."""
    return [
        BadInput(message, file=file, field=place((*entry.loc, *loc), raw))
        for entry in all_entries(raw, flawed)
        for loc, message in local_flaws(entry)
    ]


def _fit_errors(raw: dict[str, Any], edition: str, file: Path) -> list[BadInput]:
    """Abilities that do not fit the character of an edition, and sides that require what never is in play."""
    values = resolve(raw, edition)
    errors = []
    for loc, message in kit_flaws(raw, edition, values):
        field = place(loc, raw)
        field = field if not edition or loc[0] == "editions" else f"editions.{edition}: {field}"
        errors.append(BadInput(message, file=file, field=field))
    cards = [Card.model_validate(card) for card in values["cards"]]
    for rank, side, message in required_flaws(cards, entries(raw, edition)):
        flaw = Flaw(rank, side, "requires", message)
        field = flaw.path if not edition else _overridden(flaw, edition, raw)
        errors.append(BadInput(message, file=file, field=field))
    return errors


def _each_once(errors: list[BadInput]) -> list[BadInput]:
    """Two cards of one rank can be wrong in the same way; saying so twice helps nobody."""
    return list({str(error): error for error in errors}.values())


def resolve(raw: dict[str, Any], edition: str) -> dict[str, Any]:
    """The values of one edition of a sound character file, with everything filled in that may be left out."""
    values = in_edition(raw, edition)
    cards = {card["rank"]: card for card in values["cards"]}
    values["cards"] = [_filled(cards[rank]) for rank in RANK_NAMES]
    return values


def in_edition(raw: dict[str, Any], edition: str) -> dict[str, Any]:
    """A sound character file with the values of one edition as those of all."""
    values = copy.deepcopy({name: value for name, value in raw.items() if name != "editions"})
    changes = copy.deepcopy(raw.get("editions", {}).get(edition, {}))
    cards = {card["rank"]: card for card in values["cards"]}
    for change in changes.pop("sides", []):
        card = cards[change.pop("rank")]
        where = change.pop("side")
        for side in SIDE_NAMES:
            if where in (side, "both") and side in card:
                # Another kind of side has other fields: it starts from nothing.
                same_kind = change.get("kind", card[side]["kind"]) == card[side]["kind"]
                card[side] = {**card[side], **change} if same_kind else dict(change)
    for change in changes.pop("cards", []):
        cards[change["rank"]].update(change)
    replaced = [change["rank"] for change in changes.get("abilities", [])] + changes.pop("no_abilities", [])
    for rank in replaced:
        cards[rank]["abilities"] = []
    for change in changes.pop("abilities", []):
        cards[change.pop("rank")]["abilities"].append(change)
    values.update(changes)
    return values


def _filled(card: dict[str, Any]) -> dict[str, Any]:
    joker = card["rank"] == "Joker"
    card.setdefault("suits", [] if joker else list(SUITS))
    card.setdefault("copies", 2 if joker else 4)
    for side in (card.get("top"), card.get("bottom")):
        if side is not None and "aces_total" in side and "mandatory_ace_cost" not in side:
            side["mandatory_ace_cost"] = side["aces_total"] - 1
    card.setdefault("bottom", copy.deepcopy(card["top"]))
    return card


def card_flaws(raw: dict[str, Any], *, filled: bool = False) -> Iterator[Flaw]:
    """What does not fit together on the card `raw` (which has passed the schema)."""
    card = Card.model_validate(raw)
    rank = card.rank
    wanted = () if rank == "Joker" else SUITS
    copies = 2 if rank == "Joker" else 4
    if "suits" in raw and sorted(card.suits) != sorted(wanted):
        each = "the Joker has none, write []" if rank == "Joker" else "each of S H D C is needed once"
        deck = DECK_SIZE - copies + len(card.suits)
        result = f"; the deck would hold {deck} cards instead of {DECK_SIZE}" if deck != DECK_SIZE else ""
        yield Flaw(rank, "", "suits", each + result)
    elif "copies" in raw and card.copies != copies:
        deck = DECK_SIZE - copies + card.copies
        yield Flaw(rank, "", "copies", f"must be {copies}; the deck would hold {deck} cards instead of {DECK_SIZE}")
    if card.same_both_sides and card.bottom is not None and not filled:
        yield Flaw(rank, "bottom", "", "leave it out: same_both_sides = true makes it the same as top")
    elif not card.same_both_sides and card.bottom is None:
        yield Flaw(rank, "bottom", "", 'missing; needs a table such as { kind = "block" }, or same_both_sides = true')
    for name in SIDE_NAMES if not card.same_both_sides else SIDE_NAMES[:1]:
        side = card.top if name == "top" else card.bottom
        if side is not None:
            for field, message in side_flaws(rank, side):
                yield Flaw(rank, name, field, message)


def side_flaws(rank: str, side: Side) -> Iterator[tuple[str, str]]:
    """What does not fit together on a side, as (field, what would be right)."""
    kind = side.kind
    stated = side.model_fields_set
    if (rank == "Joker") != (kind == "joker"):
        # Everything else about the side would follow from this mistake.
        right = 'must be "joker" on a Joker' if rank == "Joker" else "only the Joker has a joker side"
        yield "kind", f"got {kind!r}; {right}"
        return
    moves = kind in ("attack", "throw")
    for field in sorted(MOVE_FIELDS - stated) if moves else ():
        info = type(side).model_fields[field]
        yield field, f"missing; needs {info.description}"
    may_have = FIELDS_OF[kind] - (set() if rank == "A" else {"aces_total", "mandatory_ace_cost"})
    for field in sorted(stated - may_have):
        owner = f"{kind} of rank {rank}" if field in FIELDS_OF[kind] else kind
        yield field, f"{'an' if owner[0] == 'a' else 'a'} {owner} has no {field}; leave it out"
    if moves:
        yield from _combo_flaws(rank, side)
        yield from _ace_flaws(rank, side)
        yield from _normal_flaws(rank, side)
    if len(side.pump) > 1:
        yield "pump", "one kind of pump at most"
    suits = side.block_damage_suits
    if "block_damage_suits" in stated & may_have and (not suits or len(set(suits)) < len(suits)):
        yield "block_damage_suits", "needs at least one suit, and each only once"
    if len(set(side.tags)) < len(side.tags):
        yield "tags", "each tag only once"
    if side.named and not side.name and "named" in may_have:
        yield "name", "missing; a side with named = true needs its name"
    if kind == "block":
        if rank in NUMBER_RANKS and side.parity is not None:
            yield "parity", "leave it out: the number of the card says whether the block is odd or even"
        elif rank not in NUMBER_RANKS and side.parity is None:
            yield "parity", 'missing; a block on a card without a number needs parity = "odd" or "even"'


def _normal_flaws(rank: str, side: Side) -> Iterator[tuple[str, str]]:
    if rank in NUMBER_RANKS and "normal" not in side.model_fields_set:
        yield "normal", f"missing; needs true or false, as every {side.kind} of rank 2 to 10"
    elif rank not in NUMBER_RANKS and side.normal:
        yield "normal", f"only ranks 2 to 10 have normal attacks and throws, not {rank}"


def _combo_flaws(rank: str, side: Side) -> Iterator[tuple[str, str]]:
    if side.combo_type == "normal" and side.kind == "throw":
        yield "combo_type", "only attacks can be normal in a combo; a throw is starter, linker, ender or cant_combo"
    elif side.combo_type == "normal" and rank not in NUMBER_RANKS:
        yield "combo_type", f"only ranks 2 to 10 chain, not {rank}; use starter, linker, ender or cant_combo"
    elif side.combo_type == "normal" and "normal" in side.model_fields_set and not side.normal:
        yield "combo_type", "a move with normal = false cannot chain; use starter, linker, ender or cant_combo"
    elif side.combo_type == "cant_combo" and side.combo_points:
        yield "combo_points", f"got {side.combo_points}; a cant_combo move has 0"


def _ace_flaws(rank: str, side: Side) -> Iterator[tuple[str, str]]:
    if rank != "A":
        return
    if side.aces_total is None:
        yield "aces_total", "missing; needs a whole number from 1 to 4, the Ace itself included"
    elif side.mandatory_ace_cost is not None and side.mandatory_ace_cost != side.aces_total - 1:
        right = side.aces_total - 1
        yield (
            "mandatory_ace_cost",
            f"got {side.mandatory_ace_cost}; aces_total less one is {right} (it may be left out)",
        )


def _sound_cards(raw: dict[str, Any], flawed: set[Loc]) -> list[dict[str, Any]]:
    cards = raw.get("cards")
    if not isinstance(cards, list):
        return []
    bad = {loc[1] for loc in flawed if loc[0] == "cards" and len(loc) > 1}
    return [card for index, card in enumerate(cards) if index not in bad]


def _cards_that_can_be_checked(raw: dict[str, Any], sound: list[dict[str, Any]], file: Path) -> list[BadInput]:
    flaws = [flaw for card in sound for flaw in card_flaws(card)]
    errors = [BadInput(flaw.message, file=file, field=flaw.path) for flaw in flaws]
    return errors + (_deck_errors(raw, file) if isinstance(raw.get("cards"), list) else [])


def _third_side(loc: Loc, raw: dict[str, Any], file: Path) -> BadInput | None:
    """A better message than "unknown field" for a further side of a card that has its two."""
    if len(loc) != 3 or loc[0] != "cards" or not isinstance(loc[2], str) or loc[2] in Card.model_fields:
        return None
    card = raw["cards"][loc[1]]
    complete = "top" in card and ("bottom" in card or card.get("same_both_sides") is True)
    if not complete or not isinstance(card[loc[2]], dict):
        return None
    message = "a card has exactly two sides, top and bottom; remove this third one"
    return BadInput(message, file=file, field=place(loc, raw))


def _deck_errors(raw: dict[str, Any], file: Path) -> list[BadInput]:
    """Ranks that stand twice or not at all. A card without a usable rank has its own message already."""
    cards = raw["cards"]
    ranks = [card.get("rank") for card in cards if isinstance(card, dict)]
    count = Counter(rank for rank in ranks if isinstance(rank, str) and rank in RANK_NAMES)
    strange = len(cards) - sum(count.values())
    missing = [rank for rank in RANK_NAMES if rank not in count]
    without = f"; there is none of rank {', '.join(missing)}" if missing else ""
    errors = []
    for rank, times in count.items():
        if times > 1:
            message = f"stands {_times(times)}; each of the 14 ranks is needed exactly once{without}"
            errors.append(BadInput(message, file=file, field=f"cards[rank {rank}]"))
    if len(missing) > strange and not errors and (count or not cards):
        deck = DECK_SIZE - sum(2 if rank == "Joker" else 4 for rank in missing)
        message = f"no card of rank {', '.join(missing)}; the deck would hold {deck} cards instead of {DECK_SIZE}"
        errors.append(BadInput(message, file=file, field="cards"))
    return errors


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


def _edition_errors(raw: dict[str, Any], editions: Sequence[str] | None, file: Path) -> list[BadInput]:
    errors = []
    cards = {card["rank"]: card for card in raw["cards"]}
    for edition, override in raw.get("editions", {}).items():
        if editions is not None and edition not in editions:
            errors.append(unknown("edition", edition, editions, file=file, field=f"editions.{edition}"))
        errors += _twice_errors(edition, override, file)
        seen: set[tuple[str, str]] = set()
        for change in override.get("sides", []):
            rank, where = change["rank"], change["side"]
            field = f"editions.{edition}.sides[rank {rank} {where}]"
            for side in SIDE_NAMES if where == "both" else (where,):
                if (rank, side) in seen:
                    errors.append(BadInput(f"the {side} of rank {rank} is changed twice", file=file, field=field))
                    break
                seen.add((rank, side))
            if where == "bottom" and rank in cards and cards[rank].get("same_both_sides"):
                message = 'both sides of this card are the same; write side = "both"'
                errors.append(BadInput(message, file=file, field=field))
    for entry in raw.get("disputed", []):
        if editions is not None and entry["edition"] not in editions:
            field = f"disputed[{entry['where']}].edition"
            errors.append(unknown("edition", entry["edition"], editions, file=file, field=field))
    return errors


def _twice_errors(edition: str, override: dict[str, Any], file: Path) -> list[BadInput]:
    """Ranks that an edition speaks of twice where once is meant."""
    errors = []
    given = {change["rank"] for change in override.get("abilities", [])}
    none = override.get("no_abilities", [])
    for index, rank in enumerate(none):
        field = f"editions.{edition}.no_abilities[entry {index + 1}]"
        if rank in given:
            message = f"rank {rank} has abilities in [[editions.{edition}.abilities]]; it is one or the other"
            errors.append(BadInput(message, file=file, field=field))
        elif rank in none[:index]:
            errors.append(BadInput(f"rank {rank} stands twice", file=file, field=field))
    changed = [change["rank"] for change in override.get("cards", [])]
    for rank in {rank for rank in changed if changed.count(rank) > 1}:
        field = f"editions.{edition}.cards[rank {rank}]"
        errors.append(BadInput(f"the card of rank {rank} is changed twice", file=file, field=field))
    return errors


def _overridden(flaw: Flaw, edition: str, raw: dict[str, Any]) -> str:
    """The place of a flaw that only this edition has: in its override, not on the card."""
    for change in raw.get("editions", {}).get(edition, {}).get("sides", []):
        if change["rank"] == flaw.rank and change["side"] in (flaw.side, "both"):
            return f"editions.{edition}.sides[rank {flaw.rank} {change['side']}].{flaw.field}"
    return f"editions.{edition}: {flaw.path}"
