# SPDX-License-Identifier: GPL-3.0-or-later
"""Extraction and reward formulas of the engine."""

from typing import NamedTuple

from . import _nereid
from ._verdict import Verdict

ROLES = ("frontend", "midend")


class Extraction(NamedTuple):
    """The candidate in a completion; `begin` and `end` count bytes of its UTF-8."""

    code: str  # empty if there is none
    begin: int
    end: int
    blocks: int  # complete fenced Python blocks
    problem: str  # "", "no_block", "unclosed_block" or "several_blocks"


class Reward(NamedTuple):
    """A reward and the parts that it is the sum of."""

    total: float
    parts: dict[str, float]


def extract(completion: str) -> Extraction:
    """Takes the candidate out of a completion as the trainer does: the last complete fenced Python
    block behind any thinking section, or a text without fences that looks like a module."""
    if not isinstance(completion, str):
        raise TypeError(f"completion: expected a text, got {type(completion).__name__}")
    code, *rest = _nereid.extract(completion.encode("utf-8", "surrogatepass"))
    return Extraction(code.decode("utf-8", "surrogatepass"), *rest)


def verdict_without_candidate(id: str = "", code: str = "no_block") -> Verdict:
    """The verdict on a completion without a candidate: rejected at `static`."""
    return Verdict(_nereid.verdict_without_candidate(id, code))


def check_formula(formula: str, role: str) -> None:
    """ValueError for a formula or role that the engine does not know."""
    if formula not in _nereid.reward_names():
        raise ValueError(f"formula: there is no reward {formula!r}; choose one of "
                         f"{', '.join(_nereid.reward_names())}")
    if role not in ROLES:
        raise ValueError(f"role: expected one of {', '.join(ROLES)}; got {role!r}")


def reward(verdict: Verdict, formula: str = "staged", *, failure: float = -10,
           speedup_cap: float = 3, role: str = "frontend", partial_credit: bool = True) -> Reward:
    """The engine's reward of a verdict.

    `failure`, `speedup_cap` and `role` are settings of "two_agent"; `partial_credit` is one of
    "staged", to be false when staged evaluation was off.
    """
    check_formula(formula, role)
    total, parts = _nereid.reward(verdict.json, formula, failure=failure, speedup_cap=speedup_cap,
                                  role=role, partial_credit=partial_credit)
    return Reward(total, dict(parts))
