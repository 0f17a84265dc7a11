# SPDX-License-Identifier: GPL-3.0-or-later
"""What a launch needs to be done again: so that people can look at one of its programs."""

import json
import os

MAX_KEPT_BYTES = 1 << 30
MAX_TAPE_BYTES = 256 << 20
MAX_LAUNCHES = 512  # of those that are listed: a message holds no more
_MAX_NAME = 64
_MAX_NAMED = 8  # in a message


class Launches:
    """Those of a forward, each with the memory that it found."""

    def __init__(self, library):
        self._library = library
        self._kept = {}  # number of the launch, from 0 -> (kernel, request, [(storage, its bytes before)])
        self._made = []  # (name of the kernel, grid) of all
        self._bytes = 0

    def keep(self, kernel, request, storages):
        """A launch that is about to run. Of those that take too much memory, the first are forgotten."""
        before = [(storage, storage.clone()) for storage in storages]
        self._kept[len(self._made)] = (kernel, request, before)
        self._made.append((kernel.name, list(request["grid"])))
        self._bytes += sum(storage.nbytes() for storage in storages)
        while self._bytes > MAX_KEPT_BYTES and len(self._kept) > 1:
            self._bytes -= sum(storage.nbytes() for storage, _ in self._kept.pop(min(self._kept))[2])

    def listed(self):
        """[{"kernel", "grid", "kept"}] of all launches, in order; the last ones are missing where there are too many."""
        return [{"kernel": name[:_MAX_NAME], "grid": grid, "kept": number in self._kept}
                for number, (name, grid) in enumerate(self._made[:MAX_LAUNCHES])]

    def tape_of_element(self, address):
        """(the tape of the program that was the last to store at an address, as JSON in bytes; number of the launch), or None if
        no launch did."""
        for number in reversed(self._kept):
            if not any(_holds(storage, address) for storage, _ in self._kept[number][2]):
                continue
            tape = self._tape(number, {"address": address})
            if tape is not None:
                return tape, number
        return None

    def tape_of_failed(self, program):
        """The same of one program of the last launch, by its linear number; None if there was no launch."""
        if not self._made:
            return None
        number = len(self._made) - 1
        return self._tape(number, {"program": program}), number

    def tape_of_program(self, number, at):
        """The same of the program (x, y, z) of a launch. The error says what there is."""
        if not self._made:
            raise RuntimeError("forward launched no kernel")
        if not 0 <= number < len(self._made):
            raise RuntimeError(f"there is no launch {number}, forward made {self._launches_text()}")
        name, grid = self._made[number]
        if number not in self._kept:
            raise RuntimeError(f"launch {number} ({name}) is not kept: with those behind it, it takes more than "
                               f"{MAX_KEPT_BYTES >> 30} GB; the first that is kept is launch {min(self._kept)}")
        if not all(0 <= where < size for where, size in zip(at, grid, strict=True)):
            raise RuntimeError(f"there is no program {_sizes(at, ', ')} in launch {number} ({name}), whose grid is "
                               f"{_sizes(grid)}: {_ranges(grid)}")
        x, y, z = at
        return self._tape(number, {"program": x + grid[0] * (y + grid[1] * z)}), number

    def _launches_text(self):
        named = [f"{number}: {name} {_sizes(grid)}" for number, (name, grid) in enumerate(self._made[:_MAX_NAMED])]
        more = ["..."] * (len(self._made) > _MAX_NAMED)
        count = f"{len(self._made)} launches, 0 to {len(self._made) - 1}" if len(self._made) > 1 else "one launch, 0"
        return f"{count} ({'; '.join(named + more)})"

    def _tape(self, number, wanted):
        kernel, request, before = self._kept[number]
        after = [(storage, storage.clone()) for storage, _ in before]
        try:
            _put_back(before)
            answer = self._library.trace(kernel.handle, {**request, **wanted})
        finally:
            _put_back(after)  # nothing that is judged later sees that somebody looked
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return json.dumps(answer["tape"]).encode() if answer["tape"] is not None else None


def _put_back(memory):
    for storage, values in memory:
        storage.copy_(values)


def _sizes(numbers, between=" x "):
    return between.join(str(number) for number in numbers)


def _ranges(grid):
    """"x 0 to 5, y 0, z 0"."""
    return ", ".join(f"{axis} 0 to {size - 1}" if size > 1 else f"{axis} 0" for axis, size in zip("xyz", grid, strict=True))


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
