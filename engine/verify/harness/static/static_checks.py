# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks on the candidate's text. Nothing of the candidate is executed here.

These checks are cheap filters and advice; what a candidate really does is observed when it runs
in the sandbox. So a rule may refuse only what no honest kernel needs.
"""

import ast
import io
import tokenize

MAX_SOURCE_BYTES = 256 * 1024

# Roots an honest candidate needs. Modules that reach other processes, foreign code or the network
# are absent; so is everything that this environment does not have.
ALLOWED_IMPORTS = frozenset("""
    torch triton numpy math cmath typing typing_extensions functools itertools operator
    collections dataclasses enum abc numbers contextlib warnings copy logging time random string
    textwrap types inspect os sys re json statistics fractions decimal bisect heapq struct array
    traceback platform packaging threading queue weakref __future__ argparse datetime gc hashlib
    pathlib pprint timeit unittest builtins
""".split())

FORBIDDEN_MODULES = ("torch.utils.cpp_extension", "torch.multiprocessing", "torch.distributed",
                     "torch.hub", "numpy.ctypeslib", "torch.utils.model_zoo")

# Calls with no use in a kernel; a module or attribute of the same name elsewhere is untouched.
FORBIDDEN_CALLS = frozenset(f"os.{name}" for name in """
    system popen fork forkpty vfork _exit abort kill killpg posix_spawn posix_spawnp
    execl execle execlp execlpe execv execve execvp execvpe spawnl spawnle spawnlp spawnlpe spawnv
    spawnve spawnvp spawnvpe remove unlink rmdir removedirs rename renames replace truncate symlink
    link mkfifo mknod chmod chown chroot setsid setpgid ptrace pidfd_open memfd_create
    process_vm_readv putenv
""".split()) | frozenset("""
    torch.load torch.save torch.hub.load torch.utils.cpp_extension.load numpy.load numpy.save
    numpy.fromfile numpy.memmap numpy.ctypeslib.load_library sys._getframe inspect.stack
    inspect.currentframe exit quit
""".split())

JIT_NAMES = frozenset("""
    triton.jit triton.runtime.jit triton.runtime.jit.jit triton.JITFunction
    triton.runtime.JITFunction triton.runtime.jit.JITFunction triton.experimental.gluon.jit
""".split())


class Finding(Exception):
    """The first reason to refuse the text."""

    def __init__(self, code, message, line=0):
        super().__init__(message)
        self.code, self.message, self.line = code, message, line


def decode(data):
    """Source text of the bytes. Another encoding would show people other code than runs."""
    if len(data) > MAX_SOURCE_BYTES:
        raise Finding("too_large_source",
                      f"the source has {len(data)} bytes; at most {MAX_SOURCE_BYTES} are accepted")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Finding("not_utf8", f"byte {error.start} is not UTF-8: {error.reason}",
                      line) from None
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        raise Finding("not_utf8", f"the coding line is not usable: {error.msg}", 1) from None
    if encoding not in ("utf-8", "utf-8-sig"):
        raise Finding("not_utf8", f"the coding line asks for {encoding}; use UTF-8", 1)
    if not text.strip():
        raise Finding("empty", "the source is empty")
    return text


def parse(text):
    """The syntax tree; nesting bombs end as syntax errors."""
    try:
        tree = ast.parse(text)
        compile(tree, "candidate.py", "exec", dont_inherit=True)
        return tree
    except SyntaxError as error:
        shown = f": {error.text.strip()}" if error.text and error.text.strip() else ""
        raise Finding("syntax_error", f"{error.msg}{shown}", error.lineno or 0) from None
    except ValueError as error:
        raise Finding("syntax_error", str(error)) from None
    except (RecursionError, MemoryError):
        raise Finding("syntax_error", "the source is nested too deeply to parse") from None


def drop_main(tree):
    """Leaves out what stands below `if __name__ == "__main__"` at the top, which is never executed here."""
    if any(isinstance(node, ast.Name) and node.id == "__name__" and not isinstance(node.ctx, ast.Load)
           for node in ast.walk(tree)):
        return
    body = []
    for node in tree.body:
        body += node.orelse if isinstance(node, ast.If) and _asks_for_main(node.test) else [node]
    tree.body = body


def _asks_for_main(test):
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return False
    sides = (test.left, test.comparators[0])
    return any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides) and \
        any(isinstance(side, ast.Constant) and side.value == "__main__" for side in sides)


class Names:
    """What the names of a module stand for, as far as imports and plain assignments tell."""

    def __init__(self, tree):
        self._meaning = {}
        nodes = list(ast.walk(tree))
        for node in nodes:
            if isinstance(node, ast.Import):
                self._add_import(node)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                self._add_from(node)
        for node in nodes:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 \
                    and isinstance(node.targets[0], ast.Name):
                path = self.dotted(node.value)
                if path and path in JIT_NAMES:
                    self._meaning[node.targets[0].id] = path

    def _add_import(self, node):
        for alias in node.names:
            name = alias.asname or alias.name.split(".")[0]
            self._meaning[name] = alias.name if alias.asname else name

    def _add_from(self, node):
        for alias in node.names:
            if alias.name == "*":
                if node.module in ("triton", "triton.runtime", "triton.runtime.jit"):
                    self._meaning["jit"] = "triton.jit"
                continue
            self._meaning[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def dotted(self, node):
        """"triton.jit" for the expression `t.jit` after `import triton as t`; None if unknown."""
        parts = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return None
        root = self._meaning.get(node.id, node.id)
        return ".".join([root, *reversed(parts)]).removeprefix("builtins.")


def _is_jit(node, names):
    """True for triton.jit, triton.jit(...), functools.partial(triton.jit, ...)."""
    if isinstance(node, ast.Call):
        return _is_jit(node.func, names) or any(_is_jit(arg, names) for arg in node.args[:1])
    return names.dotted(node) in JIT_NAMES


def _kernel_lines(tree, names):
    found = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if any(_is_jit(decorator, names) for decorator in node.decorator_list):
                found.append(node.lineno)
        elif isinstance(node, ast.Call) and names.dotted(node.func) in JIT_NAMES:
            found.append(node.lineno)
    return found


def _bound_names(body):
    """Names that statements of a module's top level bind, also inside if, try and with."""
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        elif isinstance(node, (ast.If, ast.Try, ast.With, ast.For, ast.While)):
            for part in ("body", "orelse", "finalbody"):
                yield from _bound_names(getattr(node, part, []))
            for handler in getattr(node, "handlers", []):
                yield from _bound_names(handler.body)


def _check_imports(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise Finding("forbidden_import", "relative imports have nothing to import from",
                              node.lineno)
            modules = [node.module] + [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for module in modules:
            if module.split(".")[0] not in ALLOWED_IMPORTS or \
                    any(module == bad or module.startswith(bad + ".") for bad in FORBIDDEN_MODULES):
                raise Finding("forbidden_import",
                              f"a candidate may not import {module}; torch, triton, numpy and the "
                              "plain part of the standard library are there", node.lineno)


_ENDS = frozenset(("exit", "quit"))


def _import_handlers(nodes):
    """What is done where an import is missing, and nothing else: a program ends there, which no candidate gets to."""
    for node in nodes:
        if isinstance(node, ast.Try) and all(isinstance(step, (ast.Import, ast.ImportFrom)) for step in node.body):
            yield from (handler for handler in node.handlers if isinstance(handler.type, ast.Name)
                        and handler.type.id in ("ImportError", "ModuleNotFoundError"))


def _check_calls(tree, names):
    nodes = list(ast.walk(tree))
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef)} & _ENDS
    unmet = {id(node) for handler in _import_handlers(nodes) for node in ast.walk(handler)}
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        path = names.dotted(node.func)
        if path in FORBIDDEN_CALLS and path not in own and not (path in _ENDS and id(node) in unmet):
            raise Finding("forbidden_call", f"a candidate may not call {path}", node.lineno)


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _reachable(tree, answers):
    """Statements of the top, the class of the answer, and what is defined under the names that these use, and so on."""
    named = {}
    for node in ast.walk(tree):
        if isinstance(node, _DEFINITIONS):
            named.setdefault(node.name, []).append(node)
    left = [node for node in tree.body if not isinstance(node, _DEFINITIONS)]
    left += [node for name in answers for node in named.pop(name, ())]
    found = []
    while left:
        found.append(left.pop())
        for node in ast.walk(found[-1]):
            name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", None)
            left += named.pop(name, ())
    return found


def _goes_on(handler):
    """Whether an exception is answered in another way, or not at all."""
    return all(isinstance(node, ast.Pass) for node in handler.body) or any(isinstance(node, ast.Return) for node in ast.walk(handler))


def _flags(tree, names, answers):
    """Things worth showing to a person; none of them rejects."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            path = names.dotted(node.func)
            if path in ("exec", "eval", "compile", "__import__", "globals", "open"):
                found.add(f"calls_{path.strip('_')}")
            elif path == "torch.compile":
                found.add("torch_compile")
    reached = [node for part in _reachable(tree, answers) for node in ast.walk(part)]
    handlers = (handler for node in reached if isinstance(node, ast.Try) for handler in node.handlers)
    withs = (item.context_expr for node in reached if isinstance(node, ast.With) for item in node.items)
    if any(map(_goes_on, handlers)) or any(isinstance(item, ast.Call) and names.dotted(item.func) == "contextlib.suppress" for item in withs):
        found.add("try_with_fallback")
    return sorted(found)


def check(data, answers, needs_kernel=True):
    """{"passed", "code", "message", "line", "flags"} for the bytes of a candidate; `answers` are the
    names of which its class has one."""
    try:
        tree = parse(decode(data))
        drop_main(tree)
        names = Names(tree)
        _check_imports(tree)
        _check_calls(tree, names)
        kernels = _kernel_lines(tree, names)
        if set(answers).isdisjoint(_bound_names(tree.body)):
            raise Finding("missing_model",
                          f"the source defines no class {' or '.join(answers)}")
        if needs_kernel and not kernels:
            raise Finding("no_jit_function", "the source has no function under @triton.jit")
        return {"passed": True, "code": "", "message": "", "line": 0,
                "flags": _flags(tree, names, answers)}
    except Finding as finding:
        return {"passed": False, "code": finding.code, "message": finding.message,
                "line": finding.line, "flags": []}
    except (RecursionError, MemoryError):
        return {"passed": False, "code": "syntax_error", "line": 0, "flags": [],
                "message": "the source is nested too deeply to read"}
