# SPDX-License-Identifier: GPL-3.0-or-later
"""Candidates per second of one core: CPU time of a role and its children over right candidates.

    .venv/bin/python -B tests/harness/throughput.py [ROUNDS]
"""

import json
import os
import sys
import tempfile
import time
import types

import driving


def cpu_seconds(pid):
    """User and system time of the process and of its finished children."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def measure(role, name, calls):
    cpu, wall = cpu_seconds(role.process.pid), time.perf_counter()
    for call in calls:
        call()
    cpu, wall = cpu_seconds(role.process.pid) - cpu, time.perf_counter() - wall
    print(f"{name}: {len(calls)} in {cpu:.2f} s CPU, {wall:.2f} s wall: "
          f"{len(calls) / cpu:.1f}/s a core, {1000 * cpu / len(calls):.0f} ms CPU each")


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    entries = [entry for entry in json.loads((driving.SHELF / "shelf.json").read_text())["entries"]
               if entry["expected"]["accepted"]]
    with tempfile.TemporaryDirectory() as work:
        roles = {name: driving.Role(name, os.path.join(work, name))
                 for name in ("reference", "compiler", "device")}
        print("sandbox:", ",".join(roles["reference"].ready["sandbox"]) or "none")
        pair = types.SimpleNamespace(compiler=roles["compiler"], device=roles["device"])
        tasks = {}

        def prepare(path):
            tasks[path] = driving.prepare(roles["reference"], (driving.SHELF / path).read_text())

        paths = sorted({entry["reference"] for entry in entries})
        measure(roles["reference"], "prepare, six variants",
                [lambda path=path: prepare(path) for path in paths * rounds])
        compiles, runs, single = [], [], []
        for entry in entries * rounds:
            task = tasks[entry["reference"]]
            source = (driving.SHELF / entry["candidate"]).read_text()
            applicable = [(name, task.fds[name]["given"]) for name in task.messages
                          if task.messages[name]["applicable"]]
            compiles.append(lambda s=source, t=applicable[0][1]: driving.compile_candidate(
                pair, s, t))
            runs.append(lambda s=source, a=applicable: driving.run_candidate(
                pair, s, a))
            single.append(lambda s=source, a=applicable[:1]: driving.run_candidate(
                pair, s, a))
        measure(roles["compiler"], "static and compile", compiles)
        measure(roles["device"], "run, tiny only", single)
        measure(roles["device"], "run, all variants", runs)
        for role in roles.values():
            role.close()


if __name__ == "__main__":
    main()
