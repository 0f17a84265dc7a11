# SPDX-License-Identifier: GPL-3.0-or-later
"""The interpreter role: runs candidates on the CPU with Triton's interpreter, with every load and
store range-checked, uninitialised memory poisoned and torch's own operators watched."""

import inspect
import os
import sys

import numpy
import torch
import triton
from triton.runtime import interpreter
from triton.runtime.autotuner import Autotuner

import bundle
import candidate_host
import device_math
import driver_stub
import half_math
import interpreter_speed
import memory_guard
import wire
from candidate_host import NotJudgeable

OPERATIONS = {"run": ("channel", "source")}
NEEDS_EXEC = False

MAX_PROGRAMS = 4_000_000

_WARM_SOURCE = b'''
import torch
import triton
import triton.language as tl

@triton.jit
def warm_kernel(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0.0)
    total = tl.sum(tl.exp(value), axis=0) + tl.max(value, axis=0)
    block = tl.dot(value[:, None] * tl.full((1, 16), 1.0, tl.float32),
                   tl.full((16, 16), 1.0, tl.float32))
    tl.store(y + at, value / total + tl.sum(block), mask=at < n)

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
    import triton.experimental.gluon  # noqa: F401  (imported late by triton, at the first launch)
    torch.set_num_threads(1)
    torch.nn.Linear(4, 4)(torch.ones(2, 4)).half()
    # The public torch.use_deterministic_algorithms would import torch._inductor for its settings.
    torch._C._set_deterministic_algorithms(True, warn_only=True)
    torch.utils.deterministic.fill_uninitialized_memory = True
    numpy.seterr(all="ignore")
    interpreter_speed.install()
    half_math.install()
    device_math.install()
    driver_stub.install(lambda kernel_call, quantiles=None, **kwargs: [1.0] * 3)


def warm_child(private_dir):
    child = _Warm(private_dir)
    runner = Runner()
    runner.install()
    x = torch.ones(256)
    model = candidate_host.load(child).ModelNew()
    candidate_host.run_forward(model, [x], candidate_host.OpRecorder(False, [x]))
    if not runner.guard.stored:
        raise RuntimeError("the warm-up kernel stored nothing")


class _Warm:
    source = _WARM_SOURCE

    def __init__(self, private_dir):
        self.private_dir = private_dir


# ---- running launches ---------------------------------------------------------------------------


class Runner:
    """Patches the interpreter with checks and counts. One per process."""

    def __init__(self):
        self.guard = memory_guard.MemoryGuard()
        self.recorder = None
        self.config_index = 0
        self.reset_counts()

    def reset_counts(self):
        self.launches = 0
        self.programs = 0
        self.guard.stored = 0

    def install(self):
        _guard_memory(self.guard)
        runner = self

        def call(executor, *args, **kwargs):
            runner.launch(executor, args, kwargs)

        interpreter.GridExecutor.__call__ = call
        Autotuner.run = lambda tuner, *args, **kwargs: _run_one_config(
            tuner, runner.config_index, args, kwargs)

    def launch(self, executor, args, kwargs):
        """One launch: what GridExecutor does, without copies and with checks."""
        function = executor.fn
        known = inspect.getfullargspec(function).args
        kwargs = {key: value for key, value in kwargs.items() if key in known}
        for hook in executor.pre_run_hooks:
            hook(*args, **kwargs)
        bound = inspect.getcallargs(function, *args, **kwargs)
        if self.recorder:
            self.recorder.paused = True
        try:
            self.guard.begin_launch(function.__name__, list(_named_tensors(bound)))
            values = {name: value if name in executor.constexprs
                      else interpreter._implicit_cvt(value) for name, value in bound.items()}
            grid = self._grid(executor, values, function.__name__)
            self.launches += 1
            self._run_programs(function, values, grid)
        finally:
            if self.recorder:
                self.recorder.paused = False

    def _grid(self, executor, values, name):
        grid = executor.grid(values) if callable(executor.grid) else executor.grid
        if not isinstance(grid, (tuple, list)) or not 1 <= len(grid) <= 3:
            raise TypeError(f"the grid of {name} must be a tuple of 1 to 3 integers, got {grid!r}")
        grid = [int(size) for size in grid] + [1] * (3 - len(grid))
        if grid[0] * grid[1] * grid[2] > MAX_PROGRAMS:
            raise NotJudgeable(f"{name} is launched over {grid[0] * grid[1] * grid[2]} programs, "
                               "too many for the interpreter")
        return grid

    def _run_programs(self, function, values, grid):
        builder = interpreter.interpreter_builder
        builder.set_grid_dim(*grid)
        for x in range(grid[0]):
            for y in range(grid[1]):
                for z in range(grid[2]):
                    builder.set_grid_idx(x, y, z)
                    function(**values)
        self.programs += grid[0] * grid[1] * grid[2]


def _named_tensors(bound):
    for name, value in bound.items():
        yield from _tensors_in(name, value)


def _tensors_in(name, value):
    if isinstance(value, torch.Tensor):
        yield name, value
    elif isinstance(value, triton.runtime.jit.TensorWrapper):
        yield name, value.base
    elif isinstance(value, (tuple, list)):
        for index, item in enumerate(value):
            yield from _tensors_in(f"{name}[{index}]", item)
    elif hasattr(value, "base") and hasattr(value, "block_shape"):  # TensorDescriptor
        yield from _tensors_in(name, value.base)


def _run_one_config(tuner, index, args, kwargs):
    """Autotuner.run without timing: another configuration for every input variant."""
    tuner.nargs = dict(zip(tuner.arg_names, args))
    configs = tuner.prune_configs(kwargs) if len(tuner.configs) > 1 else tuner.configs
    config = list(configs)[index % len(configs)]
    tuner.best_config = config
    full = {**tuner.nargs, **kwargs, **config.all_kwargs()}
    if config.pre_hook is not None:
        config.pre_hook(full)
    if len(tuner.configs) > 1:
        tuner.pre_hook(full, reset_only=True)
    try:
        return tuner.fn.run(*args, **kwargs, **config.all_kwargs())
    finally:
        tuner.nargs = None


def _guard_memory(guard):
    """Range checks in front of everything that dereferences."""
    builder = interpreter.InterpreterBuilder
    load, store = builder.create_masked_load, builder.create_masked_store
    cas, rmw = builder.create_atomic_cas, builder.create_atomic_rmw

    def masked_load(self, ptrs, mask, other, *rest):
        guard.loaded += guard.check(ptrs.data, mask.data, _item_size(ptrs), "load")
        return load(self, ptrs, mask, other, *rest)

    def masked_store(self, ptrs, value, mask, *rest):
        guard.check(ptrs.data, mask.data, _item_size(ptrs), "store")
        return store(self, ptrs, value, mask, *rest)

    def atomic_cas(self, ptr, cmp, val, sem, scope):
        guard.check(ptr.data, None, _item_size(ptr), "atomic")
        return cas(self, ptr, cmp, val, sem, scope)

    def atomic_rmw(self, op, ptr, val, mask, sem, scope):
        guard.check(ptr.data, mask.data, _item_size(ptr), "atomic")
        if val.dtype.scalar.is_bf16():
            raise NotJudgeable("an atomic operation on bfloat16")
        return rmw(self, op, ptr, val, mask, sem, scope)

    builder.create_masked_load, builder.create_masked_store = masked_load, masked_store
    builder.create_atomic_cas, builder.create_atomic_rmw = atomic_cas, atomic_rmw


def _item_size(pointers):
    return max(1, pointers.get_element_ty().primitive_bitwidth // 8)


# ---- answering ---------------------------------------------------------------------------------


def serve_child(child):
    candidate_host.install_cuda_surface()
    runner = Runner()
    runner.install()
    candidate_host.watch_host_reads(lambda: runner.recorder or _NoRecorder)
    module = None
    while True:
        try:
            message, fds = child.channel.receive()
        except wire.Closed:
            return
        named = wire.named(message, fds)
        started = child.elapsed_ms()
        answer = {"op": "output", "variant": message.get("variant", ""), "sandbox": child.layers}
        try:
            if module is None:
                with candidate_host.CudaIllusion():
                    module = candidate_host.load(child)
            answer.update(_run_input(child, runner, module, named))
        except BaseException as error:
            answer.update(_failure(error, runner))
        finally:
            wire.close_all(fds)
        answer["ms"] = round(child.elapsed_ms() - started, 3)
        child.channel.send(answer)


class _NoRecorder:
    paused = True


def _run_input(child, runner, module, named):
    given = bundle.Bundle(named["given"])
    with candidate_host.CudaIllusion():
        entry_point = child.request.get("entry_point", "ModelNew")
        model = candidate_host.build_model(module, entry_point, given)
    fresh = {}

    def fetch(name):
        return fresh.setdefault(name, given.copy(name))

    values = candidate_host.inputs(given, fetch)
    strict = child.request.get("policy", "full") == "full"
    runner.recorder = candidate_host.OpRecorder(strict, values)
    runner.reset_counts()
    try:
        output = candidate_host.run_forward(model, values, runner.recorder)
        if strict and runner.recorder.compute_ops:
            raise candidate_host.TorchFallback()
    finally:
        runner.config_index += 1
    if not runner.launches:
        raise candidate_host.Failure("no_kernel_launch", "forward launches no Triton kernel")
    if not runner.guard.stored:
        raise candidate_host.Failure("no_kernel_launch", "the launched kernels store nothing")
    mutated = any(not _same_bytes(tensor, given.view(name)) for name, tensor in fresh.items())
    _write_output(named["output"], output)
    return {"ok": True, "launches": runner.launches, "programs": runner.programs,
            "stores": runner.guard.stored, "torch_ops": runner.recorder.compute_ops,
            "mutated_inputs": mutated}


def _same_bytes(first, second):
    one = first.contiguous().reshape(-1).view(torch.uint8).numpy()
    two = second.contiguous().reshape(-1).view(torch.uint8).numpy()
    return numpy.array_equal(one, two)


def _write_output(fd, output):
    structure = "tensor" if isinstance(output, torch.Tensor) else "tuple"
    if isinstance(output, dict):
        output = list(output.values())
    items = [output] if structure == "tensor" else output
    if not isinstance(items, (list, tuple)):
        raise candidate_host.Failure("wrong_type", f"forward returned a {type(output).__name__}, "
                                              "not a tensor")
    tensors = {}
    for index, value in enumerate(items):
        if type(value) not in (torch.Tensor, torch.nn.Parameter) or not bundle.supported(value):
            raise candidate_host.Failure(
                "wrong_type", f"output {index} is a {type(value).__name__}, not a plain tensor")
        tensors[f"output.{index}"] = value.detach()
    strides = str([list(value.stride()) for value in tensors.values()])
    bundle.write(fd, tensors, {"outputs": structure, "strides": strides})


def _failure(error, runner):
    code, message, line = _reason(error, runner)
    return {"ok": False, "code": code, "message": message, "line": line,
            "launches": runner.launches, "programs": runner.programs,
            "torch_ops": runner.recorder.compute_ops if runner.recorder else []}


def _reason(error, runner):
    root = candidate_host.root_of(error)
    line = candidate_host.line_of(error)
    kernel = runner.guard.kernel
    if isinstance(error, candidate_host.Failure):
        return error.code, error.message, error.line
    if isinstance(error, candidate_host.TorchFallback):
        return "torch_fallback", candidate_host.fallback_message(runner.recorder), line
    if isinstance(root, memory_guard.OutOfBounds):
        return "out_of_bounds", f"kernel {kernel}: {root}", line
    if isinstance(root, (NotJudgeable, NotImplementedError)):
        return "not_judgeable_here", f"the interpreter cannot run this: {root}", line
    if isinstance(root, MemoryError) or "can't allocate memory" in str(root):
        return "memory_limit", "the candidate asks for more memory than it may use", line
    if isinstance(root, bundle.BundleError):
        return "bad_request", str(root), line
    where = f"kernel {kernel}: " if kernel and runner.launches else ""
    return "runtime_error", f"{where}{candidate_host.describe(error)}", line
