# SPDX-License-Identifier: GPL-3.0-or-later
"""The gpu role: runs one side (candidate or reference) on a real GPU and times it.

The zygote stays free of CUDA; every child makes its own context and serves one side of one
candidate. The judge asks both sides' children in turn, so that they are timed interleaved.
"""

import json
import os
import sys

import torch
import triton

import bundle
import candidate_host
import cuda_access
import wire

OPERATIONS = {"gpu": ("channel", "source")}
NEEDS_EXEC = True  # ptxas and the C compiler of Triton's launchers
SANDBOX_FLAGS = 3  # exec and GPU devices
# Where Triton looks for libcuda if ldconfig does not know it; children clear their environment.
DRIVER_FOLDERS = cuda_access.driver_folders()

EAGER_WARMUPS = 3
TARGET_REPLAY_US = 1000.0
MAX_CALLS_PER_REPLAY = 200


def versions():
    return {"torch": torch.__version__, "triton": triton.__version__,
            "python": sys.version.split()[0]}


def prepare_zygote():
    """Imports only: CUDA would not survive the fork, a compile neither."""
    from triton.runtime.cache import triton_key
    triton_key()


def restore_libraries():
    """Lets torch and Triton's compilers of a child find the driver's library."""
    if DRIVER_FOLDERS:
        os.environ["TRITON_LIBCUDA_PATH"] = DRIVER_FOLDERS[0]
    cuda_access.load_driver(DRIVER_FOLDERS)


def warm_child(private_dir):
    del private_dir


class Side:
    """The model, its inputs on the GPU and, after `warm`, the graph that is timed."""

    def __init__(self, child):
        self._child = child
        self._module = None
        self._graph = None
        self._output = None
        self.calls = 1

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

    def refill(self, given):
        """Other values in the very tensors that were captured; the answer of one replay."""
        fresh = candidate_host.inputs(given, lambda name: given.copy(name).cuda())
        for target, source in zip(_tensors(self._inputs), _tensors(fresh)):
            target.copy_(source)
        if isinstance(self._model, torch.nn.Module):
            candidate_host._copy_state(self._model, given)
        with torch.no_grad():
            for value in _tensors(self._output):
                if value.is_floating_point():
                    value.fill_(float("nan"))
        self._replay()
        torch.cuda.synchronize()

    def _call(self):
        with torch.no_grad():
            return self._model(*self._inputs)

    def warm(self):
        """Captures enough calls for a replay of about a millisecond; eager where that fails."""
        for _ in range(EAGER_WARMUPS):
            self._call()
        eager_us = self._time(self._call_and_keep)
        self.calls = max(1, min(MAX_CALLS_PER_REPLAY, int(TARGET_REPLAY_US / max(eager_us, 1.0))))
        try:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                for _ in range(self.calls):
                    output = self._call()
            self._graph, self._output = graph, output
            self._replay()
            torch.cuda.synchronize()
        except RuntimeError:
            torch.cuda.synchronize()
            self._graph = None
            return "eager"
        return "graph"

    def _call_and_keep(self):
        self._output = self._call()

    def _replay(self):
        if self._graph is not None:
            self._graph.replay()
            return
        for _ in range(self.calls):
            self._call_and_keep()

    @staticmethod
    def _time(action):
        """Microseconds of the GPU between two events around `action`."""
        begin = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        torch.cuda.synchronize()
        begin.record()
        action()
        end.record()
        end.synchronize()
        torch.cuda.synchronize()
        return begin.elapsed_time(end) * 1000.0

    def measure(self, replays, single):
        if single:
            return [self._time(self._call_and_keep)]
        return [self._time(self._replay) / self.calls for _ in range(replays)]

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


def _facts():
    properties = torch.cuda.get_device_properties(torch.cuda.current_device())
    return {"device": properties.name, "capability": f"{properties.major}.{properties.minor}",
            "cuda": str(torch.version.cuda)}


def serve_child(child):
    restore_libraries()
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
        return _facts()
    if operation == "warm":
        return {"method": side.warm(), "calls": side.calls}
    if operation == "measure":
        return {"us": side.measure(int(message.get("replays", 5)), message.get("single", False))}
    if operation == "refill":
        side.refill(bundle.Bundle(named["given"]))
        side.write(named["output"])
        return {}
    raise candidate_host.Failure("bad_request", f"unknown operation {operation!r}")


def _failure(error):
    if isinstance(error, candidate_host.Failure):
        code, message, line = error.code, error.message, error.line
    else:
        code, message, line = "runtime_error", candidate_host.describe(error), candidate_host.line_of(error)
    return {"ok": False, "code": code, "message": message, "line": line}
