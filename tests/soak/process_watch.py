# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kernel says about a verifier: its processes, their memory and descriptors, and what they left behind."""

import os
import pathlib

PROC = pathlib.Path("/proc")


def children(pid):
    found = []
    for task in PROC.glob(f"{pid}/task/*/children"):
        try:
            found += [int(word) for word in task.read_text().split()]
        except OSError:
            continue
    return found


def command(pid):
    try:
        return (PROC / str(pid) / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ").strip()
    except OSError:
        return ""


def zygotes(program):
    """Role -> pid of the program's warm processes."""
    return {role: pid for pid in children(program) if (role := role_of(pid))}


def role_of(pid):
    """The role that a process of the harness has; "" for others. The kernel keeps 15 bytes of a name."""
    try:
        name = (PROC / str(pid) / "comm").read_text().strip()
    except OSError:
        return ""
    roles = ("static", "reference", "device", "compiler", "gpu", "preload")
    return next((role for role in roles if name == f"nereid {role}"[:15]), "")


def memory_kb(pid):
    """Anonymous resident memory, and the process's proportional share of all that is resident."""
    wanted = {"Anonymous:": "anonymous_kb", "Pss:": "pss_kb", "Rss:": "rss_kb"}
    found = {}
    try:
        lines = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return found
    for line in lines:
        words = line.split()
        if words and words[0] in wanted:
            found[wanted[words[0]]] = int(words[1])
    return found


def cpu_seconds(pid):
    """Of a process and of its children that have ended and been waited for."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def descriptors(pid):
    """Kind -> how many. Memory files count by name, the rest by what they are."""
    kinds = {}
    try:
        entries = list(os.scandir(PROC / str(pid) / "fd"))
    except OSError:
        return kinds
    for entry in entries:
        try:
            target = os.readlink(entry.path)
        except OSError:
            continue
        kind = target.split(" ")[0] if target.startswith("/memfd:") else target.split(":")[0]
        kinds[kind] = kinds.get(kind, 0) + 1
    return kinds


def processes_with(text):
    """Pids whose command line holds a text, but for this process's own ancestors' shells."""
    found = []
    for entry in PROC.iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid() and text in command(entry.name):
            found.append(int(entry.name))
    return found


def shared_segments():
    """Identities of System V shared memory segments of this user."""
    try:
        lines = (PROC / "sysvipc/shm").read_text().splitlines()
    except OSError:
        return set()
    return {line.split()[1] for line in lines[1:] if int(line.split()[7]) == os.getuid()}


def files_named(mark, folders):
    """Files below the folders whose name begins with a mark."""
    found = []
    for folder in folders:
        for path, names, files in os.walk(folder):
            if path.count("/") - str(folder).count("/") >= 4:
                names.clear()
            found += [os.path.join(path, name) for name in names + files if name.startswith(mark)]
    return found
