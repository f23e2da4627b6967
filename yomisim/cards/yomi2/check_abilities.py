"""Whether the abilities of a character or gem of Yomi 2 can be read, make sense, and fit the rest of the deck."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from yomisim.cards import programs
from yomisim.cards.phrases import Phrase
from yomisim.cards.programs import Entry, Found, flat, or_
from yomisim.cards.reading import Loc, short
from yomisim.cards.yomi2.schema import GEM_SLOTS, SLOTS, Ability, Character, Deck
from yomisim.cards.yomi2.tables import MAX_ABILITIES, MAX_CONDITIONS, MAX_COSTS, MAX_VERBS
from yomisim.cards.yomi2.verbs import BEFORE_COMBAT, IN_COMBAT, SOURCES, TRAITS, WINDOWS, WORDS
from yomisim.errors import unknown

#: Abilities of a gem beside those of a character.
OF_A_GEM = 6

#: Fields of an ability that only mean something for one that can be used.
_OF_USE = ("window", "from", "if", "cost", "optional")
#: What an ability of each kind of card may come from; any other card is a move.
_SOURCES_OF = {"ability": ("hand", "play"), "storm": ("storm",)}
_OF_A_MOVE = ("move", "play")
#: Verbs that put the ability's own card somewhere.
_DEEDS = ("stay", "return_self", "remove_self")


def ability_flaws(raw: dict[str, Any], flawed: Collection[Loc]) -> Iterator[Found]:
    """What can be said about the abilities of a file one by one; those that `flawed` touches are left out."""
    for entry, kind in _entries(raw):
        if not any(loc[: len(entry.loc)] == entry.loc for loc in flawed):
            for loc, message in _local_flaws(entry, kind):
                yield (*entry.loc, *loc), message


def _entries(raw: dict[str, Any]) -> Iterator[tuple[Entry, str]]:
    """Every ability with the kind of its card ("" on the character)."""
    for index, ability in enumerate(_tables(raw.get("innate"))):
        yield Entry(("innate", index), "", ability), ""
    for index, card in enumerate(_tables(raw.get("cards"))):
        slot, kind = str(card.get("slot", "?")), str(card.get("kind", "?"))
        for number, ability in enumerate(_tables(card.get("abilities"))):
            yield Entry(("cards", index, "abilities", number), slot, ability), kind


def _tables(values: Any) -> list[dict[str, Any]]:
    found = values if isinstance(values, list) else []
    return found if all(isinstance(value, dict) for value in found) else []


def _read(entry: Entry) -> tuple[programs.Read | None, list[Found]]:
    return programs.read(entry, Ability, WORDS)


def _local_flaws(entry: Entry, kind: str) -> Iterator[Found]:
    done, found = _read(entry)
    yield from found
    if done is None:
        return
    found = [*_shape(done, kind)]
    yield from found
    if found:
        return  # what follows takes window and source for granted
    yield from _traits(done)
    if done.ability.does:
        found = [*_window(done)]
        yield from found or [*_words_in_window(done), *_source(done)]
        yield from _limits(done)


def _shape(done: programs.Read, kind: str) -> Iterator[Found]:
    ability, entry = done.ability, done.entry
    if not ability.does:
        if not ability.always:
            yield ("does",), f"missing; needs {Ability.model_fields['does'].description}, or traits in `always`"
        for name in _OF_USE:
            if name in entry.raw and ability.always:
                yield (name,), "leave it out: this ability is always true and never used (it has no `does`)"
        return
    if not ability.window:
        yield ("window",), f"missing; needs one of {', '.join(WINDOWS)}"
    elif ability.window not in WINDOWS:
        yield ("window",), unknown("window", short(ability.window), WINDOWS).message
    if not entry.card:
        if ability.origin not in ("", "innate"):
            right = 'what stands on the character is "innate" (or leave it out)'
            yield ("from",), f"got {short(ability.origin)!r}; {right}"
        return
    allowed = _SOURCES_OF.get(kind, _OF_A_MOVE)
    if not ability.origin:
        yield ("from",), f"missing; needs {_quoted(allowed)}"
    elif ability.origin not in SOURCES:
        yield ("from",), unknown("source", short(ability.origin), SOURCES).message
    elif ability.origin not in allowed:
        yield ("from",), f'got "{ability.origin}"; on a card of kind {kind!r} it comes from {_quoted(allowed)}'


def _traits(done: programs.Read) -> Iterator[Found]:
    for phrase in done.always:
        loc = ("always", *phrase.loc, phrase.name)
        if TRAITS[phrase.name][0] == "innate" and done.entry.card:
            yield loc, f"{phrase.name} stands on the character ([[innate]]), not on a card"


def _words_in_window(done: programs.Read) -> Iterator[Found]:
    window = done.ability.window
    for name, phrase in done.everything():
        word = phrase.word
        if word.windows and window not in word.windows:
            message = f"{word.name} makes no sense in the window {window!r}; it needs {or_(word.windows)}"
            yield (name, *phrase.loc, word.name), message


def _window(done: programs.Read) -> Iterator[Found]:
    origin, window = done.ability.origin or "innate", done.ability.window
    if (origin == "hand") != (window == "main"):
        yield ("window",), 'a card from hand is used in the window "main", and nothing else is'
    elif origin == "move" and window not in IN_COMBAT:
        yield ("window",), f'no move lies on the table then; from = "move" needs {or_(IN_COMBAT)}'


def _source(done: programs.Read) -> Iterator[Found]:
    origin, window = done.ability.origin or "innate", done.ability.window
    if done.ability.optional and origin == "hand":
        yield ("optional",), "leave it out: whether a card from hand is used is always up to the player"
    for name, phrase in done.everything():
        loc = (name, *phrase.loc, phrase.name)
        if phrase.name in _DEEDS and origin in ("innate", "storm"):
            yield loc, f'there is no card that {phrase.name} could move: from = "{origin}"'
        elif phrase.name == "stay" and origin not in ("hand", "move"):
            yield loc, 'the card stays in play already; stay needs from = "hand" or "move"'
        elif phrase.name == "becomes" and origin == "hand":
            yield loc, f"no opener is there yet in the window {window!r}"


def _limits(done: programs.Read) -> Iterator[Found]:
    rows = sum(1 for phrase in done.does for _ in flat(phrase))
    for name, what, number, most in (
        ("if", "conditions", len(done.conditions), MAX_CONDITIONS),
        ("cost", "costs", len(done.cost), MAX_COSTS),
        ("does", "verbs (those inside choices counted)", rows, MAX_VERBS),
    ):
        if number > most:
            yield (name,), f"has {number} {what}; at most {most}"


def kit_flaws(raw: dict[str, Any], deck: Deck) -> Iterator[Found]:
    """What does not fit between the abilities of a deck and its cards; every ability is sound in itself."""
    done = [found for found in (_read(entry)[0] for entry, _ in _entries(raw)) if found is not None]
    begun = [inner.value for found in done for _, inner in found.everything() if inner.name == "begin"]
    staying = {found.entry.card for found in done if found.says("stay")}
    for found in done:
        for name, phrase in found.everything():
            for loc, message in _phrase_flaws(phrase, deck, begun):
                yield (*found.entry.loc, name, *phrase.loc, *loc), message
        card = found.entry.card
        if card and card not in staying and card != "storm":
            if found.ability.origin == "play":
                message = f"nothing makes the card {card} stay in play ({{ stay = 2 }})"
                yield (*found.entry.loc, "from"), message
            elif found.always:
                message = f"true while the card is in play, but nothing makes {card} stay there ({{ stay = 2 }})"
                yield (*found.entry.loc, "always"), message
    used = [found for found in done if found.ability.does]
    most = MAX_ABILITIES - OF_A_GEM if isinstance(deck, Character) else OF_A_GEM
    for found in used[most:]:
        yield found.entry.loc, f"has {len(used)} abilities that can be used; at most {most}"


def _phrase_flaws(phrase: Phrase, deck: Deck, begun: list[str]) -> Iterator[Found]:
    arguments = {phrase.name: phrase.word.value, **phrase.word.more}
    given = {phrase.name: phrase.value, **phrase.more}
    slots = [card.slot for card in deck.cards]
    for name, argument in arguments.items():
        value = given[name]
        if argument.kind == "status" and phrase.name != "begin" and value not in begun:
            none = "nothing of this character begins one"
            yield (name,), unknown("status", value, begun).message if begun else f"unknown status {value!r}; {none}"
        elif argument.kind == "filter" and not isinstance(value, str):
            for slot in value or ():
                if slot not in slots and _could_have(deck, slot):
                    yield (name,), unknown("slot", slot, slots).message
        elif argument.kind == "choice" and argument.choices == SLOTS and value not in slots:
            yield (name,), unknown("slot", value, slots).message


def _could_have(deck: Deck, slot: str) -> bool:
    """Whether a card of this slot would stand in this file and nowhere else."""
    return isinstance(deck, Character) and slot not in GEM_SLOTS


def _quoted(names: tuple[str, ...]) -> str:
    return or_(tuple(f'"{name}"' for name in names))


assert set(BEFORE_COMBAT) < set(WINDOWS)
