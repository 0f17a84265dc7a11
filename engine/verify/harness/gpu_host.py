# SPDX-License-Identifier: GPL-3.0-or-later
"""The gpu role: forks workers, each the device of one candidate after another (gpu_worker), and runs
references as they are.

The zygote stays free of CUDA; every child makes its own context. The judge asks the children of
both sides in turn, so that they are timed interleaved.
"""

import json
import os
import sys

import torch
import triton

import bundle
import candidate_host
import compiler
import cuda_access
import gpu_timing
import gpu_worker
import sandbox
import wire

OPERATIONS = {"gpu": ("channel", "source"), "worker": ("channel",)}
# Where Triton looks for libcuda if ldconfig does not know it; children clear their environment.
DRIVER_FOLDERS = cuda_access.driver_folders()


def sandbox_flags(operation):
    """ptxas and the C compiler of Triton's launchers run, and the GPU's devices are open."""
    del operation
    return sandbox.ALLOW_EXEC | sandbox.ALLOW_GPU


def versions():
    return {"torch": torch.__version__, "triton": triton.__version__,
            "python": sys.version.split()[0]}


def prepare_zygote():
    """Imports only: CUDA would not survive the fork, a compile neither."""
    compiler.prepare()


def restore_libraries():
    """Lets torch and Triton's compilers of a child find the driver's library."""
    if DRIVER_FOLDERS:
        os.environ["TRITON_LIBCUDA_PATH"] = DRIVER_FOLDERS[0]
    cuda_access.load_driver(DRIVER_FOLDERS)


def warm_child(private_dir):
    del private_dir


class Side:
    """A reference: the model, its inputs on the GPU and the output of its last call."""

    def __init__(self, child):
        self._child = child
        self._module = None
        self._output = None
        self.timer = gpu_timing.Timer(self._call_and_keep)

    def start(self, given):
        torch.cuda.set_device(int(self._child.request.get("device", 0)))
        if self._module is None:
            self._module = candidate_host.load(self._child)
        entry_point = self._child.request.get("entry_point", "ModelNew")
        self._model = candidate_host.build_model(self._module, entry_point, given)
        if isinstance(self._model, torch.nn.Module):
            self._model.cuda()
        self._inputs = candidate_host.inputs(given, lambda name: given.copy(name).cuda())
        self._output = self._call()
        torch.cuda.synchronize()

    def _call(self):
        with torch.no_grad():
            return self._model(*self._inputs)

    def _call_and_keep(self):
        self._output = self._call()
        return list(_tensors(self._output))

    def write(self, fd):
        """The last answer, copied to the CPU, in the form of the interpreter role."""
        structure = "tensor" if isinstance(self._output, torch.Tensor) else "tuple"
        items = list(_tensors(self._output))
        tensors = {f"output.{index}": value.detach().cpu() for index, value in enumerate(items)}
        strides = json.dumps([list(value.stride()) for value in items])
        bundle.write(fd, tensors, {"outputs": structure, "strides": strides})


def _tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _tensors(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _tensors(item)


def serve_child(child):
    restore_libraries()
    if child.request["op"] == "worker":
        return gpu_worker.serve(child)
    side = Side(child)
    while True:
        try:
            message, fds = child.channel.receive()
        except wire.Closed:
            return
        answer = {"op": message.get("op", ""), "sandbox": child.layers}
        try:
            answer.update(_answer(side, message, wire.named(message, fds)))
            answer["ok"] = True
        except BaseException as error:
            answer.update(_failure(error))
        finally:
            wire.close_all(fds)
        child.channel.send(answer)


def _answer(side, message, named):
    operation = message.get("op")
    if operation == "input":
        if not torch.cuda.is_available():
            raise candidate_host.Failure("not_judgeable_here", f"torch finds no usable GPU here: {cuda_access.explain()}")
        side.start(bundle.Bundle(named["given"]))
        side.write(named["output"])
        return gpu_timing.facts()
    if operation == "warm":
        return {"method": side.timer.capture(), "calls": side.timer.calls}
    if operation == "measure":
        return {"us": side.timer.measure(int(message.get("replays", 5)),
                                         bool(message.get("single")))}
    raise candidate_host.Failure("bad_request", f"unknown operation {operation!r}")


def _failure(error):
    if isinstance(error, candidate_host.Failure):
        code, message, line = error.code, error.message, error.line
    else:
        code, message, line = "runtime_error", candidate_host.describe(error), candidate_host.line_of(error)
    return {"ok": False, "code": code, "message": message, "line": line}
