"""Compile the engine and keep the result: ``python -m yomisim.batch.warm [GAME ...]``, without names every game.

The first game on a machine does the same; this is for whoever wants to have it behind him.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from importlib import import_module

import numpy as np

from yomisim.batch.engine import GAMES, engine_for
from yomisim.batch.plan import round_robin
from yomisim.batch.run import run
from yomisim.batch.solo import run_solo, solo_plan
from yomisim.cards.load import Game, load_game
from yomisim.errors import EXIT_BAD_INPUT, EXIT_DONE, EXIT_INTERRUPTED, BadInput
from yomisim.kernel.units import Unit, ensure_compiled
from yomisim.kernel.zero_sum import solve, solve_parts

#: Modules of a game's play that have units beside those of a game.
PARTS = {"yomi1": ("openers", "trials"), "yomi2": ("openers", "solo.game")}


def main(games: Sequence[str]) -> int:
    """Play a game of every pair of these games; gives the exit code."""
    start = time.perf_counter()
    try:
        ensure_compiled(_units(games or list(GAMES)))
        for game in games or GAMES:
            loaded = load_game(game)
            run(round_robin(loaded, games=2, policy=engine_for(game).policies[-1]), workers=1)
            _play_a_turn(loaded)
            if loaded.bots:
                run_solo([solo_plan(loaded, next(iter(loaded.bots)), next(iter(loaded.characters)), games=1)])
            if game == "yomi1":
                _compile_openers()
    except BadInput as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except KeyboardInterrupt:
        print("stopped: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    print(f"engine compiled or found in the cache in {time.perf_counter() - start:.1f} s", file=sys.stderr)
    return EXIT_DONE


def _units(games: Sequence[str]) -> list[Unit]:
    """All units of these games, those that take longest first: together they keep every core busy to the end."""
    rooms = {game: GAMES[game][0] for game in games if game in GAMES}
    whole = [unit for room in rooms.values() for unit in import_module(f"{room}.game").UNITS]
    parts = [
        unit for game, room in rooms.items() for part in PARTS[game] for unit in import_module(f"{room}.{part}").UNITS
    ]
    return list(dict.fromkeys([*whole, *parts]))


def _compile_openers() -> None:
    """What positions of one combat are solved with."""
    from yomisim.play.yomi1 import openers, trials

    openers.ready()
    trials.ready()
    solve(np.eye(2))
    solve_parts(np.ones((1, 2, 2)), np.ones((1, 2), np.bool_), np.ones((1, 2), np.bool_))


def _play_a_turn(game: Game) -> None:
    """Scenarios and replays step through a game by an entry of their own."""
    from yomisim.policies.codes import RANDOM

    play = import_module(GAMES[game.id][0])
    table = engine_for(game.id).pack_table(game, *list(game.characters)[:2])
    match = np.zeros(1, play.MATCH)
    match[0]["policy"] = RANDOM
    play.start_game(table[0], match[0], seed=1, pair=0, number=0)
    play.play_turn(table[0], match[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
