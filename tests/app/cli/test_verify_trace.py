# SPDX-License-Identifier: GPL-3.0-or-later
"""`nereid verify --trace`: how an element of the output came about, and what a program of the grid did."""

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


# The same by two launches; the second takes every other number of a row, in blocks of 16.
TWO_LAUNCHES = CANDIDATE.replace("0.5 * e", "e") + '''
@triton.jit
def copy(in_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row, part = tl.program_id(0), tl.program_id(1)
    for i in range(0, n, BLOCK):
        at = i + tl.arange(0, BLOCK)
        mask = (at < n) & (at % 2 == part)
        v = tl.load(in_ptr + row * n + at, mask=mask)
        tl.store(out_ptr + row * n + at, v, mask=mask)

class ModelNew(nn.Module):
    def forward(self, x):
        made, out = torch.empty_like(x), torch.empty_like(x)
        n = x.shape[-1]
        rows = x.numel() // n
        soft[(rows,)](x, made, n, BLOCK=triton.next_power_of_2(n))
        copy[(rows, 2)](made, out, n, BLOCK=16)
        return out
'''


def test_a_program_of_the_grid_is_told_by_line(verify):
    status, text = verify(CANDIDATE, "--trace", "program:4", "--input", "original")
    assert status == 1
    assert 'input "original": kernel soft, program 4, 0, 0 of 6 x 1 x 1\n' in text
    assert "launches 0:" not in text
    assert numbers(text, "tt.get_program_id") == ["4"]
    assert numbers(text, "argument") == ["x_ptr[0]", "out_ptr[0]", "200"]
    (loaded,) = numbers(text, "tt.load")
    assert loaded.endswith("from x_ptr[800] ... x_ptr[999], 200 elements")
    (stored,) = numbers(text, "tt.store")
    assert stored.endswith("to out_ptr[800] ... out_ptr[999], 200 elements")
    assert "mask         arith.cmpi           true in 200 of 256 elements" in text
    lines = [int(line) for line in re.findall(r"^ {2,6}(\d+)  ", text, re.MULTILINE)]
    assert lines[0] == 7 and lines[-1] == 15 and {11, 12, 13, 14} <= set(lines)


def test_a_launch_is_chosen_and_rounds_of_a_loop_are_left_out(verify):
    status, text = verify(TWO_LAUNCHES, "--trace", "launch:1/program:3,1", "--input", "original")
    assert status == 0, text
    assert 'input "original": kernel copy, launch 1 of 2, program 3, 1, 0 of 6 x 2 x 1\n' in text
    assert "launches 0: soft 6 x 1 x 1; 1: copy 6 x 2 x 1" in text
    stored = numbers(text, "tt.store")
    assert [row.partition("  to ")[2] for row in stored] == [
        "out_ptr[601] ... out_ptr[615], 8 elements", "out_ptr[617] ... out_ptr[631], 8 elements",
        "out_ptr[793] ... out_ptr[799], 4 elements"]
    assert re.search(r"^ +\.\.\. +\d+ lines of further rounds$", text, re.MULTILINE)


def test_a_launch_alone_is_its_first_program(verify):
    _, text = verify(TWO_LAUNCHES, "--trace", "launch:1", "--input", "original")
    assert "kernel copy, launch 1 of 2, program 0, 0, 0 of 6 x 2 x 1" in text
    # An element tells its launch too.
    _, text = verify(TWO_LAUNCHES, "--trace", "3,8", "--input", "original")
    assert 'output 0[3, 8]: kernel copy, launch 1 of 2, program 3, 0, 0 of 6 x 2 x 1' in text


def test_another_program_than_the_one_that_failed(verify):
    far = CANDIDATE.replace("mask = offs < n", "mask = offs < tl.where(row == 3, n + 2000, n)")
    status, text = verify(far, "--trace", "program:2", "--input", "original")
    assert status == 1
    assert "kernel soft, program 2, 0, 0 of 6 x 1 x 1\n" in text
    assert numbers(text, "tt.store")[0].endswith("to out_ptr[400] ... out_ptr[599], 200 elements")


@pytest.mark.parametrize("program, says", [
    ("program:6", "there is no program 6, 0, 0 in launch 0 (soft), whose grid is 6 x 1 x 1: x 0 to 5, y 0, z 0"),
    ("launch:1/program:0,2", "there is no program 0, 2, 0 in launch 1 (copy), whose grid is 6 x 2 x 1: x 0 to 5, y 0 to 1, z 0"),
    ("launch:2", "there is no launch 2, forward made 2 launches, 0 to 1 (0: soft 6 x 1 x 1; 1: copy 6 x 2 x 1)"),
    ("program:", "--trace: program:: expected first"),
    ("program:1,2,3,4", "or a program of the grid such as program:4,0,2 or launch:1/program:4"),
    ("launch:1/3", "--trace: launch:1/3: expected first"),
    ("launch:-1", "--trace: launch:-1: expected first"),
])
def test_a_program_that_is_not_there_is_told(verify, program, says):
    _, text = verify(TWO_LAUNCHES, "--trace", program, "--input", "original")
    assert says in text
