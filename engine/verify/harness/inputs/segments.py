# SPDX-License-Identifier: GPL-3.0-or-later
"""Integers that say how much of another tensor there is: lengths, and where the segments of these lengths start. A
reference takes others without a word, since slices and masks end where their tensor does; a kernel relies on them."""

import torch

META_SHARE = 4  # a tensor with so many times fewer elements than another one says something about that


def is_whole(value):
    return isinstance(value, torch.Tensor) and not value.is_floating_point() and not value.is_complex() \
        and value.dtype != torch.bool


def starts_of(inputs):
    """{index of the starts: index of the lengths}, where one are the sums of the others before them."""
    rows = [index for index, value in enumerate(inputs)
            if is_whole(value) and value.dim() == 1 and value.numel() > 1]
    return {start: length for start in rows for length in rows
            if start != length and inputs[start].shape == inputs[length].shape
            and int(inputs[length].min()) > 0 and torch.equal(_starts(inputs[length]), inputs[start].long())}


def kept_together(inputs):
    """Indices of inputs that mean something only together."""
    starts = starts_of(inputs)
    return {*starts, *starts.values()}


def joined(inputs, originals, moved):
    """`inputs` of other sizes with starts that fit their lengths, and lengths that make up the whole where those of
    `originals` did; None where there is no room for them. `moved`: {old size: new size}."""
    for start, length in starts_of(originals).items():
        lengths = inputs[length].long()
        total = int(originals[length].sum())
        whole = moved.get(total, total)
        if whole < lengths.numel():
            return None
        if int(lengths.sum()) > whole:
            lengths = (lengths * whole // int(lengths.sum())).clamp(min=1, max=max(whole // lengths.numel(), 1))
        if any(total in value.shape for value in originals if isinstance(value, torch.Tensor)):
            lengths[-1] = whole - int(lengths[:-1].sum())
        inputs[length] = lengths.to(inputs[length].dtype)
        if inputs[start].shape == lengths.shape:
            inputs[start] = _starts(lengths).to(inputs[start].dtype)
    return inputs


def _starts(lengths):
    return lengths.long().cumsum(0) - lengths.long()


def says_how_much(inputs, index):
    """True of few integers that are no larger than a size of an input with many elements."""
    value = inputs[index]
    if not is_whole(value) or not value.numel() or int(value.min()) < 0:
        return False
    most = int(value.max())
    return any(isinstance(other, torch.Tensor) and other.numel() >= META_SHARE * value.numel()
               and any(most <= size for size in other.shape) for other in inputs if other is not value)
