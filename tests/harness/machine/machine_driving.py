# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs Triton kernels by the kernel machine, through the program machine_runner, and by Triton's interpreter in a process of
its own, on the same tensors."""

import dataclasses
import json
import math
import os
import pathlib
import subprocess
import sys
import types

import torch

SOURCE = pathlib.Path(__file__).resolve().parents[3]
HARNESS = pathlib.Path(os.environ.get("NEREID_HARNESS", SOURCE / "engine/verify/harness"))
RUNNER = os.environ.get("NEREID_MACHINE_RUNNER", "")

sys.modules.setdefault("harness", types.ModuleType("harness"))
sys.modules["harness"].__path__ = [str(HARNESS)]

from harness.front_end import ttir  # noqa: E402

FIRST_ADDRESS, BETWEEN = 1 << 32, 1 << 28  # what the pointers of a launch are; far from each other


class Machine:
    """The running program. One for a test file."""

    def __init__(self, folder):
        self._folder = pathlib.Path(folder)
        self._process = subprocess.Popen([RUNNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         text=True)

    def close(self):
        self._process.stdin.close()
        assert self._process.wait(timeout=30) == 0

    def ask(self, request):
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def operations(self, text):
        return self.ask({"op": "operations", "text": text})

    def read(self, text):
        return self.ask({"op": "read", "text": text})

    def run_text(self, text, arguments, grid, names=None, **options):
        """Launches a text on arguments as a kernel's: tensors are changed in place. Returns the answer."""
        buffers, given = [], []
        storages = {}
        for index, argument in enumerate(arguments):
            if not isinstance(argument, torch.Tensor):
                given.append(int(argument) if not isinstance(argument, float) else argument if math.isfinite(argument) else str(argument))
                continue
            storage = argument.untyped_storage()
            if storage.data_ptr() not in storages:
                file = self._folder / f"buffer-{len(buffers)}"
                file.write_bytes(bytes(storage))
                address = FIRST_ADDRESS + len(buffers) * BETWEEN
                storages[storage.data_ptr()] = (address, file, storage)
                buffers.append({"file": str(file), "address": address,
                                "element_bytes": argument.element_size(),
                                "name": names[index] if names else f"argument {index}"})
            address = storages[storage.data_ptr()][0]
            given.append(address + argument.storage_offset() * argument.element_size())
        answer = self.ask({"op": "run", "text": text, "grid": [*grid, 1, 1][:3],
                           "arguments": given, "buffers": buffers, **options})
        for _, file, storage in storages.values():
            data = bytearray(file.read_bytes())
            if data:
                torch.empty(0, dtype=torch.uint8).set_(storage).copy_(
                    torch.frombuffer(data, dtype=torch.uint8))
        return answer

    def run(self, kernel, grid, *args, options=None, **keywords):
        """Launches kernel[grid](*args, **keywords). Returns the answer."""
        made = ttir.specialise(kernel, args, keywords)
        return self.run_text(made.text, made.arguments, grid, names=made.names, **(options or {}))


@dataclasses.dataclass
class Case:
    """A launch: the name of a kernel of machine_kernels.py, a grid, and its arguments."""
    kernel: str
    grid: tuple
    args: list
    keywords: dict = dataclasses.field(default_factory=dict)
    close: tuple = (0.0, 0.0)  # relative and absolute; both 0: bit-equal
    name: str = ""


def interpret(cases, folder):
    """Tensors of all cases after Triton's interpreter has run them."""
    file = pathlib.Path(folder) / "cases.pt"
    torch.save([(case.kernel, case.grid, case.args, case.keywords) for case in cases], file)
    subprocess.run([sys.executable, "-B", str(pathlib.Path(__file__).with_name("interpreted.py")),
                    str(file)], check=True, env={**os.environ, "TRITON_INTERPRET": "1"})
    return torch.load(file, weights_only=False)


def tensors(case):
    return [argument for argument in case.args if isinstance(argument, torch.Tensor)]
