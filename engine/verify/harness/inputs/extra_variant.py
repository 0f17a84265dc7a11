# SPDX-License-Identifier: GPL-3.0-or-later
"""What every input variant beyond the five of a report starts from, and when it applies.

A right kernel must pass them, whatever order it sums in and however it writes its formula. So a
variant is left out where the task itself is badly conditioned: where one rounding of the inputs
moves the answer by more than a share of what the judge lets a candidate be off (variants.cpp).
"""

import copy

import torch

from harness.inputs import cut_off, equal_values, half_sums, hidden_nan, idle_inputs, other_formulas, products_apart
from harness.shared import operators
from harness.task import task_size, undecided
from harness.task.reference_run import (NotApplicable, Refused, Variant, answer_double, answer_in_range,
                                        as_exact, derive_seed, finite_mask, is_finite, is_floating, near_limit, numbers, run_native)

PARTIAL = "partial"  # in Task.memo: names of variants of which something was refused for one of several outputs
TRIED = "tried"  # in Task.memo: inputs of the variants made so far
CHEAP = "cheap"           # in Task.memo: whether the original inputs are
CHEAP_ELEMENTS, CHEAP_FLOPS = 1 << 16, 1e7
BASE_SHAPES = "base_shapes"  # in Task.memo: of the answer to base_inputs
ROUNDED = "rounded"  # in Task.memo: which outputs have fewer digits than their dtype
BLOCK_ELEMENTS = 1024     # of a block of rows, as kBlockElements and
SMALL_BLOCK_SHARE = 0.05  # as kSmallBlockShare of the judge
MAXIMA = frozenset("amax max argmax cummax _cummax_helper aminmax topk sort".split())
MINIMA = frozenset("amin min argmin cummin _cummin_helper".split())
# Of which the answer is some of the numbers, or their places, as the order of the numbers says.
_ORDERS = MAXIMA | MINIMA | frozenset("""
    argsort maximum minimum kthvalue median msort max_pool1d max_pool2d max_pool3d max_pool2d_with_indices max_pool3d_with_indices
    adaptive_max_pool2d adaptive_max_pool3d
""".split())
_SCALES = frozenset("mul add sub rsub neg div".split())
_ANY_OF_TIES = frozenset("topk sort argsort kthvalue median nanmedian mode unique _unique2 multinomial".split())
# Of equal values PyTorch takes the first, or the last of a running one; or they keep their order.
_ONE_OF_TIES = frozenset(("argmax", "argmin", "max", "min", "cummax", "cummin", "_cummax_helper", "_cummin_helper",
                          "sort_stable", "argsort_stable"))
COARSE_LIMIT = 0.1  # of coarse_distance; a fifth of what the judge takes
FORMULA_SHARE = 5   # times LIMITS: half of what the judge takes
MOST_APART_UNDER_MASK = 6e5  # of scores: a million is taken off those in a mask, as exponents of two
FAR_FROM_WIDE = 1e6  # largest numbers of dtypes that float32 goes far beyond
FEW_SCALES = 8  # numbers for each of them, and more
OPEN_STEP = 0.25  # of a number, no less than a step of a float in eight bits
LEAST_MARKER, MARKER_TIMES, MARKER_APART, MARKER_WIDTH = 1e4, 1e3, 30.0, 1e-6  # as kLeastMarker, ... of the judge
LIMITS = {torch.float64: 1e-12, torch.float32: 1e-5, torch.float16: 1e-3, torch.bfloat16: 3.6e-3}
# Of what one rounding of the inputs may do: in bfloat16 as many of its roundings as in float16, which a product of three numbers has.
CONDITIONED = {**LIMITS, torch.bfloat16: 8e-3}


def is_free_among_ties(task):
    """Whether the answer may hang on which of several equal values some operator takes, which PyTorch does not say."""
    return bool(task.trace().names & _ANY_OF_TIES)


def takes_one_of_ties(task):
    """Whether it may hang on which of them is the first, which PyTorch says, and rounding decides."""
    names = task.trace().names
    return bool(names & _ONE_OF_TIES) or any(name.endswith("_with_indices") for name in names) or _looks_where_it_is(task)


def _looks_where_it_is(task):
    """Whether whole numbers of the answer may be places of a largest or least number, which the reference looks for as it would any number."""
    names = task.trace().names
    return bool(names & (MAXIMA | MINIMA)) and "eq" in names and not all(map(is_floating, task.answer(task.inputs).values))


def looks_for_the_least(task):
    """Whether it takes a least of numbers somewhere, and nowhere a largest."""
    names = task.trace().names
    return bool(names & MINIMA) and not names & MAXIMA


def only_orders(task):
    """Whether the reference does nothing with numbers but look which is larger."""
    names = task.trace().names
    return bool(names & _ORDERS) and not names - _ORDERS - operators.MOVING


def orders_and_scales(task):
    """Whether it does no more than that and products, sums and differences, which of floating numbers may be as large."""
    names = task.trace().names
    return bool(names & _ORDERS) and not names - _ORDERS - operators.MOVING - _SCALES


def looks_for_both(task):
    """Whether it takes a least of numbers somewhere, and a largest."""
    names = task.trace().names
    return bool(names & MINIMA and names & MAXIMA or "aminmax" in names)


def base_inputs(task):
    """The inputs of "tiny", or the original ones where there are no smaller ones."""
    small = task.resized_small()
    return small.inputs if small else task.inputs


def own_inputs(task):
    """The original inputs where judging more on them is cheap: who refuses all other sizes is excused from the small ones, and has
    to be right at these. Else base_inputs."""
    if CHEAP not in task.memo:
        task.memo[CHEAP] = is_below(task, CHEAP_ELEMENTS, CHEAP_FLOPS)
    return task.inputs if task.memo[CHEAP] else base_inputs(task)


def is_below(task, elements, flops):
    """Whether the original inputs have no more elements, and a forward on them no more operations."""
    if sum(value.numel() for value in task.inputs if isinstance(value, torch.Tensor)) > elements:
        return False
    work = task_size.work_of(copy.deepcopy(task.model), task.inputs, "cpu")
    return work is not None and work.weighted_flops() <= flops


def floating_inputs(task):
    inputs = base_inputs(task)
    if not any(is_floating(value) and value.numel() for value in inputs):
        raise NotApplicable("no input is floating point")
    return inputs


def generator_of(task, name):
    return torch.Generator().manual_seed(derive_seed(task.seed, name))


def checked_variant(task, inputs, detail, loosening=1, may_reshape=False, is_coarse=False, may_be_infinite=False, loses_variances=False,
                    **more):
    """The variant, if the reference takes it, is finite there and well conditioned.

    `loosening` raises the limit of conditioning where the judge's bound is wider, too. `is_coarse`: it is judged coarsely.
    `may_reshape`: arguments beside the tensors may say how large the answer is. `may_be_infinite`: so may the answer. `loses_variances`: the
    judge's bound has room for what a variance in one pass is off.
    """
    try:
        variant = Variant(task, more.pop("model", task.model), inputs,
                          more.pop("init_seed", task.init_seed), detail=detail, **more)
    except Refused as error:
        raise NotApplicable(f"the reference refuses it: {error}") from error
    if not idle_inputs.fit(task, variant.inputs):
        raise NotApplicable("whole numbers that the reference makes no use of have to do with what would be another one")
    _check_finite(task, variant, may_be_infinite)
    if not may_reshape:
        _check_shapes(task, variant)
    if cut_off.cuts_more(task, variant.model, variant.inputs):
        raise NotApplicable("inputs that do not fit each other: the reference cuts off what they say there is")
    _check_conditioning(task, variant, loosening, coarse_distance if is_coarse else distance)
    _check_formulas(task, variant, loosening, coarse_distance if is_coarse else distance, loses_variances)
    if task.trace().names & half_sums.ADDING and not any(value.dtype in half_sums.HALVES for value in task.inputs if is_floating(value)):
        _check_half_sums(task, variant, loosening)
    if task.trace().names & products_apart.MULTIPLYING:
        _check_products(task, variant)
    if is_free_among_ties(task):
        _check_ties(task, variant, loosening)
    if hidden_nan.decides(task, variant):
        raise NotApplicable("whole numbers of the answer come of what is no number on the way")
    for index, why in variant.open.items():
        variant.detail = f"{variant.detail}; output {index} is not compared: {why}"
    task.memo.setdefault(TRIED, []).append(variant.inputs)
    return variant


def _leave_open(task, variant, index, why):
    """Refuses what has no answer to compare with; an output among others is left open, if that is asked for (open_outputs.py)."""
    if index < len(variant.native) and any(other.numel() for at, other in enumerate(variant.native) if at != index and at not in variant.open):
        task.memo.setdefault(PARTIAL, set()).add(task.making)
        if task.opens:
            variant.open[index] = why
            return
    raise NotApplicable(why)


def _compared(variant, values):
    """(index, value) of the outputs that are not left open, and of what the reference changes."""
    return [(index, value) for index, value in enumerate(values) if index not in variant.open]


def of_number(task, number, variants, otherwise):
    """That one of the variants that the generator `variants(task)` makes one by one, each once a task; `otherwise`: why there are no more."""
    found, more = task.memo.setdefault(variants, ([], variants(task)))
    while len(found) <= number:
        variant = next(more, None)
        if variant is None:
            raise NotApplicable(otherwise)
        found.append(variant)
    return found[number]


def first_that_applies(task, choices, loosening=1, **more):
    """The first of [(inputs, words)] that the reference takes."""
    for inputs, words in choices[:-1]:
        try:
            return checked_variant(task, inputs, words, loosening, **more)
        except NotApplicable:
            pass
    inputs, words = choices[-1]
    return checked_variant(task, inputs, words, loosening, **more)


def first_with(task, base, choices, otherwise, loosening, **more):
    """The first of [({index: value}, words)] that the reference takes, in the place of those of `base`; `otherwise`: why there are none."""
    inputs = [([values.get(index, value) for index, value in enumerate(base)], words) for values, words in choices if values]
    if not inputs:
        raise NotApplicable(otherwise)
    return first_that_applies(task, inputs, loosening, **more)


def _check_shapes(task, variant):
    """Where values say how large an answer is (a count for each number that comes up), other values are another task."""
    base = base_inputs(task)
    if [_shape_of(value) for value in variant.inputs] != [_shape_of(value) for value in base]:
        return
    if BASE_SHAPES not in task.memo:
        task.memo[BASE_SHAPES] = [value.shape for value in _answer_to(variant, base).values]
    if [exact.shape for _, exact in variant.all_values()][:len(task.memo[BASE_SHAPES])] != task.memo[BASE_SHAPES]:
        raise NotApplicable("the shape of the answer depends on the values")


def _answer_to(variant, inputs):
    """In float64, or torch's own where float64 fails."""
    try:
        return answer_double(variant.model, inputs, variant.effects())
    except Exception:
        return run_native(variant.model, inputs, 0)


def _shape_of(value):
    return getattr(value, "shape", None)


def _check_finite(task, variant, may_be_infinite):
    for index, (native, exact) in enumerate(variant.all_values()):
        if not same_kinds(native, exact):
            _leave_open(task, variant, index, "PyTorch itself overflows there")
        elif not task.answers_finite() or may_be_infinite:
            continue
        elif is_floating(exact) and not is_finite(exact):
            _leave_open(task, variant, index, "the float64 answer is not finite there")
        # On the way to such a number an honest kernel may go beyond, unless the reference itself holds its answer to it.
        elif near_limit(exact, native.dtype) and not task.answers_near_limits() and not _is_held_to(task, native.dtype):
            _leave_open(task, variant, index, "the answer comes near the largest number of its dtype")


def _is_held_to(task, dtype):
    """Whether the reference compares numbers with the largest one of a dtype, as one does before it converts to that."""
    largest = torch.finfo(dtype).max
    return largest < FAR_FROM_WIDE and any(abs(abs(limit.number) - largest) <= torch.finfo(dtype).eps * largest
                                           for limit in task.trace().limits.values())


def same_kinds(native, exact):
    """NaN, plus and minus infinity in the same places."""
    if not native.is_floating_point() or is_finite(native) and is_finite(exact):
        return True
    native, exact = numbers(native), numbers(exact)
    return torch.equal(native.isnan(), exact.isnan()) \
        and torch.equal(native.isposinf(), exact.isposinf()) \
        and torch.equal(native.isneginf(), exact.isneginf())


def _check_conditioning(task, variant, loosening, distance):
    """Refuses where one rounding of the inputs moves the float64 answer, or torch's own one, too
    far: no kernel could do better."""
    if not variant.exact:
        return
    coarsest, moved = _coarsest_eps([*variant.inputs, *variant.native]), {}
    for index, (native, exact) in _compared(variant, variant.all_values()):
        eps, known = _rounding_of(task, variant, index, coarsest)
        if eps not in moved:
            moved[eps] = _moved_answer(variant, eps)
        other = moved[eps][index]
        limit = COARSE_LIMIT if distance is coarse_distance else known * loosening
        far = [value for value in (other, native) if distance(exact, value) > limit]
        if any(not _is_a_step_off(native, exact, value) for value in far) or far and undecided.is_noise(
                variant.model, variant.inputs, variant.native, variant.values):
            _leave_open(task, variant, index, "badly conditioned: one rounding of the inputs changes the answer")


def _rounding_of(task, variant, index, coarsest):
    """(How far numbers are rounded of which an output is computed, how far it may be moved by that). An answer of more digits than the inputs
    have is rounded as itself: they are what they are. Where torch computes it in theirs (`(x @ y).float()`) and makes it wider at last, it is
    one of their dtype, as the judge widens its bound by what torch is off."""
    native, exact = variant.all_values()[index]
    known = CONDITIONED.get(native.dtype, 0)
    if not is_floating(native) or native.element_size() == 1 or torch.finfo(native.dtype).eps >= coarsest:
        return coarsest, known
    if not _is_rounded_on_the_way(task, index):
        return torch.finfo(native.dtype).eps, known
    if distance(exact, native) <= known:  # by chance
        return coarsest, known
    return coarsest, max(limit for dtype, limit in CONDITIONED.items() if torch.finfo(dtype).eps <= coarsest)


def _is_rounded_on_the_way(task, index):
    """Whether torch's own answer to the first inputs is off by more than a dtype with so many digits; of what the reference changes,
    and where float64 fails, nobody asks."""
    if ROUNDED not in task.memo:
        inputs = base_inputs(task)
        try:
            native = run_native(task.model, inputs, 0).values
            exact = as_exact(answer_double(task.model, inputs).values, native)
        except Exception:
            native = exact = []
        task.memo[ROUNDED] = [is_floating(value) and distance(right, value) > LIMITS.get(value.dtype, float("inf"))
                              for value, right in zip(native, exact)]
    return index >= len(task.memo[ROUNDED]) or task.memo[ROUNDED][index]


def _moved_answer(variant, eps):
    """Of the outputs, and of what the reference changes, where the inputs are one rounding off."""
    generator = torch.Generator().manual_seed(1)
    inputs = [_one_rounding_off(value, eps, generator) for value in variant.inputs]
    try:
        answer = answer_in_range(variant.model, inputs, variant.inputs, variant.effects())
    except BaseException as error:
        raise NotApplicable("the reference refuses it when rounded differently") from error
    return [other for _, _, other in _beside(variant, answer)]


def _is_a_step_off(native, exact, other):
    """Whether an answer in eight bits differs by a step here and there: on which side of an edge those elements fall the judge leaves open.
    Of a quantised row the largest always lies on one."""
    if not undecided.in_eight_bits(native) or other is None or exact.shape != other.shape:
        return False
    exact, off = exact.double(), (other.double() - exact.double()).abs()
    step = 1.0 if not native.is_floating_point() else OPEN_STEP * exact.abs().clamp(min=float(exact.square().mean().sqrt()))
    return bool((off <= step).all())


def _beside(variant, answer):
    """[(torch's own, exact, that of `answer`)] of the outputs and of what the reference changes."""
    others = [*answer.values, *(answer.effects.get(name) for name in variant.effects())]
    return [(native, exact, other) for (native, exact), other in zip(variant.all_values(), others)]


def _check_formulas(task, variant, loosening, distance, loses_variances):
    """Refuses where another formula that is as right comes out elsewhere, by one rounding of float32."""
    if not variant.exact or not other_formulas.may_differ(task.trace().names, variant.inputs):
        return
    mode = other_formulas.OtherFormulas(is_coarse=distance is coarse_distance, in_one_pass=not loses_variances)
    try:
        with mode:
            answer = answer_double(variant.model, variant.inputs, variant.effects())
    except BaseException:  # an operator that takes no mode
        return
    if mode.widest > MOST_APART_UNDER_MASK:
        raise NotApplicable("scores lie further apart than what many kernels take off for a mask")
    for index, (native, exact, other) in _compared(variant, _beside(variant, answer)):
        limit = COARSE_LIMIT if distance is coarse_distance else LIMITS.get(native.dtype, 0) * max(loosening, FORMULA_SHARE)
        if native.is_floating_point() and (not same_kinds(exact, other) or distance(exact, other) > limit):
            _leave_open(task, variant, index, "badly conditioned: another formula that is as right has another answer")


def _check_half_sums(task, variant, loosening):
    """Refuses where torch itself loses digits of sums at one place on a GPU, in half precision: of a task that has another dtype there are inputs
    enough without."""
    with half_sums.OneByOne() as mode:
        answer = run_native(variant.model, variant.inputs, 0)
    if not mode.met or not variant.exact:
        return
    for index, (native, exact, other) in _compared(variant, _beside(variant, answer)):
        if is_floating(native) and distance(exact, other) > CONDITIONED.get(native.dtype, 0) * loosening:
            _leave_open(task, variant, index, "badly conditioned: many numbers are added up in half precision, one by one on a GPU")


def _check_products(task, variant):
    """Refuses where a product of many numbers is finite in some orders of them alone."""
    with products_apart.Apart() as mode:
        answer = run_native(variant.model, variant.inputs, 0)
    for index, (_, exact, other) in _compared(variant, _beside(variant, answer)) if mode.met else ():
        if other is not None and not same_kinds(other, exact):
            _leave_open(task, variant, index, "products overflow on the way there, or not, as the order of their numbers is")


def _check_ties(task, variant, loosening):
    """Refuses where the answer is another one if operators take the last of equal values instead of the first: PyTorch does not say."""
    for is_last in (True, False):  # torch may have taken either
        with equal_values.TakingOneEnd(is_last) as mode:
            answer = run_native(variant.model, variant.inputs, 0)
        if not mode.met:
            return
        for index, (native, other) in _compared(variant, zip(variant.native, answer.values)):
            exact = native.double() if native.is_floating_point() else native
            if distance(exact, other) > LIMITS.get(native.dtype, 0) * loosening:
                _leave_open(task, variant, index, "which of several equal values PyTorch takes decides the answer")


def _coarsest_eps(values):
    """Of the dtypes that are computed in: in eight bits numbers are kept, and what reads them makes them wider first; so are a few scales of
    many numbers."""
    computed = [value for value in values if is_floating(value) and value.element_size() > 1]
    most = max(map(torch.numel, computed), default=0)
    return max((torch.finfo(value.dtype).eps for value in computed if value.numel() * FEW_SCALES > most), default=torch.finfo(torch.float32).eps)


def _one_rounding_off(value, coarsest, generator):
    """Every element moved by half to one rounding, of `coarsest` at most, all differently, so that ties break."""
    if not is_floating(value):
        return value
    draws = torch.rand(value.shape, generator=generator, dtype=torch.float64)
    steps = torch.where(draws < 0.5, -0.5 - draws, draws)
    return steps.mul_(min(torch.finfo(value.dtype).eps, coarsest)).div_(2).add_(1).mul_(value)


def distance(exact, other):
    """The judge's measure (judge_values.cpp), of the whole output or of the worst block of rows; integers must agree."""
    if other is None or exact.shape != other.shape:
        return float("inf")
    if not exact.is_floating_point():
        return 0.0 if torch.equal(exact, other.to(exact.dtype)) else float("inf")
    off, squares, counts = other.double() - exact, exact, exact.new_ones(()).expand(exact.numel())
    zero = torch.zeros((), dtype=torch.float64)
    markers = _markers(exact)
    if markers is not None or not (exact.numel() and is_finite(exact) and is_finite(other)):
        known = finite_mask(exact) & finite_mask(other)
        if markers is not None:  # those that are no longer what they were count in full
            known &= ~(markers & (off.abs() <= LIMITS[torch.float32] * exact.abs()))
        if not bool(known.any()):
            return 0.0
        off, squares, counts = torch.where(known, off, zero), torch.where(known, squares, zero), known.double().reshape(-1)
    off, squares = off.square().reshape(-1), squares.square().reshape(-1)
    mean = float(squares.sum() / counts.sum()) or 1.0
    length = _block_length(exact)
    off, squares, counts = (_by_blocks(values, length) for values in (off, squares, counts))
    scale = torch.maximum(squares, counts * (SMALL_BLOCK_SHARE ** 2 * mean))
    blocks = torch.where(counts > 0, off / scale.clamp(min=torch.finfo(torch.float64).tiny), zero)
    whole = off.sum() / (mean * counts.sum())
    return float(torch.maximum(blocks.max(), whole).sqrt())


def _markers(exact):
    """Where the largest number of an answer stands for none, or None; see `find_marker` in judge_values.cpp."""
    if exact.numel() < 2:
        return None
    magnitudes = torch.where(finite_mask(exact), exact.abs(), 0.0).double()
    largest = magnitudes.max()
    if float(largest) < LEAST_MARKER:
        return None
    marker = exact.reshape(-1)[int(magnitudes.argmax())]
    markers = (exact - marker).abs() <= MARKER_WIDTH * largest
    others = magnitudes[finite_mask(exact) & ~markers]
    if int(markers.sum()) < 2 or not others.numel() or not bool(others.any()):
        return None
    rms = float(others.square().mean().sqrt())
    return markers if float(largest) >= MARKER_TIMES * rms and float(largest) >= MARKER_APART * float(others.max()) else None


def coarse_distance(exact, other):
    """The judge's coarse measure (ValueRule::coarse): of the worst element, relative to what is most of it, the root mean square
    and one."""
    if other is None or exact.shape != other.shape:
        return float("inf")
    known = finite_mask(exact) & finite_mask(other)
    if not bool(known.any()):
        return 0.0
    exact, other = exact[known].double(), other[known].double()
    scale = exact.abs().clamp(min=max(1.0, float(exact.square().mean().sqrt())))
    return float(((other - exact).abs() / scale).max())


def _block_length(tensor):
    """Whole rows, of about as many elements as the judge takes together; long rows are cut."""
    row = max(tensor.shape[-1], 1) if tensor.dim() else 1
    return BLOCK_ELEMENTS if row >= BLOCK_ELEMENTS else row * (BLOCK_ELEMENTS // row)


def _by_blocks(values, length):
    """Their sums over blocks of `length`."""
    whole = values.numel() // length * length
    sums = values[:whole].view(-1, length).sum(dim=-1)
    return sums if whole == values.numel() else torch.cat([sums, values[whole:].sum().reshape(1)])
