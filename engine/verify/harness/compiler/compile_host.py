# SPDX-License-Identifier: GPL-3.0-or-later
"""The compiler role: forks the hosts of candidates (host_role), which run everything but kernels, and
the children that compile their launches for sm_90 (compile_role)."""

import sys

import numpy
import torch
import triton
from torch._library import simple_registry
from triton.runtime import autotuner, cache

from harness.candidate import candidate_host, driver_stub
from harness.compiler import compile_role, compiler
from harness.host import host_role
from harness.shared import sandbox, warm_text

OPERATIONS = {"host": ("channel", "source", "link"), "compile": ("channel", "source", "records")}

HELD_CODE = ("libtriton.so",)  # that children run much of

_WARM_RECORD = {"id": "warm", "kernel": {"name": "warm"}, "text": warm_text.TEXT, "aligned": [0, 1], "options": {},
                "grid": [4], "launches": 1}


def sandbox_flags(operation):
    """Only the compiler starts programs: ptxas. Only a host runs a candidate's Python."""
    return sandbox.IS_HOST if operation == "host" else sandbox.ALLOW_EXEC


def versions():
    return {"torch": torch.__version__, "triton": triton.__version__, "numpy": numpy.__version__,
            "python": sys.version.split()[0]}


def prepare_zygote():
    """Everything that may be paid once: imports, source hashes, ptxas's version. No compile."""
    import torch.distributed.tensor  # noqa: F401  (by torch, at a host's first parameter: 0.5 s)
    torch.set_num_threads(1)
    torch.empty(1).add_(1)
    for name in torch._C._dispatch_get_all_op_names():
        simple_registry.singleton.find(name)  # as a host's first call of each operator would
    cache.triton_key = autotuner.triton_key = str  # no cache outlives a child, so that no key need tell Triton's files apart: 0.2 s
    compiler.prepare()
    candidate_host.install_cuda_surface()  # for hosts; nothing else here asks torch for a GPU
    triton.knobs.cache.manager_class = PrivateCache
    driver_stub.install(_refuse_benchmark)


class PrivateCache(cache.FileCacheManager):
    """A cache that one process uses once needs no temporary folder and rename for each file, and
    nobody reads the text from before the first pass."""

    def put(self, data, filename, binary=True):
        del binary
        if filename.endswith(".source"):
            data = b""
        path = self._make_path(filename)
        with open(path, "wb") as file:
            file.write(data if isinstance(data, bytes) else str(data).encode("utf-8"))
        return path


def _refuse_benchmark(*args, **kwargs):
    raise RuntimeError("no benchmark outside of a compile request")


def warm_child(private_dir):
    del private_dir
    compiled = compile_role.Recorded()
    compiled.compile_all([_WARM_RECORD])
    if compiled.failure:
        raise RuntimeError(f"the warm-up kernel did not compile: {compiled.failure}")


def serve_child(child):
    if child.request["op"] == "host":
        host_role.serve(child, child.link_fd)
    else:
        compile_role.serve(child, child.records_fd)
