# SPDX-License-Identifier: GPL-3.0-or-later
"""The interpreter role: forks the devices of candidates (device_role), which run kernels with
Triton's interpreter. Uninitialised memory is poisoned."""

import sys

import numpy
import torch
import triton

from harness.device import device_memory, device_role
from harness.interpreter import interpreted_kernels, interpreter_speed, kernel_values, reductions
from harness.stand_ins import device_math, half_math

OPERATIONS = {"device": ("channel", "source", "link")}

_WARM_SOURCE = b'''
def warm_kernel(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0.0)
    total = tl.sum(tl.exp(value), axis=0) + tl.max(value, axis=0)
    block = tl.dot(value[:, None] * tl.full((1, 16), 1.0, tl.float32),
                   tl.full((16, 16), 1.0, tl.float32))
    tl.store(y + at, value / total + tl.sum(block), mask=at < n)
'''


def sandbox_flags(operation):
    """A device only computes."""
    del operation
    return 0


def versions():
    return {"torch": torch.__version__, "triton": triton.__version__, "numpy": numpy.__version__,
            "python": sys.version.split()[0]}


def prepare_zygote():
    import triton.experimental.gluon  # noqa: F401  (imported late by triton, at the first launch)
    torch.set_num_threads(1)
    torch.nn.Linear(4, 4)(torch.ones(2, 4)).half()
    # The public torch.use_deterministic_algorithms would import torch._inductor for its settings.
    torch._C._set_deterministic_algorithms(True, warn_only=True)
    torch.utils.deterministic.fill_uninitialized_memory = True
    numpy.seterr(all="ignore")
    interpreter_speed.install()
    kernel_values.install()
    reductions.install()
    interpreter_speed.rewrite_standard_library()
    half_math.install()
    device_math.install()


def warm_child(private_dir):
    del private_dir
    kernels = interpreted_kernels.Kernels(_WARM_SOURCE)
    kernel = kernels.build({
        "name": "warm_kernel", "line": 2, "types": {"BLOCK": "constexpr"},
        "free": {"tl": {"path": "triton.language"}}})
    x, y = torch.ones(256), torch.empty(256)
    kernels.run(kernel, {"x": x, "y": y, "n": 256, "BLOCK": 64}, [4, 1, 1], {})
    if not kernels.stored:
        raise RuntimeError("the warm-up kernel stored nothing")


def serve_child(child):
    kernels = interpreted_kernels.Kernels(child.source)
    memory = device_memory.Memory(device_role.is_strict(child))
    kernels.guard.on_store = memory.mark_store
    device_role.Device(child, kernels, memory).run()
