# SPDX-License-Identifier: GPL-3.0-or-later
"""Values a hundred times as large as a task draws them, or as far from zero as its reference goes, at the sizes of "tiny"."""

import torch

from harness.inputs import domain_ends
from harness.inputs.extra_variant import base_inputs, checked_variant, first_that_applies, generator_of
from harness.inputs.input_structure import Structure
from harness.inputs.value_variants import is_data, scaled
from harness.task.reference_run import NotApplicable, Refused, all_finite, answer_double, is_floating, near_limit

LARGE = 100.0
LARGE_INTEGER = 1 << 34
# A kernel may round by way of an integer, which is right as far as that one reaches.
_ROUNDING = frozenset("ceil floor floor_divide fmod frac remainder round trunc to _to_copy".split())
FAR, FAR_EVERY = 1 << 20, 97
EXPONENTIALS = frozenset("exp exp2 _softmax _log_softmax softmax log_softmax logsumexp logcumsumexp _safe_softmax".split())
FAR_ROWS = (-128.0, 128.0, 0.0)  # a power of two: what is drawn keeps its digits but seven
APART = 8             # roundings between neighbours there
ENDS_EVERY = 3
ALIKE_EVERY, ALIKE_FROM, NEXT_FROM = 7, 3, 5
UPPER_BIT, UPPER_DTYPE = 1 << 33, torch.int64  # one that the lower 32 do not have
FARTHER, HALVINGS = 1.25, 8
SHARES_OF_END, SHARE_OF_OVERFLOW = (0.99, 0.9), 0.5  # at the very end a slope may be infinite


def _with_far_elements(structure, values):
    """Every so many elements as far from zero as integers of 16 bits do not reach, once they are scaled."""
    out = structure.with_negative_lines(values)
    flat = out.reshape(-1)
    far = flat[1::FAR_EVERY]
    flat[1::FAR_EVERY] = torch.copysign(far.abs() + FAR / LARGE, far)
    return structure.like(values, flat.reshape(values.shape))


def _far_choice(task, words):
    if not task.trace().names & _ROUNDING:
        return []
    try:
        return [(scaled(task, LARGE, _with_far_elements), words + ", some far beyond integers of 16 bits")]
    except NotApplicable:  # half precision ends before
        return []


def large(task):
    base = base_inputs(task)
    integers = large_integers(task, base)
    if any(is_floating(value) and value.numel() for value in base):
        words = "floating values times 100"
        choices = _far_choice(task, words) + [
            (scaled(task, LARGE, Structure.with_deep_lines), words + ", some lines far below zero"),
            (scaled(task, LARGE, Structure.with_negative_lines), words + ", some lines negative"),
            (scaled(task, LARGE), words)]
        beside = [([several.get(index, value) for index, value in enumerate(inputs)], text + more)
                  for several, more in ((with_ends(task, integers), ", integers to the ends of their dtype"), (integers, ", integers large"))
                  for inputs, text in choices if integers]
        try:
            return first_that_applies(task, beside + choices)
        except NotApplicable:
            other = _apart(task, base) or domain_ends.near_its_ends(task) or _to_its_end(task)
            if other is None:
                raise
            return other
    if not integers:
        raise NotApplicable("no input is a number that may be large")
    return first_that_applies(task, [([several.get(index, value) for index, value in enumerate(base)], words) for several, words in (
        (with_ends(task, integers), "integers of both signs, to the ends of their dtype"),
        (integers, "integers of both signs, those of 64 bits beyond 32"))])


def _apart(task, base):
    """The variant with rows as they are, but so far above or below zero that their exponentials end: times 100 probabilities vanish, and which
    of those a choice of the largest takes is open. Of all inputs that make no promise, or else of the largest; None where neither applies.
    Far from zero neighbours may become one, by chance: the second time they are kept apart."""
    free = {index: value for index, value in enumerate(base)
            if is_floating(value) and value.dim() and value.numel() > 1 and Structure(task.inputs[index]).is_free()}
    several = sorted(free, key=lambda index: base[index].numel())
    for chosen in [several, several[-1:]] if len(several) > 1 else [several] if several else []:
        for change, more in ((lambda value: value, ""), (_spread_rows, ", neighbours apart")):
            inputs = [_far_rows(change(value)) if index in chosen else value for index, value in enumerate(base)]
            try:
                return checked_variant(task, inputs, "floating values whose rows are moved far from zero" + more)
            except NotApplicable:
                pass
    return None


def _to_its_end(task):
    """The variant with values as far from zero as the reference answers, as an arc sine up to one, where a draw lies well within. Half as far
    where an answer only becomes too large, as an exponential's: on the way to such a number an honest kernel may go beyond. None where the
    draw goes that far."""
    for change in (Structure.with_negative_lines, lambda structure, value: value):
        factor, beyond = _last_factor(task, change)
        for share in _shares(task, scaled(task, beyond, change)):
            if share * factor < FARTHER:
                continue
            try:
                return checked_variant(task, scaled(task, share * factor, change), f"floating values times {share * factor:.3g}, near the last that the "
                                       "reference answers finitely")
            except NotApplicable:
                pass
    return None


def _last_factor(task, change):
    """(one with which the reference answers finitely, a little larger one with which it does not), up to LARGE."""
    least, most = 1.0, LARGE
    for _ in range(HALVINGS):
        middle = (least * most) ** 0.5
        least, most = (middle, most) if _answers_finitely(task, scaled(task, middle, change)) else (least, middle)
    return least, most


def _answers_finitely(task, inputs):
    try:
        values = task.answer(inputs).values
    except Refused:
        return False
    return all_finite(values) and not any(near_limit(value, value.dtype) for value in values)


def _shares(task, beyond):
    """How far towards `beyond`: nearly there where even float64 has no answer, be it ever so large; nowhere where the reference refuses them."""
    try:
        values = answer_double(task.model, beyond).values
    except Exception:
        return ()
    return SHARES_OF_END if any(bool(value.isnan().any()) for value in values if is_floating(value)) else (SHARE_OF_OVERFLOW,)


def rows_far_from_zero(task, inputs):
    """`inputs` with rows so far above or below zero that a maximum has to be taken off, of a reference with exponentials; else None."""
    free = [is_floating(value) and value.dim() > 0 and value.numel() > 1 and Structure(original).is_free() for value, original in zip(inputs, task.inputs)]
    if not any(free) or not task.trace().names & EXPONENTIALS:
        return None
    return [_far_rows(value) if is_free else value for value, is_free in zip(inputs, free)]


def _far_rows(value):
    rows = value.reshape(-1, value.shape[-1])
    return (rows + torch.tensor(FAR_ROWS, dtype=value.dtype)[torch.arange(len(rows)) % len(FAR_ROWS), None]).reshape(value.shape)


def _spread_rows(value):
    """The elements of each row in their order, but each some roundings of a far row above the one below it, at least."""
    ordered, order = value.double().reshape(-1, value.shape[-1]).sort(dim=-1)
    least = APART * torch.finfo(value.dtype).eps * max(FAR_ROWS)
    ordered[:, 1:] = ordered[:, :1] + ordered.diff(dim=-1).clamp(min=least).cumsum(dim=-1)
    return torch.empty_like(ordered).scatter_(-1, order, ordered).to(value.dtype).reshape(value.shape)


def with_ends(task, integers):
    """Some of their elements the largest and the least that there are, or next to those or to a half: what is added to them, or times
    two, begins again at the other end."""
    generator = generator_of(task, "ends")
    found = {}
    for index, value in integers.items():
        facts = torch.iinfo(value.dtype)
        ends = [facts.max, facts.max - 1, facts.max // 2 + 1]
        if facts.min < 0 and bool((value < 0).any()):
            ends += [facts.min, facts.min + 1, facts.min // 2 - 1]
        ends = torch.tensor(ends, dtype=value.dtype)
        found[index] = value.clone()
        flat = found[index].view(-1)[1::ENDS_EVERY]
        flat.copy_(ends[torch.randint(len(ends), flat.shape, generator=generator)])
    return found


def large_integers(task, base):
    """{index: integers a good part as large as their dtype allows} of those that are numbers, and no indices or labels."""
    generator = generator_of(task, "large")
    found, free = {}, {}  # those that promise nothing
    for index, value in enumerate(base):
        if not isinstance(value, torch.Tensor) or value.numel() < 2 or value.is_complex():
            continue
        structure = Structure(task.inputs[index])
        if is_data(task, base, index, structure, generator):
            reach = max(LARGE_INTEGER, int(task.inputs[index].abs().max()) * int(LARGE))
            found[index] = structure.spread(value, generator, min(reach, torch.iinfo(value.dtype).max // 4))
            if structure.is_free():
                free[index] = found[index]
    return {**found, **_nearly_equal(free, generator)}


def _nearly_equal(integers, generator):
    """Some of their elements are one of another of these inputs (of the same one, where it is alone), but for a bit beyond the lower 32, and
    some the next number to one: who compares them cut off, or as floating numbers, takes them for equal."""
    flat = {index: value.reshape(-1) for index, value in integers.items()}
    found = {}
    for index, value in integers.items():
        others = [other for at, other in flat.items() if at != index and other.dtype == value.dtype] or [flat[index]]
        pool = torch.cat(others)
        found[index] = value.clone()
        changed = found[index].view(-1)
        for first, change in ((ALIKE_FROM, lambda drawn: drawn ^ UPPER_BIT), (NEXT_FROM, lambda drawn: drawn ^ 1)):
            lane = changed[first::ALIKE_EVERY]
            if lane.numel() and (first == NEXT_FROM or value.dtype == UPPER_DTYPE):
                lane.copy_(change(pool[torch.randint(len(pool), lane.shape, generator=generator)]))
    return found
