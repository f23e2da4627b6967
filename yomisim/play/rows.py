"""Rows of single games: what a batch can write down of every game beside its sums, alike in both games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from yomisim.kernel.jit import compiled
from yomisim.rules.access import fighter


def row_type(sources: Sequence[str]) -> np.dtype:
    """The record of one game.

    Everything is told of the characters A and B, in this order, whatever their seats.

    Parameters
    ----------
    sources : names of what life is lost by; a game of its own has its own.

    Returns
    -------
    Fields, all int64: ``number`` of the game, ``swapped`` (1: B sat in seat 0), ``winner`` (0 A, 1 B, -1 nobody),
    ``ending`` (a place in the game's ENDINGS), ``turns``, ``choices`` (decisions among two or more options), ``life``
    left, ``moves`` (openers, moves of combos and hit-backs), ``lost`` (life lost to each source), ``gained``.
    """
    single = ("number", "swapped", "winner", "ending", "turns", "choices")
    return np.dtype(
        [
            *((name, "i8") for name in single),
            ("life", "i8", (2,)),
            ("moves", "i8", (2,)),
            ("lost", "i8", (2, len(sources))),
            ("gained", "i8", (2,)),
        ],
        align=True,
    )


def row_writers(events: Any, sources: Sequence[str]) -> tuple[Callable[..., Any], ...]:
    """Compiled functions that put the row of a game together, turn by turn from its event log.

    Parameters
    ----------
    events : the game's module of events, with ``REASONS`` and the numbers of its events.
    sources : names of reasons by which life is lost; ``"cost"`` is among them.

    Returns
    -------
    ``begin_row(m, row, number, seating)`` when a game has been set up, ``add_turn(m, row)`` after each turn,
    ``end_row(m, row, choices)`` when it is over, with the choices that were made before it. `m` is a MATCH record with
    its log on, `row` a record of :func:`row_type`.
    """
    losses, cost = len(sources), sources.index("cost")
    #: Reason in the log -> place in `sources`; `losses` for a reason that costs no life.
    places = tuple(sources.index(name) if name in sources else losses for name in events.REASONS)
    opener, follow, hit_back, heal, damage = (
        np.int64(number) for number in (events.OPENER, events.FOLLOW, events.HIT_BACK, events.HEAL, events.DAMAGE)
    )

    @compiled
    def begin_row(m, row, number, seating):
        row["number"] = number
        row["swapped"] = seating
        for seat in range(2):
            row["life"][seat ^ seating] = fighter(m, seat)["life"]
        for player in range(2):
            row["moves"][player] = 0
            row["gained"][player] = 0
            for source in range(losses):
                row["lost"][player, source] = 0

    @compiled
    def add_turn(m, row):
        log = m["log"]
        for line in range(m["log_rows"]):
            event = np.int64(log[line, 0])
            player = np.int64(log[line, 1]) ^ row["swapped"]
            if event == opener or event == follow or event == hit_back:
                row["moves"][player] += 1
            elif event == heal:
                row["gained"][player] += log[line, 2]
            elif event == damage:
                source = places[log[line, 4]]
                if source < losses:
                    row["lost"][player, source] += log[line, 2]
        m["log_rows"] = 0  # the log has room for a turn, not for all games

    @compiled
    def end_row(m, row, choices):
        winner = m["winner"]
        row["winner"] = winner if winner < 0 else winner ^ row["swapped"]
        row["ending"] = m["ending"]
        row["turns"] = m["public"]["turn"]
        row["choices"] = m["choices"] - choices
        for seat in range(2):
            player = seat ^ row["swapped"]
            before = row["life"][player]
            row["life"][player] = fighter(m, seat)["life"]
            # what was paid for an ability that was countered came back, of which the log says nothing
            told = row["life"][player] - row["gained"][player]
            for source in range(losses):
                told += row["lost"][player, source]
            row["lost"][player, cost] += before - told

    return begin_row, add_turn, end_row
