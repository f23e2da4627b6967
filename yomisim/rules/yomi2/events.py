"""What can happen in a game of Yomi 2, as rows of the event log (rules.log).

A row is ``(event, seat, a, b, c, d)`` of int16; the table says what a to d are. `card` and `move` are in card and move
space (cards.yomi2.tables), `life`, `meter` are what is left after the event.
"""

from __future__ import annotations

from yomisim.cards.numbers import numbered

#: name -> meaning of the columns a, b, c, d
EVENTS: dict[str, tuple[str, ...]] = {
    "turn": ("turn", "life_0", "life_1"),  # seat: whose turn it is
    "draw": ("card", "reason"),
    "overflow": ("card", "reason"),  # the hand is full: the card that would come goes to the discard pile
    "reshuffle": ("cards", "times"),  # an empty deck is made of the discard pile
    "main_skipped": ("reason",),  # this seat has no main phase
    "exchange": ("given", "taken"),  # cards
    "power_up": ("move", "fetched"),  # the pair that was discarded; fetched: card, NO_CARD for meter alone
    "meter": ("amount", "meter", "reason"),  # gained (what the limit leaves of it) or, negative, paid
    "storm": ("until",),  # last turn
    "storm_ends": (),
    "ability": ("ability", "move"),  # number in the kit; the move it came from, NO_MOVE for the character's own
    "opener": ("card", "move"),  # revealed, valid or not
    "invalid": ("card", "reason"),  # discarded: ability, meter, disabled
    "wild_swing": ("card",),  # the top card of the deck becomes the opener
    "no_opener": (),
    "becomes": ("move", "counts"),  # the opener acts as another move; counts 1: that is what was opened with
    "no_contact": (),
    "clash": (),  # projectiles of one level
    "beats": ("move",),  # this seat's move says that it beats the other
    "hit": ("card", "move", "damage"),
    "armor": ("card",),  # this seat was hit first and lands all the same
    "prevented": ("card",),  # the card of this seat that stopped the damage of a hit
    "block": ("card", "move"),
    "crush": ("damage",),  # this seat's attack breaks the block
    "dodge": ("card", "move"),
    "counter": ("move", "damage"),  # a dodge hits back by itself
    "damage": ("amount", "life", "reason"),  # seat loses life
    "heal": ("amount", "life"),
    "follow": ("card", "move", "damage"),
    "hit_back": ("card", "move", "damage"),
    "hit_back_declined": (),
    "block_throw": (),  # this seat's attack was blocked, and a throw may follow
    "pump": ("card", "damage"),
    "chain": ("meter",),  # this seat's normal attack was followed by the next letter
    "combo_end": ("damage", "moves", "points"),
    "knockdown": ("combat",),  # this seat is down, 0 in this combat, 1 in the next one
    "knockdown_void": (),  # both stand up
    "edge": ("combat",),  # this seat has the edge, 0 in this combat, 1 in the next one
    "edge_void": (),  # both would have it
    "disable": ("kinds", "combat"),  # bits 1 << KIND
    "no_combo": (),  # moves of this seat cannot combo or pump
    "return_card": ("card",),
    "stay": ("card", "until"),  # 0: without limit
    "leave": ("card",),
    "remove": ("card",),  # out of the game
    "discard": ("card", "reason"),
    "take": ("card",),  # from the discard pile
    "reveal": ("card",),  # the top card of the deck, for a combo
    "skip": (),  # the next main phase of this seat will be skipped
    "jail": ("on",),
    "stand_up": (),
    "status": ("status",),
    "countdown": ("left",),
    "speed": ("amount",),
    "game_over": ("ending",),  # seat: winner or NOBODY
    # against bots
    "hand": ("change", "hand", "reason"),  # the bot's hand size
    "roll": ("die", "row"),  # 1 to 8; row: number of the row on the sheet, from 0
    "reroll": ("die",),  # the move is disabled
    "tile": ("die", "row"),  # what the bot does: 9 its hit-back, 10 a plain dodge
    "bot_ability": ("number",),  # on its sheet, from 0
    "row": ("use",),  # the bot is on another row now (cards.yomi2.bots.USES)
    "bot_combo": ("damage",),  # the rest of the tile's combo
    "out": (),  # this human is out, the game goes on
}
EVENT_NAMES = tuple(EVENTS)
(
    TURN,
    DRAW,
    OVERFLOW,
    RESHUFFLE,
    MAIN_SKIPPED,
    EXCHANGE,
    POWER_UP,
    METER,
    STORM,
    STORM_ENDS,
    ABILITY,
    OPENER,
    INVALID,
    WILD_SWING,
    NO_OPENER,
    BECOMES,
    NO_CONTACT,
    CLASH,
    BEATS,
    HIT,
    ARMOR,
    PREVENTED,
    BLOCK,
    CRUSH,
    DODGE,
    COUNTER,
    DAMAGE,
    HEAL,
    FOLLOW,
    HIT_BACK,
    HIT_BACK_DECLINED,
    BLOCK_THROW,
    PUMP,
    CHAIN,
    COMBO_END,
    KNOCKDOWN,
    KNOCKDOWN_VOID,
    EDGE,
    EDGE_VOID,
    DISABLE,
    NO_COMBO,
    RETURN_CARD,
    STAY,
    LEAVE,
    REMOVE,
    DISCARD,
    TAKE,
    REVEAL,
    SKIP,
    JAIL,
    STAND_UP,
    STATUS,
    COUNTDOWN,
    SPEED,
    GAME_OVER,
    HAND,
    ROLL,
    REROLL,
    TILE,
    BOT_ABILITY,
    ROW,
    BOT_COMBO,
    OUT,
) = numbered(len(EVENTS))

#: The column `reason`: why cards come or go, meter or life changes, an opener is invalid, a main phase is skipped.
REASONS = (
    "turn",
    "opening",
    "block",
    "ability",
    "cost",
    "power_up",
    "chain",
    "super",
    "combat",
    "combo",
    "block_damage",
    "counter",
    "return",
    "meter",
    "disabled",
    "exchange",
    "escape",
    "skipped",
    "jail",
    "not_hit",
    "tile",
    "bounds",
)
(
    WHY_TURN,
    WHY_OPENING,
    WHY_BLOCK,
    WHY_ABILITY,
    WHY_COST,
    WHY_POWER_UP,
    WHY_CHAIN,
    WHY_SUPER,
    WHY_COMBAT,
    WHY_COMBO,
    WHY_BLOCK_DAMAGE,
    WHY_COUNTER,
    WHY_RETURN,
    WHY_METER,
    WHY_DISABLED,
    WHY_EXCHANGE,
    WHY_ESCAPE,
    WHY_SKIPPED,
    WHY_JAIL,
    WHY_NOT_HIT,
    WHY_TILE,
    WHY_BOUNDS,
) = numbered(len(REASONS))
