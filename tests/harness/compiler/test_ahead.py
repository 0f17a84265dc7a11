# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels compiled side by side in processes of their own: what comes out is what one process makes one after another."""

import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest

from harness.compiler import ahead, compile_role

# A process that has compiled nothing yet, as the child of a `compile` request.
SCRIPT = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
from harness.compiler import compile_host, compile_role
compile_host.prepare_zygote()
records = [dict(compile_host._WARM_RECORD, id=f"r{warps}", tuned=True, options={"num_warps": warps}) for warps in (1, 2, 64, 4)]
if sys.argv[3] == "broken":
    records[1]["text"] = records[1]["text"].replace("tt.return", "tt.store")
recorded = compile_role.Recorded(None, int(sys.argv[2]))
recorded.compile_all(records)
kernels = [{name: kernel[name] for name in ("name", "num_warps", "shared", "launches", "grid")} | {"levels": sorted(kernel["stages"])}
           for kernel in recorded.compiler.records.values()]
print(json.dumps([kernels, recorded.failure, recorded.unfit]))
"""


def compiled(processes, tmp_path, text="whole"):
    harness = pathlib.Path(os.environ["NEREID_HARNESS"]).parent
    tmp_path.mkdir()
    done = subprocess.run([sys.executable, "-B", "-c", SCRIPT, str(harness), str(processes), text], cwd=tmp_path, check=True, capture_output=True,
                          text=True, env={**os.environ, "TRITON_CACHE_DIR": str(tmp_path / "cache")})
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("text", ["whole", "broken"])
def test_two_processes_make_what_one_makes(tmp_path, text):
    one, two = (compiled(count, tmp_path / str(count), text) for count in (1, 2))
    assert one == two
    kernels, failure, _ = one
    if text == "whole":
        assert [kernel["num_warps"] for kernel in kernels] == [1, 2, 4] and failure is None  # 64 warps are more than a GPU takes
        assert all("cubin" in kernel["levels"] for kernel in kernels)
    else:
        assert failure[0] == "compile_error"


def test_each_is_done_once_and_what_a_process_leaves_is_told(tmp_path):
    def work(index):
        with open(tmp_path / "done", "a", encoding="ascii") as file:
            file.write(f"{index}\n")
        if index == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return index * 2

    found = ahead.side_by_side(8, work, 3)
    assert found == {index: 2 * index for index in range(8) if index != 3}
    assert sorted((tmp_path / "done").read_text(encoding="ascii").split()) == [str(index) for index in range(8)]


@pytest.mark.parametrize("each, kernels, failure", [(9, 3, None), (13, 2, None), (21, 1, "compile_timeout")])
def test_settings_are_left_out_where_another_took_as_long_as_a_kernel_may(monkeypatch, each, kernels, failure):
    spent, made = [0], []

    def text(path, record, grid, launches):
        spent[0] += each
        made.append(record["id"])

    recorded = compile_role.Recorded(None, 1, (), 20.0)
    recorded.compiler.text = text
    monkeypatch.setattr(compile_role, "_spent", lambda: spent[0])
    monkeypatch.setattr(compile_role.Recorded, "_compile", lambda self, record, launches: text("", record, [], launches))
    recorded.compile_all([{"id": f"r{number}", "kernel": {"name": "k"}, "tuned": True, "launches": 1} for number in range(4)])
    assert len(made) == kernels and (recorded.failure and recorded.failure[0]) == failure


def test_one_process_does_nothing_ahead():
    assert ahead.side_by_side(8, lambda index: index, 1) == {} == ahead.side_by_side(1, lambda index: index, 4)
