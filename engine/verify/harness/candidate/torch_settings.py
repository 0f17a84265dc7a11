# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings and functions of torch that are the same for all who use it in one process: what a candidate changes there, others have, too,
such as the reference that a plain benchmark times beside it."""

import functools
import operator

import torch

_MODULES = (torch, torch.Tensor, torch.nn, torch.nn.functional, torch.nn.Module, torch.linalg)


_MATMUL, _CUDNN = torch.backends.cuda.matmul, torch.backends.cudnn
_SETTINGS = (
    torch.get_default_dtype, torch.get_default_device, torch.is_grad_enabled, torch.are_deterministic_algorithms_enabled,
    torch.get_float32_matmul_precision, torch.get_num_threads,
    *(functools.partial(getattr, _MATMUL, name) for name in (
        "allow_tf32", "allow_fp16_reduced_precision_reduction", "allow_bf16_reduced_precision_reduction")),
    *(functools.partial(getattr, _CUDNN, name) for name in ("allow_tf32", "enabled", "benchmark", "deterministic")))


def now():
    """What all of it is; for `are_others`."""
    return [dict(vars(module)) for module in _MODULES], [_read(setting) for setting in _SETTINGS]


def _read(setting):
    try:
        return setting()
    except RuntimeError as error:  # torch refuses to read what was set in two ways
        return str(error)


def are_others(before):
    """Whether some setting or function is not as it was. Asked behind each call: dicts that are the same are told so at once."""
    modules, settings = before
    return settings != [_read(setting) for setting in _SETTINGS] or any(
        _is_another(known, vars(module)) for known, module in zip(modules, _MODULES))


def _is_another(known, found):
    if len(known) == len(found) and not any(map(operator.is_not, known.values(), found.values())):
        return False
    return any(callable(value) and found.get(name) is not value for name, value in known.items())
