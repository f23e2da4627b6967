"""The search over combos against a plain enumeration from the models of the cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from bout import Bout

from yomisim.kernel.jit import DISABLED
from yomisim.rules.yomi2.combos import EVERY, OPEN_END, SINGLE, worth_of
from yomisim.rules.yomi2.plans import WEIGHTS

LETTERS = "ABCDEFGHIJ"
ONLY_DAMAGE = np.array([(1, 0, 0, 0, 0, 0, 0)], WEIGHTS)[0]


class Plain:
    """The most damage from a hand, by trying everything."""

    def __init__(self, bout: Bout, who: str = "a") -> None:
        deck = bout.decks["ab".index(who)]
        self.cards = {card.slot: card for card in deck.moves}
        self.most = deck.character.max_combo

    def first(self, hand: Counter[str], slot: str, meter: int, single: bool) -> int:
        left = max(self.most - self.cards[slot].combo_points, 0)
        damage, kept = self.played(slot, meter)
        return damage + self.after(hand - Counter([slot]), slot, 0, left, kept, single)

    def played(self, slot: str, meter: int) -> tuple[int, int]:
        """Damage of a move with this meter, and the meter left."""
        card = self.cards[slot]
        damage = card.damage_by_meter[max(meter, 1) - 1] if card.damage_by_meter else card.damage
        return damage, 0 if card.spends_all_meter else meter - card.meter_cost

    def after(self, hand: Counter[str], last: str, packet: int, points: int, meter: int, single: bool) -> int:
        pumps = self.cards[last].pump
        if packet < len(pumps):
            best = self.after(hand, last, packet + 1, points, meter, single)
            for slot in hand:
                if pumps[packet].cost in ("any", slot, self.cards[slot].class_):
                    rest = self.after(hand - Counter([slot]), last, packet + 1, points, meter, single)
                    best = max(best, pumps[packet].damage + rest)
            return best
        if single:
            return 0
        best = 0
        for slot in hand:
            card, gained = self.cards[slot], self.gained(last, slot)
            if gained is None or card.combo_points > points or card.meter_cost > meter:
                continue
            damage, kept = self.played(slot, min(meter + gained, 3))
            rest = self.after(hand - Counter([slot]), slot, 0, points - card.combo_points, kept, single)
            best = max(best, damage + rest)
        return best

    def gained(self, last: str, slot: str) -> int | None:
        """Meter for the step, None where it is not legal."""
        before, after = self.cards[last].combo_type, self.cards[slot].combo_type
        if before not in ("chain", "starter", "linker"):
            return None
        if after in ("linker", "ender"):
            return 0
        if after != "chain":
            return None
        if before != "chain":
            return 0
        return 1 if LETTERS.index(slot) == LETTERS.index(last) + 1 else None


@pytest.mark.parametrize("who", ["grave", "jaina", "setsuki", "gloria", "onimaru"])
def test_search_finds_the_most_damage(who: str) -> None:
    bout = Bout(who, "jaina")
    plain, t = Plain(bout), bout.table[0]
    char: Any = t["char"][0][0]
    every = [i for i in range(63) if int(char["cards"]) >> i & 1]
    random = np.random.default_rng(3)
    for _ in range(5 if DISABLED else 60):
        cards = random.choice(every, size=7, replace=False)
        meter = int(random.integers(0, 4))
        hand = np.uint64(sum(1 << int(card) for card in cards))
        names = Counter(bout.decks[0].slot_of_card(int(card)) for card in cards)
        for slot in names:
            card = plain.cards[slot]
            if card.kind not in ("strike", "projectile", "throw") or card.meter_cost > meter:
                continue
            for single in (OPEN_END, SINGLE):
                found = worth_of(
                    t["rules"], char, ONLY_DAMAGE, hand, np.int64(bout.decks[0].number(slot)), char["max_combo"],
                    np.int64(meter), single, EVERY,
                )  # fmt: skip
                assert found == plain.first(names, slot, meter, bool(single)), (slot, names, meter)
