# SPDX-License-Identifier: GPL-3.0-or-later
"""bfloat16 for the interpreter, which carries it as raw 16-bit integers and computes on those:
here every operation widens to float32, computes, and rounds to nearest even."""

import numpy
import triton.language as tl
from triton.runtime import interpreter


def widen(data):
    """float32 values of bfloat16 bits."""
    return (data.astype(numpy.uint32) << 16).view(numpy.float32)


def narrow(data):
    """bfloat16 bits of float32 values, rounded to nearest even; NaN stays NaN."""
    data = numpy.ascontiguousarray(data, dtype=numpy.float32)
    bits = data.view(numpy.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return numpy.where(numpy.isnan(data), 0x7FC0, rounded).astype(numpy.uint16).reshape(data.shape)


def _is_bf16(handle):
    return handle.dtype.scalar.name == "bf16"


def wide(handle):
    """A handle of bfloat16 as one of float32; any other as it is."""
    return interpreter.TensorHandle(widen(handle.data), tl.float32) if _is_bf16(handle) else handle


def _wrap(method, operands):
    """The operation on float32; a float32 result of bfloat16 operands becomes bfloat16 again."""
    def widened(self, args, kwargs):
        args = [wide(value) if index < operands else value for index, value in enumerate(args)]
        result = method(self, *args, **kwargs)
        if result.data.dtype == numpy.float32:
            return interpreter.TensorHandle(narrow(result.data), tl.bfloat16)
        return result

    def apply(self, *args, **kwargs):
        for value in args[:operands]:
            if _is_bf16(value):
                return widened(self, args, kwargs)
        return method(self, *args, **kwargs)

    def apply_to_two(self, left, right, operation):
        if left.dtype.scalar.name == "bf16" or right.dtype.scalar.name == "bf16":
            return widened(self, (left, right, operation), {})
        return method(self, left, right, operation)

    return apply_to_two if operands == 2 else apply


def _wrap_dot(method):
    """Products of bfloat16 are exact in float32; the accumulator keeps its own dtype."""
    def apply(self, a, b, d, *rest):
        return method(self, wide(a), wide(b), d, *rest)
    return apply


def _wrap_cast(method):
    def apply(self, src, dst_type):
        target = dst_type.scalar
        if _is_bf16(src) and target != tl.bfloat16:
            return method(self, wide(src), dst_type)
        if target == tl.bfloat16 and not _is_bf16(src):
            return interpreter.TensorHandle(narrow(src.data.astype(numpy.float32)), tl.bfloat16)
        return method(self, src, dst_type)
    return apply


def install():
    """Changes the interpreter of this process."""
    builder = interpreter.InterpreterBuilder
    builder.binary_op = _wrap(builder.binary_op, 2)
    builder.unary_op = _wrap(builder.unary_op, 1)
    for name, operands in (("create_fma", 3), ("create_clampf", 3), ("create_rsqrt", 1)):
        setattr(builder, name, _wrap(getattr(builder, name), operands))
    builder.create_dot = _wrap_dot(builder.create_dot)
    builder.cast_impl = _wrap_cast(builder.cast_impl)
    first_fp = builder.create_fp_to_fp

    def fp_to_fp(self, src, dst_type, rounding):
        if _is_bf16(src) or dst_type.scalar == tl.bfloat16:
            return self.cast_impl(src, dst_type)
        return first_fp(self, src, dst_type, rounding)

    builder.create_fp_to_fp = fp_to_fp
    builder.get_bf16 = lambda self, value: interpreter.TensorHandle(
        narrow(numpy.array([value], dtype=numpy.float32)), tl.bfloat16)
