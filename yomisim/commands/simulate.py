"""``yomisim simulate``: one pair of characters, many games."""

from __future__ import annotations

from yomisim.batch.plan import DEFAULT_POLICY
from yomisim.console import emit, emit_json, progress_bar
from yomisim.errors import EXIT_DONE
from yomisim.options import Data, Edition, First, GameArgument, Games, Gem, Json, Policy, Policy2, Second, Seed, Workers


def simulate(
    game: GameArgument,
    a: First,
    b: Second,
    games: Games = 10_000,
    seed: Seed = 1,
    policy: Policy = DEFAULT_POLICY,
    policy2: Policy2 = None,
    edition: Edition = None,
    gem: Gem = None,
    workers: Workers = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Play A against B many times, A always as player 1."""
    from yomisim.cards.load import load_game
    from yomisim.estimate.duel import play_duel

    loaded = load_game(game, edition, data, gem)
    with progress_bar() as progress:
        figures = play_duel(
            loaded, a, b, games=games, seed=seed, policy=policy, policy2=policy2, workers=workers, progress=progress
        )
    if as_json:
        emit_json(figures)
    else:
        from yomisim.report.text import duel_lines

        emit(duel_lines(figures, loaded))
    return EXIT_DONE
