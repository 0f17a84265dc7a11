# SPDX-License-Identifier: GPL-3.0-or-later
"""Diagnosis of the gpu role's sandbox; runs no foreign code.

    python -I -B main.py gpu-probe --sandbox-lib PATH --work-dir DIR

Starts CUDA in a child of the gpu role's sandbox, and where that fails once more without each layer
in turn. Prints one line of JSON per try.
"""

import json
import os
import select
import shutil
import signal
import tempfile
import time

from harness.gpu import cuda_access, gpu_host
from harness.shared import sandbox, zygote

TRY_SECONDS = 12
# NEREID_LAYER_* of engine/verify/sandbox/sandbox.h.
LAYERS = {"userns": 1, "pidns": 2, "netns": 4, "ipcns": 8, "mountns": 16, "proc": 32, "shm": 64,
          "tmpfs": 128, "rlimits": 256, "no_new_privs": 512, "landlock": 1024, "seccomp": 2048}
ALL = sum(LAYERS.values())


def _work():
    """Starts CUDA and computes a little; a dictionary of what happened."""
    import torch
    begin = time.perf_counter()
    found = {"ok": False, "refused": cuda_access.refusals()}
    if torch.cuda.is_available():
        values = torch.arange(1000, device="cuda", dtype=torch.float32)
        found["sum"] = float(values.sum().cpu())
        found["ok"] = found["sum"] == 499500.0
        found["device"] = torch.cuda.get_device_name(0)
    else:
        found["why"] = cuda_access.explain()
    found["ms"] = round((time.perf_counter() - begin) * 1000)
    return found


def _child(isolation, private_dir, report, keep_environment):
    """Never returns."""
    try:
        os.setpgid(0, 0)
        sandbox.die_with_parent()
        isolation.close_descriptors([report])
        layers = isolation.enter(private_dir, gpu_host.sandbox_flags("gpu"))
        if not keep_environment:
            zygote.prepare_private(private_dir)
            gpu_host.restore_libraries()
        answer = {"layers": layers, **_work()}
    except BaseException as error:
        answer = {"ok": False, "why": f"{type(error).__name__}: {error}"}
    os.write(report, json.dumps(answer).encode())
    os._exit(0)


def _read(report):
    """The child's line, or None after TRY_SECONDS or an early end."""
    if not select.select([report], [], [], TRY_SECONDS)[0]:
        return None
    text = os.read(report, 65536)
    return json.loads(text) if text else None


def _attempt(isolation, work_dir, name, left_out=0, keep_environment=False):
    isolation.leave_out(left_out)
    private_dir = tempfile.mkdtemp(prefix="probe-", dir=work_dir)
    read_end, write_end = os.pipe()
    pid = isolation.fork(gpu_host.sandbox_flags("gpu"))
    if pid == 0:
        _child(isolation, private_dir, write_end, keep_environment)
    os.close(write_end)
    answer = _read(read_end)
    os.close(read_end)
    os.kill(pid, signal.SIGKILL)
    status = os.waitpid(pid, 0)[1]
    shutil.rmtree(private_dir, ignore_errors=True)
    answer = answer or {"ok": False, "why": f"no answer, wait status {status}"}
    print(json.dumps({"try": name, **answer}), flush=True)
    return answer["ok"]


def run(sandbox_lib, work_dir):
    """0 if CUDA starts in the complete sandbox, else 1."""
    gpu_host.prepare_zygote()
    isolation = sandbox.load(sandbox_lib)
    work_dir = os.path.abspath(work_dir)
    print(json.dumps({"try": "facts", "libcuda": cuda_access.driver_folders(),
                      "devices": cuda_access.devices()}), flush=True)
    if _attempt(isolation, work_dir, "complete sandbox"):
        return 0
    _attempt(isolation, work_dir, "no sandbox", ALL)
    _attempt(isolation, work_dir, "no sandbox, own environment", ALL, keep_environment=True)
    for name, bit in LAYERS.items():
        _attempt(isolation, work_dir, f"without {name}", bit)
    for name, bit in LAYERS.items():
        _attempt(isolation, work_dir, f"only {name}", ALL & ~bit)
    return 1
