"""People adapt to a change, and so may the policy: its weights are learned anew under the patched data.

Both data sets learn with the same effort from the same seed: the cards as they are too, or else the luck of training
would count as an effect of the patch. What learns is `equilibrium`, by the code of `yomisim train`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from yomisim.batch.plan import Plan, check_workers
from yomisim.batch.run import Progress
from yomisim.cards.load import Game
from yomisim.cards.patch import Patch
from yomisim.errors import BadInput
from yomisim.estimate.patches import Effect, effects_of
from yomisim.estimate.training import Effort, train, usual_effort
from yomisim.policies.codes import policy_code, thinks
from yomisim.products import check_product

ENDING = " (retrained)"


def learned(game: Game, generations: int, seed: int, workers: int, games: int | None = None) -> Game:
    """The game with weights that were learned under its own data; settings of play stay.

    `games` : of a round or of a candidate; None: as usual. The first round starts from the present weights, where the
    game learns in rounds.
    """
    effort = Effort(generations, usual_effort(game.id).games if games is None else games)
    weights = train(game, effort, seed, workers, game.minds.play, start=game.minds.weights).weights
    digest = hashlib.sha256(weights.model_dump_json().encode()).hexdigest()[:12]
    title = game.patch + ENDING if game.patch else ""
    return replace(game, minds=replace(game.minds, weights=weights, hash=digest), patch=title)


def retrained_effects(
    before: Plan,
    patches: Sequence[Patch],
    afters: Sequence[Game],
    *,
    generations: int,
    games: int | None = None,
    rule: Any = None,
    workers: Any = None,
    progress: Progress | None = None,
    **how: Any,
) -> list[Effect]:
    """The effects of patches where both sides have learned anew; arguments as for `patches.effects_of`.

    Parameters
    ----------
    generations : steps of training, of each data set. games : of each step (training.Effort); None: as usual.

    Raises
    ------
    BadInput : for a game whose policy does not learn, or policies without weights.
    """
    check_product("train", before.game.id)
    if not all(thinks(policy_code(name)) for name in before.policies):
        raise BadInput(f"{before.policies[0]} has no weights to train; only equilibrium has", field="retrain")
    threads = check_workers(workers)
    one, *others = (learned(game, generations, before.seed, threads, games) for game in (before.game, *afters))
    named = [replace(patch, title=patch.title + ENDING) for patch in patches]
    plan = replace(before, game=one)
    return effects_of(plan, named, others, rule=rule, workers=workers, progress=progress, **how)
