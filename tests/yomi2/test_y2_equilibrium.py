"""Policy `equilibrium` of Yomi 2: what it may see, the combat that it solves, how it plays."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import numpy as np
import pytest
from bout import Bout, game
from y2_checker import check_games

from yomisim.cards.minds import HAND_KNOTS, LIFE_KNOTS
from yomisim.cards.yomi2.minds import THUMB
from yomisim.cards.yomi2.pack import pack_table
from yomisim.kernel.jit import DISABLED
from yomisim.play.yomi2 import TALLY, play_games, play_turn, start_game
from yomisim.policies.codes import policy_code
from yomisim.policies.yomi2 import decide, equilibrium, greedy, judgement
from yomisim.rules.yomi2.events import EVENT_NAMES
from yomisim.rules.yomi2.plans import OPENERS, PLAN, ROWS
from yomisim.rules.yomi2.state import FROM_OPENERS, MATCH, OWN, TO_OPENERS, WHOLE_TURN

EQUILIBRIUM = policy_code("equilibrium")
THINKING = [import_module(f"{equilibrium.__name__}.{found.name}") for found in iter_modules(equilibrium.__path__)]
PAIRS = [("grave", "jaina"), ("rook", "setsuki"), ("degrey", "gwen"), ("bigby", "midori")]


def at_openers(a: str, b: str, games: int, gem: str = "none"):
    """(table record, MATCH array) at the moment when openers are chosen, in games of `greedy`."""
    t = pack_table(game(gem), a, b)[0]
    for number in range(games):
        match = np.zeros(1, MATCH)
        m = match[0]
        m["policy"] = policy_code("greedy")
        start_game(t, m, np.uint64(3), 1, number)
        while not m["over"]:
            m["part"] = TO_OPENERS
            play_turn(t, m)
            if m["over"]:
                break
            yield t, match.copy()
            m["part"] = FROM_OPENERS
            play_turn(t, m)


def cards_in(cards: int) -> list[int]:
    return [card for card in range(63) if cards >> card & 1]


def shuffle_hidden(match: np.ndarray, seat: int, chance: np.random.Generator) -> np.ndarray:
    """A copy in which everything is different that `seat` cannot see: the other's hand, decks' orders, luck."""
    copy = match.copy()
    m = copy[0]
    other, deck, public = m["own"][1 - seat], m["deep"][1 - seat], m["public"]["fighter"][1 - seat]
    shown = int(public["shown"]) & int(other["hand"])
    pool = cards_in((int(other["hand"]) & ~shown) | int(deck["deck"]))
    chance.shuffle(pool)
    hidden = int(public["hand_count"]) - shown.bit_count()
    other["hand"] = shown | sum(1 << card for card in pool[:hidden])
    deck["deck"] = sum(1 << card for card in pool[hidden:])
    other["rows"]["have"] = 0
    m["deep"]["key"] = chance.integers(0, 2**63, 2)
    m["luck"][1 - seat]["key"] = chance.integers(0, 2**63)
    return copy


def opened(t: np.void, match: np.ndarray, seat: int) -> list[int]:
    """The first opener of `seat` in the rest of the turn, by move."""
    m = match[0]
    m["part"], m["log_on"], m["log_rows"] = FROM_OPENERS, 1, 0
    play_turn(t, m)
    rows = m["log"][: int(m["log_rows"])]
    return rows[(rows[:, 0] == EVENT_NAMES.index("opener")) & (rows[:, 1] == seat)][0].tolist()


@pytest.mark.parametrize("policy", ["equilibrium", "equilibrium-likeliest", "greedy"])
def test_the_same_opener_whatever_the_other_holds(policy: str) -> None:
    chance = np.random.default_rng(9)
    compared, different = 0, set()
    for a, b in PAIRS:
        for t, match in at_openers(a, b, 1 if DISABLED else 4):
            match["policy"] = policy_code(policy)
            for seat in (0, 1):
                answer = opened(t, match.copy(), seat)
                assert opened(t, shuffle_hidden(match, seat, chance), seat)[3] == answer[3]
                different.add(answer[3])
                compared += 1
    assert compared > (8 if DISABLED else 200) and len(different) > 5


def test_the_records_of_a_policy_hold_nothing_hidden() -> None:
    function = getattr(decide.decide, "py_func", decide.decide)
    parameters = ["t", "seat", "kind", "options", "public", "own", "luck", "policy", "plan", "doors"]
    assert list(inspect.signature(function).parameters) == parameters
    assert set(OWN.names) == {"hand", "rows", "measures"}
    assert set(PLAN.names) == {"turn", "measures", "rows", "mean", "winner", "way", "pay", "share"}
    assert {name for name in ROWS.names if ROWS[name].base == np.dtype("u8")} == {"have"}


@pytest.mark.parametrize("module", [decide, greedy, judgement, *THINKING])
def test_policies_name_no_hidden_record(module) -> None:
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    fields = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert not (names | imported) & {"deep_of", "MATCH", "DEEP"}
    assert not fields & {"deep", "deck", "cursor", "key_of_deck"}
    if module is not decide:
        assert not (names | imported) & {"own_of", "luck_of", "fighter"} and "m" not in names


def test_the_solution_of_a_combat() -> None:
    """Mixes are mixes; both seats see the same game; the plan stands for the turn and hangs on public things alone."""
    looked = 0
    for t, match in at_openers("grave", "jaina", 1 if DISABLED else 3):
        match["policy"] = EQUILIBRIUM
        copy = match.copy()
        opened(t, copy, 0)
        plan = copy[0]["plan"][0]
        hands = int(t["mind"][0, 0]["hands"])
        for seat in (0, 1):
            shares = []
            for a in range(hands):
                rows = plan["rows"][seat][a]
                have = [i for i in range(OPENERS) if int(rows["have"]) >> i & 1]
                assert rows["mix"][have].sum() == pytest.approx(1) and (rows["mix"][have] >= 0).all()
                shares.append(rows["mix"])
                there = [j for j in range(OPENERS) if int(plan["mean"][1 - seat]["have"]) >> j & 1]
                pay = plan["pay"][seat, a][np.ix_(have, there)]
                assert ((pay >= 0) & (pay <= 1)).all()
            assert plan["share"][seat] == pytest.approx(np.mean(shares, axis=0))
        if match[0]["public"]["turn"] > 1:
            again = shuffle_hidden(match, 0, np.random.default_rng(1))
            opened(t, again, 0)
            assert (again[0]["plan"][0]["share"] == plan["share"]).all()
        looked += 1
    assert looked > 3


def test_the_solution_leaves_little_to_gain() -> None:
    """Against the shares of the other range no move of a sampled hand wins much more than what the hand mixes."""
    gaps = []
    for t, match in at_openers("jaina", "rook", 1 if DISABLED else 4):
        match["policy"] = EQUILIBRIUM
        opened(t, match, 0)
        plan = match[0]["plan"][0]
        for seat in (0, 1):
            for a in range(int(t["mind"][0, 0]["hands"])):
                rows = plan["rows"][seat][a]
                have = [i for i in range(OPENERS) if int(rows["have"]) >> i & 1]
                win = plan["pay"][seat, a][have] @ plan["share"][1 - seat]
                gaps.append(win.max() - win @ rows["mix"][have])
    assert np.mean(gaps) < 0.02


def test_it_takes_a_sure_kill() -> None:
    """With one life left and the other's hand of slow attacks alone, nobody blocks who can win now."""
    bout = Bout("grave", "grave")
    bout.me("b")["life"] = 1
    wins = 0
    for number in range(2 if DISABLED else 40):
        match = np.zeros(1, MATCH)
        m = match[0]
        m["policy"] = EQUILIBRIUM
        start_game(bout.table[0], m, np.uint64(4), 2, number)
        m["public"]["fighter"][1]["life"] = 1
        m["public"]["fighter"][1]["down_next"] = 1
        while not m["over"]:
            play_turn(bout.table[0], m)
        wins += m["winner"] == 0
    assert wins >= (1 if DISABLED else 36)


@pytest.mark.parametrize("gem", ["none", "green"])
def test_books(gem: str) -> None:
    for a, b in [*PAIRS, ("gloria", "onimaru")] if not DISABLED else PAIRS[:1]:
        seen = check_games(pack_table(game(gem), a, b), int(EQUILIBRIUM), seed=3, first=0, count=2 if DISABLED else 100)
        assert seen["games"] == (2 if DISABLED else 100)


@pytest.mark.skipif(DISABLED, reason="needs many games")
def test_it_beats_greedy_in_every_mirror() -> None:
    points = {}
    for who in sorted(game().characters):
        t = pack_table(game(), who, who)
        tally = np.zeros(1, TALLY)
        policies = np.array([EQUILIBRIUM, policy_code("greedy")])
        play_games(np.concatenate([t, t]), policies, np.uint64(8), 3, 0, 150, True, tally)
        points[who] = (tally["wins"][0, 0] + 0.5 * tally["draws"][0]) / tally["games"][0]
    assert min(points.values()) > 0.5 and np.mean(list(points.values())) > 0.65, points


def test_same_games_whoever_asks_first_and_whatever_was_played_before() -> None:
    t = pack_table(game(), "grave", "rook")[0]
    rubbish = np.random.default_rng(5)
    for number in range(1 if DISABLED else 10):
        results = []
        for dirty in (False, True):
            match = np.zeros(1, MATCH)
            if dirty:
                match.view(np.uint8)[...] = rubbish.integers(0, 256, MATCH.itemsize, dtype=np.uint8)
                for name in ("script", "log_on", "choices"):
                    match[name] = 0
            m = match[0]
            m["policy"], m["part"] = EQUILIBRIUM, WHOLE_TURN
            start_game(t, m, np.uint64(6), 1, number)
            while not m["over"]:
                play_turn(t, m)
            results.append((int(m["winner"]), int(m["public"]["turn"]), int(m["choices"])))
        assert results[0] == results[1]


def test_weights_reach_the_record() -> None:
    from yomisim.cards.minds import Play

    record = THUMB.record(Play())[0]
    assert [record["life"][knot] for knot in LIFE_KNOTS[1:]] == pytest.approx(THUMB.life[1:])
    assert [record["hand"][knot] for knot in HAND_KNOTS] == pytest.approx(THUMB.hand)
    assert record["life"][0] < -10 and record["meter"].tolist() == THUMB.meter and record["down"] == THUMB.down
