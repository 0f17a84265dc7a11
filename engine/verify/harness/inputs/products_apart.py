# SPDX-License-Identifier: GPL-3.0-or-later
"""Products of many numbers, of which the large ones are multiplied apart from the small ones: in which order they are PyTorch does not say, and
what is too large on the way is infinite, or NaN times a zero, however small the product is."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

MULTIPLYING = frozenset("prod cumprod cumprod_".split())


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
