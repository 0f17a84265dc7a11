# SPDX-License-Identifier: GPL-3.0-or-later
"""Rewrites the text of a kernel for the interpreter, so that Python does with it what the compiler
would: see kernel_values, which holds the functions that are called here by names that nobody can
write in Python.
"""

import ast

import triton.language as tl

from harness.candidate import kernel_text


def _call(name, *args):
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


def _calls(node):
    return any(isinstance(part, ast.Call) for part in ast.walk(node))


def _later(node):
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(nothing, node)


_ATTRIBUTES = {"value": "<held>", "format": "<format>", "format_map": "<format_map>"}


class Transformer(ast.NodeTransformer):
    """Of one kernel after another."""

    def __init__(self):
        self._loops = 0
        self._iterables = 0  # of lists around this node
        self._asserts = set()

    def begin(self, free):
        """Another kernel comes, with these free names."""
        self._asserts = {name for name, value in free.items() if value is tl.static_assert}

    def visit_Assign(self, node):
        if len(node.targets) > 1:
            raise ValueError("Multiple assignments are not supported")
        node.value = _call("<assigned>", self.visit(node.value))
        return node

    def visit_AugAssign(self, node):
        first = ast.Name(node.target.id, ast.Load()) if isinstance(node.target, ast.Name) \
            else node.target
        assign = ast.Assign([node.target], ast.BinOp(first, node.op, node.value))
        return ast.copy_location(self.visit_Assign(self._placed(assign, node)), node)

    def visit_AnnAssign(self, node):
        value = self.visit(node.value) if node.value else ast.Constant(None)
        assign = ast.Assign([node.target], _call("<annotated>", node.annotation, _later(value)))
        return self._placed(assign, node)

    def visit_Return(self, node):
        if node.value:
            node.value = _call("<assigned>", self.visit(node.value))
        return node

    def visit_IfExp(self, node):
        self.generic_visit(node)
        return self._placed(_call("<chosen>", node.test, _later(node.body), _later(node.orelse)),
                            node)

    def visit_BoolOp(self, node):
        self.generic_visit(node)
        name = "<all>" if isinstance(node.op, ast.And) else "<any>"
        return self._placed(_call(name, *map(_later, node.values)), node)

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return self._placed(_call("<not>", node.operand), node) \
            if isinstance(node.op, ast.Not) else node

    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) > 1 or not isinstance(node.ops[0], (ast.Is, ast.IsNot)):
            return node
        name = "<is>" if isinstance(node.ops[0], ast.Is) else "<is not>"
        return self._placed(_call(name, node.left, node.comparators[0]), node)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return self._placed(_call("<remainder>", node.left, node.right), node) \
            if isinstance(node.op, ast.Mod) else node

    def visit_Attribute(self, node):
        self.generic_visit(node)
        name = _ATTRIBUTES.get(node.attr)
        return self._placed(_call(name, node.value), node) if name else node

    def visit_List(self, node):
        self.generic_visit(node)
        return ast.copy_location(ast.Tuple(node.elts, node.ctx), node)

    def visit_ListComp(self, node):
        """The compiler looks at no `if` of it, and its variable stays."""
        first = node.generators[0]
        if len(node.generators) > 1 or not isinstance(first.target, ast.Name):
            return node
        self._iterables += 1
        first.iter = self.visit(first.iter)
        self._iterables -= 1
        node.elt, first.ifs = self.visit(node.elt), []
        if self._iterables:  # where Python lets no name be bound
            return self._placed(_call("<tuple>", node), node)
        item = ast.Name("<item>", ast.Load())
        kept = ast.NamedExpr(ast.Name(first.target.id, ast.Store()), item)
        first.target = ast.Name("<item>", ast.Store())
        node.elt = ast.Subscript(ast.Tuple([kept, node.elt], ast.Load()), ast.Constant(1),
                                 ast.Load())
        return self._placed(_call("<tuple>", node), node)

    def visit_FormattedValue(self, node):
        self.generic_visit(node)
        node.format_spec = None  # nor does the compiler look at one
        return node

    def visit_Assert(self, node):
        self.generic_visit(node)
        parts = [node.test] + ([node.msg] if node.msg else [])
        return self._placed(ast.Expr(_call("<asserted>", *parts)), node)

    def visit_Call(self, node):
        self.generic_visit(node)
        is_static = node.func.attr == "static_assert" if isinstance(node.func, ast.Attribute) \
            else isinstance(node.func, ast.Name) and node.func.id in self._asserts
        if not is_static or len(node.args) != 2 or node.keywords:
            return node
        return self._placed(_call("<static>", node.args[0], _later(node.args[1])), node)

    def visit_While(self, node):
        self._refuse_else(node)
        self.generic_visit(node)
        node.test = self._placed(_call("<tested>", node.test), node)
        return node

    def visit_For(self, node):
        self._refuse_else(node)
        self.generic_visit(node)
        if not isinstance(node.iter, ast.Call) or not isinstance(node.target, ast.Name):
            return node
        self._loops += 1
        name = f"<loop {self._loops}>"
        iterated = node.iter
        if len(iterated.args) == 1 and not iterated.keywords and _calls(iterated.args[0]):
            call = _call("<loop of one>", iterated.func, _later(iterated.args[0]))
        else:
            call = _call("<loop>", iterated.func, *iterated.args)
            call.keywords = iterated.keywords
        begin = ast.Assign([ast.Name(name, ast.Store())], call)
        node.iter = ast.copy_location(ast.Name(name, ast.Load()), node.iter)
        end = ast.If(_call("<counts>", ast.Name(name, ast.Load())),
                     [ast.Assign([ast.Name(node.target.id, ast.Store())],
                                 ast.Name("<undefined>", ast.Load()))], [])
        return [self._placed(begin, node), node, self._placed(end, node)]

    @staticmethod
    def _refuse_else(node):
        if node.orelse:
            raise kernel_text.Foreign(f"a loop has an else (line {node.lineno})")

    @staticmethod
    def _placed(node, like_node):
        return ast.fix_missing_locations(ast.copy_location(node, like_node))
