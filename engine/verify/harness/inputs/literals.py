# SPDX-License-Identifier: GPL-3.0-or-later
"""The integers of a reference's source that may say how large the task is: those of the module's
constants, of get_inputs and of get_init_inputs. What the model itself reads stays, for a candidate
could not learn that it has changed."""

import ast
import symtable
import sys

import torch

from harness.task.reference_run import comparable, init_arguments

SMALLEST = 5  # fewer is an axis, a stride or a padding, seldom a size
_MAKERS = ("get_inputs", "get_init_inputs")
_FOLDED = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
           ast.FloorDiv: lambda a, b: a // b if b else None,
           ast.LShift: lambda a, b: a << b if 0 <= b < 64 else None,
           ast.Pow: lambda a, b: a ** b if 0 <= b < 64 and a < 1 << 16 else None}


class Literals:
    """The source with its sizes; `code` and `text` give it with others. One literal is named by
    its place, (line, column)."""

    def __init__(self, source, file_name):
        self._file_name = file_name
        self._tree = ast.parse(source)
        bound = _bound_names(self._tree, source, file_name)
        self._regions = [node for node in self._tree.body if _is_region(node, bound)]
        for region in self._regions:
            _Fold().visit(region)
        self.values = {_place(node): node.value for region in self._regions
                       for node in ast.walk(region) if _is_size(node)}

    def code(self, sizes):
        """Compiled module with {place: value}; lines are those of the source."""
        return compile(self._with(sizes), self._file_name, "exec", dont_inherit=True)

    def text(self, sizes):
        """Source text with {place: value}; comments and lines are lost."""
        return ast.unparse(self._with(sizes))

    def module(self, sizes):
        """The module with {place: value}, run; raises what its own lines raise."""
        module = type(sys)("reference_resized")
        module.__file__ = self._file_name
        exec(self.code(sizes), module.__dict__)
        return module

    def of_arguments(self):
        """Places that change what get_init_inputs answers."""
        wanted = self.arguments({})
        return {place for place, value in self.values.items() if self.arguments({place: value // 2}) != wanted}

    def arguments(self, sizes):
        """What get_init_inputs answers with {place: value}, as `comparable` puts it; None where that fails."""
        try:
            module = self.module(sizes)
            with torch.device("meta"):
                return comparable(init_arguments(module))
        except BaseException:
            return None

    def names(self):
        """{name of a module constant that is one literal, maybe in a tuple: its place}"""
        found = {}
        for region in self._regions:
            if isinstance(region, ast.Assign) and len(region.targets) == 1 \
                    and isinstance(region.targets[0], ast.Name):
                sizes = [node for node in ast.walk(region.value) if _is_size(node)]
                if len(sizes) == 1:
                    found[region.targets[0].id] = _place(sizes[0])
        return found

    def _with(self, sizes):
        for region in self._regions:
            for node in ast.walk(region):
                place = _place(node) if isinstance(node, ast.Constant) else None
                if place in self.values:
                    node.value = sizes.get(place, self.values[place])
        return self._tree


class _Fold(ast.NodeTransformer):
    """`2048 * 2` is one size."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        fold = _FOLDED.get(type(node.op))
        if fold and _is_integer(node.left) and _is_integer(node.right):
            value = fold(node.left.value, node.right.value)
            if value is not None:
                return ast.copy_location(ast.Constant(value), node)
        return node


def _is_integer(node):
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_size(node):
    return _is_integer(node) and node.value >= SMALLEST


def _place(node):
    return node.lineno, node.col_offset


def _is_region(node, bound):
    if isinstance(node, ast.FunctionDef):
        return node.name in _MAKERS
    return isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None \
        and not _targets(node) & bound


def _targets(node):
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {name.id for target in targets for name in ast.walk(target)
            if isinstance(name, ast.Name)}


def _bound_names(tree, source, file_name):
    """Global names that classes and other functions read, and what those are computed from."""
    bound = set()
    for table in symtable.symtable(source, file_name, "exec").get_children():
        if table.get_name() not in _MAKERS:
            _add_globals(table, bound)
    assigned = [node for node in tree.body if isinstance(node, (ast.Assign, ast.AnnAssign))
                and node.value is not None]
    before = -1
    while before != len(bound):
        before = len(bound)
        for node in assigned:
            if _targets(node) & bound:
                bound |= {name.id for name in ast.walk(node.value) if isinstance(name, ast.Name)}
    return bound


def _add_globals(table, names):
    names |= {symbol.get_name() for symbol in table.get_symbols()
              if symbol.is_global() and symbol.is_referenced()}
    for child in table.get_children():
        _add_globals(child, names)
