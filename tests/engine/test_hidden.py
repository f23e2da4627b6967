"""Hidden cards cannot influence a choice."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import asking
import kit
import numpy as np
import pytest

from yomisim.play.yomi1 import play_turn, start_game
from yomisim.policies import codes, decide, equilibrium, greedy, judgement, script, uniform
from yomisim.rules.records import LUCK
from yomisim.rules.yomi1.events import EVENT_NAMES
from yomisim.rules.yomi1.plans import PLAN, ROWS
from yomisim.rules.yomi1.state import DEEP, FIGHTER, OWN, PUBLIC

pytestmark = pytest.mark.slow

ALL = (1 << 54) - 1
#: Policies, and measuring rods, which open otherwise: they know another policy, but no card.
WATCHED = (*kit.POLICIES, "equilibrium-likeliest", "reply-to-equilibrium", "reply-to-greedy")
#: How often a kind of decision is asked for in the games of one pair, or little more.
ENOUGH = 40
#: The modules of policy `equilibrium`.
THINKING = [import_module(f"{equilibrium.__name__}.{found.name}") for found in iter_modules(equilibrium.__path__)]


def states(edition: str, a: str, b: str, games: int, table=kit.table):
    """MATCH arrays between turns of random games."""
    t = table(edition, a, b)[0]
    for number in range(games):
        match = kit.new_match()
        m = match[0]
        start_game(t, m, np.uint64(3), kit.key(a, b), np.uint64(number), np.int64(0))
        while not m["over"]:
            yield t, match.copy()
            play_turn(t, m)


def cards_in(cards: int) -> list[int]:
    return [card for card in range(54) if cards >> card & 1]


def shuffle_hidden(match: np.ndarray, seat: int, chance: np.random.Generator) -> np.ndarray:
    """A copy in which everything is different that `seat` cannot see, and nothing else.

    The other's hand (cards that were shown stay), both decks' orders, the other's luck, the coin and the record of a
    face-down card.
    """
    copy = match.copy()
    m = copy[0]
    other = m["own"][1 - seat]
    deck = m["deep"][1 - seat]
    public = m["public"]["fighter"][1 - seat]
    shown = int(public["shown"])
    pool = cards_in((int(other["hand"]) & ~shown) | int(deck["deck"]))
    chance.shuffle(pool)
    hidden = int(public["hand_count"]) - shown.bit_count()
    other["hand"] = shown | sum(1 << card for card in pool[:hidden])
    deck["deck"] = sum(1 << card for card in pool[hidden:])
    other["top_known"], other["bottom"] = 0, -1
    deck["placed"], deck["sunk"], deck["sunk_n"] = 0, 0, 0
    if public["face_down"]:
        other["face_down"] = chance.integers(0, 54)
    for one in (0, 1):
        m["deep"][one]["key"] = chance.integers(0, 2**63)
        m["deep"][one]["cursor"] = chance.integers(0, 1000)
    m["luck"][1 - seat]["key"] = chance.integers(0, 2**63)
    m["coin_key"] = chance.integers(0, 2**63)
    return copy


@pytest.mark.parametrize("policy", kit.POLICIES)
@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_the_same_answer_whatever_is_hidden(edition: str, policy: str) -> None:
    """For sampled states and every kind of decision: hidden cards changed, choice unchanged."""
    chance = np.random.default_rng(8)
    asked: Counter[str] = Counter()
    answers: dict[str, set[int]] = {kind: set() for kind in codes.KINDS}
    pairs = (("jaina", "grave"), ("setsuki", "rook"), ("lum", "valerie"), ("degrey", "geiger"))
    for number, (a, b) in enumerate(pairs, 1):
        for t, match in states(edition, a, b, 6):
            match["policy"] = codes.policy_code(policy)
            for kind, name in enumerate(codes.KINDS):
                if asked[name] >= ENOUGH * number:
                    continue
                for seat in (0, 1):
                    real = match.copy()
                    h = np.uint64(chance.integers(0, 2**63))
                    options = np.uint64(asking.prepare(t, real[0], np.int64(seat), np.int64(kind), h))
                    if int(options).bit_count() < 2:
                        continue
                    other = shuffle_hidden(real, seat, chance)
                    answer = asking.ask(t, real[0], np.int64(seat), np.int64(kind), options)
                    assert asking.ask(t, other[0], np.int64(seat), np.int64(kind), options) == answer
                    assert int(options) >> int(answer) & 1, "an answer that is no option"
                    assert (real["luck"][0][seat] == other["luck"][0][seat]).all()
                    asked[name] += 1
                    answers[name].add(int(answer))
    # The sample is not empty: every kind was asked, and answers differ from state to state.
    assert set(asked) == set(codes.KINDS)
    assert min(asked.values()) > 20
    varied = {name for name, found in answers.items() if len(found) > 1}
    # what the weights of an edition make worth nothing is never done
    constant = {"greedy": {"ace_from", "react", "branch"}, "equilibrium": {"power_up"}}.get(policy, set())
    assert set(codes.KINDS) - varied <= constant | {"ace_from"}


@pytest.mark.parametrize("policy", WATCHED)
def test_the_same_opener_whatever_the_other_holds(policy: str) -> None:
    """Through a whole turn: the other player's cards are exchanged, the combat card stays the same.

    Without abilities: a player may show a hand with one.
    """
    chance = np.random.default_rng(9)
    opener, again = EVENT_NAMES.index("opener"), EVENT_NAMES.index("choose_again")
    compared = 0
    for t, match in states("first", "midori", "argagarg", 12, kit.plain_table):
        for seat in (0, 1):
            chosen = []
            for altered in (False, True):
                copy = match.copy()
                copy["policy"] = codes.policy_code(policy)
                if altered:
                    hidden = shuffle_hidden(copy, seat, chance)
                    hidden["deep"][0][seat] = copy["deep"][0][seat]  # the own next card has to be the same
                    hidden["coin_key"] = copy["coin_key"]
                    copy = hidden
                copy["log_on"], copy["log_rows"] = 1, 0
                play_turn(t, copy[0])
                rows = copy["log"][0][: int(copy["log_rows"][0])]
                if again in rows[:, 0]:
                    break
                chosen.append(rows[(rows[:, 0] == opener) & (rows[:, 1] == seat)].tolist())
            if len(chosen) == 2:
                assert chosen[0] == chosen[1]
                compared += 1
    assert compared > 200


def test_every_module_of_equilibrium_is_looked_at() -> None:
    names = {module.__name__.rpartition(".")[2] for module in THINKING}
    assert {"worth", "belief", "bluff", "rows", "meeting", "ranges", "opening", "follow", "abilities"} < names


def test_the_records_of_a_policy_hold_nothing_hidden() -> None:
    """What `decide` is handed: public things, the own hand, the own luck."""
    function = getattr(decide.decide, "py_func", decide.decide)
    parameters = ["t", "seat", "kind", "options", "public", "own", "luck", "policy", "plan", "doors"]
    assert list(inspect.signature(function).parameters) == parameters
    scratch = {"measures", "outlook", "strikes", "study", "rows", "chosen"}
    assert set(OWN.names) == {"hand", "face_down", "top_known", "top", "bottom", "dice"} | scratch
    # What a policy works out: no card of a hand but the own one and guesses.
    # Verdicts are the rules' own and the same whoever asked for them.
    scratch = {"odds", "entrant"}
    verdicts = {"table", "verdicts", "verdicts_for", "verdict"}
    assert set(PLAN.names) == {"turn", "hands", "measures", "outlook", "strikes", "rows", "range"} | scratch | verdicts
    cards = {name for name in ROWS.names if ROWS[name].base == np.dtype("u8")}
    assert cards == {"have", "place"}, "in a row: a set of classes, and numbers of openers of guesses"
    assert set(LUCK.names) == {"key", "turn", "ordinals"}
    about = {"stake_attack", "combat_ended", "stake_shown", "rank_shown", "announced"}
    assert set(PUBLIC.names) == {"turn", "initiative", "stake", "under", "fighter", "key"} | about
    assert not set(FIGHTER.names) & {"hand", "deck", "key", "cursor", "top", "bottom", "placed", "sunk"}
    assert set(DEEP.names).isdisjoint(FIGHTER.names)
    # What a player knows of the own deck goes by the names of what lies there.
    assert set(DEEP.names) & set(OWN.names) == {"top", "bottom"}
    # Cards that `fighter` holds as sets are open to both: piles, and what was shown.
    sets = {name for name in FIGHTER.names if FIGHTER[name] == np.dtype("u8")}
    told = {"escrow", "hits", "hits_under"}  # cards announced or paid for an ability, cards of the combo
    numbers = {"usable", "used", "used_cards"}  # sides, abilities, cards that were used
    assert sets == {"discard", "table", "in_play", "removed", "shown"} | told | numbers


@pytest.mark.parametrize("module", [decide, greedy, judgement, uniform, script, *THINKING])
def test_policies_name_no_hidden_record(module) -> None:
    """No policy reaches for a deck, and only the door itself looks into a MATCH."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    fields = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert not (names | imported) & {"deep_of", "MATCH", "DEEP"}
    assert not fields & {"deep", "deck", "cursor", "coin_key", "sunk", "placed"}
    if module is not decide:
        assert not (names | imported) & {"own_of", "luck_of", "fighter"}
        assert "own" not in fields and "m" not in names
