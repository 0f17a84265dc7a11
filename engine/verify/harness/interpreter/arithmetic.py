# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts arithmetic on floating values outside of tl.dot, for modelled times. Only in a process that
models: each operation of a block costs a call more."""

from triton.runtime import interpreter

# Operations of the builder on floating values, and how many an element takes.
_OPERATIONS = {
    "create_fadd": 1, "create_fsub": 1, "create_fmul": 1, "create_fdiv": 1, "create_frem": 1,
    "create_precise_divf": 1, "create_minimumf": 1, "create_minnumf": 1, "create_maximumf": 1,
    "create_maxnumf": 1, "create_fabs": 1, "create_cos": 1, "create_sin": 1, "create_exp": 1,
    "create_exp2": 1, "create_log": 1, "create_log2": 1, "create_sqrt": 1, "create_precise_sqrt": 1,
    "create_rsqrt": 1, "create_erf": 1, "create_fma": 2, "create_clampf": 2}
# Reductions and scans that numpy does at once; those with a function of the kernel's own are made of
# the operations above.
_AT_ONCE = ((interpreter.ReduceOps, ("sum", "min_max")),
            (interpreter.ScanOps, ("cumsum", "cumprod")))


def count(guard):
    """From now on `guard` hears of them while it is modelling. Once a process."""
    for name, each in _OPERATIONS.items():
        _count_operation(guard, name, each)
    for owner, names in _AT_ONCE:
        for name in names:
            _count_at_once(guard, owner, name)


def _count_operation(guard, name, each):
    original = getattr(interpreter.InterpreterBuilder, name)

    def operation(self, first, *rest, **options):
        if guard.modelling:
            guard.count_arithmetic(_kind(first.dtype.scalar), each * first.data.size)
        return original(self, first, *rest, **options)

    setattr(interpreter.InterpreterBuilder, name, operation)


def _count_at_once(guard, owner, name):
    original = getattr(owner, name)

    def operation(self, tensors, *rest, **options):
        first = tensors[0] if isinstance(tensors, (tuple, list)) else tensors
        if guard.modelling and first.dtype.is_floating():
            guard.count_arithmetic(_kind(first.dtype), first.handle.data.size)
        return original(self, tensors, *rest, **options)

    setattr(owner, name, operation)


def _kind(dtype):
    return "bf16" if dtype.is_bf16() else f"fp{dtype.primitive_bitwidth}"
