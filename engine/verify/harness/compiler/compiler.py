# SPDX-License-Identifier: GPL-3.0-or-later
"""Ahead-of-time compilation of launches to sm_90 cubins, with the limits of a driver re-checked."""

import inspect
import os
import re
import time

import triton.language as tl
import triton
from triton._C import libtriton
from triton.runtime.errors import OutOfResources, PTXASError
from triton.runtime.jit import JITFunction

from harness.candidate import candidate_host, driver_stub
from harness.compiler import artefacts



def prepare():
    """Pays before a fork for what Triton does at its first compile: imports, hashes of its sources,
    ptxas's version, dialects and targets. Compiles nothing, starts no thread and touches no GPU."""
    from triton.compiler.compiler import make_backend
    from triton.runtime.cache import triton_key
    import triton.compiler.code_generator  # noqa: F401  (imported late by triton itself)
    import triton.experimental.gluon  # noqa: F401  (likewise, at the first launch)
    triton_key()
    backend = make_backend(driver_stub.TARGET)
    backend.hash()
    backend.parse_options({}).hash()  # hashes the device library too
    libtriton.llvm.init_targets()
    _share_context(backend)
    inspect.getsourcelines(tl.sum.fn)
    for value in vars(tl.standard).values():
        if isinstance(value, JITFunction):
            value.cache_key  # hashes the source of triton's own device functions


def _share_context(backend):
    """One MLIR context with all dialects, made before a fork, serves every compile of a process;
    Triton would fill a new one for each. Its modules share nothing but their types' names."""
    context = libtriton.ir.context()
    libtriton.ir.load_dialects(context)
    backend.load_dialects(context)
    libtriton.ir.context = lambda: context
    libtriton.ir.load_dialects = lambda context: None
    type(backend).load_dialects = lambda self, context: None


class Compiler:
    """Compiles launches and remembers what came out. One per process: changes Triton's backend.
    `keeper` (artefacts.Keeper): takes the texts of the levels too."""

    def __init__(self, keeper=None):
        self.records = {}  # hash of the compiled kernel -> record
        self.known = {}  # hash -> (ms, {level: ms}) of what another process has compiled into the same cache
        self._keeper = keeper
        self._stages = {}  # hash -> {level: ms}
        triton.knobs.compilation.listener = self._note_times

    @property
    def keeps_levels(self):
        """Whether the texts of the levels are taken, too."""
        return self._keeper is not None

    def made(self):
        """`known` for who shares the cache."""
        return {of: (record["ms"], record["stages"]) for of, record in self.records.items()}

    def text(self, path, record, grid, launches=1):
        """Compiles the file of a kernel's text (TTIR) with the rest of its record, and checks what a driver would check. Raises
        what Triton raises, or OutOfResources."""
        started = time.perf_counter()
        compiled = triton.compile(path, target=driver_stub.TARGET, options=record["options"])
        self._take(compiled, str(record["kernel"]["name"]), grid, launches, started)

    def _take(self, compiled, name, grid, launches, started):
        self._check_limits(compiled)
        _check_grid(grid)
        record = self.records.get(compiled.hash)
        if record is None:
            taken, stages = self.known.get(compiled.hash) or (round((time.perf_counter() - started) * 1000, 3), self._stages.get(compiled.hash, {}))
            record = self.records[compiled.hash] = {
                "name": name, "num_warps": compiled.metadata.num_warps,
                "num_stages": compiled.metadata.num_stages, "shared": compiled.metadata.shared,
                "launches": 0, "grid": [], "cubin": compiled.asm["cubin"],
                "ms": taken, "stages": stages}
            if self._keeper:
                record["levels"] = self._keeper.levels(compiled)
        record["launches"] += launches
        record["grid"] = list(grid)

    def _note_times(self, *, src, metadata, metadata_group, times, cache_hit):
        """Triton's listener: microseconds of each level; "ttir" is the reading of the text."""
        del src, metadata_group
        if not cache_hit:
            stages = [("ttir", times.ir_initialization), *times.lowering_stages]
            self._stages[metadata["hash"]] = {name: us / 1000 for name, us in stages}

    @staticmethod
    def _check_limits(compiled):
        shared = compiled.metadata.shared
        threads = compiled.metadata.num_warps * 32
        if shared > driver_stub.MAX_SHARED_BYTES:
            raise OutOfResources(shared, driver_stub.MAX_SHARED_BYTES, "shared memory")
        if threads > driver_stub.MAX_THREADS:
            raise OutOfResources(threads, driver_stub.MAX_THREADS, "threads")


def _check_grid(grid):
    for size, limit in zip(grid, driver_stub.MAX_GRID):
        if not 0 <= int(size) <= limit:
            raise OutOfResources(int(size), limit, "grid size")


def reason(error, name):
    """(code, message) for an error of Compiler.text."""
    if isinstance(error, OutOfResources):
        what = "bytes of shared memory" if error.name == "shared memory" else error.name
        return "out_of_resources", f"kernel {name}: needs {error.required} {what}, sm_90 has {error.limit}"
    if isinstance(error, MemoryError):
        return "memory_limit", f"kernel {name}: compiling it needs more memory than it may use"
    if isinstance(error, PTXASError):
        words = _words_of_ptxas(str(error))
        return "out_of_resources" if " uses too much " in words else "compile_error", f"kernel {name}: {words}"
    return "compile_error", f"kernel {name}: {candidate_host.describe(error)}"


def _words_of_ptxas(text):
    """What the assembler objects to, without files of this machine: "ptxas /tmp/x.ptx, line 5; error   : WORDS"."""
    found = re.findall(r"(?:; |\bptxas )(?:error|fatal) *: *(.+)", text)
    words = list(dict.fromkeys(line.strip() for line in found if "aborted due to errors" not in line))
    return "ptxas, the assembler, refuses it: " + ("; ".join(words[:4]) or "it gives no reason")


def send(channel, answer, records):
    """The answer with all cubins, one after another, in one memfd; the levels, if they were kept,
    in a second one."""
    fds = {"cubins": os.memfd_create("cubins", os.MFD_CLOEXEC)}
    kernels, levels = [], []
    offset = 0
    for record in records:
        cubin = record.pop("cubin")
        os.write(fds["cubins"], cubin)
        if "levels" in record:
            levels.append(record.pop("levels"))
        kernels.append({**record, "cubin_offset": offset, "cubin_size": len(cubin)})
        offset += len(cubin)
    if levels:
        fds["artefacts"] = artefacts.write(levels)
    answer["kernels"] = kernels
    answer["fds"] = list(fds)
    channel.send(answer, list(fds.values()))
    for fd in fds.values():
        os.close(fd)
