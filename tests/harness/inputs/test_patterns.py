# SPDX-License-Identifier: GPL-3.0-or-later
"""Orders and patterns that other values and other sizes keep."""

import driving
import pytest
import torch
from tasks import task
from test_variants import extra, inputs

from harness.inputs import patterns

GENERATOR = torch.Generator().manual_seed(3)
ROWS = torch.rand(6, 9, generator=GENERATOR)


def lower(value):
    return torch.equal(value, value.tril()) and bool((value.tril() != 0).any())


def symmetric(value):
    return torch.equal(value, value.mT)


def rounded_otherwise():
    """A product of a matrix with its transpose, one of whose halves has other last bits."""
    value = ROWS @ ROWS.T
    upper = torch.triu(value, 1)
    return torch.tril(value) + torch.nextafter(upper, upper + (upper != 0))


def strictly_upper_infinite(value):
    return bool((value.triu(1) == value)[value.isfinite()].all()) \
        and bool((value == float("-inf")).sum() == len(value) * (len(value) - 1) // 2)


def permutation(value):
    return bool((value.sort(dim=-1).values == torch.arange(value.shape[-1])).all())


def rising(value):
    return bool((value.diff(dim=-1) > 0).all()) and int(value[0]) == 0


def one_hot(value):
    return bool(((value == 1).sum(-1) == 1).all()) and bool(((value == 0) | (value == 1)).all())


def sums_to_one(value):
    return bool((value.sum(-1) - 1).abs().max() < 1e-5) and bool((value >= 0).all())


def of_length_one(value):
    return bool((value.norm(dim=-1) - 1).abs().max() < 1e-5)


def halves_alike(value):
    first, second = value.chunk(2, dim=-1)
    return torch.equal(first, second) and first.unique().numel() > 1


def pairs_alike(value):
    return torch.equal(value[..., 0::2], value[..., 1::2]) and value.unique().numel() > 1


@pytest.mark.parametrize("original, shape, holds", [
    (torch.rand(12, 12).tril(), [7, 7], lower),
    (torch.ones(3, 8, 8).tril().bool(), [2, 13, 13], lower),
    (torch.full((8, 8), float("-inf")).triu(1), [11, 11], strictly_upper_infinite),
    (ROWS @ ROWS.T, [9, 9], symmetric), (rounded_otherwise(), [4, 4], symmetric),
    (torch.randperm(40, generator=GENERATOR), [53], permutation),
    (torch.stack([torch.randperm(9, generator=GENERATOR) for _ in range(4)]), [5, 7], permutation),
    (torch.arange(0, 100, 7), [9], rising), (torch.tensor([0, 3, 4, 9, 20, 21, 40]), [5], rising),
    (torch.nn.functional.one_hot(torch.arange(12) % 5), [7, 6], one_hot),
    (torch.nn.functional.one_hot(torch.arange(12) % 5).float(), [20, 3], one_hot),
    (ROWS.softmax(-1), [4, 13], sums_to_one), (ROWS / ROWS.norm(dim=-1, keepdim=True), [4, 5],
                                              of_length_one),
    (torch.randn(9, 9) + 2 * torch.eye(9), [4, 5], lambda value: value.shape == (4, 5)),
    (ROWS.repeat(1, 2).cos(), [3, 8], halves_alike), (ROWS.repeat_interleave(2, -1), [2, 4, 6], pairs_alike),
])
def test_other_sizes_keep_the_pattern(original, shape, holds):
    pattern = patterns.pattern_of(original)
    draw = pattern.draw if pattern else patterns.plain
    for _ in range(3):
        drawn = draw(original, shape, GENERATOR)
        assert list(drawn.shape) == shape and drawn.dtype == original.dtype
        assert holds(drawn), drawn


@pytest.mark.parametrize("original, holds", [
    (torch.randn(40, 40, generator=GENERATOR) + 40 * torch.eye(40), lambda value: True),
    (-torch.rand(2, 12, 12, generator=GENERATOR) - 9 * torch.eye(12), lambda value: (value < 0).all()),
    (torch.cov(torch.randn(12, 900, generator=GENERATOR)), symmetric),
    (torch.rand(12, 12, generator=GENERATOR).tril() + 2 * torch.eye(12), lower)])
def test_a_heavy_diagonal_stays_heavy(original, holds):
    """A matrix that can be solved can be at other sizes; what lies beside the diagonal adds up to no more."""
    pattern, size = patterns.pattern_of(original), original.shape[-1]
    for other in (size // 2, 3 * size):
        drawn = pattern.draw(original, [*original.shape[:-2], other, other], GENERATOR)
        on = drawn.diagonal(dim1=-2, dim2=-1).abs()
        beside = drawn.abs().sum(-1) - on
        assert on.min() > (original - original * torch.eye(size)).abs().max() and holds(drawn), drawn
        assert beside.max() < 1.5 * (original.abs().sum(-1) - original.diagonal(dim1=-2, dim2=-1).abs()).max()


def test_distinct_integers_stay_distinct_within_their_range():
    original = torch.randperm(60, generator=GENERATOR)[:40]
    pattern = patterns.pattern_of(original)
    drawn = pattern.draw(original, [45], GENERATOR)
    assert drawn.unique().numel() == 45 and drawn.max() < 60 and not pattern.by_chance
    assert pattern.draw(original, [61], GENERATOR) is None
    wide = torch.randint(0, 1 << 40, (50,), generator=GENERATOR)
    assert patterns.pattern_of(wide).by_chance
    assert patterns.pattern_of(wide).draw(wide, [500], GENERATOR).unique().numel() == 500


def test_distinct_integers_have_both_ends_of_their_range():
    """Of 30 out of 3000 hardly one draw in a hundred has an end."""
    original = torch.arange(100, 3000, 100)[torch.randperm(29, generator=GENERATOR)]
    pattern = patterns.pattern_of(original)
    pattern.widen(torch.tensor([0, 2999]))
    for count in (2, 20, 400):
        drawn = pattern.draw(original, [count], GENERATOR)
        assert drawn.unique().numel() == count and (drawn.min(), drawn.max()) == (0, 2999)


@pytest.mark.parametrize("inputs, ends", [("[torch.randperm(3000)[:40]]", None), ("[torch.randint(5000, (40,))]", (0, 4999)),
                                          ("[torch.randint(3, 5000, (40,)).int()]", (3, 4999))])
def test_whole_numbers_reach_the_ends_that_the_constructor_knows_of(reference, inputs, ends):
    """Cells of a table that the inputs do not have: no other size makes them fewer."""
    source = task("torch.zeros(5000).index_add(0, x, torch.ones(x.shape[0]))", inputs)
    given = driving.prepare(reference, source, ["original", "zero_mean"])
    values = given.given("zero_mean").view("input.0")
    assert values.min() < 30 and values.max() > 2970
    assert ends is None or (values.min(), values.max()) == ends


@pytest.mark.parametrize("parts, shape", [(1 << 30, [9]), (1 << 30, [300]), (4, [300])])
def test_numbers_in_order_that_are_made_of_parts_keep_those(parts, shape):
    """Keys of a sort: a tile of 13 in their upper half, what is sorted within it in the lower one."""
    tile, rest = torch.randint(0, 13, (200,), generator=GENERATOR), torch.randint(0, parts, (200,), generator=GENERATOR)
    original = (tile << 32 | rest).sort().values
    drawn = patterns.pattern_of(original).draw(original, shape, GENERATOR)
    assert (drawn.diff() >= (original.diff() > 0).all().long()).all()
    assert ((drawn & 0xFFFFFFFF) < parts + 300).all() and set((drawn >> 32).tolist()) <= set(tile.tolist())


@pytest.mark.parametrize("original, shape", [
    (torch.rand(12, 12).tril(), [7, 8]), (ROWS.repeat(1, 2), [4, 5]), (torch.cov(torch.rand(6, 9)), [4, 5]),
    (torch.tensor([0, 1, 2, 4, 5]), [9]),
])
def test_a_size_that_breaks_the_pattern_is_refused(original, shape):
    assert patterns.pattern_of(original).draw(original, shape, GENERATOR) is None


@pytest.mark.parametrize("original", [
    torch.randint(0, 9, (40,), generator=GENERATOR), ROWS, torch.ones(5, 5), torch.zeros(7),
    torch.rand(8, 8) < 0.5, torch.tensor([1, 0, 2]), torch.tensor(4.0), torch.randn(5, 5),
    torch.full((8,), 3),
])
def test_numbers_without_order_have_no_pattern(original):
    assert patterns.pattern_of(original) is None


def test_drawn_again_values_keep_sign_bound_and_zeros():
    original = torch.rand(20, generator=GENERATOR)
    original[::3] = 0
    drawn = patterns.plain(original, [400], GENERATOR)
    assert 0 <= drawn.min() and drawn.max() <= original.max() and (drawn == 0).any()
    assert drawn.unique().numel() > 100
    mask = (torch.rand(30, generator=GENERATOR) < 0.5).float()
    assert set(patterns.plain(mask, [90], GENERATOR).tolist()) == {0.0, 1.0}


def test_every_input_of_a_task_keeps_its_promise(reference):
    order = task("torch.empty_like(x).index_copy_(0, order, 2 * x)",
                 "[torch.randn(40, 64), torch.randperm(40)]", arguments="x, order")
    prepared = extra(reference, order, "zero_mean", "odd_dims", "axis_0")
    for name in ("tiny", "zero_mean", "odd_dims", "axis_0"):
        assert permutation(inputs(prepared, name, 1)), name
    product = task("a @ b", "[torch.rand(48, 48).tril(), torch.rand(48, 24)]", arguments="a, b")
    names = ["larger_dims", "zero_mean", "odd_dims", "large", "small", "constant", "few_changed"]
    prepared = extra(reference, product, *names)
    for name in ("tiny", *names):
        assert lower(inputs(prepared, name)), name
    edges = task("torch.bucketize(x, edges)", "[100 * torch.rand(40, 64), torch.arange(0, 100, 7)]",
                 arguments="x, edges")
    prepared = driving.prepare(reference, edges, ["larger_dims", "zero_mean"])
    for name in ("tiny", "larger_dims", "zero_mean"):
        assert rising(prepared.given(name).view("input.1")), name


ROTARY = task("x * c + torch.cat((-x[..., 8:], x[..., :8]), -1) * s",
              "[torch.randn(12, 16), torch.rand(12, 8).repeat(1, 2), torch.rand(12, 8).repeat(1, 2)]",
              arguments="x, c, s")


@pytest.mark.parametrize("name", ["tiny", "zero_mean", "few_changed", "large", "small", "constant", "mixed"])
def test_what_comes_twice_in_a_row_comes_twice_in_other_values(reference, name):
    prepared = extra(reference, ROTARY, "original", "new_seed", "mixed", "zero_mean", "few_changed", "large", "small",
                     "constant")
    assert prepared.messages[name]["applicable"]
    assert halves_alike(inputs(prepared, name, 1)) or name == "constant"
    assert torch.equal(*inputs(prepared, name, 2).chunk(2, dim=-1))


LENGTHS = task("torch.stack([r[:int(n)].sum() for r, n in zip(x, n)])",
               "[torch.randn(6, 40), torch.randint(30, 41, (6,))]", arguments="x, n")
SEGMENTS = task("torch.cat([x[a:a + n].softmax(0) for a, n in zip(start.tolist(), length.tolist())])",
                "[torch.randn(48, 5), torch.tensor([0, 12, 20, 40]), torch.tensor([12, 8, 20, 8])]",
                arguments="x, start, length")
ENDS = task("torch.stack([x[a:b].sum(0) for a, b in zip(ends[:-1].tolist(), ends[1:].tolist())])",
            "[torch.randn(48, 5), torch.tensor([0, 12, 20, 40, 48])]", arguments="x, ends")


def test_lengths_stay_within_what_they_measure(reference):
    prepared = extra(reference, LENGTHS, "larger_dims", "zero_mean", "odd_dims", "axis_0", "axis_1", "unit_dims", "large")
    for name, message in prepared.messages.items():
        if message["applicable"]:
            assert inputs(prepared, name, 1).max() <= inputs(prepared, name).shape[1], name
    assert inputs(prepared, "tiny").shape[1] < 30


@pytest.mark.parametrize("source, is_ends", [(SEGMENTS, False), (ENDS, True)], ids=["starts and lengths", "ends"])
def test_segments_make_up_the_whole_at_other_sizes_and_do_not_overlap(reference, source, is_ends):
    prepared = extra(reference, source, "larger_dims", "zero_mean", "odd_dims", "axis_0", "axis_1")
    sizes = set()
    for name, message in prepared.messages.items():
        if not message["applicable"]:
            continue
        rows, starts = inputs(prepared, name).shape[0], inputs(prepared, name, 1)
        ends = starts if is_ends else torch.cat([starts, starts[-1:] + inputs(prepared, name, 2)[-1:]])
        assert ends[0] == 0 and ends[-1] == rows and (ends.diff() >= (0 if is_ends else 1)).all(), (name, ends)
        if not is_ends:
            assert torch.equal(ends.diff(), inputs(prepared, name, 2)), name
        sizes.add(rows)
    assert len(sizes) > 2


def test_padded_places_stay_apart_and_end_where_they_did():
    places = torch.cat([torch.randperm(40, generator=GENERATOR), torch.full((24,), 40)])[torch.randperm(64, generator=GENERATOR)].to(torch.int32)
    pattern = patterns.pattern_of(places)
    assert type(pattern) is patterns.Padded
    drawn = pattern.draw(places, [96], GENERATOR)
    held = drawn[drawn < 40]
    assert drawn.dtype == torch.int32 and int(drawn.max()) == 40 and held.unique().numel() == held.numel() == 40
    drawn = torch.randint(0, 40, (64,), generator=GENERATOR)
    assert type(patterns.pattern_of(drawn)) is not patterns.Padded
