"""The row of a game says what its sums say, and writing it changes nothing."""

from __future__ import annotations

import kit
import numpy as np
import pytest

from yomisim.batch.engine import Engine, engine_for
from yomisim.cards.load import load_game
from yomisim.play.yomi1 import SOURCES, play_turn, start_game
from yomisim.rules.yomi1.state import MATCH

SEED, KEY, NUMBERS = np.uint64(5), np.uint64(9), 40


def play(edition: str, a: str, b: str, policies: tuple[str, str], swap: bool) -> tuple[np.ndarray, np.ndarray]:
    """Sums and rows of the first game."""
    return played(engine_for("yomi1"), kit.tables(edition, a, b), policies, swap, kit.key(a, b))


def played(engine: Engine, tables: np.ndarray, policies: tuple[str, str], swap: bool, key: np.uint64 = KEY):
    """Sums and rows, after a check that the rows change no sum."""
    plain, total = engine.zeros(1), engine.zeros(1)
    rows = np.zeros(NUMBERS * (2 if swap else 1), engine.row)
    where = (tables, kit.codes(policies), SEED, key, 3, NUMBERS, swap)
    engine.play_games(*where, plain)
    engine.play_games(*where, total, rows=rows)
    assert plain == total
    return total[0], rows


@pytest.mark.parametrize("policies", [("random", "random"), ("greedy", "random")])
@pytest.mark.parametrize(("name", "edition"), [("yomi1", "first"), ("yomi1", "second"), ("yomi2", None)])
def test_rows_add_up_to_the_sums(name, edition, policies):
    game, engine = load_game(name, edition), engine_for(name)
    names = list(game.characters)
    for a, b in zip(names, names[1:] + names[:1]):
        for swap in (False, True):
            tally, rows = played(engine, engine.tables(game, a, b), policies, swap)
            assert tally["wins"].tolist() == [(rows["winner"] == player).sum() for player in range(2)]
            assert tally["draws"] == (rows["winner"] == -1).sum()
            assert tally["endings"].tolist() == [
                (rows["ending"] == place).sum() for place in range(len(engine.endings))
            ]
            for field in ("turns", "choices"):
                assert tally[field] == rows[field].sum()
            assert rows["number"].tolist() == [3 + k for k in range(NUMBERS) for _ in range(2 if swap else 1)]
            assert rows["swapped"].tolist() == ([0, 1] * NUMBERS if swap else [0] * NUMBERS)
            # Life is what was there, less what was lost to each source, and what was gained.
            start = [game.characters[one].hit_points for one in (a, b)]
            assert (rows["life"] == start - rows["lost"].sum(axis=2) + rows["gained"]).all()
            assert (rows["lost"] >= 0).all() and (rows["gained"] >= 0).all()
            knockouts = rows[rows["ending"] == engine.endings.index("knockout")]
            beaten = knockouts["life"][np.arange(len(knockouts)), 1 - knockouts["winner"]]
            assert (beaten <= 0).all()


def test_a_row_is_the_log_of_its_game():
    """Against the log of the same game, turn by turn."""
    from yomisim.rules.yomi1.events import EVENT_NAMES, REASONS

    a, b = list(load_game("yomi1").characters)[:2]
    _, rows = play("first", a, b, ("random", "random"), False)
    table, match = kit.tables("first", a, b), np.zeros(1, MATCH)
    m = match[0]
    m["policy"], m["log_on"] = kit.codes(("random", "random")), 1
    for row in rows[:10]:
        start_game(table[0], m, SEED, kit.key(a, b), row["number"])
        while not m["over"]:
            play_turn(table[0], m)
        log = m["log"][: m["log_rows"]]
        names = np.array(EVENT_NAMES)[log[:, 0]]
        for player in range(2):
            own = log[:, 1] == player
            assert row["moves"][player] == (own & np.isin(names, ["opener", "follow", "hit_back"])).sum()
            lost = log[own & (names == "damage")]
            for place, source in enumerate(SOURCES[:-1]):
                assert row["lost"][player, place] == lost[lost[:, 4] == REASONS.index(source), 2].sum()
