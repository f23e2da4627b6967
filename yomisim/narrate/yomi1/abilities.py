"""Sentences for abilities and for what only abilities do."""

from __future__ import annotations

from yomisim.cards.yomi1.pack import card_name
from yomisim.cards.yomi1.pack_abilities import programs
from yomisim.cards.yomi1.tables import KIND_NAMES
from yomisim.cards.yomi1.verbs import HANDS
from yomisim.narrate.lines import Line, listed, some
from yomisim.narrate.yomi1.lines import COST, TURNS, ability_name, status_name
from yomisim.narrate.yomi1.reader import Reader


class AbilityNarrator(Reader):
    """Each method takes the rows that its sentence covers."""

    def _announced(self, first: Line) -> str | None:
        """The sentence for an ability whose costs begin with `first`; None where the row is no such cost."""
        here = self.at
        seat = first.seat
        costs = [first] if first.event == "mill" or first.columns.get("reason") == COST else []
        while costs and (
            line := self._next("discard", "damage", seat=seat, reason=COST) or self._next("mill", seat=seat)
        ):
            costs.append(line)
        line = self._next("ability", seat=seat) if costs else None
        if line is None or not programs(self.characters[seat])[line["ability"]].ability.cost:
            self.at = here
            return None
        cards = self._cards(each for each in costs if each.event == "discard")
        life = [f"{each['amount']} life ({self._who(each)} {each['life']})" for each in costs if each.event == "damage"]
        milled = [f"{card_name(each['card'])} from the deck" for each in costs if each.event == "mill"]
        return f"{self._use(line)}, paying {listed([*([cards] if cards else []), *life, *milled])}."

    def _use(self, line: Line) -> str:
        who = self.characters[line.seat]
        ability = programs(who)[line["ability"]].ability
        if ability.auto:
            return f"{self._who(line)}'s {ability.name} happens"
        card = f" ({card_name(line['card'])})" if line["card"] >= 0 else ""
        return f"{self._who(line)} uses {ability.name}{card}"

    def _say_ability(self, line: Line) -> str:
        return f"{self._use(line)}."

    def _say_countered(self, line: Line) -> str:
        name = ability_name(self.characters[line.seat], line["ability"])
        card = f" ({card_name(line['card'])})" if line["card"] >= 0 else ""
        return f"{self._who(line)}'s {name}{card} is countered."

    def _say_heal(self, line: Line) -> str:
        return f"{self._who(line)} gains {line['amount']} life ({self._who(line)} {line['life']})."

    def _say_show(self, line: Line) -> str:
        what = card_name(line["card"]) if line["card"] >= 0 else "the whole hand"
        return f"{self._who(line)} shows {what}."

    def _say_rotate(self, line: Line) -> str:
        return f"{self._who(line)} turns the combat card to {self._move(line)}."

    def _say_stay(self, line: Line) -> str:
        return f"{self._who(line)}'s {card_name(line['card'])} stays in play."

    def _say_leave(self, line: Line) -> str:
        gone = [line, *self._run("leave", seat=line.seat)]
        return f"{self._who(line)}'s {self._cards(gone)} {'leave' if len(gone) > 1 else 'leaves'} play."

    def _say_name_kind(self, line: Line) -> str:
        return f"{self._who(line)} names {KIND_NAMES[line['kind']]}."

    def _say_mill(self, line: Line) -> str:
        if (announced := self._announced(line)) is not None:
            return announced
        turned = [line, *self._run("mill", seat=line.seat)]
        return f"{self._who(line)} turns over {self._cards(turned)} from the deck."

    def _say_look(self, line: Line) -> str:
        return f"{self._who(line)} looks at {some(line['count'], 'card')} on top of the deck."

    def _say_look_bottom(self, line: Line) -> str:
        return f"{self._who(line)} looks at the bottom card of the deck."

    def _say_put_on_deck(self, line: Line) -> str:
        """The rows are in the order in which the cards are put down: the last one is drawn first."""
        put = [line, *self._run("put_on_deck", seat=line.seat)]
        first = ", the first on top" if len(put) > 1 else ""
        return f"{self._who(line)} puts {self._cards(reversed(put))} on the deck{first}."

    def _say_put_at_bottom(self, line: Line) -> str:
        return f"{self._who(line)}'s {card_name(line['card'])} goes under the deck."

    def _say_stand_up(self, line: Line) -> str:
        return f"{self._who(line)} is not knocked down any more."

    def _say_shield(self, line: Line) -> str:
        return f"{self._who(line)} is shielded: the hit does nothing."

    def _say_speed(self, line: Line) -> str:
        change = f"{abs(line['tenths']) / 10:g} {'slower' if line['tenths'] > 0 else 'faster'}"
        return f"{self._who(line)}'s moves are {change} {TURNS[line['turn']]} turn."

    def _say_second_strike(self, line: Line) -> str:
        return f"{self._who(line)}'s attack lands after all."

    def _say_status(self, line: Line) -> str:
        name = status_name(self.characters[line.seat], line["status"]).replace("_", " ")
        return f"{self._who(line)}: {name} until the end of the turn."

    def _say_poker(self, line: Line) -> str:
        name = HANDS[line["hand"] - 1].replace("_", " ")
        return f"{self._who(line)} shows {name if name.startswith('four') else f'a {name}'}."

    def _say_blackjack(self, line: Line) -> str:
        return f"{self._who(line)} {'stops at' if line['total'] <= 21 else 'goes over with'} {line['total']}."
