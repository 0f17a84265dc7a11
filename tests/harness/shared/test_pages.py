# SPDX-License-Identifier: GPL-3.0-or-later
"""Memory and code in large pages."""

import pathlib
import subprocess
import sys

import driving

_MOVE = """
import sys, types
sys.modules["harness"] = types.ModuleType("harness")
sys.modules["harness"].__path__ = [sys.argv[1]]
from harness.shared import pages
from triton._C import libtriton

def mapped():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        lines = [line for line in maps if line.rstrip().endswith("/libtriton.so")]
    edges = [line.split()[0].split("-") for line in lines]
    return sum(int(last, 16) - int(first, 16) for first, last in edges)

def text():
    context = libtriton.ir.context()
    libtriton.ir.load_dialects(context)
    return str(libtriton.ir.builder(context).create_module())

text_before, before = text(), mapped()
kept = [str(number) for number in range(1 << 20)]
list(pages.merging(("no such library",)))
assert mapped() == before
moved = 0
for merged in pages.merging(("libtriton.so",)):
    gone = before - moved - mapped()
    assert gone in (0, merged), (gone, merged)
    moved += gone
assert text() == text_before
assert kept == [str(number) for number in range(1 << 20)]
print(moved)
"""


def test_memory_and_a_library_work_on_from_large_pages():
    harness = pathlib.Path(driving.HARNESS)
    done = subprocess.run([sys.executable, "-c", _MOVE, str(harness)], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 64 << 20
