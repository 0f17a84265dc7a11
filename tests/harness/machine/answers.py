# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs answers of the project's own (shelf, honest twins of the zoo, generated ones) as their authors would, on tensors of the
processor: each launch becomes TTIR and goes to the kernel machine."""

import contextlib
import inspect

import torch
from answer_sides import load, share_parameters
from harness.front_end import ttir
from triton.runtime.autotuner import Autotuner
from triton.runtime.jit import JITFunction

MOST_ELEMENTS = 1 << 26  # of the inputs of a task
COMPILER_OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg")


class Launches:
    """The machine in the place of a GPU, and what went there."""

    def __init__(self, machine):
        self._machine = machine
        self.texts = {}  # text -> kernel
        self.answers = []

    def run(self, kernel, *args, grid, warmup, **keywords):
        del warmup
        made = ttir.specialise(kernel, args, keywords)
        self.texts[made.text] = kernel
        if callable(grid):
            names = inspect.signature(kernel.fn).bind_partial(
                *args, **{k: v for k, v in keywords.items() if k not in COMPILER_OPTIONS})
            names.apply_defaults()
            grid = grid(names.arguments)
        answer = self._machine.run_text(made.text, made.arguments, tuple(grid), names=made.names)
        self.answers.append((kernel.fn.__name__, answer))

    @contextlib.contextmanager
    def instead_of_a_gpu(self):
        before = JITFunction.run, Autotuner.run
        JITFunction.run = lambda kernel, *args, **keywords: self.run(kernel, *args, **keywords)
        Autotuner.run = lambda tuner, *args, **keywords: tuner.fn.run(
            *args, **{**keywords, **tuner.configs[0].all_kwargs()})
        try:
            yield
        finally:
            JITFunction.run, Autotuner.run = before


def is_too_large(reference):
    """Whether the inputs of a task are more than a test should make; those that need real values are not."""
    try:
        with torch.device("meta"):
            inputs = reference.get_inputs()
        return sum(value.numel() for value in inputs if isinstance(value, torch.Tensor)) > MOST_ELEMENTS
    except (RuntimeError, NotImplementedError):
        return False


def tried(launches, reference, candidate, entry_point="Model"):
    """(output of the candidate, output of the reference in float64)."""
    torch.manual_seed(3)
    given = reference.get_init_inputs() if hasattr(reference, "get_init_inputs") else []
    ours = (candidate.ModelNew if hasattr(candidate, "ModelNew")
            else getattr(candidate, entry_point + "New"))(*given)
    theirs = getattr(reference, entry_point)(*given)
    share_parameters(ours, theirs)
    inputs = reference.get_inputs()
    with torch.no_grad(), launches.instead_of_a_gpu():
        result = ours(*[x.clone() if isinstance(x, torch.Tensor) else x for x in inputs])
    with torch.no_grad():
        expected = theirs.double()(*[x.double() if isinstance(x, torch.Tensor) and x.is_floating_point() else x
                                     for x in inputs])
    return result, expected
