# SPDX-License-Identifier: GPL-3.0-or-later
"""A Triton candidate as text with its syntax tree: where each node lies, what surrounds it."""

import ast
import dataclasses


@dataclasses.dataclass(frozen=True)
class Edit:
    """Replace the bytes [begin, end) of the source by `text`."""

    begin: int
    end: int
    text: str


class Source:
    """One candidate. Offsets are in bytes of UTF-8, as `ast` counts columns."""

    def __init__(self, text):
        self.data = text.encode("utf-8")
        self.tree = ast.parse(text)
        self._line_starts = [0]
        for line in self.data.split(b"\n"):
            self._line_starts.append(self._line_starts[-1] + len(line) + 1)
        self._parents = {child: node for node in ast.walk(self.tree)
                         for child in ast.iter_child_nodes(node)}
        self.kernels = [node for node in ast.walk(self.tree)
                        if isinstance(node, ast.FunctionDef) and _is_jit(node)]
        self._in_kernel = {node for kernel in self.kernels
                           for statement in kernel.body for node in ast.walk(statement)}
        forwards = [node for node in ast.walk(self.tree)
                    if isinstance(node, ast.FunctionDef) and node.name == "forward"]
        self._in_forward = {node for function in forwards
                            for statement in function.body for node in ast.walk(statement)}
        self.mask_names = set()
        self.masks = {node for expression in self._mask_expressions()
                      for node in ast.walk(expression)}

    # ---- places -------------------------------------------------------------------------------

    def begin(self, node):
        return self._line_starts[node.lineno - 1] + node.col_offset

    def end(self, node):
        return self._line_starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, begin, end):
        return self.data[begin:end].decode("utf-8")

    def text_of(self, node):
        return self.text(self.begin(node), self.end(node))

    def line_at(self, offset):
        """The 1-based line of a byte."""
        return self.data.count(b"\n", 0, offset) + 1

    def apply(self, edit):
        data = self.data[:edit.begin] + edit.text.encode("utf-8") + self.data[edit.end:]
        return data.decode("utf-8")

    # ---- surroundings -------------------------------------------------------------------------

    def parent(self, node):
        return self._parents.get(node)

    def in_kernel(self, node):
        return node in self._in_kernel

    def in_forward(self, node):
        return node in self._in_forward

    def kernel_nodes(self, *kinds):
        return self._sorted(node for node in self._in_kernel if isinstance(node, kinds))

    def forward_nodes(self, *kinds):
        return self._sorted(node for node in self._in_forward if isinstance(node, kinds))

    def kernel_calls(self, *names):
        """Calls of tl.NAME inside kernels; of any tl function without names."""
        return [node for node in self.kernel_nodes(ast.Call)
                if tl_name(node) and (not names or tl_name(node) in names)]

    def launches(self):
        """Calls of the form kernel[grid](...)."""
        return [node for node in self.forward_nodes(ast.Call)
                if isinstance(node.func, ast.Subscript)]

    def _sorted(self, nodes):
        return sorted(nodes, key=lambda node: (self.begin(node), -self.end(node),
                                               type(node).__name__))

    def _mask_expressions(self):
        """What masks are made of: `mask=` arguments and the assignments of names used there."""
        found = []
        for kernel in self.kernels:
            names = set()
            for node in ast.walk(kernel):
                if isinstance(node, ast.Call) and tl_name(node) in ("load", "store"):
                    for keyword in node.keywords:
                        if keyword.arg == "mask":
                            found.append(keyword.value)
                            names |= _names(keyword.value)
            made = [node for node in ast.walk(kernel)
                    if isinstance(node, ast.Assign) and len(node.targets) == 1
                    and isinstance(node.targets[0], ast.Name) and node.targets[0].id in names
                    and any(isinstance(part, ast.Compare) for part in ast.walk(node.value))]
            found += [node.value for node in made]
            self.mask_names |= {node.targets[0].id for node in made}
        return found


def tl_name(call):
    """"load" for tl.load(...) or tl.math.load(...), else None."""
    function = call.func
    if not isinstance(function, ast.Attribute):
        return None
    owner = function.value
    if isinstance(owner, ast.Attribute):
        owner = owner.value
    return function.attr if isinstance(owner, ast.Name) and owner.id == "tl" else None


def name_of(function):
    """The last part of a called name."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", None)


def is_pointer(node):
    """A kernel's pointer argument, by its name."""
    return isinstance(node, ast.Name) and node.id.endswith("_ptr")


def number(node):
    """The value of a numeric literal, else None."""
    value = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _names(expression):
    return {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}


def _is_jit(function):
    return any(name_of(part.func if isinstance(part, ast.Call) else part) == "jit"
               for part in function.decorator_list)
