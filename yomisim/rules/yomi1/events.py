"""What can happen in a game of Yomi (first game), as rows of the event log.

A row is ``(event, seat, a, b, c, d)`` of int16; the table says what a to d are. `card` and `side` are in card and
side space, `life` is what is left. Words are made from the rows in Python (`yomisim.narrate`).
"""

from __future__ import annotations

from yomisim.cards.numbers import numbered

#: name -> meaning of the columns a, b, c, d
EVENTS: dict[str, tuple[str, ...]] = {
    "turn": ("turn", "life_0", "life_1"),  # seat: who has initiative
    "draw": ("card", "reason"),
    "no_draw": ("reason",),  # the deck is empty
    "opener": ("card", "side"),
    "no_card": (),
    "choose_again": (),  # this seat may take its card back: the other said no-card
    "pay_ace": ("card",),
    "hit": ("card", "side", "damage"),
    "tie": (),
    "no_contact": (),
    "block": ("card", "side"),
    "dodge": ("card", "side"),
    "burst": ("card",),
    "damage": ("amount", "life", "reason"),  # seat loses life
    "face_down": ("card",),  # hidden from the other player until revealed
    "face_down_declined": (),
    "follow": ("card", "side", "damage", "waiting"),  # waiting 1: under a face-down card
    "hit_back": ("card", "side", "damage", "waiting"),
    "pump": ("card", "damage", "waiting"),
    "combo_end": ("damage", "moves", "points"),
    "rewind": ("card", "prevented"),
    "bluff": ("card",),
    "joker_wasted": ("card",),
    "knockdown": (),
    "chain": ("length", "aces"),
    "return_card": ("card",),
    "power_up": ("rank", "count", "aces"),
    "discard": ("card", "reason"),
    "take": ("card", "from_deck"),
    "shuffle": (),
    "knockdown_void": (),
    "game_over": ("ending",),  # seat: winner or NOBODY
    "heal": ("amount", "life"),
    "ability": ("ability", "card"),  # announced, costs paid; card NO_CARD for the character's own
    "countered": ("ability", "card"),
    "show": ("card",),
    "rotate": ("card", "side"),
    "stay": ("card",),
    "leave": ("card",),
    "name_kind": ("kind",),
    "mill": ("card",),
    "look": ("count",),
    "put_on_deck": ("card",),
    "put_at_bottom": ("card",),
    "stand_up": (),
    "shield": (),
    "speed": ("tenths", "turn"),
    "second_strike": (),
    "status": ("status",),
    "poker": ("hand",),
    "blackjack": ("total",),
    "look_bottom": (),
}
EVENT_NAMES = tuple(EVENTS)
(
    TURN,
    DRAW,
    NO_DRAW,
    OPENER,
    NO_CARD_PLAYED,
    CHOOSE_AGAIN,
    PAY_ACE,
    HIT,
    TIE,
    NO_CONTACT,
    BLOCK,
    DODGE,
    BURST,
    DAMAGE,
    FACE_DOWN,
    FACE_DOWN_DECLINED,
    FOLLOW,
    HIT_BACK,
    PUMP,
    COMBO_END,
    REWIND,
    BLUFF,
    JOKER_WASTED,
    KNOCKDOWN,
    CHAIN,
    RETURN_CARD,
    POWER_UP,
    DISCARD,
    TAKE,
    SHUFFLE,
    KNOCKDOWN_VOID,
    GAME_OVER,
    HEAL,
    ABILITY,
    COUNTERED,
    SHOW,
    ROTATE,
    STAY,
    LEAVE,
    NAME_KIND,
    MILL,
    LOOK,
    PUT_ON_DECK,
    PUT_AT_BOTTOM,
    STAND_UP,
    SHIELD,
    SPEED,
    SECOND_STRIKE,
    STATUS,
    POKER,
    BLACKJACK,
    LOOK_BOTTOM,
) = numbered(len(EVENTS))

#: Why cards are drawn, put down or life is lost (the column `reason`).
REASONS = (
    "turn",
    "opening",
    "block",
    "normal",
    "rewind",
    "power_up",
    "hand_limit",
    "combat",
    "combo",
    "block_damage",
    "ability",
    "cost",
)
(
    WHY_TURN,
    WHY_OPENING,
    WHY_BLOCK,
    WHY_NORMAL,
    WHY_REWIND,
    WHY_POWER_UP,
    WHY_HAND_LIMIT,
    WHY_COMBAT,
    WHY_COMBO,
    WHY_BLOCK_DAMAGE,
    WHY_ABILITY,
    WHY_COST,
) = numbered(len(REASONS))
