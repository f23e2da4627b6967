"""Is a combo legal: the answer without a game against the game that plays it, on random sequences."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomisim.cards.load import Game, load_game
from yomisim.cards.yomi1.pack import side_name
from yomisim.cards.yomi1.schema import SIDE_NAMES
from yomisim.cards.yomi1.tables import RANK_NAMES
from yomisim.errors import BadInput
from yomisim.estimate.combos import find_place, token
from yomisim.scenario.check import event_words
from yomisim.scenario.run import play
from yomisim.scenario.yomi1.combo_play import RULES, play_sequence, read_hand
from yomisim.scenario.yomi1.schema import Scenario

CAST = sorted(load_game("yomi1").characters)


@cache
def game(edition: str) -> Game:
    return load_game("yomi1", edition)


def sides(who) -> list[int]:
    """Attacks and throws that need nothing in play."""
    return [
        4 * RANK_NAMES.index(card.rank) + SIDE_NAMES.index(name)
        for _, card, name in who.moves()
        if card.side(name).kind in ("attack", "throw") and not card.side(name).requires
    ]


@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize("name", CAST)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(data=st.data())
def test_the_game_says_the_same(edition, name, data):
    """Legal or not, the damage, and the rule that is broken."""
    who = game(edition).character(name)
    starter = data.draw(st.sampled_from(sides(who)))
    later = data.draw(st.lists(st.sampled_from(sides(who)), max_size=3))
    pumps = data.draw(st.lists(st.sampled_from([0, 0, 0, 1, 2]), min_size=len(later) + 1, max_size=len(later) + 1))
    sequence = ">".join(token(who, side) + "+" * n for side, n in zip([starter, *later], pumps, strict=True))
    # the cards of the moves, as far as a deck holds them, and some more
    ranks = [side >> 2 for side in later] + data.draw(st.lists(st.integers(0, 12), max_size=4))
    opener = side_name(who, starter)
    aces = who.side(RANK_NAMES[starter >> 2], SIDE_NAMES[starter & 3]).aces or 0
    taken = {starter >> 2: 1} | ({12: aces} if aces else {})
    hand = {rank: min(ranks.count(rank), 4 - taken.get(rank, 0)) for rank in set(ranks)}
    try:
        verdict = play_sequence(find_place(game(edition), name, hand=hand, opening=opener), sequence)
    except BadInput as error:  # a step that can be two sides
        assert "write the name" in str(error)
        return
    full = {rank: hand.get(rank, 0) + taken.get(rank, 0) for rank in range(14)}
    written = ", ".join(RANK_NAMES[rank] for rank, n in full.items() for _ in range(n))
    scenario = {
        "a": {"character": name, "life": 70, "hand": written},
        "b": {"character": name, "life": 70 if edition == "second" else 999},
        "turns": [{"a": {"opener": opener, "combo": sequence}}],
    }
    played = play(Scenario.model_validate(scenario), game(edition))
    if not verdict.legal:
        # in a game a pump takes a card at once, which may be the one that a later step would break a rule with
        same = {verdict.rule} | ({"not-in-hand", "pump-cards"} if "+" in sequence else set())
        assert played.refused is not None and played.refused.slug in same, (verdict, played.refused)
        return
    assert played.refused is None, (verdict, played.refused.text)
    over = [event for event in event_words(played) if event["event"] == "combo_end" and event["player"] == "a"]
    assert [event["damage"] for event in over] == [verdict.damage]


#: From the rulebook's combo examples and the checklist: character, sequence, rule or damage.
SAID = [
    ("grave", {}, "3>4>5", 12),
    ("grave", {}, "3>5>6", "chain-step"),
    ("grave", {}, "4>4>5>6", "chain-step"),
    ("valerie", {}, "4>4>5>6", 19),
    ("valerie", {"without": ["Agile Hands"]}, "4>4>5>6", "chain-step"),
    ("grave", {}, "t8>2>3", 12),
    ("grave", {}, "t8>2>3>4", "points"),
    ("grave", {}, "t7>A", 19),
    ("grave", {}, "t7>AAA", "points"),
    ("grave", {}, "6>Q", 16),
    ("grave", {}, "Q>6", "ender-ends"),
    ("grave", {}, "4>5>t9", "starter-first"),
    ("grave", {}, "K+>5>J", 27),
    ("grave", {}, "K++", "pump-limit"),
    ("grave", {}, "6+", "not-pumpable"),
    ("grave", {"after_dodge": True}, "AAA", 45),
    ("grave", {"after_dodge": True}, "K+", 14),
    ("grave", {"after_dodge": True}, "t8>4", "hit-back-single"),
    ("setsuki", {"after_dodge": True, "switches": ["Speed of the Fox"]}, "J>5>6", 16),
    ("degrey", {"after_dodge": True, "switches": ["Ghost Riposte"]}, "2>3>J", 15),
    ("rook", {}, "t7>J", "cant-combo"),
    ("setsuki", {}, "2>A", "cant-combo"),
    ("setsuki", {}, "2>AA", 19),
    ("jaina", {}, "4>J", 10),
    ("rook", {}, "4>tQ", 14),
    ("grave", {}, "2>AAA", 47),
    ("grave", {"hand": {12: 2}, "opening": "2 attack"}, "2>AAA", "aces"),
    ("grave", {"hand": {0: 1, 12: 2}}, "AAA", "opener-needs-aces"),
    ("grave", {"hand": {0: 1}}, "2>3", "not-in-hand"),
    ("grave", {}, "K>K>K>K>K", "points"),
    ("valerie", {}, "2>2>2>2>2", "copies"),
    ("setsuki", {}, "J>J>J>J>2>3", 25),
    ("jaina", {"hand": {10: 1}}, "Q+", "pump-cards"),
    ("jaina", {"hand": {10: 1, 0: 1}}, "Q+", 13),
    ("setsuki", {"hand": {10: 1, 0: 1}}, "Q+>2", "pump-cards"),
    ("midori", {}, "dJ>7>8", "needs-in-play"),
    ("midori", {"switches": ["Dragon Form"]}, "dJ>7>8", 24),
    ("midori", {"switches": ["Dragon Form"]}, "4>dQ", "needs-in-play"),
    ("midori", {"switches": ["Dragon Form"]}, "tAA++", 52),
    ("geiger", {"switches": ["Temporal Distortion"]}, "6>J>7>J", 31),
    ("geiger", {"switches": ["Temporal Distortion"]}, "t8>6>7>J>Q", 37),
    ("geiger", {"switches": ["Temporal Distortion"]}, "6>K>J", "ender-ends"),
    ("geiger", {"switches": ["Temporal Distortion"], "after_dodge": True}, "J", 9),
    ("degrey", {"switches": ["Moral High Ground=3"]}, "Q>J", 27),
    ("degrey", {}, "2>3>5", "chain-step"),
    ("valerie", {"switches": ["Bold Strokes"]}, "2>3>4", 12),
    ("grave", {"switches": ["enders_only"]}, "2>3", "ender-ends"),
    ("grave", {"switches": ["no_pumps"]}, "K+", "not-pumpable"),
    ("jaina", {"switches": ["Unstable Power"]}, "4>AA", "aces-forbidden"),
]


@pytest.mark.parametrize(("who", "place", "sequence", "says"), SAID)
def test_what_the_rules_say(who, place, sequence, says):
    verdict = play_sequence(find_place(game("second"), who, **place), sequence)
    assert (verdict.damage if verdict.legal else verdict.rule) == says
    assert verdict.legal == (verdict.rule is None) == (verdict.sentence is None)
    assert verdict.rule is None or verdict.rule in RULES
    assert verdict.record()["sequence"] == sequence


@pytest.mark.parametrize(
    ("sequence", "says"),
    [
        ("", "is empty; write steps"),
        ("2>>3", "a step is missing"),
        ("2>11", "write steps like 7, t8, K+, AA"),
        ("8>2", "no 8 attack; 8 has a throw"),
        ("AAAA", "cost 1 or 3"),
        ("tAAA", "no throw that costs 3 Aces"),
        ("dJ", "needs anything in play"),
        ("7 thorw", "did you mean"),
    ],
)
def test_a_sequence_that_cannot_be_read(sequence, says):
    with pytest.raises(BadInput) as error:
        play_sequence(find_place(game("second"), "grave"), sequence)
    assert says in str(error.value) and str(error.value).startswith("play: ")


def test_the_opening_has_to_be_the_first_step():
    with pytest.raises(BadInput, match="not the opening '8 throw'"):
        play_sequence(find_place(game("second"), "grave", opening="8 throw"), "2>3")


def test_hands_are_read_with_and_without_suits():
    assert read_hand("2 3, 10 TH K K joker") == {0: 1, 1: 1, 8: 2, 11: 2, 13: 1}
    assert read_hand("") == {}
    with pytest.raises(BadInput, match="8H is there only once"):
        read_hand("8H 8H")
    with pytest.raises(BadInput, match="'11' is no card"):
        read_hand("11")
