# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels built from the candidate's file and run by Triton's interpreter, every access checked."""

import random

import triton
from triton.runtime import interpreter

import candidate_host
import kernel_text
import memory_guard
from candidate_host import NotJudgeable
from launch_records import named_tensors

MAX_PROGRAMS = 4_000_000
# Programs of a grid run in no particular order on a GPU.
_ORDERS = ("ascending", "descending", "shuffled")


class Kernels:
    """One per process: patches the interpreter's memory operations."""

    def __init__(self, source):
        self._source = kernel_text.Source(
            source, candidate_host.FILE_NAME, _wrap, interpreter.ASTTransformer(),
            {"interpreter_semantic": interpreter.interpreter_semantic})
        self.guard = memory_guard.MemoryGuard()
        self._order = 0
        _guard_memory(self.guard)

    @property
    def kernel(self):
        """Name of the kernel that runs, or ran last."""
        return self.guard.kernel

    @property
    def stored(self):
        """Elements that kernels have stored so far."""
        return self.guard.stored

    def next_order(self):
        """From now on, programs of a grid run in another order."""
        self._order = (self._order + 1) % len(_ORDERS)

    def build(self, description):
        """The kernel of a description; see kernel_text."""
        return self._source.kernel(description)

    def run(self, kernel, arguments, grid, options):
        """Runs a kernel over its grid. `arguments`: {name: tensor, number, constant, ...}; the
        compiler's options mean nothing here."""
        del options
        count = grid[0] * grid[1] * grid[2]
        name = kernel.fn.__name__
        if count > MAX_PROGRAMS:
            raise NotJudgeable(f"{name} is launched over {count} programs, too many for the "
                               "interpreter")
        annotations = kernel.fn.__annotations__
        self.guard.begin_launch(name, list(named_tensors(arguments)))
        values = {key: value if annotations.get(key) is triton.language.constexpr
                  else interpreter._implicit_cvt(value) for key, value in arguments.items()}
        builder = interpreter.interpreter_builder
        builder.set_grid_dim(*grid)
        for program in _programs(count, _ORDERS[self._order]):
            rest, z = divmod(program, grid[2])
            x, y = divmod(rest, grid[1])
            builder.set_grid_idx(x, y, z)
            self.guard.begin_program(program)
            kernel.fn(**values)


def _programs(count, order):
    if order == "descending":
        return range(count - 1, -1, -1)
    if order == "shuffled":
        programs = list(range(count))
        random.Random(count).shuffle(programs)
        return programs
    return range(count)


def _wrap(function, options):
    del options
    kernel = interpreter.InterpretedFunction(function)
    interpreter.InterpretedFunction.rewritten_fn[function] = function
    return kernel


def _guard_memory(guard):
    """Checks in front of everything that dereferences."""
    builder = interpreter.InterpreterBuilder
    load, store = builder.create_masked_load, builder.create_masked_store
    cas, rmw = builder.create_atomic_cas, builder.create_atomic_rmw

    def masked_load(self, ptrs, mask, other, *rest):
        guard.check(ptrs.data, mask.data, _item_size(ptrs), "load")
        return load(self, ptrs, mask, other, *rest)

    def masked_store(self, ptrs, value, mask, *rest):
        shared = guard.check(ptrs.data, mask.data, _item_size(ptrs), "store")
        done = store(self, ptrs, value, mask, *rest)
        if shared is not None:
            guard.compare(shared)
        return done

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
