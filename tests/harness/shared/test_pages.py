# SPDX-License-Identifier: GPL-3.0-or-later
"""Code in large pages."""

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
moved = pages.hold_code("libtriton.so")
assert text() == text_before
assert before - mapped() == moved, (before, mapped(), moved)
assert pages.hold_code("no such library") == 0
print(moved)
"""


def test_a_library_works_on_from_large_pages():
    harness = pathlib.Path(driving.HARNESS)
    done = subprocess.run([sys.executable, "-c", _MOVE, str(harness)], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 64 << 20
