# SPDX-License-Identifier: GPL-3.0-or-later
"""Running a reference: its answer in its own dtype and in float64, and the two bundles that the
judge gets for one set of arguments."""

import collections
import contextlib
import copy
import hashlib
import json
import os
import traceback
import weakref

import torch
from torch.utils._python_dispatch import _get_current_dispatch_mode

from harness.shared import answer_form, bundle, containers
from harness.task import half_casts, nesting
from harness.task.own_limits import OwnLimits

FILE_NAME = "reference.py"
_TABLES = (dict, collections.OrderedDict)
_changing = weakref.WeakSet()  # models whose forwards have changed their state
_last_doubled = []  # a model, what it consisted of, and its copy in float64
CHANGED = "changed"  # in Task.memo: names of what forwards changed so far
LOST = 0.05  # an error as a whole at which nothing is left of an answer in float32
FEW_NUMBERS, CANCELLED = 8, 3e-6  # of an answer; a third of what a candidate may be off
MANY_ANSWERS = 8  # whole numbers


class Refused(Exception):
    """The reference cannot be used."""

    def __init__(self, code, message, line=0):
        super().__init__(message)
        self.code, self.message, self.line = code, message, line


class NotApplicable(Exception):
    """This task has no such variant; the text says why."""


def seed_torch(seed):
    """torch.manual_seed for the CPU alone; the full one spends a millisecond on absent devices."""
    torch.default_generator.manual_seed(seed)


def derive_seed(seed, purpose):
    """A seed of its own for every purpose: 63 bits of a one-way hash.

    A candidate is told the seed of its constructor ("init"); to get from it to the seed of the
    inputs it would have to find the request's seed, so that one must not be guessable where
    candidates are not trusted.
    """
    digest = hashlib.sha256(f"nereid:{seed}:{purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "little") >> 1


class Variant:
    """One set of arguments with torch's own answer and the fp64 one."""

    def __init__(self, task, model, inputs, init_seed, *, layouts=None, train_mode=None,
                 detail="", is_cast=False, gradients=False, nesting=None, init=None):
        """`layouts`: {input index: how it lies in memory}, see bundle.laid_out; by default as the task draws it.
        `is_cast`: the model has another dtype than it was made with. `gradients`: torch would follow what a candidate does.
        `nesting`: of the model, where it is not the task's. `init`: arguments of its constructor, likewise."""
        from harness.task import told_numbers  # which runs references itself
        inputs = told_numbers.followed(task, inputs)
        self._task = task
        self.model = model
        self.init = task.init_for(inputs) if init is None else init
        self._init_seed, self._is_cast = init_seed, is_cast
        self._gradients, self._nesting = gradients, nesting or task.nesting
        self._layouts = task.own_layouts() if layouts is None else layouts
        self._train_mode = task.train_mode if train_mode is None else train_mode
        self.inputs = inputs
        self.detail = detail
        self.exact = True  # the expected values are float64
        self.is_decided = False  # no rounding decides of its answer
        self.is_on_edges = False  # its inputs lie on edges, and are what they are
        self.open = {}  # {index of an output: why it is not compared}
        self.fixed = ()  # what a candidate answers that takes no notice of what makes the variant another one
        self._state = {name: value.detach().clone() for name, value in state_of(model).items()}
        answer = run_native(model, inputs, 0, self._layouts, task.memo.get(CHANGED, ()))
        task.memo.setdefault(CHANGED, set()).update(answer.effects)
        self.native = answer.values
        self._answer = answer
        exact = self._in_double()
        self.values = as_exact(exact.values, self.native)
        self._effects = dict(zip(answer.effects, as_exact(
            [exact.effects.get(name, value) for name, value in answer.effects.items()],
            answer.effects.values())))
        floating = sorted((value for value in inputs if is_floating(value)), key=lambda value: -torch.finfo(value.dtype).eps) \
            or [value for value in inputs if isinstance(value, torch.Tensor)] or self.native
        self.dtype = bundle.dtype_name(floating[0].dtype)  # of several, the coarsest: that one `other_dtype` changes

    def _in_double(self):
        """The float64 answer; torch's own where float64 fails."""
        try:
            answer = answer_double(self.model, self.inputs, self._answer.effects)
            if [value.shape for value in answer.values] != [value.shape for value in self.native]:
                raise ValueError("other shapes in float64")
            return answer
        except BaseException as error:
            why = f"judged against {self._native_dtypes()}: float64 fails " \
                  f"({describe(error)[:200]})"
            self.detail = f"{self.detail}; {why}" if self.detail else why
            self.exact = False
            return self._answer

    def ways(self):
        """What another Variant of the same kind is told beside its inputs and its model."""
        return {"init_seed": self._init_seed, "layouts": self._layouts, "train_mode": self._train_mode, "is_cast": self._is_cast,
                "gradients": self._gradients, "nesting": self._nesting, "init": self.init}

    def all_values(self):
        """[(torch's own, exact)] of the outputs and of what the reference changes."""
        return [*zip(self.native, self.values),
                *((self._answer.effects[name], value) for name, value in self._effects.items())]

    def _native_dtypes(self):
        return ", ".join(sorted({bundle.dtype_name(value.dtype) for value in self.native}))

    def given(self, name):
        """(tensors, metadata) of the candidate's arguments."""
        tensors = {}
        arguments, keywords = self.init
        init = {"args": [bundle.encode_value(value, tensors, "init") for value in arguments],
                "kwargs": {key: bundle.encode_value(value, tensors, "init")
                           for key, value in keywords.items()}}
        encoded = bundle.encode_arguments(self._nesting.arguments(self.inputs), tensors, "input")
        tensors.update({f"state.{key}": value for key, value in self._state.items()})
        layouts = {f"input.{sum(isinstance(value, torch.Tensor) for value in self.inputs[:index])}": layout
                   for index, layout in self._layouts.items()}
        layouts = {name: layout for name, layout in layouts.items() if not tensors[name].is_complex()}
        return tensors, {"init": json.dumps(init), "inputs": json.dumps(encoded), "variant": name,
                         "dtype": self.dtype, "cast": "1" if self._is_cast else "0", "init_seed": str(self._init_seed),
                         "train_mode": "1" if self._train_mode else "0", "gradients": "1" if self._gradients else "0",
                         "moves_only": "1" if self._task.moves_only() else "0",
                         "moves_partly": "1" if self._task.moves_partly() else "0",
                         "makes_only": "1" if self._task.makes_only() else "0",
                         "computed": json.dumps(self._task.trace().computed), "bookkeeping": json.dumps(self._task.bookkeeping(self.inputs)),
                         "may_check": "1" if self._may_be_checked() else "0",
                         "shared": json.dumps(self._answer.shared), "dense": json.dumps(self._answer.dense),
                         "changes_containers": "1" if self._answer.changes_containers else "0",
                         "form": json.dumps(self._answer.form), "grows": self._grows(name),
                         "module": "1" if isinstance(self.model, torch.nn.Module) else "0",
                         **({"layouts": json.dumps(layouts)} if layouts else {})}

    def _may_be_checked(self):
        """Whether the answer is more than a few whole numbers, which somebody who may look at truth values would find out."""
        values = self._task.answer(self._task.inputs).values
        return any(map(is_floating, values)) or sum(value.numel() for value in values) > MANY_ANSWERS

    def _grows(self, name):
        """Which inputs these are of those that a candidate's work is counted on, where it is looked at on larger ones later."""
        if not self._task.grows:
            return "0"
        return "1" if self._is_of_own_shapes() else "2" if name == "tiny" else "0"

    def _is_of_own_shapes(self):
        return all(value.shape == other.shape for value, other in zip(self.inputs, self._task.inputs) if isinstance(value, torch.Tensor))

    def expected(self, levels, for_gpu=False):
        """(tensors, metadata) for the judge; `levels` of state_effects. `for_gpu`: what a GPU answers to it is judged, too."""
        tensors = {f"expected.{index}": value for index, value in enumerate(self.values)}
        tensors.update({f"native.{index}": value for index, value in enumerate(self.native)})
        edges = self._undecided()
        for index, (places, choices) in edges.items():
            tensors.update({f"undecided.{index}": places, f"choices.{index}": choices})
        tensors.update({f"rounded.{index}": trials for index, trials in self._rounded().items()})
        tensors.update(self._in_tf32(edges) if for_gpu else {})
        tensors.update({f"fixed.{index}": value for index, value in enumerate(self.fixed)})
        tensors.update({f"effect.{name}": self._effects[name] for name in levels})
        tensors.update(self._near(levels))
        tensors.update({f"effect_native.{name}": self._answer.effects[name] for name in levels})
        return tensors, {"outputs": self._answer.structure, "dtype": self.dtype, "open": json.dumps(sorted(self.open)), "exact": json.dumps(self.exact_outputs()),
                         "aliases": json.dumps(self._answer.aliases),
                         "effects": json.dumps(levels)}

    def exact_outputs(self):
        """Outputs whose elements are elements of the inputs, on these and on the first ones."""
        from harness.task import reference_trace  # which runs references itself
        known = self._task.trace().exact
        if not known:
            return []
        # What a reference computes with numbers of Python's no operator tells.
        there = [value.detach().reshape(-1).abs() for value in (*self.inputs, *self._state.values()) if is_floating(value)]
        return [index for index in reference_trace.trace(self.model, self.inputs).exact if index in known and _are_among(self.native[index], there)]

    def shapes(self):
        """Of the tensors that a candidate gets."""
        return [list(value.shape) for value in bundle.tensors_in(self._nesting.arguments(self.inputs))]

    def _undecided(self):
        from harness.task import undecided  # which runs references itself
        if self.is_decided or not self.exact:
            return {}
        return undecided.undecided(self._task, self.model, self.inputs, self.native, self.values, not self.is_on_edges)

    def _rounded(self):
        from harness.task import rounded_products  # likewise
        return rounded_products.rounded(self._task, self.model, self.inputs, self.native) if self.exact and not self._is_cast else {}

    def _in_tf32(self, edges):
        from harness.task import rounded_products  # likewise
        return rounded_products.in_tf32(self._task, self.model, self.inputs, self.native, self.values, edges) if self.exact else {}

    def _near(self, levels):
        from harness.task import kept_inputs  # likewise
        tensors = dict(kept_inputs.given({}, self.inputs), **{f"state.{name}": value for name, value in self._state.items()})
        near = {}
        for (kind, part), name in (kept_inputs.kept(self._task) if self.exact else {}).items():
            value = self.native[part] if kind == "output" and part < len(self.native) else self._answer.effects.get(part) if part in levels else None
            if value is not None and name in tensors and tensors[name].shape == value.shape and tensors[name].dtype == value.dtype:
                near[f"near.{part}" if kind == "output" else f"effect_near.{part}"] = tensors[name].contiguous()
        return near

    def effects(self):
        """{name in `given`: torch's own value afterwards} of what forwards may change."""
        return self._answer.effects

    def handed_on(self):
        """Outputs that lie in memory of an input."""
        return set(self._answer.aliases)

    def loses_digits(self):
        """Whether torch's own answer in float32 has little in common with the exact one, though no edge decides of it."""
        lost = {index for index, (native, exact) in enumerate(zip(self.native, self.values))
                if self.exact and index not in self.open and native.dtype == torch.float32 and _error(native, exact) > LOST}
        return bool(lost) and not lost & self._undecided().keys()

    def cancels(self):
        """Whether an answer of few numbers lies so near zero, beside what adds up to it, that torch's own one has lost digits."""
        pairs = [pair for index, pair in enumerate(zip(self.native, self.values)) if index not in self.open]
        return self.exact and bool(pairs) and cancels(*zip(*pairs))

    def unchanged(self):
        """Those of them that this forward leaves, such as a cache that takes what it holds."""
        return self._answer.unchanged


def _are_among(value, others):
    """Whether each element, its sign aside, is one of `others`, or zero, infinite or NaN."""
    value = value.reshape(-1).abs()
    value = value[value.isfinite() & (value != 0)].double()
    return not value.numel() or bool(others) and bool(torch.isin(value, torch.cat([other.double() for other in others])).all())


def cancels(native, exact):
    """The same of float32 answers and of the exact ones."""
    return any(value.dtype == torch.float32 and 0 < value.numel() <= FEW_NUMBERS and _error(value, other) > CANCELLED
               for value, other in zip(native, exact) if value.shape == other.shape)


def _error(native, exact):
    """Of what is finite, as a whole, relative to the larger one: an exact zero has no digits to lose."""
    finite = native.isfinite() & exact.isfinite()
    native, exact = native[finite].double(), exact[finite]
    return float((native - exact).norm() / torch.maximum(native.norm(), exact.norm())) if exact.norm() > LOST * native.norm() else 0.0


class Answer:
    """Outputs of a reference, flat, with what they share with the inputs."""

    def __init__(self, output, inputs, effects=None, unchanged=(), changes_containers=False):
        self.effects = effects or {}  # {name in `given`: value after forward}
        self.changes_containers = changes_containers  # a list or dict of its caller, or the shape of a tensor
        self.unchanged = set(unchanged)  # names of effects that are what they were
        try:
            self.form = answer_form.form_of(output)
        except answer_form.Unknown as error:
            raise Refused("reference_error", f"forward of the reference: {error}") from error
        tensors = list(answer_form.flatten(output))
        if not tensors:
            if output is None:
                raise Refused("reference_error", "forward of the reference returns None; is its return missing?")
            raise Refused("reference_error", f"forward of the reference returns no tensor, but {type(output).__name__}")
        self.structure = answer_form.structure(self.form)
        storages = {value.untyped_storage().data_ptr() for value in inputs
                    if isinstance(value, torch.Tensor) and value.numel()}
        self.aliases = [index for index, value in enumerate(tensors)
                        if value.numel() and value.untyped_storage().data_ptr() in storages]
        places = [value.untyped_storage().data_ptr() for value in tensors]
        self.shared = [index for index, place in enumerate(places) if index in self.aliases or places.count(place) > 1]
        self.dense = [index for index, value in enumerate(tensors) if value.is_contiguous()]
        self.values = [bundle.as_pairs(value.detach()).clone().contiguous() for value in tensors]
        for value in self.values:
            if not bundle.supported(value):
                raise Refused("reference_error", f"forward of the reference: an output of {value.dtype} cannot be judged")


def run_native(model, inputs, seed, layouts=None, watched=(), watch=contextlib.nullcontext()):
    """The model's answer on copies of the inputs; its own buffers are put back afterwards. Its
    effects are what has changed, and what `watched` names. `watch`: the mode that the forward alone runs in."""
    state = {name: value.detach().clone() for name, value in state_of(model).items()}
    values = cloned(inputs)
    for index, layout in (layouts or {}).items():
        values[index] = bundle.laid_out(values[index], layout)
    seed_torch(seed)
    moved = dict(state)
    held = containers.held_by(values)
    try:
        with torch.no_grad(), watch:
            output = model(*values)
        changes_containers = nesting.has_changed_containers() or containers.are_others(held, containers.held_by(values))
        effects, unchanged = {}, set()
        for name, value, before in _watched(model, values, state, inputs):
            is_same = same_bytes(value.detach(), before)
            if not is_same or name in watched:
                effects[name] = value.detach().clone().contiguous()
                unchanged |= {name} if is_same else set()
            if is_same and name.startswith("state."):
                moved.pop(name.removeprefix("state."))
        if moved:
            _changing.add(model)
        return Answer(output, values, effects, unchanged, changes_containers)
    except (Refused, MemoryError):
        raise
    except BaseException as error:
        raise Refused("reference_error", f"forward: {describe(error)}",
                              line_of(error)) from error
    finally:
        put_back(model, moved)


def _watched(model, values, state, inputs):
    """(name in `given`, tensor, its value before forward) of state and inputs."""
    for name, value in state_of(model).items():
        if name in state:
            yield f"state.{name}", value, state[name]
    for index, pair in enumerate(zip(bundle.tensors_in(values), bundle.tensors_in(inputs))):
        yield f"input.{index}", *pair


def answer_double(model, inputs, watched=(), own=None):
    """The answer with parameters and floating inputs in float64, with the values afterwards of what
    `watched` names. `own`: inputs in the dtypes of the task, where `inputs` are in others. Where float32 is named and the formula is
    smooth, it rounds nothing."""
    if not half_casts.may_be_smooth(model):
        return _answer_double(model, inputs, watched, own)
    casts = []
    try:
        answer = _answer_double(model, inputs, watched, own, casts)
    except Exception:
        if not casts or not casts[0].met_single:
            raise
        answer = _answer_double(model, inputs, watched, own)  # what is refused anyway says nothing
        half_casts.keep_named(model)
        return answer
    return answer if half_casts.is_smooth(model, casts[0], answer.values) else _answer_double(model, inputs, watched, own)


def _answer_double(model, inputs, watched, own, wide=None):
    """`wide`: a list for the casts that leave float64 where float32 is named; without it they do not."""
    original, model = model, _doubled(model)
    values = bundle.with_tensors(inputs, _widened)
    limits = OwnLimits(bundle.tensors_in(own or inputs))
    casts = half_casts.HalfCasts(lambda: _beside_their_own(model, original, values, inputs), wide is not None, limits.eps_of)
    if wide is not None:
        wide.append(casts)
    seed_torch(0)
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        with torch.no_grad(), casts, limits:
            output = model(*values)
        casts.jumps = casts.jumps or limits.asked  # of float32, where that is named
        state = dict.fromkeys(state_of(model))
        effects = {name: value.detach().clone().contiguous()
                   for name, value, _ in _watched(model, values, state, inputs)
                   if name in watched} if watched else {}
        return Answer(output, values, effects)
    finally:
        torch.set_default_dtype(before)


def _beside_their_own(model, original, values, inputs):
    """[(tensor of the model or of the inputs in float64, the one that it is of)]."""
    weights, own = state_of(model), state_of(original)
    return [*zip(bundle.tensors_in(values), bundle.tensors_in(inputs)), *((weights[name], own[name]) for name in weights if name in own)]


def answer_in_range(model, moved, inputs, watched=()):
    """answer_double of `inputs` of which floating values have been `moved` a little; none beyond the least or the largest of its input
    where the reference takes no other, as a probability of one is none above. What it refuses though nothing is left beyond, it refuses."""
    try:
        return answer_double(model, moved, watched, inputs)
    except Exception:
        within = [value.clamp(float(original.min()), float(original.max())) if is_floating(value) and value.numel() else value
                  for value, original in zip(moved, inputs)]
        if not any(is_floating(value) and not torch.equal(value.double(), original.double()) for value, original in zip(within, inputs)):
            raise
        return answer_double(model, within, watched, inputs)


def as_exact(values, natives):
    """Floating and complex values in double precision, others as torch itself has them."""
    return [_widened(value) if native.is_floating_point() or native.is_complex() else native
            for value, native in zip(values, natives)]


def _widened(value):
    return value.double() if is_floating(value) else value.to(torch.complex128) if value.is_complex() else value.clone()


# ---- helpers -----------------------------------------------------------------------------------


def state_of(model):
    if not isinstance(model, torch.nn.Module):
        return {}
    return {name: value for name, value in model.state_dict(keep_vars=True).items()
            if isinstance(value, torch.Tensor)}


def copied(model):
    """A deep copy. What is empty in its modules (a dozen tables of hooks each) is made here, since copy takes long over it."""
    memo = {}
    for module in model.modules() if isinstance(model, torch.nn.Module) else ():
        for value in vars(module).values():
            if type(value) in _TABLES and not value:
                memo[id(value)] = type(value)()
    return copy.deepcopy(model, memo)


def _doubled(model):
    """A copy in float64; the last one again where model and forwards leave it as it is. What looks at operators sees it made anew."""
    if not isinstance(model, torch.nn.Module):
        return copied(model)
    if model in _changing or _get_current_dispatch_mode() is not None:
        return copied(model).double()
    parts = [id(value) for module in model.modules() for value in vars(module).values()]
    parts += map(identity, state_of(model).values())
    if not _last_doubled or _last_doubled[0] is not model or _last_doubled[1] != parts:
        _last_doubled[:] = model, parts, copied(model).double()
    return _last_doubled[2]


def identity(value):
    """What is another one of each other tensor, and of this one once it has changed."""
    return id(value), value._version if isinstance(value, torch.Tensor) and not value.is_inference() else 0


def put_back(model, state):
    now = state_of(model)
    with torch.no_grad():
        for name, value in state.items():
            if name in now:
                now[name].copy_(value)


def init_arguments(module):
    """(args, kwargs) of get_init_inputs(), which may also return a dict or [list, dict]."""
    maker = getattr(module, "get_init_inputs", None)
    if maker is None:
        return (), {}
    seed_torch(0)
    try:
        made = maker()
    except BaseException as error:
        raise Refused("reference_error", f"get_init_inputs(): {describe(error)}",
                              line_of(error)) from error
    if made is None:
        raise Refused("reference_error", "get_init_inputs() returns None; it must return a list, empty where the constructor takes nothing")
    if isinstance(made, dict):
        return (), made
    made = list(made) if isinstance(made, (list, tuple)) else [made]
    if len(made) == 2 and isinstance(made[0], (list, tuple)) and isinstance(made[1], dict):
        return tuple(made[0]), made[1]
    return tuple(made), {}


def comparable(init):
    """Constructor arguments as something that can be compared: values, tensors by shape."""
    tensors = {}
    arguments, keywords = init
    text = json.dumps([bundle.encode_value(list(arguments), tensors, "init"),
                       bundle.encode_value(keywords, tensors, "init")])
    return text, [(tuple(value.shape), str(value.dtype)) for value in tensors.values()]


def is_floating(value):
    return isinstance(value, torch.Tensor) and value.is_floating_point()


def cloned(inputs):
    return bundle.with_tensors(inputs, torch.Tensor.clone)


def same_bytes(first, second):
    if first.shape != second.shape or first.dtype != second.dtype:
        return False
    return bundle.same_bytes(first, second)


def same_answers(values, others):
    """Whether they are as many, and each has the bytes of its other."""
    return len(values) == len(others) and all(map(same_bytes, values, others))


def same_values(first, second):
    """Equal element by element, -0 to 0 and NaN to NaN; of any dtype, 8-bit floats included."""
    if first.shape != second.shape or first.dtype != second.dtype:
        return False
    if same_bytes(first, second):
        return True
    if not first.is_floating_point():
        return torch.equal(first, second)
    first, second = numbers(first), numbers(second)
    return bool(((first == second) | (first.isnan() & second.isnan())).all())


def numbers(value):
    """The same values in a dtype that can be computed with: torch knows little of 8-bit floats."""
    narrow = value.is_floating_point() and value.element_size() == 1
    return value.float() if narrow else value


def finite_mask(value):
    """Mask of the elements that are neither NaN nor infinite; of any dtype."""
    return torch.isfinite(numbers(value))


def is_finite(value):
    """Whether all elements are neither NaN nor infinite; of any dtype. Where their sum is, they are: no mask is made."""
    return bool(torch.isfinite(numbers(value).sum())) or bool(finite_mask(value).all())


def all_finite(values):
    """Whether all floating tensors among them are."""
    return all(is_finite(value) for value in values if is_floating(value))


def near_limit(value, dtype):
    """Whether a finite element of a floating tensor is more than half of the largest number of `dtype`."""
    if not is_floating(value) or not value.numel() or not dtype.is_floating_point:
        return False
    size = numbers(value).abs()
    return bool((torch.isfinite(size) & (size > torch.finfo(dtype).max / 2)).any())


def same_finiteness(native, expected):
    return torch.equal(finite_mask(native), finite_mask(expected))


def describe(error):
    if isinstance(error, SystemExit):
        return "the reference called sys.exit"
    return f"{type(error).__name__}: {str(error).strip()}"


def line_of(error):
    line = 0
    while error is not None:
        for frame in traceback.extract_tb(error.__traceback__):
            if os.path.basename(frame.filename) == FILE_NAME:
                line = frame.lineno or line
        if isinstance(error, SyntaxError) and error.lineno:
            line = error.lineno
        error = error.__cause__
    return line
