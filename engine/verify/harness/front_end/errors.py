# SPDX-License-Identifier: GPL-3.0-or-later
"""Words for what Triton's front end says of a kernel."""

import re

from triton.compiler.errors import CompilationError

from harness.candidate import candidate_host


def describe(error, name, kernels):
    """(message, line of the candidate's file or 0) of a CompilationError. `kernels`: all functions that it may have come from,
    to find the line."""
    innermost = _innermost(error)
    text = innermost.error_message or candidate_host.describe(error)
    return f"kernel {name}: {_tidy(text)}{_excerpt(innermost)}", _line_in_file(innermost, kernels)


def _innermost(error):
    while isinstance(error.__cause__, CompilationError):
        error = error.__cause__
    return error


def _tidy(text):
    """AttributeError("...") becomes AttributeError: ... , and the key that a table of functions by dtypes lacks words."""
    dtypes = re.findall(r"triton\.language\.(\w+)", text)
    if dtypes and not re.sub(r"triton\.language\.\w+|KeyError|[\s(),:'\"]", "", text):
        return f"this function is not there for {', '.join(dtypes)}"
    match = re.fullmatch(r"(\w+)\((['\"])(.*)\2,?\)", text.strip(), re.DOTALL)
    return f"{match[1]}: {match[3]}" if match else text.strip()


def _excerpt(error):
    line = getattr(error.node, "lineno", 0)
    lines = (error.src or "").split("\n")
    return f" in `{lines[line - 1].strip()}`" if 0 < line <= len(lines) else ""


def _line_in_file(error, kernels):
    """Line of the candidate's file: Triton counts from the function's own `def`."""
    line = getattr(error.node, "lineno", 0)
    for kernel in kernels:
        if kernel.src == error.src:
            decorators = len(kernel.raw_src) - len(kernel.src.splitlines())
            return kernel.starting_line_number + decorators + line - 1
    return 0
