# SPDX-License-Identifier: GPL-3.0-or-later
"""Candidates in this very process, on real tensors: the kernel machine as the verifier uses it, with
its checks of memory and of races. Nothing here guards against a hostile candidate."""

import torch
from triton.runtime.autotuner import Autotuner
from triton.runtime.jit import JITFunction

from harness.candidate import candidate_host, driver_stub
from harness.device.forward import grid_of
from harness.device.refusal import Refused
from harness.front_end import launches
from harness.host import host_role
from harness.machine import machine_host, machine_kernels, machine_library


class Launches:
    """Patches Triton's launch, so one per process. `order`: number of the order in which programs of
    a grid run; 0 is ascending."""

    def __init__(self, library):
        """`library`: where libnereid_machine.so lies."""
        machine_library.choose(library)
        self._kernels = machine_kernels.Kernels(machine_library.Library(library))
        self._front_end = launches.FrontEnd()
        self._read = {}  # Text.key -> machine_kernels.Kernel
        self.order = 0

    def install(self):
        """Call once, before any candidate."""
        machine_host.prepare_zygote()
        candidate_host.install_cuda_surface()
        driver_stub.StubDriver.get_active_torch_device = lambda driver: torch.device("cuda", 0)
        driver_stub.install(lambda kernel_call, quantiles=None, **kwargs: [1.0] * 3)
        launch = self._launch

        def run(kernel, *args, grid, warmup=False, **kwargs):
            if not warmup:
                launch(kernel, args, grid, kwargs)
            return host_role.Compiled(kernel, kwargs, {})

        JITFunction.run = run
        Autotuner.run = _run_first_config

    def forward(self, model, values):
        """What the model returns."""
        self._kernels.order = self.order
        with torch.no_grad(), candidate_host.CudaIllusion():
            return model(*values)

    def _launch(self, kernel, args, grid, kwargs):
        for hook in kernel.pre_run_hooks:
            hook(*args, **kwargs)
        bound = self._front_end.bind(kernel, args, kwargs)
        sizes = grid(bound.arguments) if callable(grid) else grid
        if bound.text.key not in self._read:
            self._read[bound.text.key] = self._kernels.read(bound.text.text.encode(), 0)
        self._kernels.run(self._read[bound.text.key], [leaf[:2] for leaf in bound.leaves],
                          grid_of(sizes, kernel.fn.__name__), kwargs.get("num_warps", 4))

    def reason(self, error):
        """"out_of_bounds: kernel ...": why there is no answer, in the verifier's words."""
        root = candidate_host.root_of(error)
        for known in (error, root):
            if isinstance(known, (candidate_host.Failure, Refused)):
                return f"{known.code}: {known.message}"
        return f"runtime_error: {candidate_host.describe(error)}"


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
