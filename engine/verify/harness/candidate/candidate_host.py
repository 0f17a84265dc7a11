# SPDX-License-Identifier: GPL-3.0-or-later
"""Loading a candidate, building its model, and words for errors."""

import importlib.util
import json
import os
import sys
import traceback

import torch

from harness.shared import bundle
from harness.stand_ins.cuda_surface import CudaIllusion, install_cuda_surface  # noqa: F401  (for others)

FILE_NAME = "candidate.py"


class Failure(Exception):
    """A reason to reject, found by the harness."""

    def __init__(self, code, message, line=0):
        super().__init__(message)
        self.code, self.message, self.line = code, message, line


# ---- loading ----------------------------------------------------------------------------------


def load(child):
    """The candidate as an imported module; triton.jit needs a real file to read its source from."""
    path = os.path.join(child.private_dir, FILE_NAME)
    with open(path, "wb") as file:
        file.write(child.source)
    spec = importlib.util.spec_from_file_location("candidate", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["candidate"] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        raise Failure("import_error", describe(error), line_of(error)) from error
    return module


def answer_of(module, names):
    """The first of the names that the module has."""
    for name in names:
        if hasattr(module, name):
            return name
    raise Failure("missing_model", f"the source defines no class {' or '.join(names)}")


def construct_model(module, entry_point, given):
    """The candidate's model as its constructor makes it, in the mode and dtype asked for."""
    init = json.loads(given.metadata.get("init", "{}"))
    arguments = bundle.decode_value(init.get("args", []), given.copy)
    keywords = {key: bundle.decode_value(value, given.copy)
                for key, value in init.get("kwargs", {}).items()}
    torch.default_generator.manual_seed(int(given.metadata.get("init_seed", "0")))
    try:
        model = getattr(module, entry_point)(*arguments, **keywords)
    except BaseException as error:
        raise Failure("construct_error", f"{entry_point}(...): {describe(error)}",
                      line_of(error)) from error
    if isinstance(model, torch.nn.Module):
        if given.metadata.get("variant") == "other_dtype":
            model.to(getattr(torch, given.metadata["dtype"]))
        model.train(given.metadata.get("train_mode", "1") in ("1", "true", "True"))
    return model


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
    text = str(root).strip() or repr(root)
    return f"{type(root).__name__}: {text}"


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
