# SPDX-License-Identifier: GPL-3.0-or-later
"""The program of a forward, done again on copies of its tensors, as it is timed and checked on a GPU."""

import types

import torch

import driving  # noqa: F401  (makes the harness a package)
from harness.device import device_memory, forward_program
from harness.timing import gpu_rotation, gpu_timing


class Recorded:
    """A forward that brings tensors and asks for operators, as the device keeps it."""

    def __init__(self):
        self.memory = device_memory.Memory(False, "cpu", by_byte=False)
        self.program, self.output_handles = [], []

    def upload(self, value):
        """Its handle."""
        out = self.memory.place(value.clone())
        self.program.append(({"op": "upload"}, (self.memory.get(out["t"]), out["t"], value)))
        return out["t"]

    def operator(self, name, *handles):
        """That operator on those tensors."""
        message = {"op": "operator", "name": name, "args": [{"t": handle} for handle in handles], "kwargs": {}}
        out, _ = self.memory.run_operator(name, message["args"], {})
        self.program.append((message, out))
        return out["t"]


def on_copies(forward, given):
    """(the program, a function that runs it on the first copy)."""
    program = forward_program.CopiedProgram(types.SimpleNamespace(memory=forward.memory), forward)
    program.copies = gpu_rotation.Copies(program.tensors, [forward.memory.get(given)], program.constants)
    program.copies.make(1)
    return program, lambda: program.run_on(0)


def test_what_the_host_answers_as_it_made_it_needs_no_run_to_make_it_again():
    forward = Recorded()
    x = forward.memory.add(torch.ones(4))
    number = forward.upload(torch.tensor(64.0))
    forward.output_handles = [forward.operator("aten::neg", x), number]
    program, run = on_copies(forward, x)
    made, answered = run()
    assert answered.item() == 64 and program.copies.holds(answered) and not program.copies.holds(made)


def test_what_kernels_store_into_comes_anew_in_each_run():
    forward = Recorded()
    x = forward.memory.add(torch.ones(4))
    total = forward.upload(torch.zeros(4))
    forward.operator("aten::add_.Tensor", total, x)
    forward.output_handles = [total]
    program, run = on_copies(forward, x)
    for _ in range(3):
        (answered,) = run()
        assert answered.tolist() == [1] * 4 and not program.copies.holds(answered)
        answered.fill_(float("nan"))


def test_the_first_launch_of_a_forward_waits_for_the_forward_before():
    forward, launches = Recorded(), []
    forward.output_handles = [forward.memory.add(torch.ones(4))]
    for name in ("first", "second"):
        forward.program.append(({"op": "launch"}, types.SimpleNamespace(name=name, parameters=lambda get: ())))
    device = types.SimpleNamespace(memory=forward.memory,
                                   launch_again=lambda launch, parameters, is_first: launches.append((launch.name, is_first)))
    program = forward_program.CopiedProgram(device, forward)
    launches.clear()
    program.run()
    assert launches == [("first", True), ("second", False)]


def test_the_answer_that_is_looked_at_is_the_farthest_from_the_others():
    ones, nan = torch.ones(3), torch.tensor([1.0, float("nan"), 1.0])
    apart = gpu_timing._apart
    assert apart([ones], [ones.clone()]) == 0 and apart([nan], [nan.clone()]) == 0
    assert apart([ones], [nan]) > apart([ones], [2 * ones]) > 0
    assert apart([torch.tensor([3])], [torch.tensor([5])]) == 2
    for dtype in (torch.float16, torch.int64, torch.uint8, torch.bool, torch.complex64):
        torch.zeros(2, dtype=dtype).fill_(gpu_timing._poison_of(dtype))
