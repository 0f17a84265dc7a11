# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies of the tensors that a timed call reads, so that no two calls of a replay meet the same
addresses or the same contents; and how many copies put the L2 cache into a known state."""

import dataclasses
import math
import random

import torch

TARGET_REPLAY_US = 500.0   # long against the two events around a replay and what starts it
MAX_CALLS = 256            # kernels of some microseconds reach the target with these
MAX_COLD_REPLAY_US = 20e3  # a slow call is not made cold by hundreds of copies
MAX_COPY_BYTES = 2 << 30
COLD_FACTOR = 3            # copies of this many times the L2 between two uses of the same one
WARM_SHARE = 8             # of the L2: it has two halves, and what both read lies in both
FEW_COPIES = 4             # at least, where that leaves half of the L2 free
_ROW_ALIGNMENT = 512       # as the allocator's, so that kernels are specialised alike
_WORDS = {torch.float64: torch.int64, torch.float32: torch.int32, torch.float16: torch.int16, torch.bfloat16: torch.int16}
_random = random.SystemRandom()
_SIGNS = {torch.int64: -2**63, torch.int32: -2**31, torch.int16: -2**15}


@dataclasses.dataclass(frozen=True)
class Plan:
    """A replay calls `calls` times, in turn on `copies` copies; `l2` is what its calls find:
    "cold" (nothing of theirs), "warm" (all of it) or "partly"."""
    copies: int
    calls: int
    l2: str


def plan(set_bytes, l2_bytes, once_us, wanted=None, room=MAX_COPY_BYTES, once_each=False):
    """The main graph: cold if copies can make it so in reasonable time and in `room` bytes, else
    warm; `wanted` is the state that the other side of the comparison has. `once_each`: a replay
    calls once on each copy, as a call that changes what it reads must be. Pure."""
    set_bytes, once_us = max(set_bytes, 1), max(once_us, 0.1)
    calls = _clamp(math.ceil(TARGET_REPLAY_US / once_us), 1, MAX_CALLS)
    cold = math.ceil(COLD_FACTOR * l2_bytes / set_bytes)
    possible = cold <= MAX_CALLS and cold * set_bytes <= max(room, set_bytes)
    if possible and wanted != "warm" and \
            (wanted == "cold" or cold * once_us <= MAX_COLD_REPLAY_US):
        copies = max(cold, calls)
    else:
        easily, at_most = (l2_bytes // share // set_bytes for share in (WARM_SHARE, 2))
        copies = _clamp(max(easily, min(FEW_COPIES, at_most)), 1, calls)
    copies = _clamp(copies, 1, max(1, room // set_bytes))
    calls = copies if once_each else copies * max(1, round(calls / copies))
    return Plan(copies, calls, _state(copies * set_bytes, l2_bytes))


def warm_plan(set_bytes, l2_bytes, once_us):
    """A few copies that stay in the L2 cache together; None if not even one does. Pure."""
    calls = _clamp(math.ceil(TARGET_REPLAY_US / max(once_us, 0.1)), 1, MAX_CALLS)
    easily, at_most = (l2_bytes // share // max(set_bytes, 1) for share in (WARM_SHARE, 4))
    copies = min(8, calls, max(easily, min(FEW_COPIES, at_most)))
    if copies < 1:
        return None
    return Plan(copies, copies * max(1, round(calls / copies)), "warm")


def _state(total_bytes, l2_bytes):
    if total_bytes >= 2 * l2_bytes:
        return "cold"
    return "warm" if total_bytes <= l2_bytes / 2 else "partly"


def _clamp(value, low, high):
    return max(low, min(int(value), high))


class Copies:
    """Copies of whole storages. `tensors`: all that a call reads; `given`: those of them that the
    judge filled, which get fresh contents between replays; `constants`: what it answers and never makes."""

    def __init__(self, tensors, given, constants=()):
        self._originals = {}  # by address: the storage's bytes
        for tensor in tensors:
            storage = tensor.untyped_storage()
            if storage.nbytes() and storage.data_ptr() not in self._originals:
                self._originals[storage.data_ptr()] = _bytes_of(tensor)
        self._given = {}      # by address: dtype
        for tensor in given:
            if tensor.untyped_storage().data_ptr() in self._originals:
                self._given[tensor.untyped_storage().data_ptr()] = tensor.dtype
        self._constants = {tensor.untyped_storage().data_ptr() for tensor in constants}
        self._slabs = {}      # by address: rows of bytes, one for each copy
        self._state = []      # addresses of what calls change and nobody gave
        self.count = 0
        self.generation = 0  # of copies: what was taken from older ones is void
        self.set_bytes = sum(value.numel() for value in self._originals.values())

    def make(self, count):
        """`count` copies of what the originals hold now; older copies are dropped. Given
        floating-point values are moved along, by another distance in each copy: what one copy's
        answer is, no other's is."""
        self._slabs.clear()
        self.generation += 1
        for address, original in self._originals.items():
            row = -(-original.numel() // _ROW_ALIGNMENT) * _ROW_ALIGNMENT
            slab = torch.zeros((count, row), dtype=torch.uint8, device=original.device)
            slab[:, :original.numel()].copy_(original.expand(count, -1))
            self._slabs[address] = slab
        self.count = count
        self._state = []
        for words, length in self._words():
            for copy in range(1, count):
                distance = max(1, length * copy // count)
                words[copy, :length] = words[copy, :length].roll(distance)

    def tensor(self, original, copy):
        """What stands for this tensor in that copy; a tensor that has none stands for itself."""
        address = original.untyped_storage().data_ptr()
        slab = self._slabs.get(address)
        if slab is None or not original.untyped_storage().nbytes():
            return original
        row = slab[copy]
        # A storage of its own: strides and offsets mean what they mean in the original.
        storage = torch._C._construct_storage_from_data_pointer(
            row.data_ptr(), row.device, original.untyped_storage().nbytes())
        return torch.empty(0, dtype=original.dtype, device=original.device).set_(
            storage, original.storage_offset(), original.shape, original.stride())

    def is_changed(self):
        """True if a run has changed what was given: it works in place."""
        return any(not torch.equal(*self._beside(address)) for address in self._given)

    def restore(self):
        """Gives every copy the given contents of the originals."""
        self._put_back(self._given)

    def find_state(self):
        """To be called after a run: notes what has changed although nobody gave it."""
        self._state = [
            address for address in self._originals
            if address not in self._given and not torch.equal(*self._beside(address))]

    def reset_state(self):
        """What find_state noted, as it was at first."""
        self._put_back(self._state)

    def _put_back(self, addresses):
        for address in addresses:
            copies, originals = self._beside(address)
            copies.copy_(originals)
            self._clear_padding(address)

    def _clear_padding(self, address):
        """Behind a storage nothing stays that a call may have left there."""
        self._slabs[address][:, self._originals[address].numel():].zero_()

    def _beside(self, address):
        """(a storage's bytes in every copy, the original's as often), one row each."""
        original = self._originals[address]
        return self._slabs[address][:, :original.numel()], original.expand(self.count, -1)

    def perturb(self):
        """Contents that no call has met: given floating-point values move on by a distance of chance. No value is another one than
        those that answers are judged on, so that nobody can tell by a value that he is timed."""
        for words, length in self._words():
            if length > 1:
                values = words[:, :length]
                values.copy_(values.roll(_random.randint(1, length - 1), 1))
        for address in self._slabs:
            self._clear_padding(address)

    def snapshot(self):
        """What was given, as it is now in all copies, for `is_as_in`."""
        return {address: self._beside(address)[0].clone() for address in self._given}

    def is_as_in(self, snapshot):
        """Whether calls since then have left what was given as it was."""
        return all(torch.equal(self._beside(address)[0], before) for address, before in snapshot.items())

    def corrupt(self):
        """Turns the signs of a random eighth of each given floating-point storage."""
        for words, length in self._words():
            width = max(1, length // 8)
            begin = _random.randint(0, length - width)
            words[:, begin:begin + width].bitwise_xor_(_SIGNS[words.dtype])

    def holds(self, tensor):
        """True if a call need not make it: it lies in a given storage of one of the copies, or is a constant."""
        address = tensor.untyped_storage().data_ptr()
        return address in self._constants or any(self._slabs[key].data_ptr() <= address
                   < self._slabs[key].data_ptr() + self._slabs[key].numel() for key in self._given)

    def _words(self):
        for address, dtype in self._given.items():
            if dtype in _WORDS:
                words = self._slabs[address].view(_WORDS[dtype])
                yield words, self._originals[address].numel() // words.element_size()


def _bytes_of(tensor):
    """All bytes of a tensor's storage."""
    storage = tensor.untyped_storage()
    return torch.empty(0, dtype=torch.uint8, device=tensor.device).set_(
        storage, 0, (storage.nbytes(),), (1,))
