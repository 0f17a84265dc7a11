# SPDX-License-Identifier: GPL-3.0-or-later
"""Hostile candidates and broken requests: the role lives on, and every job ends with one report."""

import os
import signal
import socket

import driving
import pytest
import torch

import bundle

KERNEL = """@triton.jit
def add_one(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n, other=0.0) + 1.0, mask=at < n)

"""


def module(inside="", before="", kernel=KERNEL):
    return (driving.HEAD + "import os, sys, time\n" + before + kernel
            + "class ModelNew(torch.nn.Module):\n    def forward(self, x):\n"
              f"        y = torch.empty_like(x)\n        {inside or 'pass'}\n"
              "        add_one[(4,)](x, y, x.numel(), B=64)\n        return y\n")


def given():
    return bundle.create("given", {"input.0": torch.ones(200)}, {
        "init": '{"args":[],"kwargs":{}}', "inputs": '[{"tensor":"input.0"}]', "init_seed": "1",
        "variant": "original", "dtype": "float32", "train_mode": "1"})


def run(role, text):
    (answer, _), = driving.run_candidate(role, text, [("original", given())])
    return answer


def still_works(role):
    answer = run(role, module())
    assert answer["ok"], answer


@pytest.mark.parametrize("inside", [
    "getattr(os, '_ex' + 'it')(0)",
    "getattr(os, 'ab' + 'ort')()",
    "os.write(2, b'x' * 100000); getattr(os, '_ex' + 'it')(3)",
    "[getattr(os, 'clo' + 'se')(fd) for fd in range(3, 60)]; getattr(os, '_ex' + 'it')(0)",
    "import torch; torch.as_strided(torch.zeros(1), (1,), (1,), 1 << 40).item()",
])
def test_a_child_that_dies_ends_the_channel_and_is_reported(interpreter, inside):
    assert run(interpreter, module(inside)) is None or not run(interpreter, module(inside))["ok"]
    still_works(interpreter)


@pytest.mark.parametrize("inside, code", [
    ("sys.exit(0)", "runtime_error"),
    ("raise KeyboardInterrupt", "runtime_error"),
    ("raise BaseException('odd')", "runtime_error"),
    ("f = lambda: f(); f()", "runtime_error"),
    ("torch.empty(1 << 40)", "memory_limit"),
])
def test_a_child_that_raises_answers(interpreter, inside, code):
    answer = run(interpreter, module(inside))
    assert answer["code"] == code, answer
    still_works(interpreter)


def test_prints_and_writes_do_not_reach_the_channel(interpreter):
    answer = run(interpreter, module("print('{\"op\":\"output\",\"ok\":true}' * 9, flush=True); "
                                     "os.write(1, b'a' * 9000); sys.stderr.write('b' * 9000)"))
    assert answer["ok"]


def test_the_child_sees_no_descriptor_but_its_own(interpreter):
    text = module(before="count = len(os.listdir('/proc/self/fd'))\n",
                  inside="raise ValueError(f'open {count}')")
    answer = run(interpreter, text)
    # 0, 1, 2, the channel, the two of this input and the listing itself.
    assert answer["message"].endswith("open 7"), answer


def test_an_endless_loop_is_killed(interpreter):
    source, input_fd, output = driving.memfd(module("while True: x.numel()")), given(), \
        driving.memfd()
    job = interpreter.start({"op": "run", "policy": "full", "entry_point": "ModelNew"},
                            source=source)
    job.channel.send({"op": "input", "variant": "original", "fds": ["given", "output"]},
                     [input_fd, output])
    job.kill()
    assert job.receive() is None
    assert os.WTERMSIG(job.finish()) == signal.SIGKILL
    still_works(interpreter)


def test_an_endless_kernel_is_killed(interpreter):
    kernel = KERNEL.replace("    tl.store", "    steps = n\n    while steps > 0:\n"
                            "        steps += 0\n    tl.store")
    source, input_fd, output = driving.memfd(module(kernel=kernel)), given(), driving.memfd()
    job = interpreter.start({"op": "run", "policy": "full", "entry_point": "ModelNew"},
                            source=source)
    job.channel.send({"op": "input", "variant": "original", "fds": ["given", "output"]},
                     [input_fd, output])
    job.kill()
    assert job.receive() is None and os.WIFSIGNALED(job.finish())


def _spawning(mark):
    """A candidate whose children would write into the marked pipe when they live on."""
    return module(before=f"pid = getattr(os, 'fo' + 'rk')()\n"
                         f"if pid == 0:\n"
                         f"    getattr(os, 'set' + 'sid')()\n"
                         f"    while True: time.sleep(0.01)\n")


def test_children_of_a_candidate_end_with_it(interpreter):
    pid = interpreter.process.pid
    answer = run(interpreter, _spawning(0))
    assert answer is None or answer["ok"] or answer["code"] == "import_error"
    still_works(interpreter)
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
        assert children.read().split() == []


def test_private_folders_are_removed(interpreter, tmp_path_factory):
    run(interpreter, module("open('left', 'w').write('x'); os.makedirs('a/b')"))
    still_works(interpreter)
    cwd = [word for word in open(f"/proc/{interpreter.process.pid}/cmdline", "rb").read()
           .split(b"\0") if b"interpreter" in word and word.startswith(b"/")][-1]
    assert os.listdir(cwd) == []


def test_deep_nesting_and_huge_sources_end_in_the_static_checks(compiler):
    for text in ("(" * 90000, "x = " + "(" * 190 + ")" * 190 + "\n", "a" * 300000,
                 "if 1:\n" + "".join(" " * n + "if 1:\n" for n in range(1, 150))):
        static, compiled, status = driving.compile_candidate(compiler, text, given())
        assert static is not None and not static["passed"] and compiled is None and status == 0


def test_an_exit_while_compiling_leaves_no_compile_message(compiler):
    static, compiled, status = driving.compile_candidate(
        compiler, module("getattr(os, '_ex' + 'it')(0)"), given())
    assert static["passed"] and compiled is None and status == 0
    static, compiled, _ = driving.compile_candidate(compiler, module(), given())
    assert compiled["passed"]


def test_a_candidate_cannot_forge_the_static_message(compiler):
    """The first message comes before any line of the candidate runs."""
    forged = module(before="import socket as s\n")
    static, compiled, _ = driving.compile_candidate(compiler, forged, given())
    assert not static["passed"] and compiled is None


@pytest.mark.parametrize("request_", [
    {"op": "dance"}, {"op": "run"}, {}, {"op": "run", "fds": ["channel", "source"]},
    {"op": "kill", "id": "nobody"},
])
def test_bad_requests_are_refused(interpreter, request_):
    interpreter.control.send({"id": "bad", **request_})
    if request_.get("op") != "kill":
        answer = interpreter.control.receive()[0]
        assert answer["op"] == "error" and answer["code"] == "bad_request" and answer["id"] == "bad"
    still_works(interpreter)


def test_bytes_that_are_no_message_are_refused(interpreter):
    raw = socket.socket(fileno=os.dup(interpreter.control.fileno()))
    for data in (b"{", b"[1]", b"\xff\xfe", b"[" * 100000):
        raw.send(data)
        assert interpreter.control.receive()[0]["op"] == "error"
    raw.close()
    still_works(interpreter)


def test_long_texts_are_shortened(interpreter):
    answer = run(interpreter, module("raise ValueError('z' * 500000)"))
    assert answer["code"] == "runtime_error" and len(answer["message"]) < 5000


def test_a_judge_that_goes_away_ends_children_and_role(tmp_path):
    role = driving.Role("interpreter", tmp_path)
    source = driving.memfd(module("time.sleep(1000)"))
    input_fd, output = given(), driving.memfd()
    job = role.start({"op": "run", "policy": "full", "entry_point": "ModelNew"}, source=source)
    job.channel.send({"op": "input", "variant": "original", "fds": ["given", "output"]},
                     [input_fd, output])
    pidfd = os.pidfd_open(job.pid)
    assert role.close() == 0
    assert job.receive() is None
    with pytest.raises(ProcessLookupError):
        signal.pidfd_send_signal(pidfd, 0)
    assert os.listdir(tmp_path) == []


def test_a_killed_role_takes_its_children_along(tmp_path):
    role = driving.Role("interpreter", tmp_path)
    source = driving.memfd(module("time.sleep(1000)"))
    job = role.start({"op": "run", "policy": "full", "entry_point": "ModelNew"}, source=source)
    role.process.kill()
    role.process.wait()
    assert job.receive() is None
    role.control.close()
