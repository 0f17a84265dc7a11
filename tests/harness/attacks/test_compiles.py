# SPDX-License-Identifier: GPL-3.0-or-later
"""What a host may bring Triton's compiler and ptxas to do, in the child that compiles its launches: options, names, texts. Each ends
as an answer of that child or as its crash, which is told as the candidate's; facts are those of the cubin."""

import hashlib
import json
import os
import select

import driving
import pytest
import texts
from hostile_link import TEXT

SECONDS = 30


def compiled(compiler, text, options=None, operation="compile", **changes):
    """(the answer of a child of the compiler, or None; its wait status)."""
    key = hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()
    record = {"id": key[:16], "variant": "original", "kernel": {"name": "kernel"}, "text": text, "aligned": [0, 1], "options": options or {},
              "grid": [4], "tuned": False, "line": 1, "launches": 1, **changes}
    records, source = driving.memfd(json.dumps([record])), driving.memfd(b"")
    job = compiler.start({"op": operation}, source=source, records=records)
    os.close(records)
    os.close(source)
    ready, _, _ = select.select([job.channel], [], [], SECONDS)
    if not ready:
        job.kill()
    answer = job.receive()
    status = job.finish()
    assert ready, "the compiler did not come to an end"
    return answer and answer[0], status


def named(name):
    return TEXT.replace("@kernel", f'@"{name}"')


REFUSED, CRASHED, EITHER = "refused", "crashed", "either"
TOO_MUCH = "out_of_resources"
OPTIONS = [
    ("no warps", {"num_warps": 0}, REFUSED), ("three warps", {"num_warps": 3}, REFUSED), ("warps below 0", {"num_warps": -1}, REFUSED),
    ("2^20 warps", {"num_warps": 1 << 20}, TOO_MUCH), ("2^63 warps", {"num_warps": 1 << 63}, REFUSED),
    ("warps and a command", {"num_warps": "4; touch /tmp/nereid-was-here"}, REFUSED),
    ("registers and a file", {"maxnreg": "8 -o /tmp/nereid-was-here"}, REFUSED), ("2^40 registers", {"maxnreg": 1 << 40}, REFUSED),
    ("fusion that is a text", {"enable_fp_fusion": "--fmad=false -o /tmp/nereid-was-here"}, REFUSED),
    ("blocks below 0", {"num_ctas": -1}, EITHER), ("three blocks", {"num_ctas": 3}, EITHER), ("2^30 blocks", {"num_ctas": 1 << 30}, EITHER),
]
NAMES = ["../../kernel", "/tmp/nereid-was-here", "\\2E\\2E/x", "a/b", "k\\00", "a b; .visible .entry x", "$(touch /tmp/nereid-was-here)/x"]
# Texts that the machine takes, or that a device with another one might.
TEXTS = [
    ("places in each other", dict((row[0], row[1]) for row in texts.NESTING)["places that double 60 times"], REFUSED),
    ("3000 values in a loop", dict((row[0], row[1]) for row in texts.SIZES)["3000 values in a loop, turned round"].replace("@k", "@kernel"),
     "passed"),
    ("a function of the system", texts.kernel('%f = arith.constant 1.0 : f32\n%a = tt.extern_elementwise %f {libname = "x", libpath = '
                                              '"/etc/passwd", pure = false, symbol = "system"} : (f32) -> f32'), EITHER),
    ("a value of another block", texts.kernel("%c = arith.cmpi slt, %n, %n : i32\ncf.cond_br %c, ^a, ^b\n^a:\n%v = arith.constant 1 : i32\n"
                                              "cf.br ^b\n^b:\n%w = arith.addi %v, %v : i32"), REFUSED),
    ("10000 lists in each other", texts.kernel("%a = arith.constant {a = " + "[" * 10000), EITHER),
    ("no text", "", EITHER),
]


def judged(answer, status, expected):
    if answer is None:
        assert os.WIFSIGNALED(status) and expected in (CRASHED, EITHER), status
        return
    assert answer["op"] == "compile", answer
    if expected == "passed":
        assert answer["passed"], answer
    elif expected in (REFUSED, TOO_MUCH):
        assert not answer["passed"] and answer["code"] == ("compile_error" if expected == REFUSED else TOO_MUCH), answer
    elif not answer["passed"]:
        assert answer["code"] in ("compile_error", TOO_MUCH), answer
    assert not os.path.exists("/tmp/nereid-was-here")


@pytest.mark.parametrize("options, expected", [row[1:] for row in OPTIONS], ids=[row[0] for row in OPTIONS])
def test_options_are_no_command_line(compiler, options, expected):
    judged(*compiled(compiler, TEXT, options), expected)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_no_path(compiler, name):
    judged(*compiled(compiler, named(name)), EITHER)


@pytest.mark.parametrize("text, expected", [row[1:] for row in TEXTS], ids=[row[0] for row in TEXTS])
def test_a_hostile_text_ends_its_own_compile(compiler, text, expected):
    judged(*compiled(compiler, text), expected)


@pytest.mark.parametrize("head", ['module attributes {"ttg.total-num-warps" = 32 : i32}', 'module attributes {"ttg.shared" = 0 : i32}'])
def test_facts_are_not_those_that_a_text_claims(compiler, head):
    honest, _ = compiled(compiler, TEXT)
    answer, _ = compiled(compiler, TEXT.replace("module", head, 1))
    facts = [{key: kernel[key] for key in ("num_warps", "shared", "num_stages")} for kernel in (answer["kernels"] + honest["kernels"])]
    assert facts[0] == facts[1]


def test_an_honest_text_is_compiled_after_all_of_them(compiler):
    answer, status = compiled(compiler, TEXT)
    assert status == 0 and answer["passed"] and answer["kernels"][0]["cubin_size"] > 0, answer
