"""How fast games against bots are."""

from __future__ import annotations

import statistics
from typing import Any

from yomisim.batch.solo import run_solo, solo_plan
from yomisim.cards.load import Game
from yomisim.policies.yomi2.names import SOLO_POLICIES


def solo_speeds(game: Game, seed: int, seconds: float, rounds: int) -> list[dict[str, Any]]:
    """Speed of every policy on one core, averaged over the bots, each weighing the same number of games.

    Parameters
    ----------
    seconds : wall time of one round, about. rounds : of which the median is reported.

    Returns
    -------
    For each ``policy``: ``character``, ``games`` and ``seconds`` of a round, ``games_per_second``,
    ``turns_per_second`` and ``turns_per_game``. Empty where the game has no bots.
    """
    found: list[dict[str, Any]] = []
    character = next(iter(game.characters), "")
    for policy in SOLO_POLICIES if game.bots else ():

        def plans(games: int, policy: str = policy) -> list[Any]:
            return [solo_plan(game, bot, character, games=games, seed=seed, policy=policy) for bot in game.bots]

        rate = run_solo(plans(50), workers=1).games_per_second
        each = max(1, int(rate * seconds / len(game.bots)))
        outcomes = [run_solo(plans(each), workers=1, chunk=each) for _ in range(rounds)]
        time = statistics.median(outcome.seconds for outcome in outcomes)
        games, turns = (int(outcomes[0].tallies[field].sum()) for field in ("games", "turns"))
        found.append(
            {
                "policy": policy,
                "character": character,
                "games": games,
                "seconds": round(time, 3),
                "games_per_second": round(games / time),
                "turns_per_second": round(turns / time),
                "turns_per_game": round(turns / games, 2),
            }
        )
    return found
