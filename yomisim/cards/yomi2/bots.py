"""Bot sheets of the solo mode: what a file may hold, and the tiles with everything that follows from their moves.

A sheet holds moves, and rows of eight tiles. A tile names its combo and states what is printed on it: the damage of
the whole combo, that of the first move, and how the hand size changes. All of it follows from the moves, and is
checked against them; what else a tile has (kind, speed, height, block damage, signs) is taken from its moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from yomisim.cards.yomi2.schema import (
    ATTACKS,
    DAMAGE_TEXT,
    MOST_HIT_POINTS,
    MOST_LEVEL,
    MOST_PUMPS,
    MOVES,
    NAME_TEXT,
    SPEED_TEXT,
    TRUTH_TEXT,
    Armor,
    Damage,
    Height,
    Id,
    Name,
    Phrases,
    Sourced,
    Speed,
    Strict,
    Text,
)

DIE = 8
Kind = Literal["strike", "projectile", "throw", "block", "dodge"]
KINDS = ("strike", "projectile", "throw", "block", "dodge")
Use = Literal["hand", "bot_down", "human_down", "desperate", "dragon"]
USES = ("hand", "bot_down", "human_down", "desperate", "dragon")
HAND_TEXT = "a whole number from 0 to 40"
Hand = Annotated[int, Field(ge=0, le=40)]

#: Signs of a tile that are those of its first move, of its last move, and of any of its moves.
OF_FIRST = ("unsafe", "lockdown", "recurring", "undodgeable", "unblockable", "transforms")
OF_LAST = ("knockdown", "edge")
OF_ANY = ("freezes", "removes")
SIGNS = (*OF_FIRST, *OF_LAST, *OF_ANY)


class Move(Sourced):
    """A move of a bot, by the name that combos call it."""

    kind: Kind = Field(description="one of " + ", ".join(KINDS))
    damage: Damage = Field(0, description=DAMAGE_TEXT)
    speed: Speed | None = Field(None, description=SPEED_TEXT)
    height: Height | None = Field(None, description="low, mid or high")
    level: int | None = Field(None, ge=1, le=MOST_LEVEL, description=f"a whole number from 1 to {MOST_LEVEL}")
    block_damage: Damage = Field(0, description=DAMAGE_TEXT)
    pump: tuple[Damage, ...] = Field(
        (), strict=False, max_length=MOST_PUMPS, description="a list of damages such as [4, 4], one a packet"
    )
    blocks: tuple[Height, ...] = Field((), strict=False, description='a list of heights such as ["low", "mid"]')
    hand_cost: Hand | None = Field(None, description=HAND_TEXT + " (supers only)")
    paid_always: bool = Field(True, description="true or false: is a super paid whatever the outcome")
    hand_back: Hand = Field(0, description=HAND_TEXT)
    armor: Armor | None = Field(None, description="light, medium or heavy")
    beats_strikes_from: Speed | None = Field(None, description=SPEED_TEXT)
    self_heal: Damage = Field(0, description=DAMAGE_TEXT)
    self_damage: Damage = Field(0, description=DAMAGE_TEXT)
    unsafe: bool = Field(False, description=TRUTH_TEXT)
    lockdown: bool = Field(False, description=TRUTH_TEXT)
    recurring: bool = Field(False, description=TRUTH_TEXT)
    undodgeable: bool = Field(False, description=TRUTH_TEXT)
    unblockable: bool = Field(False, description=TRUTH_TEXT)
    knockdown: bool = Field(False, description=TRUTH_TEXT)
    edge: bool = Field(False, description=TRUTH_TEXT)
    freezes: bool = Field(False, description=TRUTH_TEXT)
    removes: bool = Field(False, description=TRUTH_TEXT)
    transforms: bool = Field(False, description=TRUTH_TEXT)

    @property
    def super_(self) -> bool:
        """Whether the bot pays for it in hand size."""
        return self.hand_cost is not None


class Hitback(Strict):
    """What the bot does after blocking an unsafe move."""

    combo: Text = Field(description='moves such as "throw>C>D" or "Y+>E"')
    damage: Damage | None = Field(None, description=DAMAGE_TEXT)
    adjust: int | None = Field(None, ge=-40, le=0, description="a whole number, 0 or less")


class TileFields(Hitback):
    """One tile as it stands in a file."""

    roll: int = Field(ge=1, le=DIE, description=f"a whole number from 1 to {DIE}")
    first: Damage | None = Field(None, description=DAMAGE_TEXT)
    always: bool | None = Field(None, description=TRUTH_TEXT)
    freezes: bool | None = Field(None, description=TRUTH_TEXT)


class Row(Strict):
    """A row of tiles, and when it is used."""

    use: Use = Field(description="one of " + ", ".join(USES))
    hand: tuple[Hand, Hand] | None = Field(None, strict=False, description="two hand sizes such as [5, 6]")
    tiles: tuple[TileFields, ...] = Field(strict=False, min_length=1, description="a list of tiles")
    hitback: Hitback | None = Field(None, description="a table with combo, damage and adjust")


class BotAbility(Sourced):
    """One ability of a bot; the words are those of :mod:`yomisim.cards.yomi2.bot_verbs`."""

    name: Name = Field(description=NAME_TEXT)
    window: str = Field("", description='when it is used, such as "roll"')
    conditions: Phrases = Field((), alias="if", strict=False, description="a list of conditions")
    cost: Phrases = Field((), strict=False, max_length=0, description="nothing: bots pay no costs")
    does: Phrases = Field((), strict=False, description="a list of verbs such as [{ heal = 2 }]")
    always: Phrases = Field((), strict=False, description="a list of traits such as [{ refill_hand = 10 }]")


class Bot(Sourced):
    """A bot sheet."""

    id: Id = Field(description="a word in small letters, the same as the file name")
    name: Name = Field(description=NAME_TEXT)
    difficulty: int = Field(ge=1, le=9, description="a whole number from 1 to 9, as printed")
    hit_points: int = Field(ge=1, le=MOST_HIT_POINTS, description=f"a whole number from 1 to {MOST_HIT_POINTS}")
    based_on: str = Field("", max_length=40, description="the id of a character")
    moves: dict[str, Move] = Field(min_length=1, description="tables such as [moves.A]")
    rows: tuple[Row, ...] = Field(strict=False, min_length=1, description="a list of [[rows]] tables")
    abilities: tuple[BotAbility, ...] = Field((), strict=False, description="a list of [[abilities]] tables")

    @property
    def short_name(self) -> str:
        """The name in tables and charts."""
        return self.name

    def row(self, use: str, hand: int | None = None) -> Row | None:
        """The row of this use (and hand size), or None where the sheet has none."""
        for row in self.rows:
            if row.use == use and (hand is None or row.hand is None or row.hand[0] <= hand <= row.hand[1]):
                return row
        return None

    def tiles(self, row: Row) -> Iterator[Tile]:
        """The tiles of a row with all that follows from their moves, in the order of the file."""
        for tile in row.tiles:
            yield self.tile(row, tile)

    def tile(self, row: Row, tile: TileFields) -> Tile:
        """One tile with all that follows from its moves; what it states itself counts instead."""
        found = derived(self.moves, tile.combo, row.use)
        stated = {name: getattr(tile, name) for name in ("damage", "first", "adjust", "always", "freezes")}
        return Tile(**{**vars(found), "roll": tile.roll, **{k: v for k, v in stated.items() if v is not None}})

    def hitback(self, row: Row) -> Tile | None:
        """The hit-back of a row, or None where that of the hand size counts."""
        if row.hitback is None:
            return None
        found = derived(self.moves, row.hitback.combo, row.use, hitback=True)
        stated = {name: getattr(row.hitback, name) for name in ("damage", "adjust")}
        return Tile(**{**vars(found), **{k: v for k, v in stated.items() if v is not None}})


@dataclass(frozen=True)
class Tile:
    """What a bot does on one roll.

    `damage` is that of the whole combo, `first` that of the first move alone (0 for a dodge that leads on), `hit_first`
    that of the move which follows such a dodge. `adjust` is the change of the hand size, if the combo happens or
    (`always`) in any case.
    """

    combo: str
    kind: str
    damage: int = 0
    first: int = 0
    hit_first: int = 0
    adjust: int = 0
    always: bool = False
    roll: int = 0
    speed: int | None = None
    height: str | None = None
    level: int | None = None
    block_damage: int = 0
    blocks: tuple[str, ...] = ()
    draws_on_block: bool = False
    armor: str | None = None
    beats_strikes_from: int | None = None
    self_heal: int = 0
    self_damage: int = 0
    unsafe: bool = False
    lockdown: bool = False
    recurring: bool = False
    undodgeable: bool = False
    unblockable: bool = False
    transforms: bool = False
    knockdown: bool = False
    edge: bool = False
    freezes: bool = False
    removes: bool = False
    moves: tuple[str, ...] = field(default=(), compare=False)


def parts(combo: str) -> list[tuple[str, int]]:
    """The moves of a combo as (name, packets used): ``Y++>D`` gives ("Y", 2), ("D", 0)."""
    return [(move.rstrip("+"), len(move) - len(move.rstrip("+"))) for move in combo.split(">")]


def derived(moves: dict[str, Move], combo: str, use: str, hitback: bool = False) -> Tile:
    """A tile from the moves behind it.

    Parameters
    ----------
    moves : by name; all of the combo are there. combo : as a tile writes it. use : of its row.
    hitback : the combo answers a blocked unsafe move.

    In the row of a human who is down slow moves have speed 10 already; in the dragon row the hand size never changes.
    """
    steps = [(moves[name], pumps) for name, pumps in parts(combo)]
    (first, first_pumps), (last, _) = steps[0], steps[-1]
    leads_on = first.kind == "dodge" and len(steps) > 1
    frozen = use == "dragon"
    values: dict[str, Any] = {name: getattr(first, name) for name in OF_FIRST}
    values |= {name: getattr(last, name) for name in OF_LAST}
    values |= {name: any(getattr(move, name) for move, _ in steps) for name in OF_ANY}
    for name in ("level", "armor", "beats_strikes_from", "self_heal", "self_damage", "blocks", "height", "speed"):
        values[name] = getattr(first, name)
    if use == "human_down" and first.speed is not None:
        values["speed"] = max(first.speed, SPEED_AGAINST_DOWN)
    if frozen:
        values["recurring"] = False
    del first_pumps
    return Tile(
        combo=combo,
        kind=first.kind,
        damage=sum(move.damage + sum(move.pump[:pumps]) for move, pumps in steps),
        first=0 if leads_on else first.damage,
        hit_first=steps[1][0].damage if leads_on else 0,
        adjust=0 if frozen else _adjust(steps, hitback),
        always=not hitback and first.super_ and first.paid_always,
        block_damage=first.block_damage,
        draws_on_block=first.kind == "block" and not frozen,
        moves=tuple(name for name, _ in parts(combo)),
        **values,
    )


#: Speed of slow moves against a player who is down; sheets have it printed in the row for that.
SPEED_AGAINST_DOWN = 10


def _adjust(steps: list[tuple[Move, int]], hitback: bool) -> int:
    """Cards that the combo takes: one for each move but the first and for each pump, and for supers what they cost."""
    paid = 0
    for number, (move, pumps) in enumerate(steps):
        own = move.hand_cost if move.hand_cost is not None else int(number > 0 or hitback)
        paid += own + pumps - move.hand_back
    return -paid


assert set(ATTACKS) < set(MOVES) < set(KINDS)
