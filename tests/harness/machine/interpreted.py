# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the launches of a file by Triton's interpreter (TRITON_INTERPRET=1) and writes their tensors back."""

import sys

import torch

import machine_driving  # noqa: F401  (puts the harness in place)
import machine_kernels
from harness.front_end import interpreter_indices


def main():
    interpreter_indices.let_scalars_be_indices()
    results = []
    for kernel, grid, args, keywords in torch.load(sys.argv[1], weights_only=False):
        try:
            getattr(machine_kernels, kernel)[grid](*args, **keywords)
            results.append([value for value in args if isinstance(value, torch.Tensor)])
        except Exception as error:  # noqa: BLE001  (said by the test of that case)
            results.append(f"{type(error).__name__}: {error}")
    torch.save(results, sys.argv[1])


main()
