"""What to open with: the result, as objects, tables and JSON values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from yomisim import __version__
from yomisim.cards.doubt import provisional, provisional_gem
from yomisim.cards.load import Game
from yomisim.estimate.opener_positions import Position
from yomisim.paths import label

#: Probabilities below this are not played.
PLAYED = 1e-6


@dataclass(frozen=True)
class Side:
    """One player's openers at a position (or in the mean over several).

    Parameters
    ----------
    names, kinds : of the openers. held : share of the hands that hold each.
    mix : probabilities at large, or of the given hand; float64, shape (openers,), like everything that follows.
    low, high : 95% intervals of the mix.
    gain, gain_half : what each opener earns for its player beyond the mix of the hands that hold it, against the other
        player's mix, and half the width of its 95% interval.
    """

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    held: np.ndarray
    mix: np.ndarray
    low: np.ndarray
    high: np.ndarray
    gain: np.ndarray
    gain_half: np.ndarray

    @property
    def gain_ends(self) -> tuple[np.ndarray, np.ndarray]:
        """Ends of the intervals of the gains; no opener gains or loses more than all of the games."""
        return np.maximum(self.gain - self.gain_half, -1.0), np.minimum(self.gain + self.gain_half, 1.0)

    @property
    def possible(self) -> np.ndarray:
        """Which openers noise cannot tell from right ones."""
        return self.high > PLAYED


@dataclass(frozen=True)
class Openers:
    """What to open with at one kind of position.

    Parameters
    ----------
    positions : those that were played, the mean over them is told.
    sides : of player 1 and player 2.
    payoff : float64, shape (openers 1, openers 2): player 1's win probability where these meet. With hidden hands: the
        value, and the mean over pairs of hands that hold both openers of the difference to what these hands earn by
        their mixes. NaN where no such pair was played.
    met : how many pairs of hands hold both.
    value : player 1's win probability at equilibrium. value_ci : its 95% interval.
    checked : value of mixes from one half of the games on the other half.
    exploitability : what best replies gain against these mixes on the other half.
    unique : whether there is no other equilibrium.
    given : which players' hands are given (the mix is then this hand's).
    games_per_cell, games : games of a pair of openers that all hands hold, and of all cells.
    """

    positions: tuple[Position, ...]
    sides: tuple[Side, Side]
    payoff: np.ndarray
    met: np.ndarray
    value: float
    value_ci: tuple[float, float]
    checked: float
    exploitability: float
    unique: bool
    given: tuple[bool, bool]
    hands: tuple[int, int]
    games_per_cell: int
    games: int

    @property
    def kind(self) -> str:
        """Which kind of position."""
        return self.positions[0].kind

    def record(self) -> dict[str, Any]:
        """JSON values."""
        one, two = self.sides
        return {
            "position": self.kind,
            "words": [position.words for position in self.positions],
            "public": [position.facts for position in self.positions],
            "value": self.value,
            "value_ci95": list(self.value_ci),
            "value_other_half": self.checked,
            "exploitability": self.exploitability,
            "unique": self.unique,
            "openers_p1": list(one.names),
            "openers_p2": list(two.names),
            "mix_p1": dict(zip(one.names, one.mix.tolist())),
            "mix_p2": dict(zip(two.names, two.mix.tolist())),
            "mix_p1_ci95": _pairs(one, one.low, one.high),
            "mix_p2_ci95": _pairs(two, two.low, two.high),
            "support_p1": [name for name, kept in zip(one.names, one.possible) if kept],
            "support_p2": [name for name, kept in zip(two.names, two.possible) if kept],
            "gain_p1": dict(zip(one.names, map(_number, one.gain))),
            "gain_p2": dict(zip(two.names, map(_number, two.gain))),
            "gain_p1_ci95": _pairs(one, *one.gain_ends),
            "gain_p2_ci95": _pairs(two, *two.gain_ends),
            "held_p1": dict(zip(one.names, one.held.tolist())),
            "held_p2": dict(zip(two.names, two.held.tolist())),
            "payoff": [[_number(cell) for cell in row] for row in self.payoff],
            "given_hands": list(self.given),
            "hands": list(self.hands),
            "games_per_cell": self.games_per_cell,
            "games": self.games,
        }


def _pairs(side: Side, low: np.ndarray, high: np.ndarray) -> dict[str, list[float | None]]:
    return {name: [_number(a), _number(b)] for name, a, b in zip(side.names, low, high)}


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


@dataclass(frozen=True)
class OpenerMixes:
    """The openers of two characters, position by position.

    Parameters
    ----------
    game : with its edition. characters : of player 1 and 2. policy, seed : who plays on, on which luck.
    positions : results, the first is the one that the JSON record starts with.
    seconds : wall time.
    """

    game: Game
    characters: tuple[Any, Any]
    policy: str
    seed: int
    positions: tuple[Openers, ...]
    seconds: float

    @property
    def doubt(self) -> dict[str, Any]:
        """Of a game with gems: the gem, and who rests on card values that no source gives."""
        if not self.game.gems:
            return {}
        doubtful = provisional(self.game, [who.id for who in self.characters])
        return {"gem": self.game.gem, "provisional": sorted(doubtful), "provisional_gem": provisional_gem(self.game)}

    @property
    def marked(self) -> tuple[str, str]:
        """Both names to print, with a star where a character rests on card values that no source gives."""
        doubtful = self.doubt.get("provisional", ())
        first, second = (who.short_name + ("*" if who.id in doubtful else "") for who in self.characters)
        return first, second

    @cached_property
    def table(self) -> pd.DataFrame:
        """One row per position, player and opener: ``position, player, character, opener, kind, held, probability,
        ci_low, ci_high, gain, gain_ci_low, gain_ci_high, value, value_ci_low, value_ci_high, games_per_cell``; of a
        game with gems also ``gem`` and ``provisional`` (whether any of it rests on filled card values)."""
        rows = []
        for found in self.positions:
            for seat, side in enumerate(found.sides):
                for i, name in enumerate(side.names):
                    rows.append(
                        {
                            "position": found.kind,
                            "player": seat + 1,
                            "character": self.characters[seat].id,
                            "opener": name,
                            "kind": side.kinds[i],
                            "held": side.held[i],
                            "probability": side.mix[i],
                            "ci_low": side.low[i],
                            "ci_high": side.high[i],
                            "gain": side.gain[i],
                            "gain_ci_low": side.gain_ends[0][i],
                            "gain_ci_high": side.gain_ends[1][i],
                            "value": found.value,
                            "value_ci_low": found.value_ci[0],
                            "value_ci_high": found.value_ci[1],
                            "games_per_cell": found.games_per_cell,
                        }
                    )
        return self._with_doubt(pd.DataFrame(rows))

    @cached_property
    def cells(self) -> pd.DataFrame:
        """One row per position and pair of openers: ``position, opener_p1, opener_p2, win_rate_p1, hand_pairs``, and
        as in `table` ``gem`` and ``provisional``."""
        rows = [
            (found.kind, first, second, found.payoff[i, j], int(found.met[i, j]))
            for found in self.positions
            for i, first in enumerate(found.sides[0].names)
            for j, second in enumerate(found.sides[1].names)
        ]
        columns = ["position", "opener_p1", "opener_p2", "win_rate_p1", "hand_pairs"]
        return self._with_doubt(pd.DataFrame(rows, columns=columns))

    def _with_doubt(self, table: pd.DataFrame) -> pd.DataFrame:
        told = self.doubt
        if not told:
            return table
        return table.assign(gem=told["gem"], provisional=bool(told["provisional"]) or told["provisional_gem"])

    def record(self) -> dict[str, Any]:
        """JSON values: the first position's figures, then all positions and how they were made."""
        first, *others = (found.record() for found in self.positions)
        return {
            "yomisim": __version__,
            "game": self.game.id,
            "edition": self.game.edition,
            **self.doubt,
            "p1": self.characters[0].id,
            "p2": self.characters[1].id,
            "policy": self.policy,
            "seed": self.seed,
            **first,
            "positions": others,
            "data": label(self.game.folder),
            "data_hash": self.game.data_hash,
        }
