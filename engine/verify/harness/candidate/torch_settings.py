# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings and functions of torch that are the same for all who use it in one process: what a candidate changes there, others have, too,
such as the reference that a plain benchmark times beside it."""

import functools

import torch

_MODULES = (torch, torch.Tensor, torch.nn, torch.nn.functional, torch.nn.Module, torch.linalg)


_MATMUL, _CUDNN = torch.backends.cuda.matmul, torch.backends.cudnn
_SETTINGS = {
    "torch.set_default_dtype": torch.get_default_dtype,
    "torch.set_default_device": torch.get_default_device,
    "torch.set_grad_enabled": torch.is_grad_enabled,
    "torch.use_deterministic_algorithms": torch.are_deterministic_algorithms_enabled,
    "torch.set_float32_matmul_precision": torch.get_float32_matmul_precision,
    "torch.set_num_threads": torch.get_num_threads,
    **{f"torch.backends.cuda.matmul.{name}": functools.partial(getattr, _MATMUL, name) for name in (
        "allow_tf32", "allow_fp16_reduced_precision_reduction", "allow_bf16_reduced_precision_reduction")},
    **{f"torch.backends.cudnn.{name}": functools.partial(getattr, _CUDNN, name) for name in (
        "allow_tf32", "enabled", "benchmark", "deterministic")}}


def now():
    """{what it is: what it is set to}; for `changed`."""
    functions = {f"{module.__name__}.{name}": value for module in _MODULES for name, value in vars(module).items() if callable(value)}
    return {**functions, **{name: _read(setting) for name, setting in _SETTINGS.items()}}


def _read(setting):
    try:
        return setting()
    except RuntimeError as error:  # torch refuses to read what was set in two ways
        return str(error)


def changed(before):
    """Names of what is not as it was, sorted."""
    after = now()
    return sorted(name for name, value in before.items() if after.get(name) is not value and after.get(name) != value)
