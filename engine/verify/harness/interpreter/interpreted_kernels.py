# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels built from the candidate's file and run by Triton's interpreter, every access checked."""

import random

from triton.runtime import interpreter

from harness.candidate import candidate_host, kernel_text
from harness.device.launch_records import named_tensors
from harness.guard import memory_guard
from harness.interpreter import arithmetic, kernel_rewriting, kernel_values
from harness.stand_ins.cuda_surface import NotJudgeable

MAX_PROGRAMS = 4_000_000
MAX_WORK = 64  # kernels by name
# Programs of a grid run in no particular order on a GPU.
_ORDERS = ("ascending", "descending", "shuffled")


class Kernels:
    """One per process: patches the interpreter's memory operations."""

    def __init__(self, source):
        self.guard = memory_guard.MemoryGuard()
        self._source = kernel_text.Source(
            source, candidate_host.FILE_NAME, _wrap, kernel_rewriting.Transformer(),
            kernel_values.names(self.guard.waiting.turn))
        self._order = 0
        self.is_running = False  # also after a kernel has failed
        self._counts_arithmetic = False
        _guard_memory(self.guard)
        _count_dots(self.guard)
        _watch_barriers(self.guard)

    @property
    def watched(self):
        """What tells of stores, as launch_values wants it."""
        return self.guard

    @property
    def kernel(self):
        """Name of the kernel that runs, or ran last."""
        return self.guard.kernel

    @property
    def stored(self):
        """Elements that kernels have stored so far."""
        return self.guard.stored

    @property
    def stored_bytes(self):
        """Bytes that kernels have stored in this forward."""
        return self.guard.stored_bytes

    def begin_forward(self, counting, modelling=False):
        """`counting`: `work` will tell what the kernels moved and computed; `modelling`: and what
        else a modelled time needs."""
        if modelling and not self._counts_arithmetic:
            arithmetic.count(self.guard)
            self._counts_arithmetic = True
        self.guard.begin_forward(counting, modelling)

    def work(self):
        """[{"name", "launches", "read", "written", "dot_flops"}] of the forward, or []; see "Work"
        in PROTOCOL.md."""
        return list((self.guard.work or {}).values())[:MAX_WORK]

    def next_order(self):
        """From now on, programs of a grid run in another order."""
        self._order = (self._order + 1) % len(_ORDERS)

    def build(self, description):
        """The kernel of a description; see kernel_text."""
        return self._source.kernel(description)

    def run(self, kernel, arguments, grid, options):
        """Runs a kernel over its grid. `arguments`: {name: tensor, number, constant, ...}; of the
        compiler's options only the number of warps means something here."""
        count = grid[0] * grid[1] * grid[2]
        name = kernel.fn.__name__
        if count > MAX_PROGRAMS:
            raise NotJudgeable(f"{name} is launched over {count} programs, too many for the "
                               "interpreter")
        annotations = kernel.fn.__annotations__
        self.guard.begin_launch(name, list(named_tensors(arguments)),
                                _warps(options))
        values = {key: kernel_values.argument(value, annotations.get(key),
                                              key in kernel.nereid_general)
                  for key, value in arguments.items()}
        self.is_running = True
        builder = interpreter.interpreter_builder
        builder.set_grid_dim(*grid)
        for program in _programs(count, _ORDERS[self._order]):
            rest, z = divmod(program, grid[2])
            x, y = divmod(rest, grid[1])
            builder.set_grid_idx(x, y, z)
            self.guard.begin_program(program)
            kernel.fn(**values)
        self.is_running = False
        self.guard.end_launch()


def _warps(options):
    """`num_warps` of a launch, which is a constant as kernel_text encodes it; Triton's default."""
    given = (options.get("num_warps") or {}).get("value")
    return given if type(given) is int and 0 < given <= 32 else 4


def _programs(count, order):
    if order == "descending":
        return range(count - 1, -1, -1)
    if order == "shuffled":
        programs = list(range(count))
        random.Random(count).shuffle(programs)
        return programs
    return range(count)


def _wrap(function, options):
    if options.get("constant"):
        return kernel_values.Constant(function)
    kernel = interpreter.InterpretedFunction(function)
    names = function.__code__.co_varnames[:function.__code__.co_argcount]
    kernel.nereid_general = {names[item] if type(item) is int else item
                             for item in options.get("do_not_specialize") or ()
                             if type(item) is str or -len(names) <= item < len(names)}
    interpreter.InterpretedFunction.rewritten_fn[function] = function
    return kernel


def _guard_memory(guard):
    """Checks in front of everything that dereferences."""
    builder = interpreter.InterpreterBuilder
    load, store = builder.create_masked_load, builder.create_masked_store
    cas, rmw = builder.create_atomic_cas, builder.create_atomic_rmw
    waiting = guard.waiting

    def masked_load(self, ptrs, mask, other, *rest, **options):
        guard.check(ptrs.data, mask.data, _item_size(ptrs), "load")
        found = guard.replicas.loaded(load(self, ptrs, mask, other, *rest, **options))
        if waiting.is_watching:
            waiting.read(ptrs.data, mask.data, found.data)
        return found

    def masked_store(self, ptrs, value, mask, *rest, **options):
        guard.check_value(ptrs, mask, value)
        shared = guard.check(ptrs.data, mask.data, _item_size(ptrs), "store")
        done = store(self, ptrs, value, mask, *rest, **options)
        waiting.change()
        if shared is not None:
            guard.compare(shared)
        return done

    def atomic_cas(self, ptr, cmp, val, sem, scope):
        guard.check_value(ptr, None, cmp, val)
        guard.check(ptr.data, None, _item_size(ptr), "atomic")
        held = guard.contended(ptr.data, cmp.data)
        if held is not None:
            waiting.change()  # the next try may find it free
            return interpreter.TensorHandle(held, cmp.dtype.scalar)
        found = cas(self, ptr, cmp, val, sem, scope)
        taken = (found.data == cmp.data).all() and (cmp.data != val.data).all()
        guard.touch(ptr.data, exclusive=bool(taken))
        if taken:
            guard.take(ptr.data, cmp.data, val.data)
        _note_atomic(waiting, taken, ptr, cmp, val, found)
        return found

    def atomic_rmw(self, op, ptr, val, mask, sem, scope):
        guard.check_value(ptr, mask, val)
        guard.check(ptr.data, mask.data, _item_size(ptr), "atomic")
        if val.dtype.scalar.is_bf16():
            raise NotJudgeable("an atomic operation on bfloat16")
        found = rmw(self, op, ptr, val, mask, sem, scope)
        guard.touch(ptr.data, exclusive=op == interpreter._ir.ATOMIC_OP.XCHG)
        _note_atomic(waiting, not _leaves(op, found, val), ptr, val, mask, found)
        return found

    builder.create_masked_load, builder.create_masked_store = masked_load, masked_store
    builder.create_atomic_cas, builder.create_atomic_rmw = atomic_cas, atomic_rmw


def _note_atomic(waiting, has_changed, *handles):
    if has_changed:
        waiting.change()
    elif waiting.is_watching:
        waiting.read(*(handle.data for handle in handles))


def _leaves(op, found, value):
    """True if an atomic operation that found this has changed nothing."""
    kinds = interpreter._ir.ATOMIC_OP
    if op in (kinds.ADD, kinds.FADD, kinds.OR, kinds.XOR):
        return not value.data.any()
    if op == kinds.AND:
        return (found.data & value.data == found.data).all()
    if op in (kinds.MAX, kinds.UMAX):
        return (found.data >= value.data).all()
    if op in (kinds.MIN, kinds.UMIN):
        return (found.data <= value.data).all()
    return (found.data == value.data).all()


def _count_dots(guard):
    """Operations of tl.dot: twice the product of its three sizes."""
    builder = interpreter.InterpreterBuilder
    dot = builder.create_dot

    def create_dot(self, a, b, d, input_precision, *rest):
        guard.count_dot(_kind_of_dot(a.dtype.scalar, input_precision),
                        2 * a.data.size * b.data.shape[-1])
        return dot(self, a, b, d, input_precision, *rest)

    builder.create_dot = create_dot


def _watch_barriers(guard):
    """What makes the threads of a program wait for each other."""
    def watched(owner, name):
        original = getattr(owner, name)

        def call(self, *args, **kwargs):
            guard.meet()
            return original(self, *args, **kwargs)

        setattr(owner, name, call)

    for name in ("create_barrier", "create_dot", "create_histogram", "create_gather",
                 "create_atomic_cas", "create_atomic_rmw"):
        watched(interpreter.InterpreterBuilder, name)
    watched(interpreter.ReduceScanOpInterface, "apply")


def _kind_of_dot(dtype, input_precision):
    """The kind of arithmetic of a GPU's matrix units that a product asks for."""
    if dtype.is_fp32():
        return {"TF32": "tf32", "TF32X3": "tf32x3"}.get(
            getattr(input_precision, "name", "").upper(), "fp32")
    bits = dtype.primitive_bitwidth
    return f"{'fp' if dtype.is_floating() else 'int'}{bits}" if not dtype.is_bf16() else "bf16"


def _item_size(pointers):
    return max(1, pointers.get_element_ty().primitive_bitwidth // 8)
