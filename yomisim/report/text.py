"""Results as plain text for a terminal."""

from __future__ import annotations

from typing import Any

from yomisim.cards.doubt import sentence
from yomisim.cards.load import Game
from yomisim.estimate import first_turn
from yomisim.estimate.editions import Changes
from yomisim.estimate.headline import percent, players_notation, shown_decimals
from yomisim.estimate.result import Matchups
from yomisim.estimate.savings import Saving, of_comparison


def duel_lines(figures: dict[str, Any], game: Game) -> list[str]:
    """What `simulate` prints for the figures of `yomisim.estimate.duel.summary`."""
    names = [game.characters[figures[key]].short_name for key in ("p1", "p2")]
    first, second = names
    policy1, policy2 = figures["policy"]
    low, high = (100 * limit for limit in figures["ci95"])
    half = (high - low) / 200
    games = figures["games"]
    counts = [
        (f"{first} wins", figures["wins"][0]),
        (f"{second} wins", figures["wins"][1]),
        ("draws", figures["draws"]),
    ]
    width = max(len(label) for label, _ in counts)
    lines = [
        f"{game.title}, {figures['edition']} edition: {first} ({policy1}) against {second} ({policy2}), "
        f"{games:,} game{'' if games == 1 else 's'}, seed {figures['seed']}",
        *(f"  {label:<{width}}  {count:>{len(f'{games:,}')},}" for label, count in counts),
    ]
    if figures["unfinished"]:
        lines[-1] += f"  ({figures['unfinished']:,} at the turn limit)"
    lines += [
        f"  win rate of {first}: {percent(figures['win_rate'], half)} "
        f"(95% interval {low:.1f} to {high:.1f}; draws count half)",
        f"  {figures['mean_turns']:.1f} turns a game; {figures['games_per_second']:,.0f} games/s; "
        f"data {figures['data']}, hash {figures['data_hash']}",
    ]
    if "first_turn" in figures:
        first = figures["first_turn"]
        lines.append(f"  {first_turn.words((first['win_rate'], *first['ci95']))}")
    doubt = sentence(
        (game.characters[i].short_name for i in figures.get("provisional", ())),
        game.gem if figures.get("provisional_gem") else None,
    )
    return lines + ([f"  {doubt}"] if doubt else [])


def matchup_lines(result: Matchups) -> list[str]:
    """The notable results and the square of win rates in players' notation (6.5 for 65%)."""
    made, mark = result.made, result.marked
    pivot, strengths, first = result.pivot(), result.strengths().set_index("character"), result.first_turn()
    width = max(6, *(len(name) for name in mark.values()))
    lines = [
        f"{made['title']}, {made['edition']} edition, {' against '.join(dict.fromkeys(made['policies']))} play, "
        f"{result.games_words()}{result.gem_words()}, seed {made['seed']}, data {made['data']}, "
        f"hash {made['data_hash']}",
        "",
        *result.headline(),
        *([] if first is None else [f"{first_turn.words(first)}."]),
        "",
        " ".join([" " * width, *(f"{mark[i][:5]:>5}" for i in pivot.columns), " mean  95% interval"]),
    ]
    for character, row in pivot.iterrows():
        own = strengths.loc[character]
        cells = [f"{'-' if i == character else players_notation(rate):>5}" for i, rate in row.items()]
        d = shown_decimals(50 * (own["ci_high"] - own["ci_low"]))
        mean = f"{100 * own['win_rate']:5.{d}f}  {100 * own['ci_low']:.{d}f} to {100 * own['ci_high']:.{d}f}"
        lines.append(" ".join([f"{mark[str(character)]:<{width}}", *cells, mean]))
    unfinished = int(result.table["unfinished"].sum())
    if unfinished:
        lines.append(f"{unfinished:,} of {made['games']:,} games stopped at the turn limit (counted as draws)")
    if "luck" in made:
        lines.append(f"{Saving(**made['luck']).sentence('swapped seats on the same shuffles')}")
    if made.get("uncertainty"):
        lines.append("intervals show the noise of games and the doubt about filled card values together")
    if result.doubt():
        lines.append(result.doubt())
    return lines


def change_lines(changes: Changes) -> list[str]:
    """What was compared, on which data, and the notable changes."""
    luck = of_comparison(changes.table, changes.before.table, changes.after.table)
    return [
        f"{changes.title}: {changes.before.made['games_per_pair']:,} games a pair and side, same luck, "
        f"seed {changes.before.made['seed']}",
        f"data {changes.data_words()}",
        *(f"- {line}" for line in changes.headline()),
        *([f"- {luck.sentence('Both sides on the same luck')}."] if luck.games else []),
        *([changes.doubt()] if changes.doubt() else []),
        "",
    ]


def change_table(changes: Changes) -> list[str]:
    """Mean strengths before and after in percent, and the change with its 95% interval."""
    names = changes.marked
    width = max(6, *(len(name) for name in names.values()))
    lines = [f"{'':<{width}}  before  after  change  95% interval   (* beyond chance)"]
    for row in changes.characters().itertuples(index=False):
        d = shown_decimals(50 * (row.ci_high - row.ci_low))
        lines.append(
            f"{names[row.character]:<{width}}  {100 * row.before:6.{d}f} {100 * row.after:6.{d}f} "
            f"{100 * row.difference:+7.{d}f}  {100 * row.ci_low:+.{d}f} to {100 * row.ci_high:+.{d}f}"
            f"{' *' if row.changed else ''}"
        )
    return lines


def run_lines(results: list[Matchups]) -> list[str]:
    """The notable results of each edition."""
    lines = []
    for result in results:
        made = result.made
        lines += [
            f"{made['title']}, {made['edition']} edition: {made['games']:,} games in {made['seconds']:.0f} s, "
            f"data {made['data']}, hash {made['data_hash']}",
            *(f"- {line}" for line in result.headline()),
            *([result.doubt()] if result.doubt() else []),
            "",
        ]
    return lines


def bench_lines(figures: dict[str, Any]) -> list[str]:
    """What `bench` prints for the figures of `yomisim.batch.bench.main`."""
    machine, start = figures["machine"], figures["start"]
    lines = [
        f"{figures['game']}, {figures['pairs']} pairs and mirrors, one core of: "
        f"{machine['processor']}, {machine['cores']} cores; data {figures['data']}, hash {figures['data_hash']}",
        f"{'policy':<8} {'edition':<9} {'rules':<14} {'games/s':>10} {'turns/s':>12} {'choices/s':>12} "
        f"{'turns/game':>11} {'choices/game':>13}",
    ]
    for row in figures["speeds"]:
        rules = "with abilities" if row["abilities"] else "base rules"
        lines.append(
            f"{row['policy']:<8} {row['edition']:<9} {rules:<14} {row['games_per_second']:>10,.0f} "
            f"{row['turns_per_second']:>12,.0f} {row['choices_per_second']:>12,.0f} {row['turns_per_game']:>11.1f} "
            f"{row['choices_per_game']:>13.1f}"
        )
    for row in figures["openspiel"] or []:
        lines.append(
            f"{'OpenSpiel, ' + row['game']:<33} {row['games_per_second']:>10,.0f} {'':>12} "
            f"{row['choices_per_second']:>12,.0f} {'':>11} {row['choices_per_game']:>13.1f}"
        )
    if figures["ratio"] is not None:
        lines.append(f"choices a second of random play, in units of OpenSpiel's goofspiel: {figures['ratio']:.1f}")
    for row in figures.get("solo", ()):
        lines.append(
            f"{'against bots, ' + row['policy']:<33} {row['games_per_second']:>10,.0f} "
            f"{row['turns_per_second']:>12,.0f} {'':>12} {row['turns_per_game']:>11.1f}"
        )
    for row in figures["scaling"]:
        lines.append(
            f"{row['kind']:<8} {row['workers']:>3} worker{' ' if row['workers'] == 1 else 's'} "
            f"{row['games_per_second']:>32,.0f}  {row['speedup']:.2f} times one thread"
        )
    cold = f"{start['cold']['seconds']:.1f} s with everything to compile, " if "cold" in start else ""
    lines.append(f"fresh process: {cold}a first result in {start['warm']['seconds']:.2f} s with a warm cache")
    for row in figures["memory"] or []:
        rows = "with a row of every game" if row["rows"] else "without rows"
        lines.append(f"{row['games']:,} games {rows}: at most {row['megabytes']:,} MB, {row['seconds']:.0f} s")
    if figures["chart"] is not None:
        row = figures["chart"]
        lines.append(
            f"{row['pairs']} pairs to within {row['points']:g} points, {row['policy']} play: {row['seconds']:.0f} s"
        )
    return lines
