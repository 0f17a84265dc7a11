# SPDX-License-Identifier: GPL-3.0-or-later
"""torch without torch._dynamo, until somebody asks for it.

Torch keeps its compiler out of some of its own functions, formulas on the meta device above all, by a wrapper that imports
the compiler at the first call: three hundred modules, for a compiler that is not at work in a process without it.
"""

import functools
import importlib.machinery
import sys

_MODULE = "torch._compile"  # of the wrapper
_COMPILER = "torch._dynamo"


def install():
    """Must happen before torch is imported; after that it does nothing."""
    if "torch" not in sys.modules:
        sys.meta_path.insert(0, _Finder())


class _Finder:
    """Finds one module, once."""

    def find_spec(self, name, path=None, target=None):
        if name != _MODULE:
            return None
        sys.meta_path.remove(self)
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None:
            execute = spec.loader.exec_module
            spec.loader.exec_module = lambda module: _patch(module, execute)
        return spec


def _patch(module, execute):
    execute(module)
    if hasattr(module, "_disable_dynamo"):
        module._disable_dynamo = _only_where_it_is(module._disable_dynamo)


def _only_where_it_is(disable):
    """Torch's own wrapper, whose functions are themselves until the compiler is there. It asks each for this attribute."""
    def wrap(function=None, recursive=True):
        if function is None:
            return functools.partial(wrap, recursive=recursive)

        def call(*args, **kwargs):
            if _COMPILER not in sys.modules:
                return function(*args, **kwargs)
            del function.__dynamo_disable
            return wrapped(*args, **kwargs)
        wrapped = disable(function, recursive)
        function.__dynamo_disable = call
        return wrapped
    return wrap
