# SPDX-License-Identifier: GPL-3.0-or-later
"""The role that checks texts for all candidates in one process."""

import os
import signal
import socket

import driving
import pytest

from harness.shared import wire

HONEST = (driving.HEAD + "@triton.jit\ndef k(x):\n    tl.store(x, 1.0)\n\n"
          "class ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return x\n")


@pytest.fixture
def role(tmp_path):
    role = driving.Role("static", tmp_path)
    yield role
    role.control.close()
    role.process.kill()
    role.process.wait()


def ask(role, text, identity="t", **changes):
    """The role's answer on the channel, or None if it went instead; then its report."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    source = driving.memfd(text)
    role.control.send({"op": "static", "id": identity, "answers": ["ModelNew"],
                       "fds": ["channel", "source"], **changes}, [theirs.fileno(), source])
    theirs.close()
    os.close(source)
    channel = wire.Channel(ours.detach())
    try:
        answer = channel.receive()[0]
    except wire.Closed:
        answer = None
    channel.close()
    return answer, role.control.receive()[0]


def test_many_texts_are_checked_by_one_process(role):
    pid = role.ready["pid"]
    for number in range(30):
        answer, report = ask(role, HONEST, f"right {number}")
        assert answer["op"] == "static" and answer["passed"]
        assert report == {"op": "exited", "id": f"right {number}", "status": 0}
        answer, _ = ask(role, "def f(:\n")
        assert (answer["passed"], answer["code"], answer["line"]) == (False, "syntax_error", 1)
    assert role.process.pid == pid and role.process.poll() is None
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
        assert not children.read().split()


def test_it_keeps_no_descriptor(role):
    ask(role, HONEST)
    before = len(os.listdir(f"/proc/{role.process.pid}/fd"))
    for _ in range(20):
        ask(role, HONEST)
    # It answers before it closes the two descriptors of the request.
    assert abs(len(os.listdir(f"/proc/{role.process.pid}/fd")) - before) <= 2


def test_nesting_bombs_are_syntax_errors(role):
    for text in ("x = " + "(" * 5000 + ")" * 5000, "x = " + "-" * 90000 + "1\n", "x = 1\n\0"):
        answer, _ = ask(role, text)
        assert answer["code"] == "syntax_error"
    assert ask(role, HONEST)[0]["passed"]


def test_a_bad_request_is_refused_and_the_role_goes_on(role):
    answer, report = ask(role, HONEST, fds=["channel"])
    assert answer is None and report["code"] == "bad_request"
    answer, report = ask(role, HONEST, fds=["channel", "elsewhere"])
    assert answer is None and report["code"] == "bad_request"
    assert ask(role, HONEST)[0]["passed"]


def test_it_ends_with_its_control_socket(role):
    assert role.close() == 0


def test_a_text_that_takes_too_long_ends_the_process(role):
    # What the alarm does when it comes while a text is being parsed.
    os.kill(role.process.pid, signal.SIGALRM)
    assert role.process.wait(timeout=30) == -signal.SIGALRM
