# SPDX-License-Identifier: GPL-3.0-or-later
"""What a candidate asks for at the task's own sizes, where these are too large for the machine: tensors without memory, launches that do
not run. A grid beyond what a driver takes, a tile beyond what Triton takes, torch in the kernel's place show all the same."""

import json

import torch

from harness.device import launch_records
from harness.device.forward import Forward, kind_of, refusal
from harness.device.refusal import Refused

MOST_LOOKED_AT = 32  # launches
BLANK = "blank"  # in the metadata of such a forward: {name: [shape, dtype]}
# What is certain without values; what else goes wrong may be for want of them.
CERTAIN = frozenset(("torch_fallback", "no_kernel_launch", "compile_error", "out_of_resources", "wrong_type", "wrong_shape", "wrong_count", "out_of_bounds"))


def inputs_of(given):
    """{name: tensor without memory}"""
    return {name: torch.empty(shape, dtype=getattr(torch, dtype), device="meta") for name, (shape, dtype) in json.loads(given.metadata[BLANK]).items()}


class OwnLaunches(Forward):
    """Such a forward."""

    def __init__(self, device, given):
        super().__init__(device, given, tracing=True)
        self._is_troubled = False  # something was asked for that nobody can do without values

    def serve(self, message, fds):
        try:
            return super().serve(message, fds)
        except Refused as error:
            self._is_troubled = self._is_troubled or error.code not in CERTAIN
            raise
        except BaseException:
            self._is_troubled = True
            raise

    def _read(self, message):
        raise Refused("not_judgeable_here", "there are no values at the task's own sizes")

    def _on_launch(self, message, fds):
        launch, parameters = self._planned(message, fds)
        self._launches += 1
        if self._launches <= MOST_LOOKED_AT:
            self._device.kernels.look_outside(launch.kernel, [(name, value) for name, value, _ in parameters], launch.grid,
                                              launch_records.warps_of(launch.options), launch_records.stages_of(launch.options))
        if not message.get("measured"):
            self.kinds.append(kind_of(launch.kernel, launch))
        return {}

    def _on_failed(self, message, fds):
        answer = super()._on_failed(message, fds)
        if self._is_troubled:
            self.done = refusal("not_judgeable_here", "there are no values at the task's own sizes")
        return answer

    def _result(self):
        facts = super()._result()
        if not facts["ok"]:
            return facts
        if not self.kinds:
            return refusal("no_kernel_launch", "forward launches no Triton kernel")
        wanted = json.loads(self._given.metadata["answer"])
        found = [list(tensor.shape) for tensor in self.outputs]
        if len(found) != len(wanted):
            return refusal("wrong_count", f"forward returns {len(found)} tensors, expected {len(wanted)}")
        for index, (shape, other) in enumerate(zip(found, wanted)):
            if shape != other:
                return refusal("wrong_shape", f"output {index} has shape {shape}, expected {other}")
        if not any(self._memory.share_written(tensor) for tensor in self.outputs):
            return refusal("no_kernel_launch", "no kernel stores into what forward returns")
        given = {tensor.untyped_storage()._cdata for name, tensor in self._device.inputs.items() if name.startswith("input.")}
        for index, tensor in enumerate(self.outputs):
            if index not in self._of_given("shared") and tensor.numel() and tensor.untyped_storage()._cdata in given:
                return refusal("wrong_type", f"output {index} is memory of an argument, not a tensor of its own")
        return facts
