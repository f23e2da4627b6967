"""Values that no source gives, filled by rules that stand in one place: ``data/yomi2/filling.toml``.

A character or gem file writes ``"$name"`` where a value is filled, and `[rules.name]` says what it is:

- ``value``: this value;
- ``from``: another field of the card, times ``share`` (rounded up), plus ``add``, minus the field named by ``less``, no
  less than ``at_least`` and no more than ``at_most``;
- ``points_of = "observed_combos"``: the most combo points that a combo seen on the bot sheet takes, plus ``add``.

`plausible` lists what the rule's number (`value`, `share` or `add`, the one that it has) may be instead: who wants to
know what the doubt about filled values does to a result draws from it (:func:`drawn`).
"""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import Field, ValidationError

from yomisim.cards.reading import Loc, Reader, Strict, complaints, place, read_toml, short, show
from yomisim.cards.yomi2.schema import Filled
from yomisim.errors import BadInput, unknown

MARK = "$"
#: The field of a character that holds combos seen on its bot sheet.
OBSERVED = "observed_combos"

Number = int | float
Single = int | float | str | bool
Value = Single | list[Single]
Choose = Callable[[str, "Rule"], Value]


class Rule(Strict):
    """One way to fill a value."""

    what: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="text: what the rule fills")
    reason: Annotated[str, Field(min_length=1, max_length=400)] = Field(description="text: why this value")
    value: Value | None = Field(None, description="a number, a word, true or false, or a list of words")
    of: str = Field("", alias="from", description="a field of the card")
    less: str = Field("", description="a field of the card")
    share: float | None = Field(None, gt=0, le=1, description="a number above 0, 1 at most")
    add: int | None = Field(None, description="a whole number")
    at_least: int | None = Field(None, description="a whole number")
    at_most: int | None = Field(None, description="a whole number")
    points_of: str = Field("", description=f'"{OBSERVED}"')
    plausible: tuple[Value, ...] = Field(
        strict=False, min_length=1, description="a list of such values, the rule's own among them"
    )

    @property
    def number(self) -> Value:
        """What `plausible` has alternatives to."""
        if self.value is not None:
            return self.value
        return self.share if self.share is not None else self.add or 0


class FillingFile(Strict):
    """filling.toml."""

    rules: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")], Rule] = Field(
        description="tables such as [rules.points_of_a_throw]"
    )


def as_stated(_: str, rule: Rule) -> Value:
    """The number that the rule states."""
    return rule.number


def drawn(rng: np.random.Generator) -> Choose:
    """For every filled value one of the plausible numbers of its rule, each with the same chance."""

    def choose(_: str, rule: Rule) -> Value:
        return rule.plausible[int(rng.integers(len(rule.plausible)))]

    return choose


def read_filling(file: Path, reader: Reader = read_toml) -> tuple[dict[str, Rule], list[BadInput]]:
    """The rules by name, and the mistakes found."""
    try:
        raw = reader(file)
        rules = FillingFile.model_validate(raw).rules
    except BadInput as error:
        return {}, [error]
    except ValidationError as error:
        return {}, list(complaints(error, FillingFile, raw, file).values())
    errors = [
        BadInput(message, file=file, field=f"rules.{name}") for name, rule in rules.items() for message in _flaws(rule)
    ]
    return rules, errors


def _flaws(rule: Rule) -> Iterator[str]:
    ways = [rule.value is not None, bool(rule.of), bool(rule.points_of)]
    if sum(ways) != 1:
        yield "needs one of value, from and points_of"
        return
    if rule.points_of and rule.points_of != OBSERVED:
        yield f'points_of: got {show(rule.points_of)}, needs "{OBSERVED}"'
    elif rule.value is not None and (rule.less or rule.share or rule.add is not None):
        yield "a rule with a value has no less, share or add; leave them out"
    elif rule.share is not None and rule.add is not None:
        yield "share or add, not both: `plausible` has alternatives to one number"
    if rule.number not in rule.plausible:
        yield f"plausible: the rule's own number {show(rule.number)} has to be among them"


class Filler:
    """Fills the marked values of one file."""

    def __init__(self, rules: dict[str, Rule], file: Path, choose: Choose = as_stated) -> None:
        self.rules = rules
        self.file = file
        self.choose = choose
        self.filled: list[Filled] = []
        self.errors: list[BadInput] = []

    def fill(self, raw: dict[str, Any]) -> dict[str, Any]:
        """The values of a file with every mark replaced; what cannot be is left out and stands in `errors`."""
        self.raw = copy.deepcopy(raw)
        marks = list(_marks(self.raw))
        # A rule may look at fields that are filled themselves: first those that do not.
        for loc in sorted(marks, key=self._order):
            self._fill(loc)
        for loc in marks:
            self._settle_combo(loc)
        self.filled.sort(key=lambda filled: filled.place)
        return self.raw

    def _rule(self, loc: Loc) -> Rule | None:
        return self.rules.get(str(_at(self.raw, loc))[len(MARK) :])

    def _order(self, loc: Loc) -> int:
        rule = self._rule(loc)
        if rule is None:
            return 0
        return 3 if rule.points_of else 2 if rule.less else 1 if rule.of else 0

    def _fill(self, loc: Loc) -> None:
        name = str(_at(self.raw, loc))[len(MARK) :]
        where = place(loc, self.raw)
        rule = self.rules.get(name)
        if rule is None:
            self.errors.append(unknown("filling rule", short(name), self.rules, file=self.file, field=where))
            _remove(self.raw, loc)
            return
        try:
            value = self._value(rule, loc, self.choose(where, rule))
        except BadInput as error:
            self.errors.append(BadInput(f"{MARK}{name}: {error.message}", file=self.file, field=where))
            _remove(self.raw, loc)
            return
        _put(self.raw, loc, value)
        self.filled.append(Filled(where, name, value))

    def _value(self, rule: Rule, loc: Loc, number: Value) -> Value:
        if rule.value is not None:
            return number
        if rule.points_of:
            found = self._most_points() + _whole(number)
        else:
            found = self._field(rule.of, loc)
            found = _share(found, number) if rule.share is not None else found + _whole(number)
            found -= self._field(rule.less, loc) if rule.less else 0
        if rule.at_least is not None:
            found = max(found, rule.at_least)
        return found if rule.at_most is None else min(found, rule.at_most)

    def _field(self, name: str, loc: Loc) -> int:
        card = _at(self.raw, loc[:2]) if loc[0] == "cards" and len(loc) > 2 else self.raw
        found = card.get(name) if isinstance(card, dict) else None
        if not isinstance(found, int) or isinstance(found, bool):
            raise BadInput(f"the rule takes the value from {name}, which is no number here")
        return found

    def _most_points(self) -> int:
        listed, combos = (self.raw.get(name) for name in ("cards", OBSERVED))
        tables = [card for card in (listed if isinstance(listed, list) else []) if isinstance(card, dict)]
        cards = {str(card.get("slot")): card for card in tables}
        totals = []
        for combo in combos if isinstance(combos, list) else []:
            points = [cards.get(slot, {}).get("combo_points", 0) for slot in slots_of(str(combo))]
            totals += [sum(points)] if all(isinstance(number, int) for number in points) else []
        if not totals:
            raise BadInput(f"the rule needs {OBSERVED}")
        return max(totals)

    def _settle_combo(self, loc: Loc) -> None:
        """A move that cannot combo has no points, whatever another rule said."""
        if loc[-1] != "combo_points":
            return
        card = _at(self.raw, loc[:-1])
        if card.get("combo_type") == "cant_combo" and "combo_points" in card:
            card["combo_points"] = 0
            where = place(loc, self.raw)
            self.filled = [filled for filled in self.filled if filled.place != where]


def _whole(number: Value) -> int:
    assert isinstance(number, int)
    return number


def _share(whole: int, number: Value) -> int:
    assert isinstance(number, int | float)
    return math.ceil(whole * number - 1e-9)


def slots_of(combo: str) -> list[str]:
    """The slots of a combo written as players do: ``throw>D>E``, ``Z+>S1``."""
    return [move.rstrip("+") for move in combo.split(">")]


def is_mark(value: Any) -> bool:
    """Whether a value of a file stands for the name of a filling rule."""
    return isinstance(value, str) and re.fullmatch(r"\$\S+", value) is not None


def marked(value: Any) -> bool:
    """Whether a value is filled, or holds one that is."""
    return is_mark(value) or next(_marks(value), None) is not None


def _marks(value: Any, loc: Loc = ()) -> Iterator[Loc]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if is_mark(inner):
            yield (*loc, key)
        else:
            yield from _marks(inner, (*loc, key))


def _at(raw: Any, loc: Loc) -> Any:
    for key in loc:
        raw = raw[key]
    return raw


def _put(raw: Any, loc: Loc, value: Any) -> None:
    _at(raw, loc[:-1])[loc[-1]] = value


def _remove(raw: Any, loc: Loc) -> None:
    holder = _at(raw, loc[:-1])
    if isinstance(holder, dict):
        del holder[loc[-1]]
    else:
        holder[loc[-1]] = None
