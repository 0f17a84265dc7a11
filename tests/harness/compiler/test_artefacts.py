# SPDX-License-Identifier: GPL-3.0-or-later
"""What the compiler role keeps of each kernel when it is asked to, and the lines it comes from."""

import json
import os

import driving
import pytest
import torch
from driving import given

from harness.compiler import artefacts, ir_lines

TEXT = driving.HEAD + """
@triton.jit
def positive(value):
    return tl.where(value > 0, value, 0.0)

@triton.jit
def scaled_rows(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * n + tl.arange(0, B)
    mask = tl.arange(0, B) < n
    value = tl.load(x + at, mask=mask, other=0.0)
    kept = positive(value)
    total = tl.sum(value, axis=0)
    tl.store(y + at, kept * total, mask=mask)

class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        scaled_rows[(x.shape[0],)](x, y, x.shape[1], B=32)
        return y
"""
LINE = {text.strip(): number for number, text in enumerate(TEXT.split("\n"), 1)}
LOAD = LINE["value = tl.load(x + at, mask=mask, other=0.0)"]
STORE = LINE["tl.store(y + at, kept * total, mask=mask)"]
SUM = LINE["total = tl.sum(value, axis=0)"]
POSITIVE = LINE["return tl.where(value > 0, value, 0.0)"]
LEVELS = ["ttir", "ttgir", "llir", "ptx", "sass"]


@pytest.fixture(scope="module")
def answer(roles):
    _, answer, _ = driving.compile_candidate(roles, TEXT, given(torch.randn(8, 25)), artefacts=True)
    assert answer["passed"], answer
    return answer


@pytest.fixture(scope="module")
def levels(answer):
    kernel, = json.loads(driving.wire.read_text_fd(answer["fds"]["artefacts"]))["kernels"]
    return {level["level"]: level for level in kernel}


def lines_with(level, part):
    """Source lines of the lines of a text that hold `part`."""
    rows = level["text"].split("\n")
    assert len(rows) == len(level["lines"])
    found = [line for row, line in zip(rows, level["lines"]) if part in row]
    assert found, part
    return found


def test_all_levels_are_kept(levels):
    assert list(levels) == LEVELS
    assert all(level["text"] and not level["note"] for level in levels.values()), levels


def test_no_folder_of_the_machine_is_named(levels):
    for level in levels.values():
        assert 'candidate.py"' in level["text"]
        assert os.path.dirname(artefacts._TRITON) not in level["text"]
        assert "/candidate.py" not in level["text"]


@pytest.mark.parametrize("level, part, line", [
    ("ttir", "tt.load ", LOAD), ("ttir", "tt.store ", STORE), ("ttir", "arith.select", POSITIVE),
    ("ttgir", "tt.load ", LOAD), ("ttgir", "tt.store ", STORE),
    ("llir", "ld.global", LOAD), ("llir", "st.global", STORE),
    ("ptx", "ld.global", LOAD), ("ptx", "st.global", STORE),
    ("sass", "LDG", LOAD), ("sass", "STG", STORE)])
def test_memory_operations_lead_to_their_lines(levels, level, part, line):
    assert set(lines_with(levels[level], part)) == {line}


@pytest.mark.parametrize("level, part", [
    ("ttir", "tt.reduce.return"), ("ttgir", "tt.reduce.return"),
    ("llir", "call i32 @llvm.nvvm.shfl.sync.bfly"),
    ("ptx", "shfl.sync.bfly"), ("sass", "SHFL.BFLY")])
def test_the_standard_library_counts_for_its_caller(levels, level, part):
    assert set(lines_with(levels[level], part)) == {SUM}


def stacks_with(level, part):
    """Stacks of the lines of a text that hold `part`."""
    rows = [row for text, row in zip(level["text"].split("\n"), level["rows"]) if part in text]
    assert rows and min(rows) >= 0, part
    return [level["stacks"][row] for row in rows]


def expression(place):
    """What the candidate says between the two ends of a place."""
    file, line, column, end_line, end_column = place
    assert file == "" and end_line == line
    return TEXT.split("\n")[line - 1][column:end_column]


@pytest.mark.parametrize("level, part, words", [
    ("ttir", "tt.load ", "tl.load(x + at, mask=mask, other=0.0)"),
    ("ttgir", "tt.store ", "tl.store(y + at, kept * total, mask=mask)"),
    ("ttir", "arith.mulf", "kept * total"), ("ttir", "arith.muli", "tl.program_id(0) * n"),
    ("llir", "ld.global", "tl.load(x + at, mask=mask, other=0.0)"),
    ("ptx", "st.global", "tl.store(y + at, kept * total, mask=mask)"),
    ("ptx", "mul.f32", "kept * total")])
def test_the_expression_is_known(levels, level, part, words):
    assert {expression(stack[0]) for stack in stacks_with(levels[level], part)} == {words}


@pytest.mark.parametrize("level, part", [
    ("ttir", "arith.select"), ("ttgir", "arith.cmpf"), ("llir", "select i1")])
def test_inlined_functions_keep_who_called_them(levels, level, part):
    for stack in stacks_with(levels[level], part):
        assert [expression(place) for place in stack] == [
            "value > 0" if "cmpf" in part else "tl.where(value > 0, value, 0.0)",
            "positive(value)"]


@pytest.mark.parametrize("level, part", [
    ("ttir", "tt.reduce.return"), ("ptx", "shfl.sync.bfly"), ("sass", "SHFL.BFLY")])
def test_the_standard_library_is_named(levels, level, part):
    for stack in stacks_with(levels[level], part):
        assert stack[0][0] == "standard.py" and stack[0][1] > 0
        assert stack[-1][:2] == ["", SUM]
        assert level == "sass" or expression(stack[-1]) == "tl.sum(value, axis=0)"


def test_a_function_with_an_indent_has_its_columns():
    known = ir_lines.Expressions("if True:\n    def f(x):\n        y = g(x + 1)\n")
    assert known.whole(("", 3, 10)) == ["", 3, 12, 3, 20]  # the last part of the call
    assert known.whole(("", 3, 14)) == ["", 3, 14, 3, 19]  # and that of the sum
    assert known.whole(("standard.py", 3, 10)) == ["standard.py", 3, 10, 0, -1]
    assert ir_lines.Expressions("def f(:").whole(("", 1, 0)) == ["", 1, 0, 0, -1]


def test_a_call_over_several_lines_is_one_expression(roles):
    text = TEXT.replace("tl.store(y + at, kept * total, mask=mask)",
                        "tl.store(y + at,\n             kept * total,\n             mask=mask)")
    _, answer, _ = driving.compile_candidate(roles, text, given(torch.randn(8, 25)), artefacts=True)
    kernel, = json.loads(driving.wire.read_text_fd(answer["fds"]["artefacts"]))["kernels"]
    for stack in stacks_with(kernel[3], "st.global"):
        assert stack[0] == ["", STORE, 4, STORE + 2, 23]


def test_lines_are_those_of_kernels(levels):
    for level in levels.values():
        assert set(level["lines"]) <= {0, *range(LINE["def positive(value):"], STORE + 1)}


def test_the_stages_have_times(answer):
    kernel, = answer["kernels"]
    assert set(kernel["stages"]) == {"ttir", "ttgir", "llir", "ptx", "cubin"}  # the host makes TTIR
    assert all(ms >= 0 for ms in kernel["stages"].values())
    assert 0 < sum(kernel["stages"].values()) <= kernel["ms"]


def test_nothing_is_kept_unasked(roles):
    _, answer, _ = driving.compile_candidate(roles, TEXT, given(torch.randn(8, 25)))
    assert answer["passed"] and list(answer["fds"]) == ["cubins"]
    assert answer["kernels"][0]["stages"]["cubin"] > 0


def test_long_texts_are_cut_at_a_line(tmp_path, monkeypatch):
    monkeypatch.setattr(artefacts, "MAX_TEXT_BYTES", 30)
    keeper = artefacts.Keeper(str(tmp_path))
    level = keeper._level("ptx", "a first line\na second line\na third line\n",
                          lambda text: [(("", 1, 0),)] * (text.count("\n") + 1), "")
    assert level["text"] == "a first line\na second line\n"
    assert len(level["lines"]) == 3 and "of 40 bytes" in level["note"]


def test_all_texts_together_are_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(artefacts, "MAX_BYTES", 10)
    level = artefacts.Keeper(str(tmp_path))._level("ptx", "more than ten bytes", lambda _: [()], "")
    assert level["text"] == "" and level["lines"] == [] and "not kept" in level["note"]


def test_without_a_disassembler_the_reason_is_given(tmp_path, monkeypatch):
    monkeypatch.setattr(artefacts, "_DISASSEMBLER", str(tmp_path / "none"))
    sass, problem = artefacts.Keeper(str(tmp_path))._disassemble(b"\x7fELF")
    assert sass == "" and "nvdisasm" in problem


def test_what_is_no_cubin_is_said(tmp_path):
    sass, problem = artefacts.Keeper(str(tmp_path))._disassemble(b"no cubin")
    assert sass == "" and problem.startswith("nvdisasm")
    assert not list(tmp_path.iterdir())


def test_locations_that_refer_to_each_other_end():
    text = "x loc(#loc1)\n#loc1 = loc(callsite(#loc2 at #loc1))\n#loc2 = loc(fused[#loc1, #loc3])" \
        '\n#loc3 = loc("candidate.py":7:3)'
    assert ir_lines.of_mlir(text) == [(("", 7, 3),), (), (), ()]


def test_hostile_texts_have_lines_too():
    for text in ("", "loc(", "#loc = loc(#loc)", "!1 = !DILocation(line: 5, scope: !1)\na !dbg !1",
                 "\t.loc 1 2", '//## File "x', "\x00\n\n"):
        count = text.count("\n") + 1
        assert len(ir_lines.of_mlir(text)) == len(ir_lines.of_llvm(text)) == count
        assert len(ir_lines.of_ptx(text)) == len(ir_lines.of_sass(text, text)) == count
