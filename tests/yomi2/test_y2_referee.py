"""Whole games of Yomi 2, judged row by row by a referee of their own; and whether he objects where he should."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest
from bout import game
from y2_books import Objection
from y2_referee import Referee

from yomisim.kernel.jit import DISABLED
from yomisim.replay import Replay, replay_game

SEED = 31
GAMES = 1 if DISABLED else 2
#: Of every so many rows one is spoilt.
STEP = 5
GEMS = ("none", *sorted(game().gems))
PAIRS = list(combinations_with_replacement(sorted(game().characters), 2))
#: Columns that hold what chance or a player decided, or that tell nothing of their own.
FREE = {"card", "move", "given", "taken", "fetched", "ability", "event", "player"}


def played(gem: str, a: str, b: str, number: int, policy: str) -> Replay:
    return replay_game(game(gem), a, b, seed=SEED, number=number, policy=policy, policy2=policy)


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("gem", GEMS)
def test_every_row_is_as_the_rules_say(gem: str, policy: str) -> None:
    for a, b in PAIRS[:: 9 if DISABLED else 1]:
        for number in range(GAMES):
            replay = played(gem, a, b, number, policy)
            try:
                Referee(game(gem), replay).judge()
            except Objection as objection:
                told = "\n".join(replay.as_lines())
                pytest.fail(f"{gem} {a} {b} {policy}, game {number}: {objection}\n{told}")


class _Spoilt:
    """A replay whose log is another one."""

    def __init__(self, replay: Replay, record: dict[str, Any]) -> None:
        self.characters, self._record = replay.characters, record

    def as_record(self) -> dict[str, Any]:
        return self._record


def _objects(gem: str, replay: Replay, record: dict[str, Any]) -> bool:
    try:
        Referee(game(gem), _Spoilt(replay, record)).judge()  # type: ignore[arg-type]
    except Objection:
        return True
    return False


def _is_choice(row: dict[str, Any]) -> bool:
    """Whether nothing need follow from the row: whoever had not done so could have played on just the same."""
    return row["event"] == "exchange" or row.get("move") == "gem_ability"


@pytest.mark.parametrize(("a", "b", "number"), [("grave", "jaina", 1), ("rook", "gwen", 0), ("degrey", "gloria", 2)])
def test_the_referee_objects(a: str, b: str, number: int) -> None:
    """A referee who never objects would be of no use: change a number of a log, or leave out a row, and he does."""
    gem = "green"
    replay = played(gem, a, b, number, "random")
    record = replay.as_record()
    missed = []
    for turn, told in enumerate(record["turns"]):
        rows = told["events"]
        for at, row in enumerate(list(rows)[::STEP]):
            for name in (name for name, value in row.items() if isinstance(value, int) and name not in FREE):
                row[name] += 1
                if not _objects(gem, replay, record):
                    missed.append((turn, row, name))
                row[name] -= 1
            if _is_choice(row):
                continue
            del rows[at * STEP]
            if not _objects(gem, replay, record):
                missed.append((turn, row, "left out"))
            rows.insert(at * STEP, row)
    assert not missed, missed
