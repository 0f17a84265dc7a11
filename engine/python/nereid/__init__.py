# SPDX-License-Identifier: GPL-3.0-or-later
"""Nereid's verifier for Python: a Triton kernel and its PyTorch reference in, one verdict out.

    verdict = nereid.verify(reference, candidate)          # blocking
    with nereid.Verifier(jobs=2) as verifier:              # many at once
        future = verifier.submit(reference, candidate)

Candidates and references run in sandboxed processes of the verifier, never in this one. See
docs/python.md.
"""

from ._nereid import Stats, reward_names
from ._process import ForkedProcessError
from ._reward import Extraction, Reward, extract, reward, verdict_without_candidate
from ._verdict import Reason, Record, Verdict
from ._verifier import Verifier, shutdown, verify

__all__ = [
    "Extraction", "ForkedProcessError", "Reason", "Record", "Reward", "Stats", "Verdict",
    "Verifier", "extract", "reward", "reward_names", "shutdown", "verdict_without_candidate",
    "verify",
]
