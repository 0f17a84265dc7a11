# SPDX-License-Identifier: GPL-3.0-or-later
"""Values beyond what the reference holds its own to, and NaN where the reference asks for it."""

import torch

from harness.inputs import named_size_variants
from harness.inputs.extra_variant import TRIED, checked_variant, floating_inputs, generator_of, own_inputs
from harness.inputs.input_structure import Structure
from harness.task.reference_run import NotApplicable, Refused, is_floating, numbers
from harness.task.reference_trace import trace

FACTORS = tuple(4.0 ** power for power in range(1, 11))
SMALL_FACTORS = tuple(4.0 ** -power for power in range(2, 33, 2))
FAR_SHARE = 1e-5  # of a limit


def limits(task):
    """Values on both sides of every number that the reference compares values with, where no other
    input has them: a limit far beyond the inputs can be left out unnoticed. Or else far below one, such
    as the epsilon of a norm."""
    missing = _unreached(task)
    if not missing:
        return _beyond_counts(task)
    floating_inputs(task)
    base = own_inputs(task)  # where others are refused
    return _beyond(task, base, missing) or _far_below(task, base, missing)


def _beyond_counts(task):
    """Sizes with which what is counted along them, as the distance of two places, goes beyond a number that it is compared with."""
    missing = {key: limit for key, limit in task.trace().counts.items() if not limit.is_reached()}
    if not missing:
        raise NotApplicable("other inputs lie on both sides of every limit"
                            if task.trace().limits else "the reference has no limits")
    for inputs, words in named_size_variants.beyond(task, {abs(limit.number) for limit in missing.values()}):
        seen = trace(task.model, inputs).counts
        if any(key in seen and seen[key].is_reached() for key in missing):
            return checked_variant(task, inputs, "sizes beyond what the reference compares places with: " + words)
    raise NotApplicable("no size that is cheap reaches the limit")


def _beyond(task, base, missing):
    """None where no multiple of the inputs reaches a limit."""
    needed = []
    for factor in FACTORS:
        seen = trace(task.model, _scaled(task, base, [factor])).limits
        left = {key: limit for key, limit in missing.items()
                if key not in seen or not seen[key].is_reached()}
        if len(left) < len(missing):
            needed.append(factor)
        missing = left
        if not missing:
            break
    return checked_variant(task, _scaled(task, base, needed), "values on both sides of limits, "
                           "normal values times " + ", ".join(f"{one:g}" for one in needed)) if needed else None


def _far_below(task, base, missing):
    """All values so small that they lie below a limit, such as that of a norm, and so far that what adds the limit agrees."""
    for factor in SMALL_FACTORS:
        inputs = [value if not is_floating(value) or Structure(original).few is not None else value * factor
                  for value, original in zip(base, task.inputs)]
        seen = trace(task.model, inputs).limits
        if any(key in seen and limit.low > limit.number > 0 and 0 < seen[key].high < FAR_SHARE * limit.number
               for key, limit in missing.items()):
            return checked_variant(task, inputs, f"values far below limits, those of the task times {factor:g}")
    raise NotApplicable("no multiple of the inputs reaches the limit")


def _unreached(task):
    """{key: Limit} of those that no input so far has on both sides."""
    found = dict(task.trace().limits)
    for inputs in task.memo.get(TRIED, ()) if found else ():
        for key, limit in trace(task.model, inputs).limits.items():
            if key in found and found[key].number == limit.number:
                found[key] = found[key].joined(limit)
    return {key: limit for key, limit in found.items() if not limit.is_reached()}


def _scaled(task, base, factors):
    """Normal values, each times one of the factors."""
    generator = generator_of(task, "limits")
    inputs = []
    for value, original in zip(base, task.inputs):
        structure = Structure(original)
        if is_floating(value) and structure.few is None:
            drawn = structure.normal(value, generator)
            picks = torch.randint(len(factors), value.shape, generator=generator)
            value = structure.like(value, drawn * torch.tensor(factors, dtype=value.dtype)[picks])
        inputs.append(value)
    return inputs


_APART = 5  # elements
# Tried in this order until the answer holds no NaN; None of them says how a maximum treats one.
_ASKED = (("nan", "inf", "-inf", "largest", "-largest"), ("nan", "inf", "-inf"), ("nan",), ("inf", "-inf"))


def not_numbers(task):
    """NaN and infinities, and the largest finite numbers beside them, in inputs that the reference itself asks for them. What comes of a NaN
    that runs through a maximum differs between Triton and PyTorch; so the answer has none. Where two inputs are infinite at one place and
    the answer is NaN for it, each has them at places of its own."""
    asked = task.trace().asked
    if not asked:
        raise NotApplicable("the reference asks no input for NaN or infinity")
    ways = [{index: 0 for index in asked}]
    if len(asked) > 1:
        ways.append({index: 2 * turn % _APART for turn, index in enumerate(sorted(asked))})
    tries = [(places, words, False) for places in ways for words in _ASKED]
    tries += [(places, _ASKED[-1], True) for places in ways]  # whose answer is infinite, but none that is NaN
    for places, words, may_be_infinite in tries:
        inputs = _with_words(task, places, words)
        if not _has_no_nan(task, inputs):
            continue
        try:
            return checked_variant(task, inputs, "some elements are " + ", ".join(words), may_be_infinite=may_be_infinite)
        except NotApplicable:
            if may_be_infinite:
                raise
    raise NotApplicable("the reference answers with NaN, not finitely or not at all")


def _with_words(task, places, words):
    return [_with(value, words, places[index]) if index in places else value for index, value in enumerate(own_inputs(task))]


def _with(value, words, first):
    """Every fifth element, in turn, is one of the words."""
    out = value.clone(memory_format=torch.contiguous_format)
    flat = out.view(-1)
    for number, word in enumerate(words):
        largest = torch.finfo(value.dtype).max * (-1 if word.startswith("-") else 1)
        flat[1 + first + _APART * number::_APART * len(words)] = largest if word.endswith("largest") else float(word)
    return out


def _has_no_nan(task, inputs):
    try:
        values = task.answer(inputs).values
    except Refused:
        return False
    return not any(bool(numbers(value).isnan().any()) for value in values if is_floating(value))
