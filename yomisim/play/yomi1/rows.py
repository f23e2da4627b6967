"""The row of one game of Yomi (first game)."""

from __future__ import annotations

from yomisim.play.rows import row_type, row_writers
from yomisim.rules.yomi1 import events

#: What life is lost by: the names are those of the reasons in the log.
SOURCES = ("combat", "combo", "block_damage", "ability", "cost")
ROW = row_type(SOURCES)
begin_row, add_turn, end_row = row_writers(events, SOURCES)
