"""The policies that play Yomi 2."""

from __future__ import annotations

POLICIES: tuple[str, ...] = ("random", "greedy", "equilibrium")

#: Measuring rods that play it too.
RODS: tuple[str, ...] = ("equilibrium-likeliest",)
