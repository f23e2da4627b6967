"""OpenSpiel's random play, measured in the same run, so that ratios can be quoted.

Its uniform random bots play whole games in C++ (``pyspiel.evaluate_bots``); a call from Python starts each game, which
costs about a microsecond of some 15. What is counted is choices among two or more, as for this program.
"""

from __future__ import annotations

import random
import statistics
import time
from typing import Any

#: Games of OpenSpiel with hidden information, as its own names.
GAMES = ("goofspiel(imp_info=True)", "leduc_poker")
#: Games that are walked through in Python to count choices, and games between two looks at the clock.
COUNTED, BETWEEN = 300, 200


def measure(seconds: float, rounds: int) -> list[dict[str, Any]] | None:
    """Games and choices a second on one core; None where OpenSpiel is not installed (``pip install open_spiel``).

    Parameters
    ----------
    seconds, rounds : wall time of a round of measuring, and how many; the median is reported.
    """
    try:
        import pyspiel
    except ImportError:
        return None
    return [_measure(pyspiel, name, seconds, rounds) for name in GAMES]


def _measure(pyspiel: Any, name: str, seconds: float, rounds: int) -> dict[str, Any]:
    game = pyspiel.load_game(name)
    choices = _choices(game)
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(2)]
    speed = statistics.median(_games_per_second(pyspiel, game, bots, seconds) for _ in range(rounds))
    return {
        "game": name,
        "games_per_second": round(speed),
        "choices_per_second": round(speed * choices),
        "choices_per_game": round(choices, 2),
    }


def _games_per_second(pyspiel: Any, game: Any, bots: list[Any], seconds: float) -> float:
    played, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds or not played:
        for number in range(played, played + BETWEEN):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        played += BETWEEN
    return played / elapsed


def _choices(game: Any) -> float:
    """Mean number of choices among two or more actions in a game of random play."""
    luck, choices = random.Random(1), 0
    for _ in range(COUNTED):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(luck.choice([action for action, _ in state.chance_outcomes()]))
                continue
            players = range(game.num_players()) if state.is_simultaneous_node() else [state.current_player()]
            legal = [state.legal_actions(player) for player in players]
            choices += sum(len(actions) > 1 for actions in legal)
            chosen = [luck.choice(actions) for actions in legal]
            if state.is_simultaneous_node():
                state.apply_actions(chosen)
            else:
                state.apply_action(chosen[0])
    return choices / COUNTED
