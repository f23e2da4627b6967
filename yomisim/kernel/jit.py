"""The ways in which functions of the kernel are compiled.

leaf
    small and loop-free, inlined into its callers.
once
    a function that is called from one place only, inlined there.
compiled
    everything else that is called from compiled code.
entry
    what Python calls: cached on disk, and free of the interpreter lock so that threads run in parallel.

With ``NUMBA_DISABLE_JIT=1`` all of them leave the plain Python function.
"""

from __future__ import annotations

import os
from typing import Any

from yomisim.kernel import FOLDER  # sets the cache folder before numba is imported
from yomisim.kernel.cache import usable

import numba  # isort: skip

DISABLED: bool = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]  # set when numba reads the environment
#: Whether array accesses are checked.
CHECKED: bool = bool(numba.config.BOUNDSCHECK)  # type: ignore[attr-defined]
#: Whether machine code is kept on disk.
CACHED: bool = usable(FOLDER)

#: Set in processes that only compile: functions inside of units cannot be called from Python there, which saves a sixth
#: of the time (numba compiles two more functions for each, one for Python and one for C).
COMPILING = "YOMISIM_COMPILING"
INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True} if COMPILING in os.environ else {}

leaf = numba.njit(forceinline=True, error_model="numpy", **INNER)
# forceinline: left out, it would be inherited from the caller
compiled = numba.njit(error_model="numpy", forceinline=False, **INNER)
entry = numba.njit(error_model="numpy", cache=CACHED, nogil=True)
#: For functions with one caller: a call less and no larger code. Measured on random games: 4.5 million turns a second
#: without, 6.0 with (23 seconds of compiling instead of 16).
once = leaf


if DISABLED:

    def out_of_line():
        """Keep the calling function out of line."""

else:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def out_of_line(typingctx):
        """Keep the calling function out of line.

        numba links every callee into its caller and optimises the whole again; without a stop, large functions are
        copied into each other level by level (measured with abilities: compilation did not end within ten minutes).
        """

        def codegen(context, builder, signature, args):
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.void(), codegen


def processor() -> tuple[str, str]:
    """What code is compiled for: name of the processor, its features (``+this,-that``); as numba sees it."""
    import llvmlite.binding

    name, features = numba.config.CPU_NAME, numba.config.CPU_FEATURES  # type: ignore[attr-defined]
    try:
        known = llvmlite.binding.get_host_cpu_features().flatten()
    except RuntimeError:  # not to be found out here
        known = ""
    return name or llvmlite.binding.get_host_cpu_name(), known if features is None else features
