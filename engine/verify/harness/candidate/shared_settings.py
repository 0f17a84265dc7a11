# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings and functions that are the same for all who use them in one process: what a candidate changes there, others have, too, such as
the reference that a plain benchmark times beside it. Those of torch, and those of Python, NumPy and Triton."""

import builtins
import functools
import gc
import math
import operator
import os
import random
import sys
import time
import warnings

import numpy
import torch
import triton

_MATMUL, _CUDNN = torch.backends.cuda.matmul, torch.backends.cudnn
# For each flag: modules and classes whose functions stay, and what tells of settings.
FLAGS = {
    "changes_torch": ((torch, torch.Tensor, torch.nn, torch.nn.functional, torch.nn.Module, torch.linalg), (
        torch.get_default_dtype, torch.get_default_device, torch.is_grad_enabled, torch.are_deterministic_algorithms_enabled,
        torch.get_float32_matmul_precision, torch.get_num_threads,
        *(functools.partial(getattr, _MATMUL, name) for name in (
            "allow_tf32", "allow_fp16_reduced_precision_reduction", "allow_bf16_reduced_precision_reduction")),
        *(functools.partial(getattr, _CUDNN, name) for name in ("allow_tf32", "enabled", "benchmark", "deterministic")))),
    "changes_process": ((builtins, gc, math, numpy, os, random, sys, time, triton, triton.language, triton.testing, warnings), (
        gc.get_threshold, numpy.geterr, sys.getrecursionlimit, sys.getswitchinterval, sys.getprofile, sys.gettrace, os.getcwd,
        functools.partial(dict, os.environ)))}


def now():
    """What all of it is; for `changed`."""
    return {flag: ([dict(vars(module)) for module in modules], [_read(setting) for setting in settings])
            for flag, (modules, settings) in FLAGS.items()}


def _read(setting):
    try:
        return setting()
    except (RuntimeError, OSError) as error:  # torch refuses to read what was set in two ways
        return str(error)


def changed(before):
    """The flags under which some setting or function is not as it was. Asked behind each call: dicts that are the same are told so at once."""
    return [flag for flag, (modules, settings) in FLAGS.items()
            if before[flag][1] != [_read(setting) for setting in settings]
            or any(_is_another(known, vars(module)) for known, module in zip(before[flag][0], modules))]


def _is_another(known, found):
    if len(known) == len(found) and not any(map(operator.is_not, known.values(), found.values())):
        return False
    return any(callable(value) and found.get(name) is not value for name, value in known.items())
