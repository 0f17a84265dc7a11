# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers that the constructor is given beside inputs of that size, and that the reference has no use for: a model for `batch` rows,
which takes any number of them. A candidate may go by them, so they follow where those sizes change. That a number is a size, and not
one by chance, says a constant of the module from which both are made."""

import ast
import copy

import torch

from harness.inputs import resizing, shapes
from harness.task.reference_run import Refused, init_arguments, run_native, same_answers, state_of
from harness.task.task_size import meta_inputs, shapes_of

LINKS = "constructor sizes"  # in Task.memo: of _links
TIMES = 2  # a constant is tried so large


def init_for(task, inputs):
    """The arguments of the constructor beside these inputs: (args, kwargs)."""
    sizes, own = shapes_of(inputs), shapes_of(task.inputs)
    if sizes == own or list(map(len, sizes)) != list(map(len, own)):
        return task.init
    if LINKS not in task.memo:
        task.memo[LINKS] = list(_links(task))
    init = list(task.init[0]), dict(task.init[1])
    for (kind, at), places in task.memo[LINKS]:
        numbers = {sizes[index][axis] * task.init[kind][at] / own[index][axis] for index, axis in places}
        if len(numbers) == 1 and min(numbers) >= 1 and min(numbers).is_integer():
            init[kind][at] = int(min(numbers))
    return tuple(init[0]), init[1]


def _links(task):
    """((0 or 1, place) of an argument, [(input, axis) of the sizes that grow with it])."""
    tree = ast.parse(task.source)
    shared = _names_in(tree, "get_init_inputs") & _names_in(tree, "get_inputs")
    own = shapes_of(task.inputs)
    for name, value in shapes.integer_constants(tree).items():
        if name not in shared:
            continue
        module = _loaded(task, name, TIMES * value)
        places = [] if module is None else _grown_places(task, module, own)
        argument = _changed_argument(task, module, value) if places else None
        if argument and _is_idle(task, argument):
            yield argument, places


def idle_sizes(task):
    """Sizes of inputs that the constructor is given as well, in numbers of its own, and that the reference has no use for: whether a candidate
    takes them for a size, and which one, nobody knows."""
    if LINKS not in task.memo:
        task.memo[LINKS] = list(_links(task))
    linked = {argument for argument, _ in task.memo[LINKS]}
    sizes = {size for shape in shapes_of(task.inputs) for size in shape}
    arguments = [(0, at) for at in range(len(task.init[0]))] + [(1, name) for name in task.init[1]]
    numbers = {(kind, at): task.init[kind][at] for kind, at in arguments if (kind, at) not in linked}
    return {number for argument, number in numbers.items() if type(number) is int and number > 1 and number in sizes and _is_idle(task, argument)}


def _names_in(tree, function):
    return {node.id for part in tree.body if isinstance(part, ast.FunctionDef) and part.name == function
            for node in ast.walk(part) if isinstance(node, ast.Name)}


def _loaded(task, name, value):
    """The module with another value of one of its constants; None where it refuses that."""
    try:
        return shapes.module_with(shapes.with_open_constants(task.source, [name], task.path), {name: value}, task.path)
    except Exception:
        return None


def _grown_places(task, module, own):
    inputs = meta_inputs(module)
    grown = shapes_of(task.nesting.leaves(inputs)) if inputs is not None else []
    if list(map(len, grown)) != list(map(len, own)):
        return []
    return [(index, axis) for index, (sizes, before) in enumerate(zip(grown, own))
            for axis, (size, old) in enumerate(zip(sizes, before)) if old and size == TIMES * old]


def _changed_argument(task, module, value):
    """The place of the only argument that has changed, if it is that constant."""
    try:
        made = init_arguments(module)
    except Refused:
        return None
    if len(made[0]) != len(task.init[0]) or made[1].keys() != task.init[1].keys():
        return None
    places = [*((0, at) for at in range(len(made[0]))), *((1, key) for key in made[1])]
    numbers = [place for place in places if type(task.init[place[0]][place[1]]) is int]
    changed = [(kind, at) for kind, at in numbers if made[kind][at] != task.init[kind][at]]
    is_it = len(changed) == 1 and task.init[changed[0][0]][changed[0][1]] == value
    return changed[0] if is_it else None


def _is_idle(task, argument):
    """Whether a model made with another number there has the same weights, by name and shape, and with equal ones the same answer."""
    kind, at = argument
    changed = list(copy.deepcopy(task.init[0])), copy.deepcopy(task.init[1])
    changed[kind][at] *= TIMES
    try:
        with torch.device("meta"):
            if weight_shapes(getattr(task.module, task.entry_point)(*changed[0], **changed[1])) != weight_shapes(task.model):
                return False
        twin = resizing.twin_of(task, task.module, changed)
        return same_answers(task.answer(task.inputs).values, run_native(twin, task.inputs, 0).values)
    except Exception:
        return False


def weight_shapes(model):
    """{name: shape} of parameters and buffers."""
    return {name: value.shape for name, value in state_of(model).items()}
