"""Playing Yomi (first game): the order of things in a turn and a game."""

from yomisim.play.yomi1.game import TALLY, play_games, play_turn, start_game
from yomisim.rules.yomi1.counts import COUNTS, GROUPS

__all__ = ["COUNTS", "GROUPS", "TALLY", "play_games", "play_turn", "start_game"]
