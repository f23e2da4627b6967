"""Monte Carlo balance analysis for the fighting card games Yomi and Yomi 2 (unofficial).

    import yomisim as ys

    game = ys.load("yomi1", edition="second")
    result = ys.matchups(game, games=10_000)
    result.pivot()        # win rates, strongest first
    result.headline()     # what is notable, in words
    ys.simulate(game, *list(game.characters)[:2], games=1_000)
    ys.compare(ys.load("yomi1", "first"), game).table  # what a change did, on the same luck
    ys.meta(result, best_of=5).table  # whom to pick

Nothing heavy is imported before it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yomisim.cards.load import Game
    from yomisim.estimate.editions import Changes
    from yomisim.estimate.picks import Picks
    from yomisim.estimate.result import Matchups

__version__ = "0.1.0"
__all__ = ["__version__", "compare", "load", "matchups", "meta", "simulate"]


def load(game: str, edition: str | None = None, data: Path | str | None = None) -> Game:
    """Load a game's rules and characters, of one edition.

    Parameters
    ----------
    game : id of the game, ``"yomi1"``.
    edition : None takes the game's default edition.
    data : folder with the card data; None looks it up ($YOMISIM_DATA, ./data, the package's own copy).

    Raises
    ------
    BadInput : for an unknown name, or a mistake in the data (with file and field).
    """
    from yomisim.cards.load import load_game

    return load_game(game, edition, None if data is None else Path(data))


def matchups(
    game: Game | str,
    games: int = 10_000,
    seed: int = 1,
    policy: str = "greedy",
    characters: Iterable[str] | str | None = None,
    workers: int | None = None,
) -> Matchups:
    """Play every pair of characters and estimate their win rates.

    Returns a :class:`yomisim.estimate.result.Matchups`: `.table` is the tidy DataFrame (one row per pair, rates as
    fractions with 95% intervals), `.pivot()` the square of win rates, `.strengths()`, `.notable()`, `.mirrors()`,
    `.balance()` and `.headline()` what follows from it.

    Parameters
    ----------
    game : a loaded game or its id.
    games : games per pair, played in pairs of swapped seats; an odd number is raised by one.
    seed : 0 to 2**64 - 1; the same seed gives the same result for any number of workers.
    policy : who plays both sides.
    characters : which characters (ids or names); None is all.
    workers : threads; None is one per core.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    from yomisim.estimate.result import play_matchups

    return play_matchups(
        game, games=games, seed=seed, policy=policy, characters=characters, workers=workers, progress=None
    )


def simulate(
    game: Game | str,
    a: str,
    b: str,
    games: int = 10_000,
    seed: int = 1,
    policy: str = "greedy",
    policy2: str | None = None,
    workers: int | None = None,
) -> dict[str, Any]:
    """Play one pair, `a` always as player 1, and count.

    Returns
    -------
    dict with the keys ``game, edition, p1, p2, policy [2], games, seed, wins [2], draws, unfinished, win_rate``
    (of `a`, draws count half) ``, ci95 [2], mean_turns, games_per_second, data_hash``.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    from yomisim.estimate.duel import play_duel

    loaded = load(game) if isinstance(game, str) else game
    return play_duel(loaded, a, b, games=games, seed=seed, policy=policy, policy2=policy2, workers=workers)


def compare(
    before: Game,
    after: Game,
    games: int = 10_000,
    seed: int = 1,
    policy: str = "greedy",
    characters: Iterable[str] | str | None = None,
    workers: int | None = None,
) -> Changes:
    """Play every pair with two data sets on the same luck: two editions, or a data set and a changed copy.

    Returns a :class:`yomisim.estimate.editions.Changes`: `.table` has one row per pair with the rates before and after
    and their difference with a paired 95% interval, `.characters()` the same for mean strengths, `.headline()` what is
    notable in words, `.before` and `.after` the two matchup tables.

    Parameters
    ----------
    before, after : loaded games.
    games, seed, policy, characters, workers : as for :func:`matchups`.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    from yomisim.estimate.editions import play_changes

    return play_changes(
        before, after, games=games, seed=seed, policy=policy, characters=characters, workers=workers, progress=None
    )


def meta(
    chart: Any,
    best_of: int = 1,
    counterpick: str = "loser",
    ban: int = 0,
    mix: Mapping[str, float] | Path | str | None = None,
    edition: str | None = None,
    draws: int | None = None,
    seed: int = 1,
) -> Picks:
    """Which characters to pick in a match, from any matchup chart.

    Returns a :class:`yomisim.estimate.picks.Picks`: `.table` has one row per character (equilibrium probability in
    game 1, score, expected games, intervals), `.replies()` the best counterpick in every state of a match, `.given`
    what a given mix is worth, `.unique` whether there is no other equilibrium.

    Parameters
    ----------
    chart : path of a CSV file, a DataFrame (long or square), or the result of :func:`matchups`.
    best_of : games at most: 1, 3, 5 or 7.
    counterpick : "loser": the loser of a game repicks, knowing the winner's character, which stays; "none": first picks
        stay for the whole match.
    ban : how many characters each player bans for the other before the match.
    mix : a mix to judge: name -> probability, or a CSV file with ``character,probability``; not together with bans.
    edition : which edition of a chart that has several.
    draws, seed : how many charts are drawn within the chart's noise for intervals (None is a sensible number, 0 none),
        and from which seed.

    Raises
    ------
    BadInput : for a chart that is incomplete or contradicts itself, or anything out of range.
    """
    from yomisim.estimate.charts import as_chart
    from yomisim.estimate.pick_mix import mix_of, read_mix
    from yomisim.estimate.picks import DRAWS, Rules, solve_picks

    rules, table = Rules(best_of, counterpick, ban), as_chart(chart, edition)
    if mix is None:
        given = None
    else:
        given, _ = mix_of(mix, table) if isinstance(mix, Mapping) else read_mix(mix, table)
    return solve_picks(table, rules, given, DRAWS if draws is None else draws, seed)
