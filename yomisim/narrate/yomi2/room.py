"""Yomi 2's part of narrations."""

from __future__ import annotations

from yomisim.cards.yomi2.bots import Bot
from yomisim.cards.yomi2.pack import Deck
from yomisim.narrate.yomi2.lines import OF_NOBODY, cast_of, value_of
from yomisim.narrate.yomi2.sentences import Narrator
from yomisim.rules.yomi2.events import EVENTS

__all__ = ["EVENTS", "OF_NOBODY", "Narrator", "cast_of", "short_name", "value_of"]


def short_name(who: Deck | Bot) -> str:
    """See :class:`yomisim.narrate.Room`."""
    return who.short_name if isinstance(who, Bot) else who.character.short_name
