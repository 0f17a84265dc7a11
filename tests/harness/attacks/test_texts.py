# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kernel machine does with hostile texts, through its C interface, each in a process of its own: it refuses by name, finds
the fault, or runs them; it never ends its process and never takes long."""

import os
import re
import signal
import time

import numpy
import pytest
import torch

import driving
import hostile_link  # noqa: F401  (makes the harness importable)
import texts
from harness.machine import machine_library

SECONDS = 8


@pytest.fixture(scope="module")
def library():
    return machine_library.Library(driving.MACHINE_LIB)


def outcome(library, text):
    """In words, of reading a text and of a launch of one program."""
    handle, facts = library.read(text.encode() if isinstance(text, str) else text)
    if handle is None:
        return "refused: " + facts["error"]
    tensors = [torch.ones(64) for kind in facts["arguments"] if kind.startswith("!tt.ptr")]
    flags = [numpy.zeros(256, dtype=bool) for _ in tensors]
    left = iter(tensors)
    answer = library.run(handle, {
        "grid": [1, 1, 1], "seed": 1, "in_order": False, "rounds_tf32": False, "warps": 4, "stages": 3, "approximates": True,
        "arguments": [next(left).data_ptr() if kind.startswith("!tt.ptr") else 63 for kind in facts["arguments"]],
        "buffers": [{"address": tensor.data_ptr(), "bytes": 256, "element_bytes": 4, "name": "b", "stored": stored.ctypes.data}
                    for tensor, stored in zip(tensors, flags)]})
    return answer.get("error") or ", ".join(one["kind"] for one in answer["findings"]) or "taken"


def in_a_child(work):
    """What `work` returns, from a process that may die."""
    read_end, write_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        signal.alarm(SECONDS)
        os.write(write_end, ascii(work())[:4000].encode())
        os._exit(0)
    os.close(write_end)
    with open(read_end, "rb") as told:
        text = told.read().decode()
    status = os.waitpid(pid, 0)[1]
    assert status == 0, f"ended with {status}: {signal.strsignal(os.WTERMSIG(status))}"
    return text


@pytest.mark.parametrize("text, expected", [row[1:] for row in texts.ALL], ids=[row[0] for row in texts.ALL])
def test_a_hostile_text_does_no_harm(library, text, expected):
    begin = time.monotonic()
    assert re.search(expected, in_a_child(lambda: outcome(library, text)))
    assert time.monotonic() - begin < SECONDS


def test_a_right_text_runs_in_the_same_process_after_all_of_them(library):
    def work():
        quick = [text for _, text, _ in texts.ALL if len(text) < 1 << 16]
        return [outcome(library, text) for text in [*quick, texts.WARM]][-1]
    assert in_a_child(work) == "'taken'"
