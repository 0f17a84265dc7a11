# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks of the interpreter's loads and stores: memcheck and a race check without a GPU.

Every tensor given to a launch contributes its storage as one known range (per storage, not per
tensor: reading a padded buffer is legal). An access outside of all of them is refused before the
interpreter dereferences it. Plain stores of different values into one element by two programs of a
launch are a race, and so is a load of what another program has stored, whatever order the
interpreter happens to run them in, unless atomic operations on one location put them in order: the
first program's after its store, the second's before its own access. Within one program: see
thread_order.py.
"""

import math

import numpy
import torch

from harness.guard.replicas import Replicas
from harness.guard.thread_order import ThreadOrder
from harness.guard.waiting import Waiting

FAR_BYTES = 1 << 20  # beyond this the nearest tensor is an accident


class OutOfBounds(Exception):
    """A kernel touched memory that belongs to none of its arguments."""


class DataRace(Exception):
    """What a launch leaves depends on which of two programs comes first."""


class _Location:
    """A scalar that programs of the running launch use atomic operations on."""

    def __init__(self):
        self.touched = {}  # program -> when it did so last
        self.lock = None  # (program, value when free, value when held), if one has taken it
        self.finisher = None  # the program that stored over others' elements because of its count


class _Range:
    """The storage behind some arguments of the running launch."""

    def __init__(self, name, storage):
        self.names = [name]
        self.start, self.size = storage.data_ptr(), storage.nbytes()
        self.bytes = torch.empty(0, dtype=torch.uint8).set_(storage).numpy()
        self.writers = {}  # item size -> program that stored each element last, or -1
        self.times = {}  # item size -> when, once a kernel has used an atomic operation
        self.threads = {}  # item size -> table of thread_order.py
        self.loaded, self.updated = {}, {}  # item size -> which elements, while work is counted


def _marked_bytes(table):
    return sum(size * int(numpy.count_nonzero(marks)) for size, marks in table.items())


class MemoryGuard:
    """Known ranges of the running launch, and what was stored where."""

    def __init__(self):
        self._ranges = []
        self._starts = numpy.zeros(0, dtype=numpy.uint64)
        self._ends = numpy.zeros(0, dtype=numpy.uint64)
        self._program = 0
        self._clock = 0  # counts atomic operations on scalars
        self._locations = {}  # by address
        self._own = {}  # address -> whether exclusively, of the running program
        self._refused = set()  # locks that were not to be had at the first try
        self._threads = ThreadOrder()
        self.replicas = Replicas()
        self.waiting = Waiting()
        self.kernel = ""
        self.stored = 0
        self.stored_bytes = 0  # in this forward
        self.work = None  # {kernel: what its launches moved and computed}, while it is counted
        self.modelling = False  # whether that is counted too which a modelled time needs
        self.on_store = None  # called with the start of a range and byte offsets into it

    def begin_forward(self, counting, modelling=False):
        """Counts start over; `counting`: what kernels load and compute is counted too;
        `modelling`: with it, arithmetic outside of tl.dot, atomics and programs."""
        self.stored_bytes = 0
        self.work = {} if counting else None
        self.modelling = counting and modelling

    def begin_launch(self, kernel, named_tensors, warps=4):
        """`named_tensors`: [(argument name, tensor)]; `warps` of each program."""
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
        self._clock = 0
        self._threads.begin_launch()
        self.replicas.begin_launch(warps)
        self._locations, self._own, self._refused = {}, {}, set()

    def end_launch(self):
        """Adds what the launch moved to the kernel's work."""
        if self.work is None:
            return
        entry = self._entry()
        entry["launches"] += 1
        for memory in self._ranges:
            stored = sum(size * int((writers >= 0).sum())
                         for size, writers in memory.writers.items())
            updated = _marked_bytes(memory.updated)
            if self.modelling:
                entry["atomics_again"] -= updated
            entry["read"] += min(_marked_bytes(memory.loaded) + updated, memory.size)
            entry["written"] += min(stored + updated, memory.size)

    def count_dot(self, kind, flops):
        """A matrix product of the running kernel."""
        if self.work is not None:
            table = self._entry()["dot_flops"]
            table[kind] = table.get(kind, 0) + flops

    def count_arithmetic(self, kind, flops):
        """Arithmetic of the running kernel on floating values outside of matrix products."""
        table = self._entry()["flops"]
        table[kind] = table.get(kind, 0) + flops

    def _entry(self):
        entry = self.work.get(self.kernel)
        if entry is None:
            entry = self.work[self.kernel] = {"name": self.kernel, "launches": 0, "read": 0,
                                              "written": 0, "dot_flops": {}}
            if self.modelling:
                entry.update(flops={}, requested=0, atomics_again=0, programs=0)
        return entry

    def _count_access(self, verb, count, item_size):
        """Of lanes that are active."""
        entry = self._entry()
        entry["requested"] += count * item_size
        if verb == "atomic":
            entry["atomics_again"] += count * item_size

    def begin_program(self, program):
        """What follows is done by this program of the grid."""
        self._program = program
        if self.modelling:
            self._entry()["programs"] += 1
        self._threads.meet()
        self.replicas.begin_program()
        self.waiting.begin_program()
        if self._clock:
            self._own = {}
            self._refused = set()

    def meet(self):
        """The threads of the running program have waited for each other."""
        self._threads.meet()

    def touch(self, pointers, exclusive):
        """An atomic operation was done; `exclusive`: one that takes a lock."""
        if pointers.size != 1:
            return
        self._clock += 1
        address = int(pointers.reshape(-1)[0])
        location = self._locations.setdefault(address, _Location())
        location.touched[self._program] = self._clock
        self._own[address] = self._own.get(address, False) or exclusive

    def take(self, pointers, free, held):
        """A comparison succeeded and changed the value, which is how locks are taken."""
        if pointers.size == 1:
            self._locations[int(pointers.reshape(-1)[0])].lock = (
                self._program, free.copy(), held.copy())

    def contended(self, pointers, wanted):
        """The value of a held lock, once for each program that asks for one that another program
        has had: on a GPU that one may be holding it still. None where nothing speaks against it."""
        if pointers.size != 1 or not self._locations:
            return None
        address = int(pointers.reshape(-1)[0])
        location = self._locations.get(address)
        if location is None or location.lock is None or address in self._refused:
            return None
        owner, free, held = location.lock
        if owner == self._program or not (free == wanted).all():
            return None
        self._refused.add(address)
        return held.copy()

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
        parts = [(at, active)] if one_range else self._by_range(active)
        if self.modelling:
            self._count_access(verb, active.size, item_size)
        if verb == "load":
            for slot, part in parts:
                if self._ranges[slot].writers:
                    block = (mask, pointers.shape) if one_range else None
                    self._check_read(self._ranges[slot], part - self._starts[slot], item_size,
                                     block)
                if self.work is not None:
                    self._mark(self._ranges[slot], "loaded", part, item_size)
            return None
        self.stored += active.size
        self.stored_bytes += active.size * item_size
        shared = []
        for slot, part in parts:
            offsets = (part - self._starts[slot]).astype(numpy.int64)
            if self.on_store is not None:
                self.on_store(self._ranges[slot].start, offsets)
            if verb == "atomic" and self.work is not None:
                self._mark(self._ranges[slot], "updated", part, item_size)
            if verb == "store":
                elements = offsets // item_size
                shared += self._shared_with_others(self._ranges[slot], elements, item_size)
                if one_range:
                    self._threads.store(self._ranges[slot], item_size, elements, mask,
                                        pointers.shape)
        return shared or None

    @staticmethod
    def _mark(memory, name, pointers, item_size):
        table = getattr(memory, name)
        marks = table.get(item_size)
        if marks is None:
            marks = table[item_size] = numpy.zeros(memory.size // item_size + 1, dtype=bool)
        # A shift: dividing would cost more than all the rest. Sizes are powers of two.
        shift = numpy.uint64(item_size.bit_length() - 1)
        marks[((pointers - numpy.uint64(memory.start)) >> shift).view(numpy.int64)] = True

    def _by_range(self, active):
        index = numpy.searchsorted(self._starts, active, side="right").astype(numpy.int64) - 1
        return [(int(slot), active[index == slot]) for slot in numpy.unique(index)]

    def _shared_with_others(self, memory, elements, item_size):
        """[(bytes of a range as elements, indices, values before)] that other programs stored."""
        writers = memory.writers.get(item_size)
        if writers is None:
            writers = memory.writers[item_size] = numpy.full(
                memory.size // item_size + 1, -1, dtype=numpy.int32)
        before = writers[elements]
        writers[elements] = self._program
        times = self._times_before(memory, elements, item_size)
        foreign = (before >= 0) & (before != self._program)
        others = elements[foreign]
        if others.size == 0:
            return []
        if self._own:
            when = numpy.zeros_like(before) if times is None else times
            others = others[~self._in_order(before[foreign], when[foreign])]
            if others.size == 0:
                return []
        whole = memory.size // item_size * item_size
        table = memory.bytes[:whole].reshape(-1, item_size)
        return [(memory, table, others, table[others])]

    def _check_read(self, memory, offsets, item_size, block):
        """Raises DataRace if another program, or another thread of this one, stored what is loaded,
        and nothing says when. `block`: mask and shape, if all of it lies in this memory."""
        writers = memory.writers.get(item_size)
        if writers is None:
            return
        elements = offsets.astype(numpy.int64) // item_size
        before = writers[elements]
        own = before == self._program
        if block is not None and own.any():
            self._check_own(memory, item_size, elements, own, *block)
        foreign = (before >= 0) & ~own
        if not foreign.any():
            return
        times = memory.times.get(item_size)
        when = numpy.zeros_like(before) if times is None else times[elements]
        unordered = ~self._in_order(before[foreign], when[foreign])
        if unordered.any():
            raise DataRace(f"a program loads element {int(elements[foreign][unordered][0])} of "
                           f"{'/'.join(memory.names)}, which another program of the launch stores; "
                           "on a GPU, which comes first is chance")

    def _check_own(self, memory, item_size, elements, own, mask, shape):
        unordered, by_same = self._threads.unordered(memory, item_size, elements, own, mask, shape)
        count = math.prod(shape)
        if by_same and self.replicas.are_some(count):
            self.replicas.note_load(count)
        if unordered.size:
            raise DataRace(f"a program loads element {int(unordered[0])} of "
                           f"{'/'.join(memory.names)}, which another of its threads has stored; "
                           "without tl.debug_barrier() in between, which comes first is chance")

    def check_value(self, pointers, mask, *values):
        """Raises DataRace if threads store that loaded too early what decides on what, where or
        whether they store. Takes handles; the mask may be None."""
        if self.replicas.are_wrong(pointers, mask, *values):
            raise DataRace("a program stores what depends on a value that it has loaded after "
                           "storing it in a block of fewer elements than it has threads; without "
                           "tl.debug_barrier() in between, all threads but the storing ones may "
                           "have loaded an older value")

    def _times_before(self, memory, elements, item_size):
        """When the elements were stored (None: before any atomic operation); sets it to now."""
        times = memory.times.get(item_size)
        if times is None:
            if not self._clock:
                return None
            times = memory.times[item_size] = numpy.zeros(memory.size // item_size + 1,
                                                          dtype=numpy.int32)
        before = times[elements]
        times[elements] = self._clock
        return before

    def _in_order(self, programs, times):
        """For each store of another program: whether it came before this one on any GPU."""
        known = {}
        result = numpy.zeros(programs.size, dtype=bool)
        for index, key in enumerate(zip(programs.tolist(), times.tolist())):
            if key not in known:
                known[key] = self._is_ordered(*key)
            result[index] = known[key]
        return result

    def _is_ordered(self, program, time):
        for address, exclusive in self._own.items():
            location = self._locations[address]
            if location.touched.get(program, -1) <= time:
                continue
            if exclusive:
                return True
            # A counter says who comes last; nobody else may act on it.
            if location.finisher in (None, self._program):
                location.finisher = self._program
                return True
        return False

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
