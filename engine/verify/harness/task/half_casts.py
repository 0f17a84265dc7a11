# SPDX-License-Identifier: GPL-3.0-or-later
"""Casts that a reference names (`x.to(torch.bfloat16)`, `x.float()`), in its float64 answer: what they would round is the
reference's own error there, as it is where half precision, or float32, comes with the inputs."""

import weakref

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves

HALVES = (torch.float16, torch.bfloat16)
_NAMED = {torch.Tensor.half: torch.float16, torch.Tensor.bfloat16: torch.bfloat16, torch.Tensor.float: torch.float32,
          torch.Tensor.char: torch.int8, torch.Tensor.short: torch.int16, torch.Tensor.int: torch.int32, torch.Tensor.long: torch.int64,
          torch.Tensor.byte: torch.uint8, torch.Tensor.bool: torch.bool}
_CASTS = frozenset((torch.Tensor.to, torch.Tensor.type, *_NAMED))
# Functions that sum in a dtype which they are given; what is one number of many there, or jumps, or is read.
_SUMS = frozenset("sum mean softmax log_softmax cumsum cumprod prod nansum vector_norm norm".split())
_JUMPS = frozenset("""
    round round_ floor floor_ ceil ceil_ trunc trunc_ fix frac sign sgn heaviside floor_divide remainder fmod mod
    gt ge lt le eq ne greater less not_equal equal argmax argmin topk sort argsort kthvalue searchsorted bucketize hardshrink threshold histc
    isclose allclose multinomial bernoulli median mode cummax cummin unique nonzero bool int float item tolist floordiv rfloordiv rmod
""".split())
_jumping = weakref.WeakSet()  # classes of models whose answer rounding decides, or that need what they name


class HalfCasts(TorchFunctionMode):
    """Within it numbers in float64 stay what they are, unless they are given, in a dtype with more digits than the cast leaves: those it rounds,
    since that is what a kernel is to read. With `wide` so they do where float32 is named; `met_single`: whether it is, `jumps`: whether
    something else than a smooth formula is computed of floating numbers."""

    def __init__(self, given, wide=False, eps_of=lambda dtype: torch.finfo(dtype).eps):
        """`given`: a function that gives [(tensor in float64, the one that it is of)], if there is a cast."""
        super().__init__()
        self._given, self._dtypes, self._wide, self._eps_of = given, None, wide, eps_of
        self.met_single = self.jumps = False

    def _dtype_of(self, value):
        """Of what a tensor in float64 is given in, or None."""
        if self._dtypes is None:
            self._dtypes = {wide.untyped_storage().data_ptr(): original.dtype for wide, original in self._given()
                            if isinstance(original, torch.Tensor) and original.is_floating_point()}
        return self._dtypes.get(value.untyped_storage().data_ptr())

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        target = _target(func, args, kwargs) if func in _CASTS else None
        if self._wide:
            kwargs = self._note(func, args, kwargs, target)
        known = (*HALVES, torch.float32) if self._wide else HALVES
        if target not in known or args[0].dtype != torch.float64:
            return func(*args, **kwargs)
        own = self._dtype_of(args[0])
        if own is not None and self._eps_of(own) < self._eps_of(target):
            return func(*args, **kwargs).double()
        return args[0].clone() if kwargs.get("copy") or target == torch.float32 else args[0]

    def _note(self, func, args, kwargs, target):
        """Looks at a function, and returns what it is to be given by keyword."""
        name = getattr(func, "__name__", "")
        if target is not None:
            self.met_single = self.met_single or target == torch.float32 and args[0].dtype == torch.float64
            self.jumps = self.jumps or args[0].is_floating_point() and (not target.is_floating_point or target.itemsize == 1)
        elif name.strip("_") in _JUMPS or name == "view" and any(isinstance(value, torch.dtype) for value in (*args, *kwargs.values())):
            self.jumps = self.jumps or any(isinstance(value, torch.Tensor) and value.is_floating_point() for value in tree_leaves((args, kwargs)))
        elif name in _SUMS and kwargs.get("dtype") == torch.float32 and args and isinstance(args[0], torch.Tensor) \
                and args[0].dtype == torch.float64:
            self.met_single = True
            return {**kwargs, "dtype": torch.float64}
        return kwargs


def may_be_smooth(model):
    """Whether nothing is known yet of this model's class that asks for float32 where it is named."""
    return type(model) not in _jumping


def is_smooth(model, casts, values):
    """Whether an answer stands in which `casts` have left float64 where float32 is named. Where rounding decides of numbers, as which of two
    that are equal in float32 is the larger one, it does not, and is not asked for again."""
    stands = not casts.met_single or not casts.jumps and all(value.is_floating_point() and value.itemsize > 1 or value.is_complex()
                                                             for value in values)
    if not stands:
        _jumping.add(type(model))
    return stands


def keep_named(model):
    """What this model's class names is left to it from now on: without it the reference fails."""
    _jumping.add(type(model))


def _target(func, args, kwargs):
    """The dtype that a cast names, or None."""
    named = [value.dtype if isinstance(value, torch.Tensor) else value for value in (*args[1:], *kwargs.values())]
    return _NAMED.get(func) or next((value for value in named if isinstance(value, torch.dtype)), None)
