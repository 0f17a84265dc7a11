# SPDX-License-Identifier: GPL-3.0-or-later
"""A largest and a smallest element in each row, every time at another place, and what else rows of a draw seldom have: equal parts, zeros
to their ends, and whole numbers at the ends of blocks and of their range."""

import torch

from harness.inputs import accidents, segments, thin_lines
from harness.inputs.edge_variants import MOST_ELEMENTS, ROWS_IN
from harness.inputs.extra_variant import base_inputs, first_that_applies, generator_of
from harness.inputs.input_structure import Structure, ends_of, is_free_of_zeros, is_mask
from harness.task.reference_run import NotApplicable, is_floating

_PRODUCTS = frozenset("prod cumprod cumprod_".split())  # a zero hides what overflows beside it, and is NaN times that
PEAK = 1.5            # times the largest magnitude
WHOLE_ONE_IN = 4      # rows of a mask are of one number throughout
AT_AN_END = 8  # one of so many whole numbers is the least that there may be, and one the largest,
ROWS_AT_AN_END = 4  # in one of so many rows
FEWEST_IN_A_BLOCK, MOST_ROWS = 4, 1 << 10  # the former as a power of two
LARGEST_BLOCKS = 2  # numbers of those brought to whole blocks that are as many as the longest one has


def peaks(task):
    """Each row has its largest element at another place, and its smallest at another one than that: what leaves a column out is wrong
    where it is there. Every fourth row rises but for those, and the next one falls, a single one rises or not; others begin or end with
    zeros, or are in part like another one (columns likewise, `thin_lines.py`), if the reference takes that. Of masks one element of each row
    is true, and in some rows all or none, which no draw of long rows has; not none where the task sees to it that there is one."""
    base = task.inputs if sum(value.numel() for value in task.inputs if isinstance(value, torch.Tensor)) <= MOST_ELEMENTS \
        else base_inputs(task)
    generator = generator_of(task, "peaks")
    inputs = [_with_peaks(value, generator) if is_free_of_zeros(original) else value for value, original in zip(base, task.inputs)]
    alike = _with_sparse_peaks(task, base, inputs, with_zeros=False)
    together = segments.kept_together(task.inputs)
    between = [index for index, value in enumerate(base) if value is task.inputs[index] and index not in together and _is_drawn_between(value)]
    if all(new is old for new, old in zip(inputs, base)) and not any(map(is_mask, task.inputs)) and not alike and not between:
        raise NotApplicable("no input has rows of numbers")
    words = "the largest and the smallest element of each row at other places"
    floating = [new if is_floating(new) else old for new, old in zip(inputs, base)]
    choices = [(inputs, words + ", of masks one is true"), (floating, words)]
    ways = [((0, 1), ", of masks one, none or all are true"), ((0,), ", of masks one or none is true")]
    if any(is_mask(original) and accidents.has_one_in_each_row(task, index) for index, original in enumerate(task.inputs)):
        ways = [((1,), ", of masks one or all are true")]
    for ends, more in ways:
        masks = [_with_whole_rows(new, ends) if is_mask(original) else new for new, original in zip(inputs, task.inputs)]
        if any(one is not new for one, new in zip(masks, inputs)):
            choices.insert(len(choices) - 2, (masks, words + more))
    first, text = choices[0]
    has_numbers = any(map(is_floating, alike.values())) and not task.trace().names & _PRODUCTS
    for sparse, more in ((alike, "alike"), (_with_sparse_peaks(task, base, inputs, with_zeros=True) if has_numbers else {}, "zero or alike")):
        if sparse:
            choices.insert(0, ([sparse.get(index, value) for index, value in enumerate(first)], f"{text}, some rows {more} in part"))
    first, text = choices[0]
    # Rows of them that are alike in part stay so.
    counts = {index: _in_whole_blocks(value, generator) for index, value in enumerate(base) if first[index] is value and _may_end_a_block(task, index)}
    parts = {index: segments.at_blocks(task, index, value, generator) for index, value in enumerate(base) if segments.is_whole(value)}
    counts.update({index: value for index, value in parts.items() if value is not None})
    if counts:
        choices.insert(0, ([counts.get(index, value) for index, value in enumerate(first)], text + ", whole numbers at the ends of blocks"))
    first, text = choices[0]
    if between:
        ended = {index: _at_both_ends(first[index], ends_of(base[index]), generator) for index in between}
        choices.insert(0, ([ended.get(index, value) for index, value in enumerate(first)], text + ", whole numbers at both ends of their range"))
    first, text = choices[0]
    for steps, more in ((thin_lines.NEAR_STEPS[-1:], "almost"), (thin_lines.NEAR_STEPS, "or almost")):
        near = _near_others(first, task.inputs, generator, steps, task.state_tensors())
        if near:
            choices.insert(0, ([near.get(index, value) for index, value in enumerate(first)], f"{text}, some those of another input or weight {more}"))
    return first_that_applies(task, choices, gradients=True)


def _near_others(inputs, originals, generator, steps, weights=()):
    """{index: values with some rows of the first free input before it whose rows are as long, or of one of the `weights`}: what is apart in the
    task may be near or the same, as a guess and what it is of, or two points."""
    found, first = {}, {}
    weights = {(value.shape[-1], value.dtype): value.detach() for value in reversed(weights) if is_floating(value) and value.dim() > 1}
    for index, (value, original) in enumerate(zip(inputs, originals)):
        if not is_floating(value) or value.is_complex() or value.dim() < 2 or not is_free_of_zeros(original):
            continue
        at = first.setdefault((value.shape[-1], value.dtype), index)
        weight = weights.get((value.shape[-1], value.dtype)) if at == index else None
        other, of_task = (inputs[at], originals[at]) if weight is None else (weight, weight)
        if other is not value and thin_lines.may_be_another(original, of_task):
            start = thin_lines.near_in_columns(value, other) if other.shape == value.shape and len(steps) > 1 else value
            found[index] = thin_lines.near_another(start, other, generator, steps)
    return found


def all_near(task, inputs):
    """`inputs` of which the later ones are the first one of such rows but for little, where they may be: what is computed as a difference of large
    numbers loses its digits there. None where there are no two."""
    near = _near_others(inputs, task.inputs, generator_of(task, "near"), thin_lines.NEAR_ALL)
    return [near.get(index, value) for index, value in enumerate(inputs)] if near else None


def _may_end_a_block(task, index):
    """Whether an input has whole numbers, as lengths or places are, that may as well be others."""
    original = task.inputs[index]
    if not segments.is_whole(original) or original.numel() < 2 or not accidents.may_repeat(task, index) or index in segments.kept_together(task.inputs):
        return False
    structure = Structure(original)
    return structure.pattern is None and structure.labels is None and not structure.is_flags and not structure.is_codes \
        and int(original.max()) >= 2 << FEWEST_IN_A_BLOCK


def _is_drawn_between(value):
    """Whether it is known between which whole numbers the task draws one, each of several."""
    return isinstance(value, torch.Tensor) and ends_of(value) is not None and value.numel() > 1 and Structure(value).pattern is None


def _at_both_ends(value, ends, generator):
    """Some of the numbers are the least one that is drawn for them, and some the largest: few draws have either, as the first of many labels.
    Of several rows a quarter has them: those that are alike in part mostly stay so."""
    out = value.clone(memory_format=torch.contiguous_format)
    columns = out.shape[-1] if out.dim() > 1 else 1
    rows = torch.randperm(out.numel() // columns, generator=generator)
    if columns > 1:
        rows = rows[:max(1, len(rows) // ROWS_AT_AN_END)]
    places = (rows[:, None] * columns + torch.arange(columns)).reshape(-1)
    places = places[torch.randperm(len(places), generator=generator)]
    some = max(1, len(places) // AT_AN_END)
    out.view(-1)[places[:some]], out.view(-1)[places[some:2 * some]] = ends
    return out


def _in_whole_blocks(value, generator):
    """Every second number, above zero, as many as whole blocks of 16, 32, ... have, if that is no less than the least one, and every fourth one more
    or fewer than that, if there are as large ones."""
    out = value.clone(memory_format=torch.contiguous_format)
    least, most = int(value.min()), int(value.max())
    for some, steps in ((out.view(-1)[::2], (0,)), (out.view(-1)[1::4], (-1, 1))):
        _bring_to_blocks(some, torch.tensor(steps), least, most, generator)
    return out


def _bring_to_blocks(some, steps, least, most, generator):
    powers = (some.clamp(min=1).double().log2() - FEWEST_IN_A_BLOCK).clamp(min=0)
    shares = torch.rand(some.shape, generator=generator, dtype=torch.float64)
    shares[some.topk(min(LARGEST_BLOCKS, some.numel())).indices] = 1  # whole blocks of shorter ones, too
    block = 1 << (FEWEST_IN_A_BLOCK + shares * powers).long()
    whole = some.long() // block * block
    near = whole + steps[torch.randint(len(steps), some.shape, generator=generator)]
    some.copy_(torch.where((whole > 0) & (near >= least) & (near <= most), near, some))


def _with_sparse_peaks(task, base, inputs, with_zeros):
    """{index: values of `inputs` with parts of rows and columns zero or alike}. Of the first one of them what rows have is whole, of the others
    what columns have."""
    generator = generator_of(task, "sparse peaks")
    chosen = [index for index, (value, new) in enumerate(zip(base, inputs)) if _may_be_sparse(task, index, value, new)]
    return {index: _sparse_peaks(base[index], generator, at == 0, with_zeros) for at, index in enumerate(chosen)}


def _may_be_sparse(task, index, value, new):
    """Whether floating values have peaks, or whole numbers may repeat."""
    if not isinstance(value, torch.Tensor) or value.dim() < 2:
        return False
    return is_floating(value) and new is not value or segments.is_whole(value) and accidents.may_repeat(task, index) \
        and index not in segments.kept_together(task.inputs) and not segments.says_how_much(task.inputs, index) \
        and Structure(task.inputs[index]).pattern is None


def _sparse_peaks(value, generator, by_rows, with_zeros):
    if not is_floating(value):
        return thin_lines.thinned(value, generator, False)
    start = thin_lines.thinned(value.mT, generator, with_zeros).mT if by_rows else value
    out = _with_peaks(start, generator, lambda rows: _along(by_rows, thin_lines.thinned, rows.view(value.shape), generator, with_zeros))
    return _along(by_rows, thin_lines.with_zeros_first, out, generator) if with_zeros else out


def _along(by_rows, change, value, *more):
    return change(value, *more) if by_rows else change(value.mT, *more).mT


def _with_whole_rows(value, ends):
    """A mask with every fourth row of the first of these numbers throughout, and with the one behind it of the second if there is one."""
    out = value.clone(memory_format=torch.contiguous_format)
    rows = out.view(-1, value.shape[-1])
    for first, number in enumerate(ends):
        rows[first::WHOLE_ONE_IN] = number
    return out


def _with_peaks(value, generator, change=None):
    """`change`: of the values, once some rows rise or fall."""
    if not (is_floating(value) or value.dtype == torch.bool) or value.dim() == 0 or value.shape[-1] < 2:
        return value
    out = value.clone(memory_format=torch.contiguous_format)
    rows = out.view(-1, value.shape[-1])
    at = torch.arange(len(rows))
    has_middle = rows.shape[1] > 2  # of two elements, as of a complex number, nothing would stay as it was drawn
    if value.dtype != torch.bool and has_middle:
        rows[1::ROWS_IN], rows[2::ROWS_IN] = rows[1::ROWS_IN].sort(-1).values, rows[2::ROWS_IN].sort(-1, descending=True).values
        if len(rows) == 1 and bool(torch.randint(2, (), generator=generator)):
            rows.copy_(rows.sort(-1).values)
    if change is not None:
        rows.copy_(change(rows).reshape(rows.shape))
    highest = _places(len(rows), rows.shape[1], generator)
    lowest = (highest.roll(1) + (highest.roll(1) == highest)) % rows.shape[1]
    if value.dtype == torch.bool:
        rows.zero_()
        rows[at, highest] = True
    if value.dtype == torch.bool or not has_middle:
        return out
    far = rows.abs().amax(1) * PEAK
    rows[at, lowest] = -far if bool((value < 0).any()) else rows.amin(1) / PEAK
    rows[at, highest] = far
    return out


def _places(rows, columns, generator):
    """A column for each row: in every second one where a block of some kernel may begin or end, in the others all in turn."""
    order = torch.randperm(columns, generator=generator)
    places = order[torch.arange(rows) % columns]
    blocks = [1 << power for power in range(FEWEST_IN_A_BLOCK, (columns - 1).bit_length())]
    for row in range(0, min(rows, MOST_ROWS), 2) if blocks else ():
        block, which, before = torch.randint(1 << 30, (3,), generator=generator).tolist()
        block = blocks[block % len(blocks)]
        places[row] = (which % ((columns - 1) // block) + 1) * block - before % 2
    return places
