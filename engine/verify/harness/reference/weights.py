# SPDX-License-Identifier: GPL-3.0-or-later
"""Weights that a kernel could know by heart, moved to where training would bring them."""

import torch

from harness.inputs.input_structure import Structure
from harness.task.reference_run import Refused, derive_seed, put_back, run_native, state_of


def move_constants(model, seed):
    """Norm weights off one, biases off zero, running statistics off their start."""
    generator = torch.Generator().manual_seed(derive_seed(seed, "constants"))
    with torch.no_grad():
        for name, value in state_of(model).items():
            if not value.is_floating_point() or value.numel() == 0:
                continue
            first = value.reshape(-1)[0]
            if bool((value == first).all()):
                noise = 0.5 * (torch.rand(value.shape, generator=generator).to(value.dtype) - 0.4)
                # Relative, so that a variance or an epsilon stays positive; zeros have no scale.
                value.copy_(noise if first == 0 else value * (1 + noise))


def move_unseeded(model, other, inputs, seed):
    """Learnt weights that are the same whatever the seed, such as a ramp, moved by up to a fifth:
    training would move them, too. `other` is the model of another seed. All stay where the
    reference would not answer finitely."""
    generator = torch.Generator().manual_seed(derive_seed(seed, "unseeded"))
    twins = dict(other.named_parameters())
    before = {}
    with torch.no_grad():
        for name, value in model.named_parameters():
            twin = twins.get(name)
            if twin is None or not value.requires_grad or not value.is_floating_point() \
                    or value.numel() < 2 or not same_start(value, twin) \
                    or not torch.equal(value, twin):
                continue
            before[name] = value.detach().clone()
            noise = 0.4 * (torch.rand(value.shape, generator=generator) - 0.5)
            value.copy_(Structure(before[name]).like(
                before[name], (before[name] * (1 + noise.to(value.dtype)))))
    try:
        if before and not all(bool(torch.isfinite(answer).all())
                              for answer in run_native(model, inputs, 0).values):
            put_back(model, before)
    except Refused:
        put_back(model, before)


def same_start(first, second):
    """Quickly told apart, where they differ."""
    return first.shape == second.shape and \
        torch.equal(first.reshape(-1)[:16], second.reshape(-1)[:16])
