# SPDX-License-Identifier: GPL-3.0-or-later
"""What a program loads after it has stored it, without a barrier in between: on a GPU the lanes of a
block are threads, and one thread sees another's store only after they have met.

The same lane of a block of the same shape counts as the same thread, since the compiler lays equal
blocks out alike; a lane of a small block is more threads than one (replicas.py). Whatever makes
threads meet counts as a barrier: tl.debug_barrier, and reductions, scans, products and atomic
operations, which exchange values between threads.
"""

import numpy

KEPT = 1 << 20     # stored elements that are remembered one by one before they go into a table
_SHAPE_BITS = 32   # of an entry: lane, number of the shape above it, then the epoch
_EPOCH_BITS = 42
_MAX_SHAPES = 1 << (_EPOCH_BITS - _SHAPE_BITS)
_MAX_EPOCHS = 1 << (62 - _EPOCH_BITS)


class ThreadOrder:
    """Of one launch at a time. An epoch lies between two barriers of one program."""

    def __init__(self):
        self.begin_launch()

    def begin_launch(self):
        self._epoch = 0
        self._shapes = {}
        self._stores = []  # (memory, item size, elements, mask, shape) of this epoch
        self._kept = 0

    def meet(self):
        """The running program has passed a barrier, or another program runs."""
        self._epoch += 1
        if self._stores:
            self._stores = []
            self._kept = 0

    def store(self, memory, item_size, elements, mask, shape):
        """`elements` of a memory are stored by the lanes of `mask` in a block of `shape`."""
        if item_size in memory.threads:
            self._enter(memory, item_size, elements, mask, shape)
            return
        self._stores.append((memory, item_size, elements, mask, shape))
        self._kept += elements.size
        if self._kept > KEPT:
            self._table(memory, item_size)

    def unordered(self, memory, item_size, elements, own, mask, shape):
        """Those of `elements[own]`, stored by the running program, that other threads of it have
        stored since the last barrier, and whether the same threads have stored any of them."""
        if self._epoch >= _MAX_EPOCHS:
            return elements[:0], False
        entries = self._table(memory, item_size)[elements[own]]
        since = entries >> _EPOCH_BITS == self._epoch
        others = since & (entries != self._entries(elements.size, mask, shape)[own])
        return elements[own][others], bool((since & ~others).any())

    def _table(self, memory, item_size):
        table = memory.threads.get(item_size)
        if table is None:
            table = memory.threads[item_size] = numpy.full(memory.size // item_size + 1, -1,
                                                           dtype=numpy.int64)
            mine = [item for item in self._stores if item[0] is memory and item[1] == item_size]
            self._stores = [item for item in self._stores
                            if item[0] is not memory or item[1] != item_size]
            self._kept = sum(item[2].size for item in self._stores)
            for item in mine:
                self._enter(*item)
        return table

    def _enter(self, memory, item_size, elements, mask, shape):
        if self._epoch < _MAX_EPOCHS:
            memory.threads[item_size][elements] = self._entries(elements.size, mask, shape)

    def _entries(self, count, mask, shape):
        lanes = numpy.arange(count) if mask is None else numpy.flatnonzero(mask)
        shape = tuple(size for size in shape if size != 1)
        number = self._shapes.setdefault(shape, len(self._shapes) % _MAX_SHAPES)
        return lanes + (number << _SHAPE_BITS) + (self._epoch << _EPOCH_BITS)
