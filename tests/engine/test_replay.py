"""One game of a batch again, on standard output."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import kit
import pytest

from yomisim.errors import BadInput
from yomisim.paths import label
from yomisim.replay import main, replay_game

NOTHING: tuple[None, None, None, None] = (None, None, None, None)  # policies, edition, data


def test_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("yomi1", "Grave", "JAINA", 7, 12, *NOTHING, False) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[0] == "Yomi, first edition: Grave (equilibrium) against Jaina (equilibrium); seed 7, game 12."
    game = kit.game()
    assert lines[1] == f"Data {label(game.folder)}, hash {game.data_hash}."
    assert sum(line.startswith("Turn ") for line in lines) == lines.count("") - 1  # and the set-up
    assert "wins" in lines[-1] or "draw" in lines[-1]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("yomi1", "grave", "jaina", 7, 12, "random", "greedy", "second", kit.DATA, True) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.count("\n") == 1
    record = json.loads(out)
    wanted = "game edition p1 p2 policy seed number turns winner ending life data data_hash"
    assert list(record) == wanted.split()
    assert (record["game"], record["edition"], record["p1"], record["p2"]) == ("yomi1", "second", "grave", "jaina")
    assert (record["policy"], record["seed"], record["number"]) == (["random", "greedy"], 7, 12)
    assert (record["data"], record["data_hash"]) == (label(kit.DATA / "yomi1"), kit.game("second").data_hash)
    assert [turn["turn"] for turn in record["turns"]] == list(range(len(record["turns"])))
    assert record["winner"] in ("a", "b", None)
    last = record["turns"][-1]["events"][-1]
    assert last == {"event": "game_over", "player": record["winner"], "ending": record["ending"]}
    assert [event["event"] for event in record["turns"][0]["events"]] == ["draw"] * 14
    # The last life totals in the events are those of the end.
    life: dict[str, int] = {"a": 90, "b": 85}
    for turn in record["turns"]:
        for event in turn["events"]:
            if event["event"] == "damage":
                life[event["player"]] = event["life"]
    assert record["life"] == [life["a"], life["b"]]


def test_policies_that_are_not_given() -> None:
    game = kit.game()
    said = replay_game(game, "rook", "lum", seed=1, number=1, policy="random").as_record()
    assert said["policy"] == ["random", "random"]
    assert replay_game(game, "rook", "lum", seed=1, number=1).as_record()["policy"] == ["equilibrium"] * 2
    other = replay_game(game, "rook", "lum", seed=1, number=1, policy2="random")
    assert other.policies == ("equilibrium", "random")


def test_the_same_again() -> None:
    game = kit.game()
    one, two = (replay_game(game, "rook", "lum", seed=2**64 - 1, number=10**10 - 1).as_record() for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("yomi3", "grave", "jaina", 1, 0, *NOTHING), "unknown game 'yomi3'"),
        (("yomi1", "gravy", "jaina", 1, 0, *NOTHING), "did you mean 'grave'"),
        (("yomi1", "grave", "Janina", 1, 0, *NOTHING), "did you mean 'jaina'"),
        (("yomi1", "grave", "jaina", 1, 0, "greedi", None, None, None), "did you mean 'greedy'"),
        (("yomi1", "grave", "jaina", 1, 0, None, "rand", None, None), "did you mean 'random'"),
        (("yomi1", "grave", "jaina", 1, 0, "script", None, None, None), "unknown policy 'script'"),
        (("yomi1", "grave", "jaina", 1, 0, None, None, "third", None), "unknown edition 'third'"),
        (("yomi1", "grave", "jaina", -1, 0, *NOTHING), "seed: -1 is out of range"),
        (("yomi1", "grave", "jaina", 2**64, 0, *NOTHING), "out of range"),
        (("yomi1", "grave", "jaina", 1, -1, *NOTHING), "game: -1 is out of range"),
        (("yomi1", "grave", "jaina", 1, 0, None, None, None, Path("/no/such/folder")), "does not exist"),
    ],
)
def test_bad_input(arguments: tuple, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadInput) as caught:
        main(*arguments, False)
    assert message in str(caught.value)
    assert capsys.readouterr().out == ""


def test_a_reader_who_goes_away() -> None:
    """`yomisim replay ... | head -1`: no traceback, and the exit code that a shell expects."""
    command = [sys.executable, "-m", "yomisim.cli", "replay", "yomi1", "grave", "jaina", "--json"]
    process = subprocess.Popen(command, env=kit.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 141
    assert said == b""
