# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands that ask a model on this machine: pairs distilled from the pocket model, and evaluations of it in several number formats."""

import contextlib
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess

import pytest

PROGRAM = os.environ["NEREID_PROGRAM"]
FEWER = ["distill", "synthetic", "--level", "1", "--count", "1", "--samples", "3", "--from-model", "pocket", "--json"]
DISTILL = [{"1": "2"}.get(word, word) if FEWER[i - 1] == "--count" else word for i, word in enumerate(FEWER)]


def nereid(*arguments, **environment):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=600, env={**os.environ, **environment})


def lines(file):
    return [json.loads(line) for line in pathlib.Path(file).read_text().splitlines()]


@pytest.fixture(scope="module")
def distilled(tmp_path_factory):
    out = tmp_path_factory.mktemp("distilled") / "pairs.jsonl"
    done = nereid(*DISTILL, "--out", out)
    assert done.returncode == 0, done.stderr
    return out, json.loads(done.stdout)


def answers(out):
    header, *rest = lines(out.with_suffix(".answers.jsonl"))
    return header, {(one["task"], one["sample"]): one["text"] for one in rest}


def test_right_answers_of_a_local_model_become_pairs(distilled):
    out, counts = distilled
    assert counts["questions"] == 6 and counts["failed"] == counts["not_judged"] == 0
    assert counts["accepted"] + counts["refused"] + counts["duplicates"] == 6
    pairs, refused = lines(out), lines(counts["refused_file"])
    assert len(pairs) == counts["accepted"] and len(refused) == counts["refused"]
    assert all("```python" in pair["completion"] and pair["model"] == "pocket" for pair in pairs)
    assert len(answers(out)[1]) == 6


def test_the_same_question_has_the_same_answer(distilled, tmp_path):
    """Also where other questions are asked beside it."""
    whole = answers(distilled[0])[1]
    done = nereid(*FEWER, "--out", tmp_path / "fewer.jsonl")
    assert done.returncode == 0, done.stderr
    fewer = answers(tmp_path / "fewer.jsonl")[1]
    assert len(fewer) == 3 and all(whole[key] == text for key, text in fewer.items())
    other = nereid(*FEWER, "--temperature", "1.5", "--out", tmp_path / "other.jsonl")
    assert other.returncode == 0 and answers(tmp_path / "other.jsonl")[1] != fewer


def test_nothing_is_asked_twice_and_another_sampling_is_refused(distilled):
    out, counts = distilled
    before = out.with_suffix(".answers.jsonl").read_bytes()
    again = nereid(*DISTILL, "--out", out)
    assert again.returncode == 0 and json.loads(again.stdout)["kept"] == 6
    other = nereid(*DISTILL, "--out", out, "--top-p", "0.5")
    assert other.returncode == 2 and "--out" in other.stderr
    assert out.with_suffix(".answers.jsonl").read_bytes() == before


def test_it_goes_on_after_a_kill(distilled, tmp_path):
    out = tmp_path / "pairs.jsonl"
    process = subprocess.Popen([PROGRAM, *DISTILL, "--out", out], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    process.stderr.readline()  # the first answer was judged, or none yet
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stderr.close()
    done = nereid(*DISTILL, "--out", out)
    assert done.returncode == 0, done.stderr
    assert answers(out)[1] == answers(distilled[0])[1]
    # Which of two equal answers comes first is up to the threads.
    assert {one["completion"] for one in lines(out)} == {one["completion"] for one in lines(distilled[0])}


@pytest.mark.parametrize(("more", "words"), [
    ([], "--from-model"),
    (["--from-model", "no/such/model"], "no/such/model"),
    (["--from-model", "pocket", "--endpoint", "http://localhost:1/v1"], "excludes"),
    (["--dtype", "bfloat16"], "--from-model"),
    (["--from-model", "pocket", "--dtype", "float12"], "float12"),
    (["--endpoint", "http://localhost:1/v1"], "--model"),
])
def test_who_is_asked_must_be_said(tmp_path, more, words):
    done = nereid("distill", "synthetic", "--count", "1", "--out", tmp_path / "pairs.jsonl", *more)
    assert done.returncode == 2 and words in done.stderr, done.stderr
    assert not any(tmp_path.iterdir())


def evaluate(out, *more):
    done = nereid("eval", "pocket", "--levels", "1", "--level-samples", "3", "--no-outputs", "--json", "--out", out, *more)
    assert done.returncode == 0, done.stderr
    return json.loads((out / "report.json").read_text())["plan"]


def test_an_evaluation_says_its_number_format(tmp_path):
    plans = {dtype: evaluate(tmp_path / dtype, "--dtype", dtype) for dtype in ("float32", "bfloat16", "int8")}
    assert {dtype: plan["dtype"] for dtype, plan in plans.items()} == {dtype: dtype for dtype in plans}
    assert len({plan["subject_hash"] for plan in plans.values()}) == 3
    assert evaluate(tmp_path / "default") == plans["float32"]
    other = nereid("eval", "pocket", "--levels", "1", "--level-samples", "3", "--no-outputs", "--out", tmp_path / "int8")
    assert other.returncode == 2 and 'dtype was "int8", is "float32"' in other.stderr


def test_several_blocks_may_be_invalid(tmp_path):
    task = json.loads(nereid("tasks", "generate", "--level", 1, "--count", 1, "--answers").stdout.splitlines()[0])
    right = f"```python\n{task['candidate']}```\n"
    file = tmp_path / "completions.jsonl"
    file.write_text("".join(json.dumps({"reference": task["reference"], "completion": text, "sample": i}) + "\n"
                            for i, text in enumerate([right, "```python\nx = 1\n```\n" + right])))
    categories = {}
    for rule in ("last", "invalid"):
        done = nereid("eval", "--completions", file, "--no-outputs", "--json", "--several-blocks", rule, "--out", tmp_path / rule)
        assert done.returncode == 0, done.stderr
        report = json.loads((tmp_path / rule / "report.json").read_text())
        assert report["plan"]["several_blocks"] == rule
        categories[rule] = {name: count for name, count in report["all"]["categories"].items() if count}
    assert categories == {"last": {"pass": 2}, "invalid": {"pass": 1, "several_blocks": 1}}


def test_a_typed_tolerance_is_another_yardstick(tmp_path):
    task = json.loads(nereid("tasks", "generate", "--level", 1, "--count", 1, "--answers").stdout.splitlines()[0])
    store = re.search(r"tl\.store\((.+?), (.+), mask=", task["candidate"])
    off = task["candidate"].replace(store.group(0), f"tl.store({store.group(1)}, ({store.group(2)}) * 1.004, mask=")
    (tmp_path / "reference.py").write_text(task["reference"])
    (tmp_path / "off.py").write_text(off)
    asked = ("verify", tmp_path / "off.py", "--reference", tmp_path / "reference.py")
    own, typed = nereid(*asked, "--json"), nereid(*asked, "--rtol", "1e-2", "--atol", "1e-2", "--json")
    assert own.returncode == 1 and json.loads(own.stdout)["tolerance"] is None
    verdict = json.loads(typed.stdout)
    assert typed.returncode == 0 and verdict["tolerance"] == {"rule": "allclose", "rtol": 0.01, "atol": 0.01}
    assert "typed_tolerance" in verdict["flags"]
    assert "values compared by allclose rtol 0.01 atol 0.01" in nereid(*asked, "--rtol", "1e-2", "--atol", "1e-2").stdout

    file = tmp_path / "completions.jsonl"
    file.write_text(json.dumps({"reference": task["reference"], "completion": f"```python\n{off}```\n"}) + "\n")
    reports = {}
    for name, rule in (("own", ()), ("typed", ("--rtol", "1e-2", "--atol", "1e-2"))):
        done = nereid("eval", "--completions", file, "--no-outputs", *rule, "--out", tmp_path / name)
        assert done.returncode == 0, done.stderr
        assert ("values compared by allclose" in done.stdout) == bool(rule)
        reports[name] = json.loads((tmp_path / name / "report.json").read_text())
    assert [reports[name]["all"]["correct"] for name in ("own", "typed")] == [0, 1]
    assert (reports["typed"]["plan"]["rtol"], reports["own"]["plan"]["rtol"]) == (0.01, None)
    compared = nereid("eval", "--compare", tmp_path / "own", tmp_path / "typed")
    assert compared.returncode == 2 and "allclose rtol 0.01 atol 0.01" in compared.stderr
    goes_on = nereid("eval", "--completions", file, "--no-outputs", "--out", tmp_path / "typed")
    assert goes_on.returncode == 2 and "rtol was 0.01, is null" in goes_on.stderr


def test_published_completions_take_kept_verdicts_unless_told_not_to(tmp_path):
    task = json.loads(nereid("tasks", "generate", "--level", 1, "--count", 1, "--answers").stdout.splitlines()[0])
    file = tmp_path / "completions.jsonl"
    file.write_text(json.dumps({"reference": task["reference"], "completion": f"```python\n{task['candidate']}```\n"}) + "\n")

    def kept(name, *arguments):
        done = nereid("eval", "--completions", file, "--no-outputs", *arguments, "--out", tmp_path / name, XDG_CACHE_HOME=str(tmp_path / "cache"))
        assert done.returncode == 0, done.stderr
        with contextlib.closing(sqlite3.connect(tmp_path / name / "record.sqlite")) as record:
            return [json.loads(text)["from_cache"] for (text,) in record.execute("SELECT verdict FROM episode_detail")]

    assert [kept("first"), kept("again"), kept("without", "--no-cache")] == [[False], [True], [False]]


def test_the_time_left_is_that_of_the_phase(tmp_path):
    done = nereid("train", "pocket-beyond-tritonrl", "--steps", "2", "--json", "--out", tmp_path / "run", "--set", "run.trainer_threads=1",
                  "--set", "best_of_n.n=2", "--set", "best_of_n.k=1", "--set", "best_of_n.tasks_per_step=1",
                  "--set", "sft.batch_size=2", "--set", "evaluate.every=0")
    assert done.returncode == 0, done.stderr
    steps = [event for event in map(json.loads, done.stdout.splitlines()) if event["event"] == "step"]
    assert steps[0]["eta_is_least"] and steps[0]["eta_s"] == pytest.approx(steps[0]["step_s"])
    assert steps[1]["eta_is_least"] and steps[1]["eta_s"] == 0
    assert not steps[-1]["eta_is_least"] and steps[-1]["eta_s"] == 0


def test_a_budget_of_seconds_takes_no_kept_verdicts(tmp_path):
    small = ["--set", "grpo.prompts_per_step=1", "--set", "grpo.num_generations=2", "--set", "optimizer.lr_scheduler_type=constant",
             "--set", "evaluate.every=0", "--set", "run.trainer_threads=1", "--json"]
    run = tmp_path / "run"
    first = nereid("train", "pocket", "--out", run, "--steps", "1", *small)
    assert first.returncode == 0, first.stderr
    on = nereid("train", "--resume", run, "--steps", "50", "--verifier-seconds", "0.01", "--json")
    assert on.returncode == 0, on.stderr  # what is kept decides no number of a run
    alone = nereid("train", "pocket", "--out", tmp_path / "alone", "--steps", "1", "--verifier-seconds", "0.01", *small)
    assert alone.returncode == 0, alone.stderr
    settings = (tmp_path / "alone" / "settings.yaml").read_text()
    assert "keep: false" in settings
