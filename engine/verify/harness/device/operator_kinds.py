# SPDX-License-Identifier: GPL-3.0-or-later
"""What an operator of torch does with its tensors: whether it computes, moves elements, fills memory or turns numbers into others."""

import functools
import math

import torch

from harness.device.refusal import Refused
from harness.shared import bundle, operators

# Moving operators that leave memory as they find it.
UNFILLED = frozenset("""
    empty empty_like empty_permuted empty_strided new_empty new_empty_strided
""".split())
# Moving operators that fill memory with something else than what was there.
FILLING = frozenset("""
    empty_like fill fill_ full_like new_empty new_empty_strided new_full new_ones new_zeros normal_
    ones_like rand_like randint_like randn_like random_ uniform_ zero_ zeros_like
""".split())
# Moving operators that put elements elsewhere; and those that do so only between tensors that do not
# lie alike.
_REARRANGING = frozenset("""
    cat concat constant_pad_nd flip repeat repeat_interleave roll select_scatter slice_scatter stack
    tile _reshape_copy
""".split())
COPYING = frozenset("clone contiguous copy copy_ _to_copy to type_as lift_fresh_copy".split())
# Those that put whole tensors beside each other, or copy one.
JOINING = frozenset("cat concat stack".split())
# Moving operators whose results may have another dtype than what they take.
CONVERTING = frozenset("""
    cat concat copy copy_ fill fill_ select_scatter slice_scatter stack to _to_copy
""".split())
# Integers that are compared as int64.
_COUNTING = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
# Moving operators that make one number after another from nothing.
TABLES = frozenset("arange eye linspace".split())
# Operators whose results have the shape or place that the values of a tensor say, where torch does not tag them: the host
# would learn values from them.
_TELLS_VALUES = frozenset("""
    aten::repeat_interleave.Tensor aten::repeat_interleave.self_Tensor aten::narrow.Tensor
    aten::tensor_split.tensor_indices_or_sections
""".split())


def operator(name):
    """The operator of torch's own library with this full name."""
    namespace, _, rest = str(name).partition("::")
    base, _, overload = rest.partition(".")
    packet = getattr(torch.ops.aten, base, None) if namespace == "aten" else None
    func = getattr(packet, overload or "default", None) if packet is not None else None
    if func is None or base == "from_file" or not _is_of_tensors(func):
        raise Refused("torch_fallback", f"the operator {name} does not run on the device")
    return func


@functools.lru_cache(maxsize=1024)
def _is_of_tensors(func):
    """Torch's own namespace also holds what TorchScript does with texts, numbers and files; only what the dispatcher knows, and what
    takes or makes a tensor, has to do with values here."""
    return isinstance(func, torch._ops.OpOverload) and torch._C._dispatch_has_kernel(func.name()) and any(
        "Tensor" in str(part.type) for part in (*func._schema.arguments, *func._schema.returns))


@functools.lru_cache(maxsize=1024)
def _plain_arguments(func):
    """(position, name) of the arguments that are no tensors."""
    return [(index, argument.name) for index, argument in enumerate(func._schema.arguments)
            if "Tensor" not in str(argument.type)]


def check_schema(func, values):
    """Torch takes the value of a tensor where a number is due; the host would learn it from the
    shape of the result."""
    for index, name in _plain_arguments(func):
        value = values[0][index] if index < len(values[0]) else values[1].get(name)
        if next(bundle.tensors_in(value), None) is not None:
            raise Refused("torch_fallback",
                          f"{func.name()} takes a number for {name}, not a tensor")


def tells_values(func):
    """Whether a host that gets the result, or its shape, knows something of the values."""
    return func.name() in _TELLS_VALUES or not operators.gives_tensors(func) \
        or torch.Tag.dynamic_output_shape in func.tags or torch.Tag.data_dependent_output in func.tags


def computes(func, tensors):
    name = func.overloadpacket.__name__
    if name not in operators.MOVING or tells_values(func):
        return True
    return name == "linspace" and bool(tensors)  # between values of tensors


def moves(func, values, tensors):
    """True if elements end up in another order, in a part of something or in another dtype."""
    name = func.overloadpacket.__name__
    if name in _REARRANGING or any(True for _ in bundle.tensors_in(written(func, values)[1:])):
        return True
    if name not in COPYING:
        return False
    dtypes = {tensor.dtype for tensor in tensors} | {values[1].get("dtype") or tensors[0].dtype}
    return len(dtypes) > 1 or len({tensor.numel() for tensor in tensors}) > 1 or not all(
        tensor.is_contiguous() and tensor.nbytes == tensor.untyped_storage().nbytes()
        for tensor in tensors)


def written(func, values):
    """What the operator writes into: the argument `self` or None, and all others."""
    first, others = None, []
    for index, name in operators.written_arguments(func):
        value = values[0][index] if index < len(values[0]) else values[1].get(name)
        if name == "self":
            first = value
        else:
            others.append(value)
    return [first, *others]


@functools.lru_cache(maxsize=1024)
def _statistics(func):
    """(position, name) of arguments that are running statistics: a normalisation updates them, declared or not."""
    return [(index, argument.name) for index, argument in enumerate(func._schema.arguments) if argument.name.startswith("running_")]


def may_be_changed(func, values):
    """All tensors among its arguments that the operator may write into."""
    found = list(bundle.tensors_in(written(func, values)))
    for index, name in _statistics(func):
        found += bundle.tensors_in(values[0][index] if index < len(values[0]) else values[1].get(name))
    return found


def is_unfilled(func):
    """Whether it makes memory and leaves it as it finds it."""
    return func.overloadpacket.__name__ in UNFILLED


def changes_kind(source, dtype, is_reading_bits):
    """True for conversions that are arithmetic: float to integer rounds, integer to a small one or
    to bool takes a remainder or compares, and the bits of something else are no number."""
    if dtype == source:
        return False
    if is_reading_bits:
        return True
    if source.is_floating_point or source.is_complex:
        return not dtype.is_floating_point and not dtype.is_complex
    if dtype.is_floating_point:
        return False
    return dtype == torch.bool or dtype.itemsize < min(source.itemsize, 4)


def is_exact(tensor, dtype):
    """True if a tensor's values are the same numbers in another dtype, of integers or booleans."""
    if dtype.is_floating_point or dtype.is_complex or tensor.dtype not in _COUNTING and not tensor.is_floating_point():
        return False
    least, most = (0, 1) if dtype == torch.bool else (torch.iinfo(dtype).min, torch.iinfo(dtype).max)
    if tensor.is_floating_point():  # the largest int64 is no float, the number behind it is one
        values = tensor.double()
        return bool(((values >= least) & (values < float(most) + 1) & (values == values.trunc())).all())
    values = tensor.to(torch.int64)
    return bool(((values >= least) & (values <= min(most, torch.iinfo(torch.int64).max))).all())


def digits(dtype):
    """Binary digits of the numbers of a floating dtype."""
    return -math.log2(torch.finfo(dtype).eps)


def is_other_kind(made, dtype):
    """True if values of one dtype are no values when their bits are taken for the other's."""
    if made.is_complex:
        return not dtype.is_complex and not dtype.is_floating_point
    return made.itemsize != dtype.itemsize or made.is_floating_point != dtype.is_floating_point
