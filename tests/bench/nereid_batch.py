# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges a batch with `nereid verify --batch`, with a clock."""

import dataclasses
import json
import os
import subprocess
import threading
import time


@dataclasses.dataclass
class BatchRun:
    """Verdicts by id, when each came (seconds after the first of the batch was handed over), and
    how long start and a first verdict took before."""

    verdicts: dict[str, dict]
    seconds: dict[str, float]
    ready_seconds: float

    @property
    def wall(self) -> float:
        """Seconds from the first submission to the last verdict."""
        return max(self.seconds.values(), default=0.0)


def _line(candidate, name: str) -> bytes:
    request = {"id": name, "reference": candidate.reference, "candidate": candidate.code}
    return (json.dumps(request) + "\n").encode()


def _write_all(pipe, lines: list[bytes]) -> None:
    try:
        pipe.write(b"".join(lines))
        pipe.close()
    except BrokenPipeError:
        pass  # the program's exit status says more


def judge(nereid: str, candidates, *, device: str, jobs: int, warm_up, seed: int | None = None,
          limit_s: float = 600) -> BatchRun:
    """One process of the program judges `warm_up`, then the batch.

    The clock starts when the verdict on `warm_up` is there: a verifier is started once for
    thousands of batches. Candidates without a verdict after `limit_s` are missing in the result.
    """
    command = [nereid, "verify", "--batch", "/dev/stdin", "--json", "--no-cache", "--device", device,
               "--jobs", str(jobs)] + (["--seed", str(seed)] if seed is not None else [])
    started = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               start_new_session=True)
    watchdog = threading.Timer(limit_s, process.kill)
    watchdog.daemon = True
    watchdog.start()
    run = BatchRun({}, {}, 0.0)
    try:
        process.stdin.write(_line(warm_up, "warm-up"))
        process.stdin.flush()
        first = process.stdout.readline()
        if not first:
            raise RuntimeError(f"{command[0]} ended before its first verdict")
        begin = time.monotonic()
        run.ready_seconds = begin - started
        lines = [_line(candidate, candidate.id) for candidate in candidates]
        threading.Thread(target=_write_all, args=(process.stdin, lines), daemon=True).start()
        for line in process.stdout:
            verdict = json.loads(line)
            run.verdicts[verdict["id"]] = verdict
            run.seconds[verdict["id"]] = time.monotonic() - begin
    finally:
        watchdog.cancel()
        if process.poll() is None and len(run.verdicts) < len(candidates):
            process.kill()
        process.wait()
    return run


def code_of(verdict: dict | None) -> str:
    """The reason code, or "no verdict"."""
    return verdict["reason"]["code"] if verdict else "no verdict"


def is_timed(verdict: dict) -> bool:
    """Whether an accepted candidate has a measured time of its own and of its reference."""
    timing = verdict.get("timing") or {}
    return bool(verdict["accepted"] and timing.get("candidate", {}).get("median_us"))


def versions(run: BatchRun) -> dict:
    """Versions that the verifier's processes reported, and the device."""
    for verdict in run.verdicts.values():
        if verdict.get("versions"):
            return dict(verdict["versions"], cores=os.cpu_count())
    return {}
