"""What games are played on, for manifests and measurements."""

from __future__ import annotations

import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

from yomisim.batch.plan import cores


def machine() -> dict[str, Any]:
    """Processor, cores that this process may use, versions of what compiles; nothing that names the machine."""
    return {
        "processor": _processor(),
        "cores": cores(),
        "python": platform.python_version(),
        **{name: version(name) for name in ("numpy", "numba", "llvmlite")},
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return " ".join(line.split(":", 1)[1].split())
    except OSError:
        pass
    return platform.processor() or platform.machine()
