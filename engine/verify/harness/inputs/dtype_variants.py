# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs in dtypes that the task does not have: the one beside its own and that of `other_dtype`, and whole numbers of the other width."""

import copy
import random

import torch

from harness.inputs import size_variants
from harness.inputs.long_ends import with_high_ends
from harness.inputs.extra_variant import base_inputs, checked_variant, first_that_applies, generator_of
from harness.inputs.free_sizes import AXIS_BUDGET, FAR_OPERATORS, FEW, Sizes, is_light, steps_at
from harness.inputs.input_structure import Structure, may_hold_any
from harness.inputs.large_variants import EXPONENTIALS
from harness.shared import bundle
from harness.task.reference_run import NotApplicable, derive_seed, is_floating

THIRD = {torch.float32: torch.bfloat16, torch.float16: torch.bfloat16, torch.bfloat16: torch.float16}
NEAREST_HALF = {torch.float32: torch.float16, torch.bfloat16: torch.float16, torch.float16: torch.bfloat16}  # of sums the first overflow in that
LONG_HALF = 20_001  # of which halves have no places, and sums of ones no next one
OTHER_WIDTH = {torch.int64: torch.int32, torch.int32: torch.int64}
# Beyond 88 an exponential is infinite: the last rows times a power of two, which keeps all digits, and little more than the others weigh.
FAR_TIMES, FAR_PART, PEAK, FARTHEST = 32, 4, 1.5, 128
_WITH_EXPONENTIALS = EXPONENTIALS | frozenset("""
    sigmoid log_sigmoid log_sigmoid_forward softplus silu silu_ gelu mish elu elu_ selu celu tanh tanh_ expm1 sinh cosh logaddexp logaddexp2
    binary_cross_entropy_with_logits _scaled_dot_product_flash_attention_for_cpu _scaled_dot_product_attention_math
""".split())
LARGEST_NUMBER = 1 << 24  # beyond it whole numbers may be words: packed weights, bits, addresses


def cast(inputs, dtype):
    """Floating inputs in another dtype, where what is finite stays so: what stands for infinity, such as 1e18, has no half precision."""
    return bundle.with_tensors(inputs, lambda value: _finite_in(value, dtype) if is_floating(value) else value)


def _finite_in(value, dtype):
    other = value.to(dtype)
    lost = other.isinf() & value.isfinite()
    return torch.where(lost, torch.full_like(other, torch.finfo(dtype).max).copysign(other), other) if lost.any() else other


def third_dtype(task):
    """float16 and float32 as bfloat16, and bfloat16 as float16: neither the task nor `other_dtype` has it. At uneven sizes, with values of both
    signs, where the reference takes that: kernels may have a way of their own for half precision. Where it takes exponentials, the last rows
    far from zero, each with its largest and its smallest element at its end."""
    base = base_inputs(task)
    dtypes = {value.dtype for value in base if is_floating(value)}
    if len(dtypes) != 1:
        raise NotApplicable("no input is floating point" if not dtypes else "floating inputs are of several dtypes")
    own, = dtypes
    if own not in THIRD:
        raise NotApplicable(f"a task in {bundle.dtype_name(own)} has no third dtype")
    dtype = THIRD[own]
    model = copy.deepcopy(task.model)
    if isinstance(model, torch.nn.Module):
        model.to(dtype)
    words = f"floating values of {bundle.dtype_name(own)} as {bundle.dtype_name(dtype)}"
    return first_that_applies(task, [(cast(inputs, dtype), words + more) for inputs, more in _in_order(task, base)], model=model, is_cast=True)


def far_dtype(task):
    """The same dtype at the sizes of `axis_0`: what is kept in it from block to block, or added up in it, loses more the longer the axis is."""
    return in_other_dtype(task, size_variants.longest(task), THIRD)


def long_half(task):
    """A long axis in half precision with numbers of one sign: what is added up or counted in it stands still there."""
    sizes = Sizes(task, "long_half")
    symbol = sizes.by_size()[0]
    drawn = random.Random(derive_seed(task.seed, "long half"))
    size = LONG_HALF + 2 * drawn.randint(0, 500)
    for others in ({other: min(FEW[-1], few) for other, few in sizes.tiny.items()}, dict.fromkeys(sizes.tiny, 1)):
        choice = {**others, symbol: size}
        inputs = sizes.inputs(choice, AXIS_BUDGET) if steps_at(sizes, others, symbol)(size) <= FAR_OPERATORS else None
        if inputs is None or not is_light(task, inputs):
            continue
        signed = [value.abs() if index < len(task.inputs) and may_hold_any(value, task.inputs[index]) else value for index, value in enumerate(inputs)]
        variant = first_that_applies(task, [(signed, f"a long size: {sizes.words(choice)}, numbers of one sign"), (inputs, f"a long size: {sizes.words(choice)}")])
        return in_other_dtype(task, variant, drawn.choice((THIRD, NEAREST_HALF)))
    raise NotApplicable("the reference accepts no size that is so much larger and still cheap")


def in_other_dtype(task, variant, others, may_reshape=False):
    """The inputs of a variant, and its model, in another dtype: `others` says which for each. `may_reshape` as of checked_variant."""
    dtypes = {value.dtype for value in variant.inputs if is_floating(value)}
    if len(dtypes) != 1 or not dtypes <= others.keys():
        raise NotApplicable("floating inputs are of no dtype, of several or of one without another")
    own, = dtypes
    model = copy.deepcopy(variant.model)
    if isinstance(model, torch.nn.Module):
        model.to(others[own])
    words = f"{variant.detail}; floating values of {bundle.dtype_name(own)} as {bundle.dtype_name(others[own])}"
    return checked_variant(task, cast(variant.inputs, others[own]), words, may_reshape=may_reshape, **{**variant.ways(), "model": model, "is_cast": True})


def _in_order(task, base):
    """[(inputs, more words)]"""
    choices = [(base, "")]
    try:
        odd = size_variants.odd_inputs(task)
    except NotApplicable:
        return choices
    generator = generator_of(task, "third_dtype")
    signed = [Structure(original).normal(value, generator) if is_floating(value) and Structure(original).is_free() else value
              for value, original in zip(odd, task.inputs)]
    choices = [(signed, ", of both signs, at uneven sizes"), (odd, ", at uneven sizes")]
    choices = [*((with_high_ends(inputs, task.inputs), more) for inputs, more in choices), (base, "")]
    if not task.trace().names & _WITH_EXPONENTIALS:
        return choices
    return [one for inputs, more in choices for one in ((_far_rows(task, inputs), more + ", some rows far from zero"), (inputs, more))]


def _far_rows(task, inputs):
    return [_with_far_rows(value) if is_floating(value) and Structure(original).is_free() else value for value, original in zip(inputs, task.inputs)]


def _with_far_rows(value):
    if value.dim() == 0 or value.numel() < FAR_PART:
        return value
    out = value.clone(memory_format=torch.contiguous_format)
    rows = out.view(-1, value.shape[-1])
    rows = rows[-max(len(rows) // FAR_PART, 1):]
    rows.mul_(FAR_TIMES)
    ends = (rows.abs().amax(1, keepdim=True) * PEAK).clamp(min=FARTHEST)
    rows[:, -2:] = torch.cat([-ends, ends], 1)[:, -rows.shape[1]:]
    return out


def other_integers(task):
    """Whole numbers of 64 bits in 32 and the reverse, all that the reference takes at once."""
    base = base_inputs(task)
    others = {index: value.to(OTHER_WIDTH[value.dtype]) for index, value in enumerate(base) if _is_number(value)}
    if not others:
        raise NotApplicable("no input is of whole numbers of 32 or 64 bits")
    taken = others if task.accepts(_with(base, others)) else {}
    for index, value in others.items() if not taken else ():
        if task.accepts(_with(base, {**taken, index: value})):
            taken[index] = value
    if not taken:
        raise NotApplicable("the reference takes whole numbers of this width alone")
    words = ", ".join(f"input {index}: {bundle.dtype_name(value.dtype)}" for index, value in taken.items())
    return checked_variant(task, _with(base, taken), "whole numbers of the other width: " + words)


def _is_number(value):
    return isinstance(value, torch.Tensor) and value.dtype in OTHER_WIDTH and value.numel() > 0 \
        and -LARGEST_NUMBER < int(value.min()) and int(value.max()) < LARGEST_NUMBER


def _with(inputs, others):
    return [others.get(index, value) for index, value in enumerate(inputs)]
