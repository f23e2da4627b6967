"""One pair of characters in fixed seats: the figures that `yomisim simulate` prints."""

from __future__ import annotations

from typing import Any

from yomisim.batch.plan import DEFAULT_POLICY, duel
from yomisim.batch.run import Outcome, Progress, run
from yomisim.cards.doubt import provisional, provisional_gem
from yomisim.cards.load import Game
from yomisim.estimate import first_turn
from yomisim.estimate.intervals import wilson_from_counts
from yomisim.paths import label


def play_duel(
    game: Game,
    a: str,
    b: str,
    *,
    games: int,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    policy2: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play `a` as player 1 against `b`; see :func:`summary` for what comes back.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    plan = duel(game, a, b, games=games, seed=seed, policy=policy, policy2=policy2)
    return summary(run(plan, workers=workers, progress=progress))


def summary(outcome: Outcome) -> dict[str, Any]:
    """Figures of the only pair of a batch, as JSON values.

    `win_rate` is player 1's, 0 to 1, with draws as half a win; `draws` holds the `unfinished` games (turn limit);
    `ci95` is Wilson's interval of `win_rate`. In a game of turns `first_turn` holds the same two figures of whoever
    began; where there are gems, `gem` is the one that both wear, `provisional` names who rests on filled card values,
    and `provisional_gem` says whether the gem does.
    """
    plan = outcome.plan
    pair, tally = plan.pairs[0], outcome.tallies[0]
    games, draws = int(tally["games"]), int(tally["draws"])
    wins = [int(count) for count in tally["wins"]]
    more: dict[str, Any] = {}
    if plan.game.gems:
        doubtful = sorted(provisional(plan.game, {pair.a, pair.b}))
        more = {"gem": plan.game.gem, "provisional": doubtful, "provisional_gem": provisional_gem(plan.game)}
    if first_turn.counted(outcome.tallies):
        rate, *limits = first_turn.estimate(tally, pair.swap)
        more["first_turn"] = {"win_rate": rate, "ci95": limits}
    return {
        "game": plan.game.id,
        "edition": plan.game.edition,
        "p1": pair.a,
        "p2": pair.b,
        "policy": list(plan.policies),
        "games": games,
        "seed": plan.seed,
        "wins": wins,
        "draws": draws,
        "unfinished": int(tally["unfinished"]),
        "win_rate": (wins[0] + draws / 2) / games,
        "ci95": list(wilson_from_counts(wins[0], draws, games)),
        **more,
        "mean_turns": int(tally["turns"]) / games,
        "games_per_second": round(outcome.games_per_second, 1),
        "data": label(plan.game.folder),
        "data_hash": plan.game.data_hash,
    }
