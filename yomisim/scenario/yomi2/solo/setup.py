"""From the described state to the records of a game against a bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from yomisim.cards.load import Game
from yomisim.cards.reading import complaints
from yomisim.cards.yomi2.bot_verbs import WINDOW_CODES
from yomisim.cards.yomi2.bots import USES, Bot
from yomisim.cards.yomi2.check_bots import read_bot
from yomisim.cards.yomi2.constants import Rules, Solo
from yomisim.cards.yomi2.pack import Deck
from yomisim.cards.yomi2.pack_abilities import kind_bits
from yomisim.cards.yomi2.pack_bots import pack_solo_decks
from yomisim.errors import BadInput, unknown
from yomisim.kernel.memory import as_array
from yomisim.play.yomi2.solo.game import start_game
from yomisim.policies.codes import SCRIPT
from yomisim.rules.yomi2.solo import SOLO
from yomisim.scenario.words import plain
from yomisim.scenario.yomi2.made_up import SUFFIX
from yomisim.scenario.yomi2.setup import DODGE, as_dealt, describe, place_cards
from yomisim.scenario.yomi2.solo.schema import BotBefore, Scenario

BOT_SEAT = 1
#: Windows before the main phase; nothing of them happens where the first turn begins with that phase.
BEFORE_MAIN = tuple(int(WINDOW_CODES[name]) for name in ("turn_start", "their_draw"))


def check(scenario: Scenario) -> None:
    """Whether the file speaks of one game.

    Raises
    ------
    BadInput : for a first turn of the wrong side, and for a second human of whom nothing but decisions is told.
    """
    if (scenario.first_turn % 2 == 1) != (scenario.active == "a"):
        message = f"got {scenario.first_turn}; odd turns are the humans' (active a), even ones the bot's (active b)"
        raise BadInput(message, field="turn")
    if scenario.c is None:
        told = [f"turns[{number}].c" for number, turn in enumerate(scenario.turns, 1) if turn.c.model_fields_set]
        told += ["expect.c"] if scenario.expect is not None and scenario.expect.c.model_fields_set else []
        if told:
            raise BadInput("there is no second human; name one as c", field=told[0])


def solo_of(scenario: Scenario, game: Game) -> Solo:
    """The constants of the mode, with those that the scenario changes.

    Raises
    ------
    BadInput : for a constant that does not exist, or a value that it cannot have.
    """
    raw: dict[str, Any] = {**game.solo.model_dump(mode="json"), **scenario.solo}
    try:
        return Solo.model_validate(raw)
    except ValidationError as error:
        first = next(iter(complaints(error, Solo, raw, Path(), "solo.").values()))
        raise BadInput(first.message, field=first.field) from None


def bot_of(scenario: Scenario, game: Game, folder: Path) -> Bot:
    """The sheet, by its name or from a file beside the scenario."""
    if not scenario.bot.endswith(SUFFIX):
        found: Bot = game.bot(scenario.bot)
        return found
    bot, errors = read_bot(folder / scenario.bot, solo_of(scenario, game))
    if bot is None:
        raise errors[0]
    return bot


def set_up(scenario: Scenario, rules: Rules, solo: Solo, bot: Bot, decks: list[Deck]) -> tuple[np.ndarray, np.ndarray]:
    """Table (SOLO_TABLE) and state (SOLO) of a scenario, shape (1,) each, ready for its first turn.

    Raises
    ------
    BadInput : for cards that a deck does not have, or a state that cannot be.
    """
    table = pack_solo_decks(rules, solo, bot, decks)
    match = np.zeros(1, SOLO)
    g = match[0]
    humans = [who for who in (scenario.a, scenario.c) if who is not None]
    for k, _ in enumerate(humans):
        g["match"][k]["policy"] = SCRIPT
        g["match"][k]["log_on"] = 1
    start_game(table[0], g, scenario.seed, 0, 0)
    turn = scenario.first_turn
    g["turn"] = turn - 1
    for k, (who, deck) in enumerate(zip(humans, decks, strict=True)):
        m, name = g["match"][k], ("a", "c")[k]
        if not as_dealt(who):
            place_cards(m, 0, name, who, deck, turn)
        describe(m, as_array(table[0]["table"][k]), 0, name, who, turn, rules)
        m["public"]["turn"] = turn - 1
        m["log_rows"] = 0
        m["script"]["on"] = 1
    _describe_bot(g, table[0], bot, scenario.b, len(humans))
    return table, match


def _describe_bot(g: np.void, s: np.void, bot: Bot, who: BotBefore, humans: int) -> None:
    full, sheet = int(s["bot"]["hit_points"]), s["bot"]
    if who.life is not None and who.life > full:
        raise BadInput(f"{who.life} is above the start; it is at most {full}", field="b.life")
    least, most = int(sheet["least_hand"]), int(sheet["most_hand"])
    if who.hand_size is not None and not least <= who.hand_size <= most:
        raise BadInput(f"{who.hand_size} is out of range; it is {least} to {most}", field="b.hand_size")
    row = USES.index(who.row)
    if who.row != "hand" and sheet["row_of_use"][row] < 0:
        raise BadInput(f"{bot.name} has no such row", field="b.row")
    g["life"] = full if who.life is None else who.life
    g["hand"] = g["hand"] if who.hand_size is None else who.hand_size
    g["row"] = row
    g["open_next"], g["dodge_next"] = who.rolls_openly, who.dodges
    g["was_hit_running"], g["hit_running"] = who.was_hit_running, who.hit_running
    g["used"] = np.uint64(sum(1 << _ability(bot, name) for name in who.used))
    for k in range(humans):
        me = g["match"][k]["public"]["fighter"][BOT_SEAT]
        me["life"], me["hand_count"] = g["life"], g["hand"]
        me["down"], me["edge"] = who.knocked_down, who.edge
        me["disabled"] = kind_bits([*who.disabled]) | (DODGE if who.knocked_down else 0)


def _ability(bot: Bot, name: str) -> int:
    for number, ability in enumerate(bot.abilities):
        if plain(ability.name) == plain(name):
            return number
    raise unknown("ability", name, [ability.name for ability in bot.abilities], field="b.used")
