# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocks with fewer elements than a program has threads. On a GPU several threads hold each of
their elements: one of them stores it, all of them load it. So a program that loads what it has
stored without a barrier gets the stored value in the threads that stored, and maybe an older one in
all others. That is no fault as long as only those that stored go on to store; here is followed
where the value goes, from the first such load on.

Warps are counted whole: within one, a load comes after the store before it.
"""

import numpy
from triton.language import core
from triton.runtime import interpreter

WARP = 32
_ROOMY = 1 << 30


class Replicas:
    """Of the running program: how many threads, counted from the first, hold the right values."""

    def __init__(self):
        self._threads = WARP
        self._sound = _ROOMY  # threads that have taken the right branches
        self._pending = None  # of the load that is being done
        self._follows = False

    def begin_launch(self, warps):
        """`warps` of the programs to come."""
        self._threads = WARP * warps
        self.begin_program()

    def begin_program(self):
        """Another program runs."""
        self._sound = _ROOMY
        self._pending = None

    def are_some(self, count):
        """True if a block of so many elements is held several times."""
        return count < self._threads and self._threads > WARP

    def note_load(self, count):
        """The running load, of a block of so many elements, gets what its lanes have stored."""
        self._pending = -(-count // WARP) * WARP
        if not self._follows:
            self._follows = True
            self._follow()

    def loaded(self, handle):
        """The result of a load."""
        if self._pending is not None:
            handle.nereid_sound = self._pending
            self._pending = None
        return handle

    def are_wrong(self, pointers, mask, *handles):
        """True if some of what is stored comes from threads that hold other values than the first
        ones: if it is more than those can hold of the block."""
        if not self._follows:
            return False
        sound = min(self._sound, *map(_sound, (pointers, *handles)),
                    _ROOMY if mask is None else _sound(mask))
        count = pointers.data.size
        if min(count, self._threads) <= sound:
            return False
        active = count if mask is None else int(numpy.count_nonzero(mask.data))
        return active > sound * max(1, count // self._threads)

    def _follow(self):
        """From now on each operation tells of its result what it knows of its operands."""
        builder = interpreter.InterpreterBuilder
        for name in dir(builder):
            if name.startswith("create_") and name not in _NO_RESULT:
                setattr(builder, name, _following(getattr(builder, name)))
        operation = interpreter.ReduceScanOpInterface
        first_apply, first_bool = operation.apply, core.tensor.__bool__

        def apply(self, values):
            result = first_apply(self, values)
            _mark([value.handle for value in _each(result)],
                  [value.handle for value in _each(values)])
            return result

        def branch(tensor):
            self._sound = min(self._sound, _sound(tensor.handle))
            return first_bool(tensor)

        operation.apply, core.tensor.__bool__ = apply, branch


_NO_RESULT = frozenset(("create_barrier", "create_masked_store", "create_store", "create_print",
                        "create_assert", "create_assume"))


def _following(method):
    def call(self, *args, **options):
        result = method(self, *args, **options)
        _mark(_each(result), [item for value in args for item in _each(value)])
        return result
    return call


def _each(value):
    return value if isinstance(value, (tuple, list)) else (value,)


def _sound(handle):
    return getattr(handle, "nereid_sound", _ROOMY)


def _mark(results, operands):
    sound = min(map(_sound, operands), default=_ROOMY)
    if sound < _ROOMY:
        for result in results:
            result.nereid_sound = min(sound, _sound(result))
