"""What a change of cards or rules did to every matchup and character, from games played twice on the same luck.

A game number scored x before and y after (as fractions, 0 to 1); its difference y - x lies between -1 and 1. The
change of a matchup is the mean of these differences, and its variance is theirs divided by their number: whatever luck
both sides share drops out. The squares of two game numbers are mixed in, in which one game of a swapped pair has
changed its winner, once for either player. They keep the interval from shrinking to nothing where hardly any game has
changed, and do not matter otherwise (Agresti and Min 2005 do the like for paired shares).

Tables of this module can be read back from their CSV files, and everything is computed from them alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from yomisim.batch.compare import Comparison, compare
from yomisim.batch.plan import DEFAULT_POLICY, round_robin
from yomisim.batch.run import Progress
from yomisim.batch.store import Store
from yomisim.cards.doubt import provisional, provisional_gem
from yomisim.cards.load import Game, editions, load_game
from yomisim.errors import BadInput, check_type
from yomisim.estimate import intervals
from yomisim.estimate.headline import decimals, percent, players_notation
from yomisim.estimate.matchups import LEVEL
from yomisim.estimate.paired import paired_difference
from yomisim.estimate.result import Matchups, from_outcome

#: One row per pair. Rates are player 1's, fractions; `changed` says beyond chance after the correction.
COLUMNS = [
    "game",
    "edition_before",
    "edition_after",
    "p1",
    "p2",
    "policy",
    "games",
    "before",
    "after",
    "difference",
    "ci_low",
    "ci_high",
    "p_value",
    "p_adjusted",
    "changed",
]
CORRECTION = "holm"
#: How many matchups or characters a sentence names at most.
NAMED = 3


@dataclass(frozen=True)
class Changes:
    """What one edition (or data set) changed against another.

    Parameters
    ----------
    table : one row per pair, columns `COLUMNS`.
    before, after : the matchups of both sides, from the same games.
    left_out : what could not be compared: ids of characters that only one side has, under ``"before"`` and ``"after"``.
    """

    table: pd.DataFrame
    before: Matchups
    after: Matchups
    left_out: dict[str, list[str]] = field(default_factory=lambda: {"before": [], "after": []})

    @property
    def title(self) -> str:
        """What is compared, for a heading: two editions, or two data sets of one."""
        made, before, after = self.before.made, self.before.edition, self.after.edition
        if before != after:
            return f"{made['title']}, {before} to {after} edition"
        if after_patch := self.after.made.get("patch"):
            return f"{made['title']}, {before} edition, {after_patch}"
        gems = [one.made.get("gem") for one in (self.before, self.after)]
        if gems[0] != gems[1]:
            return f"{made['title']}, gem {gems[0]} to gem {gems[1]}"
        return f"{made['title']}, {before} edition, a change of the data"

    def data_words(self) -> str:
        """The data that both sides rest on, with their hashes."""
        told = [f"{one.made['data']}, hash {one.made['data_hash']}" for one in (self.before, self.after)]
        return told[0] if told[0] == told[1] else f"{told[0]}, before; {told[1]}, after"

    def remarks(self) -> list[str]:
        """What whoever started the comparison may not have meant: nothing to compare, or not everybody compared."""
        before, after = self.before.made, self.after.made
        same = all(before.get(key) == after.get(key) for key in ("edition", "data_hash", "gem"))
        told = ["both sides hold the same data in the same edition: nothing can differ"] if same else []
        return told + self.left_out_words()

    @property
    def names(self) -> dict[str, str]:
        """Id -> name to print."""
        return self.before.names

    @property
    def marked(self) -> dict[str, str]:
        """Id -> name to print, with a star where the data of either side is provisional."""
        return {
            **self.before.marked,
            **{i: name for i, name in self.after.marked.items() if i in self.after.provisional},
        }

    def characters(self) -> pd.DataFrame:
        """Change of each character's mean strength; see :func:`by_character`."""
        return by_character(self.table)

    def doubt(self) -> str:
        """Who rests on card values that nobody has seen, on either side, in words; empty where nobody does."""
        return next(
            (words for words in (self.after.doubt(), self.before.doubt()) if "gem" in words), self.after.doubt()
        )

    def headline(self) -> list[str]:
        """The notable changes in words, see :func:`sentences`, and who was left out."""
        return [*sentences(self.table, self.marked), *self.left_out_words()]

    def left_out_words(self) -> list[str]:
        """Who was left out and why, as no sentence or one."""
        told = [f"only {side}: {', '.join(ids)}" for side, ids in self.left_out.items() if ids]
        return [f"Left out, because only one side has them: {'; '.join(told)}."] if told else []


def play_changes(
    before: Game,
    after: Game,
    *,
    games: int = 10_000,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    counting: bool = False,
) -> Changes:
    """Play every pair and mirror with both data sets on the same luck.

    Parameters
    ----------
    before, after : two editions, or a data set and a changed copy of it.
    games, seed, policy, characters, workers, progress, store, counting : as for
        `yomisim.estimate.result.play_matchups`; None for the characters takes those that both sides have.

    Raises
    ------
    BadInput : for an unknown name or a number out of range, or where both sides have no two characters in common.
    """
    for side, game in (("before", before), ("after", after)):
        check_type(side, game, Game, 'a game from load("yomi1")')
    left_out: dict[str, list[str]] = {"before": [], "after": []}
    if characters is None:
        characters = sorted(set(before.characters) & set(after.characters))
        left_out = {
            "before": sorted(set(before.characters) - set(after.characters)),
            "after": sorted(set(after.characters) - set(before.characters)),
        }
        if len(characters) < 2:
            shared = characters[0] if characters else "none"
            raise BadInput(f"both sides need two characters in common; they have {shared}", field="characters")
    elif not isinstance(characters, str):
        check_type("characters", characters, Iterable, 'names of characters, as a list or as one text "a,b,c"')
        characters = list(characters)  # gone through once for each side
    one, other = (round_robin(g, games=games, seed=seed, policy=policy, characters=characters) for g in (before, after))
    how: dict[str, Any] = {"workers": workers, "progress": progress, "store": store, "counting": counting}
    played = compare(one, other, **how)
    return replace(from_comparison(played), left_out=left_out)


def play_editions(game: str, data: Path | None = None, **options: Any) -> Changes:
    """:func:`play_changes` for the first two editions that a game's data names.

    Raises
    ------
    BadInput : where there is only one; else as for :func:`play_changes`.
    """
    return play_changes(*load_sides(game, data=data), **options)


def load_sides(
    game: str,
    edition: str | None = None,
    edition2: str | None = None,
    data: Path | None = None,
    data2: Path | None = None,
    gem: str | None = None,
    gem2: str | None = None,
) -> tuple[Game, Game]:
    """Both sides of a comparison as a command line names them.

    Parameters
    ----------
    edition, data : the side before; None is the game's default edition and the data in use.
    edition2, data2 : the side after; None is the same as before. Without any of the three other than `data` it is the
        first two editions that the data name.
    gem : that both players wear, on both sides. gem2 : another one on the side after.

    Raises
    ------
    BadInput : for an unknown name, mistakes in the data, or where nothing tells both sides apart.
    """
    if edition2 is None and data2 is None and gem2 is None:
        if edition is not None:
            raise BadInput("names one side only; name the other with --edition2 or --data2", field="edition")
        names = two_editions(game, data)
        return load_game(game, names[0], data, gem), load_game(game, names[1], data, gem)
    before = load_game(game, edition, data, gem)
    return before, load_game(game, edition2 or before.edition, data2 or data, before.gem if gem2 is None else gem2)


def two_editions(game: str, data: Path | None = None) -> list[str]:
    """The first two editions that a game's data name.

    Raises
    ------
    BadInput : where there is only one, or for an unknown game.
    """
    names = editions(game, data)
    if len(names) < 2:
        hint = "name other data with --data2, or another gem with --gem2 where the game has gems"
        raise BadInput(f"{game} has only the edition {names[0]!r}; a comparison needs two: {hint}", field="editions")
    return names[:2]


def from_comparison(comparison: Comparison) -> Changes:
    """The result of a batch of :func:`yomisim.batch.compare.compare`."""
    return Changes(tidy(comparison), from_outcome(comparison.before), from_outcome(comparison.after))


def tidy(comparison: Comparison, levels: np.ndarray | None = None, same: np.ndarray | None = None) -> pd.DataFrame:
    """One row per pair of different characters, with 95% intervals and corrected p-values.

    Parameters
    ----------
    levels : of the plain interval that is one of 95%, by pair; None is 95%.
    same : by pair, whether nothing that the engine is given differs: then nothing can have changed, and the interval
        is [0, 0]. None: nobody knows.
    """
    plan = comparison.before.plan
    rows = []
    for number, pairing in enumerate(plan.pairs):
        if pairing.mirror:
            continue
        sides = [outcome.tallies[number] for outcome in (comparison.before, comparison.after)]
        rates = [(int(t["wins"][0]) + int(t["draws"]) / 2) / int(t["games"]) for t in sides]
        mean, error = paired_difference(comparison.joint[number], 4 if pairing.swap else 2)
        if same is not None and same[number]:
            mean = error = 0.0
        z = intervals.quantile(LEVEL if levels is None or not levels[number] else float(levels[number]))
        rows.append(
            (
                *(plan.game.id, plan.game.edition, comparison.after.plan.game.edition, pairing.a, pairing.b),
                *(" against ".join(dict.fromkeys(plan.policies)), int(sides[0]["games"]), *rates),
                *(mean, mean - z * error, mean + z * error),
            )
        )
    table = _with_p_values(pd.DataFrame(rows, columns=COLUMNS[:-3]))
    sides = [outcome.plan.game for outcome in (comparison.before, comparison.after)]
    if any(game.gems for game in sides):
        doubtful = frozenset().union(*(provisional(game, {*table["p1"], *table["p2"]}) for game in sides))
        of_cards = table["p1"].isin(doubtful) | table["p2"].isin(doubtful)
        certain = not any(provisional_gem(game) for game in sides)
        table = table.assign(gem_before=sides[0].gem, gem_after=sides[1].gem, provisional=of_cards | (not certain))
    return table


def by_character(table: pd.DataFrame) -> pd.DataFrame:
    """Change of each character's mean win rate against the others, the greatest gain first.

    Matchups have luck of their own, so the variance of a mean of k changes is the sum of theirs over k².

    Returns
    -------
    Columns ``game, character, opponents, games, before, after, difference, ci_low, ci_high, p_value, p_adjusted,
    changed``; p-values corrected for the number of characters.
    """
    rows = []
    z = intervals.quantile(LEVEL)
    errors = (table["ci_high"] - table["ci_low"]).to_numpy() / (2 * z)
    for character in sorted({*table["p1"], *table["p2"]}):
        first, second = (table["p1"] == character).to_numpy(), (table["p2"] == character).to_numpy()
        own, sign = first | second, np.where(first, 1.0, -1.0)
        count = int(own.sum())
        before, after = (
            float(np.where(first, table[side], 1 - table[side])[own].mean()) for side in ("before", "after")
        )
        mean = float((sign * table["difference"].to_numpy())[own].mean())
        half = z * math.sqrt(float((errors[own] ** 2).sum())) / count
        games = int(table["games"].to_numpy()[own].sum())
        game = str(table["game"].iloc[0])
        rows.append((game, character, count, games, before, after, mean, mean - half, mean + half))
    columns = ["game", "character", "opponents", "games", "before", "after", "difference", "ci_low", "ci_high"]
    frame = _with_p_values(pd.DataFrame(rows, columns=columns))
    return frame.sort_values(["difference", "character"], ascending=[False, True], ignore_index=True)


def square(table: pd.DataFrame, order: list[str]) -> pd.DataFrame:
    """Change of the row's win rate against the column's, shape (k, k); NaN on the diagonal."""
    frame = pd.DataFrame(np.nan, index=order, columns=order)
    for row in table.itertuples(index=False):
        frame.loc[row.p1, row.p2] = row.difference
        frame.loc[row.p2, row.p1] = -row.difference
    return frame


def sentences(table: pd.DataFrame, names: Mapping[str, str]) -> list[str]:
    """What changed, in words, with no digit that is finer than the noise."""
    changed = table[table["changed"]]
    level = f"beyond chance at the {100 * (1 - LEVEL):.0f}% level"
    kind = intervals.CORRECTIONS[CORRECTION][0]
    verb = "matchups has" if len(changed) == 1 else "matchups have"
    lines = [f"{len(changed)} of {len(table)} {verb} changed {level}, corrected for their number ({kind})."]
    people = by_character(table)
    people = people[people["changed"]]
    for word, own in (("Gained", people[people["difference"] > 0]), ("Lost", people[people["difference"] < 0][::-1])):
        if not own.empty:
            told = [f"{names[row.character]} ({points(row)} of mean win rate)" for row in own[:NAMED].itertuples()]
            lines.append(f"{word} most: {', '.join(told)}.")
    if people.empty:
        lines.append("No character's strength has changed beyond chance.")
    largest = changed.loc[changed["difference"].abs().sort_values(ascending=False, kind="stable").index][:NAMED]
    if not largest.empty:
        told = [_matchup(row, names) for row in largest.itertuples()]
        lines.append(f"Largest changes: {'; '.join(told)}.")
    # Both sides have to be off even by more than the worst case of chance, two games of a pair that always end alike.
    margin = intervals.quantile(LEVEL) * 0.5 / np.sqrt(changed["games"] / 2)
    before, after = changed["before"] - 0.5, changed["after"] - 0.5
    turned = changed[(before * after < 0) & (before.abs() > margin) & (after.abs() > margin)]
    if not turned.empty:
        pairs = [f"{names[row.p1]} and {names[row.p2]}" for row in turned.itertuples()]
        shown = "; ".join(pairs[:NAMED]) + (f" and {len(pairs) - NAMED} more" if len(pairs) > NAMED else "")
        lines.append(f"The favourite has changed in {len(pairs)} of them: {shown}.")
    return lines


def points(row: Any) -> str:
    """A change in percentage points with its sign, no digit finer than its interval."""
    half = 50 * (row.ci_high - row.ci_low)
    value = f"{100 * row.difference:+.{min(1, decimals(half))}f}".replace("-", "\N{MINUS SIGN}")
    return f"{value} point{'' if value[1:] in ('1', '1.0') else 's'}"


def _matchup(row: Any, names: Mapping[str, str]) -> str:
    """A changed matchup from the side that gained."""
    a, b, before, after = row.p1, row.p2, row.before, row.after
    if row.difference < 0:
        a, b, before, after = b, a, 1 - before, 1 - after
    half = (row.ci_high - row.ci_low) / 2
    rates = f"{percent(before, half)} to {percent(after, half)}"
    return (
        f"{names[a]} against {names[b]} from {players_notation(before)} to {players_notation(after)} ({rates}, for "
        f"{names[a]})"
    )


def _with_p_values(frame: pd.DataFrame) -> pd.DataFrame:
    error = (frame["ci_high"] - frame["ci_low"]).to_numpy() / (2 * intervals.quantile(LEVEL))
    difference = frame["difference"].to_numpy()
    score = np.divide(difference, error, out=np.zeros(len(error)), where=error > 0)  # without error: surely the same
    p_values = np.array([math.erfc(abs(value) / math.sqrt(2)) for value in score])
    adjusted = intervals.adjust(p_values, CORRECTION)
    return frame.assign(p_value=p_values, p_adjusted=adjusted, changed=adjusted < 1 - LEVEL)
