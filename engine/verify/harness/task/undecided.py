# SPDX-License-Identifier: GPL-3.0-or-later
"""Elements of an answer that rounding decides: where a reference rounds to integers or to eight bits, compares or takes
an index, a value that lies on the edge falls to either side, and a right kernel that divides or sums a little
differently is as right as PyTorch."""

import contextlib
import functools
import itertools
import math

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.shared import bundle, operators
from harness.task.reference_run import answer_in_range, is_finite, is_floating

# Operators whose answer jumps.
_STEPS = frozenset("""
    round round_ floor floor_ ceil ceil_ trunc trunc_ frac sign sgn heaviside floor_divide remainder fmod
    gt ge lt le eq ne argmax argmin topk sort argsort kthvalue searchsorted bucketize hardshrink threshold
""".split())
# Operators whose answer is one of their numbers, or exact.
_EXACT = frozenset("""
    abs neg relu clamp clamp_min clamp_max hardtanh maximum minimum max min amax amin where masked_fill gather index index_select
    max_pool2d_with_indices
""".split())
_PRODUCTS = frozenset("mul mul_ div div_".split())
PAIRS = 2        # of opposite trials with inputs moved, and as many with all results moved, too; in the last with those alone
PAIRS_OF_STEPPED = 4  # of the latter where an answer is whole numbers or has eight bits, of which a single one on its other side is wrong
PAIRS_OF_NARROW = 8  # of the latter for a task in half precision, whose roundings decide of many elements
REACH = 8        # roundings of float32 by which an input is moved at most
RESULT_REACH = 2  # roundings of the task's dtype by which a result is
# Of its scale: what a smooth formula never moves by so little, and less than a step of eight bits.
_JUMPS = {torch.float16: 4e-3, torch.bfloat16: 3e-2, torch.float8_e4m3fn: 3e-2, torch.float8_e5m2: 6e-2}
_JUMP = 3e-5
FINEST_PART = 4096  # of a whole number, which float32 adds and multiplies exactly
MOST_SHARE = 0.2  # of an answer; more is noise
MOST_ALWAYS = 8
MOST_KEPT = 1 << 22  # random numbers of a pair of trials
NEARLY = 0.75  # of both, which the other trials find a little more than


def undecided(task, model, inputs, natives, exacts, moves_inputs=True):
    """{output: (flat places, values that are right there [places, choices])}; nothing where a whole floating answer is noise. Without
    `moves_inputs` an input that lies on an edge does so on purpose, and what is computed of inputs is moved alone."""
    if not may_jump(task, natives):
        return {}
    is_whole = not any(is_floating(value) for value in inputs)
    answers = [[native if not native.is_floating_point() else native.double() for native in natives]]
    is_stepped = any(in_eight_bits(native) or not native.is_floating_point() for native in natives)
    pairs_of_results = PAIRS_OF_NARROW if _eps_of(inputs) > torch.finfo(torch.float32).eps else PAIRS_OF_STEPPED if is_stepped else PAIRS
    for trial in range(2 * (PAIRS + pairs_of_results)):
        draws = _Draws(2 + trial // 2) if trial % 2 == 0 else draws.again()
        if trial < 2 * PAIRS and (is_whole or not moves_inputs):
            continue
        # Numbers that are equal move apart with the inputs: none of them is the largest of its row any more.
        is_last = trial >= 2 * (PAIRS + pairs_of_results - 1)
        answer = _answer_of(trial, draws, model, inputs, natives, moves_inputs and not is_last)
        if answer is None:
            return {}
        answers.append(answer)
    found = {}
    in_part = functools.cache(lambda: _rounded_in_part(model, inputs, natives))
    for index, (native, exact) in enumerate(zip(natives, exacts)):
        for trials in (answers, answers[:1 + 2 * PAIRS * (not is_whole)]):  # with results moved, too, unless that leaves nothing to be judged
            others = [answer[index].reshape(-1) for answer in trials]
            places = _jumps(native, exact.reshape(-1), others)
            if not moves_inputs or places.numel() <= max(MOST_ALWAYS, MOST_SHARE * native.numel()):
                break
        else:
            if native.is_floating_point():
                continue
        if not native.is_floating_point() and moves_inputs:
            # Torch rounds in half precision what a kernel in float32 does not, or in part: each element is one of these numbers, and no other.
            others += [answer[index].reshape(-1) for answer in in_part()]
            places = _jumps(native, exact.reshape(-1), others)
        if places.numel():
            choices = [exact.reshape(-1), *others]
            found[index] = places, torch.stack([values[places].to(exact.dtype) for values in choices], dim=-1)
    return found


def _rounded_in_part(model, inputs, natives):
    """Answers of which some results are rounded to the task's dtype, where that is half precision, and others are not: each way for three of them
    that follow each other."""
    dtypes = {value.dtype for value in inputs if is_floating(value) and value.element_size() == 2}
    found = []
    for way, sign in itertools.product(range(1 << _Narrowed.RESULTS), (1, -1)) if len(dtypes) == 1 else ():
        try:
            with _Narrowed(*dtypes, way, sign):
                values = answer_in_range(model, inputs, inputs).values
        except BaseException:
            return []
        if [value.shape for value in values] != [native.shape for native in natives]:
            return []
        found.append(values)
    return found


def is_noise(model, inputs, natives, exacts):
    """Whether so much of an answer in eight bits lies on an edge that it is not left open, as far as the first trials with results moved say."""
    draws = _Draws(2 + PAIRS)
    answers = [_answer_of(2 * PAIRS, draws, model, inputs, natives), _answer_of(2 * PAIRS + 1, draws.again(), model, inputs, natives)]
    if None in answers:
        return True
    return any(in_eight_bits(native) and _jumps(native, exact.reshape(-1), [answer[index].reshape(-1) for answer in answers]).numel()
               > NEARLY * max(MOST_ALWAYS, MOST_SHARE * native.numel()) for index, (native, exact) in enumerate(zip(natives, exacts)))


def with_results_moved(model, inputs, natives):
    """The answers of some trials in which all results are off by some roundings, each once to either side; none where one fails."""
    found = []
    for trial in range(2 * PAIRS, 4 * PAIRS):
        draws = _Draws(2 + trial // 2) if trial % 2 == 0 else draws.again()
        found.append(_answer_of(trial, draws, model, inputs, natives, moves_inputs=False))
    return [] if None in found else found


def takes_steps(names):
    """Whether some of these operators have an answer that jumps."""
    return bool(names & _STEPS)


def in_eight_bits(value):
    return value.element_size() == 1 and value.dtype != torch.bool


def _answer_of(trial, draws, model, inputs, natives, moves_inputs=True):
    """The values of one trial, those that float in float64; None where there are none, or others, or where nothing was moved."""
    is_whole = not any(is_floating(value) for value in inputs)
    sign = 1 - trial % 2 * 2
    moved = [_moved(value, draws, sign) for value in inputs] if moves_inputs else inputs
    rounding = None
    # What is given in float32 beside may not fit. And an index of the largest of equal numbers takes another one of those in each trial.
    for keeps_wide in (trial >= 2 * PAIRS and any(map(in_eight_bits, natives)), False):
        if trial >= 2 * PAIRS:
            eps = sign * _eps_of(inputs)
            rounding = _Halves(draws, eps, trial < 2 * PAIRS + 2) if is_whole else _Rounding(draws, eps)
            rounding.keeps_wide = keeps_wide
        try:
            with rounding or contextlib.nullcontext(), _AsTheyCome(moved, inputs):
                values = answer_in_range(model, moved, inputs).values
            break
        except BaseException:
            if not keeps_wide:
                return None
    if is_whole and not rounding.has_moved or [value.shape for value in values] != [native.shape for native in natives]:
        return None
    return [value if not native.is_floating_point() else value.double() for value, native in zip(values, natives)]


def joined(native, exact, answers, edges):
    """(flat places, values that are right there) of an output: where some of `answers`, which err in another way, jumps, and `edges`, the
    same of elements that rounding decides anyway, or None."""
    answers = [values.reshape(-1) for values in answers]
    exact = exact.reshape(-1)
    places = _jumps(native, exact, answers)
    if native.is_floating_point() and places.numel() > max(MOST_ALWAYS, MOST_SHARE * native.numel()):
        places = places[:0]
    at, choices = edges or (places[:0], exact.new_empty(0, 0))
    every = torch.cat([places, at]).unique()
    own = exact[every].unsqueeze(-1).repeat(1, choices.shape[-1])
    own[torch.searchsorted(every, at)] = choices
    return every, torch.cat([own, *(values[every].to(exact.dtype).unsqueeze(-1) for values in (exact, *answers))], dim=-1)


def may_jump(task, natives):
    """Whether an answer may be another number because of a rounding."""
    seen = task.trace()
    return seen.narrows or bool(seen.names & _STEPS) or not all(map(torch.is_floating_point, natives))


def _eps_of(inputs):
    """Of the dtype that the task computes in."""
    return min((torch.finfo(value.dtype).eps for value in inputs if is_floating(value)), default=torch.finfo(torch.float32).eps)


class _Draws:
    """Random numbers of two opposite trials: what the first has drawn the second finds, as far as it is kept."""

    def __init__(self, seed):
        self._generator = torch.Generator().manual_seed(seed)
        self._kept = []  # (what was drawn, numbers, the generator's state before)
        self._room = MOST_KEPT
        self._at = None  # the place in them of who comes second
        self._is_apart = False  # from here on each draws for itself
        self._beyond = None  # the generator's state behind what is kept, where more was drawn

    def again(self):
        self._at = 0
        return self

    def steps(self, shape, dtype):
        """Between -1 and 1; not to be changed."""
        return self._drawn((tuple(shape), dtype), lambda: torch.rand(shape, generator=self._generator, dtype=dtype).mul_(2).sub_(1))

    def signs(self, shape, dtype):
        """-1 or 1; not to be changed."""
        return self._drawn((tuple(shape), dtype, "signs"), lambda: torch.randint(2, shape, generator=self._generator).mul_(-2).add_(1).to(dtype))

    def _drawn(self, what, draw):
        if self._at is None:
            return self._keep(what, draw)
        if self._is_apart:
            return draw()
        if self._at < len(self._kept):
            drawn, numbers, state = self._kept[self._at]
            self._at += 1
            if drawn == what:
                return numbers
        else:
            state = self._beyond
        if state is not None:
            self._generator.set_state(state)
        self._is_apart = True
        return draw()

    def _keep(self, what, draw):
        if self._beyond is not None:
            return draw()
        state = self._generator.get_state()
        numbers = draw()
        self._room -= numbers.numel()
        if self._room < 0:
            self._beyond = state
        else:
            self._kept.append((what, numbers, state))
        return numbers


class _Rounding(TorchDispatchMode):
    """Every result of an operator that rounds, off by some roundings: what divides a number by one that was made of it comes out on an
    edge whatever the inputs are. Whole numbers are exact, and stay. With `keeps_wide` numbers in float64 stay that where the reference names
    float32, of which two results that are off may bring a third one back onto its edge."""

    keeps_wide = False

    def __init__(self, draws, eps):
        super().__init__()
        self._draws, self._eps = draws, eps

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        name, kwargs = func.overloadpacket.__name__, kwargs or {}
        if self.keeps_wide and name == "_to_copy" and kwargs.get("dtype") == torch.float32 and args[0].dtype == torch.float64:
            return args[0].clone()
        out = func(*args, **kwargs)
        if name in operators.MOVING or name in _STEPS or name in _EXACT or power_of_two(func, args) is not None:
            return out
        for tensor in bundle.tensors_in(out):
            if tensor.is_floating_point():
                tensor.mul_(self._inexact(tensor, args).mul_(self._steps(tensor)).mul_(self._eps * RESULT_REACH / 2).add_(1))
        return out

    def _inexact(self, tensor, args):
        """1 for what may be off, 0 for the others."""
        del args
        return tensor.round().ne_(tensor)

    def _steps(self, tensor):
        return self._draws.steps(tensor.shape, tensor.dtype)


class _Narrowed(TorchDispatchMode):
    """Results of operators that round, rounded to a dtype where `way` has a bit for them, and all off by some roundings of float32, by turns to
    either side, as `sign` says."""

    RESULTS = 3  # that are told apart, as a scale, a quotient and what is added to it

    def __init__(self, dtype, way, sign):
        super().__init__()
        self._dtype, self._way, self._count = dtype, way, 0
        self._step = sign * REACH * torch.finfo(torch.float32).eps / 2

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        name = func.overloadpacket.__name__
        out = func(*args, **(kwargs or {}))
        if name in operators.MOVING or name in _STEPS or name in _EXACT:
            return out
        for tensor in bundle.tensors_in(out):
            if tensor.is_floating_point():
                if self._way >> self._count % self.RESULTS & 1:
                    tensor.copy_(tensor.to(self._dtype))
                tensor.mul_(tensor.round().ne_(tensor).mul_(self._step if self._count % 2 else -self._step).add_(1))
        self._count += 1
        return out


def power_of_two(func, args):
    """By which power of two an operator multiplies its one tensor, of floating numbers; None where it does something else. That is exact."""
    name = func.overloadpacket.__name__
    if name not in _PRODUCTS or len(args) != 2 or not isinstance(args[0], torch.Tensor) or not args[0].is_floating_point():
        return None
    number = args[1]
    if isinstance(number, torch.Tensor):  # as torch makes one of a number
        number = float(number) if number.dim() == 0 and number.device.type == "cpu" and args[0].dim() else None
    if not isinstance(number, (int, float)) or isinstance(number, bool) or not math.isfinite(number) or abs(math.frexp(number)[0]) != 0.5:
        return None
    return 1 / number if name.startswith("div") else float(number)


class _Halves(_Rounding):
    """The same of inputs that are whole numbers alone, of which halves, quarters and so on are exact as well, unless a number takes part that
    float32 has not, as 0.1. What is not is off by one rounding, so that each tie is met; with `alike` all of one sign. `has_moved`: whether
    there was anything."""

    def __init__(self, draws, eps, alike):
        super().__init__(draws, eps)
        self._alike, self.has_moved = alike, False

    def _inexact(self, tensor, args):
        parts = FINEST_PART if all(_has(torch.float32, value) for value in args if isinstance(value, float)) else 1
        inexact = (tensor * parts).round().ne_(tensor * parts)
        self.has_moved = self.has_moved or bool(inexact.any())
        return inexact

    def _steps(self, tensor):
        return torch.ones((), dtype=tensor.dtype) if self._alike else self._draws.signs(tensor.shape, tensor.dtype)


class _AsTheyCome(TorchDispatchMode):
    """Inputs that are compared as they come, with each other or with a number that their dtype has, are what they are: nothing has been
    computed of them that rounding could decide. `moved` stands for `inputs` everywhere else."""

    def __init__(self, moved, inputs):
        super().__init__()
        self._pairs = [(value, original, value._version) for value, original in zip(moved, inputs)
                       if is_floating(original) and value is not original and value.is_contiguous()]

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.overloadpacket.__name__ in operators.COMPARISONS:
            given = [self._given(value) for value in args]
            dtypes = [value.dtype for _, value in filter(None, given)]
            if dtypes and all(one is not None or _has(dtypes[0], value) for one, value in zip(given, args)):
                args = tuple(value if one is None else one[0] for one, value in zip(given, args))
        return func(*args, **(kwargs or {}))

    def _given(self, value):
        """(`value` as it was given, the input that it is of), if that is what it is."""
        for moved, original, version in self._pairs if isinstance(value, torch.Tensor) else ():
            if value.untyped_storage().data_ptr() == moved.untyped_storage().data_ptr() and value.dtype == moved.dtype \
                    and moved._version == version:  # else it is another one by now
                exact = original.detach().double().contiguous().reshape(-1)
                return exact.as_strided(value.shape, value.stride(), value.storage_offset()), original
        return None


def _has(dtype, value):
    return isinstance(value, (bool, int, float)) and float(torch.tensor(value, dtype=dtype)) == value


def _moved(value, draws, sign):
    """Every element moved by another share of REACH roundings."""
    if not is_floating(value):
        return value
    factor = draws.steps(value.shape, torch.float64) * (sign * REACH * torch.finfo(torch.float32).eps / 2)
    return factor.add_(1).mul_(value)


def _jumps(native, exact, others):
    """Places where some answer is another number, or lies further off than smooth formulas bring it."""
    if not native.is_floating_point():
        differ = [values != exact for values in others]
    else:
        scale = exact.square().mean().sqrt()
        limit = _JUMPS.get(native.dtype, _JUMP) * torch.maximum(exact.abs(), scale)
        differ = [(values - exact).abs() > limit for values in others if is_finite(values)]
    if not differ or not is_finite(exact):
        return torch.empty(0, dtype=torch.int64)
    return torch.stack(differ).any(dim=0).nonzero().view(-1)
