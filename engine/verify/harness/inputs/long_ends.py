# SPDX-License-Identifier: GPL-3.0-or-later
"""What fills the end of long sizes: extremes there, masks that let nothing through before it, and numbers that reach to it."""

import torch

from harness.inputs import accidents, patterns, segments
from harness.inputs.input_structure import Structure, ends_of, is_free_of_zeros, is_mask, may_hold_any
from harness.inputs.peak_variants import PEAK
from harness.task.reference_run import Refused, is_floating, run_native, same_values

TURNED = -0.75        # times what a mask leaves out
ABOVE = 120.0         # so far above the others no exponential of them is left, and theirs are none without a maximum taken off
NEARER = 64           # to one, of shares


def with_high_ends(inputs, originals):
    """`inputs` whose rows end with their largest element, or every second one with its smallest, and the last row with that of all: what
    loses the end of a row, or of everything, shows there, also in a maximum."""
    return [_high_ended(value) if is_floating(value) and is_free_of_zeros(original) else value for value, original in zip(inputs, originals)]


def with_high_starts(inputs, originals):
    """`inputs` the first quarter of whose longest axis lies far above all that comes behind it: a maximum that is that of the last block alone,
    or sums that are not made less when another one is met. None where no input may hold any number."""
    high = [_high_started(value) if may_hold_any(value, original) and value.itemsize > 1 else value for value, original in zip(inputs, originals)]
    return None if all(new is value for new, value in zip(high, inputs)) else high


def _high_started(value):
    out = value.clone(memory_format=torch.contiguous_format)
    axis = max(range(value.dim()), key=lambda at: value.shape[at])
    out.narrow(axis, 0, -(-value.shape[axis] // 4)).add_(ABOVE)
    return out


def with_shares_near_one(inputs, originals):
    """`inputs` whose shares (numbers from 0 to 1, of many kinds) lie near one: what decays so little is carried over several blocks. None where
    there are none."""
    near = [(1 - (1 - value.double()) / NEARER).to(value.dtype) if _is_of_shares(value, original) else value
            for value, original in zip(inputs, originals)]
    return None if all(new is value for new, value in zip(near, inputs)) else near


def _is_of_shares(value, original):
    return may_hold_any(value, original) and value.itemsize > 1 and float(original.min()) > 0 and float(original.max()) <= 1


def with_late_masks(task, inputs):
    """`inputs` whose masks let nothing of the first half of their longest axis through: whole blocks of a long row have nothing before
    them. None where there are no masks, or each row of them promises something."""
    masks = {index for index, original in enumerate(task.inputs) if is_mask(original) and not any(
        accidents.has_one_in_each_row(task, index, number) for number in (0, 1))}
    for lets_through in (True, False) if masks else ():
        late = [_late(value, lets_through) if index in masks else value for index, value in enumerate(inputs)]
        try:
            here = run_native(task.model, late, 0).values
            elsewhere = run_native(task.model, [_turned_at_first(value) for value in late], 0).values
        except Refused:
            continue
        if all(map(same_values, here, elsewhere)):
            return late
    return None


def with_stretched_masks(task, inputs):
    """`inputs` whose masks let a quarter of their longest axis through and nothing of the next one: who has met something may meet whole blocks of
    nothing, and more behind them. None where there are no masks, or what they hold is a promise."""
    masks = {index for index, original in enumerate(task.inputs) if is_mask(original)}
    return [_with_gap(value) if index in masks else value for index, value in enumerate(inputs)] if masks else None


def _with_gap(value):
    out = value.clone(memory_format=torch.contiguous_format)
    axis = max(range(value.dim()), key=lambda at: value.shape[at])
    quarter = value.shape[axis] // 4
    for part, number in ((1, 1), (2, 0)):
        out.narrow(axis, part * quarter, quarter).fill_(number)
    return out


def _first_half(value):
    axis = max(range(value.dim()), key=lambda at: value.shape[at])
    return value.narrow(axis, 0, value.shape[axis] // 2)


def _late(value, lets_through):
    out = value.clone(memory_format=torch.contiguous_format)
    _first_half(out).fill_(not lets_through)
    return out


def _turned_at_first(value):
    if not is_floating(value) or value.numel() < 2:
        return value
    out = value.clone()
    _first_half(out).mul_(TURNED)
    return out


def with_last_indices(inputs, task, old, new):
    """`inputs` whose whole numbers that reach into a size, as labels and indices do, end with its last one: `new` of them, where the
    originals have `old`."""
    return [_last_ended(value, new - 1) if _reaches_into(original, old) and not _is_of_another(task, index, old) else value
            for index, (value, original) in enumerate(zip(inputs, task.inputs))]


def _is_of_another(task, index, size):
    """Whether the numbers of an input are those of a smaller size, as lengths are: of an index that reaches into `size` the reference refuses
    one beyond."""
    return _ends_before(task.inputs, index, size) and not _is_refused(task, index, size)


def _ends_before(originals, index, size):
    """Whether there is a smaller size that all numbers of an input lie within: lengths are those of that one."""
    most = int(originals[index].max())
    return any(most <= other < size for at, value in enumerate(originals) if at != index and isinstance(value, torch.Tensor) for other in value.shape)


def with_numbers_to(inputs, task, old, new):
    """`inputs` whose whole numbers that reach to the end of a size, as indices and lengths do, reach to that of the `new` one, where the
    originals have `old`: every second of them, and the last one."""
    most = {index: _most_of(task, index, old, new) for index in range(len(inputs))}
    return [value if most[index] is None else _spread_to(value, old, most[index], (ends_of(task.inputs[index]) or [None])[0])
            for index, value in enumerate(inputs)]


def _most_of(task, index, old, new):
    """The largest number of an input that there may be with the `new` size; None where its numbers have nothing to do with the size."""
    original = task.inputs[index]
    if not segments.is_whole(original) or original.numel() < 2 or Structure(original).pattern is not None or index in segments.kept_together(task.inputs) \
            or int(original.min()) < 0 and patterns.none_of(original) is None or not old <= 2 * (int(original.max()) + 1) <= 2 * old + 2:
        return None
    if _is_refused(task, index, old):
        return new - 1
    if not segments.says_how_much(task.inputs, index) or segments.lies_in_pages(original) or _ends_before(task.inputs, index, old):
        return None
    return new


def _is_refused(task, index, number):
    """Whether the reference refuses a number, as one does that looks up a row which there is not."""
    known = task.memo.setdefault(_is_refused, {})
    if (index, number) not in known:
        original = task.inputs[index]
        known[index, number] = number <= torch.iinfo(original.dtype).max \
            and not task.accepts([_last_ended(value, number) if at == index else value for at, value in enumerate(task.inputs)])
    return known[index, number]


def _spread_to(value, old, most, least):
    most = min(most, torch.iinfo(value.dtype).max)
    out = value.clone(memory_format=torch.contiguous_format)
    flat = out.view(-1)
    if int(value.max()) <= old < most:
        spread = flat[1::2].long()
        flat[1::2] = torch.where(spread < 0, spread, spread * most // old).to(value.dtype)
    if least is not None:
        flat[len(flat) // 2] = least
    flat[-1:] = most
    return out


def _reaches_into(original, size):
    return segments.is_whole(original) and original.numel() > 1 and Structure(original).pattern is None \
        and int(original.min()) >= 0 and size <= 2 * (int(original.max()) + 1) <= 2 * size


def _last_ended(value, last):
    out = value.clone(memory_format=torch.contiguous_format)
    out.view(-1)[-1:] = min(last, torch.iinfo(value.dtype).max)
    return out


def _high_ended(value):
    if value.dim() == 0 or value.numel() < 2:
        return value
    out = value.clone(memory_format=torch.contiguous_format)
    rows = out.view(-1, value.shape[-1] if value.shape[-1] > 1 else value.numel())
    rows[:, -1] = rows.abs().amax(1) * PEAK
    rows[1::2, -1] = rows[1::2].amin(1) * (PEAK if bool((value < 0).any()) else 1 / PEAK)
    if len(rows) % 2 == 0 and bool((value < 0).any()):
        rows[-1, -1] = -rows.abs().amax() * PEAK
    elif len(rows) != 2:  # the second one of two ends with its smallest
        rows[-1, -1] = rows.abs().amax() * PEAK
    return out
