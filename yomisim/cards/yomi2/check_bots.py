"""Whether a bot sheet can be used: its moves, its rows, and whether what is printed on its tiles follows from them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from yomisim.cards import programs
from yomisim.cards.programs import Entry, Found, or_
from yomisim.cards.reading import Loc, complaints, id_errors, place, read_toml, short
from yomisim.cards.yomi2.bot_verbs import WINDOWS, WORDS
from yomisim.cards.yomi2.bots import DIE, Bot, BotAbility, Move, Row, derived, parts
from yomisim.cards.yomi2.constants import Solo
from yomisim.errors import BadInput, unknown

_ALWAYS = {"kind", "damage", "hand_cost", "paid_always", "hand_back", "recurring"}
_ALWAYS |= {"source", "source_of", "doubt", "note"}
_OF_MOVES = _ALWAYS | {"speed", "pump", "armor", "beats_strikes_from", "self_heal", "self_damage", "knockdown", "edge"}
_OF_MOVES |= {"freezes", "removes", "transforms"}
_OF_ATTACKS = _OF_MOVES | {"height", "block_damage", "unsafe", "lockdown", "undodgeable", "unblockable"}
FIELDS_OF = {
    "strike": _OF_ATTACKS,
    "projectile": _OF_ATTACKS | {"level"},
    "throw": _OF_MOVES,
    "block": (_ALWAYS - {"damage"}) | {"blocks"},
    "dodge": _ALWAYS,
}
NEEDED_OF = {
    "strike": ("speed", "damage", "height"),
    "projectile": ("speed", "damage", "height", "level"),
    "throw": ("speed", "damage"),
    "block": ("blocks",),
    "dodge": (),
}
_COMBO = re.compile(r"[A-Za-z][A-Za-z0-9_]*\+*(>[A-Za-z][A-Za-z0-9_]*\+*)*")


def read_bot(file: Path, solo: Solo) -> tuple[Bot | None, list[BadInput]]:
    """The bot in `file`, or None and the mistakes found; `solo` are the constants of the mode."""
    try:
        raw = read_toml(file)
    except BadInput as error:
        return None, [error]
    errors = id_errors(raw, file)
    try:
        bot = Bot.model_validate(raw)
    except ValidationError as error:
        return None, errors + list(complaints(error, Bot, raw, file).values())
    flaws = [*_move_flaws(raw, bot), *_row_flaws(bot, solo), *_tile_flaws(bot)]
    errors += [BadInput(message, file=file, field=where) for where, message in flaws]
    found = [*_ability_flaws(raw, bot)]
    errors += [BadInput(message, file=file, field=place(loc, raw)) for loc, message in found]
    return (None if errors else bot), errors


def _move_flaws(raw: dict[str, Any], bot: Bot) -> Iterator[tuple[str, str]]:
    for name, move in bot.moves.items():
        stated = raw["moves"][name]
        where = f"moves.{name}"
        if not _COMBO.fullmatch(name) or "+" in name:
            yield where, "a move's name is letters, digits and _, a letter first"
        for field in NEEDED_OF[move.kind]:
            if field not in stated:
                yield f"{where}.{field}", f"missing; needs {Move.model_fields[field].description}"
        for field in sorted(set(stated) - FIELDS_OF[move.kind]):
            yield f"{where}.{field}", f"a {move.kind} has no {field}; leave it out"
        if not move.paid_always and not move.super_:
            yield f"{where}.paid_always", "only for a super, a move with hand_cost; leave it out"


def _row_flaws(bot: Bot, solo: Solo) -> Iterator[tuple[str, str]]:
    """Whether there is exactly one row for every hand size, and one tile for every roll."""
    covered: Counter[int] = Counter()
    sound = True
    for number, row in enumerate(bot.rows, 1):
        where = f"rows[entry {number}]"
        if (row.hand is not None) != (row.use == "hand"):
            sound = False
            wanted = "missing; needs two hand sizes" if row.hand is None else 'only for use = "hand"; leave it out'
            yield f"{where}.hand", wanted
        elif row.hand is not None and row.hand[0] > row.hand[1]:
            sound = False
            yield f"{where}.hand", f"got {row.hand[0]} to {row.hand[1]}; the smaller one stands first"
        elif row.hand is not None:
            covered.update(range(row.hand[0], row.hand[1] + 1))
        rolls = Counter(tile.roll for tile in row.tiles)
        for roll, times in rolls.items():
            if times > 1:
                yield f"{where}.tiles", f"roll {roll} stands {'twice' if times == 2 else f'{times} times'}"
        missing = [str(roll) for roll in range(1, DIE + 1) if roll not in rolls]
        if missing and row.use != "desperate":
            yield f"{where}.tiles", f"no tile for roll {', '.join(missing)}"
        if row.hitback is None and row.use == "hand":
            yield f"{where}.hitback", "missing; needs a table with combo, damage and adjust"
    for hand in range(solo.least_hand, solo.most_hand + 1):
        if sound and covered[hand] != 1:
            what = "no row" if not covered[hand] else "more than one row"
            yield "rows", f"{what} for hand size {hand}; each from {solo.least_hand} to {solo.most_hand} needs one"
            return
    for use, times in Counter(row.use for row in bot.rows if row.use != "hand").items():
        if times > 1:
            yield "rows", f'more than one row with use = "{use}"'


def _tile_flaws(bot: Bot) -> Iterator[tuple[str, str]]:
    """What is printed on a tile against the moves behind it."""
    for number, row in enumerate(bot.rows, 1):
        for index, tile in enumerate(row.tiles, 1):
            where = f"rows[entry {number}].tiles[entry {index}]"
            yield from _printed_flaws(bot, row, tile, where, ("damage", "first", "adjust", "always"))
        if row.hitback is not None:
            yield from _printed_flaws(bot, row, row.hitback, f"rows[entry {number}].hitback", ("damage", "adjust"))


def _printed_flaws(bot: Bot, row: Row, printed: Any, where: str, fields: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    found = [*_combo_flaws(bot, printed.combo)]
    yield from ((f"{where}.combo", message) for message in found)
    if found:
        return
    tile = derived(bot.moves, printed.combo, row.use, hitback=fields == ("damage", "adjust"))
    for field in fields:
        stated, right = getattr(printed, field), getattr(tile, field)
        if stated is not None and stated != right:
            yield f"{where}.{field}", f"got {_shown(stated)}, but the moves of {printed.combo} make {_shown(right)}"


def _combo_flaws(bot: Bot, combo: str) -> Iterator[str]:
    if not _COMBO.fullmatch(combo):
        yield f'got {short(combo)!r}, needs moves such as "throw>C>D" or "Y+>E"'
        return
    for name, pumps in parts(combo):
        if name not in bot.moves:
            yield unknown("move", short(name), bot.moves).message
        elif pumps > len(bot.moves[name].pump):
            yield f"{name} has {len(bot.moves[name].pump)} packets, not {pumps}"


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _ability_flaws(raw: dict[str, Any], bot: Bot) -> Iterator[Found]:
    for index, ability in enumerate(raw.get("abilities", [])):
        entry = Entry(("abilities", index), "", ability)
        done, found = programs.read(entry, BotAbility, WORDS)
        for loc, message in found or [*_read_flaws(done, bot)]:
            yield (*entry.loc, *loc), message


def _read_flaws(done: programs.Read | None, bot: Bot) -> Iterator[Found]:
    assert done is not None
    window = done.ability.window
    if not done.ability.does:
        if not done.ability.always:
            yield ("does",), "missing; needs a list of verbs, or traits in `always`"
    elif not window:
        yield ("window",), f"missing; needs one of {', '.join(WINDOWS)}"
        return
    elif window not in WINDOWS:
        yield ("window",), unknown("window", short(window), WINDOWS).message
        return
    for name, phrase in done.everything():
        loc: Loc = (name, *phrase.loc, phrase.name)
        if phrase.word.windows and window not in phrase.word.windows:
            message = f"{phrase.name} makes no sense in the window {window!r}; it needs {or_(phrase.word.windows)}"
            yield loc, message
        elif phrase.name in ("use_row", "in_row", "row_until_down") and bot.row(phrase.value) is None:
            yield loc, f'this sheet has no row with use = "{phrase.value}"'
