# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls of a forward behind the one that is judged, with the same inputs, in which kernels need not run. The Python of a candidate
may count its calls, look at a clock and keep what it likes; whatever it does, it must launch the same kernels each time."""

import hashlib
import random
import time

from harness.shared import bundle

MAX_CALLS = 400
# Mostly a few: a call costs a millisecond or so. One candidate in so many is called much more often.
FEW_CALLS, OFTEN_ONE_IN = 8, 16
MAX_SECONDS = 0.25


class LateForwards:
    """Those of one device. `make(runs_kernels)` gives a forward that is only looked at; `serve(forward)` answers the host until it is
    done, or gives the refusal that ends it before; `put_back()` gives the inputs the values that they had."""

    def __init__(self, make, serve, put_back):
        self._make, self._serve, self._put_back = make, serve, put_back
        self._left = 0
        self._judged = self._known = None  # the judged call; kinds of launches of the last one behind it
        self._doubts = False  # some call has launched others
        self.is_unsteady = False  # some call has named other numbers than the judged one
        self._began, self._until = 0.0, None  # moments: of the judged call, and MAX_SECONDS behind its end

    def plan(self, given):
        """Before the judged call; without this none follows. How many hangs on the values of the inputs, which no host knows."""
        values = hashlib.sha256()
        for name in given.names():
            values.update(bundle.raw(given.view(name).contiguous()).numpy()[:1 << 16])
        drawn = random.Random(values.digest())
        self._left = drawn.randint(1, MAX_CALLS if drawn.randrange(OFTEN_ONE_IN) == 0 else FEW_CALLS)
        self._until, self._began = None, time.monotonic()

    def wanted(self, call):
        """At the result of a call: whether the host shall call once more."""
        if call is self._judged or self._judged is None:
            wants = self._has_time()
            self._judged = call if wants else None
            return wants
        if not self._is_same(call) and not call.ran:
            self._doubts = True  # the same answer may be had otherwise: the next call shows it
            return True
        return self._has_time()

    def _has_time(self):
        if self._left <= 0:
            return False
        if self._until is None:
            self._until = time.monotonic() + MAX_SECONDS
            if self._until - self._began > 2 * MAX_SECONDS:  # who is slow would be slow again, in the time that it has
                self._left = 0
                return False
        self._left = self._left - 1 if time.monotonic() < self._until else 0
        return self._left > 0

    def _is_same(self, call):
        """Whether a call launches what the one before did, or the judged one but for what is made at the first call only."""
        return call.kinds == self._known if self._known is not None else _is_rest(call.kinds, self._judged)

    def run(self, judged):
        """Serves the calls that `judged` has asked for; the refusal of a candidate that does something else in them, or None."""
        if not judged.asked_again:
            return None
        last = judged
        while last.asked_again:
            runs_kernels = judged.reads_results or self._doubts or judged.measures and last is judged
            if runs_kernels and not judged.values_judged:
                judged.keep_values()
            late = self._make(runs_kernels)
            refused = self._serve(late)
            if refused is not None:
                return refused
            if not late.done["ok"]:
                return late.done
            is_less = len(late.kinds) < sum(judged.takes_inputs)
            if is_less or not late.is_like(judged):
                return changed(late, is_less)
            self.is_unsteady = self.is_unsteady or not late.launches_as(judged)
            self._known, last = late.kinds, late
            if runs_kernels:
                self._put_back()
        self._put_back()
        return None


def changed(late, is_less):
    """The refusal of a call that launched less, or gave another answer."""
    code = "wrong_values" if not is_less else "runtime_error" if late.kinds else "no_kernel_launch"
    what = "gives another answer" if not is_less else "launches fewer kernels" if late.kinds else "launches no kernel"
    return {"ok": False, "code": code, "line": 0, "message": f"forward, called again with the same inputs, {what}"}


def _is_rest(kinds, judged):
    """True if `kinds` are those of the judged call, in their order, but for what takes no argument of forward: packed weights."""
    left = list(kinds)
    for kind, takes_inputs in zip(reversed(judged.kinds), reversed(judged.takes_inputs)):
        if left and left[-1] == kind:
            left.pop()
        elif takes_inputs:
            return False
    return not left
