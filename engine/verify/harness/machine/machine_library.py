# SPDX-License-Identifier: GPL-3.0-or-later
"""libnereid_machine.so, the kernel machine, through ctypes; see engine/verify/machine/library.h."""

import ctypes
import json

_path = "none"


def choose(path):
    """Names the library for this process and those that it forks. Before any role begins."""
    global _path
    _path = path


def chosen():
    """Where the library lies."""
    return _path


class Library:
    """To be loaded before a process enters its sandbox."""

    def __init__(self, path):
        library = ctypes.CDLL(path)
        self._read, self._run = library.nereid_machine_read, library.nereid_machine_run
        self._trace, self._free = library.nereid_machine_trace, library.nereid_machine_free
        self._read.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_void_p)]
        self._read.restype = ctypes.c_void_p
        self._run.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
        self._run.restype = ctypes.c_void_p
        self._trace.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
        self._trace.restype = ctypes.c_void_p
        self._free.argtypes = [ctypes.c_void_p]
        self._free.restype = None

    def read(self, text):
        """(kernel, what is known of it) of TTIR in bytes; the kernel is None where it is refused."""
        answer = ctypes.c_void_p()
        kernel = self._read(text, len(text), ctypes.byref(answer))
        return kernel, self._taken(answer.value)

    def run(self, kernel, request):
        """The outcome of a launch."""
        data = json.dumps(request).encode()
        return self._taken(self._run(kernel, data, len(data)))

    def trace(self, kernel, request):
        """What one program of a launch did; `request` says which by "program" or "address"."""
        data = json.dumps(request).encode()
        return self._taken(self._trace(kernel, data, len(data)))

    def _taken(self, address):
        try:
            return json.loads(ctypes.string_at(address))
        finally:
            self._free(address)
