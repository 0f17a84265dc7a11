# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad input by the command line: status 2, one clear line with place and mend, and nothing left under the final name."""

import json
import os
import pathlib
import resource
import signal
import subprocess

import pyarrow
import pyarrow.parquet
import pytest
from folder_events import FolderEvents

PROGRAM = os.environ["NEREID_PROGRAM"]
MODULE = ("import torch\n\n\nclass Add(torch.nn.Module):\n    def forward(self, x):\n        return x + {0}\n\n\n"
          "def get_inputs():\n    return [torch.rand(4)]\n\n\ndef get_init_inputs():\n    return [[], {{}}]\n")
ROW = {"entry_point": "Add", "python_code": MODULE.format(1), "triton_code": "x = 1\n", "uuid": 3, "licenses": ["MIT"]}
TINY = [word for one in ("grpo.prompts_per_step=1", "grpo.num_generations=2", "generation.max_completion_length=16", "evaluate.every=0",
                         "run.trainer_threads=1", "verify.jobs=1") for word in ("--set", one)]


def nereid(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, errors="replace", timeout=300)


def refused(done, *words):
    assert done.returncode == 2, done.stdout + done.stderr
    said = [line for line in done.stderr.splitlines() if line.startswith("nereid: ")]
    assert len(said) == 1 and all(word in said[0] for word in words), done.stderr
    assert said[0] not in done.stdout and said[0].removeprefix("nereid: ") not in done.stdout, "told once"


def line(**changed):
    return json.dumps(ROW | changed) + "\n"


def parquet(tmp_path):
    file = tmp_path / "whole.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([ROW] * 3), file)
    return file.read_bytes()


@pytest.mark.parametrize(("name", "content", "words"), [
    ("empty.parquet", b"", "the file is empty"),
    ("empty.jsonl", b"", "the file is empty"),
    ("empty.json", b"[]", "no rows"),
    ("text.json", b"hello", "neither Parquet nor JSON"),
    ("number.json", b"42", "neither Parquet nor JSON"),
    ("deep.json", b"[" * 100_000, "nested more than 64 deep"),
    ("unknown.json", b'[{"foo": 1}]', "the columns foo are those of no known data set; expected all of: kernelbook"),
    ("missing.json", json.dumps([{key: ROW[key] for key in ("entry_point", "triton_code")}]).encode(),
     "(kernelbook but for python_code)"),
    ("middle.jsonl", (line() + '{"entry_point": \n' + line(uuid=4)).encode(), "middle.jsonl:2:17: syntax error"),
    ("huge.jsonl", line().replace('"uuid": 3', '"uuid": 1e400').encode(), "huge.jsonl:1: number overflow"),
    ("types.jsonl", line(python_code=7).encode(), "types.jsonl:1: column python_code: expected a text, got number"),
    ("latin.jsonl", line().encode().replace(b"MIT", b"M\xff"), "latin.jsonl:1:"),
    ("nul.jsonl", line().encode() + b"\0\0\n", "nul.jsonl:2:"),
])
def test_tables(tmp_path, name, content, words):
    (tmp_path / name).write_bytes(content)
    refused(nereid("data", "import", tmp_path / name, "--out", tmp_path / "out"), name, words)
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("damage", [lambda whole: whole[:len(whole) // 2], lambda whole: whole[:60] + bytes(140) + whole[200:]])
def test_damaged_parquet(tmp_path, damage):
    (tmp_path / "bad.parquet").write_bytes(damage(parquet(tmp_path)))
    refused(nereid("data", "import", tmp_path / "bad.parquet", "--out", tmp_path / "out"), "bad.parquet: not a whole Parquet file", "fetch it again")
    assert not (tmp_path / "out").exists()


def test_a_number_beyond_64_bits_loses_nothing(tmp_path):
    (tmp_path / "big.jsonl").write_text(line(uuid=123456789012345678901234567890))
    done = nereid("data", "import", tmp_path / "big.jsonl", "--out", tmp_path / "out", "--json")
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "out" / "pairs.jsonl").read_text().splitlines()) == 1


def test_an_import_that_is_killed_leaves_nothing_under_its_name(tmp_path):
    with open(tmp_path / "many.jsonl", "w") as file:
        file.writelines(line(python_code=MODULE.format(i), uuid=i) for i in range(20_000))
    with FolderEvents(tmp_path) as events:
        process = subprocess.Popen([PROGRAM, "data", "import", tmp_path / "many.jsonl", "--out", tmp_path / "out"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        events.wait_until((tmp_path / ".out.unfinished").exists, process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "out").exists()
    done = nereid("data", "import", tmp_path / "many.jsonl", "--out", tmp_path / "out", "--json")
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "out" / "pairs.jsonl").read_text().splitlines()) >= 15_000  # but for what is held out
    assert sorted(file.name for file in tmp_path.iterdir()) == ["many.jsonl", "out"]


@pytest.mark.parametrize(("settings", "words"), [
    (["phases=[sft,best_of_m]"], "phases: expected a method, an agent, or a name whose block says one, got best_of_m; did you mean best_of_n?"),
    (["phases=[sft,sft]"], "got sft twice"),
    (["phases=[sft,grpo]", "phase.frontend.seed=1"], "phase.frontend: expected one of the phases (sft, grpo)"),
    (["phases=[sft,grpo]", "phase.sft.start=grpo"], "phase.sft.start: expected previous, model or the name of an earlier phase"),
    (["phases=[sft,grpo]", "phase.sft.sft.stepz=3"], "did you mean phase.sft.sft.steps?"),
    (["phases=[sft]", "phase.sft=1"], "phase.NAME.KEY"),
    (["phases=[sft]", "phase..sft.steps=1"], "phase.NAME.KEY"),
    (["phases=[backend]"], "expected a phase frontend before backend"),
    (["tasks.levels=[1,3]"], "tasks.levels: expected 1 or 2 for tasks.source = synthetic, got 3"),
    (["reward.name=hierachical"], "staged, binary, weighted, two_agent or hierarchical"),
    (["reward.name=hierarchical", "hierarchy.alpha=2"], "hierarchy.alpha: expected a number from 0 to 1"),
    (["turns.count=0"], "turns.count: expected a whole number from 1 to 64, got 0"),
    (["turns.count=2", "turns.discount=2"], "turns.discount: expected a number from 0 to 1, got 2"),
    (["phases=[sft,grpo]", "phase.sft.turns.count=2"], "phase.sft.turns.count: expected 1 for method = sft"),
    (["verify.rtol=0.01"], "verify.rtol: expected none where verify.atol is none"),
    (["verify.rtol=inf", "verify.atol=0"], "verify.rtol: expected none or a number of at least 0, got inf"),
    (["verify.rtol=0", "verify.atol=-1"], "verify.atol: expected none or a number of at least 0, got -1"),
    (["reward.score=milestones", "reward.milestones=[2, 1]"], "reward.milestones: expected speedups in rising order"),
    (["tasks.curriculum_counts=row"], "expected correct or raw"),
    (["verify.several_blocks=first"], "expected last or invalid"),
    (["grpo.num_generation=4"], "did you mean grpo.num_generations?"),
    (["evaluate.every=-1"], "evaluate.every: expected a whole number of at least 0"),
])
def test_settings(tmp_path, settings, words):
    chosen = [word for one in settings for word in ("--set", one)]
    refused(nereid("train", "pocket", *chosen, "--out", tmp_path / "run"), words)
    assert not any(tmp_path.iterdir())


def test_a_phase_may_be_called_as_one_likes_where_it_says_how_it_learns(tmp_path):
    done = nereid("train", "pocket", "--estimate", "--set", "phases=[sft,sft2,later]", "--set", "phase.sft2.method=sft")
    assert done.returncode == 0, done.stderr


def test_a_layer_that_the_model_does_not_have_gets_no_adapter(tmp_path):
    refused(nereid("train", "pocket", "--steps", 1, "--out", tmp_path / "run", *TINY, "--set", "model.adapter=lora",
                   "--set", "model.lora_targets=[q_proj, q_porj]"), 'model.lora_targets: no linear layer of the model is called "q_porj"; it has down_proj')


def test_what_a_run_starts_from(tmp_path):
    for key in ("tasks.source", "model.path"):
        refused(nereid("train", "pocket", "--steps", 1, "--out", tmp_path / key, *TINY, "--set", f"{key}={tmp_path}/none"), f"{tmp_path}/none")
    (tmp_path / "pairs.jsonl").write_text('{"prompt": "p", "completion": "c"}\n{"prompt": \n')
    refused(nereid("train", "pocket", "--steps", 1, "--out", tmp_path / "run", *TINY, "--set", "method=sft",
                   "--set", f"sft.corpus={tmp_path}/pairs.jsonl"), "pairs.jsonl:2:12: syntax error", "each line is")
    refused(nereid("train", "pocket", "--steps", 1, "--out", tmp_path / "pairs.jsonl"), "pairs.jsonl")


def test_a_run_is_not_resumed_with_other_settings(tmp_path):
    run = tmp_path / "run"
    assert nereid("train", "pocket", "--steps", 1, "--out", run, *TINY).returncode == 0
    for change, words in [("model.adapter=lora", "model.adapter was none, is lora"), ("model.dtype=bfloat16", "model.dtype was float32, is bfloat16"),
                          ("grpo.beta=0.5", "grpo.beta was 0, is 0.5")]:
        refused(nereid("train", "--resume", run, "--steps", 2, "--set", change), words)
    on = nereid("train", "--resume", run, "--set", "evaluate.samples_per_level=2")  # and nothing is lost
    assert on.returncode == 0, on.stderr


def with_little_room(*arguments, bytes):
    """As on a full disk: no file grows beyond so many bytes."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (bytes, bytes))
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, errors="replace", timeout=300, preexec_fn=limit)


def test_an_export_that_does_not_fit_can_be_made_again(tmp_path):
    refused(with_little_room("model", "export", "pocket", tmp_path / "model", bytes=200_000), "model.safetensors", "File too large")
    assert nereid("model", "export", "pocket", tmp_path / "model").returncode == 0
    assert nereid("model", "info", tmp_path / "model").returncode == 0
    run = pathlib.Path(__file__).parents[3] / "resources" / "runs" / "example"
    refused(with_little_room("record", "export", run, "--jsonl", "--out", tmp_path / "e.jsonl", bytes=50_000), "e.jsonl: File too large")
    assert not (tmp_path / "e.jsonl").exists()


def test_adapters_of_another_base(tmp_path):
    lora = ["--set", "model.adapter=lora", "--set", "model.lora_rank=2"]
    assert nereid("train", "pocket", "--steps", 1, "--out", tmp_path / "run", *TINY, *lora).returncode == 0
    model = tmp_path / "run" / "model"
    refused(nereid("train", "pocket", "--steps", 1, "--out", tmp_path / "other", *TINY, "--set", f"model.path={model}",
                   "--set", "model.adapter=lora", "--set", "model.lora_rank=4"), "model.lora_rank", "has 2, the settings say 4")
    weights = model / "adapter_model.safetensors"
    whole = weights.read_bytes()
    weights.write_bytes(whole.replace(b"layers.0.", b"layers.9."))
    refused(nereid("eval", model, "--levels", 1, "--level-samples", 1, "--out", tmp_path / "e"), "adapter_model.safetensors", "is missing")
    weights.write_bytes(whole[:100])
    refused(nereid("eval", model, "--levels", 1, "--level-samples", 1, "--out", tmp_path / "e"), "damaged or incomplete")
    weights.unlink()
    refused(nereid("eval", model, "--levels", 1, "--level-samples", 1, "--out", tmp_path / "e"), "adapter_model.safetensors: is not there")
    refused(nereid("train", "pocket", "--steps", 1, "--out", tmp_path / "third", *TINY, "--set", f"model.path={model}", *lora),
            "adapter_model.safetensors: is not there")
    config = json.loads((model / "adapter_config.json").read_text())
    for change, words in [({"r": 4}, ('q_proj.lora_A.weight" has the shape [2, 128], expected [4, 128]', "adapter_config.json")),
                          ({"target_modules": ["q_proj"]}, ("has no place in this model",)),
                          ({"target_modules": ["q_proj", "c_attn"]}, ('adapter_config.json: target_modules: no linear layer of the model is called "c_attn"', "q_proj"))]:
        weights.write_bytes(whole)
        (model / "adapter_config.json").write_text(json.dumps(config | change))
        refused(nereid("eval", model, "--levels", 1, "--level-samples", 1, "--out", tmp_path / "e"), *words)
    (model / "adapter_config.json").write_text(json.dumps(config))
    base = tmp_path / "base"
    assert nereid("train", "pocket", "--steps", 1, "--out", tmp_path / "small", *TINY, "--set", "method=sft", "--set", "sft.steps=1",
                  "--set", "sft.samples=8", "--set", "sft.batch_size=2", "--set", "generation.max_completion_length=640",
                  "--set", "model.path=new", "--set", "model.hidden_size=64").returncode == 0
    (tmp_path / "small" / "model").rename(base)
    (model / "adapter_config.json").write_text(json.dumps(config | {"base_model_name_or_path": str(base)}))
    refused(nereid("eval", model, "--levels", 1, "--level-samples", 1, "--out", tmp_path / "e"), "adapter_model.safetensors", "has the shape [2, 128], expected [2, 64]",
            "another base")
    (model / "adapter_config.json").write_text(json.dumps(config | {"base_model_name_or_path": "/no/base"}))
    refused(nereid("eval", model, "--levels", 1, "--level-samples", 1, "--out", tmp_path / "e"), "adapter_config.json", "/no/base")
    assert not (tmp_path / "e").exists()


@pytest.mark.parametrize(("arguments", "words"), [
    (["pocket", "--levels", "9"], "synthetic tasks have level 1 or 2, not 9"),
    (["pocket", "--k", "10"], "pass@10 cannot be estimated"),
    (["pocket", "--top-p", "0"], "--top-p"),
    (["pocket", "--rtol", "0.1"], "--atol"),
    (["pocket", "--rtol", "nan", "--atol", "0"], "expected a number of at least 0, got nan"),
    (["pocket", "--rtol", "0", "--atol", "-1"], "expected a number of at least 0, got -1"),
    (["/no/model"], "/no/model"),
    (["--compare", "/no/first", "/no/second"], "/no/first"),
])
def test_evaluations(tmp_path, arguments, words):
    refused(nereid("eval", *arguments, "--out", tmp_path / "e"), words)
    assert not any(tmp_path.iterdir())
