# SPDX-License-Identifier: GPL-3.0-or-later
"""Words for what Triton's front end says of a kernel."""

import ast
import re

from triton.compiler.errors import CompilationError

from harness.candidate import candidate_host


def describe(error, name, kernels):
    """(message, line of the candidate's file or 0) of a CompilationError. `kernels`: all functions that it may have come from,
    to find the line."""
    innermost = _innermost(error)
    text = _known_limit(innermost) or _tidy(innermost.error_message or candidate_host.describe(error))
    return f"kernel {name}: {text}{_excerpt(innermost)}", _line_in_file(innermost, kernels)


def _known_limit(error):
    """What Triton lacks, where its own words are those of its inside."""
    said = str(error.error_message or "")
    if said.startswith("StopIteration") and isinstance(error.node, (ast.FunctionDef, ast.arguments, ast.arg)):
        return "a kernel cannot define a function; write it outside, with @triton.jit"
    if "`_semantic` argument must be provided" in said and any(isinstance(node, ast.Subscript) for node in ast.walk(error.node)):
        return "a block cannot be indexed by element, only by None and `:`"
    return ""


def _innermost(error):
    while isinstance(error.__cause__, CompilationError):
        error = error.__cause__
    return error


def _tidy(text):
    """AttributeError("...") becomes AttributeError: ... , and the key that a table of functions by dtypes lacks words."""
    dtypes = re.findall(r"triton\.language\.(\w+)", text)
    if dtypes and not re.sub(r"triton\.language\.\w+|KeyError|[\s(),:'\"]", "", text):
        return f"this function is not there for {', '.join(dtypes)}"
    if re.fullmatch(r"\w+\(\)", text.strip()):
        return f"Triton's compiler ends with {text.strip()[:-2]}, without a word"
    match = re.fullmatch(r"(\w+)\((['\"])(.*)\2,?\)", text.strip(), re.DOTALL)
    return f"{match[1]}: {match[3]}" if match else text.strip()


def _excerpt(error):
    line = getattr(error.node, "lineno", 0)
    lines = (error.src or "").split("\n")
    text = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    return f" in `{text}`" if text else ""


def _line_in_file(error, kernels):
    """Line of the candidate's file: Triton counts from the function's own `def`."""
    line = getattr(error.node, "lineno", 0)
    for kernel in kernels:
        if kernel.src == error.src:
            decorators = len(kernel.raw_src) - len(kernel.src.splitlines())
            return kernel.starting_line_number + decorators + line - 1
    return 0
