# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels on their way between processes: a kernel is its place in the candidate's file and what its
free names stand for, as JSON. The process that runs or compiles it takes the text from the file that
the judge gave it and believes nothing else.
"""

import ast
import builtins
import collections
import copy
import functools
import hashlib
import inspect
import sys
import types

import triton
import triton.language as tl
from triton._utils import is_namedtuple
from triton.language import core
from triton.runtime.jit import ConstexprFunction, JITFunction

from harness.candidate import inductor_helpers

BUILTINS = {name: getattr(builtins, name) for name in """
    range min max abs float int bool len tuple list isinstance print sum str zip enumerate reversed
    all any divmod pow round slice AssertionError NotImplementedError ValueError
""".split()}

# Ways out of a value of the interpreter to the arrays behind it, and out of a kernel to Python.
FORBIDDEN_ATTRIBUTES = frozenset(("handle", "fn", "run", "rewrite", "rewriter", "rewritten_fn",
                                   "warmup"))
_STATEMENTS_OF_PYTHON = (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Lambda,
                         ast.ClassDef, ast.Try, ast.Yield, ast.YieldFrom, ast.Await, ast.Delete,
                         ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Raise,
                         ast.NamedExpr)
_MAX_DEPTH = 16
_OPEN_MODULES = ("triton", "triton.language", "math")


def _plain_functions():
    """(module, name) of public functions of Triton's language that are none of the language: plain
    Python, which may answer one thing in the interpreter and another in the compiler. To be called
    before the interpreter changes anything. libdevice stands for the target's library."""
    modules = [(name, module) for name, module in list(sys.modules.items())
               if name.startswith("triton.language") and not name.endswith(".libdevice")]
    return {(name, key) for name, module in modules for key, value in vars(module).items()
            if isinstance(value, types.FunctionType) and not core.is_builtin(value)}


_PLAIN = _plain_functions()


def _public_functions():
    """Dotted path by identity of all public functions of Triton's language, which candidates may
    import by themselves. To be called before the interpreter changes anything."""
    return {id(value): f"{module.__name__}.{key}" for module in (tl.math, tl)
            for key, value in vars(module).items()
            if not key.startswith("_") and callable(value) and not isinstance(value, type)
            and (module.__name__, key) not in _PLAIN}


_PUBLIC = _public_functions()


class Foreign(Exception):
    """A kernel that is more than Triton's language; no compiler would take it."""


# ---- in the candidate's process ------------------------------------------------------------------


def _names_in(code):
    """Names that a function looks up, those of its comprehensions too."""
    inner = [_names_in(part) for part in code.co_consts if isinstance(part, types.CodeType)]
    return set(code.co_names).union(*inner)


def describe(kernel, is_kernel, depth=0):
    """JSON for a kernel; `is_kernel(value)` tells others of its kind."""
    if depth > _MAX_DEPTH:
        raise Foreign("kernels call each other too deeply")
    function = kernel.fn
    names = _names_in(function.__code__) | set(function.__code__.co_freevars)
    nested = inspect.getclosurevars(function).nonlocals
    free = {}
    for name in names:
        if name in nested:
            free[name] = _describe_value(nested[name], is_kernel, depth)
        elif name in function.__globals__:
            free[name] = _describe_value(function.__globals__[name], is_kernel, depth)
    return {"name": function.__name__, "line": function.__code__.co_firstlineno,
            "free": {name: value for name, value in free.items() if value is not None},
            "jit": _describe_options(kernel),
            "types": {name: _describe_type(value) for name, value
                      in function.__annotations__.items() if _describe_type(value)},
            "defaults": {name: encode_constant(parameter.default) for name, parameter
                         in inspect.signature(function).parameters.items()
                         if parameter.default is not parameter.empty}}


def _describe_options(kernel):
    if isinstance(kernel, ConstexprFunction):
        return {"constant": True}
    return {"do_not_specialize": [str(item) if isinstance(item, str) else int(item)
                                  for item in kernel.do_not_specialize],
            "noinline": bool(kernel.noinline)}


def _describe_type(annotation):
    """"constexpr", the name of a dtype, or None."""
    if annotation is core.constexpr or "constexpr" in str(annotation):
        return "constexpr"
    return annotation.name if isinstance(annotation, tl.dtype) else None


def _describe_value(value, is_kernel, depth):
    if id(value) in _PUBLIC:
        return {"path": _PUBLIC[id(value)]}
    if is_kernel(value) and value.__module__ == inductor_helpers.PATH:
        return {"path": f"{inductor_helpers.PATH}.{value.__name__}"}
    if is_kernel(value) or _is_own_constant(value):
        return {"kernel": describe(value, is_kernel, depth + 1)}
    if is_namedtuple(value):
        return {"namedtuple": {
            "name": value.__name__, "fields": list(value._fields),
            "defaults": [encode_constant(item) for item in value._field_defaults.values()]}}
    if isinstance(value, types.ModuleType):
        return {"path": value.__name__}
    if callable(value) and not isinstance(value, (core.constexpr, tl.dtype)):
        home = getattr(value, "__module__", None)
        return {"path": f"{home}.{getattr(value, '__name__', '')}"} if home else None
    return encode_constant(value)


def _is_own_constant(value):
    """True for a function of the candidate that the compiler calls for its constants."""
    return isinstance(value, ConstexprFunction) and value.__module__.split(".")[0] != "triton"


def fields_of(value):
    """What a description of a tuple says beside its items."""
    fields = getattr(value, "_fields", None)
    return {"fields": [str(name) for name in fields]} if fields else {}


def encode_constant(value):
    """JSON for a constant of a kernel; None if it is none."""
    if isinstance(value, core.constexpr):
        inner = encode_constant(value.value)
        return inner and {"constexpr": inner}
    if isinstance(value, tl.dtype):
        return {"dtype": value.name}
    if isinstance(value, float):
        return {"float": repr(value)}
    if value is None or isinstance(value, (bool, int, str)):
        return {"value": value}
    if isinstance(value, (tuple, list)):
        items = [encode_constant(item) for item in value]
        return {"tuple": items, **fields_of(value)} if all(items) else None
    return None


def decode_constant(value):
    """The inverse of encode_constant."""
    if "constexpr" in value:
        return core.constexpr(decode_constant(value["constexpr"]))
    if "dtype" in value:
        return _DTYPES[value["dtype"]]
    if "float" in value:
        return float(value["float"])
    if "tuple" in value:
        return sequence(value, [decode_constant(item) for item in value["tuple"]])
    if "value" in value and (value["value"] is None or isinstance(value["value"], (bool, int, str))):
        return value["value"]
    raise Foreign(f"a constant that is none: {value}")


def sequence(description, items):
    """A tuple of these items, a named one if its description has fields."""
    fields = description.get("fields")
    return named_tuple("Fields", tuple(fields), ())(*items) if fields else tuple(items)


@functools.lru_cache(maxsize=64)
def named_tuple(name, fields, defaults):
    """The class; equal names and fields give the same one."""
    for word in (name, *fields):
        if not isinstance(word, str) or word.startswith("_") or word in FORBIDDEN_ATTRIBUTES:
            raise Foreign(f"a named tuple with the name {word}")
    return collections.namedtuple(name, fields, defaults=defaults)


_DTYPES = {value.name: value for value in vars(tl).values() if isinstance(value, tl.dtype)}


# ---- in the processes that run and compile kernels ------------------------------------------------


class Source:
    """The candidate's file, with the kernels that were asked for so far.

    `wrap(function, options)` makes a kernel of a Python function, as @triton.jit(**options) does in
    this process.
    """

    def __init__(self, data, file_name, wrap):
        self._tree = ast.parse(data)
        self._file_name = file_name
        self._wrap = wrap
        self._kernels = {}

    def kernel(self, description, depth=0):
        """The kernel of a description, the same object for the same description."""
        if depth > _MAX_DEPTH:
            raise Foreign("kernels call each other too deeply")
        key = hashlib.sha256(repr(_canonical(description)).encode()).hexdigest()[:16]
        if key not in self._kernels:
            self._kernels[key] = self._build(description, key, depth)
        return self._kernels[key]

    def kernels(self):
        """All kernels that were built so far."""
        return list(self._kernels.values())

    def _build(self, description, key, depth):
        definition = self._find(str(description["name"]), int(description["line"]))
        free = {}
        for name, value in description.get("free", {}).items():
            if "kernel" in value:
                free[name] = self.kernel(value["kernel"], depth + 1)
            elif "namedtuple" in value:
                free[name] = _decode_class(value["namedtuple"])
            elif "path" in value:
                free[name] = _resolve(str(value["path"]))
            else:
                free[name] = decode_constant(value)
        options = description.get("jit", {})
        _Check(definition, free, bool(options.get("constant"))).run()
        function = self._function(definition, free)
        function.__annotations__ = {
            name: core.constexpr if kind == "constexpr" else _DTYPES[kind]
            for name, kind in description.get("types", {}).items()}
        defaults = {name: decode_constant(value)
                    for name, value in description.get("defaults", {}).items()}
        positional = [argument.arg for argument in definition.args.args]
        function.__defaults__ = tuple(defaults[name] for name in positional if name in defaults)
        function.__kwdefaults__ = {argument.arg: defaults[argument.arg]
                                   for argument in definition.args.kwonlyargs
                                   if argument.arg in defaults}
        built = self._wrap(function, options)
        built.nereid_key = key
        return built

    def _find(self, name, line):
        found = [node for node in ast.walk(self._tree) if isinstance(node, ast.FunctionDef)
                 and node.name == name]
        exact = [node for node in found
                 if line in (node.lineno, *(item.lineno for item in node.decorator_list))]
        if len(exact) != 1:
            raise Foreign(f"kernel {name} is not a function of the candidate's file")
        return exact[0]

    def _function(self, definition, free):
        arguments = copy.deepcopy(definition.args)
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            argument.annotation = None
        arguments.defaults, arguments.kw_defaults = [], [None for _ in arguments.kwonlyargs]
        definition = copy.copy(definition)
        definition.args, definition.decorator_list, definition.returns = arguments, [], None
        module = ast.Module([definition], [])
        code = compile(ast.fix_missing_locations(module), self._file_name, "exec")
        scope = {"__builtins__": dict(BUILTINS), "__name__": "candidate", **free}
        exec(code, scope)
        return scope[definition.name]


def for_compiler(data, path):
    """The Source of a candidate whose kernels Triton compiles; it reads their text from the file
    that they name, which is written here."""
    with open(path, "wb") as file:
        file.write(data)
    return Source(data, path, _compiled)


def _compiled(function, options):
    if options.get("constant"):
        return ConstexprFunction(function)
    return JITFunction(function, do_not_specialize=options.get("do_not_specialize"),
                       noinline=options.get("noinline"))


def _decode_class(described):
    return named_tuple(str(described["name"]), tuple(described["fields"]),
                       tuple(decode_constant(item) for item in described["defaults"]))


def _canonical(value):
    if isinstance(value, dict):
        return sorted((key, _canonical(item)) for key, item in value.items())
    return [_canonical(item) for item in value] if isinstance(value, list) else value


def _resolve(path):
    """The module or function of Triton behind a dotted path; anything else becomes a _Stranger."""
    parts = path.split(".")
    if path in _PUBLIC.values():
        return getattr(sys.modules[path.rpartition(".")[0]], parts[-1])
    if path == inductor_helpers.PATH:
        return inductor_helpers.module()
    if path.startswith(inductor_helpers.PATH + "."):
        return inductor_helpers.member(parts[-1]) or Stranger(path)
    value = {"triton": triton, "math": __import__("math")}.get(parts[0])
    for part in parts[1:]:
        if not isinstance(value, types.ModuleType) or part.startswith("_") \
                or (value.__name__, part) in _PLAIN:
            return Stranger(path)
        value = getattr(value, part, None)
    if isinstance(value, types.ModuleType):
        return value if is_open(value) else Stranger(path)
    return value if value is not None and _belongs_to_triton(value) else Stranger(path)


class Stranger:
    """Stands for something that no kernel may use; an error only where a kernel does use it."""

    def __init__(self, path):
        self.path = path


def is_open(module):
    """True for modules whose public names are Triton's language."""
    name = module.__name__
    return name in _OPEN_MODULES or inductor_helpers.is_module(module) \
        or name.startswith(("triton.language.", "triton.experimental.gluon"))


def _belongs_to_triton(value):
    home = getattr(value, "__module__", None) or ""
    return home.split(".")[0] == "triton" \
        or isinstance(value, (tl.dtype, core.constexpr, int, float))


def _is_constant(value):
    """True for what a function may use that is called for its constants."""
    if getattr(value, "__module__", "") == "math" or is_namedtuple(value):
        return True
    return value is None or isinstance(value, (
        tl.dtype, core.constexpr, int, float, str, tuple, ConstexprFunction))


class _Check:
    """Refuses what Triton's language does not have."""

    def __init__(self, definition, free, only_constants):
        self._definition = definition
        self._free = free
        self._only_constants = only_constants  # Python runs it where kernels are compiled
        self._parents = {}

    def run(self):
        for node in self._nodes():
            for child in ast.iter_child_nodes(node):
                self._parents[child] = node
            if isinstance(node, _STATEMENTS_OF_PYTHON):
                raise self._foreign(node, f"holds a Python {type(node).__name__}")
            if isinstance(node, ast.Attribute) and (
                    node.attr.startswith("_") or node.attr in FORBIDDEN_ATTRIBUTES):
                raise self._foreign(node, f"reads .{node.attr}")
        for node in self._nodes():
            if isinstance(node, ast.Name) and node.id in self._free:
                self._follow(node)

    def _nodes(self):
        for part in self._definition.body:
            yield from ast.walk(part)

    def _follow(self, node):
        """`tl.math.exp` as far as modules go."""
        path, value = node.id, self._free[node.id]
        while isinstance(value, types.ModuleType):
            parent = self._parents.get(node)
            if not isinstance(parent, ast.Attribute) or not is_open(value):
                raise self._foreign(node, f"uses the module {value.__name__}")
            if (value.__name__, parent.attr) in _PLAIN:
                raise self._foreign(node, f"uses {path}.{parent.attr}, which is not part of "
                                          "Triton's language")
            path, node = f"{path}.{parent.attr}", parent
            value = getattr(value, parent.attr, None) if not inductor_helpers.is_module(value) \
                else inductor_helpers.member(parent.attr) or Stranger(path)
        if isinstance(value, Stranger):
            raise self._foreign(node, f"uses {value.path}, which is not part of Triton's language")

        if self._only_constants and not _is_constant(value):
            raise self._foreign(node, f"uses {path} in a function for constants")

    def _foreign(self, node, text):
        return Foreign(f"kernel {self._definition.name} {text} (line {node.lineno})")
