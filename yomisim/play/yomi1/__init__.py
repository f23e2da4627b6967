"""Playing Yomi (first game): the order of things in a turn and a game."""

from yomisim.play.yomi1.game import TALLY, play_games, start_game
from yomisim.play.yomi1.turn import play_turn

__all__ = ["TALLY", "play_games", "play_turn", "start_game"]
