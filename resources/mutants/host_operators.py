# SPDX-License-Identifier: GPL-3.0-or-later
"""Mutation operators on the code that launches kernels. Each takes a Source and yields Edits."""

import ast

from source import Edit, name_of, number


def _grid_elements(source):
    """The parts of every grid: of tuples in launches, in lambdas and in names called grid."""
    for launch in source.launches():
        grid = launch.func.slice
        if isinstance(grid, ast.Lambda):
            grid = grid.body
        if isinstance(grid, ast.Tuple):
            yield from grid.elts
    for node in source.forward_nodes(ast.Assign):
        if getattr(node.targets[0], "id", "") == "grid":
            value = node.value.body if isinstance(node.value, ast.Lambda) else node.value
            if isinstance(value, ast.Tuple):
                yield from value.elts


def grid_off_by_one(source):
    """One program too few or too many, or a number of programs rounded down."""
    for element in _grid_elements(source):
        text = source.text_of(element)
        for change in ("- 1", "+ 1"):
            yield Edit(source.begin(element), source.end(element), f"{text} {change}")
        if isinstance(element, ast.Call) and name_of(element.func) == "cdiv":
            first, second = map(source.text_of, element.args)
            yield Edit(source.begin(element), source.end(element), f"max(1, {first} // {second})")


def grid_swapped(source):
    """The two axes of a grid exchanged."""
    for first, second in zip(list(_grid_elements(source)), list(_grid_elements(source))[1:]):
        if source.parent(first) is source.parent(second):
            yield Edit(source.begin(first), source.end(second),
                       f"{source.text_of(second)}, {source.text_of(first)}")


def output_allocation(source):
    """Zeros instead of uninitialised memory, or an output of another shape."""
    for call in source.forward_nodes(ast.Call):
        name = name_of(call.func)
        end = source.end(call.func)
        if name == "empty":
            yield Edit(end - len(name), end, "zeros")
            shape = call.args[0] if call.args else None
            if isinstance(shape, ast.Tuple) and len(shape.elts) == 2:
                first, second = map(source.text_of, shape.elts)
                yield Edit(source.begin(shape), source.end(shape), f"({second}, {first})")
        elif name == "empty_like":
            yield Edit(end - len(name), end, "zeros_like")


def contiguous_dropped(source):
    """x.contiguous() left out."""
    for call in source.forward_nodes(ast.Call):
        if name_of(call.func) == "contiguous":
            yield Edit(source.end(call.func.value), source.end(call), "")


def stride_swapped(source):
    """The stride or the size of another axis."""
    for node in source.forward_nodes(ast.Call):
        if name_of(node.func) in ("stride", "size") and len(node.args) == 1 \
                and number(node.args[0]) in (0, 1):
            yield Edit(source.begin(node.args[0]), source.end(node.args[0]),
                       str(1 - number(node.args[0])))
    for node in source.forward_nodes(ast.Subscript):
        text = source.text_of(node.slice)
        if name_of(node.value) == "shape" and text in ("0", "1", "-1"):
            yield Edit(source.begin(node.slice), source.end(node.slice),
                       {"0": "1", "1": "0", "-1": "0"}[text])
    for node in source.forward_nodes(ast.Assign):
        target = node.targets[0]
        if isinstance(target, ast.Tuple) and len(target.elts) == 2 \
                and name_of(node.value) == "shape":
            first, second = map(source.text_of, target.elts)
            yield Edit(source.begin(target), source.end(target), f"{second}, {first}")


def size_off_by_one(source):
    """A size or stride given to a kernel one too large or too small."""
    for launch in source.launches():
        for argument in launch.args:
            if _is_size(argument):
                for change in ("+ 1", "- 1"):
                    yield Edit(source.begin(argument), source.end(argument),
                               f"{source.text_of(argument)} {change}")


def _is_size(argument):
    if isinstance(argument, ast.Call):
        return name_of(argument.func) in ("numel", "stride", "size")
    if isinstance(argument, ast.Subscript):
        return name_of(argument.value) == "shape"
    return isinstance(argument, ast.Name) and argument.id in (
        "size", "n", "m", "k", "rows", "columns", "outs", "depth", "width")


def argument_swapped(source):
    """Two neighbouring arguments of a launch exchanged."""
    for launch in source.launches():
        for first, second in zip(launch.args, launch.args[1:]):
            middle = source.text(source.end(first), source.begin(second))
            yield Edit(source.begin(first), source.end(second),
                       source.text_of(second) + middle + source.text_of(first))


def block_size(source):
    """Another block size: doubled or halved."""
    for launch in source.launches():
        for word in launch.keywords:
            value = word.value
            if word.arg in ("num_warps", "num_stages"):
                continue
            if number(value) is not None:
                sizes = [str(number(value) * 2), str(number(value) // 2)]
            elif isinstance(value, ast.Call) and name_of(value.func) == "next_power_of_2":
                sizes = [f"2 * {source.text_of(value)}", f"{source.text_of(value)} // 2"]
            else:
                continue
            for size in sizes:
                yield Edit(source.begin(value), source.end(value), size)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and name_of(node.func) == "Config" and node.args \
                and isinstance(node.args[0], ast.Dict):
            for value in node.args[0].values:
                if number(value):
                    yield Edit(source.begin(value), source.end(value), str(number(value) * 2))


def launch_dropped(source):
    """A kernel that is not launched."""
    for launch in source.launches():
        statement = source.parent(launch)
        if isinstance(statement, ast.Expr):
            yield Edit(source.begin(statement), source.end(statement), "pass")
