# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs that belong together as published kernels take them: other sizes and values of a task keep that."""

import json

import driving
from tasks import task

PARTS = "torch.cat([x[i:j].softmax(0) for i, j in zip(cu.tolist()[:-1], cu.tolist()[1:])])"
DRAWN = "lens = torch.randint(20, 60, ({},))\n    cu = torch.nn.functional.pad(lens.cumsum(0), (1, 0)).int()\n    "


def prepared(role, source, *names):
    answer = driving.prepare(role, source, list(names))
    assert answer.end["op"] == "done", answer.end
    return answer


def with_drawn(source, count):
    """With lengths and posts drawn ahead of what get_inputs returns."""
    at = source.index("return", source.index("def get_inputs"))
    return source[:at] + DRAWN.format(count) + source[at:]


def test_two_sequences_end_with_their_rows(reference):
    source = with_drawn(task(PARTS, "[torch.randn(int(cu[-1]), 12), cu]", arguments="x, cu"), 2)
    found = prepared(reference, source, "original", "larger_dims", "odd_dims")
    for name in ("larger_dims", "odd_dims"):
        if found.messages[name]["applicable"]:
            assert int(found.given(name).view("input.1")[-1]) == found.shapes(name)[0][0], name
    assert found.messages["larger_dims"]["applicable"]


def test_lengths_stay_what_lies_between_posts(reference):
    source = with_drawn(task("torch.cat([t[b, :int(n[b])] + int(cu[b]) for b in range(len(n))])", "[torch.randint(0, 999, (4, 120)), lens.int(), cu]",
                             arguments="t, n, cu"), 4)
    found = prepared(reference, source, "original", "larger_dims", "peaks", "other_integers")
    for name in ("larger_dims", "peaks", "other_integers"):
        if found.messages[name]["applicable"]:
            given = found.given(name)
            assert given.view("input.2").long().diff().tolist() == given.view("input.1").tolist(), name
    assert found.messages["larger_dims"]["applicable"]


def test_a_window_grows_with_what_came_before(reference):
    source = task("F.conv1d(torch.cat([s, x], -1), w[:, None], groups=w.shape[0])",
                  "[torch.randn(2, 20, 40), torch.randn(20, 4), torch.randn(2, 20, 3)]", arguments="x, w, s")
    found = prepared(reference, source, "tiny", "larger_dims", "odd_dims")
    shapes = [found.shapes(name) for name in ("tiny", "larger_dims", "odd_dims")]
    assert all(w[1] == s[2] + 1 for _, w, s in filter(None, shapes)) and shapes[1], shapes


def test_sizes_stay_where_the_reference_makes_no_use_of_whole_numbers(reference):
    source = task("torch.stack([x[i:j].sum(0) for i, j in zip(cu.tolist()[:-1], cu.tolist()[1:])])",
                  "[torch.randn(90, 12), torch.tensor([0, 30, 50, 90]), torch.tensor([0, 4, 7, 12])]", arguments="x, cu, out")
    found = prepared(reference, source, "original", "larger_dims", "large", "mixed", "peaks")
    assert not found.messages["larger_dims"]["applicable"] and found.messages["large"]["applicable"]
    for name in ("large", "mixed", "peaks"):
        if found.messages[name]["applicable"]:
            assert found.given(name).view("input.1").tolist() == [0, 30, 50, 90], name


def test_a_size_that_the_constructor_is_given_for_nothing_stays(reference):
    source = task("x * t.repeat(x.shape[0] // t.shape[0], 1)", "[torch.randn(30, 40), torch.randn(6, 40)]", arguments="x, t", parameters=", batch", init="[6]")
    found = prepared(reference, source, "original", "larger_dims", "halved", "doubled")
    assert all(found.shapes(name)[1][0] == 6 for name in ("larger_dims", "halved", "doubled") if found.messages[name]["applicable"])


def test_no_whole_number_is_asked_for_that_comes_of_nan(reference):
    codes = "((x / x.abs().amax(1, keepdim=True))[..., None] - c).abs().argmin(-1).to(torch.uint8)"
    source = task(codes, "[torch.randn(40, 32), torch.linspace(-1, 1, 16)]", arguments="x, c")
    found = prepared(reference, source, "original", "mixed", "zeros")
    assert not found.messages["zeros"]["applicable"]
    assert not any((row == 0).all() for row in found.given("mixed").view("input.0"))


def test_a_variance_in_one_pass_keeps_its_digits(reference):
    source = task("F.group_norm(x, 4)", "[torch.randn(3, 12, 50)]")
    found = prepared(reference, source, "original", "mixed")
    rows = found.given("mixed").view("input.0").double().reshape(3, 4, -1)
    assert "far positive" in found.messages["mixed"]["detail"] and float((rows.mean(-1).abs() / rows.std(-1)).max()) < 60


def test_which_of_equal_numbers_is_first_is_asked_for_however_the_reference_looks(reference):
    source = task("torch.where(x == x.amax(1, keepdim=True), torch.arange(x.shape[1]), x.shape[1]).amin(1)", "[torch.randn(12, 100)]")
    assert prepared(reference, source, "original", "ties").messages["ties"]["applicable"]


def test_whole_numbers_of_a_buffer_are_moved(reference):
    source = task("(q.float() - self.zero[:, None]) * x", "[torch.randn(20, 30), torch.randint(0, 16, (20, 30), dtype=torch.uint8)]", arguments="x, q",
                  body="        self.register_buffer('zero', torch.full((20,), 8, dtype=torch.int8))\n")
    assert set(prepared(reference, source, "original").given("original").view("state.zero").tolist()) == {8, 9, 10, 11}


def test_what_takes_no_notice_of_a_setting_answers_as_with_the_tasks(reference):
    source = task("x * self.scale", "[torch.randn(20, 30)]", parameters=", scale", body="        self.scale = scale\n", init="[0.5]")
    found = prepared(reference, source, "original", "other_settings")
    expected, given = found.expected("other_settings"), found.given("other_settings")
    scale = json.loads(given.metadata["init"])["args"][0]
    assert scale != 0.5 and expected.view("fixed.0").equal(given.view("input.0") * 0.5)
