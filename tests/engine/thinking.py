"""Compiled helpers that ask the parts of policy `equilibrium` directly, and states of play to ask them about."""

from __future__ import annotations

from collections.abc import Iterator

import kit
import numpy as np

from yomisim.kernel import logistic
from yomisim.kernel.jit import entry
from yomisim.play.yomi1 import play_turn, start_game
from yomisim.policies.equilibrium import abilities, belief, bluff, meeting, ranges, reply, revealed, rows, worth
from yomisim.rules.yomi1 import access, resolve, zones
from yomisim.rules.yomi1.plans import FORGOTTEN, MEASURES, OUTLOOK, PLAN, ROWS, STRIKES

ALL = (1 << 54) - 1
JOKERS = 3 << 52


@entry
def exponentials(x, probability, decay):
    """Both functions at every point of `x`."""
    for i in range(x.size):
        probability[i] = logistic.probability(x[i])
        decay[i] = logistic.decay(abs(x[i]))


#: Key of the random numbers for guesses at hands.
KEY = np.uint64(7)


@entry
def guess(t, public, seat, key, number):
    """A guess at a hand, as its own player thinks."""
    return belief.guess_hand(t, public, seat, seat, key, number)


@entry
def count_guesses(t, public, seat, key, turns, counts, pairs):
    """Add up, over guesses in so many turns after the first, how often each card and each two cards are guessed."""
    before = public["turn"]
    for turn in range(turns):
        public["turn"] = turn + 2
        for number in range(12):
            hand = belief.guess_hand(t, public, seat, seat, key, np.int64(number))
            for a in range(54):
                if (hand >> np.uint64(a)) & np.uint64(1) == np.uint64(1):
                    counts[a] += 1
                    for b in range(a):
                        if (hand >> np.uint64(b)) & np.uint64(1) == np.uint64(1):
                            pairs[a, b] += 1
    public["turn"] = before


@entry
def measure(t, public, out):
    """Fill a MEASURES record."""
    worth.measure(t, public, np.int64(0), out)


@entry
def unseen(me):
    """The cards that nobody but their owner can place."""
    return zones.unseen(me)


@entry
def fill(t, public, seat, hand, measures, outlook, strikes, out):
    """Fill a ROWS record."""
    abilities.look_out(t, public, seat, measures, 1.0, outlook)
    return rows.fill_rows(t, public, seat, hand, measures, outlook, strikes, out)


@entry
def meet(t, public, plan, rows_0, i, rows_1, j):
    """What a meeting is worth to seat 0, by the verdicts of a PLAN record."""
    meeting.choose_verdicts(public, plan)
    one, two = meeting.fates(t, public, plan, np.int64(0), rows_0["place"][i], rows_1["place"][j])
    return rows_0["worth"][i, one] - rows_1["worth"][j, two]


@entry
def meet_parts(t, public, rows_0, speed_0, rows_1, speed_1, measures):
    """The same for class 0 of ROWS records of which nothing is worked out yet, at these speeds (tenths)."""
    zero = np.int64(0)
    meeting.value_fates(t, public, zero, measures, rows_0, zero)
    meeting.value_fates(t, public, np.int64(1), measures, rows_1, zero)
    char_0, char_1 = access.char_for(t, public, zero), access.char_for(t, public, np.int64(1))
    side_0, side_1 = rows_0["side"][0], rows_1["side"][0]
    card_0, card_1 = rows_0["card"][0], rows_1["card"][0]
    down_0, down_1 = public["fighter"][0]["down"], public["fighter"][1]["down"]
    met = meeting.judge(char_0, char_1, side_0, side_1, speed_0, speed_1, card_0, card_1, down_0, down_1)
    return rows_0["worth"][0, met & meeting.FATE_MASK] - rows_1["worth"][0, met >> meeting.FATE_BITS]


@entry
def judged(char_0, char_1, side_0, side_1, card_0, card_1, down_0, down_1):
    """Fates of two openers at their printed speeds."""
    speed_0, speed_1 = np.int64(char_0["speed"][side_0]), np.int64(char_1["speed"][side_1])
    return meeting.judge(char_0, char_1, side_0, side_1, speed_0, speed_1, card_0, card_1, down_0, down_1)


@entry
def solve(t, public, plan, key):
    """Fill a PLAN record."""
    ranges.solve_ranges(t, public, np.int64(0), plan, key, np.int64(0))


@entry
def mix(t, public, plan, seat, hand, out):
    """The mix of a hand by a finished plan, into a ROWS record."""
    rows.fill_rows(t, public, seat, hand, plan["measures"], plan["outlook"][seat], plan["strikes"], out)
    ranges.mix_of(t, public, plan, seat, out, t["mind"][0][seat])


@entry
def expect(t, public, plan, seat, hand, way, out):
    """With what a reply expects a hand to open, by a finished plan, into "reply" of a ROWS record."""
    rows.fill_rows(t, public, seat, hand, plan["measures"], plan["outlook"][seat], plan["strikes"], out)
    reply.expect(t, public, plan, seat, out, way)


@entry
def look(t, public, own, plan, seat, prices):
    """What it would be worth to change two revealed moves, into a PRICES record, in a combat that was solved."""
    worth.measure(t, public, seat, own["measures"])
    abilities.set_prices(t, public, seat, own["measures"], prices)
    revealed.look_at_moves(t, public, own, plan, seat, prices)


@entry
def bluffs(cases, out):
    """For each row (stake, at risk, holds, joker, card): going on, Joker put down, bluff, what the stake is worth."""
    for i in range(cases.shape[0]):
        stake, at_risk, holds, joker, card = cases[i, 0], cases[i, 1], cases[i, 2], cases[i, 3], cases[i, 4]
        out[i, 0] = bluff.persistence(stake, at_risk, holds, joker, card)
        out[i, 1] = bluff.showing(stake, at_risk, holds, joker, card)
        out[i, 2] = bluff.bluffing(stake, at_risk, holds, joker, card)
        out[i, 3] = bluff.stake_worth(stake, at_risk, holds, joker, card)


@entry
def verdict(kind_0, kind_1, speed_0, speed_1, guard_0, guard_1):
    """The rules' own verdict."""
    return resolve.resolve(kind_0, kind_1, speed_0, speed_1, guard_0, guard_1, False, False)


def measured(t: np.void, public: np.void) -> np.ndarray:
    """Shape (1,), dtype MEASURES."""
    out = np.zeros(1, MEASURES)
    measure(t, public, out[0])
    return out


def filled(t: np.void, public: np.void, seat: int, hand: int) -> np.ndarray:
    """Shape (1,), dtype ROWS: the openers of a hand."""
    out = np.zeros(1, ROWS)
    outlook, strikes = np.zeros(1, OUTLOOK), np.zeros(1, STRIKES)
    fill(t, public, np.int64(seat), np.uint64(hand), measured(t, public)[0], outlook[0], strikes[0], out[0])
    return out


def new_plan() -> np.ndarray:
    """Shape (1,), dtype PLAN: nothing is known yet."""
    out = np.zeros(1, PLAN)
    out["verdicts_for"] = FORGOTTEN
    return out


def planned(t: np.void, public: np.void, key: np.uint64 = KEY) -> np.ndarray:
    """Shape (1,), dtype PLAN: the coming combat."""
    out = new_plan()
    solve(t, public, out[0], key)
    return out


def states(
    edition: str, a: str, b: str, games: int, policies: tuple[str, str] = ("greedy", "greedy")
) -> Iterator[tuple[np.void, np.ndarray]]:
    """(table, MATCH of shape (1,)) between turns of some games."""
    t = kit.table(edition, a, b)[0].copy()
    for number in range(games):
        match = kit.new_match(policies)
        m = match[0]
        start_game(t, m, np.uint64(12), kit.key(a, b), np.uint64(number), np.int64(0))
        while not m["over"]:
            yield t, match.copy()
            play_turn(t, m)


def cards_in(cards: int) -> list[int]:
    """The members of a set."""
    return [card for card in range(64) if int(cards) >> card & 1]


def choices_in(row: np.void) -> list[int]:
    """The classes that a hand holds."""
    return cards_in(int(row["have"]))
