# SPDX-License-Identifier: GPL-3.0-or-later
"""Has TRL's GRPOTrainer compute advantages, losses, gradients and clip metrics of one small batch.

make_numbers.py FILE      writes what numbers.json beside this script holds

The trainer is a real one. Given are what a model would have to be run for: completions, rewards and log-probabilities (now, when
sampled, of the ref policy). All else is TRL's code: truncation masks, advantages, per-token losses, their sums, k3, clip ratios.
"""

import json
import pathlib
import random
import sys
import tempfile

import torch
from datasets import Dataset
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM
from trl import GRPOConfig, GRPOTrainer
from trl import __version__ as trl_version

GROUPS, SIZE, LONGEST = 4, 4, 7
EPSILON, EPSILON_HIGH = 0.2, 0.28
PAD, END, TEXT = 0, 1, 2
DEAD, UNSCORED = 1, 14  # a group of equal rewards, a row without a reward


def batch():
    """Rows in groups; Python's own generator, which gives the same numbers everywhere."""
    draw = random.Random(17)
    rows = []
    for i in range(GROUPS * SIZE):
        length = draw.randint(1, LONGEST)
        logp = [round(draw.uniform(-2.5, -0.1), 4) for _ in range(length)]
        rows.append({
            "logp": logp,
            "old_logp": [round(x + draw.gauss(0, 0.35), 4) for x in logp],
            "ref_logp": [round(x + draw.gauss(0, 0.3), 4) for x in logp],
            "truncated": i in (2, 9),
            "reward": 0.3 if i // SIZE == DEAD else round(draw.uniform(0, 1), 2),
        })
    return rows


def tokenizer():
    words = Tokenizer(WordLevel({"<pad>": PAD, "<end>": END, "word": TEXT}, unk_token="word"))
    return PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<pad>", eos_token="<end>", unk_token="word")


def model_folder(folder):
    """A model that is never asked: the trainer will not start without one."""
    torch.manual_seed(0)
    config = Qwen2Config(vocab_size=3, hidden_size=8, intermediate_size=8, num_hidden_layers=1, num_attention_heads=1,
                         num_key_value_heads=1, eos_token_id=END, pad_token_id=PAD)
    Qwen2ForCausalLM(config).save_pretrained(folder)
    return str(folder)


class Given(GRPOTrainer):
    """Log-probabilities are those of the batch, in double precision; the one method that is replaced."""

    def give(self, rows):
        def padded(key):
            return torch.tensor([row[key] + [0.0] * (LONGEST - len(row[key])) for row in rows], dtype=torch.float64)

        self.now, self.old, self.ref = padded("logp").requires_grad_(), padded("old_logp"), padded("ref_logp")

    def _get_per_token_logps_and_entropies(self, model, input_ids, attention_mask, logits_to_keep, *args, **kwargs):
        if self.ref_model is not None and model is self.ref_model:
            chosen = self.ref
        else:
            chosen = self.now if torch.is_grad_enabled() else self.old
        chosen = chosen[:, :logits_to_keep]
        return chosen, torch.zeros_like(chosen), None


def trainer(folder, rows, rewards, **settings):
    def rollout(prompts, _trainer):
        ids = [[TEXT] * (len(row["logp"]) - 1) + [TEXT if row["truncated"] else END] for row in rows]
        return {"prompt_ids": [[TEXT]] * len(prompts), "completion_ids": ids, "logprobs": [row["old_logp"] for row in rows]}

    args = GRPOConfig(output_dir=str(folder / "out"), per_device_train_batch_size=len(rows), num_generations=SIZE,
                      num_iterations=2, max_completion_length=LONGEST, epsilon=EPSILON, epsilon_high=EPSILON_HIGH,
                      use_cpu=True, bf16=False, gradient_checkpointing=False, report_to=[], disable_tqdm=True, **settings)
    made = Given(model=model_folder(folder / "model"), reward_funcs=lambda completions, **_: rewards, args=args,
                 train_dataset=Dataset.from_dict({"prompt": ["word"] * len(rows)}), processing_class=tokenizer(),
                 rollout_func=rollout)
    made.give(rows)
    made.model.train()
    made.current_gradient_accumulation_steps = 1
    return made


def scored(made, rows):
    return made._generate_and_score_completions([{"prompt": "word"}] * len(rows))


def advantages(folder, rows, scale):
    rewards = [None if i == UNSCORED else row["reward"] for i, row in enumerate(rows)]
    made = trainer(folder, rows, rewards, scale_rewards=scale)
    return {"scale_rewards": scale, "advantages": scored(made, rows)["advantages"].tolist(),
            "frac_reward_zero_std": made._metrics["train"]["frac_reward_zero_std"][0]}


def loss(folder, rows, loss_type, beta, masked, corrected=False):
    made = trainer(folder, rows, [row["reward"] for row in rows], loss_type=loss_type, beta=beta,
                   mask_truncated_completions=masked,
                   use_bias_correction_kl=corrected)  # False: k3 as GRPO has it
    inputs = scored(made, rows)
    total = made.compute_loss(made.model, inputs)
    total.backward()
    metrics = made._metrics["train"]
    case = {"loss_type": loss_type, "beta": beta, "mask_truncated_completions": masked,
            "use_bias_correction_kl": corrected, "advantages": inputs["advantages"].tolist(), "mask": inputs["completion_mask"].tolist(),
            "loss": total.item(), "gradient": made.now.grad.tolist()}
    for key in ["kl"] * (beta > 0) + ["clip_ratio/low_mean", "clip_ratio/high_mean", "clip_ratio/region_mean",
                                      "clip_ratio/low_min", "clip_ratio/high_max"]:
        case[key] = metrics[key][0]
    return case


def numbers():
    rows = batch()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        return {
            "trl": trl_version, "groups": GROUPS, "group_size": SIZE, "epsilon": EPSILON, "epsilon_high": EPSILON_HIGH,
            "max_completion_length": LONGEST, "unscored": UNSCORED, "rows": rows,
            "advantages": [advantages(folder, rows, scale) for scale in ("group", "batch", "none")],
            "losses": [loss(folder, rows, loss_type, beta, masked) for loss_type in ("grpo", "dr_grpo", "dapo")
                       for beta in (0.0, 0.04) for masked in (False, True)]
                      + [loss(folder, rows, loss_type, 0.04, False, corrected=True) for loss_type in ("grpo", "dr_grpo", "dapo")],
        }


def text(all_numbers):
    """JSON with a line a row and a case, so that a difference can be read."""
    parts = []
    for key, value in all_numbers.items():
        lines = ",\n  ".join(json.dumps(one) for one in value) if isinstance(value, list) else None
        parts.append(f"{json.dumps(key)}: " + (json.dumps(value) if lines is None else f"[\n  {lines}\n ]"))
    return "{\n " + ",\n ".join(parts) + "\n}\n"


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(text(numbers()))
