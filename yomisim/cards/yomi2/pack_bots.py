"""From bot sheets to the records that compiled code reads (layout: :mod:`yomisim.cards.yomi2.solo_tables`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from yomisim.cards.load import Game
from yomisim.cards.programs import phrases
from yomisim.cards.yomi2.bot_verbs import ROWS, WINDOW_CODES, WORDS
from yomisim.cards.yomi2.bots import DIE, USES, Bot, Move, Row, Tile
from yomisim.cards.yomi2.constants import Rules, Solo
from yomisim.cards.yomi2.pack import Deck, bits, deck_of, pack_decks, pack_rules
from yomisim.cards.yomi2.pack_abilities import kind_bits
from yomisim.cards.yomi2.schema import LETTERS, Character
from yomisim.cards.yomi2.solo_tables import (
    BOT,
    FALLEN_COUNT_AS,
    HITBACK,
    MAX_BOT_ABILITIES,
    MAX_BOT_CONDITIONS,
    MAX_BOT_VERBS,
    NO_ROW,
    PLAIN_DODGE,
    ROW_OF_HITBACK,
    SOLO_TABLE,
    TEAM,
    TEAM_HITS,
)
from yomisim.cards.yomi2.tables import (
    ARMOR_NAMES,
    CHARACTER,
    ENDURED_BY_NONE,
    HEIGHT_NAMES,
    KIND_NAMES,
    MAX_METER,
    SORT_NAMES,
    VARIANTS,
)
from yomisim.errors import BadInput

SEAT = 1
_DODGE = Tile(combo="dodge", kind="dodge", moves=("dodge",))
#: Signs of a tile that are sets of moves, and the set.
_SETS = {
    "recurring": "recurring",
    "unsafe": "unsafe",
    "lockdown": "lockdown",
    "knockdown": "knockdown",
    "edge_on_hit": "edge",
    "edge_on_block": "edge",
}
_EASILY_ENDURED = ("A", "B", "C")


def pack_solo(game: Game, bot: str | Bot, humans: Sequence[str | Character]) -> np.ndarray:
    """What stays fixed in games of one human or two against a bot: shape (1,), dtype SOLO_TABLE.

    Parameters
    ----------
    bot : id, name or model. humans : one or two characters; they wear the gem of the game, if it has one.

    Raises
    ------
    BadInput : for an unknown name, more humans than two, or a sheet with more rows or words than there is room for.
    """
    sheet: Bot = game.bot(bot) if isinstance(bot, str) else bot
    who = [game.character(each) if isinstance(each, str) else each for each in humans]
    return pack_solo_decks(game.rules, game.solo, sheet, [deck_of(each, game.worn_gem) for each in who])


def pack_solo_decks(rules: Rules, solo: Solo, sheet: Bot, decks: Sequence[Deck]) -> np.ndarray:
    """The same of decks."""
    if not 1 <= len(decks) <= TEAM:
        raise BadInput(f"one human or two fight a bot, not {len(decks)}", field="characters")
    if len(sheet.rows) > VARIANTS:
        raise BadInput(f"{sheet.name} has {len(sheet.rows)} rows; {VARIANTS} are the most", field="rows")
    table = np.zeros(1, SOLO_TABLE)
    record = table[0]
    record["humans"] = len(decks)
    life = sheet.hit_points * (solo.team_life if len(decks) > 1 else 1)
    packed = pack_rows(sheet, life)
    for place, deck in enumerate(decks):
        alone = pack_decks(rules, [deck])[0]
        if len(decks) > 1:
            alone["rules"]["first_draw"] = solo.team_first_draw
        alone["char"][SEAT] = packed
        record["table"][place] = alone
    _pack_bot(record["bot"], sheet, solo, life)
    return table


def pack_rows(sheet: Bot, life: int) -> np.ndarray:
    """The rows of a sheet as variants of one character: shape (VARIANTS,), dtype CHARACTER."""
    packed = np.zeros(VARIANTS, CHARACTER)
    packed["hit_points"] = life
    packed["switch_storm"] = -1
    for record, row in zip(packed, sheet.rows, strict=False):
        for place, tile in tiles_of(sheet, row).items():
            _pack_move(record, place, tile, sheet.moves)
        record["payable"][: MAX_METER + 1] = np.uint64(2**64 - 1)
    return packed


def tiles_of(sheet: Bot, row: Row) -> dict[int, Tile]:
    """The tiles of a row by their move numbers, hit-back and plain dodge among them."""
    found = {tile.roll - 1: tile for tile in sheet.tiles(row)}
    found[int(PLAIN_DODGE)] = _DODGE
    hitback = sheet.hitback(row)
    if hitback is not None:
        found[int(HITBACK)] = hitback
    return found


def _pack_move(record: np.void, place: int, tile: Tile, moves: dict[str, Move]) -> None:
    """A tile as a move: what its first move is, with the damage of the first hit."""
    member = np.uint64(1 << place)
    first = tile.moves[0]
    super_ = first in moves and moves[first].super_
    record["kind"][place] = KIND_NAMES.index(tile.kind)
    record["sort"][place] = 1 << SORT_NAMES.index(_sort(tile.kind, first, super_))
    record["speed"][place] = tile.speed or 0
    heights = tile.blocks if tile.kind == "block" else (tile.height,) if tile.height else ()
    record["height"][place] = sum(1 << HEIGHT_NAMES.index(height) for height in heights)
    record["level"][place] = tile.level or 0
    record["block_damage"][place] = tile.block_damage
    alone_dodge = tile.kind == "dodge" and len(tile.moves) == 1
    record["damage"][place] = 0 if tile.kind in ("dodge", "block") else tile.first
    record["counter_damage"][place] = tile.damage if alone_dodge else 0
    record["armor"][place] = ARMOR_NAMES.index(tile.armor or "none")
    record["endured_by"][place] = _endured_by(first, super_)
    beaten = [name for name, says in (("dodge", tile.undodgeable), ("block", tile.unblockable)) if says]
    record["beats"][place] = sum(1 << SORT_NAMES.index(name) for name in beaten)
    record["beats_from"][place] = tile.beats_strikes_from or 0
    record["openers"] |= member
    if beaten or tile.beats_strikes_from:
        record["beaters"] |= member
    if tile.kind in ("strike", "projectile"):
        record["attacks"] |= member
    plural = {"strike": "strikes", "throw": "throws", "block": "blocks", "dodge": "dodges"}.get(tile.kind)
    if plural:
        record[plural] |= member
    for name, sign in _SETS.items():
        if getattr(tile, sign):
            record[name] |= member


def _sort(kind: str, first: str, super_: bool) -> str:
    """The class of opener for what says that it beats it."""
    if kind in ("projectile", "block", "dodge"):
        return kind
    plain = first in LETTERS or first == "throw"
    return f"{'super' if super_ else 'normal' if plain else 'special'}_{kind}"


def _endured_by(first: str, super_: bool) -> int:
    """The least grade of armor that answers an attack with this first move."""
    if first in LETTERS:
        return ARMOR_NAMES.index("light" if first in _EASILY_ENDURED else "medium")
    return int(ENDURED_BY_NONE) if super_ else ARMOR_NAMES.index("heavy")


def _pack_bot(record: np.void, sheet: Bot, solo: Solo, life: int) -> None:
    assert record.dtype == BOT
    record["hit_points"] = life
    for name in ("start_hand", "least_hand", "most_hand", "not_hit_gain", "block_gain", "crush_pays_pumps"):
        record[name] = getattr(solo, name)
    record["row_of_hitback"] = ROW_OF_HITBACK.index(solo.row_of_hitback)
    record["team_hits"] = TEAM_HITS.index(solo.team_hits)
    record["fallen_count_as"] = FALLEN_COUNT_AS.index(solo.fallen_count_as)
    record["row_until_down"] = NO_ROW
    record["row_of_use"] = NO_ROW
    for variant, row in enumerate(sheet.rows):
        if row.hand is None:
            record["row_of_use"][USES.index(row.use)] = variant
        else:
            record["row_of_hand"][row.hand[0] : row.hand[1] + 1] = variant
        record["has_hitback"][variant] = row.hitback is not None
        record["rolls"][variant] = bits(tile.roll - 1 for tile in row.tiles)
        for place, tile in tiles_of(sheet, row).items():
            _pack_tile(record["tile"][variant, place], tile)
    _pack_abilities(record, sheet)


def _pack_tile(record: np.void, tile: Tile) -> None:
    record["total"] = tile.damage
    record["adjust"] = tile.adjust
    record["always"] = tile.always
    record["follows"] = tile.kind == "dodge" and len(tile.moves) > 1
    record["hit_first"] = tile.hit_first
    record["alone"] = len(tile.moves) == 1 and "+" not in tile.combo
    record["draws"] = tile.draws_on_block
    for name in ("self_heal", "self_damage", "freezes", "removes", "transforms"):
        record[name] = getattr(tile, name)


def _pack_abilities(record: np.void, sheet: Bot) -> None:
    if len(sheet.abilities) > MAX_BOT_ABILITIES:
        raise BadInput(f"{sheet.name} has {len(sheet.abilities)} abilities; {MAX_BOT_ABILITIES} are the most")
    for number, ability in enumerate(sheet.abilities):
        for phrase in phrases(ability, "always", WORDS):
            record[phrase.name] = _number(phrase)
        if not ability.does:
            continue
        found = {name: phrases(ability, name, WORDS) for name in ("conditions", "does")}
        if len(found["conditions"]) > MAX_BOT_CONDITIONS or len(found["does"]) > MAX_BOT_VERBS:
            raise BadInput(f"{ability.name} of {sheet.name} has more conditions or verbs than there is room for")
        program = record["ability"][number]
        for field, name, rows in (("conditions", "condition", "conditions"), ("verbs", "verb", "does")):
            program[field] = len(found[rows])
            for i, phrase in enumerate(found[rows]):
                program[name][i] = (phrase.word.code, _number(phrase))
        record["at"][WINDOW_CODES[ability.window]] |= np.uint64(1 << number)


def _number(phrase: Any) -> int:
    """The argument of a word: a count, kinds of move as bits, a row by its number."""
    if phrase.word.value.kind == "kinds":
        return kind_bits(phrase.value)
    if phrase.word.value.choices == ROWS:
        return USES.index(phrase.value)
    return int(phrase.value or 0)


assert DIE == HITBACK
__all__ = ["pack_rules", "pack_solo", "pack_solo_decks", "tiles_of"]
