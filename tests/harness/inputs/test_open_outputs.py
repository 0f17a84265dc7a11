# SPDX-License-Identifier: GPL-3.0-or-later
"""Where one of several outputs overflows or hangs on a rounding the others are compared all the same."""

import json

import pytest
from tasks import task
from test_variants import extra


@pytest.mark.parametrize("formulas, name, left", [
    ("torch.softmax(x, -1), torch.exp(x)", "large", 1), ("torch.exp(x), torch.softmax(x, -1)", "large", 0),
    ("torch.softmax(x, -1), torch.sin(1e5 * x)", "large", 1)])
def test_who_is_left_out(reference, formulas, name, left):
    prepared = extra(reference, task(formulas, "[torch.randn(20, 70)]"), name, "open_outputs")
    message = prepared.messages["open_outputs"]
    assert message["applicable"], message
    assert json.loads(prepared.expected("open_outputs").metadata["open"]) == [left]
    assert f"output {left} is not compared" in message["detail"], message
    assert float(prepared.given("open_outputs").view("input.0").abs().max()) > 100
    assert json.loads(prepared.expected("tiny").metadata["open"]) == []


@pytest.mark.parametrize("formulas", ["torch.exp(x)", "torch.softmax(x, -1), x * 2"])
def test_nobody_is_left_out_where_there_is_no_need(reference, formulas):
    message = extra(reference, task(formulas, "[torch.randn(20, 70)]"), "large", "open_outputs").messages["open_outputs"]
    assert not message["applicable"] and "no output alone" in message["detail"], message
