"""Playing Yomi 2: the order of things in a turn and a game."""

from yomisim.play.yomi2.game import TALLY, play_games, play_turn, start_game
from yomisim.policies.yomi2.names import POLICIES
from yomisim.rules.yomi2.state import MATCH

__all__ = ["MATCH", "POLICIES", "TALLY", "play_games", "play_turn", "start_game"]
