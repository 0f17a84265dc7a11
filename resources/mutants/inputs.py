# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs for the oracle: many sizes and values of one task, far more than the verifier uses."""

import copy
import math

import torch

from harness.inputs import resizing
from harness.reference import reference_task
from harness.shared import bundle
from harness.task.reference_run import Refused, Variant, derive_seed
from harness.task.task_size import shapes_of

MAX_ELEMENTS = 1 << 17  # of one input; keeps a mutant in the range of a second


class OracleTask(reference_task.Task):
    """The reference's task, with any other sizes that it accepts."""

    def sized(self, proposals, word):
        """Inputs of other sizes, or None."""
        original = shapes_of(self.inputs)

        def fits(new):
            total = sum(math.prod(shape) for shape in new)
            return new != original and 0 < total <= MAX_ELEMENTS

        found = resizing.find_resized(self, proposals, fits, word)
        return found and found.inputs


class Given:
    """One input: what the candidate gets and what the reference answers."""

    def __init__(self, label, variant, storage="plain", order=0, asked=True):
        tensors, metadata = variant.given(label)
        self.label, self.storage, self.order = label, storage, order
        self.asked = asked  # of the task's own sizes and dtypes
        self.metadata, self.tensors = metadata, tensors
        self.expected, self.native = variant.values, variant.native
        self.dtype = variant.dtype
        self.shapes = [list(value.shape) for value in variant.inputs
                       if isinstance(value, torch.Tensor)]
        self.mutates = any(name.startswith("input.") for name in variant.effects())

    # The face of a bundle.Bundle, for candidate_host.
    def names(self):
        return list(self.tensors)

    def view(self, name):
        return self.tensors[name]

    def copy(self, name):
        """A fresh copy; with storage "strided" the axes of inputs lie in memory back to front."""
        value = self.tensors[name]
        if self.storage == "strided" and name.startswith("input.") and value.dim() > 1:
            turned = value.permute(*reversed(range(value.dim()))).contiguous()
            return turned.permute(*reversed(range(value.dim())))
        return value.detach().clone()


# ---- sizes -------------------------------------------------------------------------------------


def _primes(size, taken):
    return [other for other in (13, 19, 11, 7, 23, 5, 29, 17, 3, 37)
            if other not in taken and other != size]


def _larger(size, taken):
    return [other for other in (size + size // 2 + 3, size + 1) if other not in taken]


def _powers(size, taken):
    return [other for other in (16, 32, 64, 8, 128) if other not in taken and other != size]


def _edge(size, taken):
    return [other for other in (17, 33, 65, 129, 257) if other not in taken and other != size]


def _one_less(size, taken):
    del taken
    return [size - 1]


def _ones(size, taken):
    del taken
    return [1] if size != 1 else []


def _first_one(size, taken):
    return [1] if not taken and size != 1 else []


SIZES = {"prime sizes": _primes, "larger sizes": _larger, "powers of two": _powers,
         "one above a power of two": _edge, "one less": _one_less, "all sizes one": _ones,
         "first size one": _first_one}

# ---- values ------------------------------------------------------------------------------------


def _sparse(value, generator):
    return torch.where(torch.rand(value.shape, generator=generator) < 0.9,
                       torch.zeros_like(value), value * 4)


def _spread(value, generator):
    """Magnitudes from a ten-thousandth to ten thousand, both signs."""
    exponent = torch.rand(value.shape, generator=generator) * 8 - 4
    sign = torch.where(torch.rand(value.shape, generator=generator) < 0.5, -1.0, 1.0)
    return (sign * 10 ** exponent).to(value.dtype)


VALUES = {
    "as drawn": lambda value, generator: value,
    "zero mean": lambda value, generator: torch.randn(value.shape, generator=generator).to(
        value.dtype),
    "negative": lambda value, generator: -value.abs() - 0.1,
    "times 20": lambda value, generator: value * 20,
    "times 1/1000": lambda value, generator: value * 1e-3,
    "plus 30": lambda value, generator: value + 30,
    "minus 300": lambda value, generator: value - 300,
    "all equal": lambda value, generator: torch.full_like(value, 0.75),
    "zeros": lambda value, generator: torch.zeros_like(value),
    "mostly zero": _sparse,
    "magnitudes 1e-4 to 1e4": _spread,
    "large": lambda value, generator: value * 1000,
}


def _with_values(inputs, change, seed):
    generator = torch.Generator().manual_seed(seed)
    return [change(value, generator) if isinstance(value, torch.Tensor)
            and value.is_floating_point() else copy.deepcopy(value) for value in inputs]


# ---- the list ----------------------------------------------------------------------------------


def build(task, seed):
    """[Given]; sizes, values, precisions and layouts that the reference takes."""
    sized = {"original sizes": task.inputs}
    for word, proposals in SIZES.items():
        inputs = task.sized(proposals, f"oracle {word}")
        shapes = None if inputs is None else _shapes(inputs)
        if inputs is not None and shapes not in [_shapes(other) for other in sized.values()]:
            sized[word] = inputs
    found = []
    for number, (size, value) in enumerate(_pairs(list(sized))):
        model, init_seed = _model(task, seed, number)
        inputs = _with_values(sized[size], VALUES[value], seed + number)
        found += _given(task, model, inputs, init_seed, f"{size}, {value}")
    found += _layouts(task, sized)
    return found


def _pairs(sizes):
    """Every value at one size, which is small where the task has small ones; every other size with
    three values."""
    values = list(VALUES)
    small = "prime sizes" if "prime sizes" in sizes else sizes[0]
    pairs = [(small, value) for value in values]
    for number, size in enumerate(size for size in sizes if size != small):
        wanted = (0, 1, 2) if size == sizes[0] else (0, 2 + 3 * number % (len(values) - 2),
                                                     2 + (3 * number + 4) % (len(values) - 2))
        pairs += [(size, values[index]) for index in wanted]
    return pairs


def _model(task, seed, number):
    """The task's own model, or every third time one with other parameters."""
    if number % 3:
        return task.model, task.init_seed
    init_seed = derive_seed(seed, f"oracle init {number}")
    model = task.build(init_seed, task.inputs)
    if isinstance(model, torch.nn.Module):
        model.train(task.train_mode)
    return model, init_seed


def _given(task, model, inputs, init_seed, label, **more):
    try:
        return [Given(label, Variant(task, model, inputs, init_seed),
                      asked=_kinds(inputs) == _kinds(task.inputs), **more)]
    except (Refused, bundle.BundleError):
        return []


def _layouts(task, sized):
    """float16, storage back to front, and programs in another order."""
    found = []
    for size in list(sized)[:2]:
        for value in ("as drawn", "times 20"):
            found += _half(task, _with_values(sized[size], VALUES[value], 1), f"{size}, {value}")
        found += _given(task, task.model, sized[size], task.init_seed,
                        f"{size}, strided storage", storage="strided")
    for order in (1, 2):
        found += _given(task, task.model, task.inputs, task.init_seed,
                        f"original sizes, programs shuffled {order}", order=order)
    return found


def _half(task, inputs, label):
    """The inputs and the model in float16, for tasks in float32."""
    if not any(isinstance(value, torch.Tensor) and value.dtype == torch.float32
               for value in inputs):
        return []
    model = copy.deepcopy(task.model)
    if isinstance(model, torch.nn.Module):
        model.half()
    halves = [value.half() if isinstance(value, torch.Tensor) and value.is_floating_point()
              else value for value in inputs]
    # The harness builds a candidate's model in another precision for this variant only.
    found = _given(task, model, halves, task.init_seed, "other_dtype")
    for given in found:
        given.label = f"{label}, float16"
    return found


def _kinds(inputs):
    return [(value.shape, value.dtype) for value in inputs if isinstance(value, torch.Tensor)]


def _shapes(inputs):
    return [tuple(value.shape) for value in inputs if isinstance(value, torch.Tensor)]
