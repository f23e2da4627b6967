"""Playing Yomi 2: the order of things in a turn and a game."""

from yomisim.play.yomi2.game import TALLY, play_games, play_turn, start_game

__all__ = ["TALLY", "play_games", "play_turn", "start_game"]
