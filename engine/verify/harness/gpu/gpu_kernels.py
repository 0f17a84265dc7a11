# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels as texts (TTIR), compiled by Triton's passes and launched through the driver. A text can say nothing but operations of
a kernel, and no Python of a candidate is in this process."""

import hashlib
import os

import torch
import triton
from triton.backends.compiler import GPUTarget

from harness.compiler import texts
from harness.device import host_messages, launch_records
from harness.device.device_memory import Refused
from harness.gpu import cubin_launch
from harness.machine import machine_kernels


class Kernel:
    """One text, with what was compiled of it so far."""

    def __init__(self, text, number, name):
        self.text, self.number, self.name = text, number, name
        self.digest = hashlib.sha256(text.encode()).hexdigest()
        self.operations = frozenset()  # nobody asks for what a GPU launched that was not compiled before
        self.largest_tile = launch_records.largest_tile(text)
        self.kinds = []    # of its parameters, as the text writes them
        self.loaded = {}   # (options, parameters that are multiples of 16) -> Cubin, or the error instead


class Kernels:
    """Those of one candidate. `library`: machine_library.Library, which reads each text before a compiler does; `folder`: a
    private one."""

    def __init__(self, library, folder):
        self._library, self._folder = library, folder
        self._kept_bytes = self._count = 0
        major, minor = torch.cuda.get_device_capability() if torch.cuda.is_available() else (9, 0)
        self._target = GPUTarget("cuda", major * 10 + minor, 32)
        self.kernel = ""  # the name of the one that was launched last
        self.stored = self.stored_bytes = 0  # not seen here
        self.watched = None
        self.goes_in_step = False  # nobody looks
        self.kinds = frozenset()  # likewise
        self.is_running = False  # when launch returns, the kernel has hardly begun

    def begin_forward(self, counting, modelling=False):
        """Nothing is counted on a GPU."""

    def work(self):
        """What kernels move is not seen here."""
        return []

    def compared(self):
        """Nor what they compare."""
        return []

    def next_order(self):
        """The GPU has an order of its own."""

    def repeat_order(self):
        """Likewise."""

    def read(self, text, line):
        """The Kernel of a text in bytes. `line`: of the launch."""
        self._kept_bytes += len(text)
        if len(text) > host_messages.MAX_KERNEL or self._kept_bytes > machine_kernels.MAX_KEPT_BYTES:
            raise Refused("memory_limit", "the texts of the kernels take too much memory", line)
        handle, facts = self._library.read(text)
        if handle is None:
            raise Refused("not_judgeable_here", f"this is no text of a kernel: {facts['error']}", line)
        self._count += 1
        name, kinds = texts.signature(self._write(text.decode(), f"kernel-{self._count}.ttir"))
        kernel = Kernel(text.decode(), self._count, name)
        kernel.kinds = kinds
        return kernel

    def bound(self, kernel, parameters, grid, options, may_overlap=True):
        """A function that launches. `parameters`: [(name, tensor, number or descriptor)] in the order of the text, `options`:
        those of the compiler, decoded; `may_overlap` with the launch before, where they ask for it. Raises OutOfResources or
        PTXASError for what does not fit."""
        self.kernel = kernel.name
        if len(parameters) != len(kernel.kinds):
            raise Refused("runtime_error",
                          f"kernel {kernel.name}: {len(parameters)} arguments, it takes {len(kernel.kinds)}")
        aligned = tuple(index for index, (_, value, is_aligned) in enumerate(parameters)
                        if is_aligned and launch_records.is_multiple_of_16(value))
        cubin = self._cubin(kernel, options, aligned)
        packed = _packed(cubin, kernel, [value for _, value, _ in parameters])
        if not min(grid):
            return lambda: None
        return lambda: cubin.launch(grid, packed, may_overlap)

    def _cubin(self, kernel, options, aligned):
        key = (repr(sorted(options.items())), aligned)
        if key not in kernel.loaded:
            try:
                kernel.loaded[key] = self._load(kernel, options, aligned, len(kernel.loaded))
            except (triton.runtime.errors.OutOfResources, triton.runtime.errors.PTXASError) as error:
                kernel.loaded[key] = error
        found = kernel.loaded[key]
        if isinstance(found, Exception):
            raise found
        return found

    def _load(self, kernel, options, aligned, number):
        path = self._write(kernel.text, f"kernel-{kernel.number}-{number}.ttir")
        texts.hint(path, aligned)
        return cubin_launch.Cubin(triton.compile(path, target=self._target, options=options))

    def _write(self, text, name):
        path = os.path.join(self._folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


def _packed(cubin, kernel, values):
    """The parameters for the driver. A descriptor stands before its sizes and strides."""
    maps, made = cubin.maps, []
    for kind, value in zip(kernel.kinds, values):
        if not kind.startswith("!tt.tensordesc"):
            made.append(cubin_launch.packed(kind, value))
        elif maps:
            made.append(cubin_launch.tensor_map(maps.pop(0), value))
        else:  # an older GPU: a pointer, sizes and strides in 64 bits, and what lies outside
            made += [cubin_launch.packed("*", value.base),
                     *(cubin_launch.packed("i64", number) for number in (*value.shape, *value.strides)),
                     cubin_launch.packed("i1", getattr(value, "padding", "zero") == "nan")]
    return made
