# SPDX-License-Identifier: GPL-3.0-or-later
"""A Triton driver for a GPU that is not there: names the target, never launches."""

import dataclasses

import triton
from triton.backends import backends
from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase
from triton.runtime.autotuner import Autotuner

from harness.stand_ins.cuda_surface import DeviceFacts

TARGET = GPUTarget("cuda", 90, 32)

# What the driver would refuse when it loads a kernel on sm_90.
MAX_SHARED_BYTES = 232448
MAX_THREADS = 1024
MAX_GRID = (2**31 - 1, 65535, 65535)
_MAX_BLOCKS = 32  # of one multiprocessor at once


def most_at_once(threads):
    """No more programs of so many threads are on the GPU at the same time, and fewer where registers or shared memory end: a
    cooperative launch begins with all of its programs, or not at all."""
    return DeviceFacts.multi_processor_count * min(_MAX_BLOCKS, DeviceFacts.max_threads_per_multi_processor // threads)


class _Utils:
    """driver.active.utils: device facts for host code; loading and launching raise."""

    @staticmethod
    def get_device_properties(device):
        del device
        return {"max_shared_mem": MAX_SHARED_BYTES, "max_num_regs": 65536,
                "multiprocessor_count": DeviceFacts.multi_processor_count, "warpSize": 32,
                "sm_clock_rate": 1785000, "mem_clock_rate": 2619000, "mem_bus_width": 5120}

    @staticmethod
    def load_binary(*args):
        raise RuntimeError("no kernel is loaded on a machine without a GPU")


class StubDriver(DriverBase):
    """driver.active for ahead-of-time compilation and for host code that autotunes."""

    utils = _Utils

    def __init__(self, benchmarker):
        super().__init__()
        self._benchmarker = benchmarker

    @classmethod
    def is_active(cls):
        return True

    def map_python_to_cpp_type(self, ty):
        return ty

    def get_current_target(self):
        return TARGET

    def get_current_device(self):
        return 0

    def set_current_device(self, device):
        del device

    def get_current_stream(self, device=0):
        del device
        return 0

    def get_device_capability(self, device=0):
        del device
        return (9, 0)

    def get_active_torch_device(self):
        import torch
        return torch.device("cpu")

    def get_device_interface(self):
        import torch
        return torch.cuda

    def get_benchmarker(self):
        return self._benchmarker

    def launcher_cls(self, *args):
        raise RuntimeError("no kernel is launched on a machine without a GPU")

    def get_empty_cache_for_benchmark(self):
        import torch
        return torch.empty(0)

    def clear_cache(self, cache):
        del cache


def install(benchmarker):
    """Makes the stub active and every autotuner use `benchmarker(kernel_call, quantiles)`."""
    triton.runtime.driver.set_active(StubDriver(benchmarker))
    # Whose driver is active: Inductor's kernels choose one by this table.
    backends["nvidia"] = dataclasses.replace(backends["nvidia"], driver=StubDriver)
    Autotuner.do_bench = property(lambda self: benchmarker)
