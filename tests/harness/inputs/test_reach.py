# SPDX-License-Identifier: GPL-3.0-or-later
"""How far inputs of other sizes reach: numbers that name rows of a longer table, the largest of all, and how many rows there are."""

import driving
import pytest
import torch
from tasks import task

LONGER = ("axis_0", "axis_0_again")
ROWS = "[torch.randn(60, 8), torch.randint(0, 60, (40,))]"


def prepared(role, source, *names, **more):
    answer = driving.prepare(role, source, list(names), **more)
    assert answer.end["op"] == "done", answer.end
    assert all(answer.messages[name]["applicable"] for name in names), answer.messages
    return answer


@pytest.mark.parametrize("body", ["x[i]", "F.embedding(i, x)", "torch.zeros_like(x).index_add_(0, i, x[:1].expand(i.shape[0], -1))"])
def test_indices_reach_the_end_of_a_longer_table(reference, body):
    found = prepared(reference, task(body, ROWS, arguments="x, i"), *LONGER)
    for name in LONGER:
        table, indices = (found.given(name).view(f"input.{at}") for at in range(2))
        assert len(table) > 64 and int(indices.max()) == len(table) - 1


def test_labels_reach_the_last_of_more_classes(reference):
    source = task("F.nll_loss(torch.log_softmax(x, 1), t)", "[torch.randn(48, 100), torch.randint(0, 100, (48,))]", arguments="x, t")
    given = prepared(reference, source, "axis_0_again").given("axis_0_again")
    assert int(given.view("input.1").max()) == given.view("input.0").shape[1] - 1 > 1000


def test_lengths_reach_the_end_of_longer_rows(reference):
    source = task("(x * (torch.arange(x.shape[1]) < n[:, None])[..., None]).sum(1)", "[torch.randn(12, 90, 6), torch.randint(1, 91, (12,))]",
                  arguments="x, n")
    given = prepared(reference, source, "axis_0_again").given("axis_0_again")
    assert int(given.view("input.1").max()) == given.view("input.0").shape[1] > 1000


def test_numbers_that_name_no_row_stay(reference):
    """How many of each there are: another largest one is another shape of the answer."""
    source = task("torch.bincount(i, minlength=60) * x.sum()", ROWS, arguments="x, i")
    assert all(int(prepared(reference, source, name).given(name).view("input.1").max()) < 60 for name in LONGER)


@pytest.mark.parametrize("inputs", ["[torch.randn(24, 80)]", "[torch.randn(80, 24)]", "[torch.randn(500)]"])
def test_the_last_element_is_the_farthest_from_zero(reference, inputs):
    found = prepared(reference, task("x / x.abs().max()", inputs), *LONGER, "far_sizes")
    for name in (*LONGER, "far_sizes"):
        values = found.given(name).view("input.0").abs().reshape(-1)
        assert values[-1] == values.max() and int((values == values.max()).sum()) == 1


def test_a_square_grows_as_far_as_its_elements_allow(reference):
    (rows, columns), = prepared(reference, task("x / x.trace()", "[torch.randn(64, 64)]"), "far_sizes").shapes("far_sizes")
    assert rows == columns and 100_000 < rows * columns < 150_000


@pytest.mark.parametrize("seed", range(8))
def test_there_are_more_rows_than_a_block_has(reference, seed):
    (rows, columns), = prepared(reference, task("torch.softmax(x, 1)", "[torch.randn(24, 80)]"), "axis_1_again", seed=seed).shapes("axis_1_again")
    assert (1056 < rows < 1200 or 16 * 132 < rows < 2300) and columns in (1, 2)  # eight or sixteen programs for each processor and more


@pytest.mark.parametrize("starts", ["torch.arange(0, 65, 8)", "torch.tensor([0, 5, 9, 22, 30, 31, 50, 64])"])
def test_posts_alone_end_with_the_rows(reference, starts):
    source = task("torch.cat([torch.softmax(x[n[i]:n[i + 1]], 0) for i in range(n.shape[0] - 1)])", f"[torch.randn(64, 20), {starts}]", arguments="x, n")
    names = ("tiny", "larger_dims", "axis_0", "axis_1", "same_sizes")
    found = driving.prepare(reference, source, list(names))
    given = [found.given(name) for name in names if found.messages[name]["applicable"]]
    assert len({given.view("input.0").shape for given in given}) > 2
    for one in given:
        assert int(one.view("input.1")[0]) == 0 and int(one.view("input.1")[-1]) == len(one.view("input.0"))


@pytest.mark.parametrize("seed", range(4))
def test_both_sizes_of_an_answer_are_wide_at_once(reference, seed):
    source = task("a @ b", "[torch.randn(96, 128), torch.randn(128, 80)]", arguments="a, b")
    (rows, inner), (_, columns) = prepared(reference, source, "wide_sizes", seed=seed).shapes("wide_sizes")
    assert inner in (1, 2) and min(rows, columns) > 1024


def test_wide_sizes_are_cheap(reference):
    (rows, columns), = prepared(reference, task("(x[:, None] - x[None]).abs().sum(2)", "[torch.randn(64, 256)]"), "wide_sizes").shapes("wide_sizes")
    assert rows * rows * columns < 4 << 20
    refused = driving.prepare(reference, task("x * 2", "[torch.randn(2000, 900)]"), ["wide_sizes"]).messages["wide_sizes"]
    assert not refused["applicable"] and "as large" in refused["detail"]


@pytest.mark.parametrize("draw", ["torch.randn(24, 80)", "torch.rand(500)"])
def test_the_longest_sizes_lie_below_zero_once_where_the_reference_takes_that(reference, draw):
    found = prepared(reference, task("x.argmax()", f"[{draw}]"), *LONGER)
    assert (found.given("axis_0_again").view("input.0") < 0).all() and not (found.given("axis_0").view("input.0") < 0).all()
    roots = prepared(reference, task("x.sqrt()", "[torch.rand(24, 80)]"), *LONGER)
    assert (roots.given("axis_0_again").view("input.0") >= 0).all()


@pytest.mark.parametrize("body, sign", [("x.amax(1)", -1), ("x.argmax()", -1), ("x.sort(1).values", -1), ("x.amin(1)", 1), ("x.argmin()", 1)])
@pytest.mark.parametrize("draw, end", [("torch.randn(24, 80)", 1e14), ("torch.randint(-99, 99, (24, 80))", 2 ** 62)])
def test_where_order_alone_matters_they_lie_beyond_what_stands_for_infinity(reference, body, sign, draw, end):
    value = prepared(reference, task(body, f"[{draw}]"), "axis_0_again").given("axis_0_again").view("input.0")
    assert (value.double() * sign > end).all()


def test_bytes_lie_near_the_least_of_theirs(reference):
    draw = "torch.randint(-128, 128, {}, dtype=torch.int8)"
    source = task("(x.int()[:, :, None] * y.int()).sum(1)", f"[{draw.format((8, 64))}, {draw.format((64, 8))}]", arguments="x, y")
    given = prepared(reference, source, "axis_0_again").given("axis_0_again").view("input.0")
    assert given.max() <= -112 and given.unique().numel() > 8


def test_where_numbers_are_added_they_do_not(reference):
    value = prepared(reference, task("x.amax(1) - x.mean(1)", "[torch.randn(24, 80)]"), "axis_0_again").given("axis_0_again").view("input.0")
    assert (value < 0).all() and (value > -1e6).all()


@pytest.mark.parametrize("named, size", [([4096], 4101), ([400, 65536], None), ([], None)])
def test_sizes_go_beyond_what_the_candidate_names(reference, named, size):
    message = driving.prepare(reference, task("x.softmax(1)", "[torch.randn(40, 300)]"), ["named_0", "named_1"], named=named).messages
    assert message["named_0"]["applicable"] == message["named_1"]["applicable"] == bool(named), message
    if named:
        (rows, columns), = message["named_0"]["shapes"]
        (others, _), = message["named_1"]["shapes"]
        assert rows <= 2 and {columns, others} <= {number + 5 for number in named}
        assert size in (columns, None)


def test_sizes_that_cost_too_much_give_way_to_smaller_ones(reference):
    source = task("(x.unsqueeze(2) - x.unsqueeze(1)).abs().sum(2)", "[torch.randn(64, 256)]")
    message = prepared(reference, source, "named_0", named=[300, 40000, 65536]).messages["named_0"]
    assert message["applicable"] and message["shapes"][0][1] == 305, message


@pytest.mark.parametrize("name", ["ties", "axis_0_again"])
def test_the_first_of_equal_values_is_never_the_first_of_all(reference, name):
    for seed in range(1, 7):
        given = prepared(reference, task("x.argmax()", "[torch.randn(700)]"), name, seed=seed).given(name).view("input.0")
        assert 0 < given.argmax() < given.numel() and 0 < given.argmin()


@pytest.mark.parametrize("draw, runs", [
    ("torch.randn(24, 80)", [lambda x: x > 0, lambda x: x < 0, lambda x: x == 0]),
    ("torch.randn(24, 80) * (torch.rand(24, 80) < 0.5)", [lambda x: x == 0]), ("torch.rand(24, 80) < 0.5", [lambda x: x, lambda x: ~x])])
def test_far_sizes_have_long_stretches_of_one_kind(reference, draw, runs):
    value = prepared(reference, task("x.cumsum(1)", f"[{draw}]"), "far_sizes").given("far_sizes").view("input.0")
    line = value.movedim(-1 if value.shape[-1] > value.shape[0] else 0, -1).reshape(-1, max(value.shape))[0]
    for is_one in runs:
        others = (~is_one(line)).nonzero().view(-1)
        assert others.diff().max() > len(line) // 5


@pytest.mark.parametrize("draw", ["torch.rand(24, 80)", "torch.rand(24, 80).sort(1).values", "torch.softmax(torch.randn(24, 80), 1)"])
def test_but_not_where_numbers_have_one_sign_or_promise_something(reference, draw):
    value = prepared(reference, task("x * 2", f"[{draw}]"), "far_sizes").given("far_sizes").view("input.0")
    assert (value >= 0).all() and (value == 0).float().mean() < 0.01


@pytest.mark.parametrize("name", ["axis_0", "axis_1", "axis_0_again", "far_sizes"])
def test_few_numbers_stay_as_many_where_a_size_becomes_small(reference, name):
    value = prepared(reference, task("(x == 3).cumsum(1)", "[torch.randint(0, 8, (48, 200))]"), name).given(name).view("input.0")
    assert value.unique().numel() > 5


def test_places_in_their_own_line_stay_within_it(reference):
    value = prepared(reference, task("x.gather(1, x)", "[torch.randint(0, 200, (48, 200))]"), "axis_1").given("axis_1").view("input.0")
    assert value.shape[1] <= 48 and value.max() < value.shape[1]


def test_whole_numbers_have_long_stretches_without_one(reference):
    value = prepared(reference, task("(x == 3).cumsum(1)", "[torch.randint(0, 8, (48, 200))]"), "far_sizes").given("far_sizes").view("input.0")
    assert (value[0] == 3).nonzero().view(-1).diff().max() > value.shape[1] // 5


@pytest.mark.parametrize("body", ["x.amax(1) - x.amin(1)", "torch.stack([x.amax(1), x.amin(1)])"])
def test_what_looks_for_both_ends_is_given_both(reference, body):
    found = prepared(reference, task(body, "[torch.randn(24, 80)]"), "axis_0", "axis_0_again")
    assert (found.given("axis_0").view("input.0") > 1e14).all() and (found.given("axis_0_again").view("input.0") < -1e14).all()


@pytest.mark.parametrize("body, signs", [("2 * x.amax(1) + 1, y", (-1, -1)), ("(x * y).amax(1)", (-1, 1))])
def test_the_second_factor_of_a_product_has_the_other_sign(reference, body, signs):
    found = prepared(reference, task(body, "[torch.randn(24, 80), torch.randn(24, 80)]", arguments="x, y"), "axis_0_again").given("axis_0_again")
    for index, sign in enumerate(signs if "* y" in body else ()):
        assert (sign * found.view(f"input.{index}") > 1e14).all()
    assert (found.view("input.0") < -1e14).all()


@pytest.mark.parametrize("seed", range(1, 6))
def test_parts_between_posts_end_at_blocks_and_beside_them(reference, seed):
    source = task("torch.stack([x[a:b].sum(0) for a, b in zip(c[:-1].tolist(), c[1:].tolist())])",
                  "[torch.randn(400, 8), torch.cat([torch.zeros(1), torch.rand(7).mul(399).ceil().sort().values, torch.tensor([400.0])]).int()]", "x, c")
    given = prepared(reference, source, "peaks", seed=seed).given("peaks").view("input.1")
    lengths = given.diff().tolist()
    assert sum(lengths) == 400 and min(lengths) >= 0
    assert sum(length % 16 in (0, 1, 15) and length > 14 for length in lengths) >= 2
    assert any(length % 64 == 0 and length for length in lengths)


@pytest.mark.parametrize("named, has_ties", [([400, 9000], True), ([9000], False)])
@pytest.mark.parametrize("answer, is_one", [("x.argmin(1)", True), ("x.softmax(1)", False)])
def test_equal_values_lie_in_several_blocks_beyond_what_the_candidate_names(reference, named, has_ties, answer, is_one):
    """Where something else lies beyond the farthest of those numbers: the last block of which the least is as small has it not."""
    source = task(answer, "[torch.randn(40, 300)]")
    found = next(found for found in (driving.prepare(reference, source, ["named_0", "named_2"], named=named, seed=seed) for seed in range(9))
                 if max(found.shapes("named_0")[0]) == min(named) + 5)
    for name in ("named_0", "named_2"):
        message = found.messages[name]
        if not message["applicable"]:
            continue
        values = found.given(name).view("input.0")
        is_below_farthest = max(values.shape) < max(named)
        least = (values == values.amin(1, keepdim=True)).sum(1)
        assert bool((least > 9).all()) == (is_one and has_ties and is_below_farthest), (name, message)
