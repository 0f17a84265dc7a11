# SPDX-License-Identifier: GPL-3.0-or-later
"""Clocks of Python as a candidate reads them: they run, but between its forwards years may pass. What a kernel computes depends on
no time, so a forward that does has only waited for the judge to look away."""

import datetime
import functools
import random
import time

MOST_SECONDS = 10 * 365 * 86400
_NANOSECONDS = 1_000_000_000
_READ = ("time", "monotonic", "perf_counter", "process_time", "thread_time")
_TOLD = ("gmtime", "localtime", "ctime")  # of now, where no time is named

_passed = 0  # nanoseconds


def pass_some_time():
    """Nobody knows how much: the clocks of this process only go forward."""
    global _passed
    _passed += random.SystemRandom().randrange(_NANOSECONDS, MOST_SECONDS * _NANOSECONDS)


def install():
    """From now on, in this process."""
    for name in _READ:
        _replace(time, name, lambda read: lambda: read() + _passed / _NANOSECONDS)
        _replace(time, name + "_ns", lambda read: lambda: read() + _passed)
    for name in _TOLD:
        _replace(time, name, lambda tell: lambda seconds=None: tell(time.time() if seconds is None else seconds))
    datetime.datetime = _Moved


def _replace(module, name, make):
    setattr(module, name, functools.wraps(getattr(module, name))(make(getattr(module, name))))


class _Moved(datetime.datetime):
    """A datetime whose present is that of the clocks above."""

    @classmethod
    def now(cls, tz=None):
        """See datetime.datetime.now."""
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def today(cls):
        """See datetime.datetime.today."""
        return cls.now()

    @classmethod
    def utcnow(cls):
        """See datetime.datetime.utcnow."""
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)
