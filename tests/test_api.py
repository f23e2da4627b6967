"""The public face of the package: what it shows, and what it says to arguments that are no good."""

from __future__ import annotations

import re

import pytest

import yomisim as ys

PUBLIC = [
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
FEW = {"games": 2, "policy": "random", "characters": ["grave", "jaina"]}


@pytest.fixture(scope="module")
def game():
    return ys.load("yomi1")


def test_only_public_names_are_shown():
    assert dir(ys) == PUBLIC == sorted(ys.__all__)
    assert issubclass(ys.BadInput, ValueError)


WRONG = {
    "a number for an edition": (lambda g: ys.load("yomi1", edition=2), "got 2, needs the name of a known edition"),
    "no game to load": (lambda g: ys.load(None), "got None, needs the name of a known game; known: yomi1"),
    "a number for a folder": (lambda g: ys.load("yomi1", data=5), "data: got 5, needs the path of a file or folder"),
    "an empty folder": (lambda g: ys.load("yomi1", data=""), "data: the name is empty"),
    "a game that is loaded": (lambda g: ys.load(g), "got a Game, needs the name of a known game"),
    "nothing after": (lambda g: ys.compare(g, None), 'after: got None, needs a game from load("yomi1")'),
    "an id before": (lambda g: ys.compare("yomi1", g), "before: got 'yomi1', needs a game from load"),
    "no game to play": (lambda g: ys.matchups(None), 'game: got None, needs a game from load("yomi1"), or its id'),
    "an unknown id": (lambda g: ys.matchups("yomi9"), "unknown game 'yomi9'; did you mean 'yomi1'?"),
    "a list for a game": (lambda g: ys.simulate([], "grave", "jaina"), "game: got a list"),
    "a number for a character": (lambda g: ys.simulate(g, 5, "jaina"), "got 5, needs the name of a known character"),
    "no character": (lambda g: ys.simulate(g, "grave", None), "got None, needs the name of a known character"),
    "a number for characters": (lambda g: ys.matchups(g, characters=5), "characters: got 5, needs names"),
    "numbers among characters": (lambda g: ys.matchups(g, characters=["grave", 5]), "characters: got 5, needs names"),
    "numbers to compare": (lambda g: ys.compare(g, g, characters=5), "characters: got 5, needs names"),
    "a list for a policy": (lambda g: ys.matchups(g, policy=[]), "policy: got a list, needs the name of a policy"),
    "a number for a patch": (lambda g: ys.patch(g, 5), "patches: got 5, needs a patch"),
    "no game for a patch": (lambda g: ys.patch(None, {}), "game: got None, needs a game"),
    "a number to knock out": (lambda g: ys.knockouts(g, 5), "got 5, needs the name of a known character"),
    "a number for a target": (lambda g: ys.suggest(g, 5), "target: got 5, needs"),
    "half a game": (lambda g: ys.matchups(g, games=10.5), "games: 10.5 is not a whole number"),
    "a text of games": (lambda g: ys.matchups(g, games="10"), "games: '10' is not a whole number"),
    "negative games": (lambda g: ys.simulate(g, "grave", "jaina", games=-1), "games: -1 is out of range"),
    "no games": (lambda g: ys.compare(g, g, games=None), "games: None is not a whole number"),
    "a broken seed": (lambda g: ys.matchups(g, seed=1.5), "seed: 1.5 is not a whole number"),
    "numbers among policies": (lambda g: ys.ladder(g, policies=["greedy", 5]), "policies: got 5, needs names"),
    "no game for a ladder": (lambda g: ys.ladder(None), "game: got None, needs a game"),
    "a number without a ban": (lambda g: ys.restricted(g, 5), "policies: got 5, needs names"),
    "a result for charts": (lambda g: ys.agreement(g), "charts: got a Game, needs results of matchups by name"),
    "numbers among charts": (lambda g: ys.agreement({"a": 5}), "charts: got 5, needs results of matchups by name"),
    "a number for a chart": (lambda g: ys.meta(5), "chart: got 5, needs a CSV file, a DataFrame, or the result of"),
    "a game for a chart": (lambda g: ys.meta(g), "chart: got a Game, needs a CSV file"),
    "a text of bans": (lambda g: ys.meta("chart.csv", ban="1"), "ban: got '1', needs a whole number"),
    "a text for a mix": (lambda g: ys.meta(ys.matchups(g, **FEW), mix={"grave": "1"}), "mix['grave']: got '1', needs"),
    "no game for openers": (lambda g: ys.openers(5, "grave", "jaina"), "game: got 5, needs a game"),
    "a number for a position": (
        lambda g: ys.openers(g, "grave", "jaina", position=5),
        "position: got 5, needs one line",
    ),
    "a text of cells": (lambda g: ys.openers(g, "grave", "jaina", games_per_cell="9"), "games-per-cell: '9' is not a"),
    "no game for combos": (lambda g: ys.combos(None, "grave"), "game: got None, needs a game"),
    "a number for a hand": (lambda g: ys.combos(g, "grave", hand=5), "hand: got 5, needs cards"),
    "a number for an opening": (lambda g: ys.combos(g, "grave", opening=5), "opening: got 5, needs"),
    "a number for switches": (lambda g: ys.combos(g, "grave", switches=5), "with: got 5, needs names of abilities"),
    "a number for a combo": (lambda g: ys.play_combo(g, "grave", 5), "play: got 5, needs a combo"),
    "a text of workers": (lambda g: ys.matchups(g, **FEW, workers="2"), "workers: '2' is not a whole number"),
}


@pytest.mark.parametrize(("call", "message"), WRONG.values(), ids=WRONG.keys())
def test_wrong_arguments_are_said_to_be_wrong(call, message, game):
    with pytest.raises(ys.BadInput, match=re.escape(message)):
        call(game)


def test_an_id_does_for_a_game(game):
    assert ys.matchups("yomi1", **FEW).made["data_hash"] == game.data_hash


def test_characters_may_be_gone_through_only_once(game):
    changes = ys.compare(game, game, games=2, policy="random", characters=(name for name in ("grave", "jaina")))
    assert set(changes.names) == {"grave", "jaina"}
