"""Calls through an address, from one separately compiled unit into another.

numba links everything a function calls into it and optimises the whole anew at every level. Code that is large or
called from many places is therefore compiled as a unit of its own, and the others call it through an address that lies
in the game's record. Measured with abilities linked in: 110 seconds of compiling, growing with every caller.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from yomisim.kernel.jit import CACHED, CHECKED, DISABLED

if not DISABLED:
    import numba
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def _call(context, builder, signature, args):
        """Call the function at the address (first argument) with the others, by numba's own convention."""
        returned, parameters = signature.return_type, signature.args[1:]
        kind = context.call_conv.get_function_type(returned, parameters)
        function = builder.inttoptr(args[0], ir.PointerType(kind))
        status, result = context.call_conv.call_function(builder, function, returned, parameters, args[1:])
        if CHECKED:  # else nothing can go wrong in a unit, and the question would cost time
            with builder.if_then(status.is_error, likely=False):
                context.call_conv.return_status_propagate(builder, status)
        return result

    @intrinsic
    def call_with_records(typingctx, address, first, second):
        """Call what `address_of` gave for a function of two records."""
        return types.int64(types.int64, first, second), _call

    @intrinsic
    def call_with_two(typingctx, address, first, second, a, b):
        """Call what `address_of` gave for a function of two records and two int64."""
        return types.int64(types.int64, first, second, types.int64, types.int64), _call

    @intrinsic
    def call_with_four(typingctx, address, first, second, third, fourth, a, b, members):
        """Call what `address_of` gave for a function of four records, two int64 and one uint64."""
        numbers = types.int64, types.int64, types.uint64
        return types.int64(types.int64, first, second, third, fourth, *numbers), _call

    @intrinsic
    def call_with_five(typingctx, address, first, second, third, fourth, fifth, a, b, members, c):
        """Call what `address_of` gave for a function of five records, two int64, one uint64 and one int64."""
        numbers = types.int64, types.int64, types.uint64, types.int64
        return types.int64(types.int64, first, second, third, fourth, fifth, *numbers), _call


#: The code lives as long as these objects.
KEPT: list[Any] = []


def address_of(function: Callable[..., Any], *parameters: Any) -> Any:
    """Where a function lies in memory, compiled or loaded from the cache; 0 where nothing is compiled.

    `parameters` are the dtypes of its records and numbers; it returns int64.
    """
    if DISABLED:
        return np.int64(0)
    signature = types.int64(*(numba.from_dtype(np.dtype(kind)) for kind in parameters))
    made: Any = numba.njit(  # type: ignore[call-overload]
        signature, error_model="numpy", cache=CACHED, no_cpython_wrapper=True, no_cfunc_wrapper=True
    )(function)
    KEPT.append(made)
    (compiled,) = made.overloads.values()
    return np.int64(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))
