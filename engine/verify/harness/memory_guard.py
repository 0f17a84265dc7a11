# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks of the interpreter's loads and stores: memcheck and a race check without a GPU.

Every tensor given to a launch contributes its storage as one known range (per storage, not per
tensor: reading a padded buffer is legal). An access outside of all of them is refused before the
interpreter dereferences it. Plain stores of different values into one element by two programs of a
launch are a race, whatever order the interpreter happens to run them in; a program that has used an
atomic operation may be holding a lock and is left alone.
"""

import numpy
import torch


FAR_BYTES = 1 << 20  # beyond this the nearest tensor is an accident


class OutOfBounds(Exception):
    """A kernel touched memory that belongs to none of its arguments."""


class DataRace(Exception):
    """Two programs of a launch store different values into one element."""


class _Range:
    """The storage behind some arguments of the running launch."""

    def __init__(self, name, storage):
        self.names = [name]
        self.start, self.size = storage.data_ptr(), storage.nbytes()
        self.bytes = torch.empty(0, dtype=torch.uint8).set_(storage).numpy()
        self.writers = {}  # item size -> program that stored each element last, or -1


class MemoryGuard:
    """Known ranges of the running launch, and what was stored where."""

    def __init__(self):
        self._ranges = []
        self._starts = numpy.zeros(0, dtype=numpy.uint64)
        self._ends = numpy.zeros(0, dtype=numpy.uint64)
        self._program = 0
        self._synchronised = False
        self.kernel = ""
        self.stored = 0
        self.on_store = None  # called with the start of a range and byte offsets into it

    def begin_launch(self, kernel, named_tensors):
        """`named_tensors`: [(argument name, tensor)]."""
        ranges = {}
        for name, tensor in named_tensors:
            storage = tensor.untyped_storage()
            known = ranges.get(storage.data_ptr())
            if known is not None:
                known.names.append(name)
            elif storage.nbytes():
                ranges[storage.data_ptr()] = _Range(name, storage)
        self._ranges = [ranges[start] for start in sorted(ranges)]
        self._starts = numpy.array([item.start for item in self._ranges], dtype=numpy.uint64)
        self._ends = numpy.array([item.start + item.size for item in self._ranges],
                                 dtype=numpy.uint64)
        self.kernel = kernel

    def begin_program(self, program):
        """What follows is done by this program of the grid."""
        self._program = program
        self._synchronised = False

    def check(self, pointers, mask, item_size, verb):
        """Raises OutOfBounds for the first active pointer outside of the known ranges. For a store,
        returns what `compare` needs afterwards, or None."""
        active = pointers[mask] if mask is not None else pointers.reshape(-1)
        if active.size == 0:
            return None
        low = int(active.min())
        high = int(active.max()) + item_size
        at = int(numpy.searchsorted(self._starts, low, side="right")) - 1
        one_range = at >= 0 and high <= int(self._ends[at])
        if not one_range:
            self._check_each(active, item_size, verb)
        if verb == "load":
            return None
        self.stored += active.size
        if verb == "atomic":
            self._synchronised = True
        parts = [(at, active)] if one_range else self._by_range(active)
        shared = []
        for slot, part in parts:
            offsets = (part - self._starts[slot]).astype(numpy.int64)
            if self.on_store is not None:
                self.on_store(self._ranges[slot].start, offsets)
            if verb == "store":
                shared += self._shared_with_others(self._ranges[slot], offsets, item_size)
        return shared or None

    def _by_range(self, active):
        index = numpy.searchsorted(self._starts, active, side="right").astype(numpy.int64) - 1
        return [(int(slot), active[index == slot]) for slot in numpy.unique(index)]

    def _shared_with_others(self, memory, offsets, item_size):
        """[(bytes of a range as elements, indices, values before)] that other programs stored."""
        elements = offsets // item_size
        writers = memory.writers.get(item_size)
        if writers is None:
            writers = memory.writers[item_size] = numpy.full(
                memory.size // item_size + 1, -1, dtype=numpy.int32)
        before = writers[elements]
        writers[elements] = self._program
        if self._synchronised:
            return []
        others = elements[(before >= 0) & (before != self._program)]
        if others.size == 0:
            return []
        whole = memory.size // item_size * item_size
        table = memory.bytes[:whole].reshape(-1, item_size)
        return [(memory, table, others, table[others])]

    def compare(self, shared):
        """After the store: raises DataRace if an element that another program stored changed."""
        for memory, table, elements, before in shared:
            changed = (table[elements] != before).any(axis=1)
            if changed.any():
                raise DataRace(
                    f"several programs store different values into element "
                    f"{int(elements[changed][0])} of {'/'.join(memory.names)}; on a GPU, which one "
                    "stays is chance")

    def _check_each(self, active, item_size, verb):
        """The slow way, for blocks that reach into several storages."""
        if not len(self._starts):
            raise OutOfBounds(f"{verb} through a pointer in a launch without tensors")
        index = numpy.searchsorted(self._starts, active, side="right").astype(numpy.int64) - 1
        inside = (index >= 0) & (active + numpy.uint64(item_size)
                                 <= self._ends[numpy.maximum(index, 0)])
        if not inside.all():
            raise OutOfBounds(self._message(active, inside, item_size, verb))

    def _message(self, active, inside, item_size, verb):
        wrong = active[~inside]
        first = int(wrong[0])
        gaps = [(max(item.start - first, first - item.start - item.size, 0), slot)
                for slot, item in enumerate(self._ranges)]
        gap, slot = min(gaps)
        nearest = self._ranges[slot]
        where = (f"element {(first - nearest.start) // item_size} of {'/'.join(nearest.names)}, "
                 f"which has {nearest.size // item_size}")
        if gap > FAR_BYTES:
            where = "an address far from " + ", ".join("/".join(item.names)
                                                       for item in self._ranges)
        return (f"{verb} outside of memory: {wrong.size} of {active.size} active lanes, first at "
                f"{where}")
