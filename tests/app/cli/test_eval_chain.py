# SPDX-License-Identifier: GPL-3.0-or-later
"""`nereid eval RUN`: the agents of a run as a chain, by the whole engine."""

import contextlib
import json
import os
import pathlib
import signal
import sqlite3
import subprocess

import pytest
from folder_events import FolderEvents

PROGRAM = os.environ["NEREID_PROGRAM"]
POCKET = pathlib.Path(os.environ["NEREID_RESOURCES"]) / "models" / "pocket"
SETTINGS = """name: chain
phases: [frontend, midend, backend]
model: {path: pocket, device: cpu}
tasks: {levels: [1]}
grpo: {steps: 2}
verify: {modelled_device: H200}
reward: {name: two_agent, speed: modelled}
"""
FEW = ("--levels", "1", "--level-samples", "3", "--samples", "2", "--max-new-tokens", "400",
       "--temperature", "0.6", "--threads", "1", "--no-outputs", "--json")


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("home")
    return {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_DATA_HOME": str(folder / "data")}


@pytest.fixture(scope="module")
def run_dir(tmp_path_factory):
    """A run of which two phases have ended, with the weights that they began with."""
    folder = tmp_path_factory.mktemp("runs") / "chain"
    (folder / "phases").mkdir(parents=True)
    (folder / "settings.yaml").write_text(SETTINGS)
    for agent in ("frontend", "midend"):
        (folder / "phases" / agent).symlink_to(POCKET)
    return folder


def evaluate(home, *arguments, status=0):
    done = subprocess.run([PROGRAM, "eval", *map(str, arguments)], env=home, capture_output=True,
                          text=True, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


@pytest.fixture(scope="module")
def whole(home, run_dir, tmp_path_factory):
    out = tmp_path_factory.mktemp("evaluations") / "whole"
    return out, json.loads(evaluate(home, run_dir, *FEW, "--out", out))


def numbers(folder):
    report = json.loads((folder / "report.json").read_text())
    for key in ("seconds", "tokens_per_second"):
        report.pop(key)
    return report


def phases(folder):
    with contextlib.closing(sqlite3.connect(f"file:{folder}/record.sqlite?mode=ro", uri=True)) as record:
        return dict(record.execute("SELECT phase, count(*) FROM episode GROUP BY phase"))


def test_each_agent_and_the_chain_are_scored(whole):
    out, report = whole
    assert [agent["agent"] for agent in report["agents"]] == ["frontend", "midend"]
    assert [agent["weights"] for agent in report["plan"]["agents"]] == [
        "phases/frontend", "phases/midend"]
    assert report["plan"]["modelled_device"] == "H200"
    frontend, midend = (agent["all"] for agent in report["agents"])
    assert frontend["samples"] == 6 and report["all"]["samples"] == 3
    solved = {one["task"] for one in numbers(out)["samples"]
              if one["agent"] == "frontend" and one["right"]}
    assert solved, "the pocket model solves some of these"
    assert midend["samples"] == 2 * len(solved)
    assert report["all"]["correct"] == len(solved)
    assert phases(out) == {"frontend": 6, "midend": midend["samples"]}
    assert report["all"]["speedup"]["n"] == 0, "nothing was measured"
    modelled = report["all"]["modelled"]
    assert modelled["speedup"]["n"] == modelled["one_plus_speedup"]["n"] == len(solved)
    for place in frontend, midend, report["all"]:
        assert place["format"]["n"] > 0 and place["categories"]


def test_killed_and_gone_on_with_is_equal(home, run_dir, whole, tmp_path):
    out = tmp_path / "killed"
    command = [PROGRAM, "eval", str(run_dir), *FEW, "--out", str(out)]
    out.mkdir()
    with FolderEvents(out) as events, subprocess.Popen(command, env=home, stdout=subprocess.DEVNULL) as process:
        events.wait_until(lambda: phases_or_none(out), process)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, "it was killed in the middle"
    evaluate(home, run_dir, *FEW, "--out", out)
    assert numbers(out) == numbers(whole[0])
    subprocess.run([PROGRAM, "record", "check", str(out)], env=home, check=True,
                   capture_output=True)


def phases_or_none(folder):
    try:
        return phases(folder)
    except sqlite3.OperationalError:  # not made yet
        return None


def test_a_frontend_alone_scores_as_in_the_chain(home, run_dir, whole, tmp_path):
    alone = tmp_path / "alone"
    evaluate(home, POCKET, *FEW, "--modelled-device", "H200", "--out", alone)
    samples = [one for one in numbers(whole[0])["samples"] if one.pop("agent") == "frontend"]
    assert numbers(alone)["samples"] == samples


def test_two_chains_are_compared_task_by_task(home, run_dir, whole, tmp_path):
    short = tmp_path / "short"
    evaluate(home, run_dir, *FEW, "--agents", "frontend", "--out", short)
    paired = json.loads(evaluate(home, "--compare", short, whole[0], "--json"))
    assert paired["ties"] == 3 and paired["wins"] == paired["losses"] == 0
    assert [agent["agent"] for agent in paired["agents"]] == ["frontend"]
    assert paired["modelled_speed_ratio"]["value"] >= 1
    assert paired["speed_ratio"]["n"] == 0
    text = evaluate(home, "--compare", short, whole[0])
    assert "modelled speed, ratio" in text


@pytest.mark.parametrize("arguments, said", [
    (("--agents", "midend"), "midend works on kernels of a frontend"),
    (("--agents", "frontend,backend"), "backend has not learnt anything"),
    (("--agents", "front"), "it has frontend, midend, backend"),
    (("--modelled-device", "abacus"), "unknown device"),
])
def test_what_cannot_be_evaluated_says_why(home, run_dir, arguments, said):
    assert said in evaluate(home, run_dir, *FEW, *arguments, status=2)


def test_agents_that_have_learnt_nothing_or_stand_alone_are_told(home, run_dir, tmp_path):
    assert "--agents chooses among the agents of a run" in evaluate(
        home, "pocket", "--agents", "frontend", status=2)
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "settings.yaml").write_text("name: plain\nmethod: grpo\n")
    assert "is a run without agents" in evaluate(home, plain, status=2)
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "settings.yaml").write_text(SETTINGS)
    assert "none of its agents has learnt anything yet" in evaluate(home, empty, status=2)
    copy = tmp_path / "copy" / "phases" / "midend"
    copy.mkdir(parents=True)
    (tmp_path / "copy" / "settings.yaml").write_text(SETTINGS)
    for file in POCKET.iterdir():
        (copy / file.name).symlink_to(file)
    assert "the midend works on kernels of the agents before it" in evaluate(
        home, copy, *FEW, status=2)
