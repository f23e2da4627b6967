"""A matchup table together with how it was made: what `yomisim.matchups` gives back and what a folder is made from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
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
from yomisim.cards.load import Game, editions, load_game
from yomisim.errors import BadInput, check_type
from yomisim.estimate import balance, endings, headline, matchups
from yomisim.estimate.savings import of_seats
from yomisim.estimate.sequential import Precision, check_precision
from yomisim.paths import label

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
    endings : how games ended, columns `endings.COLUMNS`; None where that was not counted.
    """

    table: pd.DataFrame
    made: dict[str, Any]
    names: dict[str, str]
    provisional: frozenset[str] = frozenset()
    endings: pd.DataFrame | None = None

    @property
    def edition(self) -> str:
        """Edition of the rules and cards."""
        return str(self.made["edition"])

    def pivot(self) -> pd.DataFrame:
        """Win rates of row against column, fractions, the strongest first; A-B and B-A add to exactly 1."""
        return matchups.square(self.table)

    def strengths(self) -> pd.DataFrame:
        """Mean win rates against the others; see `matchups.strengths`."""
        return matchups.strengths(self.table)

    def notable(self, method: str = "holm") -> pd.DataFrame:
        """Which matchups differ from even beyond chance; see `matchups.notable`."""
        return matchups.notable(self.table, method)

    def mirrors(self) -> pd.DataFrame:
        """The control by mirror matches; see `matchups.mirror_check`."""
        return matchups.mirror_check(self.table)

    def balance(self) -> balance.Balance:
        """How far matchups typically are from even; see `balance.balance`."""
        return balance.balance(self.table)

    def headline(self) -> list[str]:
        """The notable results in words."""
        return headline.headline(self.table, self.names)

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
    policy: str = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    pairs: Sequence[str] = (),
    edition: str | None = None,
    data: Path | None = None,
    workers: Any = None,
    progress: Progress | None = None,
    store: Store | None = None,
    rows: Path | None = None,
) -> Matchups:
    """Play every pair of characters in swapped seats, and every mirror.

    Parameters
    ----------
    game : a loaded game, or its id; `edition` and `data` are only for an id.
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

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    loaded = loaded_game(game, edition, data)
    rule = games_or_precision(games, precision)
    count = (GAMES if games is None else games) if rule is None else rule.most
    plan = round_robin(loaded, games=count, seed=seed, policy=policy, characters=characters, pairs=pairs)
    written = None if rows is None else RowFolder(rows, plan, engine_for(loaded.id))
    outcome = run(plan, workers=workers, progress=progress, store=store, rows=written, rule=rule)
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


def loaded_game(game: Game | str, edition: str | None = None, data: Path | None = None) -> Game:
    """The game itself where it is loaded already, else the one with this id.

    Raises
    ------
    BadInput : for what is neither, or an id that no game has.
    """
    check_type("game", game, (Game, str), 'a game from load("yomi1"), or its id such as "yomi1"')
    return load_game(game, edition, data) if isinstance(game, str) else game


def from_outcome(outcome: Outcome, precision: float | None = None) -> Matchups:
    """The result of a batch of :func:`yomisim.batch.plan.round_robin`, played until `precision` points where given."""
    game = outcome.plan.game
    played = sorted({pair.a for pair in outcome.plan.pairs})
    names = {character: game.characters[character].short_name for character in played}
    provisional = frozenset(i for i in played if getattr(game.characters[i], "provisional", False))
    made = {**describe(outcome.plan, outcome.seconds), "luck": asdict(of_seats(outcome))}
    if precision is not None:
        most = int(outcome.tallies["games"].max())
        made |= {"precision": precision, "games_per_pair": most, "games": outcome.games}
    return Matchups(matchups.tidy(outcome), made, names, provisional, endings.tidy(outcome))


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
    wanted = editions(game, data) if edition is None else [edition]
    # All are loaded first: a mistake in the second edition does not wait for the games of the first.
    games = [load_game(game, name, data) for name in wanted]
    return [play_matchups(loaded, **options) for loaded in games]


def games_words(made: dict[str, Any]) -> str:
    """How many games were played, from how a result was made."""
    each = f"{made['games_per_pair']:,} games a pair"
    return f"up to {each}, to within {made['precision']:g} points" if made.get("precision") else each


def describe(plan: Plan, seconds: float) -> dict[str, Any]:
    """How a batch was made, in JSON values, without anything about the machine but the time it took."""
    game = plan.game
    return {
        "yomisim": __version__,
        "game": game.id,
        "title": game.title,
        "edition": game.edition,
        "policies": list(plan.policies),
        "policy_hash": game.minds.hash,
        "seed": plan.seed,
        "games_per_pair": plan.games,
        "pairs": sum(not pair.mirror for pair in plan.pairs),
        "mirrors": sum(pair.mirror for pair in plan.pairs),
        "games": plan.total,
        "data": label(game.folder),
        "data_hash": game.data_hash,
        "seconds": round(seconds, 2),
        "date": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
