# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies in memory that nobody has written: bits that a kernel can rely on in no way."""

import random

import torch

from harness.device import operator_kinds

# Of so many forwards one has other numbers than NaN in fresh floating memory; NaN names the fault best.
GARBAGE_EVERY = 4
NAMED_BEST = 12  # forwards that find NaN, which names the fault best
LEFT_TOGETHER = 256  # elements
SIZES = 5  # of numbers, each ten times the one before
SMALL_TABLE = 62  # numbers
# torch has few operators for these; what is put there are bits.
_SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}


class FreshMemory:
    """What is put into fresh memory, drawn anew for each forward."""

    def __init__(self):
        self._forwards = 0
        self._left = ()
        self.draw = 0  # what the draws of this forward hang on beside its seed

    def begin_forward(self, seed, garbage, zeros, many=False, draw=None, left=()):
        """`seed`: of what it holds; `garbage`: in any case no NaN; `zeros`: no integer but zero; `many`: numbers of all sizes, no two alike;
        `draw`: of an earlier forward, which finds here what that one found; `left`: tensors, in the like of which lies what these hold."""
        self._forwards += 1
        self.draw = self._forwards if draw is None else draw
        self._seed, self._has_zeros, self._has_many, self._left = seed, zeros, many, left
        self._holds_garbage = garbage or many or self.draw > NAMED_BEST and self.draw % GARBAGE_EVERY == 0

    def begin_account(self):
        """The forward is done from its beginning, with the same draws."""
        self._drawn = None

    @property
    def _garbage(self):
        """The generator of this forward, made once something is drawn."""
        if self._drawn is None:
            self._drawn = torch.Generator().manual_seed(random.Random(f"garbage:{self._seed}:{self.draw}").getrandbits(60))
        return self._drawn

    def litter(self, func, out):
        """Where `func` makes memory and leaves it as it is: what would be seen there, something else is put."""
        if func.overloadpacket.__name__ in operator_kinds.UNFILLED:
            self._litter(out)

    def _litter(self, tensor):
        """Fresh memory holds bits that a kernel can rely on in no way: integers and truth values at random, floating numbers NaN,
        in some of the forwards something else."""
        if not tensor.numel() or tensor.is_quantized:
            return
        for left in self._left:
            if (left.dtype, left.numel()) == (tensor.dtype, tensor.numel()):
                tensor.copy_(left.reshape(tensor.shape))
                return
        if tensor.is_floating_point() or tensor.is_complex():
            if self._holds_garbage:
                self._leave(tensor, torch.empty(tensor.shape).uniform_(-64, 64, generator=self._garbage))
            return
        tensor = tensor.view(_SIGNED.get(tensor.dtype, tensor.dtype))
        most = 2 if tensor.dtype == torch.bool else 256
        garbage = torch.randint(most, (tensor.numel() * tensor.element_size(),), dtype=torch.uint8, generator=self._garbage)
        garbage = garbage.view(tensor.dtype).reshape(tensor.shape)
        self._leave(tensor, garbage) if self._holds_garbage else tensor.copy_(garbage)

    def _leave(self, tensor, leftover):
        """As a GPU hands memory out: nothing but zeros, something that was left there (one number or many), or both in turn."""
        if self._has_many:
            tensor.copy_(self._many(tensor, leftover))
            return
        if tensor.is_floating_point() and int(torch.randint(2, (), generator=self._garbage)):
            leftover = leftover.reshape(-1)[0]
        kind = int(torch.randint(6, (), generator=self._garbage))
        tensor.zero_()
        if self._has_zeros and not tensor.is_floating_point():
            return
        if kind == 0:
            tensor.copy_(torch.as_tensor(leftover, dtype=tensor.dtype).expand(tensor.shape))
        elif kind == 1:
            rows = torch.arange(tensor.numel()).view(tensor.shape) // LEFT_TOGETHER % 2 == 0
            tensor.copy_(torch.where(rows, torch.as_tensor(leftover, dtype=tensor.dtype), tensor))

    def _many(self, tensor, leftover):
        """Stretches of numbers of other sizes in turn; of whole ones, every second stretch is a piece of a table of indices."""
        stretch = torch.arange(tensor.numel()).view(tensor.shape) // LEFT_TOGETHER
        if tensor.is_floating_point() or tensor.is_complex():
            return leftover * 10.0 ** ((stretch + int(torch.randint(SIZES, (), generator=self._garbage))) % SIZES - 1)
        if tensor.dtype == torch.bool:
            return leftover
        index = torch.arange(tensor.numel()).view(tensor.shape) % SMALL_TABLE
        return torch.where(stretch % 2 == 0, index.to(tensor.dtype), leftover)
