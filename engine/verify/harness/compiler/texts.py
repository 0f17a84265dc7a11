# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of kernels (TTIR) in files, as Triton's compiler takes them."""

from triton._C.libtriton import ir


def _parsed(path):
    context = ir.context()
    ir.load_dialects(context)
    module = ir.parse_mlir_module(path, context)
    module.context = context
    return module


def signature(path):
    """(name, types of the parameters) of the kernel in a file."""
    module = _parsed(path)
    name = module.get_entry_func_name()
    return name, list(module.get_function_signature(module.get_function(name)))


def hint(path, aligned):
    """Says in the file that these parameters, by position, are multiples of 16."""
    module = _parsed(path)
    function = module.get_function(module.get_entry_func_name())
    for index in aligned:
        function.set_arg_attr(int(index), "tt.divisibility", 16)
    with open(path, "w", encoding="utf-8") as file:
        file.write(str(module))
