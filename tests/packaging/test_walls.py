# SPDX-License-Identifier: GPL-3.0-or-later
"""The walls between the rooms hold: what is planted against the table is found by the compiler and by check-sources."""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import tidy  # noqa: E402

BUILD = pathlib.Path(os.environ["NEREID_BUILD"])
PARTS = ("engine", "widgets", "app", "packaging", "docs", "cmake", "tests", "ARCHITECTURE.md", "README.md", "CONTRIBUTING.md", "start", "check")


def compiles(source: str, text: str) -> subprocess.CompletedProcess:
    """Compiles a text with the include path of a source of the project."""
    entries = tidy.one_a_source(json.loads((BUILD / "compile_commands.json").read_text()))
    entry = next(one for one, _ in entries if one["file"] == str(ROOT / source))
    words = shlex.split(entry["command"])
    start = next(i for i, word in enumerate(words) if word.endswith(("c++", "g++", "clang++")))
    kept, skip = [], False
    for word in words[start:]:
        if skip or word in ("-c", source, entry["file"]):
            skip = False
        elif word in ("-o", "-include"):
            skip = True
        else:
            kept.append(word)
    return subprocess.run([*kept, "-fsyntax-only", "-x", "c++", "-"], cwd=entry["directory"], input=text, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("source", "own", "allowed", "forbidden"), [
    ("engine/verify/judge/judge.cpp", "engine/verify/judge/judge.h", "engine/base/file.h", "engine/verify/lanes/scheduler.h"),
    ("engine/record/writer.cpp", "engine/record/store.h", "engine/verify/verdict.h", "engine/record/library/judgements.h"),
    ("engine/config/form.cpp", "engine/config/form.h", "engine/base/result.h", "engine/record/store.h"),
])
def test_a_room_compiles_with_what_it_may_use_alone(source, own, allowed, forbidden):
    good = compiles(source, f'#include "{own}"\n#include "{allowed}"\n')
    assert good.returncode == 0, good.stderr
    bad = compiles(source, f'#include "{own}"\n#include "{forbidden}"\n')
    assert bad.returncode != 0
    assert "No such file" in bad.stderr


@pytest.mark.skipif(not (BUILD / "rooms" / "widgets_curves").is_dir(), reason="built without the window")
def test_the_walls_of_the_window_hold_too():
    source, own = "widgets/timing/timing_words.cpp", "widgets/timing/timing_words.h"
    assert compiles(source, f'#include "{own}"\n#include "widgets/words/format.h"\n').returncode == 0
    for forbidden in ("widgets/runs/run_list.h", "app/desk/actions.h", "engine/policy/internal/policy.h"):
        bad = compiles(source, f'#include "{own}"\n#include "{forbidden}"\n')
        assert "No such file" in bad.stderr, forbidden


@pytest.fixture
def copy(tmp_path):
    """The sources of the project in a repository of their own, to plant things in."""
    skip = shutil.ignore_patterns("*.png", "*.sqlite", "*.json", "*.gz", "__pycache__")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, tmp_path / part, ignore=skip)
        else:
            shutil.copy(ROOT / part, tmp_path / part)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
    return tmp_path


def complaints(copy) -> str:
    subprocess.run(["git", "add", "-A"], cwd=copy, check=True)
    done = subprocess.run([copy / "packaging" / "check-sources"], capture_output=True, text=True, check=False)
    assert done.returncode == (1 if done.stderr else 0)
    return done.stderr


def append(file: pathlib.Path, text: str) -> None:
    file.write_text(file.read_text("utf-8") + text, "utf-8")


def replace(file: pathlib.Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


PLANTED = {
    "an include": lambda p: append(p / "widgets/timing/timing_words.cpp", '#include "widgets/runs/run_list.h"\n'),
    "an import": lambda p: append(p / "engine/verify/harness/timing/gpu_timing.py", "from harness.gpu import gpu_host\n"),
    "an arrow that closes a circle": lambda p: replace(p / "packaging/rooms.txt", "engine/base ->", "engine/base -> engine/config"),
    "an internal header": lambda p: append(p / "app/runs/run_text.cpp", '#include "engine/record/internal/sqlite.h"\n'),
    "a relative include": lambda p: append(p / "widgets/code/find_bar.cpp", '#include "../runs/run_list.h"\n'),
    "Qt in the engine": lambda p: append(p / "engine/base/csv.cpp", "#include <QString>\n"),
    "a room without a sign": lambda p: (p / "widgets/group/README.md").unlink(),
    "a source that nothing builds": lambda p: (p / "engine/reward/new.cpp").write_text("// SPDX-License-Identifier: GPL-3.0-or-later\n"),
    "a reason without a word": lambda p: replace(p / "engine/verify/judge/judge.cpp", '"mutated_input"', '"input_was_mutated"'),
    "a variant without words": lambda p: replace(p / "widgets/words/verdict_words.cpp", '{"unit_dims",', '{"units_dims",'),
    "a variant without a maker": lambda p: replace(p / "engine/verify/harness/inputs/input_variants.py", '"unit_dims": ', '"units_dims": '),
    "a timing fact without a line": lambda p: replace(p / "widgets/timing/timing_words.cpp", '"candidate_capture"', '"capture_of_candidate"'),
    "a reward without a row": lambda p: append(p / "engine/reward/internal/formulas.h", "Reward best_reward(const verify::Verdict& verdict);\n"),
    "a setting that nothing reads": lambda p: append(p / "engine/config/fields.cpp", '// .add("never_read", c.never_read)\n'),
    "a stale path": lambda p: append(p / "README.md", "See widgets/curve_plot.cpp.\n"),
}


def test_the_sources_are_clean(copy):
    assert complaints(copy) == ""


def test_a_source_package_is_read_whole(copy):
    shutil.rmtree(copy / ".git")
    done = subprocess.run([copy / "packaging" / "check-sources"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("what", PLANTED)
def test_what_is_planted_is_found(copy, what):
    PLANTED[what](copy)
    assert complaints(copy) != ""
