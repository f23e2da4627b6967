"""Sentences for the course of a game: turns, combat, combos, power up."""

from __future__ import annotations

from typing import Any

from yomisim.cards.yomi1.pack import card_name, side_name
from yomisim.cards.yomi1.tables import RANK_NAMES
from yomisim.narrate.lines import Line, some
from yomisim.narrate.yomi1.abilities import AbilityNarrator
from yomisim.narrate.yomi1.lines import COST, PLAIN
from yomisim.rules.yomi1.events import REASONS
from yomisim.rules.yomi1.state import ENDINGS


class Narrator(AbilityNarrator):
    """All sentences; an event has the method ``_say_`` and its name, or is told by its name and columns."""

    def _say_turn(self, line: Line) -> str:
        a, b = self.names
        return f"Turn {line['turn']}: {a} {line['life_0']}, {b} {line['life_1']}; {self._who(line)} has initiative."

    def _say_draw(self, line: Line) -> str:
        reason = line["reason"]
        mine = [line, *self._run("draw", seat=line.seat, reason=reason)]
        why = REASONS[reason]
        if why == "opening":
            return f"{self._who(line)} starts with {self._cards(mine)}."
        text = f"{self._who(line)} draws {self._cards(mine)}"
        if why == "turn":
            theirs = self._run("draw", seat=1 - line.seat, reason=reason)
            return f"{text}, {self.names[1 - line.seat]} {self._cards(theirs)}." if theirs else f"{text}."
        because = {"block": " for the block", "normal": " for the normal attack"}
        return f"{text}{because.get(why, '')}."

    def _say_no_draw(self, line: Line) -> str:
        return f"{self._who(line)} cannot draw: the deck is empty."

    def _opening(self, line: Line, verb: str) -> str:
        return f"{verb} {self._move(line)}" if line.event == "opener" else "plays no card"

    def _say_opener(self, line: Line) -> str:
        text = f"{self._who(line)} {self._opening(line, 'opens with')}"
        other = self._next("opener", "no_card", seat=1 - line.seat)
        if other is None:
            return f"{text}."
        verb = "with" if line.event == "opener" else "opens with"
        return f"{text}, {self._who(other)} {self._opening(other, verb)}."

    _say_no_card = _say_opener

    def _say_choose_again(self, line: Line) -> str:
        return f"{self.names[1 - line.seat]} announces no-card; {self._who(line)} chooses anew."

    def _say_pay_ace(self, line: Line) -> str:
        return f"{self._who(line)} pays {self._cards([line, *self._run('pay_ace', seat=line.seat)])}."

    def _say_hit(self, line: Line) -> str:
        move = side_name(self.characters[line.seat], line["side"])
        return f"{self._who(line)}'s {move} hits for {line['damage']}{self._life(1 - line.seat, line['damage'])}."

    def _say_tie(self, line: Line) -> str:
        return "A tie: both land."

    def _say_no_contact(self, line: Line) -> str:
        return "Neither hits the other."

    def _say_block(self, line: Line) -> str:
        text = f"{self._who(line)}'s {side_name(self.characters[line.seat], line['side'])} holds"
        lost = self._next("damage", seat=line.seat, reason=REASONS.index("block_damage"))
        return f"{text}; {lost['amount']} block damage ({self._who(line)} {lost['life']})." if lost else f"{text}."

    def _say_dodge(self, line: Line) -> str:
        return f"{self._who(line)} gets out of the way and may hit back."

    def _say_burst(self, line: Line) -> str:
        return f"{self._who(line)}'s Joker is a Gold Burst: it fetches Aces."

    def _say_damage(self, line: Line) -> str:
        if (announced := self._announced(line)) is not None:
            return announced
        if line["reason"] == COST:
            return f"{self._who(line)} pays {line['amount']} life ({self._who(line)} {line['life']})."
        why = {"block_damage": " through the block", "combo": " in the combo"}.get(REASONS[line["reason"]], "")
        return f"{self._who(line)} loses {line['amount']}{why} ({self._who(line)} {line['life']})."

    def _say_face_down(self, line: Line) -> str:
        return f"{self._who(line)} puts a card face down."

    def _say_face_down_declined(self, line: Line) -> str:
        return f"{self._who(line)} puts no card face down."

    def _say_follow(self, line: Line) -> str:
        return f"{self._who(line)} follows with {self._move(line)}{self._paid(line.seat)}{self._effect(line)}."

    def _say_hit_back(self, line: Line) -> str:
        return f"{self._who(line)} hits back with {self._move(line)}{self._paid(line.seat)}{self._effect(line)}."

    def _say_pump(self, line: Line) -> str:
        return f"{self._who(line)} pumps with {card_name(line['card'])}{self._effect(line)}."

    def _say_combo_end(self, line: Line) -> str:
        if line["moves"] == 1:
            return f"No other move follows; {line['damage']} damage in all."
        moves, points = some(line["moves"], "move"), some(line["points"], "combo point")
        return f"The combo is over: {moves}, {points}, {line['damage']} damage in all."

    def _say_rewind(self, line: Line) -> str:
        text = f"{self._who(line)} reveals {card_name(line['card'])}: {line['prevented']} damage undone"
        drawn = self._run("draw", seat=line.seat, reason=REASONS.index("rewind"))
        return f"{text}, and draws {self._cards(drawn)}." if drawn else f"{text}."

    def _say_bluff(self, line: Line) -> str:
        text = f"{self._who(line)} reveals {card_name(line['card'])}, a bluff"
        lost = self._next("damage", seat=line.seat)
        return f"{text}: the waiting {lost['amount']} land ({self._who(line)} {lost['life']})." if lost else f"{text}."

    def _say_joker_wasted(self, line: Line) -> str:
        return f"{self._who(line)} reveals {card_name(line['card'])}: nothing to undo."

    def _say_knockdown(self, line: Line) -> str:
        return f"{self._who(line)} is knocked down for the next combat."

    def _say_chain(self, line: Line) -> str:
        return f"{self._who(line)}'s chain of {line['length']} earns {some(line['aces'], 'Ace')}."

    def _say_return_card(self, line: Line) -> str:
        return f"{self._who(line)} takes {card_name(line['card'])} back."

    def _say_power_up(self, line: Line) -> str:
        paid = self._run("discard", seat=line.seat, reason=REASONS.index("power_up"))
        what = self._cards(paid) or f"{line['count']} cards of rank {RANK_NAMES[line['rank']]}"
        return f"{self._who(line)} powers up: {what} for {some(line['aces'], 'Ace')}."

    def _say_discard(self, line: Line) -> str:
        if (announced := self._announced(line)) is not None:
            return announced
        more = self._run("discard", seat=line.seat, reason=line["reason"])
        why = {"hand_limit": " down to the hand limit", "cost": " as a cost"}.get(REASONS[line["reason"]], "")
        return f"{self._who(line)} discards {self._cards([line, *more])}{why}."

    def _say_take(self, line: Line) -> str:
        taken = [line, *self._run("take", seat=line.seat)]
        piles = [("the discard pile", False), ("the deck", True)]
        parts = []
        for pile, from_deck in piles:
            cards = [one for one in taken if bool(one["from_deck"]) == from_deck]
            if cards:
                parts.append(f"{self._cards(cards)} from {pile}")
        shuffled = " and shuffles" if self._next("shuffle", seat=line.seat) else ""
        return f"{self._who(line)} takes {', '.join(parts)}{shuffled}."

    def _say_shuffle(self, line: Line) -> str:
        return f"{self._who(line)} shuffles the deck."

    def _say_knockdown_void(self, line: Line) -> str:
        return "Both are knocked down: that has no effect."

    def _say_game_over(self, line: Line) -> str:
        how = {
            "knockout": f"{self.names[1 - line.seat]} is knocked out" if line.seat in (0, 1) else "a knockout",
            "both_at_zero": "both are at 0",
            "last_card": "a deck has run out",
            "turn_limit": "the turn limit is reached",
        }[ENDINGS[line["ending"]]]
        return f"{self._who(line)} wins: {how}." if line.seat in (0, 1) else f"A draw: {how}."

    def _value(self, line: Line, column: str) -> Any:
        return PLAIN.get(column, int)(line[column])
