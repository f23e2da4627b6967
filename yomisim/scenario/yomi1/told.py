"""What a scenario tells a player to do in one turn, read by names: moves, cards, abilities."""

from __future__ import annotations

import re
from dataclasses import dataclass

from yomisim.cards.yomi1 import tables as tab
from yomisim.cards.yomi1.pack_abilities import programs
from yomisim.cards.yomi1.schema import Character
from yomisim.errors import BadInput, unknown
from yomisim.scenario.words import plain
from yomisim.scenario.yomi1.notation import Move, NamedCard, read_card, read_cards, read_combo, read_move
from yomisim.scenario.yomi1.rules import Refused
from yomisim.scenario.yomi1.schema import Decisions


@dataclass(frozen=True)
class Use:
    """An ability as written: its numbers in the kit (several may share a name), and the card if one was written.

    Without numbers it says that the player passes.
    """

    numbers: tuple[int, ...]
    card: NamedCard | None
    text: str


class Told:
    """The decisions of one player in one turn, in lists that are used up as the player is asked."""

    def __init__(self, name: str, character: Character, told: Decisions, field: str) -> None:
        self.name = name
        self.character = character
        self.told = told
        self.field = field
        self.kit = programs(character)
        self.opener = read_move(character, told.opener, f"{field}.opener")
        again = told.opener if told.opener_again is None else told.opener_again
        self.opener_again = read_move(character, again, f"{field}.opener_again")
        self.face_down = self._cards("face_down")
        self.combo = read_combo(character, told.combo, f"{field}.combo") if told.combo else []
        self.hit_back = self._read_hit_back()
        self.pump_with = self._cards("pump_with")
        self.pay = self._cards("pay")
        self.sets = self._read_sets()
        self.aces_from = [word for text in told.aces_from for word in text.replace(",", " ").lower().split()]
        for word in self.aces_from:
            if word not in ("discard", "deck", "stop"):
                raise BadInput(f'{word!r} is not "discard", "deck" or "stop"', field=f"{field}.aces_from")
        self.take = self._cards("take")
        self.limit = self._cards("discard")
        self.abilities = self._read_uses("abilities")
        self.counters = self._read_uses("counter")
        self.discard_for = self._cards("discard_for")
        self.alternatives = list(told.alternative)
        self.kinds = [tab.KIND_NAMES.index(kind) for kind in told.name_kind]
        self.mark = self._cards("mark")
        self.take_back = self._cards_or_pass("take_back")
        self.on_deck = self._cards("on_deck")
        self.blackjack = list(told.blackjack)

    def _cards(self, name: str) -> list[NamedCard]:
        return read_cards(getattr(self.told, name), f"{self.field}.{name}")

    def _cards_or_pass(self, name: str) -> list[NamedCard | None]:
        """Cards, with None for each "pass" between them."""
        found: list[NamedCard | None] = []
        for text in getattr(self.told, name):
            for part in re.split(r"(?i)\b(pass)\b", text):
                if part.lower() == "pass":
                    found.append(None)
                else:
                    found += read_cards([part], f"{self.field}.{name}")
        return found

    def _read_hit_back(self) -> list[Move]:
        text = self.told.hit_back
        if not text:
            return []
        field = f"{self.field}.hit_back"
        try:
            return read_combo(self.character, text, field)
        except BadInput:
            if ">" in text:
                raise
            bare = text.rstrip("+ ")
            move = read_move(self.character, bare, field)
            if move is None:
                return []
            return [Move((move[0],), move[1], text.count("+", len(bare)), text)]

    def _read_sets(self) -> list[list[NamedCard]]:
        field = f"{self.field}.power_up"
        sets = [each for each in (read_cards([text], field) for text in self.told.power_up) if each]
        for each in sets:
            if len({card.rank for card in each}) > 1 or not 2 <= len(each) <= 4:
                raise Refused("not-a-set", self.name, f"power up with {' '.join(map(str, each))}")
        return sets

    def _read_uses(self, name: str) -> list[Use]:
        """Abilities by name, each with a card in brackets where it matters: ``Burst of Speed (10H)``."""
        reacts = name == "counter"
        field = f"{self.field}.{name}"
        uses = []
        for text in getattr(self.told, name):
            found = re.fullmatch(r"\s*(.*?)\s*(?:\(([^()]*)\)\s*)?", text, re.DOTALL)
            assert found is not None
            if plain(text) == "pass":
                uses.append(Use((), None, "pass"))
                continue
            called = [number for number, each in enumerate(self.kit) if plain(each.ability.name) == plain(found[1])]
            if not called:
                known = dict.fromkeys(each.ability.name for each in self.kit)
                raise unknown("ability", found[1], [*known, "pass"], field=field)
            asked = [number for number in called if not self.kit[number].ability.auto]
            if not asked:
                raise BadInput(f"{found[1]} happens by itself; leave it out", field=field)
            numbers = tuple(number for number in asked if (self.kit[number].ability.window == "react") == reacts)
            if not numbers:
                where = "abilities" if reacts else "counter"
                raise BadInput(f"{found[1]} belongs in {where}", field=field)
            uses.append(Use(numbers, read_card(found[2].strip(), field) if found[2] is not None else None, text))
        return uses
