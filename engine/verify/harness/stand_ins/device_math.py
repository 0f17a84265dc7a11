# SPDX-License-Identifier: GPL-3.0-or-later
"""CUDA's libdevice for Triton's interpreter, which knows none of it: the common functions through numpy;
the others, and inline assembly, say that they cannot be judged here."""

import math

import numpy
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.language import target_info
from triton.language.extra import libdevice as portable
from triton.language.extra.cuda import libdevice as cuda
from triton.runtime import interpreter

from harness.stand_ins import half_math


class NotJudgeable(Exception):
    """What only a GPU can compute."""


def _elementwise(function):
    return numpy.vectorize(function, otypes=[numpy.float64])


def _gamma_log(value):
    return math.lgamma(value) if math.isfinite(value) else math.inf


_UNARY = {
    "tanh": numpy.tanh, "sinh": numpy.sinh, "cosh": numpy.cosh, "tan": numpy.tan,
    "asin": numpy.arcsin, "acos": numpy.arccos, "atan": numpy.arctan, "asinh": numpy.arcsinh,
    "acosh": numpy.arccosh, "atanh": numpy.arctanh, "exp": numpy.exp, "exp2": numpy.exp2,
    "exp10": lambda x: numpy.power(x.dtype.type(10), x), "expm1": numpy.expm1, "log": numpy.log,
    "log2": numpy.log2, "log10": numpy.log10, "log1p": numpy.log1p, "sin": numpy.sin,
    "cos": numpy.cos, "sqrt": numpy.sqrt, "rsqrt": lambda x: 1 / numpy.sqrt(x),
    "cbrt": numpy.cbrt, "abs": numpy.abs, "fabs": numpy.abs, "floor": numpy.floor,
    "ceil": numpy.ceil, "trunc": numpy.trunc, "rint": numpy.rint, "nearbyint": numpy.rint,
    "round": lambda x: numpy.copysign(numpy.floor(numpy.abs(x) + x.dtype.type(0.5)), x),
    "erf": _elementwise(math.erf), "erfc": _elementwise(math.erfc),
    "lgamma": _elementwise(_gamma_log),
    "fast_expf": numpy.exp, "fast_logf": numpy.log, "fast_log2f": numpy.log2,
    "fast_sinf": numpy.sin, "fast_cosf": numpy.cos, "fast_tanf": numpy.tan,
    "fast_tanhf": numpy.tanh,
}
_BINARY = {
    "pow": numpy.power, "fast_powf": numpy.power, "atan2": numpy.arctan2, "fmod": numpy.fmod,
    "hypot": numpy.hypot, "copysign": numpy.copysign, "max": numpy.maximum, "min": numpy.minimum,
    "fmax": numpy.fmax, "fmin": numpy.fmin, "fdim": lambda x, y: numpy.maximum(x - y, 0),
    "div_rn": numpy.divide, "fast_dividef": numpy.divide,
}
_PREDICATES = {"isnan": numpy.isnan, "isinf": numpy.isinf, "finitef": numpy.isfinite,
               "isfinited": numpy.isfinite}


def _tensor(value):
    return value if isinstance(value, tl.tensor) \
        else interpreter.interpreter_semantic.to_tensor(value, False)


def _unary(function):
    def apply(arg0, _semantic=None):
        value = _tensor(arg0)
        data = value.handle.data
        result = function(data).astype(data.dtype)
        return tl.tensor(interpreter.TensorHandle(result, value.dtype.scalar), value.type)
    return apply


def _binary(function):
    def apply(arg0, arg1, _semantic=None):
        first, second = interpreter.interpreter_semantic.broadcast_impl_value(
            *_same_type(_tensor(arg0), _tensor(arg1)))
        data = function(first.handle.data, second.handle.data).astype(first.handle.data.dtype)
        return tl.tensor(interpreter.TensorHandle(data, first.dtype.scalar), first.type)
    return apply


def _same_type(first, second):
    semantic = interpreter.interpreter_semantic
    if first.dtype == second.dtype:
        return first, second
    if first.type.is_block() or not second.type.is_block():
        return first, semantic.cast(second, first.dtype)
    return semantic.cast(first, second.dtype), second


def _predicate(function):
    def apply(arg0, _semantic=None):
        value = _tensor(arg0)
        result = function(value.handle.data).astype(numpy.int32)
        kind = tl.block_type(tl.int32, value.type.shape) if value.type.is_block() else tl.int32
        return tl.tensor(interpreter.TensorHandle(result, tl.int32), kind)
    return apply


def _fma(arg0, arg1, arg2, _semantic=None):
    return _tensor(arg0) * arg1 + arg2


def _refuse(name):
    def apply(*args, **kwargs):
        raise NotJudgeable(f"libdevice.{name} is known to the GPU only")
    return apply


def install():
    """Replaces libdevice's functions and inline assembly for this process."""
    table = {name: _unary(function) for name, function in _UNARY.items()}
    table.update({name: _binary(function) for name, function in _BINARY.items()})
    table.update({name: _predicate(function) for name, function in _PREDICATES.items()})
    table["fma"] = table["fmaf"] = _fma
    for library in (portable, cuda):
        for name, value in list(vars(library).items()):
            if callable(value) and not name.startswith("_") and hasattr(value, "__code__"):
                setattr(library, name, table.get(name) or _refuse(name))
    _answer_like_sm90()
    builder = interpreter.InterpreterBuilder
    builder.create_inline_asm = _refuse_assembly
    builder.create_extern_elementwise = _refuse_extern


def _answer_like_sm90():
    """What a kernel could know the interpreter by is what the GPU says: the target, the maximum of
    a number and NaN, and conversions to integers that do not fit."""
    def current_target():
        return GPUTarget("cuda", 90, 32)

    current_target.__triton_builtin__ = True
    target_info.current_target = current_target
    builder = interpreter.InterpreterBuilder
    builder.create_maxnumf = lambda self, lhs, rhs: self.binary_op(lhs, rhs, numpy.fmax)
    builder.create_minnumf = lambda self, lhs, rhs: self.binary_op(lhs, rhs, numpy.fmin)
    builder.create_fp_to_si = builder.create_fp_to_ui = _saturated


def _saturated(self, source, kind):
    """A float as an integer, as cvt.rzi of PTX: NaN is 0, too large is the largest."""
    source = half_math.wide(source)
    wanted = interpreter._get_np_dtype(kind)
    if not numpy.issubdtype(wanted, numpy.integer):
        return self.cast_impl(source, kind)
    limits = numpy.iinfo(wanted)
    low = source.data < limits.min
    high = source.data >= float(limits.max)
    odd = low | high | numpy.isnan(source.data)
    if not odd.any():
        return self.cast_impl(source, kind)
    data = numpy.where(odd, 0, source.data).astype(wanted)
    data = numpy.where(low, limits.min, numpy.where(high, limits.max, data)).astype(wanted)
    return interpreter.TensorHandle(data, kind.scalar)


def _refuse_assembly(self, *args):
    raise NotJudgeable("inline assembly")


def _refuse_extern(self, library, path, symbol, *args):
    raise NotJudgeable(f"the device function {symbol}")
