# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine against Triton's interpreter on answers of the generator: each answer runs whole by either, on the same inputs, and
their results are compared.

    NEREID_PROGRAM=... NEREID_MACHINE_RUNNER=... python -B twins_of_answers.py COUNT [SECONDS]
    NEREID_MACHINE_RUNNER=... python -B twins_of_answers.py FILE [SECONDS]

COUNT is of each level, of which there are two. FILE has a JSON object with `id`, `reference` and `candidate` in each line, as `nereid verify --batch` takes it; a kernel that
takes either side over a minute is left out. Prints a line for each difference and a summary; SECONDS ends it early. The tests run a few (test_answers.py)."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
import torch  # noqa: E402

CHUNK = 25
MOST_SECONDS = 60  # of one answer by either side
RELATIVE, ABSOLUTE = 1e-4, 1e-5  # of float32; half types: of a rounding


def generated(count, seed=0):
    made = subprocess.run([os.environ["NEREID_PROGRAM"], "tasks", "generate", "--count", str(count), "--runnable", "--answers",
                           "--seed", str(seed)], capture_output=True, text=True, check=True).stdout.splitlines()
    return [json.loads(line) for line in made]


def told(file):
    """Answers that somebody has collected."""
    lines = [json.loads(line) for line in pathlib.Path(file).read_text(encoding="utf-8").splitlines() if line.strip()]
    return [{"entry_point": "Model", "name": "", "on_cuda": True, **line} for line in lines]


def on_cuda():
    """Host code of others often asks whether it is on a GPU."""
    from harness.candidate import candidate_host
    candidate_host.install_cuda_surface()
    return candidate_host.CudaIllusion()


class TooSlow(Exception):
    """It took more than MOST_SECONDS."""


@contextlib.contextmanager
def in_time():
    def end(*_):
        raise TooSlow(f"over {MOST_SECONDS} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(MOST_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def outcome(launches, task, folder):
    """The answer's results, or what it says instead."""
    import answers
    names = {}
    for kind in ("reference", "candidate"):
        names[kind] = pathlib.Path(folder) / f"{kind}_{task['index']}.py"
        names[kind].write_text(task[kind], encoding="utf-8")
    try:
        with in_time(), on_cuda() if task.get("on_cuda") else contextlib.nullcontext():
            result, _ = answers.tried(launches, answers.load(names["reference"], names["reference"].stem),
                                      answers.load(names["candidate"], names["candidate"].stem), task["entry_point"])
    except Exception as error:  # noqa: BLE001  (compared, as results are)
        return f"{type(error).__name__}: {error}"[:300]
    findings = [finding["message"] for _, answer in getattr(launches, "answers", []) for finding in answer.get("findings", [])]
    errors = [answer["error"] for _, answer in getattr(launches, "answers", []) if "error" in answer]
    if findings or errors:
        return "; ".join(findings + errors)[:300]
    return [value.detach() for value in (result if isinstance(result, (tuple, list)) else [result])]


class Interpreted:
    """Triton's interpreter in the place of a GPU: this process was started with TRITON_INTERPRET=1."""

    @contextlib.contextmanager
    def instead_of_a_gpu(self):
        from triton.runtime.autotuner import Autotuner
        before = Autotuner.run
        Autotuner.run = lambda tuner, *args, **keywords: tuner.fn.run(
            *args, **{**keywords, **tuner.configs[0].all_kwargs()})
        try:
            yield
        finally:
            Autotuner.run = before


def interpret(file):
    import machine_driving  # noqa: F401  (puts the harness in place)
    from harness.front_end import interpreter_indices
    interpreter_indices.let_scalars_be_indices()
    with tempfile.TemporaryDirectory() as folder:
        tasks = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
        torch.save([outcome(Interpreted(), task, folder) for task in tasks], file + ".pt")


def difference(ours, theirs):
    """What differs, or None."""
    if isinstance(ours, str) or isinstance(theirs, str):
        return None if isinstance(ours, str) and isinstance(theirs, str) else \
            f"machine: {ours if isinstance(ours, str) else 'runs'}; interpreter: {theirs if isinstance(theirs, str) else 'runs'}"
    for a, b in zip(ours, theirs, strict=True):
        if a.shape != b.shape or a.dtype != b.dtype:
            return f"{a.dtype} {tuple(a.shape)} and {b.dtype} {tuple(b.shape)}"
        if not a.dtype.is_floating_point:
            if not torch.equal(a, b):
                return f"{int((a != b).sum())} whole numbers"
            continue
        unit = {torch.float16: 2**-10, torch.bfloat16: 2**-7}.get(a.dtype, RELATIVE)
        size = float(b.double().abs().nan_to_num(posinf=0).mean()) if b.numel() else 0
        close = torch.isclose(a.double(), b.double(), rtol=2 * unit, atol=ABSOLUTE + unit * size, equal_nan=True)
        if not close.all():
            return f"{int((~close).sum())} of {close.numel()}, by up to {float((a.double() - b.double()).abs().max()):.3g}"
    return None


def compare(tasks, machine, folder):
    """[(task, difference or None, whether both ran, why neither did)] of a chunk."""
    import answers
    file = str(pathlib.Path(folder) / f"chunk_{tasks[0]['index']}.json")
    pathlib.Path(file).write_text(json.dumps(tasks), encoding="utf-8")
    child = subprocess.Popen([sys.executable, "-B", __file__, "--interpret", file],
                             env={**os.environ, "TRITON_INTERPRET": "1"})
    ours = [outcome(answers.Launches(machine), task, folder) for task in tasks]
    if child.wait() != 0:
        raise RuntimeError("the interpreter's process ended")
    theirs = torch.load(file + ".pt", weights_only=False)
    return [(task, difference(a, b), not isinstance(a, str) and not isinstance(b, str),
             a if isinstance(a, str) and isinstance(b, str) else "")
            for task, a, b in zip(tasks, ours, theirs, strict=True)]


def main():
    import machine_driving
    which, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else float("inf")
    begin = time.monotonic()
    done = both = different = 0
    with tempfile.TemporaryDirectory() as folder:
        machine = machine_driving.Machine(folder)
        tasks = [{"index": index, **task} for index, task in enumerate(generated(int(which)) if which.isdigit() else told(which))]
        for first in range(0, len(tasks), CHUNK):
            if time.monotonic() - begin > seconds:
                break
            for task, problem, ran, words in compare(tasks[first:first + CHUNK], machine, folder):
                done, both = done + 1, both + ran
                if words:
                    print(f"{task['id']}: not run: {words}", flush=True)
                if problem:
                    different += 1
                    print(f"{task['id']}{' (' + task['name'] + ')' if task['name'] else ''}: {problem}", flush=True)
            print(f"{done} answers, {both} run by both, {different} differ", flush=True)
        machine.close()


if __name__ == "__main__":
    interpret(sys.argv[2]) if sys.argv[1] == "--interpret" else main()
