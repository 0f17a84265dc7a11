# SPDX-License-Identifier: GPL-3.0-or-later
"""Which of several equal values an operator takes, where PyTorch does not say: the last ones in the place of the first."""

from torch.utils._python_dispatch import TorchDispatchMode

# Operators along one dimension that give values and the places they were at.
_TAKING = frozenset("topk sort kthvalue median nanmedian mode".split())


class FromTheOtherEnd(TorchDispatchMode):
    """Such operators get their operand in reverse, and the places are counted back. `met`: whether there were any."""

    def __init__(self):
        super().__init__()
        self.met = False

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func.overloadpacket.__name__ not in _TAKING or len(func._schema.returns) != 2:
            return func(*args, **kwargs)
        given = dict(zip((argument.name for argument in func._schema.arguments), args)) | kwargs
        operand = given.pop("self")
        if given.get("stable") or "dim" in given and not isinstance(given["dim"], int) or not operand.dim():
            return func(*args, **kwargs)
        self.met = True
        dim = given.get("dim", -1)
        values, places = func(operand.flip(dim), **given)
        return values, operand.shape[dim] - 1 - places
