"""Counts of combats: the same games with and without, and the same numbers as a plain count of the event log."""

from __future__ import annotations

from collections import Counter

import kit
import numpy as np
import pytest

from yomisim.batch.engine import add
from yomisim.cards.yomi1.tables import SIDES
from yomisim.cards.yomi1.verbs import SOURCE_CODES
from yomisim.play.yomi1 import COUNTS, GROUPS, TALLY, play_games, play_turn, start_game
from yomisim.rules.yomi1 import counts as layout
from yomisim.rules.yomi1 import events
from yomisim.rules.yomi1.state import FROM_COMBAT, TO_COMBAT, WHOLE_TURN

SEED, PAIR = np.uint64(5), ("grave", "rook")
BLOWS = (events.WHY_COMBAT, events.WHY_COMBO, events.WHY_BLOCK_DAMAGE)


def played(policies=("greedy", "random"), runs=((0, 40),), swap=True, counting=True):
    tally, counts = np.zeros(1, TALLY), np.zeros(GROUPS, COUNTS)
    tables = kit.tables("second", *PAIR)
    for first, count in runs:
        more = {"counts": counts} if counting else {}
        play_games(tables, kit.codes(policies), SEED, kit.key(*PAIR), first, count, swap, tally, **more)
    return tally, counts


@pytest.mark.parametrize("policies", kit.SEATINGS, ids="-".join)
def test_games_are_the_same_with_and_without(policies):
    assert played(policies)[0] == played(policies, counting=False)[0]


def test_runs_and_groups_add_up():
    tally, whole = played()
    assert np.array_equal(whole, played(runs=((25, 15), (0, 25)))[1])
    for number in range(GROUPS):
        own = played(runs=((number, 1),))[1]
        assert not any(own[other].tobytes().strip(b"\0") for other in range(GROUPS) if other != number % GROUPS)
    sums = np.zeros(1, COUNTS)
    for group in range(GROUPS):
        add(sums, whole[group : group + 1])
    one, other = sums["player"][0]
    assert one["combats"][layout.ALL] == other["combats"][layout.ALL] <= tally["turns"][0]
    assert one["combats"][layout.START] == tally["games"][0] == 80
    assert one["combats"][layout.DOWN] == other["combats"][layout.OTHER_DOWN] > 0
    assert one["combats"][layout.MIDDLE] == other["combats"][layout.MIDDLE] > 0
    for player in (one, other):
        assert (player["opened"] <= player["held"]).all() and (player["won"] <= player["opened"][layout.ALL]).all()
        assert (player["opened"].sum(axis=1) <= player["combats"]).all()
        assert (player["held"][:, SIDES] == player["combats"]).all()  # no-card can always be played
        assert player["uses"][:, layout.OPENER].sum() == player["opened"][layout.ALL, :SIDES].sum()
        assert player["uses"][:, layout.COMBO].sum() == player["followed"].sum()
    assert one["won"].sum() + other["won"].sum() <= one["combats"][layout.ALL]
    assert one["dealt"].sum() == other["taken"].sum() and one["taken"].sum() == other["dealt"].sum()
    assert not sums["band"].any()
    leads = sums["leads"][0]
    assert leads[0, :, 0].sum() <= 80 and (leads[..., 1] <= 2 * leads[..., 0]).all()


def by_hand(numbers: range, policies: tuple[str, str]) -> Counter:
    """What happens in seat 0 of games number `numbers`, counted in Python from log and state."""
    found: Counter = Counter()
    table, match = kit.table("second", *PAIR), kit.new_match(policies, log=True)
    t, m = table[0], match[0]
    own_source = t["kit"][0]["ability"]["source"]
    for number in numbers:
        start_game(t, m, SEED, kit.key(*PAIR), np.uint64(number))
        bands: dict[int, int] = {}
        while not m["over"]:
            m["log_rows"] = 0
            m["part"] = TO_COMBAT
            play_turn(t, m)
            chosen = not m["over"]
            if chosen:
                turn, (one, other) = int(m["public"]["turn"]), m["public"]["fighter"]
                found["combats"] += 1
                if turn % layout.TURN_STEP == 0 and turn // layout.TURN_STEP <= layout.TURNS:
                    lead = int(one["life"] - other["life"])
                    bands[turn // layout.TURN_STEP - 1] = max(-4, min(4, round(lead / 10 + np.sign(lead) * 1e-9)))
                m["part"] = FROM_COMBAT
                play_turn(t, m)
            m["part"] = WHOLE_TURN
            choice, dealt, taken = None, 0, 0
            for event, seat, a, b, c, _ in m["log"][: m["log_rows"]].tolist():
                if event == events.DAMAGE and c in BLOWS:
                    dealt, taken = dealt + a * (seat == 1), taken + a * (seat == 0)
                if seat != 0:
                    continue
                if event == events.OPENER:
                    choice = b
                elif event == events.NO_CARD_PLAYED:
                    choice = SIDES
                elif event in (events.FOLLOW, events.HIT_BACK):
                    found["followed", b] += 1
                    found["damage", b] += c
                elif event == events.PUMP:
                    found["use", a >> 2, layout.PUMP] += 1
                elif event == events.ABILITY and own_source[a] == SOURCE_CODES["hand"]:
                    found["use", b >> 2, layout.ABILITY] += 1
                elif event == events.DISCARD and b == events.WHY_POWER_UP:
                    found["use", a >> 2, layout.POWER_UP] += 1
            if choice is not None:
                found["opened", choice] += 1
                found["won", choice] += int(m["public"]["fighter"][0]["won"])
                found["dealt", choice] += dealt
                found["taken", choice] += taken
        for step, band in bands.items():
            found["games", step, band] += 1
            found["points", step, band] += 1 if m["winner"] < 0 else 2 * int(m["winner"] == 0)
    return found


@pytest.mark.parametrize("policies", [("greedy", "random"), ("random", "random")], ids="-".join)
def test_a_plain_count_of_the_log_finds_the_same(policies):
    found = by_hand(range(40), policies)
    counts = played(policies, swap=False)[1]
    own, leads = counts["player"][:, 0], counts["leads"].sum(axis=0)
    assert found["combats"] == own["combats"][:, layout.ALL].sum()
    for choice in range(SIDES + 1):
        assert found["opened", choice] == own["opened"][:, layout.ALL, choice].sum()
        for what in ("won", "dealt", "taken"):
            assert found[what, choice] == own[what][:, choice].sum(), (what, choice)
    for side in range(SIDES):
        assert found["followed", side] == own["followed"][:, side].sum()
        assert found["damage", side] == own["follow_damage"][:, side].sum()
    for rank in range(14):
        for use in (layout.PUMP, layout.ABILITY, layout.POWER_UP):
            assert found["use", rank, use] == own["uses"][:, rank, use].sum(), (rank, use)
    for step in range(layout.TURNS):
        for band in range(layout.BANDS):
            assert found["games", step, band - 4] == leads[step, band, 0]
            assert found["points", step, band - 4] == leads[step, band, 1]
