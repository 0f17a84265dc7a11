# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes and values that a reference takes without a word although they are none: they are not asked for."""

import json

import driving
import pytest
import torch
from tasks import task


def prepared(role, source, *names):
    answer = driving.prepare(role, source, list(names))
    assert answer.end["op"] == "done", answer.end
    return answer


def test_an_axis_that_is_read_by_number_stays(reference):
    source = task("x[:, 0] + x[:, 1] * x[:, 2]", "[torch.rand(20, 3, 40)]")
    given = prepared(reference, source, "original", "larger_dims", "axis_0", "axis_1")
    assert [shape[1] for name in ("larger_dims", "axis_0", "axis_1") for shape in given.shapes(name)] == [3, 3, 3]
    assert given.shapes("larger_dims")[0][0] > 20 and given.shapes("larger_dims")[0][2] > 40


def test_parts_are_more_than_a_small_axis_has_room_for(reference):
    """Where it is that of the task; kernels look for theirs in steps of 32."""
    source = task("torch.stack([x[:, int(i[k]):int(i[k + 1])].sum(1) for k in range(len(i) - 1)])",
                  "[torch.randn(11, 300), torch.tensor([0, 5, 140, 141, 300])]", arguments="x, i")
    given = prepared(reference, source, "original", "axis_2")
    assert given.shapes("axis_2")[0] == [11, 300] and given.shapes("axis_2")[1][0] > 64, given.messages["axis_2"]


def test_an_axis_that_is_read_by_number_stays_where_another_has_its_size(reference):
    source = task("m[..., 0] * x[..., None] + m[..., 1]", "[torch.randn(2, 30), torch.randn(30, 2, 2)]", arguments="x, m")
    given = prepared(reference, source, "original", "larger_dims")
    assert given.shapes("larger_dims") == [[3, 41], [41, 5, 2]]


@pytest.mark.parametrize("body, inputs, arguments, at", [
    # a picture of whole numbers, and places or labels beside points: none of them says how many colours or coordinates there are
    ("torch.cat([255 - x[..., :3], x[..., 3:4]], -1)", "[torch.randint(0, 256, (20, 30, 4), dtype=torch.uint8)]", "x", (0, -1)),
    ("(lambda d: d[:, 0] ** 2 + d[:, 1] ** 2 + d[:, 2] ** 2)(x[a] - x[b])",
     "[torch.rand(20, 3), torch.randint(0, 20, (40,)), torch.randint(0, 20, (40,))]", "x, a, b", (0, 1)),
    # how boxes overlap, which stays so where all are moved
    ("(lambda low, high: (torch.minimum(high[:, None], high) > torch.maximum(low[:, None], low)).all(-1))(x[:, 0:2], x[:, 2:4])",
     "[torch.cat([torch.rand(20, 2) * 9, torch.rand(20, 2) + 9], 1), torch.randint(0, 30, (20,))]", "x, a", (0, 1)),
    ("torch.where(m, x[:, 0] * x[:, 1], x[:, 2])", "[torch.rand(20, 3), torch.rand(20) > 0.5]", "x, m", (0, 1)),
])
def test_an_axis_that_is_read_by_number_stays_beside_whole_numbers(reference, body, inputs, arguments, at):
    given = prepared(reference, task(body, inputs, arguments=arguments), "original", "larger_dims")
    place, axis = at
    assert given.shapes("larger_dims")[place][axis] == given.shapes("original")[place][axis]
    assert given.shapes("larger_dims")[place][0] > 20


def test_an_axis_grows_that_whole_numbers_may_reach_into(reference):
    """Of six columns each row has so many; nothing says that there are no more."""
    source = task("torch.where(torch.arange(x.shape[1]) < n[:, None], x, 0).sum(1)", "[torch.rand(20, 6), torch.randint(0, 7, (20,))]", arguments="x, n")
    given = prepared(reference, source, "original", "larger_dims")
    assert given.shapes("larger_dims")[0][1] > 6


def test_a_short_axis_that_is_read_whole_grows(reference):
    given = prepared(reference, task("x.sum(1)", "[torch.rand(20, 3, 40)]"), "original", "larger_dims")
    assert given.shapes("larger_dims")[0][1] > 3


def test_a_constant_may_say_how_many_tensors_there_are(reference):
    source = task("sum(given)", "[torch.rand(20, 40) for _ in range(COUNT)]", arguments="*given").replace(
        "import torch\n", "import torch\nCOUNT = 3\n", 1)
    assert len(prepared(reference, source, "original", "larger_dims").shapes("larger_dims")) > 3


def test_lengths_reach_no_farther_than_the_pages_of_a_table(reference):
    body = ("(lambda k: torch.where(torch.arange(k.shape[1]) < n[:, None], k, 0).sum(1))"
            "(pages[table.long()].reshape(n.shape[0], -1))")
    source = task(body, "[torch.rand(20, 16), torch.randint(0, 20, (3, 6), dtype=torch.int32), "
                        "torch.tensor([96, 90, 7], dtype=torch.int32)]", arguments="pages, table, n")
    given = prepared(reference, source, "original", "tiny")
    bundle = given.given("tiny")
    pages, table, lengths = (bundle.view(f"input.{index}") for index in range(3))
    assert 1 <= int(lengths.max()) <= table.shape[1] * pages.shape[1] < 90


def test_lengths_reach_no_farther_than_the_parts_that_are_there(reference):
    body = "torch.where(torch.arange(x.shape[2]) < ((n + part - 1) // part)[:, None, None], x.sum(3), 0).sum(2)"
    source = task(body, "[torch.randn(6, 4, 8, 48), torch.tensor([210, 149, 256, 90, 17, 200]), 32]", arguments="x, n, part")
    given = prepared(reference, source, "original", *SIZES)
    found = [given.given(name) for name in SIZES if given.messages[name]["applicable"]]
    assert len(found) > 2 and any(bundle.view("input.0").shape[2] < 7 for bundle in found)
    assert all(1 <= int(bundle.view("input.1").max()) <= 32 * bundle.view("input.0").shape[2] for bundle in found)


@pytest.mark.parametrize("beyond", ["0.0", "-1e9"])
def test_lengths_may_end_one_behind_a_size(reference, beyond):
    """Of sequences of which steps between two elements are given."""
    body = f"torch.where(torch.arange(x.shape[1] + 1) == n[:, None] - 1, torch.nn.functional.pad(x.cumsum(1), (1, 0)), {beyond}).amax(1)"
    source = task(body, "[torch.rand(6, 39) + 1, torch.tensor([40, 22, 31, 5, 17, 38])]", arguments="x, n")
    names = ("zero_mean", *SIZES)
    given = prepared(reference, source, "original", *names)
    found = [given.given(name) for name in names if given.messages[name]["applicable"]]
    assert len(found) > 3 and any(bundle.view("input.0").shape[1] < 38 for bundle in found)
    assert all(1 <= int(bundle.view("input.1").max()) <= bundle.view("input.0").shape[1] + 1 for bundle in found)


def test_lengths_drawn_again_reach_no_farther_than_the_pages(reference):
    body = "torch.where(torch.arange(t.shape[1] * x.shape[1]) < n[:, None], x[t.long()].flatten(1, 2).sum(2), 0).sum(1)"
    source = task(body, "[torch.randn(20, 16, 48), torch.randint(0, 20, (5, 4), dtype=torch.int32), torch.tensor([34, 33, 17, 5, 40])]", arguments="x, t, n")
    names = ("zero_mean", *SIZES)
    given = prepared(reference, source, "original", *names)
    found = [given.given(name) for name in names if given.messages[name]["applicable"]]
    assert len(found) > 3
    for bundle in found:
        pages, table, lengths = (bundle.view(f"input.{index}") for index in range(3))
        assert 1 <= int(lengths.max()) <= table.shape[1] * pages.shape[1]
    flat = prepared(reference, task("(torch.where(torch.arange(t.shape[1] * page) < n[:, None], "
                                    "x[(t[..., None] * page + torch.arange(page)).flatten(1)].sum(2), 0).sum(1))",
                                    "[torch.randn(320, 48), torch.randint(0, 20, (5, 4)), torch.tensor([34, 33, 17, 5, 40]), 16]", arguments="x, t, n, page"),
                    "original", *names)
    found = [flat.given(name) for name in names if flat.messages[name]["applicable"]]
    assert len(found) > 3 and all(int(bundle.view("input.2").max()) <= 16 * bundle.view("input.1").shape[1] for bundle in found)
    data = prepared(reference, task("(t + n[:, None]).sum()", "[torch.randint(0, 20, (5, 4)), torch.tensor([34, 33, 17, 5, 40])]", arguments="t, n"),
                    "original", "zero_mean")
    assert int(data.given("zero_mean").view("input.1").min()) < 0 or int(data.given("zero_mean").view("input.1").max()) > 40


def test_one_number_that_says_how_much_there_is_moves_within_it(reference):
    source = task("(x * (torch.arange(x.shape[0])[:, None] < n)).sum(0)",
                  "[torch.randint(0, 16, (300, 4), dtype=torch.int32), torch.tensor(250, dtype=torch.int32)]", arguments="x, n")
    bundle = prepared(reference, source, "original", "zero_mean").given("zero_mean")
    assert 0 < int(bundle.view("input.1")) <= bundle.view("input.0").shape[0] < 250


def test_what_is_finite_stays_so_in_half_precision(reference):
    source = task("torch.minimum(x, 0 * x + 8)", "[torch.tensor([1e18, -1e18, 0.5, float('inf')]).repeat(9)]")
    given = prepared(reference, source, "original", "other_dtype")
    values = given.given("other_dtype").view("input.0")[:4]
    most = torch.finfo(torch.float16).max
    assert values.tolist() == [most, -most, 0.5, float("inf")]


ENDS = "torch.stack([x[int(n[i]):int(n[i + 1])].sum(0) for i in range(w.shape[0])]) * w"
PARTS = "[torch.randn(60, 24), torch.tensor([0, 10, 31, 60]), torch.randn(3, 24)"
SIZES = ("tiny", "larger_dims", "odd_dims", "axis_0", "axis_1", "axis_0_again", "axis_1_again", "same_sizes")


def posts_of(given, *names):
    """[(shapes of x and w, posts)] of those of these variants that apply."""
    for name in names:
        if given.messages[name]["applicable"]:
            bundle = given.given(name)
            yield bundle.view("input.0").shape, bundle.view("input.2").shape, bundle.view("input.1")


def test_there_is_one_post_more_than_rows_and_the_last_is_the_end(reference):
    given = prepared(reference, task(ENDS, PARTS + "]", arguments="x, n, w"), "original", *SIZES)
    found = list(posts_of(given, *SIZES))
    assert len({tuple(shape) for shape, _, _ in found}) > 3 and len({rows[0] for _, rows, _ in found}) > 1
    for tokens, rows, posts in found:
        assert posts.numel() == rows[0] + 1 and int(posts[0]) == 0 and int(posts[-1]) == tokens[0]


def test_no_part_is_longer_than_a_number_that_only_a_kernel_needs(reference):
    names = (*SIZES, "zero_mean")
    given = prepared(reference, task(ENDS, PARTS + ", 32]", arguments="x, n, w, longest"), "original", *names)
    found = list(posts_of(given, *names))
    assert found and all(int(posts.diff().max()) <= 32 for _, _, posts in found)
    used = prepared(reference, task(ENDS + " * longest", PARTS + ", 32]", arguments="x, n, w, longest"), "original", *names)
    assert any(int(posts.diff().max()) > 32 for _, _, posts in posts_of(used, *names))


def test_equal_parts_stay_equal(reference):
    given = prepared(reference, task(ENDS, "[torch.randn(60, 24), torch.arange(0, 61, 20), torch.randn(3, 24)]", arguments="x, n, w"), "original", *SIZES)
    found = list(posts_of(given, *SIZES))
    assert found
    for tokens, rows, posts in found:
        assert posts.numel() == rows[0] + 1 and int(posts[-1]) == tokens[0] and posts.diff().unique().numel() == 1


def test_parts_are_no_longer_than_rows_of_a_table(reference):
    body = "(torch.where(torch.arange(t.shape[1]) < n.diff()[:t.shape[0], None], t, 0)).sum(1)"
    source = task(body, "[torch.randint(1, 99, (6, 40)), torch.tensor([0, 30, 31, 60, 75, 90, 130])]", arguments="t, n")
    given = prepared(reference, source, "original", *SIZES)
    found = [given.given(name) for name in SIZES if given.messages[name]["applicable"]]
    assert found
    for bundle in found:
        table, posts = bundle.view("input.0"), bundle.view("input.1")
        assert posts.numel() == table.shape[0] + 1 and int(posts.diff().max()) <= table.shape[1]


@pytest.mark.parametrize("body", [
    "torch.cat([x[i, :, :n[i + 1] - n[i]] for i in range(x.shape[0])], 1)",
    "torch.where(torch.arange(x.shape[2]) < n.diff()[:x.shape[0], None, None], x, 0).sum(2)"], ids=["slices", "a mask"])
@pytest.mark.parametrize("posts", ["[0, 40, 77, 173, 200]", "[0, 40, 77, 160, 187]"], ids=["as long as there is room", "shorter"])
def test_parts_are_no_longer_than_padded_rows(reference, body, posts):
    given = prepared(reference, task(body, f"[torch.randn(4, 6, 96), torch.tensor({posts})]", arguments="x, n"), "original", *SIZES)
    found = [given.given(name) for name in SIZES if given.messages[name]["applicable"]]
    assert len(found) > 3
    for bundle in found:
        padded, ends = bundle.view("input.0"), bundle.view("input.1")
        assert ends.numel() == padded.shape[0] + 1 and int(ends.diff().max()) <= padded.shape[2]
    assert any(bundle.view("input.0").shape[2] < 96 for bundle in found)


def shapes_in(given, *names):
    return [given.shapes(name) for name in names if given.messages[name]["applicable"]]


def test_halves_stay_alike(reference):
    rotated = task("x * c + torch.cat([-x[:, x.shape[1] // 2:], x[:, :x.shape[1] // 2]], 1)", "[torch.randn(30, 24), torch.randn(30, 24)]", arguments="x, c")
    found = shapes_in(prepared(reference, rotated, "original", *SIZES), *SIZES)
    assert len({x[1] for x, _ in found}) > 2 and all(x[1] % 2 == 0 for x, _ in found) and any(x[0] % 2 for x, _ in found)
    parts = task("torch.cat([2 * x[:, 7:], x[:, :7]], 1)", "[torch.randn(30, 24)]")
    assert any(x[1] % 2 for x, in shapes_in(prepared(reference, parts, "original", *SIZES), *SIZES))


def test_a_window_keeps_its_middle(reference):
    source = task("F.conv2d(x[None, None], w[None, None], padding=(w.shape[0] // 2, w.shape[1] // 2))[0, 0]",
                  "[torch.randn(40, 44), torch.rand(5, 5)]", arguments="x, w").replace("import torch\n", "import torch\nimport torch.nn.functional as F\n", 1)
    found = shapes_in(prepared(reference, source, "original", *SIZES), *SIZES)
    assert {size for _, w in found for size in w} > {3} and all(size % 2 for _, w in found for size in w)


def test_one_more_than_there_are_steps_stays_so(reference):
    by_number = task("(torch.gather(x, 1, n.long()[..., None])[..., 0] * u[:, :n.shape[1]]).sum(1) + u[:, n.shape[1]]",
                     "[torch.randn(4, 9, 30), torch.randint(0, 9, (4, 9), dtype=torch.int32), torch.rand(4, 10)]", arguments="x, n, u")
    by_slices = task("r + 0.9 * v[:, 1:] - v[:, :-1]", "[torch.randn(4, 30), torch.randn(4, 31)]", arguments="r, v")
    for source in (by_number, by_slices):
        found = shapes_in(prepared(reference, source, "original", *SIZES), *SIZES)
        assert len({shapes[-1][1] for shapes in found}) > 3 and all(shapes[-1][1] == shapes[-2][1] + 1 for shapes in found)


def test_a_border_is_as_wide_at_other_sizes(reference):
    by_slices = task("w * (x[2:w.shape[0] + 2, 1:w.shape[1] + 1] - x[:w.shape[0], :w.shape[1]] + x[4:w.shape[0] + 4, 2:w.shape[1] + 2])",
                     "[torch.randn(24, 32), torch.randn(20, 30)]", arguments="x, w")
    found = shapes_in(prepared(reference, by_slices, "original", *SIZES), *SIZES)
    assert len({tuple(w) for _, w in found}) > 3 and all(x == [w[0] + 4, w[1] + 2] for x, w in found)


def test_there_are_as_many_scales_as_blocks(reference):
    source = task("x * s.repeat_interleave(block, 0)[:x.shape[0]].repeat_interleave(block, 1)[:, :x.shape[1]]",
                  "[torch.randn(50, 90), torch.rand(4, 6), 16]", arguments="x, s, block")
    found = shapes_in(prepared(reference, source, "original", *SIZES), *SIZES)
    assert len({tuple(x) for x, s in found}) > 4 and all(s == [-(-size // 16) for size in x] for x, s in found)


EXPERTS = ("(lambda rows: torch.zeros(rows + 1, w.shape[1]).index_put((torch.where(torch.arange(ids.shape[0]) < n, ids.long(), rows),), "
           "w[e[torch.arange(ids.shape[0]) // 16].long()] * torch.cat([x.reshape(-1), x.new_zeros(1)])[torch.where(ids < rows, ids.long(), rows)][:, None])[:rows])"
           "(x.shape[0] * x.shape[1])")


def test_rows_that_are_sorted_by_expert_stay_in_whole_blocks(reference):
    """Places in rows of two axes laid out flat, each once, the number behind the last of them where there is none; an expert for each block."""
    body = "[torch.rand(30, 2), torch.randn(4, 24), torch.cat([torch.randperm(60), torch.full((84,), 60)])[torch.randperm(144)].to(torch.int32), " \
           "torch.randint(0, 4, (9,)), torch.tensor([128])]"
    names = ("zero_mean", *SIZES)
    given = prepared(reference, task(EXPERTS, body, arguments="x, w, ids, e, n"), "original", *names)
    found = [given.given(name) for name in names if given.messages[name]["applicable"]]
    assert len(found) > 3
    sizes = set()
    for bundle in found:
        x, ids, experts, count = (bundle.view(f"input.{index}") for index in (0, 2, 3, 4))
        held = ids[ids < x.numel()]
        assert ids.numel() == 16 * experts.numel() and int(count) % 16 == 0 and 0 < int(count) <= ids.numel()
        assert int(ids.max()) == x.numel() and held.unique().numel() == held.numel()
        sizes.add((ids.numel(), x.numel()))
    assert len(sizes) > 2


def test_a_size_of_its_own_follows_none(reference):
    given = prepared(reference, task("x.sum(1) @ w", "[torch.randn(4, 30), torch.randn(4, 31)]", arguments="x, w"), "original", *SIZES)
    assert any(w[1] != x[1] + 1 for x, w in shapes_in(given, *SIZES))


def test_blocks_may_stand_in_the_text(reference):
    source = task("x * s.repeat_interleave(24, 0)[:x.shape[0], None]", "[torch.randn(100, 30), torch.rand(5)]", arguments="x, s")
    found = shapes_in(prepared(reference, source, "original", *SIZES), *SIZES)
    assert len({tuple(x) for x, s in found}) > 4 and all(s == [-(-x[0] // 24)] for x, s in found)


def test_a_table_with_one_row_more_is_asked_for_with_as_many(reference):
    source = task("torch.where(x > c, x, 0) + p[1:1 + x.shape[1]]", "[torch.randn(4, 30), torch.randn(4, 30), torch.randn(31)]", arguments="x, c, p")
    found = shapes_in(prepared(reference, source, "original", *SIZES), *SIZES)
    assert len({x[1] for x, _, _ in found}) > 3 and all(p[0] == x[1] + 1 for x, _, p in found)


def test_what_is_free_to_grow_alone_leads_nothing(reference):
    """Eight heads are as many as 60 has blocks of eight; but they go with the two that they share."""
    body = "torch.softmax(q @ k.repeat_interleave(q.shape[0] // k.shape[0], 0).transpose(1, 2) / 8, -1)"
    found = shapes_in(prepared(reference, task(body, "[torch.randn(8, 60, 32), torch.randn(2, 60, 32)]", arguments="q, k"), "original", *SIZES), *SIZES)
    assert len(found) > 4 and all(q[0] % k[0] == 0 and q[0] >= k[0] for q, k in found) and any(q[0] != -(-q[1] // 8) for q, _ in found)


def test_what_is_searched_in_stays_in_order(reference):
    body = "torch.searchsorted(torch.cumsum(p, 1), u)"
    source = task(body, "[torch.softmax(torch.randn(20, 40), 1), torch.rand(20, 6)]", arguments="p, u")
    names = ("new_seed", "constant", "zero_mean", "large", "one_sided", "magnitudes", "mixed")
    given = prepared(reference, source, "original", *names)
    applicable = [name for name in names if given.messages[name]["applicable"]]
    assert "new_seed" in applicable and len(applicable) > 1
    for name in applicable:
        assert bool((given.given(name).view("input.0").cumsum(1).diff() >= 0).all()), name


def test_blocks_that_are_whole_are_not_asked_for_short(reference):
    source = task("x * s.repeat_interleave(32, 1)[:, :x.shape[1]]", "[torch.randn(20, 96), torch.rand(20, 3)]", arguments="x, s")
    found = shapes_in(prepared(reference, source, "original", *SIZES), *SIZES)
    assert found and all(x[1] == 32 * s[1] for x, s in found) and len({s[1] for _, s in found}) > 1


def test_what_follows_what_follows_goes_along(reference):
    """A border of four around what has 12 rows and 16 columns, as many as the bordered one has rows."""
    body = "x[2:c.shape[0] + 2, 2:c.shape[1] + 2] - c * (x[4:c.shape[0] + 4, 4:c.shape[1] + 4] + x[:c.shape[0], :c.shape[1]])"
    found = shapes_in(prepared(reference, task(body, "[torch.randn(16, 20, 9), torch.randn(12, 16, 9)]", arguments="x, c"), "original", *SIZES), *SIZES)
    assert len({c[0] for _, c in found}) > 2 and all(x[0] == c[0] + 4 and x[1] == c[1] + 4 for x, c in found), found


@pytest.mark.parametrize("none", [-100, -1])
def test_labels_that_leave_some_out_let_the_classes_change(reference, none):
    """Fewer and more classes, and what is left out stays so."""
    body = f"torch.where(t == {none}, 0.0, x.gather(1, t.clamp(min=0)[:, None])[:, 0])"
    draw = f"[torch.randn(64, 500), torch.where(torch.arange(64) % 7 == 3, {none}, torch.randint(500, (64,)))]"
    given = prepared(reference, task(body, draw, arguments="x, t"), "original", *SIZES, "axis_0")
    found = [(given.shapes(name)[0][1], given.given(name).view("input.1")) for name in (*SIZES, "axis_0") if given.messages[name]["applicable"]]
    assert {classes < 500 for classes, _ in found} == {True, False} and len({classes for classes, _ in found}) > 3
    assert all(t.max() < classes and set(t[t < 0].tolist()) <= {none} for classes, t in found)
    assert any(t.max() == classes - 1 > 500 for classes, t in found) and any((t == none).any() for _, t in found)


def test_a_part_from_a_given_place_on_lies_within_what_it_is_of(reference):
    """Its end follows the length of what is put there."""
    body = "F.pad(y[:, 128:128 + w.shape[1]] + w, (128, y.shape[1] - 128 - w.shape[1]))"
    found = shapes_in(prepared(reference, task(body, "[torch.randn(32, 300), torch.randn(32, 100)]", arguments="y, w"), "original", *SIZES), *SIZES)
    assert found and all(y[1] >= 128 for y, _ in found), found


BOXES = [
    ("x[2:8, a:b + 1].sum(1)", "[torch.randn(30, 40), 4, 28]", "x, a, b", 29),
    ("x[:8, 5:][:, :20].sum(1)", "[torch.randn(30, 40)]", "x", 25),
    ("x[:8, -20:].sum(1)", "[torch.randn(30, 40)]", "x", 20),
]


@pytest.mark.parametrize("body, inputs, arguments, least", BOXES)
def test_a_box_lies_within_what_it_is_cut_out_of(reference, body, inputs, arguments, least):
    source = task(body, inputs, arguments=arguments)
    found = [shapes[0] for shapes in shapes_in(prepared(reference, source, "original", *SIZES), *SIZES)]
    assert all(rows >= 8 and columns >= least for rows, columns in found)
    assert len({rows for rows, _ in found}) > 2 and len({columns for _, columns in found}) > 2


FLAT = [
    ("(y[r].view(w.shape[0], w.shape[1], y.shape[1]) * w[..., None]).sum(1)", "[torch.randn(60, 40), torch.rand(20, 3), torch.randperm(60)]", "y, w, r"),
    ("(y[r].view(w.shape[0], w.shape[1], -1) * w[..., None]).sum(1)", "[torch.randn(60, 40), torch.rand(20, 3), torch.randperm(60)]", "y, w, r"),
    ("y[r // w.shape[1]]", "[torch.randn(20, 40), torch.randint(8, (20, 3)), torch.randperm(60)]", "y, w, r"),
]


@pytest.mark.parametrize("body, inputs, arguments", FLAT)
def test_there_is_one_for_each_entry_of_a_table(reference, body, inputs, arguments):
    found = shapes_in(prepared(reference, task(body, inputs, arguments=arguments), "original", *SIZES), *SIZES)
    assert len({w[0] for _, w, _ in found}) > 3 and {w[1] for _, w, _ in found} > {3}
    assert all(r[0] == w[0] * w[1] and y[0] in (r[0], w[0]) for y, w, r in found)


@pytest.mark.parametrize("scales, shape", [("s.view(x.shape[0], -1).repeat_interleave(32, 1)", "(40, 96)"),
                                           ("s.view(-1, x.shape[1]).repeat_interleave(32, 0)", "(96, 40)")])
def test_one_for_each_block_of_rows_laid_out_flat_follows_the_rows(reference, scales, shape):
    """120 scales: three blocks of 32 for each of 40."""
    given = prepared(reference, task(f"x * {scales}", f"[torch.randn{shape}, torch.rand(120)]", arguments="x, s"), "original", "tiny", "larger_dims")
    for name in ("tiny", "larger_dims"):
        size, = {*given.shapes(name)[0]} - {96}
        assert size != 40 and given.shapes(name)[1] == [3 * size], given.shapes(name)


def test_a_length_that_is_a_multiple_of_rows_by_chance_follows_none(reference):
    source = task("x.sum() * 32 + s", "[torch.randn(40, 96), torch.rand(120)]", arguments="x, s")
    (rows, _), (length,) = prepared(reference, source, "original", "larger_dims").shapes("larger_dims")
    assert rows > 40 and length != 3 * rows


def test_as_many_as_a_table_has_entries_by_chance_follows_none(reference):
    source = task("x.sum(1)[:, None] * t.sum(0)", "[torch.randn(4, 8), torch.randn(32, 20)]", arguments="x, t")
    assert any(t[0] != x[0] * x[1] for x, t in shapes_in(prepared(reference, source, "original", *SIZES), *SIZES))


ROWS_OF_EXPERTS = [
    ("torch.stack([w[i] * x[a:b].sum(0) for i, (a, b) in enumerate(zip([0, *n.cumsum(0).tolist()], n.cumsum(0).tolist()))])",
     "torch.bincount(torch.randint(4, (60,)), minlength=4).int()"),
    ("torch.stack([w[i] * x[a:b].sum(0) for i, (a, b) in enumerate(zip([0, *n.cumsum(0).tolist()], n.cumsum(0).tolist()))])",
     "torch.tensor([20, 0, 7, 33])"),
    ("torch.cat([x[a:b] * w[i] for i, (a, b) in enumerate(zip([0, *n.cumsum(0).tolist()], n.cumsum(0).tolist()))])", "torch.tensor([4, 9, 13, 34])"),
    ("x * w[torch.repeat_interleave(torch.arange(n.shape[0]), n)[:x.shape[0]]]", "torch.bincount(torch.randint(4, (60,)), minlength=4)"),
]


@pytest.mark.parametrize("body, counts", ROWS_OF_EXPERTS)
def test_rows_of_experts_add_up(reference, body, counts):
    names = (*SIZES, "new_seed", "zero_mean", "few_changed_last", "one_sided", "mixed")
    given = prepared(reference, task(body, f"[torch.randn(60, 40), torch.rand(4, 40), {counts}]", arguments="x, w, n"), "original", *names)
    found = [given.given(name) for name in names if given.messages[name]["applicable"]]
    rows = [(bundle.view("input.0").shape[0], bundle.view("input.2").tolist()) for bundle in found]
    assert len({size for size, _ in rows}) > 3 and len({tuple(counts) for _, counts in rows}) > 4
    assert all(size == sum(counts) for size, counts in rows)


def test_labels_that_add_up_to_a_size_are_no_parts(reference):
    source = task("x[n].sum(1)", "[torch.randn(10, 20), torch.randint(10, (6,))]", arguments="x, n")
    given = prepared(reference, source, "original", *SIZES, "zero_mean")
    assert len({int(given.given(name).view("input.1").sum()) for name in (*SIZES, "zero_mean") if given.messages[name]["applicable"]}) > 2


def test_blocks_of_a_number_may_be_fewer_and_the_last_one_short(reference):
    body = "sum(x[:, at:at + 16].sum(1) for at in range(0, x.shape[1], 16))"
    for columns in (48, 40):
        given = prepared(reference, task(body, f"[torch.randn(30, {columns})]"), "original", *SIZES)
        assert any(x[1] < 16 for x, in shapes_in(given, *SIZES)) and any(x[1] > 48 and x[1] % 16 for x, in shapes_in(given, *SIZES))


WRITTEN = """import torch
import torch.nn as nn

class Model(nn.Module):
    def forward(self, x, starts):
        out = torch.empty({shape})
        for part in range(4):
            begin, end = int(starts[part]), int(starts[part + 1])
            out[begin:end] = (x[begin:end] * (part + 1)).{kind}()
        return out

def get_inputs():
    return [torch.rand(64, 24) * 9, torch.tensor([0, 16, 32, 48, 64])]

def get_init_inputs():
    return []
"""


@pytest.mark.parametrize("kind, shape", [("float", "x.shape"), ("half", "x.shape, dtype=torch.float16"), ("int", "x.shape, dtype=torch.int32")])
def test_all_of_an_answer_is_written(reference, kind, shape):
    given = prepared(reference, WRITTEN.format(kind=kind, shape=shape), "original", "tiny", "larger_dims", "axis_0", "axis_1")
    found = [given.given(name) for name in given.messages if given.messages[name]["applicable"]]
    assert len(found) > 1
    for bundle in found:
        x, starts = bundle.view("input.0"), bundle.view("input.1")
        assert int(starts[4]) >= x.shape[0], (starts.tolist(), list(x.shape))


IDLE = """import torch
import torch.nn as nn
rows = 24
width = 40
take = 8

class Model(nn.Module):
    def __init__(self, rows, width, take):
        super().__init__()
        self.rows, self.take = rows, take
        self.fc = nn.Linear(width, 6)

    def forward(self, x):
        return self.fc(x)[:, :self.take]

def get_inputs():
    return [torch.rand({rows}, width)]

def get_init_inputs():
    return [rows, width, take]
"""


def init_of(given, name):
    return json.loads(given.given(name).metadata["init"])["args"]


def test_a_number_of_rows_that_the_constructor_has_no_use_for_follows_the_rows(reference):
    given = prepared(reference, IDLE.format(rows="rows"), "original", "tiny", "larger_dims", "new_seed", "axis_0")
    for name in ("original", "tiny", "larger_dims", "new_seed", "axis_0"):
        assert init_of(given, name) == [given.shapes(name)[0][0], 40, 8], name
    numbers = {name: given.messages[name]["model"] for name in ("original", "larger_dims", "tiny")}
    assert len(set(numbers.values())) == 3


def test_the_size_stays_where_the_inputs_are_not_made_of_it(reference):
    """A number of the constructor that is a size as well may be meant for it."""
    given = prepared(reference, IDLE.format(rows="24"), "original", "larger_dims", "axis_0", "odd_dims")
    assert all(shapes[0][0] == 24 for name in ("larger_dims", "axis_0", "odd_dims") if (shapes := given.shapes(name)))


def test_it_follows_as_a_share_of_a_size(reference):
    given = prepared(reference, IDLE.format(rows="3 * rows"), "original", "larger_dims", "axis_0")
    found = [(given.shapes(name)[0][0], init_of(given, name)[0]) for name in ("original", "larger_dims", "axis_0")]
    assert all(number == (size // 3 if size % 3 == 0 else 24) for size, number in found)


STAGES = """import torch
import torch.nn as nn

class Model(nn.Module):
    def forward(self, x, w):
        for stage in range(x.shape[1].bit_length() - 1):
            x = x * w + x.flip(1)
        return x

def get_inputs():
    return [torch.rand(20, 32), torch.rand(32)]

def get_init_inputs():
    return []
"""


def test_something_is_computed_at_each_size(reference):
    given = prepared(reference, STAGES, "original", "larger_dims", "axis_0", "axis_1", "axis_0_again", "axis_1_again")
    shapes = [given.shapes(name) for name in given.messages if given.messages[name]["applicable"]]
    assert len(shapes) > 2 and all(shape[0][1] > 1 for shape in shapes)
    with_one = prepared(reference, task("x.transpose(0, 1)", "[torch.rand(20, 32)]"), "original", "axis_0", "axis_1")
    assert 1 in with_one.shapes("axis_0")[0]


@pytest.mark.parametrize("body, is_asked", [("torch.cat([x[:1] * 0, x[:-1] + x[1:]])", True), ("torch.cat([x.new_zeros(1), x[:-1] + x[1:]])", True),
                                            ("torch.stack([x.new_zeros(()), *(x[i - 1] + x[i] for i in range(1, len(x)))])", False)])
def test_a_size_at_which_only_zeros_are_made_is_not_asked_for(reference, body, is_asked):
    given = prepared(reference, task(body, "[torch.rand(20)]"), "original", "unit_dims")
    assert given.messages["original"]["applicable"] and given.messages["unit_dims"]["applicable"] == is_asked


STEPS = """import torch
import torch.nn as nn

class Model(nn.Module):
    def forward(self, x):
        done = []
        for k in range(x.shape[1]):
            done.append(x[:, k] / (x[:, k] * x[:, k]).sum().sqrt())
            x = x - done[k][:, None] * (done[k][:, None] * x).sum(0)
        return torch.stack(done, 1)

def get_inputs():
    return [torch.rand(60, 20) + torch.eye(60, 20)]

def get_init_inputs():
    return []
"""


def test_what_is_left_of_nothing_is_not_asked_for(reference):
    """Of more columns than rows Gram and Schmidt leave rounding, which is divided by itself."""
    names = "original", "tiny", "larger_dims", "constant"
    given = prepared(reference, STEPS, *names)
    assert [given.messages[name]["applicable"] for name in names] == [True, False, True, False]
    zero = prepared(reference, task("(x - x.mean(1, keepdim=True)) * 3", "[torch.rand(20, 30)]"), "constant")
    assert zero.messages["constant"]["applicable"]


def test_a_matrix_that_rounding_alone_lets_pass_is_not_asked_for(reference):
    """Of equal numbers all but the first column of a decomposition is what rounding leaves."""
    source = task("torch.linalg.cholesky(x)", "[(lambda a: a @ a.mT + 32 * torch.eye(32))(torch.randn(4, 32, 32))]")
    given = prepared(reference, source, "original", "constant")
    assert given.messages["original"]["applicable"] and not given.messages["constant"]["applicable"]


def test_a_transposed_answer_may_have_other_sizes_where_small_ones_are_equal(reference):
    """Of 150 and 6 small inputs are 5 and 5, where the answer has the shape of its input by chance."""
    names = ["axis_0", "odd_dims", "wide_sizes"]
    found = prepared(reference, task("x.T.tanh()", "[torch.randn(150, 6)]"), "tiny", *names)
    assert found.shapes("tiny") == [[5, 5]]
    for name in names:
        assert found.messages[name]["applicable"], (name, found.messages[name])
        (rows, columns), = found.shapes(name)
        assert rows != columns and list(found.expected(name).view("native.0").shape) == [columns, rows]


@pytest.mark.parametrize("expression", ["torch.prod(x, 1)", "torch.cumprod(x, 1)"])
def test_of_products_of_many_numbers_something_is_left(reference, expression):
    """Of a thousand normal values the product is zero, whatever a kernel leaves out."""
    found = prepared(reference, task(expression, "[torch.randn(20, 70)]"), "tiny", "axis_0", "axis_0_again")
    given = max((name for name in ("axis_0", "axis_0_again") if found.messages[name]["applicable"]), key=lambda name: max(found.shapes(name)[0]))
    values = found.given(given).view("input.0")
    assert max(values.shape) > 140
    answer = found.expected(given).view("native.0").abs()
    assert bool((answer.isfinite() & (answer > 1e-30)).double().mean() > 0.5), (given, answer)
