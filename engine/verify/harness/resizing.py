# SPDX-License-Identifier: GPL-3.0-or-later
"""Two ways to other sizes of a task's inputs: the integer constants of the reference's module, and
the shapes of its inputs. What may change is a symbol: the name of a constant, or the places
(input, axis) that one size stands at. A choice is {symbol: size}."""

import ast
import copy
import sys

import torch

import shapes
from reference_run import Refused, derive_seed, init_arguments, comparable, run_native, seed_torch
from task_size import meta_inputs, shapes_of

MAX_TRIALS = 200


class ByConstants:
    """New values for the module's constants: the reference draws its own inputs."""

    def __init__(self, task):
        self._task = task
        self._wanted_init = comparable(task.init)
        self.originals = shapes.integer_constants(ast.parse(task.source))

    def find(self, proposals, fits, purpose):
        """The largest choice that the reference lets change, found one by one; {} if none."""
        trials = [0]

        def accepts(choice):
            trials[0] += 1
            return trials[0] <= MAX_TRIALS and self.inputs(choice, fits, purpose) is not None

        return shapes.find_constants(self.originals, accepts, proposals)

    def inputs(self, choice, fits, purpose):
        """Inputs of these sizes, or None if `fits(shapes)` or the reference says no."""
        try:
            module = self._load(choice)
            if module is None:
                return None
            sizes = meta_inputs(module)
            if sizes is not None and not fits(shapes_of(sizes)):
                return None
            seed_torch(derive_seed(self._task.seed, purpose))
            inputs = list(module.get_inputs())
            if not fits(shapes_of(inputs)):
                return None
            if self._same_answer(module, inputs):
                return inputs
            self._task.bound.update(self.originals[name] for name in choice)
            return None
        except BaseException:
            return None

    def _load(self, choice):
        module = type(sys)("reference_resized")
        module.__file__ = self._task.path
        exec(shapes.with_constants(self._task.source, choice, self._task.path), module.__dict__)
        return module if comparable(init_arguments(module)) == self._wanted_init else None

    def _same_answer(self, module, inputs):
        """False if the model itself reads the changed constant: a candidate could not follow."""
        task = self._task
        twin = getattr(module, task.entry_point)(*copy.deepcopy(task.init[0]),
                                                 **copy.deepcopy(task.init[1]))
        if isinstance(twin, torch.nn.Module):
            twin.load_state_dict(task.model.state_dict())
            twin.train(task.model.training)
        theirs, ours = run_native(twin, inputs, 0).values, run_native(task.model, inputs, 0).values
        return len(ours) == len(theirs) and all(
            a.shape == b.shape and torch.allclose(a.double(), b.double(), equal_nan=True)
            for a, b in zip(ours, theirs))


class ByShapes:
    """New shapes for the inputs, filled with values of the original ones."""

    def __init__(self, task):
        self._task = task
        self.model = task.model
        self.originals = {places: size for size, places in shapes.groups(task.inputs)}

    def find(self, proposals, fits, purpose):
        """As of ByConstants; sizes that the model reads from constants of its module stay."""
        trials = [0]

        def accepts(choice):
            trials[0] += 1
            return trials[0] <= MAX_TRIALS and self.inputs(choice, fits, purpose) is not None

        return shapes.find_sizes(self._task.inputs, accepts, proposals, self._task.bound)

    def inputs(self, choice, fits, purpose):
        """As of ByConstants."""
        sizes = {place: size for places, size in choice.items() for place in places}
        if not fits(shapes_of(self._task.inputs, sizes)):
            return None
        return self.inputs_of(sizes, purpose)

    def inputs_of(self, sizes, purpose):
        """Inputs with {(input, axis): size}, or None if the reference says no."""
        generator = torch.Generator().manual_seed(derive_seed(self._task.seed, purpose))
        inputs = shapes.resized(self._task.inputs, sizes, generator)
        try:
            return inputs if run_native(self._task.model, inputs, 0).values else None
        except Refused:
            return None


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
