# SPDX-License-Identifier: GPL-3.0-or-later
"""Range checks for the interpreter's loads and stores: memcheck without a GPU.

Every tensor given to a launch contributes its storage as one known range (per storage, not per
tensor: reading a padded buffer is legal). An access outside of all of them is refused before the
interpreter dereferences it.
"""

import numpy


FAR_BYTES = 1 << 20  # beyond this the nearest tensor is an accident


class OutOfBounds(Exception):
    """A kernel touched memory that belongs to none of its arguments."""


class MemoryGuard:
    """Known ranges of the running launch, and counts of what was accessed."""

    def __init__(self):
        self._starts = numpy.zeros(0, dtype=numpy.uint64)
        self._ends = numpy.zeros(0, dtype=numpy.uint64)
        self._names = []
        self.kernel = ""
        self.loaded = 0
        self.stored = 0
        self.stored_ranges = set()

    def begin_launch(self, kernel, named_tensors):
        """`named_tensors`: [(argument name, tensor)]."""
        ranges = {}
        for name, tensor in named_tensors:
            storage = tensor.untyped_storage()
            start, size = storage.data_ptr(), storage.nbytes()
            if size:
                ranges.setdefault(start, (start + size, []))[1].append(name)
        starts = sorted(ranges)
        self._starts = numpy.array(starts, dtype=numpy.uint64)
        self._ends = numpy.array([ranges[start][0] for start in starts], dtype=numpy.uint64)
        self._names = ["/".join(ranges[start][1]) for start in starts]
        self.kernel = kernel

    def check(self, pointers, mask, item_size, verb):
        """Raises OutOfBounds for the first active pointer outside of the known ranges."""
        active = pointers[mask] if mask is not None else pointers.reshape(-1)
        if active.size == 0:
            return 0
        low = int(active.min())
        high = int(active.max()) + item_size
        at = int(numpy.searchsorted(self._starts, low, side="right")) - 1
        if at < 0 or high > int(self._ends[at]):
            at = self._check_each(active, item_size, verb)
        if verb != "load":
            self.stored += active.size
            self.stored_ranges.add(int(self._starts[at]))
        return active.size

    def _check_each(self, active, item_size, verb):
        """The slow way, for blocks that reach into several storages."""
        if not len(self._starts):
            raise OutOfBounds(f"{verb} through a pointer in a launch without tensors")
        index = numpy.searchsorted(self._starts, active, side="right").astype(numpy.int64) - 1
        inside = (index >= 0) & (active + numpy.uint64(item_size)
                                 <= self._ends[numpy.maximum(index, 0)])
        if inside.all():
            return int(index[0])
        raise OutOfBounds(self._message(active, inside, item_size, verb))

    def _message(self, active, inside, item_size, verb):
        wrong = active[~inside]
        first = int(wrong[0])
        gaps = [(max(start - first, first - end, 0), slot) for slot, (start, end) in
                enumerate(zip(self._starts.tolist(), self._ends.tolist()))]
        gap, slot = min(gaps)
        start, end = int(self._starts[slot]), int(self._ends[slot])
        where = (f"element {(first - start) // item_size} of {self._names[slot]}, which has "
                 f"{(end - start) // item_size}")
        if gap > FAR_BYTES:
            where = "an address far from " + ", ".join(self._names)
        return (f"{verb} outside of memory: {wrong.size} of {active.size} active lanes, first at "
                f"{where}")
