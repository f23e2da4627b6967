"""Monte Carlo balance analysis for the fighting card games Yomi and Yomi 2 (unofficial).

    import yomisim as ys

    game = ys.load("yomi1", edition="second")
    result = ys.matchups(game, games=10_000)
    result.pivot()        # win rates, strongest first
    result.headline()     # what is notable, in words
    ys.simulate(game, *list(game.characters)[:2], games=1_000)
    ys.compare(ys.load("yomi1", "first"), game).table  # what a change did, on the same luck
    ys.combos(game, list(game.characters)[0]).table    # the most damage of every starter

Nothing heavy is imported before it is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yomisim.cards.load import Game
    from yomisim.estimate.combos import Combos
    from yomisim.estimate.editions import Changes
    from yomisim.estimate.result import Matchups
    from yomisim.scenario.combo_play import Verdict

__version__ = "0.1.0"
__all__ = ["__version__", "combos", "compare", "load", "matchups", "play_combo", "simulate"]


def load(game: str, edition: str | None = None, data: Path | str | None = None) -> Game:
    """Load a game's rules and characters, of one edition.

    Parameters
    ----------
    game : id of the game, ``"yomi1"``.
    edition : None takes the game's default edition.
    data : folder with the card data; None looks it up ($YOMISIM_DATA, ./data, the package's own copy).

    Raises
    ------
    BadInput : for an unknown name, or a mistake in the data (with file and field).
    """
    from yomisim.cards.load import load_game

    return load_game(game, edition, None if data is None else Path(data))


def matchups(
    game: Game | str,
    games: int = 10_000,
    seed: int = 1,
    policy: str = "greedy",
    characters: Iterable[str] | str | None = None,
    workers: int | None = None,
) -> Matchups:
    """Play every pair of characters and estimate their win rates.

    Returns a :class:`yomisim.estimate.result.Matchups`: `.table` is the tidy DataFrame (one row per pair, rates as
    fractions with 95% intervals), `.pivot()` the square of win rates, `.strengths()`, `.notable()`, `.mirrors()`,
    `.balance()` and `.headline()` what follows from it.

    Parameters
    ----------
    game : a loaded game or its id.
    games : games per pair, played in pairs of swapped seats; an odd number is raised by one.
    seed : 0 to 2**64 - 1; the same seed gives the same result for any number of workers.
    policy : who plays both sides.
    characters : which characters (ids or names); None is all.
    workers : threads; None is one per core.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    from yomisim.estimate.result import play_matchups

    return play_matchups(
        game, games=games, seed=seed, policy=policy, characters=characters, workers=workers, progress=None
    )


def simulate(
    game: Game | str,
    a: str,
    b: str,
    games: int = 10_000,
    seed: int = 1,
    policy: str = "greedy",
    policy2: str | None = None,
    workers: int | None = None,
) -> dict[str, Any]:
    """Play one pair, `a` always as player 1, and count.

    Returns
    -------
    dict with the keys ``game, edition, p1, p2, policy [2], games, seed, wins [2], draws, unfinished, win_rate``
    (of `a`, draws count half) ``, ci95 [2], mean_turns, games_per_second, data_hash``.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    from yomisim.estimate.duel import play_duel

    loaded = load(game) if isinstance(game, str) else game
    return play_duel(loaded, a, b, games=games, seed=seed, policy=policy, policy2=policy2, workers=workers)


def compare(
    before: Game,
    after: Game,
    games: int = 10_000,
    seed: int = 1,
    policy: str = "greedy",
    characters: Iterable[str] | str | None = None,
    workers: int | None = None,
) -> Changes:
    """Play every pair with two data sets on the same luck: two editions, or a data set and a changed copy.

    Returns a :class:`yomisim.estimate.editions.Changes`: `.table` has one row per pair with the rates before and after
    and their difference with a paired 95% interval, `.characters()` the same for mean strengths, `.headline()` what is
    notable in words, `.before` and `.after` the two matchup tables.

    Parameters
    ----------
    before, after : loaded games.
    games, seed, policy, characters, workers : as for :func:`matchups`.

    Raises
    ------
    BadInput : for an unknown name or a number out of range.
    """
    from yomisim.estimate.editions import play_changes

    return play_changes(
        before, after, games=games, seed=seed, policy=policy, characters=characters, workers=workers, progress=None
    )


def combos(
    game: Game | str,
    character: str,
    hand: str | None = None,
    opening: str | None = None,
    after_dodge: bool = False,
    switches: Iterable[str] = (),
    without: Iterable[str] = (),
) -> Combos:
    """The combos that deal most damage, for every starter and every number of cards.

    Returns a :class:`yomisim.estimate.combos.Combos`: `.table` has one row per starter, `.by_cards` one per starter and
    number of cards, `.best` is the best starter, `.starters` holds all of it as objects;
    :func:`yomisim.estimate.combo_hands.hand_values` takes it and says what random hands are worth.

    Parameters
    ----------
    game : a loaded game or its id.
    hand : cards such as ``"2 3 4 K K A"``; None is every card of the deck.
    opening : the starter that has been played, ``"7 throw"``; then `hand` is what is left in hand after it.
    after_dodge : the starter hits back after a dodge.
    switches, without : abilities that are used, ``["Dragon Form"]``, and such that are always on and now off.

    Raises
    ------
    BadInput : for unknown names and for more cards than the deck has.
    """
    from yomisim.estimate.combos import Combos, find_place
    from yomisim.scenario.combo_play import read_hand

    loaded = load(game) if isinstance(game, str) else game
    held = None if hand is None else read_hand(hand, "hand")
    place = find_place(
        loaded, character, hand=held, opening=opening, after_dodge=after_dodge, switches=switches, without=without
    )
    return Combos(place)


def play_combo(game: Game | str, character: str, sequence: str, **place: Any) -> Verdict:
    """Whether a combo such as ``"t8>2>K+"`` is legal, and what it deals, or which rule it breaks.

    Returns a :class:`yomisim.scenario.combo_play.Verdict` with `.legal`, `.damage`, `.rule` and `.sentence`.

    Parameters
    ----------
    place : hand, opening, after_dodge, switches, without, as for :func:`combos`.

    Raises
    ------
    BadInput : for a sequence that cannot be read, and as for :func:`combos`.
    """
    from yomisim.scenario.combo_play import play_sequence

    return play_sequence(combos(game, character, **place).place, sequence)
