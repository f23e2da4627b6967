"""What a batch is to play: a game, pairs of characters, policies, a seed and a number of games.

A plan holds nothing that depends on the machine, so that a plan and the card data fix every result bit for bit.
"""

from __future__ import annotations

import hashlib
import operator
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from yomisim.errors import BadInput, check_different, check_type, read_names

if TYPE_CHECKING:
    from yomisim.cards.load import Game

#: More games than this in one pair are refused: that is days of play, and almost always a typing error.
MAX_GAMES = 10**10
#: Seeds are 64-bit numbers.
MAX_SEED = 2**64 - 1
MAX_WORKERS = 256
#: Who plays where nobody is named: None stands for the game's own choice, the policy that plays it best (the last of
#: `yomisim.batch.engine.Engine.policies`).
DEFAULT_POLICY: str | None = None


@dataclass(frozen=True)
class Pairing:
    """Two characters that meet.

    Parameters
    ----------
    a, b : ids of player 1 and player 2.
    swap : whether each game is played a second time with the seats exchanged, on the same luck.
    """

    a: str
    b: str
    swap: bool

    @property
    def mirror(self) -> bool:
        """Whether a character meets itself."""
        return self.a == self.b

    @property
    def key(self) -> int:
        """Where the luck of this pair comes from; see :func:`pair_key`."""
        return pair_key(self.a, self.b)


@dataclass(frozen=True)
class Plan:
    """A batch to play.

    Parameters
    ----------
    game : the loaded game with its edition.
    pairs : who meets whom.
    policies : names of the policies that play player 1 and player 2; they go with the character, not with the seat.
    seed : 0 to 2**64 - 1.
    games : games per pair; even where seats are swapped.
    """

    game: Game
    pairs: tuple[Pairing, ...]
    policies: tuple[str, str]
    seed: int
    games: int

    @property
    def total(self) -> int:
        """Games in the whole batch."""
        return self.games * len(self.pairs)


def pair_key(a: str, b: str) -> int:
    """A 64-bit number for two character ids, the same in either order, on every machine and in every edition.

    With one key for both editions the same seed gives both the same shuffles, so that they can be compared closely.
    """
    low, high = sorted((a, b))
    return int.from_bytes(hashlib.blake2b(f"{low}\0{high}".encode(), digest_size=8).digest(), "little")


def duel(
    game: Game,
    a: str,
    b: str,
    *,
    games: Any,
    seed: Any = 1,
    policy: str | None = DEFAULT_POLICY,
    policy2: str | None = None,
) -> Plan:
    """One pair, `a` always as player 1, seats never swapped.

    Parameters
    ----------
    a, b : id, name or short name of a character, in any case.
    games : 1 to MAX_GAMES.
    policy, policy2 : who plays `a` and who plays `b`; None is the game's default, and for `policy2` the same as
        `policy`.

    Raises
    ------
    BadInput : for an unknown character or policy, or a number out of range.
    """
    first, second = game.character(a).id, game.character(b).id
    pairs = (Pairing(first, second, swap=False),)
    policies = check_policies(policy, policy2, game.id)
    return Plan(game, pairs, policies, check_seed(seed), check_games(games))


def round_robin(
    game: Game,
    *,
    games: Any,
    seed: Any = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    pairs: Sequence[str] = (),
) -> Plan:
    """Every unordered pair of the characters in swapped seats, then every mirror in unswapped seats as a control.

    Parameters
    ----------
    games : games per pair, 1 to MAX_GAMES; an odd number is raised by one, because games come in swapped pairs.
    characters : ids, names or short names, as a list or separated by commas; None takes all of the game.
    pairs : only these, as "a-b"; "a-a" is a mirror. Empty takes all.

    Raises
    ------
    BadInput : for an unknown, repeated or single character, an unknown policy, or a number out of range.
    """
    policies = check_policies(policy, None, game.id)
    count = check_games(games)
    if pairs:
        wanted = check_pairs(game, pairs)
    else:
        ids = check_characters(game, characters)
        wanted = [*combinations(ids, 2), *((a, a) for a in ids)]
    pairings = tuple(Pairing(a, b, swap=a != b) for a, b in wanted)
    return Plan(game, pairings, policies, check_seed(seed), count + count % 2)


def check_pairs(game: Game, pairs: Sequence[str]) -> list[tuple[str, str]]:
    """Ids of pairs "a-b", each in alphabetical order, mirrors last; the order in which they are named changes nothing.

    Raises
    ------
    BadInput : for an unknown or repeated pair, or what is no pair.
    """
    found: list[tuple[str, str]] = []
    for text in pairs:
        check_type("pairs", text, str, 'a list of pairs such as "a-b"')
        names = text.split("-")
        if len(names) != 2:
            raise BadInput(f"{text!r} is no pair; write the ids of two characters as a-b", field="pairs")
        first, second = sorted(game.character(name.strip()).id for name in names)
        if (first, second) in found:
            raise BadInput(f"{first}-{second} is given twice; name each pair once", field="pairs")
        found.append((first, second))
    return sorted(found, key=lambda pair: (pair[0] == pair[1], pair))


def check_characters(game: Game, characters: Iterable[str] | str | None, least: int = 2) -> list[str]:
    """Ids of the characters asked for, sorted, so that the order in which they are named changes nothing.

    Parameters
    ----------
    characters : ids or names, as a list or separated by commas; None is all.
    least : how many are needed.

    Raises
    ------
    BadInput : for an unknown, repeated or empty name, for too few, or for what is no list of names.
    """
    if characters is None:
        return sorted(game.characters)
    ids = [game.character(name).id for name in read_names("characters", characters)]
    check_different("characters", ids, least)
    return sorted(ids)


def check_policies(policy: str | None, policy2: str | None, game: str) -> tuple[str, str]:
    """Both names, the second one equal to the first where it is not given.

    Parameters
    ----------
    policy : None takes the game's own default. game : id of the game that they are to play.

    Raises
    ------
    BadInput : for an unknown policy, or one that does not play this game.
    """
    from yomisim.batch.engine import engine_for
    from yomisim.policies.codes import base_policy, policy_code

    engine = engine_for(game)
    first = engine.policies[-1] if policy is None else policy
    names = (first, first if policy2 is None else policy2)
    for name in names:
        check_type("policy", name, str, f'the name of a policy, such as "{engine.policies[-1]}"')
        policy_code(name)
        if base_policy(name) not in (*engine.policies, *engine.rods):
            raise BadInput(f"{name!r} does not play {game} yet; known: {', '.join(engine.policies)}", field="policy")
    return names


def check_games(games: Any) -> int:
    """A number of games, 1 to MAX_GAMES."""
    return _whole_number(games, "games", 1, MAX_GAMES)


def check_count(name: str, count: Any, most: int, least: int = 1) -> int:
    """Any other number of things, `least` to `most`; `name` is the option that a message names."""
    return _whole_number(count, name, least, most)


def check_seed(seed: Any) -> int:
    """A seed, 0 to 2**64 - 1."""
    return _whole_number(seed, "seed", 0, MAX_SEED)


def check_game_number(number: Any) -> int:
    """The number of one game of a batch, counted from 0."""
    return _whole_number(number, "game", 0, MAX_GAMES - 1)


def check_workers(workers: Any) -> int:
    """A number of threads, 1 to MAX_WORKERS; None takes every core this process may use."""
    if workers is None:
        return min(cores(), MAX_WORKERS)
    return _whole_number(workers, "workers", 1, MAX_WORKERS)


def cores() -> int:
    """Cores that this process may use (fewer than the machine has where it is confined)."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def _whole_number(value: Any, field: str, low: int, high: int) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise BadInput(f"{value!r} is not a whole number", field=field) from None
    if not low <= number <= high:
        raise BadInput(f"{number} is out of range; it must be {low} to {high}", field=field)
    return number
