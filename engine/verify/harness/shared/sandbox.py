# SPDX-License-Identifier: GPL-3.0-or-later
"""Fork into a sandbox: libnereid_sandbox.so through ctypes, or a plain fork where there is none."""

import ctypes
import os
import resource
import signal
import sys

ALLOW_EXEC = 1
ALLOW_GPU = 2
IS_HOST = 4
PR_SET_PDEATHSIG = 1
PR_SET_NAME = 15
PR_SET_CHILD_SUBREAPER = 36


class SandboxError(Exception):
    """The sandbox could not be entered; the candidate must not run."""


class PlainSandbox:
    """No isolation beyond a process of its own; for systems without the library and for tests."""

    def fork(self, flags):
        del flags
        return os.fork()

    def enter(self, private_dir, flags):
        del private_dir, flags
        return []

    def fork_sibling(self):
        raise SandboxError("only libnereid_sandbox.so forks a sibling")

    def leave_out(self, layers):
        del layers

    def close_descriptors(self, keep):
        kept = sorted(set(keep) | {0, 1, 2})
        for low, high in zip(kept, kept[1:] + [os.sysconf("SC_OPEN_MAX")]):
            os.closerange(low + 1, high)


class LibrarySandbox:
    """libnereid_sandbox.so; see engine/verify/sandbox/sandbox.h."""

    def __init__(self, path):
        # PyDLL keeps the interpreter lock over the call, as a fork needs it.
        self._library = ctypes.PyDLL(path)
        self._library.nereid_sandbox_fork.argtypes = [ctypes.c_uint, ctypes.c_char_p,
                                                      ctypes.c_size_t]
        self._library.nereid_sandbox_fork.restype = ctypes.c_int
        self._library.nereid_sandbox_fork_sibling.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        self._library.nereid_sandbox_enter.argtypes = [ctypes.c_char_p, ctypes.c_uint,
                                                       ctypes.c_char_p, ctypes.c_size_t]
        self._library.nereid_sandbox_close_fds.argtypes = [ctypes.POINTER(ctypes.c_int),
                                                           ctypes.c_size_t]
        self._library.nereid_sandbox_leave_out.argtypes = [ctypes.c_uint]
        self._library.nereid_sandbox_leave_out.restype = None
        for name in ("PyOS_BeforeFork", "PyOS_AfterFork_Parent", "PyOS_AfterFork_Child"):
            getattr(ctypes.pythonapi, name).restype = None

    def fork(self, flags):
        return self._fork(self._library.nereid_sandbox_fork, flags)

    def fork_sibling(self):
        """Like fork without a sandbox, but the child's parent is this process's parent."""
        return self._fork(self._library.nereid_sandbox_fork_sibling)

    def _fork(self, function, *arguments):
        error = ctypes.create_string_buffer(512)
        ctypes.pythonapi.PyOS_BeforeFork()
        pid = function(*arguments, error, len(error))
        if pid == 0:
            ctypes.pythonapi.PyOS_AfterFork_Child()
            return 0
        ctypes.pythonapi.PyOS_AfterFork_Parent()
        if pid < 0:
            raise SandboxError(error.value.decode("utf-8", "replace") or "fork failed")
        return pid

    def enter(self, private_dir, flags):
        layers = ctypes.create_string_buffer(512)
        status = self._library.nereid_sandbox_enter(os.fsencode(private_dir), flags, layers,
                                                    len(layers))
        if status != 0:
            raise SandboxError(f"the sandbox could not be entered: {os.strerror(status)}")
        return [layer for layer in layers.value.decode().split(",") if layer]

    def leave_out(self, layers):
        """Diagnosis of GPU access only (gpu_probe.py): forks after this lack these layers."""
        self._library.nereid_sandbox_leave_out(layers)

    def close_descriptors(self, keep):
        array = (ctypes.c_int * len(keep))(*keep)
        self._library.nereid_sandbox_close_fds(array, len(keep))


def load(path):
    if path in ("", "none"):
        return PlainSandbox()
    allow_module_folders()
    return LibrarySandbox(path)


def allow_module_folders():
    """An environment may take packages from other folders (.pth files): all that Python imports from is readable."""
    readable = [os.environ.get("NEREID_SANDBOX_READ", "")] + [entry for entry in sys.path if os.path.isdir(entry)]
    os.environ["NEREID_SANDBOX_READ"] = ":".join(entry for entry in readable if entry)


def die_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def set_name(role):
    """What `ps` shows of this process: at most 15 bytes."""
    ctypes.CDLL(None).prctl(PR_SET_NAME, f"nereid {role}".encode()[:15], 0, 0, 0)


def adopt_orphans():
    """Makes this process the new parent of its children's orphans, so that it can end them."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _data_bytes():
    with open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmData:"):
                return int(line.split()[1]) * 1024
    return 0


def limit_resources(limits):
    """Memory above what the zygote already holds, and a CPU limit behind the judge's own clock."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    memory_mb = int(limits.get("memory_mb") or 0)
    if memory_mb > 0:
        _lower(resource.RLIMIT_DATA, _data_bytes() + memory_mb * 1024 * 1024)
    seconds = float(limits.get("seconds") or 0)
    if seconds > 0:
        _lower(resource.RLIMIT_CPU, int(seconds * 2) + 5)


def _lower(kind, value):
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))
