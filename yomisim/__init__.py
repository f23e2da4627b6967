"""Monte Carlo balance analysis for the fighting card games Yomi and Yomi 2 (unofficial).

    import yomisim as ys

    game = ys.load("yomi1", edition="second")
    result = ys.matchups(game, games=10_000)
    result.pivot()        # win rates, strongest first
    result.headline()     # what is notable, in words
    one, other = list(game.characters)[:2]
    ys.simulate(game, one, other, games=1_000)
    ys.compare(ys.load("yomi1", "first"), game).table     # what a change did, on the same luck
    ys.patch(game, "change.toml")[0].table                # what a patch would do; ys.knockouts, ys.suggest
    ys.meta(result, best_of=5).table                      # whom to pick
    ys.openers(game, one, other).table                    # what to open with, and what a wrong opener costs
    ys.opener_trials(game).gains                          # the same for all characters, tried out in their games
    ys.combos(game, one).table                            # the most damage of every starter
    ys.ladder(game, policies=["greedy", "equilibrium"]).table  # who plays better
    ys.agreement({"equilibrium": result}).wide()               # how near this is to how people's games ended

Nothing heavy is imported before it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yomisim.batch.plan import DEFAULT_POLICY
from yomisim.errors import BadInput, check_type

if TYPE_CHECKING:
    from yomisim.cards.load import Game
    from yomisim.estimate.agreement import Agreement
    from yomisim.estimate.combo_parts import AnyCombos
    from yomisim.estimate.editions import Changes
    from yomisim.estimate.knockouts import play_knockouts as knockouts
    from yomisim.estimate.ladder import Ladder
    from yomisim.estimate.ladder import play_restricted as restricted
    from yomisim.estimate.opener_result import OpenerMixes
    from yomisim.estimate.patches import play_patches as patch
    from yomisim.estimate.picks import Picks
    from yomisim.estimate.result import Matchups
    from yomisim.estimate.sensitivities import play_sensitivities as sensitivities
    from yomisim.estimate.suggest import suggest
    from yomisim.estimate.trials import Trials
    from yomisim.scenario.combo_verdict import Verdict

__version__ = "0.1.0"
__all__ = [
    "BadInput",
    "__version__",
    "agreement",
    "combos",
    "compare",
    "knockouts",
    "ladder",
    "load",
    "matchups",
    "meta",
    "opener_trials",
    "openers",
    "patch",
    "play_combo",
    "restricted",
    "sensitivities",
    "simulate",
    "suggest",
]
#: Functions that are taken from their rooms as they are, when they are asked for.
_TAKEN = {
    "knockouts": ("yomisim.estimate.knockouts", "play_knockouts"),
    "patch": ("yomisim.estimate.patches", "play_patches"),
    "restricted": ("yomisim.estimate.ladder", "play_restricted"),
    "sensitivities": ("yomisim.estimate.sensitivities", "play_sensitivities"),
    "suggest": ("yomisim.estimate.suggest", "suggest"),
}


def __getattr__(name: str) -> Any:
    """The functions of :data:`_TAKEN`."""
    if name not in _TAKEN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room, own = _TAKEN[name]
    return getattr(import_module(room), own)


def __dir__() -> list[str]:
    """The public names only: what this module imports for itself is nobody's business."""
    return sorted(__all__)


def load(game: str, edition: str | None = None, data: Path | str | None = None, gem: str | None = None) -> Game:
    """Load a game's rules and characters, of one edition.

    Parameters
    ----------
    game : id of the game, ``"yomi1"`` or ``"yomi2"``.
    edition : None takes the game's default edition.
    data : folder with the card data; None looks it up ($YOMISIM_DATA, ./data, the package's own copy).
    gem : of Yomi 2, which both players wear; None is the one that the data name, or none.

    Raises
    ------
    BadInput : for an unknown name, an argument of the wrong type, or a mistake in the data (with file and field).
        It is a ValueError.
    """
    from yomisim.cards.load import load_game
    from yomisim.paths import checked_path

    return load_game(game, edition, None if data is None else checked_path(data), gem)


def matchups(
    game: Game | str,
    games: int | None = None,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    workers: int | None = None,
    precision: float | None = None,
    combats: bool = False,
) -> Matchups:
    """Play every pair of characters and estimate their win rates.

    Returns a :class:`yomisim.estimate.result.Matchups`: `.table` is the tidy DataFrame (one row per pair, rates as
    fractions with 95% intervals), `.pivot()` the square of win rates, `.strengths()`, `.notable()`, `.mirrors()`,
    `.balance()` and `.headline()` what follows from it.

    Parameters
    ----------
    game : a loaded game or its id.
    games : games per pair, played in pairs of swapped seats; an odd number is raised by one. None is 10,000.
    seed : 0 to 2**64 - 1; the same seed gives the same result for any number of workers.
    policy : who plays both sides: equilibrium, greedy or random.
    characters : which characters (ids or names); None is all.
    workers : threads; None is one per core.
    precision : instead of `games`: play each pair until its 95% interval is within so many points to either side.
    combats : whether to count what happens in the combats too: `.combats` of the result then holds tables of what is
        opened with, what it wins, what cards are used for, and who wins from a lead
        (:class:`yomisim.estimate.combats.Combats`). The same games, a few percent slower.

    Raises
    ------
    BadInput : for an unknown name, an argument of the wrong type, or a number out of range.
    """
    from yomisim.estimate.result import play_matchups

    how: dict[str, Any] = {"seed": seed, "policy": policy, "characters": characters, "workers": workers}
    return play_matchups(game, games=games, precision=precision, counting=bool(combats), **how)


def simulate(
    game: Game | str,
    a: str,
    b: str,
    games: int = 10_000,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    policy2: str | None = None,
    workers: int | None = None,
) -> dict[str, Any]:
    """Play one pair, `a` always as player 1, and count.

    Returns
    -------
    dict with the keys ``game, edition, p1, p2, policy [2], games, seed, wins [2], draws, unfinished, win_rate``
    (of `a`, draws count half) ``, ci95 [2], mean_turns, games_per_second, data, data_hash``.

    Raises
    ------
    BadInput : for an unknown name, an argument of the wrong type, or a number out of range.
    """
    from yomisim.estimate.duel import play_duel
    from yomisim.estimate.result import loaded_game

    return play_duel(loaded_game(game), a, b, games=games, seed=seed, policy=policy, policy2=policy2, workers=workers)


def compare(
    before: Game,
    after: Game,
    games: int = 10_000,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    workers: int | None = None,
) -> Changes:
    """Play every pair with two data sets on the same luck: two editions, or a data set and a changed copy.

    Returns a :class:`yomisim.estimate.editions.Changes`: `.table` has one row per pair with the rates before and after
    and their difference with a paired 95% interval, `.characters()` the same for mean strengths, `.headline()` what is
    notable in words, `.before` and `.after` the two matchup tables, `.left_out` the characters that only one side has.

    Parameters
    ----------
    before, after : loaded games.
    games, seed, policy, characters, workers : as for :func:`matchups`; None for the characters takes those that both
        sides have.

    Raises
    ------
    BadInput : for an unknown name, an argument of the wrong type, or a number out of range.
    """
    from yomisim.estimate.editions import play_changes

    how: dict[str, Any] = {"policy": policy, "characters": characters, "workers": workers}
    return play_changes(before, after, games=games, seed=seed, **how)


def ladder(
    game: Game | str,
    policies: Iterable[str] | str | None = None,
    games: int = 10_000,
    seed: int = 1,
    characters: Iterable[str] | str | None = None,
    workers: int | None = None,
) -> Ladder:
    """Play every policy against every other one, over the mirrors and over all pairs of characters.

    Returns a :class:`yomisim.estimate.ladder.Ladder`: `.table` has one row per scope and two policies with the win rate
    of policy 1 (a fraction, draws count half) and its 95% interval, `.detail` the same for each character's mirror and
    each pair of characters, `.square()` the matrix of win rates.

    Parameters
    ----------
    policies : names; None is all but the restricted forms.
    games : games for each mirror and for each pair of characters, raised to a multiple of 4.
    game, seed, characters, workers : as for :func:`matchups`.

    Raises
    ------
    BadInput : for an unknown name, an argument of the wrong type, or a number out of range.
    """
    from yomisim.estimate.ladder import play_ladder

    return play_ladder(game, policies, games=games, seed=seed, characters=characters, workers=workers)


def agreement(charts: Mapping[str, Matchups], data: Path | str | None = None) -> Agreement:
    """Compare results with how people's games ended; these figures are for comparison and never for tuning.

    Returns a :class:`yomisim.estimate.agreement.Agreement`: `.table` has one row per chart and measure (correlation,
    root mean square difference in points, ...) with a 95% interval, and the same for two yardsticks and for the noise
    ceiling; `.wide()` shows them side by side, `.worst(name)` the matchups that are farthest off.

    Parameters
    ----------
    charts : name -> result of :func:`matchups`, all of one game.
    data : folder with the data; None looks it up as :func:`load` does.

    Raises
    ------
    BadInput : for an argument of the wrong type, or where human play and the charts have fewer than three pairs in
        common.
    """
    from yomisim.estimate.agreement import compare_with_people
    from yomisim.estimate.human import chart_of, read_human
    from yomisim.estimate.result import Matchups
    from yomisim.paths import checked_path

    wanted = "results of matchups by name, such as {'greedy': result}"
    check_type("charts", charts, Mapping, wanted)
    for result in charts.values():
        check_type("charts", result, Matchups, wanted)
    games = {str(result.made["game"]) for result in charts.values()}
    if len(games) != 1:
        raise BadInput("give one or more results of one game, such as {'greedy': result}", field="charts")
    human = read_human(games.pop(), None if data is None else checked_path(data))
    return compare_with_people({name: chart_of(result) for name, result in charts.items()}, human)


def meta(
    chart: Any,
    best_of: int = 1,
    counterpick: str = "loser",
    ban: int = 0,
    mix: Mapping[str, float] | Path | str | None = None,
    edition: str | None = None,
    draws: int | None = None,
    seed: int = 1,
) -> Picks:
    """Which characters to pick in a match, from any matchup chart.

    Returns a :class:`yomisim.estimate.picks.Picks`: `.table` has one row per character (equilibrium probability in
    game 1, score, expected games, intervals), `.replies()` the best counterpick in every state of a match, `.given`
    what a given mix is worth, `.unique` whether there is no other equilibrium.

    Parameters
    ----------
    chart : path of a CSV file, a DataFrame (long or square), or the result of :func:`matchups`.
    best_of : games at most: 1, 3, 5 or 7.
    counterpick : "loser": the loser of a game repicks, knowing the winner's character, which stays; "none": first picks
        stay for the whole match.
    ban : how many characters each player bans for the other before the match.
    mix : a mix to judge: name -> probability, or a CSV file with ``character,probability``; not together with bans.
    edition : which edition of a chart that has several.
    draws, seed : how many charts are drawn within the chart's noise for intervals (None is a sensible number, 0 none),
        and from which seed.

    Raises
    ------
    BadInput : for a chart that is incomplete or contradicts itself, an argument of the wrong type, or a number out of
        range.
    """
    from yomisim.batch.plan import check_seed
    from yomisim.estimate.charts import as_chart
    from yomisim.estimate.pick_mix import mix_of, read_mix
    from yomisim.estimate.picks import DRAWS, Rules, solve_picks

    rules, number, table = Rules(best_of, counterpick, ban), check_seed(seed), as_chart(chart, edition)
    if mix is None:
        given = None
    else:
        given, _ = mix_of(mix, table) if isinstance(mix, Mapping) else read_mix(mix, table)
    return solve_picks(table, rules, given, DRAWS if draws is None else draws, number)


def openers(
    game: Game | str,
    a: str,
    b: str,
    position: str | None = None,
    state: Path | str | None = None,
    games_per_cell: int = 8000,
    policy: str = "greedy",
    seed: int = 1,
    workers: int | None = None,
) -> OpenerMixes:
    """How often to open with what at a position, and what every opener is worth there.

    Returns a :class:`yomisim.estimate.opener_result.OpenerMixes`: `.table` has one row per position, player and opener
    (probability with 95% interval, what it earns beyond the mix), `.cells` player 1's win probability for every two
    openers, `.positions` all of it as objects (value, exploitability, whether it is the only equilibrium).

    Parameters
    ----------
    game : a loaded game or its id.
    a, b : id, name or short name of player 1's and player 2's character.
    position : one line such as ``"a: hand 7 7 K A, life 34; b: cards 6, down"``.
    state : a scenario file, whose starting position is taken. With neither, four kinds of position from self-play.
    games_per_cell : games of every pair of openers that all hands hold.
    policy : who plays on after the openers.
    seed, workers : as for :func:`matchups`.

    Raises
    ------
    BadInput : for an unknown name, an argument of the wrong type, a number out of range, or a position that cannot be
        read.
    """
    from yomisim.paths import checked_path
    from yomisim.scenario.opener_mixes import opener_mixes

    file = None if state is None else checked_path(state, "state")
    how: dict[str, Any] = {"games_per_cell": games_per_cell, "policy": policy, "seed": seed, "workers": workers}
    return opener_mixes(game, a, b, state=file, position=position, **how)


def opener_trials(
    game: Game | str,
    games: int = 100,
    seed: int = 1,
    policy: str | None = DEFAULT_POLICY,
    characters: Iterable[str] | str | None = None,
    workers: int | None = None,
) -> Trials:
    """What every opener of every character is worth, tried out at sampled combats of ordinary games.

    At one combat in eight every opener of either hand is tried, beside what the policy opened with itself, and the game
    goes on from there on the same luck.

    Returns a :class:`yomisim.estimate.trials.Trials`: `.gains` has one row per character and move with what it gains
    over the policy's own choice (a fraction of a game) and its 95% interval, `.payoffs` the same for classes of moves
    by what the other player opened with.

    Parameters
    ----------
    games : games for each pair; about 25 more go on from each.
    game, seed, policy, characters, workers : as for :func:`matchups`.

    Raises
    ------
    BadInput : for an unknown name, an argument of the wrong type, or a number out of range.
    """
    from yomisim.estimate.trials import play_trials

    return play_trials(game, games=games, seed=seed, policy=policy, characters=characters, workers=workers)


def combos(
    game: Game | str,
    character: str,
    hand: str | None = None,
    opening: str | None = None,
    after_dodge: bool = False,
    switches: Iterable[str] = (),
    without: Iterable[str] = (),
    meter: int | None = None,
) -> AnyCombos:
    """The combos that deal most damage, for every starter and every number of cards.

    Returns a :class:`yomisim.estimate.combo_parts.AnyCombos`: `.table` has one row per starter, `.by_cards` one per
    starter and number of cards, `.best` is the best starter, `.starters` holds all of it as objects; `hand_values` in
    :mod:`yomisim.estimate.combo_hands` (of Yomi 2: `yomi2_combo_hands`) takes it and says what random hands are worth.

    Parameters
    ----------
    game : a loaded game or its id.
    hand : cards such as ``"2 3 4 K K A"``, of Yomi 2 ``"A B throw S1"``; None is every card of the deck.
    opening : the starter that has been played, ``"7 throw"``; then `hand` is what is left in hand after it.
    after_dodge : the starter hits back after a dodge.
    switches, without : abilities that are used, ``["Dragon Form"]``, and such that are always on and now off.
    meter : Yomi 2: super meter before the first move; None takes the least with which each combo can be played.

    Raises
    ------
    BadInput : for an unknown name, an argument of the wrong type, or more cards than the deck has.
    """
    from yomisim.estimate.combo_rooms import combo_room
    from yomisim.estimate.result import loaded_game
    from yomisim.scenario.rooms import combo_play_of

    loaded = loaded_game(game)
    cards = None if hand is None else combo_play_of(loaded.id).read_hand(hand)
    room = combo_room(loaded.id)
    how: dict[str, Any] = {"opening": opening, "after_dodge": after_dodge, "switches": switches, "without": without}
    return room.combos(room.find_place(loaded, character, hand=cards, meter=meter, **how))


def play_combo(game: Game | str, character: str, sequence: str, **place: Any) -> Verdict:
    """Whether a combo such as ``"t8>2>K+"`` is legal, and what it deals, or which rule it breaks.

    Returns a :class:`yomisim.scenario.combo_verdict.Verdict` with `.legal`, `.damage`, `.rule` and `.sentence`.

    Parameters
    ----------
    place : hand, opening, after_dodge, switches, without, meter, as for :func:`combos`.

    Raises
    ------
    BadInput : for a sequence that cannot be read, and as for :func:`combos`.
    """
    from yomisim.scenario.rooms import combo_play_of

    found = combos(game, character, **place).place
    return combo_play_of(found.game.id).play_sequence(found, sequence)
