# SPDX-License-Identifier: GPL-3.0-or-later
"""Learnt weights that keep no promise of their start: rows of length one, zeros, two that are alike, values below a limit or so near zero that
nothing overflows."""

import copy

import torch

from harness.inputs.extra_variant import checked_variant, generator_of, own_inputs
from harness.inputs.input_structure import FEW_VALUES
from harness.inputs import near_epsilons
from harness.inputs.large_variants import EXPONENTIALS
from harness.inputs.patterns import has_more_than
from harness.task.reference_run import NotApplicable

FAR, NEAR = 30.0, 0.25  # the largest factor of a row and the least: in powers of two between them
SPREAD = 0.5  # of the logarithm of those of one sign
OVERFLOWING, OVERFLOWING_EVERY = 128.0, 4  # an exponent beyond float32; which elements of a vector get one


def other_weights(task):
    """Each learnt weight that the seed draws anew, and not as the reference draws it: what training leaves has its scale and, where all have
    one, its sign, and no more. Rows of several scales, if the reference takes that; and where it takes exponentials vectors, as a bias is
    one, some of whose numbers lie far above the others. Buffers of positive numbers, as variances are, are about as small here and there as what
    the reference adds to them."""
    if not isinstance(task.model, torch.nn.Module):
        raise NotApplicable("the reference has no weights")
    twins = dict(task.new_draw()[0].named_parameters())
    names = [name for name, value in task.model.named_parameters() if _is_drawn(value, twins.get(name))]
    numbers = sorted(task.trace().epsilons)
    buffers = [name for name, value in task.model.named_buffers() if numbers and _is_variance(value)]
    if not names and not buffers:
        raise NotApplicable("the seed draws no weights that are learnt")
    vectors = [name for name, value in task.model.named_parameters() if name in names and value.dim() == 1] if task.trace().names & EXPONENTIALS else []
    for is_far, overflows in ((True, True), (True, False), (False, False)):
        if overflows and not vectors:
            continue
        model = copy.deepcopy(task.model)
        generator = generator_of(task, "other weights")
        with torch.no_grad():
            for name, value in model.named_parameters():
                if name in names:
                    value.copy_(_drawn_again(value, is_far, generator))
                if overflows and name in vectors:
                    value[::OVERFLOWING_EVERY] += OVERFLOWING
            for name, value in model.named_buffers():
                if name in buffers:
                    value.copy_(near_epsilons.near(value, numbers, generator))
        words = "weights that are no longer what they were at their start: " + ", ".join([*names, *buffers])[:200] \
            + (", rows of several scales" if is_far else "") + (", some far above the others" if overflows else "")
        try:
            return checked_variant(task, own_inputs(task), words, 3, model=model)
        except NotApplicable as error:
            reason = error
    raise reason


def _is_drawn(value, twin):
    """Not a handful of levels, which a kernel may have packed."""
    return value.requires_grad and value.is_floating_point() and value.numel() > FEW_VALUES and twin is not None \
        and twin.shape == value.shape and not torch.equal(value, twin) and has_more_than(value.detach().reshape(-1), FEW_VALUES)


def _is_variance(value):
    return value.is_floating_point() and value.numel() > 1 and bool((value > 0).all())


def _drawn_again(value, is_far, generator):
    noise = torch.randn(value.shape, generator=generator, dtype=torch.float64)
    wide = value.detach().double()
    if bool((wide >= 0).all()) or bool((wide <= 0).all()):  # who takes a root or a logarithm of them
        order = torch.randperm(wide.numel(), generator=generator)
        return wide.reshape(-1)[order].view(wide.shape) * torch.exp(SPREAD * noise)
    drawn = wide.mean() + noise * float(wide.std())
    if is_far:
        steps = torch.rand(wide.shape[0], generator=generator, dtype=torch.float64)
        scales = NEAR * (FAR / NEAR) ** steps
        drawn = drawn * torch.exp2(scales.log2().round()).view(-1, *[1] * (wide.dim() - 1))
    return drawn
