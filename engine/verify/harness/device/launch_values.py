# SPDX-License-Identifier: GPL-3.0-or-later
"""What each launch of one forward stored, copied at once, for people who want to know which kernel
does which operation of the reference. Nothing is judged by it."""

import json

from harness.device.launch_records import tensor_of
from harness.shared import bundle

MAX_LAUNCHES = 64
MAX_BYTES = 16 << 20  # of all copies together


class LaunchValues:
    """Watches stores from now until `end`: `watched` calls its `on_store` with the beginning of a
    storage and where in it was stored."""

    def __init__(self, watched):
        self._watched, self._before = watched, watched.on_store
        self._stored = set()  # beginnings of storages, in the running launch
        self._makers = {}     # beginning of a storage -> number of the launch that stored last
        self._tensors = {}
        self._launches = []
        self._left = MAX_BYTES
        watched.on_store = self._on_store

    def _on_store(self, start, offsets):
        self._stored.add(start)
        if self._before is not None:
            self._before(start, offsets)

    def note(self, message, parameters):
        """A launch is done. What an autotuner only measured does not count."""
        stored, self._stored = self._stored, set()
        if message.get("measured") or len(self._launches) >= MAX_LAUNCHES:
            return
        number = len(self._launches)
        reads, written = set(), {}
        for name, value, _ in parameters:
            tensor = tensor_of(value)
            if tensor is None:
                continue
            start = tensor.untyped_storage().data_ptr()
            if start in self._makers:
                reads.add(self._makers[start])
            if start in stored and start not in written:
                written[start] = (name, tensor)
        names = []
        for name, tensor in written.values():
            size = tensor.numel() * tensor.element_size()
            if size > self._left or not bundle.supported(tensor):
                continue
            self._left -= size
            self._tensors[f"launch.{number}.{len(names)}"] = tensor.detach().clone().contiguous()
            names.append(name)
        self._makers.update(dict.fromkeys(written, number))
        self._launches.append({
            "kernel": str(message["kernel"].get("name", "")),
            "line": int(message["kernel"].get("line", 0)),
            "launch_line": int(message.get("line", 0)), "written": names,
            "reads": sorted(reads)})

    def end(self, outputs):
        """Watches no more; a new memory file with `launch.N.M` for what was kept, and metadata
        `launches` and `outputs`: the number of the launch that stored each of the outputs last, or
        -1."""
        self._watched.on_store = self._before
        makers = [self._makers.get(tensor.untyped_storage().data_ptr(), -1) for tensor in outputs]
        return bundle.create("links", self._tensors, {"launches": json.dumps(self._launches),
                                                      "outputs": json.dumps(makers)})
