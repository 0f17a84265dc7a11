# SPDX-License-Identifier: GPL-3.0-or-later
"""`nereid verify --trace`: how an element of the output came about."""

import os
import re
import subprocess

import pytest

PROGRAM = os.environ["NEREID_PROGRAM"]

REFERENCE = '''import torch
import torch.nn as nn
class Model(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=-1)
def get_inputs():
    return [torch.randn(6, 200)]
def get_init_inputs():
    return []
'''
# Line 13 halves one element.
CANDIDATE = '''import torch
import torch.nn as nn
import triton
import triton.language as tl

@triton.jit
def soft(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offs = tl.arange(0, BLOCK)
    mask = offs < n
    h = tl.load(x_ptr + row * n + offs, mask=mask, other=-float("inf"))
    e = tl.exp(h - tl.max(h, axis=0))
    e = tl.where(offs == 37, 0.5 * e, e)
    out = e / tl.sum(e, axis=0)
    tl.store(out_ptr + row * n + offs, out, mask=mask)

class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        n = x.shape[-1]
        soft[(x.numel() // n,)](x, out, n, BLOCK=triton.next_power_of_2(n))
        return out
'''


@pytest.fixture
def verify(tmp_path):
    """Runs the command on a candidate; (status, what it printed)."""
    def run(candidate, *arguments):
        (tmp_path / "reference.py").write_text(REFERENCE)
        (tmp_path / "candidate.py").write_text(candidate)
        done = subprocess.run([PROGRAM, "verify", tmp_path / "candidate.py", "--reference", tmp_path / "reference.py",
                               "--no-cache", "--seed", "3", *arguments], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr
    return run


def numbers(text, operation):
    """What the rows of an operation say."""
    return re.findall(rf"^ +\w* +{re.escape(operation)} +(.*)$", text, re.MULTILINE)


def test_an_element_is_followed_to_its_row_of_the_input(verify):
    status, text = verify(CANDIDATE, "--trace", "4,37", "--input", "original")
    assert status == 1
    assert 'input "original", output 0[4, 37]: kernel soft, program 4, 0, 0 of 6 x 1 x 1' in text
    (stored,) = numbers(text, "tt.store")
    assert stored.endswith("to out_ptr[837]")
    (loaded,) = numbers(text, "tt.load")
    assert loaded.endswith("from x_ptr[800] ... x_ptr[999], 200 elements")
    # The division of this lane, by the numbers of this lane.
    (division,) = numbers(text, "arith.divf")
    quotient, above, below = map(float, re.findall(r"[-\d.e]+", division.replace("of", " "))[:3])
    assert quotient == pytest.approx(above / below, rel=1e-5)
    assert "13  e = tl.where(offs == 37, 0.5 * e, e)" in text


def test_first_is_the_first_wrong_element(verify):
    status, text = verify(CANDIDATE, "--trace", "first")
    assert status == 1
    wrong = re.search(r"first at \[(\d+), (\d+)\]", text)
    assert f"output 0[{wrong[1]}, {wrong[2]}]: kernel soft" in text


def test_a_right_candidate_has_a_trace_too(verify):
    right = CANDIDATE.replace("0.5 * e", "e")
    status, text = verify(right, "--trace", "0:5,199")
    assert status == 0, text
    assert numbers(text, "tt.store")[0].endswith("to out_ptr[1199]")


def test_a_program_that_leaves_its_memory_is_shown(verify):
    far = CANDIDATE.replace("mask = offs < n", "mask = offs < n + 2000")
    status, text = verify(far, "--trace", "first")
    assert status == 1
    assert re.search(r"kernel soft, program \d, 0, 0 of \d x 1 x 1, which failed", text)


@pytest.mark.parametrize("element, says", [
    ("1,x", "--trace: 1,x: expected first, an index such as 3,8"),
    ("", None),
    ("-1", "--trace: -1: expected first"),
    ("9,1", "there is no element [9, 1] in an output of shape [6, 200]"),
    ("3,1,1", "there is no element [3, 1, 1] in an output of shape [6, 200]"),
    ("7:0,0", "there is no output 7"),
])
def test_an_element_that_is_not_there_is_told(verify, element, says):
    status, text = verify(CANDIDATE, "--trace", element, "--input", "original")
    if says is None:
        assert "output 0" not in text
        return
    assert says in text
    assert status != 0


def test_what_torch_put_there_is_told(verify):
    moved = CANDIDATE.replace("return out", "return out.t().contiguous().t().clone()")
    _, text = verify(moved, "--trace", "0,0")
    assert "a torch operator put it there" in text
