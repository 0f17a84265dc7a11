# SPDX-License-Identifier: GPL-3.0-or-later
"""Streams and events of torch.cuda as a candidate's host uses them: what is asked for on one waits for another only where it says so.
The device is told of each request which ones of other streams it comes behind."""

import torch

from harness.candidate.candidate_host import DeviceGuard
from harness.candidate.candidate_host import Stream as AnyStream


class Order:
    """The streams of one process. Requests have numbers; of each stream it is known up to which of every other one it waits for."""

    def __init__(self):
        self.current = 0
        self._made = 0   # streams beside the first
        self._asked = 0  # requests
        self._seen = {0: {}}
        self._host = {}  # what the host itself has waited for

    def new_stream(self):
        """The number of one more."""
        self._made += 1
        self._seen[self._made] = {}
        return self._made

    def mark(self):
        """What a request says of its place; nothing while there is one stream."""
        if not self._made:
            return {}
        seen = self._seen[self.current]
        _join(seen, self._host)
        self._asked += 1
        seen[self.current] = self._asked
        return {"stream": self.current, "at": self._asked, "behind": [[stream, at] for stream, at in seen.items()]}

    def seen_by(self, stream):
        """What has been asked for on a stream so far, and what that waits for."""
        return dict(self._seen[stream])

    def wait(self, stream, seen):
        """What is asked for on the stream from now on comes behind that."""
        _join(self._seen[stream], seen)

    def wait_on_host(self, stream=None):
        """The host waits for one stream, or for all."""
        for seen in self._seen.values() if stream is None else [self._seen[stream]]:
            _join(self._host, seen)


def _join(one, other):
    for stream, at in other.items():
        one[stream] = max(one.get(stream, 0), at)


order = Order()


class Stream(AnyStream):
    """A stream of its own; `with` makes it the current one."""

    def __init__(self, *args, number=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.number = order.new_stream() if number is None else number
        self.cuda_stream = self.stream_id = self.number
        self._before = []

    def __enter__(self):
        self._before.append(order.current)
        order.current = self.number
        return self

    def __exit__(self, *error):
        order.current = self._before.pop()
        return False

    def __eq__(self, other):
        return isinstance(other, Stream) and other.number == self.number

    def __hash__(self):
        return self.number

    def wait_stream(self, other):
        """Comes behind what the other one has been asked for so far."""
        order.wait(self.number, order.seen_by(other.number))

    def wait_event(self, event):
        """Comes behind what the event was recorded behind."""
        order.wait(self.number, event.seen)

    def record_event(self, event=None):
        """An event behind what has been asked for so far."""
        event = event or Event()
        event.record(self)
        return event

    def synchronize(self):
        order.wait_on_host(self.number)

    def query(self):
        order.wait_on_host(self.number)
        return True


class Event(AnyStream):
    """A point in a stream."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.seen = {}

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)

    def record(self, stream=None):
        """Behind what the stream, or the current one, has been asked for so far."""
        self.seen = order.seen_by(order.current if stream is None else stream.number)

    def wait(self, stream=None):
        """The stream, or the current one, comes behind it from now on."""
        order.wait(order.current if stream is None else stream.number, self.seen)

    def synchronize(self):
        _join(order._host, self.seen)

    def query(self):
        self.synchronize()
        return True


class StreamContext(DeviceGuard):
    """`with torch.cuda.stream(...)`, of nothing too."""

    def __init__(self, stream=None):
        super().__init__()
        self._stream = stream if isinstance(stream, Stream) else None

    def __enter__(self):
        if self._stream is not None:
            self._stream.__enter__()
        return self

    def __exit__(self, *error):
        return False if self._stream is None else self._stream.__exit__(*error)


def install():
    """Behind the rest of the surface of torch.cuda. Call in a host only."""
    def current(*args, **kwargs):
        return Stream(number=order.current)

    def make_current(stream, *args, **kwargs):
        if isinstance(stream, Stream):
            order.current = stream.number

    def synchronize(*args, **kwargs):
        order.wait_on_host()

    cuda = torch.cuda
    for module in (cuda, torch.accelerator):
        for name, value in (("current_stream", current), ("default_stream", lambda *args, **kwargs: Stream(number=0)),
                            ("set_stream", make_current), ("synchronize", synchronize)):
            if hasattr(module, name):
                setattr(module, name, value)
    cuda.Stream = cuda.ExternalStream = torch.Stream = Stream
    cuda.Event = torch.Event = Event
    cuda.stream = cuda.StreamContext = StreamContext
