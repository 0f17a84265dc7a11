# SPDX-License-Identifier: GPL-3.0-or-later
"""Inductor's program for a reference as an answer that people would write: imports, kernels under
@triton.jit with literal sizes of blocks, and the class, whose constructor is the reference's own.

Private names of Inductor are gone from it: helper functions of kernels that it needs are copied
from torch's own file into the answer. Kernels compute in float32 and store what the inputs are, so
that the answer also holds for float16."""

import ast
import copy
import functools
import os

import torch

from harness.inductor.inductor_source import NotExpressible

_HELPERS = os.path.join(os.path.dirname(torch.__file__), "_inductor", "runtime",
                        "triton_helpers.py")
_BLOCKS = {  # by the kinds of axes: sizes of blocks, each a power of two
    ("x",): {"XBLOCK": 512},
    ("x", "y"): {"XBLOCK": 32, "YBLOCK": 32},
    ("x", "y", "z"): {"XBLOCK": 16, "YBLOCK": 8, "ZBLOCK": 8},
    ("r0_", "x"): {"XBLOCK": 4, "R0_BLOCK": 256},
    ("r0_", "x", "y"): {"XBLOCK": 32, "YBLOCK": 32, "R0_BLOCK": 32},
}
_AXES_OF_GRID = {"Grid1D": "x", "Grid2D": "xy", "Grid2DWithYZOverflow": "xy", "Grid3D": "xyz"}
_LEAST_BLOCK = 16  # of a tl.dot
_FLOAT = "float32"


def answer_text(reference, entry_point, program):
    """The source of the answer to `reference`, a text with class `entry_point`."""
    tree = ast.parse(program.text)
    kernels = {name: Kernel(name, text) for name, text in _kernel_texts(tree)}
    call = next(node for node in ast.walk(tree)
                if isinstance(node, ast.FunctionDef) and node.name == "call")
    owner = Owner(ast.parse(reference), entry_point)
    forward = Forward(call, kernels, program, owner)
    body = forward.statements()
    used = [kernels[name] for name in forward.launched]
    if not used:
        raise NotExpressible("nothing of it is computed by a kernel")
    helpers = _helper_functions([kernel.function for kernel in used])
    functions = [*helpers, *(kernel.function for kernel in used)]
    text = "\n\n\n".join([_imports(functions, owner), *owner.definitions(),
                          *(ast.unparse(function) for function in functions),
                          owner.answer_class(body)])
    return text + "\n"


# ---- kernels ----------------------------------------------------------------------------------


def _kernel_texts(tree):
    """(name, source) of each `name = async_compile.triton('name', 'source', ...)`."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) \
                and ast.unparse(node.value.func) == "async_compile.triton":
            yield node.targets[0].id, node.value.args[1].value


class Kernel:
    """A kernel as a function of Triton, with the sizes of its blocks and its grid."""

    def __init__(self, name, text):
        self.name = _short(name)
        tree = ast.parse(text)
        self.function = next(node for node in tree.body if isinstance(node, ast.FunctionDef))
        meta = {key.arg: key.value for key in self.function.decorator_list[0].keywords}
        self._signature = _entries(_entries(meta["triton_meta"])["signature"])
        self._grid = ast.literal_eval(_entries(meta["inductor_meta"])["grid_type"])
        if self._grid not in _AXES_OF_GRID:
            raise NotExpressible(f"a grid of kind {self._grid}")
        self._hints = ast.literal_eval(meta["size_hints"])
        self.function.name = self.name
        self.function.decorator_list = [ast.parse("triton.jit", mode="eval").body]
        self.function = ast.fix_missing_locations(_KernelCleaner(self._float_pointers())
                                                  .visit(self.function))
        self.blocks = self._block_sizes()

    def _float_pointers(self):
        return {name for name, kind in self._signature.items()
                if isinstance(kind, ast.Constant) and kind.value == "*fp32"}

    def _block_sizes(self):
        """A literal for each block that the function asks for, none larger than its axis."""
        asked = [argument.arg for argument in self.function.args.args
                 if argument.arg.endswith("BLOCK")]
        sizes = _BLOCKS.get(tuple(sorted(self._hints)))
        if sizes is None:
            raise NotExpressible(f"a kernel over the axes {', '.join(self._hints)}")
        is_dot = "tl.dot" in ast.unparse(self.function)
        if not is_dot and len(self._hints) == 3 and "r0_" in self._hints:
            sizes = {"XBLOCK": 4, "YBLOCK": 4, "R0_BLOCK": 64}
        least = _LEAST_BLOCK if is_dot else 1
        return {name: max(least, min(sizes[name], self._hints[name.removesuffix("BLOCK").lower()]))
                for name in asked}

    def launch(self, arguments):
        """The call that starts it; `arguments` are the expressions of Inductor's own call."""
        names = [argument.arg for argument in self.function.args.args][:len(arguments)]
        given = dict(zip(names, arguments))
        sizes = [f"triton.cdiv({ast.unparse(given[axis + 'numel'])}, {self._block(axis)})"
                 for axis in _AXES_OF_GRID[self._grid]]
        blocks = ", ".join(f"{name}={size}" for name, size in self.blocks.items())
        grid = ", ".join(sizes) + ("," if len(sizes) == 1 else "")
        values = ", ".join(ast.unparse(value) for value in arguments)
        return f"{self.name}[({grid})]({values}{', ' if blocks else ''}{blocks})"

    def _block(self, axis):
        return self.blocks.get(axis.upper() + "BLOCK", 1)


def _short(name):
    """"fused_mul_sigmoid_0" for triton_poi_fused_mul_sigmoid_0."""
    parts = name.split("_", 2)
    return parts[2] + "_kernel" if len(parts) == 3 and parts[0] == "triton" else name


def _entries(node):
    """A dict in a program by its keys."""
    return {key.value: value for key, value in zip(node.keys, node.values)}


class _KernelCleaner(ast.NodeTransformer):
    """Public names in place of Inductor's, and float32 for whatever is loaded as a float."""

    def __init__(self, floats):
        self._floats = floats

    def visit_Call(self, node):
        self.generic_visit(node)
        if ast.unparse(node.func) == "tl.load" and self._is_float(node.args[0]):
            return ast.parse(f"{ast.unparse(node)}.to(tl.float32)", mode="eval").body
        return node

    def _is_float(self, pointer):
        return any(isinstance(name, ast.Name) and name.id in self._floats
                   for name in ast.walk(pointer))

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "triton_helpers":
            return ast.Name(id=node.attr, ctx=node.ctx)
        if isinstance(node.value, ast.Name) and node.value.id == "tl_math":
            return ast.parse(f"tl.math.{node.attr}", mode="eval").body
        return node


@functools.cache
def _known_helpers():
    with open(_HELPERS, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    return {node.name: ast.fix_missing_locations(_HelperCleaner().visit(_drop_docstring(node)))
            for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list
            and ast.unparse(node.decorator_list[0]) == "triton.jit"}


def _helper_functions(functions):
    """Those of torch's helpers that the functions call, and what these call, in torch's order."""
    known, needed = _known_helpers(), set()
    left = list(functions)
    while left:
        for node in ast.walk(left.pop()):
            if isinstance(node, ast.Name) and node.id in known and node.id not in needed:
                needed.add(node.id)
                left.append(known[node.id])
    return [known[name] for name in known if name in needed]


class _HelperCleaner(ast.NodeTransformer):
    """Triton's own names for Inductor's, and what holds for floats done for all: a whole number
    is never NaN."""

    def visit_If(self, node):
        self.generic_visit(node)
        is_about_floats = isinstance(node.test, ast.Call) and not node.orelse \
            and ast.unparse(node.test.func) == "is_floating"
        return node.body if is_about_floats else node

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "math":
            return ast.parse(f"tl.math.{node.attr}", mode="eval").body
        return node


def _imports(functions, owner):
    text = "\n".join(ast.unparse(function) for function in functions)
    lines = ["import torch", "import triton", "import triton.language as tl"]
    if "libdevice." in text:
        lines.append("from triton.language.extra import libdevice")
    own = [line for line in owner.imports() if line not in lines]
    return "\n".join([*lines, *own])


# ---- the reference ----------------------------------------------------------------------------


class Owner:
    """What of the reference the answer keeps: the constructor and what it needs."""

    def __init__(self, tree, entry_point):
        self._tree = tree
        self._class = next((node for node in tree.body if isinstance(node, ast.ClassDef)
                            and node.name == entry_point), None)
        if self._class is None:
            raise NotExpressible(f"{entry_point} is no class of the text itself")
        self._methods = {node.name: node for node in self._class.body
                         if isinstance(node, ast.FunctionDef)}
        if "forward" not in self._methods:
            raise NotExpressible(f"{entry_point} has no forward of its own")
        self.entry_point = entry_point

    def forward_arguments(self):
        """The names after self, where that is all there is."""
        arguments = self._methods["forward"].args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            raise NotExpressible("forward takes any number of arguments")
        return [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)][1:]

    def imports(self):
        """Lines of the imports whose names the kept parts use, as far as a candidate may import."""
        used = _names(*self._kept_methods(), *self._needed(), *self._class.bases)
        for node in self._tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                named = [alias for alias in node.names
                         if (alias.asname or alias.name.split(".")[0]) in used]
                if named:
                    kept = copy.copy(node)
                    kept.names = named
                    yield ast.unparse(kept)

    def definitions(self):
        """Classes, functions and values of the text that the constructor needs, in their order."""
        return [ast.unparse(node) for node in self._needed()]

    @functools.cache
    def _needed(self):
        defined = {name: node for node in self._tree.body if node is not self._class
                   for name in _defined(node)}
        needed, left = [], [*self._kept_methods(), *self._class.bases]
        while left:
            for name in _names(left.pop()):
                node = defined.get(name)
                if node is not None and node not in needed:
                    needed.append(node)
                    left.append(node)
        return [node for node in self._tree.body if node in needed]

    @functools.cache
    def _kept_methods(self):
        """The constructor, and the methods that it calls."""
        names, left = [], ["__init__"]
        while left:
            name = left.pop()
            if name in names or name not in self._methods or name == "forward":
                continue
            names.append(name)
            left += [node.attr for node in ast.walk(self._methods[name])
                     if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
                     and node.value.id == "self"]
        return [method for name, method in self._methods.items() if name in names]

    def answer_class(self, statements):
        """The class of the answer, whose forward does the statements."""
        forward = copy.deepcopy(self._methods["forward"])
        forward.body = ast.parse("\n".join(statements)).body
        forward.decorator_list, forward.returns = [], None
        for argument in forward.args.args:
            argument.annotation = None
        answer = copy.deepcopy(self._class)
        answer.name = self.entry_point + "New"
        answer.decorator_list = []
        kept = {method.name for method in self._kept_methods()}
        answer.body = [node for node in answer.body
                       if isinstance(node, (ast.Assign, ast.AnnAssign))
                       or isinstance(node, ast.FunctionDef) and node.name in kept] + [forward]
        answer = _SuperCleaner(self.entry_point).visit(answer)
        return ast.unparse(ast.fix_missing_locations(answer))


class _SuperCleaner(ast.NodeTransformer):
    """super() for super(ScaledSwish, self), and no docstrings."""

    def __init__(self, entry_point):
        self._entry_point = entry_point

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "super" and node.args \
                and ast.unparse(node.args[0]) == self._entry_point:
            node.args = []
        return node

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        return _drop_docstring(node)


def _drop_docstring(node):
    if ast.get_docstring(node) is not None and len(node.body) > 1:
        node.body = node.body[1:]
    return node


def _defined(node):
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [name.id for target in node.targets for name in ast.walk(target)
                if isinstance(name, ast.Name)]
    return []


def _names(*nodes):
    """Names that the nodes use and that are no argument of one of their functions."""
    used = set()
    for node in nodes:
        own = {argument.arg for argument in ast.walk(node) if isinstance(argument, ast.arg)}
        used |= {name.id for name in ast.walk(node) if isinstance(name, ast.Name)} - own
    return used


# ---- forward ----------------------------------------------------------------------------------


class Forward:
    """Inductor's `call` as the statements of a forward."""

    def __init__(self, call, kernels, program, owner):
        self._call, self._kernels, self._program, self._owner = call, kernels, program, owner
        self.launched = []
        self._names = []  # of what it is called with, the inputs first
        self._float = None  # the one whose dtype the outputs have
        self._results = []

    def statements(self):
        lines = self._unpack()
        body = [node for node in self._flat(self._call.body) if not _is_bookkeeping(node)]
        self._results = [element.id if isinstance(element, ast.Name) else None
                         for element in body[-1].value.elts]
        if None in self._results:
            raise NotExpressible("an output is no buffer")
        for node in body[1:-1]:
            lines.append(self._statement(node))
        return lines + self._return()

    def _flat(self, body):
        for node in body:
            if isinstance(node, ast.With):
                yield from self._flat(node.body)
            else:
                yield node

    def _unpack(self):
        """Names of Inductor's for parameters, buffers and inputs."""
        target = next(node for node in self._call.body if isinstance(node, ast.Assign)).targets[0]
        names = [name.id for name in (target.elts if isinstance(target, ast.Tuple) else [target])]
        arguments = self._owner.forward_arguments()
        lines, own, state = [], [], []
        for name, (kind, what) in zip(names, self._program.inputs):
            if kind == "state":
                lines.append(f"{name} = self.{what}")
                state.append(name)
            elif what < len(arguments):
                lines.append(f"{name} = {arguments[what]}.contiguous()")
                own.append(name)
            else:
                raise NotExpressible("forward unpacks its arguments")
        self._names = own + state
        self._float = next((name for name in self._names if self._is_float(name)), None)
        return lines

    def _is_float(self, name):
        """By the line of Inductor's own example of arguments."""
        for line in self._program.text.splitlines():
            if line.strip().startswith(f"{name} = rand_strided("):
                return line.endswith(f"torch.{_FLOAT})")
        return False

    def _statement(self, node):
        value = node.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) \
                and value.func.attr == "run" and isinstance(value.func.value, ast.Name):
            return self._launch(value)
        text = ast.unparse(node)
        if "extern_kernels." in text or "torch.ops." in text or "aten." in text:
            raise NotExpressible(f"Inductor leaves it to a library: {_called(value)}")
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "empty_strided_cuda":
            return self._buffer(node, value)
        if "reinterpret_tensor" in text:
            return text.replace("reinterpret_tensor", "torch.as_strided")
        if "_guards" in text or "get_raw_stream" in text:
            raise NotExpressible(f"a statement of Inductor's own: {text[:80]}")
        return text

    def _launch(self, value):
        kernel = self._kernels.get(value.func.value.id)
        if kernel is None:
            raise NotExpressible(f"no kernel {value.func.value.id}")
        if value.func.value.id not in self.launched:
            self.launched.append(value.func.value.id)
        return kernel.launch(value.args)

    def _buffer(self, node, value):
        name, shape, strides, dtype = (node.targets[0].id, *map(ast.unparse, value.args))
        if dtype == f"torch.{_FLOAT}" and name in self._results and self._float:
            dtype = f"{self._float}.dtype"
        device = self._float or self._names[0]
        return f"{name} = torch.empty_strided({shape}, {strides}, dtype={dtype}, " \
               f"device={device}.device)"

    def _return(self):
        lines, given = [], []
        for name, (kind, what) in zip(self._results, self._program.outputs):
            if kind == "state":
                lines.append(f"self.{what}.copy_({name})")
            else:
                given.append(name)
        if self._program.is_tuple:
            return [*lines, f"return ({', '.join(given)},)"]
        return [*lines, f"return {given[0]}"]


def _is_bookkeeping(node):
    """args.clear(), set_device, del, streams: nothing that computes."""
    if isinstance(node, ast.Delete):
        return True
    text = ast.unparse(node)
    return text == "args.clear()" or text.startswith("torch.cuda.set_device") \
        or text.endswith("= get_raw_stream(0)")


def _called(node):
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ast.unparse(node)[:60]
