"""What tests of the command line share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from yomisim.cli import main


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
