# SPDX-License-Identifier: GPL-3.0-or-later
"""A load that a pipelined loop makes before a store is found where Triton's compiler pipelines the loop, and only there: its
code for a GPU begins to copy ahead of the loop."""

import pipelined_kernels as kernels
import pytest
import torch
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


def is_pipelined(kernel, constants, options):
    signature = {name: "constexpr" if name in constants else "*fp32" if name in "xo" else "i32" for name in kernel.arg_names}
    aligned = {(i,): [["tt.divisibility", 16]] for i, name in enumerate(kernel.arg_names) if name in ("x", "o", "N")}
    source = ASTSource(kernel, signature, {(kernel.arg_names.index(name),): value for name, value in constants.items()}, aligned)
    text = triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options).asm["ttgir"]
    return "ttg.async_copy_global_to_local" in text[:text.index("scf.for")]


CASES = [("by_counter", {"STAGES": stages, "BARRIER": False, "BACK": 1}) for stages in (None, 1, 3, 4)]
CASES += [("by_counter", {"STAGES": 4, "BARRIER": False, "BACK": 2}), ("by_counter", {"STAGES": 3, "BARRIER": True, "BACK": 1})]
CASES += [(name, {}) for name in
          ("stores_first", "by_scalars", "volatile", "branch_that_stores", "outer", "store_needs_the_next_pointer",
           "one_waits_for_another", "load_needs_the_next_pointer_too", "carried_pointer", "carried_mask", "adds")]
CASES += [("product", {"LOAD": load, "STAGES": stages}) for load in ("operand", "arithmetic") for stages in (None, 1, 3)]
CASES += [("product", {"LOAD": "index", "STAGES": stages}) for stages in (1, 3, 5)]


def found(machine, name, constants, **options):
    x, o = torch.zeros(4096), torch.zeros(4096)
    answer = machine.run(getattr(kernels, name), (1,), x, o, 6, 32, B=32, options=options, **constants)
    assert {finding["kind"] for finding in answer["findings"]} <= {"unordered"}, answer
    return [finding["message"] for finding in answer["findings"]]


@pytest.mark.parametrize("name,constants", CASES, ids=lambda value: value if isinstance(value, str) else "-".join(map(str, value.values())))
def test_what_triton_pipelines_is_found(name, constants, machine):
    kernel = getattr(kernels, name)
    messages = found(machine, name, constants)
    assert bool(messages) == is_pipelined(kernel, {**constants, "B": 32}, {"num_stages": 3})
    assert all("pipelines that loop" in message for message in messages)


@pytest.mark.parametrize("name,constants", [
    ("in_a_branch", {}), ("product", {"LOAD": "sum", "STAGES": 3}),  # others of the loop are pipelined
    ("by_counter", {"STAGES": 2, "BARRIER": False, "BACK": 1}),  # the copy follows the store
    ("by_counter", {"STAGES": 3, "BARRIER": False, "BACK": 2})])
def test_loads_that_come_late_enough(name, constants, machine):
    assert found(machine, name, constants) == []


def test_the_stages_of_a_launch(machine):
    """They are those of a product's loop that has none of its own."""
    for stages in (0, 1, 2):
        assert found(machine, "product", {"LOAD": "operand", "STAGES": None}, stages=stages) == []
    for stages in (3, 7, 64):
        assert len(found(machine, "product", {"LOAD": "operand", "STAGES": None}, stages=stages)) == 1
    assert found(machine, "by_counter", {"STAGES": None, "BARRIER": False, "BACK": 1}, stages=5) == []
