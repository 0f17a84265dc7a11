# SPDX-License-Identifier: GPL-3.0-or-later
"""Other numbers of features: what the constructor is given as sizes of weights, and what get_inputs takes of them.

A kernel that leaves out what is behind its last whole block of them, or has one block for all, is right for the task's own alone.
The reference draws weights and inputs of the new sizes itself. What a model reads from its module stays (`literals.py`), and so does
the size of a window, which an honest kernel may have unrolled.
"""

import copy
import random

import torch
from torch.nn.modules.conv import _ConvNd

from harness.inputs.constructor_sizes import weight_shapes
from harness.inputs.extra_variant import first_that_applies
from harness.inputs.input_structure import may_hold_any
from harness.inputs.literals import Literals
from harness.task import task_size
from harness.task.reference_run import NotApplicable, Refused, derive_seed, init_arguments, state_of

BLOCK, FAR_BLOCK = 128, 1024  # a kernel has more than one block of so many features
UNEVEN = range(1, 61, 2)      # so many are behind the last whole block: no smaller block divides them either
ANY = range(1, 61)
ODD_TIMES = (3, 5, 7, 9, 17, 33)  # as many, where heads or groups have to divide them
CAPS = (None, 16, 4)          # to which the sizes that no weight has are halved
LEAST = 4
AWAY = 3.0  # times the root mean square of an input
MOST_ELEMENTS = 1 << 18       # of inputs and parameters
MOST_WORK, MOST_FLOPS = 1 << 20, 6e7
MOST_TRIALS = 40              # of the reference


def other_features(task):
    """All of them beyond a block, one that the seed chooses beyond a larger one, unevenly many where the reference takes that, else an odd
    multiple, at once or one alone."""
    features = _Features(task)
    near, odd = _beyond(task, features.sizes, BLOCK), _odd(features.sizes, BLOCK)
    first = _in_order(task, features)[0]
    far = {**near, first: _beyond(task, [first], FAR_BLOCK)[first]}
    return _first(task, features, [far, near, odd, *_one_alone(features.sizes, near, odd)], "other numbers of features")


def far_features(task):
    """Another one, where there are several, beyond that larger block."""
    features = _Features(task)
    order = _in_order(task, features)
    order = order[1:] + order[:1]
    near, far = (_beyond(task, order, block, ANY, "far features") for block in (BLOCK, FAR_BLOCK))
    at_once = ({**near, size: far[size]} for size in order)
    return _first(task, features, [*at_once, *_one_alone(order, far, _odd(order, FAR_BLOCK))], "a far number of features")


def _in_order(task, features):
    return random.Random(derive_seed(task.seed, "order of features")).sample(features.sizes, len(features.sizes))


def _first(task, features, choices, words):
    """The first choice that the reference takes at a price."""
    def told(choice):
        return f"{words}: " + ", ".join(f"{size} -> {new}" for size, new in choice.items())

    reason, trials = NotApplicable("the reference takes no other number of features that is cheap"), 0
    for choice in choices:
        for cap in CAPS:
            trials += 1
            if trials > MOST_TRIALS:
                raise reason
            made = features.made(choice, cap)
            if made is None:
                continue
            model, inputs, init = made
            try:
                return first_that_applies(task, [(_far_from_zero(task, inputs), told(choice) + ", far from zero"), (inputs, told(choice))],
                                          model=model, init=init)
            except NotApplicable as error:
                reason = error
                break  # at other sizes beside them it is no other task
    raise reason


def _far_from_zero(task, inputs):
    """Floating values that no longer lie around zero, as what comes behind a row's end does: in a mean, or a variance, that shows."""
    return [value + AWAY * value.double().square().mean().sqrt().to(value.dtype) if index < len(task.inputs) and may_hold_any(value, task.inputs[index])
            else value for index, value in enumerate(inputs)]


def _beyond(task, sizes, block, numbers=UNEVEN, purpose="features"):
    """{size: one past the next whole block or power of two}, different ones, by as many as `numbers` has."""
    drawn = random.Random(derive_seed(task.seed, purpose))
    behind = drawn.sample(numbers, min(len(sizes), len(numbers)))
    return {size: _whole(size, block) + more for size, more in zip(sizes, behind)}


def _whole(size, block):
    while block < size:
        block *= 2
    return block


def _odd(sizes, block):
    return {size: size * next((times for times in ODD_TIMES if size * times > block), ODD_TIMES[0]) for size in sizes}


def _one_alone(sizes, *choices):
    return ({size: choice[size]} for choice in choices for size in sizes if size in choice)


class _Features:
    """`sizes`: the numbers that the constructor is given and that are sizes of weights, of windows none."""

    def __init__(self, task):
        if not isinstance(task.model, torch.nn.Module):
            raise NotApplicable("the reference has no weights")
        self._task, self._literals = task, Literals(task.source, task.path)
        values, linked = self._literals.values, self._literals.of_arguments()
        self._others = {place: value for place, value in values.items() if place not in linked}
        given = sorted({values[place] for place in linked})
        self._places = {size: [place for place, value in values.items() if value == size] for size in given}
        self._shapes = weight_shapes(task.model)
        self.sizes = [size for size in given if self._are_features({size: 2 * size})]
        if not self.sizes and given and self._are_features({size: 2 * size for size in given}):
            self.sizes = given  # which the reference takes together alone
        if not self.sizes:
            raise NotApplicable("the constructor is given no number of features")

    def _are_features(self, choice):
        """Whether weights have these sizes, and no window has."""
        try:
            model = self._model_of(self._loaded(choice, {}))
        except (Exception, Refused):
            return False
        shapes = weight_shapes(model)
        return shapes.keys() == self._shapes.keys() and shapes != self._shapes \
            and not any(_has_window(model, name) and shapes[name][2:] != self._shapes[name][2:] for name in shapes)

    def made(self, choice, cap):
        """(model, inputs, arguments of its constructor) with these sizes and the others halved to `cap`; None where the reference
        refuses them or they are dear."""
        taken = {place for size in choice for place in self._places[size]}
        others = {place: _halved(value, cap) for place, value in self._others.items() if place not in taken}
        others = {place: size for place, size in others.items() if size != self._others[place]}
        if cap is not None and not others:
            return None
        try:
            module = self._loaded(choice, others)
            if not self._is_cheap(module):
                return None
            inputs = self._task.draw_inputs(derive_seed(self._task.seed, "other features"), module)
            init = init_arguments(module)
            model = self._task.build(self._task.init_seed, inputs, module=module, init=init)
            model.train(self._task.train_mode)
            return model, inputs, init
        except (Exception, Refused):
            return None

    def _is_cheap(self, module):
        inputs = task_size.meta_inputs(module)
        if inputs is None:
            return False
        model = self._model_of(module)
        elements = sum(map(task_size.numel, task_size.shapes_of([*inputs, *state_of(model).values()])))
        work = task_size.work_of(model, inputs) if elements <= MOST_ELEMENTS else None
        return work is not None and work.elements <= MOST_WORK and work.weighted_flops() <= MOST_FLOPS

    def _model_of(self, module):
        """Without memory."""
        with torch.device("meta"), torch.no_grad():
            arguments, keywords = copy.deepcopy(init_arguments(module))
            return getattr(module, self._task.entry_point)(*arguments, **keywords)

    def _loaded(self, choice, others):
        return self._literals.module({**{place: new for size, new in choice.items() for place in self._places[size]}, **others})


def _has_window(model, name):
    return isinstance(model.get_submodule(name.rpartition(".")[0]), _ConvNd)


def _halved(size, cap):
    while cap is not None and size > cap and size // 2 >= LEAST:
        size //= 2
    return size
