# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs clang-tidy over our own sources of a build folder, on all cores, and remembers clean files.

usage: tidy.py [--all] BUILD_DIR [FILE...]

A file is checked again when it, a header of the project that it includes (also by way of others), the configuration or
clang-tidy itself has changed. Files that include libtorch are left out without --all and unless named. Sources of a batch
(NEREID_UNITY) are read together, which takes a quarter of the time; where something is found, one by one.
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
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
CALL = ("clang-tidy", "--quiet", "--extra-arg=-Wno-everything", "--extra-arg=-Wno-unknown-warning-option")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


class Source(typing.NamedTuple):
    """A file that is to be checked: its entry in the compilation database, the file that says it is clean, and the batch it is
    compiled in (itself where it has none)."""

    path: pathlib.Path
    entry: dict
    stamp: pathlib.Path
    batch: str


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
    """What every check depends on: clang-tidy's version, its configuration, and how it is called."""
    names = subprocess.run(["git", "ls-files", "*.clang-tidy"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    return version + b"".join(content(ROOT / name) for name in sorted(names)) + " ".join(CALL).encode()


def one_a_source(entries: list) -> list[tuple[dict, str]]:
    """The entries of a compilation database, a batch (NEREID_UNITY) in the entries of its sources, each with what it is compiled in."""
    single = []
    for entry in entries:
        batch = pathlib.Path(entry["file"])
        sources = INCLUDE.findall(batch.read_text()) if batch.parent.name == "Unity" else [entry["file"]]
        single += [({**entry, "file": source, "command": entry["command"].replace(str(batch), source)}, str(batch)) for source in sources]
    return single


def to_check(build: pathlib.Path, wanted: set[str], with_torch: bool) -> list[Source]:
    """Our own sources of a build that are not known to be clean."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "nereid" / "tidy"
    cache.mkdir(parents=True, exist_ok=True)
    common = settings()
    found = {}
    for entry, batch in one_a_source(json.loads((build / "compile_commands.json").read_text())):
        path = pathlib.Path(entry["file"]).resolve()
        own = path.suffix == ".cpp" and path.is_relative_to(ROOT) and not path.is_relative_to(ROOT / "build")
        if not own or (wanted and str(path) not in wanted) or (not with_torch and "torch/csrc" in entry["command"]):
            continue
        digest = hashlib.sha256(common)
        for part in closure(path):
            digest.update(str(part.relative_to(ROOT)).encode() + b"\0" + content(part))
        stamp = cache / digest.hexdigest()
        if not stamp.exists():
            found[path] = Source(path, entry, stamp, batch)
    return [found[path] for path in sorted(found)]


def database(sources: list[Source], folder: pathlib.Path) -> list[tuple[pathlib.Path, list[Source]]]:
    """Writes a compilation database for clang, and the batches of it. Returns what to read and whose sources are in it. Without
    g++'s precompiled headers: clang cannot read them, their text would triple the work, and a file that leans on them does not
    say what it includes. OpenMP's header is g++'s, too."""
    folder.mkdir(exist_ok=True)
    groups = {}
    for source in sources:
        source.entry["command"] = re.sub(r"-include \S+/cmake_pch\.hxx|-Winvalid-pch|-fopenmp", "", source.entry["command"])
        groups.setdefault(source.batch, []).append(source)
    parts, entries = [], [source.entry for source in sources]
    for number, group in enumerate(groups.values()):
        if len(group) == 1:
            parts.append((group[0].path, group))
            continue
        batch = folder / f"batch_{number}.cpp"
        batch.write_text("".join(f'#include "{source.path}"  // NOLINT(bugprone-suspicious-include)\n' for source in group))
        first = group[0].entry
        entries.append({**first, "file": str(batch), "command": first["command"].replace(first["file"], str(batch))})
        parts.append((batch, group))
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    return parts


def run_tidy(folder: pathlib.Path, path: pathlib.Path) -> subprocess.CompletedProcess:
    return subprocess.run([*CALL, "-p", str(folder), str(path)], capture_output=True, text=True, check=False)


def main() -> int:
    arguments = [word for word in sys.argv[1:] if word != "--all"]
    build = pathlib.Path(arguments[0]).resolve()
    wanted = {str((ROOT / name).resolve()) for name in arguments[1:]}
    sources = to_check(build, wanted, "--all" in sys.argv or bool(wanted))
    print(f"clang-tidy: {len(sources)} files to check", file=sys.stderr)
    folder = build / "tidy"
    parts = database(sources, folder)

    def check(part: tuple[pathlib.Path, list[Source]]) -> tuple[list[Source], list[tuple[Source, subprocess.CompletedProcess]]]:
        """A part's sources, and what was found in which."""
        path, group = part
        if len(group) > 1 and run_tidy(folder, path).returncode == 0:
            faults = []
        else:
            done = [(source, run_tidy(folder, source.path)) for source in group]
            faults = [(source, result) for source, result in done if result.returncode != 0]
        for source in group:
            if all(source is not fault for fault, _ in faults):
                source.stamp.touch()
        return group, faults

    count = failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for group, faults in pool.map(check, parts):
            count += len(group)
            print(f"         checked {count} of {len(sources)}: {', '.join(source.path.name for source in group)}", file=sys.stderr)
            for source, result in faults:
                failures += 1
                print(result.stdout, file=sys.stderr)
                print(f"{source.path.relative_to(ROOT)}: clang-tidy exits with {result.returncode}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
