# SPDX-License-Identifier: GPL-3.0-or-later
"""What a launch needs to be done again: so that people can look at one of its programs."""

import json
import os

MAX_KEPT_BYTES = 1 << 30
MAX_TAPE_BYTES = 256 << 20


class Launches:
    """Those of a forward, each with the memory that it found."""

    def __init__(self, library):
        self._library = library
        self._kept = []  # (kernel, request, [(storage, its bytes before)])
        self._bytes = 0

    def keep(self, kernel, request, storages):
        """A launch that is about to run. Of those that take too much memory, the first are forgotten."""
        before = [(storage, storage.clone()) for storage in storages]
        self._kept.append((kernel, request, before))
        self._bytes += sum(storage.nbytes() for storage in storages)
        while self._bytes > MAX_KEPT_BYTES and len(self._kept) > 1:
            self._bytes -= sum(storage.nbytes() for storage, _ in self._kept.pop(0)[2])

    def tape_of_element(self, address):
        """The tape of the program that was the last to store at an address, as JSON in bytes; None if no launch did."""
        for kernel, request, before in reversed(self._kept):
            if not any(_holds(storage, address) for storage, _ in before):
                continue
            tape = self._tape(kernel, {**request, "address": address}, before)
            if tape is not None:
                return tape
        return None

    def tape_of_program(self, program):
        """The tape of one program of the last launch, by its linear number."""
        if not self._kept:
            return None
        kernel, request, before = self._kept[-1]
        return self._tape(kernel, {**request, "program": program}, before)

    def _tape(self, kernel, request, before):
        for storage, values in before:
            storage.copy_(values)
        answer = self._library.trace(kernel.handle, request)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return json.dumps(answer["tape"]).encode() if answer["tape"] is not None else None


def _holds(storage, address):
    return storage.data_ptr() <= address < storage.data_ptr() + storage.nbytes()


def address_of(tensor, index):
    """Where an element lies; without an index the first one."""
    index = index or [0] * tensor.dim()
    if len(index) != tensor.dim() or not all(0 <= at < size for at, size in zip(index, tensor.shape)):
        raise RuntimeError(f"there is no element {index} in an output of shape {list(tensor.shape)}")
    offset = sum(at * stride for at, stride in zip(index, tensor.stride()))
    return tensor.data_ptr() + offset * tensor.element_size()


def in_memory(tape):
    """A memory file with a tape."""
    if len(tape) > MAX_TAPE_BYTES:
        raise RuntimeError("the program did too much to be kept")
    fd = os.memfd_create("tape", os.MFD_CLOEXEC)
    with os.fdopen(os.dup(fd), "wb") as file:
        file.write(tape)
    return fd
