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


def test_an_answer_of_float32_is_asked_for_in_float32(reference):
    wide = task("torch.softmax(x.float() @ y.float().mT, -1) @ y.float()", INPUTS.format("float16"), arguments="x, y")
    assert errors(reference, wide)[1] is None


def test_operands_beyond_the_dtype_stay_what_they_are(reference):
    """In PyTorch's own float32 they are finite."""
    source = task("((x.float() * 1e5) @ y.float().mT * 1e-5).half()", INPUTS.format("float16"), arguments="x, y")
    assert all(0 < trial < 2 ** -11 for trial in errors(reference, source)[1])
