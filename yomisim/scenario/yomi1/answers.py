"""From decisions by name to the options of the engine, and from illegal ones to the rule that they break.

A `Player` is asked the engine's questions in the order in which they come up during one turn. What it was told and
never asked for is looked at in the end (:mod:`yomisim.scenario.leftovers`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from yomisim.cards.yomi1 import tables as tab
from yomisim.cards.yomi1.pack import side_name
from yomisim.cards.yomi1.pack_abilities import phrases, programs
from yomisim.cards.yomi1.schema import Character
from yomisim.errors import BadInput, unknown
from yomisim.policies import codes
from yomisim.scenario.words import plain
from yomisim.scenario.yomi1.notation import Move, NamedCard, only_one, read_card, read_cards, read_combo, read_move
from yomisim.scenario.yomi1.questions import PASS, Question
from yomisim.scenario.yomi1.refusal_reasons import locked_or, why_no_hit_back, why_no_pump, why_not_next
from yomisim.scenario.yomi1.rules import Refused
from yomisim.scenario.yomi1.schema import Decisions

#: Rules for cards from hand: a card that is not there breaks not-in-hand instead.
IN_HAND = ("pump-cards", "cost-cards")


@dataclass(frozen=True)
class Use:
    """An ability as written: its numbers in the kit (several may share a name), and the card if one was written.

    Without numbers it says that the player passes.
    """

    numbers: tuple[int, ...]
    card: NamedCard | None
    text: str


class Player:
    """The decisions of one player in one turn, used up as they are asked for."""

    def __init__(self, name: str, character: Character, packed: np.void, told: Decisions, field: str) -> None:
        self.name = name
        self.character = character
        self.packed = packed
        self.told = told
        self.field = field
        self.kit = programs(character)
        self.opener = read_move(character, told.opener, f"{field}.opener")
        again = told.opener if told.opener_again is None else told.opener_again
        self.opener_again = read_move(character, again, f"{field}.opener_again")
        self.asked_again = False
        self.source: NamedCard | None = None
        self.face_down = self._cards("face_down")
        self.combo = read_combo(character, told.combo, f"{field}.combo") if told.combo else []
        self.hit_back = self._read_hit_back()
        self.after_hit_back: list[Move] | None = None
        self.pump_with = self._cards("pump_with")
        self.pay = self._cards("pay")
        self.sets = self._read_sets()
        self.paying: list[NamedCard] = []
        self.aces_from = [word for text in told.aces_from for word in text.replace(",", " ").lower().split()]
        for word in self.aces_from:
            if word not in ("discard", "deck", "stop"):
                raise BadInput(f'{word!r} is not "discard", "deck" or "stop"', field=f"{field}.aces_from")
        self.take = self._cards("take")
        self.limit = self._cards("discard")
        self.abilities = self._read_uses("abilities")
        self.counters = self._read_uses("counter")
        self.discard_for = self._cards("discard_for")
        self.alternatives = list(told.alternative)
        self.kinds = [tab.KIND_NAMES.index(kind) for kind in told.name_kind]
        self.mark = self._cards("mark")
        self.take_back = self._cards_or_pass("take_back")
        self.on_deck = self._cards("on_deck")
        self.blackjack = list(told.blackjack)
        self.turning: int | None = None
        self.pumps_left = 0
        self.combo_begun = False

    def _cards(self, name: str) -> list[NamedCard]:
        return read_cards(getattr(self.told, name), f"{self.field}.{name}")

    def _cards_or_pass(self, name: str) -> list[NamedCard | None]:
        """Cards, with None for each "pass" between them."""
        found: list[NamedCard | None] = []
        for text in getattr(self.told, name):
            for part in re.split(r"(?i)\b(pass)\b", text):
                if part.lower() == "pass":
                    found.append(None)
                else:
                    found += read_cards([part], f"{self.field}.{name}")
        return found

    def _read_hit_back(self) -> list[Move]:
        text = self.told.hit_back
        if not text:
            return []
        field = f"{self.field}.hit_back"
        try:
            return read_combo(self.character, text, field)
        except BadInput:
            if ">" in text:
                raise
            bare = text.rstrip("+ ")
            move = read_move(self.character, bare, field)
            if move is None:
                return []
            return [Move((move[0],), move[1], text.count("+", len(bare)), text)]

    def _read_sets(self) -> list[list[NamedCard]]:
        field = f"{self.field}.power_up"
        sets = [each for each in (read_cards([text], field) for text in self.told.power_up) if each]
        for each in sets:
            if len({card.rank for card in each}) > 1 or not 2 <= len(each) <= 4:
                raise Refused("not-a-set", self.name, f"power up with {' '.join(map(str, each))}")
        return sets

    def _read_uses(self, name: str) -> list[Use]:
        """Abilities by name, each with a card in brackets where it matters: ``Burst of Speed (10H)``."""
        reacts = name == "counter"
        field = f"{self.field}.{name}"
        uses = []
        for text in getattr(self.told, name):
            found = re.fullmatch(r"\s*(.*?)\s*(?:\(([^()]*)\)\s*)?", text, re.DOTALL)
            assert found is not None
            if plain(text) == "pass":
                uses.append(Use((), None, "pass"))
                continue
            called = [number for number, each in enumerate(self.kit) if plain(each.ability.name) == plain(found[1])]
            if not called:
                known = dict.fromkeys(each.ability.name for each in self.kit)
                raise unknown("ability", found[1], [*known, "pass"], field=field)
            asked = [number for number in called if not self.kit[number].ability.auto]
            if not asked:
                raise BadInput(f"{found[1]} happens by itself; leave it out", field=field)
            numbers = tuple(number for number in asked if (self.kit[number].ability.window == "react") == reacts)
            if not numbers:
                where = "abilities" if reacts else "counter"
                raise BadInput(f"{found[1]} belongs in {where}", field=field)
            uses.append(Use(numbers, read_card(found[2].strip(), field) if found[2] is not None else None, text))
        return uses

    # --- the engine's questions -------------------------------------------------------------------------------

    def answer(self, question: Question) -> int:
        """The option chosen by what was told; Refused where that is not legal."""
        return {
            codes.OPENER: self._open,
            codes.OPENER_AGAIN: self._open_again,
            codes.SOURCE: self._source,
            codes.PAY: self._pay,
            codes.FACE_DOWN: self._put_face_down,
            codes.CONTINUE: self._continue,
            codes.HIT_BACK: self._hit_back,
            codes.PUMP: self._pump,
            codes.POWER_UP: self._power_up,
            codes.ACE_FROM: self._ace_from,
            codes.TAKE: self._take,
            codes.HAND_LIMIT: self._hand_limit,
            codes.ABILITY: self._ability,
            codes.REACT: self._react,
            codes.DISCARD: self._discard_for,
            codes.BRANCH: self._branch,
            codes.NAME_KIND: self._name_kind,
            codes.MARK: self._mark,
            codes.RECLAIM: self._reclaim,
            codes.NEXT_ON_DECK: self._next_on_deck,
            codes.HIT_OR_STAND: self._hit_or_stand,
        }[question.kind](question)

    def _named(
        self,
        question: Question,
        pile: list[NamedCard],
        what: str = "",
        rule: str = "not-in-hand",
        *,
        optional: bool = False,
    ) -> int:
        """The next card of `pile` among the options, else the pass if `optional`, else the first option.

        `rule` is broken by a card that is no option, where it lies in hand (or no hand matters).
        """
        options = question.members()
        if not pile:
            return PASS if (optional and question.offers(PASS)) or not options else options[0]
        wanted = pile.pop(0)
        for option in options:
            if wanted.matches(option):
                return option
        if rule in IN_HAND and not question.holds(wanted):
            rule = "not-in-hand"
        raise Refused(rule, self.name, f"{what} {wanted}".strip())

    # the combat card

    def _open(self, question: Question) -> int:
        return self._combat_card(question, self.opener, self.told.opener, final=self.told.opener_again is None)

    def _open_again(self, question: Question) -> int:
        self.asked_again = True
        text = self.told.opener if self.told.opener_again is None else self.told.opener_again
        return self._combat_card(question, self.opener_again, text, final=True)

    def _combat_card(self, question: Question, move: tuple[int, int | None] | None, text: str, *, final: bool) -> int:
        if move is None:
            return PASS
        side, suit = move
        if final and self.combo:
            first = self.combo[0]
            if side not in first.sides or (None not in (suit, first.suit) and suit != first.suit):
                raise BadInput(f"the first step {first.text} is not the opener {text!r}", field=f"{self.field}.combo")
            suit = first.suit if suit is None else suit
            self.pumps_left = first.pumps
        self._need_card(question, side, suit, text)
        if not question.offers(side):
            raise Refused(locked_or(self.packed, question, side, "opener-needs-aces"), self.name, text)
        return side

    def _need_card(self, question: Question, side: int, suit: int | None, text: str) -> None:
        self.source = NamedCard(side >> 2, suit)
        if not question.holds(self.source):
            raise Refused("not-in-hand", self.name, text)

    def _source(self, question: Question) -> int:
        """The card named with the move or ability just chosen; what happens by itself takes the first that fits."""
        pile = [] if self.source is None else [self.source]
        self.source = None
        return self._named(question, pile, rule="ability-not-usable")

    def _pay(self, question: Question) -> int:
        return self._named(question, self.paying or self.pay, "a cost paid with", "cost-cards")

    # what follows a hit

    def _put_face_down(self, question: Question) -> int:
        if len(self.face_down) > 1:
            raise Refused("one-face-down", self.name, " and ".join(map(str, self.face_down)) + " face down")
        return self._named(question, self.face_down, optional=True)

    def _begin_combo(self) -> None:
        """The first step is the combat card itself, which has landed."""
        if not self.combo_begun:
            self.combo_begun = True
            self.combo = self.combo[1:]

    def _continue(self, question: Question) -> int:
        self._begin_combo()
        if self.after_hit_back is not None:
            self.combo, self.after_hit_back = self.after_hit_back, None
        if not self.combo:
            return PASS
        move = self.combo[0]
        side = self._side_of(question, move, f"{self.field}.combo")
        if side is None:
            raise Refused(why_not_next(self.packed, question, move), self.name, move.text)
        self.combo.pop(0)
        self._need_card(question, side, move.suit, move.text)
        self.pumps_left = move.pumps
        return side

    def _side_of(self, question: Question, move: Move, field: str) -> int | None:
        """The side that a step means: the one that may be played now."""
        sides = [side for side in move.sides if question.offers(side)]
        return only_one(self.character, sides, move.text, field) if sides else None

    def _hit_back(self, question: Question) -> int:
        if not self.hit_back:
            return PASS
        if self.combo and not self.combo_begun:
            if len(self.combo) > 1 or self.combo[0].pumps:
                raise Refused("no-hit", self.name, self.combo[-1].text)
            self.combo = []
        move, *more = self.hit_back
        self.hit_back = []
        if self.packed["kind"][move.sides[0]] not in (tab.KIND_ATTACK, tab.KIND_THROW):
            raise Refused("hit-back-kind", self.name, move.text)
        self._need_card(question, move.sides[0], move.suit, move.text)
        side = self._side_of(question, move, f"{self.field}.hit_back")
        if side is None:
            raise Refused(why_no_hit_back(self.packed, question, move), self.name, move.text)
        self.after_hit_back = more
        self.combo_begun = True
        self.pumps_left = move.pumps
        return side

    def _pump(self, question: Question) -> int:
        self._begin_combo()
        if self.pumps_left == 0:
            return PASS
        options = question.members()
        side = question.last_side
        what = f"a pump of {side_name(self.character, side)}"
        if not options:
            raise Refused(why_no_pump(self.packed, question), self.name, what)
        self.pumps_left -= 1
        if self.pump_with:
            return self._named(question, self.pump_with, what + " with", "pump-cards")
        needed = [move.sides[0] >> 2 for move in self.combo + (self.after_hit_back or [])]
        return min(options, key=lambda card: (needed.count(card >> 2), card >> 2 in (tab.ACE, tab.JOKER), card))

    # power up and cards

    def _power_up(self, question: Question) -> int:
        if not self.sets:
            return PASS
        cards = self.sets.pop(0)
        text = " ".join(map(str, cards))
        option = 4 * cards[0].rank + len(cards) - 2
        if not question.offers(option):
            raise Refused("not-a-set", self.name, f"power up with {text}")
        self.paying = sorted(cards, key=lambda card: card.suit is None)
        return option

    def _ace_from(self, question: Question) -> int:
        word = self.aces_from.pop(0) if self.aces_from else None
        if word is None:
            options = question.members()
            return options[0] if options else PASS
        option = {"discard": int(codes.FROM_DISCARD), "deck": int(codes.FROM_DECK), "stop": PASS}[word]
        if not question.offers(option):
            raise Refused("aces-too-few" if word == "stop" else "no-ace-there", self.name, f"aces_from {word}")
        return option

    def _take(self, question: Question) -> int:
        wanted = self.take[0].rank if self.take else None
        return self._named(question, self.take, "take", "no-ace-there" if wanted == tab.ACE else "card-not-there")

    def _hand_limit(self, question: Question) -> int:
        return self._named(question, self.limit, "discard of")

    # abilities

    def _use(self, question: Question, uses: list[Use]) -> int:
        """The next ability on the list where it can be used now; else the player waits for a later window."""
        if not uses:
            return PASS
        if not uses[0].numbers:
            uses.pop(0)
            return PASS
        number = next((number for number in uses[0].numbers if question.offers(number)), None)
        if number is None:
            return PASS
        card = uses.pop(0).card
        self.source = card if self.kit[number].ability.source in ("hand", "discard") else None
        return number

    def _ability(self, question: Question) -> int:
        return self._use(question, self.abilities)

    def _react(self, question: Question) -> int:
        return self._use(question, self.counters)

    def _discard_for(self, question: Question) -> int:
        return self._named(question, self.discard_for, "discard of", "cost-cards")

    def _branch(self, question: Question) -> int:
        if not self.alternatives:
            return question.members()[0]
        number = self.alternatives.pop(0)
        if not question.offers(number):
            raise Refused("no-such-alternative", self.name, f"alternative {number}")
        return number

    def _name_kind(self, question: Question) -> int:
        kind = self.kinds.pop(0) if self.kinds else question.members()[0]
        if not question.offers(kind):
            raise Refused("not-asked", self.name, f"name_kind {tab.KIND_NAMES[kind]}")
        return kind

    def _mark(self, question: Question) -> int:
        return self._named(question, self.mark, "mark")

    def _reclaim(self, question: Question) -> int:
        """The next card; one that this ability does not give back waits for another ability that is still to come."""
        if not self.take_back:
            return PASS
        wanted = self.take_back[0]
        if wanted is None:
            self.take_back.pop(0)
            return PASS
        if self._takes_back_later() and not any(wanted.matches(option) for option in question.members()):
            return PASS
        self.take_back.pop(0)
        return self._named(question, [wanted], "take_back", "card-not-there")

    def _takes_back_later(self) -> bool:
        """Whether an ability that gives cards back is still on the list."""
        return any(
            inner.name == "return_combo"
            for use in self.abilities
            for number in use.numbers
            for phrase in phrases(self.kit[number].ability, "does")
            for inner in phrase.inside()
        )

    def _next_on_deck(self, question: Question) -> int:
        return self._named(question, self.on_deck, "on_deck", "card-not-there", optional=True)

    def _hit_or_stand(self, question: Question) -> int:
        """Bit 0 stop, bit 1 one more card; as many cards as were told, none where nothing was."""
        if self.turning is None:
            self.turning = self.blackjack.pop(0) if self.blackjack else 0
        if self.turning == 0:
            self.turning = None
            return 0
        if not question.offers(1):
            raise Refused("no-more-cards", self.name, "blackjack")
        self.turning -= 1
        return 1
