# SPDX-License-Identifier: GPL-3.0-or-later
"""What a candidate asks for at the task's own sizes, where these are too large for the machine: tensors without memory, launches that do
not run. A grid beyond what a driver takes, a tile beyond what Triton takes, torch in the kernel's place show all the same."""

import functools
import json

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.device import launch_records
from harness.device.forward import Forward, kind_of, refusal
from harness.device.refusal import Refused

NAME = "own_launches"  # of the variant at the task's own sizes; others are far beyond
_LIKE = frozenset("empty_like zeros_like ones_like full_like".split())
_BY_ROWS = (None, torch.preserve_format, torch.contiguous_format)
MOST_LOOKED_AT = 32  # launches
BLANK = "blank"  # in the metadata of such a forward: {name: [shape, dtype]}
# What is certain without values; what else goes wrong may be for want of them.
CERTAIN = frozenset(("torch_fallback", "no_kernel_launch", "compile_error", "out_of_resources", "wrong_type", "wrong_shape", "wrong_count", "wrong_values",
                     "out_of_bounds"))
CERTAIN_FAR = frozenset(("wrong_values", "out_of_bounds"))  # far beyond the task's own sizes, where others say that they take none as large
LEAST_SHARE = 0.75  # of what they do at smaller sizes for each byte: kernels that only a part of the programs or of a loop is left of do less
GROWS = "grows"    # in the metadata of inputs of smaller sizes, where own ones are looked at later:
OWN_SHAPES, SMALLEST = "1", "2"  # those of the task as it is judged, and of "tiny"


def inputs_of(given):
    """{name: tensor without memory}"""
    return {name: torch.empty(shape, dtype=getattr(torch, dtype), device="meta") for name, (shape, dtype) in json.loads(given.metadata[BLANK]).items()}


class _Like(TorchDispatchMode):
    """Tensors like others that lie row by row, without torch's own way to them, which is in Python and takes a second to be imported."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        like = args[0] if args and func.overloadpacket.__name__ in _LIKE else None
        if not isinstance(like, torch.Tensor) or like.device.type != "meta" or not like.is_contiguous() or kwargs.get("memory_format") not in _BY_ROWS:
            return func(*args, **kwargs)
        return torch.empty_strided(like.shape, like.stride(), dtype=kwargs.get("dtype") or like.dtype, device="meta")


class Work:
    """What the launches of a forward do where loads give zeros: `done` is bytes that they load, bytes that they store and operations of
    products, None where that is not known. `is_most`: of programs that are taken to be like the busiest, not like the mean."""

    def __init__(self, is_most):
        self.done, self.is_most, self._launches = (0, 0, 0), is_most, 0

    def note(self, kernels, launch, parameters, may_refuse=False, looks_at_all=True):
        self._launches += 1
        if self._launches > MOST_LOOKED_AT:
            self.done = None
            return
        look = functools.partial(kernels.look_outside, looks_at_all=looks_at_all) if may_refuse else kernels.hollow_work
        found = look(launch.kernel, [(name, value) for name, value, _ in parameters], launch.grid,
                     launch_records.warps_of(launch.options), launch_records.stages_of(launch.options))
        self.done = tuple(map(sum, zip(self.done, found[self.is_most]))) if self.done and found else None

    def per_byte(self, inputs, outputs):
        """(loaded for each byte of the inputs, stored for each of the outputs, operations of products), or None."""
        read, written = (sum(value.numel() * value.element_size() for value in tensors) for tensors in (inputs, outputs))
        if self.done is None or not read or not written:
            return None
        return self.done[0] / read, self.done[1] / written, self.done[2]


def inputs_among(tensors):
    """Arguments of forward, of {name: tensor}."""
    return [value for name, value in tensors.items() if name.startswith("input.")]


class OwnLaunches(Forward):
    """Such a forward. Far beyond the task's own sizes who asks for a tile or a grid that there is not has said so, and no more is looked at
    than what ends soon."""

    def __init__(self, device, given):
        super().__init__(device, given, tracing=True)
        self.is_far = given.metadata["variant"] != NAME
        self._is_troubled = False  # something was asked for that nobody can do without values
        self._work = Work(is_most=True)
        self._measured = Work(is_most=True)  # what an autotuner only measures does nobody's work

    def serve(self, message, fds):
        try:
            with _Like():
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
        if self.is_far and self._launches > MOST_LOOKED_AT:
            raise Refused("not_judgeable_here", "a launch for each row of a size far beyond the task's own is not looked at")
        is_measured = message.get("measured")
        work = self._measured if is_measured else self._work
        work.note(self._device.kernels, launch, parameters, may_refuse=True, looks_at_all=not self.is_far)
        if not is_measured:
            self.kinds.append(kind_of(launch.kernel, launch))
        return {}

    def _on_failed(self, message, fds):
        answer = super()._on_failed(message, fds)
        if self._is_troubled:
            self.done = refusal("not_judgeable_here", "there are no values at the task's own sizes")
        return answer

    def _may_launch_nothing(self):
        return False  # what is handed on cannot be told from an answer without values

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
        return self._leaves_out() or facts

    def _leaves_out(self):
        """The refusal of kernels that do less of the work than at smaller sizes, however busy the programs are which nobody has looked at."""
        before = self._device.smaller_work
        now = self._work.per_byte(inputs_among(self._device.inputs), self.outputs)
        if before is None or now is None:
            return None
        growth, flops = float(self._given.metadata["growth"]), float(self._given.metadata["flops"])  # of products, by the reference
        reads_all = self._given.metadata["reads_all"] == "1"
        for done, wanted in ((now[1], min(before[1], 1)), (now[0], min(before[0], 1) if reads_all else 0), (now[2], min(before[2] * growth, flops))):
            if done and done < LEAST_SHARE * wanted:
                return refusal("wrong_values", f"kernels store, load or multiply no more than {100 * done / wanted:.0f}% of what they do at smaller "
                                               "sizes, in proportion")
        return None
