"""Why a move is no option: the rule that keeps it from being played now.

`packed` is the packed record of the character, `question` what was asked.
"""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi1 import tables as tab
from yomisim.scenario.yomi1.notation import Move, NamedCard
from yomisim.scenario.yomi1.questions import Question


def _is_payable(packed: np.void, side: int, question: Question) -> bool:
    return bool(int(packed["payable"][question.aces()]) >> side & 1)


def locked_or(packed: np.void, question: Question, side: int, otherwise: str) -> str:
    """The rule that locks a side whose Aces are in hand, else `otherwise`."""
    if not _is_payable(packed, side, question):
        return otherwise
    if int(packed["gated"]) >> side & 1:
        return "needs-in-play"
    return "aces-forbidden" if side >> 2 == tab.ACE else otherwise


def why_not_next(packed: np.void, question: Question, move: Move) -> str:
    """The rule that keeps a move from following the last one."""
    last, side = question.last_side, move.sides[0]
    if packed["kind"][side] not in (tab.KIND_ATTACK, tab.KIND_THROW):
        return "not-an-attack-or-throw"
    if not question.holds(NamedCard(side >> 2, move.suit)):
        return "not-in-hand"
    if packed["combo_type"][last] == tab.COMBO_CANT or packed["combo_type"][side] == tab.COMBO_CANT:
        return "cant-combo"
    if packed["combo_type"][side] == tab.COMBO_STARTER:
        return "starter-first"
    if packed["combo_type"][last] == tab.COMBO_ENDER:
        return "ender-ends"
    if not int(packed["follow"][last]) >> side & 1:
        return "chain-step"
    if packed["points"][side] > question.points_left:
        return "points"
    if not _is_payable(packed, side, question):
        return "aces"
    return locked_or(packed, question, side, "ender-ends")


def why_no_hit_back(packed: np.void, question: Question, move: Move) -> str:
    """The rule that keeps a move from hitting back."""
    side = move.sides[0]
    return locked_or(packed, question, side, "hit-back-kind" if _is_payable(packed, side, question) else "aces")


def why_no_pump(packed: np.void, question: Question) -> str:
    """The rule that keeps the last move from being pumped (once more)."""
    side = question.last_side
    if not int(packed["pumpable"]) >> side & 1:
        return "not-pumpable"
    if question.pumps >= packed["pump_max"][side]:
        return "pump-limit"
    return "not-pumpable" if question.hand & int(packed["pump_cards"][side]) else "pump-cards"
