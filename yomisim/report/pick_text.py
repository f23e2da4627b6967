"""Picks as JSON values, and as plain text for a terminal."""

from __future__ import annotations

import math
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from yomisim.estimate.pick_tables import ban_rows, pick_rows, tier
from yomisim.estimate.picks import PLAYED, Counterpick, Picks, Rules


def pick_record(picks: Picks) -> dict[str, Any]:
    """What `meta --json` prints.

    ``mix, value, exploitability`` are those of the mix that was given, where one was; ``equilibrium`` holds those of
    the equilibrium in any case. Everything else is about the equilibrium.
    """
    equilibrium = {
        "mix": _by_name(picks, picks.mix),
        "value": picks.value,
        "exploitability": picks.exploitability,
    }
    asked = dict(equilibrium)
    given = picks.given
    if given is not None:
        asked = {
            "mix": _by_name(picks, given.mix),
            "value": given.value,
            "exploitability": given.exploitability,
            "best_reply": picks.chart.names[given.best_reply],
            "against_equilibrium": given.against_equilibrium,
        }
    record: dict[str, Any] = {
        "best_of": picks.rules.best_of,
        "counterpick": picks.rules.counterpick,
        "ban": picks.rules.ban,
        "chart": picks.chart.source,
        "characters": list(picks.chart.names),
        **asked,
        "scores": _by_name(picks, picks.scores),
        "tiers": {name: tier(float(score)) for name, score in zip(picks.chart.names, picks.scores)},
        "counterpicks": _counterpick_record(picks),
        "expected_games": _by_name(picks, picks.games),
        "expected_length": float(picks.games.sum()),
        "unique": picks.unique,
        "equilibrium": equilibrium,
    }
    if not picks.unique and picks.bans is None:
        record["mix_range"] = _ranges(picks, picks.mix_range)
    if picks.bans is not None:
        record["bans"] = dict(ban_rows(picks))
        record["banned"] = _by_name(picks, picks.bans.banned)
    if picks.noise is not None:
        noise = picks.noise
        record |= {
            "mix_ci95": _ranges(picks, noise.mix_range),
            "scores_ci95": _ranges(picks, noise.score_range),
            "expected_games_ci95": _ranges(picks, noise.games_range),
            "support": _by_name(picks, noise.support),
            "exploitability_within_noise": {"mean": noise.gain[0], "high": noise.gain[1]},
            "draws": noise.draws,
            "seed": noise.seed,
        }
    return record


def _by_name(picks: Picks, values: np.ndarray) -> dict[str, float | None]:
    return {name: _number(value) for name, value in zip(picks.chart.names, values)}


def _ranges(picks: Picks, values: np.ndarray) -> dict[str, list[float | None]]:
    return {name: [_number(low), _number(high)] for name, low, high in zip(picks.chart.names, *values)}


def _number(value: float) -> float | None:
    """A JSON number; rounding below zero is zero, and what does not exist is null."""
    return None if math.isnan(value) else max(0.0, float(value))


def _counterpick_record(picks: Picks) -> dict[str, dict[str, str]]:
    names = picks.chart.names
    record: dict[str, dict[str, str]] = {name: {} for name in names}
    for c in picks.counterpicks:
        record[names[c.keeper]][f"{c.keeper_needs}-{c.picker_needs}"] = names[c.pick]
    return record


def rules_in_words(rules: Rules) -> str:
    """How the match is played, in a few words."""
    words = f"best of {rules.best_of}"
    if rules.best_of > 1:
        words += ", the loser of a game repicks" if rules.repick else ", first picks stay"
    if rules.ban:
        words += f", {rules.ban} ban{'s' if rules.ban > 1 else ''} each"
    return words


def headline(picks: Picks) -> list[str]:
    """The notable results in words."""
    names, noise = picks.chart.names, picks.noise
    played = sorted(np.flatnonzero(picks.mix > PLAYED), key=lambda k: -round(float(picks.mix[k]), 9))
    shown = ", ".join(f"{names[k]} {100 * picks.mix[k]:.1f}%" for k in played)
    first = "Game 1" if picks.bans is None else "Game 1, over all bans"
    lines = [f"{first}: {shown}."]
    if picks.bans is not None:
        shown = ", ".join(f"{name} {100 * chance:.1f}%" for name, chance in ban_rows(picks, 0.01))
        lines.insert(0, f"Bans: {shown}.")
    if not picks.unique:
        what = "mixes" if picks.bans is None else "choices of bans"
        lines.append(f"Not the only equilibrium: other {what} are as good; this is the one of greatest entropy.")
    if picks.rules.best_of > 1:
        lines.append(f"A match lasts {picks.games.sum():.2f} games on average.")
    if noise is not None:
        lines.append(
            f"Were the truth one of {noise.draws} charts drawn within the noise of this one, a best reply to the "
            f"{'given' if picks.given else 'above'} mix would gain {100 * noise.gain[0]:.1f} points on average."
        )
    return lines


def pick_lines(picks: Picks) -> list[str]:
    """What `meta` prints."""
    names = picks.chart.names
    lines = [f"{Path(picks.chart.source).name}: {len(names)} characters; {rules_in_words(picks.rules)}", ""]
    lines += [*headline(picks), "", *_character_lines(picks)]
    if picks.given is not None:
        given = picks.given
        lines += [
            "",
            f"The given mix wins at least {100 * given.value:.2f}% of matches; its best reply, "
            f"{names[given.best_reply]}, gains {100 * given.exploitability:.2f} points over 50%. "
            f"Against the equilibrium it wins {100 * given.against_equilibrium:.2f}%.",
        ]
    if picks.counterpicks:
        lines += ["", *_counterpick_lines(picks)]
    return lines


def _character_lines(picks: Picks) -> list[str]:
    """One line a character, the best score first."""
    noisy = picks.noise is not None
    rows = pick_rows(picks)
    width = max(9, *(len(row["character"]) for row in rows))
    heads = [f"{'character':<{width}}", "    mix"]
    heads += ["     95%", "played"] if noisy else []
    heads += ["score"] + (["       95%"] if noisy else []) + ["games", " cost in game 1"]
    if picks.bans is not None:
        heads.insert(1, "banned")
    if picks.given is not None:
        heads.insert(2, "  given")
    lines = ["  ".join(heads)]
    for row in rows:
        cells = [f"{row['character']:<{width}}", f"{100 * row['probability']:6.1f}%"]
        if noisy:
            cells += [_span(row, "probability", 0, 8), f"{100 * row['support']:5.0f}%"]
        cells.append("    -" if math.isnan(row["score"]) else f"{100 * row['score']:5.1f}")
        if noisy:
            cells.append(_span(row, "score", 1, 10))
        cells += [f"{row['expected_games']:5.2f}", f" {row['tier']}"]
        if picks.bans is not None:
            cells.insert(1, f"{100 * row['banned']:5.0f}%")
        if picks.given is not None:
            cells.insert(2, f"{100 * row['given']:6.1f}%")
        lines.append("  ".join(cells))
    return lines


def _span(row: dict[str, Any], name: str, digits: int, width: int) -> str:
    low, high = row[f"{name}_ci_low"], row[f"{name}_ci_high"]
    text = "-" if math.isnan(low) else f"{100 * low:.{digits}f}-{100 * high:.{digits}f}"
    return f"{text:>{width}}"


def _counterpick_lines(picks: Picks) -> list[str]:
    """For each character kept: the usual reply, and the scores at which another one is better."""
    names = picks.chart.names
    width = max(len(name) for name in names)
    lines = ["Counterpicks, by the character that the winner keeps (a-b: he needs a more wins, the picker b):"]
    for keeper, group in groupby(picks.counterpicks, key=lambda c: c.keeper):
        states = list(group)
        usual = Counter(c.pick for c in states).most_common(1)[0][0]
        text = f"  {names[keeper]:<{width}}  {names[usual]}"
        others = [c for c in states if c.pick != usual]
        if others:
            text += "; " + ", ".join(f"{names[pick]} at {where}" for pick, where in _grouped(others))
        lines.append(text)
    return lines


def _grouped(states: list[Counterpick]) -> list[tuple[int, str]]:
    where: dict[int, list[str]] = {}
    for c in states:
        where.setdefault(c.pick, []).append(f"{c.keeper_needs}-{c.picker_needs}")
    return [(pick, " ".join(scores)) for pick, scores in where.items()]
