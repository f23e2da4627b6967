"""What a player was told for the main phase, against what the engine asks."""

from __future__ import annotations

import numpy as np

from yomisim.cards.yomi2.pack import Deck
from yomisim.policies import codes
from yomisim.scenario.yomi2.notation import Action, read_action
from yomisim.scenario.yomi2.questions import PASS, Question
from yomisim.scenario.yomi2.rules import Refused

OPTIONS = {
    "exchange": int(codes.DO_EXCHANGE),
    "ability": int(codes.DO_ABILITY),
    "power up": int(codes.DO_POWER_UP),
    "storm": int(codes.DO_STORM),
}


class MainPhase:
    """The actions of one player in one main phase, in their order."""

    def __init__(self, name: str, deck: Deck, packed: np.void, actions: list[str], field: str) -> None:
        self.name = name
        self.deck = deck
        self.exchanges = int(packed["exchanges"])
        self.left = [read_action(deck, text, field) for text in actions]
        self.done: list[Action] = []

    def _refuse(self, slug: str, action: Action) -> Refused:
        return Refused(slug, self.name, action.text)

    def _class(self, slot: str) -> str:
        return self.deck.moves[self.deck.number(slot)].class_

    def next_action(self, question: Question) -> int:
        """The kind of the next action, or the end of the phase."""
        if not self.left:
            return PASS
        action = self.left[0]
        if action.kind == "escape":
            raise self._refuse("not-jailed", action)
        self._check(question, action)
        if not question.offers(OPTIONS[action.kind]):
            raise self._refuse(self._why_not(action), action)
        self.done.append(self.left.pop(0))
        return OPTIONS[action.kind]

    def _check(self, question: Question, action: Action) -> None:
        """Refused for what is wrong with an action whatever lies in the discard pile."""
        for slot in dict.fromkeys(action.cards):
            wanted = action.cards.count(slot)
            if question.copies(self.deck.number(slot)) < wanted:
                raise self._refuse("not-a-pair" if question.holds(self.deck.number(slot)) else "not-in-hand", action)
        if action.kind == "exchange" and {self._class(action.cards[0]), self._class(action.wanted or "")} != {"normal"}:
            raise self._refuse("exchange-sign", action)
        if action.kind == "power up" and len(set(action.cards)) > 1:
            raise self._refuse("not-a-pair", action)
        if action.kind == "ability" and self._class(action.cards[0]) != "ability":
            raise self._refuse("no-ability-card", action)

    def _why_not(self, action: Action) -> str:
        """The rule that keeps an action from being taken."""
        if action.kind == "storm":
            return "storm"
        before = sum(each.kind == action.kind for each in self.done)
        if action.kind == "exchange":
            if before >= self.exchanges:
                return "exchange-once"
            return "exchange-other" if action.cards[0] == action.wanted else "card-not-there"
        if before:
            return "ability-once" if action.kind == "ability" else "power-up-once"
        return "no-ability-card"

    # what an action is about

    def give(self, question: Question) -> int:
        """The move whose card is given away."""
        action = self.done[-1]
        move = self.deck.number(action.cards[0])
        if not question.offers(move):
            raise self._refuse("exchange-other", action)
        return move

    def take(self, question: Question) -> int:
        """The move whose card is taken."""
        action = self.done[-1]
        move = self.deck.number(action.wanted or "")
        if not question.offers(move):
            raise self._refuse("exchange-other" if action.wanted == action.cards[0] else "card-not-there", action)
        return move

    def card(self, question: Question) -> int:
        """The move of an ability card or of a pair."""
        action = self.done[-1]
        move = self.deck.number(action.cards[0])
        if not question.offers(move):
            raise self._refuse("no-ability-card" if action.kind == "ability" else "not-a-pair", action)
        return move

    def fetch(self, question: Question) -> int:
        """The super that is taken, or none."""
        action = self.done[-1]
        if action.wanted is None:
            return PASS
        move = self.deck.number(action.wanted)
        if not question.offers(move):
            raise self._refuse("no-super-there", action)
        return move

    def escape(self, question: Question) -> int:
        """The pair that opens a jail, or none."""
        if not self.left or self.left[0].kind != "escape":
            return PASS
        action = self.left[0]
        self._check(question, action)
        move = self.deck.number(action.cards[0])
        if len(set(action.cards)) > 1 or not question.offers(move):
            raise self._refuse("not-a-pair", action)
        self.done.append(self.left.pop(0))
        return move
