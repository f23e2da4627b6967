"""Combos with their moves: against plain enumeration, against the fast search, and what `--with` makes of both."""

from __future__ import annotations

from functools import cache

import kit
import numpy as np
import plain
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomisim.cards.yomi1.schema import SIDE_NAMES, Card, Character, Pump, Side
from yomisim.estimate.combo_hands import question
from yomisim.estimate.combo_switches import make_position, switches_of
from yomisim.estimate.combos import Combos, Place, find_place
from yomisim.rules.yomi1 import combos, plans
from yomisim.rules.yomi1.combo_hands import best_of_hands
from yomisim.rules.yomi1.combo_tables import legal

counts = st.lists(st.integers(0, 13), min_size=1, max_size=6)
large_hands = st.sets(st.integers(0, 53), min_size=1, max_size=12)
NONE = np.int64(0)


@cache
def rules_of(edition: str, who: str) -> plain.Combos:
    return plain.Combos(kit.game(edition).character(who))


def by_number(ranks) -> dict[int, int]:
    """Numbers of cards by rank, no more than a deck holds."""
    numbers = {rank: ranks.count(rank) for rank in set(ranks)}
    return {rank: min(n, 2 if rank == 13 else 4) for rank, n in numbers.items()}


def every_combo(plainly: plain.Combos, hand: plain.Hand, move: plain.Move) -> dict[int, int]:
    """The greatest damage by number of cards of all combos that begin with a move, by trying all of them."""
    found: dict[int, int] = {}

    def go(hand: plain.Hand, last: plain.Move, points: int, cards: int, damage: int, used: int) -> None:
        found[cards] = max(found.get(cards, -1), damage)
        for rank, more in plainly.payers(hand, last, used):
            go(plain.without(hand, rank), last, points, cards + 1, damage + more, used + 1)
        for after, left in plainly.followers(hand, last, points):
            spent = sum(hand) - sum(left)
            go(left, after, points - after.side.combo_points, cards + spent, damage + after.side.damage, 0)

    left = plainly.after_playing(hand, move)
    if left is not None:
        points = plainly.character.max_combo - move.side.combo_points
        go(left, move, points, sum(hand) - sum(left), move.side.damage, 0)
    return found


@pytest.mark.parametrize("edition", kit.EDITIONS)
@pytest.mark.parametrize("who", kit.characters())
@settings(max_examples=25)
@given(ranks=counts)
def test_best_of_every_number_of_cards(edition: str, who: str, ranks: list[int]) -> None:
    plainly = rules_of(edition, who)
    held = by_number(ranks)
    hand = tuple(held.get(rank, 0) for rank in range(14))
    found = {s.side: s for s in Combos(find_place(kit.game(edition), who, hand=held)).starters}
    expected = {m.index: every_combo(plainly, hand, m) for m in plainly.moves.values() if m.is_hit}
    assert set(found) == {side for side, combos in expected.items() if combos}
    for side, starter in found.items():
        best = max(expected[side].values())
        assert starter.best.damage == best
        fewest = min(n for n, damage in expected[side].items() if damage == best)
        wanted = {n: damage for n, damage in expected[side].items() if n <= fewest}
        assert {combo.cards: combo.damage for combo in starter.by_cards} == wanted


def places(edition: str, who: str) -> list[Place]:
    """Every switch of a character, alone, on a whole deck."""
    game = kit.game(edition)
    found = [find_place(game, who), find_place(game, who, after_dodge=True)]
    for switch in switches_of(game.character(who)):
        if switch.always:
            found.append(find_place(game, who, without=[switch.name]))
        else:
            name = f"{switch.name}=2" if switch.counted else switch.name
            found += [find_place(game, who, switches=[name], after_dodge=after) for after in (False, True)]
    return found


@pytest.mark.parametrize("edition", kit.EDITIONS)
@pytest.mark.parametrize("who", kit.characters())
@settings(max_examples=12)
@given(cards=large_hands)
def test_the_fast_search_agrees(edition: str, who: str, cards: set[int]) -> None:
    """With every switch, on hands of up to twelve cards: the same greatest damage."""
    for deck in places(edition, who):
        held = {rank: min(sum(c // 4 == rank for c in cards), deck.cards[rank]) for rank in range(14)}
        place = Place(**{**vars(deck), "cards": tuple(held.values()), "is_hand": True})
        best = Combos(place).best
        damage = np.zeros(1, np.int64)
        best_of_hands(question(place)[0], np.array([place.hand]), damage)
        assert damage[0] == (0 if best is None else best.best.damage), place.setting.names


@settings(max_examples=300)
@given(who=st.sampled_from(kit.characters()), cards=st.sets(st.integers(0, 53), min_size=1, max_size=9), data=st.data())
def test_the_fast_search_agrees_whatever_is_printed(who: str, cards: set[int], data: st.DataObject) -> None:
    """With other damages, points, Aces and pumps, so that no bound holds by the cards' good manners."""
    deck = find_place(kit.game("second"), who)
    character = data.draw(reprinted(deck.character))
    held = tuple(sum(card // 4 == rank for card in cards) for rank in range(14))
    after_dodge = data.draw(st.booleans())
    more = {"character": character, "cards": held, "is_hand": True, "after_dodge": after_dodge}
    place = Place(**{**vars(deck), **more, "position": make_position(character, deck.setting, after_dodge)})
    best = Combos(place).best
    damage = np.zeros(1, np.int64)
    best_of_hands(question(place)[0], np.array([place.hand]), damage)
    assert damage[0] == (0 if best is None else best.best.damage)


@st.composite
def reprinted(draw: st.DrawFn, character: Character) -> Character:
    """A character with other numbers on its attacks and throws."""

    def side(card: Card, name: str) -> Side:
        old = card.side(name)
        if old.kind not in ("attack", "throw"):
            return old
        points = 0 if old.combo_type == "cant_combo" else draw(st.integers(0, 4))
        more: dict[str, object] = {"damage": draw(st.integers(0, 12)), "combo_points": points, "pump": draw(pumps)}
        if card.rank == "A":
            aces = draw(st.integers(1, 3))
            more |= {"aces_total": aces, "mandatory_ace_cost": aces - 1}
        return old.model_copy(update=more)

    cards = [card.model_copy(update={name: side(card, name) for name in SIDE_NAMES}) for card in character.cards]
    return character.model_copy(update={"cards": tuple(cards), "max_combo": draw(st.integers(1, 6))})


pumps = st.lists(
    st.builds(Pump, cost=st.sampled_from(["any", "face", "5", "A"]), damage=st.integers(1, 9), max=st.integers(1, 3)),
    max_size=1,
).map(tuple)


@pytest.mark.parametrize("edition", kit.EDITIONS)
@pytest.mark.parametrize("who", kit.characters())
@settings(max_examples=25)
@given(cards=large_hands)
def test_the_search_of_the_policies_agrees(edition: str, who: str, cards: set[int]) -> None:
    """`best_follow` and `best_single` as they are, on the records of a game."""
    t = kit.table(edition, who, who)[0]
    char = t["char"][0][0]
    weights = np.array([(1, 0, 0, 0, 0)], plans.WEIGHTS)[0]
    held = {rank: sum(c // 4 == rank for c in cards) for rank in range(14)}
    for after_dodge in (False, True):
        found = Combos(find_place(kit.game(edition), who, hand=held, after_dodge=after_dodge))
        hand = found.place.hand
        sides = legal(found.place.position[0], hand, np.int64(-1), np.int64(-1), NONE, NONE)[0]
        if after_dodge:
            _, value = combos.best_single(t["rules"], char, char["choices"], weights, hand, sides)
        else:
            points = np.int64(char["max_combo"])
            _, value = combos.best_follow(
                t["rules"], char, char["choices"], weights, hand, np.int64(-1), points, NONE, NONE, sides
            )
        assert value == (found.best.best.damage if found.best else 0)


def test_a_memory_that_is_too_small_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    place = find_place(kit.game("second"), "valerie")
    wanted = Combos(place).table
    monkeypatch.setattr("yomisim.estimate.combos._FIRST_ROWS", 2)
    assert Combos(place).table.equals(wanted)
