"""What has been learned about abilities, beyond their verbs: as many tenths of a point of life as the file says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import asking
import kit
import numpy as np
import thinking

from yomisim.cards.yomi1.pack_abilities import part_names
from yomisim.kernel import FOLDER
from yomisim.play.yomi1 import TALLY, play_games
from yomisim.policies.codes import KIND_CODES

GAMES = 60
#: So much is used whenever it may be, and never.
ALWAYS, NEVER = 1000, -1000
Change = Callable[[np.ndarray], None]


def number_of(character: str, name: str) -> int:
    """The number of an ability in the packed record."""
    return part_names(kit.game("second").character(character)).index(name)


def scores(a: str, b: str, change: Change, policy: str = "equilibrium") -> list[int]:
    """How games of the second edition go; `change` gets the minds of each seating, shape (2, 2)."""
    tables = kit.tables("second", a, b).copy()
    for seating in (0, 1):
        change(tables[seating]["mind"])
    found = np.zeros(GAMES, np.int8)
    codes = kit.codes((policy, policy))
    play_games(tables, codes, 3, kit.key(a, b), 0, GAMES, True, np.zeros(1, TALLY), found)
    return found.tolist()


def same(mind: np.ndarray) -> None:
    """No change."""


def files() -> set[tuple[Path, int]]:
    return {(path, path.stat().st_mtime_ns) for path in Path(FOLDER).rglob("*") if path.is_file()}


def setting(character: str, name: str, value: int) -> Change:
    """Everybody thinks so of whoever has an ability of this number."""

    def change(mind: np.ndarray) -> None:
        mind["ability"][..., number_of(character, name)] += value

    return change


def test_a_number_changes_games_and_compiles_nothing() -> None:
    """Only for those who look at it, and with the games of before where it is what it was."""
    a, b = "grave", "jaina"
    before, greedy = scores(a, b, same), scores(a, b, same, "greedy")
    known = files()
    never, always = (setting("grave", "Martial Mastery", value) for value in (NEVER, ALWAYS))
    assert scores(a, b, never) != before
    assert scores(a, b, always) != scores(a, b, never)
    assert scores(a, b, same) == before
    assert scores(a, b, never, "greedy") == greedy
    assert files() == known


def answers(kind: str, change: Change, policy: str = "equilibrium") -> Iterator[tuple[int, int, int]]:
    """(options, answer, seat) of a kind of decision in states of play."""
    chance = np.random.default_rng(4)
    for t, match in thinking.states("second", "setsuki", "grave", 6):
        changed = t.copy()
        change(changed["mind"])
        match["policy"] = kit.codes((policy, policy))
        for seat in (0, 1):
            copy = match.copy()
            h = np.uint64(chance.integers(0, 2**63))
            options = np.uint64(asking.prepare(changed, copy[0], np.int64(seat), np.int64(KIND_CODES[kind]), h))
            if int(options).bit_count() > 1:
                answer = asking.ask(changed, copy[0], np.int64(seat), np.int64(KIND_CODES[kind]), options)
                yield int(options), int(answer), seat


def test_what_is_worth_much_is_always_used_and_what_is_worth_little_never() -> None:
    """Abilities as they come up, and counters by what they stop."""

    def every(value: int) -> Change:
        def change(mind: np.ndarray) -> None:
            mind["ability"] = value

        return change

    for kind in ("ability", "react"):
        always = [answer != 63 for _, answer, _ in answers(kind, every(ALWAYS))]
        never = [answer == 63 for _, answer, _ in answers(kind, every(NEVER))]
        assert len(always) > 20 and all(always) and all(never)


def test_each_player_judges_by_his_own_mind() -> None:
    """What the other thinks of an ability is nothing to the player who decides."""
    for seat in (0, 1):

        def only(mind: np.ndarray, seat: int = seat) -> None:
            mind["ability"][seat] = NEVER

        changed, plain = list(answers("ability", only)), list(answers("ability", same))
        assert all(answer == 63 for _, answer, who in changed if who == seat)
        assert [x for x in changed if x[2] != seat] == [x for x in plain if x[2] != seat]
