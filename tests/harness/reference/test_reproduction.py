# SPDX-License-Identifier: GPL-3.0-or-later
"""The input of a verdict as text, for a script that runs without Nereid."""

import base64
import contextlib
import hashlib
import json
import os
import zlib

import driving
import pytest
import torch

from harness.shared import bundle

SWISH = (driving.SHELF / "swish/reference.py").read_text()
LINEAR = (driving.SHELF / "linear_relu/reference.py").read_text()
LARGE = """
import torch

class Model(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def forward(self, x, y):
        return self.linear(x) + y

def get_inputs():
    return [torch.rand(1024, 512), torch.rand(1024, 512)]

def get_init_inputs():
    return [512]
"""


def reproduce(role, source, *variants, seed=11, **more):
    """(message, data or None)"""
    with contextlib.ExitStack() as stack:
        fd = driving.memfd(source)
        stack.callback(os.close, fd)
        job = role.start({"op": "reproduce", "entry_point": "Model", "seed": seed,
                          "variants": variants, **more}, source=fd)
        message, fds = job.receive()
        data = json.loads(driving.wire.read_text_fd(fds["data"])) if "data" in fds else None
        job.finish()
        return message, data


def tensor_of(entry):
    data = bytearray(zlib.decompress(base64.b64decode(entry["data"])))
    return torch.frombuffer(data, dtype=getattr(torch, entry["dtype"])).reshape(entry["shape"])


@pytest.mark.parametrize("variant", ["tiny", *driving.ALL_VARIANTS, "few_changed", "special",
                                     "strided", "eval_mode"])
def test_the_tensors_are_those_of_the_verdict(reference, variant):
    prepared = driving.prepare(reference, LINEAR, [variant], tiny=False)
    message, data = reproduce(reference, LINEAR, variant)
    if not prepared.messages[variant]["applicable"]:
        assert message["code"] == "not_applicable" and data is None
        return
    record, = data["variants"]
    given = prepared.given(variant)
    assert set(record["tensors"]) == set(given.names())
    for name, entry in record["tensors"].items():
        assert bytes(bundle.raw(tensor_of(entry)).numpy()) == \
            bytes(bundle.raw(given.view(name)).numpy()), name
    assert record["inputs"] == json.loads(given.metadata["inputs"])
    assert record["init"] == json.loads(given.metadata["init"])
    assert record["layouts"] == json.loads(given.metadata.get("layouts", "{}"))


def test_few_changed_is_the_same_alone_and_after_others(reference):
    names = ["original", "new_seed", "mixed", "few_changed"]
    prepared = driving.prepare(reference, SWISH, names)
    _, data = reproduce(reference, SWISH, "mixed", "few_changed")
    for record in data["variants"]:
        given = prepared.given(record["name"])
        for name, entry in record["tensors"].items():
            assert torch.equal(tensor_of(entry), given.view(name)), (record["name"], name)


@pytest.mark.parametrize("variant, times", [("original", 1), ("values_x2", 2), ("new_seed", 1)])
def test_large_tensors_are_told_by_their_seed(reference, variant, times):
    prepared = driving.prepare(reference, LARGE, [variant], tiny=False)
    _, data = reproduce(reference, LARGE, variant)
    tensors = data["variants"][0]["tensors"]
    assert [tensors[f"input.{i}"]["draw"]["index"] for i in (0, 1)] == [0, 1]
    assert {tensors[f"input.{i}"]["draw"]["times"] for i in (0, 1)} == {times}
    assert "build" in tensors["state.linear.weight"] and "data" in tensors["state.linear.bias"]
    given = prepared.given(variant)
    for name, entry in tensors.items():
        if "sha256" in entry:
            data = bytes(bundle.raw(given.view(name)).numpy())
            assert entry["sha256"] == hashlib.sha256(data).hexdigest()


def test_an_unknown_variant_is_refused(reference):
    message, data = reproduce(reference, SWISH, "no_such_variant")
    assert message["code"] == "bad_request" and data is None

