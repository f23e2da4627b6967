"""Rows of the event log in words that a player can read, and as records for JSON.

The log (:mod:`yomisim.rules.yomi1.events`) is written by the compiled game. Everything here is a function of its
rows and of the names in the card data; rows that belong together (a hit and the life it costs, the cards drawn at
one time) become one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yomisim.cards.load import Game
from yomisim.cards.verbs import HANDS
from yomisim.cards.yomi1.pack import card_name, side_name
from yomisim.cards.yomi1.pack_abilities import programs, statuses
from yomisim.cards.yomi1.schema import SIDE_NAMES, Character
from yomisim.cards.yomi1.tables import JOKER, KIND_NAMES, RANK_NAMES
from yomisim.rules.yomi1.events import EVENT_NAMES, EVENTS, REASONS
from yomisim.rules.yomi1.state import ENDINGS

if TYPE_CHECKING:
    import numpy as np

    #: One row of the log: (event, seat, a, b, c, d).
    Row = Sequence[int] | np.ndarray

#: What the seats are called in JSON, and in words where both seats hold the same character.
PLAYERS = ("a", "b")

_COST = REASONS.index("cost")

#: Events that are nobody's, whatever seat their row holds.
_OF_NOBODY = frozenset({"tie", "no_contact", "knockdown_void"})


def narrate(game: Game, characters: Sequence[str | Character], rows: Iterable[Row]) -> list[str]:
    """Sentences for rows of the log, in their order.

    Parameters
    ----------
    game : the loaded game with its edition.
    characters : who sits in seats 0 and 1, as names or models.
    rows : any run of rows ``(event, seat, a, b, c, d)``: a whole game, a turn, or part of one.

    Raises
    ------
    BadInput
        for a name that no character of the game has.
    """
    cast = _cast(game, characters)
    return _Narrator(cast, _names(cast), [_read(row) for row in rows]).sentences()


def event_text(game: Game, characters: Sequence[str | Character], row: Row) -> str:
    """The sentence for one row by itself; parameters as for :func:`narrate`."""
    return narrate(game, characters, [row])[0]


def event_record(game: Game, row: Row, characters: Sequence[str | Character] | None = None) -> dict[str, Any]:
    """One row as a record for JSON.

    Returns
    -------
    ``event`` (its name), ``player`` ("a", "b", or None for what is nobody's), and the columns of the event by name.
    Cards and ranks are names (None for no card), reasons, endings, kinds and poker hands words, `waiting` and
    `from_deck` true or false. Sides are names of moves (``6 attack``), abilities and statuses go by their names; where
    `characters` is not given sides are a rank and an edge (``6 top``), abilities and statuses numbers.
    """
    line = _read(row)
    who = None if characters is None or line.seat not in (0, 1) else _cast(game, characters)[line.seat]
    record: dict[str, Any] = {"event": line.event, "player": None}
    if line.seat in (0, 1) and line.event not in _OF_NOBODY:
        record["player"] = PLAYERS[line.seat]
    for column in EVENTS[line.event]:
        record[column] = _value(line, column, who)
    return record


def player_names(game: Game, characters: Sequence[str | Character]) -> tuple[str, str]:
    """What the players are called: short names, with (a) and (b) where a character meets itself."""
    return _names(_cast(game, characters))


@dataclass(frozen=True)
class _Line:
    """A row with its columns by name."""

    event: str
    seat: int
    columns: dict[str, int]

    def __getitem__(self, column: str) -> int:
        return self.columns[column]


def _read(row: Row) -> _Line:
    event, seat, *values = (int(value) for value in row)
    name = EVENT_NAMES[event]
    return _Line(name, seat, dict(zip(EVENTS[name], values)))


def _cast(game: Game, characters: Sequence[str | Character]) -> tuple[Character, Character]:
    first, second = (game.character(who) if isinstance(who, str) else who for who in characters)
    return first, second


def _names(cast: tuple[Character, Character]) -> tuple[str, str]:
    first, second = (who.short_name for who in cast)
    return (first, second) if first != second else (f"{first} ({PLAYERS[0]})", f"{second} ({PLAYERS[1]})")


def _move_name(who: Character | None, side: int) -> str:
    if who is None:
        return f"{RANK_NAMES[side // 4]} {SIDE_NAMES[side % 4]}"
    return side_name(who, side)


def ability_name(who: Character, number: int) -> str:
    """The name of the ability with this number in the kit of a character."""
    return programs(who)[number].ability.name


def status_name(who: Character, number: int) -> str:
    """The name of the status with this number."""
    return next(name for name, each in statuses(who).items() if each == number)


def _value(line: _Line, column: str, who: Character | None) -> Any:
    """A column of a row as it stands in a record."""
    value = line[column]
    if column == "side":
        return _move_name(who, value)
    if who is not None and column == "ability":
        return ability_name(who, value)
    if who is not None and column == "status":
        return status_name(who, value)
    if line.event == "speed" and column == "turn":
        return TURNS[value]
    return _PLAIN.get(column, int)(value)


#: Which turn a change of speed is for (column `turn` of the event `speed`).
TURNS = ("this", "next")

#: Columns whose numbers stand for something else.
_PLAIN: dict[str, Callable[[int], Any]] = {
    "card": lambda card: card_name(card) if card >= 0 else None,
    "kind": lambda kind: KIND_NAMES[kind],
    "hand": lambda hand: HANDS[hand - 1],
    "rank": lambda rank: RANK_NAMES[rank],
    "reason": lambda reason: REASONS[reason],
    "ending": lambda ending: ENDINGS[ending],
    "waiting": bool,
    "from_deck": bool,
}


def _listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(", ".join(words).rsplit(", ", 1)) if len(words) > 1 else "".join(words)


def _some(n: int, what: str) -> str:
    """``1 Ace``, ``2 Aces``."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


class _Narrator:
    """Reads rows from the first to the last; each method takes the rows that its sentence covers."""

    def __init__(self, cast: tuple[Character, Character], names: tuple[str, str], lines: list[_Line]) -> None:
        self.characters = cast
        self.names = names
        self.lines = lines
        self.at = 0

    def sentences(self) -> list[str]:
        found = []
        while self.at < len(self.lines):
            line = self._take()
            say = getattr(self, f"_say_{line.event}", self._say_anything)
            found.append(say(line))
        return found

    # reading

    def _take(self) -> _Line:
        self.at += 1
        return self.lines[self.at - 1]

    def _next(self, *events: str, seat: int | None = None, **columns: int) -> _Line | None:
        """The next line if it is one of `events`, of this seat, and has these columns; else None."""
        if self.at >= len(self.lines):
            return None
        line = self.lines[self.at]
        if line.event not in events or (seat is not None and line.seat != seat):
            return None
        if any(line[column] != value for column, value in columns.items()):
            return None
        return self._take()

    def _run(self, *events: str, seat: int | None = None, **columns: int) -> list[_Line]:
        """All such lines that come next."""
        found = []
        while (line := self._next(*events, seat=seat, **columns)) is not None:
            found.append(line)
        return found

    # words

    def _who(self, line: _Line) -> str:
        return self.names[line.seat]

    def _move(self, line: _Line) -> str:
        """``6 attack (6C)``; a Joker goes by its card alone."""
        card = card_name(line["card"])
        if line["card"] // 4 == JOKER:
            return card
        return f"{side_name(self.characters[line.seat], line['side'])} ({card})"

    def _cards(self, lines: Iterable[_Line]) -> str:
        return _listed([card_name(line["card"]) for line in lines])

    def _paid(self, seat: int) -> str:
        paid = self._run("pay_ace", seat=seat)
        return f", paying {self._cards(paid)}," if paid else ""

    def _life(self, seat: int, amount: int) -> str:
        """Name and new life total in brackets, where the next line (which it covers) takes this amount from `seat`."""
        lost = self._next("damage", seat=seat, amount=amount)
        return f" ({self.names[seat]} {lost['life']})" if lost else ""

    def _effect(self, line: _Line) -> str:
        """What a follow-up, hit back or pump does."""
        if line["waiting"]:
            return f" for {line['damage']} (waiting under the face-down card)"
        return f" for {line['damage']}{self._life(1 - line.seat, line['damage'])}"

    # sentences

    def _say_turn(self, line: _Line) -> str:
        a, b = self.names
        return f"Turn {line['turn']}: {a} {line['life_0']}, {b} {line['life_1']}; {self._who(line)} has initiative."

    def _say_draw(self, line: _Line) -> str:
        reason = line["reason"]
        mine = [line, *self._run("draw", seat=line.seat, reason=reason)]
        why = REASONS[reason]
        if why == "opening":
            return f"{self._who(line)} starts with {self._cards(mine)}."
        text = f"{self._who(line)} draws {self._cards(mine)}"
        if why == "turn":
            theirs = self._run("draw", seat=1 - line.seat, reason=reason)
            return f"{text}, {self.names[1 - line.seat]} {self._cards(theirs)}." if theirs else f"{text}."
        because = {"block": " for the block", "normal": " for the normal attack"}
        return f"{text}{because.get(why, '')}."

    def _say_no_draw(self, line: _Line) -> str:
        return f"{self._who(line)} cannot draw: the deck is empty."

    def _opening(self, line: _Line, verb: str) -> str:
        return f"{verb} {self._move(line)}" if line.event == "opener" else "plays no card"

    def _say_opener(self, line: _Line) -> str:
        text = f"{self._who(line)} {self._opening(line, 'opens with')}"
        other = self._next("opener", "no_card", seat=1 - line.seat)
        if other is None:
            return f"{text}."
        verb = "with" if line.event == "opener" else "opens with"
        return f"{text}, {self._who(other)} {self._opening(other, verb)}."

    _say_no_card = _say_opener

    def _say_choose_again(self, line: _Line) -> str:
        return f"{self.names[1 - line.seat]} announces no-card; {self._who(line)} chooses anew."

    def _say_pay_ace(self, line: _Line) -> str:
        return f"{self._who(line)} pays {self._cards([line, *self._run('pay_ace', seat=line.seat)])}."

    def _say_hit(self, line: _Line) -> str:
        move = side_name(self.characters[line.seat], line["side"])
        return f"{self._who(line)}'s {move} hits for {line['damage']}{self._life(1 - line.seat, line['damage'])}."

    def _say_tie(self, line: _Line) -> str:
        return "A tie: both land."

    def _say_no_contact(self, line: _Line) -> str:
        return "Neither hits the other."

    def _say_block(self, line: _Line) -> str:
        text = f"{self._who(line)}'s {side_name(self.characters[line.seat], line['side'])} holds"
        lost = self._next("damage", seat=line.seat, reason=REASONS.index("block_damage"))
        return f"{text}; {lost['amount']} block damage ({self._who(line)} {lost['life']})." if lost else f"{text}."

    def _say_dodge(self, line: _Line) -> str:
        return f"{self._who(line)} gets out of the way and may hit back."

    def _say_burst(self, line: _Line) -> str:
        return f"{self._who(line)}'s Joker is a Gold Burst: it fetches Aces."

    def _say_damage(self, line: _Line) -> str:
        if (announced := self._announced(line)) is not None:
            return announced
        if line["reason"] == _COST:
            return f"{self._who(line)} pays {line['amount']} life ({self._who(line)} {line['life']})."
        why = {"block_damage": " through the block", "combo": " in the combo"}.get(REASONS[line["reason"]], "")
        return f"{self._who(line)} loses {line['amount']}{why} ({self._who(line)} {line['life']})."

    def _say_face_down(self, line: _Line) -> str:
        return f"{self._who(line)} puts a card face down."

    def _say_face_down_declined(self, line: _Line) -> str:
        return f"{self._who(line)} puts no card face down."

    def _say_follow(self, line: _Line) -> str:
        return f"{self._who(line)} follows with {self._move(line)}{self._paid(line.seat)}{self._effect(line)}."

    def _say_hit_back(self, line: _Line) -> str:
        return f"{self._who(line)} hits back with {self._move(line)}{self._paid(line.seat)}{self._effect(line)}."

    def _say_pump(self, line: _Line) -> str:
        return f"{self._who(line)} pumps with {card_name(line['card'])}{self._effect(line)}."

    def _say_combo_end(self, line: _Line) -> str:
        if line["moves"] == 1:
            return f"No other move follows; {line['damage']} damage in all."
        moves, points = _some(line["moves"], "move"), _some(line["points"], "combo point")
        return f"The combo is over: {moves}, {points}, {line['damage']} damage in all."

    def _say_rewind(self, line: _Line) -> str:
        text = f"{self._who(line)} reveals {card_name(line['card'])}: {line['prevented']} damage undone"
        drawn = self._run("draw", seat=line.seat, reason=REASONS.index("rewind"))
        return f"{text}, and draws {self._cards(drawn)}." if drawn else f"{text}."

    def _say_bluff(self, line: _Line) -> str:
        text = f"{self._who(line)} reveals {card_name(line['card'])}, a bluff"
        lost = self._next("damage", seat=line.seat)
        return f"{text}: the waiting {lost['amount']} land ({self._who(line)} {lost['life']})." if lost else f"{text}."

    def _say_joker_wasted(self, line: _Line) -> str:
        return f"{self._who(line)} reveals {card_name(line['card'])}: nothing to undo."

    def _say_knockdown(self, line: _Line) -> str:
        return f"{self._who(line)} is knocked down for the next combat."

    def _say_chain(self, line: _Line) -> str:
        return f"{self._who(line)}'s chain of {line['length']} earns {_some(line['aces'], 'Ace')}."

    def _say_return_card(self, line: _Line) -> str:
        return f"{self._who(line)} takes {card_name(line['card'])} back."

    def _say_power_up(self, line: _Line) -> str:
        paid = self._run("discard", seat=line.seat, reason=REASONS.index("power_up"))
        what = self._cards(paid) or f"{line['count']} cards of rank {RANK_NAMES[line['rank']]}"
        return f"{self._who(line)} powers up: {what} for {_some(line['aces'], 'Ace')}."

    def _say_discard(self, line: _Line) -> str:
        if (announced := self._announced(line)) is not None:
            return announced
        more = self._run("discard", seat=line.seat, reason=line["reason"])
        why = {"hand_limit": " down to the hand limit", "cost": " as a cost"}.get(REASONS[line["reason"]], "")
        return f"{self._who(line)} discards {self._cards([line, *more])}{why}."

    def _say_take(self, line: _Line) -> str:
        taken = [line, *self._run("take", seat=line.seat)]
        piles = [("the discard pile", False), ("the deck", True)]
        parts = []
        for pile, from_deck in piles:
            cards = [one for one in taken if bool(one["from_deck"]) == from_deck]
            if cards:
                parts.append(f"{self._cards(cards)} from {pile}")
        shuffled = " and shuffles" if self._next("shuffle", seat=line.seat) else ""
        return f"{self._who(line)} takes {', '.join(parts)}{shuffled}."

    def _say_shuffle(self, line: _Line) -> str:
        return f"{self._who(line)} shuffles the deck."

    def _say_knockdown_void(self, line: _Line) -> str:
        return "Both are knocked down: that has no effect."

    def _say_game_over(self, line: _Line) -> str:
        how = {
            "knockout": f"{self.names[1 - line.seat]} is knocked out" if line.seat in (0, 1) else "a knockout",
            "both_at_zero": "both are at 0",
            "last_card": "a deck has run out",
            "turn_limit": "the turn limit is reached",
        }[ENDINGS[line["ending"]]]
        return f"{self._who(line)} wins: {how}." if line.seat in (0, 1) else f"A draw: {how}."

    # abilities

    def _announced(self, first: _Line) -> str | None:
        """The sentence for an ability whose costs begin with `first`; None where the row is no such cost."""
        here = self.at
        seat = first.seat
        costs = [first] if first.event == "mill" or first.columns.get("reason") == _COST else []
        while costs and (
            line := self._next("discard", "damage", seat=seat, reason=_COST) or self._next("mill", seat=seat)
        ):
            costs.append(line)
        line = self._next("ability", seat=seat) if costs else None
        if line is None:
            self.at = here
            return None
        cards = self._cards(each for each in costs if each.event == "discard")
        life = [f"{each['amount']} life ({self._who(each)} {each['life']})" for each in costs if each.event == "damage"]
        milled = [f"{card_name(each['card'])} from the deck" for each in costs if each.event == "mill"]
        return f"{self._use(line)}, paying {_listed([*([cards] if cards else []), *life, *milled])}."

    def _use(self, line: _Line) -> str:
        who = self.characters[line.seat]
        ability = programs(who)[line["ability"]].ability
        if ability.auto:
            return f"{self._who(line)}'s {ability.name} happens"
        card = f" ({card_name(line['card'])})" if line["card"] >= 0 else ""
        return f"{self._who(line)} uses {ability.name}{card}"

    def _say_ability(self, line: _Line) -> str:
        return f"{self._use(line)}."

    def _say_countered(self, line: _Line) -> str:
        return f"{self._who(line)}'s {ability_name(self.characters[line.seat], line['ability'])} is countered."

    def _say_heal(self, line: _Line) -> str:
        return f"{self._who(line)} gains {line['amount']} life ({self._who(line)} {line['life']})."

    def _say_show(self, line: _Line) -> str:
        what = card_name(line["card"]) if line["card"] >= 0 else "the whole hand"
        return f"{self._who(line)} shows {what}."

    def _say_rotate(self, line: _Line) -> str:
        return f"{self._who(line)} turns the combat card to {self._move(line)}."

    def _say_stay(self, line: _Line) -> str:
        return f"{self._who(line)}'s {card_name(line['card'])} stays in play."

    def _say_leave(self, line: _Line) -> str:
        gone = [line, *self._run("leave", seat=line.seat)]
        return f"{self._who(line)}'s {self._cards(gone)} {'leave' if len(gone) > 1 else 'leaves'} play."

    def _say_name_kind(self, line: _Line) -> str:
        return f"{self._who(line)} names {KIND_NAMES[line['kind']]}."

    def _say_mill(self, line: _Line) -> str:
        if (announced := self._announced(line)) is not None:
            return announced
        turned = [line, *self._run("mill", seat=line.seat)]
        return f"{self._who(line)} turns over {self._cards(turned)} from the deck."

    def _say_look(self, line: _Line) -> str:
        return f"{self._who(line)} looks at {_some(line['count'], 'card')} on top of the deck."

    def _say_put_on_deck(self, line: _Line) -> str:
        """The rows are in the order in which the cards are put down: the last one is drawn first."""
        put = [line, *self._run("put_on_deck", seat=line.seat)]
        first = ", the first on top" if len(put) > 1 else ""
        return f"{self._who(line)} puts {self._cards(reversed(put))} on the deck{first}."

    def _say_put_at_bottom(self, line: _Line) -> str:
        return f"{self._who(line)}'s {card_name(line['card'])} goes under the deck."

    def _say_stand_up(self, line: _Line) -> str:
        return f"{self._who(line)} is not knocked down any more."

    def _say_shield(self, line: _Line) -> str:
        return f"{self._who(line)} is shielded: the hit does nothing."

    def _say_speed(self, line: _Line) -> str:
        change = f"{abs(line['tenths']) / 10:g} {'slower' if line['tenths'] > 0 else 'faster'}"
        return f"{self._who(line)}'s moves are {change} {TURNS[line['turn']]} turn."

    def _say_second_strike(self, line: _Line) -> str:
        return f"{self._who(line)}'s attack lands after all."

    def _say_status(self, line: _Line) -> str:
        name = status_name(self.characters[line.seat], line["status"]).replace("_", " ")
        return f"{self._who(line)}: {name} until the end of the turn."

    def _say_poker(self, line: _Line) -> str:
        name = HANDS[line["hand"] - 1].replace("_", " ")
        return f"{self._who(line)} shows {name if name.startswith('four') else f'a {name}'}."

    def _say_blackjack(self, line: _Line) -> str:
        return f"{self._who(line)} {'stops at' if line['total'] <= 21 else 'goes over with'} {line['total']}."

    def _say_anything(self, line: _Line) -> str:
        """An event that has no words of its own yet."""
        details = ", ".join(f"{column} {_PLAIN.get(column, int)(value)}" for column, value in line.columns.items())
        who = f"{self._who(line)}: " if line.seat in (0, 1) else ""
        return f"{who}{line.event.replace('_', ' ')}{f' ({details})' if details else ''}."
