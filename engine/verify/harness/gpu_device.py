# SPDX-License-Identifier: GPL-3.0-or-later
"""The device of a candidate on a real GPU. What it executed for the last forward (launches, and
operators that move data) is a program: captured as one CUDA graph it is timed, without a line of the
candidate's host code, and the outputs of that very graph are judged on fresh values."""

import contextlib
import json
import os

import torch
from triton.runtime.errors import OutOfResources, PTXASError
from triton.runtime.jit import JITFunction

import bundle
import candidate_host
import cuda_access
import device_memory
import device_role
import gpu_timing
import kernel_text

TUNE_CALLS = 5


class GpuKernels:
    """Builds kernels from the candidate's file and launches them."""

    def __init__(self, source, folder):
        path = os.path.join(folder, candidate_host.FILE_NAME)
        with open(path, "wb") as file:  # Triton reads a kernel's text from its file
            file.write(source)
        self._source = kernel_text.Source(source, path, _wrap)
        self.kernel = ""
        self.stored = 0  # not seen here

    def next_order(self):
        """The GPU has an order of its own."""

    def build(self, description):
        """The kernel of a description; see kernel_text."""
        return self._source.kernel(description)

    def run(self, kernel, arguments, grid, options):
        """Launches a kernel; `options` as recorded."""
        self.kernel = kernel.fn.__name__
        if min(grid):
            kernel[tuple(grid)](**arguments, **{
                key: kernel_text.decode_constant(value) for key, value in options.items()})


def _wrap(function, options):
    return JITFunction(function, do_not_specialize=options.get("do_not_specialize"),
                       noinline=options.get("noinline"))


class GpuDevice(device_role.Device):
    """Also answers `warm`, `measure` and `refill`; see PROTOCOL.md."""

    def __init__(self, child):
        memory = device_memory.Memory(device_role.is_strict(child), "cuda", by_byte=False)
        super().__init__(child, GpuKernels(child.source, child.private_dir), memory)
        self._timer = None

    def answer(self, message, named):
        operation = message.get("op")
        if operation == "input":
            if not torch.cuda.is_available():
                return {**device_role.refusal(
                    "not_judgeable_here",
                    f"torch finds no usable GPU here: {cuda_access.explain()}"), "op": "output"}
            with _poisoned_memory():
                answer = super().answer(message, named)
            torch.cuda.synchronize()
            return {**answer, **gpu_timing.facts()}
        try:
            return {"op": operation, "ok": True, **self._measure(operation, message, named)}
        except BaseException as error:
            code = "memory_limit" if isinstance(error, torch.OutOfMemoryError) else "runtime_error"
            return {**device_role.refusal(code, candidate_host.describe(error)), "op": operation}

    def _measure(self, operation, message, named):
        if operation == "warm":
            self._timer = gpu_timing.Timer(lambda: self._replay(self.last.program))
            return {"method": self._timer.capture(), "calls": self._timer.calls}
        if operation == "measure":
            return {"us": self._timer.measure(int(message.get("replays", 5)),
                                              bool(message.get("single")))}
        if operation == "refill":
            self._refill(bundle.Bundle(named["given"]), named["output"])
            return {}
        raise ValueError(f"unknown operation {operation!r}")

    def launch(self, kernel, arguments, grid, message):
        """As below; an autotuner's configuration is measured on the way."""
        try:
            super().launch(kernel, arguments, grid, message)
        except (OutOfResources, PTXASError) as error:
            if not message.get("tuned"):
                raise device_memory.Refused("out_of_resources", f"kernel {self.kernels.kernel}: "
                                            f"{error}") from error
            return {"us": float("1e30")}
        if not message.get("tuned"):
            return {}
        times = gpu_timing.event_times(
            lambda: self.kernels.run(kernel, arguments, grid, message["options"]), TUNE_CALLS)
        return {"us": min(times)}

    # ---- the program of the last forward --------------------------------------------------------

    def _replay(self, program):
        """Executes a program again; the tensors that stand for the outputs."""
        made = {}

        def get(handle):
            tensor = made.get(handle)
            return self.memory.get(handle) if tensor is None else tensor

        for message, result in program:
            if message["op"] == "launch":
                kernel = self.kernels.build(message["kernel"])
                arguments = {name: self.argument(value, get)
                             for name, value in message["arguments"]}
                self.kernels.run(kernel, arguments, message["grid"], message["options"])
            elif _does_something(message):
                self._again(message, result, get, made)
        return [get(handle) for handle in self.last.output_handles]

    def _again(self, message, result, get, made):
        func = device_memory.operator(message["name"])
        args = self.memory.decode(message["args"], get)
        kwargs = {key: self.memory.decode(value, get)
                  for key, value in message["kwargs"].items()}
        _bind(result, func(*args, **self.memory.keywords(func, kwargs)), made)

    def _refill(self, given, output_fd):
        """Fresh values in the captured inputs, poisoned outputs, one replay, the answer."""
        self.place_inputs(given, again=True)
        for tensor in self._timer.outputs:
            if tensor.is_floating_point():
                tensor.fill_(float("nan"))
        self._timer.replay()
        torch.cuda.synchronize()
        tensors = {f"output.{index}": tensor.cpu()
                   for index, tensor in enumerate(self._timer.outputs)}
        strides = json.dumps([list(tensor.stride()) for tensor in self._timer.outputs])
        bundle.write(output_fd, tensors, {"outputs": self.last.structure, "strides": strides})


@contextlib.contextmanager
def _poisoned_memory():
    """torch.empty gives NaN, as on the interpreter; not while something is captured for its time."""
    torch._C._set_deterministic_algorithms(True, warn_only=True)
    torch.utils.deterministic.fill_uninitialized_memory = True
    try:
        yield
    finally:
        torch._C._set_deterministic_algorithms(False, warn_only=False)


def _does_something(message):
    """False for what only tells the host something."""
    return not message["name"].startswith(("aten::_local_scalar_dense", "aten::is_pinned"))


def _bind(described, value, made):
    """Remembers new tensors under the handles that the host knows."""
    if isinstance(value, torch.Tensor):
        made[described["t"]] = value
    elif isinstance(value, (list, tuple)):
        for item, part in zip(described, value):
            _bind(item, part, made)
