# SPDX-License-Identifier: GPL-3.0-or-later
"""The other end of a device's link, in the hands of an attacker: a candidate's own process is believed to send anything."""

import array
import contextlib
import hashlib
import json
import os
import select
import socket

import driving
import torch
from driving import bundle, given

from harness.shared import warm_text

TEXT = warm_text.TEXT.replace("@warm", "@kernel")
X = torch.linspace(-1, 1, 200)


def digest(text):
    data = text.encode() if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()


class Hostile:
    """A candidate whose host is this test. Its device is a real one."""

    def __init__(self, roles, mode="run", variant="original", model=False, policy="full"):
        self._roles = roles
        self._source = driving.memfd(b"")
        self.link, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 << 20)
        self.device = roles.device.start({"op": "device", "policy": policy}, source=self._source, link=theirs.fileno())
        theirs.close()
        self.forward(mode, variant, model)

    def forward(self, mode="run", variant="original", model=False):
        """The judge asks for a forward."""
        with contextlib.suppress(driving.wire.Closed):
            fds = {"given": given(X, variant=variant, shared="[]"), "output": driving.memfd()}
            self.device.channel.send({"op": "input", "variant": variant, "mode": mode, "again": False, "model": model, "fds": list(fds)},
                                     list(fds.values()))
            for fd in fds.values():
                os.close(fd)

    def send(self, data, fds=()):
        """Bytes, or a message, as they are; False once the link is closed."""
        data = data if isinstance(data, bytes) else json.dumps(data).encode()
        try:
            self.link.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else [])
        except OSError:
            return False
        return True

    def ask(self, message, fds=(), seconds=20):
        """The device's answer, or None where there is none: it has told the judge, or is gone."""
        if not self.send(message, fds):
            return None
        ready, _, _ = select.select([self.link, self.device.channel], [], [], seconds)
        assert ready, "neither an answer nor a verdict"
        if self.link not in ready:
            return None
        data = self.link.recv(1 << 18)
        return json.loads(data) if data else None

    def launch(self, ttir=TEXT, **changes):
        """A right launch of a text over X, but for `changes`."""
        x = self.ask({"op": "begin"})["tensors"]["input.0"]["t"]
        self.y = self.ask({"op": "operator", "name": "aten::empty_like", "args": [{"t": x}], "kwargs": {}})["out"]["t"]
        message = {"op": "launch", "kernel": {"name": "kernel", "line": 1}, "grid": [4], "options": {}, "text": digest(ttir),
                   "parameters": [["x", {"t": x}, True], ["y", {"t": self.y}, True], ["n", {"value": X.numel()}, False]],
                   "fds": ["text"], **changes}
        fd = driving.memfd(ttir)
        try:
            return self.ask(message, [fd])
        finally:
            os.close(fd)

    def result(self, **changes):
        return self.ask({"op": "result", "form": "tensor", "outputs": [{"t": self.y}], **changes})

    def verdict(self, seconds=20):
        """What the judge hears, or None from a device that is gone. The link is closed, as a dead host's is."""
        self.link.close()
        ready, _, _ = select.select([self.device.channel], [], [], seconds)
        if not ready:
            self.device.kill()
            self.device.finish()
            raise AssertionError("the device did not come to an end")
        answer = self.device.receive()
        self.records = answer[1].get("records") if answer else None
        self.status = self.device.finish()
        os.close(self._source)
        return answer and answer[0]


def refusal(roles, act, mode="run", variant="original"):
    """The verdict on an attack: `act` is given the Hostile."""
    hostile = Hostile(roles, mode, variant)
    act(hostile)
    return hostile.verdict()
