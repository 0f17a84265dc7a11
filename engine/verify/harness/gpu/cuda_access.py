# SPDX-License-Identifier: GPL-3.0-or-later
"""Why CUDA does not start in this process: the driver's own code and what the system refuses."""

import ctypes
import errno
import glob
import os
import socket

DEVICE_PATTERNS = ("/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools",
                   "/dev/nvidia[0-9]*", "/dev/nvidia-caps/*")
# What the driver reads during cuInit.
READ_PATHS = ("/proc/driver/nvidia/params", "/proc/driver/nvidia/version", "/proc/devices",
              "/proc/modules", "/proc/self/maps", "/proc/self/status", "/proc/meminfo",
              "/proc/cpuinfo", "/proc/sys/vm/mmap_min_addr", "/proc/sys/vm/overcommit_memory",
              "/sys/devices/system/cpu/online", "/sys/devices/system/node",
              "/sys/devices/system/memory/block_size_bytes", "/sys/bus/pci/devices",
              "/etc/ld.so.cache")
LIBRARY_PATTERNS = ("/usr/local/nvidia/lib64", "/usr/local/nvidia/lib",
                    "/usr/lib/*-linux-gnu", "/usr/lib64", "/run/nvidia/driver/usr/lib64")


def _refusal(error):
    return errno.errorcode.get(error.errno, str(error.errno))


def _try(name, action, found):
    """Adds "name (EACCES)" to `found` if the action is refused; what is missing is no refusal."""
    try:
        action()
    except FileNotFoundError:
        return
    except OSError as error:
        found.append(f"{name} ({_refusal(error)})")


def _open(path, flags):
    os.close(os.open(path, flags | os.O_CLOEXEC))


def _listen():
    """An abstract socket, like the one on which the driver offers its UVM descriptor."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server:
        server.bind(f"\0nereid-uvm-{os.getpid()}")
        server.listen(1)


def devices():
    return sorted({path for pattern in DEVICE_PATTERNS for path in glob.glob(pattern)
                   if not os.path.isdir(path)})


def refusals():
    """Everything that the driver needs and this process may not do, as texts."""
    found = []
    for path in devices():
        # A capability of a MIG slice is read only.
        flags = os.O_RDONLY if "/nvidia-caps/" in path else os.O_RDWR
        _try(path, lambda path=path, flags=flags: _open(path, flags), found)
    for path in READ_PATHS:
        _try(path, lambda path=path: _open(path, os.O_RDONLY), found)
    comm = f"/proc/self/task/{os.getpid()}/comm"
    if os.path.exists(comm):
        _try(f"writing {comm}", lambda: _open(comm, os.O_RDWR), found)
    else:
        found.append(f"{comm} (ENOENT: /proc is that of another pid namespace)")
    _try("memfd_create", lambda: os.close(os.memfd_create("probe")), found)
    _try("listening on a local socket", _listen, found)
    return found


def missing():
    """Device files that every CUDA program needs and that are not there."""
    needed = ("/dev/nvidiactl", "/dev/nvidia-uvm")
    return [path for path in needed if not os.path.exists(path)]


def driver_folders():
    """Folders with the driver's library, those of LD_LIBRARY_PATH first."""
    folders = [folder for folder in os.environ.get("LD_LIBRARY_PATH", "").split(":") if folder]
    folders += [folder for pattern in LIBRARY_PATTERNS for folder in sorted(glob.glob(pattern))]
    return [folder for folder in folders if os.path.exists(os.path.join(folder, "libcuda.so.1"))]


def load_driver(folders):
    """Loads the driver's library from `folders` if the loader does not find it by its name.

    Everybody who asks for libcuda.so.1 in this process then gets this one.
    """
    for name in ["libcuda.so.1", *(os.path.join(folder, "libcuda.so.1") for folder in folders)]:
        try:
            return ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
        except OSError:
            continue
    return None


def driver_answer():
    """(0, "") when the driver starts and has a device, else (code, text)."""
    try:
        library = ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        return -1, f"libcuda.so.1 cannot be loaded: {error}"
    code = library.cuInit(0)
    if code != 0:
        return code, f"cuInit returned {_named(library, code)}"
    count = ctypes.c_int(0)
    code = library.cuDeviceGetCount(ctypes.byref(count))
    if code != 0:
        return code, f"cuDeviceGetCount returned {_named(library, code)}"
    return (0, "") if count.value > 0 else (100, "the driver reports no device")


def _named(library, code):
    name = ctypes.c_char_p()
    if library.cuGetErrorName(code, ctypes.byref(name)) == 0 and name.value:
        return f"{code} ({name.value.decode()})"
    return str(code)


def _runtime_error():
    """What torch says where the driver itself starts."""
    import torch
    try:
        torch.cuda.init()
        return f"torch {torch.__version__} sees {torch.cuda.device_count()} devices"
    except Exception as error:
        return " ".join(str(error).split())


def explain():
    """One line: why torch.cuda is not available in this process."""
    code, text = driver_answer()
    parts = [text if code != 0 else f"the driver starts; {_runtime_error()}"]
    if found := refusals():
        parts.append("refused: " + ", ".join(found))
    if absent := missing():
        parts.append("missing: " + ", ".join(absent))
    if code == -1 and (folders := driver_folders()):
        parts.append("libcuda.so.1 is in " + ", ".join(folders))
    return "; ".join(parts)
