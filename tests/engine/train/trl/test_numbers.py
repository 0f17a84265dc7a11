# SPDX-License-Identifier: GPL-3.0-or-later
"""The numbers against which the engine's losses are tested are those that TRL computes, today and here."""

import json
import pathlib
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parent


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    file = tmp_path_factory.mktemp("trl") / "numbers.json"
    done = subprocess.run([sys.executable, FOLDER / "make_numbers.py", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(file.read_text())


def leaves(value, path=""):
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, f"{path}/{key}")
    elif isinstance(value, list):
        for i, one in enumerate(value):
            yield from leaves(one, f"{path}/{i}")
    else:
        yield path, value


def test_the_file_holds_what_trl_computes(made):
    kept = dict(leaves(json.loads((FOLDER / "numbers.json").read_text())))
    now = dict(leaves(made))
    assert kept.keys() == now.keys()
    for path, value in now.items():
        # Sums of a few hundred float32 and double terms, in an order that the processor may choose.
        same = value == pytest.approx(kept[path], rel=1e-6, abs=1e-7) if isinstance(value, float) else value == kept[path]
        assert same, f"{path}: {kept[path]} in the file, {value} from TRL {made['trl']}; run make_numbers.py and look why"


def test_the_batch_has_what_is_to_be_compared(made):
    """Both bounds are met, a group is dead, a row is cut, and each of these changes a number."""
    by_case = {(one["loss_type"], one["beta"], one["mask_truncated_completions"], one["use_bias_correction_kl"]): one for one in made["losses"]}
    assert len({round(one["loss"], 9) for one in by_case.values()}) == len(by_case) == 15
    for one in by_case.values():
        assert one["clip_ratio/low_mean"] > 0 and one["clip_ratio/high_mean"] > 0
        assert 0 < one["clip_ratio/high_mean"] < one["clip_ratio/high_max"]
    dead = made["advantages"][0]["advantages"][4:8]
    assert max(map(abs, dead)) < 1e-3
