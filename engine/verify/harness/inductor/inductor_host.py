# SPDX-License-Identifier: GPL-3.0-or-later
"""The inductor role: writes an answer to a reference out of what Inductor makes of it. References
are foreign code: each is loaded in a forked, sandboxed, single-use child, and their tensors have no
memory there, so that a task of any size can be asked for."""

import importlib.util
import os
import sys
import warnings

import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv

from harness.inductor import inductor_answer, inductor_source
from harness.inductor.inductor_source import NotExpressible
from harness.task.reference_run import FILE_NAME, Refused, describe, init_arguments, line_of

OPERATIONS = {"make": ("channel", "source")}
_RANDOM = ("inductor_seeds", "inductor_lookup_seed", "tl.rand", "philox")


def sandbox_flags(operation):
    """It only writes a text."""
    del operation
    return 0


def versions():
    return {"torch": torch.__version__}


def prepare_zygote():
    torch.set_num_threads(1)
    inductor_source.prepare()


def warm_child(private_dir):
    _keep_to(private_dir)
    model = torch.nn.Linear(4, 4)
    inductor_source.program_of(model, [torch.ones(2, 4)])


def serve_child(child):
    try:
        _keep_to(child.private_dir)
        text = make(child.source.decode("utf-8"), child.request.get("entry_point") or "Model",
                    child.private_dir)
        _send_answer(child, text.encode())
    except NotExpressible as error:
        _send_error(child, "not_expressible", str(error), 0)
    except Refused as error:
        _send_error(child, error.code, error.message, error.line)
    except BaseException as error:
        _send_error(child, "not_expressible", describe(error), line_of(error))


def _send_answer(child, data):
    fd = os.memfd_create("answer", os.MFD_CLOEXEC)
    try:
        with open(fd, "wb", closefd=False) as file:
            file.write(data)
        child.channel.send({"op": "answer", "ms": child.elapsed_ms(), "sandbox": child.layers,
                            "fds": ["text"]}, [fd])
    finally:
        os.close(fd)


def _send_error(child, code, message, line):
    child.channel.send({"op": "error", "code": code, "message": message, "line": line,
                        "sandbox": child.layers})


def _keep_to(private_dir):
    """What Inductor writes of its own accord goes where a child may write."""
    warnings.simplefilter("ignore")
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = os.environ["TMPDIR"] = private_dir
    os.environ["TRITON_CACHE_DIR"] = private_dir


def make(source, entry_point, private_dir):
    """The text of an answer. A model that draws random numbers in training mode is taken in
    evaluation mode, as the judge takes it."""
    module = _load(source, private_dir)
    for name in (entry_point, "get_inputs"):
        if not hasattr(module, name):
            raise Refused("reference_error", f"the reference defines no {name}")
    for train in (True, False):
        program = _program(module, entry_point, train)
        if not any(word in program.text for word in _RANDOM):
            return inductor_answer.answer_text(source, entry_point, program)
    raise NotExpressible("the model draws random numbers")


def _program(module, entry_point, train):
    with FakeTensorMode(shape_env=ShapeEnv()):
        arguments, keywords = init_arguments(module)
        try:
            model = getattr(module, entry_point)(*arguments, **keywords)
            inputs = module.get_inputs()
        except BaseException as error:
            raise NotExpressible(f"without values: {describe(error)}") from error
    if not isinstance(model, torch.nn.Module):
        raise NotExpressible(f"{entry_point} is no torch.nn.Module")
    model.train(train)
    with torch.no_grad():
        return inductor_source.program_of(model, list(inputs))


def _load(source, private_dir):
    path = os.path.join(private_dir, FILE_NAME)
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    spec = importlib.util.spec_from_file_location("reference", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["reference"] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        raise Refused("reference_error", f"import: {describe(error)}", line_of(error)) from error
    return module
