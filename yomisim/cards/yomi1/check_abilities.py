"""Whether the abilities in a character file can be read and make sense, one by one.

What they need from the rest of the character is checked in :mod:`yomisim.cards.yomi1.check_kit`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from yomisim.cards import programs
from yomisim.cards.programs import Entry, Found, flat, or_
from yomisim.cards.reading import Loc, short
from yomisim.cards.yomi1.schema import Ability
from yomisim.cards.yomi1.tables import MAX_CONDITIONS, MAX_COSTS, MAX_VERBS
from yomisim.cards.yomi1.verbs import COSTS, IN_COMBAT, SOURCES, TRAITS, UNSETTLED, VERBS, WINDOWS, WORDS
from yomisim.errors import unknown

#: Fields of an ability that only mean something for one that can be used.
_OF_USE = ("window", "from", "side", "if", "cost", "auto", "once", "kept_if_countered")


class Read(programs.Read):
    """An ability of this game with its four lists read."""

    @property
    def source(self) -> str:
        """Where it comes from."""
        return self.ability.source or "innate"


def entries(raw: dict[str, Any], edition: str) -> list[Entry]:
    """The abilities of a character in one edition ("" for the values without changes)."""
    override = raw.get("editions", {}).get(edition, {})
    base: Loc = ("editions", edition) if "innate" in override else ()
    found = [
        Entry((*base, "innate", index), "", ability)
        for index, ability in enumerate((override if base else raw).get("innate", []))
    ]
    instead = [
        Entry(("editions", edition, "abilities", index), ability["rank"], _without_rank(ability))
        for index, ability in enumerate(override.get("abilities", []))
    ]
    replaced = {entry.card for entry in instead} | set(override.get("no_abilities", []))
    for index, card in enumerate(raw["cards"]):
        if card["rank"] not in replaced:
            for number, ability in enumerate(card.get("abilities", [])):
                found.append(Entry(("cards", index, "abilities", number), card["rank"], ability))
    return found + instead


def _without_rank(raw: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name != "rank"}


def all_entries(raw: dict[str, Any], flawed: Collection[Loc]) -> list[Entry]:
    """Every ability in a file that may have all kinds of mistakes; those that `flawed` touches are left out."""
    found = [*_listed(raw.get("innate"), ("innate",), "")]
    cards = raw.get("cards")
    for index, card in enumerate(cards if isinstance(cards, list) else []):
        if isinstance(card, dict):
            found += _listed(card.get("abilities"), ("cards", index, "abilities"), card.get("rank"))
    overrides = raw.get("editions")
    for edition, override in overrides.items() if isinstance(overrides, dict) else ():
        if isinstance(override, dict):
            found += _listed(override.get("innate"), ("editions", edition, "innate"), "")
            found += _listed(override.get("abilities"), ("editions", edition, "abilities"), None)
    return [entry for entry in found if not any(loc[: len(entry.loc)] == entry.loc for loc in flawed)]


def _listed(raws: Any, loc: Loc, rank: Any) -> Iterator[Entry]:
    for index, raw in enumerate(raws if isinstance(raws, list) else ()):
        if isinstance(raw, dict):
            own = raw.get("rank") if rank is None else rank
            yield Entry((*loc, index), own if isinstance(own, str) else "?", _without_rank(raw))


def read(entry: Entry) -> tuple[Read | None, list[Found]]:
    """The ability read, or what keeps it from being read."""
    done, found = programs.read(entry, Ability, WORDS)
    return (None if done is None else Read(**vars(done))), found


def local_flaws(entry: Entry) -> Iterator[Found]:
    """Everything that can be said about an ability without the rest of the character."""
    done, found = read(entry)
    yield from found
    if done is None:
        return
    found = [*_shape(done)]
    yield from found
    if found:
        return  # what follows takes window and source for granted
    yield from _traits(done)
    if done.ability.does:
        yield from _words_in_window(done)
        yield from _source(done)
        yield from _by_itself(done)
        yield from _shown_cards(done)
        yield from _limits(done)


def _shape(done: Read) -> Iterator[Found]:
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
        if ability.source not in ("", "innate"):
            yield (
                ("from",),
                f'got {short(ability.source)!r}; what stands on the character is "innate" (or leave it out)',
            )
            return
    elif not ability.source:
        yield ("from",), f"missing; needs one of {', '.join(SOURCES)}"
        return
    elif ability.source not in SOURCES:
        yield ("from",), unknown("source", short(ability.source), SOURCES).message
        return
    if done.source == "combat" and ability.side is None:
        yield ("side",), 'missing; from = "combat" needs the side: top, bottom or both'
    elif done.source != "combat" and ability.side is not None:
        yield ("side",), 'leave it out: only an ability with from = "combat" has a side'


def _traits(done: Read) -> Iterator[Found]:
    for phrase in done.always:
        where = TRAITS[phrase.name][0]
        loc = ("always", *phrase.loc, phrase.name)
        if where == "innate" and done.entry.card:
            yield loc, f"{phrase.name} stands on the character ([[innate]]), not on a card"
        elif where == "play" and not done.entry.card:
            yield loc, f"{phrase.name} stands on a card that stays in play, not on the character"
        elif where == "play" and not done.says("stay"):
            yield loc, f"{phrase.name} counts while the card is in play: needs the verb {{ stay = true }} in `does`"


def _words_in_window(done: Read) -> Iterator[Found]:
    window = done.ability.window
    for name, phrase in done.everything():
        loc = (name, *phrase.loc)
        word = phrase.word
        if word.windows and window not in word.windows:
            yield (
                (*loc, word.name),
                f"{word.name} makes no sense in the window {window!r}; it needs {or_(word.windows)}",
            )
        for key, value in (*phrase.more.items(), (word.name, phrase.value)):
            if isinstance(value, str) and value == "combat_suit":
                if name != "cost":
                    yield (*loc, key), "combat_suit is for costs only; write ranks or another kind of card"
                elif window not in IN_COMBAT:
                    message = f"there is no combat card in the window {window!r}; combat_suit needs {or_(IN_COMBAT)}"
                    yield (*loc, key), message
        if word.name == "speed" and phrase.more["turn"] == "this" and window not in (*UNSETTLED, "react"):
            yield (*loc, "turn"), f'too late for this turn in the window {window!r}; write turn = "next"'
    if window == "react" and not done.says("counter"):
        yield ("does",), 'the window "react" is for counters; needs the verb { counter = true }'


def _source(done: Read) -> Iterator[Found]:
    source, window = done.source, done.ability.window
    if source == "combat" and window not in IN_COMBAT:
        yield ("window",), f'no card lies in combat then; from = "combat" needs {or_(IN_COMBAT)}'
    if source == "innate" and done.entry.card and not any(phrase.name == "status" for phrase in done.conditions):
        message = (
            'an ability of a card with from = "innate" goes on with what another one has begun: needs the condition '
            "{ status = ... }, or another source"
        )
        yield ("from",), message
    for name, phrase in done.everything():
        loc = (name, *phrase.loc, phrase.name)
        if phrase.name in _DEED and source == "innate":
            yield loc, f'there is no card that could {_DEED[phrase.name]}: from = "innate"'
        elif phrase.name in _DEED and source not in _DEED_FROM[phrase.name]:
            yield loc, f'a card can {_DEED[phrase.name]} with from = {_quoted(_DEED_FROM[phrase.name])}, not "{source}"'
        elif phrase.name in _DEED and window == "hit":
            yield loc, f"only a combat card can {_DEED[phrase.name]}, not each move that hits; use another window"
        elif phrase.name == "return_self" and source == "hand" and not done.ability.once:
            yield loc, "the card could be used without end; write once = true"
        elif phrase.name == "only_card_in_hand" and source != "hand":
            yield loc, f'only_card_in_hand is about a card in hand; this ability has from = "{source}"'
    if done.ability.kept_if_countered and not (
        source == "combat" and (done.says("deny_block_draw") or done.says("deny_return"))
    ):
        message = 'only for an ability of a block (from = "combat") with deny_block_draw or deny_return; leave it out'
        yield ("kept_if_countered",), message


#: Verbs that put the ability's own card somewhere, and from where they can.
_DEED = {"stay": "stay in play", "return_self": "return to hand"}
_DEED_FROM = {"stay": ("hand", "combat"), "return_self": ("hand", "combat", "discard")}


def _quoted(names: tuple[str, ...]) -> str:
    return or_(tuple(f'"{name}"' for name in names))


def _by_itself(done: Read) -> Iterator[Found]:
    if not done.ability.auto:
        return
    if done.cost:
        yield ("auto",), "what happens by itself has no cost; leave auto out, or the cost"
    elif done.source == "hand":
        yield ("auto",), 'a card from hand is never used by itself; leave auto out (from = "hand")'
    elif done.ability.window == "react":
        yield ("auto",), "a counter never happens by itself; leave auto out"


def _shown_cards(done: Read) -> Iterator[Found]:
    shown = any(phrase.name == "mill" for phrase in done.cost)
    for outer in done.does:
        for phrase in outer.inside():
            if phrase.when and not shown:
                message = (
                    "no card has been milled or shown before; needs the cost { mill = 1 } or reveal_random before it"
                )
                yield ("does", *phrase.loc, "when"), message
            shown = shown or phrase.name == "reveal_random"


def _limits(done: Read) -> Iterator[Found]:
    rows = sum(1 for phrase in done.does for _ in flat(phrase))
    for name, what, number, most in (
        ("if", "conditions", len(done.conditions), MAX_CONDITIONS),
        ("cost", "costs", len(done.cost), MAX_COSTS),
        ("does", "verbs (those inside choices counted)", rows, MAX_VERBS),
    ):
        if number > most:
            yield (name,), f"has {number} {what}; at most {most}"
    for phrase in [phrase for phrase in done.cost if phrase.name == "mill"][1:]:
        yield ("cost", *phrase.loc, "mill"), "mill stands twice; one card from the deck an ability"
    tables = [inner for outer in done.does for inner in outer.inside() if inner.word.value.kind == "prices"]
    for phrase in tables[1:]:
        yield ("does", *phrase.loc, phrase.name), f"{phrase.name} stands twice; one table of prices an ability"


assert set(COSTS) == {"discard", "life", "mill"} and "stay" in VERBS  # words that are looked at here by name
