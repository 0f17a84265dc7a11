# SPDX-License-Identifier: GPL-3.0-or-later
"""Which of several equal values an operator takes, where PyTorch does not say: the last ones, or the first."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

# Operators along one dimension that give values and the places they were at.
_TAKING = frozenset("topk sort kthvalue median nanmedian mode".split())


class TakingOneEnd(TorchDispatchMode):
    """Such operators take the last of equal values (or, not `is_last`, the first), in their order: `topk` and `sort` surely, others as far as they
    go by it when their operand is turned around. `met`: whether there were any."""

    def __init__(self, is_last=True):
        super().__init__()
        self.met = False
        self._is_last = is_last

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = func.overloadpacket.__name__
        if name not in _TAKING or len(func._schema.returns) != 2:
            return func(*args, **kwargs)
        given = dict(zip((argument.name for argument in func._schema.arguments), args)) | kwargs
        operand = given.pop("self")
        if given.get("stable") or "dim" in given and not isinstance(given["dim"], int) or not operand.dim():
            return func(*args, **kwargs)
        self.met = True
        dim = given.get("dim", -1)
        turned = operand.flip(dim) if self._is_last else operand
        values, places = _taken(turned, name, given, dim) if name in ("topk", "sort") else func(turned, **given)
        return values, operand.shape[dim] - 1 - places if self._is_last else places


def _taken(operand, name, given, dim):
    """The first of equal values first."""
    falls = given.get("largest", True) if name == "topk" else given.get("descending", False)
    values, places = torch.sort(operand, dim=dim, descending=falls, stable=True)
    count = given["k"] if name == "topk" else operand.shape[dim]
    return values.narrow(dim, 0, count), places.narrow(dim, 0, count)
