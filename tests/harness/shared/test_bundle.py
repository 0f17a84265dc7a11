# SPDX-License-Identifier: GPL-3.0-or-later
"""Tensors in files of memory."""

import resource

import driving
import pytest
import torch

from harness.shared import bundle

MIB = 1 << 20


@pytest.fixture
def small_files():
    """Files of this process have a mebibyte at most."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (MIB, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_more_than_a_file_may_hold_is_said_with_both_sizes(small_files):
    del small_files
    fd = driving.memfd()
    with pytest.raises(bundle.TooLarge, match="too large: 2 MiB, of which a process hands on 1 at most"):
        bundle.write(fd, {"x": torch.zeros(2 * MIB, dtype=torch.uint8)}, {})
    bundle.write(fd, {"x": torch.ones(5)}, {"of": "five"})
    assert torch.equal(bundle.Bundle(fd).tensor("x"), torch.ones(5))
