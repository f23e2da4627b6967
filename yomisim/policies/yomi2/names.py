"""The policies that play Yomi 2."""

from __future__ import annotations

POLICIES: tuple[str, ...] = ("random", "greedy")
