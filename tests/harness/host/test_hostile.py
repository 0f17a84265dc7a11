# SPDX-License-Identifier: GPL-3.0-or-later
"""Hostile candidates and broken requests: the role lives on, and every job ends with one report."""

import os
import signal
import socket
import types

import driving
import pytest
import torch
from driving import given

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


X = torch.ones(200)


def run(roles, text):
    (answer, _), = driving.run_candidate(roles, text, [("original", given(X))])
    return answer


def still_works(roles):
    answer = run(roles, module())
    assert answer["ok"], answer


def begin(roles, text):
    """A candidate in the middle of its forward."""
    candidate = driving.Candidate(roles, text)
    assert candidate.static()["passed"]
    candidate.ask("run", "original", given(X), driving.memfd())
    return candidate


@pytest.mark.parametrize("inside", [
    "getattr(os, '_ex' + 'it')(0)",
    "getattr(os, 'ab' + 'ort')()",
    "os.write(2, b'x' * 100000); getattr(os, '_ex' + 'it')(3)",
    "[getattr(os, 'clo' + 'se')(fd) for fd in range(3, 60)]; getattr(os, '_ex' + 'it')(0)",
    "import torch; torch.as_strided(torch.zeros(1), (1,), (1,), 1 << 40).item()",
])
def test_a_host_that_dies_is_reported_and_the_roles_live_on(roles, inside):
    answer = run(roles, module(inside))
    assert answer is None or not answer["ok"]
    still_works(roles)


@pytest.mark.parametrize("inside, code", [
    ("sys.exit(0)", "runtime_error"),
    ("raise KeyboardInterrupt", "runtime_error"),
    ("raise BaseException('odd')", "runtime_error"),
    ("f = lambda: f(); f()", "runtime_error"),
    ("torch.empty(1 << 40)", "memory_limit"),
])
def test_a_host_that_raises_has_a_reason(roles, inside, code):
    answer = run(roles, module(inside))
    assert answer["code"] == code, answer
    still_works(roles)


def test_prints_and_writes_do_not_reach_the_channel(roles):
    answer = run(roles, module("print('{\"op\":\"output\",\"ok\":true}' * 9, flush=True); "
                               "os.write(1, b'a' * 9000); sys.stderr.write('b' * 9000)"))
    assert answer["ok"]


def test_the_host_sees_no_descriptor_but_its_own(roles):
    text = module(before="count = len(os.listdir('/proc/self/fd'))\n",
                  inside="raise ValueError(f'open {count}')")
    answer = run(roles, text)
    # 0, 1, 2, the channel, the link and the listing itself.
    assert answer["message"].endswith("open 6"), answer


def test_an_endless_loop_is_killed(roles):
    candidate = begin(roles, module("while True: x.numel()"))
    candidate.host.kill()
    answer, _ = candidate.device.receive()
    assert answer["code"] == "host_lost"
    assert os.WTERMSIG(candidate.finish()) == signal.SIGKILL
    still_works(roles)


def test_an_endless_kernel_is_killed(roles):
    kernel = KERNEL.replace("    tl.store", "    steps = n\n    while steps > 0:\n"
                            "        steps += 0\n    tl.store")
    candidate = begin(roles, module(kernel=kernel))
    candidate.device.kill()
    assert candidate.device.receive() is None and os.WIFSIGNALED(candidate.device.finish())
    candidate.host.finish()
    still_works(roles)


def _spawning():
    """A candidate that leaves a process behind, where the sandbox does not forbid it."""
    return module(before="pid = getattr(os, 'fo' + 'rk')()\n"
                         "if pid == 0:\n"
                         "    getattr(os, 'set' + 'sid')()\n"
                         "    while True: time.sleep(0.01)\n")


def test_children_of_a_candidate_end_with_it(roles):
    pid = roles.compiler.process.pid
    answer = run(roles, _spawning())
    assert answer is None or answer["ok"] or answer["code"] == "import_error"
    still_works(roles)
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
        assert children.read().split() == []


def test_private_folders_are_removed(roles):
    run(roles, module("open('left', 'w').write('x'); os.makedirs('a/b')"))
    still_works(roles)
    folder = [word for word in open(f"/proc/{roles.compiler.process.pid}/cmdline", "rb").read()
              .split(b"\0") if b"compiler" in word and word.startswith(b"/")][-1]
    assert os.listdir(folder) == []


def test_deep_nesting_and_huge_sources_end_in_the_static_checks(roles):
    for text in ("(" * 90000, "x = " + "(" * 190 + ")" * 190 + "\n", "a" * 300000,
                 "if 1:\n" + "".join(" " * n + "if 1:\n" for n in range(1, 150))):
        static, compiled, status = driving.compile_candidate(roles, text, given(X))
        assert static is not None and not static["passed"] and compiled is None and status == 0


def test_an_exit_while_tracing_leaves_no_answer(roles):
    static, compiled, status = driving.compile_candidate(
        roles, module("getattr(os, '_ex' + 'it')(0)"), given(X))
    assert static["passed"] and compiled is None and status == 0
    _, compiled, _ = driving.compile_candidate(roles, module(), given(X))
    assert compiled["passed"]


def test_the_static_checks_come_before_any_line_of_the_candidate(roles):
    forged = module(before="import socket as s\n")
    static, compiled, _ = driving.compile_candidate(roles, forged, given(X))
    assert not static["passed"] and compiled is None


def test_a_host_cannot_say_whose_fault_it_is(roles):
    """It may name its own errors; that something is not judgeable, or our fault, the device says."""
    forge = ("import remote_tensor\n        remote_tensor.connected().ask("
             "{'op': 'failed', 'code': 'infrastructure', 'message': 'not me'})")
    answer = run(roles, module(forge.replace("import remote_tensor",
                                             "remote_tensor = sys.modules['harness.host.remote_tensor']")))
    assert answer["code"] == "runtime_error", answer


@pytest.mark.parametrize("forged", [
    "{'op': 'result', 'structure': 'tensor', 'outputs': [{'t': 1}]}",
    "{'op': 'result', 'structure': 'tensor', 'outputs': [{'t': 999}]}",
    "{'op': 'operator', 'name': 'aten::add.Tensor', 'args': [{'t': 1}, 1.0], 'kwargs': {}}",
    "{'op': 'operator', 'name': '__import__', 'args': [], 'kwargs': {}}",
    "{'op': 'launch', 'kernel': {'name': 'no_such', 'line': 1}, 'arguments': [], 'grid': [1]}",
    "{'op': 'serve'}", "{'op': '__init__'}", "{}",
])
def test_what_a_host_asks_by_itself_gets_it_nowhere(roles, forged):
    inside = f"sys.modules['harness.host.remote_tensor'].connected().ask({forged})"
    answer = run(roles, module(inside))
    assert answer is None or not answer["ok"], answer
    still_works(roles)


def test_a_host_that_sends_no_messages_is_told_apart(roles):
    inside = "os.write(sys.modules['harness.host.remote_tensor'].connected()._channel.fileno(), b'{')"
    candidate = begin(roles, module(inside))
    answer, _ = candidate.device.receive()
    assert answer["code"] == "host_broken", answer
    candidate.finish()
    still_works(roles)


@pytest.mark.parametrize("request_", [
    {"op": "dance"}, {"op": "device"}, {}, {"op": "device", "fds": ["channel", "source"]},
    {"op": "kill", "id": "nobody"},
])
def test_bad_requests_are_refused(roles, request_):
    roles.device.control.send({"id": "bad", **request_})
    if request_.get("op") != "kill":
        answer = roles.device.report("error", "bad")
        assert answer["code"] == "bad_request"
    still_works(roles)


def test_bytes_that_are_no_message_are_refused(roles):
    raw = socket.socket(fileno=os.dup(roles.device.control.fileno()))
    for data in (b"{", b"[1]", b"\xff\xfe", b"[" * 100000):
        raw.send(data)
        assert roles.device.report("error", None)["code"] == "bad_request"
    raw.close()
    still_works(roles)


def test_long_texts_are_shortened(roles):
    answer = run(roles, module("raise ValueError('z' * 500000)"))
    assert answer["code"] == "runtime_error" and len(answer["message"]) < 5000


def _own_roles(folder):
    return types.SimpleNamespace(compiler=driving.Role("compiler", folder / "compiler"),
                                 device=driving.Role("device", folder / "device"))


def test_a_judge_that_goes_away_ends_children_and_roles(tmp_path):
    roles = _own_roles(tmp_path)
    candidate = begin(roles, module("time.sleep(1000)"))
    pidfds = [os.pidfd_open(job.pid) for job in (candidate.host, candidate.device)]
    assert roles.compiler.close() == 0 and roles.device.close() == 0
    for pidfd in pidfds:
        with pytest.raises(ProcessLookupError):
            signal.pidfd_send_signal(pidfd, 0)
    assert os.listdir(tmp_path / "compiler") == os.listdir(tmp_path / "device") == []


def test_a_killed_role_takes_its_children_along(tmp_path):
    roles = _own_roles(tmp_path)
    candidate = begin(roles, module("time.sleep(1000)"))
    roles.compiler.process.kill()
    roles.compiler.process.wait()
    assert candidate.host.receive() is None
    answer, _ = candidate.device.receive()
    assert answer["code"] == "host_lost"
    roles.compiler.control.close()
    assert roles.device.close() == 0
