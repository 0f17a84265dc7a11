# SPDX-License-Identifier: GPL-3.0-or-later
"""nereid.verify, and what a verdict looks like from Python."""

import copy
import json
import pickle

import nereid
import pytest
import shelf


@pytest.fixture(scope="module", autouse=True)
def _end():
    yield
    nereid.shutdown()


@pytest.fixture(scope="module")
def right():
    name = "swish/right_plain"
    return nereid.verify(shelf.reference(name), shelf.candidate(name), seed=7)


@pytest.fixture(scope="module")
def wrong():
    name = "row_softmax/wrong_no_maximum"
    return nereid.verify(shelf.SHELF / shelf.ENTRIES[name]["reference"],
                         shelf.SHELF / shelf.ENTRIES[name]["candidate"])


def test_a_right_candidate_is_accepted(right):
    assert right and right.accepted and right.judged
    assert right.stage == right.furthest_stage == "full"
    assert right.rejected_at is None and right.reason == ("ok", right.reason.message)
    assert right.credit == 0.7 and right.seed == 7
    assert right.timing is None and right.timing_note


def test_a_wrong_candidate_says_where_and_why(wrong):
    assert not wrong and not wrong.accepted and wrong.judged
    assert (wrong.rejected_at, wrong.reason.code) == ("full", "non_finite")
    assert wrong.stage == "tiny" and wrong.credit == 0.5
    assert not all(row.passed for row in wrong.inputs)


def test_inputs_and_kernels_have_attributes(right):
    original = next(row for row in right.inputs if row.variant == "original")
    assert original.passed and 0 <= original.error <= original.bound
    assert original.dtype == "float32" and all(isinstance(s, tuple) for s in original.shapes)
    assert right.kernels[0].registers > 0 and right.kernels[0].launches >= 1
    assert right.versions.triton and "seccomp" in right.sandbox
    assert set(right.elapsed_ms) >= {"static", "compile", "tiny", "full"}


def test_json_is_the_engines(right):
    assert json.loads(right.json) == right.to_dict()
    assert right.to_dict()["schema"] == "nereid.verdict/1"


def test_to_dict_is_a_copy(right):
    right.to_dict()["reason"]["code"] = "mine"
    assert right.reason.code == "ok"


def test_infinite_errors_are_numbers():
    text = nereid.verdict_without_candidate().to_dict()
    text["inputs"] = [{"variant": "tiny", "error": "inf", "detail": "inf"}]
    row = nereid.Verdict(json.dumps(text)).inputs[0]
    assert row.error == float("inf") and row.detail == "inf"


def test_verdicts_are_read_only_and_travel(right):
    with pytest.raises(AttributeError):
        right.accepted = False
    with pytest.raises(AttributeError, match="no 'speed'"):
        _ = right.speed
    for twin in (pickle.loads(pickle.dumps(right)), copy.deepcopy(right)):
        assert twin == right and twin.json == right.json


def test_repr_tells_the_story(right, wrong):
    assert repr(right) == "Verdict(accepted, stage='full', credit=0.7)"
    assert repr(wrong).startswith("Verdict(rejected at full, non_finite: ")


def test_a_broken_reference_is_nobodys_rejection():
    verdict = nereid.verify("class Model: oh no", shelf.candidate("swish/right_plain"))
    assert not verdict.judged and verdict.rejected_at is None
    assert verdict.reason.code == "reference_error"
    assert "not judged" in repr(verdict)


def test_a_candidate_that_is_no_unicode_gets_a_verdict():
    verdict = nereid.verify(shelf.reference("swish/right_plain"), "x = '\udc80'\n")
    assert (verdict.rejected_at, verdict.reason.code) == ("static", "not_utf8")


def test_options_reach_the_engine():
    name = "row_softmax/wrong_no_maximum"  # wrong only when the values double
    verdict = nereid.verify(shelf.reference(name), shelf.candidate(name), multi_input=False)
    assert verdict.accepted


def test_the_entry_point_reaches_the_engine():
    name = "swish/right_plain"
    reference = shelf.reference(name).replace("class Model(", "class Swish(")
    reference = reference.replace("super(Model,", "super(Swish,")
    verdict = nereid.verify(reference, shelf.candidate(name), entry_point="Swish")
    assert verdict.accepted, verdict
