# SPDX-License-Identifier: GPL-3.0-or-later
"""Launches written down by the device, for the compiler: which kernel text, with arguments of which
types and constants."""

import hashlib
import json

import torch

from harness.device import device_memory
from harness.shared import bundle

MAX_RECORDS = 256
SMALLEST_SIZE = 16  # an integer constant from here on is a block or tile size, below it a switch


def named_tensors(arguments):
    """(argument name, tensor) of everything that a launch may touch."""
    for name, value in arguments.items():
        yield from _tensors_in(name, value)


def _tensors_in(name, value):
    if isinstance(value, torch.Tensor):
        yield name, value
    elif isinstance(value, (tuple, list)):
        for index, item in enumerate(value):
            yield from _tensors_in(f"{name}[{index}]", item)
    elif hasattr(value, "base"):  # a descriptor or a reinterpreted tensor
        yield from _tensors_in(name, value.base)


def tensor_of(value):
    """The tensor that an argument points into, or None."""
    if isinstance(value, torch.Tensor):
        return value
    return tensor_of(value.base) if hasattr(value, "base") else None


def is_multiple_of_16(value):
    """Whether the address or number that an argument passes is one."""
    tensor = tensor_of(value)
    number = tensor.data_ptr() if tensor is not None else value
    return isinstance(number, int) and number % 16 == 0


class Records:
    """Specialisations in the order of their first launch, each once."""

    def __init__(self):
        self.variant = ""  # of the forward that runs
        self._exact = {}  # of traced launches, with alignment and the values of numbers
        self._known = set()  # what can lead to other code: see _branch_of
        self._new = []
        self._unfit = {}  # kind -> message

    def begin_trace(self):
        """Starts over."""
        self._exact.clear()
        self._known.clear()
        self._new.clear()

    def refuse(self, unfit):
        """[{"id", "message"}]: kinds that the compiler found too large for the GPU."""
        self._unfit.update((item["id"], item["message"]) for item in unfit)

    def add(self, key, message, arguments, tracing):
        """Notes one launch, and returns why its kind cannot run on the GPU, or None. `key` names the
        kernel's text; a launch of a real run is noted only if it is of a kind that was never
        traced."""
        types = [[name, _type_of(value, encoded)]
                 for (name, value), (_, encoded) in zip(arguments.items(), message["arguments"])]
        constants = message["kernel"].get("types", {})
        kind = json.dumps([key, [_kind_of(name, entry, constants) for name, entry in types],
                           message["options"]], sort_keys=True)
        kind = hashlib.sha256(kind.encode()).hexdigest()[:16]
        if kind in self._unfit:
            return self._unfit[kind]
        branch = json.dumps([key, [_branch_of(name, entry, constants) for name, entry in types]])
        if not tracing:
            if branch not in self._known:
                self._known.add(branch)
                self._note(kind, message, types)
            return None
        self._known.add(branch)
        exact = json.dumps([key, types, message["options"]], sort_keys=True)
        if exact in self._exact:
            self._exact[exact]["launches"] += 1
        else:
            self._exact[exact] = self._note(kind, message, types)
        return None

    def _note(self, kind, message, types):
        return self.keep({"id": kind, "variant": self.variant, "kernel": message["kernel"],
                          "arguments": types, "options": message["options"], "grid": message["grid"],
                          "tuned": bool(message.get("tuned")), "line": int(message.get("line", 0)), "launches": 1})

    def keep(self, record):
        """Adds a record, and returns it."""
        if len(self._new) >= MAX_RECORDS:  # what is not compiled must not be accepted
            raise device_memory.Refused("not_judgeable_here",
                                        f"forward launches over {MAX_RECORDS} kinds of kernels")
        self._new.append(record)
        return record

    def count_new(self):
        """Records that take_new would give."""
        return len(self._new)

    def take_new(self):
        """The records since the last call, as JSON bytes."""
        new, self._new = self._new, []
        return json.dumps(new).encode()


def _type_of(value, encoded):
    """What the compiler must know of an argument: its type, and the value of a number."""
    if isinstance(value, torch.Tensor):
        return {"pointer": bundle.dtype_name(value.dtype), "aligned": value.data_ptr() % 16 == 0}
    if "items" in encoded:
        return {**encoded, "items": [_type_of(item, part)
                                     for item, part in zip(value, encoded["items"])]}
    for kind in ("reinterpret", "descriptor"):
        if kind in encoded:
            return {kind: {**encoded[kind], "base": _type_of(value.base, encoded[kind]["base"])}}
    return encoded


def _kind_of(name, entry, constants):
    """The same without what differs from shape to shape."""
    if "pointer" in entry:
        return entry["pointer"]
    if "value" in entry and constants.get(name) != "constexpr":
        return type(entry["value"]).__name__
    return entry


def _branch_of(name, entry, constants):
    """Constants that a kernel's code branches on. Sizes and dtypes differ from input to input and
    lead through the same code; compiling all of them again would cost as much as judging."""
    if constants.get(name) != "constexpr" or "pointer" in entry:
        return None
    value = entry.get("value")
    if type(value) is int and abs(value) >= SMALLEST_SIZE:
        return None
    return entry
