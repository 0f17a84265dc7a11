# SPDX-License-Identifier: GPL-3.0-or-later
"""Tasks too large for the kernel machine: which sizes shrink, what stays, what is said about it."""

import json

import driving
import pytest
import torch
from tasks import LINEAR, task

from harness.inputs import literals, smaller_shapes

ELEMENTWISE = task("torch.relu(x)", "[torch.rand(ROWS, COLUMNS)]",
                   constants="ROWS = 4096\nCOLUMNS = 3 * 131072\n")
PRODUCT = task("a @ b", "[torch.rand(M, K), torch.rand(K, N)]", arguments="a, b",
               constants="M = 8192\nK = 64\nN = 8192\n")
LAYER = task("self.fc(x)", "[torch.rand(BATCH, WIDTH)]", parameters=", n, out",
             body="        self.fc = nn.Linear(n, out)\n", init="[WIDTH, 16384]",
             constants="BATCH = 1024\nWIDTH = 8192\n")
CONV = task("self.conv(x)", "[torch.rand(64, 48, 256, 256)]", parameters=", i, o, k",
            body="        self.conv = nn.Conv2d(i, o, (k, k + 2))\n", init="[48, 96, 7]")
HEADS = task("self.norm(x.view(x.shape[0], self.heads, -1)).flatten(1)",
             "[torch.rand(65536, HEADS * 64)]", parameters=", heads",
             body="        self.heads = heads\n        self.norm = nn.LayerNorm(64)\n",
             init="[HEADS]", constants="HEADS = 12\n")
READ = task("(x + 1).view(-1, WIDTH).sum(1)", "[torch.rand(BATCH, WIDTH)]",
            constants="BATCH = 65536\nWIDTH = 4096\n")
TUPLE = task("x.cumsum(1)", "[torch.rand(BATCH, *SHAPE)]",
             constants="BATCH = 32768\nSHAPE = (32768,)\n")
FIXED = task("self.fc(x)", "[torch.rand(2, 8192)]",
             body="        self.fc = nn.Linear(8192, 8192)\n")
MODULE_TENSOR = task("x * torch.ones(3).sum().item()", "[torch.rand(N, N)]",
                     constants="N = 16384\n")
FEW_VARIANTS = ["original", "new_seed", "larger_dims"]


def shrunk(role, source, variants=None):
    prepared = driving.prepare(role, source, variants or FEW_VARIANTS, shrink=True)
    assert prepared.end["op"] == "done", prepared.end
    return prepared


def sizes(shapes):
    return sum(torch.Size(shape).numel() for shape in shapes)


@pytest.mark.parametrize("source, original", [
    (ELEMENTWISE, [[512, 384]]),
    (PRODUCT, [[256, 64], [64, 256]]),     # the narrow size stays, the shared one is shared
    (LAYER, [[8, 256]]),
    (TUPLE, [[512, 512]]),
    (MODULE_TENSOR, [[512, 512]]),         # not to be had on the meta device
], ids=["elementwise", "product", "layer", "tuple", "no_meta"])
def test_sizes_are_halved_until_a_forward_is_cheap(reference, source, original):
    prepared = shrunk(reference, source)
    assert prepared.shapes("original") == prepared.shapes("new_seed") == original
    assert sizes(prepared.shapes("larger_dims")) > sizes(original)


def test_the_verdict_can_say_why(reference):
    prepared = shrunk(reference, ELEMENTWISE)
    words = "judged on smaller shapes: inputs and parameters have 1610612736 elements"
    assert prepared.end["smaller"] == words
    for name in FEW_VARIANTS:
        assert prepared.messages[name]["detail"] == words
    assert prepared.messages["tiny"]["detail"] == ""


def test_constructor_arguments_shrink_with_the_inputs_and_are_told(reference):
    prepared = shrunk(reference, LAYER)
    given = prepared.given("original")
    arguments = json.loads(given.metadata["init"])["args"]
    assert given.view("state.fc.weight").shape == (arguments[1], arguments[0])
    assert given.view("input.0").shape[1] == arguments[0] < 8192
    assert "constructor arguments" in prepared.end["smaller"]
    assert "[8192, 16384]" in prepared.end["smaller"]


def test_kernel_sizes_stay_and_channels_shrink_with_the_input(reference):
    given = shrunk(reference, CONV).given("original")
    arguments = json.loads(given.metadata["init"])["args"]
    assert arguments[2] == 7
    assert given.view("input.0").shape[1] == arguments[0] < 48


GROUPS = task("self.norm(self.fc(x))", "[torch.rand(1024, WIDTH)]", parameters=", n, groups",
              body="        self.fc = nn.Linear(n, n)\n"
                   "        self.norm = nn.GroupNorm(groups, n)\n",
              init="[WIDTH, GROUPS]", constants="WIDTH = 8192\nGROUPS = 512\n")


def test_constructor_arguments_keep_their_ratio(reference):
    """Groups of one element would all be normalised to zero."""
    given = shrunk(reference, GROUPS).given("original")
    width, groups = json.loads(given.metadata["init"])["args"]
    assert width < 8192 and width // groups == 16


def test_constructor_arguments_stay_where_inputs_suffice(reference):
    prepared = shrunk(reference, HEADS)
    assert json.loads(prepared.given("original").metadata["init"])["args"] == [12]
    assert "constructor" not in prepared.end["smaller"]
    assert prepared.shapes("original")[0][1] == 12 * 64


def test_what_the_model_reads_from_its_module_stays(reference):
    prepared = shrunk(reference, READ)
    (rows, width), = prepared.shapes("original")
    assert width == 4096 and rows < 65536


def test_one_axis_is_still_judged_at_the_size_of_the_task(reference):
    prepared = shrunk(reference, ELEMENTWISE, ["axis_0", "axis_1"])
    assert prepared.shapes("axis_1")[0][0] > 4096
    assert prepared.shapes("axis_0")[0][1] > 16384 > prepared.shapes("axis_0")[0][0]


def test_the_same_task_without_shrinking_is_refused(reference):
    end = driving.prepare(reference, ELEMENTWISE).end
    assert end["code"] == "task_too_large" and "1610612736" in end["message"]


def test_a_task_that_cannot_shrink_is_refused_with_what_was_tried(reference):
    end = driving.prepare(reference, FIXED, shrink=True).end
    assert end["code"] == "task_too_large", end
    assert "67133440 elements" in end["message"] and "choices of sizes were tried" in end["message"]


def test_an_affordable_task_is_judged_as_it_is(reference):
    prepared = shrunk(reference, LINEAR)
    assert prepared.shapes("original") == [[32, 64]] and prepared.end["smaller"] == ""


def test_equal_seeds_give_equal_shapes_and_values(reference):
    first, again = (shrunk(reference, LAYER).given("original") for _ in range(2))
    assert torch.equal(first.view("input.0"), again.view("input.0"))


# ---- the literals of a source --------------------------------------------------------------------


def places(text):
    return literals.Literals(text, "reference.py")


def test_literals_are_those_of_constants_and_of_the_two_makers():
    found = places("A = 64 * 2\nB = (7, 3)\nC: int = 9\nclass Model:\n    x = 77\n"
                   "def get_inputs():\n    return [A, 33]\n")
    assert sorted(found.values.values()) == [7, 9, 33, 128]
    assert found.names()["A"] in found.values


def test_names_that_the_model_or_a_helper_reads_are_bound_also_through_others():
    found = places("N = 64\nM = N * 2\nK = 48\ndef helper(x):\n    return x + M\n"
                   "class Model:\n    def forward(self, K):\n        return helper(K)\n")
    assert list(found.values.values()) == [48]  # K of forward is its own argument


def test_code_and_text_have_the_new_sizes():
    found = places("A = 64 * 2\ndef get_inputs():\n    return [A, 33]\n")
    space = {}
    exec(found.code({found.names()["A"]: 16}), space)
    assert space["get_inputs"]() == [16, 33]
    exec(found.text({}), space)
    assert space["get_inputs"]() == [128, 33]


@pytest.mark.parametrize("size, cap, floor, halved", [
    (4096, 512, 8, 512), (3 << 17, 512, 8, 384), (511, 128, 8, 127), (10, 4, 8, 10),
    (64, 64, 8, 64),
])
def test_halving(size, cap, floor, halved):
    assert smaller_shapes._halved(size, cap, floor) == halved


@pytest.mark.parametrize("answer, apart", [("torch.softmax(q @ q.mT, -1) @ q", True), ("(q + q.mT) @ q", False)])
def test_sizes_that_differ_stay_apart_unless_the_reference_needs_them_alike(reference, answer, apart):
    """32 heads, 2048 places and 64 columns became 16 each, and could not change one by one any more."""
    prepared = shrunk(reference, task(answer, "[torch.rand(4, 32, 2048, 64)]" if apart else "[torch.rand(4, 32, 2048, 2048)]", arguments="q"))
    heads, rows, columns = prepared.shapes("original")[0][1:]
    assert len({heads, rows, columns}) == (3 if apart else 2) and heads < columns <= rows, prepared.shapes("original")


@pytest.mark.parametrize("smaller, apart", [
    ({32: 16, 2048: 16, 64: 16}, {32: 16, 64: 32, 2048: 64}), ({8: 8, 16: 8, 4095: 7}, {8: 8, 16: 16, 4095: 7}), ({300: 9, 301: 9}, {300: 9, 301: 18}),
])
def test_those_that_become_equal_are_halved_less_often(smaller, apart):
    assert smaller_shapes._kept_apart(smaller) == apart


def test_a_gpu_gets_the_own_sizes_beside(reference):
    source = task("torch.relu(x)", "[torch.rand(ROWS, 2048)]", constants="ROWS = 2048\n")
    prepared = driving.prepare(reference, source, FEW_VARIANTS, shrink=True, own_sizes=True)
    assert prepared.end["op"] == "done" and prepared.end["smaller"], prepared.end
    assert sizes(prepared.shapes("original")) < 2048 * 2048
    assert prepared.shapes("own_sizes") == prepared.shapes("own_new_values") == [[2048, 2048]]
    first, second = (prepared.given(name).copy("input.0")
                     for name in ("own_sizes", "own_new_values"))
    assert not torch.equal(first, second)
    assert torch.equal(prepared.expected("own_sizes").copy("expected.0"), first.relu().double())


@pytest.mark.parametrize("rows, is_own", [(64, True), (1024, True), (4096, False)])
def test_whether_own_sizes_are_judged_does_not_hang_on_a_gpu(reference, rows, is_own):
    source = task("torch.relu(x)", "[torch.rand(ROWS, 2048)]", constants=f"ROWS = {rows}\n")
    for on_gpu in (False, True):
        prepared = driving.prepare(reference, source, FEW_VARIANTS, shrink=True, own_sizes=on_gpu)
        assert (prepared.shapes("original") == [[rows, 2048]]) == is_own, (on_gpu, prepared.shapes("original"))


def test_own_sizes_that_are_too_large_are_said(reference):
    prepared = driving.prepare(reference, ELEMENTWISE, FEW_VARIANTS, shrink=True, own_sizes=True)
    assert prepared.end["op"] == "done", prepared.end
    assert 0 < sizes(prepared.shapes("original")) < 512 * 384  # a GPU has the rest
    assert prepared.shapes("own_sizes") is None
    assert "elements" in prepared.messages["own_sizes"]["detail"]


@pytest.mark.parametrize("inputs, blocks", [
    ("[torch.rand(8, 32, 2048, 64)]", [[8, 32, 128, 64]]),  # a head stays as wide as it is
    ("[torch.rand(16, 4096, 4096)]", [[16, 256, 256]]),
    ("[torch.rand(64, 64, 512, 300)]", [[32, 32, 64, 37]]),  # too dear with blocks of 64
    ("[torch.rand(32768, 8192)]", [[2048, 1024]]),          # they stay apart
])
def test_large_sizes_alone_shrink_for_whom_smaller_ones_do_not_suit(reference, inputs, blocks):
    prepared = driving.prepare(reference, task("torch.relu(x)", inputs), FEW_VARIANTS, own=True)
    assert prepared.end["op"] == "done" and prepared.end["smaller"], prepared.end
    assert prepared.shapes("original") == blocks


def test_what_cannot_shrink_to_blocks_is_refused_with_what_was_tried(reference):
    prepared = driving.prepare(reference, MODULE_TENSOR.replace("[torch.rand(N, N)]", "[torch.rand(*[N] * 2)]").replace(
        "x * ", "x.view(N, N) * "), FEW_VARIANTS, own=True)
    assert prepared.end["code"] == "task_too_large", prepared.end
    assert "whole blocks" in prepared.end["message"]
