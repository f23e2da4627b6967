"""Playing Yomi (first game): the order of things in a turn and a game."""

from yomisim.play.yomi1.game import TALLY, play_games, play_turn, start_game
from yomisim.play.yomi1.rows import ROW, SOURCES
from yomisim.play.yomi1.states import STATE
from yomisim.policies.codes import POLICY_NAMES as POLICIES
from yomisim.policies.codes import RODS
from yomisim.rules.yomi1.counts import COUNTS, GROUPS
from yomisim.rules.yomi1.state import ENDINGS, MATCH

__all__ = [
    "COUNTS",
    "ENDINGS",
    "GROUPS",
    "MATCH",
    "POLICIES",
    "RODS",
    "ROW",
    "SOURCES",
    "STATE",
    "TALLY",
    "play_games",
    "play_turn",
    "start_game",
]
