#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many verdicts under fire: ordinary candidates with hostile ones among them.

usage: verdicts.py PROGRAM [--verdicts 20000] [--jobs 0] [--hostile 0.05] [--seed 1] [--out RESULT.json]

Exit status 0 only if each submission got exactly one verdict, the one that its kind must get; no process, file, shared
memory segment or descriptor is left behind; and memory is flat: over the second half of the run the slope of a straight
line through the resident anonymous memory of the judge, and of each warm process, is under 1 KB a verdict, or the rise
under 4 MB in all. Every text is made distinct by a comment, so that no verdict is a remembered one.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import mixture
import process_watch as watch

MAX_SLOPE_KB = 1.0
MAX_RISE_KB = 4096
IDLE_LIMIT_S = 30  # until the last children of finished candidates have gone
SAMPLES = 200


class Soak:
    """One verifier, its requests and what came of them."""

    def __init__(self, arguments, folder):
        self._arguments = arguments
        self._mark = f"nereid_soak_{os.getpid()}"
        self._folder = folder
        resources = pathlib.Path(__file__).resolve().parents[2] / "resources"
        self._mixture = mixture.Mixture(arguments.program, resources, arguments.seed, arguments.hostile,
                                        arguments.only)
        self._open = {}  # id -> case, of those without a verdict
        self._changed = threading.Condition()
        self._answered = 0
        self._kinds = collections.Counter()
        self._codes = collections.Counter()
        self.faults = []
        self.samples = []
        self._started = time.monotonic()
        self._log = open(os.path.join(folder, "stderr"), "w+", encoding="utf-8")
        self._program = subprocess.Popen(
            [arguments.program, "verify", "--batch", "/dev/stdin", "--json", "--stats", "--no-cache", "--remember", "256",
             "--jobs", str(arguments.jobs), "--memory-mb", str(arguments.memory_mb), "--seed", str(arguments.seed),
             "--device", arguments.device],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, text=True,
            env={**os.environ, "TMPDIR": os.path.join(folder, "work")})
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    # ---- asking and answering ----------------------------------------------------------------

    def submit(self, case):
        with self._changed:
            number = sum(self._kinds.values())
            self._kinds[case.kind] += 1
            self._open[str(number)] = case
        patient = 20 * self._arguments.patience
        line = {"id": str(number), "reference": case.reference, "candidate": f"{case.candidate}\n# soak {number}\n",
                "compile_limit_s": patient, "run_limit_s": patient, **case.limits}
        self._program.stdin.write(json.dumps(line) + "\n")
        self._program.stdin.flush()

    def _read(self):
        for line in self._program.stdout:
            verdict = json.loads(line)
            with self._changed:
                case = self._open.pop(verdict["id"], None)
                fault = case.fault(verdict) if case else f"a second verdict for {verdict['id']}"
                if verdict.get("from_cache"):
                    fault = fault or f"{verdict['id']} was answered from the cache"
                if fault:
                    self._fault(f"{verdict['id']}: {fault}")
                self._answered += 1
                self._codes[verdict["reason"]["code"]] += 1
                self._changed.notify_all()
        with self._changed:
            self._changed.notify_all()

    def _fault(self, text):
        self.faults.append(text)
        print(f"\nFAULT {text}", file=sys.stderr)

    def wait_for(self, answers):
        with self._changed:
            self._changed.wait_for(lambda: self._answered >= answers or not self._reader.is_alive())
            if self._answered < answers:
                raise RuntimeError(f"the verifier ended after {self._answered} of {answers} verdicts")

    # ---- phases --------------------------------------------------------------------------------

    def warm_up(self):
        """Every ordinary candidate once: all references are prepared, all processes warm."""
        cases = [] if self._arguments.only else self._mixture.one_of_each()
        for case in cases[:self._arguments.verdicts] or [self._mixture.draw(self._mark)]:
            self.submit(case)
        print(f"warming up with {len(self._open)} candidates", file=sys.stderr)
        self.wait_for(sum(self._kinds.values()))
        self.idle_before = self._idle()

    def stream(self):
        total = self._arguments.verdicts
        every = max(1, total // SAMPLES)
        feeder = threading.Thread(target=self._feed, args=(total,))
        self._stream_began, self._before = time.monotonic(), self._answered
        feeder.start()
        for target in range(self._before, total + 1, every):
            self.wait_for(min(target, total))
            self._sample(total)
        feeder.join()
        self.wait_for(total)
        print(file=sys.stderr)
        self.idle_after = self._idle()

    def _feed(self, total):
        while sum(self._kinds.values()) < total:
            self.submit(self._mixture.draw(self._mark))

    def _sample(self, total):
        processes = {"judge": self._program.pid, **watch.zygotes(self._program.pid)}
        memory = {name: watch.memory_kb(pid) for name, pid in processes.items()}
        self.samples.append({"verdicts": self._answered, "s": round(time.monotonic() - self._started, 1),
                             "memory": memory})
        done, passed = self._answered - self._before, time.monotonic() - self._stream_began
        rate = done / max(passed, 1e-9)
        left = (total - self._answered) / rate if rate > 0 else 0
        judge = memory["judge"].get("anonymous_kb", 0) // 1024
        print(f"\r{self._answered} of {total}, {rate:.1f} a second, {left:.0f} s to go, {len(self.faults)} faults, "
              f"judge {judge} MB   ", end="", file=sys.stderr)

    def _idle(self):
        """The state once no candidate's process lives; what does not go is a fault."""
        program = self._program.pid
        limit = time.monotonic() + IDLE_LIMIT_S
        while True:
            roles = watch.zygotes(program)
            living = {role: watch.children(pid) for role, pid in roles.items()}
            left = {role: pids for role, pids in living.items() if len(pids) > self._kept(role)}
            if not left or time.monotonic() > limit:
                break
            time.sleep(0.1)
        for role, pids in left.items():
            self._fault(f"{len(pids)} processes of candidates still live below {role}, where {self._kept(role)} may be kept")
        pids = {"judge": program, **roles}
        return {"cpu_s": round(sum(watch.cpu_seconds(pid) for pid in pids.values()), 2),
                "descriptors": {name: watch.descriptors(pid) for name, pid in pids.items()},
                "folders": sorted(str(path) for path in pathlib.Path(self._folder, "work").glob("*/*/*")),
                "verdicts": self._answered}

    def _kept(self, role):
        """Processes that may stay warm. CUDA contexts do: of candidates that ended well, one a job while it is judged and one while it
        is timed (gpu_workers.cpp), and of references (reference_pool.cpp)."""
        return 2 * (self._arguments.jobs or os.cpu_count()) + 4 if role == "gpu" else 0

    def end(self):
        self._program.stdin.close()
        status = self._program.wait()
        self._reader.join()
        if self._open:
            self._fault(f"{len(self._open)} submissions without a verdict")
        if status not in (0, 1):
            self._fault(f"the verifier ended with exit status {status}")
        self._log.seek(0)
        lines = self._log.read().splitlines()
        return json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {}

    def kill(self):
        """Where the soak itself is interrupted; the verifier's processes go with it."""
        self._program.kill()
        self._program.wait()

    # ---- what is left --------------------------------------------------------------------------

    def check_leftovers(self, segments_before):
        for pid in watch.processes_with(self._folder):
            self._fault(f"process {pid} is left: {watch.command(pid)[:200]}")
        left = os.listdir(os.path.join(self._folder, "work"))
        if left:
            self._fault(f"left in the work folder: {', '.join(left[:5])}")
        folders = {"/tmp", "/var/tmp", "/dev/shm", "/", os.path.expanduser("~"), os.getcwd()}
        for path in watch.files_named(self._mark, folders):
            self._fault(f"a candidate's file is left: {path}")
        for segment in watch.shared_segments() - segments_before:
            self._fault(f"shared memory segment {segment} is left")

    def check_descriptors(self):
        for name, after in self.idle_after["descriptors"].items():
            before = self.idle_before["descriptors"].get(name, {})
            for kind, count in after.items():
                # Inputs of references stay in the cache, which is bounded by its own limits.
                if kind != "/memfd:given" and count > before.get(kind, 0):
                    self._fault(f"{name} has {count} descriptors of {kind}, {before.get(kind, 0)} at the beginning")
        new = set(self.idle_after["folders"]) - set(self.idle_before["folders"])
        by_role = collections.Counter(pathlib.Path(path).parent.name for path in self.idle_after["folders"])
        for role in {pathlib.Path(path).parent.name for path in new}:
            if by_role[role] > self._kept(role):
                self._fault(f"{by_role[role]} folders of finished candidates are left below {role}, where {self._kept(role)} may be kept")

    def check_memory(self):
        """Slope and rise of each process over the second half of the samples."""
        half = [sample for sample in self.samples if sample["verdicts"] * 2 >= self._arguments.verdicts]
        found = {}
        for name in half[-1]["memory"] if half else ():
            points = [(sample["verdicts"], sample["memory"][name]["anonymous_kb"]) for sample in half
                      if "anonymous_kb" in sample["memory"].get(name, {})]
            slope = _slope(points)
            rise = slope * (points[-1][0] - points[0][0]) if points else 0
            found[name] = {"slope_kb_per_verdict": round(slope, 4), "rise_kb": round(rise), "points": len(points),
                           "last_kb": points[-1][1] if points else 0}
            if slope > MAX_SLOPE_KB and rise > MAX_RISE_KB:
                self._fault(f"the memory of {name} grows by {slope:.2f} KB a verdict")
        return found

    def result(self, statistics, memory):
        verdicts = self.idle_after["verdicts"] - self.idle_before["verdicts"]
        cpu = self.idle_after["cpu_s"] - self.idle_before["cpu_s"]
        hostile = sum(count for kind, count in self._kinds.items() if kind.startswith("hostile"))
        return {"verdicts": self._answered, "hostile": hostile, "seconds": round(time.monotonic() - self._started, 1),
                "cpu_s_per_verdict": round(cpu / max(1, verdicts), 4), "codes": dict(self._codes.most_common()),
                "memory": memory, "faults": self.faults, "kinds": dict(self._kinds.most_common()),
                "descriptors": {"before": self.idle_before["descriptors"], "after": self.idle_after["descriptors"]},
                "statistics": statistics, "samples": self.samples}


def _slope(points):
    """Least squares."""
    if len(points) < 2:
        return 0.0
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--verdicts", type=int, default=20000)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--hostile", type=float, default=0.05, help="share of hostile candidates")
    parser.add_argument("--only", default="", help="hostile kinds whose name holds this, nothing else")
    parser.add_argument("--memory-mb", type=int, default=1024, help="memory limit of a candidate's process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cpu", help="cpu, or cuda[:N] to time right candidates on a GPU too")
    parser.add_argument("--patience", type=float, default=1,
                        help="of the limits of honest candidates, on a machine that does other work too")
    parser.add_argument("--out", default="")
    return parser.parse_args()


def main():
    arguments = _arguments()
    segments = watch.shared_segments()
    with tempfile.TemporaryDirectory(prefix="nereid-soak-") as folder:
        os.mkdir(os.path.join(folder, "work"))
        soak = Soak(arguments, folder)
        try:
            soak.warm_up()
            soak.stream()
            statistics = soak.end()
        finally:
            soak.kill()
        soak.check_leftovers(segments)
    soak.check_descriptors()
    result = soak.result(statistics, soak.check_memory())
    if arguments.out:
        pathlib.Path(arguments.out).write_text(json.dumps(result, indent=1), encoding="utf-8")
    short = {key: value for key, value in result.items() if key not in ("samples", "kinds", "statistics")}
    print(json.dumps(short, indent=1))
    return 1 if result["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
