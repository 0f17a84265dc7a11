# SPDX-License-Identifier: GPL-3.0-or-later
"""What a reference compares, and with what outcome. In Python: its functions run with every comparison of two values written down, as they
are, without a model made anew. In tensors: every operator that compares or has a limit."""

import ast
import contextlib
import operator
import types

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.shared import operators

_NAME = "__nereid_compare__"
_OPERATIONS = {"Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge, "Eq": operator.eq, "NotEq": operator.ne}
_MAKERS = ("get_inputs", "get_init_inputs")
_LARGER_OR_LESS = frozenset("maximum minimum".split())
_LIMITS = frozenset("clamp clamp_min clamp_max".split())


class Comparison:
    """One place in the source: the last two numbers, what is done with them, and the outcomes so far."""

    def __init__(self, operation):
        self.operation, self.left, self.right, self.outcomes = operation, None, None, set()

    def numbers(self):
        return (self.left, self.right), (self.right, self.left)


class Comparisons:
    """Of the functions and classes of a module, by the text that it was made of."""

    def __init__(self, module, source):
        self._module = module
        tree = ast.parse(source)
        writing = _Writing()
        for node in tree.body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name not in _MAKERS:
                writing.visit(node)
        self.found = {}  # {place: Comparison} of those that were met
        self._operations = writing.operations
        self._functions = _pairs(module, compile(ast.fix_missing_locations(tree), "reference", "exec", dont_inherit=True)) \
            if writing.operations else []

    def may_be_met(self):
        return bool(self._functions)

    @contextlib.contextmanager
    def watched(self):
        """Forwards write their comparisons down meanwhile."""
        before = [(function, function.__code__) for function, _ in self._functions]
        self._module.__dict__[_NAME] = self._compare
        try:
            for function, code in self._functions:
                function.__code__ = code
            yield self
        finally:
            for function, code in before:
                function.__code__ = code
            self._module.__dict__.pop(_NAME, None)

    def _compare(self, place, left, right):
        outcome = _OPERATIONS[self._operations[place]](left, right)
        numbers = _number(left), _number(right)
        if None not in numbers:
            known = self.found.setdefault(place, Comparison(_OPERATIONS[self._operations[place]]))
            known.left, known.right = numbers
            known.outcomes.add(bool(outcome))
        return outcome


class _Writing(ast.NodeTransformer):
    """`a < b` becomes a call that says so; chains stay, whose second part may not be reached."""

    def __init__(self):
        self.operations = []

    def visit_Compare(self, node):
        self.generic_visit(node)
        name = type(node.ops[0]).__name__
        if len(node.ops) > 1 or name not in _OPERATIONS:
            return node
        self.operations.append(name)
        arguments = [ast.Constant(len(self.operations) - 1), node.left, node.comparators[0]]
        return ast.copy_location(ast.Call(ast.Name(_NAME, ast.Load()), arguments, []), node)


def _number(value):
    """Of a number, or of a tensor of one element."""
    if isinstance(value, torch.Tensor) and value.numel() == 1 and not value.is_complex():
        value = value.item()
    return value if type(value) in (int, float) and abs(value) < float("inf") else None


def _pairs(module, code):
    """[(function, code that writes down)] of those whose names tell them."""
    codes = {}
    for one in _codes_in(code):
        codes.setdefault(one.co_qualname, []).append(one)
    pairs = []
    for function in _functions_of(module):
        found = codes.get(function.__code__.co_qualname, ())
        if len(found) == 1 and found[0].co_freevars == function.__code__.co_freevars \
                and found[0].co_varnames[:found[0].co_argcount] == function.__code__.co_varnames[:function.__code__.co_argcount] \
                and _NAME in found[0].co_names:
            pairs.append((function, found[0]))
    return pairs


def _codes_in(code):
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _codes_in(constant)


def _functions_of(module):
    for value in list(module.__dict__.values()):
        if isinstance(value, type) and value.__module__ == module.__name__:
            for member in vars(value).values():
                function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                if isinstance(function, types.FunctionType):
                    yield function
        elif isinstance(value, types.FunctionType) and value.__globals__ is module.__dict__:
            yield value


class TensorOutcomes(TorchDispatchMode):
    """`found`: {(operator, its number in a forward): the outcomes so far} of what compares tensors, or has a limit that they are held to."""

    def __init__(self):
        super().__init__()
        self.found = {}
        self._counts = {}

    def __enter__(self):
        self._counts = {}
        return super().__enter__()

    def one_sided(self):
        return {place for place, outcomes in self.found.items() if len(outcomes) == 1}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        name = func.overloadpacket.__name__.rstrip("_")
        if name in _LIMITS:
            given = dict(zip((argument.name for argument in func._schema.arguments), args)) | (kwargs or {})
            for limit, compare in (("min", torch.lt), ("max", torch.gt)):
                if given.get(limit) is not None:
                    self._note(f"{name} {limit}", compare(args[0], given[limit]))
        elif name in _LARGER_OR_LESS:
            self._note(name, args[0] < args[1])
        out = func(*args, **(kwargs or {}))
        if name in operators.COMPARISONS | _LARGER_OR_LESS and isinstance(out, torch.Tensor) and out.dtype == torch.bool:
            self._note(name, out)
        return out

    def _note(self, name, outcome):
        number = self._counts[name] = self._counts.get(name, -1) + 1
        if outcome.numel():
            self.found.setdefault((name, number), set()).update((bool(outcome.any()), bool(outcome.all())))
