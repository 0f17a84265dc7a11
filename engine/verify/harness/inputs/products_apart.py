# SPDX-License-Identifier: GPL-3.0-or-later
"""Products of many numbers, of which the large ones are multiplied apart from the small ones: in which order they are PyTorch does not say, and
what is too large on the way is infinite, or NaN times a zero, however small the product is."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.inputs.input_structure import Structure
from harness.task.reference_run import is_floating

MULTIPLYING = frozenset("prod cumprod cumprod_".split())
LEFT = 1e-30  # less is nothing
SPREAD = 2.0  # of the logarithm of a product of as many numbers as the longest axis has


def leaves_nothing(values):
    """Whether most of an answer is too little or too large for any of its numbers to show."""
    return all(is_floating(value) and 2 * int(((value.abs() > LEFT) & value.isfinite()).sum()) < value.numel() for value in values)


def near_one(inputs, originals):
    """`inputs` whose free numbers have come so near to 1, or -1, that a product of as many as the longest axis has is about 1 as well."""
    return [_near_one(value) if is_floating(value) and value.numel() > 1 and Structure(original).is_free() else value
            for value, original in zip(inputs, originals)]


def _near_one(value):
    logarithms = value.double().abs().log()
    known = logarithms.isfinite()
    middle, spread = logarithms[known].mean(), logarithms[known].std()
    scale = (SPREAD / max(value.shape) ** 0.5 / spread).clamp(max=1.0) if float(spread) > 0 else 0.0
    return torch.where(known, ((logarithms - middle) * scale).exp().copysign(value.double()), value.double()).to(value.dtype)


class Apart(TorchDispatchMode):
    """`met`: whether there were any. In half precision they are made in float32, as kernels make them."""

    def __init__(self):
        super().__init__()
        self.met = False

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        name, kwargs = func.overloadpacket.__name__, kwargs or {}
        if name not in MULTIPLYING or not args[0].is_floating_point():
            return func(*args, **kwargs)
        self.met = True
        value = args[0].to(torch.promote_types(args[0].dtype, torch.float32))
        is_large = value.abs() > 1
        product = getattr(torch.ops.aten, name.rstrip("_"))
        large, small = (product(part, *args[1:]) for part in (torch.where(is_large, value, 1.0), torch.where(is_large, 1.0, value)))
        out = func(*args, **kwargs)
        return out.copy_(large * small)
