# SPDX-License-Identifier: GPL-3.0-or-later
"""Where torch has put elements of the task's arguments, in answers of references of which a part only moves."""

import hashlib

import numpy
import torch

from harness.device import operator_kinds
from harness.shared import bundle

MAX_SLICES_JOINED = 4
# Elements of an answer that torch may have put in their places where an operator of the reference does nothing else.
MAX_PLACED, PLACED_PART = 64, 8


class PlacedElements:
    """A part of Memory, which has the accounts."""

    def _places_of(self, tensor):
        """Likewise, of what torch has put there."""
        account = self._account(tensor)
        if account.placed is None:
            account.placed = numpy.zeros(account.size, dtype=bool)
        return of_elements(account.placed, tensor)

    def _note_places(self, func, values, results, tensors):
        """Torch has moved elements. It may join what is whole and lay out anew what kernels have made, but each element that it puts
        elsewhere than that is one that no kernel has put there."""
        sources = [tensor for tensor in tensors if all(tensor is not result for result in results)] or tensors
        if not any(self._account(tensor).from_argument for tensor in sources):
            return
        name = func.overloadpacket.__name__
        joins = name in operator_kinds.JOINING or name == "copy_"
        if joins:
            self._slices_joined += sum(MAX_SLICES_JOINED + 1 if self._is_copy_of_input(tensor) else 1
                                       for tensor in sources if not self._is_whole(tensor))
        is_once = sum(tensor.numel() for tensor in sources) == sum(tensor.numel() for tensor in results) \
            and not self._have_equals(sources)
        keeps = self._slices_joined <= MAX_SLICES_JOINED and is_once and not any(map(_repeats_elements, sources)) if joins else \
            name in operator_kinds.COPYING and all(self._is_whole(tensor) and not self._is_copy_of_input(tensor) for tensor in sources)
        for result in results:
            marks = self._places_of(result)
            if not keeps:
                marks.fill_(True)
            elif name in operator_kinds.JOINING:
                args, kwargs = bundle.with_tensors(values, lambda tensor: self._places_of(tensor).clone())
                marks.copy_(func(*args, **kwargs))
            else:
                marks.copy_(self._places_of(sources[-1]).expand(marks.shape))

    def _have_equals(self, tensors):
        """Whether two of these hold the same numbers, in whatever order: joined they are each of them twice."""
        found = set()
        for tensor in tensors:
            flat = tensor.reshape(-1)
            if len(flat) > MAX_PLACED and not flat.is_complex():
                digest = hashlib.sha256(bundle.raw(flat.float().sort()[0]).numpy()).digest()
                if digest in found and bool((flat != flat[0]).any()):
                    return True
                found.add(digest)
        return False

    def _is_whole(self, tensor):
        """Whether these are all elements of a storage, each once."""
        return tensor.nbytes == self._account(tensor).size and not overlaps(tensor)

    def _is_copy_of_input(self, tensor):
        """Whether a storage is no more than an input, as it is or as a kernel has copied it."""
        account = self._account(tensor)
        if account.from_input and not account.written.any():
            return True
        flat = torch.empty(0, dtype=tensor.dtype).set_(account.storage)
        return any(one.dtype == flat.dtype and one.untyped_storage().nbytes() == account.size
                   and torch.equal(bundle.raw(torch.empty(0, dtype=one.dtype).set_(one.untyped_storage())), bundle.raw(flat))
                   for one in self._arguments())

    def _arguments(self):
        """Of forward."""
        tensors = [self._tensors[handle] for handle in self._pinned if handle in self._tensors]
        return [tensor for tensor in tensors if self._account(tensor).from_argument]

    def is_placed_by_torch(self, tensor):
        """Whether a good part of an answer are elements of the arguments that torch has put in their places."""
        account = self._account(tensor)
        if not self.moving_is_part or account.placed is None or not account.placed.any():
            return False
        values = tensor[of_elements(account.placed, tensor)]
        given = [one.reshape(-1).to(tensor.dtype) for one in self._arguments() if not one.is_complex()]
        if not given or tensor.is_complex():
            return False
        count = int((torch.isin(values, torch.cat(given)) & (values != 0)).sum())
        return count > MAX_PLACED and PLACED_PART * count >= tensor.numel()


def of_elements(bytes_, tensor):
    """The first byte of each element; a view."""
    size = tensor.element_size()
    return torch.from_numpy(bytes_).as_strided(tensor.shape, [step * size for step in tensor.stride()],
                                               tensor.storage_offset() * size)


def _repeats_elements(tensor):
    return any(size > 1 and not step for size, step in zip(tensor.shape, tensor.stride()))


def overlaps(tensor):
    """True if two elements of the tensor may share memory (an expanded or folded view)."""
    steps = sorted((step, size) for step, size in zip(tensor.stride(), tensor.shape) if size > 1)
    reach = 1
    for step, size in steps:
        if step < reach:
            return True
        reach = step * (size - 1) + reach
    return False
