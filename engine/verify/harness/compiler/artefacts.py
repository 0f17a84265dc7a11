# SPDX-License-Identifier: GPL-3.0-or-later
"""What the compiler made of each kernel on its way to a cubin, kept for people to read: the texts
of the levels, each with the places of the candidate's file that its lines come from."""

import json
import os
import subprocess
import time

import triton

from harness.compiler import ir_lines

MAX_TEXT_BYTES = 2 << 20  # of one level of one kernel
MAX_BYTES = 32 << 20  # of all together
SASS_SECONDS = 60.0  # for disassembling, all kernels together; one takes half a second
_TRITON = os.path.dirname(triton.__file__)
_DISASSEMBLER = os.path.join(_TRITON, "backends", "nvidia", "bin", "nvdisasm")


class Keeper:
    """Collects the levels of kernels. Triton must store more than the cubin: see `begin`."""

    def __init__(self, folder, source=""):
        """`source`: of the candidate."""
        self._folder = folder
        self._expressions = ir_lines.Expressions(source)
        self._left = MAX_BYTES
        self._sass_until = None

    @staticmethod
    def begin():
        """From now on Triton keeps the texts of this process's compilations."""
        triton.knobs.compilation.store_binary_only = False

    def levels(self, compiled):
        """[{"level", "text", "lines", "rows", "stacks", "note"}] of one compiled kernel; a level
        without a text has a note that says why."""
        texts = {name: str(compiled.asm.get(name, "")) for name in ("ttir", "ttgir", "llir", "ptx")}
        texts["sass"], problem = self._disassemble(compiled.asm["cubin"])
        stacks = {"ttir": ir_lines.of_mlir, "ttgir": ir_lines.of_mlir, "llir": ir_lines.of_llvm,
                  "ptx": ir_lines.of_ptx,
                  "sass": lambda text: ir_lines.of_sass(text, texts["ptx"])}
        return [self._level(name, text, stacks[name], problem if name == "sass" else "")
                for name, text in texts.items()]

    def _level(self, name, text, stacks_of, problem):
        if not text:
            return _without_text(name, problem or "the compiler did not hand it out")
        # Folders of this machine say nothing about the kernel.
        stacks = stacks_of(text)
        text = text.replace(self._folder + "/", "").replace(_TRITON + "/", "triton/")
        size = len(text.encode())
        if size > self._left:
            return _without_text(
                name, f"not kept: the texts of all kernels exceed {MAX_BYTES >> 20} MB")
        note = ""
        if size > MAX_TEXT_BYTES:
            text = text.encode()[:MAX_TEXT_BYTES].decode("utf-8", "ignore")
            text = text[:text.rfind("\n") + 1]
            stacks = stacks[:text.count("\n") + 1]
            note = f"the first {MAX_TEXT_BYTES >> 20} MB of {size:,} bytes"
        self._left -= len(text.encode())
        return {"level": name, "text": text, "note": note, **self._places(stacks)}

    def _places(self, stacks):
        """Each stack once; `rows` has its index for each line of the text, or -1."""
        index = {}
        rows = [index.setdefault(stack, len(index)) if stack else -1 for stack in stacks]
        return {"lines": [ir_lines.line_of(stack) for stack in stacks], "rows": rows,
                "stacks": [[self._expressions.whole(place) for place in stack]
                           for stack in index]}

    def _disassemble(self, cubin):
        """(SASS, why there is none)"""
        if not os.path.exists(_DISASSEMBLER):
            return "", "this Triton comes without nvdisasm"
        now = time.monotonic()
        self._sass_until = self._sass_until or now + SASS_SECONDS
        if now >= self._sass_until:
            return "", "not disassembled: the kernels before took all the time there is for it"
        path = os.path.join(self._folder, "kernel.cubin")
        with open(path, "wb") as file:
            file.write(cubin)
        try:
            done = subprocess.run([_DISASSEMBLER, "-c", "-g", path], capture_output=True,
                                  timeout=self._sass_until - now, check=False)
        except (OSError, subprocess.SubprocessError) as error:
            return "", f"nvdisasm did not run: {error}".replace(self._folder + "/", "")
        finally:
            os.remove(path)
        if done.returncode != 0:
            return "", "nvdisasm: " + done.stderr.decode("utf-8", "replace").strip()[:200]
        return done.stdout.decode("utf-8", "replace"), ""


def _without_text(name, note):
    return {"level": name, "text": "", "lines": [], "rows": [], "stacks": [], "note": note}


def write(kernels):
    """A memory file with the levels of all kernels, in order, as JSON."""
    fd = os.memfd_create("artefacts", os.MFD_CLOEXEC)
    with os.fdopen(os.dup(fd), "wb") as file:
        file.write(json.dumps({"kernels": kernels}).encode())
    return fd
