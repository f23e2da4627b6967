"""A matchup table together with how it was made: what `yomisim.matchups` gives back and what a folder is made from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd

from yomisim import __version__
from yomisim.batch.engine import engine_for
from yomisim.batch.plan import DEFAULT_POLICY, Plan, round_robin
from yomisim.batch.rows import RowFolder
from yomisim.batch.run import Outcome, Progress, run
from yomisim.batch.store import Store
from yomisim.cards.doubt import provisional, provisional_gem, sentence
from yomisim.cards.load import Game, load_game, load_games
from yomisim.errors import BadInput, check_type
from yomisim.estimate import balance, endings, first_turn, headline, matchups, worlds
from yomisim.estimate.combats import Combats, combats_of
from yomisim.estimate.savings import of_seats
from yomisim.estimate.sequential import Precision, check_precision
from yomisim.paths import label
from yomisim.products import check_product

#: Games per pair where nothing else is said.
GAMES = 10_000


@dataclass(frozen=True)
class Matchups:
    """Matchups of one edition.

    Parameters
    ----------
    table : the tidy table, columns `matchups.COLUMNS`; mirrors stand after the pairs.
    made : how it was made (JSON values only): version, game, title, edition, policies and the hash of their weights,
        seed, games (of a pair, and in all; where a `precision` was asked for, `games_per_pair` are the most that a pair
        needed), data and its hash, seconds, date;
        `luck`: what swapping seats on the same shuffles saved (`savings.Saving`).
    names : id -> name to print.
    provisional : ids whose data is not certain; they are marked in figures and tables.
    endings : how games ended, see `endings.tidy`; None where that was not counted.
    worlds : the tidy table of each draw of the filled card values, with a column ``world`` (from 1), where the games
        were spread over such draws; see `yomisim.estimate.worlds`. `table` and what follows from it then show the doubt
        about cards beside the noise of games.
    combats : what happened in the combats; None where that was not counted.
    """

    table: pd.DataFrame
    made: dict[str, Any]
    names: dict[str, str]
    provisional: frozenset[str] = frozenset()
    endings: pd.DataFrame | None = None
    worlds: pd.DataFrame | None = None
    combats: Combats | None = None

    @property
    def edition(self) -> str:
        """Edition of the rules and cards."""
        return str(self.made["edition"])

    @property
    def marked(self) -> dict[str, str]:
        """id -> name to print, with a star where the data is provisional."""
        return {i: name + ("*" if i in self.provisional else "") for i, name in self.names.items()}

    def pivot(self) -> pd.DataFrame:
        """Win rates of row against column, fractions, the strongest first; A-B and B-A add to exactly 1."""
        return matchups.square(self.table)

    def strengths(self) -> pd.DataFrame:
        """Mean win rates against the others; see `matchups.strengths`."""
        frame = matchups.strengths(self.table)
        if self.worlds is not None:
            frame = worlds.strengths_over(frame, self._each_world())
        if "gem" in self.table:
            frame["gem"] = self.made["gem"]
            frame["provisional"] = frame["character"].isin(self.provisional) | self.made["provisional_gem"]
        return frame

    def first_turn(self) -> tuple[float, float, float] | None:
        """Win rate of whoever begins, over all matchups, with its 95% interval; None where both play at once."""
        return first_turn.overall(self.table) if self.worlds is None else worlds.first_over(self._each_world())

    def doubt(self, mark: str = "*: ") -> str:
        """Who rests on card values that nobody has seen, in words; empty where nobody does."""
        gem = self.made["gem"] if self.made.get("provisional_gem") else None
        return sentence((self.names[i] for i in self.provisional), gem, mark)

    def gem_words(self) -> str:
        """The gem that both players wear, and over how many draws of filled values the games are spread."""
        gem = f", gem {self.made['gem']}" if "gem" in self.made else ""
        draws = f", {self.made['uncertainty']} draws of filled card values" if self.made.get("uncertainty") else ""
        return gem + draws

    def _each_world(self) -> list[pd.DataFrame]:
        assert self.worlds is not None
        return [frame.reset_index(drop=True) for _, frame in self.worlds.groupby("world", sort=True)]

    def notable(self, method: str = "holm") -> pd.DataFrame:
        """Which matchups differ from even beyond chance; see `matchups.notable`."""
        return matchups.notable(self.table, method)

    def mirrors(self) -> pd.DataFrame:
        """The control by mirror matches; see `matchups.mirror_check`."""
        return matchups.mirror_check(self.table)

    def balance(self) -> balance.Balance:
        """How far matchups typically are from even; see `balance.balance`."""
        return balance.balance(self.table if self.worlds is None else worlds.noise_alone(self.table))

    def headline(self) -> list[str]:
        """The notable results in words."""
        if self.worlds is None:
            return headline.headline(self.table, self.marked)
        return headline.over_worlds(self.table, self.strengths(), self.marked)

    def games_words(self) -> str:
        """How many games were played, in words."""
        return games_words(self.made)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return self.pivot().style.format("{:.1%}", na_rep="").to_html()


def play_matchups(
    game: Game | str,
    *,
    games: int | None = None,
    precision: float | None = None,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    pairs: Sequence[str] = (),
    edition: str | None = None,
    gem: str | None = None,
    data: Path | None = None,
    workers: Any = None,
    progress: Progress | None = None,
    store: Store | None = None,
    rows: Path | None = None,
    uncertainty: int | None = None,
    counting: bool = False,
) -> Matchups:
    """Play every pair of characters in swapped seats, and every mirror.

    Parameters
    ----------
    game : a loaded game, or its id; `edition`, `gem` and `data` are only for an id.
    games : games per pair, 1 or more; an odd number is raised by one. None is GAMES, or what `precision` asks for.
    precision : instead of `games`: play each pair and mirror until its 95% interval reaches no farther than so many
        points to either side, see `yomisim.estimate.sequential`.
    seed : 0 to 2**64 - 1. The same seed gives the same result, whatever the number of workers.
    policy : who plays, see `yomisim.policies.codes.POLICY_NAMES`.
    characters : which characters; None is all of them.
    pairs : only these pairs, as "a-b"; empty is all. What follows from a whole chart cannot be had then.
    workers : threads, None for one per core, or `yomisim.batch.workers.Workers`.
    progress : called with (games played, games in all).
    store : where earlier results are looked up and new ones kept; None plays everything.
    rows : folder for a row of every game, see `yomisim.batch.rows`; None writes none.
    uncertainty : spread the games over so many draws of the filled card values, see `yomisim.estimate.worlds`.
    counting : whether to count what happens in the combats (`Matchups.combats`); a few percent slower, the same games.
        Not with `uncertainty`.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    loaded = loaded_game(game, edition, data, gem)
    rule = games_or_precision(games, precision)
    count = (GAMES if games is None else games) if rule is None else rule.most
    if counting:
        check_product("counts of combats", loaded.id)
    plan = round_robin(loaded, games=count, seed=seed, policy=policy, characters=characters, pairs=pairs)
    if uncertainty is not None:
        if rule is not None or rows is not None or counting:
            raise BadInput("draws of card values take --games, no precision, rows or combats", field="uncertainty")
        return _over_worlds(plan, worlds.check_worlds(uncertainty), store, workers, progress)
    written = None if rows is None else RowFolder(rows, plan, engine_for(loaded.id))
    outcome = run(plan, workers=workers, progress=progress, store=store, rows=written, rule=rule, counting=counting)
    return from_outcome(outcome, None if rule is None else rule.points)


def games_or_precision(games: Any, precision: Any) -> Precision | None:
    """The rule that a precision stands for; None where the number of games is fixed.

    Raises
    ------
    BadInput : where both are given, or for a precision out of range.
    """
    if precision is None:
        return None
    if games is not None:
        raise BadInput("give the number of games or the precision, not both", field="precision")
    return check_precision(precision)


def _over_worlds(plan: Plan, count: int, store: Store | None, workers: Any, progress: Progress | None) -> Matchups:
    """Play a plan with its games spread over `count` draws of the filled values; a pair's games are rounded up."""
    each = max(2, 2 * math.ceil(plan.games / (2 * count)))
    total = each * count * len(plan.pairs)
    parts: list[Matchups] = []

    def told(done: int, _: int) -> None:
        if progress is not None:
            progress(len(parts) * each * len(plan.pairs) + done, total)

    for world, seed in worlds.worlds(plan.game, count, plan.seed):
        own = replace(plan, game=world, seed=seed, games=each)
        parts.append(from_outcome(run(own, workers=workers, progress=told, store=store)))
    seconds = sum(part.made["seconds"] for part in parts)
    made = {**describe(replace(plan, games=each * count), seconds), "uncertainty": count}
    table = worlds.table_over([part.table for part in parts])
    kept = pd.concat([part.table.assign(world=number) for number, part in enumerate(parts, 1)], ignore_index=True)
    ends = endings.together([part.endings for part in parts if part.endings is not None])
    doubtful = provisional(plan.game, parts[0].names)
    return Matchups(table, made, parts[0].names, doubtful, ends, kept)


def loaded_game(game: Game | str, edition: str | None = None, data: Path | None = None, gem: str | None = None) -> Game:
    """The game itself where it is loaded already, else the one with this id.

    Raises
    ------
    BadInput : for what is neither, or an id that no game has.
    """
    check_type("game", game, (Game, str), 'a game from load("yomi1"), or its id such as "yomi1"')
    return load_game(game, edition, data, gem) if isinstance(game, str) else game


def from_outcome(outcome: Outcome, precision: float | None = None) -> Matchups:
    """The result of a batch of :func:`yomisim.batch.plan.round_robin`, played until `precision` points where given."""
    game = outcome.plan.game
    played = sorted({id_ for pair in outcome.plan.pairs for id_ in (pair.a, pair.b)})
    names = {character: game.characters[character].short_name for character in played}
    made = {**describe(outcome.plan, outcome.seconds), "luck": asdict(of_seats(outcome))}
    if precision is not None:
        most = int(outcome.tallies["games"].max())
        made |= {"precision": precision, "games_per_pair": most, "games": outcome.games}
    counted = None if outcome.counts is None else combats_of(outcome)
    ends, doubtful = endings.tidy(outcome), provisional(game, played)
    return Matchups(matchups.tidy(outcome), made, names, doubtful, ends, combats=counted)


def played_matchups(
    game: str,
    edition: str | None = None,
    *,
    data: Path | None = None,
    **options: Any,
) -> list[Matchups]:
    """:func:`play_matchups` for one edition, or for every edition of the game where `edition` is None.

    Parameters
    ----------
    options : as for :func:`play_matchups`.
    """
    # All are loaded first: a mistake in the second edition does not wait for the games of the first.
    return [play_matchups(loaded, **options) for loaded in load_games(game, edition, data)]


def games_words(made: dict[str, Any]) -> str:
    """How many games were played, from how a result was made."""
    each = f"{made['games_per_pair']:,} games a pair"
    return f"up to {each}, to within {made['precision']:g} points" if made.get("precision") else each


def describe(plan: Plan, seconds: float) -> dict[str, Any]:
    """How a batch was made, in JSON values, without anything about the machine but the time it took."""
    game = plan.game
    gem = {"gem": game.gem, "provisional_gem": provisional_gem(game)} if game.gems else {}
    return {
        "yomisim": __version__,
        "game": game.id,
        "title": game.title,
        "edition": game.edition,
        **gem,
        "policies": list(plan.policies),
        **({} if game.minds is None else {"policy_hash": game.minds.hash}),
        "seed": plan.seed,
        "games_per_pair": plan.games,
        "pairs": sum(not pair.mirror for pair in plan.pairs),
        "mirrors": sum(pair.mirror for pair in plan.pairs),
        "games": plan.total,
        "data": label(game.folder),
        "data_hash": game.data_hash,
        **({"patch": game.patch} if game.patch else {}),
        "seconds": round(seconds, 2),
        "date": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
