# SPDX-License-Identifier: GPL-3.0-or-later
"""A sample of twins_of_answers.py: answers give the same results by the machine, by Triton's interpreter and, where there is one,
by a GPU; and an answer that ends, hangs or leaves its memory costs itself alone."""

import answer_differences
import pytest
import torch
import twins_of_answers

COUNT = 10
JOBS = 2
REFERENCE = """
import torch
class Model(torch.nn.Module):
    def forward(self, x):
        return x + 1
def get_inputs():
    return [torch.arange(1000, dtype=torch.int32)]
"""
CANDIDATE = """
import os, time, torch, triton, triton.language as tl
@triton.jit
def add_one(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at, mask=at < n) + {added}, mask=at < n)
class ModelNew(torch.nn.Module):
    def forward(self, x):
        {before}
        out = torch.empty_like(x)
        add_one[(triton.cdiv(x.numel(), 256),)](x, out, x.numel(), BLOCK=256)
        return out
"""


def compare(tasks, twin, folder):
    return {row["id"]: row for row in twins_of_answers.compare_all(
        [{**task, "index": index} for index, task in enumerate(tasks)], twin, JOBS, folder)}


def own(name, before="pass", added=1):
    return {"id": name, "set": "own", "reference": REFERENCE, "candidate": CANDIDATE.format(before=before, added=added)}


def on_interpreter(action):
    """Of a candidate, there alone."""
    return f"os.environ.get('TRITON_INTERPRET') and {action}"


def test_answers_are_equal_by_either(tmp_path):
    rows = compare(twins_of_answers.generated(COUNT, seed=7)[:COUNT], "interpreter", tmp_path)
    assert {name: row["problem"] for name, row in rows.items() if "problem" in row} == {}
    assert sum(row["status"] in ("equal bits", "within the bound") for row in rows.values()) >= COUNT // 2


def test_what_happens_to_one_answer_costs_that_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(twins_of_answers, "MOST_SECONDS", 5)
    tasks = [own("right"), own("ends", on_interpreter("os.kill(os.getpid(), 9)")),
             own("hangs", on_interpreter("[None for _ in iter(int, 1)]")), own("raises", on_interpreter("[][0]")), own("right too"),
             own("other", on_interpreter("x.add_(1)")), own("right at last")]
    rows = compare(tasks, "interpreter", tmp_path)
    assert {name: row["status"] for name, row in rows.items()} == {
        "right": "equal bits", "right too": "equal bits", "right at last": "equal bits", "ends": "one side alone",
        "hangs": "one side alone", "raises": "one side alone", "other": "differs"}
    assert "ended (-9)" in rows["ends"]["problem"]
    assert "over 5 s" in rows["hangs"]["problem"]
    assert "IndexError" in rows["raises"]["problem"]


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_answers_are_equal_on_a_gpu(tmp_path):
    rows = compare(twins_of_answers.generated(COUNT, seed=7)[:COUNT] + twins_of_answers.shelf(), "gpu", tmp_path)
    assert {name: row["problem"] for name, row in rows.items() if "problem" in row} == {}


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_a_lost_context_costs_one_answer(tmp_path):
    leaves = own("leaves", added="tl.load(x + at + (1 << 40))")
    rows = compare([own("right"), leaves, own("right too"), own("right at last")], "gpu", tmp_path)
    assert [name for name, row in rows.items() if row["status"] != "equal bits"] == ["leaves"]


def test_whole_numbers_are_equal_bit_by_bit():
    a = torch.tensor([1, 2, 3])
    assert "problem" not in answer_differences.of_output("output", a, a.clone(), False, "f32", None)
    row = answer_differences.of_output("output", a, torch.tensor([1, 2, 4]), False, "f32", torch.tensor([1, 2, 3]))
    assert "1 of 3 differ" in row["problem"] and "nearer to machine" in row["problem"]


def test_what_only_moves_is_equal_bit_by_bit():
    a = torch.tensor([1.0, float("nan"), 0.0])
    b = torch.tensor([1.0, float("nan"), -0.0])
    assert "problem" in answer_differences.of_output("output", a, b, True, "f64", None)
    assert "problem" not in answer_differences.of_output("output", a, b, False, "f32", None)


def test_bound_is_that_of_the_coarsest_format_on_the_way():
    a, b = torch.tensor([1.0, 2.0]), torch.tensor([1.005, 2.0])
    assert "problem" in answer_differences.of_output("output", a, b, False, "f32", None)
    row = answer_differences.of_output("output", a, b, False, "bf16", None)
    assert row["unit"] == "bf16" and 0.1 < row["share"] < 0.3
    text = "  %3 = arith.truncf %2 : tensor<8xf32> to tensor<8xbf16> loc(#loc1)"
    assert answer_differences.coarsest([text]) == "bf16" and answer_differences.only_move([text])
    dot = "  %9 = tt.dot %1, %2, %3, inputPrecision = tf32 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32> loc(#loc)"
    assert answer_differences.coarsest([dot]) == "tf32" and not answer_differences.only_move([dot])
