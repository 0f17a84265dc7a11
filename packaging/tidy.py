# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs clang-tidy over our own sources of a build folder, on all cores, and remembers clean files.

usage: tidy.py [--all] BUILD_DIR [FILE...]

A file is checked again when it, a header of the project that it includes (also by way of others), the configuration or
clang-tidy itself has changed. Files that include libtorch are left out without --all and unless named.
"""

import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


@functools.lru_cache(maxsize=None)
def content(path: pathlib.Path) -> bytes:
    return path.read_bytes()


@functools.lru_cache(maxsize=None)
def included(path: pathlib.Path) -> frozenset[pathlib.Path]:
    """Headers of the project that a file names itself."""
    names = INCLUDE.findall(content(path).decode("utf-8"))
    return frozenset(place for name in names for place in (ROOT / name, path.parent / name) if place.is_file())


def closure(path: pathlib.Path) -> list[pathlib.Path]:
    """A file with every header of the project that it sees."""
    found, waiting = {path}, [path]
    while waiting:
        for header in included(waiting.pop()):
            if header not in found:
                found.add(header)
                waiting.append(header)
    return sorted(found)


def settings() -> bytes:
    """What every check depends on: clang-tidy's version, its configuration, and how this script calls it."""
    names = subprocess.run(["git", "ls-files", "*.clang-tidy"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    return version + b"".join(content(ROOT / name) for name in sorted(names)) + content(pathlib.Path(__file__).resolve())


def one_a_source(entries: list) -> list:
    """The entries of a compilation database, a batch (NEREID_UNITY) in the entries of its sources."""
    single = []
    for entry in entries:
        batch = pathlib.Path(entry["file"])
        sources = INCLUDE.findall(batch.read_text()) if batch.parent.name == "Unity" else [entry["file"]]
        single += [{**entry, "file": source, "command": entry["command"].replace(str(batch), source)} for source in sources]
    return single


def database(entries: list, folder: pathlib.Path) -> pathlib.Path:
    """A compilation database for clang without g++'s precompiled headers: clang cannot read them, their text would triple the
    work, and a file that leans on them does not say what it includes. OpenMP's header is g++'s, too."""
    folder.mkdir(exist_ok=True)
    for entry in entries:
        entry["command"] = re.sub(r"-include \S+/cmake_pch\.hxx|-Winvalid-pch|-fopenmp", "", entry["command"])
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    return folder


def main() -> int:
    arguments = [word for word in sys.argv[1:] if word != "--all"]
    build = pathlib.Path(arguments[0]).resolve()
    wanted = {str((ROOT / name).resolve()) for name in arguments[1:]}
    with_torch = "--all" in sys.argv or bool(wanted)
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "nereid" / "tidy"
    cache.mkdir(parents=True, exist_ok=True)
    common = settings()
    jobs = {}
    for entry in one_a_source(json.loads((build / "compile_commands.json").read_text())):
        path = pathlib.Path(entry["file"]).resolve()
        own = path.suffix == ".cpp" and path.is_relative_to(ROOT) and not path.is_relative_to(ROOT / "build")
        if not own or (wanted and str(path) not in wanted) or (not with_torch and "torch/csrc" in entry["command"]):
            continue
        digest = hashlib.sha256(common)
        for part in closure(path):
            digest.update(str(part.relative_to(ROOT)).encode() + b"\0" + content(part))
        stamp = cache / digest.hexdigest()
        if not stamp.exists():
            jobs[path] = (entry, stamp)
    print(f"clang-tidy: {len(jobs)} files to check", file=sys.stderr)
    place = database([entry for entry, _ in jobs.values()], build / "tidy")

    def check(path: pathlib.Path):
        done = subprocess.run(
            ["clang-tidy", "-p", str(place), "--quiet",
             "--extra-arg=-Wno-everything", "--extra-arg=-Wno-unknown-warning-option", str(path)],
            capture_output=True, text=True, check=False)
        if done.returncode == 0:
            jobs[path][1].touch()
        return path, done

    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for count, (path, done) in enumerate(pool.map(check, sorted(jobs)), 1):
            print(f"         checked {count} of {len(jobs)}: {path.relative_to(ROOT)}", file=sys.stderr)
            if done.returncode != 0:
                failures += 1
                print(done.stdout, file=sys.stderr)
                print(f"{path.relative_to(ROOT)}: clang-tidy exits with {done.returncode}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
