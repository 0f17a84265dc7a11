# SPDX-License-Identifier: GPL-3.0-or-later
"""The program of a forward, done again on copies of its tensors, as it is timed and checked on a GPU."""

import types

import torch

import driving  # noqa: F401  (makes the harness a package)
from harness.device import device_memory, forward_program
from harness.timing import gpu_rotation


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
