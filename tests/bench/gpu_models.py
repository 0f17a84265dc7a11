# SPDX-License-Identifier: GPL-3.0-or-later
"""LoRA SFT and GRPO steps of a 7B model on a GPU beside transformers, PEFT and TRL, each side alone on the GPU, in turn.

    python tests/bench/gpu_models.py make FOLDER --tokenizer MODEL_FOLDER
    python tests/bench/gpu_models.py sft FOLDER [--batch 4] [--tokens 1024] [--fp8] [--int8] [--no-peer]
    python tests/bench/gpu_models.py grpo FOLDER [--prompts 4] [--completions 16] [--tokens 256] [--fp8] [--int8] [--no-peer]
    python tests/bench/gpu_models.py decode FOLDER

`make` writes random weights of the shape of Qwen2.5-Coder-7B beside the tokenizer of another model: speed and memory do not
hang on the values. Both sides have the base in bfloat16, adapters of rank 16 at all seven linears and no recomputed activations.
`grpo` gives TRL the prompts that Nereid's run has recorded. beta is above 0, so that groups without a reward are trained, too, by
both. Needs peft, for grpo trl. The first step of each side, which compiles and fills caches, does not count.
"""

import argparse
import json
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time

import torch

import cpu_models

ROOT = pathlib.Path(__file__).resolve().parents[2]
BETA = 0.04


def make(options):
    from transformers import AutoModelForCausalLM, Qwen2Config
    torch.manual_seed(0)
    config = Qwen2Config(hidden_size=3584, intermediate_size=18944, num_hidden_layers=28, num_attention_heads=28, num_key_value_heads=4,
                         vocab_size=152064, rope_theta=1e6, max_position_embeddings=32768, tie_word_embeddings=False,
                         dtype="bfloat16", bos_token_id=1, eos_token_id=2, pad_token_id=2)
    torch.set_default_dtype(torch.bfloat16)
    with torch.device(options.device):
        model = AutoModelForCausalLM.from_config(config)
    model.save_pretrained(options.model, max_shard_size="5GB")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(options.tokenizer / name, options.model / name)


class PeakMemory:
    """GiB of the whole GPU that are in use at most, looked at by nvidia-smi; 0 without it."""

    def __enter__(self):
        self.gib, self._done = 0.0, threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *unused):
        self._done.set()
        self._thread.join()

    def _watch(self):
        while shutil.which("nvidia-smi") and not self._done.wait(1):
            seen = subprocess.run(["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"], capture_output=True,
                                  text=True, check=False).stdout.split()
            if seen and seen[0].isdigit():
                self.gib = max(self.gib, int(seen[0]) / 1024)


def train_with_nereid(options, folder, sets):
    return cpu_models.steps_of(options.program, folder, {
        "model.path": options.model, "model.adapter": "lora", "model.lora_rank": 16, "model.lora_alpha": 32, "model.lora_dropout": 0,
        "model.device": options.device, "model.dtype": "int8" if options.int8 else options.dtype, "model.fp8": str(options.fp8).lower(), "evaluate.every": 0,
        **sets})


def peer_model(options):
    from transformers import AutoModelForCausalLM
    return cpu_models.adapted(
        AutoModelForCausalLM.from_pretrained(options.model, dtype=getattr(torch, options.dtype)).to(options.device))


def write_rows(options, path):
    """Rows whose prompt and completion have --tokens tokens together; their ids."""
    from transformers import AutoTokenizer
    tokenizer = AutoTokenizer.from_pretrained(options.model)
    text = " ".join(f"word{number} of a kernel" for number in range(4 * options.tokens))
    ids = tokenizer(text, add_special_tokens=False).input_ids
    rows = []
    for number in range(options.batch):
        part = ids[number * 7:][:options.tokens - 8]  # less than the chat form may add
        rows.append({"prompt": tokenizer.decode(part[:options.tokens // 4]), "completion": tokenizer.decode(part[options.tokens // 4:])})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return [ids[number * 7:][:options.tokens] for number in range(options.batch)]


def sft_by_nereid(options, rows):
    with tempfile.TemporaryDirectory() as folder:
        steps = train_with_nereid(options, pathlib.Path(folder) / "run",
                                  {"method": "sft", "sft.corpus": rows, "sft.batch_size": options.batch, "sft.steps": options.steps,
                                   "generation.max_prompt_length": options.tokens, "generation.max_completion_length": options.tokens})
    # Each row's tokens as the run counts them, in the time of the update alone, as the peer's.
    return [step["tokens_per_second"] for step in steps[1:]]


def sft_by_peft(options, ids):
    model = peer_model(options).train()
    learnt = [weight for weight in model.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(learnt, lr=1e-5)
    batch = torch.tensor(ids, device=options.device)
    speeds = []
    for _ in range(options.steps):
        began = time.monotonic()
        model(input_ids=batch, labels=batch).loss.backward()
        torch.nn.utils.clip_grad_norm_(learnt, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        if options.device == "cuda":
            torch.cuda.synchronize()
        speeds.append(batch.numel() / (time.monotonic() - began))
    return speeds[1:]


def prompts_of(run):
    record = sqlite3.connect(run / "record.sqlite")
    rows = record.execute("SELECT DISTINCT episode.step, grp, content FROM episode JOIN episode_detail USING (seq) "
                          "JOIN blob ON blob.id = prompt ORDER BY 1, 2").fetchall()
    return [bytes(content).decode() if isinstance(content, bytes) else content for _, _, content in rows]


def grpo_by_nereid(options, run):
    steps = train_with_nereid(options, run,
                              {"method": "grpo", "grpo.prompts_per_step": options.prompts, "grpo.num_generations": options.completions,
                               "grpo.beta": BETA, "grpo.steps": options.steps, "grpo.loss_type": "dapo",
                               "generation.max_completion_length": options.tokens, "extensions.adaptive_curriculum": "false"})
    for step in steps:
        print("  nereid:", {key: round(step[key], 2) for key in ("generate_s", "verify_s", "overlap_s", "update_s", "step_s")}, flush=True)
    return [step["step_s"] for step in steps[1:]]


def of_equal_length(prompts, tokenizer):
    """The prompts cut to the same number of tokens, so that nothing is padded."""
    ids = [tokenizer(prompt, add_special_tokens=False).input_ids for prompt in prompts]
    for length in range(min(map(len, ids)), 0, -1):
        cut = [tokenizer.decode(row[:length]) for row in ids]
        if all(len(tokenizer(text, add_special_tokens=False).input_ids) == length for text in cut):
            print(f"  TRL: prompts of {length} tokens; nereid: {sorted(map(len, ids))[0]} to {max(map(len, ids))}", flush=True)
            return cut
    return prompts


def grpo_by_trl(options, prompts):
    from datasets import Dataset
    from transformers import AutoTokenizer, TrainerCallback
    from trl import GRPOConfig, GRPOTrainer
    marks = []

    class Clock(TrainerCallback):
        """Notes the time of each step's end."""

        def on_train_begin(self, *unused, **others):
            marks.append(time.monotonic())

        def on_pre_optimizer_step(self, *unused, model=None, **others):
            for weight in model.parameters():  # gradients of random weights are NaN there, and the next step would break off
                if weight.grad is not None:
                    weight.grad.nan_to_num_(0)

        def on_step_end(self, *unused, **others):
            marks.append(time.monotonic())

    with tempfile.TemporaryDirectory() as folder:
        config = GRPOConfig(output_dir=folder, per_device_train_batch_size=options.micro_batch,
                            gradient_accumulation_steps=options.prompts * options.completions // options.micro_batch,
                            num_generations=options.completions, max_completion_length=options.tokens, beta=BETA, max_steps=options.steps,
                            bf16=options.dtype == "bfloat16", use_cpu=options.device == "cpu", gradient_checkpointing=False, report_to=[],
                            save_strategy="no", logging_steps=1, shuffle_dataset=False, learning_rate=1e-5, disable_tqdm=True)
        tokenizer = AutoTokenizer.from_pretrained(options.model)
        prompts = of_equal_length(prompts, tokenizer)
        trainer = GRPOTrainer(model=peer_model(options), reward_funcs=lambda completions, **others: [float(len(one) % 7) for one in completions],
                              args=config, train_dataset=Dataset.from_list([{"prompt": prompt} for prompt in prompts]),
                              processing_class=tokenizer, callbacks=[Clock()])
        trainer.train()
    for entry in trainer.state.log_history[:1]:
        print("  TRL:", {key: value for key, value in entry.items() if "length" in key or "clipped" in key}, flush=True)
    return [after - before for before, after in zip(marks[1:], marks[2:])]


def told(what, unit, ours, theirs, peer, memory):
    for name, numbers, peak in (("nereid", ours, memory[0]), (peer, theirs, memory[1])):
        if numbers:
            print(f"{what}, {unit}: {name} {statistics.median(numbers):.2f} ({min(numbers):.2f} to {max(numbers):.2f}), peak {peak:.1f} GiB",
                  flush=True)


def sft(options):
    with tempfile.TemporaryDirectory() as folder:
        rows = pathlib.Path(folder) / "rows.jsonl"
        ids = write_rows(options, rows)
        with PeakMemory() as ours:
            speeds = sft_by_nereid(options, rows)
        with PeakMemory() as theirs:
            others = [] if options.no_peer else sft_by_peft(options, ids)
    told("LoRA SFT", "tokens/s", speeds, others, "transformers and PEFT", (ours.gib, theirs.gib))


def grpo(options):
    with tempfile.TemporaryDirectory() as folder:
        run = pathlib.Path(folder) / "run"
        with PeakMemory() as ours:
            seconds = grpo_by_nereid(options, run)
        with PeakMemory() as theirs:
            others = [] if options.no_peer else grpo_by_trl(options, prompts_of(run))
    told("GRPO step", "s", seconds, others, "TRL", (ours.gib, theirs.gib))


def decode(options):
    """Milliseconds a step of transformers' generate, out of the difference between 96 and 32 new tokens behind 512, as the test
    *CostOfAToken* of test_policy_cuda measures Nereid's sampler."""
    from transformers import AutoModelForCausalLM
    model = AutoModelForCausalLM.from_pretrained(options.model, dtype=getattr(torch, options.dtype)).to(options.device).eval()
    model.generation_config.eos_token_id = None
    for cache, all_rows in (("dynamic", (1, 4, 16, 64, 128)), ("static", (4,))):  # static: compiled, once for each number of rows
        for rows in all_rows:
            prompts = torch.randint(3, 150000, (rows, 512), device=options.device)

            def seconds(tokens):
                torch.cuda.synchronize()
                began = time.monotonic()
                model.generate(input_ids=prompts, attention_mask=torch.ones_like(prompts), do_sample=True, min_new_tokens=tokens,
                               max_new_tokens=tokens, pad_token_id=0, cache_implementation=cache)
                torch.cuda.synchronize()
                return time.monotonic() - began

            for tokens in (96, 32) if cache == "static" else (2,):
                seconds(tokens)
            print(f"transformers, {cache} cache, {rows:3d} rows: {(seconds(96) - seconds(32)) / 64 * 1e3:.2f} ms/step", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("make", "sft", "grpo", "decode"))
    parser.add_argument("model", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--tokenizer", type=pathlib.Path)
    parser.add_argument("--program", default=str(ROOT / "build/release/nereid"))
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--dtype", default="bfloat16", choices=("bfloat16", "float32"))
    for name, value in (("steps", 4), ("batch", 4), ("tokens", 0), ("prompts", 4), ("completions", 16), ("micro-batch", 16)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--fp8", action="store_true", help="Nereid's products with the base in 8-bit floating point")
    parser.add_argument("--int8", action="store_true", help="Nereid's base in whole numbers of 8 bits")
    parser.add_argument("--no-peer", action="store_true", help="Nereid alone")
    options = parser.parse_args()
    options.tokens = options.tokens or {"sft": 1024}.get(options.what, 256)
    if options.what == "make" and options.tokenizer is None:
        parser.error("make needs the folder of a tokenizer")
    {"make": make, "sft": sft, "grpo": grpo, "decode": decode}[options.what](options)


if __name__ == "__main__":
    main()
