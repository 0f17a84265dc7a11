# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine against Triton's interpreter, or against a GPU, on whole answers: each runs by either, on the same inputs and weights,
and their results are compared (what may differ: answer_differences.py).

    NEREID_MACHINE_LIB=... NEREID_PROGRAM=... python -B twins_of_answers.py [COUNT|FILE]... [--zoo] [--shelf] [--twin gpu] [--jobs 14]
                                              [--seconds 400] [--out summary.json] [--only TEXT] [--skip TEXT]

COUNT: answers of the generator, so many of each level, of which there are two. FILE: a JSON object with `id`, `reference` and
`candidate` in each line, as `nereid verify --batch` takes it. --zoo: the honest twins, and the cheats that are harmless where a
GPU does the work; other cheats are left out, since what they do is to differ. --shelf: the answers that are to be accepted.

Both sides run in processes of their own, and one that ends, hangs or loses its GPU costs that answer alone. A line for each
difference, a summary at the end and as JSON in --out; --seconds ends it early. Exit status 0 if nothing differs."""

import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
import torch  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import answer_differences  # noqa: E402
import answer_sides  # noqa: E402

SOURCE = pathlib.Path(__file__).resolve().parents[3]
MOST_SECONDS = 60  # of one answer by either side
START_SECONDS = 120  # of a process: torch, Triton, a CUDA context beside many others
SECONDS_BETWEEN_LINES = 10


# ---- sets of answers ----------------------------------------------------------------------------


def resources():
    return pathlib.Path(os.environ.get("NEREID_RESOURCES", SOURCE / "resources"))


def generated(count, seed=0):
    made = subprocess.run([os.environ["NEREID_PROGRAM"], "tasks", "generate", "--count", str(count), "--runnable", "--answers",
                           "--seed", str(seed)], capture_output=True, text=True, check=True).stdout.splitlines()
    return [{"set": "generated", **json.loads(line)} for line in made]


def told(file):
    """Answers that somebody has collected."""
    lines = [json.loads(line) for line in pathlib.Path(file).read_text(encoding="utf-8").splitlines() if line.strip()]
    return [{"set": pathlib.Path(file).stem, **line} for line in lines]


def shelf():
    folder = resources() / "verify_shelf"
    entries = json.loads((folder / "shelf.json").read_text(encoding="utf-8"))["entries"]
    return [{"set": "shelf", "id": entry["id"], "reference": (folder / entry["reference"]).read_text(encoding="utf-8"),
             "candidate": (folder / entry["candidate"]).read_text(encoding="utf-8")}
            for entry in entries if entry["expected"]["accepted"]]


def zoo():
    """Each in a process of its own: what twins do to it is theirs."""
    tasks = []
    for file in sorted((resources() / "zoo").glob("*/class.json")):
        for entry in json.loads(file.read_text(encoding="utf-8"))["entries"]:
            reference = (resources() / "zoo" / entry["reference"]).read_text(encoding="utf-8")
            for kind in ("twin", "cheat"):
                if kind == "twin" or entry.get("harmless"):
                    tasks.append({"set": "zoo", "id": f"{entry['id']} {kind}", "reference": reference, "alone": True,
                                  "candidate": (file.parent / entry[kind]).read_text(encoding="utf-8")})
    return tasks


# ---- processes ----------------------------------------------------------------------------------


_starting = threading.Lock()


def _context():
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["torch"])  # Triton comes later: the interpreter's process must say so before
    return context


class Child:
    """A process of one side, started when it is needed and again when it has ended."""

    def __init__(self, kind, folder):
        self._kind, self._parent = kind, folder
        self._process = self._link = self._folder = None
        self.restarts = -1

    def ask(self, *request):
        """Its answer, or words on what became of it."""
        if self._process is None:
            words = self._start()
            if words:
                return {"words": words}
        self._link.send(request)
        answer = self._wait(MOST_SECONDS + 10)
        if isinstance(answer, str):
            self.stop()
            return {"words": answer}
        if not answer["sound"]:
            self.stop()
        return answer

    def _start(self):
        self._folder = tempfile.mkdtemp(dir=self._parent)
        with _starting:
            self.restarts += 1
            self._link, there = multiprocessing.Pipe()
            self._process = _context().Process(
                target=answer_sides.serve, args=(self._kind, there, self._folder, MOST_SECONDS), daemon=True)
            self._process.start()
            there.close()
        answer = self._wait(START_SECONDS)
        if isinstance(answer, str):
            self.stop()
            return f"no process of the {self._kind}: {answer}"
        return ""

    def _wait(self, seconds):
        try:
            return self._link.recv() if self._link.poll(seconds) else f"stopped after {seconds} s"
        except (EOFError, ConnectionError):
            self._process.join(5)
            return f"its process ended ({self._process.exitcode}): {self._last_words()}"

    def _last_words(self):
        lines = (pathlib.Path(self._folder) / "log").read_text(encoding="utf-8", errors="replace").split("\n")
        return next((line.strip()[:200] for line in reversed(lines) if line.strip()), "")

    def stop(self):
        if self._process is None:
            return
        self._link.close()
        with _starting:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)  # its own group, or none yet
            except ProcessLookupError:
                self._process.kill()
            self._process.join(10)
        self._process = None
        shutil.rmtree(self._folder, ignore_errors=True)


class Pair:
    """A process of either side, for one answer after another."""

    def __init__(self, twin, folder):
        self._folder, self._twin = folder, twin
        self._children = {kind: Child(kind, folder) for kind in ("machine", twin)}

    def compare(self, task):
        """What is known of the answer: "status", "outputs", "problem"."""
        names = {what: os.path.join(self._folder, f"{task['index']}-{what}") for what in ("given", "machine", self._twin)}
        known = {}
        for kind, child in self._children.items():
            known[kind] = child.ask(task, names["given"], names[kind])
            if task.get("alone"):
                child.stop()
        row = {"id": task["id"], "set": task["set"], **{f"{kind}_s": round(answer.get("seconds", 0), 2) for kind, answer in known.items()}}
        row.update(self._compared(known, names))
        for name in names.values():
            if os.path.exists(name):
                os.remove(name)
        return row

    def _compared(self, known, names):
        words = {kind: answer["words"] for kind, answer in known.items() if "words" in answer}
        if len(words) == 2:
            return {"status": "neither", "words": words}
        if words:
            return {"status": "one side alone", "words": words,
                    "problem": "; ".join(f"{kind}: {words.get(kind, 'runs')}" for kind in known)}
        of_machine = known["machine"]
        ours, theirs = (torch.load(names[kind], weights_only=True) for kind in known)
        outputs = answer_differences.of_answers(ours, theirs, of_machine["moves"], of_machine["unit"])
        problems = [output["problem"] for output in outputs if "problem" in output]
        equal = not any(output.get("bits_differ", 1) for output in outputs)
        return {"status": "differs" if problems else "equal bits" if equal else "within the bound", "moves": of_machine["moves"],
                "launches": of_machine["launches"], "outputs": outputs, **({"problem": "; ".join(problems)} if problems else {})}

    def stop(self):
        for child in self._children.values():
            child.stop()

    def restarts(self):
        return {kind: child.restarts for kind, child in self._children.items()}


def compare_all(tasks, twin, jobs, folder, seconds=float("inf"), tell=print):
    """Rows of Pair.compare, as they come; those of answers that there was no time for are left out."""
    left = queue.SimpleQueue()
    for task in tasks:
        left.put(task)
    rows, began, changed = [], time.monotonic(), threading.Condition()

    def work():
        pair = Pair(twin, folder)
        try:
            while time.monotonic() - began < seconds:
                task = left.get_nowait()
                try:
                    row = pair.compare(task)
                except Exception as error:  # noqa: BLE001  (of this script)
                    pair.stop()
                    row = {"id": task["id"], "set": task["set"], "status": "not compared", "problem": f"{type(error).__name__}: {error}"}
                with changed:
                    rows.append(row)
                    if "problem" in row:
                        tell(f"{row['id']}: {row['problem']}")
                    elif row["status"] == "neither":
                        tell(f"{row['id']}: not run: " + "; ".join(f"{kind}: {words}" for kind, words in row["words"].items()))
        except queue.Empty:
            pass
        finally:
            pair.stop()

    threads = [threading.Thread(target=work) for _ in range(min(jobs, len(tasks)))]
    for thread in threads:
        thread.start()
    said = began
    while any(thread.is_alive() for thread in threads):
        next(thread for thread in threads if thread.is_alive()).join(1) if any(thread.is_alive() for thread in threads) else None
        if time.monotonic() - said >= SECONDS_BETWEEN_LINES and rows:
            said = time.monotonic()
            tell(progress(rows, len(tasks), said - began))
    return rows


# ---- words --------------------------------------------------------------------------------------


def progress(rows, total, seconds):
    counts = collections.Counter(row["status"] for row in rows)
    left = seconds / len(rows) * (total - len(rows))
    return f"{len(rows)} of {total}, {seconds:.0f} s, {left:.0f} s to go: " + ", ".join(f"{n} {what}" for what, n in counts.most_common())


def _device(twin):
    if twin != "gpu":
        return "CPU"
    try:
        return torch.cuda.get_device_name()
    except Exception as error:  # noqa: BLE001  (the GPU may be gone; what was compared is not)
        return f"{type(error).__name__}: {error}"[:200]


def summary(rows, total, seconds, twin):
    """Of a whole run, for --out."""
    sets = {}
    for row in rows:
        sets.setdefault(row["set"], collections.Counter())[row["status"]] += 1
    shares = {}
    for row in rows:
        for output in row.get("outputs", []):
            if output.get("unit") and output["share"] > shares.get((output["dtype"], output["unit"]), {"share": -1})["share"]:
                shares[output["dtype"], output["unit"]] = {"share": output["share"], "id": row["id"]}
    outputs = collections.Counter()
    for row in rows:
        for output in row.get("outputs", []):
            must = row["moves"] or not output["dtype"].startswith(("float", "bfloat"))
            outputs[("bits must be equal" if must else "may round") + (", equal" if not output.get("bits_differ", 1) else ", not equal")] += 1
    return {"schema": "nereid.twins/1", "twin": twin, "device": _device(twin),
            "torch": torch.__version__, "answers": total, "compared": len(rows), "seconds": round(seconds, 1),
            "sets": {name: dict(counts) for name, counts in sets.items()}, "outputs": dict(outputs),
            "largest_share": [{"dtype": dtype, "unit": unit, **row} for (dtype, unit), row in sorted(shares.items())],
            "seconds_of_sides": {kind: round(sum(row.get(f"{kind}_s", 0) for row in rows), 1) for kind in ("machine", twin)},
            "problems": [row for row in rows if "problem" in row or row["status"] == "neither"],
            "slowest": sorted(({key: value for key, value in row.items() if key != "outputs"} for row in rows),
                              key=lambda row: -row.get("machine_s", 0) - row.get(f"{twin}_s", 0))[:10]}


def arguments_of(words=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("what", nargs="*", help="a count of generated answers, or a file of answers")
    parser.add_argument("--zoo", action="store_true")
    parser.add_argument("--shelf", action="store_true")
    parser.add_argument("--twin", choices=("interpreter", "gpu"), default="interpreter")
    parser.add_argument("--gpu", action="store_const", dest="twin", const="gpu")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=0, help="of the generator")
    parser.add_argument("--only", default="", help="answers whose id has this text")
    parser.add_argument("--skip", default="\n", help="no answers whose id has this text")
    parser.add_argument("--out", type=pathlib.Path)
    return parser.parse_args(words)


def tasks_of(arguments):
    tasks = (zoo() if arguments.zoo else []) + (shelf() if arguments.shelf else [])
    for what in reversed(arguments.what):
        tasks += generated(int(what), arguments.seed) if what.isdigit() else told(what)
    return [{**task, "index": index} for index, task in enumerate(
        task for task in tasks if arguments.only in task["id"] and arguments.skip not in task["id"])]


def main():
    arguments = arguments_of()
    tasks = tasks_of(arguments)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="nereid-twins-") as folder:
        os.environ["TRITON_CACHE_DIR"] = os.path.join(folder, "triton")
        rows = compare_all(tasks, arguments.twin, arguments.jobs, folder, arguments.seconds, lambda text: print(text, flush=True))
    seconds = time.monotonic() - began
    told_of = summary(rows, len(tasks), seconds, arguments.twin)
    if arguments.out:
        arguments.out.write_text(json.dumps(told_of, indent=1), encoding="utf-8")
    print(progress(rows, len(tasks), seconds) if rows else "nothing to compare")
    for key in ("sets", "outputs", "largest_share", "seconds_of_sides"):
        print(f"{key}: {json.dumps(told_of[key])}")
    return 0 if rows and not any("problem" in row for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
