# SPDX-License-Identifier: GPL-3.0-or-later
"""Loops of kernels as the compiler makes them: what counts over `range` is a scalar of the GPU, of
a type that follows from the bounds, and has no value behind the loop."""

import builtins

import numpy
import triton.language as tl
from triton.language import core
from triton.runtime import interpreter

from harness.stand_ins.cuda_surface import NotJudgeable


class _Undefined:
    """The variable of a loop, behind the loop."""

    def __repr__(self):
        return "the variable of a loop, which has no value behind the loop,"

    def __getattr__(self, name):
        raise ValueError("the variable of a loop has no value behind the loop")

    def _refuse(self, *others):
        raise ValueError("the variable of a loop has no value behind the loop")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = \
        __mod__ = __rmod__ = __truediv__ = __rtruediv__ = __lt__ = __le__ = __gt__ = __ge__ = \
        __eq__ = __ne__ = __neg__ = __bool__ = __index__ = __and__ = __or__ = __xor__ = _refuse
    __hash__ = None


UNDEFINED = _Undefined()


class Counting:
    """A loop over `numbers` (a range of Python) as scalars of a type."""

    def __init__(self, numbers, kind):
        self._numbers, self._kind = numbers, kind

    def __iter__(self):
        kind, handle, tensor = self._kind, interpreter.TensorHandle, core.tensor
        dtype = interpreter._get_np_dtype(kind)
        for number in self._numbers:
            yield tensor(handle(numpy.array([number], dtype), kind), kind)


def loop(iterator, *args, **options):
    """What a `for` iterates over, given what it calls for that."""
    if iterator is builtins.range or iterator is tl.range:
        return _counting(*args, **options)
    return iterator(*args, **options)


def loop_of_one(iterator, read):
    """The same for a single argument, which the compiler reads twice for Python's own range."""
    if iterator is builtins.range:
        read()
    return loop(iterator, read())


def counts(iterated):
    """True if the variable of the loop is no constant."""
    return iterated.__class__ is Counting


def _counting(first, last=None, step=None, **options):
    del options
    if last is None:
        first, last = 0, first
    step = 1 if step is None else step
    constant = step.__class__ is not core.tensor
    tensors = [_integer(value) for value in (first, last, step)]
    kind = tensors[0].dtype
    for other in tensors[1:]:
        if other.dtype is not kind:
            kind = interpreter.interpreter_semantic.integer_promote_impl(kind, other.dtype)
    dtype = interpreter._get_np_dtype(kind)
    first, last, stride = [int(value.handle.data.astype(dtype)[0]) for value in tensors]
    if stride > 0 or constant:
        return Counting(range(first, last, stride), kind)
    if first < last:
        raise NotJudgeable("a loop with a step that is not positive, which on a GPU does not end")
    return Counting(range(0), kind)


def _integer(value):
    if value.__class__ is core.constexpr:
        value = value.value
    if value.__class__ is int:
        value = interpreter.interpreter_semantic.to_tensor(value)
    if value.__class__ is not core.tensor or not value.dtype.is_int():
        raise TypeError(f"a loop counts in integers, not in {value}")
    return value


def install():
    """tl.range is told from tl.static_range, whose variable is a constant."""
    def dynamic_range(*args, **options):
        return _counting(*args, **options)

    core.range = tl.range = dynamic_range
