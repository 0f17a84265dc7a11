# SPDX-License-Identifier: GPL-3.0-or-later
"""One running role of each kind for a whole test file."""

import pathlib
import sys
import types

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import driving  # noqa: E402


def _role(name, factory):
    role = driving.Role(name, factory.mktemp(name))
    yield role
    assert role.close() == 0


@pytest.fixture(scope="session")
def reference(tmp_path_factory):
    yield from _role("reference", tmp_path_factory)


@pytest.fixture(scope="session")
def compiler(tmp_path_factory):
    yield from _role("compiler", tmp_path_factory)


@pytest.fixture(scope="session")
def device(tmp_path_factory):
    yield from _role("device", tmp_path_factory)


@pytest.fixture(scope="session")
def roles(compiler, device):
    """What a candidate needs."""
    return types.SimpleNamespace(compiler=compiler, device=device)
