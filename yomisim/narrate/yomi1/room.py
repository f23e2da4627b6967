"""Yomi's part of narrations."""

from __future__ import annotations

from yomisim.cards.yomi1.schema import Character
from yomisim.narrate.yomi1.lines import OF_NOBODY, cast_of, value_of
from yomisim.narrate.yomi1.sentences import Narrator
from yomisim.rules.yomi1.events import EVENTS

__all__ = ["EVENTS", "OF_NOBODY", "Narrator", "cast_of", "short_name", "value_of"]


def short_name(who: Character) -> str:
    """See :class:`yomisim.narrate.Room`."""
    return who.short_name
