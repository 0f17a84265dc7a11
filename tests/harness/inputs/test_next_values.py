# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs that come once more with other values, and the pairs of what may be another one."""

import json

import pytest
from tasks import BATCH_NORM, task
from test_variants import extra

@pytest.mark.parametrize("source, name", [
    (BATCH_NORM, "eval_mode"), (task("x * 2", "[torch.randn(20, 30)]"), "third_dtype"), (task("x * 2", "[torch.randn(20, 30)]"), "axis_0_again"),
    (task("x.sum(-1)", "[torch.randint(0, 90, (20, 30))]"), "axis_0_again")])
def test_other_values_of_the_same_shapes(reference, source, name):
    found = extra(reference, source, name, f"{name}_next")
    first, second = found.given(name), found.given(f"{name}_next")
    one, other = (given.view("input.0") for given in (first, second))
    assert one.shape == other.shape and one.dtype == other.dtype and not one.equal(other)
    for setting in ("dtype", "cast", "train_mode", "init_seed", "gradients", "layouts"):
        assert first.metadata.get(setting) == second.metadata.get(setting), setting


def test_what_follows_nothing_is_none(reference):
    message = extra(reference, task("x * 2", "[torch.randn(20, 30)]"), "eval_mode_next").messages["eval_mode_next"]
    assert not message["applicable"] and message["detail"] == "the input that it follows is none"


SETTINGS = task("torch.logsumexp(x, -1) if self.log else x.exp().sum(-1) * self.n", "[torch.randn(20, 256)]", parameters=", log, n",
                body="        self.log, self.n = log, n\n", init="[False, 4]")


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_settings_meet_other_sizes_and_values(reference, seed):
    names = ["other_settings", "other_settings_2", "far_settings", "composed_settings_0", "composed_settings_1", "composed_settings_2", "settings_together"]
    found = extra(reference, SETTINGS, *names, seed=seed)
    composed = [name for name in names[3:6] if found.messages[name]["applicable"]]
    assert composed and all("the constructor is given" in found.messages[name]["detail"] for name in composed)
    assert any(found.shapes(name)[0] != [20, 256] for name in composed)
    assert found.messages["settings_together"]["applicable"]
    arguments = json.loads(found.given("settings_together").metadata["init"])["args"]
    assert str(arguments) != str(json.loads(found.given("tiny").metadata["init"])["args"])


def test_settings_that_nothing_changed_are_not_composed(reference):
    message = extra(reference, SETTINGS, "composed_settings_0").messages["composed_settings_0"]
    assert not message["applicable"]
