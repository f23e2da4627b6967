"""Playing Yomi 2: the order of things in a turn and a game."""

from yomisim.play.yomi2.game import TALLY, play_games, play_turn, start_game
from yomisim.play.yomi2.rows import ROW, SOURCES
from yomisim.policies.yomi2.names import POLICIES, RODS
from yomisim.rules.yomi2.state import ENDINGS, MATCH

__all__ = ["ENDINGS", "MATCH", "POLICIES", "RODS", "ROW", "SOURCES", "TALLY", "play_games", "play_turn", "start_game"]
