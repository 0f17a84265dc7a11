# SPDX-License-Identifier: GPL-3.0-or-later
"""Other numbers and flags than those that a task gives to `forward` beside its tensors: who has
written them into a kernel is right on all inputs that leave them alone."""

import ast
import inspect
import itertools
import math
import random

import torch

from harness.inputs import large_variants, size_variants
from harness.inputs.extra_variant import checked_variant, generator_of, own_inputs
from harness.inputs.input_structure import Structure
from harness.inputs.patterns import UnitRows
from harness.task.reference_run import NotApplicable, Refused, derive_seed, is_floating, run_native

SHARE = 0.75       # of a floating number, so that a probability stays one
FROM_ZERO, FROM_INFINITE = 0.3, 4.0
LEAST_INTEGER = 2  # 0, 1 and -1 choose among ways rather than say how much
MOST_TEXTS, LONGEST_TEXT = 16, 32  # of the reference, that may be names of ways
ANY_TEXT = "another"  # where the reference names one way alone, and has another for all other texts
MOST_PARTS = 6     # of a list, tuple or dict that are tried
OTHER_WAYS = 0.4  # how often another way is asked for rather than another number
FAR, LESS = 4, 16  # times and part of a number
HALVES = (torch.float16, torch.bfloat16)
LONGER = 0.75  # times the last number of a list, one more of it
FIRST_PLACES = (0, 1, 2)  # what stands for none may be a label or an axis, too
FAR_TIMES = (8, 4, 2)  # of a setting, the first that the reference takes
# Times a number that does nothing at first: an epsilon far below the values, a limit far beyond them, a step behind all warming up.
FAR_FACTORS = (1e6, 1e3, 1e9, 1e12, 1e-2, 1e-4, 1e-6)
FAR_DIVISORS = (8, 64, 512)  # of such a whole one
VISIBLE = 1e-2               # part of an answer that makes out something
# Of a scale below zero a maximum is no maximum; roots, logarithms and widths are of positive numbers.
_OF_POSITIVE = frozenset("""
    _softmax _log_softmax softmax log_softmax logsumexp max amax min amin argmax argmin sqrt rsqrt log log2 log10 log1p pow norm
    linalg_vector_norm native_layer_norm native_group_norm native_batch_norm _native_batch_norm_legit native_dropout reciprocal
    _scaled_dot_product_flash_attention_for_cpu _scaled_dot_product_attention_math sort topk clamp
""".split())


def other_numbers(task):
    """Floating numbers scaled, in a tensor of one element too, or of a few that no draw changes; integers moved where the reference takes
    that. Numbers of which nothing comes then, such as an epsilon, are moved far, to where something does."""
    base = own_inputs(task)
    floats = {index: _other_float(value, index) for index, value in enumerate(base)
              if type(value) is float and not math.isnan(value)
              or isinstance(value, torch.Tensor) and value.is_floating_point() and value.numel() == 1 and bool(value.isfinite())}
    for index, (value, original) in enumerate(zip(base, task.inputs)):
        others = _other_list(value, original)
        if others is not None:
            floats[index] = others
    integers = {index: _other_integers(value) for index, value in enumerate(base)
                if type(value) is int and abs(value) >= LEAST_INTEGER}
    if not floats and not integers:
        raise NotApplicable("forward is given no number")
    answer = run_native(task.model, base, 0).values
    moved = {}
    for index, number in floats.items():
        if is_taken(task, base, {index: number}, answer):
            moved[index] = number
        elif type(base[index]) is float and _does_nothing(task, base, index, number, answer):
            moved.update(_far_taken(task, base, index, [base[index] * factor for factor in FAR_FACTORS], answer))
    for index, numbers in integers.items():
        if not is_axis(task, base, index, answer):
            taken = _first_taken(task, base, index, numbers, answer)
            if not taken and base[index] > 0 and _does_nothing(task, base, index, numbers[0], answer):
                fewer = [base[index] // part for part in FAR_DIVISORS]
                taken = _far_taken(task, base, index, [number for number in fewer if number >= LEAST_INTEGER], answer)
            moved.update(taken)
    return with_changes(task, base, moved, answer, "numbers")


def far_numbers(task):
    """Numbers given to forward several times as large: who has only looked at such as the task's is right for all that are near. Of several
    floating ones the seed chooses one that is a part of itself, since an answer may hang on how large they are beside each other. At uneven
    sizes if the reference takes that: those of the task, which other_numbers has, may be whole blocks."""
    numbers = numbers_of(own_inputs(task))
    floating = [index for index, value in numbers if type(value) is float]
    less = shuffled(task, "far_numbers", floating)[:len(floating) > 1]
    options = {index: [value / LESS if index in less else value * FAR] if type(value) is float
               else [value * one + (value & (value - 1) != 0) for one in (2 * FAR, FAR, 3)] for index, value in numbers}
    if options:
        try:
            return _of_options(task, options, size_variants.odd_inputs(task))
        except NotApplicable:
            pass
    return _of_options(task, options, own_inputs(task))


def turned_numbers(task):
    """Numbers given to forward of the other sign; of whole ones that are powers of two else an odd one, since a half and twice as many, which
    other_numbers has, are whole blocks like those."""
    may_be_negative = not task.trace().names & _OF_POSITIVE
    options = {index: [-value, *([value + 1] if type(value) is int and abs(value) & (abs(value) - 1) == 0 else [])]
               for index, value in numbers_of(own_inputs(task)) if type(value) is int or may_be_negative}
    return _of_options(task, options, own_inputs(task))


def numbers_of(base):
    return [(index, value) for index, value in enumerate(base) if type(value) is float and math.isfinite(value) and value
            or type(value) is int and abs(value) >= LEAST_INTEGER]


def _of_options(task, options, base):
    """`base` with the first of the numbers for each argument that the reference takes."""
    if not options:
        raise NotApplicable("forward is given no number")
    answer = run_native(task.model, base, 0).values
    taken = {}
    for index, numbers in options.items():
        if type(base[index]) is int and is_axis(task, base, index, answer):
            continue
        found = next((number for number in numbers if is_taken(task, base, {index: number}, answer)), None)
        if found is not None:
            taken[index] = found
    return with_changes(task, base, taken, answer, "numbers", may_reshape=True)


def other_flags(task):
    """True as false and false as true, masks of some of each, where the reference takes that."""
    base, turned, answer = _turned(task)
    return with_changes(task, base, turned, answer, "flags")


def one_flag(task):
    """One of several flags and masks alone: who takes one for the other is right where all are turned together. Of one flag alone that one
    again, at uneven sizes: those of the task may be whole blocks."""
    base, turned, answer = _turned(task)
    if len(turned) == 1 and type(next(iter(turned.values()))) is bool:
        base = size_variants.odd_inputs(task)
        far = large_variants.rows_far_from_zero(task, base)
        if far is not None:
            try:
                return with_changes(task, far, turned, run_native(task.model, far, 0).values, "flags")
            except NotApplicable:
                pass
        return with_changes(task, base, turned, run_native(task.model, base, 0).values, "flags")
    if len(turned) < 2:
        raise NotApplicable("forward is given no two flags that may be turned")
    chosen = shuffled(task, "one_flag", list(turned.items()))
    return with_changes(task, base, dict(chosen[:1]), answer, "flags")


def other_choices(task):
    """Another way among those that the reference has: an axis, 0, 1 and -1, a text that stands in its source, a dtype, parts of a list or
    dict, and what its forward has a default for."""
    given = own_inputs(task)
    base = [*given, *defaults_of(task)]
    answer = run_native(task.model, given, 0).values
    choices = {}
    optional = optional_of(task, given)
    for index, value in enumerate(base):
        options = [None] if index in optional and isinstance(value, torch.Tensor) \
            else [*[None] * (index in optional), *_options(task, base, answer, index, is_given=index < len(given))]
        if options:
            choices[index] = [*shuffled(task, f"other_choices {index}", options), *_other_pairs(task, value, f"pairs {index}")]
    if not choices:
        raise NotApplicable("forward is given nothing that chooses")
    taken = {}
    for index, options in shuffled(task, "other_choices", list(choices.items())):
        found = next(([option] for option in options if is_taken(task, base, {index: option}, answer, any_dtype=True)), None)
        if found is not None:
            taken[index], = found
    return with_changes(task, base, taken, answer, "choices", may_reshape=True)


def parameters_of(task):
    """Of forward, in order."""
    try:
        return list(inspect.signature(getattr(task.model, "forward", task.model)).parameters.values())
    except (TypeError, ValueError):
        return []


def optional_of(task, given):
    """Which of its arguments the task gives where forward has None."""
    is_flat = task.nesting.arguments_of(len(given)) == len(given)
    return {index for index, name in enumerate(parameters_of(task)[:len(given)]) if is_flat and name.default is None}


def defaults_of(task):
    """Of the arguments of forward that the task leaves out."""
    return _defaults(task, task.nesting.arguments_of(len(task.inputs)))


def _defaults(task, given):
    values = []
    for name in parameters_of(task)[given:]:
        if name.kind != name.POSITIONAL_OR_KEYWORD or name.default is name.empty:
            break
        values.append(name.default)
    return values


def _options(task, base, answer, index, is_given):
    """Other values of an argument, or of one that has a default."""
    value = base[index]
    if type(value) is int and is_given and abs(value) >= LEAST_INTEGER and not _is_place(base, value):
        return []  # other_numbers has them
    if isinstance(value, (list, tuple, dict)):
        return _other_parts(task, value, f"parts {index}")
    if value is None:
        return _tensors_for(task, base, answer) + [FROM_ZERO, 1]
    return [] if is_given and type(value) in (bool, float) else _others(task, value, index)


def _others(task, value, index=0):
    """Other values of one that is no tensor."""
    if type(value) is str:
        return [text for text in texts_of(task) if text != value]
    if type(value) is bool:
        return [not value]
    if type(value) is int:
        return [value + 1, value - 1, value + 2, value - 2]
    if type(value) is float and math.isfinite(value):
        return [_other_float(value, index), *(value * factor for factor in FAR_FACTORS if value)]
    return [dtype for dtype in (torch.float32, torch.float16, torch.bfloat16) if dtype != value] \
        if isinstance(value, torch.dtype) and value.is_floating_point else []


def others_of(task, value):
    """Other values of an argument of the constructor: of a whole number a half and twice as much or one more and one less, as other_numbers has it,
    of a list another part."""
    if type(value) is int:
        met = [int(one.reshape(-1)[0]) for one in task.inputs if isinstance(one, torch.Tensor) and one.numel() and one.dtype == torch.int64]
        return _other_integers(value) if value >= LEAST_INTEGER else [*_others(task, value), *met, *FIRST_PLACES]
    if value is None:
        return [FROM_ZERO, 1, True]
    if isinstance(value, torch.Tensor) and value.is_floating_point():
        return [value * torch.linspace(SHARE, 1, max(value.numel(), 2), dtype=value.dtype)[:value.numel()].view(value.shape)]
    if isinstance(value, (list, tuple, dict)):
        return [*_other_parts(task, value, "parts of a setting"), *_other_pairs(task, value, "pairs of a setting")][:MOST_PARTS]
    if type(value) is str:
        return [*_others(task, value)[:MOST_PARTS], ANY_TEXT]
    return _others(task, value)[:MOST_PARTS]


def ends_of(task, value):
    """Groups of one other value each, at the ends of what an argument of the constructor may be."""
    if type(value) is bool or type(value) is str:
        return [[None]]
    if type(value) is int:
        pairs = [(value, value + 1)] if value >= 1 else []
        return [[other] for other in (0, None, *pairs, *_compared_in(task, int)) if other != value]
    if type(value) is float:
        least = [0.0] if 0 < value < 1 else []  # of a share; a base, a power or a width may have none
        largest = [math.inf] if "inf" in task.source else []
        return [[other] for other in (*least, *largest, None, *_compared_in(task, float)) if other != value]
    return [[value[:0]]] if type(value) in (list, tuple) and value else []


def _compared_in(task, kind):
    """Numbers that the reference's text compares something with."""
    compared = [operand for node in ast.walk(ast.parse(task.source)) if isinstance(node, ast.Compare) for operand in (node.left, *node.comparators)]
    found = dict.fromkeys(kind(one.value) for one in compared if isinstance(one, ast.Constant) and type(one.value) in (int, float))
    return list(found)[:MOST_PARTS]


def far_others_of(task, value):
    """Groups of other values of which one is to be tried each: numbers several times as large, odd ones first, since a half and twice as many are
    whole blocks like those; of a share one that is an eighth as far from one; lists that are longer. And floating numbers of the other sign."""
    if type(value) is int and value >= LEAST_INTEGER:
        return [[value * times + 1 for times in FAR_TIMES] + [value + 1 + value % 2, *(value * times for times in FAR_TIMES)]]
    if type(value) is int:
        return [[-3, 5] if value > 0 else [5, 3]]
    if type(value) is float and math.isfinite(value) and value:
        if 0 < value < 1:
            return [[1 - (1 - value) / FAR_TIMES[0]], [1 + value], [value / LESS]]
        return [[value * FAR], [value / LESS], *([] if task.trace().names & _OF_POSITIVE else [[-value]])]
    if type(value) in (list, tuple) and value:
        more = [value[-1] * LONGER] if type(value[-1]) is float else [value[-1] * 2, value[-1] + 1] if type(value[-1]) is int else [value[0]]
        parts = _other_parts(task, value, "far parts of a setting", lambda task, part: sum(far_others_of(task, part), []))
        return [[*(value + type(value)([one]) for one in more), value[:-1]], parts[:2 * MOST_PARTS]]
    return []


def _other_parts(task, value, purpose, others_of=None):
    """A list, tuple or dict with one of its parts another one, of `others_of(task, part)`."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    found = []
    for number, key in enumerate(shuffled(task, purpose, keys)[:MOST_PARTS]):
        part = value[key]
        others = others_of(task, part) if others_of is not None else _other_parts(task, part, f"{purpose} {number}") \
            if isinstance(part, (list, tuple, dict)) else _others(task, part)
        for other in others:
            changed = dict(value) if isinstance(value, dict) else list(value)
            changed[key] = other
            found.append(tuple(changed) if type(value) is tuple else changed)
    return found if type(value) in (list, tuple, dict) else []


def _other_pairs(task, value, purpose):
    """A list or tuple of whole numbers with two of them other ones, where one alone would not fit: exchanged, with the same sum, or with the
    same product."""
    if type(value) not in (list, tuple) or any(type(part) is not int for part in value):
        return []
    found = []
    for one, other in shuffled(task, purpose, list(itertools.permutations(range(len(value)), 2)))[:MOST_PARTS]:
        first, second = value[one], value[other]
        pairs = [(second, first), (first - 1, second + 1), (first // 2, first - first // 2 + second)]
        for pair in pairs + [(first // 2, 2 * second)] * (first % 2 == 0):
            if pair != (first, second) and (min(pair) > 0 or min(first, second) <= 0):
                changed = {one: pair[0], other: pair[1]}
                found.append(type(value)(changed.get(place, part) for place, part in enumerate(value)))
    return found


def _is_place(base, value):
    """Whether it may mean an axis of a tensor."""
    return any(isinstance(tensor, torch.Tensor) and -tensor.dim() <= value < tensor.dim() for tensor in base)


def _tensors_for(task, base, answer):
    """What may be given where nothing is: a mask, numbers like those of the first floating input, or one for each of the last axis of the
    answer, as a bias is."""
    first = next((value for value in base if is_floating(value) and value.numel() > 1), None)
    if first is None:
        return []
    generator = generator_of(task, "other_choices")
    mask = torch.rand(first.shape, generator=generator) < 0.5
    shapes = [first.shape, *(value.shape[-1:] for value in answer[:1] if value.dim() and value.shape[-1] > 1)]
    return [mask, *(torch.randn(shape, generator=generator).to(first.dtype) for shape in dict.fromkeys(shapes))]


def texts_of(task):
    """Short texts of the reference's source: names of ways are compared with, or looked up."""
    if "texts" not in task.memo:
        found = {node.value: None for node in ast.walk(ast.parse(task.source))
                 if isinstance(node, ast.Constant) and type(node.value) is str and 0 < len(node.value) <= LONGEST_TEXT}
        task.memo["texts"] = list(found)[:MOST_TEXTS]
    return task.memo["texts"]


def shuffled(task, purpose, items):
    random.Random(derive_seed(task.seed, purpose)).shuffle(items)
    return items


def _turned(task):
    """(inputs, {index: flag or mask the other way}, answer before)."""
    base = own_inputs(task)
    flags = {index: not value for index, value in enumerate(base) if type(value) is bool}
    generator = generator_of(task, "other_flags")
    for index, (value, original) in enumerate(zip(base, task.inputs)):
        if isinstance(value, torch.Tensor) and value.dtype == torch.bool and value.numel() == 1:
            flags[index] = ~value
        elif isinstance(value, torch.Tensor) and value.dtype == torch.bool and value.numel():
            structure = Structure(original)
            if structure.pattern is None:
                flags[index] = structure.within_range(value, generator)
    if not flags:
        raise NotApplicable("forward is given neither true nor false")
    answer = run_native(task.model, base, 0).values
    turned = {index: value for index, value in flags.items()
              if is_taken(task, base, {index: value}, answer)}
    return base, turned, answer


def some_others(task, base, drawn):
    """({index: another number, flag, mask or way}, what is given behind `base` then): some arguments of forward, each of which is taken alone and
    changes the answer."""
    answer, found = answer_of(task, base), {}
    given, optional = [*base, *_defaults(task, task.nesting.arguments_of(len(base)))], optional_of(task, base)
    for index, value in enumerate(given if answer is not None else ()):
        options = _others_of_its_kind(task, value, index) if index < len(base) else []
        if drawn.random() < OTHER_WAYS:
            options = [None] if index in optional and isinstance(value, torch.Tensor) \
                else shuffled(task, f"some_others {index}", _options(task, given, answer, index, is_given=index < len(base))) or options
        if options and drawn.random() < SHARE and not (type(value) is int and is_axis(task, given, index, answer)):
            found.update(_first_taken(task, given, index, options[:MOST_PARTS], answer))
    return found, given[len(base):] if any(index >= len(base) for index in found) else []


def all_others(task, base):
    """The same of all arguments that may be other ones, flags and numbers first, and None where an argument need not be given."""
    answer, found = answer_of(task, base), {}
    optional = optional_of(task, base)
    for index, value in enumerate(base if answer is not None else ()):
        options = [None] if index in optional and isinstance(value, torch.Tensor) else _others_of_its_kind(task, value, index) \
            or _options(task, base, answer, index, is_given=True)
        if options and not (type(value) is int and is_axis(task, base, index, answer)):
            found.update(_first_taken(task, base, index, options[:MOST_PARTS], answer))
    return found, []


def _others_of_its_kind(task, value, index):
    if type(value) is bool:
        return [not value]
    if type(value) is float and not math.isnan(value):
        return [_other_float(value, index)]
    if type(value) is int:
        return _other_integers(value) if abs(value) >= LEAST_INTEGER else []
    if isinstance(value, torch.Tensor) and value.dtype == torch.bool and value.numel() > 1 and Structure(task.inputs[index]).pattern is None:
        return [Structure(task.inputs[index]).within_range(value, generator_of(task, "some_others"))]
    return []


def with_changes(task, base, changes, answer, word, may_reshape=False):
    """With all changes, or else with the first that is good alone."""
    single = [dict([change]) for change in changes.items()] if len(changes) > 1 else []
    for chosen in [changes, *single] if changes else []:
        if is_taken(task, base, chosen, answer, any_dtype=may_reshape):
            try:
                return checked_variant(task, replaced(base, chosen), f"other {word}: {words_of(base, chosen)}",
                                       may_reshape=may_reshape)
            except NotApplicable:
                pass
    raise NotApplicable(f"the reference takes no other {word}, or they change nothing")


def words_of(base, changes):
    return ", ".join(f"argument {index}: {base[index]} -> "
                     + (f"{value:.6g}" if type(value) is float else str(value))
                     for index, value in changes.items() if not isinstance(value, torch.Tensor)) or "of tensors"


def replaced(base, changes):
    return [changes.get(index, value) for index, value in enumerate(base)]


def _other_float(value, index):
    """Each by another factor: who derives one from the other is wrong then. A finite one in place of an infinite one."""
    if math.isinf(value):
        return math.copysign(FROM_INFINITE, value)
    return value * (SHARE + 0.05 * (index % 4)) if value else FROM_ZERO


def _other_list(value, original):
    """Numbers written into the task, as the taps of a filter, each by its own factor; None of labels, which are whole, and of what is drawn."""
    if not is_floating(value) or value.dim() != 1:
        return None
    structure = Structure(original)
    is_written = structure.is_small() and (structure.pattern is None or isinstance(structure.pattern, UnitRows)) \
        and bool((original != original.round()).any())
    if not is_written:
        return None
    factors = torch.tensor([SHARE + 0.05 * (place % 5) for place in range(value.numel())], dtype=torch.float64)
    moved = (value.double() * factors).to(value.dtype)
    return moved if structure.pattern is None else structure.pattern.scaled(moved)


def _other_integers(value):
    """A power of two stays one, for it may be a block's size."""
    if value > 0 and value & (value - 1) == 0:
        return [2 * value, value // 2]
    return [value + 1, value - 1]


def _first_taken(task, base, index, numbers, answer):
    """{index: the first of the numbers that the reference takes}, or nothing."""
    return next(({index: number} for number in numbers if is_taken(task, base, {index: number}, answer)), {})


def _far_taken(task, base, index, numbers, answer):
    """The same of numbers far from one that does nothing: one with which the answer is clearly another, if there is one."""
    taken = [number for number in numbers if is_taken(task, base, {index: number}, answer)]
    clear = (number for number in taken if not same_answers(answer_of(task, replaced(base, {index: number})), answer, VISIBLE))
    return {index: next(clear, taken[-1])} if taken else {}


def _does_nothing(task, base, index, number, answer):
    """Whether the reference takes another number, and nothing comes of it."""
    return same_answers(answer_of(task, replaced(base, {index: number})), answer)


def is_axis(task, base, index, answer):
    """Counted from the other end it means the same."""
    value = base[index]
    ranks = {tensor.dim() for tensor in base if isinstance(tensor, torch.Tensor)}
    ends = [value - rank if value >= 0 else value + rank for rank in ranks
            if -rank <= value < rank]
    return any(same_answers(answer_of(task, replaced(base, {index: end})), answer) for end in ends)


def is_taken(task, base, changes, answer, any_dtype=False):
    """The reference gives another answer of the same ranks and types, and one alone: a flag may
    switch something random on."""
    inputs = replaced(base, changes)
    values = answer_of(task, inputs)
    return values is not None and same_answers(values, answer_of(task, inputs, seed=1)) \
        and [value.dim() for value in values] == [value.dim() for value in answer] \
        and (any_dtype or [value.dtype for value in values] == [value.dtype for value in answer]) and not same_answers(values, answer)


def answer_of(task, inputs, seed=0):
    try:
        return run_native(task.model, inputs, seed).values
    except Refused:
        return None


def same_answers(values, answer, share=1e-6):
    return values is not None and answer is not None and len(values) == len(answer) and all(
        one.shape == other.shape and one.dtype == other.dtype
        and torch.allclose(one.double(), other.double(), rtol=share, atol=0, equal_nan=True)
        for one, other in zip(values, answer))
