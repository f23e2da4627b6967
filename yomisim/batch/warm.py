"""Compile the engine once and keep the result: ``python -m yomisim.batch.warm``.

Processes that start together on an empty cache would all compile the same functions.
"""

from __future__ import annotations

import sys
import time

from yomisim.batch.engine import GAMES
from yomisim.batch.plan import round_robin
from yomisim.batch.run import run
from yomisim.cards.load import load_game
from yomisim.errors import EXIT_BAD_INPUT, EXIT_DONE, BadInput


def main() -> int:
    """Play a game of every pair of every game; gives the exit code."""
    start = time.perf_counter()
    try:
        for game in GAMES:
            run(round_robin(load_game(game), games=2), workers=1)
    except BadInput as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    print(f"engine compiled or found in the cache in {time.perf_counter() - start:.1f} s", file=sys.stderr)
    return EXIT_DONE


if __name__ == "__main__":
    sys.exit(main())
