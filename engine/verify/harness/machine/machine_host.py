# SPDX-License-Identifier: GPL-3.0-or-later
"""The role `device`: forks the devices of candidates, whose kernels the kernel machine runs. Uninitialised memory is poisoned."""

import sys

import numpy
import torch
import triton

from harness.device import device_memory, device_role
from harness.machine import machine_device, machine_kernels, machine_library
from harness.shared import pages, warm_text

OPERATIONS = {"device": ("channel", "source", "link")}

_library = None  # once loaded, which is before any sandbox


def sandbox_flags(operation):
    """A device only computes."""
    del operation
    return 0


def versions():
    return {"torch": torch.__version__, "triton": triton.__version__, "numpy": numpy.__version__,
            "python": sys.version.split()[0]}


def prepare_zygote():
    global _library
    _library = machine_library.Library(machine_library.chosen())
    torch.set_num_threads(1)
    torch.nn.Linear(4, 4)(torch.ones(2, 4)).half()
    # The public torch.use_deterministic_algorithms would import torch._inductor for its settings.
    torch._C._set_deterministic_algorithms(True, warn_only=True)
    torch.utils.deterministic.fill_uninitialized_memory = True
    numpy.seterr(all="ignore")
    pages.keep_freed_memory()


def warm_child(private_dir):
    del private_dir
    warmed = machine_kernels.Kernels(_library)
    x, y = torch.ones(64), torch.empty(64)
    warmed.run(warmed.read(warm_text.TEXT.encode(), 0), [("x", x), ("y", y), ("n", 64)], [1, 1, 1])
    if not warmed.stored:
        raise RuntimeError("the warm-up kernel stored nothing")


def serve_child(child):
    made = machine_kernels.Kernels(_library)
    memory = device_memory.Memory(device_role.is_strict(child))
    made.on_store = memory.mark_store
    machine_device.MachineDevice(child, made, memory).run()
