# SPDX-License-Identifier: GPL-3.0-or-later
"""One verifier for a whole test file: its processes take seconds to start."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import nereid  # noqa: E402


@pytest.fixture(scope="module")
def verifier():
    with nereid.Verifier(jobs=2) as verifier:
        yield verifier
