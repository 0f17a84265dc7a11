# SPDX-License-Identifier: GPL-3.0-or-later
"""The device of a candidate whose kernels arrive as texts (TTIR): no line of the candidate is executed here."""

import hashlib
import json

from harness.candidate import kernel_text
from harness.device import device_memory, device_role
from harness.device.launch_records import Records, is_multiple_of_16, tensor_of
from harness.machine import machine_trace
from harness.shared import wire

# Options of the compiler that a launch may set; all others are those of Triton.
_OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg", "enable_fp_fusion", "launch_cooperative_grid",
            "launch_pdl")
# What differs between dtypes alone.
_CONVERSIONS = frozenset(("arith.extf", "arith.truncf", "arith.extsi", "arith.extui", "arith.trunci", "arith.sitofp",
                          "arith.uitofp", "arith.fptosi", "arith.fptoui", "tt.fp_to_fp", "tt.bitcast", "arith.bitcast"))


def _warps(options):
    """`num_warps` of a launch, or Triton's default."""
    given = (options.get("num_warps") or {}).get("value")
    return given if type(given) is int and 0 < given <= 32 else 4


def compiler_options(options):
    """Those options of a launch that the compiler takes, decoded."""
    return {name: kernel_text.decode_constant(value) for name, value in options.items()
            if name in _OPTIONS and value is not None}


class MachineForward(device_role.Forward):
    """One forward; launches bring a text, once, and the values of its parameters."""

    def _on_launch(self, message, fds):
        device, memory, line = self._device, self._memory, int(message.get("line", 0))
        kernel = device.kernel_of(message, fds, line)
        memory.note_numbers((message["kernel"].get("name"), message["parameters"], message["grid"]))
        parameters = [(str(name), device.argument(value)) for name, value, _ in message["parameters"]]
        tensors = [tensor for tensor in map(tensor_of, (value for _, value in parameters))
                   if tensor is not None]
        grid = device_role.grid_of(message["grid"], kernel.name)
        self._tuned = self._tuned or bool(message.get("tuned"))
        self._programs += grid[0] * grid[1] * grid[2]
        unfit = device.records.add_text(kernel, message, parameters, self._tracing)
        if unfit:
            raise device_memory.Refused("out_of_resources", unfit)
        self._launches += 1
        memory.mark_launch(tensors)
        if self._tracing:
            return {}
        device.kernels.run(kernel, parameters, grid, _warps(message["options"]))
        if self.values is not None:
            self.values.note(message, dict(parameters))
        self.program.append((message, None))
        return {}


class TextDevice(device_role.Device):
    """Keeps the texts that the host has sent."""

    def __init__(self, child, kernels, memory):
        super().__init__(child, kernels, memory)
        self._texts = {}  # digest -> Kernel

    def kernel_of(self, message, fds, line):
        """The kernel of a launch; its text comes with it the first time."""
        key = str(message["text"])
        if fds:
            text = wire.read_text_fd(fds[0])
            key = hashlib.sha256(text).hexdigest()
            if key not in self._texts:
                self.memory.note_text(text)
                self._texts[key] = self.kernels.read(text, line)
        if key not in self._texts:
            raise device_memory.Refused("runtime_error", "a launch of a text that was not sent")
        return self._texts[key]


class MachineDevice(TextDevice):
    """Also looks at single programs."""

    forward_type = MachineForward

    def __init__(self, child, kernels, memory):
        super().__init__(child, kernels, memory)
        self.records = TextRecords()

    def answer(self, message, named):
        if message.get("op") != "trace":
            return super().answer(message, named)
        try:
            return {**self._trace(message), "op": "trace"}
        except (RuntimeError, MemoryError, OSError) as error:
            return {"op": "trace", "ok": False, "message": str(error)}

    def _trace(self, message):
        """What the program did that stored an element of the last forward's outputs, or that failed."""
        launches, address = self.kernels.launches, 0
        if launches is None:
            raise RuntimeError("the launches were not kept")
        if self.kernels.failed_program is not None:
            tape = launches.tape_of_program(self.kernels.failed_program)
        else:
            outputs, number = self.last.outputs, int(message["output"])
            if number >= len(outputs):
                raise RuntimeError(f"there is no output {number}, forward returns {len(outputs)}")
            output = outputs[number]
            address = machine_trace.address_of(output, [int(at) for at in message["index"]])
            tape = launches.tape_of_element(address)
        if tape is None:
            raise RuntimeError("no kernel stores this element where forward returns it: a torch operator put it there")
        self.attached["tape"] = machine_trace.in_memory(tape)
        return {"ok": True, "address": address}


class TextRecords(Records):
    """Launches for the compiler, by text."""

    def __init__(self):
        super().__init__()
        self._done = {}  # (name, constants that a kernel branches on) -> operations of all texts that were noted

    def begin_trace(self):
        super().begin_trace()
        self._done.clear()

    def add_text(self, kernel, message, parameters, tracing):
        """See Records.add. A launch of a real run is noted only if its text does what none that was noted does: sizes and
        dtypes lead through the same operations."""
        options = compiler_options(message["options"])
        digest = hashlib.sha256(kernel.text.encode()).hexdigest()
        kind = hashlib.sha256(json.dumps([digest, options], sort_keys=True).encode()).hexdigest()[:16]
        if kind in self._unfit:
            return self._unfit[kind]
        operations = kernel.operations - _CONVERSIONS
        known = self._done.get(kernel.name)
        if not tracing and known is not None and operations <= known:
            return None
        self._done[kernel.name] = operations | (known or frozenset())
        aligned = [index for index, ((_, value), (_, _, is_aligned)) in enumerate(zip(parameters, message["parameters"]))
                   if is_aligned and is_multiple_of_16(value)]
        exact = json.dumps([digest, options, aligned], sort_keys=True)
        if tracing and exact in self._exact:
            self._exact[exact]["launches"] += 1
            return None
        record = {"id": kind, "variant": self.variant, "kernel": {"name": kernel.name}, "text": kernel.text,
                  "aligned": aligned, "options": options, "grid": message["grid"], "tuned": bool(message.get("tuned")),
                  "line": int(message.get("line", 0)), "launches": 1}
        self.keep(record)
        if tracing:
            self._exact[exact] = record
        return None
