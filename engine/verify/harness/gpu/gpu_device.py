# SPDX-License-Identifier: GPL-3.0-or-later
"""The device of a candidate on a real GPU. What it executed for the last forward (launches, and
operators that move data) is a program: captured as one CUDA graph it is timed, without a line of the
candidate's host code, and the outputs of that very graph are judged on fresh values."""

import contextlib

import torch
from triton.runtime.errors import OutOfResources, PTXASError

from harness.candidate import candidate_host
from harness.compiler import compiler
from harness.device import device_memory, device_role, forward_program
from harness.device.refusal import Refused
from harness.gpu import cuda_access, gpu_kernels
from harness.shared import bundle
from harness.timing import gpu_rotation, gpu_timing

TUNE_CALLS = 5


class GpuDevice(device_role.Device):
    """Also answers `warm`, `measure` and `refill`; see PROTOCOL.md."""

    def __init__(self, child, library, poisons=True):
        """`library`: machine_library.Library, which reads texts."""
        memory = device_memory.Memory(device_role.is_strict(child), "cuda", by_byte=False)
        super().__init__(child, gpu_kernels.Kernels(library, child.private_dir), memory)
        self._timer = None
        self._poisons = poisons
        self._changes_inputs = False  # the last forward did; the judge knows whether it may

    def answer(self, message, named):
        operation = message.get("op")
        if operation == "input":
            if not torch.cuda.is_available():
                return {**device_role.refusal(
                    "not_judgeable_here",
                    f"torch finds no usable GPU here: {cuda_access.explain()}"), "op": "output"}
            with _poisoned_memory() if self._poisons else contextlib.nullcontext():
                answer = super().answer(message, named)
            try:
                torch.cuda.synchronize()
            except RuntimeError as error:  # of a kernel that was still running
                return {**device_role.refusal("runtime_error", _first_line(error)), "op": "output"}
            self._changes_inputs = bool(answer.get("mutated"))
            return {**answer, **gpu_timing.facts()}
        try:
            return {"op": operation, "ok": True, **self._measure(operation, message, named)}
        except BaseException as error:
            return {**_failure(error), "op": operation}

    def _measure(self, operation, message, named):
        if operation == "warm":
            return self._warm(message.get("l2"))
        if operation == "measure":
            return gpu_timing.measure(self._timer, message)
        if operation == "refill":
            self._refill(bundle.Bundle(named["given"]), named["output"])
            return {}
        raise ValueError(f"unknown operation {operation!r}")

    def launch_again(self, launch, parameters, is_first=False):
        """`is_first` of a forward: it does not begin before the forward ahead of it has ended, whatever it says."""
        self.kernels.bound(launch.kernel, parameters, launch.grid, launch.options, may_overlap=not is_first)()

    def launch(self, launch, parameters, message):
        """Runs a kernel; the answer for the host. An autotuner's configuration is measured on the way."""
        try:
            start = self.kernels.bound(launch.kernel, parameters, launch.grid, launch.options)
        except (OutOfResources, PTXASError) as error:
            if not message.get("tuned"):
                raise Refused(*compiler.reason(error, launch.kernel.name)) from error
            return {"us": float("1e30")}
        start()
        if not message.get("measured"):
            return {}
        return {"us": min(gpu_timing.event_times(start, TUNE_CALLS))}

    # ---- the program of the last forward --------------------------------------------------------

    def _warm(self, l2):
        """Makes the program of the last forward ready to be timed."""
        program = forward_program.CopiedProgram(self, self.last)
        program.copies = gpu_rotation.Copies(program.tensors, self._inputs.values(), program.constants)
        self._timer = gpu_timing.Timer(program.run_on, program.copies)
        return self._timer.prepare(l2)

    def _refill(self, given, output_fd):
        """Fresh values in the captured inputs, poisoned outputs, one replay, the answer."""
        if not self._changes_inputs and self._timer.changes_inputs():
            raise Refused("mutated_input", "calls after the first change their inputs")
        self.place_inputs(given, again=True)
        bundle.write_outputs(output_fd, self._timer.checked_outputs(), self.last.structure)


def _failure(error):
    if isinstance(error, Refused):
        return device_role.refusal(error.code, error.message)
    code = "memory_limit" if isinstance(error, torch.OutOfMemoryError) else "runtime_error"
    return device_role.refusal(code, _first_line(error))


def _first_line(error):
    """What happened; behind it CUDA says where to read more."""
    return candidate_host.describe(error).split("\n")[0]


@contextlib.contextmanager
def _poisoned_memory():
    """torch.empty gives NaN, as it mostly does beside the kernel machine; not while something is captured for its time."""
    torch._C._set_deterministic_algorithms(True, warn_only=True)
    torch.utils.deterministic.fill_uninitialized_memory = True
    try:
        yield
    finally:
        torch._C._set_deterministic_algorithms(False, warn_only=False)
