"""Who plays better: every policy against every other one, and policies with a hand tied behind the back.

Two policies meet in two scopes:

mirrors
    Both hold the same character, once in either seat on the same luck. No character's strength comes in.
pairs
    All pairs of different characters, and in each pair both assignments: policy 1 has A and policy 2 has B, then the
    other way round; each in both seats, all four games on the same luck.

The win rate of a scope is the mean over its characters or pairs, each counting the same; a draw is half a win. What is
independent is a game number, so the intervals come from the sums over the two or four games of a number, and only
scatter within a character or pair counts (`intervals.grouped`). A policy against itself would be 50% by construction
and is not played.

A *probe* is a policy that may not use one kind of move, against the same policy without the ban: what the kind of move
is worth to this policy. A probe that wins shows a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from yomisim import __version__
from yomisim.batch.compare import Comparison, exchanged
from yomisim.batch.plan import DEFAULT_POLICY, Pairing, Plan, check_characters, check_games, check_seed
from yomisim.batch.run import Outcome, Progress, run
from yomisim.batch.store import Store
from yomisim.cards.load import Game
from yomisim.errors import BadInput, check_type
from yomisim.estimate import intervals
from yomisim.estimate.matchups import LEVEL
from yomisim.estimate.result import loaded_game
from yomisim.paths import label

MIRRORS, PAIRS = "mirrors", "pairs"
_RESULT = ["games", "wins_1", "wins_2", "draws", "unfinished", "win_rate_1", "ci_low", "ci_high"]
#: One row per scope and two policies. Rates are policy 1's, fractions; `unfinished` games are among the draws.
COLUMNS = ["game", "edition", "scope", "policy1", "policy2", *_RESULT]
#: One row per character (p1 = p2) or pair of characters; both assignments of the policies are in it.
DETAIL_COLUMNS = ["game", "edition", "scope", "p1", "p2", "policy1", "policy2", *_RESULT]
#: What a policy can be forbidden: the end of the probe's name, and what it does.
RESTRICTIONS = {
    "no-block": "never blocks",
    "no-dodge": "never dodges",
    "no-throw": "never throws",
    "no-joker": "never plays Jokers",
    "no-combo": "never continues a combo",
}
#: A game number is four games where characters differ, two in a mirror.
GAMES_STEP = 4


@dataclass(frozen=True)
class Ladder:
    """Results of policies against policies.

    Parameters
    ----------
    table : columns `COLUMNS`, mirrors before pairs.
    detail : columns `DETAIL_COLUMNS`, what `table` was pooled from.
    made : how it was made (JSON values only).
    names : character id -> name to print.
    """

    table: pd.DataFrame
    detail: pd.DataFrame
    made: dict[str, Any]
    names: dict[str, str]

    @property
    def policies(self) -> list[str]:
        """The policies, in the order in which they were named."""
        return list(self.made["policies"])

    def square(self, scope: str = MIRRORS) -> pd.DataFrame:
        """Win rates of the row's policy against the column's; see :func:`square`."""
        return square(self.table, scope, self.policies)

    def mirrors(self) -> pd.DataFrame:
        """The mirror of each character; rows of `detail`."""
        return self.detail[self.detail["scope"] == MIRRORS].reset_index(drop=True)


def probes(base: str) -> list[str]:
    """Names of the restricted forms of a policy."""
    return [f"{base}-{end}" for end in RESTRICTIONS]


def is_probe(name: str) -> bool:
    """Whether a policy's name is that of a restricted form."""
    return any(name.endswith(f"-{end}") for end in RESTRICTIONS)


def check_policies(policies: Iterable[str] | str | None, least: int = 2) -> list[str]:
    """Names of policies, as a list or separated by commas; None takes all but the probes.

    Parameters
    ----------
    least : how many are needed.

    Raises
    ------
    BadInput : for an unknown, repeated or empty name, for too few, or for what is no list of names.
    """
    from yomisim.policies.codes import POLICY_NAMES, policy_code

    if policies is None:
        return [name for name in POLICY_NAMES if not is_probe(name)]
    wanted = 'names of policies, as a list or as one text "a,b"'
    check_type("policies", policies, (str, Iterable), wanted)
    words = policies.split(",") if isinstance(policies, str) else list(policies)
    for word in words:
        check_type("policies", word, str, wanted)
    names = [word.strip() for word in words]
    for place, name in enumerate(names):
        if not name:
            raise BadInput("an empty name in the list of policies; write them as a,b,c", field="policies")
        policy_code(name)
        if name in names[:place]:
            raise BadInput(f"{name!r} is given twice; name each policy once", field="policies")
    if len(names) < least:
        raise BadInput(f"{len(names)} given; at least {least} needed", field="policies")
    return names


def play_ladder(
    game: Game | str,
    policies: Iterable[str] | str | None = None,
    *,
    edition: str | None = None,
    data: Path | None = None,
    **options: Any,
) -> Ladder:
    """Every policy against every other one, over the mirrors and over all pairs of characters.

    Parameters
    ----------
    game : a loaded game, or its id; `edition` and `data` are only for an id.
    policies : names, as a list or separated by commas; None takes all but the probes.
    options : ``games, seed, characters, workers, progress, store, scopes`` of :func:`play_meetings`.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    names = check_policies(policies)
    loaded = loaded_game(game, edition, data)
    return play_meetings(loaded, list(combinations(names, 2)), **options)


def play_restricted(
    game: Game | str,
    base: str = DEFAULT_POLICY,
    restricted: Sequence[str] | None = None,
    *,
    edition: str | None = None,
    data: Path | None = None,
    **options: Any,
) -> Ladder:
    """Restricted forms of a policy against the policy itself; policy 1 is the restricted one.

    Parameters
    ----------
    base : the policy without a ban.
    restricted : the policies that meet it; None takes all of :func:`probes`.
    game, edition, data, options : as for :func:`play_ladder`.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    (base,) = check_policies([base], 1)
    names = probes(base) if restricted is None else list(restricted)
    check_policies([base, *names])
    loaded = loaded_game(game, edition, data)
    return play_meetings(loaded, [(name, base) for name in names], **options)


def play_meetings(
    game: Game,
    meetings: Sequence[tuple[str, str]],
    *,
    games: Any = 10_000,
    seed: Any = 1,
    characters: Iterable[str] | str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    scopes: Sequence[str] = (MIRRORS, PAIRS),
) -> Ladder:
    """Play the given pairs of policies.

    Parameters
    ----------
    meetings : (policy 1, policy 2), known names.
    games : games for each mirror, and for each pair of characters with both assignments; raised to a multiple of 4.
    seed : 0 to 2**64 - 1; all meetings are played on the same luck.
    characters : ids or names, as a list or separated by commas; None is all.
    workers : threads; None is one per core.
    progress : called with (games played, games in all).
    store : where earlier results are looked up and new ones kept; None plays everything.
    scopes : which to play, MIRRORS and PAIRS.

    Raises
    ------
    BadInput : for an unknown character or a number out of range.
    """
    ids, number, each = check_characters(game, characters), check_seed(seed), check_games(games)
    each += -each % GAMES_STEP
    mirrors = tuple(Pairing(i, i, swap=True) for i in ids if MIRRORS in scopes)
    pairs = tuple(Pairing(a, b, swap=True) for a, b in combinations(ids, 2) if PAIRS in scopes)
    total, done, seconds = each * (len(mirrors) + len(pairs)) * len(meetings), 0, 0.0

    def told(played: int, _: int) -> None:
        if progress is not None:
            progress(done + played, total)

    how: dict[str, Any] = {"workers": workers, "progress": told, "store": store}
    groups: list[Group] = []
    for meeting in meetings:
        if mirrors:
            plan = Plan(game, mirrors, meeting, number, each)
            same = run(plan, **how)
            done += same.games
            seconds += same.seconds
            groups += of_mirrors(same)
        if pairs:
            plan = Plan(game, pairs, meeting, number, each // 2)
            both = exchanged(plan, **how)
            done += both.before.games + both.after.games
            seconds += both.before.seconds + both.after.seconds
            groups += of_pairs(both)
    names = list(dict.fromkeys(name for meeting in meetings for name in meeting))
    made = {
        "yomisim": __version__,
        "game": game.id,
        "title": game.title,
        "edition": game.edition,
        "policies": names,
        "seed": number,
        "games_each": each,
        "mirrors": len(mirrors),
        "pairs": len(pairs),
        "games": total,
        "data": label(game.folder),
        "data_hash": game.data_hash,
        "seconds": round(seconds, 2),
        "date": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    key = {"game": game.id, "edition": game.edition}
    printed = {i: game.characters[i].short_name for i in ids}
    return Ladder(pool(groups, key), tidy(groups, key), made, printed)


@dataclass(frozen=True)
class Group:
    """Two policies with one character or pair of characters.

    Parameters
    ----------
    scores : counts, shape (n + 1,); entry k counts the game numbers in which policy 1 had a mean score of k / n.
    counts : games, wins of policy 1, wins of policy 2, draws, unfinished.
    """

    scope: str
    p1: str
    p2: str
    policies: tuple[str, str]
    scores: np.ndarray
    counts: np.ndarray


def of_mirrors(outcome: Outcome) -> list[Group]:
    """One group per character, from a batch of mirrors in swapped seats."""
    plan = outcome.plan
    return [
        Group(MIRRORS, pair.a, pair.b, plan.policies, tally["pair_score"].copy(), _counts(tally, 0))
        for pair, tally in zip(plan.pairs, outcome.tallies)
    ]


def of_pairs(comparison: Comparison) -> list[Group]:
    """One group per pair, from a batch of `yomisim.batch.compare.exchanged` in swapped seats."""
    plan = comparison.before.plan
    groups = []
    for number, pair in enumerate(plan.pairs):
        joint = comparison.joint[number]
        scores = np.zeros(2 * len(joint) - 1, np.int64)
        # Player 1 scored i half points of 4 under policy 1 and j under policy 2, which leaves 4 - j to policy 1.
        for (i, j), count in np.ndenumerate(joint):
            scores[i + len(joint) - 1 - j] += count
        counts = _counts(comparison.before.tallies[number], 0) + _counts(comparison.after.tallies[number], 1)
        groups.append(Group(PAIRS, pair.a, pair.b, plan.policies, scores, counts))
    return groups


def tidy(groups: Sequence[Group], key: dict[str, str]) -> pd.DataFrame:
    """One row per group, columns `DETAIL_COLUMNS`, mirrors first."""
    rows = [(*key.values(), g.scope, g.p1, g.p2, *g.policies, *_figures([g])) for g in groups]
    return _in_order(pd.DataFrame(rows, columns=DETAIL_COLUMNS))


def pool(groups: Sequence[Group], key: dict[str, str]) -> pd.DataFrame:
    """One row per scope and two policies, columns `COLUMNS`, mirrors first."""
    scopes = dict.fromkeys((g.scope, g.policies) for g in groups)
    rows = [
        (*key.values(), scope, *policies, *_figures([g for g in groups if (g.scope, g.policies) == (scope, policies)]))
        for scope, policies in scopes
    ]
    return _in_order(pd.DataFrame(rows, columns=COLUMNS))


def square(table: pd.DataFrame, scope: str, policies: Sequence[str]) -> pd.DataFrame:
    """Win rates of the row's policy against the column's, shape (k, k), fractions; NaN on the diagonal."""
    frame = pd.DataFrame(np.nan, index=list(policies), columns=list(policies))
    for row in table[table["scope"] == scope].itertuples(index=False):
        frame.loc[row.policy1, row.policy2] = row.win_rate_1
        frame.loc[row.policy2, row.policy1] = 1 - row.win_rate_1
    return frame


def _figures(groups: Sequence[Group]) -> tuple[Any, ...]:
    games, wins_1, wins_2, draws, unfinished = (int(n) for n in np.sum([g.counts for g in groups], axis=0))
    low, high = intervals.grouped(np.array([g.scores for g in groups]), LEVEL)
    return games, wins_1, wins_2, draws, unfinished, (wins_1 + draws / 2) / games, low, high


def _counts(tally: np.ndarray, first: int) -> np.ndarray:
    """Counts of a `Group` where policy 1 plays player number `first`."""
    wins = [int(tally["wins"][first]), int(tally["wins"][1 - first])]
    return np.array([int(tally["games"]), *wins, int(tally["draws"]), int(tally["unfinished"])])


def _in_order(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.sort_values("scope", kind="stable", ignore_index=True)
