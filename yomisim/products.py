"""What is not made for a game yet: asked for, it is refused by name."""

from __future__ import annotations

from yomisim.errors import BadInput

#: Game id -> products (names of commands or scripts) that it has not got.
MISSING: dict[str, frozenset[str]] = {
    "yomi1": frozenset(),
    "yomi2": frozenset({"counts of combats", "exploitability", "trials of openers"}),
}


def check_product(product: str, game: str) -> None:
    """Nothing where a product is made for the game with this id.

    Raises
    ------
    BadInput : where it is not.
    """
    if product in MISSING[game]:
        there = ", ".join(one for one, missing in MISSING.items() if product not in missing)
        raise BadInput(f"{product} cannot be had for {game} yet, only for {there}", field="game")
