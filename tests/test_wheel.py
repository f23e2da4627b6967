"""A built wheel carries the card data, and the program finds them in it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from yomisim.cards.load import load_game

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "yomisim", "data")
#: As in pyproject.toml, [build-system].
OLDEST_SETUPTOOLS = 77
LOOK = """
import json, yomisim
from yomisim import paths
game = yomisim.load("yomi1", "second")
print(json.dumps([yomisim.__file__, game.folder.as_posix(), game.data_hash, paths.label(game.folder)]))
"""


def _missing_tool() -> str | None:
    """Why no wheel can be built here without the network, or None."""
    for name in ("pip", "setuptools"):
        try:
            found = version(name)
        except PackageNotFoundError:
            return f"{name} is not installed here"
        if name == "setuptools" and int(found.split(".")[0]) < OLDEST_SETUPTOOLS:
            return f"setuptools {found} is installed here, a wheel needs {OLDEST_SETUPTOOLS} or newer"
    return None


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The contents of a wheel, built from a copy so that the checkout stays as it is."""
    reason = _missing_tool()
    if reason is not None:
        pytest.skip(reason)
    base = tmp_path_factory.mktemp("wheel")
    source, out = base / "source", base / "out"
    source.mkdir()
    for name in SOURCES:
        place = ROOT / name
        if place.is_dir():
            shutil.copytree(place, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(place, source / name)
    words = ["wheel", "--quiet", "--disable-pip-version-check", "--no-index", "--no-build-isolation", "--no-deps"]
    command = [sys.executable, "-m", "pip", *words, "--wheel-dir", str(out), str(source)]
    done = subprocess.run(command, cwd=base, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = out.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(base / "site")
    return base / "site"


def test_every_data_file_is_in_the_wheel(unpacked: Path) -> None:
    data, copy = ROOT / "data", unpacked / "yomisim" / "_data"
    wanted = {path.relative_to(data): path.read_bytes() for path in data.rglob("*") if path.is_file()}
    assert {".toml", ".csv", ".md"} == {path.suffix for path in wanted}
    assert {path.relative_to(copy): path.read_bytes() for path in copy.rglob("*") if path.is_file()} == wanted


def test_every_module_and_template_is_in_the_wheel(unpacked: Path) -> None:
    package = ROOT / "yomisim"
    wanted = {path.relative_to(package) for kind in ("*.py", "*.j2") for path in package.rglob(kind)}
    assert wanted <= {path.relative_to(unpacked / "yomisim") for path in (unpacked / "yomisim").rglob("*")}


def test_the_copy_in_the_wheel_is_found(unpacked: Path, tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "YOMISIM_DATA"}
    environment["PYTHONPATH"] = str(unpacked)
    command = [sys.executable, "-c", LOOK]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    module, folder, data_hash, label = json.loads(done.stdout)
    assert Path(module).is_relative_to(unpacked)
    assert Path(folder) == unpacked / "yomisim" / "_data" / "yomi1"
    assert data_hash == load_game("yomi1", None, ROOT / "data").data_hash
    assert label == "built-in data/yomi1"
