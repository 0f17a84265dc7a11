# SPDX-License-Identifier: GPL-3.0-or-later
"""Every candidate of the shelf gets the verdict that is written beside it."""

import json

import driving
import pytest

ENTRIES = json.loads((driving.SHELF / "shelf.json").read_text())["entries"]
_prepared = {}


def _prepare(role, path):
    if path not in _prepared:
        _prepared[path] = driving.prepare(role, (driving.SHELF / path).read_text())
        assert _prepared[path].end["op"] == "done", _prepared[path].end
    return _prepared[path]


def judge(entry, reference, roles):
    """(stage, code) of the first rejection, or (None, "ok")."""
    task = _prepare(reference, entry["reference"])
    source = (driving.SHELF / entry["candidate"]).read_text()
    static, compiled, status = driving.compile_candidate(
        roles, source, task.fds["original"]["given"])
    if not static["passed"]:
        return "static", static["code"], static
    if compiled is None:
        return "compile", "crashed", status
    if not compiled["passed"]:
        return "compile", compiled["code"], compiled
    variants = [name for name in ["tiny", *driving.ALL_VARIANTS]
                if task.messages[name]["applicable"]]
    answers = driving.run_candidate(
        roles, source, [(name, task.fds[name]["given"]) for name in variants])
    for name, (message, output) in zip(variants, answers):
        code = driving.compare(message, output, task.expected(name))
        if name == "other_dtype" and code == "compile_error":
            continue  # the engine judges the task's own dtype alone then
        if code != "ok":
            return "tiny" if name == "tiny" else "full", code, (name, message)
    assert len(answers) == len(variants)
    return None, "ok", None


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES
                                   if entry["expected"]["reason"]["code"] != "timeout"],
                         ids=lambda entry: entry["id"])
def test_verdict(entry, reference, roles):
    stage, code, detail = judge(entry, reference, roles)
    expected = entry["expected"]
    assert (stage, code) == (expected["rejected_at"], expected["reason"]["code"]), detail


def test_the_shelf_has_enough_of_both_kinds():
    right = [entry for entry in ENTRIES if entry["expected"]["accepted"]]
    assert len(right) >= 14 and len(ENTRIES) - len(right) >= 14
    assert len({entry["expected"]["reason"]["code"] for entry in ENTRIES}) >= 14
