"""What single characters are worth to their players beyond what all share: own numbers, and numbers of abilities.

A coordinate search, character by character: a number is moved a step up or down and kept there where the player who
thinks so wins more often in mirrors against the frozen present policy, on the same games for all candidates. Each
player judges both fighters by his own numbers, so nobody wins by misleading the other. What was found is kept where the
player who thinks so also wins more than half of games that the search did not see, in all matchups of the character,
whether he plays it or meets it.

Life is no number of a single character: it is the measure in which both fighters are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from yomisim.cards.load import Game
from yomisim.cards.minds import MOST_BEYOND, Play
from yomisim.cards.yomi1.minds import Weights
from yomisim.cards.yomi1.pack_abilities import pack_kit, part_names, phrases, programs
from yomisim.estimate import intervals
from yomisim.estimate.search import pool_of, score_thought
from yomisim.estimate.shapes import YOMI1_OWN

#: Step of an ability's number at first, in tenths of a point of life.
STEP = 40
#: A candidate has to win so much more of the games of the search than what was best so far.
MARGIN = 0.006
#: Games of the check, for each game of a candidate; their numbers start at FRESH.
CHECK = 6
FRESH = 2_000_000
#: Numbers that are the same for all characters.
_OF_ALL = ("life", "bend")


@dataclass(frozen=True)
class Found:
    """What was found for one character.

    numbers : by name, those that are not the shared ones. abilities : likewise, tenths of a point of life. games : of
    the search. checked, rate, low, high : games of the check, the win rate in them with its 95% interval.
    """

    character: str
    numbers: Mapping[str, float]
    abilities: Mapping[str, int]
    games: int
    checked: int = 0
    rate: float = 0.5
    low: float = 0.5
    high: float = 0.5

    @property
    def kept(self) -> bool:
        """Whether it is worth more than what all share."""
        return self.low > 0.5

    def row(self) -> dict[str, Any]:
        """For the record of the policy file."""
        return {
            "character": self.character,
            "games": self.games,
            "checked": self.checked,
            "win_rate": round(self.rate, 4),
            "ci_low": round(self.low, 4),
            "ci_high": round(self.high, 4),
            "kept": self.kept,
            "numbers": {name: round(value, 4) for name, value in self.numbers.items()},
            "abilities": dict(self.abilities),
        }


@dataclass
class _Point:
    """Where the search stands: numbers and abilities by name, and the win rate there."""

    numbers: dict[str, float]
    abilities: dict[str, int] = field(default_factory=dict)
    rate: float = 0.5

    def moved(self, name: str, step: float) -> _Point:
        """One number moved."""
        if name in self.numbers:
            return _Point({**self.numbers, name: self.numbers[name] + step}, self.abilities)
        value = int(np.clip(self.abilities.get(name, 0) + step, -MOST_BEYOND, MOST_BEYOND))
        return _Point(self.numbers, {**self.abilities, name: value})


def search_own(
    game: Game,
    shared: Mapping[str, float],
    sweeps: int,
    games: int,
    seed: int,
    play: Play,
    workers: int = 1,
    characters: Sequence[str] | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> list[Found]:
    """Search for every character; `game` plays with the shared weights, whose numbers are `shared`.

    Parameters
    ----------
    sweeps : how often all numbers are tried. games : of each candidate. progress : called with (characters done, all).
    """
    who = list(game.characters if characters is None else characters)
    with pool_of(workers) as pool:
        tasks = [pool.submit(_search_one, game, one, dict(shared), sweeps, games, seed, play) for one in who]
        found = []
        for done, task in enumerate(tasks, 1):
            found.append(task.result())
            if progress is not None:
                progress(done, len(who))
    return found


def weights_of(numbers: Mapping[str, float]) -> Weights:
    """Weights from numbers by name; one that is not there is the one where its search starts."""
    return YOMI1_OWN.weights([numbers.get(name, YOMI1_OWN.numbers[name][0]) for name in YOMI1_OWN.names])


def _search_one(
    game: Game, character: str, shared: dict[str, float], sweeps: int, games: int, seed: int, play: Play
) -> Found:
    start = {name: float(shared.get(name, 0.0)) for name in YOMI1_OWN.names}
    best, played = _Point(start), 0

    for sweep in range(sweeps):
        for name, step in _steps(game, character).items():
            for direction in (1, -1):
                better = False
                # on in the same direction, as long as it pays
                while True:
                    candidate = best.moved(name, direction * step / 2**sweep)
                    if candidate.numbers == best.numbers and candidate.abilities == best.abilities:
                        break
                    record = _record(game, character, candidate, play)
                    candidate.rate, count = score_thought(game, character, record, [character], games, seed)
                    played += count
                    if candidate.rate < best.rate + MARGIN:
                        break
                    best, better = candidate, True
                if better:
                    break
    own = {name: value for name, value in best.numbers.items() if value != start[name]}
    if not own and not best.abilities:
        return Found(character, {}, {}, played)
    record = _record(game, character, best, play)
    rate, checked = score_thought(game, character, record, list(game.characters), CHECK * games, seed, FRESH)
    half = float(intervals.quantile(0.95) * np.sqrt(rate * (1 - rate) / checked))
    return Found(character, own, best.abilities, played, checked, rate, rate - half, rate + half)


def _record(game: Game, character: str, point: _Point, play: Play) -> np.ndarray:
    """What a player thinks of the character there, shape (1,)."""
    record = weights_of(point.numbers).record(play)
    names = part_names(game.character(character))
    for name, value in point.abilities.items():
        record["ability"][0, names.index(name)] = value
    return record


def _steps(game: Game, character: str) -> dict[str, float]:
    """The numbers that can matter for a character, and how far they are moved at first; what few characters have comes
    first, before other numbers make up for it."""
    printed = game.character(character)
    kit = pack_kit(printed)[0]
    abilities = [
        name
        for number, name in enumerate(part_names(printed))
        if kit["ability"][number]["optional"] or kit["ability"][number]["speaks_for"]
    ]
    stays = any(phrase.name == "stay" for program in programs(printed) for phrase in phrases(program.ability, "does"))
    first = ["few", "in_play"] if stays else ["few"]
    rest = [name for name in YOMI1_OWN.names if name not in ("few", "in_play", *_OF_ALL)]
    scales = {name: YOMI1_OWN.numbers[name][1] for name in YOMI1_OWN.names}
    return {
        **{name: scales[name] for name in first},
        **dict.fromkeys(abilities, STEP),
        **{name: scales[name] for name in rest},
    }
