"""What tests of the command line share."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest

from yomisim.cli import main


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes more than ten seconds, alone or with others of its file")


def pytest_collection_finish() -> None:
    """What is there by now stays: without this, each collection of garbage looks through the modules and all tests."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """As the program does (yomisim/cli.py)."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first, so that at the end no worker is left alone with a long one."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Callable[..., tuple[int, str, str]]:
    """Run a command in this process: (exit code, standard output, standard error).

    Where the test's module has words in COMMAND, the command begins with these.
    """
    first = getattr(request.module, "COMMAND", ())

    def command(*words: str) -> tuple[int, str, str]:
        code = main([*first, *words])
        out = capsys.readouterr()
        return code, out.out, out.err

    return command
