# SPDX-License-Identifier: GPL-3.0-or-later
"""Which outputs are made of elements of the inputs, so that every one of them counts as it is."""

import json

import driving
import pytest
from tasks import task


@pytest.mark.parametrize("formula, exact", [
    ("x.T.contiguous()", [0]), ("x.sort(-1).values", [0]), ("x.topk(3).values, x.topk(3).indices", [0]), ("torch.relu(x)", [0]), ("x[:, p]", [0]),
    ("x.amax(-1), x.mean(-1)", [0]), ("x.sum(-1)", []), ("torch.relu(x * 2)", []), ("torch.cat([x, x + 1])", []), ("-x.abs()", [0]),
    ("torch.where(x > 0, x, x.flip(-1))", [0]), ("x.half().float()", []), ("F.max_pool2d(x[None], 2)", [0]), ("x.sort(-1).values.cumsum(-1)", []),
    ("torch.zeros(5, 4).index_add(0, p % 5, x.T[p][:, :4])", []), ("p * 2", []), ("torch.tensor([float(v) + 1 for v in x[0]])", []), ("torch.tensor([float(v) for v in x[0]])", [0]),
    ("torch.view_as_real(torch.view_as_complex(x.view(20, 15, 2)) * 1j)", [])])
def test_outputs_of_elements(reference, formula, exact):
    source = task(formula, "[torch.randn(20, 30), torch.randperm(30)]", arguments="x, p")
    prepared = driving.prepare(reference, source, ["original", "larger_dims"])
    assert prepared.end["op"] == "done", prepared.end
    assert json.loads(prepared.expected("original").metadata["exact"]) == exact
