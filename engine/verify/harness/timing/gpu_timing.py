# SPDX-License-Identifier: GPL-3.0-or-later
"""Timing of something that can be repeated on the GPU: replays of a CUDA graph over rotating copies
of its inputs, or single calls."""

import collections
import math
import time

import torch

from harness.timing import gpu_memory, gpu_rotation

EAGER_WARMUPS = 2
PROBE_CALLS = 8
REPORT_WARMUPS, REPORT_TRIALS = 10, 50  # the protocol of the Beyond TritonRL report
BLOCK_US = 1000.0       # of timed replays in one block
MAX_TIMED = 3           # replays of one block
MAX_DISCARDED_US = 3e3  # a first replay of a block this long is not thrown away
SLEEP_CYCLES = 100_000  # about 50 us
FLUSH_CALLS = 12
LEAST_ROUND_US = 100.0
REPEAT_TRIALS = 6
_EAGER_CALLS = 20
_MAX_SLEEP_CYCLES = 60_000_000


def facts():
    """What the GPU is."""
    properties = torch.cuda.get_device_properties(torch.cuda.current_device())
    return {"device": properties.name, "capability": f"{properties.major}.{properties.minor}",
            "cuda": str(torch.version.cuda)}


def l2_bytes():
    """Size of the L2 cache."""
    properties = torch.cuda.get_device_properties(torch.cuda.current_device())
    return int(getattr(properties, "L2_cache_size", 0)) or 50 << 20


def event_times(action, count):
    """Microseconds of the GPU between two events around each of `count` calls."""
    return [_event_time(action) for _ in range(count)]


def _event_time(action):
    torch.cuda.synchronize()
    marks = _marked(action)
    torch.cuda.synchronize()
    return _between(*marks)


def _marked(action):
    begin = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    begin.record()
    action()
    end.record()
    return begin, end


def _between(begin, end):
    return begin.elapsed_time(end) * 1000.0


def captured(action, count):
    """A graph of `action(0)` to `action(count - 1)`, replayed once."""
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for index in range(count):
            action(index)
    graph.replay()
    torch.cuda.synchronize()
    return graph


class Rotation:
    """A graph of `plan.calls` calls over `plan.copies` copies; keeps the last outputs on each. Where it `holds_all`, every call
    has memory of its own, which is poisoned before a replay; else memory is used again by a call on another copy, whose answer
    differs where floating values do."""

    def __init__(self, call, plan, holds_all=False):
        self.plan = plan
        self._held = collections.deque(maxlen=plan.calls if holds_all else plan.copies)  # outputs of the last calls
        self._call = call
        self.graph = captured(self._step, plan.calls)
        self._segments = gpu_memory.segments_of(self.graph)
        self.replay_us = min(event_times(self.graph.replay, 2))

    def poison(self):
        """Fills what the graph allocates (outputs and scratch) with NaN: an answer of the replay
        before is not found in it."""
        gpu_memory.fill(self._segments)

    @property
    def outputs(self):
        """Of the last call on each copy."""
        return list(self._held)[-self.plan.copies:]

    def _step(self, index):
        self._held.append(self._call(index % self.plan.copies))


class Timer:
    """`call(copy)` does the work once on that copy of `copies` and returns its output tensors."""

    def __init__(self, call, copies):
        self._call = call
        self.copies = copies
        self.main = None    # the Rotation whose outputs are judged; None: no capture
        self._warm = None   # the same within the L2 cache
        self._flushed = ()  # two graphs: (flush, call) often, flush as often
        self._last = []     # without a capture: the outputs of the last call
        self._in_place = False  # calls change their given inputs: a second one on a copy finds other values
        self._enqueue_us = 0.0
        self.once_us = 0.0
        self._call_bytes = 0  # that a call makes and keeps
        self.l2 = "warm"

    # ---- preparing -----------------------------------------------------------------------------

    def prepare(self, wanted=None):
        """Captures what `block` replays; `wanted` is the L2 state that the main graph should
        have. Returns what the judge wants to know."""
        self.copies.make(1)
        for _ in range(EAGER_WARMUPS):
            outputs = None
            before = torch.cuda.memory_allocated()
            outputs = self._call(0)
            self._call_bytes = torch.cuda.memory_allocated() - before
        output_bytes = sum(tensor.numel() * tensor.element_size() for tensor in outputs)
        # Of who keeps his last answer the memory in use does not grow.
        self._call_bytes = max(self._call_bytes, output_bytes)
        outputs = None
        self._in_place = self.copies.is_changed()
        # Loads the kernels that are used between replays.
        torch.cuda._sleep(1)
        self.copies.perturb()
        self.copies.restore()
        torch.cuda.synchronize()
        method, problem = "graph", ""
        try:
            self._capture(output_bytes, wanted)
        except RuntimeError as error:
            torch.cuda.synchronize()
            method, problem = "eager", str(error).split("\n")[0][:200]
            self._prepare_eager()
        self.copies.find_state()
        repeats = self._repeats()
        plan = self.main.plan if self.main else gpu_rotation.Plan(1, _EAGER_CALLS, self.l2)
        return {"method": method, "problem": problem, "calls": plan.calls, "copies": plan.copies,
                "l2": self.l2, "once_us": self.once_us, "set_bytes": self.copies.set_bytes,
                "output_bytes": output_bytes, "l2_bytes": l2_bytes(), "repeats": repeats,
                "beside": "warm" if self._warm else "cold" if self._flushed else ""}

    def _capture(self, output_bytes, wanted):
        probe = captured(lambda index: self._call(0), PROBE_CALLS)
        self.once_us = min(event_times(probe.replay, 3)) / PROBE_CALLS
        del probe
        cache, total = l2_bytes(), self.copies.set_bytes + output_bytes
        room = min(gpu_rotation.MAX_COPY_BYTES, torch.cuda.mem_get_info()[0] // 4)
        plan = gpu_rotation.plan(total, cache, self.once_us, wanted, room, once_each=self._in_place)
        self.copies.make(plan.copies)
        self.main = self._rotation(plan)
        self.once_us = self.main.replay_us / plan.calls
        self.l2 = plan.l2
        if plan.l2 != "warm":
            warm = gpu_rotation.warm_plan(total, cache, self.once_us)
            fits = warm is not None and warm.copies <= plan.copies
            self._warm = self._rotation(warm) if fits else None
        else:
            self._capture_flushed(cache)

    def _rotation(self, plan):
        """What calls make is held apart as long as it leaves the cache to what they read."""
        return Rotation(self._call, plan, plan.calls * self._call_bytes <= l2_bytes() // gpu_rotation.WARM_SHARE)

    def _capture_flushed(self, cache):
        buffer = torch.empty(cache, dtype=torch.uint8, device="cuda")
        copies = self.copies.count

        def both(index):
            buffer.zero_()
            self._call(index % copies)

        calls = max(2, min(FLUSH_CALLS, round(2000 / self.once_us)))
        self._flushed = (captured(both, calls),
                         captured(lambda index: buffer.zero_(), calls), calls, buffer)

    def _prepare_eager(self):
        self.main, self._warm, self._flushed = None, None, ()
        self.copies.make(1)
        self.once_us = min(event_times(lambda: self._call(0), 3))
        begin = time.perf_counter()
        for _ in range(_EAGER_CALLS):
            self._call(0)
        self._enqueue_us = (time.perf_counter() - begin) * 1e6
        torch.cuda.synchronize()

    # ---- measuring -----------------------------------------------------------------------------

    def block(self, head_us=0.0, which="main"):
        """A few timed replays in a row: microseconds per call of each, and the clock of the SMs
        in MHz just before. `head_us`: work before that, for the clocks."""
        torch.cuda.synchronize()
        if which == "main" and self.main is None:
            return self._eager_block()
        if which == "cold":
            return self._flushed_block()
        rotation = self._warm if which == "warm" else self.main
        for _ in range(math.ceil(head_us / rotation.replay_us)):
            rotation.graph.replay()
        clock = _clock_marks()
        if rotation.replay_us < MAX_DISCARDED_US:
            rotation.graph.replay()
        marks = []
        for _ in range(max(1, min(MAX_TIMED, round(BLOCK_US / rotation.replay_us)))):
            self._refresh(rotation)
            marks.append(_marked(rotation.graph.replay))
        torch.cuda.synchronize()
        return [_between(*mark) / rotation.plan.calls for mark in marks], _megahertz(clock)

    def _refresh(self, rotation):
        """Nothing that a replay has left behind is of use to the next one."""
        self.copies.perturb()
        self.copies.reset_state()
        rotation.poison()

    def _repeats(self):
        """Time of a second round over the copies as a share of that of the first: below 1 for who
        knows again what it has met. None where no replay has two rounds, and where one is so short that how a graph
        starts is a good part of it: an honest kernel of 1 us had 0.54."""
        if self.main is None or self.main.plan.calls == self.main.plan.copies:
            return None
        copies = self.main.plan.copies
        rounds = [self._rotation(gpu_rotation.Plan(copies, count * copies, self.l2))
                  for count in (1, 2)]
        empty = captured(lambda index: torch.cuda._sleep(0), 1)
        once, twice = (min(self._fresh_time(rotation) for _ in range(REPEAT_TRIALS))
                       for rotation in rounds)
        start = min(event_times(empty.replay, REPEAT_TRIALS))
        return (twice - once) / (once - start) if once - start >= LEAST_ROUND_US else None

    def _fresh_time(self, rotation):
        self._refresh(rotation)
        return event_times(rotation.graph.replay, 1)[0]

    def _flushed_block(self):
        both, flush, calls, _ = self._flushed
        clock = _clock_marks()
        both.replay()
        marks = [(_marked(both.replay), _marked(flush.replay)) for _ in range(2)]
        torch.cuda.synchronize()
        # A difference: noise may turn that of a short call negative.
        return [max(1e-3, (_between(*one) - _between(*other)) / calls) for one, other in marks], \
            _megahertz(clock)

    def _eager_block(self):
        clock = _clock_marks()
        # The stream is held back until all calls wait in it, so that no launch is timed.
        cycles = int(min(_MAX_SLEEP_CYCLES, 1.5 * 2000 * self._enqueue_us))
        times = []
        for _ in range(2):
            self.copies.perturb()
            torch.cuda._sleep(cycles)
            marks = _marked(self._call_often)
            torch.cuda.synchronize()
            times.append(_between(*marks) / _EAGER_CALLS)
        return times, _megahertz(clock)

    def _call_often(self):
        for _ in range(_EAGER_CALLS):
            self._call(0)

    def report(self):
        """Single calls with their launch, as the Beyond TritonRL report times them."""
        for _ in range(REPORT_WARMUPS):
            self._call(0)
        return event_times(lambda: self._call(0), REPORT_TRIALS)

    def single(self):
        """One call, nothing warmed."""
        return event_times(lambda: self._call(0), 1)

    # ---- checking ------------------------------------------------------------------------------

    def changes_inputs(self):
        """True if calls change what was given, although the first one did not."""
        if self._in_place:
            return False
        self.copies.perturb()
        before = self.copies.snapshot()
        self._run_all()
        torch.cuda.synchronize()
        return not self.copies.is_as_in(before)

    def checked_outputs(self):
        """The outputs of the timed graph on what the originals hold now, of the copy whose answer is farthest from that of the
        first: who is wrong at times is wrong there. A replay before that meets other contents in a part of the inputs: a kernel
        that remembers an answer by looking at a few values gives the wrong one here."""
        self.copies.restore()
        self.copies.corrupt()
        self._run_all()
        self.copies.restore()
        for outputs in self._all_outputs():
            self._poison(outputs)
        self._run_all()
        torch.cuda.synchronize()
        answers = self._all_outputs()
        return max(answers, key=lambda outputs: _apart(outputs, answers[0]))

    def _run_all(self):
        if self.main is None:
            self._last = self._call(0)
        else:
            self.main.graph.replay()

    def _all_outputs(self):
        return [self._last] if self.main is None else self.main.outputs

    def _poison(self, outputs):
        for tensor in outputs:
            if not self.copies.holds(tensor):
                tensor.fill_(_poison_of(tensor.dtype))


def _poison_of(dtype):
    """A value that is no answer."""
    if dtype.is_floating_point or dtype.is_complex:
        return float("nan")
    return True if dtype == torch.bool else torch.iinfo(dtype).min if dtype.is_signed else torch.iinfo(dtype).max


def _apart(outputs, others):
    """How far two answers are from each other at most; infinite where one has numbers that are none and the other not."""
    return max((_largest_difference(*pair) for pair in zip(outputs, others)), default=0.0)


def _largest_difference(one, other):
    if one.shape != other.shape or not one.numel() or one is other:
        return 0.0
    kind = torch.complex128 if one.is_complex() else torch.float64
    difference = torch.where(one == other, 0, (one.to(kind) - other.to(kind)).abs())
    both_none = torch.isnan(one.to(kind)) & torch.isnan(other.to(kind))
    return float(torch.where(both_none, 0, difference).nan_to_num(math.inf).max())


def measure(timer, message):
    """The judge's operation "measure": microseconds per call, and the SM clock where known."""
    kind = message.get("kind", "block")
    if kind == "report":
        return {"us": timer.report()}
    if kind == "single":
        return {"us": timer.single()}
    times, megahertz = timer.block(float(message.get("head_us", 0)),
                                   str(message.get("which", "main")))
    return {"us": times, "sm_mhz": megahertz}


def _clock_marks():
    """Queues two spins of known numbers of cycles, behind one that takes the switch between
    processes and is long enough for all of them to be queued."""
    torch.cuda._sleep(4 * SLEEP_CYCLES)
    return _marked(lambda: torch.cuda._sleep(SLEEP_CYCLES)), \
        _marked(lambda: torch.cuda._sleep(3 * SLEEP_CYCLES))


def _megahertz(marks):
    difference = _between(*marks[1]) - _between(*marks[0])
    return 2 * SLEEP_CYCLES / difference if difference > 0 else 0.0
