"""Restricted play never does what is forbidden where there is anything else; measuring rods do not mix."""

from __future__ import annotations

from collections import Counter

import asking
import kit
import numpy as np
import pytest
import thinking

from yomisim.cards.yomi1.tables import JOKER
from yomisim.kernel.bits import PASS_BIT
from yomisim.play.yomi1 import play_turn, start_game
from yomisim.policies import codes
from yomisim.rules.yomi1 import moves
from yomisim.rules.yomi1.events import EVENT_NAMES

pytestmark = pytest.mark.slow

#: The openers that a restriction forbids, by the name of their set in a CHARACTER record.
OPENERS = {"no-block": "blocks", "no-dodge": "dodges", "no-throw": "throws", "no-joker": "jokers"}
PAIRS = (("jaina", "grave"), ("setsuki", "rook"), ("lum", "valerie"), ("degrey", "midori"))
GAMES = 8


def turns(table: np.ndarray, policies: tuple[str, str], pair: tuple[str, str], games: int):
    """(state before, rows of the log) of every turn."""
    match = kit.new_match(policies, log=True)
    m = match[0]
    for number in range(games):
        start_game(table[0], m, np.uint64(15), kit.key(*pair), np.uint64(number), np.int64(0))
        while not m["over"]:
            before = match.copy()[0]
            m["log_rows"] = 0
            play_turn(table[0], m)
            yield before, m["log"][: int(m["log_rows"])]


def does(t: np.void, rows: np.ndarray, seat: int, restriction: str) -> bool:
    """Whether a turn's log holds what is forbidden to the seat."""
    for event, who, card, side, *_ in rows.tolist():
        if who != seat:
            continue
        name = EVENT_NAMES[event]
        if restriction == "no-combo" and name in ("follow", "pump"):
            return True
        if restriction == "no-joker" and name == "face_down" and card >> 2 == JOKER:
            return True
        if name == "opener" and restriction in OPENERS and int(t["char"][seat][0][OPENERS[restriction]]) >> side & 1:
            return True
    return False


def had_something_else(t: np.void, before: np.void, rows: np.ndarray, seat: int, restriction: str) -> bool:
    """Whether the hand held another opener; without abilities it is the hand before the turn and what was drawn."""
    hand = int(before["own"][seat]["hand"])
    for event, who, card, *_ in rows.tolist():
        if EVENT_NAMES[event] == "opener":
            break
        if EVENT_NAMES[event] == "draw" and who == seat:
            hand |= 1 << int(card)
    char = t["char"][seat][0]
    options = moves.openers(char, before["public"]["fighter"][seat], np.uint64(hand)) & ~PASS_BIT
    return bool(int(options) & ~int(char[OPENERS[restriction]]))


@pytest.mark.parametrize("base", kit.POLICIES)
@pytest.mark.parametrize("restriction", codes.RESTRICTIONS)
def test_what_is_forbidden_is_not_done(restriction: str, base: str) -> None:
    """Unless there is no other card to play; and the unrestricted player across the table does it."""
    done: Counter[int] = Counter()
    forced = seen = 0
    for pair in PAIRS:
        table = kit.plain_table("second", *pair)
        for before, rows in turns(table, (f"{base}-{restriction}", base), pair, GAMES):
            seen += 1
            for seat in (0, 1):
                if does(table[0], rows, seat, restriction):
                    done[seat] += 1
                    if seat == 0:
                        assert restriction in OPENERS
                        assert not had_something_else(table[0], before, rows, seat, restriction)
                        forced += 1
    assert seen > 200
    assert done[1] > 3 and forced == done[0] < done[1] / 2 + 3


@pytest.mark.parametrize("restriction", ["no-joker", "no-combo"])
def test_also_with_abilities(restriction: str) -> None:
    for pair in PAIRS:
        table = kit.table("first", *pair)
        for _, rows in turns(table, (f"equilibrium-{restriction}", "equilibrium"), pair, 6):
            if restriction == "no-combo":
                assert not does(table[0], rows, 0, restriction)
            else:
                names = [EVENT_NAMES[row[0]] for row in rows if row[1] == 0]
                assert "rewind" not in names and "joker_wasted" not in names


@pytest.mark.parametrize("kind", [codes.OPENER, codes.OPENER_AGAIN])
@pytest.mark.parametrize("restriction", OPENERS)
@pytest.mark.parametrize("base", kit.POLICIES)
def test_not_when_asked_again_either(base: str, restriction: str, kind: int) -> None:
    """After the other's no-card the restriction holds as well."""
    asked = 0
    for t, match in thinking.states("first", "grave", "setsuki", 6):
        match["policy"] = kit.codes((f"{base}-{restriction}",) * 2)
        char = t["char"][0][0]
        options = asking.prepare(t, match[0], np.int64(0), np.int64(kind), np.uint64(1))
        rest = int(options & ~PASS_BIT) & ~int(char[OPENERS[restriction]])
        if not rest or int(options).bit_count() < 2:
            continue
        answer = int(asking.ask(t, match[0], np.int64(0), np.int64(kind), options))
        assert not int(char[OPENERS[restriction]]) >> answer & 1
        asked += 1
    assert asked > 40


def opening(t: np.void, match: np.ndarray, policy: str, lucks: int = 12) -> set[int]:
    """Combat cards that seat 0 chooses with different luck."""
    found = set()
    for luck in range(lucks):
        copy = match.copy()
        copy["policy"] = codes.policy_code(policy)
        copy["luck"]["key"] = luck
        options = asking.prepare(t, copy[0], np.int64(0), np.int64(codes.OPENER), np.uint64(1))
        if int(options).bit_count() < 3:
            return set()
        found.add(int(asking.ask(t, copy[0], np.int64(0), np.int64(codes.OPENER), options)))
    return found


@pytest.mark.parametrize(
    "rod", ["equilibrium-likeliest", "reply-to-equilibrium", "reply-to-equilibrium-likeliest", "reply-to-greedy"]
)
def test_measuring_rods_do_not_mix(rod: str) -> None:
    mixed = differs = n = 0
    for t, match in list(thinking.states("first", "jaina", "setsuki", 4))[::3]:
        choices = opening(t, match, rod)
        if not choices:
            continue
        assert len(choices) == 1
        free = opening(t, match, "equilibrium")
        mixed += len(free) > 1
        differs += not choices & free
        n += 1
    assert n > 10 and mixed > n / 2
    if rod == "equilibrium-likeliest":
        assert differs < n / 3, "the likeliest move is one that the policy plays"
