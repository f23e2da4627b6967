"""``yomisim replay``: one game of a batch in plain words."""

from __future__ import annotations

from yomisim.batch.plan import DEFAULT_POLICY
from yomisim.options import Data, Edition, First, GameArgument, GameNumber, Gem, Json, Policy, Policy2, Second, Seed


def replay(
    game: GameArgument,
    a: First,
    b: Second,
    seed: Seed = 1,
    number: GameNumber = 0,
    policy: Policy = DEFAULT_POLICY,
    policy2: Policy2 = None,
    edition: Edition = None,
    gem: Gem = None,
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Tell one game of a batch in plain words."""
    from yomisim.batch.plan import check_game_number, check_seed
    from yomisim.replay import main as run_replay

    who = (check_seed(seed), check_game_number(number), policy, policy2)
    return run_replay(game, a, b, *who, edition, data, as_json, gem)
