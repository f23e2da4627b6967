"""A game of Yomi 2 in a state of one's own making, played turn by turn with given decisions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from yomisim.cards.load import Game, load_game
from yomisim.cards.yomi2.pack import deck_of, pack_rules, pack_table
from yomisim.cards.yomi2.schema import Card, Character, Gem
from yomisim.cards.yomi2.tables import MOVES
from yomisim.play.yomi2 import play_turn, start_game
from yomisim.policies.codes import KIND_CODES, KINDS, SCRIPT
from yomisim.rules.yomi2.events import EVENT_NAMES, EVENTS, REASONS
from yomisim.rules.yomi2.state import MATCH

DATA = Path(__file__).resolve().parents[2] / "data"
PASS = 63
SEATS = {"a": 0, "b": 1}
MAIN = {"exchange": 0, "ability": 1, "power_up": 2, "storm": 3}
_KIND_NAMES = tuple(KINDS)


def game(gem: str = "none") -> Game:
    """The shipped data."""
    return load_game("yomi2", None, DATA, gem)


def changed(character: Any, *, innate: list[dict[str, Any]] | None = None, **cards: dict[str, Any]) -> Any:
    """A character or gem with changed or new cards, by slot; the values are those of the file, abilities among them."""
    old = {card.slot: card for card in character.cards}
    for slot, values in cards.items():
        before = old[slot].model_dump(by_alias=True, exclude_defaults=True) if slot in old else {"slot": slot}
        old[slot] = Card.model_validate(before | values)
    update: dict[str, Any] = {"cards": tuple(old.values())}
    if innate is not None:
        update["innate"] = Character.model_validate(
            character.model_dump(by_alias=True, exclude_defaults=True) | {"innate": innate}
        ).innate
    return character.model_copy(update=update)


def with_gem(gem: Gem) -> Game:
    """The shipped data with a made-up gem that both wear."""
    return replace(game(), gems={gem.id: gem}, gem=gem.id)


def gem_of(**cards: dict[str, Any]) -> Gem:
    """The green gem with changed cards, by slot."""
    return changed(game().gems["green"], **cards)


class Bout:
    """One game. Seat `a` is 0 and has the first turn, unless `first` says otherwise."""

    def __init__(
        self,
        a: Any = "grave",
        b: Any = "jaina",
        *,
        first: str = "a",
        rules: dict[str, Any] | None = None,
        gem: Any = "none",
        seed: int = 1,
        at_turn: int = 1,
    ) -> None:
        self.game = game(gem) if isinstance(gem, str) else with_gem(gem)
        self.table = pack_table(self.game, a, b)
        if rules:
            self.table["rules"][0] = pack_rules(self.game.rules.model_copy(update=rules))
        self.decks = [
            deck_of(self.game.character(who) if isinstance(who, str) else who, self.game.worn_gem) for who in (a, b)
        ]
        self.match = np.zeros(1, MATCH)
        self.m = self.match[0]
        start_game(self.table[0], self.m, seed, 0, 0)
        self.m["policy"] = SCRIPT
        self.m["script"]["on"] = 1
        self.m["log_on"] = 1
        self.m["public"]["first"] = SEATS[first]
        self.m["public"]["turn"] = at_turn - 1  # seat `first` has the odd turns
        self.rows: list[dict[str, Any]] = []
        self.asked: list[tuple[str, str, set[Any]]] = []

    # what a seat has

    def me(self, who: str) -> np.void:
        """FIGHTER record."""
        return self.m["public"]["fighter"][SEATS[who]]

    def names(self, who: str, cards: Any) -> list[str]:
        """Slots of a set of cards, sorted."""
        return sorted(self.decks[SEATS[who]].slot_of_card(i) for i in range(63) if int(cards) >> i & 1)

    def hand(self, who: str) -> list[str]:
        return self.names(who, self.m["own"][SEATS[who]]["hand"])

    def pile(self, who: str) -> list[str]:
        return self.names(who, self.me(who)["discard"])

    def deck(self, who: str) -> int:
        return int(self.m["deep"][SEATS[who]]["deck"]).bit_count()

    def life(self, who: str) -> int:
        return int(self.me(who)["life"])

    def meter(self, who: str) -> int:
        return int(self.me(who)["meter"])

    def cards(self, who: str, slots: str, there: int) -> int:
        """A set of cards of these slots among the cards `there`."""
        found = 0
        for slot in slots.split():
            move = self.decks[SEATS[who]].number(slot)
            free = [c for c in range(move, 63, MOVES) if there >> c & 1 and not found >> c & 1]
            assert free, f"no {slot} left for {who}"
            found |= 1 << free[0]
        return found

    def give(self, who: str, hand: str = "", *, pile: str | None = None, rest: str = "deck", **fields: Any) -> Bout:
        """Set a seat's hand and discard pile (None: all that is left but twenty), what is left goes to the deck, and
        fields of FIGHTER."""
        seat = SEATS[who]
        every = int(self.table["char"][0, seat, 0]["cards"])
        held = self.cards(who, hand, every)
        piled = 0 if pile is None else self.cards(who, pile, every & ~held)
        me = self.me(who)
        self.m["own"][seat]["hand"] = held
        me["hand_count"] = held.bit_count()
        me["discard"] = piled
        me["shown"] = 0
        left = every & ~held & ~piled
        if rest == "deck":
            self.m["deep"][seat]["deck"] = left
        else:
            self.m["deep"][seat]["deck"] = 0
            me[rest] |= np.uint64(left)
        for name, value in fields.items():
            me[name] = value
        return self

    def ongoing(self, who: str, slot: str, until: int = 0) -> Bout:
        """A card lies in play (taken from the deck) until the end of a turn; 0: without limit."""
        seat = SEATS[who]
        me = self.me(who)
        card = self.cards(who, slot, int(self.m["deep"][seat]["deck"]))
        self.m["deep"][seat]["deck"] &= ~np.uint64(card)
        me["in_play"] |= np.uint64(card)
        me["until"][card.bit_length() - 1] = until
        switches = self.table["char"][0, seat, 0]["switch_cards"]
        me["variant"] = sum(1 << k for k, cards in enumerate(switches) if int(cards) & int(me["in_play"]))
        return self

    def stack(self, who: str, top: str) -> Bout:
        """The deck holds only these cards (order is that of one card each draw where there is one)."""
        seat = SEATS[who]
        every = int(self.m["deep"][seat]["deck"])
        kept = self.cards(who, top, every)
        self.m["deep"][seat]["deck"] = kept
        self.me(who)["removed"] |= np.uint64(every & ~kept)
        return self

    # playing

    def turn(self, a: dict[str, Any] | None = None, b: dict[str, Any] | None = None) -> list[dict[str, Any]]:
        """Play a turn. Decisions by kind, each a list or a text of slots; what is not given is passed (or the lowest).

        `main` is a list of actions such as "exchange throw B", "power_up B S1", "power_up B", "ability", "storm".
        """
        before = self.match.copy()
        answers: list[int] = []
        given = [_prepared(a or {}), _prepared(b or {})]
        used = [dict.fromkeys(KINDS, 0) for _ in range(2)]
        self.asked = []
        while True:
            self.match[...] = before
            script = self.m["script"]
            script["given"], script["used"], script["missing"] = len(answers), 0, 0
            script["answer"][: len(answers)] = answers
            play_turn(self.table[0], self.m)
            if not script["missing"]:
                break
            answers.append(self._answer(given, used))
        for seat in range(2):
            for kind, values in given[seat].items():
                assert used[seat][kind] == len(values), (
                    f"seat {seat}: {kind} {values[used[seat][kind] :]} never asked for"
                )
        rows = self._log()
        self.m["log_rows"] = 0
        self.rows += rows
        return rows

    def _answer(self, given: list[dict[str, list[str]]], used: list[dict[str, int]]) -> int:
        script = self.m["script"]
        seat, kind = int(script["seat"]), _KIND_NAMES[int(script["kind"])]
        options = {i for i in range(64) if int(script["options"]) >> i & 1}
        named = {self._name(seat, kind, option) for option in options}
        self.asked.append(("ab"[seat], kind, named))
        values = given[seat].get(kind, [])
        at = used[seat][kind]
        if at < len(values):
            used[seat][kind] += 1
            answer = self._number(seat, kind, values[at])
            assert answer in options, f"{'ab'[seat]} {kind}: {values[at]} is not among {sorted(map(str, named))}"
            return answer
        return PASS if PASS in options else min(options)

    def _name(self, seat: int, kind: str, option: int) -> Any:
        if option == PASS:
            return "pass"
        if kind in ("hand_or_deck", "ability", "branch"):
            return option
        if kind == "main":
            return next(name for name, number in MAIN.items() if number == option)
        return self.decks[seat].slot(option)

    def _number(self, seat: int, kind: str, value: Any) -> int:
        if value == "pass":
            return PASS
        if kind == "main":
            return MAIN[value]
        if kind in ("hand_or_deck", "ability", "branch"):
            return int(value)
        return self.decks[seat].number(value)

    def _log(self) -> list[dict[str, Any]]:
        rows = []
        for row in self.m["log"][: self.m["log_rows"]]:
            name = EVENT_NAMES[int(row[0])]
            seat = int(row[1])
            found: dict[str, Any] = {"event": name, "seat": "ab"[seat] if seat in (0, 1) else None}
            for column, value in zip(EVENTS[name], row[2:], strict=False):
                value = int(value)
                if column in ("card", "given", "taken", "fetched"):
                    value = self.decks[seat].slot_of_card(value) if value >= 0 else None
                elif column == "move":
                    value = self.decks[seat].slot(value) if value >= 0 else None
                elif column == "reason":
                    value = REASONS[value]
                found[column] = value
            rows.append(found)
        return rows

    def events(self, name: str, who: str | None = None) -> list[dict[str, Any]]:
        """All rows of an event so far."""
        return [row for row in self.rows if row["event"] == name and who in (None, row["seat"])]


def _prepared(decisions: dict[str, Any]) -> dict[str, list[Any]]:
    """Decisions by kind as lists; the actions of `main` spelled out."""
    out: dict[str, list[Any]] = {}

    def add(kind: str, value: Any) -> None:
        assert kind in KIND_CODES, kind
        out.setdefault(kind, []).append(value)

    for kind, values in decisions.items():
        for value in values.split() if isinstance(values, str) and kind != "main" else values:
            if kind != "main":
                add(kind, value)
                continue
            action, *more = value.split()
            add("main", action)
            if action == "exchange":
                add("exchange_give", more[0])
                add("exchange_take", more[1])
            elif action == "power_up":
                add("pair", more[0])
                add("fetch", more[1] if len(more) > 1 else "pass")
            elif action == "ability":
                add("ability_card", more[0] if more else "ability")
    return out


def calm(*characters: Any, rules: dict[str, Any] | None = None, at_turn: int = 3, **more: Any) -> Bout:
    """A bout in which nobody draws for his turn; it is turn 3, that of `a`."""
    return Bout(*characters, rules={"draw": 0, "first_draw": 0} | (rules or {}), at_turn=at_turn, **more)
