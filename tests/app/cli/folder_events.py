# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting for what a program writes, without asking again and again."""

import ctypes
import os
import select

IN_MODIFY, IN_MOVED_TO, IN_CREATE = 0x2, 0x80, 0x100


class FolderEvents:
    """Hears what is made or written in a folder (inotify). The folder must be there."""

    def __init__(self, folder):
        libc = ctypes.CDLL(None, use_errno=True)
        self._events = libc.inotify_init1(os.O_CLOEXEC)
        watch = libc.inotify_add_watch(self._events, os.fsencode(folder), IN_MODIFY | IN_MOVED_TO | IN_CREATE)
        if self._events < 0 or watch < 0:
            raise OSError(ctypes.get_errno(), f"inotify: {folder}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._events)

    def wait_until(self, holds, process):
        """Until holds() is true after something was written, or the process has ended."""
        end = os.pidfd_open(process.pid)
        try:
            while not holds():
                ready, _, _ = select.select([self._events, end], [], [])
                if self._events in ready:
                    os.read(self._events, 1 << 16)
                elif end in ready:
                    return
        finally:
            os.close(end)
