"""The three ways in which functions of the kernel are compiled.

leaf
    small and loop-free, inlined into its callers (measured: 20% faster games for a dozen of them; inlining anything
    larger makes compilation slow and gains nothing).
compiled
    everything else that is called from compiled code.
entry
    what Python calls: cached on disk, and free of the interpreter lock so that threads run in parallel.

With ``NUMBA_DISABLE_JIT=1`` all three leave the plain Python function.
"""

from __future__ import annotations

import yomisim.kernel  # noqa: F401  (sets the cache folder before numba is imported)

import numba  # isort: skip

DISABLED: bool = bool(numba.config.DISABLE_JIT)

leaf = numba.njit(forceinline=True, error_model="numpy")
compiled = numba.njit(error_model="numpy")
entry = numba.njit(error_model="numpy", cache=True, nogil=True)

#: For functions with one caller: a call less, and no larger code.
once = leaf
