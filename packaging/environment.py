# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the Python environment with torch and triton: a venv of pinned packages, made by pip.

`./start` and `nereid setup` run it. Each step is skipped when it is already done, and an interrupted
one goes on where it stopped: wheels that were downloaded stay in FOLDER.downloads until all is there.
The file FOLDER/.ready says that the environment is whole.

    python3 environment.py FOLDER [--requirements FILE] [--json]

Exit status: 0 made (or already there), 2 could not be done, 130 cancelled (SIGINT, SIGTERM). With --json
each line of standard output is one event: stage, progress, waiting, done or error.
"""

import argparse
import collections
import ctypes
import fcntl
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
import zipfile

REPORT_EVERY_S = 0.25  # seconds between two progress events
WATCH_EVERY_S = 2.0  # seconds between two looks at the size of the unpacked packages
RATE_WINDOW_S = 15.0  # seconds that the rate of the estimate is taken over
UNPACK_RATE = 60e6  # bytes a second, until unpacking has begun and its rate is known
PIP_WITH_RAW_PROGRESS = (24, 1)
UNITS = {"bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}
STAGE_TEXT = {
    "prepare": "Making the virtual environment",
    "resolve": "Asking the package index",
    "download": "Downloading",
    "unpack": "Unpacking",
    "check": "Checking",
}
# pip's own words, and what they mean to the user: code, message, mend.
FAILURES = [
    (r"No space left on device|Errno 28|Errno 122", "no_space", "the disk is full",
     "make room in {parent}, then run this again: it goes on where it stopped"),
    (r"CERTIFICATE_VERIFY_FAILED|SSLError", "network", "the package index does not prove who it is (TLS)",
     "if a proxy inspects traffic here, name its certificate: export PIP_CERT=FILE"),
    (r"ProxyError|407 ", "network", "the proxy refuses the connection", "check https_proxy, then run this again"),
    (r"IncompleteRead|Connection broken|Read timed out|ReadTimeout|incomplete-download|Connection aborted", "network",
     "the connection broke during a download", "run this again: it goes on where it stopped"),
    (r"NewConnectionError|name resolution|Network is unreachable|Connection refused|ConnectTimeout|No route to host",
     "network", "the package index cannot be reached", "check the network (and https_proxy), then run this again"),
    (r"DO NOT MATCH THE HASHES|BadZipFile|invalid wheel|ResolutionImpossible", "damaged", "a downloaded package is damaged or of another version",
     "remove {downloads}, then run this again"),
    (r"No matching distribution found|Could not find a version", "not_found",
     "the package index does not have the pinned packages for this Python and machine",
     "check the index (pip config list); packages exist for x86-64 Linux"),
    (r"Permission denied|Errno 13", "permission", "no right to write in {parent}",
     "choose another place with XDG_CACHE_HOME"),
]


class SetupError(Exception):
    """A step failed; `code` is one of FAILURES, venv, broken or internal."""

    def __init__(self, code, message, mend):
        super().__init__(message)
        self.code, self.message, self.mend = code, message, mend


class Cancelled(Exception):
    """SIGINT or SIGTERM."""


class Pins:
    """A requirements file; lines "#: NAME VALUE" say what pip does not know before it has everything."""

    def __init__(self, file):
        self.file = file
        facts = dict(re.findall(r"^#: (\w+) (\S+)", file.read_text(), re.MULTILINE))
        self.download_bytes = float(facts.get("download_mb", 0)) * 1e6
        self.installed_bytes = float(facts.get("installed_mb", 0)) * 1e6
        self.pip = facts.get("pip", "")
        self.probe = facts.get("imports", "").split(",") if facts.get("imports") else []


def duration_text(seconds):
    """"42 s", "3 min" or "2 h 5 min"."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


class Reporter:
    """Events as JSON lines, or as text with one live line on a terminal."""

    def __init__(self, as_json):
        self.as_json = as_json
        self.live = not as_json and sys.stderr.isatty()
        self.started = time.monotonic()
        self.last, self.tenths, self.width = 0.0, -1, 0

    def event(self, kind, **facts):
        if self.as_json:
            print(json.dumps({"event": kind, **facts}), flush=True)

    def say(self, text):
        if not self.as_json:
            self.clear()
            print(f"[{time.monotonic() - self.started:3.0f} s] {text}", file=sys.stderr, flush=True)

    def clear(self):
        if self.width:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr)
            self.width = 0

    def stage(self, name):
        self.event("stage", stage=name)
        self.say(STAGE_TEXT[name])
        self.last, self.tenths = 0.0, -1

    def progress(self, stage, done, total, seconds_left, what):
        now = time.monotonic()
        if now - self.last < REPORT_EVERY_S:
            return
        self.last = now
        self.event("progress", stage=stage, done=int(done), total=int(total), what=what,
                   seconds_left=None if seconds_left is None else round(seconds_left, 1))
        share = min(1.0, done / total) if total else 0.0
        text = f"         {STAGE_TEXT[stage]} {done / 1e6:,.0f} of {total / 1e6:,.0f} MB ({share:.0%})"
        if seconds_left is not None:
            text += f", {duration_text(seconds_left)} left"
        if self.live:
            text = f"{text}  {what}"[:100]
            print("\r" + text.ljust(self.width), end="", file=sys.stderr, flush=True)
            self.width = len(text)
        elif not self.as_json and int(share * 10) > self.tenths:
            self.tenths = int(share * 10)
            print(text, file=sys.stderr, flush=True)


class Rate:
    """Bytes a second over the last RATE_WINDOW_S seconds."""

    def __init__(self):
        self.points = collections.deque()

    def seconds_for(self, done, rest):
        now = time.monotonic()
        self.points.append((now, done))
        while now - self.points[0][0] > RATE_WINDOW_S:
            self.points.popleft()
        began, first = self.points[0]
        if now - began < 1.0 or done <= first:
            return None
        return rest * (now - began) / (done - first)


class PipProgress:
    """What pip's lines say about downloads. Sizes of files come from "Downloading NAME (12.3 MB)"."""

    FILE = re.compile(r"^\s*(Downloading|Using cached) (?:\S*/)?(\S+) \(([\d.]+) (bytes|kB|MB|GB)\)")
    RAW = re.compile(r"^Progress (\d+) of (\d+)")

    def __init__(self, reporter, pins):
        self.reporter, self.pins, self.rate = reporter, pins, Rate()
        self.finished, self.size, self.current, self.name = 0.0, 0.0, 0.0, ""
        self.stage = "resolve"
        self.file = ""  # named last

    def take(self, line):
        raw = self.RAW.match(line)
        file = self.FILE.match(line)
        if raw:
            self.current = float(raw.group(1))
            self.report()
        elif file and not file.group(2).endswith(".metadata"):
            self.finish_file()
            self.file = file.group(2)
            self.size = float(file.group(3)) * UNITS[file.group(4)]
            self.name = "-".join(file.group(2).split("-")[:2])
            if file.group(1) == "Using cached":
                self.finish_file()
            self.report()
        elif line.startswith("Installing collected packages"):
            self.finish_file()
            self.enter("unpack")

    def finish_file(self):
        self.finished += self.size
        self.size = self.current = 0.0

    def enter(self, stage):
        if self.stage != stage:
            self.stage = stage
            self.reporter.stage(stage)

    def report(self):
        self.enter("download")
        done = self.finished + self.current
        total = max(self.pins.download_bytes, self.finished + self.size)
        left = self.rate.seconds_for(done, total - done)
        if left is not None:
            left += self.pins.installed_bytes / UNPACK_RATE
        self.reporter.progress("download", done, total, left, self.name)


def size_of(folder):
    """Bytes of the files below a folder that another process is writing."""
    total = 0
    for base, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(base, name)).st_size
            except OSError:
                continue
    return total


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Environment:
    """One environment in the making."""

    def __init__(self, folder, pins, reporter):
        self.folder, self.pins, self.reporter = folder, pins, reporter
        self.downloads = folder.with_name(folder.name + ".downloads")
        self.python = folder / "bin/python"
        self.unpacking = folder / ".unpacking"
        self.child = None

    def make(self):
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        with open(self.folder.with_name(self.folder.name + ".lock"), "w") as lock:
            self.take_turn(lock)
            if (self.folder / ".ready").exists():
                return
            self.check_space()
            self.make_venv()
            self.upgrade_pip()
            self.install()
            self.check()
            (self.folder / ".ready").touch()
            shutil.rmtree(self.downloads, ignore_errors=True)

    def take_turn(self, lock):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.reporter.event("waiting")
            self.reporter.say("Waiting for another set-up of the Python environment")
            fcntl.flock(lock, fcntl.LOCK_EX)

    def check_space(self):
        have = size_of(self.folder) + size_of(self.downloads)
        wanted = max(0.0, self.pins.download_bytes + self.pins.installed_bytes - have)
        free = shutil.disk_usage(self.folder.parent).free
        if free < wanted:
            raise SetupError("no_space", f"the Python environment needs {wanted / 1e9:.1f} GB more in "
                             f"{self.folder.parent}, {free / 1e9:.1f} GB are free",
                             "make room, or set XDG_CACHE_HOME to a folder on a larger disk")

    def make_venv(self):
        # A package that was being unpacked looks whole to pip.
        clear = self.unpacking.exists()
        if self.python.exists() and not clear:
            return
        self.reporter.stage("prepare")
        # The name of the interpreter as it is: a link of another environment would be copied into this one.
        command = [os.path.realpath(sys.executable), "-m", "venv", *(["--clear"] if clear else []), str(self.folder)]
        status, lines = self.run(command, lambda line: None)
        if status != 0:
            if any(re.search(FAILURES[0][0], line) for line in lines):
                raise self.failure(lines)
            raise SetupError("venv", "python3 -m venv failed: " + (lines or ["no output"])[-1],
                             "apt-get install python3-venv")

    def pip(self, *arguments, take=lambda line: None):
        command = [str(self.python), "-I", "-u", "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]
        return self.run(command, take)

    def pip_version(self):
        found = sorted(self.folder.glob("lib/python*/site-packages/pip-*.dist-info"))
        numbers = re.match(r"pip-(\d+)\.(\d+)", found[-1].name) if found else None
        return tuple(int(number) for number in numbers.groups()) if numbers else (0, 0)

    def upgrade_pip(self):
        """A pip that tells how far a download is and takes broken ones up again. Also the first word with the index."""
        if not self.pins.pip or self.pip_version() >= PIP_WITH_RAW_PROGRESS:
            return
        self.reporter.stage("resolve")
        status, lines = self.pip("install", "--retries", "2", "--progress-bar", "off", f"pip=={self.pins.pip}")
        if status != 0:
            failure = self.failure(lines)
            if failure.code != "not_found":  # then the older one does it, without bytes
                raise failure

    def install(self):
        options = ["--progress-bar", "off"]
        if self.pip_version() >= PIP_WITH_RAW_PROGRESS:
            options = ["--progress-bar", "raw"]
        if self.pip_version() >= (25, 1):
            options += ["--resume-retries", "5"]
        # What an earlier call fetched, by its path: pip asks no index for it. Its own cache depends on the index.
        kept = [str(wheel) for wheel in sorted(self.downloads.glob("*.whl"))]
        progress = PipProgress(self.reporter, self.pins)
        progress.finished = sum(os.path.getsize(wheel) for wheel in kept)
        stop = threading.Event()

        def take(line):
            before, file = progress.stage, progress.file
            progress.take(line)
            if file != progress.file:
                self.keep_wheels()
            if progress.stage == "unpack" and before != "unpack":
                self.unpacking.touch()
                threading.Thread(target=self.watch_unpacking, args=(stop,), daemon=True).start()

        try:
            status, lines = self.pip("install", *options, "-r", str(self.pins.file), *kept, take=take)
        finally:
            stop.set()
        if status != 0:
            raise self.failure(lines)
        self.unpacking.unlink(missing_ok=True)

    def keep_wheels(self):
        """Whole wheels of pip's temporary folder get a second name, so that they outlive a pip that is ended."""
        for wheel in (self.folder / ".tmp").glob("pip-*/*.whl"):
            place = self.downloads / wheel.name
            if place.exists() or not zipfile.is_zipfile(wheel):  # a part of a wheel lacks its directory, the end
                continue
            self.downloads.mkdir(exist_ok=True)
            try:
                os.link(wheel, place)
            except OSError:
                continue  # a disk without links: it is fetched again

    def watch_unpacking(self, stop):
        rate, total = Rate(), self.pins.installed_bytes
        while not stop.wait(WATCH_EVERY_S):
            done = size_of(self.folder / "lib")
            if not stop.is_set():
                self.reporter.progress("unpack", done, max(total, done),
                                       rate.seconds_for(done, max(0.0, total - done)), "")

    def check(self):
        if not self.pins.probe:
            return
        self.reporter.stage("check")
        status, lines = self.run([str(self.python), "-I", "-c", f"import {', '.join(self.pins.probe)}"], lambda line: None)
        if status != 0:
            raise SetupError("broken", "the new environment does not work: " + (lines or ["no output"])[-1],
                             f"remove {self.folder} and run this again")

    def run(self, command, take):
        """Runs a program; `take` gets each line. Returns its status and its last lines, progress left out."""
        # Temporary files beside the environment: /tmp may be small, or held in memory. "-I" takes no PYTHON*.
        temporary = self.folder / ".tmp"
        temporary.parent.mkdir(parents=True, exist_ok=True)
        surroundings = {**os.environ, "PIP_NO_CACHE_DIR": "1", "LC_ALL": "C.UTF-8"}
        if self.python.exists():
            temporary.mkdir(exist_ok=True)
            surroundings["TMPDIR"] = str(temporary)
        lines = collections.deque(maxlen=60)
        with open(self.folder.with_name(self.folder.name + ".log"), "a") as log:
            self.child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                                          stderr=subprocess.STDOUT, errors="replace", env=surroundings,
                                          start_new_session=True, preexec_fn=die_with_parent)
            try:
                for line in self.child.stdout:
                    if not PipProgress.RAW.match(line):
                        log.write(line)
                        lines.append(line.rstrip())
                    take(line)
                status = self.child.wait()
            finally:
                self.end_child()
                self.keep_wheels()
                shutil.rmtree(temporary, ignore_errors=True)
        return status, list(lines)

    def end_child(self):
        if self.child is not None and self.child.poll() is None:
            os.killpg(self.child.pid, signal.SIGKILL)
            self.child.wait()
        self.child = None

    def failure(self, lines):
        places = {"parent": self.folder.parent, "downloads": self.downloads}
        text = "\n".join(lines)
        for pattern, code, message, mend in FAILURES:
            if re.search(pattern, text):
                return SetupError(code, message.format(**places), mend.format(**places))
        errors = [line for line in lines if line.startswith("ERROR")] or lines or ["no output"]
        return SetupError("internal", f"pip failed: {errors[-1]}",
                          f"see {self.folder.with_name(self.folder.name + '.log')}, then run this again")


def cancel(number, frame):
    raise Cancelled()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--requirements", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().with_name("requirements.txt"))
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    reporter = Reporter(arguments.json)
    signal.signal(signal.SIGTERM, cancel)
    signal.signal(signal.SIGINT, cancel)
    try:
        Environment(arguments.folder.absolute(), Pins(arguments.requirements), reporter).make()
    except Cancelled:
        reporter.event("error", code="cancelled", message="cancelled", mend="")
        reporter.say("Cancelled; run it again to go on")
        return 130
    except (SetupError, OSError) as problem:
        if isinstance(problem, OSError):
            full = problem.errno in (28, 122)
            problem = SetupError("no_space" if full else "permission", str(problem),
                                 "make room, then run this again" if full else "choose another place with XDG_CACHE_HOME")
        reporter.event("error", code=problem.code, message=problem.message, mend=problem.mend)
        if not arguments.json:
            reporter.clear()
            print(f"nereid: {problem.message}\nnereid: to mend it: {problem.mend}", file=sys.stderr)
        return 2
    reporter.event("done", folder=str(arguments.folder))
    reporter.clear()
    return 0


if __name__ == "__main__":
    sys.exit(main())
