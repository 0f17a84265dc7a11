# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels that were not written for the machine: right answers of the shelf and of the generator give the reference's results on
it, without a finding; twins of the zoo are read. Says at once what a new Triton changes."""

import contextlib
import json
import os
import pathlib
import subprocess

import answers
import pytest
import torch

SOURCE = pathlib.Path(__file__).resolve().parents[3]
RESOURCES = pathlib.Path(os.environ.get("NEREID_RESOURCES", SOURCE / "resources"))
# All but those whose host code asks for a GPU, and one that packs the weights of its constructor: here they are copied later.
SHELF = [file for file in sorted((RESOURCES / "verify_shelf").glob("*/right_*.py"))
         if file.stem not in ("right_cuda_host", "right_tutorial_habits", "right_packed_at_init")]
ZOO = RESOURCES / "zoo"
GENERATED = int(os.environ.get("NEREID_MACHINE_ANSWERS", "12"))  # of each level; more by hand


def check(launches, result, expected):
    for name, answer in launches.answers:
        assert answer.get("findings") == [], f"{name}: {answer}"
    results = result if isinstance(result, (tuple, list)) else [result]
    wanted = expected if isinstance(expected, (tuple, list)) else [expected]
    for ours, theirs in zip(results, wanted, strict=True):
        torch.testing.assert_close(ours.double(), theirs.double(), rtol=2e-2, atol=2e-2)


@pytest.mark.parametrize("file", SHELF, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_right_answers_of_the_shelf(file, machine):
    launches = answers.Launches(machine)
    reference = answers.load(file.parent / "reference.py", f"reference_{file.parent.name}")
    candidate = answers.load(file, f"shelf_{file.parent.name}_{file.stem}")
    result, expected = answers.tried(launches, reference, candidate)
    assert launches.answers
    check(launches, result, expected)


def test_generated_answers(machine, tmp_path):
    program = os.environ["NEREID_PROGRAM"]
    made = subprocess.run([program, "tasks", "generate", "--count", str(GENERATED), "--runnable", "--answers"],
                          capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(made) >= GENERATED
    for index, line in enumerate(made):
        task = json.loads(line)
        files = [tmp_path / f"{kind}_{index}.py" for kind in ("reference", "candidate")]
        for file, kind in zip(files, ("reference", "candidate"), strict=True):
            file.write_text(task[kind], encoding="utf-8")
        launches = answers.Launches(machine)
        try:
            result, expected = answers.tried(launches, answers.load(files[0], files[0].stem),
                                             answers.load(files[1], files[1].stem), task["entry_point"])
            assert launches.answers
            check(launches, result, expected)
        except Exception as error:
            raise AssertionError(f"{task['id']} ({task['name']})") from error


def test_kernels_of_the_zoo_are_read(machine):
    """Honest twins of the zoo: every kernel that their hosts launch without a GPU is read, of tasks that are not too large for one. What
    they do to this process is theirs, so results are not looked at."""
    texts = {}
    for file in sorted(ZOO.glob("*/class.json")):
        for entry in json.loads(file.read_text(encoding="utf-8"))["entries"]:
            launches = answers.Launches(machine)
            name = entry["id"].replace("/", "_")
            # Hosts that ask for a GPU, or for another torch, end early; their kernels until then count.
            with contextlib.suppress(Exception):
                reference = answers.load(ZOO / entry["reference"], f"reference_{name}")
                if not answers.is_too_large(reference):
                    answers.tried(launches, reference, answers.load(file.parent / entry["twin"], name))
            texts.update({text: entry["id"] for text in launches.texts})
    assert len(texts) >= 20
    for text, name in texts.items():
        answer = machine.read(text)
        assert "error" not in answer, (name, answer)
