# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python side of `nereid bench machine`: texts and inputs of its kernels, and the same launches in Triton's interpreter.

    python -B machine_bench.py text FOLDER        writes KERNEL.ttir and KERNEL.TENSOR.bin, prints what a launch takes
    python -B machine_bench.py interpret FOLDER   reads the inputs, writes KERNEL.interpreted.bin, prints milliseconds of
                                                  processor time
"""

import json
import os
import pathlib
import sys
import time
import types

os.environ["OMP_NUM_THREADS"] = "1"
os.environ["TRITON_INTERPRET"] = "1" if sys.argv[1] == "interpret" else "0"
sys.modules["harness"] = types.ModuleType("harness")  # as in main.py
sys.modules["harness"].__path__ = [str(pathlib.Path(__file__).resolve().parents[1])]

import torch  # noqa: E402

from harness.front_end import bench_kernels  # noqa: E402


def write_texts(folder):
    from harness.front_end import ttir
    generator = torch.Generator().manual_seed(1)
    answer = {}
    for name, (kernel, grid, tensors, numbers, constants) in bench_kernels.LAUNCHES.items():
        made, launch = [], []
        for tensor, shape, dtype in tensors:
            value = torch.randn(shape, generator=generator).to(getattr(torch, dtype))
            file = folder / f"{name}.{tensor}.bin"
            file.write_bytes(bytes(value.untyped_storage()))
            made.append(value)
            launch.append({"file": file.name, "element_bytes": value.element_size(), "name": tensor})
        specialised = ttir.specialise(kernel, [*made, *numbers], constants)
        (folder / f"{name}.ttir").write_text(specialised.text, encoding="utf-8")
        answer[name] = {"grid": [*grid, 1, 1][:3], "tensors": launch,
                        "numbers": [value for value in specialised.arguments
                                    if not isinstance(value, torch.Tensor)]}
    return answer


def interpret(folder):
    from harness.front_end import interpreter_indices
    interpreter_indices.let_scalars_be_indices()
    answer = {}
    for name, (kernel, grid, tensors, numbers, constants) in bench_kernels.LAUNCHES.items():
        given = []
        for tensor, shape, dtype in tensors:
            data = bytearray((folder / f"{name}.{tensor}.bin").read_bytes())
            given.append(torch.frombuffer(data, dtype=getattr(torch, dtype)).reshape(shape))
        begin = time.process_time()
        kernel[grid](*given, *numbers, **constants)
        answer[name] = (time.process_time() - begin) * 1000
        (folder / f"{name}.interpreted.bin").write_bytes(bytes(given[-1].untyped_storage()))
    return answer


if __name__ == "__main__":
    work = {"text": write_texts, "interpret": interpret}[sys.argv[1]]
    print(json.dumps(work(pathlib.Path(sys.argv[2]))))
