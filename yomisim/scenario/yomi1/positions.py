"""Positions for openers as people write them: scenario files, or one line.

One line names what is known of either player, the rest is as at the start of a game::

    a: hand 7 7 K A Joker, life 34, discard 2 3, down; b: cards 6, life 20

    hand CARDS      the cards in hand; left out, the hand is hidden
    cards NUMBER    size of a hidden hand (cards named by ``shown`` are in it); else that of an opening hand
    life NUMBER     else full life
    discard CARDS   the discard pile, the last one on top
    shown CARDS     cards in hand that the other player has seen
    in-play CARDS   cards that stay in play
    down            knocked down in this combat
    first           has initiative where life is equal
"""

from __future__ import annotations

from pathlib import Path

from yomisim.cards.load import Game
from yomisim.cards.yomi1.tables import CARDS as CARD_COUNT
from yomisim.errors import BadInput
from yomisim.estimate.opener_positions import Position, facts_of, in_words, to_openers
from yomisim.estimate.opener_rooms import opener_room
from yomisim.policies.codes import policy_code
from yomisim.scenario.files import read_file
from yomisim.scenario.position_lines import FIELD, Words, read_line
from yomisim.scenario.schema import PLAYERS
from yomisim.scenario.yomi1.notation import read_cards
from yomisim.scenario.yomi1.schema import Fighter, Scenario
from yomisim.scenario.yomi1.setup import among, bits, set_up

WORDS = Words(
    cards={"hand": "hand", "discard": "discard", "shown": "shown", "in-play": "in_play"},
    numbers={"cards": ("hand_size", 0, 54), "life": ("life", 1, 9999)},
    flags={"down": "knocked_down"},
    first="initiative",
    example='"a: hand 7 7 K A, life 34, down; b: cards 6, life 20"',
    sample="6C 7 K Joker",
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
    size = game.rules.opening_hand
    fighters = []
    for player, character in zip(PLAYERS, (a, b), strict=True):
        fields = told.get(player, {})
        if "hand" not in fields:
            fields.setdefault("hand_size", max(size, len(fields.get("shown", []))))
            fields["hand"] = fields.get("shown", [])
        fighters.append({"character": character, **fields})
    scenario = Scenario.model_validate({"a": fighters[0], "b": fighters[1], "initiative": first, "seed": seed % 2**63})
    try:
        return _position(scenario, game, policy, "given")
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
            found.append(_position(scenario, game, policy, name))
        except BadInput as error:
            raise BadInput(error.message, file=file, field=error.field) from None
    return found


def edition_of(file: Path) -> str | None:
    """The first edition that a scenario file names, if it names one."""
    named = read_file(file)[0].edition
    return named[0] if named else None


def _position(scenario: Scenario, game: Game, policy: str, kind: str) -> Position:
    """Set up a scenario and go to the moment of choosing: its first turn's draw is made, if there is one."""
    room = opener_room(game.id)
    table, match = set_up(scenario, game)
    m = match[0]
    m["policy"] = policy_code(policy)
    m["log_on"] = 0
    m["script"]["on"] = 0
    start = match.copy()
    to_openers(room, table, match)
    if scenario.initiative and PLAYERS[int(m["public"]["initiative"])] != scenario.initiative:
        match[...] = start
        m["flip"] ^= 1  # the coin falls the other way
        to_openers(room, table, match)
    if m["over"]:
        raise BadInput("the game ends before anybody chooses a combat card", field="turn")
    given, kept = [], []
    for seat, who in enumerate((scenario.a, scenario.b)):
        hand = int(m["own"][seat]["hand"])
        hidden = who.hand_size is not None and who.hand_size > len(read_cards(who.hand, f"{PLAYERS[seat]}.hand"))
        given.append(None if hidden else hand)
        kept.append(_named(who, hand, seat))
    facts = facts_of(game, (game.character(scenario.a.character), game.character(scenario.b.character)), match)
    return Position(room, kind, in_words(match), table, match, (given[0], given[1]), (kept[0], kept[1]), facts)


def _named(who: Fighter, hand: int, seat: int) -> int:
    """The cards of a hand that its description names."""
    named = read_cards(who.hand, f"{PLAYERS[seat]}.hand")
    return int(bits(among(named, [card for card in range(CARD_COUNT) if hand >> card & 1], f"{PLAYERS[seat]}.hand")))
