# SPDX-License-Identifier: GPL-3.0-or-later
"""Where each line of what the compiler made comes from.

Each function takes the text of one form and gives a list with one entry a line: a stack of places
(file, line, column), innermost first. Code that was inlined has the place where it is written and
then those that called it, to the kernel. File "" is the candidate's own; columns count bytes from 0,
-1 where none is known. A line without a place has an empty stack.
"""

import ast
import inspect
import re

from triton.compiler.code_generator import CodeGenerator

from harness.candidate import candidate_host

_MAX_DEPTH = 32
_MAX_STACK = 16

# MLIR: `#loc3 = loc("file":8:28)`, `loc(callsite(#loc13 at #loc32))`, `loc("name"(#loc2))`.
_MLIR_DEFINITION = re.compile(r"^(#loc\d*) = loc\((.*)\)$")
_MLIR_PART = re.compile(r'"((?:[^"\\]|\\.)*)":(\d+):(\d+)|(#loc\d*)')
_LLVM_DEFINITION = re.compile(r"^!(\d+) = (?:distinct )?!(DI\w+)\((.*)\)$")
_LLVM_USE = re.compile(r"!dbg !(\d+)")
# The back-end's own comment: `.loc 2 263 15 // standard.py:263:15 @[ candidate.py:10:19 ]`.
_PTX_LOC = re.compile(r"^\s*\.loc\s+\d+ \d+ \d+.*?//\s*(.*)$")
_PTX_PLACE = re.compile(r"([^\s@\[\]]+):(\d+):(\d+)")
_SASS_PLACE = re.compile(r'^\s*//## File "(.*)", line (\d+)')


def _place(path, line, column=-1):
    name = path.rsplit("/", 1)[-1]
    return ("" if name == candidate_host.FILE_NAME else name, int(line), int(column))


def _is_ours(stack):
    return any(not file for file, _, _ in stack)


def line_of(stack):
    """The innermost line of the candidate in a stack, or 0."""
    return next((line for file, line, _ in stack if not file), 0)


def of_mlir(text):
    """For `ttir` and `ttgir`."""
    lines = text.split("\n")
    expressions = dict(match.groups() for match in map(_MLIR_DEFINITION.match, lines) if match)
    known = {}

    def resolve(expression, depth=0):
        stacks = []
        for path, line, column, name in _MLIR_PART.findall(expression):
            if not name:
                stacks.append((_place(path, line, column),))
            elif name not in known and depth <= _MAX_DEPTH:
                known[name] = ()  # a location that refers to itself ends here
                known[name] = resolve(expressions.get(name, ""), depth + 1)
                stacks.append(known[name])
            else:
                stacks.append(known.get(name, ()))
        if "callsite(" in expression:
            return sum(stacks, ())[:_MAX_STACK]
        return next((stack for stack in stacks if _is_ours(stack)), next(iter(stacks), ()))

    return [() if line.startswith("#loc") or " loc(" not in line
            else resolve(line[line.rfind(" loc("):]) for line in lines]


def of_llvm(text):
    """For `llir`."""
    lines = text.split("\n")
    nodes = {match[1]: (match[2], match[3])
             for match in map(_LLVM_DEFINITION.match, lines) if match}

    def field(number, name):
        match = re.search(rf"\b{name}: !?(\"[^\"]*\"|\d+)", nodes.get(number, ("", ""))[1])
        return match[1].strip('"') if match else ""

    def file_of(number):
        for _ in range(_MAX_DEPTH):
            if field(number, "file"):
                return field(field(number, "file"), "filename")
            number = field(number, "scope")
        return ""

    def stack_of(number):
        stack = []
        while len(stack) < _MAX_STACK and nodes.get(number, ("",))[0] == "DILocation":
            stack.append(_place(file_of(field(number, "scope")), field(number, "line") or 0,
                                field(number, "column") or -1))
            number = field(number, "inlinedAt")
        if not stack and nodes.get(number, ("",))[0] == "DISubprogram":
            stack.append(_place(file_of(number), field(number, "line") or 0))
        return tuple(place for place in stack if place[1])

    known = {}
    result = []
    for line in lines:
        match = None if line.startswith("!") else _LLVM_USE.search(line)
        if match and match[1] not in known:
            known[match[1]] = stack_of(match[1])
        result.append(known[match[1]] if match else ())
    return result


def of_ptx(text):
    """For `ptx`: what follows a `.loc` belongs to its place, to the end of the function."""
    current, result = (), []
    for line in text.split("\n"):
        match = _PTX_LOC.match(line)
        if match:
            current = _stack_of_loc(match[1])
        elif line.startswith("}"):
            current = ()
        result.append(current)
    return result


def _stack_of_loc(comment):
    return tuple(_place(*found) for found in _PTX_PLACE.findall(comment))[:_MAX_STACK]


def _stacks_by_line(ptx):
    """{(file, line): the stack of what was written there}: without columns where there are several
    with the same lines, and without an entry where the lines differ, too."""
    stacks = {}
    for line in ptx.split("\n"):
        match = _PTX_LOC.match(line)
        stack = _stack_of_loc(match[1]) if match else ()
        if stack:
            stacks.setdefault(stack[0][:2], set()).add(stack)
    result = {}
    for place, found in stacks.items():
        plain = {tuple((file, line, -1) for file, line, _ in stack) for stack in found}
        if len(plain) == 1:
            result[place] = next(iter(found if len(found) == 1 else plain))
    return result


def of_sass(text, ptx):
    """For `sass` as `nvdisasm -g` prints it; that names neither columns nor who called inlined code,
    which the kernel's PTX knows."""
    stacks = _stacks_by_line(ptx)
    current, result = (), []
    for line in text.split("\n"):
        match = _SASS_PLACE.match(line)
        if match:
            place = _place(match[1], match[2])
            # Of inlined code without one caller nothing is claimed.
            current = stacks.get(place[:2], () if place[0] else (place,))
        elif line.startswith("."):
            current = ()
        result.append(current)
    return result


# ---- expressions -------------------------------------------------------------------------------


def _is_late():
    """Triton 3.6 gives what an expression computes the place of the last part of it that it has
    visited: its visit() remembers the place of the node itself, not that before."""
    return inspect.getsource(CodeGenerator.visit).count("builder.get_loc()") > 1


def _last_part(node):
    """What the compiler visits last of an expression that computes, or None."""
    if isinstance(node, ast.Call):
        return (node.args or node.keywords or [node.func])[-1]
    if isinstance(node, ast.BinOp):
        return node.right
    if isinstance(node, ast.UnaryOp):
        return node.operand
    if isinstance(node, ast.Compare):
        return node.comparators[-1]
    if isinstance(node, ast.BoolOp):
        return node.values[-1]
    if isinstance(node, ast.Subscript):
        return node.slice
    if isinstance(node, ast.IfExp):
        return node.orelse
    return node.value if isinstance(node, ast.AugAssign) else None


class Expressions:
    """The candidate's expressions by where the compiler says that they are."""

    def __init__(self, source):
        self._late = _is_late()
        self._last = {}  # (line, column) of the last part -> extent of the largest such expression
        self._first = {}  # (line, column) of the beginning -> the same
        try:
            self._walk(ast.parse(source), 0)
        except (SyntaxError, ValueError, RecursionError):
            self._last, self._first = {}, {}

    def _walk(self, node, indent):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            indent = node.col_offset  # Triton compiles the text of a function without its indent
        if isinstance(node, ast.expr):
            _keep_largest(self._first, node, node, indent)
        part = _last_part(node) if self._late else None
        if part is not None:
            _keep_largest(self._last, part, node, indent)
        for child in ast.iter_child_nodes(node):
            self._walk(child, indent)

    def whole(self, place):
        """[file, line, column, end line, end column]; the end is 0, -1 where it is not known."""
        file, line, column = place
        found = None if file else self._last.get((line, column)) or self._first.get((line, column))
        return [file, line, column, 0, -1] if found is None else [file, *found]


def _keep_largest(table, part, node, indent):
    key = (part.lineno, part.col_offset - indent)
    extent = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
    size = (extent[2] - extent[0], extent[3] - extent[1])
    known = table.get(key)
    if known is None or size > (known[2] - known[0], known[3] - known[1]):
        table[key] = extent
