# SPDX-License-Identifier: GPL-3.0-or-later
"""Casts to half precision that a reference names (`x.to(torch.bfloat16)`), in its float64 answer: what they would round is the
reference's own error there, as it is where half precision comes with the inputs."""

import torch
from torch.overrides import TorchFunctionMode

HALVES = (torch.float16, torch.bfloat16)
_NAMED = {torch.Tensor.half: torch.float16, torch.Tensor.bfloat16: torch.bfloat16}
_CASTS = frozenset((torch.Tensor.to, torch.Tensor.type, *_NAMED))


class HalfCasts(TorchFunctionMode):
    """Within it numbers in float64 stay what they are, unless they are given, in a dtype with more digits than the cast leaves: those it rounds,
    since that is what a kernel is to read."""

    def __init__(self, given):
        """`given`: a function that gives [(tensor in float64, the one that it is of)], if there is a cast."""
        super().__init__()
        self._given, self._dtypes = given, None

    def _dtype_of(self, value):
        """Of what a tensor in float64 is given in, or None."""
        if self._dtypes is None:
            self._dtypes = {wide.untyped_storage().data_ptr(): original.dtype for wide, original in self._given()
                            if isinstance(original, torch.Tensor) and original.is_floating_point()}
        return self._dtypes.get(value.untyped_storage().data_ptr())

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        target = _target(func, args, kwargs) if func in _CASTS else None
        if target not in HALVES or args[0].dtype != torch.float64:
            return func(*args, **kwargs)
        own = self._dtype_of(args[0])
        if own is not None and torch.finfo(own).eps < torch.finfo(target).eps:
            return func(*args, **kwargs).double()
        return args[0].clone() if kwargs.get("copy") else args[0]


def _target(func, args, kwargs):
    """The dtype that a cast names, or None."""
    named = [value.dtype if isinstance(value, torch.Tensor) else value for value in (*args[1:], *kwargs.values())]
    return _NAMED.get(func) or next((value for value in named if isinstance(value, torch.dtype)), None)
