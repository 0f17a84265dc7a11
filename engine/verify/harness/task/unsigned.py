# SPDX-License-Identifier: GPL-3.0-or-later
"""Operators that torch has not for numbers of 16 and 32 bits without a sign: done with signed ones that have room for these."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map

from harness.shared import bundle

_SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32}
_UNSIGNED = {signed: unsigned for unsigned, signed in _SIGNED.items()}
_NARROW = frozenset(_SIGNED)


def are_among(values):
    return any(tensor.dtype in _NARROW for tensor in bundle.tensors_in(values))


class Unsigned(TorchDispatchMode):
    """What torch does itself it does; the rest in int64, its results as those of the dtypes that torch says."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        try:
            return func(*args, **kwargs)
        except NotImplementedError as error:
            in_place = func.overloadpacket.__name__.endswith("_")
            if "not implemented for 'UInt" not in str(error) or func._schema.is_mutable and not in_place:
                raise
        wide = func(*tree_map(_wide, args), **tree_map(_wide, kwargs))
        return args[0].copy_(wide) if in_place else tree_map(_like, wide, _of_its_dtypes(func, args, kwargs))


def _of_its_dtypes(func, args, kwargs):
    """Tensors of the dtypes that `func` answers with."""
    try:
        return func(*tree_map(_on_meta, args), **tree_map(_on_meta, kwargs))
    except NotImplementedError:  # how large the answer is the values say
        return tree_map(_unsigned, func(*tree_map(_signed_zeros, args), **tree_map(_signed_zeros, kwargs)))


def _on_meta(value):
    return value.to("meta") if isinstance(value, torch.Tensor) else value


def _signed_zeros(value):
    is_one = isinstance(value, torch.Tensor) and value.dtype in _SIGNED
    return torch.zeros(value.shape, dtype=_SIGNED[value.dtype]) if is_one else value


def _unsigned(value):
    return value.to(_UNSIGNED[value.dtype]) if isinstance(value, torch.Tensor) and value.dtype in _UNSIGNED else value


def _wide(value):
    return value.to(torch.int64) if isinstance(value, torch.Tensor) and value.dtype in _NARROW else value


def _like(value, meta):
    return value.to(meta.dtype) if isinstance(value, torch.Tensor) else value
