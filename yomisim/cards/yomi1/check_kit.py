"""Whether the abilities of a character fit together, and fit its cards and its life, in one edition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yomisim.cards.phrases import Phrase
from yomisim.cards.reading import Loc
from yomisim.cards.yomi1.check_abilities import Entry, Read, entries, read
from yomisim.cards.yomi1.schema import SIDE_NAMES, Card
from yomisim.cards.yomi1.sets import ranks_in
from yomisim.cards.yomi1.tables import MAX_ABILITIES, RANK_NAMES
from yomisim.errors import unknown

#: Kinds of side that an ability with from = "combat" can stand on in these windows.
KINDS_AT = {
    "guard": ("block",),
    "block_draw": ("block",),
    "guarded": ("block", "dodge"),
    "block_damage": ("attack",),
    "hit": ("attack", "throw"),
    "second_strike": ("attack",),
}
#: Traits that hold for the character as a whole: one record, one value.
ONLY_ONE = ("undodgeable", "linker", "shield")
#: Statuses are bits of one number.
MOST_STATUSES = 60

Placed = tuple[Loc, str]


def kit_flaws(raw: dict[str, Any], edition: str, values: dict[str, Any]) -> list[Placed]:
    """What does not fit, by place in the file `raw`; `values` are those of the edition, resolved.

    Every ability has passed the checks of its own.
    """
    listed = entries(raw, edition)
    done = [found for found in (read(entry)[0] for entry in listed) if found is not None]
    return [*_Kit(done, [Card.model_validate(card) for card in values["cards"]], values["hit_points"]).flaws()]


class _Kit:
    def __init__(self, abilities: list[Read], cards: list[Card], life: int) -> None:
        self.abilities = abilities
        self.cards: dict[str, Card] = {card.rank: card for card in cards}
        self.life = life
        sides = [card.side(name) for card in cards for name in SIDE_NAMES]
        self.tags = list(dict.fromkeys(tag for side in sides for tag in side.tags))
        self.gated = any(side.requires for side in sides)
        self.stays = list(dict.fromkeys(found.ability.name for found in abilities if found.says("stay")))
        self.begun = list(
            dict.fromkeys(
                phrase.value for found in abilities for _, phrase in found.everything() if phrase.name == "begin"
            )
        )

    def flaws(self) -> Iterator[Placed]:
        used = [found for found in self.abilities if found.does]
        if len(used) > MAX_ABILITIES:
            message = f"the character has {len(used)} abilities that can be used; at most {MAX_ABILITIES}"
            yield used[MAX_ABILITIES].entry.loc, message
        if len(self.begun) > MOST_STATUSES:
            message = f"the character has {len(self.begun)} statuses; at most {MOST_STATUSES}"
            yield used[-1].entry.loc, message
        traits: set[str] = set()
        for found in self.abilities:
            loc = found.entry.loc
            for phrase in found.always:
                if phrase.name in traits and phrase.name in ONLY_ONE:
                    yield (*loc, "always", *phrase.loc, phrase.name), f"a second {phrase.name}; a character has one"
                traits.add(phrase.name)
            for name, phrase in found.everything():
                for inner, message in self._names(name, phrase):
                    yield (*loc, *inner), message
            for inner, message in (*self._side(found), *self._prices(found), *self._without_end(found)):
                yield (*loc, *inner), message

    def _names(self, name: str, phrase: Phrase) -> Iterator[Placed]:
        """Tags, statuses, abilities and cards that a phrase speaks of but that are not there."""
        arguments = {phrase.name: phrase.word.value, **phrase.word.more}
        given = {phrase.name: phrase.value, **phrase.more}
        for key, argument in arguments.items():
            value, loc = given[key], (name, *phrase.loc, key)
            if argument.kind == "sides" and value not in self.tags:
                yield loc, _no_such("tag", value, self.tags, "no side of this character carries a tag")
            elif argument.kind == "ability" and value not in self.stays:
                yield loc, _no_such("ability", value, self.stays, "no card of this character stays in play")
            elif argument.kind == "status" and phrase.name != "begin" and value not in self.begun:
                yield loc, _no_such("status", value, self.begun, "no ability begins a status ({ begin = ... })")
            elif argument.kind == "filter" and value and not ranks_in(value, self.cards.values()):
                yield loc, f"no card of this character is a {value}"
        if phrase.name == "rotate" and phrase.value == "gated" and not self.gated:
            yield (name, *phrase.loc, "rotate"), "no side of this character requires anything to be in play"

    def _side(self, found: Read) -> Iterator[Placed]:
        ability, rank = found.ability, found.entry.card
        if found.source == "play" and not any(
            other.entry.card == rank and other.says("stay") for other in self.abilities
        ):
            yield ("from",), f"no ability of rank {rank} makes the card stay in play ({{ stay = true }})"
        if found.source != "combat":
            return
        card = self.cards[rank]
        if ability.side != "both" and card.top == card.side("bottom"):
            yield ("side",), 'both sides of this card are the same; write side = "both"'
            return
        wanted = KINDS_AT.get(ability.window)
        for name in SIDE_NAMES:
            kind = card.side(name).kind
            if wanted and ability.side in (name, "both") and kind not in wanted:
                message = f"the {name} of rank {rank} is {_a(kind)}; the window {ability.window!r} needs {_a(*wanted)}"
                yield ("side",), message

    def _without_end(self, found: Read) -> Iterator[Placed]:
        """A card from hand that fetches its like back from the discard pile, and again."""
        for name, phrase in found.everything() if found.source == "hand" and not found.ability.once else ():
            if phrase.name == "take" and phrase.more["from"] != "deck":
                if found.entry.card in ranks_in(phrase.value, self.cards.values()):
                    message = f"takes cards of its own rank {found.entry.card} back without end; write once = true"
                    yield (name, *phrase.loc, "take"), message

    def _prices(self, found: Read) -> Iterator[Placed]:
        """Costs that nobody can pay."""
        discards = [(phrase, ranks_in(phrase.more["cards"], self.cards.values())) for phrase in _paid(found, "discard")]
        for phrase, ranks in discards:
            number = sum(other.value for other, others in discards if set(others) <= set(ranks))
            there, which = self._cards_there(found, phrase.more["cards"], ranks)
            if number > there:
                total = f"together with the others {number}" if number > phrase.value else f"got {number}"
                message = f"{total}; nobody can pay that: {there} {which} can be in hand"
                yield ("cost", *phrase.loc, "discard"), message
                break  # costs of the same cards are one mistake
        life = sum(phrase.value for phrase in _paid(found, "life"))
        for phrase in _paid(found, "life")[:1]:
            if life >= self.life:
                message = (
                    f"got {life}; nobody can pay that: the character has {self.life} life, at most {self.life - 1}"
                )
                yield ("cost", *phrase.loc, "life"), message
        needed = sum(phrase.value for phrase, _ in discards) + int(found.source == "hand")
        for condition in found.conditions if discards else ():
            most = {"hand_at_most": condition.value, "only_card_in_hand": 1}.get(condition.name, 54)
            if needed > most:
                message = f"nobody can pay that: takes {needed} cards from hand, but {condition.name} allows {most}"
                yield ("cost", *discards[0][0].loc, "discard"), message

    def _cards_there(self, found: Read, filter_: Any, ranks: tuple[str, ...]) -> tuple[int, str]:
        """How many cards of a filter can be in hand beside the ability's own card, and what they are."""
        own = int(found.source in ("hand", "combat") and found.entry.card in ranks)
        if filter_ == "combat_suit":
            return len(RANK_NAMES) - 2, "other cards of that suit"  # thirteen of a suit, one of them lies in combat
        cards = sum(self.cards[rank].copies for rank in ranks)
        other = "other " if own else ""
        which = "cards" if filter_ == "any" else f"cards of kind {filter_}" if isinstance(filter_, str) else ""
        return cards - own, other + (which or f"cards of rank {', '.join(ranks)}")


def _paid(found: Read, cost: str) -> list[Phrase]:
    return [phrase for phrase in found.cost if phrase.name == cost]


def _no_such(what: str, value: str, known: list[str], none: str) -> str:
    return unknown(what, value, known).message if known else f"unknown {what} {value!r}; {none}"


def _a(*kinds: str) -> str:
    return " or ".join(f"{'an' if kind[0] == 'a' else 'a'} {kind}" for kind in kinds)


def required_flaws(cards: list[Card], listed: list[Entry]) -> Iterator[tuple[str, str, str]]:
    """Sides that require something that never is in play, as (rank, side, message)."""
    done = [found for found in (read(entry)[0] for entry in listed) if found is not None]
    unlocking = [found.ability.name for found in done for phrase in found.always if phrase.name == "unlocks"]
    for card in cards:
        for name in SIDE_NAMES if not card.same_both_sides else SIDE_NAMES[:1]:
            requires = card.side(name).requires
            if requires and requires not in unlocking:
                none = "no ability of this character has the trait { unlocks = true }"
                yield card.rank, name, _no_such("ability", requires, unlocking, none)
