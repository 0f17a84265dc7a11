# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs KernelBench's own batch evaluation, scripts/eval_from_generations.py, unchanged.

The source is copied into a workspace in which every candidate is a problem of level 1 with one
sample: the script's own form, one sample a problem being its default. What it imports and never
calls in a local evaluation (clients of language models, Modal, data sets) is replaced by empty
modules where it is not installed; that spares each of its processes seconds of imports. Its command
line comes from pydra and its result class from pydantic; where they are missing, the few lines
below stand in for what it uses of them.
"""

import dataclasses
import importlib.util
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

NEEDED = ("src/kernelbench/__init__.py", "src/kernelbench/compile.py",
          "src/kernelbench/dataset.py", "src/kernelbench/eval.py", "src/kernelbench/timing.py",
          "src/kernelbench/utils.py", "scripts/eval_from_generations.py")
# Imported by these files, besides the standard library, torch and numpy.
IMPORTED = ("pydra", "modal", "tqdm", "dotenv", "openai", "litellm", "requests", "pydantic",
            "tomli", "datasets", "tabulate", "transformers")

_ANYTHING = '''
class _Anything:
    def __call__(self, *args, **kwargs):
        return self
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self
    def __enter__(self):
        return self
    def __exit__(self, *details):
        return False

def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _Anything()
'''

_PYDRA = '''
import ast, functools, sys

REQUIRED = object()

class Config:
    def to_dict(self):
        return dict(vars(self))

def _value(text):
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text

def main(base):
    def wrap(function):
        @functools.wraps(function)
        def run():
            config = base()
            for word in sys.argv[1:]:
                name, _, text = word.partition("=")
                if not hasattr(config, name):
                    raise SystemExit(f"no setting {name!r}")
                setattr(config, name, _value(text))
            missing = [name for name, value in vars(config).items() if value is REQUIRED]
            if missing:
                raise SystemExit(f"settings missing: {missing}")
            return function(config)
        return run
    return wrap
'''

_PYDANTIC = '''
import copy

class BaseModel:
    def __init__(self, **values):
        for name in type(self).__annotations__:
            setattr(self, name, values.get(name, copy.deepcopy(getattr(type(self), name))))
    def __repr__(self):
        return " ".join(f"{name}={value!r}" for name, value in vars(self).items())
'''

_TQDM = '''
class tqdm:
    def __init__(self, items=(), **options):
        self.items = items
    def __iter__(self):
        return iter(self.items)
    def __enter__(self):
        return self
    def __exit__(self, *details):
        return False
    def update(self, count=1):
        pass
'''

_STUBS = {"pydra": _PYDRA, "pydantic": _PYDANTIC, "tqdm": _TQDM}


@dataclasses.dataclass
class KernelBenchRun:
    """Results of the script by candidate id, and when each came, seconds after it began."""

    results: dict[str, dict]
    seconds: dict[str, float]
    stopped: bool  # the time was up before all candidates were evaluated
    stubs: list[str]
    ready_seconds: float

    @property
    def wall(self) -> float:
        """Seconds from "Start evaluation" to the last result."""
        return max(self.seconds.values(), default=0.0)


def commit_of(source: pathlib.Path) -> str:
    """The commit of the copy, from a file COMMIT beside the source or from git; "" if unknown."""
    if (source / "COMMIT").exists():
        return (source / "COMMIT").read_text().strip()
    answer = subprocess.run(["git", "-C", source, "rev-parse", "HEAD"], capture_output=True,
                            text=True, check=False)
    return answer.stdout.strip() if answer.returncode == 0 else ""


def write_stubs(folder: pathlib.Path) -> list[str]:
    """Stand-ins for imported modules that are not installed; returns their names."""
    folder.mkdir(parents=True)
    missing = [name for name in IMPORTED if importlib.util.find_spec(name) is None]
    for name in missing:
        (folder / f"{name}.py").write_text(_STUBS.get(name, _ANYTHING))
    return missing


def write_workspace(source: pathlib.Path, candidates, folder: pathlib.Path) -> list[str]:
    """The script's tree with one problem and one sample per candidate, numbered from 1."""
    absent = [name for name in NEEDED if not (source / name).exists()]
    if absent:
        raise FileNotFoundError(f"{source} lacks {', '.join(absent)}; expected KernelBench's tree")
    for name in NEEDED:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, target)
    problems, run = folder / "KernelBench" / "level1", folder / "runs" / "against"
    problems.mkdir(parents=True)
    run.mkdir(parents=True)
    for number, candidate in enumerate(candidates, 1):
        name = re.sub(r"\W+", "_", candidate.task)
        (problems / f"{number}_{name}.py").write_text(candidate.reference)
        (run / f"level_1_problem_{number}_sample_0_kernel.py").write_text(candidate.code)
    return write_stubs(folder / "stubs")


def _environment(folder: pathlib.Path) -> dict:
    environment = dict(os.environ, PYTHONUNBUFFERED="1", TQDM_DISABLE="1",
                       TRITON_CACHE_DIR=str(folder / "triton-cache"))
    environment["PYTHONPATH"] = os.pathsep.join([str(folder / "stubs"), str(folder / "src")])
    return environment


def _command() -> list[str]:
    # Its own defaults: 5 correctness trials, 100 timed ones, 180 s a candidate, one GPU.
    return [sys.executable, "scripts/eval_from_generations.py", "run_name=against",
            "dataset_src=local", "level=1", "backend=triton", "gpu_arch=['Hopper']"]


def _watch(process, log, started: float) -> tuple[float, dict[int, float]]:
    """Reads the script's output; returns when it began to evaluate and when results came."""
    begin, seconds = started, {}
    for line in process.stdout:
        log.write(line)
        if line.startswith("Start evaluation on"):
            begin = time.monotonic()
        added = re.match(r"Adding Eval Result to file for problem (\d+)", line)
        if added:
            seconds[int(added[1])] = time.monotonic() - begin
    return begin, seconds


def _stop_group(process) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def evaluate(source: pathlib.Path, candidates, folder: pathlib.Path,
             limit_s: float) -> KernelBenchRun:
    """Runs the script over `candidates` for at most `limit_s` seconds. Results count as they are
    written after each batch, so a stopped run is a true sample of the first candidates.

    RuntimeError if not one candidate was evaluated: then `folder`/log.txt says why.
    """
    candidates = list(candidates)
    stubs = write_workspace(source, candidates, folder)
    started = time.monotonic()
    process = subprocess.Popen(_command(), cwd=folder, env=_environment(folder), text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True, errors="replace")
    watchdog = threading.Timer(limit_s, _stop_group, (process,))
    watchdog.daemon = True
    watchdog.start()
    try:
        with open(folder / "log.txt", "w", encoding="utf-8") as log:
            begin, seconds = _watch(process, log, started)
    finally:
        watchdog.cancel()
        _stop_group(process)
        process.wait()
    written = folder / "runs" / "against" / "eval_results.json"
    results = json.loads(written.read_text()) if written.exists() else {}
    by_id = {candidates[int(number) - 1].id: rows[0] for number, rows in results.items()}
    if not by_id:
        tail = (folder / "log.txt").read_text(encoding="utf-8", errors="replace")[-2000:]
        raise RuntimeError(f"KernelBench evaluated nothing; the end of its output:\n{tail}")
    return KernelBenchRun(by_id, {candidates[number - 1].id: at for number, at in seconds.items()
                                  if candidates[number - 1].id in by_id},
                          len(by_id) < len(candidates), stubs, begin - started)


def accepted(result: dict) -> bool:
    """What the benchmark counts as correct."""
    return bool(result["compiled"] and result["correctness"])


def is_timed(result: dict) -> bool:
    """Whether a correct candidate has a measured time."""
    return accepted(result) and result["runtime"] > 0


def reason(result: dict) -> str:
    """Why KernelBench did not accept, in a few words."""
    if accepted(result):
        return "correct" + (", excessive speedup" if result["metadata"].get("excessive_speedup")
                            else "")
    metadata = result["metadata"]
    for key in ("compilation_error_name", "runtime_error_name", "cuda_error_name",
                "other_error_name", "correctness_issue", "error"):
        if metadata.get(key):
            return str(metadata[key]).split("\n", 1)[0][:60]
    return "not compiled" if not result["compiled"] else "not correct"
