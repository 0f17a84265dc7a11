# SPDX-License-Identifier: GPL-3.0-or-later
"""What an interpreter with a verifier leaves behind: nothing, however it ends."""

import os
import pathlib
import select
import signal
import subprocess
import sys

import nereid
import pytest

FOLDER = pathlib.Path(__file__).parent
PATIENCE_S = 120  # far above what anything here takes; reached only by a hang

HEAD = f"""
import os, signal, sys, threading
sys.path.insert(0, {str(FOLDER)!r})
import nereid, shelf

def children():
    found = []
    for task in os.listdir("/proc/self/task"):
        with open(f"/proc/self/task/{{task}}/children") as file:
            found += map(int, file.read().split())
    return found

endless = {{**shelf.request("swish/wrong_endless"), "run_limit": 3600}}
verifier = nereid.Verifier(jobs=1)
assert verifier.verify(**shelf.request("swish/right_plain")).accepted
print(*children(), flush=True)
sys.stdin.readline()
"""


class Program:
    """A Python program with a warm verifier, stopped where its processes are known."""

    def __init__(self, rest, head=HEAD, **environment):
        self.process = subprocess.Popen(
            # Newer Pythons warn of every fork beside threads, which is what is tried here.
            [sys.executable, "-W", "ignore::DeprecationWarning", "-c", head + rest], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env={**os.environ, **environment})
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        self.children = [os.pidfd_open(int(pid)) for pid in line.split()]
        assert len(self.children) >= 3

    def go_on(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def end(self):
        """(exit status, the rest of standard output, standard error)."""
        out, err = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, out, err

    def require_no_children(self):
        for pidfd in self.children:
            poll = select.poll()
            poll.register(pidfd, select.POLLIN)
            assert poll.poll(PATIENCE_S * 1000), "a process of the verifier is still there"
            os.close(pidfd)


@pytest.mark.parametrize("rest, status", [
    ("", 0),
    ("verifier.submit(**endless)", 0),
    ("verifier.submit(**endless); sys.exit(3)", 3),
    ("futures = [verifier.submit(**endless, seed=i) for i in range(3)]; raise SystemExit(4)", 4),
], ids=["idle", "busy", "exit", "queued"])
def test_exit_leaves_no_process_and_no_folder(rest, status, tmp_path):
    program = Program(rest, TMPDIR=str(tmp_path))
    assert list(tmp_path.glob("nereid-verify*"))
    program.go_on()
    assert program.end() == (status, "", "")
    program.require_no_children()
    assert not list(tmp_path.iterdir())


def test_exit_ends_the_shared_verifier():
    head = HEAD.replace("verifier = nereid.Verifier(jobs=1)", "").replace(
        "verifier.verify", "nereid.verify")
    head = head.replace("nereid.verify(**shelf.request(\"swish/right_plain\"))",
                        "nereid.verify(shelf.reference(\"swish/right_plain\"), "
                        "shelf.candidate(\"swish/right_plain\"))")
    program = Program("", head)
    program.go_on()
    assert program.end() == (0, "", "")
    program.require_no_children()


@pytest.mark.parametrize("wait", [
    "verifier.verify(**endless)",
    "list(verifier.verify_batch([endless, endless]))",
    "import asyncio; asyncio.run(verifier.verify_async(**endless))",
], ids=["verify", "batch", "async"])
def test_ctrl_c_ends_cleanly(wait):
    program = Program("""
verifier.submit(**endless)
print("waiting", flush=True)
with verifier:
    """ + wait)
    program.go_on()
    assert program.process.stdout.readline() == "waiting\n"
    program.process.send_signal(signal.SIGINT)
    status, _, err = program.end()
    assert status == -signal.SIGINT and "KeyboardInterrupt" in err
    program.require_no_children()


def test_a_killed_interpreter_leaves_no_process():
    program = Program("verifier.verify(**endless)")
    program.process.kill()
    assert program.end()[0] == -signal.SIGKILL
    program.require_no_children()


FORKED = """
child = os.fork()
if child == 0:
    try:
        verifier.submit("x = 1", "x = 1")
    except nereid.ForkedProcessError as problem:
        print(problem, flush=True)
    verifier.close()
    sys.exit(5)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
row_sum = shelf.request("row_sum/right_blocks")
print(verifier.verify(**row_sum), verifier.stats().restarts, flush=True)
"""


def test_a_forked_child_is_told_and_does_no_harm():
    program = Program(FORKED)
    program.go_on()
    status, out, err = program.end()
    assert (status, err) == (0, "")
    told, after = out.splitlines()
    assert told.startswith(f"this Verifier was made in process {program.process.pid} and")
    assert "make a nereid.Verifier in this process" in told
    assert after == "Verdict('row_sum/right_blocks', accepted, stage='full', credit=0.7) 0"
    program.require_no_children()


def test_a_forked_child_may_have_its_own():
    program = Program("""
child = os.fork()
if child == 0:
    with nereid.Verifier(jobs=1) as own:
        sys.exit(0 if own.verify(**shelf.request("swish/right_plain")).accepted else 6)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
""")
    program.go_on()
    assert program.end() == (0, "", "")
    program.require_no_children()


def test_the_shared_verifier_after_a_fork(monkeypatch):
    """As in a forked child, without one: the shared verifier belongs to another process."""
    shared = nereid._verifier.shared_verifier()
    monkeypatch.setattr(shared._owner, "pid", os.getppid())
    with pytest.raises(nereid.ForkedProcessError, match="after nereid.shutdown"):
        nereid.verify("x = 1", "x = 1")
    monkeypatch.undo()
    nereid.shutdown()
    assert shared.closed
