# SPDX-License-Identifier: GPL-3.0-or-later
"""A bad argument is an exception that names it, before any process is started."""

import pathlib

import nereid
import pytest


@pytest.mark.parametrize("options, error, text", [
    ({"candidate": None}, TypeError,
     "candidate: expected source text or a pathlib.Path, got NoneType"),
    ({"reference": b"x"}, TypeError,
     "reference: expected source text or a pathlib.Path, got bytes"),
    ({"reference": "task.py"}, ValueError,
     "reference: 'task.py' is a file name, not source text; pass pathlib.Path('task.py')"),
    ({"policy": "lenient"}, ValueError,
     "policy: expected one of full, best-system; got 'lenient'"),
    ({"device": "tpu"}, ValueError, "device: expected auto, cpu, cuda or cuda:N; got 'tpu'"),
    ({"device": "cuda:0,1"}, ValueError, "device: expected auto, cpu, cuda or cuda:N"),
    ({"seed": -1}, ValueError, "seed: expected a number from 0 to 2**64 - 1, got -1"),
    ({"seed": 2**64}, ValueError, "seed: expected a number from 0"),
    ({"seed": 1.5}, TypeError, "seed: expected a whole number, got float"),
    ({"run_limit": 0}, ValueError, "run_limit: expected seconds above 0, got 0"),
    ({"compile_limit": float("nan")}, ValueError, "compile_limit: expected seconds above 0"),
    ({"compile_limit": "20"}, TypeError, "compile_limit: expected seconds, got str"),
    ({"entry_point": "my model"}, ValueError,
     "entry_point: expected the name of a class, got 'my model'"),
    ({"task_id": 3}, TypeError, "task_id: expected a text, got int"),
])
def test_bad_options(options, error, text):
    with pytest.raises(error) as caught:
        nereid.verify(**{"reference": "x = 1", "candidate": "x = 1", **options})
    assert text in str(caught.value)


def test_unknown_option():
    with pytest.raises(TypeError, match="sede"):
        nereid.verify("x = 1", "x = 1", sede=3)


def test_missing_file():
    with pytest.raises(FileNotFoundError, match="nowhere.py"):
        nereid.verify(pathlib.Path("nowhere.py"), "x = 1")


def test_file_that_is_not_utf8(tmp_path):
    file = tmp_path / "latin.py"
    file.write_bytes(b"x = 1\ny = '\xe9'\n")
    with pytest.raises(ValueError, match=r"reference: .*latin.py:2: byte 11 is not UTF-8"):
        nereid.verify(file, "x = 1")


@pytest.mark.parametrize("jobs, error", [(-1, ValueError), (1.0, TypeError), (True, TypeError),
                                         (100000, ValueError)])
def test_bad_jobs(jobs, error):
    with pytest.raises(error, match="jobs: expected"):
        nereid.Verifier(jobs=jobs)


def test_missing_parts_say_how_to_mend_it(tmp_path):
    with pytest.raises(FileNotFoundError, match="set NEREID_PYTHON"):
        nereid.Verifier(python=tmp_path / "python")
    with pytest.raises(FileNotFoundError, match="set NEREID_HARNESS"):
        nereid.Verifier(harness=tmp_path)


@pytest.mark.parametrize("options, text", [
    ({"formula": "best"}, "there is no reward 'best'; choose one of staged, binary"),
    ({"role": "backend"}, "role: expected one of frontend, midend; got 'backend'"),
    ({"policy": "lenient"}, "policy: expected one of"),
])
def test_bad_reward_functions_fail_when_made(options, text):
    import nereid.trl
    with pytest.raises(ValueError, match=text):
        nereid.trl.reward_function(**options)
