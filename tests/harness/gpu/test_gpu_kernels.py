# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels that a GPU runs answer whatever a device asks of those that the machine runs; no GPU is needed for that."""

import driving  # noqa: F401  (makes the harness importable)
import pytest

from harness.gpu import gpu_kernels
from harness.machine import machine_kernels

TOLD = ["goes_in_step", "is_running", "kernel", "kinds", "stored", "stored_bytes", "watched"]
ASKED = ["begin_forward", "compared", "next_order", "read", "repeat_order", "work"]


@pytest.mark.parametrize("name", TOLD + ASKED)
def test_both_kinds_of_kernels_have_it(name, tmp_path):
    kinds = [gpu_kernels.Kernels(None, str(tmp_path)), machine_kernels.Kernels(None)]
    assert [callable(getattr(kernels, name)) for kernels in kinds] == [name in ASKED] * 2
