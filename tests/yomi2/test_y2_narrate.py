"""Rows of Yomi 2's log in words and as records; replays of its games."""

from __future__ import annotations

import json

import pytest

from yomisim.cards.load import load_game
from yomisim.narrate import event_record, event_text
from yomisim.narrate.yomi2.sentences import Narrator
from yomisim.replay import replay_game
from yomisim.rules.yomi2.events import EVENT_NAMES, EVENTS, REASONS

CAST = ("jaina", "grave")
#: Values of columns that a row of the event could not have as 1.
FITTING = {"invalid": {"reason": REASONS.index("meter")}, "disable": {"kinds": 8}, "status": {"status": 1}}


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_has_words_of_its_own(event: str) -> None:
    assert hasattr(Narrator, f"_say_{event}")
    columns = FITTING.get(event, {})
    values = [columns.get(name, 1) for name in EVENTS[event]]
    row = [EVENT_NAMES.index(event), 0, *values, *[0] * (4 - len(values))]
    game = load_game("yomi2")
    if event != "status":  # nobody of them begins one
        text = event_text(game, CAST, row)
        assert text.endswith(".") and "_" not in text and text[0].isupper()
        record = event_record(game, row, CAST)
        assert list(record) == ["event", "player", *EVENTS[event]]
        json.dumps(record)


def test_a_game_is_told_from_its_opening_hands_to_its_end() -> None:
    replay = replay_game(load_game("yomi2"), "grave", "jaina", seed=7, number=12, policy="random")
    lines = replay.as_lines()
    assert lines[0] == "Yomi 2: Grave (random) against Jaina (random); seed 7, game 12."
    assert lines[2].startswith("Grave starts with throw, Low Block and High Block, and draws ")
    assert sum(line.startswith("Turn ") for line in lines) == len(replay.turns) - 1
    assert "wins" in lines[-1] or "draw" in lines[-1]
    record = replay.as_record()
    assert record["turns"][-1]["events"][-1]["event"] == "game_over"
    json.dumps(record)


def test_the_same_game_is_told_the_same_way() -> None:
    games = [replay_game(load_game("yomi2"), "rook", "gwen", seed=3, number=4, policy="greedy") for _ in range(2)]
    assert games[0].as_lines() == games[1].as_lines()
