"""Positions for openers of Yomi 2 as people write them: scenario files, or one line.

One line names what is known of either player, the rest is as at the start of a game::

    a: hand A B throw low_block, life 34, meter 2, down; b: cards 6, life 20, edge, first

    hand CARDS      the cards in hand; left out, the hand is hidden
    cards NUMBER    size of a hidden hand; else that of an opening hand
    life NUMBER     else full life
    meter NUMBER    super meter, else none
    discard CARDS   the discard pile; the supers that begin there have to be named too
    down            knocked down in this combat
    edge            has the edge in this combat
    first           it is this player's turn, so that he wins ties; else player a's
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from yomisim.cards.load import Game
from yomisim.errors import BadInput
from yomisim.estimate.opener_positions import Position, facts_of, in_words, to_openers
from yomisim.estimate.opener_rooms import opener_room
from yomisim.policies.codes import policy_code
from yomisim.scenario.files import read_file
from yomisim.scenario.position_lines import FIELD, Words, read_line
from yomisim.scenario.schema import PLAYERS
from yomisim.scenario.yomi2 import room as scenario_room
from yomisim.scenario.yomi2.notation import read_cards
from yomisim.scenario.yomi2.schema import Scenario

WORDS = Words(
    cards={"hand": "hand", "discard": "discard"},
    numbers={"cards": ("hand_size", 1, 30), "life": ("life", 1, 9999), "meter": ("meter", 0, 3)},
    flags={"down": "knocked_down", "edge": "edge"},
    first="the turn",
    example='"a: hand A B throw low_block, life 34, meter 2; b: cards 6, down, first"',
    sample="A B throw S1",
    read_cards=read_cards,
)


def from_line(text: str, game: Game, a: str, b: str, policy: str, seed: int) -> Position:
    """The position that one line describes.

    Parameters
    ----------
    a, b : ids of the characters. policy, seed : as for `yomisim.estimate.openers.play_openers`.

    Raises
    ------
    BadInput : for what cannot be understood, with the nearest right word.
    """
    told, first = read_line(text, WORDS)
    fighters = []
    for player, character in zip(PLAYERS, (a, b), strict=True):
        fields = told.get(player, {})
        if "hand" not in fields:
            fields.setdefault("hand_size", 8)
        fields.setdefault("discard", ["S1", "S2"])
        fighters.append({"character": character, "gem": game.gem, **fields})
    scenario = Scenario.model_validate(
        {"game": game.id, "a": fighters[0], "b": fighters[1], "active": first or "a", "seed": seed % 2**63}
    )
    try:
        return _position(scenario, game, policy, "given", Path())
    except BadInput as error:
        raise BadInput(f"{error.field or 'the line'}: {error.message}", field=FIELD) from None


def from_file(file: Path, game: Game, a: str, b: str, policy: str) -> list[Position]:
    """The starting positions of a scenario file, one for each case; what is decided and expected there is left aside.

    Raises
    ------
    BadInput : for a file that cannot be used, or one with other characters.
    """
    found = []
    scenarios = read_file(file)
    for number, scenario in enumerate(scenarios, 1):
        if scenario.game != game.id:
            raise BadInput(f"is {scenario.game!r}; openers are asked for of {game.id!r}", file=file, field="game")
        name = scenario.title or ("given" if len(scenarios) == 1 else f"case {number}")
        for player, wanted in zip(PLAYERS, (a, b), strict=True):
            there = game.character(getattr(scenario, player).character).id
            if there != wanted:
                raise BadInput(f"is {there} here, and {wanted} was asked for", file=file, field=f"{player}.character")
        try:
            found.append(_position(scenario, game, policy, name, file.parent))
        except BadInput as error:
            raise BadInput(error.message, file=file, field=error.field) from None
    return found


def _position(scenario: Scenario, game: Game, policy: str, kind: str, folder: Path) -> Position:
    """Set up a scenario at the moment of choosing: nobody draws, and nobody has a main phase before it."""
    room = opener_room(game.id)
    table, match = scenario_room.set_up(scenario, game, scenario_room.cast(scenario, game, folder))
    who = (game.character(scenario.a.character), game.character(scenario.b.character))
    for seat, character in enumerate(who):
        table["mind"][0, :, seat] = game.minds.record(character.id)[0]
    m = match[0]
    m["policy"] = policy_code(policy)
    m["log_on"] = 0
    m["script"]["on"] = 0
    quiet = table.copy()
    quiet["rules"]["draw"] = quiet["rules"]["first_draw"] = 0
    quiet["kit"]["windows"] &= ~np.uint64(scenario_room.BEFORE_MAIN)
    skips = m["public"]["fighter"]["skips"].copy()
    m["public"]["fighter"]["skips"] = 1
    to_openers(room, quiet, match)
    m["public"]["fighter"]["skips"] = skips
    if m["over"]:
        raise BadInput("the game ends before anybody chooses an opener", field="turn")
    given: list[Any] = []
    for seat, fighter in enumerate((scenario.a, scenario.b)):
        hidden = fighter.hand_size is not None and fighter.hand_size > len(fighter.hand or [])
        given.append(None if hidden else int(m["own"][seat]["hand"]))
    kept = [hand or 0 for hand in given]
    facts = facts_of(game, who, match)
    return Position(room, kind, in_words(match), table, match, (given[0], given[1]), (kept[0], kept[1]), facts)


def edition_of(file: Path) -> str | None:
    """Files of this game name no edition."""
    return None
