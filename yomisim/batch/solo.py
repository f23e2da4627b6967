"""Games against bots: what is to be played, and playing it on every core through the same chunks as any batch."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from yomisim.batch.engine import Engine, add
from yomisim.batch.jobs import QUICK_CHUNK, Job, chunks_of
from yomisim.batch.plan import check_games, check_seed, pair_key
from yomisim.batch.run import CHUNKS_PER_WORKER, SMALLEST_CHUNK, Playing, Progress
from yomisim.batch.workers import as_workers
from yomisim.cards.load import Game
from yomisim.errors import BadInput, unknown

#: Difficulty settings of a team: whether the humans lay their openers open to each other.
SETTINGS = ("normal", "hard")


@dataclass(frozen=True)
class SoloPlan:
    """Games of one human or two against one bot.

    Parameters
    ----------
    bot : id. humans : ids of one or two characters. policy : who plays the humans. setting : one of SETTINGS.
    """

    game: Game
    bot: str
    humans: tuple[str, ...]
    policy: str
    setting: str
    seed: int
    games: int

    @property
    def key(self) -> int:
        """Where the luck of these games comes from."""
        return pair_key(self.bot, "+".join(self.humans))


def solo_plan(
    game: Game,
    bot: str,
    character: str,
    *,
    games: Any,
    seed: Any = 1,
    policy: str | None = None,
    partner: str | None = None,
    setting: str = "normal",
) -> SoloPlan:
    """A checked plan; `partner` None plays alone, `policy` None takes the one that plays best.

    Raises
    ------
    BadInput : for an unknown bot, character, policy or setting, a game without bots, or a number out of range.
    """
    from yomisim.policies.yomi2.names import SOLO_POLICIES, solo_code

    if not game.bots:
        raise BadInput(f"there are no bots in {game.id}, only in yomi2", field="game")
    name = SOLO_POLICIES[-1] if policy is None else policy
    solo_code(name)
    if setting not in SETTINGS:
        raise unknown("setting", setting, SETTINGS, field="setting")
    humans = [character] if partner is None else [character, partner]
    ids = tuple(game.character(each).id for each in humans)
    return SoloPlan(game, game.bot(bot).id, ids, name, setting, check_seed(seed), check_games(games))


@dataclass(frozen=True)
class SoloOutcome:
    """What came of plans: `tallies` of the dtype of `play.yomi2.solo.game.TALLY`, one for each, and core seconds over
    the number of workers."""

    plans: tuple[SoloPlan, ...]
    tallies: np.ndarray
    seconds: float

    @property
    def games_per_second(self) -> float:
        """Speed over all workers."""
        return int(self.tallies["games"].sum()) / self.seconds if self.seconds > 0 else 0.0


def solo_engine() -> Engine:
    """The engine of games against bots, for batches; its tables are packed by plan."""
    from yomisim.play.yomi2.solo.game import TALLY, play_games
    from yomisim.policies.yomi2.names import SOLO_POLICIES
    from yomisim.rules.yomi2.state import ENDINGS

    def no_pairs(game: Any, a: str, b: str) -> np.ndarray:
        raise NotImplementedError("a bot is no player of a pair")

    return Engine(TALLY, play_games, no_pairs, np.dtype([]), ENDINGS, (), SOLO_POLICIES)


def solo_job(plan: SoloPlan) -> Job:
    """The job of a plan."""
    from yomisim.cards.yomi2.pack_bots import pack_solo
    from yomisim.policies.yomi2.names import solo_code

    tables = pack_solo(plan.game, plan.bot, plan.humans)
    tables["sees_partner"] = plan.setting == SETTINGS[0] and len(plan.humans) > 1
    codes = np.full(2, solo_code(plan.policy), np.int64)
    return Job(plan.game.id, tables, codes, np.uint64(plan.seed), np.uint64(plan.key), plan.games, swap=False)


def run_solo(
    plans: Sequence[SoloPlan], *, workers: Any = None, chunk: int | None = None, progress: Progress | None = None
) -> SoloOutcome:
    """Play plans; the same result for any number of workers and any size of chunk.

    Raises
    ------
    BadInput : for a number of workers out of range.
    """
    hands = as_workers(workers)
    engine = solo_engine()
    jobs = [solo_job(plan) for plan in plans]
    total = sum(job.numbers for job in jobs)
    size = chunk or max(1, min(QUICK_CHUNK, max(total // (hands.size * CHUNKS_PER_WORKER), SMALLEST_CHUNK)))
    tallies = engine.zeros(len(jobs))
    playing = Playing(hands, jobs, engine, None)
    done = 0
    wanted = (part for place, job in enumerate(jobs) for part in chunks_of(place, 0, job.numbers, size))
    with closing(playing.play(wanted)) as ended:
        for each, part, _ in ended:
            add(tallies[each.job : each.job + 1], part.tally)
            done += int(part.tally["games"][0])
            if progress is not None:
                progress(done, total)
    return SoloOutcome(tuple(plans), tallies, playing.seconds / hands.size)
