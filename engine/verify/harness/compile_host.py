# SPDX-License-Identifier: GPL-3.0-or-later
"""The compiler role: static checks, then an ahead-of-time sm_90 compile of every kernel launch that
the candidate's forward makes. Nothing is launched; the values in the outputs mean nothing."""

import os
import re
import shutil
import sys
import time

import numpy
import torch
import triton
import triton.language as tl
from triton.backends.nvidia.compiler import CUDABackend
from triton.compiler.errors import CompilationError
from triton.runtime.autotuner import Autotuner
from triton.runtime.cache import FileCacheManager
from triton.runtime.errors import OutOfResources, PTXASError
from triton.runtime.jit import JITFunction

import bundle
import candidate_host
import driver_stub
import static_checks
import zygote

OPERATIONS = {"compile": ("channel", "source", "given")}
NEEDS_EXEC = True  # ptxas

MAX_AUTOTUNE_CONFIGS = 8
MAX_AUTOTUNE_SECONDS = 6.0
MAX_TILE_PER_THREAD = 1024  # elements; a thread has 255 registers, and compile time explodes

_WARM_SOURCE = b'''
import torch
import triton
import triton.language as tl

@triton.jit
def warm_kernel(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0.0)
    total = tl.sum(tl.exp(value), axis=0)
    tl.store(y + at, tl.where(value > 0, value / total, 0.0), mask=at < n)

class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        warm_kernel[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), BLOCK=64)
        return y
'''


def versions():
    return {"torch": torch.__version__, "triton": triton.__version__, "numpy": numpy.__version__,
            "python": sys.version.split()[0]}


def prepare_zygote():
    """Everything that may be paid once: imports, source hashes, ptxas's version. No compile."""
    from triton.compiler.compiler import make_backend
    from triton.runtime.cache import triton_key
    import triton.compiler.code_generator  # noqa: F401  (imported late by triton itself)
    import triton.experimental.gluon  # noqa: F401  (likewise, at the first launch)
    import inspect
    torch.set_num_threads(1)
    torch.empty(1).add_(1)
    triton_key()
    make_backend(driver_stub.TARGET).hash()
    inspect.getsourcelines(tl.sum.fn)
    for value in vars(tl.standard).values():
        if isinstance(value, JITFunction):
            value.cache_key  # hashes the source of triton's own device functions
    triton.knobs.cache.manager_class = PrivateCache
    driver_stub.install(_refuse_benchmark)


class PrivateCache(FileCacheManager):
    """A cache that one process uses once needs no temporary folder and rename for each file."""

    def put(self, data, filename, binary=True):
        del binary
        path = self._make_path(filename)
        with open(path, "wb") as file:
            file.write(data if isinstance(data, bytes) else str(data).encode("utf-8"))
        return path


def _refuse_benchmark(*args, **kwargs):
    raise RuntimeError("no benchmark outside of a compile request")


def warm_child(private_dir):
    child = _Warm(private_dir)
    compiler = Compiler()
    compiler.install()
    model = candidate_host.load(child).ModelNew()
    x = torch.ones(256)
    candidate_host.run_forward(model, [x], candidate_host.OpRecorder(False, [x]))
    if not compiler.records:
        raise RuntimeError("the warm-up kernel did not compile")


class _Warm:
    source = _WARM_SOURCE

    def __init__(self, private_dir):
        self.private_dir = private_dir


# ---- compiling ---------------------------------------------------------------------------------


class Compiler:
    """Patches Triton so that a launch compiles, and remembers what was compiled.

    One per process; `install` changes classes of Triton.
    """

    def __init__(self):
        self.records = {}       # kernel hash -> record
        self.failure = None     # (error, kernel name) of the last launch that did not compile
        self.launches = 0
        self._benchmarking = False
        self._bench_started = 0.0
        self._bench_count = 0
        self._original_run = JITFunction.run

    def install(self):
        compiler = self

        def run(kernel, *args, grid, warmup, **kwargs):
            return compiler.launch(kernel, args, grid, kwargs, count=not warmup)

        JITFunction.run = run
        driver_stub.install(self._benchmark)
        self._wrap_autotuner()
        self._gate_tiles()

    def launch(self, kernel, args, grid, kwargs, count):
        started = time.perf_counter()
        try:
            compiled = self._original_run(kernel, *args, grid=grid, warmup=True, **kwargs)
            self._check_limits(kernel, compiled)
            shape = _grid_of(kernel, args, kwargs, grid) if count else ()
        except Exception as error:
            self.failure = (error, _name(kernel))
            raise
        self._record(kernel, compiled, shape, (time.perf_counter() - started) * 1000,
                     count and not self._benchmarking)
        return compiled

    def _check_limits(self, kernel, compiled):
        shared = compiled.metadata.shared
        threads = compiled.metadata.num_warps * 32
        if shared > driver_stub.MAX_SHARED_BYTES:
            raise OutOfResources(shared, driver_stub.MAX_SHARED_BYTES, "shared memory")
        if threads > driver_stub.MAX_THREADS:
            raise OutOfResources(threads, driver_stub.MAX_THREADS, "threads")

    def _record(self, kernel, compiled, shape, elapsed_ms, counts):
        record = self.records.get(compiled.hash)
        if record is None:
            record = {"name": _name(kernel), "num_warps": compiled.metadata.num_warps,
                      "num_stages": compiled.metadata.num_stages,
                      "shared": compiled.metadata.shared, "launches": 0, "grid": [],
                      "ms": round(elapsed_ms, 3), "cubin": compiled.asm["cubin"]}
            self.records[compiled.hash] = record
        if counts:
            record["launches"] += 1
            record["grid"] = list(shape)
            self.launches += 1

    def _benchmark(self, kernel_call, quantiles=None, **kwargs):
        """Compiles one autotuner configuration; equal times make the first that fits win."""
        del kwargs
        spent = time.perf_counter() - self._bench_started
        if self._bench_count >= MAX_AUTOTUNE_CONFIGS or \
                (self._bench_count and spent > MAX_AUTOTUNE_SECONDS):
            return [float("inf")] * 3
        self._bench_count += 1
        self._benchmarking = True
        try:
            kernel_call()
        finally:
            self._benchmarking = False
        del quantiles
        return [1.0] * 3

    def _wrap_autotuner(self):
        original = Autotuner.run
        compiler = self

        def run(tuner, *args, **kwargs):
            compiler._bench_started = time.perf_counter()
            compiler._bench_count = 0
            return original(tuner, *args, **kwargs)

        Autotuner.run = run

    @staticmethod
    def _gate_tiles():
        """Stops tiles far above the register file before the expensive passes see them."""
        original = CUDABackend.make_ttgir

        def make_ttgir(mod, metadata, opt, capability):
            elements = _largest_tile(str(mod))
            threads = opt.num_warps * 32
            if elements > MAX_TILE_PER_THREAD * threads:
                raise OutOfResources(elements, MAX_TILE_PER_THREAD * threads,
                                     f"tile elements for {threads} threads")
            return original(mod, metadata, opt, capability)

        CUDABackend.make_ttgir = staticmethod(make_ttgir)


def _largest_tile(ttir):
    largest = 0
    for shape in set(re.findall(r"tensor<((?:\d+x)+)", ttir)):
        elements = 1
        for size in shape.split("x")[:-1]:
            elements *= int(size)
        largest = max(largest, elements)
    return largest


def _name(kernel):
    return kernel.fn.__name__


def _grid_of(kernel, args, kwargs, grid):
    """The launch grid as three integers, with the checks that a driver would make."""
    if callable(grid):
        own = {key: value for key, value in kwargs.items() if key in kernel.arg_names}
        bound = kernel.signature.bind(*args, **own)
        bound.apply_defaults()
        grid = grid(dict(bound.arguments))
    if not isinstance(grid, (tuple, list)) or not 1 <= len(grid) <= 3:
        raise TypeError(f"the grid of {_name(kernel)} must be a tuple of 1 to 3 integers, "
                        f"got {grid!r}")
    shape = []
    for size, limit in zip(grid, driver_stub.MAX_GRID):
        if isinstance(size, bool) or not hasattr(size, "__index__"):
            raise TypeError(f"the grid of {_name(kernel)} must hold integers, got {grid!r}")
        if not 0 <= int(size) <= limit:
            raise OutOfResources(int(size), limit, "grid size")
        shape.append(int(size))
    return shape + [1] * (3 - len(shape))


# ---- answering ---------------------------------------------------------------------------------


def serve_child(child):
    started = time.perf_counter()
    entry_point = child.request.get("entry_point", "ModelNew")
    result = static_checks.check(child.source, entry_point)
    child.channel.send({"op": "static", **result, "ms": child.elapsed_ms(started),
                        "sandbox": child.layers})
    if not result["passed"]:
        return
    started = time.perf_counter()
    compiler = Compiler()
    recorders = []
    answer = _compile(child, entry_point, compiler, recorders)
    answer["torch_ops"] = recorders[0].compute_ops if recorders else []
    answer["ms"] = child.elapsed_ms(started)
    answer["stdout_tail"] = zygote.output_tail()
    _send(child, answer, list(compiler.records.values()))
    shutil.rmtree(os.path.join(child.private_dir, "cache"), ignore_errors=True)


def _compile(child, entry_point, compiler, recorders):
    try:
        candidate_host.install_cuda_surface()
        compiler.install()
        given = bundle.Bundle(child.given_fd)
        with candidate_host.CudaIllusion():
            module = candidate_host.load(child)
            model = candidate_host.build_model(module, entry_point, given)
        values = candidate_host.inputs(given, given.tensor)
        strict = child.request.get("policy", "full") == "full"
        recorder = candidate_host.OpRecorder(strict, values)
        recorders.append(recorder)
        candidate_host.watch_host_reads(lambda: recorder)
        compiler.failure = None
        candidate_host.run_forward(model, values, recorder)
        if recorder.compute_ops and strict:
            raise candidate_host.TorchFallback()
        if not compiler.launches:
            raise _no_launch(compiler)
        return {"op": "compile", "passed": True, "code": "", "message": "", "line": 0}
    except candidate_host.Failure as failure:
        return _rejected(failure.code, failure.message, failure.line)
    except candidate_host.TorchFallback as error:
        message = candidate_host.fallback_message(recorders[0]) if recorders \
            else "PyTorch computes while the candidate is imported"
        return _rejected("torch_fallback", message, candidate_host.line_of(error))
    except (bundle.BundleError, KeyError) as error:
        if not recorders:
            return _rejected("bad_request", str(error), 0)
        return _rejected(*_forward_reason(error, compiler))
    except BaseException as error:
        return _rejected(*_forward_reason(error, compiler))


def _rejected(code, message, line):
    return {"op": "compile", "passed": False, "code": code, "message": message, "line": line}


def _no_launch(compiler):
    if compiler.failure:
        error, name = compiler.failure
        code, message, line = _kernel_reason(error, name)
        return candidate_host.Failure(code, message, line)
    return candidate_host.Failure("no_kernel_launch", "forward launches no Triton kernel")


def _forward_reason(error, compiler):
    """(code, message, line) for an error that left the candidate's forward."""
    if compiler.failure and _same_error(error, compiler.failure[0]):
        return _kernel_reason(*compiler.failure)
    if isinstance(error, (MemoryError,)) or "can't allocate memory" in str(error):
        return "memory_limit", "the candidate asks for more memory than it may use", \
            candidate_host.line_of(error)
    if isinstance(error, candidate_host.NotJudgeable):
        return "not_judgeable_here", str(error), candidate_host.line_of(error)
    return "forward_error", candidate_host.describe(error), candidate_host.line_of(error)


def _same_error(error, other):
    while error is not None:
        if error is other:
            return True
        error = error.__cause__ or error.__context__
    return False


def _kernel_reason(error, name):
    if isinstance(error, OutOfResources):
        return ("out_of_resources",
                f"kernel {name}: needs {error.required} {error.name}, sm_90 has {error.limit}",
                candidate_host.line_of(error))
    if isinstance(error, CompilationError):
        innermost = _innermost(error)
        line = _line_in_file(innermost)
        text = innermost.error_message or candidate_host.describe(error)
        return "compile_error", f"kernel {name}: {_tidy(text)}{_excerpt(innermost)}", line
    if isinstance(error, PTXASError):
        return "compile_error", f"kernel {name}: {error}", candidate_host.line_of(error)
    return ("compile_error", f"kernel {name}: {candidate_host.describe(error)}",
            candidate_host.line_of(error))


def _innermost(error):
    while isinstance(error.__cause__, CompilationError):
        error = error.__cause__
    return error


def _tidy(text):
    """AttributeError("...") becomes AttributeError: ... ."""
    match = re.fullmatch(r"(\w+)\((['\"])(.*)\2,?\)", text.strip(), re.DOTALL)
    return f"{match[1]}: {match[3]}" if match else text.strip()


def _excerpt(error):
    line = getattr(error.node, "lineno", 0)
    lines = (error.src or "").split("\n")
    return f" in `{lines[line - 1].strip()}`" if 0 < line <= len(lines) else ""


def _line_in_file(error):
    """Line of the candidate's file: Triton counts from the function's own `def`."""
    line = getattr(error.node, "lineno", 0)
    module = sys.modules.get("candidate")
    for value in list(vars(module).values()) if module else []:
        while not isinstance(value, JITFunction) and hasattr(value, "fn"):
            value = value.fn
        if isinstance(value, JITFunction) and value.src == error.src:
            definition = next((index for index, text in enumerate(value.raw_src)
                               if text.strip().startswith("def ")), 0)
            return value.starting_line_number + definition + line - 1
    return 0


def _send(child, answer, records):
    """The answer with all cubins, one after another, in one memfd."""
    fd = os.memfd_create("cubins", os.MFD_CLOEXEC)
    kernels = []
    offset = 0
    for record in records:
        cubin = record.pop("cubin")
        os.write(fd, cubin)
        kernels.append({**record, "cubin_offset": offset, "cubin_size": len(cubin)})
        offset += len(cubin)
    answer["kernels"] = kernels
    answer["fds"] = ["cubins"]
    child.channel.send(answer, [fd])
    os.close(fd)
