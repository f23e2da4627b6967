"""Whether a combo of Yomi 2 in players' notation is legal, and what it deals, or which rule it breaks.

The moves are asked of the rules one by one, as in a game; where one is no option, the reason is the one that a scenario
gives. What the other player does is left out: the starter hits, nothing ends the combo or the game before its time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from yomisim.cards.yomi2 import tables as tab
from yomisim.errors import BadInput, check_type
from yomisim.estimate.yomi2_combos import Combo, Place, notation, token
from yomisim.policies import codes
from yomisim.rules.yomi2.combo_tables import able_with, damage_of_step, may_follow
from yomisim.rules.yomi2.state import NO_MOVE
from yomisim.scenario.combo_verdict import Broken, Verdict
from yomisim.scenario.yomi2.notation import Step, read_cards, read_combo
from yomisim.scenario.yomi2.questions import Question
from yomisim.scenario.yomi2.refusal_reasons import lands, why_no_hit_back, why_no_pump, why_not_next
from yomisim.scenario.yomi2.rules import RULES as REFUSALS

FIELD = "play"
#: Rules that a sequence can break; the last one only where it is played from the whole deck.
RULES = {name: rule.sentence for name, rule in REFUSALS.items()} | {
    "copies": "the deck holds only so many copies of a card",
}


def read_hand(text: str, field: str = "hand") -> dict[str, int]:
    """Cards such as ``"A B throw S1"`` as numbers by slot.

    Raises
    ------
    BadInput : for what is no card.
    """
    check_type(field, text, str, 'cards such as "A B throw S1"')
    return dict(Counter(card.slot for card in read_cards([text], field)))


def play_sequence(place: Place, text: str) -> Verdict:
    """Play a sequence such as ``throw>D>E`` at a place.

    Where the place leaves the meter open, the least counts with which all of it is legal.

    Raises
    ------
    BadInput : for a sequence that cannot be read, or whose first step is not the opening.
    """
    check_type(FIELD, text, str, 'a combo such as "throw>D>E"')
    steps = read_combo(place.deck, text, FIELD)
    if place.opening not in (None, steps[0].move):
        opening = place.deck.slot(place.opening)  # type: ignore[arg-type]
        raise BadInput(f"the first step {steps[0].text} is not the opening {opening!r}", field=FIELD)
    verdicts = [_Playing(place, steps, meter).verdict(" ".join(text.split())) for meter in place.meters]
    return max(verdicts, key=lambda one: (one.legal, one.combo.cards if one.combo else 0))


class _Playing:
    """One sequence that is being played."""

    def __init__(self, place: Place, steps: Sequence[Step], meter: int) -> None:
        self.place, self.steps, self.start = place, steps, meter
        self.q = place.question[0]
        self.char = self.q["char"]
        self.hand = place.hand
        self.meter = meter
        self.points = int(self.char["max_combo"])
        self.last = int(NO_MOVE)
        self.damage = self.cards = self.gained = self.spent = self.packet = self.paid = self.cost = 0
        self.played: list[list[int]] = []

    def verdict(self, text: str) -> Verdict:
        """Play everything; the first rule that is broken ends it."""
        broken, at = None, None
        try:
            for step in self.steps:
                at = step.text
                self._move(step)
                for _ in range(step.pumps):
                    self._pump()
            at = None
        except Broken as error:
            broken = error.slug
        if broken == "not-in-hand" and not self.place.is_hand:
            broken = "copies"
        name = token(self.place.deck, self.steps[0].move)
        damage = self.damage if broken is None else None
        sentence = None if broken is None else RULES[broken]
        return Verdict(text, name, broken is None, damage, broken, at, sentence, self._combo())

    def _combo(self) -> Combo | None:
        if not self.played:
            return None
        steps = tuple((move, pumps) for move, pumps in self.played)
        text = notation(self.place.deck, steps)
        figures = (self.start, self.spent, self.gained)
        return Combo(steps, text, self.damage, self.cards, self.cost, *figures)

    def _question(self, kind: Any) -> Question:
        return Question(int(kind), 0, int(self.hand), self.last, self.points, self.paid)

    def _move(self, step: Step) -> None:
        move = step.move
        if self.last < 0:
            options = able_with(self.q, self.hand, np.int64(self.meter))
            if not int(options) >> move & 1:
                raise Broken(self._why_no_start(move))
        else:
            numbers = (np.int64(one) for one in (self.last, self.points, self.meter))
            options = may_follow(self.q, self.hand, *numbers)
            if self.q["single"] and not int(options):
                raise Broken("hit-back-single")
            if not int(options) >> move & 1:
                question = self._question(codes.CONTINUE)
                raise Broken(why_not_next(self.char, self.place.deck, question, move))
        damage, gained, spent = map(int, damage_of_step(self.q, self.last, move, np.int64(self.meter)))
        self.meter += gained - spent
        self.gained, self.spent, self.damage = self.gained + gained, self.spent + spent, self.damage + damage
        self.cost += int(self.char["points"][move])
        self.points = max(0, self.points - int(self.char["points"][move]))
        self.last, self.packet, self.paid = move, 0, 0
        self.played.append([move, 0])
        self._spend(move)

    def _why_no_start(self, move: int) -> str:
        if self.char["kind"][move] == tab.KIND_DODGE:
            counts = self.char["counter_damage"][move] or int(self.char["full_combo"]) >> move & 1
            return "meter" if counts and self._held(move) else "not-an-attack-or-throw"
        if not lands(self.char, move):
            return "not-an-attack-or-throw"
        return why_no_hit_back(self.char, self._question(codes.HIT_BACK), move)

    def _pump(self) -> None:
        """Pay the first packet that is still open and that some card pays, with the card that is needed least."""
        while self.packet < int(self.char["packets"][self.last]):
            payers = int(self.char["pump_moves"][self.last][self.packet])
            held = [move for move in range(tab.MOVES) if payers >> move & 1 and self._held(move)]
            damage = int(self.char["pump_damage"][self.last][self.packet])
            self.packet += 1
            if held:
                self._spend(min(held, key=self._needed))
                self.damage += damage
                self.paid += 1
                self.played[-1][1] += 1
                return
        raise Broken(why_no_pump(self.char, self.last, self.paid))

    def _held(self, move: int) -> list[int]:
        return [move + tab.MOVES * copy for copy in range(tab.COPIES) if int(self.hand) >> move + tab.MOVES * copy & 1]

    def _needed(self, move: int) -> tuple[int, int]:
        """How badly a later step needs a card of `move`: copies that are short, and how many other pumps it can pay."""
        later = [step.move for step in self.steps[len(self.played) :]]
        packets = self.char["pump_moves"]
        pays = sum(int(packets[step][k]) >> move & 1 for step in set(later) for k in range(tab.MAX_PACKETS))
        return later.count(move) - len(self._held(move)), pays

    def _spend(self, move: int) -> None:
        self.hand = np.uint64(int(self.hand) & ~(1 << self._held(move)[0]))
        self.cards += 1
