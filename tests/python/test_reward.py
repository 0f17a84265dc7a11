# SPDX-License-Identifier: GPL-3.0-or-later
"""Extraction and the engine's reward formulas from Python."""

import json

import nereid
import pytest


def verdict(accepted, stage, timing=None):
    """A verdict as the engine writes it, reduced to what formulas read."""
    text = nereid.verdict_without_candidate().to_dict()
    text.update(accepted=accepted, furthest_stage=stage, timing=timing,
                rejected_at=None if accepted else "full")
    return nereid.Verdict(json.dumps(text))


FASTER = {"speedup": 1.0, "decision": "FASTER"}


@pytest.mark.parametrize("formula, given, settings, total", [
    ("staged", verdict(False, "none"), {}, 0.0),
    ("staged", verdict(False, "compile"), {}, 0.3),
    ("staged", verdict(False, "tiny"), {}, 0.5),
    ("staged", verdict(False, "tiny"), {"partial_credit": False}, 0.0),
    ("staged", verdict(True, "full"), {}, 0.7),
    ("staged", verdict(True, "timing", FASTER), {}, 0.7 + 0.3 * 0.5),
    ("binary", verdict(True, "full"), {}, 1.0),
    ("binary", verdict(False, "tiny"), {}, 0.0),
    ("two_agent", verdict(False, "tiny"), {"failure": -4}, -4.0),
    ("two_agent", verdict(True, "timing", {**FASTER, "speedup": 9.0}),
     {"role": "midend", "speedup_cap": 2}, 3.0),
])
def test_formulas_of_the_engine(formula, given, settings, total):
    result = nereid.reward(given, formula, **settings)
    assert result.total == pytest.approx(total)
    assert sum(result.parts.values()) == pytest.approx(result.total)


def test_every_formula_by_name():
    assert set(nereid.reward_names()) >= {"staged", "binary", "weighted", "two_agent"}
    for name in nereid.reward_names():
        assert nereid.reward(verdict(True, "full"), name).parts


def test_unmeasured_speed_is_named():
    assert "speed (not measured)" in nereid.reward(verdict(True, "full")).parts


def test_unknown_formula():
    with pytest.raises(ValueError, match="there is no reward 'best'; choose one of staged"):
        nereid.reward(verdict(True, "full"), "best")


def test_extraction_takes_the_last_complete_block():
    text = "<think>```python\nno\n```</think>é\n```python\na = 1\n```\nor\n```py\nb = 'é'\n```\n"
    found = nereid.extract(text)
    assert (found.code, found.blocks, found.problem) == ("b = 'é'\n", 2, "several_blocks")
    assert text.encode()[found.begin:found.end].decode() == found.code


def test_extraction_says_what_is_missing():
    assert nereid.extract("I cannot do that.") == ("", 0, 0, 0, "no_block")
    assert nereid.extract("```python\nimport torch\n").problem == "unclosed_block"


def test_extraction_takes_any_text():
    assert nereid.extract("```python\nx = '\udc80'\n```\n").code == "x = '\udc80'\n"
    with pytest.raises(TypeError, match="completion: expected a text, got NoneType"):
        nereid.extract(None)
