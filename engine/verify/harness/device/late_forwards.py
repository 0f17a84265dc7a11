# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls of a forward behind the one that is judged, with the same inputs, in which kernels need not run. The Python of a candidate
may count its calls, look at a clock and keep what it likes; whatever it does, it must launch the same kernels each time."""

import hashlib
import random
import time

import torch

MAX_CALLS = 400
# Mostly a few: a call costs a millisecond or so. One candidate in so many is called much more often.
LEAST_CALLS, FEW_CALLS, OFTEN_ONE_IN = 3, 8, 16
MAX_SECONDS = 0.25
SLOW_SECONDS = 4.0
# What follows a call without kernels that has launched others: whether kernels run. A host that counts its calls does not keep step.
_TRIAL = (True, True, False)
# Where kernels keep memory: calls, and how many come however long they take, but for a slow candidate; parts of that memory.
KEPT_CALLS, MOST_STIRRED, SLOW_STIRRED = 16, 8, 1
ENDS = ((0, 1), (0.625, 1), (0, 0.375))
LEAST_STRETCH, SCATTERED_ONE_IN = 6, 10


class LateForwards:
    """Those of one device. `make(runs_kernels, change, before, turned)` gives a forward that is only looked at: `change(memory)` is what
    becomes of what earlier kernels made, `before` the last one in which they ran, `turned` which truth is told otherwise (checks.py); `serve(forward)` answers the host until it is
    done, or gives the refusal that ends it before; `put_back()` gives the inputs the values that they had."""

    def __init__(self, make, serve, put_back, number=None):
        """`number`: of forwards before, which says what truth is turned; None: none is."""
        self._make, self._serve, self._put_back = make, serve, put_back
        self._turns, self._number = False, number  # in the next call, which is the last one
        self._left = self._asked = 0
        self._least = LEAST_CALLS  # calls, however long they take on a machine that others use
        self._is_slow = self._is_very_slow = False
        self._judged = self._known = None  # the judged call; kinds of launches of the last one behind it
        self._doubts = False  # some call has launched others
        self._kept = False  # kernels keep memory
        self._kept_first = ()  # storages of it
        self._waiting = None  # those of them that are to be stirred yet
        self._drawn = random.Random(0)  # anew with each plan
        self._trial = None  # calls that are to follow the first one that did: whether kernels run
        self._told = {False: set(), True: set()}  # what calls behind it have launched, where kernels ran and where not
        self._done = set()  # what was tried of it
        self.is_unsteady = False  # some call has named other numbers than the judged one
        self._began, self._until = 0.0, None  # moments: of the judged call, and MAX_SECONDS behind its end

    def plan(self, given):
        """Before the judged call; without this none follows. How many hangs on the values of the inputs, which no host knows."""
        values = hashlib.sha256()
        for name in given.names():
            values.update(given.beginning(name, 1 << 16))
        self._drawn = drawn = random.Random(values.digest())
        self._left = drawn.randint(LEAST_CALLS, MAX_CALLS if drawn.randrange(OFTEN_ONE_IN) == 0 else FEW_CALLS)
        self._until, self._began = None, time.monotonic()
        self._asked, self._least, self._is_slow, self._is_very_slow = 0, LEAST_CALLS, False, False

    def wanted(self, call):
        """At the result of a call: whether the host shall call once more; behind all other calls in one in which a truth is turned."""
        wants = self._wants(call)
        if not wants and self._number is not None and call.truths and not self._turns:
            self._turns = wants = True
        return wants

    def _wants(self, call):
        if call is self._judged or self._judged is None:
            wants = self._has_time(call)
            self._judged = call if wants else None
            return wants
        if not call.ran and self._is_other(call):
            self._doubts = self._doubts or not self._is_same(call)  # the same answer may be had otherwise: the next call shows it
            if self._trial is None:
                self._trial = list(_TRIAL)
        if call.carries and not self._kept:  # kernels count, too
            self._kept, self._left = True, max(self._left, KEPT_CALLS)
            self._least = LEAST_CALLS + min(len(ENDS) * call.kept_answers, SLOW_STIRRED if self._is_slow else MOST_STIRRED)
        return bool(self._trial) or self._has_time(call)

    def _has_time(self, call):
        if self._left <= 0:
            return False
        if self._until is None:
            self._until = time.monotonic() + MAX_SECONDS
            seconds = self._until - MAX_SECONDS - self._began
            self._is_slow = seconds > MAX_SECONDS
            if call.asked_at - self._began > 2 * MAX_SECONDS:  # a slow host would be slow again, in the time that it has
                self._left = 0
            elif self._is_slow:  # one more without kernels, no more
                self._is_very_slow = seconds > SLOW_SECONDS
                self._left = 3 if call.reads_results and not self._is_very_slow else 2
                self._until += 2 * seconds
        self._asked += 1
        self._left = self._left - 1 if self._asked <= self._least or time.monotonic() < self._until else 0
        return self._left > 0

    def _is_same(self, call):
        """Whether a call launches what the one before did, or the judged one but for what is made at the first call only."""
        return call.kinds == self._known if self._known is not None else _is_rest(call.kinds, self._judged)

    def _is_other(self, call):
        """Whether a call launches others than the judged one, or names other numbers."""
        return not self._is_same(call) or len(call.kinds) == len(self._judged.kinds) and not call.launches_as(self._judged)

    def _runs_kernels(self, judged, last):
        if self._trial:
            return self._trial.pop(0)
        if judged.reads_results:  # by turns
            return not last.ran if last is not judged else not self._is_very_slow
        return self._doubts or self._kept or judged.measures and last is judged

    def _change(self, judged):
        """What becomes of the memory of kernels that are to run."""
        return _spoil if self._doubts or judged.reads_results or not self._kept else self._stir

    def _stir(self, memory):
        """Each storage that is kept in turn, then parts of one of them: what an answer is known again by may lie beside it. In every third
        call one that is new, as the answer of the call before is."""
        kept = memory.kept_answers()
        if self._waiting is None:
            numbers, self._kept_first = self._drawn.sample(kept, len(kept)), kept
            self._waiting = [(number, ends) for ends in ENDS for number in numbers]
        if self._waiting:
            number, (begin, end) = self._waiting.pop(0)
            memory.stir(number, lambda count: torch.arange(int(begin * count), int(end * count)))
        elif kept:
            first = [number for number in kept if number in self._kept_first]
            memory.stir(self._drawn.choice(first if first and self._drawn.randrange(3) else kept), self._part)

    def _part(self, count):
        """Of so many elements a stretch, or some here and there."""
        if self._drawn.randrange(4) == 0:
            generator = torch.Generator().manual_seed(self._drawn.getrandbits(60))
            return torch.randint(count, (count // SCATTERED_ONE_IN,), generator=generator).unique()
        length = max(2, int(count / 2 ** self._drawn.uniform(1, LEAST_STRETCH)))
        begin = self._drawn.randint(0, max(0, count - length))
        return torch.arange(begin, min(count, begin + length))

    def run(self, judged):
        """Serves the calls that `judged` has asked for; the refusal of a candidate that does something else in them, or None."""
        if not judged.asked_again:
            return None
        judged.keep_values()
        judged.truths_told = judged.truths
        self._put_back()
        last = ran = judged
        while last.asked_again:
            if self._turns:
                return self._turned(judged, ran)
            runs_kernels = self._runs_kernels(judged, last)
            late = self._make(runs_kernels, self._change(judged) if runs_kernels else _nothing, ran, None)
            refused = self._serve(late)
            if refused is not None:
                return refused
            if late.goes_by_checks(judged):
                return goes_by_checks(late.checked_by())
            if not late.done["ok"]:
                return late.done
            is_less = len(late.kinds) < _least_launches(judged)
            if is_less or not late.is_like(judged):
                return changed(late, is_less)
            self.is_unsteady = self.is_unsteady or not late.launches_as(judged)
            if self._goes_by_time(late, judged):
                return goes_by_time()
            self._known, last = late.kinds, late
            if late.ran:
                ran = late
                self._put_back()
        self._put_back()
        return None

    def _turned(self, judged, ran):
        """Serves a call in which one truth is turned; the refusal of a host that does not refuse then, or None."""
        late = self._make(False, _nothing, ran, self._number % judged.truths_told)
        refused = self._serve(late)
        self._put_back()
        if refused is not None:
            return refused
        return goes_by_checks(late.checked_by()) if late.done["ok"] else None

    def _goes_by_time(self, late, judged):
        """Whether the host sees how long kernels take: what it asks for where none runs does not come to the same answer, or is each
        time something else than where they run."""
        asked = repr((late.kinds, late.numbers))
        self._told[late.ran].add(asked)
        if late.ran:
            return False
        if asked not in self._done and not late.launches_as(judged):
            self._done.add(asked)
            if not late.does_like(judged):
                return True
            self._put_back()
        as_judged = {repr((judged.kinds, judged.numbers))}
        return self._trial == [] and self._told[True] == as_judged and len(self._told[False]) == 1 and self._told[False] != as_judged


def _spoil(memory):
    """No number any more."""
    memory.spoil_answers()


def _nothing(memory):
    """As it is."""
    del memory


def goes_by_time():
    """The refusal of such a host."""
    return {"ok": False, "code": "torch_fallback", "line": 0, "message": "forward, called again with the same inputs before any kernel "
            "has run, launches others or gives another answer; the kernels must do all the compute"}


def goes_by_checks(name):
    """The refusal of a host that computes with torch what it launches with."""
    return {"ok": False, "code": "torch_fallback", "line": 0, "message": f"PyTorch computes in forward: {name}, and what the host asks for hangs on "
            "the number; the kernels must do all the compute"}


def changed(late, is_less):
    """The refusal of a call that launched less, or gave another answer."""
    code = "wrong_values" if not is_less else "runtime_error" if late.kinds else "no_kernel_launch"
    what = "gives another answer" if not is_less else "launches fewer kernels" if late.kinds else "launches no kernel"
    return {"ok": False, "code": code, "line": 0, "message": f"forward, called again with the same inputs, {what}"}


def _least_launches(judged):
    """How many each call must make: what takes inputs, but for what a first call does once more to warm up."""
    return len({kind for kind, takes_inputs in zip(judged.kinds, judged.takes_inputs) if takes_inputs})


def _is_rest(kinds, judged):
    """True if `kinds` are those of the judged call, in their order, but for what takes no argument of forward: packed weights."""
    left = list(kinds)
    for kind, takes_inputs in zip(reversed(judged.kinds), reversed(judged.takes_inputs)):
        if left and left[-1] == kind:
            left.pop()
        elif takes_inputs:
            return False
    return not left
