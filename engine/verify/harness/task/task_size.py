# SPDX-License-Identifier: GPL-3.0-or-later
"""How much a task asks for, found out on the meta device: what would take minutes without a GPU, or
would not fit in memory, is refused before it is run."""

import functools

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import flop_registry

from harness.shared import bundle
from harness.task.reference_run import Refused

MAX_ELEMENTS = 1 << 24  # inputs and parameters of one variant; more takes minutes
MAX_WORK = 1 << 25      # elements that the operators of one forward write
MAX_FLOPS = 20e9        # matrix products and convolutions of one forward
CONVOLUTION_WEIGHT = 8
_NAMESPACES = ("aten", "prims")  # of operators whose shapes hang on nothing but their arguments
_PLAIN = (bool, int, float, str, type(None), torch.dtype, torch.device, torch.layout, torch.memory_format)


class TooLarge(Refused):
    """A task that is not judged at these sizes; `why` says what is too large. `only_dear`: it could
    be, where there are no smaller ones."""

    def __init__(self, why, limit, only_dear=False):
        super().__init__("task_too_large", f"{why}; {limit}")
        self.why, self.only_dear = why, only_dear


def meta_inputs(module):
    """get_inputs() on the meta device: shapes without memory; None if it needs real values."""
    try:
        with torch.device("meta"):
            inputs = module.get_inputs()
        return list(inputs) if isinstance(inputs, (list, tuple)) else None
    except BaseException:
        return None


def check_elements(max_elements, tensors):
    """Refuses inputs and parameters of more than `max_elements` elements together."""
    total = sum(numel(shape) for shape in shapes_of(tensors))
    if total > max_elements:
        raise TooLarge(f"inputs and parameters have {total} elements",
                       f"at most {max_elements} can be judged without a GPU")


class WorkCounter(TorchDispatchMode):
    """Operators, the elements that they write, and floating-point operations, on the meta device.

    Torch's own FlopCounterMode would import torch._dynamo; its table of formulas does not. A reference's loop asks for the same
    operators of the same shapes again and again, whose answers are found out once: torch's formulas for them are in Python.
    """

    @classmethod
    def _should_skip_dynamo(cls):
        return False  # True would import torch._dynamo

    def __init__(self):
        super().__init__()
        self.operators = 0
        self.elements = 0
        self.flops = 0
        self.convolution_flops = 0  # a part of them
        self._known = {}  # kind of call -> shape, strides and dtype of its answer

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = self._answer(func, args, kwargs or {})
        self.operators += 1
        if not func.is_view:
            self.elements += sum(value.numel() for value in _tensors_of(result))
        count = flop_registry.get(func.overloadpacket)
        if count is not None:
            flops = count(*args, **(kwargs or {}), out_val=result)
            self.flops += flops
            if "convolution" in func.name():
                self.convolution_flops += flops
        return result

    def _answer(self, func, args, kwargs):
        kind = _kind_of(func, args, kwargs)
        if kind in self._known:
            shape, strides, dtype = self._known[kind]
            return torch.empty_strided(shape, strides, dtype=dtype, device="meta")
        result = func(*args, **kwargs)
        if kind is not None and type(result) is torch.Tensor and result.is_meta and result.layout == torch.strided:
            self._known[kind] = result.shape, result.stride(), result.dtype
        return result

    def weighted_flops(self):
        """Convolutions count more: they are seldom written with tl.dot."""
        return self.flops + (CONVOLUTION_WEIGHT - 1) * self.convolution_flops


@functools.cache
def _makes_new(func):
    return func.namespace in _NAMESPACES and not func._schema.is_mutable and all(one.alias_info is None for one in func._schema.returns)


def _kind_of(func, args, kwargs):
    """All that the shape of an operator's new tensor hangs on; None for one that changes or hands on its arguments, that has none on
    the meta device, or other ones than tensors and plain values."""
    if not _makes_new(func):
        return None
    has_tensor, kinds = False, [func, torch.get_default_dtype()]
    for value in (*args, *kwargs.items()):
        for item in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(item, torch.Tensor):
                if not item.is_meta or item.layout != torch.strided or item.is_complex():
                    return None
                has_tensor = True
                kinds.append((item.shape, item.stride(), item.dtype))
            elif isinstance(item, _PLAIN):
                kinds.append((type(item), item))
            else:
                return None
        kinds.append(len(value) if isinstance(value, (list, tuple)) else None)
    return tuple(kinds) if has_tensor else None


def _tensors_of(value):
    items = value if isinstance(value, (list, tuple)) else [value]
    return [item for item in items if isinstance(item, torch.Tensor)]


def work_of(model, inputs, device="meta"):
    """The WorkCounter of one forward on copies of the inputs; None where the device does not run it."""
    work = WorkCounter()
    try:
        values = bundle.with_tensors(inputs, torch.Tensor.clone)
        with torch.no_grad(), torch.device(device), work:
            model(*values)
    except BaseException:
        return None
    return work


def check_work(work, scale):
    """Refuses what would take minutes without a GPU.

    `scale` raises the limits together with limits.max_elements, for machines with a GPU.
    """
    if work.elements > MAX_WORK * scale or work.flops > MAX_FLOPS * scale:
        raise TooLarge(f"one forward writes {work.elements} elements and takes "
                       f"{work.flops / 1e9:.1f} GFLOP", "too much without a GPU")


def shapes_of(inputs, sizes=None):
    """Shapes of the tensors among the inputs; {(input, axis): size} replaces sizes."""
    return [[(sizes or {}).get((index, axis), size) for axis, size in enumerate(tensor.shape)]
            for index, value in enumerate(inputs) for tensor in bundle.tensors_in(value)]


def numel(shape):
    count = 1
    for size in shape:
        count *= size
    return count
