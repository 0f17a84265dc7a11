# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges one candidate in one fresh process, without zygote and sandbox: what `nereid bench verify`
compares with, written as a careful person would write it. Never used to judge.

    python -I -B once.py --control FD --machine-lib PATH --work-dir DIR

The static checks come before the expensive imports. Then torch and Triton are imported once; the
device, the candidate's Python and each compile run in forks, which share the imports."""

import argparse
import os
import sys
import tempfile
import types

sys.modules["harness"] = types.ModuleType("harness")  # as in main.py
sys.modules["harness"].__path__ = [os.path.dirname(os.path.abspath(__file__))]

from harness import main as roles
from harness.machine import machine_library
from harness.shared import wire
from harness.static import static_checks


class Once:
    """Answers the requests of one candidate: `host` first, then `device` and any `compile`."""

    def __init__(self, control, work_dir):
        self._control = control
        self._work_dir = work_dir
        self._compiler = None  # compile_host, once imported
        self._device = None  # to its process

    def run(self):
        for message, fds in self._control.messages():
            if message["op"] == "host":
                self._begin(message, fds)
            elif message["op"] == "device":
                self._device.send(message, fds)
            else:
                self._fork(message, fds)
            wire.close_all(fds)

    def _begin(self, message, fds):
        named = wire.named(message, fds)
        checked = static_checks.check(wire.read_text_fd(named["source"]),
                                      message.get("answers", ["ModelNew"]))
        channel = wire.Channel(os.dup(named["channel"]))
        channel.send({"op": "static", **checked})
        if not checked["passed"]:
            return
        roles._set_environment()
        roles._set_role("compiler")
        import torch  # noqa: F401  (shared by everything below)
        from harness.compiler import compile_host
        compile_host.prepare_zygote()
        self._device = self._start_device(fds)
        self._compiler = compile_host
        self._fork(message, fds)

    def _start_device(self, fds):
        ours, theirs = wire.pair()
        if os.fork() == 0:
            wire.close_all(fds)  # the link's other end must close with the host
            ours.close()
            self._control.close()
            self._be_device(theirs)
        theirs.close()
        return ours

    def _be_device(self, requests):
        """Never returns."""
        from harness.machine import machine_host
        machine_host.prepare_zygote()
        try:
            message, fds = requests.receive()
        except wire.Closed:  # the candidate failed before its first forward
            os._exit(0)
        self._serve(machine_host.serve_child, message, fds)

    def _fork(self, message, fds):
        if os.fork() != 0:
            return
        self._control.close()
        self._device.close()
        serve = self._compiler.serve_child
        if message["op"] == "host":
            from harness.host import host_role
            serve = lambda child: host_role.forwards(child, child.link_fd)
        self._serve(serve, message, fds)

    def _serve(self, serve, message, fds):
        """Never returns."""
        from harness.shared import zygote
        try:
            private_dir = tempfile.mkdtemp(dir=self._work_dir)
            serve(zygote.Child(message, wire.named(message, fds), private_dir))
        finally:
            os._exit(0)


def main():
    parser = argparse.ArgumentParser(description="One candidate in a fresh process")
    parser.add_argument("--control", type=int, required=True)
    parser.add_argument("--machine-lib", required=True)
    parser.add_argument("--work-dir", required=True)
    arguments = parser.parse_args()
    machine_library.choose(arguments.machine_lib)
    Once(wire.Channel(arguments.control), arguments.work_dir).run()


if __name__ == "__main__":
    main()
