# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers that all lie far below zero, where a reference takes exponentials beside a largest, or a largest alone: what a kernel writes for minus
infinity, beyond the end of a row or where a mask lets nothing through, lies below all of them only if it is one."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.inputs.extra_variant import MAXIMA, MINIMA, first_that_applies, generator_of, looks_for_the_least, own_inputs
from harness.inputs.input_structure import may_hold_any
from harness.inputs.large_variants import EXPONENTIALS
from harness.shared import bundle
from harness.task.reference_run import NotApplicable, Refused, all_finite, answer_double, is_finite
from harness.task.undecided import in_eight_bits

_SHARES = frozenset("_softmax _log_softmax softmax log_softmax logsumexp logcumsumexp _safe_softmax".split())
_POOLS = frozenset("max_pool1d max_pool2d max_pool3d max_pool2d_with_indices max_pool3d_with_indices adaptive_max_pool2d adaptive_max_pool3d".split())
_LARGEST = _SHARES | MAXIMA | MINIMA | _POOLS
_WHOLE = frozenset("round round_ floor floor_ ceil ceil_ trunc trunc_ frac floor_divide remainder fmod".split())
_MASKS = frozenset("masked_fill masked_fill_ where tril triu".split())
_PRODUCTS = frozenset("mm bmm addmm baddbmm matmul einsum dot mv".split())
_SUMS = frozenset(("sum", "mean"))  # of products that are written out
# Beyond a billion, which may stand for infinity. Nearer where exponentials are taken, since one rounding of such a number, which a kernel may have
# in an exponent, shall not be much; and within a million, which tutorials take off what is masked, where the reference has a mask or computes
# the numbers. The last ones are what half precision has.
FAR, FAR_EXPONENTS, FAR_MASKED, FAR_COMPUTED, FAR_HALF, FAR_COMPUTED_HALF = 2.0 ** 40, 2.0 ** 21, 2.0 ** 19, 2.0 ** 17, 60_000.0, 2.0 ** 13
HALF_RANGE = 65504.0
TOP, TOP_PART, PART = 0.5, 0.4, 0.25  # of that: what one element of each row is, and the parts by which the tops and all others differ
GOLDEN = 0.6180339887498949
MOST_FACTORS = 3  # inputs of which two are tried as factors of a product


def far_below(task):
    """All of an input, or of what the reference computes of two and looks for the largest of, far below zero (above, where it looks for a least
    alone). No two numbers are near each other, and one in each row lies well above the others."""
    names = task.trace().names
    if not names & _LARGEST:
        raise NotApplicable("the reference looks for no largest number")
    base = own_inputs(task)
    if names & _WHOLE or any(map(in_eight_bits, task.answer(base).values)):
        raise NotApplicable("the reference makes whole or eight-bit numbers, which end long before")
    free = [index for index, value in enumerate(base) if may_hold_any(value, task.inputs[index])]
    choices = _computed(task, base, free) if names & _PRODUCTS or "mul" in names and names & _SUMS else []
    choices += _given(task, base, free)
    if not choices:
        raise NotApplicable("no input is floating point and free to lie so far below zero")
    return first_that_applies(task, choices, is_coarse=True)


def _given(task, base, free):
    """[(inputs, words)] with one of them as a whole there, the one with the most elements first, or all."""
    names, sign = task.trace().names, 1 if looks_for_the_least(task) else -1
    has_exponents = bool(names & EXPONENTIALS)
    level = FAR if not has_exponents else FAR_MASKED if names & _MASKS else FAR_EXPONENTS
    order = sorted(free, key=lambda index: -base[index].numel())
    several = [order] if len(order) > 1 and not has_exponents else []
    found = []
    for chosen in [*several, *([index] for index in order)]:
        far = {index: _rows(task, base[index], sign, level, index) for index in chosen}
        words = "numbers " + ("far above zero" if sign > 0 else "far below zero") + ", of each row one well apart"
        found.append(([far.get(index, value) for index, value in enumerate(base)], words))
    return found


def _rows(task, value, sign, level, index):
    """Numbers of one sign, no two of them near each other, and one of each row nearer to zero than the others."""
    finest = torch.finfo(value.dtype)
    level = min(level, FAR_HALF if finest.max == HALF_RANGE else finest.max / 4)
    shares = _shares(value.numel()).view(-1, value.shape[-1] if value.dim() else 1)
    out = -level * (1 - PART * shares)
    at = torch.randint(out.shape[1], (out.shape[0],), generator=generator_of(task, f"far below {index}"))
    out[torch.arange(len(out)), at] = -level * TOP * (1 - TOP_PART * _shares(len(out)))
    return (out * -sign).view(value.shape).to(value.dtype)


def _shares(count):
    """Numbers from 0 to 1 that differ, in no order."""
    return torch.arange(1, count + 1, dtype=torch.float64) * GOLDEN % 1


def _computed(task, base, free):
    """[(inputs, words)] with two of them of one sign each, so that the reference's products lie as far below zero as it may look at, the rows of the
    second one of lengths that differ."""
    factors = sorted((index for index in free if base[index].dim()), key=lambda index: base[index].dim() == 1)[:MOST_FACTORS]
    found = []
    for first, second in [(one, other) for at, one in enumerate(factors) for other in factors[at + 1:]]:
        inputs = list(base)
        rows = base[second].shape[:-1]
        inputs[first] = base[first].abs()
        inputs[second] = -base[second].abs() * (0.5 + 0.5 * _shares(rows.numel()).to(base[second].dtype).view(*rows, 1))
        scaled = _as_far(task, inputs, (first, second), FAR_COMPUTED_HALF if torch.finfo(base[first].dtype).max == HALF_RANGE else FAR_COMPUTED)
        if scaled is not None:
            found.append((scaled, "products that all lie far below zero"))
    return found


def _as_far(task, inputs, factors, level):
    """`inputs` with one of the factors so much larger that the numbers lie about as far below zero as `level`: the first one of those with whose size
    they grow, since the size of rows that are normalised does not matter. None where there is none."""
    middle = _seen(task, inputs)
    for index in factors if middle else ():
        scaled = [value * (level / middle) if at == index else value for at, value in enumerate(inputs)]
        if is_finite(scaled[index]) and (_seen(task, scaled) or 0) > level / 2:
            return scaled
    return None


def _seen(task, inputs):
    """How far below zero the numbers lie, in the mean, of which the reference takes the largest, or exponentials; None where not all lie there."""
    watch = _Watch()
    try:
        with watch:
            values = answer_double(task.model, inputs).values
    except (Refused, RuntimeError, ValueError, TypeError):
        return None
    return -watch.mean if watch.is_below and all_finite(values) else None


class _Watch(TorchDispatchMode):
    """What the reference takes the largest of first: `mean` of the numbers, and whether all of them are below zero."""

    def __init__(self):
        super().__init__()
        self.mean, self.is_below = 0.0, False
        self._is_seen = False

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if not self._is_seen and func.overloadpacket.__name__ in _LARGEST:
            for value in bundle.tensors_in(list(args)):
                known = value.detach()[value.isfinite()] if value.is_floating_point() else value.new_empty(0)
                if known.numel():
                    self._is_seen, self.mean, self.is_below = True, float(known.mean()), bool((known < 0).all())
                break
        return func(*args, **(kwargs or {}))
