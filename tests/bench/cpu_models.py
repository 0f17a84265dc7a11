# SPDX-License-Identifier: GPL-3.0-or-later
"""Sampling and LoRA training on a CPU beside llama.cpp, transformers and PEFT, on one model file.

    python tests/bench/cpu_models.py greedy MODEL.gguf [--tokens 48]
    python tests/bench/cpu_models.py decode MODEL.gguf [--threads 1] [--rounds 3]
    python tests/bench/cpu_models.py sft MODEL_FOLDER ROWS.jsonl [--threads 1] [--steps 3] [--batch 8]

`greedy` counts the answers to 50 prompts that are equal to those of transformers in float32, `decode` and `sft` print tokens a second
of each in turn. Needs transformers, for greedy and decode gguf and llama-cpp-python, for sft peft. ROWS.jsonl has "prompt" and
"completion". The threads are those of the cores that it binds itself to; run it on a machine that has nothing else to do.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUBJECTS = ("the sea", "a softmax kernel", "photosynthesis", "Python lists", "the French revolution", "a broken clock",
            "matrix multiplication", "bread", "black holes", "the number seven")
FORMS = ("Explain {} in two sentences.", "Write a short poem about {}.", "Q: What is {}?\nA:",
         "Here is a list of facts about {}:\n1.", "def describe():\n    # returns a text about {}\n    return")
LINEARS = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]


def prompts():
    """Fifty, each second one as it is, the others as a question in the chat form of ChatML."""
    texts = [form.format(subject) for subject in SUBJECTS for form in FORMS]
    return [f"<|im_start|>user\n{text}<|im_end|>\n<|im_start|>assistant\n" if index % 2 == 0 else text
            for index, text in enumerate(texts)]


def nereid(program, arguments):
    done = subprocess.run([program, *map(str, arguments), "--json"], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def generate(program, model, prompt, tokens, *more):
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write(prompt)
        file.flush()
        lines = nereid(program, ["model", "generate", model, "--prompt-file", file.name, "--max-new-tokens", tokens, *more])
    return lines[-1]["completion"]


def transformers_model(model, threads):
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer
    torch.set_num_threads(threads)
    source = {"gguf_file": model.name} if model.is_file() else {}
    folder = model.parent if model.is_file() else model
    return (AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, **source),
            AutoTokenizer.from_pretrained(folder, **source))


def llama(model, threads):
    from llama_cpp import Llama
    return Llama(str(model), n_ctx=1024, n_threads=threads, n_threads_batch=threads, verbose=False)


def greedy(options):
    import torch
    network, tokenizer = transformers_model(options.model, options.threads)
    ends = network.generation_config.eos_token_id
    ends = set(ends if isinstance(ends, list) else [ends])
    peer = llama(options.model, options.threads)
    equal = {"nereid": 0, "llama.cpp": 0}
    for prompt in prompts():
        ids = tokenizer(prompt, add_special_tokens=False).input_ids
        given = torch.tensor([ids])
        with torch.no_grad():
            whole = network.generate(input_ids=given, attention_mask=torch.ones_like(given), do_sample=False,
                                     max_new_tokens=options.tokens, eos_token_id=sorted(ends), pad_token_id=min(ends))
        right = [token for token in whole[0, len(ids):].tolist() if token not in ends]
        equal["nereid"] += generate(options.program, options.model, prompt, options.tokens,
                                    "--temperature", 0) == tokenizer.decode(right)
        peer.reset()
        peer.eval(ids)
        made = []
        while len(made) < options.tokens and (token := peer.sample(temp=0.0, repeat_penalty=1.0)) not in ends:
            made.append(token)
            peer.eval([token])
        equal["llama.cpp"] += made == right
    print(f"equal to transformers in float32, of {len(prompts())}: {equal}")


def decode(options):
    few, many = 16, 272
    peer = llama(options.model, options.threads)
    for _ in range(options.rounds):
        seconds = {}
        for count in (few, many):
            began = time.monotonic()
            generate(options.program, options.model, "Once upon a time there was a kernel. It was", count, "--weights", "int8", "--seed", 3)
            seconds[count] = time.monotonic() - began
        ours = (many - few) / (seconds[many] - seconds[few])
        peer.reset()
        peer.eval(list(range(1000, 1016)))
        began, token = time.monotonic(), 5
        for _ in range(many - few):
            peer.eval([token])
            token = peer.sample(temp=1.0, top_k=0, top_p=1.0, min_p=0.0, repeat_penalty=1.0)
        print(f"tokens/s, one row, {options.threads} threads: nereid {ours:.1f}, "
              f"llama.cpp {(many - few) / (time.monotonic() - began):.1f}", flush=True)


def adapted(network):
    """With PEFT's adapters of rank 16 at all linears."""
    from peft import LoraConfig, get_peft_model
    return get_peft_model(network, LoraConfig(r=16, lora_alpha=32, target_modules=LINEARS, task_type="CAUSAL_LM"))


def steps_of(program, folder, sets):
    """The events "step" of a run of Nereid with these settings."""
    sets = {"phases": "[]", "generation.max_prompt_length": 1024, "generation.max_completion_length": 1024, **sets}
    words = [word for key, value in sets.items() for word in ("--set", f"{key}={value}")]
    lines = nereid(program, ["train", "smollm2", "--out", folder, *words])
    return [line for line in lines if line["event"] == "step"]


def peft_speed(options, rows):
    import torch
    network, tokenizer = transformers_model(options.model, options.threads)
    network = adapted(network).train()
    learnt = [weight for weight in network.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(learnt, lr=1e-5)
    pairs = [[tokenizer(row[key], add_special_tokens=False).input_ids for key in ("prompt", "completion")] for row in rows]
    tokens, began = 0, time.monotonic()
    for step in range(options.steps):
        batch = [pairs[(step * options.batch + index) % len(pairs)] for index in range(options.batch)]
        width = max(len(prompt) + len(completion) for prompt, completion in batch)
        ids, mask = torch.zeros((2, len(batch), width), dtype=torch.long)
        labels = torch.full((len(batch), width), -100)
        for index, (prompt, completion) in enumerate(batch):
            length = len(prompt) + len(completion)
            ids[index, :length] = torch.tensor(prompt + completion)
            mask[index, :length] = 1
            labels[index, len(prompt):length] = torch.tensor(completion)
            tokens += length
        network(input_ids=ids, attention_mask=mask, labels=labels).loss.backward()
        torch.nn.utils.clip_grad_norm_(learnt, 1.0)
        optimizer.step()
        optimizer.zero_grad()
    return tokens / (time.monotonic() - began)


def nereid_speed(options):
    with tempfile.TemporaryDirectory() as folder:
        sets = {"method": "sft", "model.path": options.model, "model.dtype": "float32", "model.adapter": "lora",
                "model.lora_rank": 16, "model.lora_alpha": 32, "model.lora_dropout": 0, "model.device": "cpu",
                "sft.corpus": options.rows.resolve(), "sft.batch_size": options.batch, "sft.steps": options.steps, "evaluate.every": 0,
                "run.trainer_threads": options.threads}
        steps = steps_of(options.program, pathlib.Path(folder) / "run", sets)
    tokens = sum(line["tokens_per_second"] * line["update_s"] for line in steps)
    return tokens / sum(line["update_s"] for line in steps)


def sft(options):
    rows = [json.loads(line) for line in options.rows.read_text().splitlines()]
    for _ in range(options.rounds):
        print(f"LoRA SFT, tokens/s, {options.threads} threads: nereid {nereid_speed(options):.1f}, "
              f"transformers and PEFT {peft_speed(options, rows):.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("greedy", "decode", "sft"))
    parser.add_argument("model", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("rows", type=pathlib.Path, nargs="?")
    parser.add_argument("--program", default=str(ROOT / "build/release/nereid"))
    for name, value in (("threads", 1), ("rounds", 3), ("tokens", 48), ("steps", 3), ("batch", 8)):
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    if options.what == "sft" and options.rows is None:
        parser.error("sft needs a file of rows")
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:options.threads])
    {"greedy": greedy, "decode": decode, "sft": sft}[options.what](options)


if __name__ == "__main__":
    main()
