# SPDX-License-Identifier: GPL-3.0-or-later
"""For one candidate, with arguments, settings or a mode for which its Python goes a way of its own, or has kernels of another kind: what the
task's own arguments meet in other variants, harsh values, other sizes and another dtype. A way that runs on one input alone is tried once, and
mildly, else."""

import random

import torch

from harness.inputs import composed_variants, dtype_variants, mixed_values, setting_variants, size_variants
from harness.inputs.beyond_variants import of_name
from harness.inputs.dtype_variants import NEAREST_HALF
from harness.inputs.extra_variant import first_that_applies
from harness.inputs.free_sizes import FAR_OPERATORS, Sizes, steps_at
from harness.inputs.named_size_variants import PAST_BUDGET
from harness.inputs.size_variants import MIXED_ROWS
from harness.task.reference_run import NotApplicable, derive_seed

_SIZE_TRIALS = 3
LEAST_BLOCK = 64  # where kernels have shorter ones, or none is known


def values(number):
    """Makes paired_values and its like: rows of every kind, with the arguments of the variant of that number."""
    return lambda task: _harsh(task, number)


def _harsh(task, number):
    """That variant, made once."""
    known = task.memo.setdefault("paired values", {})
    if number not in known:
        base = _base(task, number)
        choices = [(inputs, f"{base.detail}; {words}") for inputs, words in mixed_values.rows_of_kinds(task, base.inputs, f"paired {number}")]
        if not choices:
            raise NotApplicable("no input is free to be harsh")
        known[number] = first_that_applies(task, choices, 3, may_reshape=True, **_like(base))
    return known[number]


def sizes(number):
    """Makes paired_sizes and its like: sizes as the seed says, and rows of some kinds, with these arguments."""
    def make(task):
        base, reason = _base(task, number), None
        for trial in range(_SIZE_TRIALS):
            name = f"paired sizes {number} {trial}"
            inputs, words = size_variants.sizes_at_random(task, random.Random(derive_seed(task.seed, name)), name)
            try:
                return _of_sizes(task, base, inputs, words, name, only_some=True)
            except NotApplicable as error:
                reason = error
        raise reason
    return make


def long(number, rank):
    """Makes paired_long, paired_wide and their like: the largest free size, or the second one, beyond two of the longest blocks that its kernels
    have, with rows of every kind."""
    def make(task):
        base, name = _base(task, number), f"paired long {number} {rank}"
        sizes = Sizes(task, name)
        symbol, block = sizes.of_rank(rank), max(task.tile, LEAST_BLOCK)
        size = 2 * block + random.Random(derive_seed(task.seed, name)).randint(1, block - 1)
        reason = NotApplicable("the reference takes no size beyond such blocks, or that costs too much")
        for others in ({other: max(count, MIXED_ROWS) for other, count in sizes.tiny.items()}, sizes.tiny):
            choice = {**others, symbol: size}
            inputs = sizes.inputs(choice, PAST_BUDGET) if steps_at(sizes, others, symbol)(size) <= FAR_OPERATORS else None
            if inputs is None:
                continue
            try:
                return _of_sizes(task, base, inputs, f"a size beyond blocks of {block}: {sizes.words(choice)}", name)
            except NotApplicable as error:
                reason = error
        raise reason
    return make


def dtype(number):
    """Makes paired_dtype and its like: another dtype, with rows of every kind where the reference takes that."""
    def make(task):
        try:
            return dtype_variants.in_other_dtype(task, _harsh(task, number), NEAREST_HALF, may_reshape=True)
        except NotApplicable:
            return dtype_variants.in_other_dtype(task, _base(task, number), NEAREST_HALF, may_reshape=True)
    return make


def _base(task, number):
    if number >= len(task.paired):
        raise NotApplicable("the candidate goes no way of its own for other arguments")
    return of_name(task, task.paired[number])


def _of_sizes(task, base, inputs, words, name, only_some=False):
    """The variant with the arguments of `base` on inputs of other sizes, with rows of every kind or only some if the reference takes them."""
    given, more = _with_arguments_of(base, task, inputs), _like(base)
    if hasattr(base, "setting"):
        which, at, other = base.setting
        more["model"], more["init"] = setting_variants.with_settings(task, {(which, at): other}, inputs)
    rows = [composed_variants.rows_of_some_kinds(task, given, name)] if only_some else mixed_values.rows_of_kinds(task, given, name)
    return first_that_applies(task, [*((harsh, f"{base.detail}; {words}, {kinds}") for harsh, kinds in rows), (given, f"{base.detail}; {words}")], 3,
                              may_reshape=True, **more)


def _like(base):
    return {**base.ways(), "model": base.model}


def _with_arguments_of(base, task, inputs):
    """Inputs of other sizes with what is given beside tensors, and what is left out, as in `base`."""
    if base.ways()["nesting"] is not task.nesting:
        raise NotApplicable("lists are longer or shorter there")
    out = []
    for index, now in enumerate(base.inputs):
        value = inputs[index] if index < len(inputs) else None
        if not isinstance(now, torch.Tensor):
            out.append(now)
        elif isinstance(value, torch.Tensor):
            out.append(value if value.dtype == now.dtype else value.to(now.dtype))
        elif now.numel() == 1:
            out.append(now)
        else:
            raise NotApplicable("a tensor that is given in place of nothing has the task's own sizes")
    return out
