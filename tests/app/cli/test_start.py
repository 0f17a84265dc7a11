# SPDX-License-Identifier: GPL-3.0-or-later
"""How the program begins: with threads that sleep where they wait, so that other programs slow training down no more than their share."""

import os
import re
import subprocess

PROGRAM = os.environ["NEREID_PROGRAM"]


def waiting(**environment):
    """What libgomp says it has read, the last time that it was loaded."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")}
    done = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True,
                          env={**inherited, "OMP_DISPLAY_ENV": "VERBOSE", **environment})
    return re.findall(r"OMP_WAIT_POLICY = '(\w+)'", done.stderr)[-1], re.findall(r"GOMP_SPINCOUNT = '(\w+)'", done.stderr)[-1]


def test_threads_sleep_where_they_wait():
    assert waiting() == ("PASSIVE", "0")


def test_what_the_user_has_set_stays():
    policy, spins = waiting(OMP_WAIT_POLICY="ACTIVE")
    assert policy == "ACTIVE" and spins != "0"
