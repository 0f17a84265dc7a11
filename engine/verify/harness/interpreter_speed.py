# SPDX-License-Identifier: GPL-3.0-or-later
"""Triton's interpreter without its repeated work. Results stay what they are; for a process that
only interprets and never compiles."""

import math

import numpy
import triton.language as tl
from triton.language import core
from triton.runtime import interpreter


def install():
    """Call once, before any candidate."""
    _patch_language_once()
    _cheaper_lookups()
    _cheaper_types()
    _rewrite_standard_library()


def _patch_language_once():
    """The interpreter patches triton.language before every call and undoes it after every launch,
    at a millisecond each time. This process never compiles, so once is enough."""
    class Anchor:
        __globals__ = {"tl": tl, "core": tl.core}

    interpreter._patch_lang(Anchor)

    class Nothing:
        @staticmethod
        def restore():
            return None

    interpreter._patch_lang = lambda function: Nothing


def _cheaper_lookups():
    """Cheaper forms of two hot spots of the interpreter, and no overflow assertion for each integer
    addition (a compiled kernel has none either)."""
    table = {kind.name: interpreter._get_np_dtype(kind) for kind in vars(tl).values()
             if isinstance(kind, tl.dtype) and kind.name in _NUMPY_NAMES}
    address = numpy.dtype(numpy.uint64)

    def np_dtype(kind):
        if isinstance(kind, tl.block_type):
            kind = kind.element_ty
        return address if isinstance(kind, tl.pointer_type) else table[kind.name]

    interpreter._get_np_dtype = np_dtype
    interpreter.interpreter_builder.options = interpreter.InterpreterOptions(
        sanitize_overflow=False)


_NUMPY_NAMES = frozenset("""int1 int8 int16 int32 int64 uint8 uint16 uint32 uint64 fp16 bf16 fp32
    fp64 fp8e5 fp8e5b16 fp8e4nv fp8e4b8 fp8e4b15""".split())


def _rewrite_standard_library():
    for value in list(vars(tl.standard).values()):
        if isinstance(value, interpreter.InterpretedFunction):
            value.rewrite()


def _cheaper_types():
    """Every operation makes a tensor and its type; equal shapes share what follows from them."""
    facts = {}
    first_init = core.block_type.__init__

    def block_init(self, element_ty, shape):
        key = (element_ty.name, *[getattr(size, "value", size) for size in shape])
        known = facts.get(key)
        if known is None:
            first_init(self, element_ty, shape)
            sizes = core.tuple([core.constexpr(size) for size in self.shape])
            known = (self.shape, self.numel, self.name, sizes,
                     core.constexpr(math.prod(self.shape)))
            facts[key] = known
        self.element_ty = element_ty
        self.shape, self.numel, self.name, self.tensor_shape, self.tensor_numel = known

    no_shape, one = core.tuple([]), core.constexpr(1)

    def tensor_init(self, handle, type):
        self.handle = handle
        self.type = type
        self.dtype = type.scalar
        if type.is_block():
            self.shape, self.numel = type.tensor_shape, type.tensor_numel
        else:
            self.shape, self.numel = no_shape, one

    core.block_type.__init__ = block_init
    core.tensor.__init__ = tensor_init
    interpreter.TensorHandle.__post_init__ = lambda self: None
