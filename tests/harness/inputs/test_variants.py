# SPDX-License-Identifier: GPL-3.0-or-later
"""The inputs beyond the five of a report: what each holds, and where it does not apply."""

import json

import driving
import pytest
import torch
from tasks import (BATCH_NORM, CONSTANTS, EMBEDDING, FIXED, GATHER, INTEGERS, LINEAR, MATMUL,
                   task)

from harness.inputs import extra_variant
from harness.shared import bundle

ALMOST_ANOTHER = ["few_changed", "few_changed_again", "few_changed_last"]
SETTINGS = ["other_settings", "other_settings_2", "other_settings_3", "other_settings_4", "far_settings", "far_settings_2", "far_settings_3", "far_settings_4",
            "end_settings", "end_settings_2", "end_settings_3", "end_settings_4", "idle_arguments", "idle_arguments_2", "other_forms", "other_forms_2", "other_forms_3", "idle_settings", "idle_settings_2", "idle_settings_3",
            "settings_together", "composed_settings_0", "composed_settings_1", "composed_settings_2"]
OPEN = ["open_outputs", "open_outputs_2", "open_outputs_3"]
FITTING = ["fitting_settings", "fitting_settings_2"]
COMPOSED = [f"composed_{number}" for number in range(4)]
PAST = [f"past_{block}" for block in (512, 1024, 2048, 4096)] + [f"{name}_{block}" for name in ("beside", "behind") for block in (1024, 2048, 4096)]
SCALED = ["halved", "doubled", "rescaled", "uneven"]
EXTRA = ["zero_mean", "odd_dims", *ALMOST_ANOTHER, "large", "small", "constant", "zeros", "flat_rows", "one_sided", "near_epsilons", "magnitudes",
         "other_numbers", "far_numbers", "turned_numbers", "zero_numbers", "infinite_numbers", "whole_numbers", "other_flags", "one_flag", "flags_on", "flags_off",
         "other_choices", "one_left_out", "another_left_out", "longer_lists", "shorter_lists", "single_lists", "limits", "not_numbers", "other_branches",
         "ties", "edges", "peaks", "empty_parts", "eval_mode", "eval_mode_next", "other_weights", "third_dtype", "third_dtype_next", "far_dtype", "other_integers",
         "axis_0", "axis_1", "axis_2", "axis_0_again", "axis_0_again_next", "axis_0_mixed", "axis_1_again", "near_own", "whole_128", "whole_256", "whole_512", "whole_1024", *PAST, "whole_axis_0", "whole_axis_1", "one_over", "whole_apart", "whole_apart_again", "far_sizes", "wide_sizes", "other_features", "far_features", "long_half", *COMPOSED, *SCALED, "unit_dims", "grown_ones", "same_sizes", *SETTINGS, *OPEN, "apart", "uneven_lists", "drawn_0", "drawn_1", "drawn_2",
         "unpromised", *FITTING, "empty_sizes", "strided", "strided_own", "special"]
ABS = task("x.abs() * 2", "[torch.rand(20, 70) + 1]")
ROWS = task("torch.softmax(x, dim=1)", "[torch.rand(20, 70)]")


def extra(role, source, *names, **more):
    prepared = driving.prepare(role, source, list(names) or EXTRA, **more)
    assert prepared.end["op"] == "done", prepared.end
    return prepared


def reason(role, source, name):
    """Why a variant does not apply."""
    message = extra(role, source, name).messages[name]
    assert not message["applicable"], message
    return message["detail"]


def inputs(prepared, name, index=0):
    return prepared.given(name).view(f"input.{index}")


def test_every_variant_is_answered_in_order_and_says_what_it_is(reference):
    prepared = extra(reference, ABS)
    assert list(prepared.messages) == ["tiny", *EXTRA]
    assert all(prepared.messages[name]["detail"] for name in EXTRA)
    assert [name for name in EXTRA if not prepared.messages[name]["applicable"]] == [
        "near_epsilons", "other_numbers", "far_numbers", "turned_numbers", "zero_numbers", "infinite_numbers", "whole_numbers", "other_flags", "one_flag", "flags_on",
        "flags_off", "other_choices", "one_left_out", "another_left_out", "longer_lists", "shorter_lists", "single_lists", "limits", "not_numbers",
        "other_branches", "ties", "edges", "empty_parts", "other_weights", "other_integers", "axis_2", "behind_1024", "behind_2048", "behind_4096", "other_features", "far_features", "grown_ones",
        *SETTINGS, *OPEN, "apart", "uneven_lists", "drawn_0", "drawn_1", "drawn_2", "unpromised", *FITTING]


@pytest.mark.parametrize("source, name", [
    (BATCH_NORM, "eval_mode"),
    (task("x * s", "[torch.rand(20, 70), torch.tensor(0.5)]", arguments="x, s"), "other_numbers"),
    (task("torch.where(m, x, 0 * x)", "[torch.rand(20, 70), torch.ones(20, 70, dtype=torch.bool)]", arguments="x, m"), "other_flags"),
    (task("x * s", "[torch.rand(20, 70), 0.5]", arguments="x, s"), "other_numbers"),
    (task("x * 2 if twice else x", "[torch.rand(20, 70), True]", arguments="x, twice"), "other_flags")])
def test_values_modes_and_numbers_are_other_ones_at_the_task_s_own_size(reference, source, name):
    """Who refuses all other sizes is excused from those, not from what the task gives beside its tensors."""
    prepared = extra(reference, source, "original", name)
    assert prepared.shapes(name) == prepared.shapes("original")


def test_what_is_costly_at_its_own_size_has_them_small(reference):
    product = task("torch.relu(x @ y) * s", "[torch.rand(160, 160), torch.rand(160, 150), 0.5]", arguments="x, y, s")
    assert extra(reference, product, "other_numbers").shapes("other_numbers") == [[160, 160], [160, 150]]
    thrice = product.replace("x @ y", "x @ x @ x @ y")
    assert max(extra(reference, thrice, "other_numbers").shapes("other_numbers")[0]) < 160


def test_sizes_that_were_equal_by_chance_are_judged_apart(reference):
    prepared = extra(reference, task("x.t() * 2", "[torch.randn(64, 64)]"), "apart")
    shape, = prepared.shapes("apart")
    assert shape[0] != shape[1]
    product = task("x @ y", "[torch.randn(64, 64), torch.randn(64, 64)]", arguments="x, y")
    (rows, depth), (same_depth, columns) = extra(reference, product, "apart").shapes("apart")
    assert depth == same_depth and len({rows, columns}) == 2
    assert "belong together" in reason(
        reference, task("x + x.t()", "[torch.randn(64, 64)]"), "apart")


def test_sizes_of_one_name_are_apart_for_a_flag(reference):
    named = "N = 64\n" + task("x.t() * 2", "[torch.randn(N, N)]")
    (rows, columns), = extra(reference, named, "apart").shapes("apart")
    assert rows != columns


def test_they_are_small(reference):
    prepared = extra(reference, task("x * 2", "[torch.randn(256, 1024)]"))
    for name in ALMOST_ANOTHER:
        assert prepared.shapes(name) == [[256, 1024]]  # whoever keeps answers may do so at the task's own size alone
    assert prepared.shapes("peaks") == [[256, 1024]]
    assert 140000 <= torch.Size(prepared.shapes("far_sizes")[0]).numel() < 141000
    assert prepared.shapes("halved") == [[256, 512]]
    for name in set(EXTRA) - {*ALMOST_ANOTHER, *SCALED, "peaks", "far_sizes", "wide_sizes"}:
        for shape in prepared.shapes(name) or []:
            assert torch.Size(shape).numel() <= (1 << 19 if name in PAST else 1 << 17 if name.startswith(("axis", "far_dtype", "long_half", "whole_a", "drawn")) else 1 << 14 if name.startswith(("whole", "same", "composed")) else 1 << 12)


# ---- values ------------------------------------------------------------------------------------


def test_zero_mean_has_both_signs_and_the_scale_of_the_original(reference):
    prepared = extra(reference, ABS, "zero_mean", "odd_dims", "original")
    value = inputs(prepared, "zero_mean")
    assert value.shape == (5, 7) and (value < 0).sum() >= 5 and (value > 0).sum() >= 5
    rms = inputs(prepared, "original").square().mean().sqrt()
    assert 0.5 * rms < value.square().mean().sqrt() < 2 * rms
    assert (inputs(prepared, "odd_dims") > 0).all()  # only the sizes are new there


@pytest.mark.parametrize("body, zeros", [
    ("x / x.norm(dim=1, keepdim=True).clamp_min(1e-12)", True), ("torch.sign(x)", True),
    ("x / x.norm(dim=1, keepdim=True)", False),  # the reference divides by zero itself
    ("x.argmax(dim=1)", False),  # any of equal values may be the largest
])
def test_small_has_lines_of_zeros_where_the_answer_is_certain(reference, body, zeros):
    value = inputs(extra(reference, task(body, "[torch.rand(20, 70) + 1]"), "small"), "small")
    assert bool((value[1] == 0).all()) == bool((value[:, 1] == 0).all()) == zeros
    assert (value > 0).any() and value.max() < 0.01


@pytest.mark.parametrize("body, other_sign", [
    ("torch.softmax(x, dim=1)", True), ("x.log()", False), ("torch.softmax(x.view(20, 70), dim=1)", True)])
@pytest.mark.parametrize("names", [("new_seed", "mixed", "few_changed"), ("few_changed", "new_seed")])
def test_few_changed_differs_from_new_seed_in_few_elements(reference, body, names, other_sign):
    """At the task's own size: what keeps its answers and knows inputs again may do so there alone."""
    text = task(body, "[torch.rand(20, 70) + 1]")
    prepared = extra(reference, text, *names)
    source = "new_seed"
    before, value = inputs(prepared, source), inputs(prepared, "few_changed")
    changed = before != value
    assert changed.sum() == 1
    assert (((before < 0) != (value < 0))[changed] == other_sign).all()
    answers = [prepared.expected(name).view("expected.0") for name in (source, "few_changed")]
    assert ((answers[0] - answers[1]).abs().amax(1) > 1e-3)[changed.any(1)].all()


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_few_changed_again_and_last_change_one_input_alone_each_time_another(reference, seed):
    """Whoever knows inputs again by one of them, by sums or without signs takes one for the other."""
    product = task("x @ y", "[torch.randn(20, 70), torch.randn(70, 30)]", arguments="x, y")
    prepared = extra(reference, product, "new_seed", *ALMOST_ANOTHER, seed=seed)
    changed = {name: [not torch.equal(inputs(prepared, name, index), inputs(prepared, before, index)) for index in (0, 1)]
               for name, before in (("few_changed", "new_seed"), ("few_changed_again", "few_changed"), ("few_changed_last", "new_seed"))}
    assert changed["few_changed"] == [True, True]
    one, other = (changed[name].index(True) for name in ALMOST_ANOTHER[1:])
    assert sorted([one, other]) == [0, 1] and sum(changed["few_changed_again"]) == sum(changed["few_changed_last"]) == 1
    swapped, before = (inputs(prepared, name, one) for name in ("few_changed_again", "few_changed"))
    assert (swapped != before).sum() == 2 and torch.equal(swapped.flatten().sort()[0], before.flatten().sort()[0])
    assert torch.equal(inputs(prepared, "few_changed_last", other), -inputs(prepared, "new_seed", other))


def test_few_changed_again_swaps_whole_numbers_too(reference):
    names = {tuple(not torch.equal(inputs(prepared, name, index), inputs(prepared, before, index)) for index in range(2))
             for prepared in [extra(reference, GATHER, "new_seed", *ALMOST_ANOTHER)]
             for name, before in (("few_changed_again", "few_changed"), ("few_changed_last", "new_seed"))}
    assert names == {(True, False), (False, True)}


def test_few_changed_changes_as_many_elements_as_show_in_the_answer(reference):
    one, some = (extra(reference, task(f"x.view({rows}, -1).mean(dim=1)", "[torch.rand(64, 4096) + 1]"), "new_seed", "few_changed")
                 for rows in (4096, 1))
    counts = [int((inputs(prepared, "new_seed") != inputs(prepared, "few_changed")).sum()) for prepared in (one, some)]
    assert counts[0] == 1 and counts[1] == 1 + 64 * 4096 // 512
    seen, before = (some.expected(name).view("expected.0") for name in ("few_changed", "new_seed"))
    assert (seen / before - 1).abs().max() > 1e-3


def test_few_changed_again_is_left_out_of_large_inputs(reference):
    large = task("x * 2", "[torch.randn(600, 512)]")
    assert extra(reference, large, "few_changed").messages["few_changed"]["applicable"]
    assert "large" in reason(reference, large, "few_changed_again")


@pytest.mark.parametrize("source, index", [(EMBEDDING, 0), (task("x * 2", "[torch.randint(0, 9, (9, 9))]"), 0),
                                           (task("x * 2", "[torch.randint(0, 2, (9, 9)) * 2.0 - 1]"), 0)],
                         ids=["embedding", "integers", "signs"])
def test_few_changed_gives_whole_numbers_and_labels_the_value_of_another(reference, source, index):
    prepared = extra(reference, source, "new_seed", "few_changed")
    before, value = inputs(prepared, "new_seed", index), inputs(prepared, "few_changed", index)
    assert (before != value).sum() == 1 and set(value.reshape(-1).tolist()) <= set(before.reshape(-1).tolist())


def test_few_changed_needs_an_element_that_may_change_alone(reference):
    prepared = extra(reference, task("x[p]", "[torch.ones(9, 9), torch.randperm(9)]", arguments="x, p"), "odd_dims", "new_seed", "few_changed")
    assert "may change alone" not in str(prepared.messages["odd_dims"].get("detail"))
    permutation = task("torch.arange(9.0)[p]", "[torch.randperm(9)]", arguments="p")
    assert "may change alone" in reason(reference, permutation, "few_changed")


@pytest.mark.parametrize("source, index", [(EMBEDDING, 0), (GATHER, 1)], ids=["embedding", "gather"])
def test_indices_stay_in_the_range_of_the_original(reference, source, index):
    prepared = extra(reference, source, "zero_mean", "original")
    value, original = inputs(prepared, "zero_mean", index), inputs(prepared, "original", index)
    assert value.min() >= original.min() and value.max() <= original.max()
    assert len(value.unique()) > 1


def test_integers_that_are_data_get_both_signs_where_the_draw_has_both(reference):
    prepared = extra(reference, INTEGERS, "zero_mean")
    for index in range(2):
        value = inputs(prepared, "zero_mean", index)
        assert value.dtype == torch.int64 and value.min() == 0 and value.max() == 1000
    signed = task("x * 3", "[torch.randint(-5, 5, (20, 70))]")
    value = inputs(extra(reference, signed, "zero_mean"), "zero_mean")
    assert value.min() == -1000 and value.max() == 1000
    for name in ("small", "constant", "special"):
        assert reason(reference, INTEGERS, name) == "no input is floating point"


def test_integers_that_must_not_be_just_anything_stay_in_range(reference):
    # Any length is accepted, but a row without a single column is not a number.
    source = task("torch.softmax(x.masked_fill(torch.arange(x.shape[1]) >= n[:, None], "
                  "float('-inf')), 1)", "[torch.rand(9, 30), torch.randint(1, 5, (9,))]",
                  arguments="x, n")
    value = inputs(extra(reference, source, "zero_mean"), "zero_mean", 1)
    assert value.min() >= 1 and value.max() <= 4


def test_masks_are_mixed(reference):
    source = task("x.masked_fill(m, 0.0)", "[torch.rand(9, 30), torch.zeros(9, 30) > 0]",
                  arguments="x, m")
    value = inputs(extra(reference, source, "zero_mean"), "zero_mean", 1)
    assert value.dtype == torch.bool and value.any() and not value.all()


@pytest.mark.parametrize("draw, keeps", [
    ("torch.tril(torch.rand(N, N) + 1)", lambda x: torch.equal(x, torch.tril(x))),
    ("(lambda m: m + m.T)(torch.rand(N, N))", lambda x: torch.equal(x, x.T)),
    ("torch.rand(N, N).sort(dim=1).values", lambda x: bool((x.diff(dim=1) >= 0).all())),
    ("torch.randint(0, 2, (N, N)) * 2.0 - 1", lambda x: set(x.unique().tolist()) <= {-1.0, 1.0}),
], ids=["triangular", "symmetric", "sorted", "labels"])
def test_what_the_original_values_promise_is_kept(reference, draw, keeps):
    source = task("x * 2", f"[{draw}]", constants="N = 40\n")
    prepared = extra(reference, source, "zero_mean", "constant")
    for name in ("zero_mean", "constant"):
        assert keeps(inputs(prepared, name)), name


def test_scaled_and_constant_values(reference):
    prepared = extra(reference, ABS, "large", "small", "constant")
    tiny = inputs(prepared, "tiny")
    large = inputs(prepared, "large")
    assert torch.equal(large[1:, 1:], tiny[1:, 1:] * 100)
    assert (large[0] < -300).all() and (large[:, 0] < -300).all()
    small = inputs(prepared, "small")
    assert torch.equal(small[small != 0], (tiny * 1e-3)[small != 0]) and (small != 0).sum() > 9
    assert (inputs(prepared, "constant") == -0.5).all()


@pytest.mark.parametrize("name", ["zero_mean", "large"])
@pytest.mark.parametrize("shape", [(20, 70), (6, 20, 30)])
def test_the_first_line_along_every_axis_is_negative(reference, name, shape):
    value = inputs(extra(reference, task("x * 2", f"[torch.rand{shape}]"), name), name)
    assert all((value.select(axis, 0) < 0).all() for axis in range(value.dim()))
    assert (value[(slice(1, None),) * value.dim()] > 0).any()


def test_values_stay_positive_where_the_reference_asks_for_it(reference):
    prepared = extra(reference, task("x.sqrt() + 1", "[torch.rand(20, 70) + 1]"), "large",
                     "constant")
    assert torch.equal(inputs(prepared, "large"), inputs(prepared, "tiny") * 100)
    assert (inputs(prepared, "constant") == 0.5).all()


@pytest.mark.parametrize("answer, name, words", [
    ("x.log()", "zero_mean", "the float64 answer is not finite"),
    ("x.exp() * 1e37", "large", "overflows"),
    ("x / x.std(dim=1, keepdim=True)", "constant", "not finite"),
    ("torch.bernoulli(x / 2)", "zero_mean", "refuses"),
    # One rounding of the inputs is all that is left of these sums.
    ("(x - x.mean(dim=1, keepdim=True)).sum(dim=1)", "zero_mean", "badly conditioned"),
    # Equal values: which of them is the largest is anybody's choice.
    ("x.argmax(dim=1)", "constant", "badly conditioned"),
])
def test_where_a_variant_says_nothing_it_does_not_apply(reference, answer, name, words):
    assert words in reason(reference, task(answer, "[torch.rand(20, 70) * 2]"), name)


QUANTISED = "(x / (x.abs().amax(dim=1, keepdim=True) / {most})).to(torch.{dtype})"


@pytest.mark.parametrize("most, dtype", [(127, "int8"), (448, "float8_e4m3fn")])
def test_edges_of_eight_bits_that_are_left_open_do_not_exclude_a_variant(reference, most, dtype):
    source = task(QUANTISED.format(most=most, dtype=dtype), "[torch.randn(20, 300)]")
    prepared = extra(reference, source, "mixed", "peaks", "odd_dims")
    assert all(prepared.messages[name]["applicable"] for name in ("mixed", "peaks", "odd_dims"))
    expected = prepared.expected("odd_dims")
    if dtype == "int8":  # the largest of each row
        assert expected.view("undecided.0").numel() >= inputs(prepared, "odd_dims").shape[0] / 2


def test_a_few_scales_in_half_precision_are_taken_as_they_are(reference):
    source = task("x * s[:, None]", "[torch.randn(20, 300), torch.rand(20).half()]", arguments="x, s")
    prepared = extra(reference, source, "mixed", "peaks")
    assert all(prepared.messages[name]["applicable"] for name in ("mixed", "peaks"))


def drawn(shape, dtype):
    return f"[torch.randn{shape}.{dtype}(), torch.randn{shape}.{dtype}()]"


@pytest.mark.parametrize("forward, dtype", [
    ("x.float() @ y.float().T", "bfloat16"), ("(x.float() * y.float()).sum(1)", "half"),  # computed in float32
    ("(x * y).float()", "bfloat16"), ("(x @ y.T).float()", "half"),  # in half precision, and made wider
    ("x * y", "bfloat16"), ("x * y * y", "bfloat16")])
def test_an_answer_is_conditioned_by_the_digits_that_it_is_computed_in(reference, forward, dtype):
    source = task(forward, drawn((20, 70), dtype), arguments="x, y")
    prepared = extra(reference, source, "mixed", "few_changed", "odd_dims", "same_sizes", "strided")
    assert not [(name, message["detail"]) for name, message in prepared.messages.items() if not message["applicable"]]


def test_numbers_in_half_precision_that_cancel_are_badly_conditioned(reference):
    near = "[torch.full((20, 70), 1.0).bfloat16(), torch.randn(20, 70).bfloat16() * 0.01 + 1]"
    assert "badly conditioned" in reason(reference, task("x - y", near, arguments="x, y"), "odd_dims")


def test_where_too_much_of_eight_bits_lies_on_an_edge_it_says_nothing(reference):
    source = task(QUANTISED.format(most=127, dtype="int8"), "[torch.randn(900, 2)]")
    assert "badly conditioned" in reason(reference, source, "peaks")


def test_an_answer_with_infinities_by_design_does_not_exclude_the_variants(reference):
    source = task("x.masked_fill(m, float('-inf'))",
                  "[torch.rand(9, 30), torch.rand(9, 30) > 0.5]", arguments="x, m")
    assert extra(reference, source, "zero_mean").messages["zero_mean"]["applicable"]


def test_special_values_are_infinities_and_zeros_never_nan(reference):
    prepared = extra(reference, ROWS, "special")
    value = inputs(prepared, "special")
    assert value.isposinf().any() and value.isneginf().any() and (value == 0).any()
    assert (torch.signbit(value) & (value == 0)).any() and not value.isnan().any()
    expected = prepared.expected("special")
    exact, native = expected.view("expected.0"), expected.view("native.0")
    assert torch.equal(exact.isnan(), native.isnan()) and exact.isnan().any()
    assert torch.isfinite(exact).double().mean() >= 0.25


# ---- modes -------------------------------------------------------------------------------------


def test_eval_mode_uses_the_running_statistics(reference):
    prepared = extra(reference, BATCH_NORM, "eval_mode")
    given, expected = prepared.given("eval_mode"), prepared.expected("eval_mode")
    assert given.metadata["train_mode"] == "0" and prepared.given("tiny").metadata[
        "train_mode"] == "1"
    state = {name: given.view(f"state.norm.{name}").double()
             for name in ("running_mean", "running_var", "weight", "bias")}
    wide = torch.nn.functional.batch_norm(given.view("input.0").double(), **state)
    assert (expected.view("expected.0") - wide).abs().max() < 1e-12


def test_eval_mode_is_judged_even_where_the_reference_has_no_other_answer(reference):
    prepared = extra(reference, LINEAR, "eval_mode")
    assert prepared.given("eval_mode").metadata["train_mode"] in ("0", "false", "False")
    dropout = task("F.dropout(x, 0.5, self.training)", "[torch.randn(8, 9)]")
    assert reason(reference, dropout, "eval_mode") == "every variant is judged in eval mode"


def test_what_is_rounded_is_far_from_zero_too(reference):
    """By way of an integer of 16 bits a floor is right on small values only."""
    far = inputs(extra(reference, task("torch.floor(x)", "[torch.randn(20, 70)]"), "large"), "large").abs()
    assert (far > 1 << 17).any() and (far < 1 << 12).any()
    plain = inputs(extra(reference, task("torch.exp2(-x.abs())", "[torch.randn(20, 70)]"), "large"), "large").abs()
    assert plain.max() < 1 << 17


def test_large_integers_are_equal_but_for_their_upper_bits(reference):
    source = task("torch.isin(x, y)", "[torch.randint(0, 1000, (64, 32)), torch.randint(0, 1000, (50,))]", arguments="x, y")
    given = driving.prepare(reference, source, ["mixed"]).given("mixed")
    x, y = given.view("input.0").reshape(-1), given.view("input.1")
    assert torch.isin(x.int(), y.int()).sum() > torch.isin(x, y).sum() + 20  # cut off
    assert torch.isin(x.float(), y.float()).sum() > torch.isin(x, y).sum() + 20  # rounded


def test_large_integers_leave_32_bits(reference):
    source = task("x.sum(1)", "[torch.randint(0, 1 << 22, (20, 70))]")
    prepared = extra(reference, source, "large")
    assert inputs(prepared, "large").abs().max() > 1 << 32
    assert "may be large" in reason(reference, EMBEDDING, "large")


# ---- sizes -------------------------------------------------------------------------------------


def near(found, expected):
    """The shapes of one axis: its size is even, and by as much beyond an odd one as the seed says, or a multiple of 16 or 32; the
    others are as few as the seed says."""
    if found is None or expected is None:
        return found is expected
    return all(_is_near(*sizes) for pair in zip(found, expected, strict=True) for sizes in zip(*pair, strict=True))


SOME = 48  # or less


def _is_near(one, other):
    if one == other or other <= 4 and 1 <= one <= other or other == SOME and 8 < one <= SOME:
        return True
    return one % 2 == 0 and -1 <= one - other <= 5 or one % 16 == 0 and one % 64 and abs(one - other) <= 64


@pytest.mark.parametrize("source, odd, axes, unit", [
    (MATMUL, [[39, 35], [35, 67]], [[[4, 3], [3, 67]], [[4, 69], [69, SOME]], [[71, 3], [3, 2]]],
     [[1, 1], [1, 1]]),
    (LINEAR, [[67, 64]], [[[67, 64]], None, None], [[1, 64]]),
    (CONSTANTS, [[67, 32]], [[[67, 32]], None, None], [[1, 32]]),
    (INTEGERS, [[13, 79], [13, 79]], [[[3, 67], [3, 67]], [[69, SOME], [69, SOME]], None],
     [[1, 1], [1, 1]]),
    # Four times the elements of tiny allow one large size; one value a channel has no variance.
    (BATCH_NORM, [[19, 16, 5, 7]], None, [[1, 16, 1, 7]]),
], ids=["matmul", "linear", "constants", "integers", "batch_norm"])
def test_sizes(reference, source, odd, axes, unit):
    prepared = extra(reference, source)
    assert prepared.shapes("odd_dims") == odd
    assert prepared.shapes("unit_dims") == unit
    if axes is not None:
        for number, shapes in enumerate(axes):
            assert near(prepared.shapes(f"axis_{number}"), shapes), number


def test_odd_sizes_come_with_lines_that_are_positive_as_a_whole(reference):
    prepared = extra(reference, task("x.amin(-1)", "[torch.randn(16, 252)]"), "odd_dims", "original")
    value, before = inputs(prepared, "odd_dims"), inputs(prepared, "original")
    assert (value[0] > 0).all() and (value[:, 0] > 0).all() and (value[1:, 1:] < 0).any()
    assert not (before > 0).all(dim=1).any()
    negative = extra(reference, task("x.amin(-1)", "[-torch.rand(16, 252)]"), "odd_dims")
    assert (inputs(negative, "odd_dims") <= 0).all()  # the task has no other sign


def test_odd_sizes_are_beyond_the_next_power_of_two(reference):
    for size in (12, 16, 33, 64, 80):
        source = task("x * 2", f"[torch.randn({size}, 3)]")
        (odd, _), = extra(reference, source, "odd_dims").shapes("odd_dims")
        power = 1 << (size - 1).bit_length()
        assert odd > power and odd % 16 and odd & (odd - 1), (size, odd)


@pytest.mark.parametrize("shape, odd, axes", [
    ((5, 7), [37, 35], [[2, 67], [69, SOME]]),
    ((4, 6, 8), [2, 37, 35], [[2, 3, 67], [2, 69, SOME], [71, 3, 2]]),
    ((6,), [1025], [[67]]),
])
def test_small_sizes_grow_beyond_what_kernels_take_at_once(reference, shape, odd, axes):
    prepared = extra(reference, task("x * 2", f"[torch.randn{shape}]"))
    assert prepared.shapes("odd_dims") == [odd]
    for number, axis in enumerate([[axis] for axis in axes] + [None] * (3 - len(axes))):
        assert near(prepared.shapes(f"axis_{number}"), axis), number


def test_sizes_of_one_axis_leave_every_even_rest(reference):
    """A kernel may be right for odd sizes and powers of two, and for no other."""
    rests = set()
    for number in range(12):
        source = task("x * 2", "[torch.randn(1024)]") + f"# {number}\n"
        prepared = extra(reference, source, "axis_0", "axis_0_again", seed=number)
        rests |= {prepared.shapes(name)[0][0] % 4 for name in ("axis_0", "axis_0_again")}
    assert rests == {0, 2}


def test_sizes_of_one_axis_are_multiples_of_what_half_a_tile_takes_in_one_of_two_and_the_others_one_and_two(reference):
    """EVEN_N = N % 32 == 0 with tiles of 64, and a path of its own for one row, or for two."""
    rests = set()
    for number in range(16):
        source = task("x * 2", "[torch.randn(8, 1024)]") + f"# {number}\n"
        prepared = extra(reference, source, "axis_0", "axis_0_again", seed=number)
        (one,), (again,) = prepared.shapes("axis_0"), prepared.shapes("axis_0_again")
        assert {one[0], again[0]} == {1, 2}
        assert sorted(size % 16 == 0 for size in (one[1], again[1])) == [False, True], (one, again)
        rests |= {size % 128 for size in (one[1], again[1])}
    assert rests & {16, 48, 80, 112} and rests & {32, 96} and 64 in rests


def test_sizes_at_which_parts_are_laid_over_each_other_by_chance_are_none(reference):
    """Of three elements one and two: the reference takes them, and its answer has four."""
    halves = task("torch.cat([x[..., :x.shape[-1] // 2] - x[..., x.shape[-1] // 2:], x[..., x.shape[-1] // 2:] + x[..., :x.shape[-1] // 2]], -1)",
                  "[torch.randn(4, 64, 32)]")
    for number in range(8):
        (shape,) = extra(reference, halves + f"# {number}\n", "axis_0", seed=number).shapes("axis_0")
        assert shape[2] % 2 == 0, shape


def test_wide_inputs_grow_no_further_than_a_block_of_their_own(reference):
    # 67 rows would be twelve times the work of the original.
    source = task("x * 2 + self.w", "[torch.randn(6, 4096)]",
                  body="        self.w = nn.Parameter(torch.randn(4096))\n")
    prepared = extra(reference, source, "odd_dims", "axis_0")
    assert prepared.shapes("odd_dims") == [[11, 4096]]
    assert near(prepared.shapes("axis_0"), [[11, 4096]])


def test_fixed_sizes_have_no_size_variants(reference):
    prepared = extra(reference, FIXED)
    for name in ("odd_dims", "axis_0", "unit_dims"):
        assert prepared.messages[name]["detail"] == "the reference accepts no other sizes"
    assert prepared.shapes("zero_mean") == [[3, 70]]  # the original is small enough


def test_a_heavy_model_gets_fewer_variants_which_the_seed_chooses(reference):
    source = task("self.fc(x)", "[torch.randn(16, WIDTH)]",
                  body="        self.fc = nn.Linear(WIDTH, WIDTH)\n")
    made = {}
    for width in (850, 1250, 2400, 4000):
        for seed in (1, 2):
            prepared = extra(reference, source.replace("WIDTH", str(width)), seed=seed)
            made[width, seed] = {name for name in EXTRA if "too many for every variant"
                                 not in prepared.messages[name]["detail"]}
    counts = [len(made[width, 1]) for width in (850, 1250, 2400, 4000)]
    assert counts == sorted(counts, reverse=True) and counts[0] == len(EXTRA) > counts[1] > 10
    assert counts[-1] == 5 and made[1250, 1] != made[1250, 2]
    assert all({"zero_mean", "eval_mode"} <= names for names in made.values())


def test_a_slow_reference_gets_as_many_variants_as_its_time_allows(reference):
    source = task("sum((x * number for number in range(400)), x)", "[torch.randn(16, 12)]")
    late = {}
    for seconds in (0.2, 60):
        prepared = extra(reference, source, limits={"seconds": seconds, "memory_mb": 4096})
        late[seconds] = [name for name in EXTRA if "takes too long" in prepared.messages[name]["detail"]]
        assert prepared.messages["tiny"]["applicable"]
    assert late[0.2] and late[0.2] == EXTRA[-len(late[0.2]):] and not late[60]


# ---- layouts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("layout, shape, strides", [
    ("padded", (4, 6), (11, 1)), ("padded", (2, 3, 4), (27, 9, 1)), ("padded", (6,), (2,)),
    ("transposed", (4, 6), (1, 4)), ("transposed", (2, 3, 4), (12, 1, 3)),
])
def test_layouts_keep_the_values(layout, shape, strides):
    plain = torch.randn(shape)
    laid = bundle.laid_out(plain, layout)
    assert torch.equal(laid, plain) and laid.stride() == strides and not laid.is_contiguous()
    around = torch.as_strided(laid, (laid.untyped_storage().nbytes() // 4,), (1,), 0)
    assert around.isnan().sum() == around.numel() - plain.numel()


def test_strided_inputs_are_rebuilt_by_whoever_reads_them(reference):
    source = task("x + y * z", "[torch.randn(12, 36), torch.randn(36), torch.randn(12, 36)]",
                  arguments="x, y, z")
    given = extra(reference, source, "strided").given("strided")
    assert json.loads(given.metadata["layouts"]) == {
        "input.0": "padded", "input.1": "padded", "input.2": "padded"}
    for name in ("input.0", "input.1", "input.2"):
        for fetched in (given.copy(name), given.tensor(name)):
            assert not fetched.is_contiguous() and torch.equal(fetched, given.view(name))
    plain = extra(reference, source, "original").given("original")
    assert "layouts" not in plain.metadata and plain.copy("input.0").is_contiguous()


def test_a_reference_that_needs_contiguous_inputs_is_not_asked_for_others(reference):
    assert "refuses" in reason(reference, task("x.view(-1)", "[torch.randn(8, 9)]"), "strided")


KERNEL = driving.HEAD + """
@triton.jit
def double(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n) * 2, mask=at < n)

class ModelNew(torch.nn.Module):
    def forward(self, x):
        x = {x}
        y = torch.empty(x.shape, device=x.device)
        double[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), B=64)
        return y
"""


@pytest.mark.parametrize("x, code", [("x", "non_finite"), ("x.contiguous()", "ok")])
def test_a_kernel_without_strides_reads_the_padding(reference, roles, x, code):
    prepared = extra(reference, task("x * 2", "[torch.randn(8, 9)]"), "strided")
    (answer, output), = driving.run_candidate(
        roles, KERNEL.replace("{x}", x),
        [("strided", prepared.fds["strided"]["given"])])
    assert driving.compare(answer, output, prepared.expected("strided")) == code
    assert not answer["mutated"]


# ---- faults that other inputs do not show --------------------------------------------------------

TOP = driving.HEAD + """
@triton.jit
def top(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    row = tl.load(x + tl.program_id(0) * n + at, mask=at < n, other={other})
    tl.store(y + tl.program_id(0), tl.max(row, axis=0))

class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty((x.shape[0],), device=x.device)
        top[(x.shape[0],)](x, y, x.shape[1], B=triton.next_power_of_2(x.shape[1]))
        return y
"""
ROW_BLOCKS = driving.HEAD + """
@triton.jit
def double(x, y, m, n, M: tl.constexpr, N: tl.constexpr):
    rows = tl.program_id({axis}) * M + tl.arange(0, M)[:, None]
    at = rows * n + tl.arange(0, N)[None, :]
    mask = (rows < m) & (tl.arange(0, N)[None, :] < n)
    tl.store(y + at, tl.load(x + at, mask=mask) * 2, mask=mask)

class ModelNew(torch.nn.Module):
    def forward(self, x):
        m, n = x.shape
        y = torch.empty((m, n), device=x.device)
        double[(triton.cdiv(m, 64),)](x, y, m, n, M=64, N=triton.next_power_of_2(n))
        return y
"""


@pytest.mark.parametrize("answer, kernel, right, wrong, name, code", [
    ("x.amax(1)", TOP, '-float("inf")', "0.0", "zero_mean", "wrong_values"),
    ("x.amax(1)", TOP, '-float("inf")', "0.0", "large", "wrong_values"),
    ("x * 2", ROW_BLOCKS, "0", "1", "axis_1", "non_finite"),
])
def test_a_fault_shows(reference, roles, answer, kernel, right, wrong, name, code):
    prepared = extra(reference, task(answer, "[torch.rand(5, 37)]"), name)
    for word, wanted in ((right, "ok"), (wrong, code)):
        source = kernel.replace("{other}", word).replace("{axis}", word)
        (answered, output), = driving.run_candidate(
            roles, source, [(name, prepared.fds[name]["given"])])
        assert driving.compare(answered, output, prepared.expected(name)) == wanted, word


# ---- parameters and seeds ----------------------------------------------------------------------


def test_moved_constants_keep_their_sign(reference):
    source = task("x * self.eps.rsqrt() + self.zero + self.count",
                  "[torch.randn(8, 9)]", body="""        self.register_buffer("eps", torch.full((9,), 1e-5))
        self.register_buffer("zero", torch.zeros(9))
        self.register_buffer("count", torch.tensor(3))
""")
    given = driving.prepare(reference, source).given("original")
    eps, zero = given.view("state.eps"), given.view("state.zero")
    assert (eps > 0).all() and (eps < 1e-4).all() and eps.std() > 0
    assert zero.std() > 0.01 and given.view("state.count") == 3


def test_extra_inputs_follow_the_request_seed(reference):
    first, again, other = (extra(reference, ABS, "zero_mean", "odd_dims", seed=seed)
                           for seed in (3, 3, 4))
    for name in ("zero_mean", "odd_dims"):
        assert torch.equal(inputs(first, name), inputs(again, name))
        assert not torch.equal(inputs(first, name), inputs(other, name))


def test_the_seed_of_the_constructor_is_not_that_of_the_inputs(reference):
    prepared = driving.prepare(reference, task("x * 2", "[torch.randn(40, 9)]"))
    torch.manual_seed(int(prepared.given("original").metadata["init_seed"]))
    assert not torch.equal(torch.randn(40, 9), prepared.given("original").view("input.0"))


def arguments(prepared, name):
    """The arguments of forward that are no tensors."""
    return [item["value"] for item in json.loads(prepared.given(name).metadata["inputs"])
            if "value" in item]


def test_numbers_given_to_forward_change(reference):
    source = task("(x * a - b if up else -x).roll(n, axis)",
                  "[torch.randn(20, 70), 2.5, 0.0, 8, 1, True]",
                  arguments="x, a, b, n, axis, up")
    prepared = extra(reference, source, "other_numbers", "other_flags")
    assert arguments(prepared, "tiny") == [2.5, 0.0, 8, 1, True]
    assert arguments(prepared, "other_numbers") == [2.0, 0.3, 16, 1, True]
    assert arguments(prepared, "other_flags") == [2.5, 0.0, 8, 1, False]
    assert "argument 1: 2.5 -> 2," in prepared.messages["other_numbers"]["detail"]


@pytest.mark.parametrize("answer, number, words", [
    ("x.sum(n)", 2, "no other numbers"),           # an axis: counted from the end it is the same
    ("x.view(-1, n).sum(1)", 35, "no other numbers"),  # 34 and 36 do not fit
    ("x * 2", 3.5, "change nothing"),
])
def test_numbers_stay_where_another_has_no_meaning(reference, answer, number, words):
    source = task(answer, f"[torch.randn(2, 5, 7), {number}]", arguments="x, n")
    assert words in reason(reference, source, "other_numbers")
    assert "neither true nor false" in reason(reference, source, "other_flags")
    random = task("F.dropout(x, 0.5, on)", "[torch.randn(8, 9), False]", arguments="x, on")
    assert "no other flags" in reason(reference, random, "other_flags")


@pytest.mark.parametrize("answer, low, high", [
    ("torch.clamp(x, -1000, 1000) * 0.5", -1000, 1000),
    ("F.hardtanh(x * 0.01, -30.0, 30.0)", -3000, 3000),
    ("torch.minimum(x, torch.tensor(5e4))", None, 5e4),
    ("torch.where(x > 700, 700 - x, x)", None, 700),
])
def test_limits_far_beyond_the_inputs_are_crossed(reference, answer, low, high):
    prepared = extra(reference, task(answer, "[torch.rand(20, 70)]"))
    assert prepared.messages["limits"]["applicable"], prepared.messages["limits"]
    values = inputs(prepared, "limits")
    assert values.max() > high > values.median() and (low is None or values.min() < low)


@pytest.mark.parametrize("answer, is_crossed", [
    ("torch.clamp(x * y, -65504.0, 65504.0).half()", True), ("torch.clamp(x * y, -30000.0, 65504.0).half()", True),
    ("torch.clamp(x * y, -448.0, 448.0).to(torch.float8_e4m3fn)", True),
    ("torch.clamp(x * y, -60000.0, 60000.0).half()", False), ("torch.clamp(x * y, -3.3895e38, 3.3895e38).bfloat16()", False)])
def test_answers_that_are_held_to_the_largest_number_of_their_dtype_reach_it(reference, answer, is_crossed):
    prepared = extra(reference, task(answer, "[torch.randn(20, 70), torch.randn(20, 70)]", arguments="x, y"), "limits")
    assert prepared.messages["limits"]["applicable"] == is_crossed, prepared.messages["limits"]


def test_limits_that_other_inputs_cross_cost_nothing(reference):
    inputs_in_order = [name for name in EXTRA if EXTRA.index(name) <= EXTRA.index("limits")]
    prepared = extra(reference, task("F.relu6(x)", "[torch.randn(20, 70)]"), *inputs_in_order)
    assert "both sides of every limit" in prepared.messages["limits"]["detail"]
    assert "no limits" in reason(reference, ABS, "limits")
    assert "reaches the limit" in reason(
        reference, task("torch.sigmoid(x).clamp(max=8.0)", "[torch.randn(20, 70)]"), "limits")


def test_nan_is_given_to_those_who_ask_for_it(reference):
    fill = task("torch.where(torch.isnan(x), 0.0, x) * y", "[torch.rand(20, 70), torch.rand(70)]",
                arguments="x, y")
    prepared = extra(reference, fill, "not_numbers")
    assert inputs(prepared, "not_numbers").isnan().any()
    assert inputs(prepared, "not_numbers", 1).isfinite().all()
    assert not prepared.expected("not_numbers").view("expected.0").isnan().any()
    compared = task("torch.where(x == x, x, 1.0)", "[torch.rand(20, 70)]")
    assert inputs(extra(reference, compared, "not_numbers"), "not_numbers").isnan().any()
    assert "asks no input" in reason(reference, ROWS, "not_numbers")
    masked = task("torch.nan_to_num(x.softmax(1))", "[torch.rand(20, 70)]")
    assert "asks no input" in reason(reference, masked, "not_numbers")


@pytest.mark.parametrize("name", ["fmax", "fmin"])
def test_nan_is_given_to_each_of_two_of_which_the_other_one_is_asked_for(name, reference):
    prepared = extra(reference, task(f"torch.{name}(x, y)", "[torch.randn(20, 70), torch.randn(20, 70)]", arguments="x, y"), "not_numbers")
    left, right = (inputs(prepared, "not_numbers", index).isnan() for index in range(2))
    assert left.any() and right.any() and not (left & right).any()


def test_masks_of_long_rows_let_nothing_through_behind_what_they_let_through(reference):
    source = task("x.masked_fill(~m, -1e9).softmax(-1)", "[torch.randn(4, 70), torch.rand(4, 70) > 0.4]", arguments="x, m")
    mask = inputs(extra(reference, source, "axis_0"), "axis_0", 1)
    quarter = mask.shape[1] // 4
    assert mask[:, quarter:2 * quarter].all() and not mask[:, 2 * quarter:3 * quarter].any()
    assert mask[:, 3 * quarter:].any(1).all() and quarter >= 16


@pytest.mark.parametrize("expression, drawn, least, most", [
    ("torch.ldexp(x, y)", "torch.randint(-8, 9, (20, 70), dtype=torch.int32)", -40, 40),
    ("torch.ldexp(x, y)", "torch.randint(0, 9, (20, 70), dtype=torch.int32)", 0, 40)])
def test_exponents_go_beyond_32_bits(expression, drawn, least, most, reference):
    prepared = extra(reference, task(expression, f"[torch.randn(20, 70), {drawn}]", arguments="x, y"), "constant")
    value = inputs(prepared, "constant", 1)
    assert "beyond 32 bits" in prepared.messages["constant"]["detail"]
    assert least <= int(value.min()) < least + 8 and 32 < int(value.max()) <= most


def test_two_inputs_that_may_be_infinite_are_so_at_places_of_their_own(reference):
    merged = """
def open_end(x):
    return x.masked_fill(x == float("inf"), -float("inf"))

def merged(x, y):
    x, y = open_end(x), open_end(y)
    top = torch.maximum(x, y)
    return top + torch.log(torch.exp(x - top) + torch.exp(y - top))
"""
    reduced = task("merged(x, y)", "[torch.randn(20, 70), torch.randn(20, 70)]", arguments="x, y", constants=merged)
    prepared = extra(reference, reduced, "not_numbers")
    left, right = (inputs(prepared, "not_numbers", index).isinf() for index in range(2))
    assert left.any() and right.any() and not (left & right).any()


def test_weights_that_no_seed_changes_are_moved_with_the_seed(reference):
    body = ("        self.ramp = nn.Parameter(torch.linspace(0, 1, 64))\n"
            "        self.register_buffer('order', torch.arange(64))\n"
            "        self.fixed = nn.Parameter(torch.linspace(0, 1, 64), requires_grad=False)\n")
    source = task("x * self.ramp[self.order] + self.fixed", "[torch.randn(20, 64)]", body=body)
    prepared = driving.prepare(reference, source, ["original", "new_seed"])
    first, second = prepared.given("original"), prepared.given("new_seed")
    ramp, moved = first.view("state.ramp"), second.view("state.ramp")
    assert not torch.equal(ramp, moved) and torch.equal(moved, moved.sort().values)
    assert (moved - ramp).abs().max() <= 0.2 and moved[0] != 0
    for name in ("state.order", "state.fixed"):
        assert torch.equal(first.view(name), second.view(name))


def test_the_other_dtype_reaches_tensors_in_lists(reference):
    source = task("x[0] + x[1]['y']", "[[torch.randn(8, 9), {'y': torch.randn(8, 9)}]]")
    prepared = driving.prepare(reference, source, ["original", "other_dtype"])
    assert "float64 fails" not in prepared.messages["original"]["detail"]
    if prepared.messages["other_dtype"]["applicable"]:
        assert prepared.given("other_dtype").view("input.1").dtype == torch.float16


# ---- harsh values at the task's own size ---------------------------------------------------------


def test_mixed_rows_are_of_every_kind_at_the_own_size_and_lie_where_the_seed_says(reference):
    source = task("torch.softmax(x, dim=1)", "[torch.rand(64, 70)]")
    values = {}
    for seed in (1, 2):
        prepared = driving.prepare(reference, source, ["original", "new_seed", "mixed"], seed=seed)
        assert prepared.shapes("mixed") == prepared.shapes("original")
        assert prepared.given("mixed").metadata["init_seed"] \
            == prepared.given("new_seed").metadata["init_seed"]
        values[seed] = inputs(prepared, "mixed")
    value = values[1]
    rows = {"zero": (value == 0).all(1), "large": value.abs().amax(1) > 50,
            "small": (value.abs().amax(1) < 0.01) & (value != 0).any(1),
            "negative": (value < 0).all(1), "equal": (value == value[:, :1]).all(1)}
    assert all(bool(kind.any()) for kind in rows.values()), rows
    assert not torch.equal((values[1] == 0).all(1), (values[2] == 0).all(1))


def test_mixed_rows_are_milder_where_the_reference_takes_no_others(reference):
    source = task("torch.log(x)", "[torch.rand(64, 70) + 0.5]")
    value = inputs(driving.prepare(reference, source, ["original", "new_seed", "mixed"]), "mixed")
    assert (value > 0).all() and value.max() > 50


def test_mixed_leaves_promises_alone(reference):
    source = task("x @ y", "[torch.tril(torch.randn(32, 32)), torch.randn(32, 16)]", arguments="x, y")
    prepared = driving.prepare(reference, source, ["original", "new_seed", "mixed"])
    triangle = inputs(prepared, "mixed")
    assert torch.equal(triangle, triangle.tril()) and (inputs(prepared, "mixed", 1) == 0).all(1).any()


# ---- accidents of the draw -----------------------------------------------------------------------


def test_integers_that_are_all_equal_move_where_the_reference_takes_that(reference):
    labels = task("torch.nn.functional.cross_entropy(x, y)",
                  "[torch.randn(16, 10), torch.zeros(16, dtype=torch.int64)]", arguments="x, y")
    value = inputs(extra(reference, labels, "zero_mean"), "zero_mean", 1)
    assert set(value.tolist()) == {0, 1}
    number = task("x * n", "[torch.randn(16, 10), torch.tensor(3)]", arguments="x, n")
    assert inputs(extra(reference, number, "zero_mean"), "zero_mean", 1) == 4


def test_a_layer_scale_of_almost_nothing_is_moved_to_where_it_can_be_seen(reference):
    source = task("x + self.scale * torch.tanh(x)", "[torch.randn(16, 10)]",
                  body="        self.scale = nn.Parameter(1e-6 * torch.ones(10))\n")
    scale = driving.prepare(reference, source, ["original"]).given("original").view("state.scale")
    assert scale.abs().max() > 0.05


def test_constants_stay_near_where_the_reference_needs_that(reference):
    source = task("torch.sqrt(self.scale) * x", "[torch.randn(16, 10)]",
                  body="        self.scale = nn.Parameter(1e-3 * torch.ones(100))\n"
                       "        self.gain = nn.Parameter(torch.ones(10))\n").replace(
                           "torch.sqrt(self.scale) * x", "torch.sqrt(self.scale).sum() * self.gain * x")
    given = driving.prepare(reference, source, ["original"]).given("original")
    assert (given.view("state.scale") > 0).all() and given.view("state.scale").unique().numel() > 1
    assert given.view("state.gain").unique().numel() > 1


def test_an_identity_does_not_stay_one(reference):
    source = task("x @ self.mix", "[torch.randn(16, 10)]",
                  body="        self.mix = nn.Parameter(torch.eye(10))\n")
    mix = driving.prepare(reference, source, ["original", "new_seed"]).given("new_seed").view("state.mix")
    assert (mix != 0).all()


def test_inputs_keep_their_layout_and_another_is_tried(reference):
    source = task("x * 2", "[torch.randn(8, 30, 20).transpose(1, 2)]")
    prepared = driving.prepare(reference, source, ["original", "new_seed", "larger_dims", "strided"])
    for name in ("original", "new_seed", "larger_dims"):
        assert prepared.given(name).copy("input.0").transpose(1, 2).is_contiguous(), name
    assert prepared.given("strided").copy("input.0").is_contiguous()


@pytest.mark.parametrize("axes", [(0, 2, 3, 1), (1, 0, 2, 3), (3, 2, 1, 0)])
def test_any_order_of_dimensions_is_a_layout(axes):
    value = torch.randn(3, 4, 5, 6).permute(axes)
    laid = bundle.laid_out(value.clone(memory_format=torch.contiguous_format), bundle.layout_of(value))
    assert torch.equal(laid, value) and laid.stride() == value.stride()


def test_ties_are_judged_where_the_first_is_the_answer(reference):
    source = task("torch.argmax(x, dim=1)", "[torch.randn(16, 40)]")
    value = inputs(extra(reference, source, "ties"), "ties")  # three of each, next to each other
    assert value.unique().numel() == 15 and (value * 2).round().unique().numel() == 5
    stable = inputs(extra(reference, task("torch.sort(x, stable=True)[1]", "[torch.randn(16, 40)]"), "ties"), "ties")
    assert stable.unique().numel() == 5
    assert "no answer is the index" in reason(reference, task("torch.sort(x)[1]", "[torch.randn(16, 40)]"), "ties")
    assert "no answer is the index" in reason(
        reference, task("torch.topk(x, 3, dim=1)[1]", "[torch.randn(16, 40)]"), "ties")


def test_no_size_leaves_a_tensor_without_elements(reference):
    source = "D = 8\n" + task("torch.cat([x[..., D // 2:] * y, x[..., :D // 2] * y], -1)",
                              "[torch.randn(6, D), torch.randn(6, D // 2)]", arguments="x, y")
    prepared = extra(reference, source)
    for name, message in prepared.messages.items():
        if message["applicable"] and name != "empty_sizes":
            assert all(0 not in shape for shape in message["shapes"]), name


def test_larger_sizes_may_be_even_where_odd_ones_are_refused(reference):
    source = task("x.view(x.shape[0], 2, -1).sum(1)", "[torch.randn(6, 16)]")
    (rows, columns), = extra(reference, source, "larger_dims").shapes("larger_dims")
    assert rows > 6 and columns > 16 and columns % 2 == 0


def test_equal_rows_of_a_normalisation_are_near_zero(reference):
    """A mean that is off by one rounding is divided by the square root of epsilon: nobody could be right."""
    source = task("torch.nn.functional.layer_norm(x, x.shape[-1:]) + 0.1", "[torch.randn(80, 300)]")
    prepared = driving.prepare(reference, source, ["original", "new_seed", "mixed"])
    value = inputs(prepared, "mixed")
    equal = (value == value[:, :1]).all(dim=1) & (value[:, 0] != 0)
    assert equal.any() and value[equal].abs().max() < 0.01
    assert (value.abs() > 50).any()  # the other rows are as harsh as ever


def test_conditioning_is_measured_by_blocks_of_rows():
    exact = torch.randn(64, 256, dtype=torch.float64)
    other = exact.clone()
    other[3] *= 1.1  # a four-thousandth of what the output holds
    whole = float((other - exact).norm() / exact.norm())
    assert extra_variant.distance(exact, other) > 2.5 * whole
    assert extra_variant.distance(exact, exact) == 0
    assert extra_variant.distance(exact, exact * (1 + 1e-6)) == pytest.approx(1e-6, rel=1e-3)


# ---- what a task gives beside its tensors --------------------------------------------------------


WAYS = """import torch
import torch.nn as nn

class Model(nn.Module):
    def forward(self, x, way, axis, mask=None, scale=1.0):
        \"\"\"Ways.\"\"\"
        y = torch.relu(x) if way == "positive" else x.abs() if way == "size" else x
        y = y.cumsum(axis) * scale
        return y if mask is None else torch.where(mask, y, 0)

def get_inputs():
    return [torch.randn(20, 70), "positive", -1]

def get_init_inputs():
    return []
"""


def choices_of(reference, seed):
    message = extra(reference, WAYS, "other_choices", seed=seed).messages["other_choices"]
    assert message["applicable"], message
    return message["detail"]


def test_other_choices_are_what_the_reference_has_beside_what_the_task_asks_for(reference):
    found = " ".join(choices_of(reference, seed) for seed in range(4))
    assert "argument 1: positive -> size" in found or "argument 1: positive -> Ways." in found
    assert "argument 2: -1 -> -2" in found and "argument 4: 1.0 -> " in found
    prepared = extra(reference, WAYS, "other_choices")
    mask = inputs(prepared, "other_choices", 1)
    assert mask.shape == (20, 70) and mask.dtype == torch.bool and mask.any() and not mask.all()


@pytest.mark.parametrize("given, words", [("[0.5, 2.0]", "->"), ("(1, 2)", "->"), ("{'a': 1.5}", "->"), ("None", "-> ")])
def test_parts_of_lists_and_dicts_are_other_ones(reference, given, words):
    body = {"[": "x * w[0] + w[1]", "(": "x * w[0] + w[1]", "{": "x * w['a']", "N": "x if w is None else x * 2 + w"}[given[0]]
    message = extra(reference, task(body, f"[torch.randn(20, 70), {given}]", arguments="x, w"), "other_choices").messages["other_choices"]
    assert message["applicable"] and (words in message["detail"] or "of tensors" in message["detail"]), message


def test_far_numbers_are_several_times_as_large_and_turned_ones_below_zero(reference):
    plain = extra(reference, task("x * a", "[torch.randn(20, 70), 0.5]", arguments="x, a"), "far_numbers", "turned_numbers")
    assert plain.messages["far_numbers"]["detail"].endswith("0.5 -> 2")
    assert plain.messages["turned_numbers"]["detail"].endswith("0.5 -> -0.5")
    whole = extra(reference, task("x * a", "[torch.randn(20, 70), 6]", arguments="x, a"), "far_numbers", "turned_numbers")
    assert whole.messages["far_numbers"]["detail"].endswith("6 -> 49")
    assert whole.messages["turned_numbers"]["detail"].endswith("6 -> -6")
    bins = extra(reference, task("torch.bincount(x, minlength=bins)[:bins]", "[torch.randint(0, 8, (70,)), 8]", arguments="x, bins"), "turned_numbers")
    assert bins.messages["turned_numbers"]["detail"].endswith("8 -> 9")


def test_a_number_keeps_its_sign_where_the_reference_takes_maxima(reference):
    softmax = task("torch.softmax(x * a, dim=1)", "[torch.randn(20, 70), 0.5]", arguments="x, a")
    assert extra(reference, softmax, "far_numbers").messages["far_numbers"]["detail"].endswith("0.5 -> 2")
    assert "no number" in reason(reference, softmax, "turned_numbers")


GROUPS = task("x @ (w * s.repeat_interleave(w.shape[0] // s.shape[0], 0))",
              "[torch.randn(16, 128), torch.randn(128, 24), torch.rand(2, 24) + 1]", arguments="x, w, s")


def test_own_sizes_are_halved_and_doubled_one_by_one(reference):
    prepared = extra(reference, GROUPS, *SCALED)
    assert prepared.shapes("halved") == [[16, 64], [64, 24], [2, 24]]
    assert prepared.shapes("doubled") == [[16, 256], [256, 24], [2, 24]]
    x, w, s = prepared.shapes("rescaled")
    assert x[0] in (8, 32) and w[1] == s[1] and w[1] in (12, 48) and s[0] in (1, 4), "all others at once"
    assert x[1] == w[0] == 128


SHARED = "torch.einsum('bhd,nhd->hbn', q, k.repeat_interleave(q.shape[1] // k.shape[1], 1))"


@pytest.mark.parametrize("heads, shared", [(8, 2), (4, 2)])
def test_how_many_heads_share_another_is_another_number(reference, heads, shared):
    """Eight heads are no blocks of eight, of which 32 columns have four for each of two: the eight is in the text for the heads."""
    source = task(SHARED, f"[torch.randn(3, {heads}, 32), torch.randn(117, {shared}, 32)]", arguments="q, k")
    for seed in (1, 2):
        q, k = extra(reference, source, *SCALED, seed=seed).shapes("rescaled")
        assert q[1] // k[1] != heads // shared, (q, k)


@pytest.mark.parametrize("formula, factor", [("torch.softmax(x, -1)", 100), ("torch.exp(x)", 10), ("torch.softmax(x @ x.mT, -1)", 1)])
def test_own_sizes_meet_values_as_large_as_the_reference_takes(reference, formula, factor):
    prepared = extra(reference, task(formula, "[torch.randn(64, 32)]"), *SCALED)
    largest = {name: float(inputs(prepared, name).abs().max()) for name in SCALED}
    assert 3 * factor < largest["halved"] < 6 * factor and 3 < largest["doubled"] < 6 and 3 < largest["uneven"] < 6, largest
    assert largest["rescaled"] < 0.01, largest
    assert factor == 1 or (inputs(prepared, "halved")[0] < 0).all()


@pytest.mark.parametrize("dtype, factor", [("float8_e4m3fn", 3), ("float8_e5m2", 900)])
def test_harsh_values_of_eight_bits_are_numbers(reference, dtype, factor):
    """Where the answer may be infinite, too, as behind a mask."""
    source = task("torch.where(x.float() > y, x.float() * y, float('-inf'))", "[(torch.randn(64, 96) * FACTOR).to(torch.DTYPE), torch.randn(64, 96)]",
                  arguments="x, y").replace("FACTOR", str(factor)).replace("DTYPE", dtype)
    value = inputs(extra(reference, source, "mixed"), "mixed").float()
    assert value.isfinite().all() and value.abs().max() > 8 * factor


def test_what_an_input_promises_stays_at_own_sizes(reference):
    source = task("x * labels", "[torch.randn(64, 32), (torch.rand(64, 32) < 0.5).float()]", arguments="x, labels")
    assert set(inputs(extra(reference, source, "halved"), "halved", 1).unique().tolist()) == {0.0, 1.0}


def test_what_divides_a_size_is_scaled_with_it_where_the_reference_needs_that(reference):
    packed = task("torch.cat([w >> 4, w & 15], 1) * x", "[torch.randn(8, 96), torch.randint(0, 255, (8, 48), dtype=torch.uint8)]", arguments="x, w")
    assert extra(reference, packed, "halved").shapes("halved") == [[8, 48], [8, 24]]


def test_a_size_stays_where_something_counts_its_blocks(reference):
    """A scale for each 128 rows, whether they are all there or not: of half as many rows the second scale is nobody's."""
    source = task("x * s.repeat_interleave(64 * 2, 0)[:x.shape[0], None]", "[torch.randn(300, 24), torch.rand(3) + 1]", arguments="x, s")
    assert extra(reference, source, "halved").shapes("halved") == [[300, 12], [3]]
    known = task("x * s.repeat_interleave(128, 0)[:x.shape[0], None]", "[torch.randn(300, 24), torch.rand(3) + 1]", arguments="x, s")
    assert extra(reference, known, "halved").shapes("halved") == [[150, 24], [2]]


@pytest.mark.parametrize("places, kept", [("torch.tensor([2, 0, 3])", True), ("torch.randperm(4)[:3]", True), ("torch.randint(0, 4, (3,))", False)])
def test_a_table_keeps_a_row_for_each_place_of_a_handful(reference, places, kept):
    """Three places that are never alike do not fit a table of two rows; three drawn ones may meet."""
    source = task("table.index_add(0, i, x)", f"[torch.randn(4, 2), {places}, torch.randn(3, 2)]", arguments="table, i, x")
    rows = set()
    for seed in range(4):
        prepared = extra(reference, source, *SCALED, seed=seed)
        for name in SCALED:
            if prepared.messages[name].get("applicable", True):
                rows.add(prepared.shapes(name)[0][0])
                assert not kept or len(inputs(prepared, name, 1).unique()) == len(inputs(prepared, name, 1))
    assert (2 in rows) != kept, rows


@pytest.mark.parametrize("source", [task("x * 2", "[torch.randn(1024, 1024)]"), FIXED])
def test_nothing_is_scaled_where_that_is_dear_or_refused(reference, source):
    assert "halved, doubled or uneven" in reason(reference, source, "halved")


@pytest.mark.parametrize("seed", range(4))
def test_the_largest_size_is_once_beyond_a_long_block(reference, seed):
    (rows, columns), = extra(reference, task("torch.softmax(x, 1)", "[torch.randn(24, 80)]"), "axis_0_again", seed=seed).shapes("axis_0_again")
    assert rows in (1, 2) and any(0 < columns - block <= 1100 for block in (1024, 2048, 4096)), columns


def test_one_input_is_zero_and_another_time_each_row_is_one_number(reference):
    prepared = extra(reference, task("x / x.abs().max().clamp(min=1e-6) + y", "[torch.randn(24, 80), torch.randn(80)]", arguments="x, y"),
                     "zeros", "flat_rows")
    assert not inputs(prepared, "zeros").any() and inputs(prepared, "zeros", 1).all()
    flat = inputs(prepared, "flat_rows")
    assert (flat == flat[:, :1]).all() and flat.abs().min() >= 30 and len(flat[:, 0].unique()) == 24
    some = inputs(extra(reference, task("x / x.abs().max()", "[torch.randn(24, 80)]"), "zeros"), "zeros")
    assert ((some == 0).sum(-1) == 1).all()  # of a row
    assert "finite" in reason(reference, task("x / x.abs()", "[torch.randn(24, 80)]"), "zeros")
    assert "no floating number" in reason(reference, task("(x * 9).to(torch.int32)", "[torch.randn(24, 80)]"), "flat_rows")


@pytest.mark.parametrize("made, less", [("torch.randn(64, 128)", [61, 125]), ("torch.randn(1024, 1000)", [1021, 2]), ("torch.randn(66, 7, 12)", [66, 7, 9])])
def test_sizes_a_little_below_the_tasks_own_need_the_same_blocks(reference, made, less):
    assert extra(reference, task("torch.softmax(x, -1)", f"[{made}]"), "near_own").shapes("near_own") == [less]


def test_near_its_own_a_size_keeps_its_number_of_blocks_or_has_half_as_many_more(reference):
    scaled = "import torch\n\ndef blocks(x, s):\n    assert s.shape[0] == -(-x.shape[0] // 128){more}\n    return x * s.repeat_interleave(128, 0)[:x.shape[0], None]\n"
    made = "[torch.randn(256, 35), torch.rand(2) + 1]"
    source = task("blocks(x, s)", made, arguments="x, s")
    assert extra(reference, scaled.format(more="") + source, "near_own").shapes("near_own") == [[253, 35], [2]]
    whole = scaled.format(more=" and x.shape[0] % 128 == 0")
    assert extra(reference, whole + source, "near_own").shapes("near_own") == [[384, 35], [3]]
    apart = task("x * s.repeat_interleave(64 * (x.shape[0] // s.shape[0] // 64), 0)[:, None]", "[torch.randn(256, 35), torch.rand(4) + 1]", arguments="x, s")
    assert extra(reference, apart, "near_own").shapes("near_own") == [[192, 35], [3]]


def test_odd_sizes_are_made_no_less(reference):
    assert "odd" in reason(reference, task("torch.softmax(x, -1)", "[torch.randn(33, 35)]"), "near_own")


def test_one_own_size_is_uneven_alone(reference):
    source = task("x * w", "[torch.randn(256, 64), torch.randn(64)]", arguments="x, w")
    (rows, columns), weights = extra(reference, source, "uneven").shapes("uneven")
    assert rows % 2 and rows > 256 and columns == 64 and weights == [64]


def test_long_blocks_are_no_steps_of_a_recurrence(reference):
    source = task("self.rnn(x)[0]", "[torch.randn(2, 9, 4)]", body="        self.rnn = nn.GRU(4, 3, batch_first=True)\n")
    assert max(extra(reference, source, "axis_0_again").shapes("axis_0_again")[0]) < 200


@pytest.mark.parametrize("seed", [1, 2, 3, 21])
def test_a_long_block_that_is_too_large_gives_way_to_a_shorter_one(reference, seed):
    """Two inputs with rows in two dimensions: beyond 4096 columns they hold too much."""
    source = task("torch.nn.functional.silu(x) * y", "[torch.randn(3, 16, 500), torch.randn(3, 16, 500)]", arguments="x, y")
    assert extra(reference, source, "axis_0_again", seed=seed).shapes("axis_0_again")[0][-1] > 1024


def test_gradients_are_on_in_eval_mode(reference):
    prepared = extra(reference, BATCH_NORM, "original", "eval_mode")
    assert prepared.given("original").metadata["gradients"] == "0"
    assert prepared.given("eval_mode").metadata["gradients"] == "1"


@pytest.mark.parametrize("seed", range(3))
def test_whole_blocks_are_no_even_number(reference, seed):
    names = {f"whole_{block}": block for block in (128, 256, 512, 1024)}
    for source in (task("torch.softmax(x, 1)", "[torch.randn(24, 384)]"), task("x * 2", "[torch.randn(40, 1536)]")):
        prepared = extra(reference, source, *names, seed=seed)
        for name, block in names.items():
            *others, columns = prepared.shapes(name)[0]
            assert columns in (3 * block, 5 * block) and columns not in (384, 1536) and set(others) == {1}, (name, others, columns)


def test_whole_blocks_are_no_steps_of_a_recurrence(reference):
    source = task("self.rnn(x)[0]", "[torch.randn(2, 9, 4)]", body="        self.rnn = nn.GRU(4, 3, batch_first=True)\n")
    assert "still cheap" in reason(reference, source, "whole_1024")


def test_far_sizes_are_those_of_the_largest_size_where_that_is_cheap(reference):
    (rows, columns), = extra(reference, task("x.cumsum(1)", "[torch.randn(64, 256)]"), "far_sizes").shapes("far_sizes")
    assert rows in (1, 2) and 69000 < columns < 141000
    assert "so much larger" in reason(reference, task("(x.unsqueeze(2) - x.unsqueeze(1)).abs().sum(2)", "[torch.randn(64, 256)]"), "far_sizes")


@pytest.mark.parametrize("layer", ["GRU(4, 3, batch_first=True)", "LSTM(4, 3, batch_first=True)"])
def test_far_sizes_are_no_steps_of_a_recurrence(reference, layer):
    """Thousands of them, one after another, are tried on nobody."""
    source = f"""import torch
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = torch.nn.{layer}
    def forward(self, x):
        return self.rnn(x)[0]
def get_inputs():
    return [torch.randn(2, 9, 4)]
"""
    prepared = extra(reference, source, "axis_0", "far_sizes")
    assert prepared.messages["axis_0"]["applicable"]
    assert "still cheap" in prepared.messages["far_sizes"]["detail"]


def test_an_axis_may_say_how_large_the_answer_is(reference):
    prepared = extra(reference, task("x.sum(axis)", "[torch.randn(20, 70), 1]", arguments="x, axis"), "other_choices")
    assert prepared.expected("other_choices").view("expected.0").shape == (70,)


def test_one_flag_is_turned_alone(reference):
    two = task("(x if up else -x) * (2 if twice else 1)", "[torch.randn(20, 70), True, True]", arguments="x, up, twice")
    prepared = extra(reference, two, "other_flags", "one_flag")
    assert prepared.messages["other_flags"]["detail"].count("->") == 2 and prepared.messages["one_flag"]["detail"].count("->") == 1
    assert "no two flags" in reason(reference, task("torch.where(m, x, -x)", "[torch.randn(20, 70), torch.rand(20, 70) < 0.5]", arguments="x, m"), "one_flag")


def test_one_flag_alone_is_turned_at_uneven_sizes_too(reference):
    prepared = extra(reference, task("x if up else -x", "[torch.randn(64, 32), True]", arguments="x, up"), "other_flags", "one_flag")
    assert prepared.shapes("other_flags") == [[64, 32]] and torch.Size(prepared.shapes("one_flag")[0]).numel() % 2


# ---- edges -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("body, on_edge", [
    ("(x >= 0.5).float() * x", lambda x: x - 0.5), ("torch.round(x)", lambda x: x - x.floor() - 0.5),
    ("x.floor()", lambda x: x - x.round()), ("torch.bucketize(x, torch.tensor([0.25, 0.75]))", lambda x: (x - 0.5).abs() - 0.25)])
def test_values_lie_on_the_edges_that_the_reference_has_for_its_inputs(reference, body, on_edge):
    prepared = extra(reference, task(body, "[torch.randn(20, 70)]"), "edges")
    value = inputs(prepared, "edges")
    far = on_edge(value).abs()
    assert 0.1 < (far == 0).float().mean() < 0.3 and 0.1 < ((far > 0) & (far < 1e-6)).float().mean() < 0.3
    assert "undecided.0" not in prepared.expected("edges").names()  # nothing was computed before


def test_edges_of_what_is_computed_are_nobody_s(reference):
    assert "as it comes" in reason(reference, task("torch.round(x * 0.3)", "[torch.randn(20, 70)]"), "edges")


def test_what_a_number_of_float32_does_not_tell_stays_undecided(reference):
    """0.3 of float32 is more than 0.3, which a kernel in float32 does not know."""
    prepared = extra(reference, task("(x > 0.3).float()", "[torch.randn(20, 70)]"), "edges")
    on_edge = (inputs(prepared, "edges") == 0.3).reshape(-1).nonzero().view(-1)
    assert torch.equal(prepared.expected("edges").view("undecided.0"), on_edge)


WINDOWS = task("x.unfold(0, 50, 1).sum(1).amax().reshape(1)", "[torch.randn(100000)]")


def test_sizes_that_are_odd_lie_beyond_the_least_that_the_reference_takes(reference):
    value = inputs(extra(reference, WINDOWS, "odd_dims"), "odd_dims")
    assert value.numel() % 2 == 1 and 50 < value.numel() <= 4096


def test_a_vector_rises_with_some_seeds(reference):
    """What leaves out its last window has another sum then."""
    rising = [bool((driving.prepare(reference, WINDOWS, ["original", "peaks"], seed=seed).given("peaks").view("input.0").diff() >= 0)
                   .float().mean() > 0.99) for seed in range(1, 7)]
    assert len(set(rising)) == 2


def test_peaks_lie_in_other_columns_many_of_them_where_blocks_begin_or_end(reference):
    value = inputs(extra(reference, task("x.amax(1)", "[torch.randn(64, 1024)]"), "peaks"), "peaks")
    highest = value.argmax(1)
    assert highest.unique().numel() > 40 and (value.argmin(1) != highest).all()
    assert ((highest % 16 == 0) | (highest % 16 == 15)).float().mean() > 0.4


@pytest.mark.parametrize("seed", [171, 172, 173, 174])
def test_complex_numbers_are_real_of_either_sign_here_and_there(reference, seed):
    prepared = extra(reference, task("torch.sqrt(x)", "[torch.complex(torch.randn(48, 100), torch.randn(48, 100))]"), "peaks", seed=seed)
    real, other = torch.view_as_real(inputs(prepared, "peaks")).unbind(-1)
    assert ((other == 0) & (real < 0)).sum() > 100 and ((other == 0) & (real > 0)).sum() > 100


# ---- what is chance --------------------------------------------------------------------------------


@pytest.mark.parametrize("draw, repeats", [("torch.randint(0, 512, (16,))", True), ("torch.randperm(512)[:16]", False)])
def test_indices_that_differ_by_chance_are_equal_here_and_there(reference, draw, repeats):
    source = task("x[i]", f"[torch.randn(512, 8), {draw}]", arguments="x, i")
    seeds = [seed for seed in range(4)
             if inputs(extra(reference, source, "zero_mean", "original", seed=seed), "original", 1).unique().numel() == 16]
    assert seeds
    for seed in seeds:
        value = inputs(extra(reference, source, "zero_mean", seed=seed), "zero_mean", 1)
        assert (value.unique().numel() < value.numel()) == repeats


def test_integers_beside_floats_are_large_too(reference):
    both = task("x * 2, n * 3", "[torch.rand(8, 70), torch.randint(0, 9, (8, 70))]", arguments="x, n")
    prepared = extra(reference, both, "large")
    assert inputs(prepared, "large", 1).max() > 1 << 31 and inputs(prepared, "large").abs().max() > 10
