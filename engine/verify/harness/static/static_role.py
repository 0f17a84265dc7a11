# SPDX-License-Identifier: GPL-3.0-or-later
"""The role that checks candidates' texts before any process is forked for them. One process serves
all: nothing of a candidate is executed here. It is sandboxed all the same, since its parser reads
what a hostile mind wrote, and it is expendable: the judge starts it again when it is lost, and lets
the host of the candidate check a text that ended this process."""

import os
import resource
import signal
import sys
import tempfile
import warnings

from harness.shared import sandbox, wire
from harness.static import static_checks

LIMIT_S = 2  # of one text; the alarm ends the process even inside the parser
MEMORY_MB = 1024
BLOATED_BYTES = 256 << 20  # a process that grew so large over one text makes room for a fresh one


def _check(message, fds, layers):
    named = wire.named(message, fds)
    source = wire.read_text_fd(named["source"])
    signal.alarm(LIMIT_S)
    result = static_checks.check(source, message.get("answers", ["ModelNew"]))
    signal.alarm(0)
    answer = wire.Channel(os.dup(named["channel"]))
    try:
        answer.send({"op": "static", **result, "sandbox": layers})
    except wire.Closed:
        pass  # the judge no longer wants to know
    finally:
        answer.close()


def _serve_one(control, layers):
    """False once the control socket has closed."""
    try:
        message, fds = control.receive()
    except wire.Closed:
        return False
    except ValueError as error:
        control.send({"op": "error", "id": None, "code": "bad_request", "message": str(error)})
        return True
    identity = message.get("id")
    try:
        _check(message, fds, layers)
        control.send({"op": "exited", "id": identity, "status": 0})
    except wire.Closed:
        return False
    except (KeyError, ValueError, OSError) as error:
        control.send({"op": "error", "id": identity, "code": "bad_request",
                      "message": f"{type(error).__name__}: {error}"})
    finally:
        wire.close_all(fds)
    return _resident_bytes() < BLOATED_BYTES


def _resident_bytes():
    """Now; the maximum of getrusage begins with that of the process that started this one."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize()


def serve(control_fd, sandbox_lib, work_dir):
    """Answers until the control socket closes, or a text was too much for this process."""
    sandbox.die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    warnings.simplefilter("ignore")  # those about candidates' texts would fill the log
    control = wire.Channel(control_fd)
    private_dir = tempfile.mkdtemp(dir=work_dir)
    layers = sandbox.load(sandbox_lib).enter(private_dir, 0)
    sandbox.limit_resources({"memory_mb": MEMORY_MB})
    static_checks.check(b"import triton\n@triton.jit\ndef k(): pass\nclass ModelNew: pass\n",
                        ["ModelNew"])
    control.send({"op": "ready", "versions": {"python": sys.version.split()[0]},
                  "pid": os.getpid(), "sandbox": layers})
    while _serve_one(control, layers):
        pass
