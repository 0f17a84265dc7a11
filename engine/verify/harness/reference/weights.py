# SPDX-License-Identifier: GPL-3.0-or-later
"""Weights that a kernel could know by heart, moved to where training would bring them."""

import torch

from harness.inputs.input_structure import Structure
from harness.task.reference_run import (Refused, all_finite, derive_seed, put_back,
                                        run_native, state_of)

MOST_TRIALS = 16  # tensors that are tried one by one where all at once are refused
TURNED = -1.5
TURNED_SHARE = 0.25  # of a mask
RAISED = 1.5  # added
MOST_ADDED = 3  # to whole numbers


def move_constants(model, seed, inputs, turns=False):
    """Norm weights off one, biases, layer scales and gates off zero, running statistics off their start. What the
    reference does not take, so that its answer on `inputs` is no longer finite, moves by a share of itself.
    `turns`: some learnt ones to the other sign, those too that are drawn and have one sign alone, and some of those that are the same
    everywhere further up."""
    moves = [move for name, value in state_of(model).items()
             if (move := _move_of(value, derive_seed(seed, f"constant {name}"), turns)) is not None]
    if not moves:
        return
    with torch.no_grad():
        _set(moves, bold=range(len(moves)))
        if _is_finite(model, inputs):
            return
        _set(moves, bold=())
        bold = []
        if not _is_finite(model, inputs):
            return
        for index in range(min(len(moves), MOST_TRIALS)):
            _set(moves, bold=[*bold, index])
            if _is_finite(model, inputs):
                bold.append(index)
        _set(moves, bold)


def _move_of(value, seed, turns):
    """(tensor, where it goes, where it goes if that is refused) of one that is the same everywhere, else None."""
    if value.dtype == torch.bool:
        return _turned_mask(value, seed)
    if not value.is_floating_point() and not value.is_complex():
        return _moved_integers(value, seed)
    if not value.is_floating_point() or value.numel() == 0:
        return None
    first = value.detach().reshape(-1)[0]
    if not bool((value == first).all()):
        of_one_sign = turns and value.requires_grad and bool((value * torch.sign(first) > 0).all())
        return (value, torch.where(_every_eighth(value, 0), TURNED * value.detach(), value.detach()),
                value.detach().clone()) if of_one_sign else None
    generator = torch.Generator().manual_seed(seed)
    noise = 0.5 * (torch.rand(value.shape, generator=generator).to(value.dtype) - 0.4)
    # A share of itself keeps a variance or an epsilon positive; zeros have no scale.
    careful = noise if first == 0 else value.detach() * (1 + noise)
    # Added, so that a branch which is scaled down to nothing can be seen.
    bold = value.detach() + noise * max(float(first.abs()), 1.0) if value.requires_grad else careful
    if turns and value.requires_grad:  # who takes a gain or a slope for positive is right until it is trained
        raised = bold + RAISED * max(float(first.abs()), 1.0)
        bold = torch.where(_every_eighth(value, 0), TURNED * bold, torch.where(_every_eighth(value, 4), raised, bold))
    elif value.requires_grad and value.numel() == 1:  # of which no eighth is further up there
        bold = bold + RAISED * max(float(first.abs()), 1.0)
    return value, bold, careful


def _turned_mask(value, seed):
    """Of a mask that leaves nothing out, or all, a quarter the other way."""
    if value.numel() < 2 or not bool((value == value.reshape(-1)[0]).all()):
        return None
    turned = torch.rand(value.shape, generator=torch.Generator().manual_seed(seed)) < TURNED_SHARE
    return value, value ^ turned, value.clone()


def _moved_integers(value, seed):
    """Of whole numbers that are all the same, as the zero points of quantised weights before there are any, some a little more."""
    if value.numel() < 2 or not bool((value == value.reshape(-1)[0]).all()) or int(value.reshape(-1)[0]) > torch.iinfo(value.dtype).max - MOST_ADDED:
        return None
    added = torch.randint(MOST_ADDED + 1, value.shape, generator=torch.Generator().manual_seed(seed))
    return value, value + added.to(value.dtype), value.clone()


def _every_eighth(value, first):
    return ((torch.arange(value.numel()) - first) % 8 == 0).view(value.shape)


def _set(moves, bold):
    for index, (value, far, near) in enumerate(moves):
        value.copy_(far if index in bold else near)


def _is_finite(model, inputs):
    try:
        return all_finite(run_native(model, inputs, 0).values)
    except Refused:
        return False


def move_unseeded(model, other, inputs, seed):
    """Learnt weights that are the same whatever the seed, such as a ramp or an identity, moved by up to a fifth of
    their root mean square: training would move them, too. `other` is the model of another seed. All stay where the
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
            value.add_((noise * float(value.double().square().mean().sqrt())).to(value.dtype))
            if Structure(before[name]).sorted:
                value.copy_(value.sort(dim=-1).values)
    if before and not _is_finite(model, inputs):
        put_back(model, before)


def same_start(first, second):
    """Quickly told apart, where they differ."""
    return first.shape == second.shape and \
        torch.equal(first.reshape(-1)[:16], second.reshape(-1)[:16])
