# SPDX-License-Identifier: GPL-3.0-or-later
"""The door of the link: what a host sends is looked at here, whole, before any of it is used. Behind it a message has the fields of
its kind, each of the type and in the range that PROTOCOL.md says. A host that sends anything else is broken, whoever made it so."""

import math

import torch

from harness.candidate import constants
from harness.shared import answer_form

MAX_DEPTH = 24  # of lists in arguments
MAX_LINE = 1 << 31
MAX_FREED = 1 << 16
MAX_NAME = 1000
MAX_TEXT = 64 << 10
MAX_KERNEL = 8 << 20  # bytes of its text
MAX_OUTPUTS = 1 << 12
FLAGS = ("changes_process", "changes_torch", "other_state")
MAX_WAYS = 1 << 8  # of candidate/branches.py, that are told with their lines
MAX_WAYS_GONE = 1 << 10  # likewise, by their numbers
_LONG = 1 << 64  # what no 64-bit number reaches


class Broken(ValueError):
    """What came is no message of a host."""


def check(message, descriptors):
    """The operation of a message with so many descriptors. Raises Broken."""
    operation = message.get("op")
    if not isinstance(operation, str) or operation not in _KINDS:
        raise Broken("an unknown request")
    check_fields, allowed = _KINDS[operation]
    if descriptors not in allowed:
        raise Broken(f"{descriptors} descriptors come with {operation}")
    _whole(message.get("line", 0), 0, MAX_LINE)
    freed = _list(message.get("free", []), MAX_FREED)
    for handle in freed:
        _whole(handle, 0, _LONG)
    _place_in_streams(message)
    check_fields(message)
    return operation


def line_of(message):
    """The candidate's line that a checked message names, or 0."""
    return message.get("line", 0)


def _need(is_so, what):
    if not is_so:
        raise Broken(f"not {what}")


def _whole(value, least, end):
    _need(type(value) is int and least <= value < end, "a whole number in its range")


def _text(value, limit):
    _need(isinstance(value, str) and len(value) <= limit, "a text of its length")


def _list(value, limit):
    _need(isinstance(value, list) and len(value) <= limit, "a list of its length")
    return value


def _table(value):
    _need(isinstance(value, dict), "an object")
    return value


def _flag(value):
    _need(isinstance(value, bool), "true or false")


def _handle(value):
    _whole(_table(value).get("t"), 0, _LONG)


def _sizes(value):
    for size in _list(value, 64):
        _whole(size, -_LONG, _LONG)


def _place_in_streams(message):
    if "at" not in message:
        return
    _whole(message.get("stream"), 0, MAX_LINE)
    _whole(message["at"], 0, _LONG)
    for pair in _list(message.get("behind"), MAX_OUTPUTS):
        _need(isinstance(pair, list) and len(pair) == 2, "a stream and a request of it")
        _whole(pair[0], 0, MAX_LINE)
        _whole(pair[1], 0, _LONG)


# ---- arguments of operators, as remote_tensor.Link.encode writes them --------------------------


def _argument(value, depth=0):
    _need(depth <= MAX_DEPTH, "nested so little that it can be read")
    if isinstance(value, list):
        for item in value:
            _argument(item, depth + 1)
    elif isinstance(value, dict):
        _need(len(value) == 1, "one kind of argument")
        (kind, given), = value.items()
        _need(kind in _ARGUMENTS and _ARGUMENTS[kind](given), "an argument of its kind")
    elif isinstance(value, str):
        _text(value, MAX_NAME)
    elif isinstance(value, int) and not isinstance(value, bool):
        _whole(value, -_LONG, _LONG)
    else:
        _need(value is None or isinstance(value, bool) or isinstance(value, float) and math.isfinite(value), "an argument")


def _is_number(value):
    if not isinstance(value, str) or len(value) > MAX_NAME:
        return False
    try:
        float(value)
    except ValueError:
        return False
    return True


def _names_a(kind):
    return lambda value: isinstance(value, str) and isinstance(getattr(torch, value, None), kind)


_ARGUMENTS = {
    "t": lambda value: type(value) is int and 0 <= value < _LONG,
    "number": _is_number,
    "dtype": _names_a(torch.dtype),
    "device": lambda value: type(value) is int,
    "layout": lambda value: isinstance(value, str),
    "memory_format": _names_a(torch.memory_format),
}


# ---- arguments and options of launches ----------------------------------------------------------


def _constant(value):
    _table(value)
    for item in value.values():
        _need(item is None or isinstance(item, (bool, int, str)), "a constant")
    for number in (item for item in value.values() if isinstance(item, int)):
        _need(-_LONG < number < _LONG, "a number of 64 bits")
    for text in (item for item in value.values() if isinstance(item, str)):
        _text(text, MAX_NAME)
    try:
        constants.decode(value)
    except (ValueError, TypeError, OverflowError):
        raise Broken("a constant that is none") from None


def _parameter(value):
    _table(value)
    if "t" in value:
        return _handle(value)
    if "reinterpret" in value:
        parts = _table(value["reinterpret"])
        _handle(parts.get("base"))
        return _constant({"dtype": parts.get("dtype")})
    if "descriptor" in value:
        parts = _table(value["descriptor"])
        _handle(parts.get("base"))
        for name in ("shape", "strides", "block_shape"):
            _sizes(parts.get(name))
        return None
    return _constant(value)


# ---- the kinds ------------------------------------------------------------------------------------


def _nothing(message):
    del message


def _operator(message):
    _text(message.get("name"), MAX_NAME)
    _argument(_list(message.get("args"), 1 << 10))
    for item in _table(message.get("kwargs")).values():
        _argument(item)


def _launch(message):
    _text(message.get("text"), MAX_NAME)
    _text(message.get("ttir", ""), MAX_TEXT)
    kernel = _table(message.get("kernel"))
    _text(kernel.get("name"), MAX_NAME)
    _whole(kernel.get("line", 0), 0, MAX_LINE)
    for flag in ("tuned", "measured"):
        _flag(message.get(flag, False))
    _text(message.get("relied_on", ""), MAX_NAME)
    _sizes(message.get("grid"))
    for option in _table(message.get("options")).values():
        if option is not None:
            _constant(option)
    for parameter in _list(message.get("parameters"), 1 << 12):
        _need(isinstance(parameter, list) and len(parameter) == 3, "a name, a value and whether it is aligned")
        _text(parameter[0], MAX_NAME)
        _parameter(parameter[1])
        _flag(parameter[2])


def _failed(message):
    for name in ("code", "message", "printed"):
        _text(message.get(name, ""), MAX_TEXT)


def _result(message):
    _flag(message.get("keeps", False))
    for flag in _list(message.get("flags", []), len(FLAGS)):
        _need(flag in FLAGS, "a flag that a host may raise")
    for way in _list(message.get("untried", []), MAX_WAYS):
        _need(isinstance(way, list) and len(way) == 4, "a number, two lines and whether it is a function")
        _sizes(way[:3])
        _flag(way[3])
    for way in _list(message.get("ways", []), MAX_WAYS_GONE):
        _whole(way, 0, MAX_WAYS_GONE)
    _text(message.get("printed", ""), MAX_TEXT)
    for item in _list(message.get("outputs"), MAX_OUTPUTS):
        _handle(item)
    _form(message.get("form"))
    _need(answer_form.count(message["form"]) == len(message["outputs"]), "the form of these outputs")


def _form(value, depth=0):
    _need(depth <= MAX_DEPTH, "nested so little that it can be read")
    if isinstance(value, dict):
        for name in value:
            _text(name, MAX_NAME)
        value = list(value.values())
    if isinstance(value, list):
        for item in _list(value, MAX_OUTPUTS):
            _form(item, depth + 1)
    else:
        _need(value in (None, "tensor", "complex", "number"), "a form")


_KINDS = {"begin": (_nothing, (0,)), "upload": (_nothing, (1,)), "operator": (_operator, (0,)), "launch": (_launch, (0, 1)),
          "failed": (_failed, (0,)), "result": (_result, (0,))}
