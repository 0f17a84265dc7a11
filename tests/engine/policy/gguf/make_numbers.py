# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes blocks.json: random blocks of each stored format of GGUF, and what gguf-py makes of them.

make_numbers.py FILE      needs numpy and gguf (0.18 made the file that lies here)
"""

import json
import sys

import gguf
import numpy as np

NAMES = ["F32", "F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q4_K", "Q5_K", "Q6_K"]
# Bytes at which a block holds a float16.
HALVES = {"Q4_0": [0], "Q4_1": [0, 2], "Q5_0": [0], "Q5_1": [0, 2], "Q8_0": [0], "Q4_K": [0, 2], "Q5_K": [0, 2],
          "Q6_K": [208]}


def blocks(name: str, random: np.random.Generator) -> np.ndarray:
    kind = gguf.GGMLQuantizationType[name]
    values, size = gguf.GGML_QUANT_SIZES[kind]
    if name == "F32":
        return random.standard_normal((1, 8)).astype(np.float32).view(np.uint8)
    if name == "F16":  # zero, the smallest, one that is not normal, the greatest, infinity
        return np.array([[0, 0x8001, 0x03FF, 0x0400, 0x7BFF, 0xFC00, 0x3C01, 0xB555]], np.uint16).view(np.uint8)
    if name == "BF16":
        return np.array([[0, 0x3F80, 0xBF81, 0x0001, 0x7F7F, 0x4049, 0xC2C8, 0x3DCC]], np.uint16).view(np.uint8)
    made = random.integers(0, 256, (2, size), dtype=np.uint8)
    for at in HALVES[name]:
        halves = (random.standard_normal(2) * 0.1).astype(np.float16)
        made[:, at:at + 2] = halves.view(np.uint8).reshape(2, 2)
    return made


def main() -> None:
    random = np.random.default_rng(7)
    out = []
    for name in NAMES:
        kind = gguf.GGMLQuantizationType[name]
        stored = blocks(name, random)
        if name in ("F32", "F16"):
            numbers = stored.view(np.float32 if name == "F32" else np.float16).astype(np.float32)
        else:
            numbers = gguf.quants.dequantize(stored, kind).astype(np.float32)
        out.append({"type": int(kind), "name": name, "blocks": stored.tobytes().hex(),
                    "numbers": numbers.tobytes().hex()})
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump(out, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
