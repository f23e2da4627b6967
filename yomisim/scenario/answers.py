"""From decisions by name to the options of the engine, and from illegal ones to the rule that they break.

A `Player` is asked the engine's questions in the order in which they come up during one turn. What it was told and
never asked for is looked at in the end: it was not allowed, and the events of the turn say why.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from yomisim.cards.yomi1 import tables as tab
from yomisim.cards.yomi1.pack import side_name
from yomisim.cards.yomi1.schema import Character
from yomisim.errors import BadInput
from yomisim.policies import codes
from yomisim.scenario.notation import Move, NamedCard, read_cards, read_combo, read_move
from yomisim.scenario.refusals import Refused
from yomisim.scenario.schema import Decisions

PASS = 63


@dataclass(frozen=True)
class Question:
    """What the engine asks: kind of decision, options as a set, and the asker's hand and combo at that moment."""

    kind: int
    options: int
    hand: int
    last_side: int
    points_left: int
    pumps: int

    def offers(self, option: int) -> bool:
        """Whether `option` is legal."""
        return bool(self.options >> option & 1)

    def members(self) -> list[int]:
        """All options but the pass."""
        return [option for option in range(PASS) if self.offers(option)]


class Player:
    """The decisions of one player in one turn, used up as they are asked for."""

    def __init__(self, name: str, character: Character, packed: np.void, told: Decisions, field: str) -> None:
        self.name = name
        self.character = character
        self.packed = packed
        self.told = told
        self.field = field
        self.opener = read_move(character, told.opener, f"{field}.opener")
        again = told.opener if told.opener_again is None else told.opener_again
        self.opener_again = read_move(character, again, f"{field}.opener_again")
        self.wanted_suit: int | None = None
        self.face_down = read_cards(told.face_down, f"{field}.face_down")
        self.combo = read_combo(character, told.combo, f"{field}.combo") if told.combo else []
        self.hit_back = self._read_hit_back()
        self.pump_with = read_cards(told.pump_with, f"{field}.pump_with")
        self.pay = read_cards(told.pay, f"{field}.pay")
        self.sets = self._read_sets()
        self.paying: list[NamedCard] = []
        self.aces_from = told.aces_from.replace(",", " ").split() if isinstance(told.aces_from, str) else told.aces_from
        for word in self.aces_from:
            if word not in ("discard", "deck", "stop"):
                raise BadInput(f'{word!r} is not "discard", "deck" or "stop"', field=f"{field}.aces_from")
        self.take = read_cards(told.take, f"{field}.take")
        self.limit = read_cards(told.discard, f"{field}.discard")
        self.pumps_left = 0
        self.combo_begun = False
        self.aces_asked = False
        self.pump_asked = False

    def _read_hit_back(self) -> list[Move]:
        text = self.told.hit_back
        if not text:
            return []
        field = f"{self.field}.hit_back"
        try:
            return read_combo(self.character, text, field)
        except BadInput:
            bare = text.rstrip("+ ")
            move = read_move(self.character, bare, field)
            if move is None:
                return []
            return [Move(move[0], move[1], len(text.rstrip()) - len(bare.rstrip()), text)]

    def _read_sets(self) -> list[list[NamedCard]]:
        told = self.told.power_up
        field = f"{self.field}.power_up"
        sets = [read_cards(each, field) for each in ([told] if isinstance(told, str) else told)]
        sets = [each for each in sets if each]
        for each in sets:
            if len({card.rank for card in each}) > 1 or not 2 <= len(each) <= 4:
                raise Refused("not-a-set", self.name, f"power up with {' '.join(map(str, each))}")
        return sets

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
        }[question.kind](question)

    def _open(self, question: Question) -> int:
        return self._combat_card(question, self.opener, self.told.opener)

    def _open_again(self, question: Question) -> int:
        self.opener = self.opener_again
        text = self.told.opener if self.told.opener_again is None else self.told.opener_again
        return self._combat_card(question, self.opener_again, text)

    def _combat_card(self, question: Question, move: tuple[int, int | None] | None, text: str) -> int:
        if move is None:
            return PASS
        side, self.wanted_suit = move
        self._need_card(question, side, self.wanted_suit, text)
        if not question.offers(side):
            raise Refused(self._locked_or(side, question, "opener-needs-aces"), self.name, text)
        if self.combo:
            if self.combo[0].side != side and not self._same_move(self.combo[0].side, side):
                raise BadInput(
                    f"the first step {self.combo[0].text} is not the opener {text!r}", field=f"{self.field}.combo"
                )
            self.pumps_left = self.combo[0].pumps
        return side

    def _same_move(self, one: int, other: int) -> bool:
        """Whether two sides of a card are of one kind, so that a step by rank can mean either."""
        return one >> 2 == other >> 2 and self.packed["kind"][one] == self.packed["kind"][other]

    def _need_card(self, question: Question, side: int, suit: int | None, text: str) -> None:
        wanted = NamedCard(side >> 2, suit)
        if not any(question.hand >> card & 1 and wanted.matches(card) for card in range(tab.CARDS)):
            raise Refused("not-in-hand", self.name, text)

    def _locked_or(self, side: int, question: Question, otherwise: str) -> str:
        gated = int(self.packed["gated"]) >> side & 1
        payable = int(self.packed["payable"][min(bin(question.hand >> 48 & 15).count("1"), 4)]) >> side & 1
        return otherwise if not gated or not payable else "needs-in-play"

    def _source(self, question: Question) -> int:
        return self._named(question, NamedCard(question.members()[0] >> 2, self.wanted_suit))

    def _named(self, question: Question, wanted: NamedCard | None) -> int:
        options = question.members()
        for option in options:
            if wanted is not None and wanted.matches(option):
                return option
        if wanted is not None:
            raise Refused("not-in-hand", self.name, str(wanted))
        return options[0]

    def _pay(self, question: Question) -> int:
        for pile in (self.paying, self.pay):
            if pile:
                return self._named(question, pile.pop(0))
        return question.members()[0]

    def _put_face_down(self, question: Question) -> int:
        if not self.face_down:
            return PASS
        if len(self.face_down) > 1:
            raise Refused("one-face-down", self.name, " and ".join(map(str, self.face_down)) + " face down")
        return self._named(question, self.face_down.pop(0))

    def _continue(self, question: Question) -> int:
        if not self.combo_begun:
            self.combo_begun = True
            self.combo = self.combo[1:]
        if not self.combo:
            return PASS
        move = self.combo[0]
        if not question.offers(move.side):
            raise Refused(self._why_not_next(question, move), self.name, move.text)
        self.combo.pop(0)
        self.wanted_suit = move.suit
        self.pumps_left = move.pumps
        return move.side

    def _why_not_next(self, question: Question, move: Move) -> str:
        """The rule that keeps a move from following the last one."""
        p = self.packed
        last, side = question.last_side, move.side
        if p["kind"][side] not in (tab.KIND_ATTACK, tab.KIND_THROW):
            return "not-an-attack-or-throw"
        wanted = NamedCard(side >> 2, move.suit)
        if not any(question.hand >> card & 1 and wanted.matches(card) for card in range(tab.CARDS)):
            return "not-in-hand"
        if p["combo_type"][last] == tab.COMBO_CANT or p["combo_type"][side] == tab.COMBO_CANT:
            return "cant-combo"
        if p["combo_type"][side] == tab.COMBO_STARTER:
            return "starter-first"
        if p["combo_type"][last] == tab.COMBO_ENDER:
            return "ender-ends"
        if not int(p["follow"][last]) >> side & 1:
            return "chain-step"
        if p["points"][side] > question.points_left:
            return "points"
        if not int(p["payable"][min(bin(question.hand >> 48 & 15).count("1"), 4)]) >> side & 1:
            return "aces"
        return "needs-in-play" if int(p["gated"]) >> side & 1 else "ender-ends"

    def _hit_back(self, question: Question) -> int:
        if not self.hit_back:
            return PASS
        if len(self.hit_back) > 1:
            raise Refused("hit-back-single", self.name, ">".join(move.text for move in self.hit_back))
        move = self.hit_back.pop(0)
        if self.packed["kind"][move.side] not in (tab.KIND_ATTACK, tab.KIND_THROW):
            raise Refused("hit-back-kind", self.name, move.text)
        self._need_card(question, move.side, move.suit, move.text)
        if not question.offers(move.side):
            raise Refused(self._locked_or(move.side, question, "aces"), self.name, move.text)
        self.wanted_suit = move.suit
        self.pumps_left = move.pumps
        return move.side

    def _pump(self, question: Question) -> int:
        self.pump_asked = True
        if self.pumps_left == 0:
            return PASS
        options = question.members()
        side = question.last_side
        what = f"a pump of {side_name(self.character, side)}"
        if not options:
            if not int(self.packed["pumpable"]) >> side & 1:
                raise Refused("not-pumpable", self.name, what)
            limit = question.pumps >= self.packed["pump_max"][side]
            raise Refused("pump-limit" if limit else "pump-cards", self.name, what)
        self.pumps_left -= 1
        if self.pump_with:
            wanted = self.pump_with.pop(0)
            for option in options:
                if wanted.matches(option):
                    return option
            in_hand = any(question.hand >> card & 1 and wanted.matches(card) for card in range(tab.CARDS))
            raise Refused("pump-cards" if in_hand else "not-in-hand", self.name, f"{wanted} for {what}")
        needed = [move.side >> 2 for move in self.combo]
        return min(options, key=lambda card: (needed.count(card >> 2), card >> 2 in (tab.ACE, tab.JOKER), card))

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
        self.aces_asked = True
        word = self.aces_from.pop(0) if self.aces_from else None
        if word is None:
            options = question.members()
            return options[0] if options else PASS
        option = {"discard": int(codes.FROM_DISCARD), "deck": int(codes.FROM_DECK), "stop": PASS}[word]
        if not question.offers(option):
            raise Refused("aces-too-few" if word == "stop" else "no-ace-there", self.name, f"aces_from {word}")
        return option

    def _take(self, question: Question) -> int:
        return self._named(question, self.take.pop(0) if self.take else None)

    def _hand_limit(self, question: Question) -> int:
        if self.limit:
            return self._named(question, self.limit.pop(0))
        return question.members()[0]

    # --- what was told but never came up ------------------------------------------------------------------------

    def check_all_used(self, why: Why) -> None:
        """Refused for the first decision that was told and did not come up; `why` knows what happened."""
        if self.combo and not self.combo_begun:
            steps = self.combo[1:] or self.combo[:1]
            if len(self.combo) > 1 or self.combo[0].pumps:
                raise Refused(why.no_combo(self.name, pumps=len(self.combo) == 1), self.name, steps[0].text)
        elif self.combo:
            raise Refused(why.no_combo(self.name, pumps=False), self.name, self.combo[0].text)
        if self.pumps_left and not (self.combo and not self.combo_begun):
            raise Refused("game-over" if why.over else "pump-needs-hit", self.name, "a pump")
        if self.face_down:
            raise Refused(why.no_window(self.name), self.name, f"{self.face_down[0]} face down")
        if self.hit_back:
            raise Refused("game-over" if why.over else "no-hit-back", self.name, self.hit_back[0].text)
        if self.sets:
            raise Refused("game-over" if why.over else "not-asked", self.name, "power up")
        if self.aces_from:
            slug = "game-over" if why.over else ("no-ace-there" if self.aces_asked else "not-entitled")
            raise Refused(slug, self.name, f"aces_from {self.aces_from[0]}")
        if self.limit:
            raise Refused("within-hand-limit", self.name, f"discard of {self.limit[0]}")
        for pile, what in ((self.pump_with, "pump_with"), (self.pay, "pay"), (self.take, "take")):
            if pile:
                raise Refused("not-asked", self.name, f"{what} {pile[0]}")


@dataclass(frozen=True)
class Why:
    """What happened in a turn, as far as it explains why a decision never came up."""

    over: bool
    tie: bool
    burst_by: str | None
    hit_by: str | None
    dodged_by: str | None

    def no_combo(self, player: str, *, pumps: bool) -> str:
        """The rule that kept `player` from a combo or pump."""
        if self.tie:
            return "tie"
        if self.burst_by == player:
            return "burst-no-combo"
        if self.hit_by == player and self.over:
            return "game-over"
        return "pump-needs-hit" if pumps else "no-hit"

    def no_window(self, player: str) -> str:
        """The rule that kept `player` from putting a card face down."""
        return "game-over" if self.over and self.hit_by not in (None, player) else "no-face-down-window"
