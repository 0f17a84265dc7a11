# SPDX-License-Identifier: GPL-3.0-or-later
"""Which ways a candidate's Python has gone. Its text is compiled with a mark at the head of each way that a function may take: blocks
of statements, what stands behind a statement that may leave, arms of conditional expressions. Of what no call has reached nobody knows
what it does. Kernels run elsewhere, and conditions in them are the machine's."""

import ast
import itertools
import warnings

_MARK = "the mark of a way, which no text of a candidate has: \0"
_LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Raise)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_MOST = 1024  # ways that are looked at
_MOST_TOLD = 256


class Branches:
    """The ways of one text, in its order."""

    def __init__(self):
        self._ways = []  # first line, last line, whether a function's whole body
        self.gone = set()  # numbers of those that were, since `latest` was asked
        self._before = set()  # likewise, before that

    def add(self, first, last, is_function):
        """The number of a new way that spans these lines."""
        self._ways.append((first, last, is_function))
        return len(self._ways) - 1

    def is_full(self):
        return len(self._ways) >= _MOST

    def latest(self):
        """Numbers of those that were gone since this was asked before."""
        latest = sorted(self.gone)
        self._before |= self.gone
        self.gone.clear()
        return latest

    def untried(self):
        """[number, first line, last line, whether a function's whole body] of each way that no call has gone."""
        left = ([number, *way] for number, way in enumerate(self._ways) if number not in self.gone and number not in self._before)
        return list(itertools.islice(left, _MOST_TOLD))


def compiled(source, path):
    """Code of a text, and its Branches, which fill as it runs. Raises what Python's compiler raises."""
    branches = Branches()
    try:
        tree = ast.fix_missing_locations(_Marking(branches).visit(ast.parse(source, path)))
    except RecursionError:  # nested too deep to be walked, not to be compiled
        return compile(source, path, "exec", dont_inherit=True), Branches()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # a mark is a text that is called, until _with_marks
        code = compile(tree, path, "exec", dont_inherit=True)
    return _with_marks(code, branches.gone.add), branches


def _with_marks(code, add):
    """The same code with `add` in the place of the constant that stands for it: no name of the candidate's tells of it."""
    return code.replace(co_consts=tuple(
        _with_marks(value, add) if hasattr(value, "co_code") else add if type(value) is str and value == _MARK else value
        for value in code.co_consts))


class _Marking(ast.NodeTransformer):
    """Puts the marks into a tree."""

    def __init__(self, branches):
        self._branches = branches
        self._is_inside = False  # of a function: what an import runs has one way

    # ---- statements

    def visit_FunctionDef(self, node):
        body = node.body
        node.body = []
        self.generic_visit(node)  # decorators and defaults, which belong outside
        node.body = self._of_function(body)
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        outer, self._is_inside = self._is_inside, False
        self.generic_visit(node)
        self._is_inside = outer
        return node

    def visit_If(self, node):
        node.test = self.visit(node.test)
        node.body, node.orelse = self._block(node.body), self._block(node.orelse)
        return node

    def visit_For(self, node):
        node.iter = self.visit(node.iter)
        node.body, node.orelse = self._block(node.body), self._block(node.orelse)
        return node

    visit_AsyncFor = visit_For
    visit_While = visit_If

    def visit_With(self, node):
        node.items = [self.visit(item) for item in node.items]
        node.body = self._statements(node.body)
        return node

    visit_AsyncWith = visit_With

    def visit_Try(self, node):
        node.body, node.finalbody = self._statements(node.body), self._statements(node.finalbody)
        node.orelse = self._block(node.orelse)
        for handler in node.handlers:
            handler.body = self._block(handler.body)
        return node

    visit_TryStar = visit_Try

    def visit_match_case(self, node):
        if node.guard is not None:
            node.guard = self.visit(node.guard)
        node.body = self._block(node.body)
        return node

    # ---- expressions

    def visit_Lambda(self, node):
        outer, self._is_inside = self._is_inside, True
        node.body = self._arm(node.body, is_function=True)
        self._is_inside = outer
        return node

    def visit_IfExp(self, node):
        node.test = self.visit(node.test)
        node.body, node.orelse = self._arm(node.body), self._arm(node.orelse)
        return node

    def visit_BoolOp(self, node):
        """Operands that do something: others are but a condition."""
        node.values = [self._arm(value) if at > 0 and _calls(value) else self.visit(value) for at, value in enumerate(node.values)]
        return node

    # ---- marks

    def _of_function(self, body):
        outer, self._is_inside = self._is_inside, True
        has_words = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
        words, body = body[:has_words], body[has_words:]
        if body:
            mark = self._mark(body[0], body[-1], is_function=True)
            body = [*mark, *self._statements(body)]
        self._is_inside = outer
        return [*words, *body]

    def _block(self, statements):
        """A way of its own, unless it is there to refuse."""
        if not statements or _refuses(statements):
            return self._statements(statements)
        mark = self._mark(statements[0], statements[-1])
        return [*mark, *self._statements(statements)]

    def _statements(self, statements):
        """The statements; behind one that may leave, the rest is a way of its own."""
        marked = []
        for at, statement in enumerate(statements):
            rest = statements[at + 1:]
            may_leave = _may_leave(statement)
            marked.append(self.visit(statement))
            if may_leave and rest and not _refuses(rest):
                marked += self._mark(rest[0], rest[-1])
        return marked

    def _arm(self, value, is_function=False):
        """`mark or value`: the mark is false."""
        mark = self._mark(value, value, is_function)
        value = self.visit(value)
        return ast.copy_location(ast.BoolOp(ast.Or(), [mark[0].value, value]), value) if mark else value

    def _mark(self, first, last, is_function=False):
        if not self._is_inside or self._branches.is_full():
            return []
        number = self._branches.add(first.lineno, last.end_lineno, is_function)
        call = ast.Call(ast.Constant(_MARK), [ast.Constant(number)], [])
        return [ast.copy_location(ast.Expr(ast.copy_location(call, first)), first)]


def _refuses(statements):
    """Whether all that comes is an error, or nothing."""
    return any(isinstance(one, ast.Raise) for one in statements) or all(
        isinstance(one, (ast.Pass, ast.Assert)) or isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in statements)


def _may_leave(statement):
    """Whether what stands behind it in its block may be passed over."""
    if isinstance(statement, (*_SCOPES, *_LEAVING)):
        return False
    waiting = list(ast.iter_child_nodes(statement))
    while waiting:
        node = waiting.pop()
        if isinstance(node, _LEAVING):
            return True
        if not isinstance(node, _SCOPES):
            waiting += ast.iter_child_nodes(node)
    return False


def _calls(value):
    return any(isinstance(node, ast.Call) for node in ast.walk(value))
