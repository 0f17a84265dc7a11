# SPDX-License-Identifier: GPL-3.0-or-later
"""Values that lie on an edge: numbers that the reference itself compares its inputs with, or rounds them at."""

import ast

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.inputs import segments
from harness.inputs.extra_variant import generator_of, own_inputs, same_kinds
from harness.inputs.input_structure import Structure, is_free_of_zeros
from harness.shared import bundle, operators
from harness.task import undecided
from harness.task.reference_run import (NotApplicable, Refused, Variant, cloned, finite_mask, is_finite, is_floating, put_back,
                                        state_of)

NONE_SHARE = 0.25  # of whole numbers
ONE_IN = 3            # elements that come to lie on an edge
# What asks whether all of a row are, or how many from its start on.
_OF_ROWS = frozenset("all any prod cumprod cumprod_ cummin _cummin_helper".split())
ROWS_IN = 4           # of which one lies on edges throughout, one but for two elements, and one from its start on
BESIDE = 2            # of the elements that come to lie on an edge: one in so many lies next to it
NEXT_TO_ZERO = 1e-15  # or the least normal number of a dtype
_BITS = {2: torch.int16, 4: torch.int32, 8: torch.int64}
# Of what lies next to zero these make numbers beside which all others are nothing.
_OF_THE_INVERSE = frozenset("div div_ reciprocal rsqrt pow log log2 log10 divide true_divide".split())
MOST_ELEMENTS = 1 << 18
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
    return edges_of(task, own_inputs(task))


def edges_of(task, before, words=""):
    """The same of inputs of other sizes; `words` say of which."""
    seen = _watched(task, before)
    choices = [_on_edges(task, seen, before, lambda value: True, by_rows=by_rows, beside=beside)
               for by_rows in ([True] if task.trace().names & _OF_ROWS else []) + [False] for beside in (True, False)]
    if any(segments.is_whole(new) and new is not old for new, old in zip(choices[-1], before)):
        choices.append(_on_edges(task, seen, before, is_floating))
    choices.append(_with_none(task, seen, before))
    reason = None
    for inputs in choices:
        if all(new is old for new, old in zip(inputs, before)):
            reason = reason or NotApplicable("the reference compares and rounds no number of an input as it comes")
            continue
        try:
            variant = _settled(task, inputs, words)
            task.check_writes(variant)
            return variant
        except NotApplicable as error:
            reason = error
    raise reason


def _watched(task, before):
    """_Edges of a forward on these inputs."""
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
    # What is compared behind a change is no longer what was given.
    seen.changed = {index for index, (value, other) in enumerate(zip(inputs, before)) if isinstance(value, torch.Tensor) and not torch.equal(value, other)}
    seen.inputs = inputs
    return seen


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
        stays = not isinstance(value, torch.Tensor) or index in seen.changed or not is_moved(value) or not (is_free_of_zeros(original) or _is_sparse(original)) \
            or _says_otherwise(task, index) or torch.equal(value, other)
        moved.append(other if stays else value.clone())
    return moved


def _with_none(task, seen, before):
    """Whole numbers a quarter of which are the number below zero that the reference compares them with, which mostly stands for none: unlike those
    next to other edges it comes in no way of what the others name."""
    generator = generator_of(task, "edges to none")
    none = {}
    for value, _, sides in seen.found:
        for number in sides:
            if number < 0:
                at = value.untyped_storage().data_ptr()
                none[at] = max(number, none.get(at, number))
    out = []
    for index, (value, other) in enumerate(zip(seen.inputs, before)):
        number = none.get(value.untyped_storage().data_ptr()) if segments.is_whole(value) else None
        if number is None or index in seen.changed or _says_otherwise(task, index):
            out.append(other)
        else:
            out.append(torch.where(torch.rand(other.shape, generator=generator) < NONE_SHARE, torch.full_like(other, number), other))
    return out


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


def _settled(task, inputs, words):
    try:
        variant = Variant(task, task.model, inputs, task.init_seed, detail=words + "; " * bool(words) + "some elements equal to what the reference compares "
                          "or rounds them with, or next to it")
    except Refused as error:
        raise NotApplicable(f"the reference refuses it: {error}") from error
    if not all(same_kinds(*pair) for pair in variant.all_values()) \
            or any(is_floating(exact) and not is_finite(exact) for _, exact in variant.all_values()):
        raise NotApplicable("the answer is not finite there")
    variant.is_on_edges = True
    return variant


def _is_sparse(original):
    """Whether some numbers are zero and that is all that is known of them: those stay zero, and no others become so."""
    if not is_floating(original) or original.is_complex():
        return False
    structure = Structure(original)
    return structure.is_free() and structure.has_zeros
