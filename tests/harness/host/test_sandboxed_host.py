# SPDX-License-Identifier: GPL-3.0-or-later
"""What the sandbox keeps from a candidate's Python, tried from inside of it."""

import driving
import pytest
import torch
from driving import given

pytestmark = pytest.mark.skipif(driving.SANDBOX_LIB == "none", reason="needs the sandbox library")


def module(inside):
    return (driving.HEAD + "import os, sys\n" + driving.ADD_ONE
            + "class ModelNew(torch.nn.Module):\n    def forward(self, x):\n"
              f"        {inside}\n        {driving.ADD_ONE_FORWARD}\n")


def run(roles, inside):
    (answer, _), = driving.run_candidate(roles, module(inside), [("original", given(torch.ones(200)))])
    return answer


@pytest.mark.parametrize("inside, words", [
    ("kept = getattr(os, ''.join(['mem', 'fd_cre', 'ate']))('x')", "Operation not permitted"),
    ("kept = sys.modules['mmap'].mmap(-1, 1 << 20)", "Operation not permitted"),
    # Reading what was never written takes tables of the kernel, a 512th of the addresses.
    ("kept = sys.modules['mmap'].mmap(-1, 1 << 42, flags=0x4022, prot=1)", "Cannot allocate memory"),
    ("c = sys.modules['ctypes']; call = c.CDLL(None, use_errno=True).msgget; "
     "assert call(0, 0o1600) >= 0, os.strerror(c.get_errno())", "Operation not permitted"),
])
def test_a_host_has_no_memory_that_no_limit_counts(roles, inside, words):
    answer = run(roles, inside)
    assert not answer["ok"] and words in answer["message"], answer


def test_a_host_does_not_read_the_harness(roles):
    folder = "sys.modules['har' + 'ness'].__path__[0]"
    answer = run(roles, f"text = torch.serialization.os.listdir({folder})")
    if "landlock" not in answer.get("sandbox", ()):
        pytest.skip("this kernel has no Landlock")
    assert not answer["ok"] and "Permission denied" in answer["message"], answer


def test_it_can_still_send_what_a_launch_needs(roles):
    """Texts and constants travel in files that the limits count."""
    answer = run(roles, "table = torch.tensor([float(n) for n in range(200)])")
    assert answer["ok"], answer
