"""One line that describes a position, whatever the game: ``a: hand 7 7 K A, life 34; b: cards 6, down``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from yomisim.errors import BadInput, check_type, unknown
from yomisim.scenario.schema import PLAYERS

FIELD = "position"
FIRST = "first"


@dataclass(frozen=True)
class Words:
    """The words of a game.

    cards, numbers, flags : word -> field of a scenario's player; numbers with the least and most. first : what
    ``first`` gives. example : a line. sample : cards as people write them. read_cards : from texts to cards.
    """

    cards: Mapping[str, str]
    numbers: Mapping[str, tuple[str, int, int]]
    flags: Mapping[str, str]
    first: str
    example: str
    sample: str
    read_cards: Callable[[list[str], str], Sequence[Any]]

    @property
    def known(self) -> tuple[str, ...]:
        """Every word."""
        return (*self.cards, *self.numbers, *self.flags, FIRST)


def read_line(text: str, words: Words) -> tuple[dict[str, dict[str, Any]], str | None]:
    """What a line says: fields of a scenario's player, by player; and who is first, if anybody is said to be.

    Raises
    ------
    BadInput : for what cannot be understood, with the nearest right word.
    """
    check_type(FIELD, text, str, f"one line such as {words.example}")
    told: dict[str, dict[str, Any]] = {}
    first = None
    for part in [each for each in text.split(";") if each.strip()] or [""]:
        player, colon, rest = (piece.strip() for piece in part.partition(":"))
        if not colon:
            raise BadInput(f"{part.strip()!r} names no player; write it like {words.example}", field=FIELD)
        player = player.lower()
        if player not in PLAYERS:
            raise unknown("player", player, PLAYERS, field=FIELD)
        if player in told:
            raise BadInput(f"player {player} is described twice", field=FIELD)
        told[player], is_first = _player(rest, player, words)
        if is_first and first is not None:
            raise BadInput(f"only one player can have {words.first}", field=FIELD)
        first = player if is_first else first
    for fields in told.values():
        if "hand" in fields and "hand_size" in fields:
            raise BadInput("hand says what the cards are, cards how many are hidden; give one of them", field=FIELD)
    return told, first


def _player(text: str, player: str, words: Words) -> tuple[dict[str, Any], bool]:
    """What a line says of one player, as fields of a scenario, and whether that one is first."""
    fields: dict[str, Any] = {}
    first = False
    for item in filter(None, (each.strip() for each in text.split(","))):
        word, *more = item.split(None, 1)
        word, rest = word.lower(), "".join(more)
        key = words.cards.get(word) or words.numbers.get(word, ("",))[0] or words.flags.get(word)
        if not key and word != FIRST:
            raise unknown("word", word, words.known, field=FIELD)
        if key in fields:
            raise BadInput(f"{player}: {word} is given twice", field=FIELD)
        if word in words.cards:
            named = words.read_cards([rest], FIELD)
            if not named and word != "hand":
                raise BadInput(f"{player}: {word} needs cards such as {words.sample}", field=FIELD)
            fields[words.cards[word]] = [str(card) for card in named]
        elif word in words.numbers:
            name, low, high = words.numbers[word]
            fields[name] = _count(rest, word, player, low, high)
        elif rest:
            raise BadInput(f"{player}: {word} stands alone, without {rest!r}", field=FIELD)
        elif word == FIRST:
            first = True
        else:
            fields[words.flags[word]] = True
    return fields, first


def _count(text: str, word: str, player: str, low: int, high: int) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or not low <= int(text) <= high:
        raise BadInput(f"{player}: {word} needs a whole number from {low} to {high}, not {text!r}", field=FIELD)
    return int(text)
