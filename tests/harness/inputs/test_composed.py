# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs on which sizes and other things are not the task's at once, as the seed says."""

import json

import driving
import torch
from tasks import task

NAMES = ("composed_0", "composed_1")
ROWS = task("(x * scale).softmax(-1) if causal else (x * scale).exp()", "[torch.rand(48, 384), 0.5, True]", arguments="x, scale, causal")


def composed(role, source, seeds=6):
    """Of all seeds: (name, message, prepared)."""
    for seed in range(seeds):
        prepared = driving.prepare(role, source, list(NAMES), seed=seed)
        assert prepared.end["op"] == "done", prepared.end
        yield from ((name, prepared.messages[name], prepared) for name in NAMES)


def test_several_things_are_other_ones_at_once(reference):
    together = set()
    for name, message, prepared in composed(reference, ROWS):
        assert message["applicable"], message
        value = prepared.given(name).view("input.0")
        _, scale, causal = json.loads(prepared.given(name).metadata["inputs"])
        assert value.shape != (48, 384) and value.numel() <= 1 << 14
        together.add((value.dtype != torch.float32, scale != {"value": 0.5}, causal != {"value": True}, bool((value.float() < 0).any())))
    assert len(together) > 4 and max(map(sum, together)) >= 3 and all(map(any, together))


def test_other_ways_are_asked_for(reference):
    source = task("x.exp() * how['scale'] if how['way'] == 'exp' else (x - how['scale']).tanh() if less else x.tanh()",
                  "[torch.rand(48, 384), {'scale': 0.5, 'way': 'exp'}]", arguments="x, how, less=False")
    given = {prepared.given(name).metadata["inputs"] for name, _, prepared in composed(reference, source)}
    assert len(given) > 2


def test_a_model_is_in_eval_mode_with_other_values(reference):
    source = task("torch.nn.functional.dropout(x, 0.5, self.training) + 1", "[torch.rand(48, 384)]")
    modes = [prepared.given(name).metadata["train_mode"] for name, message, prepared in composed(reference, source) if message["applicable"]]
    assert modes and set(modes) == {"0"}  # dropout is random otherwise


def test_what_the_reference_does_not_take_stays(reference):
    source = task("x.exp() if x.dtype == torch.float32 and (x >= 0).all() else self.refuse()", "[torch.rand(48, 384)]")
    found = [(prepared.given(name).view("input.0"), message) for name, message, prepared in composed(reference, source) if message["applicable"]]
    assert found and all(value.dtype == torch.float32 and (value >= 0).all() for value, _ in found)


def test_what_is_rounded_keeps_its_dtype(reference):
    source = task("(x / x.amax(-1, keepdim=True) * 127).to(torch.int8)", "[torch.rand(48, 384)]")
    found = [prepared.given(name).view("input.0").dtype for name, message, prepared in composed(reference, source) if message["applicable"]]
    assert found and set(found) == {torch.float32}


def test_sizes_may_be_all_that_stays(reference):
    for name, message, prepared in composed(reference, task("x.view(48, 384).exp()", "[torch.rand(48, 384)]"), seeds=2):
        assert message["applicable"] and prepared.given(name).view("input.0").shape == (48, 384)


def test_other_sizes_alone_are_not_enough(reference):
    source = task("torch.arange(9)[x]", "[torch.randint(0, 9, (48, 384))]")
    assert all("nothing but sizes" in message["detail"] for _, message, _ in composed(reference, source, seeds=2))
