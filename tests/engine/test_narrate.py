"""Rows of the log in words and as records."""

from __future__ import annotations

import json
from functools import cache

import kit
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomisim.cards.yomi1.pack import card_name, parse_card
from yomisim.narrate import event_record, event_text, narrate
from yomisim.narrate.yomi1.sentences import Narrator
from yomisim.replay import Replay, replay_game
from yomisim.rules.yomi1.events import EVENT_NAMES, EVENTS, REASONS
from yomisim.rules.yomi1.state import ENDINGS

CAST = ("grave", "jaina")


def card(name: str) -> int:
    return parse_card(name)


def side(rank: str, edge: str) -> int:
    return 4 * ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "Joker"].index(rank) + (
        edge == "bottom"
    )


def row(event: str, seat: int, **columns: int) -> list[int]:
    values = [columns.pop(name) for name in EVENTS[event]]
    assert not columns
    return [EVENT_NAMES.index(event), seat, *values, *[0] * (4 - len(values))]


def why(reason: str) -> int:
    return REASONS.index(reason)


def words(*rows: list[int]) -> str:
    return " ".join(narrate(kit.game(), CAST, rows))


SIX, NINE = side("6", "top"), side("9", "top")

#: Rows, and what is said about them.
STORIES = {
    "Turn 3: Grave 84, Jaina 70; Jaina has initiative.": [row("turn", 1, turn=3, life_0=84, life_1=70)],
    "Grave starts with 7H and 2S.": [
        row("draw", 0, card=card("7H"), reason=why("opening")),
        row("draw", 0, card=card("2S"), reason=why("opening")),
    ],
    "Grave draws 7H, Jaina 2S.": [
        row("draw", 0, card=card("7H"), reason=why("turn")),
        row("draw", 1, card=card("2S"), reason=why("turn")),
    ],
    "Grave draws 7H for the block.": [row("draw", 0, card=card("7H"), reason=why("block"))],
    "Grave draws 7H for the normal attack.": [row("draw", 0, card=card("7H"), reason=why("normal"))],
    "Jaina cannot draw: the deck is empty.": [row("no_draw", 1, reason=why("turn"))],
    "Grave opens with 6 attack (6C), Jaina with 9 throw (9S).": [
        row("opener", 0, card=card("6C"), side=SIX),
        row("opener", 1, card=card("9S"), side=NINE),
    ],
    "Jaina announces no-card; Grave chooses anew. Jaina plays no card, Grave opens with 6 attack (6C).": [
        row("choose_again", 0),
        row("no_card", 1),
        row("opener", 0, card=card("6C"), side=SIX),
    ],
    "Grave plays no card, Jaina plays no card.": [row("no_card", 0), row("no_card", 1)],
    "Grave opens with Joker 2.": [row("opener", 0, card=card("Joker 2"), side=side("Joker", "top"))],
    "Grave pays AC and AD.": [row("pay_ace", 0, card=card("AC")), row("pay_ace", 0, card=card("AD"))],
    "Grave's 6 attack hits for 6 (Jaina 64).": [
        row("hit", 0, card=card("6C"), side=SIX, damage=6),
        row("damage", 1, amount=6, life=64, reason=why("combat")),
    ],
    "A tie: both land.": [row("tie", 0)],
    "Neither hits the other.": [row("no_contact", 0)],
    "Jaina's 8 block holds; 3 block damage (Jaina 67).": [
        row("block", 1, card=card("8S"), side=side("8", "top")),
        row("damage", 1, amount=3, life=67, reason=why("block_damage")),
    ],
    "Jaina's 8 block holds.": [row("block", 1, card=card("8S"), side=side("8", "top"))],
    "Grave gets out of the way and may hit back.": [row("dodge", 0, card=card("2S"), side=side("2", "bottom"))],
    "Grave's Joker is a Gold Burst: it fetches Aces.": [row("burst", 0, card=card("Joker 1"))],
    "Jaina puts a card face down.": [row("face_down", 1, card=card("Joker 1"))],
    "Jaina puts no card face down.": [row("face_down_declined", 1)],
    "Grave follows with J Lightning Cloud (JS) for 8 (Jaina 56).": [
        row("follow", 0, card=card("JS"), side=side("J", "top"), damage=8, waiting=0),
        row("damage", 1, amount=8, life=56, reason=why("combo")),
    ],
    "Grave follows with A True Power of Storms (AS), paying AH and AD, for 45 (waiting under the face-down card).": [
        row("follow", 0, card=card("AS"), side=side("A", "bottom"), damage=45, waiting=1),
        row("pay_ace", 0, card=card("AH")),
        row("pay_ace", 0, card=card("AD")),
    ],
    "Grave hits back with K Whirlwind (KS) for 7 (waiting under the face-down card).": [
        row("hit_back", 0, card=card("KS"), side=side("K", "top"), damage=7, waiting=1)
    ],
    "Grave pumps with KD for 7 (Jaina 40).": [
        row("pump", 0, card=card("KD"), damage=7, waiting=0),
        row("damage", 1, amount=7, life=40, reason=why("combo")),
    ],
    "No other move follows; 6 damage in all.": [row("combo_end", 0, damage=6, moves=1, points=1)],
    "The combo is over: 3 moves, 4 combo points, 15 damage in all.": [
        row("combo_end", 0, damage=15, moves=3, points=4)
    ],
    "Jaina reveals Joker 1: 7 damage undone, and draws 4S and 9H.": [
        row("rewind", 1, card=card("Joker 1"), prevented=7),
        row("draw", 1, card=card("4S"), reason=why("rewind")),
        row("draw", 1, card=card("9H"), reason=why("rewind")),
    ],
    "Jaina reveals 9C, a bluff: the waiting 8 land (Jaina 56).": [
        row("bluff", 1, card=card("9C")),
        row("damage", 1, amount=8, life=56, reason=why("combo")),
    ],
    "Jaina reveals Joker 1: nothing to undo.": [row("joker_wasted", 1, card=card("Joker 1"))],
    "Jaina is knocked down for the next combat.": [row("knockdown", 1)],
    "Grave's chain of 3 earns 1 Ace.": [row("chain", 0, length=3, aces=1)],
    "Grave takes 6C back.": [row("return_card", 0, card=card("6C"))],
    "Grave powers up: 9S, 9H and 9D for 2 Aces. Grave takes AS and AC from the discard pile.": [
        row("power_up", 0, rank=7, count=3, aces=2),
        row("discard", 0, card=card("9S"), reason=why("power_up")),
        row("discard", 0, card=card("9H"), reason=why("power_up")),
        row("discard", 0, card=card("9D"), reason=why("power_up")),
        row("take", 0, card=card("AS"), from_deck=0),
        row("take", 0, card=card("AC"), from_deck=0),
    ],
    "Grave takes AS from the discard pile, AC from the deck and shuffles.": [
        row("take", 0, card=card("AC"), from_deck=1),
        row("take", 0, card=card("AS"), from_deck=0),
        row("shuffle", 0),
    ],
    "Grave discards 2S down to the hand limit.": [row("discard", 0, card=card("2S"), reason=why("hand_limit"))],
    "Grave shuffles the deck.": [row("shuffle", 0)],
    "Both are knocked down: that has no effect.": [row("knockdown_void", 0)],
    "Jaina wins: Grave is knocked out.": [row("game_over", 1, ending=ENDINGS.index("knockout"))],
    "A draw: both are at 0.": [row("game_over", -1, ending=ENDINGS.index("both_at_zero"))],
    "Grave wins: a deck has run out.": [row("game_over", 0, ending=ENDINGS.index("last_card"))],
    "A draw: the turn limit is reached.": [row("game_over", -1, ending=ENDINGS.index("turn_limit"))],
}


@pytest.mark.parametrize("story", STORIES)
def test_stories(story: str) -> None:
    assert words(*STORIES[story]) == story


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_has_words_of_its_own(event: str) -> None:
    assert hasattr(Narrator, f"_say_{event}")
    columns = {"side": SIX, "card": card("6C"), "count": 2, "rank": 3}
    line = row(event, 0, **{name: columns.get(name, 1) for name in EVENTS[event]})
    # seat 0 is one who has a status to begin
    text = event_text(kit.game("second"), CAST[::-1], line)
    assert text.endswith(".") and "_" not in text and text[0].isupper()
    # words and record agree on everything that has a name
    record = event_record(kit.game("second"), line, CAST[::-1])
    assert list(record) == ["event", "player", *EVENTS[event]]
    assert record["event"] == event
    json.dumps(record)


def test_records() -> None:
    game = kit.game()
    opener = row("opener", 1, card=card("6C"), side=SIX)
    assert event_record(game, opener, CAST) == {"event": "opener", "player": "b", "card": "6C", "side": "6 attack"}
    assert event_record(game, opener)["side"] == "6 top"
    taken = row("take", 0, card=card("AC"), from_deck=1)
    assert event_record(game, taken) == {"event": "take", "player": "a", "card": "AC", "from_deck": True}
    power_up = row("power_up", 0, rank=12, count=2, aces=1)
    assert event_record(game, power_up) == {"event": "power_up", "player": "a", "rank": "A", "count": 2, "aces": 1}
    loss = row("damage", 0, amount=3, life=-1, reason=why("combo"))
    assert event_record(game, loss) == {"event": "damage", "player": "a", "amount": 3, "life": -1, "reason": "combo"}
    over = row("game_over", -1, ending=1)
    assert event_record(game, over) == {"event": "game_over", "player": None, "ending": "both_at_zero"}
    for event in ("tie", "no_contact", "knockdown_void"):
        assert event_record(game, row(event, 0))["player"] is None


def test_numbers_from_an_array_are_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    line = np.array(row("follow", 0, card=card("JS"), side=side("J", "top"), damage=8, waiting=1), np.int16)
    assert json.loads(json.dumps(event_record(kit.game(), line, CAST)))["damage"] == 8


def test_a_character_meeting_itself_is_told_apart() -> None:
    line = row("turn", 1, turn=1, life_0=90, life_1=80)
    text = event_text(kit.game(), ("grave", "grave"), line)
    assert text == "Turn 1: Grave (a) 90, Grave (b) 80; Grave (b) has initiative."


def test_an_event_without_words_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Narrator, "_say_pump")
    line = row("pump", 0, card=card("KD"), damage=7, waiting=1)
    assert event_text(kit.game(), CAST, line) == "Grave: pump (card KD, damage 7, waiting True)."


@cache
def games() -> list[Replay]:
    game = kit.game("second")
    return [replay_game(game, "setsuki", "lum", seed=4, number=n, policy="random") for n in range(20)]


@settings(max_examples=200)
@given(st.data())
def test_any_run_of_rows_can_be_told(data: st.DataObject) -> None:
    """Parts of games too: no row is needed by another one."""
    replay = data.draw(st.sampled_from(games()))
    rows = np.concatenate([turn.rows for turn in replay.turns])
    low = data.draw(st.integers(0, len(rows)))
    high = data.draw(st.integers(low, min(len(rows), low + 60)))
    sentences = narrate(replay.game, replay.characters, rows[low:high])
    assert len(sentences) <= high - low
    assert bool(sentences) == (high > low)
    text = " ".join(sentences)
    # Everything that is shown is in the words.
    for line in rows[low:high]:
        event = EVENT_NAMES[line[0]]
        if event in ("hit", "block", "dodge", "burst", "face_down"):
            continue  # told by the move, or hidden
        for name, value in zip(EVENTS[event], line[2:]):
            if name == "card" and value < 0:
                continue  # the character's own ability, or a whole hand
            if name == "card":
                assert card_name(int(value)) in text
            elif name in ("life", "damage", "amount", "prevented", "length"):
                assert str(int(value)) in text, (event, name)


def test_face_down_cards_are_not_given_away() -> None:
    line = row("face_down", 1, card=card("Joker 1"))
    assert "Joker" not in event_text(kit.game(), CAST, line)
