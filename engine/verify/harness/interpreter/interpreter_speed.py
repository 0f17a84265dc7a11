# SPDX-License-Identifier: GPL-3.0-or-later
"""Triton's interpreter without its repeated work. Results stay what they are; for a process that
only interprets and never compiles."""

import inspect
import math

import numpy
import triton.language as tl
from triton.language import core
from triton.runtime import interpreter


def install():
    """Call once, before any candidate."""
    _cheaper_calls()
    _patch_language_once()
    _cheaper_lookups()
    _cheaper_types()
    _cheaper_conversions()


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


def _cheaper_calls():
    """A function of the language is called with its semantics: no dictionary is copied for that, and
    the decorator that would complain of missing ones is left out. Operators of two operands, the
    most of all calls, need no keywords either."""
    decorated = core.load.__code__
    operator = ["self", "other", "_semantic"]

    def patch_attr(owner, name, member, builder, scope):
        semantic = interpreter.TritonSemantic(builder)
        if getattr(member, "__code__", None) is decorated:
            member = member.__wrapped__

        def call(*args, _semantic=None, **kwargs):
            del _semantic
            return member(*args, **kwargs, _semantic=semantic)

        def call_operator(self, other, _semantic=None):
            del _semantic
            return member(self, other, semantic)

        is_operator = list(inspect.signature(member).parameters) == operator
        scope.set_attr(owner, name, call_operator if is_operator else call)

    interpreter._patch_attr = patch_attr


def _cheaper_lookups():
    """Cheaper forms of three hot spots of the interpreter, and no overflow assertion for each integer
    addition (a compiled kernel has none either)."""
    table = {kind.name: interpreter._get_np_dtype(kind) for kind in vars(tl).values()
             if isinstance(kind, tl.dtype) and kind.name in _NUMPY_NAMES}
    address = numpy.dtype(numpy.uint64)

    def np_dtype(kind):
        if isinstance(kind, tl.block_type):
            kind = kind.element_ty
        return address if isinstance(kind, tl.pointer_type) else table[kind.name]

    first_unwrap = core._unwrap_if_constexpr

    def unwrap(value):
        return value if value.__class__ in _BARE else first_unwrap(value)

    core._unwrap_if_constexpr = unwrap
    interpreter._get_np_dtype = np_dtype
    interpreter.interpreter_builder.options = interpreter.InterpreterOptions(
        sanitize_overflow=False)


_BARE = frozenset((core.tensor, bool, int, float, str, type(None)))  # hold no constant
_NUMPY_NAMES = frozenset("""int1 int8 int16 int32 int64 uint8 uint16 uint32 uint64 fp16 bf16 fp32
    fp64 fp8e5 fp8e5b16 fp8e4nv fp8e4b8 fp8e4b15""".split())


_COPIED = 1 << 16  # elements from where on a view is cheaper than a copy
_common = {}  # two _Shape -> what both are widened to
_INTEGERS = frozenset("int8 int16 int32 int64 uint8 uint16 uint32 uint64".split())
# Operands that are both of one of these are computed in it, also in a division.
_KEPT = _INTEGERS | frozenset(("fp32", "fp64"))


def rewrite_standard_library():
    """Reads the functions of the language that are written in it, once."""
    for value in list(vars(tl.standard).values()):
        if isinstance(value, interpreter.InterpretedFunction):
            value.rewrite()


class _Shape:
    """What follows from the sizes of a block; equal sizes share one."""

    _known = {}

    def __init__(self, block):
        self.shape, self.numel = block.shape, block.numel
        self.sizes = tuple(int(size) for size in block.shape)
        self.tensor_shape = core.tuple([core.constexpr(size) for size in block.shape])
        self.tensor_numel = core.constexpr(math.prod(self.sizes))
        self.names = {}  # of a block type, by that of its elements

    @staticmethod
    def of(first_init, block, element_ty, shape):
        """The one of these sizes, which the first block of them makes."""
        key = tuple([getattr(size, "value", size) for size in shape])
        known = _Shape._known.get(key)
        if known is None:
            first_init(block, element_ty, shape)
            known = _Shape._known[key] = _Shape(block)
        return known

    def fill(self, block, element_ty):
        """Makes `block` a type of this shape."""
        block.element_ty = block.scalar = element_ty
        block.shape, block.numel, block.nereid_shape = self.shape, self.numel, self
        name = self.names.get(element_ty.name)
        if name is None:
            name = self.names[element_ty.name] = f"<{self.shape}, {element_ty}>"
        block.name = name


class _Itself:
    """An attribute that is its owner, looked up in the owner from the second time on."""

    def __get__(self, owner, kind):
        return owner.__dict__.setdefault("scalar", owner)


def _cheaper_types():
    """Every operation makes a tensor and its type; equal shapes share what follows from them."""
    first_init = core.block_type.__init__

    def block_init(self, element_ty, shape):
        _Shape.of(first_init, self, element_ty, shape).fill(self, element_ty)

    def with_element_ty(self, scalar_ty):
        block = core.block_type.__new__(core.block_type)
        self.nereid_shape.fill(block, scalar_ty)
        return block

    no_shape, one = core.tuple([]), core.constexpr(1)

    def tensor_init(self, handle, type):
        self.handle = handle
        self.type = type
        if type.__class__ is core.block_type:
            self.dtype = type.element_ty
            self.shape = type.nereid_shape.tensor_shape
            self.numel = type.nereid_shape.tensor_numel
        else:
            self.dtype = type.scalar
            self.shape, self.numel = no_shape, one

    def handle_init(self, data, dtype, attr=None):
        self.data = data
        self.dtype = dtype
        self.attr = {} if attr is None else attr

    core.dtype.scalar = _Itself()
    del core.pointer_type.scalar, core.block_type.scalar  # a block's is set where its elements' is
    core.block_type.__init__ = block_init
    core.block_type.with_element_ty = with_element_ty
    core.tensor.__init__ = tensor_init
    interpreter.TensorHandle.__init__ = handle_init


def _cheaper_conversions():
    """Most operands have the shape and the type of each other already."""
    semantic = interpreter.TritonSemantic
    first_broadcast, first_cast = semantic.broadcast_impl_value, semantic.cast
    block_type = core.block_type

    def broadcast_impl_value(self, lhs, rhs):
        left, right = lhs.type, rhs.type
        if left.__class__ is block_type:
            if right.__class__ is not block_type:
                return lhs, splat(self, rhs, left)
            if left.nereid_shape is right.nereid_shape:
                return lhs, rhs
        elif right.__class__ is block_type:
            return splat(self, lhs, right), rhs
        else:
            return lhs, rhs
        common = _common_shape(left.nereid_shape, right.nereid_shape)
        if common is None:
            return first_broadcast(self, lhs, rhs)
        return widened(self, lhs, common), widened(self, rhs, common)

    def widened(self, value, shape):
        kind = value.type
        if kind.nereid_shape is shape:
            return value
        wider = block_type.__new__(block_type)
        shape.fill(wider, kind.element_ty)
        return core.tensor(self.builder.create_broadcast(value.handle, shape.sizes), wider)

    def splat(self, value, like):
        kind = like.with_element_ty(value.type.scalar)
        return core.tensor(self.builder.create_splat(kind, value.handle), kind)

    def cast(self, input, dst_ty, fp_downcast_rounding=None):
        kind = input.type
        if kind is dst_ty or kind.__class__ is block_type and kind.element_ty is dst_ty:
            return input
        return first_cast(self, input, dst_ty, fp_downcast_rounding)

    def create_splat(self, ret_ty, arg):
        data = arg.data[0] if isinstance(arg.dtype, block_type) else arg.data
        # By the data: what a comparison gives has the type of its operands in Triton's books.
        filled = numpy.empty(ret_ty.nereid_shape.sizes, dtype=arg.data.dtype)
        filled[...] = data
        return interpreter.TensorHandle(filled, arg.dtype.scalar)

    def create_broadcast(self, arg, shape):
        sizes = tuple([getattr(size, "value", size) for size in shape])
        if math.prod(sizes) > _COPIED:
            return interpreter.TensorHandle(numpy.broadcast_to(arg.data, sizes), arg.dtype.scalar)
        filled = numpy.empty(sizes, dtype=arg.data.dtype)
        filled[...] = arg.data
        return interpreter.TensorHandle(filled, arg.dtype.scalar)

    def create_expand_dims(self, arg, axis):
        place = axis if axis >= 0 else axis + arg.data.ndim + 1
        return interpreter.TensorHandle(arg.data[(slice(None),) * place + (None,)],
                                        arg.dtype.scalar)

    first_check = semantic.binary_op_type_checking_impl

    def check_operands(self, lhs, rhs, allow_lhs_ptr=False, allow_rhs_ptr=False,
                       arithmetic_check=True, div_or_mod=False):
        if lhs.__class__ is core.tensor:
            left = lhs.dtype
            if rhs.__class__ is core.tensor:
                right = rhs.dtype
                if left is right and left.name in _KEPT or \
                        allow_lhs_ptr and left.__class__ is core.pointer_type \
                        and right.name in _INTEGERS:
                    return broadcast_impl_value(self, lhs, rhs)
            elif arithmetic_check and (
                    rhs.__class__ is float and left.name == "fp32"
                    or rhs.__class__ is int and left.name == "int32" and 0 <= rhs < 1 << 31):
                return broadcast_impl_value(self, lhs, self.scalar_constant(rhs, dtype=left))
        return first_check(self, lhs, rhs, allow_lhs_ptr, allow_rhs_ptr, arithmetic_check,
                           div_or_mod)

    semantic.binary_op_type_checking_impl = check_operands
    semantic.broadcast_impl_value = broadcast_impl_value
    semantic.cast = cast
    interpreter.InterpreterBuilder.create_splat = create_splat
    interpreter.InterpreterBuilder.create_broadcast = create_broadcast
    interpreter.InterpreterBuilder.create_expand_dims = create_expand_dims


def _common_shape(one, other):
    """The _Shape that blocks of these are widened to; None where ranks differ or none fits."""
    key = one, other
    if key not in _common:
        _common[key] = None
        pairs = list(zip(one.sizes, other.sizes))
        if len(one.sizes) == len(other.sizes) and all(a == b or 1 in (a, b) for a, b in pairs):
            sizes = [b if a == 1 else a for a, b in pairs]
            _common[key] = core.block_type(core.float32, sizes).nereid_shape
    return _common[key]
