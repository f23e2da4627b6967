"""What to open with: positions with known answers, the command, and what it says to broken input."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import yomisim as ys
from yomisim.estimate.opener_positions import self_play
from yomisim.estimate.opener_rooms import opener_room

PAIR = ("rook", "jaina")
#: One life each. The attack beats the slower attack and loses to the dodge, after which the other attack hits; the
#: throw beats the dodge and loses to the attack. No-card wins nothing. So it is matching pennies.
PENNIES = "a: hand J K, life 1; b: hand 5 5, life 1"
KEYS = "value value_ci95 exploitability unique openers_p1 openers_p2 mix_p1 mix_p2 mix_p1_ci95 payoff games_per_cell "
KEYS += "seed data_hash"


@pytest.fixture(scope="module")
def game():
    return ys.load("yomi1")


COMMAND = ("openers", "yomi1")

# Known answers


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """What compiles says so on standard error; here it comes before what is looked at."""
    from yomisim.batch import warm

    warm.main(["yomi1"])


def test_matching_pennies(run):
    code, out, err = run(*PAIR, "--position", PENNIES, "--games-per-cell", "200", "--json")
    record = json.loads(out)
    assert code == 0 and not err and set(KEYS.split()) <= set(record)
    assert record["openers_p1"] == ["J Thunderclap", "K Windmill Crusher", "no-card"]
    assert record["openers_p2"] == ["5 dodge", "5 attack", "no-card"]
    assert [row[:2] for row in record["payoff"]] == [[0, 1], [1, 0], [0, 0]]
    assert record["value"] == pytest.approx(0.5) and record["unique"]
    assert list(record["mix_p1"].values()) == pytest.approx([0.5, 0.5, 0])
    assert list(record["mix_p2"].values()) == pytest.approx([0.5, 0.5, 0])
    assert record["exploitability"] == pytest.approx(0, abs=1e-9)
    low, high = record["value_ci95"]
    assert low <= 0.5 <= high and record["games_per_cell"] >= 200


def test_where_every_attack_wins_both_are_played(game):
    """Special attacks hit a throw, and deal block damage to a block: against one life all that is legal wins."""
    found = ys.openers(game, "grave", "jaina", "a: hand J Q, life 1; b: hand 7, life 1", games_per_cell=100).positions[
        0
    ]
    one, two = found.sides
    assert found.value == pytest.approx(1) and not found.unique
    assert one.mix == pytest.approx([0.5, 0.5, 0]) and two.mix == pytest.approx(1 / 3)
    assert list(one.possible) == [True, True, False] and (one.low[:2] == 0).all()
    assert one.gain[2] < 0


def test_a_bigger_hand_wins_more(game):
    few = ys.openers(game, "grave", "grave", "a: cards 3; b: cards 9", games_per_cell=300).positions[0]
    assert few.value < 0.5 and few.value_ci[0] < few.value < few.value_ci[1]


# A given hand against a hidden one


def test_a_given_hand(game):
    found = ys.openers(
        game, "grave", "jaina", "a: hand 7 7 K A, life 30; b: cards 5, life 30, down", games_per_cell=600
    )
    here = found.positions[0]
    one, two = here.sides
    assert one.names == ("7 throw", "7 block", "K Whirlwind", "A True-Spark Arc", "no-card")
    assert here.given == (True, False) and here.payoff.shape == (5, len(two.names))
    assert one.mix.sum() == pytest.approx(1) and two.mix.sum() == pytest.approx(1)
    assert (one.held == 1).all() and (two.held < 1).any()
    assert one.gain @ one.mix == pytest.approx(0, abs=0.1)
    assert found.record()["public"][0]["p2"] == {"life": 30, "hand_size": 5, "discard": [], "knocked_down": True}


def test_shown_cards_are_in_every_hand(game):
    found = ys.openers(game, "grave", "jaina", "b: cards 4, shown Q", games_per_cell=50).positions[0]
    two = found.sides[1]
    assert two.held[two.names.index("Q Dragonheart")] == 1


def test_a_hand_counts_only_the_openers_it_holds(game):
    found = ys.openers(game, "grave", "jaina", "a: cards 2; b: cards 2", games_per_cell=100).positions[0]
    for side in found.sides:
        assert (side.mix <= side.held + 1e-9).all()
        assert (side.mix[side.held == 0] == 0).all()
    assert (found.met[np.isfinite(found.payoff)] > 0).all() and np.isnan(found.payoff[found.met == 0]).all()


# Positions from self-play


def test_positions_are_what_they_are_called(game):
    for kind in opener_room("yomi1").tests:
        for position in self_play(game, *PAIR, kind, "greedy", 3, 3):
            public = position.facts
            assert public["p1"]["knocked_down"] == (kind == "p1 down")
            assert public["p2"]["knocked_down"] == (kind == "p2 down")
            assert (public["turn"] == 1) == (kind == "start")
            for seat, name in enumerate(("p1", "p2")):
                hands, _ = position.hands(seat, 4, 1)
                assert {int(hand).bit_count() for hand in hands} == {public[name]["hand_size"]}
                assert all(int(hand) & ~position.unseen(seat) == 0 for hand in hands)
                assert all(int(hand) & position.kept[seat] == position.kept[seat] for hand in hands)


def test_the_default_looks_at_every_kind(game):
    found = ys.openers(game, *PAIR, games_per_cell=16, policy="random")
    assert [each.kind for each in found.positions] == list(opener_room("yomi1").tests)
    assert set(found.table["position"]) == set(opener_room("yomi1").tests) and set(found.table["player"]) == {1, 2}
    for each in found.positions:
        assert all(side.mix.sum() == pytest.approx(1) for side in each.sides)
    record = found.record()
    assert record["position"] == "start" and [each["position"] for each in record["positions"]] == list(
        list(opener_room("yomi1").tests)[1:]
    )


def test_the_same_seed_gives_the_same_for_any_number_of_workers(run):
    words = ("grave", "jaina", "--position", "a: cards 3; b: cards 3, down", "--games-per-cell", "40", "--json")
    one, two, other = (run(*words, *more)[1] for more in (["--workers", "1"], ["--workers", "3"], ["--seed", "2"]))
    assert one == two != other


def test_policies_and_editions(run):
    words = ("--position", "a: cards 2, life 3; b: cards 2, life 3", "--games-per-cell", "8", "--json")
    for more in (["--policy", "random"], ["--policy", "equilibrium"], ["--edition", "second"]):
        code, out, _ = run("grave", "jaina", *words, *more)
        assert code == 0 and more[1] in json.loads(out).values()


# Files


def test_a_scenario_file(run, tmp_path):
    file = tmp_path / "state.toml"
    file.write_text(
        'title = "last combat"\n[a]\ncharacter = "rook"\nlife = 1\nhand = "J K"\n'
        '[b]\ncharacter = "jaina"\nlife = 1\nhand = "5 5"\n'
    )
    code, out, err = run(*PAIR, "--state", str(file), "--games-per-cell", "50", "--json")
    record = json.loads(out)
    assert code == 0 and not err and record["position"] == "last combat"
    assert record["value"] == pytest.approx(0.5)
    code, out, err = run("jaina", "rook", "--state", str(file))
    assert code == 2 and out == "" and err.count("\n") == 1
    assert "a.character: is rook here, and jaina was asked for" in err


def test_a_folder(run, tmp_path):
    code, out, err = run(*PAIR, "--position", PENNIES, "--games-per-cell", "20", "--out", str(tmp_path / "new"))
    assert code == 0 and "matching" not in err
    names = {path.name for path in (tmp_path / "new").iterdir()}
    charts = {f"openers_first_rook_jaina_{name}.{end}" for name in ("kinds", "given") for end in ("png", "svg")}
    tables = {f"{name}.{end}" for name in ("openers", "opener_payoffs") for end in ("csv", "parquet")}
    assert names == charts | tables | {"openers.json"}
    table = pd.read_csv(tmp_path / "new" / "openers.csv")
    assert table.groupby("player")["probability"].sum().to_list() == pytest.approx([1, 1])
    assert json.loads((tmp_path / "new" / "openers.json").read_text())["value"] == pytest.approx(0.5)
    assert "the given position" in out and "wrote" in out


# What is wrong

WRONG = {
    "an unknown word": ("a: hans 7 7", "unknown word 'hans'; did you mean 'hand'?"),
    "an unknown player": ("c: hand 7", "unknown player 'c'"),
    "no player": ("hand 7 7", "names no player; write it like"),
    "a player twice": ("a: down; a: down", "player a is described twice"),
    "a word twice": ("a: life 3, life 4", "a: life is given twice"),
    "no card": ("a: hand 7 X", "'X' is no card"),
    "too many of a card": ("a: hand 7 7 7 7 7", "7 is named more often than the deck holds it"),
    "life in words": ("a: life ten", "a: life needs a whole number from 1 to 9999, not 'ten'"),
    "no life": ("a: life 0", "a: life needs a whole number from 1 to 9999, not '0'"),
    "too many cards": ("a: cards 60", "a: cards needs a whole number from 0 to 54"),
    "known and hidden": ("a: hand 7, cards 3", "hand says what the cards are, cards how many are hidden"),
    "a flag with more": ("a: down twice", "a: down stands alone, without 'twice'"),
    "discards without cards": ("a: discard", "a: discard needs cards"),
    "nothing": ("", "names no player"),
    "two first": ("a: first; b: first", "only one player can have initiative"),
    "shown but not held": ("a: hand 7, shown 8", "8 must be among the cards in hand"),
    "more life than at the start": ("a: life 900", "900 is above the start"),
    "initiative of the healthier": ("a: life 9, first; b: life 3", "b has less life and so has initiative"),
    "what does not stay": ("a: in-play 7", "does not stay in play"),
}


def test_a_line_in_capitals(run):
    words = ["grave", "jaina", "--games-per-cell", "40", "--json"]
    spellings = ("a: hand 7 7 K A, life 34; b: down", "A: HAND 7 7 k a,  Life  34; B: Down;")
    one, other = (json.loads(run(*words, "--position", line)[1]) for line in spellings)
    assert one["payoff"] == other["payoff"]


@pytest.mark.parametrize(("line", "message"), WRONG.values(), ids=WRONG.keys())
def test_a_broken_line_is_answered_with_one_line(run, line, message):
    code, out, err = run("grave", "jaina", "--position", line, "--edition", "second")
    assert code == 2 and out == "" and err.count("\n") == 1 and err.startswith("error: position: ")
    assert message in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("grave", "jiana"), "did you mean 'jaina'"),
        (("grave", "jaina", "--policy", "gredy"), "did you mean 'greedy'"),
        (("grave", "jaina", "--games-per-cell", "0"), "games-per-cell: 0 is out of range"),
        (("grave", "jaina", "--games-per-cell", "1"), "games-per-cell: 1 is out of range; it must be 2 to 10000000"),
        (("grave", "jaina", "--games-per-cell", ""), "'' is not a whole number"),
        (("grave", "jaina", "--policy", ""), "policy: unknown policy ''"),
        (("grave", "jaina", "--state", "a\0b"), "is no name of a file"),
        (("grave", "jaina", "--out", "/dev/null/x"), "/dev/null/x: cannot be written"),
        (("grave", "jaina", "--games-per-cell", "1e4"), "write 10000"),
        (("grave", "jaina", "--position", "a: down", "--state", "x.toml"), "leave --state or --position out"),
        (("grave", "jaina", "--state", "/no/such.toml"), "/no/such.toml"),
        (("grave", "jaina", "--workers", "0"), "workers: 0 is out of range"),
    ],
)
def test_broken_options(run, words, message):
    code, out, err = run(*words)
    assert code == 2 and out == "" and message in err and err.count("\n") == 1
