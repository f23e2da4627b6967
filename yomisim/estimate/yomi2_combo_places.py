"""The places of Yomi 2 where combos are looked for: each deck as it is, with every card that may lie in play, after a
dodge."""

from __future__ import annotations

from collections.abc import Iterator

from yomisim.cards.load import Game
from yomisim.cards.yomi2.pack import deck_of
from yomisim.estimate.yomi2_combos import Place, find_place, switches_of


def places(game: Game, character: str) -> Iterator[Place]:
    """The deck as it is, with each switch, and after a dodge; `character` by its id."""
    yield find_place(game, character)
    for switch in switches_of(deck_of(game.characters[character], game.worn_gem)):
        yield find_place(game, character, switches=[switch.name])
    yield find_place(game, character, after_dodge=True)
