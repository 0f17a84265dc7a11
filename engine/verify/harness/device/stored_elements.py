# SPDX-License-Identifier: GPL-3.0-or-later
"""Which elements kernels have stored, whatever torch has moved or filled since."""

import numpy
import torch

from harness.device.placed_elements import of_elements
from harness.shared import bundle, operators

FILLED_PART = 20  # torch may fill so small a part of what kernels have stored in an answer, or a few elements of it
_FEW = 64


class StoredElements:
    """A part of Memory, which has the accounts."""

    def share_written(self, tensor):
        """Share of a tensor's elements that a kernel has stored, directly or before a move."""
        if not tensor.numel():
            return 1.0
        if not self._by_byte:
            return float(self._account(tensor).written[0])
        written = self._account(tensor).written
        if tensor.is_contiguous():
            size, begin = tensor.element_size(), tensor.storage_offset() * tensor.element_size()
            first = written[begin:begin + tensor.nbytes:size]
            return 1.0 if first.all() else float(first.mean())
        return self._first_bytes(tensor).float().mean().item()

    def stored_into(self, tensor):
        """Whether a kernel is known to have stored into the storage, whatever it stored, and be it that torch has put back what was there."""
        account = self._account(tensor)
        return self._by_byte and (account.was_stored or bool(account.written.any()))

    def is_cut_from_spare(self, tensor):
        """Whether a tensor is a part of its memory, in the order of it, and kernels have stored nothing beside it: rows that are longer than
        they are seen, as aligned ones. On a GPU nobody sees what is stored there; the kernel machine has."""
        steps = [(step, size) for step, size in zip(tensor.stride(), tensor.shape, strict=True) if size > 1]
        spans = [step * size for step, size in steps[1:]] + [1]
        if not steps or steps[-1][0] != 1 or any(step < span for (step, _), span in zip(steps, spans, strict=True)):
            return False
        if not self._by_byte:
            return True
        written = self._account(tensor).written
        return int(written.sum()) == int(_bytes_of(written, tensor).sum())

    def is_filled_by_torch(self, tensor):
        """Whether torch has put other numbers in the place of a good part of what kernels had stored."""
        if self._account(tensor).filled is None or not tensor.numel():
            return False
        count = int((self._filled(tensor) & ~self._first_bytes(tensor)).sum())
        return count > _FEW and FILLED_PART * count > tensor.numel()

    def _first_bytes(self, tensor):
        """What the account says of the first byte of each element; a view."""
        return of_elements(self._account(tensor).written, tensor)

    def _forget_stores(self, tensor):
        """What kernels stored into these elements is gone."""
        if not self._by_byte or not tensor.numel():
            return
        written = self._first_bytes(tensor)
        if written.any():
            self._filled(tensor).logical_or_(written)
            written.fill_(False)

    def _filled(self, tensor):
        """Likewise, of what torch has filled where a kernel had stored."""
        account = self._account(tensor)
        if account.filled is None:
            account.filled = numpy.zeros(account.size, dtype=bool)
        return of_elements(account.filled, tensor)

    def _carry_stores(self, func, values, out):
        """An element that torch moves is of a kernel where it was so before."""
        account, given = self._account(out), list(bundle.tensors_in(values))
        sources = [tensor for tensor in given if self._account(tensor) is not account]
        is_new = len(sources) == len(given)
        if not sources or any(self._account(tensor) is account for tensor in given[1:]) \
                or not is_new and not operators.written_arguments(func):  # a view of one in the form of another
            return
        accounts = [self._account(source) for source in sources]
        shares = [self.share_written(source) for source in sources]
        moves = self._by_byte and func.overloadpacket.__name__ in operators.MOVING
        if any(account.filled is not None for account in accounts) and moves:
            self._filled(out).copy_(_moved(func, values, self._filled))
        if moves and (not is_new or any(shares) and min(shares) < 1):
            self._carry_elements(func, values, out, not any(account.from_input for account in accounts))
        elif min(shares) == 1 or self._goes_on(accounts, shares):
            account.written[:] = True

    def _goes_on(self, accounts, shares):
        """Whether torch, where it may help, has computed something of what kernels have stored and of weights alone."""
        return not self._strict and max(shares) == 1 and all(
            share == 1 or account.from_input and not account.from_argument for account, share in zip(accounts, shares))

    def _carry_elements(self, func, values, out, is_fill):
        stored = _moved(func, values, self._first_bytes)
        covered = self._first_bytes(out) & ~stored
        if is_fill and covered.any():
            self._filled(out).logical_or_(covered)
        _bytes_of(self._account(out).written, out).copy_(stored.unsqueeze(-1))


def _moved(func, values, marks_of):
    """Marks of the results of a moving operator, from those of what it moves."""
    args, kwargs = bundle.with_tensors(values, lambda tensor: marks_of(tensor).clone())
    kwargs.pop("dtype", None)
    if func.overloadpacket.__name__ == "constant_pad_nd":
        args, kwargs = args[:2], {}  # the number around it is of no kernel
    return func(*args, **kwargs).to(torch.bool)


def _bytes_of(marks, tensor):
    """All bytes of each element; a view."""
    size = tensor.element_size()
    return torch.from_numpy(marks).as_strided([*tensor.shape, size], [*(step * size for step in tensor.stride()), 1],
                                              tensor.storage_offset() * size)
