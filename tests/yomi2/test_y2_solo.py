"""Games against bots: same seed, same games; what policies may know; what must hold after every turn."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import yomisim
from yomisim.batch.solo import run_solo, solo_plan
from yomisim.cards.load import load_game
from yomisim.cards.yomi2.bot_verbs import CONDITIONS, VERBS, WINDOW_CODES
from yomisim.cards.yomi2.pack_bots import pack_solo
from yomisim.cli import main
from yomisim.errors import BadInput
from yomisim.estimate.bots import summary
from yomisim.play.yomi2.solo.game import play_turn, start_game
from yomisim.policies.codes import GREEDY, RANDOM
from yomisim.rules.yomi2.events import EVENT_NAMES
from yomisim.rules.yomi2.solo import SOLO

PACKAGE = Path(yomisim.__file__).parent
GAME = load_game("yomi2")
BOTS = sorted(GAME.bots)


def begin(bot: str, humans: tuple[str, ...], number: int, policy: int = int(RANDOM), reply: int = 0):
    """Table and state of a game, ready for its first turn, with the log on."""
    table, state = pack_solo(GAME, bot, humans), np.zeros(1, SOLO)
    g = state[0]
    for k in range(len(humans)):
        g["match"][k]["policy"][0] = policy
        g["match"][k]["log_on"] = 1
        g["replies"][k] = reply
    start_game(table[0], g, 11, 3, number)
    return table[0], g


@pytest.mark.parametrize("humans", [("grave",), ("grave", "jaina")], ids=["alone", "team"])
@pytest.mark.parametrize("bot", BOTS)
def test_what_holds_after_every_turn(bot: str, humans: tuple[str, ...]) -> None:
    for number in range(12):
        s, g = begin(bot, humans, number, policy=int(RANDOM if number % 2 else GREEDY), reply=number % 4 == 0)
        turns = 0
        while not g["over"]:
            play_turn(s, g)
            turns += 1
            check(s, g, len(humans))
        assert turns == g["turn"] <= 200
        assert g["winner"] in (-1, 0, 1)


def check(s, g, humans: int) -> None:
    """Every card in one zone, the bot's numbers within their bounds and alike in all fights."""
    assert s["bot"]["least_hand"] <= g["hand"] <= s["bot"]["most_hand"]
    assert g["life"] <= s["bot"]["hit_points"]
    for k in range(humans):
        m, t = g["match"][k], s["table"][k]
        me, bot = m["public"]["fighter"]
        zones = [me[name] for name in ("discard", "table", "in_play", "removed", "revealed")]
        zones += [m["own"][0]["hand"], m["deep"][0]["deck"]]
        cards = [int(zone).bit_count() for zone in zones]
        every = int(np.bitwise_or.reduce(np.array(zones, np.uint64)))
        assert sum(cards) == every.bit_count() == int(t["char"][0, 0]["cards"]).bit_count()
        assert int(m["own"][0]["hand"]).bit_count() == me["hand_count"] <= t["rules"]["hand_limit"]
        assert 0 <= me["meter"] <= t["rules"]["meter_max"]
        if not g["out"][k] and not g["over"]:
            assert (bot["life"], bot["hand_count"]) == (g["life"], g["hand"])
            assert bot["sheet"] == 1 and me["sheet"] == 0
            assert me["life"] > 0
    if g["over"] and g["ending"] == 0:
        fallen = all(g["match"][k]["public"]["fighter"][0]["life"] <= 0 for k in range(humans))
        assert (g["winner"] == 0 and g["life"] <= 0) or (g["winner"] == 1 and fallen)


def test_the_same_games_for_any_number_of_workers_and_any_chunks() -> None:
    plans = [solo_plan(GAME, bot, "grave", games=300, seed=5, policy="greedy") for bot in ("colossus", "fox_primus")]
    plans.append(solo_plan(GAME, "colossus", "grave", games=200, seed=5, partner="jaina"))
    one, two, three = (
        run_solo(plans, workers=workers, chunk=chunk).tallies for workers, chunk in ((1, None), (2, 37), (3, 150))
    )
    assert one.tobytes() == two.tobytes() == three.tobytes()
    other = run_solo([solo_plan(GAME, "colossus", "grave", games=300, seed=6, policy="greedy")]).tallies
    assert other[0] != one[0]
    assert one[0]["games"] == one[0]["wins"].sum() + one[0]["draws"] == one[0]["endings"].sum() == 300


def test_the_die_is_fair() -> None:
    roll, reroll = EVENT_NAMES.index("roll"), EVENT_NAMES.index("reroll")
    seen: Counter[int] = Counter()
    for number in range(150):
        s, g = begin("glass_monk", ("grave",), number)
        while not g["over"]:
            play_turn(s, g)
            log = g["match"][0]
            seen.update(int(row[2]) for row in log["log"][: log["log_rows"]] if row[0] in (roll, reroll))
            log["log_rows"] = 0
    total = seen.total()
    assert total > 1500 and sorted(seen) == list(range(1, 9))
    chi = sum((count - total / 8) ** 2 for count in seen.values()) / (total / 8)
    assert chi < 24.3  # 1 in 1000 with seven degrees of freedom; the seed is fixed


@pytest.mark.parametrize("reply", [0, 1], ids=["greedy", "best-reply"])
def test_no_policy_knows_the_roll(reply: int) -> None:
    """Whatever the die will show, the same opener; with an open roll the best reply depends on it."""
    for openly in (0, 1):
        openers = set()
        for die in range(8):
            s, g = begin("glass_monk", ("grave",), 4, policy=int(GREEDY), reply=reply)
            g["dice"][:4], g["dice_given"], g["open_next"] = die, 4, openly
            play_turn(s, g)
            openers.add(int(g["chosen"][0]))
        assert len(openers) == 1 or (openly and reply)
        if openly and reply:
            assert len(openers) > 1


def test_who_sees_the_partners_opener() -> None:
    """In the normal setting the second human reckons with what the first one opens with, in the hard one not."""
    answers: dict[int, list[tuple[int, int]]] = {0: [], 1: []}
    for number in range(40):
        for sees in (0, 1):
            chosen = []
            for reply in (0, 1):
                s, g = begin("fox_primus", ("grave", "jaina"), number, policy=int(GREEDY), reply=1)
                s["sees_partner"], g["sees_partner"], g["replies"][0] = sees, sees, reply
                play_turn(s, g)
                chosen.append((int(g["chosen"][0]), int(g["chosen"][1])))
            (one, answer), (other, again) = chosen
            if one != other:
                answers[sees].append((answer, again))
    assert len(answers[0]) > 5
    assert all(answer == again for answer, again in answers[0])
    assert any(answer != again for answer, again in answers[1])


def test_the_better_of_two_rolls_is_kept() -> None:
    """Two rolls at this hand size: whichever comes first, the same tile is played, or one that comes to the same."""
    different = 0
    for first in range(8):
        for second in range(first):
            kept, lives = [], []
            for dice in ((first, second), (second, first)):
                s, g = begin("twilight_baron", ("grave",), 2, policy=int(GREEDY))
                g["dice"][:2], g["dice_given"] = dice, 2
                play_turn(s, g)
                assert g["dice_used"] == 2 and g["tile"] in dice
                kept.append(int(g["tile"]))
                lives.append((int(g["match"][0]["public"]["fighter"][0]["life"]), int(g["life"])))
            assert kept[0] == kept[1] or lives[0] == lives[1]
            different += kept[0] == kept[1]
    assert different > 5


@pytest.mark.parametrize("bot", BOTS)
def test_best_replies_win_more_than_greedy_play(bot: str) -> None:
    rates = []
    for policy in ("greedy", "best-reply"):
        tally = run_solo([solo_plan(GAME, bot, "jaina", games=600, seed=2, policy=policy)], workers=1).tallies[0]
        rates.append(int(tally["wins"][0]) / int(tally["games"]))
    assert rates[1] > rates[0]


def test_what_was_judged_is_added_up() -> None:
    tally = run_solo([solo_plan(GAME, "colossus", "grave", games=200, seed=1)], workers=1).tallies[0]
    replied = tally["replied"]
    assert (replied["chosen"] <= replied["offered"]).all()
    assert 0 < replied["chosen"].sum() <= tally["turns"]
    assert (
        not run_solo([solo_plan(GAME, "colossus", "grave", games=200, seed=1, policy="greedy")], workers=1)
        .tallies[0]["replied"]["offered"]
        .any()
    )


def test_the_record_of_a_batch() -> None:
    record = summary(run_solo([solo_plan(GAME, "Colossus", "Grave", games=50, seed=3, policy="random")], workers=1))
    wanted = {"bot", "character", "games", "wins", "draws", "win_rate", "ci95", "mean_turns", "data_hash"}
    assert wanted <= set(record) and "partner" not in record
    assert record["wins"] + record["draws"] + record["losses"] == record["games"] == 50
    assert record["ci95"][0] <= record["win_rate"] <= record["ci95"][1]
    json.dumps(record)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--character", "grave", "--games", "40", "--seed", "1", "--policy", "greedy"]
    assert main(["solo", "--bot", "colossus", *options, "--coop", "jaina", "--setting", "hard", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["partner"], record["setting"], record["games"]) == ("jaina", "hard", 40)
    assert main(["solo", "--bot", "colossus", *options]) == 0
    text = capsys.readouterr().out
    assert "Grave (greedy) against Colossus (difficulty 3), 40 games, seed 1" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bot", "colosus", "--character", "grave"], "colossus"),
        (["--bot", "colossus", "--character", "gravy"], "grave"),
        (["--bot", "colossus", "--character", "grave", "--policy", "equilibrium"], "best-reply"),
        (["--bot", "colossus", "--character", "grave", "--coop", "jaina", "--setting", "soft"], "hard"),
        (["--bot", "colossus", "--character", "grave", "--games", "0"], "out of range"),
        (["--character", "grave"], "--bot"),
    ],
)
def test_mistakes_are_one_message(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solo", *words]) == 2
    told = capsys.readouterr().err.strip()
    assert message in told and "\n" not in told


def test_there_are_no_bots_in_the_other_game() -> None:
    with pytest.raises(BadInput, match="no bots in yomi1"):
        solo_plan(load_game("yomi1"), "colossus", "grave", games=10)


def test_every_word_of_the_sheets_is_handled_once() -> None:
    """Each code of the bots' vocabulary is taken from it in exactly one module of the engine."""
    sources = [path.read_text() for room in ("rules", "play") for path in (PACKAGE / room / "yomi2").rglob("*.py")]
    solo = [text for text in sources if "bot_verbs import" in text]
    for kind, words in (("VERBS", VERBS), ("CONDITIONS", CONDITIONS)):
        for name in words:
            assert sum(text.count(f'{kind}["{name}"].code') for text in solo) == 1, name
    for name in WINDOW_CODES:
        assert any(f'WINDOW_CODES["{name}"]' in text for text in solo), name
