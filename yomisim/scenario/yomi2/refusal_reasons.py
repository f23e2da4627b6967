"""Why a move of Yomi 2 is no option: the rule that keeps it from being played now.

`packed` is the packed record of the character as it counts now, `question` what was asked, `move` a move number.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2 import tables as tab
from yomisim.cards.yomi2.pack import Deck
from yomisim.scenario.yomi2.questions import Question

LANDING = (tab.KIND_STRIKE, tab.KIND_PROJECTILE, tab.KIND_THROW)


def lands(packed: np.void, move: int) -> bool:
    """Whether a move is an attack or a throw."""
    return int(packed["kind"][move]) in LANDING


def why_not_next(packed: np.void, deck: Deck, question: Question, move: int) -> str:
    """The rule that keeps a move from following the last one."""
    last, types = question.last_move, [card.combo_type for card in deck.moves]
    if not lands(packed, move):
        return "not-an-attack-or-throw"
    if not question.holds(move):
        return "not-in-hand"
    if last >= 0 and "cant_combo" in (types[last], types[move]):
        return "cant-combo"
    if types[move] == "starter":
        return "starter-first"
    if last >= 0 and types[last] == "ender":
        return "ender-ends"
    if last >= 0 and not int(packed["follow"][last]) >> move & 1:
        return "chain-step"
    if packed["points"][move] > question.points_left:
        return "points"
    return "meter" if packed["meter_cost"][move] else "only-such-moves"


def why_no_hit_back(packed: np.void, question: Question, move: int) -> str:
    """The rule that keeps a move from hitting back."""
    if not lands(packed, move):
        return "hit-back-kind"
    if not question.holds(move):
        return "not-in-hand"
    return "meter" if packed["meter_cost"][move] else "only-such-moves"


def why_no_pump(packed: np.void, move: int, paid: int) -> str:
    """The rule that keeps a move from being pumped (once more) after `paid` packets."""
    packets = int(packed["packets"][move]) if move >= 0 else 0
    if packets == 0:
        return "not-pumpable"
    return "pump-limit" if paid >= packets else "pump-cards"


def may_pay_later(packed: np.void, move: int, card: int) -> bool:
    """Whether a card of move `card` pays some packet of `move`."""
    return any(int(packed["pump_moves"][move][packet]) >> card & 1 for packet in range(int(packed["packets"][move])))
