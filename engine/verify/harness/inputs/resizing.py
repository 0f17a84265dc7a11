# SPDX-License-Identifier: GPL-3.0-or-later
"""Two ways to other sizes of a task's inputs: the integer constants of the reference's module, and
the shapes of its inputs. What may change is a symbol: the name of a constant, or the places
(input, axis) that one size stands at. A choice is {symbol: size}."""

import ast
import copy
import itertools

import torch

from harness.inputs import cut_off, followers, idle_inputs, shapes
from harness.inputs.patterns import pattern_of
from harness.task.nesting import taking_leaves
from harness.task.reference_run import (Refused, comparable, derive_seed, init_arguments,
                                        is_floating, run_native, same_bytes,
                                        seed_torch)
from harness.task.task_size import meta_inputs, shapes_of, work_of

MAX_TRIALS = 200
FIXED = 16              # entries of an axis that a reference may read by number, as x, y and z
LONG = 512              # only with a size of this may a small input have a huge answer
MAX_TRIAL_WORK = 1 << 22
MAX_TRIAL_FLOPS = 1 << 27


class ByConstants:
    """New values for the module's constants: the reference draws its own inputs."""

    def __init__(self, task):
        self._task = task
        self._wanted_init = comparable(task.init)
        self._modules = task.memo.setdefault("modules", {})  # {choice: module} of those loaded so far
        self._alike = task.memo.setdefault("alike", set())   # choices with which the model's answer was the same
        self.originals = shapes.integer_constants(ast.parse(task.source))
        self._code = shapes.with_open_constants(task.source, self.originals, task.path)

    def find(self, proposals, fits, purpose):
        """The largest choice that the reference lets change, found one by one; {} if none."""
        return shapes.find_constants(self.originals, _accepting(self, fits, purpose),
                                     proposals)

    def inputs(self, choice, fits, purpose):
        """Inputs of these sizes, or None if `fits(shapes)` or the reference says no."""
        try:
            module = self._load(choice)
            if module is None:
                return None
            sizes = meta_inputs(module)
            if sizes is not None and not fits(shapes_of(self._task.nesting.leaves(sizes))):
                return None
            seed_torch(derive_seed(self._task.seed, purpose))
            inputs = self._task.nesting.leaves(module.get_inputs())
            if not fits(shapes_of(inputs)) or not is_affordable(self._task, inputs) \
                    or shapes.has_new_empty(inputs, self._task.inputs):
                return None
            if self._same_answer(choice, module, inputs):
                fits_well = reads_added(self._task, inputs) and not cut_off.cuts_more(self._task, self._task.model, inputs)
                return inputs if fits_well and self._task.accepts(inputs) else None
            self._task.bound.update(self.originals[name] for name in choice)
            return None
        except BaseException:
            return None

    def blank(self, choice):
        """Arguments of forward of these sizes without memory, whatever the reference says to them; None where values are needed for them."""
        module = self._load(choice)
        return None if module is None else meta_inputs(module)

    def _load(self, choice):
        key = frozenset(choice.items())
        if key not in self._modules:
            module = shapes.module_with(self._code, {**self.originals, **choice}, self._task.path)
            self._modules[key] = module if comparable(init_arguments(module)) == self._wanted_init else None
        return self._modules[key]

    def _same_answer(self, choice, module, inputs):
        """False if the model itself reads the changed constant: a candidate could not follow."""
        key = frozenset(choice.items())
        if key not in self._alike and self._is_alike(module, inputs):
            self._alike.add(key)
        return key in self._alike

    def _is_alike(self, module, inputs):
        task = self._task
        theirs, ours = cut_off.answer_of(twin_of(task, module, task.init), inputs).values, task.answer(inputs).values
        return len(ours) == len(theirs) and all(
            same_bytes(a, b) or a.shape == b.shape and torch.allclose(a.double(), b.double(), equal_nan=True)
            for a, b in zip(ours, theirs))


def twin_of(task, module, init):
    """The model of another module of the task's, or made with other arguments of the constructor, with the task's weights and mode."""
    arguments, keywords = copy.deepcopy(init)
    twin = getattr(module, task.entry_point)(*arguments, **keywords)
    if isinstance(twin, torch.nn.Module):
        twin.load_state_dict(task.model.state_dict())
        twin.train(task.model.training)
    return taking_leaves(twin, task.nesting)


class ByShapes:
    """New shapes for the inputs, filled with values of the original ones."""

    def __init__(self, task):
        self._task = task
        self.model = task.model
        self._patterns = [pattern_of(value) if isinstance(value, torch.Tensor) else None
                          for value in task.inputs]
        self._followers = followers.followers_of(task, lambda sizes: self._taken(sizes, "followers", reads=False),
                                                 lambda inputs, place, begin: hangs_on(task, inputs, *place, begin))
        self.originals = {places: size for size, places in shapes.groups(task.inputs) if not self.follows(places)}

    def find(self, proposals, fits, purpose):
        """As of ByConstants; sizes that the model reads from constants of its module stay."""
        following = {self._task.inputs[index].shape[axis] for index, axis in self._followers}
        return shapes.find_sizes(self._task.inputs, _accepting(self, fits, purpose), proposals,
                                 {*self._task.bound, *following})

    def inputs(self, choice, fits, purpose):
        """As of ByConstants."""
        sizes = self.followed({place: size for places, size in choice.items() for place in places})
        if not fits(shapes_of(self._task.inputs, sizes)):
            return None
        return self.inputs_of(sizes, purpose)

    def blank(self, choice):
        """As of ByConstants."""
        sizes = self.followed({place: size for places, size in choice.items() for place in places})
        shapes_now = iter(shapes_of(self._task.inputs, sizes))
        leaves = [torch.empty(next(shapes_now), dtype=value.dtype, device="meta") if isinstance(value, torch.Tensor) else value
                  for value in self._task.inputs]
        return self._task.nesting.arguments(leaves)

    def inputs_of(self, sizes, purpose):
        """Inputs with {(input, axis): size}, and what follows them, or None if the reference says no."""
        return self._taken(self.followed(sizes), purpose)

    def followed(self, sizes):
        """{(input, axis): size} with those that follow."""
        return followers.with_followers(self._followers, sizes)

    def has_followers(self):
        """Whether some sizes follow others."""
        return bool(self._followers)

    def apart(self, other_size, purpose):
        """({size: other one}, inputs) with sizes that follow others, as rows follow a number of their blocks, otherwise while those stay: as many of
        them as the reference takes at once; None of none."""
        found, changed, taken = None, {}, {}
        for size, places in shapes.groups(self._task.inputs):
            if other_size(size) == size or not self.follows(places):
                continue
            trial = {**taken, **dict.fromkeys(places, other_size(size))}
            inputs = self._taken(trial, purpose)
            if inputs is not None:
                taken, changed[size], found = trial, other_size(size), inputs
        return (changed, found) if changed else None

    def follows(self, places):
        """Whether some of these follow another size."""
        return any(place in self._followers for place in places)

    def _taken(self, sizes, purpose, reads=True):
        """Without `reads` also where the reference takes no notice of what is added."""
        generator = torch.Generator().manual_seed(derive_seed(self._task.seed, purpose))
        inputs = None if idle_inputs.are_among(self._task) else shapes.resized(self._task.inputs, sizes, generator, self._patterns)
        if inputs is None or not is_affordable(self._task, inputs):
            return None
        try:
            takes = self._task.answer(inputs).values and (not reads or reads_added(self._task, inputs)) \
                and not cut_off.cuts_more(self._task, self._task.model, inputs)
        except Refused:
            return None
        return inputs if takes else None


def reads_added(task, inputs):
    """False if the reference reads entries of an axis by number and takes no notice of those beyond: then that is no size.
    Of short axes alone, and where no integers say how much there is. What is asked for its shape alone may be of any."""
    if [_rank(value) for value in inputs] != [_rank(value) for value in task.inputs]:
        return True
    known = task.memo.setdefault("axes that are read", {})
    for index, axis, size in shapes.tensor_places(task.inputs):
        if size <= FIXED and inputs[index].shape[axis] > size:
            if (index, axis) not in known:
                known[index, axis] = _may_be_counted(task.inputs, size) or hangs_on(task, inputs, index, axis, size) \
                    or not hangs_on(task, inputs, index, axis, 0)
            if not known[index, axis]:
                return False
    return True


def _may_be_counted(inputs, size):
    """Whether some input may say how much there is of an axis: whole numbers none of which is larger (pixels, labels and rows of other
    tensors are), or a mask that is as long."""
    return any(size in value.shape if value.dtype == torch.bool else not value.numel() or int(value.max()) <= size
               for value in inputs if isinstance(value, torch.Tensor) and not is_floating(value) and not value.is_complex())


def _rank(value):
    return value.dim() if isinstance(value, torch.Tensor) else None


def hangs_on(task, inputs, index, axis, begin):
    """Whether the answer is another one where the elements of an input from `begin` on, along an axis, are others. In another order, too:
    how boxes overlap stays so where all of them are moved and twice as large."""
    changed = list(inputs)
    changed[index] = value = inputs[index].clone()
    rest = value.narrow(axis, begin, value.shape[axis] - begin)
    rest.copy_(2 * rest.flip(*range(rest.dim())) + 1 if value.is_floating_point() or value.is_complex() else ~rest)
    try:
        before, after = (task.answer(values).values for values in (inputs, changed))
    except Refused:
        return True
    return len(before) != len(after) or not all(same_bytes(*pair) for pair in zip(before, after))


def _accepting(resizer, fits, purpose):
    """Whether the reference takes a choice, as a function that says no after MAX_TRIALS calls."""
    trials = itertools.count(1)
    return lambda choice: next(trials) <= MAX_TRIALS \
        and resizer.inputs(choice, fits, purpose) is not None


def is_affordable(task, inputs):
    """False if a forward writes far more than one of the original inputs: a product of two long
    vectors does. True where the meta device cannot tell."""
    if max((size for shape in shapes_of(inputs) for size in shape), default=0) < LONG:
        return True
    if "meta model" not in task.memo:
        task.memo["meta model"] = _on_meta(task.model)
        task.memo["work"] = _work(task, task.inputs)
    written, flops = _work(task, inputs)
    own_written, own_flops = task.memo["work"]
    return written <= max(MAX_TRIAL_WORK, 4 * own_written) \
        and flops <= max(MAX_TRIAL_FLOPS, 4 * own_flops)


def _on_meta(model):
    try:
        return copy.deepcopy(model).to("meta") if isinstance(model, torch.nn.Module) else None
    except Exception:
        return None


def _work(task, inputs):
    """(elements written, operations) of one forward."""
    if task.memo["meta model"] is None:
        return 0, 0
    placed = [value.to("meta") if isinstance(value, torch.Tensor) else value for value in inputs]
    work = work_of(task.memo["meta model"], placed)
    return (work.elements, work.weighted_flops()) if work else (0, 0)


class Resized:
    """Inputs of other sizes, and how they came about."""

    def __init__(self, resizer, choice, inputs):
        self.resizer, self.choice, self.inputs = resizer, choice, inputs


def find_resized(task, proposals, fits, purpose):
    """By constants where the module has them, else by shapes; None if the reference takes none."""
    for resizer in (ByConstants(task), ByShapes(task)):
        choice = resizer.find(proposals, fits, purpose)
        if choice:
            return Resized(resizer, choice, resizer.inputs(choice, fits, purpose))
    return None
