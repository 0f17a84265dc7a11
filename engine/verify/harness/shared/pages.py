# SPDX-License-Identifier: GPL-3.0-or-later
"""Large pages for the zygote's memory: a fork copies one table entry for 2 MiB, not 512, and a child
that calls a library does not fault its code in piece by piece."""

import ctypes

MADV_HUGEPAGE = 14
MADV_COLLAPSE = 25  # Linux 6.1; older kernels refuse, and nothing is lost
HUGE = 2 << 20
PIECE = 8 * HUGE
_READ, _WRITE, _EXECUTE = 1, 2, 4
_PRIVATE_ANONYMOUS = 0x22
_MAY_MOVE_TO_FIXED = 3
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3  # of mallopt
_FAILED = ctypes.c_void_p(-1).value


def _library():
    library = ctypes.CDLL(None)
    address, size, flags = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    library.mmap.argtypes = [address, size, flags, flags, flags, ctypes.c_long]
    library.mremap.argtypes = [address, size, size, flags, address]
    library.mmap.restype = library.mremap.restype = address
    library.munmap.argtypes = [address, size]
    library.madvise.argtypes = library.mprotect.argtypes = [address, size, flags]
    return library


def keep_freed_memory():
    """From now on this process and those that it forks keep what they free for what they ask for next: a tensor of half a
    megabyte is no mapping of its own, whose pages fault in anew each time."""
    mallopt = ctypes.CDLL(None).mallopt
    for option, value in ((_MMAP_THRESHOLD, 32 << 20), (_TRIM_THRESHOLD, 256 << 20), (_TOP_PAD, 4 << 20)):
        mallopt(option, value)


def merging(names=()):
    """Merges this process's private anonymous memory, and code and constants of the loaded libraries of these file names, into large
    pages: a piece of it each time that the generator is asked, for a process with one thread. Gives the bytes merged, 0 where the
    kernel refuses."""
    library = _library()
    for start, end, _ in _pieces(lambda kind, file: kind == "rw-p" and file in ("", "[heap]")):
        yield end - start if library.madvise(start, end - start, MADV_COLLAPSE) == 0 else 0
    for start, end, kind in _pieces(lambda kind, file: kind in ("r-xp", "r--p") and file.rpartition("/")[2] in names):
        yield _move(library, start, end - start, kind)


def _move(library, start, size, kind):
    room = library.mmap(None, size + HUGE, _READ | _WRITE, _PRIVATE_ANONYMOUS, -1, 0)
    if room == _FAILED:
        return 0
    copy = -(-room // HUGE) * HUGE
    library.madvise(copy, size, MADV_HUGEPAGE)
    ctypes.memmove(copy, start, size)
    allowed = _READ | _EXECUTE if "x" in kind else _READ
    moved = library.mprotect(copy, size, allowed) == 0 and \
        library.mremap(copy, size, size, _MAY_MOVE_TO_FIXED, start) == start
    if not moved:
        library.munmap(copy, size)
    library.munmap(room, copy - room)
    library.munmap(copy + size, room + HUGE - copy)
    return size if moved else 0


def _pieces(is_wanted):
    """[(start, end, kind)] of what a mapping that is wanted holds of whole large pages, not many of them in each."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        lines = maps.read().splitlines()
    found = []
    for line in lines:
        fields = line.split(maxsplit=5)
        if is_wanted(fields[1], fields[5] if len(fields) > 5 else ""):
            first, last = (int(part, 16) for part in fields[0].split("-"))
            start, end = -(-first // HUGE) * HUGE, last // HUGE * HUGE
            found += [(at, min(at + PIECE, end), fields[1]) for at in range(start, end, PIECE)]
    return found
