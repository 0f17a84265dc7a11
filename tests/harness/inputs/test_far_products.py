# SPDX-License-Identifier: GPL-3.0-or-later
"""Products that all lie far below zero, where a reference looks for the largest of them, or takes exponentials."""

import driving
import torch
from tasks import task

SCORES = "(x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * q).sum(-1)"


def prepared(role, source):
    found = driving.prepare(role, source, ["far_below"])
    message = found.messages["far_below"]
    assert message["applicable"] and "products" in message["detail"], message
    return found


def test_products_that_are_written_out_count(reference):
    given = prepared(reference, task("torch.softmax((x * y).sum(-1), 0)", "[torch.randn(6, 20, 32), torch.randn(20, 32)]", arguments="x, y")).given("far_below")
    assert (given.view("input.0") * given.view("input.1")).sum(-1).max() < -1e4


def test_the_factor_whose_size_matters_is_made_larger(reference):
    given = prepared(reference, task(f"torch.softmax({SCORES}, 0)", "[torch.randn(6, 20, 32), torch.randn(32)]", arguments="x, q")).given("far_below")
    x, q = given.view("input.0"), given.view("input.1")
    assert (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * q).sum(-1).max() < -1e4 and x.abs().max() < 100
