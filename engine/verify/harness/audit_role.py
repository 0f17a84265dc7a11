# SPDX-License-Identifier: GPL-3.0-or-later
"""The device of one candidate in a process of its own, so that NVIDIA's compute-sanitizer can watch
what its kernels do with memory. The candidate's host runs in the sandbox as always; of its text
only the kernels get here.

    compute-sanitizer ... python -I -B audit_role.py --control FD --work-dir DIR [--device N]
                                                     --machine-lib PATH [--plain-memory]

--plain-memory leaves fresh memory as it is, for the tool that looks for reads of it."""

import argparse
import os
import sys
import time
import types

sys.modules["harness"] = types.ModuleType("harness")  # as in main.py
sys.modules["harness"].__path__ = [os.path.dirname(os.path.abspath(__file__))]

from harness.compiler import compiler
from harness.gpu import gpu_host, gpu_worker
from harness.machine import machine_library
from harness.shared import wire


class Process:
    """What a worker needs to know of the process it is in; see zygote.Child."""

    layers = ()  # none but a process of its own

    def __init__(self, control, work_dir, device):
        self.channel = wire.Channel(control)
        self.private_dir = work_dir
        self.request = {"device": device}
        self._started = time.perf_counter()

    def elapsed_ms(self):
        return round((time.perf_counter() - self._started) * 1000, 3)


def main():
    parser = argparse.ArgumentParser(description="One candidate's device, to be audited")
    parser.add_argument("--control", type=int, required=True)
    parser.add_argument("--work-dir", required=True)
    parser.add_argument("--machine-lib", required=True)
    parser.add_argument("--device", type=int, default=0)
    parser.add_argument("--plain-memory", action="store_true")
    arguments = parser.parse_args()
    os.chdir(arguments.work_dir)
    compiler.prepare()
    library = machine_library.Library(arguments.machine_lib)
    gpu_host.restore_libraries()
    process = Process(arguments.control, arguments.work_dir, arguments.device)
    gpu_worker.serve(process, library, poisons=not arguments.plain_memory)


if __name__ == "__main__":
    main()
