# SPDX-License-Identifier: GPL-3.0-or-later
"""Values that lie on an edge: numbers that the reference itself compares its inputs with, or rounds them at, and a largest and a
smallest one in each row, every time at another place."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.inputs import segments
from harness.inputs.extra_variant import base_inputs, first_that_applies, generator_of, own_inputs, same_kinds
from harness.inputs.input_structure import Structure
from harness.shared import bundle, operators
from harness.task.reference_run import (NotApplicable, Refused, Variant, cloned, finite_mask, is_floating, put_back,
                                        state_of)

ONE_IN = 3            # elements that come to lie on an edge
PEAK = 1.5            # times the largest magnitude
MOST_ELEMENTS = 1 << 18
FEWEST_IN_A_BLOCK, MOST_ROWS = 4, 1 << 10  # the former as a power of two
_COMPARISONS = frozenset("gt ge lt le eq ne".split())
_HALVES, _WHOLES = frozenset(("round", "round_")), frozenset("floor floor_ ceil ceil_ trunc trunc_ frac".split())
_SIGNS = frozenset("sign sgn heaviside signbit".split())


class _Edges(TorchDispatchMode):
    """`found`: [(a view of an input as it was given, the values of its elements on the nearest edges)]."""

    def __init__(self, inputs, generator):
        super().__init__()
        self.found = []
        self._generator = generator
        self._computed = {}  # address of memory -> a tensor there, whose numbers hang on rounding
        self._given = {value.untyped_storage().data_ptr(): value.dtype for value in inputs
                       if is_floating(value) and value.numel() > 1}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        name = func.overloadpacket.__name__
        if name in _COMPARISONS:
            for value, edge in ((args[0], args[1]), (args[1], args[0])):
                if not self._is_computed(edge):
                    self._note(value, edge)
        elif name in _HALVES and not (kwargs or {}).get("decimals"):
            self._note(args[0], lambda value: value.floor() + 0.5)
        elif name in _WHOLES:
            self._note(args[0], torch.round)
        elif name in _SIGNS:
            self._note(args[0], 0.0)
        elif name == "bucketize" and not self._is_computed(args[1]):
            self._note(args[0], self._any_of(args[1]))
        elif name == "searchsorted" and args[0].dim() == 1 and not self._is_computed(args[0]):
            self._note(args[1], self._any_of(args[0]))
        out = func(*args, **(kwargs or {}))
        if name not in operators.MOVING or any(self._is_computed(value) for value in bundle.tensors_in((args, list((kwargs or {}).values())))):
            self._computed.update({value.untyped_storage().data_ptr(): value for value in bundle.tensors_in(out)
                                   if value.untyped_storage().data_ptr() not in self._given})
        return out

    def _is_computed(self, value):
        return isinstance(value, torch.Tensor) and value.untyped_storage().data_ptr() in self._computed

    def _any_of(self, edges):
        return lambda value: edges.reshape(-1)[torch.randint(edges.numel(), value.shape, generator=self._generator)]

    def _note(self, value, edge):
        """`edge`: a number, a tensor or a function of the values."""
        if not isinstance(value, torch.Tensor) or self._given.get(value.untyped_storage().data_ptr()) != value.dtype \
                or 0 in value.stride():
            return
        edges = edge(value) if callable(edge) else torch.as_tensor(edge)
        try:
            self.found.append((value, edges.detach().to(value.dtype).expand(value.shape).clone()))
        except RuntimeError:  # the other one is the larger one
            pass


def edges(task):
    """A third of the elements that the reference compares or rounds as they come, on the edge: nothing has been computed of them, so
    that no rounding decides."""
    generator = generator_of(task, "edges")
    inputs = cloned(own_inputs(task))
    state = {name: value.detach().clone() for name, value in state_of(task.model).items()}
    seen = _Edges(inputs, generator)
    before = cloned(inputs)
    try:
        with torch.no_grad(), seen:
            task.model(*inputs)
    except Exception as error:
        raise NotApplicable("the reference refuses it") from error
    finally:
        put_back(task.model, state)
    if any(isinstance(value, torch.Tensor) and not torch.equal(value, other) for value, other in zip(inputs, before)):
        raise NotApplicable("the reference changes its inputs")
    for value, on_edge in seen.found:
        chosen = torch.rand(value.shape, generator=generator) * ONE_IN < 1
        value.copy_(torch.where(chosen & finite_mask(on_edge), on_edge, value))
    for value, other, original in zip(inputs, before, task.inputs):
        if isinstance(value, torch.Tensor) and not _is_free(original):  # its numbers promise something
            value.copy_(other)
    if not seen.found or all(torch.equal(value, other) for value, other in zip(inputs, before) if isinstance(value, torch.Tensor)):
        raise NotApplicable("the reference compares and rounds no number of an input as it comes")
    try:
        variant = Variant(task, task.model, inputs, task.init_seed, detail="some elements equal to what the reference compares "
                          "or rounds them with")
    except Refused as error:
        raise NotApplicable(f"the reference refuses it: {error}") from error
    if not all(same_kinds(*pair) for pair in variant.all_values()) \
            or any(is_floating(exact) and not bool(finite_mask(exact).all()) for _, exact in variant.all_values()):
        raise NotApplicable("the answer is not finite there")
    variant.is_on_edges = True
    return variant


def peaks(task):
    """Each row has its largest element at another place, and its smallest at another one than that: what leaves a column out is wrong
    where it is there. Of masks one element of each row is true."""
    base = task.inputs if sum(value.numel() for value in task.inputs if isinstance(value, torch.Tensor)) <= MOST_ELEMENTS \
        else base_inputs(task)
    generator = generator_of(task, "peaks")
    inputs = [_with_peaks(value, generator) if _is_free(original) else value for value, original in zip(base, task.inputs)]
    if all(new is old for new, old in zip(inputs, base)):
        raise NotApplicable("no input has rows of numbers")
    words = "the largest and the smallest element of each row at other places"
    floating = [new if is_floating(new) else old for new, old in zip(inputs, base)]
    return first_that_applies(task, [(inputs, words + ", of masks one is true"), (floating, words)])


def _with_peaks(value, generator):
    if not (is_floating(value) or value.dtype == torch.bool) or value.dim() == 0 or value.shape[-1] < 2:
        return value
    out = value.clone(memory_format=torch.contiguous_format)
    rows = out.view(-1, value.shape[-1])
    at = torch.arange(len(rows))
    highest = _places(len(rows), rows.shape[1], generator)
    lowest = (highest.roll(1) + (highest.roll(1) == highest)) % rows.shape[1]
    if value.dtype == torch.bool:
        rows.zero_()
        rows[at, highest] = True
        return out
    far = rows.abs().amax(1) * PEAK
    rows[at, lowest] = -far if bool((value < 0).any()) else rows.amin(1) / PEAK
    rows[at, highest] = far
    return out


def _places(rows, columns, generator):
    """A column for each row: in every second one where a block of some kernel may begin or end, in the others all in turn."""
    order = torch.randperm(columns, generator=generator)
    places = order[torch.arange(rows) % columns]
    blocks = [1 << power for power in range(FEWEST_IN_A_BLOCK, (columns - 1).bit_length())]
    for row in range(0, min(rows, MOST_ROWS), 2) if blocks else ():
        block, which, before = torch.randint(1 << 30, (3,), generator=generator).tolist()
        block = blocks[block % len(blocks)]
        places[row] = (which % ((columns - 1) // block) + 1) * block - before % 2
    return places


def with_high_ends(inputs, originals):
    """`inputs` whose rows end with their largest element, or every second one with its smallest: what loses the end of a row shows
    there, also in a maximum."""
    return [_high_ended(value) if is_floating(value) and _is_free(original) else value for value, original in zip(inputs, originals)]


def with_last_indices(inputs, originals, old, new):
    """`inputs` whose whole numbers that reach into a size, as labels and indices do, end with its last one: `new` of them, where the
    originals have `old`."""
    return [_last_ended(value, new - 1) if _reaches_into(original, old) else value for value, original in zip(inputs, originals)]


def _reaches_into(original, size):
    return segments.is_whole(original) and original.numel() > 1 and Structure(original).pattern is None \
        and int(original.min()) >= 0 and size <= 2 * (int(original.max()) + 1) <= 2 * size


def _last_ended(value, last):
    out = value.clone(memory_format=torch.contiguous_format)
    out.view(-1)[-1:] = min(last, torch.iinfo(value.dtype).max)
    return out


def _high_ended(value):
    if value.dim() == 0 or value.shape[-1] < 2:
        return value
    out = value.clone(memory_format=torch.contiguous_format)
    rows = out.view(-1, value.shape[-1])
    rows[:, -1] = rows.abs().amax(1) * PEAK
    rows[1::2, -1] = rows[1::2].amin(1) * (PEAK if bool((value < 0).any()) else 1 / PEAK)
    return out


def _is_free(original):
    if not isinstance(original, torch.Tensor):
        return False
    structure = Structure(original)
    return structure.is_free() and not structure.has_zeros
