"""Abilities that change combos, found in the data, as switches; and the position that they make.

Which words of the vocabulary change a combo is said here, once; which character has them stands in the card files. A
switch that costs a card (one that is discarded for the ability, or lies in play) takes that card out of the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from yomisim.cards.phrases import Phrase
from yomisim.cards.yomi1.pack import pack_changed, pack_character
from yomisim.cards.yomi1.pack_abilities import Program, phrases, programs, traits
from yomisim.cards.yomi1.schema import SIDE_NAMES, Character, move_name
from yomisim.cards.yomi1.sets import bits, filtered_cards, side_index
from yomisim.cards.yomi1.tables import RANK_NAMES
from yomisim.cards.yomi1.verbs import TRAITS, VERBS
from yomisim.errors import BadInput, check_type, unknown
from yomisim.rules.yomi1.combo_tables import POSITION
from yomisim.rules.yomi1.state import NO_SIDE

#: Traits and verbs that change what may be played in a combo or what it deals.
_TRAITS = ("unlocks", "linker", "chain_any_order")
_VERBS = ("rotate", "normal_damage", "gap_bonus", "forbid_aces", "full_combo_after_dodge")
#: What the other player's abilities can do to anybody's combos, by the verb.
_AGAINST = ("enders_only", "no_pumps")
#: Switches that are on unless they are switched off: what is always true of the character.
_ALWAYS = ("chain_any_order",)
#: The greatest number that a switch can be given.
MOST = 54


@dataclass(frozen=True)
class Switch:
    """One ability that changes combos.

    name : of the ability, of the side, or of the verb for what the other player's abilities do.
    word : the word of the vocabulary that does it. effect : in words.
    rank : of the card that is spent or lies in play for it, "" for none.
    most : how often it can be used at once. counted : it is given a number (the difference of hand sizes).
    always : it is on unless it is switched off.
    """

    name: str
    word: str
    effect: str
    rank: str = ""
    most: int = 1
    counted: bool = False
    always: bool = False
    program: Program | None = field(default=None, compare=False)
    phrase: Phrase | None = field(default=None, compare=False)

    @property
    def text(self) -> str:
        """The switch as it is typed, and what it does."""
        typed = f"{self.name}=N" if self.counted else self.name
        return f"{typed}: {self.effect}" + (f" (spends a {self.rank})" if self.rank else "")


def switches_of(character: Character) -> list[Switch]:
    """Every switch of a character, in the order of its card file; what others can do to it comes last."""
    found = [*_from_abilities(character), *_from_sides(character)]
    found += [Switch(verb, verb, _said(VERBS[verb].meaning)) for verb in _AGAINST]
    unique: dict[tuple[str, str], Switch] = {}
    for switch in found:
        unique.setdefault((switch.name, switch.word), switch)
    return list(unique.values())


def _said(meaning: str) -> str:
    """What a verb does to the other player, said of the one who suffers it."""
    return meaning.replace("the other player's", "this player's")


def _from_abilities(character: Character) -> Iterator[Switch]:
    for program, phrase in traits(character):
        if phrase.name in _TRAITS:
            meaning = TRAITS[phrase.name][1].meaning
            yield _switch(program, phrase, meaning, character)
    for program in programs(character):
        for outer in phrases(program.ability, "does"):
            for phrase in outer.inside():
                if phrase.name in _VERBS and (phrase.name != "rotate" or phrase.value == "gated"):
                    yield _switch(program, phrase, VERBS[phrase.name].meaning, character)


def _switch(program: Program, phrase: Phrase, meaning: str, character: Character) -> Switch:
    ability = program.ability
    rank = program.rank if ability.source == "hand" else ""
    counted = phrase.name == "gap_bonus"
    most = MOST if counted else 1
    if phrase.name == "normal_damage" and rank:
        most = character.card(rank).copies
    always = phrase.name in _ALWAYS
    return Switch(ability.name, phrase.name, meaning, rank, most, counted, always, program, phrase)


def _from_sides(character: Character) -> Iterator[Switch]:
    meaning = TRAITS["full_combo"][1].meaning
    for card in character.cards:
        for name in card.distinct_sides:
            if card.side(name).full_combo:
                called = card.side(name).name or move_name(card, name)
                yield Switch(called, "full_combo", meaning, card.rank)


@dataclass(frozen=True)
class Setting:
    """Switches as they are set: how often, or the number given, for each that is on; those that were switched off."""

    on: dict[Switch, int]
    off: tuple[Switch, ...] = ()

    def number(self, word: str) -> int:
        """The sum of the numbers of all switches with this word."""
        return sum(n for switch, n in self.on.items() if switch.word == word)

    def spent(self) -> Counter[str]:
        """Cards by rank that are spent or in play."""
        return Counter({switch.rank: n for switch, n in self.on.items() if switch.rank})

    @property
    def names(self) -> list[str]:
        """The switches as they would be typed."""
        typed = [f"{s.name}={n}" if s.counted or n > 1 else s.name for s, n in self.on.items() if not s.always]
        return typed + [f"without {switch.name}" for switch in self.off]


def read_setting(character: Character, wanted: Iterable[str] = (), without: Iterable[str] = ()) -> Setting:
    """Switches by name: ``"Dragon Form"``, or with a number, ``"Moral High Ground=3"``; any case.

    Raises
    ------
    BadInput
        for a name that the character does not have (the nearest is suggested), a number out of range, or two that
        exclude each other.
    """
    known = switches_of(character)
    on = {switch: 1 for switch in known if switch.always}
    off = []
    for text in _names(without, "without"):
        for switch in _called(character, known, text, "without"):
            if not switch.always:
                raise BadInput(f"{switch.name} is off unless --with switches it on", field="without")
            on.pop(switch, None)
            off.append(switch)
    for text in _names(wanted, "with"):
        name, equals, number = text.partition("=")
        for switch in _called(character, known, name, "with"):
            on[switch] = (on.get(switch, 0) if not switch.always else 0) + _number(switch, equals, number)
            if on[switch] > switch.most:
                times = f"{on[switch]} is too much" if switch.counted else f"used {on[switch]} times"
                raise BadInput(f"{switch.name}: {times}; {switch.most} is the most", field="with")
    setting = Setting(on, tuple(off))
    _check_together(character, setting)
    return setting


def _names(given: Iterable[str] | str, field: str) -> list[str]:
    """One name or several."""
    check_type(field, given, Iterable, "names of abilities")
    names = [given] if isinstance(given, str) else list(given)
    for name in names:
        check_type(field, name, str, "the name of an ability")
    return names


def _called(character: Character, known: list[Switch], text: str, field: str) -> list[Switch]:
    wanted = " ".join(text.split()).lower()
    found = [switch for switch in known if switch.name.lower() == wanted]
    if not found:
        raise unknown(
            f"switch of {character.short_name}", text, dict.fromkeys(switch.name for switch in known), field=field
        )
    return found


def _number(switch: Switch, equals: str, text: str) -> int:
    if not equals:
        return 1
    if not text.strip().isdigit() or not 1 <= int(text) <= switch.most:
        raise BadInput(f"{switch.name}={text}: needs a whole number from 1 to {switch.most}", field="with")
    return int(text)


def _check_together(character: Character, setting: Setting) -> None:
    """BadInput where one ability can only be used without the other, or the position is not supported."""
    names = {switch.name for switch in setting.on}
    for switch in setting.on:
        if switch.program is None:
            continue
        for phrase in phrases(switch.program.ability, "conditions"):
            if phrase.name == "not_in_play" and phrase.value in names:
                raise BadInput(f"{switch.name} is used only while {phrase.value} is not in play", field="with")
        if switch.word == "linker" and _leaves_with_other_moves(switch):
            raise BadInput(f"combos with {switch.name}, which leaves with other moves, are not supported")


def _leaves_with_other_moves(switch: Switch) -> bool:
    """Whether what is in play leaves when its owner locks another attack or throw."""
    assert switch.program is not None
    return any(
        phrase.name == "stay" and phrase.more["leave_if"] == "thrown_or_other_move"
        for phrase in phrases(switch.program.ability, "does")
    )


def make_position(character: Character, setting: Setting, after_dodge: bool = False) -> np.ndarray:
    """The position in which combos begin: shape (1,), dtype POSITION.

    after_dodge : the first move hits back; nothing follows unless a switch allows a full combo.
    """
    for switch in setting.off:
        character = _without(character, switch.word)
    p = np.zeros(1, POSITION)
    record, me = p[0], p[0]["me"]
    p["char"] = (pack_changed if setting.number("linker") else pack_character)(character)
    me["last_side"] = NO_SIDE
    me["side"] = NO_SIDE
    me["enders_only"] = bool(setting.number("enders_only"))
    me["no_pump"] = bool(setting.number("no_pumps"))
    me["no_aces"] = bool(setting.number("forbid_aces"))
    record["after_dodge"] = after_dodge
    record["single"] = after_dodge and not (setting.number("full_combo") + setting.number("full_combo_after_dodge"))
    for switch, n in setting.on.items():
        phrase = switch.phrase
        if switch.word == "unlocks":
            record["usable"] = record["char"]["gated"]
            if _leaves_with_other_moves(switch) and not after_dodge:
                record["ends"] = ~record["char"]["gated"]
        elif switch.word == "rotate":
            record["turned"] |= _turned(character, switch)
        elif switch.word == "normal_damage" and phrase is not None:
            me["normal_bonus"] += n * phrase.value
        elif switch.word == "gap_bonus" and phrase is not None:
            cards = int(filtered_cards(phrase.value, character))
            for side in range(len(record["bonus"])):
                if int(record["char"]["attacks"]) >> side & 1 and cards >> 4 * (side >> 2) & 15:
                    record["bonus"][side] += n
    return p


def _without(character: Character, trait: str) -> Character:
    """The character as if the trait did not stand on it."""
    innate = tuple(
        ability.model_copy(update={"always": tuple(phrase for phrase in ability.always if trait not in phrase)})
        for ability in character.innate
    )
    return character.model_copy(update={"innate": innate})


def _turned(character: Character, switch: Switch) -> np.uint64:
    """The gated sides to which the ability can turn a combat card."""
    assert switch.program is not None
    able = {RANK_NAMES.index(card.rank) for card in character.cards}
    for phrase in phrases(switch.program.ability, "conditions"):
        if phrase.name == "own_card":
            cards = int(filtered_cards(phrase.value, character))
            able = {rank for rank in able if cards >> 4 * rank & 15}
    return bits(
        side_index(card.rank, name)
        for card in character.cards
        for name in SIDE_NAMES
        if RANK_NAMES.index(card.rank) in able and card.side(name).requires
    )
