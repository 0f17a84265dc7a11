# SPDX-License-Identifier: GPL-3.0-or-later
"""The oracle on mutants: which inputs count, and what the machine's checks see."""

import json
import os
import pathlib
import subprocess
import sys

SOURCE_TREE = pathlib.Path(__file__).resolve().parents[2]
RESOURCES = pathlib.Path(os.environ.get("NEREID_RESOURCES", SOURCE_TREE / "resources"))
HARNESS = os.environ.get("NEREID_HARNESS", SOURCE_TREE / "engine" / "verify" / "harness")

REFERENCE = '''
import torch

class Model(torch.nn.Module):
    def forward(self, x):
        return x.abs()

def get_inputs():
    return [torch.rand(21)]

def get_init_inputs():
    return []
'''

CANDIDATE = '''
import torch
import triton
import triton.language as tl

@triton.autotune(configs=[triton.Config({"BLOCK": 8}), triton.Config({"BLOCK": 16})], key=["n"])
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n)
    tl.store(y_ptr + at, tl.abs(x), mask=at < n)

class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = x.contiguous()
        y = torch.empty_like(x)
        kernel[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, y, x.numel())
        return y
'''


def examined(candidate, mutants, *options):
    """(first line, {id: answer}) of the oracle."""
    lines = [{"reference": REFERENCE, "candidate": candidate},
             *({"id": name, "candidate": text} for name, text in mutants.items())]
    done = subprocess.run(
        [sys.executable, "-I", "-B", str(RESOURCES / "mutants" / "oracle.py"),
         "--harness", str(HARNESS), "--machine-lib", os.environ["NEREID_MACHINE_LIB"], *options],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True, text=True, check=True)
    first, *rest = [json.loads(line) for line in done.stdout.splitlines()]
    return first, {line["id"]: line for line in rest}


def test_checks_of_memory_and_races_and_values():
    first, answers = examined(CANDIDATE, {
        "same": CANDIDATE.replace("tl.abs(x)", "tl.where(x < 0, -x, x)"),
        "outside": CANDIDATE.replace("mask=at < n)\n    tl.store", "mask=at <= n)\n    tl.store"),
        "race": CANDIDATE.replace("y_ptr + at", "y_ptr + at % BLOCK"),
        "unwritten": CANDIDATE.replace('triton.cdiv(x.numel(), meta["BLOCK"])', "1"),
        "negative": CANDIDATE.replace("tl.abs(x)", "x"),
        "import": CANDIDATE.replace("import torch\n", "import torch, nowhere\n"),
    })
    assert first["inputs"] == first["tried"] > 20
    assert answers.pop("same")["outcome"] == "same"
    assert {(line["outcome"], line["visible"]) for line in answers.values()} == {
        ("different", True)}
    assert answers["outside"]["detail"].startswith("out_of_bounds: kernel kernel: load outside")
    assert answers["race"]["detail"].startswith("data_race: kernel kernel: several programs")
    assert answers["import"]["detail"].startswith("import_error: ModuleNotFoundError")
    assert answers["unwritten"]["detail"] == answers["negative"]["detail"] == ""


def test_what_host_code_asks_a_compiled_kernel_and_the_driver():
    asking = CANDIDATE.replace("        kernel[", "        assert x.device == triton.runtime.driver.active.get_active_torch_device()\n"
                               "        launched = kernel[").replace(
        "        return y", "        assert launched.n_regs > 0\n        return y")
    first, answers = examined(asking, {"same": CANDIDATE})
    assert first["inputs"] == first["tried"] and answers["same"]["outcome"] == "same"


def test_a_loud_refusal_of_what_nobody_asks_for_is_no_difference():
    def saying(condition):
        return CANDIDATE.replace("        x = x.contiguous()", f"        if {condition}: raise ValueError('not mine')\n        x = x.contiguous()")

    _, answers = examined(CANDIDATE, {
        "dtype": saying("x.dtype != torch.float32"),
        "size": saying("x.numel() != 21"),
        "own": saying("x.numel() == 21"),
        "silent": saying("x.dtype != torch.float32").replace("tl.abs(x)", "x"),
    })
    for name in ("dtype", "size"):
        assert (answers[name]["outcome"], answers[name]["visible"]) == ("refused", False)
        assert answers[name]["detail"] == "runtime_error: ValueError: not mine"
    assert answers["own"]["outcome"] == answers["silent"]["outcome"] == "different"


def test_endless_mutant_differs():
    endless = CANDIDATE.replace("x = x.contiguous()", "while True: pass")
    _, answers = examined(CANDIDATE, {"endless": endless, "same": CANDIDATE}, "--limit", "5")
    assert answers["endless"]["outcome"] == "different" and answers["endless"]["visible"]
    assert answers["endless"]["detail"] == "no end"
    assert answers["same"]["outcome"] == "same"


def test_input_counts_only_where_the_original_is_right():
    original = CANDIDATE.replace("tl.abs(x)", "x")
    first, answers = examined(original, {"absolute": CANDIDATE})
    assert 0 < first["inputs"] < first["tried"]
    assert answers["absolute"]["outcome"] == "same"
