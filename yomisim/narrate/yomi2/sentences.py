"""Sentences for the course of a game of Yomi 2: turns, main phase, combat, combos."""

from __future__ import annotations

from yomisim.cards.yomi2.pack import IN_OPENING_HAND
from yomisim.narrate.lines import Line, listed, some
from yomisim.narrate.yomi2.bots import BotNarrator
from yomisim.narrate.yomi2.lines import spoken
from yomisim.rules.yomi2.state import ENDINGS


class Narrator(BotNarrator):
    """All sentences."""

    # turns and cards

    def _say_turn(self, line: Line) -> str:
        a, b = self.names[:2]
        whose = "the team" if len(self.names) > 2 and line.seat == 0 else self._who(line)
        return f"Turn {line['turn']}, {whose}'s: {a} {line['life_0']}, {b} {line['life_1']}."

    def _say_draw(self, line: Line) -> str:
        mine = [line, *self._run("draw", seat=line.seat, reason=line["reason"])]
        if self._why(line) == "opening":
            given = [spoken(card) for card in self.characters[line.seat].moves if card.slot in IN_OPENING_HAND]
            return f"{self._who(line)} starts with {listed(given)}, and draws {self._cards(mine)}."
        because = " for the block" if self._why(line) == "block" else ""
        return f"{self._who(line)} draws {self._cards(mine)}{because}."

    def _say_overflow(self, line: Line) -> str:
        return f"{self._who(line)}'s hand is full: {self._card(line.seat, line['card'])} is discarded."

    def _say_reshuffle(self, line: Line) -> str:
        return f"{self._who(line)}'s deck is empty: {some(line['cards'], 'card')} of the discard pile become a new one."

    # main phase

    def _say_main_skipped(self, line: Line) -> str:
        jailed = " and stays jailed" if self._why(line) == "jail" else ""
        return f"{self._who(line)} has no main phase{jailed}."

    def _say_exchange(self, line: Line) -> str:
        given, taken = (self._card(line.seat, line[column]) for column in ("given", "taken"))
        return f"{self._who(line)} exchanges {given} for {taken}."

    def _say_power_up(self, line: Line) -> str:
        pair = self._move(line.seat, line["move"])
        return f"{self._who(line)} powers up with {pair} and {pair}{self._powered(line)}."

    def _powered(self, line: Line) -> str:
        got = [self._card(line.seat, line["fetched"])] if line["fetched"] >= 0 else []
        if meter := self._after("power_up", line.seat, "meter"):
            got.append(self._meter(meter))
        return f", for {listed(got)}" if got else ""

    def _say_discard(self, line: Line) -> str:
        gone = [line, *self._run("discard", seat=line.seat, reason=line["reason"])]
        why = self._why(line)
        if why == "power_up" and (up := self._next("power_up", seat=line.seat)):
            return f"{self._who(line)} powers up with {self._cards(gone)}{self._powered(up)}."
        if why == "escape":
            self._next("jail", seat=line.seat)
            return f"{self._who(line)} discards {self._cards(gone)} and is free again."
        return f"{self._who(line)} discards {self._cards(gone)}{' as a cost' if why == 'cost' else ''}."

    def _say_meter(self, line: Line) -> str:
        if line["amount"] < 0:
            verb = "pays" if self._why(line) in ("super", "cost") else "loses"
            return f"{self._who(line)} {verb} {self._meter(line)}."
        return f"{self._who(line)} gains {self._meter(line)}."

    def _say_storm(self, line: Line) -> str:
        return f"{self._who(line)}'s gem storm begins; it lasts through turn {line['until']}."

    def _say_storm_ends(self, line: Line) -> str:
        return f"{self._who(line)}'s gem storm is over."

    # openers

    def _say_opener(self, line: Line) -> str:
        text = f"{self._who(line)} opens with {self._card(line.seat, line['card'])}{self._paid(line.seat)}"
        other = self._next("opener")
        if other is None:
            return f"{text}."
        return f"{text}, {self._who(other)} with {self._card(other.seat, other['card'])}{self._paid(other.seat)}."

    def _paid(self, seat: int) -> str:
        paid = self._after("super", seat, "meter")
        return f" (pays {self._meter(paid)})" if paid else ""

    def _say_invalid(self, line: Line) -> str:
        why = {
            "ability": "an ability is no opener",
            "meter": "too little meter",
            "disabled": "such moves are disabled",
        }[self._why(line)]
        return f"{self._card(line.seat, line['card'])} is invalid ({why}) and discarded."

    def _say_wild_swing(self, line: Line) -> str:
        self._next("opener", seat=line.seat)
        return f"{self._who(line)} wild swings: {self._card(line.seat, line['card'])}{self._paid(line.seat)}."

    def _say_no_opener(self, line: Line) -> str:
        return f"{self._who(line)} has no opener."

    def _say_becomes(self, line: Line) -> str:
        return f"{self._who(line)}'s opener acts as {self._move(line.seat, line['move'])}."

    # combat

    def _say_no_contact(self, line: Line) -> str:
        return "Neither hits the other."

    def _say_clash(self, line: Line) -> str:
        return "The projectiles cancel each other."

    def _say_beats(self, line: Line) -> str:
        return f"{self._who(line)}'s {self._move(line.seat, line['move'])} beats what it meets."

    def _dealt(self, line: Line) -> str:
        """``for 3``, with name and life of whoever lost them: what really was dealt, where the next row says so."""
        lost = self._next("damage") if self._is_of_other(line.seat) else None
        if lost is None:
            return f"for {line['damage']}"
        return f"for {lost['amount']} ({self.names[lost.seat]} {lost['life']})"

    def _is_of_other(self, seat: int) -> bool:
        """Whether the next row is not of this seat."""
        return self.at < len(self.lines) and self.lines[self.at].seat != seat

    def _say_hit(self, line: Line) -> str:
        return f"{self._who(line)}'s {self._move(line.seat, line['move'])} hits {self._dealt(line)}."

    def _say_armor(self, line: Line) -> str:
        return f"{self._who(line)}'s {self._card(line.seat, line['card'])} has armor: it lands all the same."

    def _say_prevented(self, line: Line) -> str:
        return f"{self._who(line)}'s {self._card(line.seat, line['card'])} prevents the damage."

    def _say_block(self, line: Line) -> str:
        text = f"{self._who(line)}'s {self._move(line.seat, line['move'])} holds"
        lost = self._after("block_damage", line.seat, "damage")
        return f"{text}; {lost['amount']} block damage ({self._who(line)} {lost['life']})." if lost else f"{text}."

    def _say_crush(self, line: Line) -> str:
        return f"{self._who(line)}'s attack goes through the block."

    def _say_dodge(self, line: Line) -> str:
        return f"{self._who(line)} avoids it with {self._move(line.seat, line['move'])}."

    def _say_counter(self, line: Line) -> str:
        return f"{self._move(line.seat, line['move'])} hits back by itself {self._dealt(line)}."

    def _say_damage(self, line: Line) -> str:
        why = {"block_damage": " as block damage", "combo": " in the combo", "cost": " as a cost"}
        how = why.get(self._why(line), "")
        return f"{self._who(line)} loses {line['amount']}{how} ({self._who(line)} {line['life']})."

    def _say_heal(self, line: Line) -> str:
        return f"{self._who(line)} heals {line['amount']} ({self._who(line)} {line['life']})."

    # combos

    def _say_follow(self, line: Line) -> str:
        return f"{self._who(line)} follows with {self._card(line.seat, line['card'])} {self._dealt(line)}."

    def _say_hit_back(self, line: Line) -> str:
        return f"{self._who(line)} hits back with {self._card(line.seat, line['card'])} {self._dealt(line)}."

    def _say_hit_back_declined(self, line: Line) -> str:
        return f"{self._who(line)} does not hit back."

    def _say_block_throw(self, line: Line) -> str:
        return f"{self._who(line)} may throw after the block."

    def _say_pump(self, line: Line) -> str:
        return f"{self._who(line)} pumps with {self._card(line.seat, line['card'])} {self._dealt(line)}."

    def _say_chain(self, line: Line) -> str:
        gained = self._after("chain", line.seat, "meter")
        return f"The chain earns {self._meter(gained) if gained else some(line['meter'], 'meter')}."

    def _say_combo_end(self, line: Line) -> str:
        if line["moves"] == 1:
            return f"No other move follows; {line['damage']} damage in all."
        moves, points = some(line["moves"], "move"), some(line["points"], "combo point")
        return f"The combo is over: {moves}, {points}, {line['damage']} damage in all."

    def _say_return_card(self, line: Line) -> str:
        return f"{self._who(line)} takes {self._card(line.seat, line['card'])} back."

    def _say_reveal(self, line: Line) -> str:
        shown = [line, *self._run("reveal", seat=line.seat)]
        return f"{self._who(line)} turns over {self._cards(shown)} for the combo."

    def _say_game_over(self, line: Line) -> str:
        how = {
            "knockout": f"{self._beaten(line.seat)} knocked out" if line.seat in (0, 1) else "a knockout",
            "both_at_zero": "both are at 0",
            "time_over": "time over",
            "countdown": "the countdown is over",
            "turn_limit": "the turn limit is reached",
        }[ENDINGS[line["ending"]]]
        return f"{self._winner(line.seat)}: {how}." if line.seat in (0, 1) else f"A draw: {how}."

    def _winner(self, seat: int) -> str:
        """``A wins``; a team wins together."""
        return (
            f"{self.names[0]} and {self.names[2]} win"
            if len(self.names) > 2 and seat == 0
            else f"{self.names[seat]} wins"
        )

    def _beaten(self, seat: int) -> str:
        """Who lost to the winner in this seat, with the verb."""
        if len(self.names) > 2 and seat == 1:
            return f"{self.names[0]} and {self.names[2]} are"
        return f"{self.names[1 - seat]} is"
