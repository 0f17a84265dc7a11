# SPDX-License-Identifier: GPL-3.0-or-later
"""What a task's inputs promise beside shape and dtype, learnt from the original values, so that
other values keep it: a kernel may use that a matrix is triangular or that indices are in range."""

import torch
from torch.utils.weak import WeakIdKeyDictionary

from harness.inputs.patterns import Band, Repeated, UnitRows, has_more_than, none_of, pattern_of

FEW_VALUES = 8       # a floating tensor with no more distinct values holds labels or a mask
FEW_ELEMENTS = 32    # fewer elements say nothing about that
LAST_CODES = (3, 7, 15)  # of 2, 3 and 4 bits
MOST_LABELS, MOST_LABELS_REACH, DRAWS_OF_EACH = 4, 16, 12  # whole numbers with gaps between them; how often each would have come
FEWEST_FLAGS = 8     # but floating ones that are 0 and 1 alone, which no draw gives by chance
ZERO_SHARE = (0.01, 0.99)
FAR_PART, GOLDEN = 0.9, 0.6180339887498949  # of what is far, by which its numbers differ


_facts = WeakIdKeyDictionary()  # {tensor: what its values alone say}
_free = WeakIdKeyDictionary()  # short tensors whose numbers are no handful
_ends = WeakIdKeyDictionary()  # whole numbers -> the least and the largest one that is drawn for them


def forget_few(original):
    """The values of a short tensor are any numbers."""
    _free[original] = True


def know_ends(original, ends):
    """Whole numbers are drawn between these `ends`, of which few draws have any; None where they are not known."""
    if ends is not None:
        _ends[original] = ends


def ends_of(original):
    """The least and the largest one of the whole numbers that are drawn for a tensor; None where they are not known."""
    return _ends.get(original)


def may_hold_any(value, original):
    """Whether an input, for which the task draws `original`, is floating and may hold any numbers."""
    return isinstance(value, torch.Tensor) and value.is_floating_point() and value.numel() > 1 and Structure(original).is_free()


def is_mask(original):
    """Whether an input says of elements of rows that they are, and of others that they are not."""
    if not isinstance(original, torch.Tensor) or original.dim() < 2 or original.shape[-1] < 2:
        return False
    structure = Structure(original)
    return structure.pattern is None and (original.dtype == torch.bool or structure.is_flags)


def is_free_of_zeros(original):
    """Whether any numbers may stand in the place of those of an input, none of which is zero."""
    if not isinstance(original, torch.Tensor):
        return False
    structure = Structure(original)
    return structure.is_free() and not structure.has_zeros


class Structure:
    """The promise of one tensor; `like` draws values that keep it."""

    def __init__(self, original):
        self.original = original
        self.pattern = pattern_of(original)
        if original not in _facts:
            self._learn(original, original.reshape(-1))
            _facts[original] = {name: value for name, value in vars(self).items() if name not in ("original", "pattern")}
        vars(self).update(_facts[original])
        if original in _free:
            self.few = None

    def _learn(self, original, values):
        self.has_zeros = self.symmetric = self.sorted = False
        self.few = None
        self.is_flags = _are_flags(values)
        self.is_codes = _are_codes(values)
        self.labels = _labels(values)  # all that there are, or None
        if not original.is_floating_point() or values.numel() < 2:
            return
        share = float((values == 0).double().mean())
        self.has_zeros = ZERO_SHARE[0] < share < ZERO_SHARE[1]
        self.symmetric = original.dim() >= 2 and original.shape[-1] == original.shape[-2] > 1 \
            and torch.equal(original, original.mT)
        self.sorted = original.shape[-1] >= 4 and values.numel() >= 8 \
            and bool((original.diff(dim=-1) >= 0).all())
        if values.numel() >= FEW_ELEMENTS and has_more_than(values, FEW_VALUES):
            return
        distinct = values.unique() if values.numel() >= FEW_ELEMENTS or self.is_flags else values
        if 2 <= distinct.numel() <= FEW_VALUES:
            self.few = distinct

    def is_small(self):
        """Whether there are so few values for want of elements."""
        return self.few is not None and not self.is_flags and self.original.numel() < FEW_ELEMENTS

    def is_free(self):
        """Whether no promise is known: any value will do."""
        return self.pattern is None and self.few is None and not self.symmetric and not self.sorted

    def like(self, base, drawn):
        """`drawn`, of the shape of `base`, bent to the promise that `base` keeps too."""
        if self.symmetric and base.dim() >= 2 and base.shape[-1] == base.shape[-2]:
            drawn = torch.triu(drawn) + torch.triu(drawn, 1).mT
        if self.sorted:
            drawn = drawn.sort(dim=-1).values
        if self.has_zeros:
            drawn = torch.where(base == 0, torch.zeros_like(drawn), drawn)
        return self._repeated(drawn)

    def _repeated(self, values):
        """`values` with their parts alike, where those of the original are."""
        if not isinstance(self.pattern, Repeated) or values.shape[-1] % 2:
            return values
        return self.pattern.bent(values)

    def normal(self, base, generator):
        """Normal values with mean zero and the root mean square of the original, some lines
        negative."""
        if self._keeps_values():
            return self._again(base, generator)
        if self.few is not None:
            return self.few[torch.randint(len(self.few), base.shape, generator=generator)]
        wide = self.original.double()
        scale = float(wide.square().mean().sqrt()) or 1.0
        drawn = torch.randn(base.shape, generator=generator, dtype=torch.float64) * scale
        return self.like(base, self.with_negative_lines(drawn.to(base.dtype)))

    def _keeps_values(self):
        """The pattern leaves no choice of values, only of their places."""
        return self.pattern is not None and self.pattern.is_fixed

    def _again(self, base, generator):
        """The pattern drawn again; a mask is what it is."""
        if isinstance(self.pattern, Band):
            return base.clone()
        drawn = self.pattern.draw(base, list(base.shape), generator)
        return base.clone() if drawn is None else drawn

    def with_negative_lines(self, values, below=0.0):
        """`values` of the promise, the first row, the first column and so on negative as a whole: a
        maximum that starts at zero, or takes in the zeros beyond an edge, is right on all others.
        `below`: they end so far below zero."""
        def change(line):
            if line.dim():  # more than one element of a vector
                line.abs_().add_(below).neg_()

        out = _with_lines(values, 0, change)
        if self.has_zeros:
            out = torch.where(values == 0, torch.zeros_like(out), out)
        return out.sort(dim=-1).values if self.sorted else self._repeated(out)

    def with_lines_of_one_sign(self, values):
        """`values` with the first row, the first column and so on positive as a whole, and the third ones negative, where the
        original has both signs: a minimum that starts at zero, or a maximum among zeros of padding, is right on all others."""
        both = bool((self.original > 0).any()) and bool((self.original < 0).any())
        if not both or self.pattern is not None or self.few is not None or self.sorted:
            return values
        return _with_lines(_with_lines(values, 2, lambda line: line.abs_().neg_()), 0, torch.Tensor.abs_)

    def with_zero_lines(self, values):
        """`values` with the second row, the second column and so on zero, of a vector the second
        element; themselves where the promise may not allow that. Of shares of a whole the second column, and the others are more."""
        if self.few is not None or self.sorted or self.symmetric:
            return values
        if isinstance(self.pattern, UnitRows):
            return self.pattern.without_one(values)
        return self._repeated(_with_lines(values, 1, torch.Tensor.zero_))

    def with_deep_lines(self, values):
        """The same with lines three times as far below zero as any value is from it: exponentials
        of them vanish unless a maximum is taken off first."""
        return self.with_negative_lines(values, 3 * float(values.abs().max()))

    def within_range(self, base, generator, of_base=False):
        """Integers between the original's smallest and largest (with `of_base`, those of `base`), or a mixture of true
        and false. Where it is known between which numbers they are drawn, between those, the least one first and the largest one last."""
        if self.original.numel() == 0:
            return base.clone()
        if self._keeps_values():
            return self._again(base, generator)
        if base.dtype == torch.bool:
            drawn = torch.rand(base.shape, generator=generator) < 0.5
            flat = drawn.view(-1)
            if flat.numel() > 1:
                flat[0], flat[-1] = True, False
            return drawn
        if self.labels is not None:
            return self.labels[torch.randint(len(self.labels), base.shape, generator=generator)].to(base.dtype)
        known = base if of_base and base.numel() else self.original
        none = none_of(self.original)
        if none is not None and bool((known >= 0).any()):  # what is left out is so still
            held = known[known >= 0]
            drawn = torch.randint(int(held.min()), int(held.max()) + 1, base.shape, generator=generator).to(base.dtype)
            return torch.where(base == none, base, drawn)
        ends = _ends.get(self.original) if known is self.original else None
        low, high = ends or (int(known.min()), int(known.max()))
        drawn = torch.randint(low, high + 1, base.shape, generator=generator).to(base.dtype)
        if ends and drawn.numel() > 1:
            drawn.view(-1)[0], drawn.view(-1)[-1] = ends
        return drawn

    def spread(self, base, generator, limit, is_above=False):
        """Integers up to `limit`, of both signs where the original has both: counts and labels have one. Some lines of those lie below zero, or
        (`is_above`) above it."""
        facts = torch.iinfo(base.dtype)
        low = max(facts.min, -limit) if bool((self.original < 0).any()) else 0
        high = min(facts.max, limit)
        drawn = torch.randint(low, high + 1, base.shape, generator=generator)
        if low < 0 < high:  # as with_negative_lines
            drawn = _with_lines(drawn, 0, _to_positive if is_above else _to_negative)
        flat = drawn.view(-1)
        flat[0], flat[-1] = (high, low) if is_above else (low, high)
        return drawn.to(base.dtype)


def _to_positive(line):
    if line.dim():  # more than one element of a vector
        line.abs_().clamp_(min=1)


def _to_negative(line):
    if line.dim():
        line.abs_().clamp_(min=1).neg_()


def _are_flags(values):
    """Whether numbers say yes or no: nothing but 0 and 1, and both of them."""
    fewest = FEWEST_FLAGS if values.is_floating_point() else FEW_ELEMENTS
    is_number = not values.is_complex() and values.dtype != torch.bool and not (values.is_floating_point() and values.element_size() == 1)
    if not is_number or values.numel() < fewest:
        return False
    return bool((values == 0).any()) and bool((values == 1).any()) and bool(((values == 0) | (values == 1)).all())


def _are_codes(values):
    """Whether whole numbers are codes of 2, 3 or 4 bits, as quantised weights before they are packed: each code occurs, and nothing else."""
    if values.is_floating_point() or values.is_complex() or values.dtype == torch.bool or values.numel() < FEW_ELEMENTS:
        return False
    least, most = int(values.min()), int(values.max())
    return least == 0 and most in LAST_CODES and values.unique().numel() == most + 1


def _labels(values):
    """A few whole numbers that leave out others between them, as -1 and 1 do, where so many were drawn that each would have come."""
    if values.is_floating_point() or values.is_complex() or values.dtype == torch.bool or values.numel() < FEW_ELEMENTS:
        return None
    reach = int(values.max()) - int(values.min()) + 1
    if not 2 < reach <= MOST_LABELS_REACH or values.numel() < DRAWS_OF_EACH * reach:
        return None
    distinct = values.unique()
    return distinct if 2 <= distinct.numel() < min(reach, MOST_LABELS + 1) else None


def with_far_lines(values, far):
    """`values` with the first row, the first column and so on as far from zero as `far` as a whole, and of its sign: beyond what kernels may
    write for an infinity."""
    def change(line):
        if line.dim():
            line.copy_(far * (1 - FAR_PART * _shares(line)))

    return _with_lines(values, 0, change)


def with_little_lines(values, share):
    """`values` with the third row, the third column and so on so small a share of themselves: a length or a sum of it is as little, and
    shows what is added to it."""
    def change(line):
        if line.dim():
            line.mul_(share / line.abs().mean().clamp(min=1))

    return _with_lines(values, 2, change)


def _shares(line):
    """Numbers from 0 to 1 that differ, in no order."""
    return (torch.arange(line.numel(), dtype=line.dtype) * GOLDEN % 1).reshape(line.shape)


def _with_lines(values, at, change):
    """A copy of `values` with `change` made in place to line `at` of every axis that has more."""
    out = values.clone(memory_format=torch.contiguous_format)
    for axis, size in enumerate(values.shape):
        if size > at + 1:
            change(out.select(axis, at))
    return out
