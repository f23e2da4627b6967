"""What the engine tests share: games as shipped, packed tables, fresh MATCH records, all pairings."""

from __future__ import annotations

import os
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np

from yomisim.batch.plan import pair_key
from yomisim.cards.load import Game, load_game
from yomisim.cards.yomi1.pack import GRANTED, pack_table
from yomisim.play.yomi1.game import connect
from yomisim.policies.codes import policy_code
from yomisim.rules.yomi1.state import MATCH

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
EDITIONS = ("first", "second")
POLICIES = ("random", "greedy", "equilibrium")
#: Policies of seats 0 and 1 in the checks over many games.
SEATINGS = (("random", "random"), ("greedy", "greedy"), ("random", "greedy"), ("equilibrium", "equilibrium"))


@cache
def game(edition: str = "first") -> Game:
    """The shipped game."""
    return load_game("yomi1", edition, DATA)


def characters() -> list[str]:
    """Ids of all characters."""
    return sorted(game().characters)


def pairs() -> list[tuple[str, str]]:
    """Every unordered pair, mirrors included."""
    return list(combinations_with_replacement(characters(), 2))


@cache
def table(edition: str, a: str, b: str) -> np.ndarray:
    """Shape (1,), dtype TABLE: `a` in seat 0 and `b` in seat 1."""
    return pack_table(game(edition), a, b)


def tables(edition: str, a: str, b: str) -> np.ndarray:
    """Shape (2,): both seatings, as `play_games` takes them."""
    return np.concatenate([table(edition, a, b), table(edition, b, a)])


@cache
def plain_table(edition: str, a: str, b: str) -> np.ndarray:
    """The same without abilities that are used: what is left are the rules and what is true without being used."""
    stripped = table(edition, a, b).copy()
    for name in ("n", "windows", "others", "at", "hand_cards"):
        stripped["kit"][name] = 0
    for name in GRANTED.values():
        stripped["char"][name] = 0
    return stripped


def plain_tables(edition: str, a: str, b: str) -> np.ndarray:
    """Shape (2,): both seatings without abilities that are used."""
    return np.concatenate([plain_table(edition, a, b), plain_table(edition, b, a)])


def key(a: str, b: str) -> np.uint64:
    """The key of a pair."""
    return np.uint64(pair_key(a, b))


def codes(policies: tuple[str, str]) -> np.ndarray:
    """Policy codes of two players, int64."""
    return np.array([policy_code(name) for name in policies], dtype=np.int64)


def new_match(policies: tuple[str, str] = ("random", "random"), log: bool = False) -> np.ndarray:
    """Shape (1,), dtype MATCH, ready for `start_game`."""
    match = np.zeros(1, MATCH)
    match["policy"][0] = codes(policies)
    match["log_on"] = int(log)
    connect(match[0], codes(POLICIES))
    return match


def environment(**extra: str) -> dict[str, str]:
    """Environment of a fresh process that imports this checkout; `extra` is set on top."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(Path(__file__).parent)]), **extra}
    env.pop("NUMBA_CACHE_DIR", None)  # set by this process, for itself
    return env
