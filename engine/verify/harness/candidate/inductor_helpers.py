# SPDX-License-Identifier: GPL-3.0-or-later
"""torch._inductor.runtime.triton_helpers, whose functions kernels that Inductor wrote call. They
are read from torch's own files, without the rest of Inductor, which costs a second and 60 MB."""

import functools
import importlib
import os
import sys
import types

import torch
from triton.runtime.interpreter import InterpretedFunction
from triton.runtime.jit import JITFunction

PATH = "torch._inductor.runtime.triton_helpers"
_PACKAGE = "nereid_inductor"


@functools.cache
def module():
    """The module under a name of our own."""
    package = types.ModuleType(_PACKAGE)
    package.__path__ = [os.path.join(os.path.dirname(torch.__file__), "_inductor", "runtime")]
    sys.modules[_PACKAGE] = package
    return importlib.import_module(f"{_PACKAGE}.triton_helpers")


def is_module(value):
    """True for that module."""
    return isinstance(value, types.ModuleType) and value.__name__ == f"{_PACKAGE}.triton_helpers"


def member(name):
    """A function of kernels, or a module of Triton; None for anything else that the module has."""
    value = getattr(module(), name, None)
    is_kernel = isinstance(value, (JITFunction, InterpretedFunction))
    return value if is_kernel or isinstance(value, types.ModuleType) else None
