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


def refused(*arguments):
    """What it says where no display is set; one line, status 2."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, env=inherited, timeout=60)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and not done.stdout, done.stderr
    return done.stderr


def test_without_a_display_it_says_so():
    assert "no display" in refused() and "no display" in refused("no-such-run")


def test_a_mistyped_command_is_no_run(tmp_path):
    assert "did you mean `nereid verify`?" in refused("verfy") and "did you mean `nereid doctor`?" in refused("docter")
    assert "nereid verify CANDIDATE.py" in refused(str(tmp_path / "kernel.py"))


def test_options_are_refused_in_few_words():
    assert "0 is not above 0 (see `nereid verify --help`)" in refused("verify", "--compile-limit", "0")
    for seed in ("-1", "1" * 30, "1x"):
        assert "is no whole number from 0 to" in refused("verify", "--seed", seed)
    assert "--batch has candidates" in refused("verify", "a.py", "--batch", "b.jsonl")
    assert "--input chooses" in refused("verify", "a.py", "--reference", "b.py", "--input", "tiny")
