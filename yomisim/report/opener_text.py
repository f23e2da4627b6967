"""Openers as plain text for a terminal."""

from __future__ import annotations

import numpy as np

from yomisim.cards.doubt import sentence
from yomisim.estimate.headline import shown_decimals
from yomisim.estimate.moves import EVERY_KIND, NO_CARD
from yomisim.estimate.opener_result import OpenerMixes, Openers, Side
from yomisim.paths import label

#: Openers that are told of each player: those played, and the costliest to be tempted by, no more than so many.
MOST = 12


def opener_lines(found: OpenerMixes) -> list[str]:
    """All positions in words and tables."""
    game = found.game
    names = list(found.marked)
    lines = [f"{game.called}: openers of {names[0]} against {names[1]}, played on by {found.policy}, seed {found.seed}"]
    if doubt := doubt_of(found, "*: "):
        lines.append(doubt)
    for each in found.positions:
        lines += ["", *_position(each, names)]
    return [*lines, "", f"data {label(game.folder)}, hash {game.data_hash}"]


def doubt_of(found: OpenerMixes, mark: str = "") -> str:
    """What rests on card values that no source gives, in words; empty where nothing does."""
    told = found.doubt
    if not told:
        return ""
    names = [who.short_name for who in found.characters if who.id in told["provisional"]]
    return sentence(names, told["gem"] if told["provisional_gem"] else None, mark)


def _position(found: Openers, names: list[str]) -> list[str]:
    low, high = (100 * end for end in found.value_ci)
    more = "" if len(found.positions) == 1 else f" (mean of {len(found.positions)} positions)"
    lines = [f"{title(found)}{more}"]
    lines += [f"  {position.words}" for position in found.positions]
    given = [name for name, is_given in zip(names, found.given) if is_given]
    whose = f" with this hand of {' and of '.join(given)}" if given else ""
    d = shown_decimals((high - low) / 2)
    lines.append(
        f"  {names[0]} wins {100 * found.value:.{d}f}%{whose} (95% interval {low:.{d}f} to {high:.{d}f}, "
        f"{found.games:,} games; {100 * found.checked:.{d}f}% on the other half of them)"
    )
    lines.append(
        f"  a best reply gains at most about {100 * found.exploitability:.1f} points on the other half; "
        + (
            "no other equilibrium"
            if found.unique
            else "there are other equilibria; this is the one of greatest entropy"
        )
    )
    for name, side, is_given in zip(names, found.sides, found.given):
        lines += [f"  {name}{' with this hand' if is_given else ''}: {by_kind_words(side)}", *_table(side)]
    return lines


def title(found: Openers) -> str:
    """What a kind of position is called."""
    return found.positions[0].room.titles.get(found.kind, "the given position" if found.kind == "given" else found.kind)


def by_kind(side: Side) -> dict[str, float]:
    """Probability of each kind of move."""
    return {
        kind: float(side.mix[[each == kind for each in side.kinds]].sum()) for kind in EVERY_KIND if kind in side.kinds
    }


def by_kind_words(side: Side) -> str:
    """Kinds of move with their probabilities, the most played first."""
    shares = sorted(by_kind(side).items(), key=lambda item: -item[1])
    return ", ".join(
        f"{NO_CARD if kind == 'none' else kind} {100 * share:.0f}%" for kind, share in shares if share > 0.005
    )


def _table(side: Side) -> list[str]:
    """The most played openers, and what each earns beyond the mix."""
    order = sorted(
        range(len(side.names)), key=lambda k: (-round(float(side.mix[k]), 6), -float(np.nan_to_num(side.gain[k])))
    )
    width = max(len("opener"), *map(len, side.names))
    lines = [f"    {'opener':<{width}}   mix  95% interval   beyond the mix (points)   held"]
    for k in order[:MOST]:
        half = min(100 * side.gain_half[k], 100.0)
        d = shown_decimals(half)
        earned = f"{100 * side.gain[k]:+6.{d}f} ± {half:.{d}f}"
        mix = f"{100 * side.mix[k]:4.0f}%  {100 * side.low[k]:3.0f} to {100 * side.high[k]:3.0f}%"
        lines.append(f"    {side.names[k]:<{width}} {mix}  {earned:>18}           {100 * side.held[k]:4.0f}%")
    if len(order) > MOST:
        lines.append(f"    and {len(order) - MOST} more in the tables (--out, --json)")
    return lines
