# SPDX-License-Identifier: GPL-3.0-or-later
"""tl.reduce and tl.associative_scan with a function of the kernel's own. The interpreter calls it
for each element, which takes seconds; here it is called for whole blocks, in the steps in which the
threads of a GPU meet: halves for a reduction, doubled distances for a scan. So a function that is
not associative gives no running total by chance.
"""

import numpy
from triton.language import core
from triton.runtime import interpreter

from harness.stand_ins.cuda_surface import NotJudgeable

MAX_SINGLE_CALLS = 20_000  # of a function that cannot be called for blocks


class _Branches(Exception):
    """The function decides by a value, so it can be called for single elements only."""


def install():
    """Changes the interpreter of this process."""
    interpreter.ReduceOps.generic_reduce = _reduce
    interpreter.ScanOps.generic_scan = _scan
    first_bool = core.tensor.__bool__

    def as_bool(tensor):
        if _Combine.vectorised and tensor.handle.data.size > 1:
            raise _Branches
        return first_bool(tensor)

    core.tensor.__bool__ = as_bool


class _Combine:
    """The function of a reduction or scan, on tuples of arrays of one shape."""

    vectorised = False  # while a function is called for blocks

    def __init__(self, operation, tensors):
        self._operation, self._function = operation, operation.combine_fn
        self._types = [tensor.dtype for tensor in tensors]
        self._singly = False
        self._calls = 0

    def __call__(self, first, second):
        if not self._singly:
            _Combine.vectorised = True
            try:
                return self._call(first, second)
            except Exception as error:
                if not _is_branch(error):
                    raise
                self._singly = True
            finally:
                _Combine.vectorised = False
        return self._call_singly(first, second)

    def _call(self, first, second):
        tensors = [self._operation.to_tensor(data, kind) for data, kind
                   in zip((*first, *second), self._types * 2)]
        results = self._function(*tensors)
        if not isinstance(results, (tuple, list, core.tuple)):
            results = (results,)
        return tuple(_data(result, like) for result, like in zip(results, first))

    def _call_singly(self, first, second):
        shape, count = first[0].shape, first[0].size
        self._calls += count
        if self._calls > MAX_SINGLE_CALLS:
            raise NotJudgeable("a reduction or scan of thousands of elements by a function that "
                               "branches on values")
        results = [numpy.empty(count, dtype=data.dtype) for data in first]
        pairs = [[data.reshape(-1) for data in side] for side in (first, second)]
        for index in range(count):
            parts = self._call(*[tuple(data[index] for data in side) for side in pairs])
            for result, part in zip(results, parts):
                result[index] = part.reshape(-1)[0]
        return tuple(result.reshape(shape) for result in results)


def _is_branch(error):
    while error is not None:
        if isinstance(error, _Branches):
            return True
        error = error.__cause__
    return False


def _data(result, like):
    """The array of a result, in the shape and type of the operand `like`."""
    data = result.handle.data if isinstance(result, core.tensor) else numpy.asarray(result)
    shape = getattr(like, "shape", ())
    if data.shape != shape:
        data = numpy.broadcast_to(data, shape) if shape else data.reshape(-1)[0]
    return numpy.asarray(data).astype(like.dtype, copy=False)


def _reduce(self, tensors):
    whole = self.axis is None
    rank = tensors[0].handle.data.ndim
    tensors, axis = self.unravel(tensors, self.axis)
    combine = _Combine(self, tensors)
    parts = tuple(numpy.moveaxis(tensor.handle.data, axis, 0) for tensor in tensors)
    while (half := len(parts[0]) // 2) > 0:  # sizes of blocks are powers of two
        parts = combine(tuple(data[:half] for data in parts),
                        tuple(data[half:] for data in parts))
    results = []
    for data, tensor in zip(parts, tensors):
        data = data[0]
        if self.keep_dims:
            data = data.reshape((1,) * rank) if whole else numpy.expand_dims(data, axis)
        results.append(self.to_tensor(data, tensor.dtype))
    return results


def _scan(self, tensors):
    combine = _Combine(self, tensors)
    parts = tuple(numpy.moveaxis(tensor.handle.data, self.axis, 0) for tensor in tensors)
    distance, count = 1, len(parts[0])
    while distance < count:
        # Whole blocks, since a block has no other size: what has nothing before it is not used.
        joined = combine(tuple(numpy.roll(data, distance, 0) for data in parts), parts)
        parts = tuple(numpy.concatenate((data[:distance], new[distance:]))
                      for data, new in zip(parts, joined))
        distance *= 2
    parts = [numpy.ascontiguousarray(numpy.moveaxis(data, 0, self.axis)) for data in parts]
    return [self.to_tensor(data, tensor.dtype) for data, tensor in zip(parts, tensors)]
