# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes small random models with Hugging Face's logits for the tests of engine/policy.

reference_models.py models FOLDER        one folder a family: config, weights, tokens and logits
reference_models.py chat FOLDER          FOLDER/question.txt by the chat template of FOLDER, in rendered.txt
reference_models.py adapter FOLDER OUT   logits of FOLDER with its adapter, loaded by PEFT
"""

import json
import pathlib
import sys

import torch
from safetensors.torch import load_file, save_file
from transformers import AutoModelForCausalLM, LlamaConfig, Qwen2Config, Qwen3Config

SHAPE = dict(vocab_size=211, hidden_size=48, intermediate_size=80, num_hidden_layers=2, num_attention_heads=4,
             max_position_embeddings=64, initializer_range=0.2)
FAMILIES = {
    "llama": LlamaConfig(**SHAPE, num_key_value_heads=4, tie_word_embeddings=True),
    "llama_untied": LlamaConfig(**SHAPE, num_key_value_heads=2, head_dim=20, tie_word_embeddings=False),
    "qwen2": Qwen2Config(**SHAPE, num_key_value_heads=2, rope_theta=1e6, tie_word_embeddings=True),
    "linear": LlamaConfig(**SHAPE, rope_scaling={"rope_type": "linear", "factor": 3.0}),
    # Short waves stay, long ones are stretched, some lie between.
    "llama3": LlamaConfig(**SHAPE, head_dim=24, rope_theta=500.0, rope_scaling={
        "rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
        "original_max_position_embeddings": 24}),
    "yarn": Qwen2Config(**SHAPE, num_key_value_heads=2, head_dim=24, rope_theta=1e4, rope_scaling={
        "rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 16}),
    "yarn_all": Qwen3Config(**SHAPE, num_key_value_heads=2, head_dim=16, rope_theta=1e3, rope_scaling={
        "type": "yarn", "rope_type": "yarn", "factor": 2.0, "beta_fast": 4.0, "beta_slow": 0.5, "mscale": 0.7,
        "mscale_all_dim": 0.3, "truncate": False}),
    "qwen3": Qwen3Config(**SHAPE, num_key_value_heads=2, head_dim=16, tie_word_embeddings=False),
}


def write_models(folder: pathlib.Path) -> None:
    for seed, (name, config) in enumerate(FAMILIES.items()):
        torch.manual_seed(seed)
        model = AutoModelForCausalLM.from_config(config, torch_dtype=torch.float32).eval()
        with torch.no_grad():
            for key, parameter in model.named_parameters():
                if key.endswith(("norm.weight", ".bias")):  # ones and zeros would hide a missing factor
                    parameter.add_(torch.randn_like(parameter) * 0.3)
            tokens = torch.randint(0, config.vocab_size, (3, 37))
            logits = model(tokens).logits
        model.save_pretrained(folder / name, safe_serialization=True)
        save_file({"tokens": tokens, "logits": logits.contiguous()}, folder / name / "expected.safetensors")


def write_adapter_logits(folder: pathlib.Path, out: pathlib.Path) -> None:
    from peft import PeftModel

    base = AutoModelForCausalLM.from_pretrained(folder / "base", torch_dtype=torch.float32)
    model = PeftModel.from_pretrained(base, folder / "adapter").eval()
    tokens = load_file(folder / "tokens.safetensors")["tokens"]
    with torch.no_grad():
        save_file({"logits": model(tokens).logits.contiguous()}, out)


def write_rendered(folder: pathlib.Path) -> None:
    from transformers import PreTrainedTokenizerFast
    from transformers.utils import chat_template_utils

    # A date in a prompt is the one thing in which Nereid differs.
    compile_template = chat_template_utils._compile_jinja_template

    def without_date(source):
        template = compile_template(source)
        template.environment.globals.pop("strftime_now")
        template.globals.pop("strftime_now", None)
        return template

    chat_template_utils._compile_jinja_template = without_date
    config = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_file=str(folder / "tokenizer.json"), bos_token=config["bos_token"],
        eos_token=config["eos_token"]["content"], chat_template=config["chat_template"])
    messages = [{"role": "user", "content": (folder / "question.txt").read_text(encoding="utf-8")}]
    text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    (folder / "rendered.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "models":
        write_models(pathlib.Path(sys.argv[2]))
    elif sys.argv[1] == "chat":
        write_rendered(pathlib.Path(sys.argv[2]))
    else:
        write_adapter_logits(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
