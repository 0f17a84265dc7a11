# SPDX-License-Identifier: GPL-3.0-or-later
"""Harsh values, other sizes and dtypes with arguments, settings or a mode for which a candidate goes a way of its own."""

import json

import pytest
from tasks import BATCH_NORM, task
from test_variants import extra

LEFT_OUT = task("x * torch.sigmoid(x) if s is None else x * s", "[torch.randn(20, 30), torch.randn(30)]", arguments="x, s=None")
FLAGGED = task("torch.cumsum(x, -1) if flag else x * 2", "[torch.randn(20, 30), False]", arguments="x, flag")
SETTING = task("torch.logsumexp(x, -1) if self.log else x.exp().sum(-1)", "[torch.randn(20, 30)]", parameters=", log", body="        self.log = log\n", init="[False]")
OF_A_LIST = task("sum(xs)", "[[torch.randn(20, 30), torch.randn(20, 30)]]", arguments="xs")


def paired(role, source, base, *names, seed=11):
    return extra(role, source, base, *names, paired=[base], seed=seed)


@pytest.mark.parametrize("seed", [3, 4, 5])
@pytest.mark.parametrize("source, base", [(LEFT_OUT, "one_left_out"), (FLAGGED, "other_flags"), (SETTING, "other_settings"), (BATCH_NORM, "eval_mode")])
def test_what_is_other_stays_with_other_values_sizes_and_dtypes(reference, source, base, seed):
    names = ["paired_values", "paired_sizes", "paired_dtype"]
    found = paired(reference, source, base, *names, seed=seed)
    before = found.given(base)
    for name in names:
        assert found.messages[name]["applicable"], (name, found.messages[name]["detail"])
        given = found.given(name)
        assert given.metadata["init"] == before.metadata["init"] and given.metadata["train_mode"] == before.metadata["train_mode"], name
        for one, other in zip(json.loads(given.metadata["inputs"]), json.loads(before.metadata["inputs"])):
            assert "tensor" in one or one == other, name
    assert found.shapes("paired_values") == found.shapes(base)
    assert float(found.given("paired_values").view("input.0").abs().max()) > 30
    assert found.given("paired_dtype").view("input.0").dtype != before.view("input.0").dtype
    assert found.shapes("paired_sizes") != found.shapes(base)


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("source, base", [(LEFT_OUT, "one_left_out"), (FLAGGED, "other_flags"), (SETTING, "other_settings")])
def test_sizes_go_beyond_two_blocks_of_the_candidate(reference, source, base, seed):
    found = extra(reference, source, base, "paired_long", "paired_wide", paired=[base], tile=512, seed=seed)
    (rows, columns), (more_rows, few) = found.shapes("paired_long")[0], found.shapes("paired_wide")[0]
    assert 1024 < columns < 1536 and rows >= 12 and 1024 < more_rows < 1536 and few >= 12
    assert found.given("paired_long").metadata["init"] == found.given(base).metadata["init"]


def test_without_such_a_way_there_is_none(reference):
    message = extra(reference, FLAGGED, "paired_values", paired=[]).messages["paired_values"]
    assert not message["applicable"] and "no way of its own" in message["detail"]


def test_longer_lists_keep_their_sizes(reference):
    found = paired(reference, OF_A_LIST, "longer_lists", "paired_values", "paired_sizes")
    assert found.messages["paired_values"]["applicable"], found.messages["paired_values"]["detail"]
    assert not found.messages["paired_sizes"]["applicable"] and "lists are longer" in found.messages["paired_sizes"]["detail"]
    assert len(found.shapes("paired_values")) == len(found.shapes("longer_lists")) > 2
