# SPDX-License-Identifier: GPL-3.0-or-later
"""nereid ablate with real processes: two combinations, two seeds, two steps of the pocket model; killed, gone on with, failing."""

import csv
import json
import os
import signal
import sqlite3
import subprocess

import pytest

PROGRAM = os.environ["NEREID_PROGRAM"]
# As little as a step can be.
TINY = ["grpo.steps=2", "grpo.prompts_per_step=1", "grpo.num_generations=2",
        "run.checkpoint_every=1", "run.trainer_threads=1", "verify.jobs=1", "evaluate.every=0", "tasks.levels=[1]"]
SET = [word for one in TINY for word in ("--set", one)]
SMALL = {"--cells": "none,multi_input", "--seeds": "2", "--eval-tasks": "1", "--parallel": "2"}
CONSTANT = ["--set", "optimizer.lr_scheduler_type=constant"]  # nobody knows the last step of a budget of seconds
RUNS = ["none-seed0", "multi_input-seed0", "none-seed1", "multi_input-seed1"]


def arguments(folder, *more, **changed):
    """The small ablation with more options, or others: seeds="3"."""
    options = SMALL | {"--" + name.replace("_", "-"): value for name, value in changed.items()}
    words = [word for pair in options.items() for word in pair if pair[1]]
    return [PROGRAM, "ablate", "pocket", "--out", str(folder), "--json", *words, *SET, *more]


def ablate(folder, *more, **changed):
    return subprocess.run(arguments(folder, *more, **changed), capture_output=True, text=True, timeout=600)


def events(text):
    return [json.loads(line) for line in text.splitlines()]


def report_of(done):
    return next(line["report"] for line in events(done.stdout) if line["event"] == "report")


def rows(folder, query):
    with sqlite3.connect(f"file:{folder}/record.sqlite?mode=ro", uri=True) as record:
        return record.execute(query).fetchall()


def weights(folder):
    """Of the newest checkpoint, as its state says."""
    newest = max((folder / "checkpoints").iterdir(), key=lambda path: int(path.name.rsplit("-", 1)[1]))
    return json.loads((newest / "state.json").read_text())["weights_hash"]


def metric(folder, key):
    """Steps and values of one metric."""
    return rows(folder, "SELECT step, value FROM metric JOIN metric_key ON metric_key.id = metric.key_id "
                        f"WHERE metric_key.key = '{key}' ORDER BY step")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """An ablation that nobody disturbs."""
    folder = tmp_path_factory.mktemp("whole") / "ablation"
    done = ablate(folder)
    assert done.returncode == 0, done.stderr
    return folder, done


def test_every_run_is_trained_and_scored(whole):
    folder, done = whole
    report = report_of(done)
    assert [(run["cell"], run["seed"], run["state"], run["steps"]) for run in report["runs"]] == [
        ("none", 0, "scored", 2), ("multi_input", 0, "scored", 2), ("none", 1, "scored", 2), ("multi_input", 1, "scored", 2)]
    assert all(run["candidates"] == 4 and 0 <= run["pass_at_1"] <= 1 for run in report["runs"])
    assert {run["cell"] for run in report["runs"] if run["multi_input"]} == {"multi_input"}
    assert json.loads((folder / "report.json").read_text()) == report


def test_one_strict_evaluation_scores_all(whole):
    folder, _ = whole
    asked = [json.loads((folder / run / "evaluation/report.json").read_text())["plan"] for run in RUNS]
    assert all(one["multi_input"] and one["staged_evaluation"] and one["thorough"] and one["baseline"] == "eager" for one in asked)
    fixed = [{key: one[key] for key in ("tasks", "split", "samples_per_task", "temperature", "max_new_tokens", "seed")} for one in asked]
    assert all(one == fixed[0] for one in fixed)


def test_the_window_finds_the_score_in_the_record(whole):
    folder, done = whole
    for run in report_of(done)["runs"]:
        assert metric(run["run_dir"], "strict_pass@1") == [(2, run["pass_at_1"])]


def test_tables_say_what_the_report_says(whole):
    folder, done = whole
    report = report_of(done)
    with open(folder / "runs.csv", newline="") as file:
        assert [row["cell"] for row in csv.DictReader(file)] == [run["cell"] for run in report["runs"]]
    with open(folder / "effects.csv", newline="") as file:
        effects = list(csv.DictReader(file))
    assert sum(row["kind"] == "main" and row["measure"] == "pass_at_1" for row in effects) == 4
    assert sum(row["kind"] == "interaction" and row["measure"] == "pass_at_1" for row in effects) == 6
    # The runs differ in one switch alone; no other pair is there.
    by_switch = {row["of"]: row for row in effects if row["kind"] == "main" and row["measure"] == "candidates"}
    assert {name for name, row in by_switch.items() if row["seeds"] == "2"} == {"multi_input"}
    assert [by_switch["multi_input"][key] for key in ("mean", "low", "high", "comparisons")] == ["0.0", "0.0", "0.0", "1"]
    assert all(row["seeds"] == "0" for row in effects if row["kind"] == "interaction")
    words = (folder / "report.txt").read_text()
    assert "strict pass@1, mean over levels" in words and "95%" in words


def test_done_runs_are_not_run_again(whole):
    folder, _ = whole
    before = {run: (folder / run / "record.sqlite").stat().st_mtime_ns for run in RUNS}
    again = subprocess.run([PROGRAM, "ablate", "--resume", str(folder), "--json"], capture_output=True, text=True, timeout=300)
    assert again.returncode == 0, again.stderr
    assert [event["event"] for event in events(again.stdout)] == ["report"]
    assert {run: (folder / run / "record.sqlite").stat().st_mtime_ns for run in RUNS} == before


def test_other_settings_are_refused_and_more_seeds_are_not(whole):
    folder, _ = whole
    other = ablate(folder, "--set", "grpo.num_generations=4")
    assert other.returncode == 2
    assert "grpo.num_generations was 2, is 4" in other.stderr and "--out" in other.stderr
    assert "--verifier-seconds was 0, is 5" in ablate(folder, "--verifier-seconds", "5", *CONSTANT).stderr
    more = ablate(folder, "--dry-run", seeds="3")
    assert more.returncode == 0 and len(json.loads(more.stdout)["runs"]) == 6


def test_killed_after_any_event_it_goes_on_bit_for_bit(whole, tmp_path):
    folder, done = whole
    killed = tmp_path / "ablation"
    # After the first step of the first run, after the next training has ended, while something is scored.
    for wanted in ({"event": "progress", "step": 1}, {"event": "run", "state": "trained"}, {"event": "run", "state": "scoring"}):
        process = subprocess.Popen(arguments(killed), stdout=subprocess.PIPE, text=True)
        for line in process.stdout:
            if wanted.items() <= json.loads(line).items():
                break
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
    rest = ablate(killed)
    assert rest.returncode == 0, rest.stderr
    for run in RUNS:
        assert weights(killed / run) == weights(folder / run), run
    scores = [[run["pass_at_1"] for run in report_of(one)["runs"]] for one in (done, rest)]
    assert scores[0] == scores[1]


def test_interrupted_it_stops_after_checkpoints(tmp_path):
    folder = tmp_path / "ablation"
    process = subprocess.Popen(arguments(folder, "--set", "grpo.steps=500"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in process.stdout:
        event = json.loads(line)
        if event["event"] == "progress":
            process.send_signal(signal.SIGINT)
            break
    text, errors = process.communicate(timeout=300)
    assert process.returncode == 1
    assert f"nereid ablate --resume {folder}" in errors
    stopped = [event for event in events(text) if event["event"] == "run" and event["state"] == "stopped"]
    assert len(stopped) == 2, text
    for run in RUNS[:2]:
        assert rows(folder / run, "SELECT value FROM meta WHERE key = 'state'") == [("stopped",)]


def test_equal_seconds_of_the_verifier(tmp_path):
    folder = tmp_path / "ablation"
    done = ablate(folder, *CONSTANT, verifier_seconds="1", seeds="1")
    assert done.returncode == 0, done.stderr
    for run in report_of(done)["runs"]:
        spent = metric(run["run_dir"], "time/verify")
        total = sum(value for _, value in spent)
        assert total == pytest.approx(run["verifier_seconds"]) and total >= 1
        assert total - spent[-1][1] < 1, "it stopped with the step that met the budget"
        assert run["steps"] == len(spent)


def test_a_run_that_fails_does_not_keep_the_others(tmp_path):
    folder = tmp_path / "ablation"
    broken = folder / "none-seed0"
    assert ablate(folder, "--dry-run").returncode == 0
    first = subprocess.Popen(arguments(folder, seeds="1"), stdout=subprocess.PIPE, text=True)
    for line in first.stdout:
        if {"event": "run", "cell": "none", "state": "trained"}.items() <= json.loads(line).items():
            break
    first.kill()
    first.wait()
    first.stdout.close()
    (broken / "model/config.json").write_text("{")  # what is to be scored
    done = ablate(folder, seeds="1")
    assert done.returncode == 1
    assert "none seed 0: " in done.stderr and "config.json" in done.stderr and "-score.txt" in done.stderr
    states = {run["cell"]: run["state"] for run in report_of(done)["runs"]}
    assert states == {"none": "trained", "multi_input": "scored"}


@pytest.mark.parametrize(("more", "words"), [
    (["--set", "extensions.multi_input=false"], "--cells"),
    (["--set", "method=sft"], "method = sft"),
    (["--set", "phases=[sft,grpo]"], "phases: the combinations"),
    (["--set", "grpo.stepz=3"], "grpo.steps"),
    (["--verifier-seconds", "5"], "optimizer.lr_scheduler_type=constant"),
    (["--set", "model.path=new"], "model.path = new"),
])
def test_what_cannot_be_is_refused(tmp_path, more, words):
    done = ablate(tmp_path / "ablation", *more)
    assert done.returncode == 2 and words in done.stderr, done.stderr
    assert not (tmp_path / "ablation").exists()


def test_a_combination_that_is_none_is_refused(tmp_path):
    done = ablate(tmp_path / "ablation", cells="none,timing")
    assert done.returncode == 2 and '--cells: there is no combination "timing"' in done.stderr


def test_a_folder_without_an_ablation_is_refused(tmp_path):
    done = subprocess.run([PROGRAM, "ablate", "--resume", str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 2 and "ablation.json" in done.stderr
    (tmp_path / "ablation.json").write_text("{")
    done = subprocess.run([PROGRAM, "ablate", "--resume", str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 2 and "ablation.json:1" in done.stderr


def test_a_second_one_in_the_same_folder_is_refused(tmp_path):
    folder = tmp_path / "ablation"
    first = subprocess.Popen(arguments(folder), stdout=subprocess.PIPE, text=True)
    first.stdout.readline()  # it has begun
    second = ablate(folder)
    first.kill()
    first.wait()
    first.stdout.close()
    assert second.returncode == 2 and "another `nereid ablate` works on it" in second.stderr


def test_the_plan_says_what_it_takes(tmp_path):
    done = ablate(tmp_path / "ablation", "--dry-run", cells="", seeds="", eval_tasks="3")
    plan = json.loads(done.stdout)
    assert len(plan["runs"]) == 16 * 3 and plan["parallel"] == 2
    assert (plan["candidates"], plan["evaluated"]) == (16 * 3 * 2 * 2, 16 * 3 * 3)
    assert plan["main_memory_bytes"] > 0 and plan["disk_bytes"] > 0
    assert not (tmp_path / "ablation").exists()
    by_seconds = ablate(tmp_path / "ablation", "--dry-run", *CONSTANT, cells="", verifier_seconds="60", parallel="4", seeds="3")
    assert json.loads(by_seconds.stdout)["least_seconds"] == 16 * 3 * 60 / 4
