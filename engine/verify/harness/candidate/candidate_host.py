# SPDX-License-Identifier: GPL-3.0-or-later
"""Loading a candidate, building its model, and words for errors."""

import ast
import builtins
import collections
import importlib.util
import json
import linecache
import os
import re
import sys
import traceback
import types

import torch

from harness.candidate import branches
from harness.shared import bundle
from harness.stand_ins.cuda_surface import CudaIllusion, DeviceGuard, Stream, install_cuda_surface  # noqa: F401  (for others)

FILE_NAME = "candidate.py"
_MOST_PARTS = 4096  # that are compared


class Failure(Exception):
    """A reason to reject, found by the harness."""

    def __init__(self, code, message, line=0):
        super().__init__(message)
        self.code, self.message, self.line = code, message, line


# ---- loading ----------------------------------------------------------------------------------


def load(child):
    """The candidate as an imported module; triton.jit needs a real file to read its source from."""
    return _load(child, lambda spec, module: spec.loader.exec_module(module))


def load_watched(child):
    """The same, and its Branches."""
    found = []

    def run(spec, module):
        code, ways = branches.compiled(child.source, spec.origin)
        found.append(ways)
        exec(code, vars(module))

    return _load(child, run), found[0]


def _load(child, run):
    path = os.path.join(child.private_dir, FILE_NAME)
    with open(path, "wb") as file:
        file.write(child.source)
    spec = importlib.util.spec_from_file_location("candidate", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["candidate"] = module
    try:
        run(spec, module)
    except BaseException as error:
        raise Failure("import_error", describe(error), line_of(error)) from error
    return module


def answer_of(module, names):
    """The first of the names that the module has."""
    for name in names:
        if hasattr(module, name):
            return name
    raise Failure("missing_model", f"the source defines no class {' or '.join(names)}")


def construct_model(module, entry_point, given, other_weights=False, other_numbers=False):
    """The candidate's model as its constructor makes it, in the mode and dtype asked for. `other_weights`: those of another seed;
    `other_numbers`: with other floating numbers than it is given."""
    init = json.loads(given.metadata.get("init", "{}"))
    arguments = bundle.decode_value(init.get("args", []), given.copy)
    keywords = {key: bundle.decode_value(value, given.copy)
                for key, value in init.get("kwargs", {}).items()}
    if other_numbers:
        arguments, keywords = map(_other_number, arguments), {key: _other_number(value) for key, value in keywords.items()}
    torch.default_generator.manual_seed(int(given.metadata.get("init_seed", "0")) ^ other_weights)
    try:
        model = getattr(module, entry_point)(*arguments, **keywords)
    except BaseException as error:
        raise Failure("construct_error", f"{entry_point}(...): {describe(error)}",
                      line_of(error)) from error
    if isinstance(model, torch.nn.Module):
        if given.metadata.get("cast") == "1":
            model.to(getattr(torch, given.metadata["dtype"]))
        model.train(given.metadata.get("train_mode", "1") in ("1", "true", "True"))
    return model


def _other_number(value):
    """Of the same sign and size, and between 0 and 1 where the number is."""
    return value * 0.75 if type(value) is float else value


def kept_beside_models(module):
    """What a candidate's module holds now beside models: its names, those of its classes, and what lies in containers and functions there;
    of torch, Triton and others how many names they have. To be compared: what a constructor leaves there is the same for all models."""
    classes = [value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__]
    others = [value for value in vars(module).values() if isinstance(value, types.ModuleType)]
    found = [len(vars(owner)) for owner in (*others, builtins, sys, torch.nn, torch.nn.Module, torch.Tensor)]
    for owner in (module, *classes):
        for name, value in vars(owner).items():
            if not name.startswith("__"):
                _add_parts(value, classes, found)
    return found


def _add_parts(value, classes, found, depth=3):
    """Appends it to `found`, and what lies in it."""
    found.append(value)
    if depth == 0 or len(found) > _MOST_PARTS:
        return
    if isinstance(value, dict):
        parts = [part for pair in value.items() for part in pair]
    elif isinstance(value, (list, tuple, set, collections.deque)):
        parts = list(value)
    elif hasattr(value, "cache_info") and callable(value):  # of functools
        found.append(tuple(value.cache_info())[-1])
        parts = []
    elif isinstance(value, types.FunctionType):
        parts = [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values(), *vars(value).values(), *map(_content, value.__closure__ or ())]
    else:
        is_own = type(value) in classes or isinstance(value, (types.SimpleNamespace, torch.nn.Module))
        parts = list(vars(value).values()) if is_own and hasattr(value, "__dict__") else []
    for part in parts:
        _add_parts(part, classes, found, depth - 1)


def _content(cell):
    try:
        return cell.cell_contents
    except ValueError:  # nothing yet
        return None


def build_model(module, entry_point, given):
    """The candidate's model with the reference's parameters."""
    model = construct_model(module, entry_point, given)
    if isinstance(model, torch.nn.Module):
        copy_state(model, given)
    return model


def copy_state(model, given):
    """Copies parameters by name; those without a partner by order, where all their shapes agree."""
    wanted = {name.removeprefix("state."): name for name in given.names()
              if name.startswith("state.")}
    own = {name: value for name, value in model.state_dict(keep_vars=True).items()
           if isinstance(value, torch.Tensor)}
    pairs = [(own[name], wanted[name]) for name in wanted
             if name in own and own[name].shape == given.view(wanted[name]).shape]
    left = [own[name] for name in own if name not in wanted]
    sources = [wanted[name] for name in wanted if name not in own]
    if [tuple(value.shape) for value in left] == [tuple(given.view(n).shape) for n in sources]:
        pairs += list(zip(left, sources))
    with torch.no_grad():
        for target, source in pairs:
            target.copy_(given.view(source))


def inputs(given, fetch):
    """The forward arguments; `fetch(name)` gives a tensor."""
    return [bundle.decode_value(item, fetch) for item in json.loads(given.metadata["inputs"])]


# ---- words for errors -------------------------------------------------------------------------


def describe(error):
    """"TypeError: ..." without the noise of nested wrappers."""
    root = root_of(error)
    if isinstance(root, SystemExit):
        return f"the candidate called sys.exit({root.code!r})"
    text = str(root).strip() or _failed_statement(root)
    return f"{type(root).__name__}: {_PLACES.sub('', text)}" if text else type(root).__name__


# Addresses of objects, and rooms of the harness, which say nothing about a candidate.
_PLACES = re.compile(r" at 0x[0-9a-fA-F]+|\bharness(?:\.[a-z_]+)+\.")


def _failed_statement(error):
    """The innermost statement of the candidate that raised an error without words, and what its names stood for."""
    step = error.__traceback__
    frame = line = None
    while step is not None:
        if os.path.basename(step.tb_frame.f_code.co_filename) == FILE_NAME:
            frame, line = step.tb_frame, step.tb_lineno
        step = step.tb_next
    if frame is None:
        return ""
    lines = linecache.getlines(frame.f_code.co_filename)
    try:
        nodes = [node for node in ast.walk(ast.parse("".join(lines))) if isinstance(node, ast.stmt)
                 and node.lineno <= line <= node.end_lineno]
    except SyntaxError:
        return ""
    if not nodes:
        return ""
    found = max(nodes, key=lambda node: (isinstance(node, (ast.Assert, ast.Raise)), node.lineno, -node.end_lineno))
    names = {node.id for node in ast.walk(found) if isinstance(node, ast.Name)}
    known = [f"{name} = {_told(value)}" for name, value in frame.f_locals.items() if name in names and _told(value)]
    return ast.unparse(found).split("\n")[0] + (f" where {', '.join(known)}" if known else "")


def _told(value):
    """A tensor by its shape and dtype, a plain value as it is."""
    if isinstance(value, torch.Tensor):
        return f"a tensor {list(value.shape)} of {value.dtype}".replace("torch.", "")
    if isinstance(value, (torch.Size, list, tuple)):
        return str(list(value)) if all(isinstance(item, (int, float)) for item in value) and len(value) < 16 else ""
    return repr(value)[:80] if isinstance(value, (bool, int, float, str, torch.dtype)) or value is None else ""


def root_of(error):
    """The first cause: Triton wraps an error once per kernel call."""
    seen = set()  # causes may go round
    while error.__cause__ is not None and id(error) not in seen and type(error).__name__ in ("CompilationError", "Failure"):
        seen.add(id(error))
        error = error.__cause__
    return error


def line_of(error):
    """The innermost line of the candidate that the error passed through, or 0."""
    line = 0
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        for frame in traceback.extract_tb(error.__traceback__):
            if os.path.basename(frame.filename) == FILE_NAME:
                line = frame.lineno or line
        if isinstance(error, SyntaxError) and error.lineno:
            line = error.lineno
        error = error.__cause__
    return line


def line_of_caller():
    """The line of the candidate that is being executed, or 0."""
    frame = sys._getframe(1)
    while frame is not None:
        if os.path.basename(frame.f_code.co_filename) == FILE_NAME:
            return frame.f_lineno
        frame = frame.f_back
    return 0
