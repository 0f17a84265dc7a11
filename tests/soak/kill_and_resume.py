# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills parts of a run with SIGKILL at random moments and shows that nothing is lost.

usage: kill_and_resume.py PROGRAM [--settings pocket] [--steps 8] [--kills 50] [--victim program,zygote,worker,reference]
                          [--set KEY=VALUE]... [--seed 0] [--keep DIR]

An unbroken run is made first. Then, for each kind of victim, a run of the same settings is disturbed until KILLS
kills have hit; where the program itself is the victim it is resumed after each kill. A victim run that finishes before
enough kills have hit is followed by another. Every disturbed run must end with a clean record, exactly the episodes of
the unbroken run, equal metrics (times apart) and equal bytes of weights. Exit status 0 only if all of that holds.
"""

import argparse
import csv
import hashlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from process_watch import children, role_of

TIME_LIKE = ("time/", "step_time", "rollout/", "memory/", "verify/", "unix_ms")


def victims(program: int, kind: str) -> list[int]:
    if kind == "program":
        return [program]
    roles = {pid: role_of(pid) for pid in children(program)}
    if kind == "reference":
        return [pid for pid, role in roles.items() if role == "reference"]
    zygotes = [pid for pid, role in roles.items() if role in ("device", "compiler")]
    if kind == "zygote":
        return zygotes
    return [child for zygote in zygotes for child in children(zygote)]


class Run:
    """One run folder and the process that works on it."""

    def __init__(self, args, folder: pathlib.Path):
        self.args, self.folder = args, folder
        self.log = open(folder.with_suffix(".log"), "ab")

    def start(self, resume: bool) -> subprocess.Popen:
        where = ["--resume", str(self.folder)] if resume else ["--out", str(self.folder), self.args.settings]
        command = [self.args.program, "train", *where, "--steps", str(self.args.steps), "--json"]
        for assignment in [] if resume else self.args.set:
            command += ["--set", assignment]
        return subprocess.Popen(command, stdout=self.log, stderr=self.log)

    def resumable(self) -> bool:
        return (self.folder / "record.sqlite").exists()

    def metrics(self) -> list[tuple]:
        out = self.folder.with_suffix(".csv")
        subprocess.run([self.args.program, "record", "export", str(self.folder), "--csv", "--out", str(out)], check=True,
                       stdout=subprocess.DEVNULL)
        with open(out, newline="") as file:
            rows = list(csv.DictReader(file))
        return [tuple((k, v) for k, v in row.items() if not k.startswith(TIME_LIKE)) for row in rows]

    def episodes(self) -> list[tuple]:
        out = self.folder.with_suffix(".jsonl")
        subprocess.run([self.args.program, "record", "export", str(self.folder), "--jsonl", "--out", str(out)], check=True,
                       stdout=subprocess.DEVNULL)
        rows = []
        for line in open(out):
            row = json.loads(line)
            verdict = row["verdict"]
            rows.append((row["phase"], row["step"], row["group"], row["index"], row["completion"], verdict["accepted"],
                         verdict["furthest_stage"], verdict["reason"]["code"], json.dumps(row["reward"]), row["advantage"]))
        return sorted(rows)

    def weights(self) -> str:
        folders = sorted(self.folder.glob("checkpoints/step-*"), key=lambda p: int(p.name.split("-")[1]))
        digest = hashlib.sha256()
        for file in sorted([*folders[-1].glob("*.safetensors"), *self.folder.glob("phases/*/*.safetensors")]):
            digest.update(file.name.encode() + file.read_bytes())
        return f"{folders[-1].name}:{digest.hexdigest()}"

    def record_is_clean(self) -> bool:
        return subprocess.run([self.args.program, "record", "check", str(self.folder)], stdout=self.log,
                              stderr=self.log).returncode == 0


def disturb(run: Run, kind: str, wanted: int, rng: random.Random) -> int:
    """Runs to the end under fire; returns how many kills hit."""
    hits = 0
    while True:
        process = run.start(run.resumable())
        # A resumed program must get far enough to make progress now and then: delays are drawn from a wide range.
        next_kill = time.monotonic() + rng.uniform(0.2, run.args.spread)
        while process.poll() is None:
            if hits < wanted and time.monotonic() >= next_kill:
                targets = victims(process.pid, kind)
                if targets:
                    try:
                        os.kill(rng.choice(targets), signal.SIGKILL)
                        hits += 1
                    except ProcessLookupError:
                        pass
                    next_kill = time.monotonic() + rng.uniform(0.05, run.args.spread)
                elif kind != "worker":
                    next_kill = time.monotonic() + 0.05
            time.sleep(0.002 if kind == "worker" else 0.02)
        if process.returncode == 0:
            return hits
        if process.returncode != -signal.SIGKILL:
            raise SystemExit(f"{run.folder}: the program ended with {process.returncode}; see {run.log.name}")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--settings", default="pocket")
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--victim", default="program,zygote,worker,reference")
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--spread", type=float, default=12.0, help="longest wait between two kills, seconds")
    parser.add_argument("--keep")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    root = pathlib.Path(args.keep or tempfile.mkdtemp(prefix="nereid-kill-"))
    root.mkdir(parents=True, exist_ok=True)

    whole = Run(args, root / "unbroken")
    if whole.start(False).wait() != 0:
        raise SystemExit(f"the unbroken run failed; see {whole.log.name}")
    expected = (whole.metrics(), whole.episodes(), whole.weights())
    print(f"unbroken: {len(expected[0])} steps, {len(expected[1])} episodes, {expected[2]}", flush=True)

    bad = 0
    for kind in args.victim.split(","):
        total, runs = 0, 0
        while total < args.kills:
            run = Run(args, root / f"{kind}-{runs}")
            hits = disturb(run, kind, args.kills - total, rng)
            total, runs = total + hits, runs + 1
            got = (run.metrics(), run.episodes(), run.weights())
            same = [a == b for a, b in zip(got, expected)]
            clean = run.record_is_clean()
            if not all(same) or not clean:
                bad += 1
                print(f"{kind} run {runs}: metrics/episodes/weights equal {same}, record clean {clean}", flush=True)
            if hits == 0:
                raise SystemExit(f"{kind}: a whole run passed without a single kill; use more --steps")
        print(f"{kind}: {total} kills over {runs} runs, {'all equal' if bad == 0 else 'DIFFERENCES'}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
