"""Run a command and tell how long it took and how much memory it held: ``python -m yomisim.batch.watch COMMAND ...``.

A small process of its own does that, because a process begins with the largest memory of the one that started it.
Prints seconds and MB (10^6 bytes); what the command prints goes nowhere, what it says on standard error goes on.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence


def main(command: Sequence[str]) -> int:
    """Gives the exit code of the command."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    print(seconds, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6)
    return process.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
