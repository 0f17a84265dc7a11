# SPDX-License-Identifier: GPL-3.0-or-later
"""What a forward of the reference does, operator by operator: their names, the limits that values
are compared with, small ones that are added, and which inputs are asked for NaN or infinity."""

import math

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.shared import answer_form, bundle, operators
from harness.task.reference_run import cloned, finite_mask, is_floating, put_back, state_of

# {operator: names of its numbers that values are compared with}
_LIMITS = {
    "clamp": ("min", "max"), "clamp_": ("min", "max"), "clamp_min": ("min",),
    "clamp_min_": ("min",), "clamp_max": ("max",), "clamp_max_": ("max",),
    "hardtanh": ("min_val", "max_val"), "hardtanh_": ("min_val", "max_val"),
    "threshold": ("threshold",), "threshold_": ("threshold",), "softplus": ("threshold",),
    "hardshrink": ("lambd",), "softshrink": ("lambd",), "gt": ("other",), "ge": ("other",),
    "lt": ("other",), "le": ("other",), "maximum": ("other",), "minimum": ("other",),
}
# Numbers that keep a division or a root from what is nothing: added, or the least of a clamp; of any operator those that it names so.
_ADDED = {"add": "other", "add_": "other", "sub": "other", "sub_": "other", "maximum": "other", "clamp": "min", "clamp_": "min", "clamp_min": "min",
          "clamp_min_": "min"}
_NAMED = ("eps", "epsilon")
MOST_EPSILON = 1e-2
# Sums of products, which tensor cores do.
PRODUCTS = frozenset("mm bmm addmm baddbmm addbmm addmv mv dot convolution".split())
# Give elements of what they take, or these without their sign.
_CHOOSING = frozenset("""
    sort topk max min amax amin maximum minimum cummax cummin kthvalue median mode relu relu_ abs abs_ neg neg_ where gather index index_select take
    take_along_dim embedding masked_select masked_scatter masked_scatter_ index_copy index_copy_ tril triu tril_ triu_ max_pool1d max_pool2d_with_indices
    max_pool3d_with_indices adaptive_max_pool2d adaptive_max_pool3d pixel_shuffle pixel_unshuffle channel_shuffle native_channel_shuffle
    reflection_pad1d reflection_pad2d reflection_pad3d replication_pad1d replication_pad2d replication_pad3d upsample_nearest1d upsample_nearest2d
    upsample_nearest3d im2col rot90 diag diag_embed diagonal_copy
""".split())
# To whole numbers.
_WHOLE = frozenset("round round_ floor floor_ ceil ceil_ trunc trunc_".split())
_ASKS = frozenset("isnan isinf isposinf isneginf nan_to_num nan_to_num_ nansum nanmedian fmax fmin".split())


class Limit:
    """A number that a forward compares values with, and how far those reached."""

    def __init__(self, number, low, high):
        self.number, self.low, self.high = number, low, high

    def is_reached(self):
        """Values lie on both sides."""
        return self.low < self.number < self.high

    def joined(self, other):
        """With the values of another forward."""
        return Limit(self.number, min(self.low, other.low), max(self.high, other.high))


class Trace(TorchDispatchMode):
    """`names` of operators, `limits` {(how many operators ran before, name): Limit}, `counts` likewise of whole numbers that no input holds, `epsilons`: small numbers that floating values are added to, or are no less than,
    `asked`: indices of inputs whose elements are asked whether they are NaN or infinite, `narrows`: floating values
    become whole numbers or have eight bits, `wide_products`: products take operands of float32 or more, `stepped_products`: products take
    what was rounded to whole numbers, `computed`: indices of outputs that an operator has computed, and `exact`: of those whose elements are
    elements of the inputs, or these without their sign."""

    def __init__(self, inputs):
        super().__init__()
        self.names, self.limits, self.asked = set(), {}, set()
        self.counts, self.epsilons = {}, set()
        self.narrows = self.wide_products = self.stepped_products = False
        self.computed, self.exact = [], []
        self._places = set()  # of memory that holds what is computed
        self._rounded = set()  # and what has other numbers than the inputs
        self._stepped = set()  # and of what whole numbers are in that were rounded to
        self._count = 0
        self._given = {_place_of(value) for value in inputs if isinstance(value, torch.Tensor)}
        self._inputs = {value.untyped_storage().data_ptr(): index
                        for index, value in enumerate(inputs) if is_floating(value)}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = func.overloadpacket.__name__
        # Equal values keep their order in a stable sort, and in no other one.
        self.names.add(name + "_stable" if _argument(func, "stable", args, kwargs) else name)
        self._count += 1
        if name == "_to_copy" and is_floating(args[0]) and not _keeps(kwargs.get("dtype")):
            self.narrows = True
        if name in PRODUCTS and any(is_floating(value) and value.itemsize > 2 for value in args):
            self.wide_products = True
        self._note_epsilons(func, name, args, kwargs)
        if name in _LIMITS:
            self._note_limits(func, args, kwargs)
        elif name in _ASKS or name in ("eq", "ne") and _asks(args):
            self._note_asked(args)
        out = func(*args, **kwargs)
        given = set(map(_place_of, bundle.tensors_in((args, list(kwargs.values())))))
        made = set(map(_place_of, bundle.tensors_in(out)))
        self.stepped_products = self.stepped_products or name in PRODUCTS and bool(given & self._stepped)
        if name in _WHOLE or given & self._stepped:
            self._stepped |= made
        self._places = _marked(self._places, name not in operators.MOVING, given, made)
        self._rounded = _marked(self._rounded, name not in operators.MOVING | _CHOOSING or _is_cast(name, args, out), given,
                                {_place_of(value) for value in bundle.tensors_in(out) if is_floating(value) or value.is_complex()})
        return out

    def note_answer(self, output):
        values = list(answer_form.flatten(output))
        self.computed = [index for index, value in enumerate(values) if _place_of(value) in self._places]
        self.exact = [index for index, value in enumerate(values) if is_floating(value) and value.element_size() > 1 and _place_of(value) not in self._rounded]

    def _note_limits(self, func, args, kwargs):
        value = args[0]
        if not isinstance(value, torch.Tensor) or value.dtype == torch.bool or value.is_complex() or value.numel() < 2:
            return
        is_count = not value.is_floating_point()
        if is_count and _place_of(value) in self._given:
            return
        finite = value[finite_mask(value) & (value != 0)]  # what is nothing tells of no limit
        if not finite.numel():
            return
        for name in _LIMITS[func.overloadpacket.__name__]:
            number = _number(_argument(func, name, args, kwargs))
            if number:  # a relu's zero is reached by numbers of both signs
                (self.counts if is_count else self.limits)[self._count, name] = Limit(number, float(finite.min()),
                                                       float(finite.max()))

    def _note_epsilons(self, func, name, args, kwargs):
        if not args or not is_floating(args[0]):
            return
        for argument in (_ADDED[name],) if name in _ADDED else _NAMED:
            number = _number(_argument(func, argument, args, kwargs))
            if 0 < number <= MOST_EPSILON:
                self.epsilons.add(number)

    def _note_asked(self, args):
        for value in filter(is_floating, args):
            index = self._inputs.get(value.untyped_storage().data_ptr())
            if index is not None:
                self.asked.add(index)


def _marked(places, is_so, given, made):
    """Memory that is marked: where an operator does so, or hands on what is."""
    return places | made if is_so or given & places else places - (made - given)


def _is_cast(name, args, out):
    """Whether numbers may be rounded on their way to another dtype."""
    return name in ("_to_copy", "copy_", "copy", "to", "type_as") and bool(args) and any(
        isinstance(value, torch.Tensor) and value.dtype != out.dtype for value in args)


def _place_of(tensor):
    return tensor.untyped_storage().data_ptr()


def _keeps(dtype):
    return dtype is None or dtype.is_floating_point and dtype.itemsize > 1


def _asks(args):
    """x == x, which a NaN is not, or a comparison with an infinity."""
    other = args[1] if len(args) > 1 else None
    return other is args[0] or isinstance(other, float) and not math.isfinite(other)


def _argument(func, name, args, kwargs):
    for index, argument in enumerate(func._schema.arguments):
        if argument.name == name:
            return args[index] if index < len(args) else kwargs.get(name, argument.default_value)
    return None


def _number(value):
    """The finite number that the argument is, also in a tensor of one element; else 0."""
    if isinstance(value, torch.Tensor) and value.numel() == 1 and not value.is_complex():
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return 0.0
    return float(value)


def trace(model, inputs):
    """The Trace of a forward on copies of the inputs; "failed" is among its names where it ended
    with an error."""
    state = {name: value.detach().clone() for name, value in state_of(model).items()}
    values = cloned(inputs)
    seen = Trace(values)
    try:
        with torch.no_grad(), seen:
            output = model(*values)
        seen.note_answer(output)
    except Exception:
        seen.names.add("failed")
    finally:
        put_back(model, state)
    return seen
