"""Sets of small integers (0 to 63) as one ``uint64``.

Every function takes and gives ``uint64`` sets and ``int64`` members. Mixing ``uint64`` with ``int64`` gives
``float64`` in numba without a word, so the conversions are kept in here.
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.jit import DISABLED, leaf, processor

U0 = np.uint64(0)
U1 = np.uint64(1)
#: The option "none of these" in a set of choices.
PASS = np.int64(63)
PASS_BIT = np.uint64(1 << 63)

if DISABLED:

    def count(x):
        """Number of members."""
        return int(x).bit_count()

    def lowest(x):
        """The smallest member of a set that is not empty."""
        return (int(x) & -int(x)).bit_length() - 1

else:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def _population(typingctx, x):
        def codegen(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.uint64(types.uint64), codegen

    @intrinsic
    def _trailing_zeros(typingctx, x):
        def codegen(context, builder, signature, args):
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.uint64(types.uint64), codegen

    @leaf
    def count(x):
        """Number of members."""
        return np.int64(_population(np.uint64(x)))  # type: ignore[call-arg]

    @leaf
    def lowest(x):
        """The smallest member of a set that is not empty."""
        return np.int64(_trailing_zeros(np.uint64(x)))  # type: ignore[call-arg]


@leaf
def bit(i):
    """The set with the one member `i`."""
    return U1 << np.uint64(i)


@leaf
def has(x, i):
    """Whether `i` is a member."""
    return (np.uint64(x) >> np.uint64(i)) & U1 != U0


@leaf
def without_lowest(x):
    """The set without its smallest member."""
    return x & (x - U1)


@leaf
def is_single(x):
    """Whether a set that is not empty has exactly one member."""
    return without_lowest(x) == U0


def _deposits_fast() -> bool:
    """Whether this processor has the bit deposit instruction, and not the slow form of the first Zen ones."""
    name, features = processor()
    return name not in ("znver1", "znver2") and "+bmi2" in features.split(",")


if DISABLED or not _deposits_fast():

    @leaf
    def select(x, k):
        """The member number `k` (from 0, in rising order); `k` must be below the number of members."""
        for _ in range(k):
            x = without_lowest(x)
        return lowest(x)

else:

    @intrinsic
    def _deposit(typingctx, bits, places):
        def codegen(context, builder, signature, args):
            word = ir.IntType(64)
            name = "llvm.x86.bmi.pdep.64"
            function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(word, [word, word]), name)
            return builder.call(function, args)

        return types.uint64(types.uint64, types.uint64), codegen

    @leaf
    def select(x, k):
        """The member number `k` (from 0, in rising order); `k` must be below the number of members."""
        return lowest(_deposit(U1 << np.uint64(k), np.uint64(x)))  # type: ignore[call-arg]
