# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of kernels as the compiler holds them. Triton's interpreter runs a kernel as Python, where
a loop counts in Python's integers and `and` gives one of its operands; to the compiler every number
that is no constant is a tensor. A kernel that asked, or divided a negative number, would get
another answer on a GPU. Here a number of Python stands for a constant, and for nothing else.

kernel_rewriting puts calls of these functions into the text of kernels.
"""

import builtins

import triton.language as tl
from triton.language import core
from triton.runtime import interpreter
from triton.runtime.jit import ConstexprFunction

from harness.candidate import kernel_text
from harness.interpreter import kernel_loops, kernel_rewriting
from harness.stand_ins.cuda_surface import NotJudgeable

_tensor, _constexpr = core.tensor, core.constexpr
_SEQUENCES = (builtins.tuple, list, core.tuple)
_PLAIN = (int, float, str, bytes, type(None), tl.dtype)
_text_of = core.tensor.__str__  # before the interpreter makes it tell values


# ---- what the text of a kernel calls -------------------------------------------------------------


def assigned(value):
    """What a name holds after an assignment, and what a function returns: no number of Python."""
    kind = value.__class__
    if kind is _tensor:
        return value
    if kind is int or kind is float or kind is bool:
        return interpreter.interpreter_semantic.to_tensor(value)
    if kind is _constexpr:
        return assigned(value.value)
    if isinstance(value, _SEQUENCES):
        return like(value, [assigned(item) for item in value])
    return value


def like(sequence, items):
    """A sequence of these items of the same kind."""
    kind = sequence.__class__
    return kind(*items) if hasattr(kind, "_fields") else kind(items)


def _annotated(annotation, read):
    """The value of an assignment with an annotation. A constant stays one; anything else is read
    twice by the compiler."""
    value = read()
    return value if annotation is _constexpr else assigned(read())


def _chosen(test, first, second):
    """`first() if test else second()`."""
    if test.__class__ is not _tensor:
        return first() if test else second()
    return interpreter.interpreter_semantic.to_tensor((first if test else second)(), False)


def _logical(stops_at, method, parts):
    """`and` or `or`: constants end it early, tensors never do."""
    tensors = []
    for part in parts:
        value = part()
        if value.__class__ is _tensor:
            tensors.append(value)
        elif bool(value) is stops_at:
            return value
    result = tensors.pop() if tensors else value
    while tensors:
        result = getattr(tensors.pop(), method)(result)
    return result


def _all(*parts):
    return _logical(False, "logical_and", parts)


def _any(*parts):
    return _logical(True, "logical_or", parts)


def _not(value):
    return value.__not__() if value.__class__ is _tensor else not value


def unwrapped(value):
    """What a constant holds; anything else as it is."""
    return value.value if value.__class__ is _constexpr else value


def _is(first, second):
    first, second = unwrapped(first), unwrapped(second)
    if isinstance(first, core.base_value) and isinstance(second, core.base_value):
        raise NotJudgeable("whether two values are one object is the compiler's affair")
    return first is second


def _is_not(first, second):
    return not _is(first, second)


def _held(value):
    """`.value` of a constant."""
    value = unwrapped(value)
    return value if isinstance(value, _PLAIN) else value.value


def _remainder(first, second):
    if isinstance(unwrapped(first), str):
        _refuse_in_text(second)
    return first % second


def _formatter(name):
    def bound(value):
        method = getattr(unwrapped(value), name)
        if not isinstance(unwrapped(value), str):
            return method

        def call(*args, **kwargs):
            _refuse_in_text(args)
            _refuse_in_text([*kwargs.values()])
            return method(*args, **kwargs)

        return call
    return bound


def _refuse_in_text(value):
    if not _is_constant(value):
        raise NotJudgeable("a text made of a value that is no constant")


def _is_constant(value):
    value = unwrapped(value)
    return all(map(_is_constant, value)) if isinstance(value, _SEQUENCES) \
        else isinstance(value, _PLAIN)


def _asserted(test, message=None):
    """An `assert`, of which both parts are computed."""
    assert test, message


def _asserted_static(test, message):
    """tl.static_assert, of which the message is computed only where it fails."""
    assert test, message()


def _tested(on_turn):
    def test(value):
        on_turn()
        return value.condition if isinstance(value, core.condition) else value
    return test


# ---- functions of Python that the compiler knows -------------------------------------------------


def _as_compiled(value):
    """As the compiler would ask: of a constant what it holds, of a sequence a tuple of Triton's."""
    value = unwrapped(value)
    return core.tuple(value) if isinstance(value, (builtins.tuple, list)) else value


def _is_instance(value, kinds):
    return isinstance(_as_compiled(value), kinds)


def _attribute(value, name, *default):
    name = unwrapped(name)
    if name.startswith("_") or name in kernel_text.FORBIDDEN_ATTRIBUTES \
            or not isinstance(value, (core.base_value, *_PLAIN, builtins.tuple)):
        raise kernel_text.Foreign(f"a kernel asks for the attribute {name} by its name")
    owner = value if hasattr(value, name) else _as_compiled(value)
    return getattr(owner, name, *default)


def _has_attribute(value, name):
    missing = object()
    return _attribute(value, name, missing) is not missing


def _extreme(of_constants, of_tensors):
    def apply(*values):
        values = [unwrapped(value) for value in values]
        if len(values) > 1 and any(isinstance(value, core.base_value) for value in values):
            return of_tensors(*values)
        return of_constants(*values)
    return apply


def names(on_turn):
    """{name: function} that the text of a kernel needs, after install(). `on_turn` is called at each
    test of a `while`."""
    return {**_HELPERS, "<tested>": _tested(on_turn), "isinstance": _is_instance,
            "hasattr": _has_attribute, "getattr": _attribute,
            "min": _extreme(builtins.min, core.builtin_min),
            "max": _extreme(builtins.max, core.builtin_max)}


_HELPERS = {
    "<assigned>": assigned, "<annotated>": _annotated, "<chosen>": _chosen, "<all>": _all,
    "<any>": _any, "<not>": _not, "<is>": _is, "<is not>": _is_not, "<held>": _held,
    "<remainder>": _remainder, "<format>": _formatter("format"),
    "<format_map>": _formatter("format_map"), "<tested>": _tested(lambda: None),
    "<loop>": kernel_loops.loop, "<counts>": kernel_loops.counts,
    "<undefined>": kernel_loops.UNDEFINED, "<loop of one>": kernel_loops.loop_of_one,
    "<asserted>": _asserted, "<static>": _asserted_static, "<tuple>": builtins.tuple,
}


class Constant(ConstexprFunction):
    """A function that the compiler calls for its constants; its text is read by nobody here."""

    def __init__(self, function):
        self.fn = function
        self.__name__, self.__module__ = function.__name__, function.__module__

    def __call__(self, *args, **kwargs):
        kwargs.pop("_semantic", None)
        if not _is_constant((*args, *kwargs.values())):
            raise NotJudgeable("a function for constants that is given something else")
        return self.fn(*map(core._unwrap_if_constexpr, args),
                       **{key: core._unwrap_if_constexpr(item) for key, item in kwargs.items()})


# ---- the interpreter -----------------------------------------------------------------------------


def install():
    """Changes the interpreter of this process, after interpreter_speed has patched the language."""
    _leave_tensors_alone()
    kernel_loops.install()
    core.tensor.__str__ = core.tensor.__repr__ = lambda self: _text_of(self)
    # Its own functions are rewritten likewise, in this module's scope.
    vars(interpreter).update(_HELPERS)
    interpreter.FunctionRewriter.ast_transformer = kernel_rewriting.Transformer()


def _leave_tensors_alone():
    """A constant and a tensor are computed by the tensor, as the compiler does it."""
    def wrap(method):
        def apply(self, other):
            return NotImplemented if other.__class__ is _tensor else method(self, other)
        return apply

    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "and", "or", "xor", "lshift",
                 "rshift", "pow", "lt", "le", "gt", "ge", "eq", "ne"):
        setattr(_constexpr, f"__{name}__", wrap(getattr(_constexpr, f"__{name}__")))


def argument(value, annotation, is_general):
    """An argument of a launch as the compiled kernel gets it. `annotation`: the parameter's, or
    None; `is_general`: an integer of 1 is no constant to it."""
    if annotation is _constexpr:
        return value
    if isinstance(annotation, tl.dtype) and isinstance(value, (bool, int, float)):
        return _scalar(float(value) if annotation.is_floating() else value, annotation)
    if isinstance(value, bool):
        return _scalar(value, tl.int1)
    if isinstance(value, int):
        return value if value == 1 and not is_general else _scalar(value, _type_of_integer(value))
    if isinstance(value, float):
        return _scalar(value, tl.float32)
    if isinstance(value, builtins.tuple):
        return like(value, [argument(item, None, is_general) for item in value])
    return interpreter._implicit_cvt(value)


def _type_of_integer(value):
    if -1 << 31 <= value < 1 << 31:
        return tl.int32
    return tl.int64 if value < 1 << 63 else tl.uint64


def _scalar(value, kind):
    return interpreter.interpreter_semantic.scalar_constant(value, kind)
