# SPDX-License-Identifier: GPL-3.0-or-later
"""Large pages for the zygote's memory: a fork copies one table entry for 2 MiB, not 512."""

import ctypes

MADV_COLLAPSE = 25  # Linux 6.1; older kernels refuse, and nothing is lost
HUGE = 2 << 20


def collapse():
    """Merges this process's private anonymous memory into large pages; returns the bytes merged."""
    library = ctypes.CDLL(None)
    library.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    merged = 0
    for start, end in _anonymous_ranges():
        start, end = -(-start // HUGE) * HUGE, end // HUGE * HUGE
        if end > start and library.madvise(start, end - start, MADV_COLLAPSE) == 0:
            merged += end - start
    return merged


def _anonymous_ranges():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        lines = maps.read().splitlines()
    for line in lines:
        fields = line.split()
        if fields[1] == "rw-p" and (len(fields) == 5 or fields[5] == "[heap]"):
            first, last = fields[0].split("-")
            yield int(first, 16), int(last, 16)
