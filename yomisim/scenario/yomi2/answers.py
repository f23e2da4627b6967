"""From decisions by name to the options of the engine of Yomi 2, and from illegal ones to the rule that they break.

A `Player` is asked the engine's questions in the order in which they come up during one turn. What it was told and
never asked for is looked at in the end (:mod:`yomisim.scenario.yomi2.leftovers`).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from yomisim.cards.yomi2.pack import Deck
from yomisim.cards.yomi2.pack_abilities import programs
from yomisim.errors import BadInput, unknown
from yomisim.policies import codes
from yomisim.scenario.words import plain
from yomisim.scenario.yomi2.main_phase import MainPhase
from yomisim.scenario.yomi2.notation import NamedCard, Step, read_cards, read_combo, read_move
from yomisim.scenario.yomi2.questions import PASS, Question
from yomisim.scenario.yomi2.refusal_reasons import may_pay_later, why_no_hit_back, why_no_pump, why_not_next
from yomisim.scenario.yomi2.rules import Refused
from yomisim.scenario.yomi2.schema import Decisions

FROM_HAND, FROM_DECK = 0, 1


class Player:
    """The decisions of one player in one turn, used up as they are asked for.

    `packed` is the record of the character as it counts now: asked for anew with every question, for a card that comes
    into play changes it.
    """

    def __init__(self, name: str, deck: Deck, packed: Callable[[], np.void], told: Decisions, field: str) -> None:
        self.name = name
        self.deck = deck
        self.packed = packed
        self.told = told
        self.field = field
        self.kit = programs(deck)
        self.main = MainPhase(name, deck, packed(), told.main, f"{field}.main")
        self.opener = None if told.opener is None else read_move(deck, told.opener, f"{field}.opener")
        self.opened = False
        self.combo = read_combo(deck, told.combo, f"{field}.combo") if told.combo else []
        self.combo_begun = False
        self.hit_backs = [read_combo(deck, text, f"{field}.hit_back") for text in told.hit_back]
        self.after_hit_back: list[Step] = []
        self.pumps_left = 0
        self.pumps_paid = 0
        self.last_move = -1
        self.pump_with = self._cards("pump_with")
        self.from_deck = self._cards("from_deck")
        self.pay = self._cards("pay")
        self.take = self._cards("take")
        self.discard_for = self._cards("discard_for")
        self.abilities = self._read_abilities()
        self.alternatives = list(told.alternative)

    def _cards(self, name: str) -> list[NamedCard]:
        return read_cards(getattr(self.told, name), f"{self.field}.{name}")

    def _read_abilities(self) -> list[tuple[tuple[int, ...], str]]:
        """Abilities by name with their numbers in the kit (several may share a name); none for a pass."""
        found = []
        for text in self.told.abilities:
            called = [number for number, each in enumerate(self.kit) if plain(each.ability.name) == plain(text)]
            if not called and plain(text) != "pass":
                known = dict.fromkeys(each.ability.name for each in self.kit if each.ability.optional)
                raise unknown("ability", text, [*known, "pass"], field=f"{self.field}.abilities")
            asked = tuple(number for number in called if self.kit[number].ability.optional)
            if called and not asked:
                where = "main" if self.kit[called[0]].ability.window == "main" else "nothing: it happens by itself"
                raise BadInput(f"{text} belongs in {where}", field=f"{self.field}.abilities")
            found.append((asked, text))
        return found

    # --- the engine's questions -------------------------------------------------------------------------------

    def answer(self, question: Question) -> int:
        """The option chosen by what was told; Refused where that is not legal."""
        return {
            codes.MAIN: self.main.next_action,
            codes.EXCHANGE_GIVE: self.main.give,
            codes.EXCHANGE_TAKE: self.main.take,
            codes.ABILITY_CARD: self.main.card,
            codes.PAIR: self.main.card,
            codes.FETCH: self.main.fetch,
            codes.ESCAPE: self.main.escape,
            codes.OPENER: self._open,
            codes.CONTINUE: self._continue,
            codes.HIT_BACK: self._hit_back,
            codes.PUMP: self._pump,
            codes.HAND_OR_DECK: self._hand_or_deck,
            codes.ABILITY: self._ability,
            codes.PAY: self._pay,
            codes.DISCARD: self._discard_for,
            codes.TAKE: self._take,
            codes.BRANCH: self._branch,
        }[question.kind](question)

    def _named(self, question: Question, pile: list[NamedCard], what: str, rule: str, *, optional: bool = False) -> int:
        """The next card of `pile` among the options, else the pass if `optional`, else the first option.

        `rule` is broken by a card that is no option.
        """
        options = question.members()
        if not pile:
            return PASS if (optional and question.offers(PASS)) or not options else options[0]
        wanted = pile.pop(0)
        move = self.deck.number(wanted.slot)
        if not question.offers(move):
            raise Refused(rule, self.name, f"{what} {wanted}")
        return move

    # openers and combos

    def _open(self, question: Question) -> int:
        self.opened = True
        if self.opener is None:
            raise Refused("must-open", self.name, "no opener")
        if not question.offers(self.opener):
            raise Refused("not-in-hand", self.name, str(self.told.opener))
        return self.opener

    def _begin_combo(self, question: Question) -> None:
        """The first step is the opener itself (or what a wild swing turned up), which has landed."""
        if self.combo_begun or not self.combo:
            return
        self.combo_begun = True
        first = self.combo.pop(0)
        if first.move != question.last_move:
            opened = self.deck.slot(question.last_move)
            raise BadInput(f"the first step {first.text} is not what landed, {opened}", field=f"{self.field}.combo")
        self.pumps_left = first.pumps

    def _note_move(self, question: Question) -> None:
        if question.last_move != self.last_move:
            self.last_move, self.pumps_paid = question.last_move, 0

    def check_pumps(self) -> None:
        """Refused where pumps of the last move were told and could not be paid."""
        if self.pumps_left:
            slug = why_no_pump(self.packed(), self.last_move, self.pumps_paid)
            what = f"a pump of {self.deck.slot(self.last_move)}" if self.last_move >= 0 else "a pump"
            raise Refused(slug, self.name, what)

    def _continue(self, question: Question) -> int:
        self._begin_combo(question)
        self._note_move(question)
        self.check_pumps()
        steps = self.after_hit_back or self.combo
        if not steps:
            return PASS
        step = steps.pop(0)
        if not question.offers(step.move):
            raise Refused(why_not_next(self.packed(), self.deck, question, step.move), self.name, step.text)
        return self._played(step)

    def _played(self, step: Step) -> int:
        self.pumps_left, self.pumps_paid, self.last_move = step.pumps, 0, step.move
        return step.move

    def _hit_back(self, question: Question) -> int:
        if not self.hit_backs:
            return PASS
        step, *more = self.hit_backs.pop(0)
        if not question.offers(step.move):
            raise Refused(why_no_hit_back(self.packed(), question, step.move), self.name, step.text)
        self.after_hit_back = more
        return self._played(step)

    def _pump(self, question: Question) -> int:
        self._begin_combo(question)
        self._note_move(question)
        if self.pumps_left == 0:
            return PASS
        what = f"a pump of {self.deck.slot(question.last_move)}"
        options = question.members()
        if self.pump_with:
            wanted = self.pump_with[0]
            move = self.deck.number(wanted.slot)
            if not question.holds(move):
                raise Refused("not-in-hand", self.name, f"{what} with {wanted}")
            if not question.offers(move):
                if may_pay_later(self.packed(), question.last_move, move):
                    return PASS
                raise Refused("pump-cards", self.name, f"{what} with {wanted}")
            self.pump_with.pop(0)
        elif not options:
            return PASS  # another packet may be paid with other cards; who is left unpumped is refused then
        else:
            needed = [step.move for step in (*self.combo, *self.after_hit_back)]
            move = min(options, key=lambda each: (question.copies(each) <= needed.count(each), each))
        self.pumps_left -= 1
        self.pumps_paid += 1
        return move

    def _hand_or_deck(self, question: Question) -> int:
        """The copy that was turned over where that was told, else the one in hand if there is one."""
        if self.from_deck and self.deck.number(self.from_deck[0].slot) == self.last_move:
            self.from_deck.pop(0)
            return FROM_DECK
        return FROM_HAND if question.offers(FROM_HAND) else FROM_DECK

    # abilities

    def _ability(self, question: Question) -> int:
        """The next ability on the list where it can be used now; else the player waits for a later window."""
        if not self.abilities:
            return PASS
        numbers, _ = self.abilities[0]
        if not numbers:
            self.abilities.pop(0)
            return PASS
        number = next((number for number in numbers if question.offers(number)), None)
        if number is None:
            return PASS
        self.abilities.pop(0)
        return number

    def _pay(self, question: Question) -> int:
        return self._named(question, self.pay, "a cost paid with", "cost-cards")

    def _discard_for(self, question: Question) -> int:
        return self._named(question, self.discard_for, "discard of", "cost-cards", optional=True)

    def _take(self, question: Question) -> int:
        return self._named(question, self.take, "take", "card-not-there")

    def _branch(self, question: Question) -> int:
        if not self.alternatives:
            return question.members()[0]
        number = self.alternatives.pop(0)
        if not question.offers(number):
            raise Refused("no-such-alternative", self.name, f"alternative {number}")
        return number
