"""Compile the engine and keep the result: ``python -m yomisim.batch.warm``.

The first game on a machine does the same; this is for whoever wants to have it behind him.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from yomisim.batch.engine import GAMES
from yomisim.batch.plan import round_robin
from yomisim.batch.run import run
from yomisim.cards.load import Game, load_game
from yomisim.cards.yomi1.pack import pack_table
from yomisim.errors import EXIT_BAD_INPUT, EXIT_DONE, EXIT_INTERRUPTED, BadInput
from yomisim.kernel.zero_sum import solve, solve_parts
from yomisim.play.yomi1.openers import ready as compile_openers
from yomisim.play.yomi1.trials import ready as compile_trials


def main() -> int:
    """Play a game of every pair of every game; gives the exit code."""
    start = time.perf_counter()
    try:
        for game in GAMES:
            loaded = load_game(game)
            run(round_robin(loaded, games=2), workers=1)
            _play_a_turn(loaded)
        compile_openers()
        compile_trials()
        solve(np.eye(2))
        solve_parts(np.ones((1, 2, 2)), np.ones((1, 2), np.bool_), np.ones((1, 2), np.bool_))
    except BadInput as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except KeyboardInterrupt:
        print("stopped: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    print(f"engine compiled or found in the cache in {time.perf_counter() - start:.1f} s", file=sys.stderr)
    return EXIT_DONE


def _play_a_turn(game: Game) -> None:
    """Scenarios and replays step through a game by an entry of their own."""
    from yomisim.play.yomi1 import play_turn, start_game
    from yomisim.policies.codes import RANDOM
    from yomisim.rules.yomi1.state import MATCH

    table = pack_table(game, *list(game.characters)[:2])
    match = np.zeros(1, MATCH)
    match[0]["policy"] = RANDOM
    start_game(table[0], match[0], seed=1, pair=0, number=0)
    play_turn(table[0], match[0])


if __name__ == "__main__":
    sys.exit(main())
