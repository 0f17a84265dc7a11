# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums of what goes to one place, in half precision, as torch makes them on a GPU: by atomic operations one after another, each rounded. On a CPU
most of them are made in float32."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.task.half_casts import HALVES

ADDING = frozenset("index_add index_add_ scatter_add scatter_add_".split())


class OneByOne(TorchDispatchMode):
    """`met`: whether there were any."""

    def __init__(self):
        super().__init__()
        self.met = False

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = func.overloadpacket.__name__
        if name not in ADDING or args[0].dtype not in HALVES or not args[0].dim():
            return func(*args, **kwargs)
        self.met = True
        into, dim, index, values = args[:4]
        added = values * kwargs["alpha"] if "alpha" in kwargs else values
        out = into if name.endswith("_") else into.clone()
        if name.startswith("index_add"):
            out.movedim(dim, 0).index_put_((index,), added.movedim(dim, 0), accumulate=True)
        else:
            places = list(torch.meshgrid(*map(torch.arange, index.shape), indexing="ij"))
            places[dim] = index
            out.index_put_(places, added[tuple(map(slice, index.shape))], accumulate=True)
        return out
