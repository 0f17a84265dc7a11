# SPDX-License-Identifier: GPL-3.0-or-later
import os
import pathlib
import sys

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before torch: values are small
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import pytest  # noqa: E402

import machine_driving  # noqa: E402


@pytest.fixture(scope="session")
def machine(tmp_path_factory):
    running = machine_driving.Machine(tmp_path_factory.mktemp("machine"))
    yield running
    running.close()
