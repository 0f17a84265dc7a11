# SPDX-License-Identifier: GPL-3.0-or-later
"""Timing of something that can be repeated on the GPU: replays of a CUDA graph, or single calls."""

import torch

EAGER_WARMUPS = 3
# A replay lasts long against the two events around it and what it costs to start it.
TARGET_REPLAY_US = 1000.0
MAX_CALLS_PER_REPLAY = 1000
PROBE_CALLS = 20


def facts():
    """What the GPU is."""
    properties = torch.cuda.get_device_properties(torch.cuda.current_device())
    return {"device": properties.name, "capability": f"{properties.major}.{properties.minor}",
            "cuda": str(torch.version.cuda)}


def event_times(action, count):
    """Microseconds of the GPU between two events around each of `count` calls."""
    return [_event_time(action) for _ in range(count)]


def _event_time(action):
    begin = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    torch.cuda.synchronize()
    begin.record()
    action()
    end.record()
    end.synchronize()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) * 1000.0


def _calls_for(once_us):
    return max(1, min(MAX_CALLS_PER_REPLAY, round(TARGET_REPLAY_US / max(once_us, 0.1))))


class Timer:
    """`call()` does the work once and returns its output tensors."""

    def __init__(self, call):
        self._call = call
        self._graph = None
        self.calls = 1
        self.outputs = []

    def _keep(self):
        self.outputs = self._call()

    def capture(self):
        """Captures enough calls for a replay of about a millisecond: "graph"; or "eager"."""
        for _ in range(EAGER_WARMUPS):
            self._keep()
        try:
            self._capture(PROBE_CALLS)
            once_us = min(event_times(self.replay, EAGER_WARMUPS)) / PROBE_CALLS
            self._capture(_calls_for(once_us))
        except RuntimeError:
            torch.cuda.synchronize()
            self._graph = None
            self.calls = _calls_for(_event_time(self._keep))
            return "eager"
        return "graph"

    def _capture(self, calls):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            for _ in range(calls):
                outputs = self._call()
        self._graph, self.outputs, self.calls = graph, outputs, calls
        self.replay()
        torch.cuda.synchronize()

    def replay(self):
        """One replay: `calls` calls."""
        if self._graph is not None:
            self._graph.replay()
            return
        for _ in range(self.calls):
            self._keep()

    def measure(self, replays, single):
        """Microseconds per call of each replay; `single`: of one call outside of any graph."""
        if single:
            return [_event_time(self._keep)]
        return [time / self.calls for time in event_times(self.replay, replays)]
