# SPDX-License-Identifier: GPL-3.0-or-later
"""TRL's own GRPOTrainer trains the pocket model with the verifier as its reward."""

import json
import os
import pathlib
import subprocess

import pytest

os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false")

import nereid  # noqa: E402
import nereid.trl  # noqa: E402
import torch  # noqa: E402
from datasets import Dataset  # noqa: E402
from transformers import AutoModelForCausalLM, AutoTokenizer  # noqa: E402
from trl import GRPOConfig, GRPOTrainer  # noqa: E402

PROGRAM = os.environ["NEREID_PROGRAM"]
EXAMPLE = pathlib.Path(os.environ["NEREID_RESOURCES"]) / "runs" / "example"
STEPS = 3


@pytest.fixture(scope="module", autouse=True)
def _end():
    torch.set_num_threads(1)
    yield
    nereid.shutdown()


@pytest.fixture(scope="module")
def prompts(tmp_path_factory):
    """Prompts of a recorded run, as the pocket model was taught to read them, with their references."""
    out = tmp_path_factory.mktemp("record") / "episodes.jsonl"
    subprocess.run([PROGRAM, "record", "export", str(EXAMPLE), "--jsonl", "--out", str(out)], check=True, stdout=subprocess.DEVNULL)
    seen = {}
    with open(out) as lines:
        for line in lines:
            episode = json.loads(line)
            seen.setdefault(episode["prompt"], episode["reference"])
    return [{"prompt": prompt, "reference": reference} for prompt, reference in list(seen.items())[:STEPS]]


def test_a_trainer_learns_from_verdicts(prompts, tmp_path):
    folder = tmp_path / "pocket"
    subprocess.run([PROGRAM, "model", "export", "pocket", str(folder)], check=True, stdout=subprocess.DEVNULL)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    assert (tokenizer.eos_token, tokenizer.pad_token, len(tokenizer)) == ("<|end|>", "<|pad|>", 1334)
    model = AutoModelForCausalLM.from_pretrained(folder)
    before = model.model.embed_tokens.weight.detach().clone()
    formula = nereid.trl.reward_function("staged")
    paid = []

    def staged(**columns):
        paid.append(formula(**columns))
        return paid[-1]

    settings = GRPOConfig(output_dir=str(tmp_path / "out"), max_steps=STEPS, per_device_train_batch_size=4, num_generations=4,
                          max_completion_length=256, learning_rate=1e-4, logging_steps=1, report_to=[], save_strategy="no", use_cpu=True,
                          bf16=False, beta=0.0, seed=3)
    trainer = GRPOTrainer(model=model, processing_class=tokenizer, reward_funcs=staged, train_dataset=Dataset.from_list(prompts),
                          args=settings)
    trainer.train()

    logged = [entry for entry in trainer.state.log_history if "reward" in entry]
    assert len(logged) == len(paid) == STEPS
    for entry, rewards in zip(logged, paid):
        assert len(rewards) == 4 and all(0 <= reward <= 1 for reward in rewards)
        assert entry["reward"] == pytest.approx(sum(rewards) / 4, abs=1e-6)
        assert 1 >= entry["funnel/static"] >= entry["funnel/compile"] >= entry["funnel/full"] >= 0
    # A model that writes right kernels two times in five, asked twelve times.
    assert max(max(rewards) for rewards in paid) >= 0.7
    differ = any(len(set(rewards)) > 1 for rewards in paid)
    assert torch.equal(before, model.model.embed_tokens.weight) != differ
