"""Whole games with abilities: the books are right after every turn, and everything that is written comes up."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import checker
import kit
import numpy as np
import pytest

from yomisim.cards.yomi1.pack_abilities import programs
from yomisim.cards.yomi1.verbs import CONDITIONS, COSTS, VERBS, WINDOWS
from yomisim.kernel import jit
from yomisim.rules.yomi1.events import EVENT_NAMES

SEED = np.uint64(41)
#: Games of each pairing, edition and seating of policies: 55 * 2 * 3 * this in all.
GAMES = 180
#: Events that so many games need not show.
RARE = {"no_draw", "knockdown_void"}


def checked(edition: str, a: str, b: str, policies: tuple[str, str], first: int, count: int, log: bool = True):
    """Games with their books checked; a failure says which game and turn."""
    match, seen = kit.new_match(policies, log=log), np.zeros(1, checker.SEEN)
    try:
        checker.check_games(kit.table(edition, a, b), match, seen, SEED, kit.key(a, b), first, count)
    except AssertionError as objection:
        turn = int(match["public"]["turn"][0])
        pytest.fail(f"{edition} {a} {b} {policies} seed {SEED} game {int(seen['number'][0])} turn {turn}: {objection}")
    return seen[0]


@cache
def sample(edition: str, policies: tuple[str, str]) -> tuple[np.ndarray, dict, dict]:
    """All pairings: events seen, and how often each ability of each character was used and countered."""
    seen = np.zeros(len(EVENT_NAMES), np.int64)
    used = {who: np.zeros(checker.MAX_ABILITIES, np.int64) for who in kit.characters()}
    countered = {who: np.zeros(checker.MAX_ABILITIES, np.int64) for who in kit.characters()}
    for a, b in kit.pairs():
        one = checked(edition, a, b, policies, 0, GAMES)
        assert one["games"] == GAMES
        seen += one["events"]
        for seat, who in enumerate((a, b)):
            used[who] += one["used"][seat]
            countered[who] += one["countered"][seat]
    return seen, used, countered


@pytest.mark.parametrize("policies", kit.SEATINGS, ids="-".join)
@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_the_books_are_right_after_every_turn(edition: str, policies: tuple[str, str]) -> None:
    sample(edition, policies)


def test_nearly_everything_happens() -> None:
    seen = sum(sample(edition, ("random", "random"))[0] for edition in kit.EDITIONS)
    assert {name for i, name in enumerate(EVENT_NAMES) if seen[i] == 0} <= RARE


@pytest.mark.parametrize("edition", kit.EDITIONS)
def test_every_ability_is_used(edition: str) -> None:
    """By random players, in all the games between them."""
    _, used, countered = sample(edition, ("random", "random"))
    unused = [
        f"{who}: {program.ability.name} ({program.ability.window})"
        for who in kit.characters()
        for number, program in enumerate(programs(kit.game(edition).character(who)))
        if used[who][number] == 0
    ]
    assert unused == []
    assert all((countered[who] <= used[who]).all() for who in used)
    assert sum(int(n.sum()) for n in countered.values()) > 0


# each word is handled once


ROOM = kit.ROOT / "yomisim" / "play" / "yomi1"
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in sorted(ROOM.glob("*.py"))}
TEXT = "\n".join(SOURCES.values())
#: Words that two places have to know, with what the second one asks.
TWICE = {
    ("VERBS", "counter"): 2,  # which counters reach innate abilities, and whether they sink the card
    ("VERBS", "poker_hand"): 1,  # whether there is a hand to show
}
#: The last word of a list may be what is left when all others have been asked.
LEFT_OVER = {("COSTS", "mill")}


def handled(registry: str, word: str) -> int:
    """In how many places code asks for the code of a word. A name that stands for it may be bound once in a file."""
    places = 0
    for name, text in SOURCES.items():
        bound = re.findall(rf'^(\w+) = {registry}\["{word}"\]\.code$', text, re.MULTILINE)
        assert len(bound) <= 1, f"{word} is bound twice in {name}"
        assert text.count(f'{registry}["{word}"]') == len(bound), f"{word} in {name} goes without a name"
        for alias in bound:
            asked = len(re.findall(rf"== {alias}\b", text))
            assert len(re.findall(rf"\b{alias}\b", text)) == asked + 1 + len(re.findall(rf"!= {alias}\b", text)), word
            places += asked
    return places


@pytest.mark.parametrize("word", sorted(VERBS))
def test_each_verb_is_handled_once(word: str) -> None:
    assert handled("VERBS", word) == 1 + TWICE.get(("VERBS", word), 0)


@pytest.mark.parametrize("word", sorted(CONDITIONS))
def test_each_condition_is_handled_once(word: str) -> None:
    assert handled("CONDITIONS", word) == 1


@pytest.mark.parametrize("word", sorted(COSTS))
def test_each_cost_is_payable_and_paid(word: str) -> None:
    """Asked for where it is looked at whether it can be paid, and where it is paid."""
    if ("COSTS", word) in LEFT_OVER:
        assert f'COSTS["{word}"]' not in TEXT
        return
    for name in ("abilities.py", "conditions.py"):
        alias = re.findall(rf'^(\w+) = COSTS\["{word}"\]\.code$', SOURCES[name], re.MULTILINE)
        assert len(alias) == 1
        assert len(re.findall(rf"[=!]= {alias[0]}\b", SOURCES[name])) == 1


def test_one_word_at_most_is_left_over() -> None:
    for registry, words in (("VERBS", VERBS), ("CONDITIONS", CONDITIONS), ("COSTS", COSTS)):
        left = {word for where, word in LEFT_OVER if where == registry}
        assert len(left) <= 1 and left <= set(words)


#: Windows that more than one place opens: a move hits as combat card, in a tie, as second strike and as a further
#: move; a guard is a block or a dodge.
OPENED = {"hit": 4, "guarded": 2}


@pytest.mark.parametrize("window", sorted(WINDOWS))
def test_each_window_is_opened(window: str) -> None:
    opened = 0
    for text in SOURCES.values():
        for alias in re.findall(rf'^(\w+) = WINDOW_CODES\["{window}"\]$', text, re.MULTILINE):
            opened += len(re.findall(rf"(?:in_window|in_window_of|uses_one|options_at)\([^()]*\b{alias}\)", text))
    assert opened == OPENED.get(window, 1)


# numbers are data


NUMBERS = """
import json, sys
from pathlib import Path
import numpy as np
from yomisim.batch.plan import pair_key
from yomisim.cards.load import load_game
from yomisim.cards.yomi1.pack import pack_table
from yomisim.play.yomi1 import TALLY, play_games
from yomisim.policies.codes import policy_code

game = load_game("yomi1", "first", Path(sys.argv[1]))
tables = np.concatenate([pack_table(game, "grave", "lum"), pack_table(game, "lum", "grave")])
policies = np.array([policy_code("random")] * 2, np.int64)
tally = np.zeros(1, TALLY)
play_games(tables, policies, 5, pair_key("grave", "lum"), 0, 300, False, tally)
print(json.dumps([np.atleast_1d(tally[name][0]).tolist() for name in TALLY.names]))
"""


@pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled here")
def test_a_changed_number_changes_games_and_compiles_nothing(tmp_path: Path) -> None:
    """Grave draws three cards instead of two: other games, and the cache holds what it held."""

    import numba

    shared = Path(numba.config.CACHE_DIR)  # type: ignore[attr-defined]
    own = tmp_path / "cache" / shared.name  # others may compile into the shared one meanwhile
    shutil.copytree(shared, own)

    def run(data: Path) -> tuple[str, set[str]]:
        command = [sys.executable, "-c", NUMBERS, str(data)]
        environment = kit.environment(YOMISIM_CACHE=str(tmp_path / "cache"))
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout, cached()

    def cached() -> set[str]:
        return {f"{path.relative_to(own)} {path.stat().st_mtime_ns}" for path in own.rglob("*") if path.is_file()}

    before, files = run(kit.DATA)
    copy = tmp_path / "data"
    shutil.copytree(kit.DATA, copy)
    file = copy / "yomi1" / "characters" / "grave.toml"
    text = file.read_text(encoding="utf-8")
    assert text.count("draw = 2") == 1
    file.write_text(text.replace("draw = 2", "draw = 3"), encoding="utf-8")
    after, still = run(copy)
    assert after != before
    assert still == files
    assert run(kit.DATA) == (before, files)
