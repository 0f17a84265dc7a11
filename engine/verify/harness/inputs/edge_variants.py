# SPDX-License-Identifier: GPL-3.0-or-later
"""Values that lie on an edge: numbers that the reference itself compares its inputs with, or rounds them at, and a largest and a
smallest one in each row, every time at another place."""

import ast

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.inputs import accidents, patterns, segments, thin_lines
from harness.inputs.extra_variant import base_inputs, first_that_applies, generator_of, own_inputs, same_kinds
from harness.inputs.input_structure import Structure, ends_of
from harness.shared import bundle, operators
from harness.task import undecided
from harness.task.reference_run import (NotApplicable, Refused, Variant, cloned, finite_mask, is_finite, is_floating, put_back, run_native,
                                        same_values, state_of)

ONE_IN = 3            # elements that come to lie on an edge
# What asks whether all of a row are, or how many from its start on.
_OF_ROWS = frozenset("all any prod cumprod cumprod_ cummin _cummin_helper".split())
_PRODUCTS = frozenset("prod cumprod cumprod_".split())  # a zero hides what overflows beside it, and is NaN times that
ROWS_IN = 4           # of which one lies on edges throughout, one but for two elements, and one from its start on
BESIDE = 2            # of the elements that come to lie on an edge: one in so many lies next to it
NEXT_TO_ZERO = 1e-15  # or the least normal number of a dtype
_BITS = {2: torch.int16, 4: torch.int32, 8: torch.int64}
# Of what lies next to zero these make numbers beside which all others are nothing.
_OF_THE_INVERSE = frozenset("div div_ reciprocal rsqrt pow log log2 log10 divide true_divide".split())
PEAK = 1.5            # times the largest magnitude
MOST_ELEMENTS = 1 << 18
WHOLE_ONE_IN = 4      # rows of a mask are of one number throughout
TURNED = -0.75        # times what a mask leaves out
AT_AN_END = 8  # one of so many whole numbers is the least that there may be, and one the largest,
ROWS_AT_AN_END = 4  # in one of so many rows
FEWEST_IN_A_BLOCK, MOST_ROWS = 4, 1 << 10  # the former as a power of two
_HALVES, _WHOLES = frozenset(("round", "round_")), frozenset("floor floor_ ceil ceil_ trunc trunc_ frac".split())
_SIGNS = frozenset("sign sgn heaviside signbit".split())
# Of a multiple nothing is left; next to one it is rounding that decides.
_REMAINDERS = frozenset("remainder remainder_ fmod fmod_ floor_divide floor_divide_ div div_".split())
MOST_DIVISOR, EIGHTHS = 1 << 10, 8
# Operators that jump at a number which they are given, or, as the derivatives of pieces of lines, at one of their own.
_JUMPS = frozenset("threshold threshold_ hardshrink histc".split())
_DERIVATIVE, FARTHEST_OWN = "_backward", 6  # where the last piece of those begins
# Limits of whole numbers, as that of a count before it is divided by. On both sides of one there is another outcome.
_BOUNDS = frozenset("clamp clamp_ clamp_min clamp_min_ clamp_max clamp_max_".split())
_EQUALITIES = frozenset(("eq", "ne"))
_LOSSES, NO_LABEL = frozenset(("nll_loss_forward", "nll_loss2d_forward")), -100  # that PyTorch leaves out where nobody says so


class _Edges(TorchDispatchMode):
    """`found`: [(a view of an input as it was given, the values of its elements on the nearest edges, whole numbers of which each is to
    come)]."""

    def __init__(self, inputs, generator, names_label=False):
        """`names_label`: the reference's text itself says which label is left out."""
        super().__init__()
        self.found = []
        self.exact = set()  # ids of the edges of which nobody asks what is next to them
        self._generator = generator
        self._names_label = names_label
        self._computed = {}  # address of memory -> a tensor there, whose numbers hang on rounding
        self._scaled = {}  # address of memory -> (a tensor there, a view of an input as it was given, by which power of two it is larger)
        self._sizes = {}  # address of memory -> (a tensor there, a view of an input as it was given, of which it has the absolute values)
        self._differences = {}  # address of memory -> (a difference there, of what, and what was taken off)
        self._given = {value.untyped_storage().data_ptr(): value.dtype for value in inputs
                       if (is_floating(value) or segments.is_whole(value)) and value.numel() > 1}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        name = func.overloadpacket.__name__
        if name in operators.COMPARISONS:
            for value, edge in ((args[0], args[1]), (args[1], args[0])):
                if segments.is_whole(value):  # no rounding decides of whole numbers, computed or not
                    self._note_whole(value, edge, 0 if name in _EQUALITIES else 1)
                elif not self._is_computed(edge):
                    self._note(*self._sides_of(value, edge))
        elif name in _BOUNDS and segments.is_whole(args[0]):
            for number in _numbers_of(func, args, kwargs or {}):
                self._note_whole(args[0], number, 1)
        elif name in _LOSSES and (self._names_label or args[4] != NO_LABEL):
            self._note_whole(args[1], args[4], 0)
        elif name in _JUMPS or name.endswith(_DERIVATIVE):
            self._note_jumps(func, args, kwargs or {})
        elif name in _HALVES and not (kwargs or {}).get("decimals"):
            self._note(args[0], lambda value: value.floor() + 0.5)
        elif name in _WHOLES:
            self._note(args[0], torch.round)
        elif name in _SIGNS:
            self._note(args[0], 0.0)
        elif name in _REMAINDERS and (not name.startswith("div") or (kwargs or {}).get("rounding_mode")):
            self._note_multiples(*args[:2])
        elif name == "bucketize" and not self._is_computed(args[1]):
            self._note(args[0], self._any_of(args[1]))
        elif name == "searchsorted" and not self._is_computed(args[0]) and isinstance(args[1], torch.Tensor):
            self._note(args[1], self._any_of(args[0]) if args[0].dim() == 1 else self._any_of_row(args[0]))
        out = func(*args, **(kwargs or {}))
        if name == "sub" and not kwargs and isinstance(args[0], torch.Tensor) and not any(map(self._is_computed, args)):
            self._differences[out.untyped_storage().data_ptr()] = out, args[0], args[1]
        self._note_scaled(func, args, out)
        if name not in operators.MOVING or any(self._is_computed(value) for value in bundle.tensors_in((args, list((kwargs or {}).values())))):
            self._computed.update({value.untyped_storage().data_ptr(): value for value in bundle.tensors_in(out)
                                   if value.untyped_storage().data_ptr() not in self._given})
        return out

    def _sides_of(self, value, edge):
        """(number, edge) that are compared: of a difference that is compared with zero, whose sign no rounding changes, what it is of."""
        known = self._differences.get(value.untyped_storage().data_ptr()) if isinstance(value, torch.Tensor) else None
        return known[1:] if known and known[0] is value and isinstance(edge, (int, float)) and edge == 0 else (value, edge)

    def _note_scaled(self, func, args, out):
        """Remembers a product with a power of two and absolute values, which rounding has no part in."""
        if func.overloadpacket.__name__ == "abs" and self._given.get(args[0].untyped_storage().data_ptr()) == args[0].dtype and is_floating(args[0]):
            self._sizes[out.untyped_storage().data_ptr()] = out, args[0].detach()
        factor = undecided.power_of_two(func, args)
        if factor is None or not isinstance(out, torch.Tensor) or out.shape != args[0].shape:
            return
        known = self._scaled.get(args[0].untyped_storage().data_ptr())
        source, before = known[1:] if known and known[0] is args[0] else (args[0], 1.0)
        if self._given.get(source.untyped_storage().data_ptr()) == source.dtype:
            self._scaled[out.untyped_storage().data_ptr()] = out, source.detach(), before * factor

    def _is_computed(self, value):
        return isinstance(value, torch.Tensor) and value.untyped_storage().data_ptr() in self._computed

    def _any_of(self, edges):
        return lambda value: edges.reshape(-1)[torch.randint(edges.numel(), value.shape, generator=self._generator)]

    def _note_multiples(self, value, divisor):
        """Of a tensor once or twice as much, of a number any multiple: those that float32 has."""
        before = len(self.found)
        if isinstance(divisor, (int, float)) and 0 < abs(divisor) <= MOST_DIVISOR and divisor * EIGHTHS == int(divisor * EIGHTHS):
            self._note(value, lambda value: (value / divisor).round() * divisor)
        elif is_floating(divisor) and not self._is_computed(divisor) and isinstance(value, torch.Tensor) and divisor.shape == value.shape:
            self._note(value, lambda value: torch.where((value / divisor).abs() > 1.5, 2 * divisor, divisor).copysign(value))
        self.exact.update(id(on_edge) for _, on_edge, _ in self.found[before:])

    def _any_of_row(self, edges):
        return lambda value: edges.gather(-1, torch.randint(edges.shape[-1], value.shape, generator=self._generator))

    def _note_whole(self, value, edge, reach):
        """`reach`: how far from the edge numbers lie; 0 of what is asked for by its number."""
        if isinstance(edge, torch.Tensor) and not segments.is_whole(edge) or isinstance(edge, float) and edge != int(edge):
            return
        facts, edge = torch.iinfo(value.dtype), torch.as_tensor(edge).long()
        if edge.numel() and facts.min <= int(edge.min()) - reach and int(edge.max()) + reach <= facts.max:
            sides = [int(edge) + step for step in range(-reach, reach + 1)] if edge.numel() == 1 else []
            self._note(value, lambda value: edge + torch.randint(-reach, reach + 1, value.shape, generator=self._generator), sides)

    def _note_jumps(self, func, args, kwargs):
        numbers = _numbers_of(func, args, kwargs)
        for value in args:
            if not isinstance(value, torch.Tensor) or not value.is_floating_point():
                continue
            # Who rounds such a number finds it on another side.
            exact = [sign * number for number in numbers for sign in (1, -1) if float(torch.tensor(number, dtype=value.dtype)) == number]
            if exact:
                self._note(value, self._any_of(torch.tensor(exact, dtype=value.dtype)))
            elif not numbers:
                self._note(value, lambda value: value.round().clamp(-FARTHEST_OWN, FARTHEST_OWN))

    def _note(self, value, edge, sides=()):
        """`edge`: a number, a tensor or a function of the values."""
        known = self._scaled.get(value.untyped_storage().data_ptr()) if isinstance(value, torch.Tensor) else None
        if known and known[0] is value:
            _, source, factor = known
            self._note(source, lambda given: torch.as_tensor(edge(given * factor) if callable(edge) else edge) / factor)
            return
        known = self._sizes.get(value.untyped_storage().data_ptr()) if isinstance(value, torch.Tensor) else None
        if known and known[0] is value:
            self._note(known[1], lambda given: torch.as_tensor(edge(given.abs()) if callable(edge) else edge).abs().to(given.dtype).copysign(given))
            return
        if not isinstance(value, torch.Tensor) or self._given.get(value.untyped_storage().data_ptr()) != value.dtype \
                or 0 in value.stride():
            return
        try:
            edges = edge(value) if callable(edge) else torch.as_tensor(edge)
            self.found.append((value.detach(), edges.detach().to(value.dtype).expand(value.shape).clone(), sides))
        except RuntimeError:  # the other one is the larger one
            pass


def _numbers_of(func, args, kwargs):
    """Numbers among the arguments of an operator that values may be compared with, defaults too; none that count or name an axis."""
    found = []
    for index, argument in enumerate(func._schema.arguments):
        value = args[index] if index < len(args) else kwargs.get(argument.name, argument.default_value)
        if type(value) in (int, float) and any(kind in str(argument.type) for kind in ("number", "float")):
            found.append(float(value))
    return found


def edges(task):
    """A third of the elements that the reference compares or rounds as they come, on the edge or next to it: nothing has been computed of
    them, so that no rounding decides. Whole numbers too, which other draws seldom bring there: what stands for nothing, for instance."""
    seen, before = _watched(task)
    choices = [_on_edges(task, seen, before, lambda value: True, by_rows=by_rows, beside=beside)
               for by_rows in ([True] if task.trace().names & _OF_ROWS else []) + [False] for beside in (True, False)]
    if any(segments.is_whole(new) and new is not old for new, old in zip(choices[-1], before)):
        choices.append(_on_edges(task, seen, before, is_floating))
    reason = None
    for inputs in choices:
        if all(new is old for new, old in zip(inputs, before)):
            reason = reason or NotApplicable("the reference compares and rounds no number of an input as it comes")
            continue
        try:
            return _settled(task, inputs)
        except NotApplicable as error:
            reason = error
    raise reason


def _watched(task):
    """(_Edges of a forward, the inputs)"""
    before = own_inputs(task)
    inputs = cloned(before)
    state = {name: value.detach().clone() for name, value in state_of(task.model).items()}
    seen = _Edges(inputs, generator_of(task, "edges"), _names_label(task.source))
    try:
        with torch.no_grad(), seen:
            task.model(*inputs)
    except Exception as error:
        raise NotApplicable("the reference refuses it") from error
    finally:
        put_back(task.model, state)
    if any(isinstance(value, torch.Tensor) and not torch.equal(value, other) for value, other in zip(inputs, before)):
        raise NotApplicable("the reference changes its inputs")
    seen.inputs = inputs
    return seen, before


def _names_label(source):
    """Whether a call names `ignore_index`, be it with the number that PyTorch takes anyway."""
    return any(isinstance(node, ast.keyword) and node.arg == "ignore_index" for node in ast.walk(ast.parse(source)))


def _on_edges(task, seen, before, is_moved, by_rows=False, beside=False):
    """`before` with elements of those that `is_moved` on an edge; one that stays is the very tensor. `by_rows`: some rows throughout, but for
    two elements or from their start on, too. `beside`: some of the others next to it."""
    generator = generator_of(task, "edges")
    for value, other in zip(seen.inputs, before):
        if isinstance(value, torch.Tensor):
            value.copy_(other)
    whole = set()  # shapes whose rows are: the other one of two that are compared stays what it is there
    sparse = {value.untyped_storage().data_ptr() for value, original in zip(seen.inputs, task.inputs) if _is_sparse(original)}
    for value, on_edge, _ in seen.found:
        is_exact = id(on_edge) in seen.exact
        drawn = torch.rand(value.shape, generator=generator)
        first = drawn == drawn.min() if drawn.numel() else drawn < 0  # of few elements there is one at least
        chosen = first | (drawn * ONE_IN < 1)
        if by_rows and value.dim():
            rows, inside = _rows_on_edges(value.shape, generator)
            chosen = chosen & ~rows if value.shape in whole else torch.where(rows, inside, chosen)
            on_edge = on_edge if value.shape in whole else _but_for_two(on_edge, generator)
            whole.add(value.shape)
        else:
            rows = torch.zeros((), dtype=torch.bool)
        if beside and not is_exact and is_floating(value) and not value.is_complex() and value.element_size() in _BITS:
            near = _next_to(on_edge, value, generator, has_zero=not task.trace().names & _OF_THE_INVERSE)
            on_edge = torch.where(rows | first | (torch.rand(value.shape, generator=generator) * BESIDE >= 1), on_edge, near)
        if value.untyped_storage().data_ptr() in sparse:
            chosen = chosen & (value != 0) & (on_edge != 0)
        value.copy_(torch.where(chosen & finite_mask(on_edge), on_edge, value))
        if by_rows and value.untyped_storage().data_ptr() in sparse and value.dim():
            value.copy_(_cancelling(value))
    noted = {}
    for value, _, sides in seen.found:
        noted.setdefault(value.untyped_storage().data_ptr(), set()).update(sides)
    for value, _, sides in seen.found:
        _bring(value, sides, noted[value.untyped_storage().data_ptr()], generator)
    moved = []
    for index, (value, other, original) in enumerate(zip(seen.inputs, before, task.inputs)):
        stays = not isinstance(value, torch.Tensor) or not is_moved(value) or not (_is_free(original) or _is_sparse(original)) \
            or _says_otherwise(task, index) or torch.equal(value, other)
        moved.append(other if stays else value.clone())
    return moved


def _rows_on_edges(shape, generator):
    """(elements of such rows, those of them that are on an edge); all of it where there is one row alone."""
    number = torch.arange(torch.Size(shape[:-1]).numel()).view(*shape[:-1], 1)
    starts = (torch.rand(number.shape, generator=generator) * (shape[-1] + 1)).long()
    is_whole = number % ROWS_IN % 3 > 0 if number.numel() > 1 else torch.ones_like(number, dtype=torch.bool)
    rows = is_whole | (number % ROWS_IN == 3)
    return rows.expand(shape), (is_whole | (torch.arange(shape[-1]) < starts)).expand(shape)


def _but_for_two(on_edge, generator):
    """Edges of which one row in four has two elements that are off it, the one by as much as the other: their sum tells nothing. Whole
    numbers that are all the same stay so."""
    rows = on_edge.reshape(-1, on_edge.shape[-1])[2::ROWS_IN]
    if on_edge.dtype == torch.bool or on_edge.is_complex() or rows.numel() == 0 or rows.shape[1] < 2:
        return on_edge
    out = on_edge.clone(memory_format=torch.contiguous_format)
    changed, at = out.view(-1, on_edge.shape[-1])[2::ROWS_IN], torch.arange(len(rows))
    first = torch.randint(rows.shape[1], (len(rows),), generator=generator)
    second = (first + 1 + torch.randint(rows.shape[1] - 1, (len(rows),), generator=generator)) % rows.shape[1]
    one, other = rows[at, first], rows[at, second]
    off = (one == other).to(one.dtype) if is_floating(on_edge) else 0
    changed[at, first] = other + off
    changed[at, second] = one - off
    return out


def _cancelling(value):
    """One row in four, where it has both signs, with numbers in the place of those that are not zero whose sum is."""
    out = value.clone(memory_format=torch.contiguous_format)
    for row in out.view(-1, value.shape[-1])[2::ROWS_IN]:
        places = row.nonzero().view(-1)
        if len(places) > 2 and bool((row < 0).any()) and bool((row > 0).any()):
            signs = 1 - 2 * (torch.arange(len(places)) % 2)
            signs[1] -= len(places) % 2
            row[places] = signs.to(row.dtype)
    return out


def _next_to(on_edge, value, generator, has_zero):
    """The numbers one step above or below; of zero, where `has_zero`, small ones of the sign of `value` that multiply as others do."""
    bits = on_edge.view(_BITS[on_edge.element_size()])
    near = (bits + 1 - 2 * torch.randint(2, bits.shape, generator=generator).to(bits.dtype)).view(on_edge.dtype)
    least = max(NEXT_TO_ZERO, torch.finfo(on_edge.dtype).tiny) if has_zero else 0.0
    return torch.where(on_edge == 0, value.sign() * least, near)


def _bring(value, sides, noted, generator):
    """Writes those of `sides` that `value` has not into it, as many as a third of its elements: a dozen lengths are too few for chance. One
    of each number `noted` stays."""
    missing = [number for number in sides if not bool((value == number).any())][:value.numel() // ONE_IN]
    if not missing:
        return
    there = [(value == number).reshape(-1) for number in noted]
    stays = {int(places.int().argmax()) for places in there if bool(places.any())}
    free = (place for place in torch.randperm(value.numel(), generator=generator) if int(place) not in stays)
    for number, place in zip(missing, free):
        value[torch.unravel_index(place, value.shape)] = number


def _says_otherwise(task, index):
    """Whether whole numbers are flags, or mean something only beside others."""
    value = task.inputs[index]
    if not segments.is_whole(value):
        return False
    structure = Structure(value)
    return structure.is_flags or structure.labels is not None or index in segments.kept_together(task.inputs)


def _settled(task, inputs):
    try:
        variant = Variant(task, task.model, inputs, task.init_seed, detail="some elements equal to what the reference compares "
                          "or rounds them with, or next to it")
    except Refused as error:
        raise NotApplicable(f"the reference refuses it: {error}") from error
    if not all(same_kinds(*pair) for pair in variant.all_values()) \
            or any(is_floating(exact) and not is_finite(exact) for _, exact in variant.all_values()):
        raise NotApplicable("the answer is not finite there")
    variant.is_on_edges = True
    return variant


def peaks(task):
    """Each row has its largest element at another place, and its smallest at another one than that: what leaves a column out is wrong
    where it is there. Every fourth row rises but for those, and the next one falls, a single one rises or not; others begin or end with
    zeros, or are in part like another one (columns likewise, `thin_lines.py`), if the reference takes that. Of masks one element of each row
    is true, and in some rows all or none, which no draw of long rows has; not none where the task sees to it that there is one."""
    base = task.inputs if sum(value.numel() for value in task.inputs if isinstance(value, torch.Tensor)) <= MOST_ELEMENTS \
        else base_inputs(task)
    generator = generator_of(task, "peaks")
    inputs = [_with_peaks(value, generator) if _is_free(original) else value for value, original in zip(base, task.inputs)]
    alike = _with_sparse_peaks(task, base, inputs, with_zeros=False)
    between = [index for index, value in enumerate(base) if value is task.inputs[index] and _is_drawn_between(value)]
    if all(new is old for new, old in zip(inputs, base)) and not any(map(_is_mask, task.inputs)) and not alike and not between:
        raise NotApplicable("no input has rows of numbers")
    words = "the largest and the smallest element of each row at other places"
    floating = [new if is_floating(new) else old for new, old in zip(inputs, base)]
    choices = [(inputs, words + ", of masks one is true"), (floating, words)]
    ways = [((0, 1), ", of masks one, none or all are true"), ((0,), ", of masks one or none is true")]
    if any(_is_mask(original) and accidents.has_one_in_each_row(task, index) for index, original in enumerate(task.inputs)):
        ways = [((1,), ", of masks one or all are true")]
    for ends, more in ways:
        masks = [_with_whole_rows(new, ends) if _is_mask(original) else new for new, original in zip(inputs, task.inputs)]
        if any(one is not new for one, new in zip(masks, inputs)):
            choices.insert(len(choices) - 2, (masks, words + more))
    first, text = choices[0]
    has_numbers = any(map(is_floating, alike.values())) and not task.trace().names & _PRODUCTS
    for sparse, more in ((alike, "alike"), (_with_sparse_peaks(task, base, inputs, with_zeros=True) if has_numbers else {}, "zero or alike")):
        if sparse:
            choices.insert(0, ([sparse.get(index, value) for index, value in enumerate(first)], f"{text}, some rows {more} in part"))
    first, text = choices[0]
    # Rows of them that are alike in part stay so.
    counts = {index: _in_whole_blocks(value, generator) for index, value in enumerate(base) if first[index] is value and _may_end_a_block(task, index)}
    parts = {index: segments.at_blocks(task, index, value, generator) for index, value in enumerate(base) if segments.is_whole(value)}
    counts.update({index: value for index, value in parts.items() if value is not None})
    if counts:
        choices.insert(0, ([counts.get(index, value) for index, value in enumerate(first)], text + ", whole numbers at the ends of blocks"))
    first, text = choices[0]
    if between:
        ended = {index: _at_both_ends(first[index], ends_of(base[index]), generator) for index in between}
        choices.insert(0, ([ended.get(index, value) for index, value in enumerate(first)], text + ", whole numbers at both ends of their range"))
    first, text = choices[0]
    for steps, more in ((thin_lines.NEAR_STEPS[-1:], "almost"), (thin_lines.NEAR_STEPS, "or almost")):
        near = _near_others(first, task.inputs, generator, steps, task.state_tensors())
        if near:
            choices.insert(0, ([near.get(index, value) for index, value in enumerate(first)], f"{text}, some those of another input or weight {more}"))
    return first_that_applies(task, choices)


def _near_others(inputs, originals, generator, steps, weights=()):
    """{index: values with some rows of the first free input before it whose rows are as long, or of one of the `weights`}: what is apart in the
    task may be near or the same, as a guess and what it is of, or two points."""
    found, first = {}, {}
    weights = {(value.shape[-1], value.dtype): value.detach() for value in reversed(weights) if is_floating(value) and value.dim() > 1}
    for index, (value, original) in enumerate(zip(inputs, originals)):
        if not is_floating(value) or value.is_complex() or value.dim() < 2 or not _is_free(original):
            continue
        at = first.setdefault((value.shape[-1], value.dtype), index)
        weight = weights.get((value.shape[-1], value.dtype)) if at == index else None
        other, of_task = (inputs[at], originals[at]) if weight is None else (weight, weight)
        if other is not value and thin_lines.may_be_another(original, of_task):
            start = thin_lines.near_in_columns(value, other) if other.shape == value.shape and len(steps) > 1 else value
            found[index] = thin_lines.near_another(start, other, generator, steps)
    return found


def all_near(task, inputs):
    """`inputs` of which the later ones are the first one of such rows but for little, where they may be: what is computed as a difference of large
    numbers loses its digits there. None where there are no two."""
    near = _near_others(inputs, task.inputs, generator_of(task, "near"), thin_lines.NEAR_ALL)
    return [near.get(index, value) for index, value in enumerate(inputs)] if near else None


def _may_end_a_block(task, index):
    """Whether an input has whole numbers, as lengths or places are, that may as well be others."""
    original = task.inputs[index]
    if not segments.is_whole(original) or original.numel() < 2 or not accidents.may_repeat(task, index) or index in segments.kept_together(task.inputs):
        return False
    structure = Structure(original)
    return structure.pattern is None and structure.labels is None and not structure.is_flags and not structure.is_codes \
        and int(original.max()) >= 2 << FEWEST_IN_A_BLOCK


def _is_drawn_between(value):
    """Whether it is known between which whole numbers the task draws one, each of several."""
    return isinstance(value, torch.Tensor) and ends_of(value) is not None and value.numel() > 1 and Structure(value).pattern is None


def _at_both_ends(value, ends, generator):
    """Some of the numbers are the least one that is drawn for them, and some the largest: few draws have either, as the first of many labels.
    Of several rows a quarter has them: those that are alike in part mostly stay so."""
    out = value.clone(memory_format=torch.contiguous_format)
    columns = out.shape[-1] if out.dim() > 1 else 1
    rows = torch.randperm(out.numel() // columns, generator=generator)
    if columns > 1:
        rows = rows[:max(1, len(rows) // ROWS_AT_AN_END)]
    places = (rows[:, None] * columns + torch.arange(columns)).reshape(-1)
    places = places[torch.randperm(len(places), generator=generator)]
    some = max(1, len(places) // AT_AN_END)
    out.view(-1)[places[:some]], out.view(-1)[places[some:2 * some]] = ends
    return out


def _in_whole_blocks(value, generator):
    """Every second number, above zero, as many as whole blocks of 16, 32, ... have, if that is no less than the least one, and every fourth one more
    or fewer than that, if there are as large ones."""
    out = value.clone(memory_format=torch.contiguous_format)
    least, most = int(value.min()), int(value.max())
    for some, steps in ((out.view(-1)[::2], (0,)), (out.view(-1)[1::4], (-1, 1))):
        _bring_to_blocks(some, torch.tensor(steps), least, most, generator)
    return out


def _bring_to_blocks(some, steps, least, most, generator):
    powers = some.clamp(min=1).double().log2() - FEWEST_IN_A_BLOCK
    block = 1 << (FEWEST_IN_A_BLOCK + torch.rand(some.shape, generator=generator, dtype=torch.float64) * powers.clamp(min=0)).long()
    whole = some.long() // block * block
    near = whole + steps[torch.randint(len(steps), some.shape, generator=generator)]
    some.copy_(torch.where((whole > 0) & (near >= least) & (near <= most), near, some))


def _with_sparse_peaks(task, base, inputs, with_zeros):
    """{index: values of `inputs` with parts of rows and columns zero or alike}. Of the first one of them what rows have is whole, of the others
    what columns have."""
    generator = generator_of(task, "sparse peaks")
    chosen = [index for index, (value, new) in enumerate(zip(base, inputs)) if _may_be_sparse(task, index, value, new)]
    return {index: _sparse_peaks(base[index], generator, at == 0, with_zeros) for at, index in enumerate(chosen)}


def _may_be_sparse(task, index, value, new):
    """Whether floating values have peaks, or whole numbers may repeat."""
    if not isinstance(value, torch.Tensor) or value.dim() < 2:
        return False
    return is_floating(value) and new is not value or segments.is_whole(value) and accidents.may_repeat(task, index) \
        and index not in segments.kept_together(task.inputs) and not segments.says_how_much(task.inputs, index) \
        and Structure(task.inputs[index]).pattern is None


def _sparse_peaks(value, generator, by_rows, with_zeros):
    if not is_floating(value):
        return thin_lines.thinned(value, generator, False)
    start = thin_lines.thinned(value.mT, generator, with_zeros).mT if by_rows else value
    out = _with_peaks(start, generator, lambda rows: _along(by_rows, thin_lines.thinned, rows.view(value.shape), generator, with_zeros))
    return _along(by_rows, thin_lines.with_zeros_first, out, generator) if with_zeros else out


def _along(by_rows, change, value, *more):
    return change(value, *more) if by_rows else change(value.mT, *more).mT


def _is_mask(original):
    if not isinstance(original, torch.Tensor) or original.dim() < 2 or original.shape[-1] < 2:
        return False
    structure = Structure(original)
    return structure.pattern is None and (original.dtype == torch.bool or structure.is_flags)


def _with_whole_rows(value, ends):
    """A mask with every fourth row of the first of these numbers throughout, and with the one behind it of the second if there is one."""
    out = value.clone(memory_format=torch.contiguous_format)
    rows = out.view(-1, value.shape[-1])
    for first, number in enumerate(ends):
        rows[first::WHOLE_ONE_IN] = number
    return out


def _with_peaks(value, generator, change=None):
    """`change`: of the values, once some rows rise or fall."""
    if not (is_floating(value) or value.dtype == torch.bool) or value.dim() == 0 or value.shape[-1] < 2:
        return value
    out = value.clone(memory_format=torch.contiguous_format)
    rows = out.view(-1, value.shape[-1])
    at = torch.arange(len(rows))
    has_middle = rows.shape[1] > 2  # of two elements, as of a complex number, nothing would stay as it was drawn
    if value.dtype != torch.bool and has_middle:
        rows[1::ROWS_IN], rows[2::ROWS_IN] = rows[1::ROWS_IN].sort(-1).values, rows[2::ROWS_IN].sort(-1, descending=True).values
        if len(rows) == 1 and bool(torch.randint(2, (), generator=generator)):
            rows.copy_(rows.sort(-1).values)
    if change is not None:
        rows.copy_(change(rows).reshape(rows.shape))
    highest = _places(len(rows), rows.shape[1], generator)
    lowest = (highest.roll(1) + (highest.roll(1) == highest)) % rows.shape[1]
    if value.dtype == torch.bool:
        rows.zero_()
        rows[at, highest] = True
    if value.dtype == torch.bool or not has_middle:
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
    """`inputs` whose rows end with their largest element, or every second one with its smallest, and the last row with that of all: what
    loses the end of a row, or of everything, shows there, also in a maximum."""
    return [_high_ended(value) if is_floating(value) and _is_free(original) else value for value, original in zip(inputs, originals)]


def with_late_masks(task, inputs):
    """`inputs` whose masks let nothing of the first half of their longest axis through: whole blocks of a long row have nothing before
    them. None where there are no masks, or each row of them promises something."""
    masks = {index for index, original in enumerate(task.inputs) if _is_mask(original) and not any(
        accidents.has_one_in_each_row(task, index, number) for number in (0, 1))}
    for lets_through in (True, False) if masks else ():
        late = [_late(value, lets_through) if index in masks else value for index, value in enumerate(inputs)]
        try:
            here = run_native(task.model, late, 0).values
            elsewhere = run_native(task.model, [_turned_at_first(value) for value in late], 0).values
        except Refused:
            continue
        if all(map(same_values, here, elsewhere)):
            return late
    return None


def with_stretched_masks(task, inputs):
    """`inputs` whose masks let a quarter of their longest axis through and nothing of the next one: who has met something may meet whole blocks of
    nothing, and more behind them. None where there are no masks, or what they hold is a promise."""
    masks = {index for index, original in enumerate(task.inputs) if _is_mask(original)}
    return [_with_gap(value) if index in masks else value for index, value in enumerate(inputs)] if masks else None


def _with_gap(value):
    out = value.clone(memory_format=torch.contiguous_format)
    axis = max(range(value.dim()), key=lambda at: value.shape[at])
    quarter = value.shape[axis] // 4
    for part, number in ((1, 1), (2, 0)):
        out.narrow(axis, part * quarter, quarter).fill_(number)
    return out


def _first_half(value):
    axis = max(range(value.dim()), key=lambda at: value.shape[at])
    return value.narrow(axis, 0, value.shape[axis] // 2)


def _late(value, lets_through):
    out = value.clone(memory_format=torch.contiguous_format)
    _first_half(out).fill_(not lets_through)
    return out


def _turned_at_first(value):
    if not is_floating(value) or value.numel() < 2:
        return value
    out = value.clone()
    _first_half(out).mul_(TURNED)
    return out


def with_last_indices(inputs, task, old, new):
    """`inputs` whose whole numbers that reach into a size, as labels and indices do, end with its last one: `new` of them, where the
    originals have `old`."""
    return [_last_ended(value, new - 1) if _reaches_into(original, old) and not _is_of_another(task, index, old) else value
            for index, (value, original) in enumerate(zip(inputs, task.inputs))]


def _is_of_another(task, index, size):
    """Whether the numbers of an input are those of a smaller size, as lengths are: of an index that reaches into `size` the reference refuses
    one beyond."""
    return _ends_before(task.inputs, index, size) and not _is_refused(task, index, size)


def _ends_before(originals, index, size):
    """Whether there is a smaller size that all numbers of an input lie within: lengths are those of that one."""
    most = int(originals[index].max())
    return any(most <= other < size for at, value in enumerate(originals) if at != index and isinstance(value, torch.Tensor) for other in value.shape)


def with_numbers_to(inputs, task, old, new):
    """`inputs` whose whole numbers that reach to the end of a size, as indices and lengths do, reach to that of the `new` one, where the
    originals have `old`: every second of them, and the last one."""
    most = {index: _most_of(task, index, old, new) for index in range(len(inputs))}
    return [value if most[index] is None else _spread_to(value, old, most[index], (ends_of(task.inputs[index]) or [None])[0])
            for index, value in enumerate(inputs)]


def _most_of(task, index, old, new):
    """The largest number of an input that there may be with the `new` size; None where its numbers have nothing to do with the size."""
    original = task.inputs[index]
    if not segments.is_whole(original) or original.numel() < 2 or Structure(original).pattern is not None or index in segments.kept_together(task.inputs) \
            or int(original.min()) < 0 and patterns.none_of(original) is None or not old <= 2 * (int(original.max()) + 1) <= 2 * old + 2:
        return None
    if _is_refused(task, index, old):
        return new - 1
    if not segments.says_how_much(task.inputs, index) or segments.lies_in_pages(original) or _ends_before(task.inputs, index, old):
        return None
    return new


def _is_refused(task, index, number):
    """Whether the reference refuses a number, as one does that looks up a row which there is not."""
    known = task.memo.setdefault(_is_refused, {})
    if (index, number) not in known:
        original = task.inputs[index]
        known[index, number] = number <= torch.iinfo(original.dtype).max \
            and not task.accepts([_last_ended(value, number) if at == index else value for at, value in enumerate(task.inputs)])
    return known[index, number]


def _spread_to(value, old, most, least):
    most = min(most, torch.iinfo(value.dtype).max)
    out = value.clone(memory_format=torch.contiguous_format)
    flat = out.view(-1)
    if int(value.max()) <= old < most:
        spread = flat[1::2].long()
        flat[1::2] = torch.where(spread < 0, spread, spread * most // old).to(value.dtype)
    if least is not None:
        flat[len(flat) // 2] = least
    flat[-1:] = most
    return out


def _reaches_into(original, size):
    return segments.is_whole(original) and original.numel() > 1 and Structure(original).pattern is None \
        and int(original.min()) >= 0 and size <= 2 * (int(original.max()) + 1) <= 2 * size


def _last_ended(value, last):
    out = value.clone(memory_format=torch.contiguous_format)
    out.view(-1)[-1:] = min(last, torch.iinfo(value.dtype).max)
    return out


def _high_ended(value):
    if value.dim() == 0 or value.numel() < 2:
        return value
    out = value.clone(memory_format=torch.contiguous_format)
    rows = out.view(-1, value.shape[-1] if value.shape[-1] > 1 else value.numel())
    rows[:, -1] = rows.abs().amax(1) * PEAK
    rows[1::2, -1] = rows[1::2].amin(1) * (PEAK if bool((value < 0).any()) else 1 / PEAK)
    if len(rows) % 2 == 0 and bool((value < 0).any()):
        rows[-1, -1] = -rows.abs().amax() * PEAK
    elif len(rows) != 2:  # the second one of two ends with its smallest
        rows[-1, -1] = rows.abs().amax() * PEAK
    return out


def _is_sparse(original):
    """Whether some numbers are zero and that is all that is known of them: those stay zero, and no others become so."""
    if not is_floating(original) or original.is_complex():
        return False
    structure = Structure(original)
    return structure.is_free() and structure.has_zeros


def _is_free(original):
    if not isinstance(original, torch.Tensor):
        return False
    structure = Structure(original)
    return structure.is_free() and not structure.has_zeros
