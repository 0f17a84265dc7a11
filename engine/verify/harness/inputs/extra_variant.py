# SPDX-License-Identifier: GPL-3.0-or-later
"""What every input variant beyond the five of a report starts from, and when it applies.

A right kernel must pass them, whatever order it sums in and however it writes its formula. So a
variant is left out where the task itself is badly conditioned: where one rounding of the inputs
moves the answer by more than a share of what the judge lets a candidate be off (variants.cpp).
"""

import torch

from harness.task.reference_run import (NotApplicable, Refused, Variant, answer_double, derive_seed,
                                        is_floating)

TRIED = "tried"  # in Task.memo: inputs of the variants made so far
BASE_SHAPES = "base_shapes"  # in Task.memo: of the answer to base_inputs
FEW_CHANGED_OF = "few_changed_of"  # in Task.memo: inputs of the variant that few_changed follows
LIMITS = {torch.float64: 1e-12, torch.float32: 1e-5, torch.float16: 1e-3, torch.bfloat16: 3.6e-3}


def base_inputs(task):
    """The inputs of "tiny", or the original ones where there are no smaller ones."""
    small = task.resized_small()
    return small.inputs if small else task.inputs


def floating_inputs(task):
    inputs = base_inputs(task)
    if not any(is_floating(value) and value.numel() for value in inputs):
        raise NotApplicable("no input is floating point")
    return inputs


def generator_of(task, name):
    return torch.Generator().manual_seed(derive_seed(task.seed, name))


def checked_variant(task, inputs, detail, loosening=1, **more):
    """The variant, if the reference takes it, is finite there and well conditioned.

    `loosening` raises the limit of conditioning where the judge's bound is wider, too.
    """
    try:
        variant = Variant(task, more.pop("model", task.model), inputs,
                          more.pop("init_seed", task.init_seed), detail=detail, **more)
    except Refused as error:
        raise NotApplicable(f"the reference refuses it: {error}") from error
    _check_finite(task, variant)
    _check_shapes(task, variant)
    _check_conditioning(variant, loosening)
    task.memo.setdefault(TRIED, []).append(variant.inputs)
    return variant


def _check_shapes(task, variant):
    """Where values say how large an answer is (a count for each number that comes up), other values are another task."""
    base = base_inputs(task)
    if [_shape_of(value) for value in variant.inputs] != [_shape_of(value) for value in base]:
        return
    if BASE_SHAPES not in task.memo:
        answer = answer_double(variant.model, base, variant.effects())
        task.memo[BASE_SHAPES] = [value.shape for value in answer.values]
    if [exact.shape for _, exact in variant.all_values()][:len(task.memo[BASE_SHAPES])] != task.memo[BASE_SHAPES]:
        raise NotApplicable("the shape of the answer depends on the values")


def _shape_of(value):
    return getattr(value, "shape", None)


def _check_finite(task, variant):
    for native, exact in variant.all_values():
        if not same_kinds(native, exact):
            raise NotApplicable("PyTorch itself overflows there")
        if not task.answers_finite():
            continue
        if is_floating(exact) and not bool(torch.isfinite(exact).all()):
            raise NotApplicable("the float64 answer is not finite there")


def same_kinds(native, exact):
    """NaN, plus and minus infinity in the same places."""
    if not native.is_floating_point():
        return True
    return torch.equal(native.isnan(), exact.isnan()) \
        and torch.equal(native.isposinf(), exact.isposinf()) \
        and torch.equal(native.isneginf(), exact.isneginf())


def _check_conditioning(variant, loosening):
    """Refuses where one rounding of the inputs moves the float64 answer, or torch's own one, too
    far: no kernel could do better."""
    if not variant.exact:
        return
    generator = torch.Generator().manual_seed(1)
    moved = [_one_rounding_off(value, generator) for value in variant.inputs]
    try:
        answer = answer_double(variant.model, moved, variant.effects())
    except BaseException as error:
        raise NotApplicable("the reference refuses it when rounded differently") from error
    others = [*answer.values, *(answer.effects.get(name) for name in variant.effects())]
    for (native, exact), other in zip(variant.all_values(), others):
        limit = LIMITS.get(native.dtype, 0) * loosening
        if max(distance(exact, other), distance(exact, native)) > limit:
            raise NotApplicable("badly conditioned: one rounding of the inputs changes the answer")


def _one_rounding_off(value, generator):
    """Every element moved by half to one rounding, all differently, so that ties break."""
    if not is_floating(value):
        return value
    draws = torch.rand(value.shape, generator=generator, dtype=torch.float64)
    steps = torch.where(draws < 0.5, -0.5 - draws, draws)
    return value.double() * (1 + steps * torch.finfo(value.dtype).eps / 2)


def distance(exact, other):
    """The judge's measure, over the whole output; integers must agree."""
    if other is None or exact.shape != other.shape:
        return float("inf")
    if not exact.is_floating_point():
        return 0.0 if torch.equal(exact, other.to(exact.dtype)) else float("inf")
    known = torch.isfinite(exact) & torch.isfinite(other)
    scale = float(exact[known].norm()) or float(known.sum()) ** 0.5
    return float((other.double()[known] - exact[known]).norm()) / scale if scale else 0.0
