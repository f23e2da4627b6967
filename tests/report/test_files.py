"""Folders are written whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from yomisim.errors import BadInput
from yomisim.report.files import Staging, write_file

ROOT = Path(__file__).resolve().parents[2]


def tree(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def test_files_appear_together_at_the_end(tmp_path):
    out = tmp_path / "new" / "out"
    with Staging(out) as stage:
        stage.write("a.txt", "one")
        stage.write("deeper/b.bin", b"\x00two")
        assert not (out / "a.txt").exists()
    assert tree(out) == {"a.txt", "deeper", "deeper/b.bin"}
    assert (out / "deeper/b.bin").read_bytes() == b"\x00two"


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, BadInput])
def test_after_an_error_nothing_is_left(tmp_path, error):
    out = tmp_path / "new" / "out"
    with pytest.raises(error), Staging(out) as stage:
        stage.write("a.txt", "one")
        raise error("stop")
    assert tree(tmp_path) == set()


def test_after_an_error_old_files_are_as_they_were(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    (tmp_path / "c.txt").write_text("stale")
    with pytest.raises(RuntimeError), Staging(tmp_path) as stage:
        stage.write("a.txt", "new")
        stage.drop("c.txt")
        raise RuntimeError
    assert (tmp_path / "a.txt").read_text() == "old"
    assert tree(tmp_path) == {"a.txt", "c.txt"}


def test_files_are_replaced_and_stale_ones_dropped(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    (tmp_path / "c.txt").write_text("stale")
    with Staging(tmp_path) as stage:
        stage.write("a.txt", "new")
        stage.drop("c.txt")
        stage.drop("never-there.txt")
    assert (tmp_path / "a.txt").read_text() == "new"
    assert tree(tmp_path) == {"a.txt"}


KILLED = """
import sys, time
from pathlib import Path
from yomisim.report.files import Staging
with Staging(Path(sys.argv[1])) as stage:
    stage.write("a.txt", "half")
    print("open", flush=True)
    time.sleep(60)
"""


def test_what_a_killed_run_leaves_is_removed_by_the_next_one(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None and process.stdout.readline() == "open\n"
        with Staging(tmp_path) as stage:  # that run is under way, its folder is left alone
            stage.write("b.txt", "whole")
        assert tree(tmp_path) > {"b.txt"}
        process.kill()
    write_file(tmp_path / "c.txt", "whole")
    assert tree(tmp_path) == {"b.txt", "c.txt"}


def test_runs_may_make_the_same_folder_at_once(tmp_path):
    out = tmp_path / "new" / "out"

    def write(number: int) -> None:
        ready.wait()
        write_file(out / f"{number}.txt", "whole")

    ready = threading.Barrier(8)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    assert tree(out) == {f"{number}.txt" for number in range(8)}


def test_permissions_are_the_usual_ones(tmp_path):
    write_file(tmp_path / "a.txt", "one")
    plain = tmp_path / "plain.txt"
    plain.write_text("")
    assert (tmp_path / "a.txt").stat().st_mode == plain.stat().st_mode


def test_a_file_in_the_way_of_the_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"), Staging(tmp_path / "file" / "out"):
        pytest.fail("the block must not start")
    with pytest.raises(BadInput, match="cannot be written"), Staging(tmp_path / "file"):
        pytest.fail("the block must not start")
    assert tree(tmp_path) == {"file"}


def test_a_folder_in_the_way_of_a_file(tmp_path):
    (tmp_path / "a.txt").mkdir()
    (tmp_path / "b.txt").write_text("old")
    with pytest.raises(BadInput, match="in the way"), Staging(tmp_path) as stage:
        stage.write("b.txt", "new")
        stage.write("a.txt", "one")
    assert (tmp_path / "b.txt").read_text() == "old"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(BadInput, match="permission denied"), Staging(tmp_path / "out"):
        pytest.fail("the block must not start")


def test_a_full_disk_is_one_message(tmp_path, monkeypatch):
    def full(self, data):
        raise OSError(28, "No space left on device")

    message = r"a\.txt: cannot be written: no space left on device"
    with pytest.raises(BadInput, match=message), Staging(tmp_path / "out") as stage:
        monkeypatch.setattr(Path, "write_bytes", full)
        stage.write("a.txt", "one")
    assert tree(tmp_path) == set()
