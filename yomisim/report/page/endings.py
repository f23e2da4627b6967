"""How games end, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from yomisim.estimate.endings import WORDS


def ending_words(counts: Mapping[Any, Any], games: float) -> str:
    """Such as ``99.2% knockout, 0.8% both at zero life``; endings that did not occur are left out.

    Parameters
    ----------
    counts : by the names of endings; other keys do not matter.
    games : what the counts add to; 1 for shares.
    """
    shares = {word: counts[ending] / games for ending, word in WORDS.items() if ending in counts}
    return ", ".join(f"{_percent(share)} {word}" for word, share in shares.items() if share > 0)


def _percent(share: float) -> str:
    return "<0.1%" if share < 0.0005 else f"{100 * share:.1f}%"
