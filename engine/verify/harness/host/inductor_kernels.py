# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels under the decorators of torch's Inductor (`triton_heuristics.pointwise` and its kin): Triton functions with
configurations, which are tuned and launched as those of Triton's own autotuner."""

import sys

from triton.runtime.autotuner import Autotuner

_MODULE = "torch._inductor.runtime.triton_heuristics"


def install():
    """For the decorators of a candidate that has been imported; nothing where it has not imported them."""
    heuristics = sys.modules.get(_MODULE)
    if heuristics is not None:
        heuristics.CachingAutotuner.run = _run


def _run(kernel, *args, stream=None, benchmark_run=False, grid=None, **kwargs):
    """CachingAutotuner.run: the grid is an expression that comes with the kernel."""
    del stream, benchmark_run
    tuner = getattr(kernel, "nereid_tuner", None)
    if tuner is None:
        tuner = kernel.nereid_tuner = Autotuner(
            kernel.fn, kernel.fn.arg_names, kernel.configs, key=[], reset_to_zero=kernel.reset_to_zero_arg_names,
            restore_value=list(kernel.mutated_arg_names))
    return tuner.run(*args, grid=grid or _grid_of(kernel.inductor_meta), warmup=False, **kwargs)


def _grid_of(meta):
    grid_expression = sys.modules[_MODULE].GridExpr

    def grid(arguments):
        arguments = dict(arguments)
        return grid_expression.from_meta(meta, arguments).eval_slow(arguments)

    return grid
