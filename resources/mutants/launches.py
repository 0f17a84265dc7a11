# SPDX-License-Identifier: GPL-3.0-or-later
"""Candidates in this very process, on real tensors: Triton's interpreter as the verifier prepares it,
with its checks of memory and of races. Nothing here guards against a hostile candidate."""

import inspect
import random

import torch
from triton.runtime import interpreter
from triton.runtime.autotuner import Autotuner

from harness.candidate import candidate_host, driver_stub
from harness.device.launch_records import named_tensors
from harness.guard import memory_guard
from harness.interpreter import interpreted_kernels, interpreter_host


class Launches:
    """Patches the interpreter, so one per process. `order`: of the programs of a grid."""

    def __init__(self):
        self.order = "forward"
        self.guard = memory_guard.MemoryGuard()

    def install(self):
        """Call once, before any candidate."""
        interpreter_host.prepare_zygote()
        candidate_host.install_cuda_surface()
        driver_stub.install(lambda kernel_call, quantiles=None, **kwargs: [1.0] * 3)
        interpreted_kernels._guard_memory(self.guard)
        launches = self

        def call(executor, *args, **kwargs):
            launches.launch(executor, args, kwargs)

        interpreter.GridExecutor.__call__ = call
        Autotuner.run = _run_first_config

    def forward(self, model, values):
        """What the model returns."""
        with torch.no_grad(), candidate_host.CudaIllusion():
            return model(*values)

    def launch(self, executor, args, kwargs):
        """One launch: what GridExecutor does, without copies and with checks."""
        function = executor.fn
        known = inspect.getfullargspec(function).args
        kwargs = {key: value for key, value in kwargs.items() if key in known}
        for hook in executor.pre_run_hooks:
            hook(*args, **kwargs)
        bound = inspect.getcallargs(function, *args, **kwargs)
        grid = _sizes(executor.grid(bound) if callable(executor.grid) else executor.grid)
        self.guard.begin_launch(function.__name__, list(named_tensors(bound)))
        values = {name: value if name in executor.constexprs
                  else interpreter._implicit_cvt(value) for name, value in bound.items()}
        builder = interpreter.interpreter_builder
        builder.set_grid_dim(*grid)
        for program in self._programs(grid):
            rest, z = divmod(program, grid[2])
            x, y = divmod(rest, grid[1])
            builder.set_grid_idx(x, y, z)
            self.guard.begin_program(program)
            function(**values)

    def _programs(self, grid):
        count = grid[0] * grid[1] * grid[2]
        if count > interpreted_kernels.MAX_PROGRAMS:
            raise candidate_host.NotJudgeable(f"{count} programs, too many for the interpreter")
        programs = list(range(count))
        if self.order == "reversed":
            programs.reverse()
        elif self.order == "shuffled":
            random.Random(count).shuffle(programs)
        return programs

    def reason(self, error):
        """"out_of_bounds: kernel ...": why there is no answer, in the verifier's words."""
        if isinstance(error, candidate_host.Failure):
            return f"{error.code}: {error.message}"
        root = candidate_host.root_of(error)
        for kind, code in _CODES.items():
            if isinstance(root, kind):
                return f"{code}: kernel {self.guard.kernel}: {root}"
        where = f"kernel {self.guard.kernel}: " if self.guard.kernel else ""
        return f"runtime_error: {where}{candidate_host.describe(error)}"


_CODES = {memory_guard.OutOfBounds: "out_of_bounds", memory_guard.DataRace: "data_race",
          candidate_host.NotJudgeable: "not_judgeable_here",
          NotImplementedError: "not_judgeable_here"}


def _sizes(grid):
    if not isinstance(grid, (tuple, list)) or not 1 <= len(grid) <= 3:
        raise TypeError(f"a grid must be a tuple of 1 to 3 integers, got {grid!r}")
    sizes = [int(size) for size in grid] + [1] * (3 - len(grid))
    if min(sizes) < 0:
        raise ValueError(f"a grid must hold sizes, got {grid!r}")
    return sizes


def _run_first_config(tuner, *args, **kwargs):
    """Autotuner.run without timing."""
    tuner.nargs = dict(zip(tuner.arg_names, args))
    try:
        several = len(tuner.configs) > 1
        config = list(tuner.prune_configs(kwargs) if several else tuner.configs)[0]
        tuner.best_config = config
        full = {**tuner.nargs, **kwargs, **config.all_kwargs()}
        if config.pre_hook is not None:
            config.pre_hook(full)
        if several:
            tuner.pre_hook(full, reset_only=True)
        return tuner.fn.run(*args, **kwargs, **config.all_kwargs())
    finally:
        tuner.nargs = None
