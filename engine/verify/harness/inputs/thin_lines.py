# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines of a tensor that begin or end with zeros, have some, or are like another line but for a part: what looks at a corner, a row or the
beginning of something takes it for nothing, or for what it knows already."""

import torch

from harness.task.reference_run import is_floating

LINES_IN = 16  # of which these begin with zeros, have them here and there, end with them,
BEGINS, HAS_SOME, ENDS = 0, 3, 15
ALIKE = ((4, 7, 11), (8, 12))  # or are like another one, the latter like the former
# Of another input: how far off, as a share of a row's root mean square, and which lines; the last one alone is far enough for what divides by it.
NEAR_STEPS = ((2 ** -14, (1, 5, 9, 13)), (0.0, (14,)), (2 ** -5, (6,)))
NEAR_ALL = ((2 ** -8, tuple(range(LINES_IN))),)
NEAR_COLUMNS = 5, 14
TIMES_AS_LARGE = 4
LEAST_BEGIN = 0.25  # of a line
SOME = 0.5     # of a line are zero
MOST = 0.95    # of a line are those of another one
# (what is like another line, whether that is the one before or the first)
_WAYS = (("begin", True), ("end", True), ("begin", True), ("most", True), ("begin", False), ("begin", True), ("end", False), ("most", False))


def thinned(lines, generator, with_zeros):
    """Without zeros some are like another one, no more."""
    out = lines.clone(memory_format=torch.contiguous_format)
    lines = out.view(-1, lines.shape[-1])
    number, along = torch.arange(len(lines))[:, None] % LINES_IN, torch.arange(lines.shape[1])
    place = (torch.rand(number.shape, generator=generator) * (lines.shape[1] + 1)).long()
    if with_zeros:
        here = torch.rand(lines.shape, generator=generator) < SOME
        lines.masked_fill_((number == HAS_SOME) & here | (number == ENDS) & (along >= place), 0)
    for numbers in ALIKE:
        _make_alike(lines, torch.isin(number, torch.tensor(numbers)), place, generator)
    return out


def _make_alike(lines, chosen, place, generator):
    """The chosen ones begin or end like the line before or the first one, or differ from it here and there alone: each way in turn."""
    turn = (chosen.long().cumsum(0) + torch.randint(len(_WAYS), (1,), generator=generator)) % len(_WAYS)
    along, most = torch.arange(lines.shape[1]), torch.rand(lines.shape, generator=generator) < MOST
    parts = {"begin": along < place, "end": along >= place, "most": most}
    before = lines.roll(1, 0)
    first = lines[:1].clone()
    for way, (part, is_before) in enumerate(_WAYS):
        lines.copy_(torch.where(chosen & (turn == way) & parts[part], before if is_before else first, lines))


def may_be_another(original, other):
    """Whether values of one input may as well be those of another one, as what is drawn of both says: both signs, whole numbers, about as large."""
    has_signs = [bool((value < 0).any()) for value in (original, other)]
    are_whole = [bool((value == value.round()).all()) for value in (original, other)]
    largest = [float(value.abs().max()) for value in (original, other)]
    return has_signs[0] == has_signs[1] and are_whole[0] == are_whole[1] and max(largest) <= TIMES_AS_LARGE * min(largest)


def near_another(lines, others, generator, steps):
    """Some lines those of another tensor with lines as long, so far off it; of few lines the last one."""
    out = lines.clone(memory_format=torch.contiguous_format)
    flat, others = out.view(-1, lines.shape[-1]), others.reshape(-1, lines.shape[-1])
    others = others[torch.arange(len(flat)) % len(others)].double()
    number = torch.arange(len(flat)) % LINES_IN
    for step, numbers in steps:
        chosen = torch.isin(number, torch.tensor(numbers))
        if not bool(chosen.any()):
            chosen[-1:] = len(chosen) > 1
        noise = torch.randn(flat.shape, generator=generator, dtype=torch.float64)
        scale = others.square().mean(-1, keepdim=True).sqrt()
        flat.copy_(torch.where(chosen[:, None], (others + step * scale * noise).to(flat.dtype), flat))
    return out


def near_in_columns(lines, others):
    """Some columns those of another tensor of the same shape."""
    columns = torch.arange(lines.shape[-1]) % LINES_IN
    chosen = torch.isin(columns, torch.tensor(NEAR_COLUMNS)) & (columns < lines.shape[-1] - 1)
    return torch.where(chosen, others, lines)


def with_zeros_first(lines, generator):
    """Some begin with zeros, and the diagonal is zero."""
    out = lines.clone(memory_format=torch.contiguous_format)
    lines = out.view(-1, lines.shape[-1])
    at, length = torch.arange(len(lines)), lines.shape[1]
    place = (LEAST_BEGIN + (1 - LEAST_BEGIN) * torch.rand(len(lines), 1, generator=generator)) * length
    lines.masked_fill_((at[:, None] % LINES_IN == BEGINS) & (torch.arange(length) < place), 0)
    lines[at, at % length] = 0
    return out


def stretched(value, has_signs, has_zeros):
    """`value` whose longest lines have a quarter of one sign, or of true, one of the other and one of zeros, as far as that is wanted; of whole
    numbers two that are one number each. The last two of a line stay."""
    out = value.clone(memory_format=torch.contiguous_format)
    axis = max(range(value.dim()), key=lambda at: value.shape[at])
    quarter = value.shape[axis] // 4
    first, second, third = (out.narrow(axis, part * quarter, max(quarter - 2, 0)) for part in (1, 2, 3))
    is_whole = not is_floating(value) and value.dtype != torch.bool
    if has_signs and is_whole and quarter > 2:
        for part in (first, second):
            part.copy_(part.narrow(axis, 0, 1).clone().expand_as(part))
    elif has_signs and not is_whole:
        first.copy_(first.abs() if is_floating(value) else torch.ones_like(first))
        second.copy_(-second.abs() if is_floating(value) else torch.zeros_like(second))
    if has_zeros:
        third.zero_()
    return out
