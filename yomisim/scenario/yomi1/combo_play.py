"""Whether a combo in players' notation is legal, and what it deals, or which rule it breaks.

The moves are asked of the rules one by one, as in a game; where one is no option, the reason is the one that a scenario
gives. What the other player does is left out: the starter hits, no card lies face down, nobody's life ends the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from yomisim.cards.yomi1 import tables as tab
from yomisim.cards.yomi1.pack import side_name
from yomisim.errors import BadInput, check_type
from yomisim.estimate.combos import Combo, Place, notation
from yomisim.policies import codes
from yomisim.rules.yomi1.combo_tables import can_pay, legal, played
from yomisim.rules.yomi1.state import NO_SIDE
from yomisim.scenario.combo_verdict import Broken, Verdict
from yomisim.scenario.yomi1.notation import Move, only_one, read_cards, read_combo
from yomisim.scenario.yomi1.questions import Question
from yomisim.scenario.yomi1.refusal_reasons import locked_or, why_no_hit_back, why_no_pump, why_not_next
from yomisim.scenario.yomi1.rules import RULES as REFUSALS

FIELD = "play"


#: Rules that a sequence can break; the last one only where it is played from the whole deck.
RULES = {name: rule.sentence for name, rule in REFUSALS.items()} | {
    "copies": "the deck holds only so many cards of a rank",
}


def read_hand(text: str, field: str = "hand") -> dict[int, int]:
    """Cards such as ``"2 3 4 K K A"`` as numbers by rank index; suits may be written and change nothing.

    Raises
    ------
    BadInput
        for what is no card, and for a card that there is only once and is written twice.
    """
    check_type(field, text, str, 'cards such as "2 3 4 K K A"')
    cards = read_cards([text], field)
    named = Counter(card for card in cards if card.suit is not None)
    twice = [card for card, n in named.items() if n > 1]
    if twice:
        raise BadInput(f"{twice[0]} is there only once; write the rank alone for any card of a rank", field=field)
    return dict(Counter(card.rank for card in cards))


def play_sequence(place: Place, text: str) -> Verdict:
    """Play a sequence such as ``t8>2>K+`` at a place.

    A first step that can be several sides of its card is the one with which the sequence is legal, and of several such
    the one that deals most. An opening of the place has to be the first step.

    Raises
    ------
    BadInput
        for a sequence that cannot be read, or whose first step is not the opening.
    """
    check_type(FIELD, text, str, 'a combo such as "t8>2>K+"')
    # which suit a card has changes no combo
    steps = [replace(step, suit=None) for step in read_combo(place.character, text, FIELD)]
    sides = [side for side in steps[0].sides if place.opening in (None, side)]
    if not sides:
        opening = side_name(place.character, place.opening)  # type: ignore[arg-type]
        raise BadInput(f"the first step {steps[0].text} is not the opening {opening!r}", field=FIELD)
    verdicts = [_Playing(place, steps, side).verdict(" ".join(text.split())) for side in sides]
    return max(verdicts, key=lambda verdict: (verdict.legal, verdict.combo.damage if verdict.combo else -1))


class _Playing:
    """One sequence that is being played."""

    def __init__(self, place: Place, steps: Sequence[Move], starter: int) -> None:
        self.place, self.steps, self.starter = place, steps, starter
        self.p = place.position[0]
        self.char = self.p["char"]
        self.hand = place.hand
        self.points = np.int64(self.char["max_combo"])
        self.last = NO_SIDE
        self.paid = 0
        self.any = self.face = 0  # pumps that any card or any face card pays, not paid yet
        self.damage = self.cards = self.aces = 0
        self.played: list[list[int]] = []

    def verdict(self, text: str) -> Verdict:
        """Play everything; the first rule that is broken ends it."""
        broken, at = None, None
        try:
            for number, step in enumerate(self.steps):
                at = step.text
                self._move(step, number)
                for _ in range(step.pumps):
                    self._pump()
            at = None
        except Broken as error:
            broken = error.slug
        name = side_name(self.place.character, self.starter)
        if broken == "not-in-hand" and not self.place.is_hand:
            broken = "copies"
        damage = self.damage if broken is None else None
        sentence = None if broken is None else RULES[broken]
        return Verdict(text, name, broken is None, damage, broken, at, sentence, self._combo())

    def _combo(self) -> Combo | None:
        if not self.played:
            return None
        steps = tuple((side, pumps) for side, pumps in self.played)
        points = sum(int(self.char["points"][side]) for side, _ in steps)
        others = _size(self.hand) - _aces(self.hand)
        aces = self.aces + max(0, self.any + self.face - others)
        return Combo(steps, notation(self.place.character, steps), self.damage, self.cards, points, aces)

    def _question(self, options: Any, kind: Any) -> Question:
        return Question(int(kind), int(options), int(self.hand), int(self.last), int(self.points), self.paid)

    def _allowed(self) -> tuple[Any, Any, Any]:
        starter = NO_SIDE if self.last < 0 else np.int64(self.starter)
        return legal(self.p, self.hand, starter, np.int64(self.last), self.points, np.int64(self.paid))

    def _move(self, step: Move, number: int) -> None:
        starters, following, _ = self._allowed()
        if number == 0:
            question = self._question(starters, codes.OPENER)
            side = self.starter
            if not question.offers(side):
                raise Broken(self._why_no_start(question, step))
        else:
            question = self._question(following, codes.CONTINUE)
            if self.p["single"]:
                raise Broken("hit-back-single")
            sides = [each for each in step.sides if question.offers(each)]
            if not sides:
                raise Broken(why_not_next(self.char, question, step))
            side = only_one(self.place.character, sides, step.text, FIELD)
        left, damage, points = played(self.p, self.hand, np.int64(side), self.points)
        if not can_pay(left, np.int64(self.any), np.int64(self.face)):
            raise Broken("pump-cards")  # the card is needed for a pump before
        self.cards += _size(self.hand) - _size(left)
        self.aces += _aces(self.hand) - _aces(left)
        self.hand = np.uint64(left)
        self.points = np.int64(points)
        self.damage += int(damage)
        self.last, self.paid = np.int64(side), 0
        self.played.append([side, 0])

    def _why_no_start(self, question: Question, step: Move) -> str:
        side = self.starter
        if not int(self.hand) >> 4 * (side >> 2) & 15:
            return "not-in-hand"
        if self.char["kind"][side] not in (tab.KIND_ATTACK, tab.KIND_THROW):
            return "not-an-attack-or-throw"
        if self.p["after_dodge"]:
            return why_no_hit_back(self.char, question, Move((side,), step.suit, 0, step.text))
        return locked_or(self.char, question, side, "opener-needs-aces")

    def _pump(self) -> None:
        cards = int(self._allowed()[2])
        if not cards:
            raise Broken(why_no_pump(self.char, self._question(0, codes.PUMP)))
        left, owed_any, owed_face = self.hand, self.any, self.face
        if self.char["any_place"][self.last] >= 0:
            owed_any += 1
        elif self.char["face_place"][self.last] >= 0:
            owed_face += 1
        else:
            left = np.uint64(int(self.hand) & ~(cards & -cards))
        if not can_pay(left, np.int64(owed_any), np.int64(owed_face)):
            raise Broken("pump-cards")
        self.aces += _aces(self.hand) - _aces(left)
        self.hand, self.any, self.face = left, owed_any, owed_face
        self.paid += 1
        self.cards += 1
        self.damage += int(self.char["pump_damage"][self.last])
        self.played[-1][1] += 1


def _size(cards: Any) -> int:
    return int(cards).bit_count()


def _aces(cards: Any) -> int:
    return (int(cards) >> 4 * tab.ACE & 15).bit_count()
