"""Comparing names as people write them."""

from __future__ import annotations

import re


def plain(text: str) -> str:
    """A name as it is compared: without case, blanks and underscores."""
    return re.sub(r"[\s_]+", "", text).lower()
