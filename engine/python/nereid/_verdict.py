# SPDX-License-Identifier: GPL-3.0-or-later
"""A verdict as a Python object over the engine's own JSON (nereid.verdict/1)."""

import copy
import json
from typing import NamedTuple

# JSON has no infinity and no NaN; under these keys the engine writes them as texts.
_NUMBERS = frozenset({
    "actual_value", "bound", "compile_ms", "credit", "elapsed_ms", "error", "expected_value",
    "high_us", "low_us", "median_us", "speedup", "speedup_high", "speedup_low", "torch_error",
    "total_ms",
})
_NUMBER_LISTS = frozenset({"candidate_samples_us", "reference_samples_us"})


def _view(key, value):
    if isinstance(value, str) and key in _NUMBERS:
        return float(value)
    if isinstance(value, list):
        return tuple(float(item) if key in _NUMBER_LISTS else _view(key, item) for item in value)
    if isinstance(value, dict):
        return Record(value)
    return value


class Reason(NamedTuple):
    """Why: a code for programs and a sentence or two for people."""

    code: str
    message: str


class Record:
    """Read-only attributes over a JSON object: an input's result, a kernel's facts, a timing."""

    __slots__ = ("_data",)

    def __init__(self, data: dict):
        object.__setattr__(self, "_data", data)

    def __getattr__(self, name):
        # Copying and unpickling ask for attributes before there is any data.
        if name.startswith("__") or name == "_data" or name not in self._data:
            raise AttributeError(f"{type(self).__name__} has no {name!r}")
        return _view(name, self._data[name])

    def __setattr__(self, name, value):
        raise AttributeError(f"{type(self).__name__} is read-only")

    def __getitem__(self, name):
        return _view(name, self._data[name])

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)

    def __dir__(self):
        return [*super().__dir__(), *self._data]

    def __eq__(self, other):
        return self._data == other._data if isinstance(other, Record) else NotImplemented

    __hash__ = None

    def __reduce__(self):
        return type(self), (self._data,)

    def __repr__(self):
        inside = ", ".join(f"{key}={_view(key, value)!r}" for key, value in self._data.items())
        return f"{type(self).__name__}({inside})"

    def to_dict(self) -> dict:
        """A copy as plain dicts, lists, texts and numbers."""
        return copy.deepcopy(self._data)


class Verdict(Record):
    """The one answer to one submission; true if the candidate was accepted.

    Its attributes are the keys of nereid.verdict/1: `id`, `accepted`, `right_for_task` (right on the
    task's own sizes, dtype and kinds of values), `furthest_stage` (the last
    stage passed), `rejected_at`, `reason`, `flags`, `credit`, `stages`, `inputs`, `kernels`,
    `coverage` (share of the bytes written that kernels wrote), `roofline`, `timing`, `timing_note`,
    `modelled`, `sandbox`, `device`, `elapsed_ms`, `total_ms`, `evidence`,
    `candidate_sha256`, `seed`, `versions`, `from_cache`, `kept_age_s`.
    """

    __slots__ = ("json",)

    def __init__(self, json_text: str):
        object.__setattr__(self, "json", json_text)  # exactly as the engine wrote it
        super().__init__(json.loads(json_text))

    def __reduce__(self):
        return type(self), (self.json,)

    def __bool__(self):
        return self.accepted

    @property
    def reason(self) -> Reason:
        reason = self._data["reason"]
        return Reason(reason["code"], reason["message"])

    @property
    def stage(self) -> str:
        """The stage reached: the last one passed; the same as `furthest_stage`."""
        return self._data["furthest_stage"]

    @property
    def judged(self) -> bool:
        """False if the candidate is not to blame: cancelled, a broken reference, no machine."""
        return self.accepted or self.rejected_at is not None

    def __repr__(self):
        head = f"Verdict({self.id!r}, " if self.id else "Verdict("
        if self.accepted:
            return f"{head}accepted, stage={self.stage!r}, credit={self.credit:g})"
        where = f"rejected at {self.rejected_at}" if self.judged else "not judged"
        message = self.reason.message
        short = message if len(message) <= 100 else message[:97] + "..."
        return f"{head}{where}, {self.reason.code}: {short!r}, credit={self.credit:g})"
