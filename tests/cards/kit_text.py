"""A packed record of abilities as text, read back with nothing but the registry and the documented columns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from yomisim.cards.yomi1.pack import card_name
from yomisim.cards.yomi1.pack_abilities import VERB_COLUMNS
from yomisim.cards.yomi1.tables import CARDS, COMBAT_SUIT, KIND_NAMES, RANK_NAMES
from yomisim.cards.yomi1.verbs import CONDITIONS, COSTS, SOURCES, VERBS, WINDOWS

CLASSES = ("card", "ace", "innate", "safe")
OF_SIDES = ("own_sides",)


def cards(mask: np.uint64) -> str:
    """A set of cards by ranks, where all cards of these ranks are in it."""
    if mask == COMBAT_SUIT:
        return "its suit"
    if int(mask) == (1 << CARDS) - 1:
        return "all"
    ranks = [rank for rank in range(14) if int(mask) >> 4 * rank & 15]
    whole = sum((15 if rank < 13 else 3) << 4 * rank for rank in ranks)
    assert whole == int(mask), [card_name(card) for card in range(CARDS) if int(mask) >> card & 1]
    return ranks_of(sum(1 << rank for rank in ranks))


def ranks_of(mask: int) -> str:
    return " ".join(RANK_NAMES[rank] for rank in range(14) if mask >> rank & 1)


def sides(mask: np.uint64) -> str:
    return " ".join(f"{RANK_NAMES[side // 4]}{'tb'[side % 4]}" for side in range(56) if int(mask) >> side & 1)


def lines(kit: np.void) -> Iterator[str]:
    """One line for each ability, and one for each of its verbs."""
    for number in range(kit["n"]):
        a = kit["ability"][number]
        head = [list(WINDOWS)[a["window"]], list(SOURCES)[a["source"]], CLASSES[a["class_"]]]
        head += [name for name in ("optional", "once", "stays", "kept_if_countered") if a[name]]
        head += [f"cards [{cards(a['cards'])}]"] * bool(a["cards"]) + [f"sides [{sides(a['sides'])}]"] * bool(
            a["sides"]
        )
        head += [f"if {_condition(a, i)}" for i in range(a["conditions"])]
        for i in range(a["costs"]):
            code, amount = a["cost"][i]
            set_ = f" [{cards(a['cost_cards'][i])}]" if a["cost_cards"][i] else ""
            head.append(f"cost {list(COSTS)[code]} {amount}{set_}")
        yield ", ".join(head)
        for i in range(a["verbs"]):
            yield f"  {_verb(a, i)}"
        for i in range(a["verbs"], len(a["verb"])):
            assert not a["verb"][i].any() and not a["verb_cards"][i]


def _condition(a: np.void, i: int) -> str:
    code, number = a["condition"][i]
    name = list(CONDITIONS)[code]
    kind = CONDITIONS[name].value.kind
    if kind == "kinds":
        return name + " " + " ".join(kind for bit, kind in enumerate(KIND_NAMES) if number >> bit & 1)
    if a["condition_set"][i]:
        set_ = sides if name in OF_SIDES else cards
        return f"{name} [{set_(a['condition_set'][i])}]"
    return f"{name} {number}"


def _verb(a: np.void, i: int) -> str:
    code, *numbers = (int(number) for number in a["verb"][i])
    name = list(VERBS)[code]
    text = name
    columns = VERB_COLUMNS[name] or ()
    if name in ("choose", "poker_hand"):
        columns = ("ways", "straight_flush")[: 1 if name == "choose" else 2]
    for column, number in zip(columns, numbers, strict=False):
        text += f" {number}" if column == name else f" {column} {number}"
    assert not any(numbers[len(columns) :])
    if a["verb_cards"][i]:
        text += f" [{cards(a['verb_cards'][i])}]"
    if VERBS[name].value.kind == "prices":
        text += " " + " ".join(
            f"{rank}:{price}" for rank, price in zip(RANK_NAMES, a["by_rank"], strict=True) if price >= 0
        )
    if a["verb_when"][i]:
        text += f" when {ranks_of(int(a['verb_when'][i]))}"
    return f"{a['verb_branch'][i]}) {text}" if a["verb_branch"][i] else text
