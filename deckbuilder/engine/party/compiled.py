"""Compiling with numba, which is optional."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

if TYPE_CHECKING:
    import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])
Array = TypeVar("Array", bound=NDArray[Any])


def inlined(function: Function) -> Function:
    """Compile a function into every other that calls it."""
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True}
    return _compiled(function, **options)


def entry(function: Function) -> Function:
    """Compile a function that Python calls, with all that it calls, on its first call.

    The machine code is kept beside the module, or in the user's cache where an installed program
    may not write; where neither is to be had, every process compiles anew. It is thrown away when
    the module changes, but not when one does that the module takes functions or numbers from:
    after such a change the module has to be touched.
    """
    try:
        return _compiled(function, cache=True, nogil=True)
    except RuntimeError:  # numba found no folder to cache in
        return _compiled(function, nogil=True)


def _compiled(function: Function, **options: Any) -> Function:  # noqa: ANN401 - numba's own
    return cast("Function", numba.njit(error_model="numpy", **options)(function))


# The rest is compiled in place of a call: a function of types, which gives another that writes
# machine code.


def _ones(_context: Any, _word: Any) -> Any:  # noqa: ANN401 - numba's own protocol
    def write(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:  # noqa: ANN401
        return builder.ctpop(args[0])

    return types.int64(types.uint64), write


def _lowest(_context: Any, _word: Any) -> Any:  # noqa: ANN401 - numba's own protocol
    def write(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:  # noqa: ANN401
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), write


def _uncounted(_context: Any, array: Any) -> Any:  # noqa: ANN401 - numba's own protocol
    def write(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:  # noqa: ANN401
        (value,) = args
        for place in (0, 1):  # what owns the memory, and the object that it came from
            nothing = ir.Constant(value.type.elements[place], None)
            value = builder.insert_value(value, nothing, place)
        return value

    return array(array), write


ones = cast("Callable[[np.uint64], int]", intrinsic(_ones))
"""Counts the bits of a word that are set."""
lowest = cast("Callable[[np.uint64], int]", intrinsic(_lowest))
"""Finds the place of the lowest set bit of a word that is not 0."""
uncounted = cast("Callable[[Array], Array]", intrinsic(_uncounted))
"""Gives the same array without an owner, so that compiled code counts no references to it.

Counting takes locked instructions, a third of all time. Who calls must hold the array."""
