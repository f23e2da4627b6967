"""What is measured beside this program's own speed."""

from __future__ import annotations

import sys

import pytest

from yomisim.batch import bench_openspiel, bench_process
from yomisim.cards.load import load_game
from yomisim.errors import BadInput


def test_openspiel_plays_by_its_own_loop():
    pytest.importorskip("pyspiel")
    goofspiel, leduc = bench_openspiel.measure(0.05, 1) or [{}, {}]
    assert goofspiel["choices_per_game"] == 24  # twelve of thirteen bids of two players are choices
    assert 2 < leduc["choices_per_game"] < 8
    assert goofspiel["choices_per_second"] > goofspiel["games_per_second"] > 0


def test_openspiel_that_is_not_installed_is_left_out(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert bench_openspiel.measure(0.05, 1) is None


def test_a_process_is_measured_by_its_own_memory():
    game = load_game("yomi1")
    small, large = (
        bench_process.timed([sys.executable, "-c", f"x = b'1' * {size}"], game, {}) for size in (1, 200_000_000)
    )
    assert large.memory - small.memory == pytest.approx(200, abs=20) and large.seconds > 0
    with pytest.raises(BadInput, match="code 3: the reason"):
        bench_process.timed(
            [sys.executable, "-c", "import sys; print('the reason', file=sys.stderr); sys.exit(3)"], game, {}
        )
