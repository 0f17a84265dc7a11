# SPDX-License-Identifier: GPL-3.0-or-later
"""Other sizes of weights, given to the constructor: which change, which stay, and what shows there."""

import json

import driving
import pytest
from tasks import CONV, LINEAR, task

NAMES = ["other_features", "far_features"]
LAYER = task("self.fc(x)", "[torch.randn(BATCH, WIDTH)]", parameters=", n, out", body="        self.fc = nn.Linear(n, out)\n",
             init="[WIDTH, OUT]", constants="BATCH = 12\nWIDTH = 40\nOUT = 48\n")
SCALE = task("x * self.gate", "[torch.randn(20, WIDTH)]", parameters=", n", body="        self.gate = nn.Parameter(torch.randn(n))\n",
             init="[WIDTH]", constants="WIDTH = 48\n")
WINDOW = task("self.conv(x)", "[torch.randn(2, 8, 20, 24)]", parameters=", i, o, k", body="        self.conv = nn.Conv2d(i, o, k)\n",
              init="[8, 6, 7]")
HEADS = task("self.attend(x, x, x)[0]", "[torch.randn(2, 9, WIDTH)]", parameters=", n, heads",
             body="        self.attend = nn.MultiheadAttention(n, heads, batch_first=True)\n", init="[WIDTH, HEADS]",
             constants="WIDTH = 40\nHEADS = 5\n")
READ = task("self.norm(x) * WIDTH", "[torch.randn(6, WIDTH)]", parameters=", n", body="        self.norm = nn.LayerNorm(n)\n", init="[WIDTH]",
            constants="WIDTH = 40\n")
DEAR = task("self.conv(x)", "[torch.randn(16, 64, 96, 96)]", parameters=", i", body="        self.conv = nn.Conv2d(i, i, 3, groups=i)\n",
            init="[64]")


def prepared_for(role, source, **more):
    prepared = driving.prepare(role, source, ["original", *NAMES], **more)
    assert prepared.end["op"] == "done", prepared.end
    return prepared


def init(prepared, name):
    return json.loads(prepared.given(name).metadata["init"])["args"]


def test_all_sizes_of_weights_change_unevenly_and_apart(reference):
    prepared = prepared_for(reference, LAYER)
    (rows, width), = prepared.shapes("other_features")
    wide, out = init(prepared, "other_features")
    assert rows == 12 and wide == width and min(width, out) > 128 and width != out and width % 2 == out % 2 == 1
    assert prepared.expected("other_features").copy("expected.0").shape == (12, out)
    assert prepared.given("other_features").view("state.fc.weight").shape == (out, width)
    assert f"40 -> {width}" in prepared.messages["other_features"]["detail"]


def test_each_of_two_goes_far_once(reference):
    for seed in range(4):
        prepared = prepared_for(reference, LAYER, seed=seed)
        far = [[size > 1024 for size in init(prepared, name)] for name in NAMES]
        assert sorted(far) == [[False, True], [True, False]]


def test_inputs_follow_where_they_have_the_same_number_alone(reference):
    prepared = prepared_for(reference, LINEAR)
    (rows, width), = prepared.shapes("other_features")
    assert (rows, [width]) == (32, init(prepared, "other_features")) and width > 128


def test_one_number_goes_far_twice_and_otherwise(reference):
    for seed in range(3):
        prepared = prepared_for(reference, SCALE, seed=seed)
        (one,), (other,) = (init(prepared, name) for name in NAMES)
        assert one % 2 == 1 and one != other and min(one, other) > 1024


def test_windows_stay(reference):
    prepared = prepared_for(reference, WINDOW)
    assert prepared.messages["other_features"]["applicable"], prepared.messages["other_features"]
    channels, out, window = init(prepared, "other_features")
    assert window == 7 and (channels > 128 or out > 128)
    assert prepared.shapes("other_features")[0][1] == channels


def test_who_is_divided_by_heads_gets_an_odd_multiple(reference):
    prepared = prepared_for(reference, HEADS)
    (_, _, width), = prepared.shapes("other_features")
    assert width % 5 == 0 and (width // 40) % 2 == 1 and width > 128


def test_other_sizes_shrink_where_it_is_dear(reference):
    (batch, channels, height, width), = prepared_for(reference, DEAR).shapes("other_features")
    assert channels > 128 and height == width < 96 and batch <= 16


@pytest.mark.parametrize("source, why", [
    (task("x * 2", "[torch.rand(20, 70)]"), "given no number of features"),
    (CONV, "given no number of features"),
    (READ, "given no number of features"),       # a candidate could not learn that it has changed
])
def test_it_says_why_there_are_none(reference, source, why):
    prepared = prepared_for(reference, source)
    for name in NAMES:
        assert not prepared.messages[name]["applicable"] and why in prepared.messages[name]["detail"], prepared.messages[name]


KERNEL = driving.HEAD + """
@triton.jit
def scale(x, w, y, n, B: tl.constexpr):
    at = tl.program_id(1) * B + tl.arange(0, B)
    row = tl.program_id(0) * n
    tl.store(y + row + at, tl.load(x + row + at, mask=at < n) * tl.load(w + at, mask=at < n), mask=at < n)

class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = torch.nn.Parameter(torch.randn(n))
    def forward(self, x):
        rows, n = x.shape
        y = torch.empty_like(x)
        scale[(rows, BLOCKS)](x, self.w, y, n, B=SIZE)
        return y
"""


@pytest.mark.parametrize("blocks, size, name, code", [
    ("triton.cdiv(n, 64)", "64", "other_features", "ok"), ("max(1, n // 64)", "64", "other_features", "non_finite"),
    ("triton.cdiv(n, 512)", "512", "far_features", "ok"), ("1", "512", "far_features", "non_finite"),
])
def test_what_is_behind_the_last_whole_block_shows(reference, roles, blocks, size, name, code):
    source = task("x * self.w", "[torch.randn(5, WIDTH)]", parameters=", n", body="        self.w = nn.Parameter(torch.randn(n))\n",
                  init="[WIDTH]", constants="WIDTH = 40\n")
    prepared = prepared_for(reference, source)
    for one, wanted in (("original", "ok"), (name, code)):
        (answered, output), = driving.run_candidate(roles, KERNEL.replace("BLOCKS", blocks).replace("SIZE", size), [(one, prepared.fds[one]["given"])])
        assert driving.compare(answered, output, prepared.expected(one)) == wanted
