"""A call through an address, from one separately compiled unit into another.

numba links everything a function calls into it and optimises the whole anew at every level. Code that is large and
seldom needed (abilities) is therefore compiled as a unit of its own, and the hot unit calls it through an address
that lies in the game's record. Measured with abilities linked in: 110 seconds of compiling, growing with every caller.
"""

from __future__ import annotations

from yomisim.kernel.jit import DISABLED

if not DISABLED:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def ask_at(typingctx, address, t, public, own, luck, plan, seat, kind, options, way):
        """Call the C function at `address` with five records and four whole numbers, see policies.equilibrium."""

        def codegen(context, builder, signature, args):
            word = ir.IntType(64)
            pointer = ir.IntType(8).as_pointer()
            function = ir.FunctionType(word, [pointer] * 5 + [word] * 4).as_pointer()
            records = [builder.bitcast(record, pointer) for record in args[1:6]]
            return builder.call(builder.inttoptr(args[0], function), records + list(args[6:]))

        whole = types.int64
        return types.int64(whole, t, public, own, luck, plan, whole, whole, types.uint64, whole), codegen

    @intrinsic
    def call_at(typingctx, address, first, second, a, b):
        """Call the C function ``int64 f(void*, void*, int64, int64)`` at `address` with two records and two int64."""

        def codegen(context, builder, signature, args):
            word = ir.IntType(64)
            pointer = ir.IntType(8).as_pointer()
            function = ir.FunctionType(word, [pointer, pointer, word, word]).as_pointer()
            return builder.call(
                builder.inttoptr(args[0], function),
                [builder.bitcast(args[1], pointer), builder.bitcast(args[2], pointer), args[3], args[4]],
            )

        return types.int64(types.int64, first, second, types.int64, types.int64), codegen
