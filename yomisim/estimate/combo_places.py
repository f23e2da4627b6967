"""The places of a game where combos are looked for: each deck as it is, and with every ability that changes combos."""

from __future__ import annotations

from collections.abc import Iterator

from yomisim.cards.load import Game
from yomisim.estimate.combo_switches import switches_of
from yomisim.estimate.combos import Place, find_place

#: The number that is given to switches that need one.
EXAMPLE = 3


def places(game: Game, character: str) -> Iterator[Place]:
    """The deck as it is, with each switch of the character's own, and after a dodge; `character` by its id."""
    yield find_place(game, character)
    switches = switches_of(game.characters[character])
    for switch in switches:
        if switch.program is None:
            continue
        if switch.always:
            yield find_place(game, character, without=[switch.name])
        elif switch.word != "full_combo_after_dodge":
            name = f"{switch.name}={EXAMPLE}" if switch.counted else switch.name
            yield find_place(game, character, switches=[name])
    yield find_place(game, character, after_dodge=True)
    for switch in switches:
        if switch.word in ("full_combo", "full_combo_after_dodge"):
            yield find_place(game, character, switches=[switch.name], after_dodge=True)
