"""A compile cache that cannot go stale.

numba looks only at the file of the cached function itself. A changed helper or constant in another file would give
the old machine code, so the cache folder's name is a hash over every source that can be compiled, and over the
versions that take part in compiling.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
#: Folders of the package whose files can end up in compiled code.
COMPILED_ROOMS = ("cards", "kernel", "rules", "policies", "play")
#: Settings of numba that do not change the machine code.
NEUTRAL = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DISABLE_JIT")
#: How many cache folders of earlier sources are kept (switching between branches stays fast).
KEPT = 6


def sources() -> list[Path]:
    """Every Python file that can take part in compiled code, in a fixed order."""
    return sorted(path for room in COMPILED_ROOMS for path in (PACKAGE / room).rglob("*.py"))


def key() -> str:
    """16 hex digits that change with any compiled source and with the versions of Python, numpy, numba, llvmlite."""
    digest = hashlib.sha256()
    for name in ("numpy", "numba", "llvmlite"):
        try:
            digest.update(f"{name} {version(name)}\n".encode())
        except PackageNotFoundError:
            digest.update(f"{name} missing\n".encode())
    digest.update(f"{sys.version_info[:3]} {platform.machine()}\n".encode())
    for name in sorted(os.environ):  # numba's settings change the machine code (bounds checks, optimisation, target)
        if name.startswith("NUMBA_") and name not in NEUTRAL:
            digest.update(f"{name}={os.environ[name]}\n".encode())
    for path in sources():
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def root() -> Path:
    """Where cache folders lie: ``$YOMISIM_CACHE``, else the user's cache folder."""
    explicit = os.environ.get("YOMISIM_CACHE")
    if explicit:
        return Path(explicit)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "yomisim"


def configure() -> Path:
    """Point numba at the cache folder of these sources and drop folders long unused.

    Returns the folder. Does nothing to a numba that is imported already, except to change where it will look.
    """
    base = root()
    folder = base / key()
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        old = sorted((f for f in base.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
        for stale in old[KEPT:]:
            shutil.rmtree(stale, ignore_errors=True)
    except OSError:  # an unwritable home: see `usable`
        pass
    return folder


def usable(folder: Path) -> bool:
    """Whether `folder` can be written to.

    Where it cannot, nothing is cached, which is slow but right: numba would turn to the folder of the sources, and
    look at nothing but the file of the cached function.
    """
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
