# SPDX-License-Identifier: GPL-3.0-or-later
"""Arithmetic on float8 where torch has none: in float32, and rounded again where torch would give float8."""

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves, tree_map

_EIGHT_BITS = frozenset(getattr(torch, name) for name in dir(torch) if name.startswith("float8_"))


def is_eight_bits(value):
    """Whether it is a tensor of a float8 type."""
    return isinstance(value, torch.Tensor) and value.dtype in _EIGHT_BITS


class EightBitMath(TorchFunctionMode):
    """Within it functions that the CPU does not have for float8 are there. Tensors are widened exactly; a result of float32 becomes
    float8 again where no other floating tensor has taken part."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        try:
            return func(*args, **kwargs)
        except (NotImplementedError, RuntimeError):
            tensors = [value for value in tree_leaves((args, kwargs)) if isinstance(value, torch.Tensor)]
            narrow = [value.dtype for value in tensors if is_eight_bits(value)]
            if not narrow:
                raise
        wide_args, wide_kwargs = tree_map(_widened, (args, kwargs))
        out = func(*wide_args, **wide_kwargs)
        if _is_in_place(func) and is_eight_bits(args[0]):
            args[0].copy_(wide_args[0])
            return args[0]
        if kwargs.get("dtype") or any(value.is_floating_point() and not is_eight_bits(value) for value in tensors):
            return out
        return tree_map(lambda value: _narrowed(value, narrow[0]), out)


def _is_in_place(func):
    name = getattr(func, "__name__", "")
    return name.endswith("_") and not name.endswith("__") or name.startswith("__i") and name not in ("__index__", "__int__", "__invert__")


def _widened(value):
    return value.float() if is_eight_bits(value) else value


def _narrowed(value, dtype):
    return value.to(dtype) if isinstance(value, torch.Tensor) and value.dtype == torch.float32 else value
