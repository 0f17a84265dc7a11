# SPDX-License-Identifier: GPL-3.0-or-later
"""What `nereid verify` keeps between runs and models, and what `nereid cache` says and does."""

import json
import os
import pathlib
import subprocess

import pytest

PROGRAM = os.environ["NEREID_PROGRAM"]
SHELF = pathlib.Path(os.environ["NEREID_RESOURCES"]) / "verify_shelf" / "swish"
CANDIDATES = ("right_plain.py", "right_lambda_grid.py", "wrong_values.py", "wrong_syntax.py")


@pytest.fixture
def home(tmp_path):
    """Environment of a user who has never run Nereid."""
    return {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"),
            "XDG_DATA_HOME": str(tmp_path / "data")}


@pytest.fixture
def batch(tmp_path):
    reference = (SHELF / "reference.py").read_text()
    file = tmp_path / "batch.jsonl"
    file.write_text("\n".join(json.dumps(
        {"id": name, "reference": reference, "candidate": (SHELF / name).read_text()})
        for name in CANDIDATES))
    return file


def run(home, *arguments, status=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], env=home, capture_output=True, text=True,
                          check=False)
    assert done.returncode == status, done.stderr
    return done.stdout


def judge(home, batch, *arguments):
    lines = run(home, "verify", "--batch", batch, "--json", *arguments, status=1).splitlines()
    return {verdict["id"]: verdict for verdict in map(json.loads, lines)}


def kinds(home):
    shown = json.loads(run(home, "cache", "show", "--json"))
    return {entry["kind"]: entry for entry in shown["kinds"]}


def test_a_batch_that_comes_again_is_given_the_same_verdicts(home, batch):
    first = judge(home, batch, "--seed", 5)
    again = judge(home, batch, "--seed", 5)
    assert not any(verdict["from_cache"] for verdict in first.values())
    for name, verdict in again.items():
        assert verdict["from_cache"] and verdict["kept_age_s"] >= 0, name
        assert "kept" in verdict["flags"]
        assert verdict["reason"] == first[name]["reason"]
        assert verdict["inputs"] == first[name]["inputs"]
    assert kinds(home)["verdict"]["entries"] == kinds(home)["verdict"]["hits"] == len(CANDIDATES)
    text = run(home, "verify", SHELF / "right_plain.py", "--reference", SHELF / "reference.py",
               "--seed", 5)
    assert "judged in an earlier run" in text and "--no-cache" in text
    for changed in (["--seed", 6], ["--seed", 5, "--no-cache"], []):
        assert not any(verdict["from_cache"] for verdict in judge(home, batch, *changed).values())


def test_two_processes_at_once_share_what_they_keep(home, batch):
    command = [PROGRAM, "verify", "--batch", str(batch), "--json", "--seed", "5"]
    both = [subprocess.Popen(command, env=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             text=True) for _ in range(2)]
    for process in both:
        output, errors = process.communicate()
        assert process.returncode == 1 and "damaged" not in errors, errors
        assert len(output.splitlines()) == len(CANDIDATES)
    assert kinds(home)["verdict"]["entries"] == len(CANDIDATES)
    assert json.loads(run(home, "cache", "verify", "--json"))["removed"] == 0


def test_without_a_seed_only_compilations_are_kept(home, batch):
    judge(home, batch)
    judge(home, batch)
    found = kinds(home)
    assert found["verdict"]["entries"] == 0
    assert found["compile"]["entries"] > 0 and found["compile"]["hits"] > 0


def test_what_is_kept_is_cleared_by_kind_and_age(home, batch):
    judge(home, batch, "--seed", 5)
    before = kinds(home)
    assert json.loads(run(home, "cache", "clear", "--older-than", 1, "--json"))["removed"] == 0
    removed = json.loads(run(home, "cache", "clear", "--kind", "compile", "--json"))["removed"]
    assert removed == before["compile"]["entries"] > 0
    assert kinds(home)["verdict"]["entries"] == len(CANDIDATES)
    assert "4 entries removed" in run(home, "cache", "clear")
    assert kinds(home)["verdict"]["entries"] == 0
    assert "verdict" in run(home, "cache", "show")
    run(home, "cache", "clear", "--kind", "other", status=2)


def test_a_damaged_file_costs_no_verdict(home, batch):
    judge(home, batch, "--seed", 5)
    file = pathlib.Path(json.loads(run(home, "cache", "show", "--json"))["file"])
    file.write_bytes(file.read_bytes()[:5000])
    verdicts = judge(home, batch, "--seed", 5)
    assert verdicts["right_plain.py"]["accepted"]
    assert any(".damaged-" in path.name for path in file.parent.iterdir())
    assert judge(home, batch, "--seed", 5)["right_plain.py"]["from_cache"]


def test_a_modelled_speed_always_says_so(home):
    arguments = ["verify", SHELF / "right_plain.py", "--reference", SHELF / "reference.py"]
    text = run(home, *arguments, "--modelled-device", "RTX 4090")
    lines = [line for line in text.splitlines() if "RTX 4090" in line or "launches," in line]
    assert len(lines) == 3 and all("modelled" in line for line in lines), text
    assert "modelled" not in run(home, *arguments)
    done = subprocess.run([PROGRAM, *map(str, arguments), "--modelled-device", "H1000"], env=home,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "H200, H100, A100, L40S, RTX 4090, L4" in done.stderr
