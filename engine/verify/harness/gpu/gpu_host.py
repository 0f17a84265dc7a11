# SPDX-License-Identifier: GPL-3.0-or-later
"""The gpu role: forks workers, each the device of one candidate after another (gpu_worker), and runs
references as they are.

The zygote stays free of CUDA; every child makes its own context. The judge asks the children of
both sides in turn, so that they are timed interleaved.
"""

import os
import sys

import torch
import triton

from harness.candidate import candidate_host
from harness.compiler import compiler
from harness.gpu import cuda_access, gpu_worker
from harness.machine import machine_library
from harness.shared import answer_form, bundle, sandbox, wire
from harness.timing import gpu_bounds, gpu_rotation, gpu_timing

OPERATIONS = {"gpu": ("channel", "source"), "worker": ("channel",)}
# Where Triton looks for libcuda if ldconfig does not know it; children clear their environment.
DRIVER_FOLDERS = cuda_access.driver_folders()

_library = None  # once loaded, which is before any sandbox


def sandbox_flags(operation):
    """ptxas and the C compiler of Triton's launchers run, and the GPU's devices are open."""
    del operation
    return sandbox.ALLOW_EXEC | sandbox.ALLOW_GPU


def versions():
    return {"torch": torch.__version__, "triton": triton.__version__,
            "python": sys.version.split()[0]}


def prepare_zygote():
    """Imports only: CUDA would not survive the fork, a compile neither."""
    global _library
    _library = machine_library.Library(machine_library.chosen())
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
        self._bound = {}  # by copy: the inputs, and the state as (parameter or buffer, its data)
        self._generation = -1
        self.timer = None

    def start(self, given):
        torch.cuda.set_device(int(self._child.request.get("device", 0)))
        if self._module is None:
            self._module = candidate_host.load(self._child)
        entry_point = self._child.request.get("entry_point", "ModelNew")
        self._model = candidate_host.build_model(self._module, entry_point, given)
        self._state = []
        if isinstance(self._model, torch.nn.Module):
            self._model.cuda()
            self._state = [*self._model.parameters(), *self._model.buffers()]
        self._inputs = candidate_host.inputs(given, lambda name: given.copy(name).cuda())
        self._output = self._call(self._model, self._inputs)
        torch.cuda.synchronize()

    def warm(self, compiled, l2):
        """Makes it ready to be timed; `compiled`: under torch.compile."""
        call = _compiled(self._model) if compiled else self._model
        originals = [tensor.data for tensor in self._state]  # the state when nothing is timed
        tensors = [*originals, *bundle.tensors_in(self._inputs)]
        copies = gpu_rotation.Copies(tensors, tensors)

        def run(copy):
            inputs, state = self._copy_of(copies, originals, copy)
            for tensor, value in zip(self._state, state):
                tensor.data = value
            self._output = self._call(call, inputs)
            return list(bundle.tensors_in(self._output))

        self.timer = gpu_timing.Timer(run, copies)
        answer = self.timer.prepare(l2)
        return answer if compiled else {**answer, **self._bounds(originals)}

    def _bounds(self, originals):
        """What no candidate can be faster than; tried out on the originals."""
        for tensor, value in zip(self._state, originals):
            tensor.data = value
        outputs = list(bundle.tensors_in(self._output))
        with torch.no_grad():
            needed = gpu_bounds.needed_bytes(
                lambda: bundle.tensors_in(self._call(self._model, self._inputs)),
                [*originals, *bundle.tensors_in(self._inputs)], self.timer.once_us)
        return {"needed_bytes": needed + gpu_bounds.written_bytes(outputs),
                "peak_bytes_per_us": gpu_bounds.peak_bytes_per_us(),
                "floor_us": gpu_bounds.launch_floor_us()}

    def _copy_of(self, copies, originals, copy):
        if self._generation != copies.generation:
            self._bound.clear()
            self._generation = copies.generation
        if copy not in self._bound:
            inputs = bundle.with_tensors(self._inputs, lambda tensor: copies.tensor(tensor, copy))
            self._bound[copy] = (inputs, [copies.tensor(tensor, copy) for tensor in originals])
        return self._bound[copy]

    @staticmethod
    def _call(model, inputs):
        with torch.no_grad():
            return model(*inputs)

    def write(self, fd):
        """The last answer, copied to the CPU, in the form in which a device writes its own."""
        form = answer_form.form_of(self._output)
        bundle.write_outputs(fd, list(answer_form.flatten(self._output)), answer_form.structure(form))


def _compiled(model):
    """Under torch.compile, without a pool of processes that would outlive the call."""
    import torch._inductor.config as inductor
    inductor.compile_threads = 1
    return torch.compile(model)


def serve_child(child):
    restore_libraries()
    if child.request["op"] == "worker":
        return gpu_worker.serve(child, _library)
    side = Side(child)
    for message, fds in child.channel.messages():
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
        return side.warm(bool(message.get("compiled")), message.get("l2"))
    if operation == "measure":
        return gpu_timing.measure(side.timer, message)
    raise candidate_host.Failure("bad_request", f"unknown operation {operation!r}")


def _failure(error):
    if isinstance(error, candidate_host.Failure):
        code, message, line = error.code, error.message, error.line
    else:
        code, message, line = "runtime_error", candidate_host.describe(error), candidate_host.line_of(error)
    return {"ok": False, "code": code, "message": message, "line": line}
