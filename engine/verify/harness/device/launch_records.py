# SPDX-License-Identifier: GPL-3.0-or-later
"""Launches written down by the device, for the compiler: texts of kernels, with what may be relied on of their arguments."""

import hashlib
import json
import math
import re

from harness.candidate import constants, driver_stub
from harness.device.refusal import Refused

MAX_RECORDS = 256
MAX_BYTES = 192 << 20  # of their texts as JSON: a file of the sandbox has 256 MiB
# Far above what any register file holds: elements of a tile for each thread.
MAX_TILE_PER_THREAD = 1024
# A text with a tile so many times as large as those that were compiled is another one to the compiler.
_LARGER_TILE = 4
# The variants whose sizes are far beyond the task's: tiles for those are run, and compiled for nobody.
_LONG = ("long_half", "axis_0_again", "axis_0_mixed", "axis_1_again", "wide_sizes", "one_over", "far_dtype", "settings_together")
_LONG_KINDS = ("composed_", "named_", "whole_", "past_", "beside_", "behind_", "idle_", "drawn_", "far_settings", "end_settings", "beyond_", "paired_")  # beginnings of others' names

# Options of the compiler that a launch may set; all others are those of Triton.
_OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg", "enable_fp_fusion", "launch_cooperative_grid",
            "launch_pdl")
# What differs between dtypes alone.
_CONVERSIONS = frozenset(("arith.extf", "arith.truncf", "arith.extsi", "arith.extui", "arith.trunci", "arith.sitofp",
                          "arith.uitofp", "arith.fptosi", "arith.fptoui", "tt.fp_to_fp", "tt.bitcast", "arith.bitcast"))


def compiler_options(options):
    """Those options of a launch that the compiler takes, decoded."""
    return {name: constants.decode(value) for name, value in options.items()
            if name in _OPTIONS and value is not None}


def warps_of(options):
    """`num_warps` of decoded options, or Triton's default."""
    given = options.get("num_warps")
    return given if type(given) is int and 0 < given <= 32 else 4


def stages_of(options):
    """`num_stages` likewise."""
    given = options.get("num_stages")
    return given if type(given) is int and 0 <= given <= 64 else 3


def may_fuse(options):
    """`enable_fp_fusion` likewise: whether the compiler may make one operation of a product and a sum."""
    return bool(options.get("enable_fp_fusion", True))


def tensor_of(value):
    """The tensor that an argument points into, or None."""
    if hasattr(value, "untyped_storage"):
        return value
    return tensor_of(value.base) if hasattr(value, "base") else None


def is_multiple_of_16(value):
    """Whether the address or number that an argument passes is one."""
    tensor = tensor_of(value)
    number = tensor.data_ptr() if tensor is not None else value
    return isinstance(number, int) and number % 16 == 0


def largest_tile(text):
    """Elements of the largest tensor that a text computes with."""
    largest = 0
    for shape in set(re.findall(r"tensor<\s*((?:\d{1,9}x){1,8})", text)):  # rank and sizes that the machine takes
        largest = max(largest, math.prod(int(size) for size in shape.split("x")[:-1]))
    return largest


def check_limits(kernel, grid, options):
    """Refuses what a driver or the register file would, however often the kernel was compiled at other sizes."""
    for size, limit in zip(grid, driver_stub.MAX_GRID):
        if size > limit:
            raise Refused("out_of_resources", f"kernel {kernel.name}: needs {size} grid size, sm_90 has {limit}")
    threads = 32 * warps_of(options)
    if kernel.largest_tile > MAX_TILE_PER_THREAD * threads:
        raise Refused("out_of_resources", f"kernel {kernel.name}: needs {kernel.largest_tile} tile elements for {threads} "
                                          f"threads, sm_90 has {MAX_TILE_PER_THREAD * threads}")
    if options.get("launch_cooperative_grid"):
        at_once, programs = driver_stub.most_at_once(threads), math.prod(grid)
        if programs > at_once:
            raise Refused("out_of_resources", f"kernel {kernel.name}: a cooperative grid of {programs} programs of {threads} threads, "
                                              f"of which the GPU runs no more than {at_once} at once")


class Records:
    """Texts in the order of their first launch, each once."""

    def __init__(self):
        self.variant = ""  # of the forward that runs
        self._traced = None  # the variant of the trace
        self._exact = {}  # of traced launches, with options and what is aligned -> record
        self._noted = {}  # name of a kernel -> (operations, largest tile) of all its texts that were noted
        self._new = []
        self._bytes = 0  # of their texts
        self._unfit = {}  # kind -> message

    def begin_trace(self):
        """Starts over."""
        self._traced = self.variant
        self._exact.clear()
        self._noted.clear()
        self._new.clear()
        self._bytes = 0

    def refuse(self, unfit):
        """[{"id", "message"}]: kinds that the compiler found too large for the GPU."""
        self._unfit.update((item["id"], item["message"]) for item in unfit)

    def add(self, kernel, message, parameters, tracing):
        """Notes one launch, and returns why its kind cannot run on the GPU, or None. A launch of a real run is noted only if its
        text does what none that was noted does, or in a much larger tile: sizes and dtypes lead through the same operations."""
        options = compiler_options(message["options"])
        digest, kind = _kind_of(kernel, options)
        if kind in self._unfit:
            return self._unfit[kind]
        if self.variant in _LONG or self.variant.startswith(_LONG_KINDS):
            return None
        operations = kernel.operations - _CONVERSIONS
        known, tile = self._noted.get(kernel.name, (frozenset(), 0))
        aligned = [index for index, (_, value, is_aligned) in enumerate(parameters)
                   if is_aligned and is_multiple_of_16(value)]
        exact = json.dumps([digest, options, aligned], sort_keys=True)
        # What is told of kernels is told of those that run on the inputs that were traced.
        is_traced = self.variant != self._traced or exact in self._exact
        if not tracing and is_traced and tile and operations <= known and kernel.largest_tile <= _LARGER_TILE * tile:
            return None
        self._noted[kernel.name] = operations | known, max(kernel.largest_tile, tile, 1)
        if exact in self._exact:
            # Of an autotuner the measured one stands for that which runs behind it.
            self._exact[exact]["launches"] += tracing and (message.get("measured") or not message.get("tuned"))
            return None
        record = {"id": kind, "variant": self.variant, "kernel": {"name": kernel.name}, "text": kernel.text,
                  "aligned": aligned, "options": options, "grid": message["grid"], "tuned": bool(message.get("tuned")),
                  "line": message.get("line", 0), "launches": 1}
        if len(self._new) >= MAX_RECORDS:  # what is not compiled must not be accepted
            raise Refused("not_judgeable_here", f"forward launches over {MAX_RECORDS} kinds of kernels")
        self._bytes += len(json.dumps(kernel.text))
        if self._bytes > MAX_BYTES:
            raise Refused("memory_limit", "the texts of the kernels take too much memory")
        self._new.append(record)
        if self.variant == self._traced:
            self._exact[exact] = record
        return None

    def refuse_unfit(self, kernel, options):
        """Refuses a launch of a kind that cannot run on the GPU."""
        _, kind = _kind_of(kernel, options)
        if kind in self._unfit:
            raise Refused("out_of_resources", self._unfit[kind])

    def count_new(self):
        """Records that take_new would give."""
        return len(self._new)

    def take_new(self):
        """The records since the last call, as JSON bytes."""
        new, self._new, self._bytes = self._new, [], 0
        return json.dumps(new).encode()


def _kind_of(kernel, options):
    """(digest of the text, name of the kind of a launch)."""
    digest = kernel.digest
    return digest, hashlib.sha256(json.dumps([digest, options], sort_keys=True).encode()).hexdigest()[:16]
