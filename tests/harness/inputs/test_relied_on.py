# SPDX-License-Identifier: GPL-3.0-or-later
"""What a kernel may rely on since every draw of its task has it: places that come once, flags, sizes that fit each other; and what PyTorch
itself does not say."""

import pytest
import torch
from tasks import task
from test_variants import extra, inputs, reason

from harness.inputs import equal_values, patterns
from harness.inputs.input_structure import Structure

GENERATOR = torch.Generator().manual_seed(5)
NAMES = ["zero_mean", "odd_dims", "large", "axis_0", "axis_1", "few_changed"]


def places():
    """Of 90 rows: three of each of 30 lines of eight, -1 elsewhere."""
    chosen = torch.rand(30, 8, generator=GENERATOR).argsort(1)[:, :3]
    found = torch.full((30, 8), -1)
    return found.scatter(1, chosen, torch.randperm(90, generator=GENERATOR).view(30, 3))


def test_places_stay_different_beside_the_number_for_none():
    original = places()
    pattern = patterns.pattern_of(original)
    assert isinstance(pattern, patterns.Places) and pattern.is_fixed
    drawn = pattern.draw(original, [10, 8], GENERATOR)
    held = drawn[drawn >= 0]
    assert held.unique().numel() == held.numel() == 30 and set(drawn[drawn < 0].tolist()) == {-1}
    assert pattern.draw(original, [300, 8], GENERATOR) is None


@pytest.mark.parametrize("original", [
    torch.randint(-1, 9, (40,), generator=GENERATOR), torch.arange(-20, 20).roll(3)[torch.randperm(40)] // 2,
    torch.tensor([-1, -2, *range(9), 3]),
])
def test_numbers_of_which_some_come_twice_are_no_places(original):
    assert not isinstance(patterns.pattern_of(original), patterns.Places)


def test_places_that_another_draw_has_twice_are_chance(reference):
    source = task("x[at.clamp(min=0)] * (at >= 0)[:, None]", "[torch.randn(99, 4), torch.randint(-9, 99, (30,)).clamp(min=-1)]",
                  arguments="x, at")
    found = extra(reference, source, "zero_mean")
    assert inputs(found, "zero_mean", 1).unique().numel() < 30


FLAGS = task("torch.where(m == 1, m.cumsum(0) - 1, -m)", "[torch.randint(0, 2, (40, 6))]", arguments="m")


def test_numbers_that_say_yes_or_no_go_on_doing_so(reference):
    found = extra(reference, FLAGS, *NAMES)
    for name in NAMES:
        if found.messages[name]["applicable"]:
            assert set(inputs(found, name).unique().tolist()) <= {0, 1}, name
    few = Structure(torch.tensor([1.0, 0, 0, 1, 1, 0, 1, 1])).few
    assert few is not None and few.tolist() == [0, 1]
    assert Structure(torch.tensor([1.0, 0, 0.5, 1, 1, 0, 1, 1])).few is not None
    assert Structure(torch.rand(24, generator=GENERATOR)).few is None
    assert not Structure(torch.randint(0, 3, (40,), generator=GENERATOR)).is_flags


PACKED = task("(x.view(x.shape[0], -1, 2).int() << torch.tensor([0, 4])).sum(-1).int()", "[torch.randint(0, 16, (8, 96), dtype=torch.uint8)]")


def test_codes_of_a_few_bits_stay_codes(reference):
    found = extra(reference, PACKED, "large", "zero_mean", "odd_dims")
    for name, message in found.messages.items():
        if message["applicable"]:
            assert int(inputs(found, name).max()) < 16, name
    assert not Structure(torch.randint(0, 100, (400,), generator=GENERATOR)).is_codes
    assert not Structure(torch.randint(0, 256, (4000,), generator=GENERATOR)).is_codes


def test_answers_stay_away_from_the_largest_number(reference):
    near = task("x.abs().clamp(max=1) * 3.25e38 * (x.abs() > 3)", "[torch.randn(5, 7).clamp(-2, 2)]")
    assert reason(reference, near, "large") == "the answer comes near the largest number of its dtype"
    always = task("torch.where(x > 0, x, torch.finfo(x.dtype).min)", "[torch.randn(5, 7)]")
    assert extra(reference, always, "large").messages["large"]["applicable"]


GATHERED = task("x[:, :-1].log_softmax(-1).gather(-1, at[..., None])[..., 0]",
                "[torch.randn(3, 9, 50), torch.randint(0, 50, (3, 8))]", arguments="x, at")
PARTS = task("torch.cat([x[i, :, :int(ends[i + 1]) - int(ends[i])] for i in range(x.shape[0])], 1)",
             "[torch.randn(3, 4, 40), torch.tensor([0, 20, 33, 72])]", arguments="x, ends")


def test_what_is_gathered_has_a_row_for_each_row_of_places(reference):
    names = ["larger_dims", "odd_dims", "axis_0", "axis_1"]
    found = extra(reference, GATHERED, *names)
    applied = [name for name in ["tiny", *names] if found.messages[name]["applicable"]]
    assert applied
    for name in applied:
        x, at = inputs(found, name), inputs(found, name, 1)
        assert x.shape[0] == at.shape[0] and x.shape[1] == at.shape[1] + 1, name


def test_what_is_cut_into_parts_is_as_long_as_they_are(reference):
    found = extra(reference, PARTS, "zero_mean", "larger_dims", "axis_2")
    for name, message in found.messages.items():
        if message["applicable"]:
            assert inputs(found, name, 1).diff().max() <= inputs(found, name).shape[2], name


@pytest.mark.parametrize("filled", [True, False])
def test_no_row_of_a_mask_is_empty_where_the_task_sees_to_that(reference, filled):
    mask = "(torch.rand(64, 64) > 0.4) | torch.eye(64, dtype=torch.bool)" if filled else "torch.rand(64, 64) > 0.4"
    found = extra(reference, task("torch.where(m, x, -1e6).amax(1)", f"[torch.randn(64, 64), {mask}]", arguments="x, m"), "peaks")
    true = inputs(found, "peaks", 1).sum(1)
    assert set(true.tolist()) == ({1, 64} if filled else {0, 1, 64})


@pytest.mark.parametrize("seed", range(4))
def test_a_table_of_positions_has_more_than_one_where_there_are_more_rows(reference, seed):
    source = task("x + p[:x.shape[1]]", "[torch.randn(4, 40, 12), torch.randn(64, 12)]", arguments="x, p")
    found = extra(reference, source, "axis_0", "axis_1", "axis_0_again", "larger_dims", "odd_dims", seed=seed)
    for name, message in found.messages.items():
        if message["applicable"]:
            assert inputs(found, name, 1).shape[0] >= inputs(found, name).shape[1], name


def test_parts_of_one_length_may_end_with_a_shorter_one(reference):
    source = task("torch.cat([x[:, i:i + 16].sum(1, keepdim=True) for i in range(0, x.shape[1], 16)], 1)", "[torch.randn(6, 64)]")
    assert inputs(extra(reference, source, "odd_dims"), "odd_dims").shape[1] % 16


VALUE = torch.tensor([[3.0, 1, 3, 0, 0], [2, 2, 2, 2, 2]])


@pytest.mark.parametrize("take, dim, differs", [
    (lambda x: x.topk(3), 1, True), (lambda x: x.sort(), 1, True), (lambda x: x.sort(dim=0, descending=True), 0, False),
    (lambda x: x.kthvalue(2, keepdim=True), 1, False), (lambda x: x.median(dim=-1, keepdim=True), 1, False),
])
def test_values_are_the_same_from_the_other_end(take, dim, differs):
    values, at = take(VALUE)
    with equal_values.TakingOneEnd() as mode:
        others, at_there = take(VALUE)
    assert mode.met and torch.equal(values, others) and torch.equal(VALUE.gather(dim, at_there), values)
    assert not differs or not torch.equal(at, at_there)


@pytest.mark.parametrize("is_last", [True, False])
def test_the_largest_are_the_first_or_the_last_of_equal_ones(is_last):
    with equal_values.TakingOneEnd(is_last):
        at = VALUE.topk(3)[1].tolist()
        least = VALUE.topk(2, largest=False)[1].tolist()
        order = VALUE.sort()[1].tolist()
    assert at == ([[2, 0, 1], [4, 3, 2]] if is_last else [[0, 2, 1], [0, 1, 2]])
    assert least == ([[4, 3], [4, 3]] if is_last else [[3, 4], [0, 1]])
    assert order == ([[4, 3, 1, 2, 0], [4, 3, 2, 1, 0]] if is_last else [[3, 4, 1, 0, 2], [0, 1, 2, 3, 4]])


def test_who_keeps_the_order_of_equal_values_is_left_alone():
    with equal_values.TakingOneEnd() as mode:
        assert VALUE.sort(stable=True)[1].tolist() == [[3, 4, 1, 0, 2], [0, 1, 2, 3, 4]]
        VALUE.max(dim=-1), VALUE.argmax(dim=-1), VALUE.median()
    assert not mode.met


def test_no_variant_hangs_on_which_of_equal_values_is_taken(reference):
    """Probabilities that vanish are equal, and which of them are among the largest PyTorch does not say."""
    source = task("torch.zeros_like(x).scatter(1, (4000 * x).softmax(-1).topk(4)[1], 1.0)", "[torch.randn(32, 24)]")
    assert "equal values" in reason(reference, source, "large")


def test_numbers_of_eight_bits_are_what_they_are(reference):
    """What reads them makes them wider first: a variant is not left out because the next number of eight bits has another answer."""
    names = ["zero_mean", "odd_dims", "mixed"]
    source = task("x.float() * s[:, None]", "[torch.randn(40, 24).to(torch.float8_e4m3fn), torch.rand(40) + 0.5]", arguments="x, s")
    found = extra(reference, source, *names)
    assert all(found.messages[name]["applicable"] for name in names), found.messages


SIZED = ["tiny", "larger_dims", "odd_dims", "unit_dims", "axis_0", "axis_1", "axis_0_again", "axis_1_again", "same_sizes", "apart"]
HEADS = "x[:, :4] * b[:4], (x[:, 4:] + b[4:]).unflatten(-1, (4, 4))"


@pytest.mark.parametrize("answer", [HEADS, HEADS.replace("x[:, 4:] + b[4:]", "torch.add(b[4:], x[:, 4:])"),
                                    HEADS.replace("x[:, 4:] + b[4:]", "x[:, 4:] * b[4:].expand(x.shape[0], 16)")])
def test_what_is_left_of_a_slice_does_not_stand_for_all(reference, answer):
    found = extra(reference, task(answer, "[torch.randn(30, 20), torch.randn(20)]", arguments="x, b"), *SIZED)
    shapes = [found.shapes(name) for name in SIZED if found.messages[name]["applicable"]]
    assert len({x[0] for x, _ in shapes}) > 3 and all(b == [20] for _, b in shapes)


def test_what_is_one_for_all_in_the_task_stays_so(reference):
    source = task("torch.where(x > 0, x * s, b[..., None].expand_as(x))", "[torch.randn(30, 24), torch.rand(30, 1), torch.randn(30)]", arguments="x, s, b")
    found = extra(reference, source, *SIZED)
    shapes = [found.shapes(name) for name in SIZED if found.messages[name]["applicable"]]
    assert len({tuple(x) for x, _, _ in shapes}) > 4 and any(x[0] == 1 for x, _, _ in shapes) and any(x[1] == 1 for x, _, _ in shapes)
    assert all(s == [x[0], 1] and b == x[:1] for x, s, b in shapes)


VALUES = ["zero_mean", "large", "one_sided", "mixed", "new_seed"]


@pytest.mark.parametrize("answer, within", [("torch.bincount(x, minlength=64)[:64]", True), ("torch.bincount(x, None, 64).float()[:64].sqrt()", True),
                                            ("torch.bincount(x.clamp(max=63), minlength=64)", False), ("torch.bincount(x, minlength=16)[:16]", False)])
def test_numbers_are_counted_up_to_the_last_that_is_asked_for(reference, answer, within):
    found = extra(reference, task(answer, "[torch.randint(0, 64, (900,))]"), *VALUES)
    most = [int(inputs(found, name).max()) for name in VALUES if found.messages[name]["applicable"]]
    assert len(most) > 1 and (max(most) < 64) == within


LEVELS = "(x / x.abs().amax(-1, keepdim=True) * 127).round()"
HARSH = ["zero_mean", "zeros", "large", "mixed", "new_seed"]


@pytest.mark.parametrize("answer, there_is", [
    (f"{LEVELS}.to(torch.int8)", False), (f"{LEVELS}.char()", False), (f"{LEVELS}.type(torch.int32).float()", False),
    (f"torch.zeros_like(x, dtype=torch.int8).copy_({LEVELS})", False), (f"{LEVELS}.nan_to_num().to(torch.int8)", True), (LEVELS, False)])
def test_a_row_of_zeros_is_asked_for_where_its_quotient_is_a_whole_number(reference, answer, there_is):
    found = extra(reference, task(answer, "[torch.randn(40, 30)]"), *HARSH)
    rows = [inputs(found, name) for name in HARSH if found.messages[name]["applicable"]]
    assert len(rows) > 2 and any(bool((row == 0).all(-1).any()) for row in rows) == there_is


@pytest.mark.parametrize("answer, far", [("(x * 20).to(torch.int8)", False), ("(x * 20).to(torch.int32)", True), ("(x * 99).to(torch.int8)", True)])
def test_numbers_stay_in_the_dtype_that_has_all_of_the_tasks(reference, answer, far):
    found = extra(reference, task(answer, "[torch.rand(40, 30) * 4 - 2]"), *HARSH)
    most = [float(inputs(found, name).abs().max()) for name in HARSH if found.messages[name]["applicable"]]
    assert len(most) > 2 and (max(most) * 20 >= 128) == far


@pytest.mark.parametrize("beta", [1, 2])
def test_softplus_without_log1p_has_digits_enough(reference, beta):
    names = ["axis_0_again", "axis_1_again", "zero_mean", "mixed", "new_seed"]
    source = task(f"torch.nn.functional.softplus(x + b, {beta})", "[torch.randn(3, 256, 6), torch.randn(6)]", arguments="x, b")
    found = extra(reference, source, *names)
    assert all(found.messages[name]["applicable"] for name in names)
    for name in names:
        x = inputs(found, name) + inputs(found, name, 1)
        exact = torch.nn.functional.softplus(x.double(), beta)
        other = torch.where(beta * x > 20, x, ((beta * x).exp() + 1).log() / beta)
        assert float((other - exact).norm()) < 1e-4 * float(exact.norm()), name
