"""The main phase of the active player: exchange, ability card, power up, gem storm; each once, in any order.

Rulebook, main phase. Every action is a decision of its own (`main`), so that any order is possible.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.verbs import WINDOW_CODES
from yomisim.kernel.bits import PASS, PASS_BIT, U0, bit, has
from yomisim.kernel.jit import compiled, leaf, once, out_of_line
from yomisim.play.yomi2.steps import gain_meter
from yomisim.play.yomi2.windows import ASK_CARDS, in_window_of, through
from yomisim.policies.codes import (
    ABILITY_CARD,
    DO_ABILITY,
    DO_EXCHANGE,
    DO_POWER_UP,
    DO_STORM,
    ESCAPE,
    EXCHANGE_GIVE,
    EXCHANGE_TAKE,
    FETCH,
    MAIN,
    PAIR,
)
from yomisim.policies.yomi2.decide import choose
from yomisim.rules.access import char_of, fighter, kit_of, own_of
from yomisim.rules.log import emit_1, emit_2
from yomisim.rules.records import NO_CARD
from yomisim.rules.yomi2 import events
from yomisim.rules.yomi2.moves import exchange_gives, exchange_takes
from yomisim.rules.yomi2.state import STORM_ON, STORM_READY
from yomisim.rules.yomi2.zones import (
    add_to_hand,
    card_of,
    discard_from_hand,
    moves_of,
    pairs_of,
    refresh_variant,
    take_from_hand,
)

_MAIN = WINDOW_CODES["main"]
_MAIN_END = WINDOW_CODES["main_end"]
_GONE = np.int64(0)


@leaf
def _storm_ready(t, m, seat):
    me = fighter(m, seat)
    return (
        char_of(t, m, seat)["has_storm"] != 0
        and me["storm"] == STORM_READY
        and fighter(m, 1 - seat)["storm"] != STORM_ON
    )


@leaf
def _exchangeable(t, m, seat):
    """Whether an exchange is possible; without the switch only where two names are at hand and in the pile."""
    char = char_of(t, m, seat)
    gives = exchange_gives(char, own_of(m, seat)["hand"])
    takes = exchange_takes(char, fighter(m, seat)["discard"])
    if t["rules"]["exchange_same_name"] != 0:
        return gives != U0 and takes != U0
    return gives != U0 and takes != U0 and (gives != takes or gives & (gives - np.uint64(1)) != U0)


@once
def _exchange(t, m, seat):
    """A signed card goes to the discard pile, another one comes back."""
    me = fighter(m, seat)
    char = char_of(t, m, seat)
    gives = exchange_gives(char, own_of(m, seat)["hand"])
    takes = exchange_takes(char, me["discard"])
    same_name = t["rules"]["exchange_same_name"] != 0
    if not same_name and takes & (takes - np.uint64(1)) == U0:
        gives &= ~takes  # the only name to be had cannot be given away for itself
    given = choose(t, m, seat, EXCHANGE_GIVE, gives)
    taken = choose(t, m, seat, EXCHANGE_TAKE, takes if same_name else takes & ~bit(given))
    back = card_of(me["discard"], taken)  # found before the other card joins the pile: it is another card
    away = card_of(own_of(m, seat)["hand"], given)
    discard_from_hand(m, seat, away)
    me["discard"] &= ~bit(back)
    add_to_hand(m, seat, back)
    me["shown"] |= bit(back)
    emit_2(m, events.EXCHANGE, seat, away, back)


@leaf
def discard_pair(m, seat, move, reason):
    """Two copies of a move go from hand to the discard pile."""
    for _ in range(2):
        card = card_of(own_of(m, seat)["hand"], move)
        discard_from_hand(m, seat, card)
        emit_2(m, events.DISCARD, seat, card, reason)


@once
def _power_up(t, m, seat):
    """A pair is discarded for a super from the discard pile and meter, or for more meter."""
    me = fighter(m, seat)
    char = char_of(t, m, seat)
    rules = t["rules"]
    move = choose(t, m, seat, PAIR, pairs_of(own_of(m, seat)["hand"]))
    discard_pair(m, seat, move, events.WHY_POWER_UP)
    fetched = choose(t, m, seat, FETCH, (moves_of(me["discard"]) & char["supers"]) | PASS_BIT)
    if fetched == PASS:
        emit_2(m, events.POWER_UP, seat, move, NO_CARD)
        gain_meter(t, m, seat, rules["power_up_meter"], events.WHY_POWER_UP)
        return
    card = card_of(me["discard"], fetched)
    me["discard"] &= ~bit(card)
    add_to_hand(m, seat, card)
    me["shown"] |= bit(card)
    emit_2(m, events.POWER_UP, seat, move, card)
    gain_meter(t, m, seat, rules["power_up_fetch_meter"], events.WHY_POWER_UP)


@once
def _play_ability(t, m, seat, moves):
    """An ability card is played: what it does, then it is discarded unless it went elsewhere."""
    me = fighter(m, seat)
    move = choose(t, m, seat, ABILITY_CARD, moves)
    card = card_of(own_of(m, seat)["hand"], move)
    take_from_hand(m, seat, card)
    me["table"] |= bit(card)
    me["last_move"] = move
    me["last_card"] = card
    through(t, m, seat, _MAIN)
    if has(me["table"], card):
        me["table"] &= ~bit(card)
        me["discard"] |= bit(card)


@compiled
def _begin_storm(t, m, seat):
    """The gem storm is on, this turn and as long as it lasts."""
    out_of_line()
    me = fighter(m, seat)
    me["storm"] = STORM_ON
    me["storm_until"] = m["public"]["turn"] + t["rules"]["storm_turns"] - 1
    emit_1(m, events.STORM, seat, me["storm_until"])
    refresh_variant(t, m, seat)


@compiled
def _kept_out(t, m, seat):
    """Whether something takes this main phase away; a jail opens for a pair, and then there is one."""
    out_of_line()
    me = fighter(m, seat)
    if me["jailed"] != 0:
        move = choose(t, m, seat, ESCAPE, pairs_of(own_of(m, seat)["hand"]) | PASS_BIT)
        if move == PASS:
            emit_1(m, events.MAIN_SKIPPED, seat, events.WHY_JAIL)
            return True
        discard_pair(m, seat, move, events.WHY_ESCAPE)
        me["jailed"] = 0
        emit_1(m, events.JAIL, seat, _GONE)
    if me["skips"] != 0:
        me["skips"] = 0
        emit_1(m, events.MAIN_SKIPPED, seat, events.WHY_SKIPPED)
        return True
    return False


@once
def main_phase(t, m, seat):
    """All actions of `seat`, until he goes to combat."""
    me = fighter(m, seat)
    if (me["skips"] != 0 or me["jailed"] != 0) and _kept_out(t, m, seat):
        return
    exchanges = char_of(t, m, seat)["exchanges"]
    playable = kit_of(t, seat)["moves"][_MAIN]
    may_power_up = True
    while m["over"] == 0:
        hand = own_of(m, seat)["hand"]
        options = PASS_BIT
        if exchanges > 0 and _exchangeable(t, m, seat):
            options |= bit(DO_EXCHANGE)
        cards = moves_of(hand) & playable
        if cards & kit_of(t, seat)["conditional"] != U0:
            cards &= np.uint64(through(t, m, seat, ASK_CARDS))
        if cards != U0:
            options |= bit(DO_ABILITY)
        if may_power_up and pairs_of(hand) != U0:
            options |= bit(DO_POWER_UP)
        if _storm_ready(t, m, seat):
            options |= bit(DO_STORM)
        action = choose(t, m, seat, MAIN, options)
        if action == DO_EXCHANGE:
            exchanges -= 1
            _exchange(t, m, seat)
        elif action == DO_ABILITY:
            _play_ability(t, m, seat, cards)
            playable = U0
        elif action == DO_POWER_UP:
            may_power_up = False
            _power_up(t, m, seat)
        elif action == DO_STORM:
            _begin_storm(t, m, seat)
        else:
            break
    in_window_of(t, m, seat, _MAIN_END)
