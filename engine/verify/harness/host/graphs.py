# SPDX-License-Identifier: GPL-3.0-or-later
"""CUDA graphs as a candidate's host uses them: what is asked for while one is captured is done at each replay, on the memory that was
there, and not before."""

import torch

from harness.host import streams
from harness.shared import operators

_NOT_PERMITTED = "CUDA error: operation not permitted when stream is capturing"
_UNSET = frozenset("empty empty_like empty_permuted empty_strided new_empty new_empty_strided".split())


class CUDAGraph:
    """torch.cuda.CUDAGraph."""

    captured = None  # the one that is, in this process

    def __init__(self, keep_graph=False):
        del keep_graph
        self._steps = None

    def capture_begin(self, pool=None, capture_error_mode="global"):
        """What is asked for from now on is kept."""
        del pool, capture_error_mode
        if CUDAGraph.captured is not None:
            refuse()
        self._steps = []
        CUDAGraph.captured = self

    def capture_end(self):
        """It is complete."""
        CUDAGraph.captured = None

    def add(self, *steps):
        """Functions that ask for something."""
        self._steps += steps

    def replay(self):
        """Asks for all of it, in its order."""
        if self._steps is None or CUDAGraph.captured is self:
            raise RuntimeError("Called CUDAGraph::replay without a preceding successful capture.")
        if CUDAGraph.captured is not None:
            CUDAGraph.captured.add(*self._steps)
            return
        for step in self._steps:
            step()

    def reset(self):
        """It holds nothing any more."""
        self._steps = None

    def pool(self):
        """All memory is of one pool."""
        return _pool()

    def instantiate(self):
        """The real one is made ready for its replays."""

    enable_debug_mode = instantiate


class Capture:
    """`with torch.cuda.graph(...)`."""

    default_capture_stream = None

    def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode="global"):
        del pool, capture_error_mode
        if stream is None:
            Capture.default_capture_stream = stream = Capture.default_capture_stream or streams.Stream()
        self._graph = cuda_graph
        self._context = streams.StreamContext(stream)

    def __enter__(self):
        streams.order.wait_on_host()
        self._context.__enter__()
        self._graph.capture_begin()

    def __exit__(self, *error):
        self._graph.capture_end()
        self._context.__exit__(*error)


def operator(func, args, kwargs, ask):
    """What an operator gives while a graph is captured. `ask` executes it. Results are allocated at once, and written at each replay;
    a number to go by there is none."""
    if func._schema.returns and not any("Tensor" in str(one.type) for one in func._schema.returns):
        refuse()
    graph = CUDAGraph.captured
    written = [args[place] if place < len(args) else kwargs.get(name) for place, name in operators.written_arguments(func)]
    if written:
        graph.add(ask)
        return written[0] if func._schema.returns else None
    out = ask()
    streams.order.wait_on_host()  # what is asked for later, on any stream, comes behind it
    if not func.is_view and func.overloadpacket.__name__ not in _UNSET:
        graph.add(lambda: _renew(out, ask()))
    return out


def refuse():
    """As CUDA does what cannot be a part of a graph."""
    raise RuntimeError(_NOT_PERMITTED)


def _renew(old, new):
    if isinstance(old, torch.Tensor):
        torch.ops.aten.copy_.default(old, new)
        return
    for one, other in zip(old, new):
        _renew(one, other)


def _pool(*args, **kwargs):
    del args, kwargs
    return 0, 1


def _is_capturing():
    return CUDAGraph.captured is not None


def install():
    """Behind the rest of the surface of torch.cuda. Call in a host only."""
    for module in (torch.cuda, torch.cuda.graphs):
        module.CUDAGraph = CUDAGraph
        module.graph = Capture
        module.graph_pool_handle = _pool
        module.is_current_stream_capturing = _is_capturing
