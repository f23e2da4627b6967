"""What kinds of position and of move are called, and the colours of the kinds."""

from __future__ import annotations

from collections.abc import Mapping

from yomisim.estimate.moves import EVERY_KIND, MOVE_KINDS, NO_CARD

#: Kinds of position (rules.yomi1.counts.POSITION_KINDS) from the side of the player who chooses.
POSITIONS: Mapping[str, str] = {
    "all": "all combats",
    "start": "opening hands",
    "middle": "mid-game",
    "down": "knocked down",
    "other down": "other one knocked down",
}
#: Colours of the kinds of move, in the order of MOVE_KINDS; told apart by every common kind of sight (Okabe and Ito
#: 2008), and in each bar by their order and name.
KIND_COLOURS: Mapping[str, str] = dict(
    zip(MOVE_KINDS, ("#d55e00", "#e69f00", "#0072b2", "#56b4e9", "#cc79a7", "#8a8f94"), strict=True)
)
#: The same with the kinds of the other game.
EVERY_COLOUR: Mapping[str, str] = {**KIND_COLOURS, "strike": KIND_COLOURS["attack"], "projectile": "#009e73"}
KIND_WORDS: Mapping[str, str] = {kind: kind for kind in EVERY_KIND} | {"joker": "Joker", "none": NO_CARD}
