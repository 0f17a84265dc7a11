# SPDX-License-Identifier: GPL-3.0-or-later
"""`nereid verify --batch` on files that others wrote."""

import json
import os
import subprocess

PROGRAM = os.environ["NEREID_PROGRAM"]

REFERENCE = '''import torch
import torch.nn as nn
class Model(nn.Module):
    def forward(self, x):
        return torch.relu(x)
def get_inputs():
    return [torch.randn(6, 200)]
def get_init_inputs():
    return []
'''
CANDIDATE = '''import torch
import torch.nn as nn
import triton
import triton.language as tl

@triton.jit
def relu(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n)
    tl.store(out_ptr + offs, tl.maximum(x, 0.0), mask=offs < n)

class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        relu[(triton.cdiv(x.numel(), 256),)](x, out, x.numel(), BLOCK=256)
        return out
'''
WRONG = CANDIDATE.replace("tl.maximum", "tl.minimum")


def judged(place, *options):
    """{id: verdict} and the exit status."""
    done = subprocess.run([PROGRAM, "verify", "--batch", str(place), "--json", "--device", "cpu", "--inputs", "task",
                           "--jobs", "1", *map(str, options)], capture_output=True, text=True, check=False)
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    return {verdict["id"]: verdict for verdict in verdicts}, done


def tasks_in(folder):
    (folder / "level1").mkdir(parents=True)
    (folder / "level1" / "19_ReLU.py").write_text(REFERENCE)
    return folder


def test_lines_of_others_are_taken_as_they_are(tmp_path):
    lines = [{"name": "answer", "reference": REFERENCE, "completion": f"Here:\n```python\n{CANDIDATE}```\n"},
             {"id": 7, "python_code": REFERENCE.replace("Model", "Relu"), "entry_point": "Relu",
              "triton_code": WRONG.replace("ModelNew", "ReluNew")},
             {"task": "kernelbench/level1/19_ReLU", "candidate": CANDIDATE}, {"reference": REFERENCE}]
    file = tmp_path / "answers.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    verdicts, done = judged(file, "--tasks", tasks_in(tmp_path / "tasks"))
    assert done.returncode == 1 and set(verdicts) == {"answer", "7", "kernelbench/level1/19_ReLU", None}
    assert verdicts["answer"]["accepted"] and verdicts["kernelbench/level1/19_ReLU"]["accepted"]
    assert verdicts["7"]["reason"]["code"] == "wrong_values"
    assert verdicts[None]["line"] == 4 and '"completion"' in verdicts[None]["reason"]["message"]


def test_a_task_without_a_folder_says_what_to_name(tmp_path):
    file = tmp_path / "answers.jsonl"
    file.write_text(json.dumps({"task": "kernelbench/level1/19_ReLU", "completion": "x"}) + "\n")
    verdicts, _ = judged(file)
    assert "--tasks FOLDER" in verdicts[None]["reason"]["message"]


def test_the_folder_of_a_kernelbench_run_is_a_batch(tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    (run / "level_1_problem_19_sample_0_kernel.py").write_text(CANDIDATE)
    (run / "level_1_problem_19_sample_2_kernel.py").write_text(WRONG)
    (run / "eval_results.json").write_text("{}")
    verdicts, done = judged(run, "--tasks", tasks_in(tmp_path / "tasks"))
    assert done.returncode == 1
    assert {name: verdict["accepted"] for name, verdict in verdicts.items()} == {
        "kernelbench/level1/19_ReLU/0": True, "kernelbench/level1/19_ReLU/2": False}
    _, unnamed = judged(run)
    assert unnamed.returncode == 2 and "--tasks FOLDER" in unnamed.stderr
