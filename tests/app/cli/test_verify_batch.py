# SPDX-License-Identifier: GPL-3.0-or-later
"""`nereid verify --batch` on files that others wrote."""

import gzip
import json
import os
import pty
import signal
import subprocess
import time

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
    assert "--tasks FOLDER" in verdicts["kernelbench/level1/19_ReLU"]["reason"]["message"]


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


def test_answers_may_be_messages_of_a_chat(tmp_path):
    said = [{"role": "user", "content": "Write it."}, {"role": "assistant", "content": f"Here:\n```python\n{CANDIDATE}```\n"}]
    lines = [{"id": "trl", "prompt": said[:1], "reference": REFERENCE, "completion": said[1:]},
             {"id": "sft", "reference": REFERENCE, "messages": said},
             {"id": "parts", "reference": REFERENCE, "completion": [{"role": "assistant", "content": [{"type": "text", "text": said[1]["content"]}]}]},
             {"id": "prompt", "reference": REFERENCE, "candidate": WRONG, "messages": said},
             {"id": "unasked", "ref_arch_src": REFERENCE, "custom_model": CANDIDATE}]
    file = tmp_path / "array.json"  # as json.dump writes a list
    file.write_text(json.dumps(lines, indent=1))
    verdicts, done = judged(file)
    assert done.returncode == 1 and [verdicts[name]["accepted"] for name in ("trl", "sft", "parts", "prompt")] == [True, True, True, False]
    assert "this line has" in verdicts["unasked"]["reason"]["message"] and '"custom_model"' in verdicts["unasked"]["reason"]["message"]


def test_files_that_are_no_lines_say_so_once(tmp_path):
    for name, content, words in (("a.jsonl.gz", gzip.compress(b"{}\n"), "gzip -dk"), ("a.parquet", b"PAR1\x15\x04", "nereid data import"),
                                 ("empty.jsonl", b"\n \n", "holds no candidates")):
        file = tmp_path / name
        file.write_bytes(content)
        _, done = judged(file)
        assert done.returncode == 2 and words in done.stderr and done.stderr.count("\n") == 1, done.stderr


def batch_of(tmp_path, count):
    file = tmp_path / "many.jsonl"
    file.write_text("".join(json.dumps({"id": f"c{number}", "reference": REFERENCE, "candidate": f"{CANDIDATE}# {number}\n"}) + "\n"
                            for number in range(count)))
    return file


def begun(file, tmp_path, **streams):
    temporary = tmp_path / "temporary"
    temporary.mkdir(exist_ok=True)
    return temporary, subprocess.Popen([PROGRAM, "verify", "--batch", str(file), "--device", "cpu", "--jobs", "1", "--no-cache"],
                                       env=os.environ | {"TMPDIR": str(temporary)}, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
                                       **streams)


def test_an_interrupted_batch_leaves_nothing_and_says_how_far_it_came(tmp_path):
    for ends in (signal.SIGINT, signal.SIGTERM):
        temporary, run = begun(batch_of(tmp_path, 400), tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert run.stdout.readline().startswith("c")
        run.send_signal(ends)
        out, error = run.communicate(timeout=60)
        assert run.returncode == 130 and "interrupted: " in error and "cancelled" not in out and not list(temporary.iterdir()), error


def test_who_reads_may_have_enough_and_a_disk_may_be_full(tmp_path):
    file = batch_of(tmp_path, 40)
    temporary, run = begun(file, tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    run.stdout.readline()
    run.stdout.close()
    assert run.wait(timeout=120) == 141 and not run.stderr.read() and not list(temporary.iterdir())
    with open("/dev/full", "w") as full:
        temporary, run = begun(file, tmp_path, stdout=full, stderr=subprocess.PIPE, text=True)
        assert "cannot write verdicts" in run.communicate(timeout=120)[1] and run.returncode == 2 and not list(temporary.iterdir())


def test_the_next_verifier_removes_what_a_killed_one_left(tmp_path):
    file = batch_of(tmp_path, 40)
    temporary, run = begun(file, tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    run.stdout.readline()
    run.kill()
    run.wait()
    left, = temporary.iterdir()
    used = temporary / "nereid-verify-other"  # of a program that has no lock
    used.mkdir()
    for folder in (left, used):
        os.utime(folder, (time.time() - 600,) * 2)
    _, again = begun(batch_of(tmp_path, 1), tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert again.wait(timeout=120) == 0 and list(temporary.iterdir()) == [used]


def test_a_terminal_sees_how_far_it_is(tmp_path):
    mine, theirs = pty.openpty()
    _, run = begun(batch_of(tmp_path, 3), tmp_path, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    assert run.wait(timeout=120) == 0
    assert b"2 of 3 judged, 2 accepted, about " in os.read(mine, 1 << 16)
    os.close(mine)


def test_who_fails_at_the_tasks_own_sizes_is_not_right_for_it(tmp_path):
    file = tmp_path / "large.jsonl"  # offsets of 32 bits wrap in a tensor that is judged at smaller sizes
    file.write_text(json.dumps({"id": "wraps", "reference": REFERENCE.replace("6, 200", "480000000, 80"), "candidate": CANDIDATE}) + "\n")
    verdicts, _ = judged(file)
    assert verdicts["wraps"]["reason"]["message"].startswith("own sizes") and not verdicts["wraps"]["right_for_task"], verdicts["wraps"]["reason"]


def test_standard_input_may_hold_the_batch_or_the_candidate(tmp_path):
    line = json.dumps({"id": "same", "reference": REFERENCE, "candidate": CANDIDATE})
    done = subprocess.run([PROGRAM, "verify", "--batch", "-", "--device", "cpu", "--inputs", "task", "--jobs", "1"],
                          input=f"{line}\n{line}\n", capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "2 of 2 accepted" in done.stdout
    assert "1 of the ids came more than once, such as same" in done.stderr and "p50" not in done.stderr
    (tmp_path / "reference.py").write_text(REFERENCE)
    one = [PROGRAM, "verify", "-", "--reference", str(tmp_path / "reference.py"), "--device", "cpu", "--inputs", "task"]
    done = subprocess.run(one, input=CANDIDATE, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith("standard input: accepted"), done.stdout + done.stderr


def test_what_a_batch_alone_has_is_refused_without_one(tmp_path):
    (tmp_path / "one.py").write_text(CANDIDATE)
    one = [PROGRAM, "verify", str(tmp_path / "one.py"), "--reference", "reference.py", "--memory-mb", "4096"]
    done = subprocess.run(one, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "--memory-mb requires --batch" in done.stderr, done.stderr
