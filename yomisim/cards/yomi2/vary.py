"""The same game in another of the ways that the doubt about filled values leaves open."""

from __future__ import annotations

import numpy as np

from yomisim.cards.load import Game, game_of, one_or_many
from yomisim.cards.yomi2.fill import drawn
from yomisim.cards.yomi2.room import read_folder


def varied(game: Game, rng: np.random.Generator) -> Game:
    """The game with every filled value drawn from what its rule calls plausible.

    Parameters
    ----------
    game : Yomi 2. rng : the source of the draws; the same state gives the same game.

    Raises
    ------
    BadInput : where drawn values do not fit together, which the stated ranges are made to avoid.
    """
    folder = read_folder(game.folder, drawn(rng))
    if folder.errors:
        raise one_or_many(folder.errors)
    return game_of(folder, game.edition, game.gem)
