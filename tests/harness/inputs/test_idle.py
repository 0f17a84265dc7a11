# SPDX-License-Identifier: GPL-3.0-or-later
"""Arguments of which nothing comes alone, those that make other weights, each text of a choice, and sizes beyond several blocks."""

import json

import pytest
from tasks import task
from test_variants import extra

STEP = task("p - lr * (g + m * (1 - d) * g if m else g)", "[torch.randn(40), torch.randn(40), 0.1, 0.0, 0.0]", arguments="p, g, lr, m, d")
POOL = task("torch.nn.functional.avg_pool1d(x, 3, 3, self.p, count_include_pad=self.c)", "[torch.randn(2, 3, 30)]", parameters=", p=0, c=True",
            body="        self.p, self.c = p, c\n")
ROUNDED = task("((x / self.s).round() + self.z * (not self.y)).clamp(-128, 127) - self.z * (not self.y)", "[torch.randn(20, 30)]",
               parameters=", s=0.05, y=True, z=0", body="        self.s, self.y, self.z = s, y, z\n")
MODES = task("x.sum(-1) if self.mode == 'sum' else x.mean(-1) if self.mode == 'mean' else x.amax(-1)", "[torch.randn(20, 30)]", parameters=", mode",
             body="        self.mode = mode\n", init="['sum']")
LINEAR = task("self.fc(x)", "[torch.randn(20, 30)]", parameters=", bias=True", body="        self.fc = nn.Linear(30, 8, bias=bias)\n")
GROUPS = task("self.conv(x)", "[torch.randn(2, 12, 20)]", parameters=", groups", body="        self.conv = nn.Conv1d(12, 8, 3, groups=groups)\n", init="[1]")


def test_an_idle_argument_comes_with_one_that_gives_it_a_say(reference):
    found = extra(reference, STEP, "idle_arguments")
    inputs = json.loads(found.given("idle_arguments").metadata["inputs"])
    assert inputs[3] != 0.0 and inputs[4] != 0.0


@pytest.mark.parametrize("source, idle", [(POOL, {"c": False}), (ROUNDED, {"y": False})])
def test_an_idle_setting_comes_with_one_that_gives_it_a_say(reference, source, idle):
    names = ["idle_settings", "idle_settings_2", "idle_settings_3"]
    found = extra(reference, source, *names)
    given = [json.loads(found.given(name).metadata["init"])["kwargs"] for name in names if found.messages[name]["applicable"]]
    assert given and all(len(one) == 2 for one in given)
    assert any(one[name] == value for one in given for name, value in idle.items() if name in one), given


def test_without_one_there_is_none(reference):
    message = extra(reference, MODES, "idle_settings").messages["idle_settings"]
    assert not message["applicable"] and "has a say beside another" in message["detail"]


def test_each_text_is_a_way_of_its_own(reference):
    names = ["other_settings", "other_settings_2"]
    found = extra(reference, MODES, *names)
    texts = {json.loads(found.given(name).metadata["init"])["args"][0] for name in names}
    assert "mean" in texts and len(texts) == 2 and "sum" not in texts


@pytest.mark.parametrize("source, weights", [(LINEAR, {"state.fc.weight"}), (GROUPS, {"state.conv.weight", "state.conv.bias"})])
def test_an_argument_that_makes_other_weights(reference, source, weights):
    found = extra(reference, source, "tiny", "other_forms")
    given, before = found.given("other_forms"), found.given("tiny")
    state = {name: tuple(given.view(name).shape) for name in given.names() if name.startswith("state.")}
    assert set(state) == weights and state != {name: tuple(before.view(name).shape) for name in before.names() if name.startswith("state.")}


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_sizes_beyond_several_blocks(reference, seed):
    source = task("x.cumsum(-1)", "[torch.randn(20, 300)]")
    names = ["past_512", "past_2048", "past_4096", "beside_1024", "behind_1024"]
    found = extra(reference, source, *names, seed=seed)
    (many, long), = found.shapes("past_512")
    assert many > 132 and 512 < long
    (some, longer), = found.shapes("past_4096")
    assert some == 37 and longer > 2 * 4096 or some > 132 and longer > 4096
    (rows, _), = found.shapes("beside_1024")
    assert rows > 2048 and not found.messages["behind_1024"]["applicable"]


def test_the_tasks_own_sizes_in_another_layout(reference):
    source = task("a @ b", "[torch.randn(24, 40), torch.randn(40, 56)]", arguments="a, b")
    found = extra(reference, source, "strided_own")
    assert found.shapes("strided_own") == [[24, 40], [40, 56]]
    assert json.loads(found.given("strided_own").metadata["layouts"])


POWER = task("x.clamp(min=0.1).log() if self.p == 0 else x.clamp(min=0.1) ** self.p", "[torch.rand(20, 30)]", parameters=", p", body="        self.p = p\n", init="[0.5]")
KEPT = task("x.sum(-1, keepdim=self.k)", "[torch.randn(20, 30)]", parameters=", k=True", body="        self.k = k\n")
NAMED = task("torch.relu(x) if self.a == 'relu' else x", "[torch.randn(20, 30)]", parameters=", a=None", body="        self.a = a\n")


def test_numbers_that_the_reference_compares_with(reference):
    names = ["end_settings", "end_settings_2", "end_settings_3", "end_settings_4"]
    found = extra(reference, POWER, *names)
    assert 0.0 in [json.loads(found.given(name).metadata["init"])["args"][0] for name in names if found.messages[name]["applicable"]]


def test_an_answer_of_another_rank_and_a_text_for_nothing(reference):
    found = extra(reference, KEPT, "tiny", "other_settings")
    assert found.expected("other_settings").view("expected.0").dim() == 1
    named = extra(reference, NAMED, "other_settings")
    assert json.loads(named.given("other_settings").metadata["init"])["kwargs"]["a"] == "relu"


def test_whole_blocks_beside_uneven_sizes(reference):
    found = extra(reference, task("x.cumsum(-1)", "[torch.randn(20, 300)]"), "whole_axis_0", "whole_axis_1")
    (rows, columns), (more, fewer) = found.shapes("whole_axis_0")[0], found.shapes("whole_axis_1")[0]
    assert rows % 2 and columns % 128 == 0 and more % 128 == 0 and fewer % 2


def test_a_long_axis_in_half_precision(reference):
    found = extra(reference, task("x.cumsum(-1)", "[torch.randn(20, 300)]"), "long_half")
    value = found.given("long_half").view("input.0")
    assert value.shape[-1] > 20000 and value.element_size() == 2 and bool((value >= 0).all())
