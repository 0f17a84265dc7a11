# SPDX-License-Identifier: GPL-3.0-or-later
"""A process with a CUDA context that serves one candidate after another.

A context takes a fifth of a second, and the driver makes only one at a time on a GPU; the kernels
of a candidate have passed bounds and races in the kernel machine before they come here. The judge
keeps a worker only while every candidate ended well. Between two of them all memory of the GPU is
overwritten, so that nothing is left to be found in memory that nobody has written.
"""

import contextlib
import gc
import os

import torch

from harness.gpu import gpu_device
from harness.shared import wire
from harness.timing import gpu_memory


class Candidate:
    """What a device needs to know of its candidate; see zygote.Child."""

    def __init__(self, child, message, named, number):
        self.request = message
        self.channel = child.channel
        self.layers = child.layers
        self.elapsed_ms = child.elapsed_ms
        self.source = wire.read_text_fd(named["source"])
        self.link_fd = os.dup(named["link"])
        # A folder of its own: texts of kernels are remembered by their file's name.
        self.private_dir = os.path.join(child.private_dir, f"candidate-{number}")
        os.mkdir(self.private_dir)


class Worker:
    """Until the judge closes its channel."""

    def __init__(self, child, library, poisons):
        self._child = child
        self._library = library
        self._poisons = poisons
        self._device = None
        self._count = 0

    def warm(self):
        """The context, before the first candidate waits."""
        if torch.cuda.is_available():
            torch.cuda.set_device(int(self._child.request.get("device", 0)))
            torch.zeros(1, device="cuda")

    def run(self):
        """Serves the judge."""
        for message, fds in self._child.channel.messages():
            if message.get("op") == "candidate":
                self._begin(message, wire.named(message, fds))
                wire.close_all(fds)
            else:
                self._device.serve(message, fds)

    def _begin(self, message, named):
        if self._device is not None:
            self._device = None
            wipe()
        self._count += 1
        self._device = gpu_device.GpuDevice(
            Candidate(self._child, message, named, self._count), self._library, self._poisons)


def wipe():
    """Overwrites all memory that torch holds on the GPU with ones (NaN in every floating type) and
    gives it back."""
    gc.collect()
    torch.cuda.synchronize()
    gpu_memory.fill(gpu_memory.all_segments())
    torch.cuda.synchronize()
    torch.cuda.empty_cache()


def serve(child, library, poisons=True):
    """For the role gpu. `library`: machine_library.Library. With `poisons` fresh memory of torch holds NaN."""
    worker = Worker(child, library, poisons)
    with contextlib.suppress(RuntimeError):  # the first candidate's answer says what is wrong
        worker.warm()
    worker.run()
