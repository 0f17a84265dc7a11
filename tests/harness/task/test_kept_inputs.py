# SPDX-License-Identifier: GPL-3.0-or-later
"""Which answers are an input and a little more, whatever the size of its values."""

import driving
import pytest
from tasks import task

PAIR = "[torch.randn(20, 30), torch.randn(20, 30)]"


def near(role, answer, inputs=PAIR, arguments="x, y"):
    """Names of what the judge is told of the original inputs."""
    expected = driving.prepare(role, task(answer, inputs, arguments=arguments), ["original"]).expected("original")
    return {name: expected.view(name) for name in expected.names() if "near." in name}


@pytest.mark.parametrize("answer", ["x - 1e-6 * y", "x + 1e-3 * torch.tanh(y)", "0.999 * x + 0.001 * y", "torch.lerp(x, y, 1e-5)", "y + 1e-4 * torch.relu(x)"])
def test_an_input_and_a_little_is_told(reference, answer):
    assert set(near(reference, answer)) == {"near.0"}


def test_in_place_what_there_was_before_is_told(reference):
    told = near(reference, "(x.add_(y, alpha=-1e-5), y * 2)[1]")
    assert set(told) == {"effect_near.input.0"}
    again = near(reference, "x.add_(y, alpha=-1e-5)")
    assert again["near.0"].equal(again["effect_near.input.0"])


@pytest.mark.parametrize("answer", ["torch.tanh(x)", "torch.sin(x)", "x / x.square().mean(-1, keepdim=True).sqrt()", "x + x ** 2", "x * torch.sigmoid(x)", "x * 3"])
def test_what_is_near_an_input_for_little_values_alone_is_not(reference, answer):
    assert not near(reference, answer, "[1e-3 * torch.randn(20, 30)]", "x")
    assert not near(reference, answer, "[torch.randn(20, 3000)]", "x")
