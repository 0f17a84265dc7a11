# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs that do not fit each other and that a reference takes without a word: a slice up to a number that it has read from a tensor
ends where the sliced one does, as one does between numbers that are given (a box, a window), one that has a single row left is added to
all, a gather may leave rows aside, a search in what is in no order ends somewhere, and what is written in parts has some that nothing
is written to. A kernel relies on inputs that fit, as the task's own do."""

import sys

import torch
from torch.overrides import TorchFunctionMode

from harness.inputs import operator_watch
from harness.task.reference_run import Refused, identity, run_native, state_of

WATCHED = "cut off"  # in Task.memo: the functions that may cut something off, and do not of the task's own inputs
OPERATORS = "operators"  # in Task.memo: operator_watch.Watch of the same inputs
BOUNDS = "bounds of slices"  # in Task.memo: of the task's own inputs, as of _Watch
SLICE, GATHER = "__getitem__", "gather"
SEARCHED = {"searchsorted": ("sorted_sequence", 0), "bucketize": ("boundaries", 1)}  # what is in order, and where it is given
HALVES = "unlike halves"  # of what is halved by slices, as pairs are rotated
ONE_LEFT = "one of a slice"  # of more that were asked for: a table of one row stands for all rows that it has not
UNWRITTEN = "unwritten"  # memory as it came, in an answer
EMPTY = frozenset("empty empty_like empty_strided new_empty new_empty_strided".split())
_WHOLE = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
LOOKS, MOST_LOOKS = "looks", 8  # in Task.memo: the last watches, with what they were of
READS = frozenset("item tolist __int__ __index__".split())


class _Watch(TorchFunctionMode):
    """`names` of functions, `cut`: those that met less than they were asked for, or took less than there was. Functions, since
    PyTorch makes no operator of a slice that takes all. `bounds`: {place in the program: [(axis, numbers of a slice, size)]}."""

    def __init__(self, own=None):
        super().__init__()
        self.names, self.cut, self.bounds = set(), set(), {}
        self.answer = None  # of the forward, unless it is refused
        self.operators = operator_watch.Watch(own)
        self._sliced, self._begins, self._ends = [], set(), set()

    def __torch_function__(self, func, types, args=(), kwargs=None):
        name, frame = getattr(func, "__name__", ""), sys._getframe(1)
        self.names.add(name)
        if name == SLICE:
            self._note_slices(frame, *args)
        elif name == GATHER and _leaves_rows(*args, **(kwargs or {})):
            self.cut.add(name)
        elif name in SEARCHED and not _in_order(name, args, kwargs or {}):
            self.cut.add(name)
        self.operators.note(name, frame, args, kwargs)
        result = func(*args, **(kwargs or {}))
        if name in EMPTY:
            _mark(result)
        self.operators.note_result(name, result, frame, args, kwargs)
        return result

    def note_answer(self, answer):
        """What of it has been left as it came."""
        self.answer = answer
        if self.names & EMPTY and any(map(_is_marked, answer.values)):
            self.cut.add(UNWRITTEN)

    def _note_slices(self, frame, sliced, index):
        """A part of a tensor that is taken; recurrences take thousands."""
        slices = [(axis, part, sliced.shape[axis]) for axis, part in _slices(sliced, index)] if not _takes_several_axes(index) else ()
        left = next((size for _, part, size in slices if type(part.stop) is int and part.stop > size), None)
        if left is not None:
            self.cut |= {SLICE, ONE_LEFT} if left == 1 else {SLICE}
        for axis, part, size in slices:
            self._note_halves(sliced, axis, part, size)
        noted = self.bounds.setdefault((frame.f_code, frame.f_lasti), [])
        noted += [(axis, tuple(end for end in (part.start, part.stop) if type(end) is int), size) for axis, part, size in slices]

    def _note_halves(self, sliced, axis, part, size):
        """Adds HALVES to `names` where a tensor is taken apart at half of its size, and to `cut` where that leaves more than a half."""
        half, ends = size // 2, [end for end in (part.start, part.stop) if end is not None]
        if not size or part.step is not None or not all(type(end) is int for end in ends):
            return
        begins = part.stop == half and not part.start
        if not begins and not (part.start == half and part.stop in (None, size)):
            return
        (self._begins if begins else self._ends).add((id(sliced), axis))
        self._sliced.append(sliced)  # whose number stays its own for as long
        if (id(sliced), axis) in self._begins & self._ends:
            self.names.add(HALVES)
            self.cut |= {HALVES} if size % 2 else set()


def _mark(made):
    """Fills memory that holds nothing yet with what hardly anything is computed to: NaN of all bits, the largest whole number."""
    if made.device.type != "cpu" or made.dtype == torch.bool:
        return
    if made.is_floating_point() or made.is_complex():
        made.untyped_storage().fill_(255)
    elif made.dtype in _WHOLE.values():
        made.fill_(torch.iinfo(made.dtype).max)


def _is_marked(value):
    if value.is_floating_point():
        bits = value.view(_WHOLE[value.element_size()])
        return bool((bits == (255 if bits.dtype == torch.uint8 else -1)).any())
    return value.dtype in _WHOLE.values() and bool((value == torch.iinfo(value.dtype).max).any())


def _slices(sliced, index):
    """(axis, slice) of those among the parts of an index."""
    parts = index if isinstance(index, tuple) else (index,)
    axis = 0
    for place, part in enumerate(parts):
        if part is Ellipsis:
            axis = sliced.dim() - sum(later is not None for later in parts[place + 1:])
        elif part is not None:
            if isinstance(part, slice):
                yield axis, part
            axis += 1


def _takes_several_axes(index):
    for part in index if isinstance(index, tuple) else (index,):
        if isinstance(part, torch.Tensor) and part.dtype == torch.bool and part.dim() > 1:
            return True
    return False


def _leaves_rows(gathered, dim, index, **more):
    del more
    return any(axis != dim % max(index.dim(), 1) and taken < size
               for axis, (taken, size) in enumerate(zip(index.shape, gathered.shape)))


def _in_order(name, args, given):
    key, at = SEARCHED[name]
    searched = given.get(key, args[at] if len(args) > at else None)
    return not isinstance(searched, torch.Tensor) or given.get("sorter") is not None or not bool((searched.diff() < 0).any())


def cuts_more(task, model, inputs):
    """Whether the reference cuts off something of these inputs as it does of none of the task's own."""
    if WATCHED not in task.memo:
        own = _look(task, task.model, task.inputs)
        watched = {GATHER, HALVES, *SEARCHED} & own.names | ({SLICE} & own.names if READS & own.names else set()) | {ONE_LEFT, UNWRITTEN}
        task.memo[WATCHED], task.memo[BOUNDS] = watched - own.cut, own.bounds
    seen = _look(task, model, inputs)
    return bool(seen.cut & task.memo[WATCHED]) or seen.operators.fits_less() \
        or any(_go_beyond(noted, seen.bounds.get(place, [])) or _turn_around(noted, seen.bounds.get(place, []))
               for place, noted in task.memo[BOUNDS].items())


def slices_more(task, model, inputs):
    """Whether it takes a slice up to a number beyond the end, as it does nowhere of the task's own inputs: the largest eight of seven, which a
    setting asks for."""
    return SLICE in _look(task, model, inputs).cut and SLICE not in _look(task, task.model, task.inputs).cut


def _go_beyond(own, noted):
    """Whether slices from or to the same numbers as of the task's own inputs, which lie within those, go beyond the end of these. Numbers that
    follow a size are others, or there are fewer of them; the last block of all ends with the task's."""
    if [(axis, len(ends)) for axis, ends, _ in own] != [(axis, len(ends)) for axis, ends, _ in noted]:
        return False
    return any(size < abs(end) < own_size for (_, own_ends, own_size), (_, ends, size) in zip(own, noted)
               for own_end, end in zip(own_ends, ends) if own_end == end)


def _turn_around(own, noted):
    """Whether a slice counts from the end, as none there does of the task's own inputs: what is left of a length that is larger than the whole."""
    return all(end >= 0 for _, ends, _ in own for end in ends) and any(end < 0 for _, ends, _ in noted for end in ends)


def answer(task, inputs):
    """That of the task's model, which `cuts_more` has looked at, too, or will: sizes are tried several times over."""
    return _look(task, task.model, inputs).answer or run_native(task.model, inputs, 0)


def answer_of(twin, inputs):
    """The same of another model, which may round otherwise without a watch."""
    return _watch(twin, inputs).answer or run_native(twin, inputs, 0)


def _look(task, model, inputs):
    """The watch of a forward, which is remembered for a while."""
    if OPERATORS not in task.memo:
        task.memo[OPERATORS] = None  # the task's own are looked at first
        task.memo[OPERATORS] = _look(task, task.model, task.inputs).operators
    looks = task.memo.setdefault(LOOKS, {})
    key = id(model), getattr(model, "training", None), *map(identity, [*state_of(model).values(), *inputs])
    if key not in looks:
        looks[key] = _watch(model, inputs, task.memo[OPERATORS]), model, list(inputs)
        if len(looks) > MOST_LOOKS:
            del looks[next(iter(looks))]
    looks[key] = looks.pop(key)  # the last one now
    return looks[key][0]


def _watch(model, inputs, own=None):
    watch = _Watch(own)
    try:
        watch.note_answer(run_native(model, inputs, 0, watch=watch))
    except Refused:
        pass
    return watch
