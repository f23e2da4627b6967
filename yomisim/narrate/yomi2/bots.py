"""Sentences for what only a bot does: its die, its tiles, its hand size."""

from __future__ import annotations

from yomisim.cards.yomi2.bots import DIE, USES, Bot
from yomisim.cards.yomi2.solo_tables import HITBACK
from yomisim.narrate.lines import Line, listed
from yomisim.narrate.yomi2.effects import EffectNarrator

_BOT = 1
_ROWS = {
    "hand": "the row of its hand size",
    "desperate": "its desperate row",
    "dragon": "its dragon row",
    "bot_down": "its row for a knockdown",
    "human_down": "its row against who is down",
}


def tile_name(bot: Bot, row: int, die: int) -> str:
    """The combo of a tile: `die` 1 to 8, 9 for the hit-back of the row, 10 for a plain dodge."""
    if die == DIE + 2:
        return "dodge"
    if die == HITBACK + 1:
        hitback = bot.rows[row].hitback
        return "hit-back" if hitback is None else hitback.combo.replace("_", " ")
    found = next((tile for tile in bot.rows[row].tiles if tile.roll == die), None)
    return f"roll {die}" if found is None else found.combo.replace("_", " ")


class BotNarrator(EffectNarrator):
    """Each method takes the rows that its sentence covers; a bot's moves are called by the combos of their tiles."""

    doing = "its move"

    def _bot(self) -> Bot | None:
        bot = self.characters[_BOT] if len(self.characters) > _BOT else None
        return bot if isinstance(bot, Bot) else None

    def _move(self, seat: int, move: int) -> str:
        return super()._move(seat, move) if seat != _BOT or self._bot() is None else self.doing

    def _tile(self, line: Line) -> str:
        bot = self._bot()
        return f"roll {line['die']}" if bot is None else tile_name(bot, line["row"], line["die"])

    def _say_roll(self, line: Line) -> str:
        rolls = [line, *self._run("roll", "reroll")]
        kept = self._next("tile")
        numbers = listed([str(each["die"]) for each in rolls if each.event == "roll"])
        again = [str(each["die"]) for each in rolls if each.event == "reroll"]
        text = f"{self._who(line)} rolls {numbers}"
        text += f" ({listed(again)} again: disabled)" if again else ""
        if kept is None:
            return f"{text}."
        self.doing = self._tile(kept)
        return f"{text}: {self.doing}."

    def _say_reroll(self, line: Line) -> str:
        if (roll := self._next("roll")) is not None:
            return f"{self._who(line)} rolls {line['die']}, which is disabled. {self._say_roll(roll)}"
        return f"{self._who(line)} rolls {line['die']}, which is disabled."

    def _say_tile(self, line: Line) -> str:
        self.doing = self._tile(line)
        return f"{self._who(line)} does {self.doing}."

    def _say_hand(self, line: Line) -> str:
        why = {
            "block": " for the block",
            "not_hit": " for not being hit",
            "tile": " for the combo",
            "super": " for the super",
            "bounds": " in the end",
        }
        return f"{self._who(line)}'s hand size: {line['change']:+d}{why.get(self._why(line), '')} ({line['hand']})."

    def _say_bot_ability(self, line: Line) -> str:
        bot = self._bot()
        name = f"ability {line['number'] + 1}" if bot is None else bot.abilities[line["number"]].name
        return f"{self._who(line)}'s {name} happens."

    def _say_row(self, line: Line) -> str:
        return f"{self._who(line)} plays on {_ROWS[USES[line['use']]]} from now on."

    def _say_bot_combo(self, line: Line) -> str:
        lost = self._next("damage")
        if lost is None:
            return f"The rest of its combo would deal {line['damage']}."
        return f"The rest of its combo deals {lost['amount']} ({self.names[lost.seat]} {lost['life']})."

    def _say_out(self, line: Line) -> str:
        return f"{self._who(line)} is out."
