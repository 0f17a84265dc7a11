# SPDX-License-Identifier: GPL-3.0-or-later
"""The mutator: each class makes the change that its name promises, once, in valid Python."""

import ast
import json
import os
import pathlib
import subprocess
import sys

import pytest

SOURCE_TREE = pathlib.Path(__file__).resolve().parents[2]
RESOURCES = pathlib.Path(os.environ.get("NEREID_RESOURCES", SOURCE_TREE / "resources"))
MUTANTS = RESOURCES / "mutants"
sys.path.insert(0, str(MUTANTS))

import mutate  # noqa: E402
from source import Source  # noqa: E402

# One of everything. No line is twice in it, so that a changed line names its place.
CANDIDATE = '''
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, rows, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = (at < n) & (row < rows)
        x = tl.load(x_ptr + row * n + at, mask=mask, other=0.0).to(tl.float32)
        total += tl.where(x > 0.5, x, -x)
    top = tl.max(total, axis=0)
    scale = 1.0 / tl.sqrt(tl.sum(total, axis=0) - eps)
    if top >= 3 and n == 2:
        top = tl.maximum(top, 1e-6)
    tl.store(y_ptr + row, top * scale)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        rows, n = x.shape
        y = torch.empty((rows, 1), dtype=x.dtype, device=x.device)
        grid = (triton.cdiv(rows, 1), 2)
        kernel[grid](x, y, rows, n, x.stride(0), BLOCK=16)
        return y
'''

# class -> lines after the change, without indentation: all that the class makes of CANDIDATE.
EXPECTED = {
    "accumulator_start": ["total = tl.zeros((BLOCK,), dtype=tl.float32) + 1.0",
                          "total = tl.zeros((BLOCK,), dtype=tl.float32) + 0.001"],
    "branches_swapped": ["total += tl.where(x > 0.5, -x, x)"],
    "cast_removed": ["x = tl.load(x_ptr + row * n + at, mask=mask, other=0.0)"],
    "cast_downgraded": [
        "total = tl.zeros((BLOCK,), dtype=tl.float16)",
        "total = tl.zeros((BLOCK,), dtype=tl.bfloat16)",
        "x = tl.load(x_ptr + row * n + at, mask=mask, other=0.0).to(tl.float16)",
        "x = tl.load(x_ptr + row * n + at, mask=mask, other=0.0).to(tl.bfloat16)"],
    "comparison_operator": [
        "mask = (at >= n) & (row < rows)", "mask = (at < n) & (row >= rows)",
        "total += tl.where(x >= 0.5, x, -x)", "total += tl.where(x <= 0.5, x, -x)",
        "if top > 3 and n == 2:", "if top < 3 and n == 2:", "if top >= 3 and n != 2:"],
    "constant_sign": ["total += tl.where(x > (-0.5), x, -x)", "total += tl.where(x > 0.5, x, x)",
                      "scale = (-1.0) / tl.sqrt(tl.sum(total, axis=0) - eps)",
                      "if top >= (-3) and n == 2:", "if top >= 3 and n == (-2):",
                      "top = tl.maximum(top, (-1e-6))"],
    "constant_slight": ["total += tl.where(x > 0.5005, x, -x)",
                        "scale = 1.001 / tl.sqrt(tl.sum(total, axis=0) - eps)",
                        "top = tl.maximum(top, 1e-07)", "top = tl.maximum(top, 0.0)"],
    "contiguous_dropped": ["x = x"],
    "function_dropped": ["scale = 1.0 / (tl.sum(total, axis=0) - eps)"],
    "function_neighbour": ["top = tl.sum(total, axis=0)",
                           "scale = 1.0 / tl.rsqrt(tl.sum(total, axis=0) - eps)",
                           "scale = 1.0 / tl.sqrt(tl.max(total, axis=0) - eps)"],
    "grid_off_by_one": ["grid = (triton.cdiv(rows, 1) - 1, 2)",
                        "grid = (triton.cdiv(rows, 1) + 1, 2)", "grid = (max(1, rows // 1), 2)",
                        "grid = (triton.cdiv(rows, 1), 2 - 1)",
                        "grid = (triton.cdiv(rows, 1), 2 + 1)"],
    "grid_swapped": ["grid = (2, triton.cdiv(rows, 1))"],
    "half_rounding": ["tl.store(y_ptr + row, (top * scale).to(tl.float16).to(tl.float32))",
                      "tl.store(y_ptr + row, (top * scale).to(tl.bfloat16).to(tl.float32))"],
    "launch_dropped": ["pass"],
    "logical_operator": ["mask = (at < n) | (row < rows)", "if top >= 3 or n == 2:"],
    "loop_bound": ["for start in range(0, n - BLOCK, BLOCK):",
                   "for start in range(0, n + BLOCK, BLOCK):",
                   "for start in range(0, n - 1, BLOCK):",
                   "for start in range(BLOCK, n, BLOCK):"],
    "mask_off_by_one": ["mask = (at <= n) & (row < rows)", "mask = (at < (n - 1)) & (row < rows)",
                        "mask = (at < n) & (row <= rows)",
                        "mask = (at < n) & (row < (rows - 1))"],
    "mask_removed": ["x = tl.load(x_ptr + row * n + at).to(tl.float32)"],
    "mask_weakened": ["mask = (at < n)", "mask = (row < rows)"],
    "minimum_maximum": ["top = tl.min(total, axis=0)", "top = tl.minimum(top, 1e-6)"],
    "operands_swapped": [
        "scale = (tl.sqrt(tl.sum(total, axis=0) - eps)) / (1.0)",
        "scale = 1.0 / tl.sqrt((eps) - (tl.sum(total, axis=0)))"],
    "other_value": [
        "x = tl.load(x_ptr + row * n + at, mask=mask, other=1.0).to(tl.float32)",
        'x = tl.load(x_ptr + row * n + at, mask=mask, other=float("-inf")).to(tl.float32)',
        "x = tl.load(x_ptr + row * n + at, mask=mask).to(tl.float32)"],
    "output_allocation": ["y = torch.zeros((rows, 1), dtype=x.dtype, device=x.device)",
                          "y = torch.empty((1, rows), dtype=x.dtype, device=x.device)"],
    "program_id_axis": ["row = tl.program_id(1)"],
    "reduction_axis": ["top = tl.max(total, axis=1)", "top = tl.max(total, axis=None)",
                       "scale = 1.0 / tl.sqrt(tl.sum(total, axis=1) - eps)",
                       "scale = 1.0 / tl.sqrt(tl.sum(total, axis=None) - eps)"],
    "size_off_by_one": [f"kernel[grid](x, y, {sizes}, BLOCK=16)" for sizes in (
        "rows + 1, n, x.stride(0)", "rows - 1, n, x.stride(0)", "rows, n + 1, x.stride(0)",
        "rows, n - 1, x.stride(0)", "rows, n, x.stride(0) + 1", "rows, n, x.stride(0) - 1")],
    "statement_dropped": ["pass"] * 3,
    "stride_off_by_one": [
        "x = tl.load(x_ptr + row * (n + 1) + at, mask=mask, other=0.0).to(tl.float32)"],
    "stride_swapped": ["n, rows = x.shape", "kernel[grid](x, y, rows, n, x.stride(1), BLOCK=16)"],
    "block_size": ["kernel[grid](x, y, rows, n, x.stride(0), BLOCK=32)",
                   "kernel[grid](x, y, rows, n, x.stride(0), BLOCK=8)"],
}
# Classes that change many places: some lines that must be among theirs.
SOME = {
    "argument_swapped": ["kernel[grid](y, x, rows, n, x.stride(0), BLOCK=16)",
                         "kernel[grid](x, y, n, rows, x.stride(0), BLOCK=16)"],
    "arithmetic_operator": ["total -= tl.where(x > 0.5, x, -x)",
                            "scale = 1.0 * tl.sqrt(tl.sum(total, axis=0) - eps)",
                            "scale = 1.0 / tl.sqrt(tl.sum(total, axis=0) + eps)",
                            "tl.store(y_ptr + row, top / scale)"],
    "constant_value": ["total += tl.where(x > 1.5, x, -x)", "total += tl.where(x > (-0.5), x, -x)",
                       "total += tl.where(x > 1.0, x, -x)", "if top >= 4 and n == 2:"],
    "operand_dropped": ["tl.store(y_ptr + row, (top))", "tl.store((y_ptr), top * scale)"],
}


def changed_lines(name):
    found = mutate.mutants_of(Source(CANDIDATE), mutate.CLASSES[name])
    return [mutant["after"].strip() for mutant in found.values()]


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_class_makes_its_changes_and_no_others(name):
    assert sorted(changed_lines(name)) == sorted(EXPECTED[name])


@pytest.mark.parametrize("name", sorted(SOME))
def test_class_makes_these_changes_among_others(name):
    assert set(SOME[name]) <= set(changed_lines(name))


def test_every_class_is_tested():
    assert set(mutate.CLASSES) == set(EXPECTED) | set(SOME)


def test_only_the_named_lines_change():
    lines = CANDIDATE.split("\n")
    for name, operator in mutate.CLASSES.items():
        for mutant in mutate.mutants_of(Source(CANDIDATE), operator).values():
            at, changed = mutant["line"] - 1, mutant["candidate"].split("\n")
            before, after = mutant["before"].split("\n"), mutant["after"].split("\n")
            assert lines[:at] + after + lines[at + len(before):] == changed, name
            assert lines[at:at + len(before)] == before, name


def test_positions_survive_text_that_is_not_ascii():
    text = CANDIDATE.replace("    row = ", '    "größer als null"; row = ')
    found = mutate.mutants_of(Source(text), mutate.CLASSES["program_id_axis"])
    assert [mutant["after"].strip() for mutant in found.values()] == \
        ['"größer als null"; row = tl.program_id(1)']


@pytest.fixture(scope="module")
def shelf():
    folder = RESOURCES / "verify_shelf"
    entries = json.loads((folder / "shelf.json").read_text())["entries"]
    return [{"id": entry["id"], "candidate": (folder / entry["candidate"]).read_text()}
            for entry in entries if entry["expected"]["accepted"]]


def test_the_shelf_alone_gives_many_valid_different_mutants(shelf):
    mutants = mutate.choose(shelf, 500, 0)
    assert len(mutants) == 500
    originals = {ast.dump(ast.parse(source["candidate"])) for source in shelf}
    trees = [ast.dump(ast.parse(mutant["candidate"])) for mutant in mutants]
    per_source = {}
    for mutant, tree in zip(mutants, trees):
        assert tree not in originals
        per_source.setdefault(mutant["source"], []).append(tree)
    assert all(len(set(trees)) == len(trees) for trees in per_source.values())


def test_classes_share_evenly(shelf):
    """A class has as many as the fullest one, or all that its places give."""
    everything = mutate.choose(shelf, 10**6, 0)
    chosen = mutate.choose(shelf, 300, 0)

    def count(mutants, name):
        return sum(mutant["class"] == name for mutant in mutants)

    fullest = max(count(chosen, name) for name in mutate.CLASSES)
    for name in mutate.CLASSES:
        assert count(chosen, name) >= min(fullest - 1, count(everything, name)), name
    for source in shelf:
        for name in mutate.CLASSES:
            assert sum(mutant["class"] == name and mutant["source"] == source["id"]
                       for mutant in everything) <= mutate.MAX_PER_SOURCE_AND_CLASS


def test_the_seed_decides(shelf):
    first = mutate.choose(shelf[:4], 60, 3)
    assert first == mutate.choose(shelf[:4], 60, 3)
    assert first != mutate.choose(shelf[:4], 60, 4)


def test_the_program_prints_the_same_mutants(shelf):
    text = "".join(json.dumps(source) + "\n" for source in shelf[:2])
    done = subprocess.run(
        [sys.executable, "-I", "-B", str(MUTANTS / "mutate.py"), "--count", "9", "--seed", "5"],
        input=text, capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in done.stdout.splitlines()] == \
        mutate.choose(shelf[:2], 9, 5)
