# SPDX-License-Identifier: GPL-3.0-or-later
"""The process that has imported what several roles need, torch above all, and forks those roles: the
seconds of that import are paid once for all of them, and again by none that must be started anew.

One thread, no foreign code, no CUDA. A role is a child of the judge, not of this process, so that the
judge waits for it and outlives neither.
"""

import gc
import os
import signal
import sys
import traceback

from harness.shared import sandbox, wire


def serve(control_fd, sandbox_lib, prepare, become):
    """Answers `start` until the control socket closes. `become(role, control_fd, work_dir)` is what
    a forked process does with the rest of its life; `prepare()` imports."""
    sandbox.die_with_parent()
    sandbox.set_name("preload")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    control = wire.Channel(control_fd)
    forks = sandbox.load(sandbox_lib)
    gc.disable()  # imports make next to no garbage, and looking for it among all that torch has made takes a fifth of them
    prepare()
    gc.freeze()
    for message, fds in control.messages():
        named = wire.named(message, fds)
        if forks.fork_sibling() == 0:
            _be_role(forks, message, named, become)
        wire.close_all(fds)


def _be_role(forks, message, named, become):
    """Never returns."""
    status = 70
    try:
        os.setpgid(0, 0)
        os.dup2(named["log"], 1)
        os.dup2(named["log"], 2)
        forks.close_descriptors([named["control"]])
        wire.Channel(os.dup(named["control"])).send({"op": "started", "pid": os.getpid()})
        become(message["role"], named["control"], message["work_dir"])
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)
