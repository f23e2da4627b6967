"""Sentences for abilities of Yomi 2 and for what only effects do."""

from __future__ import annotations

from yomisim.cards.yomi2.pack_abilities import programs, statuses
from yomisim.narrate.lines import Line, listed
from yomisim.narrate.yomi2.lines import kinds_in
from yomisim.narrate.yomi2.reader import Reader

_COMBAT = ("in this combat", "in the next combat")


class EffectNarrator(Reader):
    """Each method takes the rows that its sentence covers."""

    def _say_ability(self, line: Line) -> str:
        ability = programs(self.characters[line.seat])[line["ability"]].ability
        if ability.window == "main":
            return f"{self._who(line)} plays {ability.name}."
        if ability.optional:
            return f"{self._who(line)} uses {ability.name}."
        return f"{self._who(line)}'s {ability.name} happens."

    def _say_knockdown(self, line: Line) -> str:
        return f"{self._who(line)} is knocked down {_COMBAT[line['combat']]}."

    def _say_knockdown_void(self, line: Line) -> str:
        return "Both are knocked down: both stand up."

    def _say_stand_up(self, line: Line) -> str:
        return f"{self._who(line)} is not knocked down any more."

    def _say_edge(self, line: Line) -> str:
        return f"{self._who(line)} has the edge {_COMBAT[line['combat']]}."

    def _say_edge_void(self, line: Line) -> str:
        return "Both would have the edge: neither has."

    def _say_disable(self, line: Line) -> str:
        other = self._next("disable", seat=1 - line.seat, kinds=line["kinds"], combat=line["combat"])
        whom = "both" if other else self._who(line)
        kinds = listed([f"{kind}s" for kind in kinds_in(line["kinds"])])
        return f"{kinds.capitalize()} are disabled for {whom} {_COMBAT[line['combat']]}."

    def _say_no_combo(self, line: Line) -> str:
        return f"{self._who(line)}'s moves cannot combo or be pumped in this combat."

    def _say_stay(self, line: Line) -> str:
        until = f" through turn {line['until']}" if line["until"] else ""
        return f"{self._who(line)}'s {self._card(line.seat, line['card'])} stays in play{until}."

    def _say_leave(self, line: Line) -> str:
        gone = [line, *self._run("leave", seat=line.seat)]
        return f"{self._who(line)}'s {self._cards(gone)} {'leave' if len(gone) > 1 else 'leaves'} play."

    def _say_remove(self, line: Line) -> str:
        return f"{self._who(line)}'s {self._card(line.seat, line['card'])} leaves the game."

    def _say_take(self, line: Line) -> str:
        taken = [line, *self._run("take", seat=line.seat)]
        return f"{self._who(line)} takes {self._cards(taken)} from the discard pile."

    def _say_skip(self, line: Line) -> str:
        return f"{self._who(line)}'s next main phase is skipped."

    def _say_jail(self, line: Line) -> str:
        return f"{self._who(line)} is {'jailed' if line['on'] else 'free again'}."

    def _say_status(self, line: Line) -> str:
        numbers = statuses(self.characters[line.seat])
        name = next(name for name, number in numbers.items() if number == line["status"]).replace("_", " ")
        return f"{self._who(line)}: {name} until the end of the turn."

    def _say_countdown(self, line: Line) -> str:
        return f"{self._who(line)}'s countdown stands at {line['left']}."

    def _say_form(self, line: Line) -> str:
        return f"{self._who(line)} {'takes up' if line['form'] else 'lays down'} the second deck."

    def _say_speed(self, line: Line) -> str:
        change = f"{abs(line['amount'])} {'faster' if line['amount'] > 0 else 'slower'}"
        return f"{self._who(line)}'s moves are {change} this turn."
