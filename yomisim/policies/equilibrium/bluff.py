"""The face-down card after a hit, as a small game of signals.

The loser of combat may put a card face down: a Joker stops the damage that follows, anything else is a bluff. The
winner then stops or goes on. All values are log-odds for the winner:

    stake    gained by going on unstopped (damage less cards)
    at_risk  lost by going on into a Joker (the cards, and what the loser draws)
    joker, card   what the loser gives up by putting it down

In equilibrium bluffs are so frequent that going on into a face-down card gains nothing on average, and the winner goes
on so often that a bluff pays exactly its card. Where Jokers are too likely for that, everybody without one bluffs, and
the winner goes on only so often that a Joker pays at most its own worth (never, if less than the stake).
"""

from __future__ import annotations

from yomisim.kernel.jit import compiled, leaf


@leaf
def credit(stake, at_risk):
    """The share of Jokers among face-down cards at which the winner is indifferent."""
    return stake / max(stake + at_risk, 1e-9)


@leaf
def _bluffs_pay(stake, card):
    """How often going on makes a bluff no better than nothing; below that it pays. Negative where it never does."""
    return 1.0 - card / stake


@leaf
def _jokers_pay(stake, at_risk, joker):
    """How often going on makes a Joker no better than nothing; above that it pays. Negative where it always does."""
    return (joker - stake) / max(at_risk, 1e-9)


@leaf
def persistence(stake, at_risk, holds, joker, card):
    """Probability that the winner goes on into a face-down card; `holds`: probability that the loser has a Joker."""
    if stake <= 0.0:
        return 0.0
    most = min(max(_bluffs_pay(stake, card), 0.0), 1.0)
    if holds < credit(stake, at_risk):
        return most
    return min(max(_jokers_pay(stake, at_risk, joker), 0.0), most)


@leaf
def _worth_a_card(stake, at_risk, joker, card):
    """Whether anything is put down at all: else the winner can go on so often that neither card pays."""
    return stake > card and _jokers_pay(stake, at_risk, joker) < _bluffs_pay(stake, card)


@leaf
def showing(stake, at_risk, holds, joker, card):
    """Probability that a loser with a Joker puts it down."""
    if not _worth_a_card(stake, at_risk, joker, card):
        return 0.0
    q = credit(stake, at_risk)
    if holds < q or stake > joker:
        return 1.0
    return min((1.0 - holds) * q / max(holds * (1.0 - q), 1e-9), 1.0)


@leaf
def bluffing(stake, at_risk, holds, joker, card):
    """Probability of a bluff by a loser without a Joker."""
    if not _worth_a_card(stake, at_risk, joker, card):
        return 0.0
    q = credit(stake, at_risk)
    if holds >= q:
        return 1.0
    return min(max(holds * (1.0 - q) / max((1.0 - holds) * q, 1e-9), 0.0), 1.0)


@compiled
def stake_worth(stake, at_risk, holds, joker, card):
    """What the winner can expect of the stake before it is known whether a card goes face down."""
    if stake <= 0.0:
        return 0.0
    go_on = persistence(stake, at_risk, holds, joker, card)
    with_joker = min(stake, joker - go_on * at_risk)
    without = min(stake, card + go_on * stake)
    return holds * with_joker + (1.0 - holds) * without
