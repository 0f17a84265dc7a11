# SPDX-License-Identifier: GPL-3.0-or-later
"""Arguments of a verification, checked before anything is started."""

import math
import pathlib
import re

from . import _nereid

POLICIES = ("full", "best-system")
TIMING_METHODS = ("nereid", "report", "single")
INPUTS = ("task", "report", "all")
_DEVICE = re.compile(r"auto|cpu|cuda(:\d+)?")


def _read_file(path: pathlib.Path, what: str) -> bytes:
    data = path.read_bytes()
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = 1 + data.count(b"\n", 0, problem.start)
        raise ValueError(f"{what}: {path}:{line}: byte {problem.start} is not UTF-8; save the "
                         "file as UTF-8") from None
    return data


def source_bytes(source, what: str) -> bytes:
    """Source text, or the content of the file that a pathlib.Path names.

    A text that is no valid Unicode passes through: if it is a candidate, its verdict says so.
    """
    if isinstance(source, pathlib.Path):
        return _read_file(source, what)
    if isinstance(source, str):
        return source.encode("utf-8", "surrogatepass")
    raise TypeError(f"{what}: expected source text or a pathlib.Path, got "
                    f"{type(source).__name__}")


def _reference_bytes(reference) -> bytes:
    # Candidates are whatever a model wrote; a reference comes from a person, who may slip.
    if isinstance(reference, str) and re.fullmatch(r"[^\n]+\.py", reference):
        raise ValueError(f"reference: {reference!r} is a file name, not source text; pass "
                         f"pathlib.Path({reference!r})")
    return source_bytes(reference, "reference")


def _checked_seed(seed) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise TypeError(f"seed: expected a whole number, got {type(seed).__name__}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed: expected a number from 0 to 2**64 - 1, got {seed}")
    return seed


def _checked_limit(value, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{what}: expected seconds, got {type(value).__name__}")
    if not (math.isfinite(value) and value > 0):
        raise ValueError(f"{what}: expected seconds above 0, got {value}")
    return float(value)


def _checked_text(value, what: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what}: expected a text, got {type(value).__name__}")
    return value


def make_request(reference, candidate, *, id="", task_id="", entry_point="Model", seed=None,
                 policy="full", device="auto", multi_input=True, thorough=True,
                 staged_evaluation=True, timing=True, compile_limit=20, run_limit=20,
                 timing_method="nereid", compiled_baseline=False,
                 audit=False, inputs="all") -> _nereid.Request:
    """The engine's request. TypeError and ValueError name the argument and what was expected."""
    request = _nereid.Request()
    request.id = _checked_text(id, "id").encode("utf-8", "replace")
    request.task_id = _checked_text(task_id, "task_id").encode("utf-8", "replace")
    request.reference = _reference_bytes(reference)
    request.candidate = source_bytes(candidate, "candidate")
    if not _checked_text(entry_point, "entry_point").isidentifier():
        raise ValueError(f"entry_point: expected the name of a class, got {entry_point!r}")
    request.entry_point = entry_point
    request.seed = _nereid.unguessable_seed() if seed is None else _checked_seed(seed)
    if policy not in POLICIES:
        raise ValueError(f"policy: expected one of {', '.join(POLICIES)}; got {policy!r}")
    if not _DEVICE.fullmatch(_checked_text(device, "device")):
        raise ValueError(f"device: expected auto, cpu, cuda or cuda:N; got {device!r}")
    options = request.options
    options.policy = policy
    options.device = device
    options.multi_input = bool(multi_input)
    options.thorough = bool(thorough)
    if inputs not in INPUTS:
        raise ValueError(f"inputs: expected one of {', '.join(INPUTS)}; got {inputs!r}")
    options.inputs = inputs
    options.staged_evaluation = bool(staged_evaluation)
    options.timing = bool(timing)
    if timing_method not in TIMING_METHODS:
        raise ValueError(f"timing_method: expected one of {', '.join(TIMING_METHODS)}; "
                         f"got {timing_method!r}")
    options.timing_method = timing_method
    options.compiled_baseline = bool(compiled_baseline)
    options.audit = bool(audit)
    options.compile_limit = _checked_limit(compile_limit, "compile_limit")
    options.run_limit = _checked_limit(run_limit, "run_limit")
    return request
