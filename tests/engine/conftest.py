"""Settings of the engine tests."""

from __future__ import annotations

from hypothesis import settings

# The first example of a test may compile something, so no example has a time limit; the same examples every time.
settings.register_profile("engine", deadline=None, derandomize=True)
settings.load_profile("engine")
