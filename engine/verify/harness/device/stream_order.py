# SPDX-License-Identifier: GPL-3.0-or-later
"""Which requests of one forward wait for which, where its host has several streams, or launches that begin early: two that meet in memory,
one of them to store, must not be left to chance."""

from harness.device.refusal import Refused


class StreamOrder:
    """Of one forward; what came before it is done."""

    def __init__(self):
        self._stored = {}  # number of a storage -> (stream, number of the request, its name)
        self._taken = {}   # number of a storage -> {stream: (number of the request, its name)}

    def check(self, message, touched, stored, name):
        """A request that has touched these storages and stored into some of them. Raises Refused."""
        if "at" not in message:
            return
        stream, at, behind = message["stream"], message["at"], dict(message["behind"])

        def waits(other, number):
            return other == stream or behind.get(other, 0) >= number

        for storage in touched:
            before = self._stored.get(storage)
            if before is not None and not waits(before[0], before[1]):
                raise _race(name, before[2])
            if storage not in stored:
                self._taken.setdefault(storage, {})[stream] = at, name
        for storage in stored:
            for other, (number, taken_by) in self._taken.pop(storage, {}).items():
                if not waits(other, number):
                    raise _race(name, taken_by)
            self._stored[storage] = stream, at, name


class DependentLaunches:
    """Of one forward: launches that may begin before the request ahead of them in their stream has ended, and do not wait for it."""

    def __init__(self):
        self._ahead = {}  # stream -> (storages that its last request has stored into, its name)

    def check(self, message, touched, stored, name, begins_early):
        """Raises Refused where such a launch only reads what the request ahead of it stores."""
        stored_ahead, ahead = self._ahead.get(message.get("stream", 0), (frozenset(), ""))
        if begins_early and (set(touched) - set(stored)) & stored_ahead:
            raise Refused("data_race", f"{name}, launched with launch_pdl, takes what {ahead} stores, and has no gdc_wait: which comes "
                                       "first is chance")
        if touched:
            self._ahead[message.get("stream", 0)] = frozenset(stored), name


def _race(name, before):
    return Refused("data_race", f"{name} meets {before} of another stream in memory, and its own does not wait for that: which comes "
                                "first is chance")
