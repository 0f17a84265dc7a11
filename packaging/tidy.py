# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs clang-tidy over our own sources of a build folder, on all cores, and remembers clean files.

usage: tidy.py [--all] BUILD_DIR [FILE...]

A file is checked again when it, a header of the project, the configuration or clang-tidy itself has changed.
Files that include libtorch take about a minute each: without --all and unless named they are left out.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys


def headers_and_settings(root: pathlib.Path) -> bytes:
    names = subprocess.run(["git", "ls-files", "*.h", "*.clang-tidy"], cwd=root, capture_output=True, text=True, check=True)
    digest = hashlib.sha256()
    for name in sorted(names.stdout.split()):
        digest.update(name.encode())
        digest.update((root / name).read_bytes())
    return digest.digest()


def without_precompiled_headers(entries: list, folder: pathlib.Path) -> pathlib.Path:
    """A compilation database for clang, which would trip over g++'s precompiled headers: it gets their text."""
    folder.mkdir(exist_ok=True)
    copies = {}
    for entry in entries:
        words = entry["command"].split()
        for header in [word for word in words if word.endswith("/cmake_pch.hxx")]:
            if header not in copies:
                copies[header] = folder / f"pch-{len(copies)}.hxx"
                copies[header].write_bytes(pathlib.Path(header).read_bytes())
            entry["command"] = entry["command"].replace(header, str(copies[header]))
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    return folder


def main() -> int:
    root = pathlib.Path(__file__).resolve().parent.parent
    arguments = [word for word in sys.argv[1:] if word != "--all"]
    build = pathlib.Path(arguments[0]).resolve()
    wanted = {str((root / name).resolve()) for name in arguments[1:]}
    with_torch = "--all" in sys.argv or bool(wanted)
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "nereid" / "tidy"
    cache.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    common = headers_and_settings(root) + version
    entries = json.loads((build / "compile_commands.json").read_text())
    database = without_precompiled_headers(entries, build / "tidy")
    jobs = []
    for entry in entries:
        path = pathlib.Path(entry["file"]).resolve()
        own = path.is_relative_to(root) and not path.is_relative_to(root / "build")
        if not with_torch and "torch/csrc" in entry["command"]:
            continue
        if own and path.suffix == ".cpp" and (not wanted or str(path) in wanted):
            key = hashlib.sha256(common + path.read_bytes() + str(path.relative_to(root)).encode()).hexdigest()
            jobs.append((path, cache / key))
    jobs = [job for job in dict(jobs).items() if not job[1].exists()]
    print(f"clang-tidy: {len(jobs)} of {len(entries)} files to check", file=sys.stderr)

    def check(job):
        path, stamp = job
        done = subprocess.run(
            ["clang-tidy", "-p", str(database), "--quiet",
             "--extra-arg=-Wno-everything", "--extra-arg=-Wno-unknown-warning-option", str(path)],
            capture_output=True, text=True)
        if done.returncode == 0:
            stamp.touch()
        return path, done

    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for count, (path, done) in enumerate(pool.map(check, jobs), 1):
            print(f"         checked {count} of {len(jobs)}: {path.relative_to(root)}", file=sys.stderr)
            if done.returncode != 0:
                failures += 1
                print(done.stdout, file=sys.stderr)
                print(f"{path.relative_to(root)}: clang-tidy exits with {done.returncode}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
