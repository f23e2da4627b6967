"""From cards to everything that the page shows: what is played, searched and solved for each section.

Play goes through a store, so that only what is new is played. The rest is quick and done again each time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from yomisim.batch.plan import check_characters
from yomisim.batch.run import Progress
from yomisim.batch.store import Store
from yomisim.cards.load import Game, has_game, load_games
from yomisim.errors import BadInput
from yomisim.estimate.agreement import FEWEST_PAIRS, Agreement, compare_with_people
from yomisim.estimate.charts import as_chart
from yomisim.estimate.combos import Combos, find_place
from yomisim.estimate.edition_parts import play_parts
from yomisim.estimate.editions import play_changes
from yomisim.estimate.human import chart_of, common_pairs, read_human
from yomisim.estimate.ladder import Ladder, play_ladder
from yomisim.estimate.picks import Picks, solve_picks
from yomisim.estimate.result import Matchups, play_matchups
from yomisim.estimate.trials import Trials, play_trials
from yomisim.report.page.material import Material, chart_name
from yomisim.report.page.policies import REPLIES
from yomisim.report.page.sections import budget
from yomisim.report.results import MANIFEST

#: The policy whose chart stands beside the page's own where that is another one.
OTHER_POLICY = "greedy"
#: The game whose matchups stand in a section of their own where another one is reported, played by its own policy.
SECOND_GAME = "yomi2"
#: Folder of what the pipeline of best replies wrote, beside the other tables of the game, and its table.
EXPLOITABILITY = "exploitability"

#: Called with the name of each step before it begins.
Told = Callable[[str], None]


@dataclass(frozen=True)
class Order:
    """What a report is to be made of.

    Parameters
    ----------
    game : id of the game. edition : one edition, or None for all. data : the data folder, or None to look it up.
    policy, seed, characters, workers : as for `yomisim.estimate.result.play_matchups`.
    games : of each pair and edition; None takes the budget.
    quick : the small budgets.
    """

    game: str
    edition: str | None = None
    data: Path | None = None
    policy: str = "equilibrium"
    seed: int = 1
    characters: Iterable[str] | str | None = None
    workers: int | None = None
    games: int | None = None
    quick: bool = False

    def loaded(self) -> list[Game]:
        """The editions, loaded; mistakes in any of them are found before anything is played."""
        return load_games(self.game, self.edition, self.data)

    def second(self, games: Sequence[Game]) -> tuple[list[Game], list[str]]:
        """The other game and who is to play it; nobody where the data has no such game or not two of the characters.

        Parameters
        ----------
        games : the editions of this game.
        """
        if self.game == SECOND_GAME or not has_game(SECOND_GAME, self.data):
            return [], []
        others = load_games(SECOND_GAME, None, self.data)
        known = set(others[0].characters)
        wanted = known if self.characters is None else known & set(check_characters(games[0], self.characters))
        return (others, sorted(wanted)) if len(wanted) > 1 else ([], [])

    def playing(self, progress: Progress | None, store: Store) -> dict[str, Any]:
        """What every batch is told."""
        keys = ("seed", "characters", "workers")
        return {**{key: getattr(self, key) for key in keys}, "progress": progress, "store": store}


def gather(order: Order, store: Store, progress: Progress | None = None, told: Told = lambda _: None) -> Material:
    """Play and work out everything.

    Raises
    ------
    BadInput : for an unknown name, a number out of range, or mistakes in the data.
    """
    games, quick = order.loaded(), order.quick
    second, characters = order.second(games)
    options = order.playing(progress, store)
    count = budget("matchups", "games", quick) if order.games is None else order.games
    told(f"matchups, {order.policy}")
    own = {**options, "games": count, "policy": order.policy, "counting": True}
    changes = None
    if len(games) == 2:
        changes = play_changes(*games, **own)
        results = [changes.before, changes.after]
    else:
        results = [play_matchups(game, **own) for game in games]
    others = {}
    if order.policy != OTHER_POLICY:
        told(f"matchups, {OTHER_POLICY}")
        fewer = min(count, budget("people", "games", quick))
        others[OTHER_POLICY] = [play_matchups(game, games=fewer, policy=OTHER_POLICY, **options) for game in games]
    parts = None
    if len(games) == 2:
        told("parts of the edition")
        few = min(count, budget("patches", "games", quick))
        parts = play_parts(*games, games=few, policy=OTHER_POLICY, **options)
    told("openers")
    trials = _trials(games, order, min(count, budget("openers", "games", quick)), options)
    told("ladder")
    each = min(count, budget("policies", "games", quick))
    ladder = play_ladder(games[-1], games=each, **options)
    other_game = []
    for game in second:
        told(f"matchups of {game.title}")
        fewer = min(count, budget("second-game", "games", quick))
        draws = budget("second-game", "draws", quick)
        how = {**options, "characters": characters, "games": fewer, "uncertainty": draws}
        other_game.append(play_matchups(game, policy=None, **how))
    played = Material(results, changes, others, trials=trials, second_game=other_game, ladder=ladder, quick=quick)
    played = replace(played, parts=parts, parts_policy=OTHER_POLICY)
    return work_out(played, games, order, told)


def _trials(games: Sequence[Game], order: Order, count: int, options: dict[str, Any]) -> dict[str, Trials]:
    return {game.edition: play_trials(game, games=count, policy=order.policy, **options) for game in games}


def work_out(played: Material, games: Sequence[Game], order: Order, told: Told = lambda _: None) -> Material:
    """What needs no games: picks, combos, and how near the charts are to people's results.

    Parameters
    ----------
    played : results, other charts and ladder. games : the editions, loaded.
    """
    told("picks, combos, people")
    return replace(
        played,
        picks={result.edition: _picks(result, order) for result in played.results},
        combos={game.edition: _combos(game, order.characters) for game in games},
        agreement=_agreement(played, order),
    )


def _picks(result: Matchups, order: Order) -> Picks:
    return solve_picks(as_chart(result), draws=budget("picks", "draws", order.quick), seed=order.seed)


def _combos(game: Game, characters: Iterable[str] | str | None) -> list[Combos]:
    return [Combos(find_place(game, i)) for i in check_characters(game, characters)]


def _agreement(played: Material, order: Order) -> Agreement | None:
    """None where there are no figures of people's games, or none of enough of these characters."""
    try:
        human = read_human(order.game, order.data)
    except BadInput:
        return None
    results = [*played.results, *(result for several in played.others.values() for result in several)]
    charts = {chart_name(result): chart_of(result) for result in results}
    if len(common_pairs(human, charts.values())) < FEWEST_PAIRS:
        return None
    return compare_with_people(charts, human, draws=budget("people", "draws", order.quick), seed=order.seed)


def read_exploitability(folder: Path) -> tuple[pd.DataFrame, dict[str, Any]] | None:
    """What the pipeline of best replies wrote: its table and its manifest; None where it was not run.

    Parameters
    ----------
    folder : the folder of the game's tables.
    """
    place = folder / EXPLOITABILITY
    try:
        table = pd.read_csv(place / f"{EXPLOITABILITY}.csv")
    except (OSError, ValueError):
        return None
    if not set(REPLIES) <= set(table.columns):
        return None
    try:
        made = json.loads((place / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        made = {}
    return table, made if isinstance(made, dict) else {}


def ladder_made(ladder: Ladder) -> dict[str, Any]:
    """What is needed beside its tables to read a ladder back."""
    return {"ladder": ladder.made, "characters": ladder.names}
