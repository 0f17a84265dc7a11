# SPDX-License-Identifier: GPL-3.0-or-later
"""`nereid run`: a run that goes on obeys from another process, and says so in its record."""

import json
import os
import signal
import sqlite3
import subprocess

import pytest

from folder_events import FolderEvents

PROGRAM = os.environ["NEREID_PROGRAM"]
SETTINGS = ("--set", "grpo.prompts_per_step=1", "--set", "grpo.num_generations=2", "--set",
            "run.checkpoint_every=2")


def nereid(*arguments, status=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done


def control(command, folder, *more):
    return json.loads(nereid("run", command, folder, "--json", *more).stdout)


def events(folder):
    with sqlite3.connect(f"file:{folder}/record.sqlite?mode=ro", uri=True) as record:
        return [message for (message,) in record.execute("SELECT message FROM event ORDER BY id")]


def steps_done(folder):
    with sqlite3.connect(f"file:{folder}/record.sqlite?mode=ro", uri=True) as record:
        (step,) = record.execute("SELECT max(step) FROM metric").fetchone()
        return step or 0


@pytest.fixture
def training(tmp_path):
    """A run that would take an hour, two steps done."""
    folder = tmp_path / "run"
    folder.mkdir()
    process = subprocess.Popen([PROGRAM, "train", "pocket", "--out", folder, "--steps", "5000", *SETTINGS],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with FolderEvents(folder) as changes:
        changes.wait_until(lambda: (folder / "record.sqlite").exists() and (folder / "control.sock").exists()
                           and steps_done(folder) >= 2, process)
    yield folder, process
    process.kill()
    process.wait()


def test_pause_resume_and_stop_are_acknowledged_in_the_record(training):
    folder, process = training
    running = control("status", folder)
    assert running["state"] == "running" and running["pid"] == process.pid
    assert control("pause", folder)["state"] in ("pausing", "paused")
    assert any(message.startswith("pause asked for by command line, process ") for message in events(folder))
    assert control("pause", folder, "--wait")["state"] == "paused"
    at = steps_done(folder)
    assert control("status", folder)["state"] == "paused"
    assert control("resume", folder, "--wait")["state"] == "running"
    stopped = control("stop", folder, "--wait")
    assert stopped["state"] == "stopped" and stopped["step"] >= at
    assert process.wait(timeout=60) == 0
    assert any(message.startswith("stopping after step ") for message in events(folder))
    assert not (folder / "control.sock").exists()
    refused = nereid("run", "resume", folder, status=1)
    assert "no process of this machine writes this run" in refused.stderr
    assert f"stopped, step {stopped['step']} of 5000" in nereid("run", "status", folder).stdout


def test_killed_after_the_answer_nothing_that_was_acknowledged_is_lost(training):
    folder, process = training
    answer = control("stop", folder)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert answer["state"] in ("stopping", "stopped")
    assert any(message.startswith("stop asked for by command line") for message in events(folder))
    report = json.loads(nereid("record", "check", folder, "--json").stdout)
    assert report["ok"]
    left = control("status", folder)
    assert left["pid"] == 0 and left["state"] in ("interrupted", "stopped")
    assert nereid("run", "pause", folder, status=1).stderr.count("\n") == 1
    # It goes on from its checkpoint, and obeys again.
    again = subprocess.Popen([PROGRAM, "train", "--resume", folder], stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    try:
        with FolderEvents(folder) as changes:
            changes.wait_until(lambda: control("status", folder)["pid"] == again.pid, again)
        assert control("stop", folder, "--wait")["state"] == "stopped"
        assert again.wait(timeout=60) == 0
        assert any(message.startswith("continuing after step ") for message in events(folder))
    finally:
        again.kill()
        again.wait()


def test_what_is_no_run_is_refused(tmp_path):
    assert "holds no run" in nereid("run", "stop", tmp_path, status=2).stderr
    assert "holds no run" in nereid("run", "status", tmp_path, status=2).stderr
    nereid("run", status=2)


def test_each_step_is_told_by_what_its_phase_has(tmp_path):
    lines = nereid("train", "pocket", "--out", tmp_path / "run", *SETTINGS, "--set", "phases=[sft, grpo]", "--set",
                   "sft.samples=8",
                   "--set", "sft.batch_size=4", "--set", "evaluate.every=0", "--steps", "1").stdout.splitlines()
    first, second = (next(line for line in lines if line.startswith(f"step {step}/2 ")) for step in (1, 2))
    assert "  loss " in first and "reward" not in first
    assert "  reward " in second and "loss" not in second
