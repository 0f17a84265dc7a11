# SPDX-License-Identifier: GPL-3.0-or-later
"""What a task in half precision loses where operands of its products are rounded to that precision."""

import driving
from tasks import task

INPUTS = "[torch.randn(40, 64, dtype=torch.{0}), torch.randn(40, 64, dtype=torch.{0})]"


def attention(dtype="float16", upcast=".float()"):
    """Of 40 queries and as many keys."""
    return task(f"(torch.softmax(x{upcast} @ y{upcast}.mT, -1) @ y{upcast}).to(torch.{dtype})", INPUTS.format(dtype), arguments="x, y")


def errors(role, source, name="original"):
    """(PyTorch's own, those of the trials), of the answer's norm; None where there are none."""
    expected = driving.prepare(role, source, [name]).expected(name)
    exact = expected.view("expected.0")
    own = float((expected.view("native.0").double() - exact).norm() / exact.norm())
    if "rounded.0" not in expected.names():
        return own, None
    trials = expected.view("rounded.0")
    assert trials.dtype == expected.view("native.0").dtype and trials.shape[1:] == exact.shape
    return own, [float((trial.double() - exact).norm() / exact.norm()) for trial in trials]


def test_probabilities_of_an_upcast_attention_are_rounded_as_kernels_do(reference):
    for dtype, unit in (("float16", 2 ** -11), ("bfloat16", 2 ** -8)):
        own, trials = errors(reference, attention(dtype))
        assert own < unit / 1.6  # rounded once
        assert all(unit < trial < 4 * unit for trial in trials), (unit, trials)
        assert trials[0] != trials[1]


def test_products_in_the_tasks_own_dtype_lose_as_much_themselves(reference):
    assert errors(reference, attention(upcast=""))[1] is None
    assert errors(reference, attention("float32", upcast=""))[1] is None


def test_a_product_of_the_inputs_alone_has_operands_of_that_precision(reference):
    own, trials = errors(reference, task("(x.float() @ y.float().mT).half()", INPUTS.format("float16"), arguments="x, y"))
    assert trials is None and own < 2 ** -11


def test_whole_numbers_that_are_multiplied_are_others_where_rounding_decides_of_them(reference):
    """The largest of a row is cut off to 127 or to 126."""
    source = task("(torch.trunc(x.float() / (x.float().abs().amax(1, keepdim=True) / 127)) @ y.float()).half()",
                  "[torch.randn(40, 64, dtype=torch.float16), torch.randn(64, 30, dtype=torch.float16)]", arguments="x, y")
    expected = driving.prepare(reference, source, ["original"]).expected("original")
    exact, trials = expected.view("expected.0"), expected.view("rounded.0").double()
    off = (trials - exact).abs().amax(2)
    assert (off.amax(0) > 0.5).double().mean() > 0.9 and off.max() < 8


def test_an_answer_of_float32_is_asked_for_in_float32(reference):
    wide = task("torch.softmax(x.float() @ y.float().mT, -1) @ y.float()", INPUTS.format("float16"), arguments="x, y")
    assert errors(reference, wide)[1] is None


def test_operands_beyond_the_dtype_stay_what_they_are(reference):
    """In PyTorch's own float32 they are finite."""
    source = task("((x.float() * 1e5) @ y.float().mT * 1e-5).half()", INPUTS.format("float16"), arguments="x, y")
    assert all(0 < trial < 2 ** -11 for trial in errors(reference, source)[1])


def in_tf32(role, source, name="original", own_sizes=True):
    return driving.prepare(role, source, [name], own_sizes=own_sizes).expected(name)


def test_what_tensor_cores_cut_off_of_float32_is_told_where_a_gpu_judges(reference):
    source = attention("float32", upcast="")
    expected = in_tf32(reference, source)
    exact, trials = expected.view("expected.0"), expected.view("tf32.0")
    assert trials.dtype == expected.view("native.0").dtype and trials.shape[1:] == exact.shape
    errors_of = [float((trial.double() - exact).norm() / exact.norm()) for trial in trials]
    assert all(1e-3 < error < 3e-2 for error in errors_of), errors_of  # more than the two thousandths of a single product
    assert "tf32.0" not in in_tf32(reference, source, own_sizes=False).names()
    assert "tf32.0" not in in_tf32(reference, attention()).names()  # of half precision
    assert "tf32.0" not in in_tf32(reference, task("x + y", INPUTS.format("float32"), arguments="x, y")).names()


def test_a_single_product_is_cut_off_behind_ten_bits(reference):
    """1 + 3 * 2^-12 comes out as 1, whatever its sign, and what fits stays."""
    source = task("torch.outer(x, y).unsqueeze(0) @ torch.ones(4, 1)", "[torch.tensor([1 + 3 * 2 ** -12, -1 - 3 * 2 ** -12, 1 + 2 ** -10]),"
                  " torch.ones(4)]", arguments="x, y")
    assert in_tf32(reference, source).view("tf32.0")[0].reshape(-1).tolist() == [4, -4, 4 + 2 ** -8]


def test_edges_that_tf32_decides_of_are_told_beside_those_of_float32(reference):
    source = task("torch.round((x @ y.mT) * 3)", INPUTS.format("float32"), arguments="x, y")
    expected = in_tf32(reference, source)
    exact, places, choices = (expected.view(f"{name}.0") for name in ("expected", "tf32_undecided", "tf32_choices"))
    assert 5 < len(places) < 0.2 * exact.numel() and list(places) == sorted(set(places.tolist()))
    trials = expected.view("tf32.0")
    jumped = (trials.double() != exact).any(0).reshape(-1).nonzero().view(-1)
    assert set(jumped.tolist()) <= set(places.tolist())
    for place, right in zip(places.tolist(), choices.tolist()):
        assert float(exact.reshape(-1)[place]) in right and max(right) - min(right) >= 1
        assert all(float(trial.reshape(-1)[place]) in right for trial in trials)
    at = expected.view("undecided.0") if "undecided.0" in expected.names() else places[:0]
    assert set(at.tolist()) <= set(places.tolist())
