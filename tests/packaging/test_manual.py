# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual page that the program prints covers what the program has."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["NEREID_PROGRAM"]
# Set by the verifier for its own processes, or by the tests.
PRIVATE = {"NEREID_SANDBOX_READ", "NEREID_SANDBOX_HARNESS", "NEREID_SANDBOX_MEMORY_MB", "NEREID_TEST"}


def output(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def page():
    return output("--man").replace("\\-", "-").replace("\\e", "\\")


def commands(*path):
    """Every command path below `path`, from --help."""
    found = re.search(r"^Subcommands:\n((?:  .*\n)+)", output(*path, "--help"), re.MULTILINE)
    names = re.findall(r"^  ([a-z-]+)", found.group(1), re.MULTILINE) if found else []
    return [deeper for name in names for deeper in [(*path, name), *commands(*path, name)]]


def test_every_command_has_its_part(page):
    every = commands()
    assert len(every) >= 10
    for path in every:
        assert re.search(rf"^\.SS nereid {' '.join(path)}( |$)", page, re.MULTILINE), path


def test_every_option_is_there(page):
    for path in [(), *commands()]:
        options = set(re.findall(r"(--[a-z][a-z-]+)", output(*path, "--help"))) - {"--help"}
        assert all(option in page for option in options), (path, options)


def test_every_variable_that_is_read_is_named(page):
    text = "".join(path.read_text() for folder in ("app", "engine") for path in (TOP / folder).rglob("*.cpp"))
    read = set(re.findall(r'"(NEREID_[A-Z_]+)"', text)) - PRIVATE
    assert "NEREID_PYTHON" in read
    assert all(name in page for name in read), {name for name in read if name not in page}


def test_exit_statuses_are_those_of_the_source(page):
    statuses = re.findall(r"inline constexpr int kExit\w+ = (\d+);", (TOP / "app/cli/commands.h").read_text())
    section = page.split(".SH EXIT STATUS")[1].split(".SH")[0]
    assert len(statuses) == 3 and all(f".B {status}\n" in section for status in statuses)


def test_groff_has_no_complaint(page):
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=output("--man"), capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", done.stderr
