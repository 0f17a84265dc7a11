# SPDX-License-Identifier: GPL-3.0-or-later
"""What the gpu role's sandbox opens for the driver, and that it opens nothing else."""

import errno
import json
import os
import socket

import pytest

import driving

from harness.gpu import cuda_access
from harness.shared import sandbox

GPU, EXEC = 3, 1  # flags of sandbox.h

pytestmark = pytest.mark.skipif(driving.SANDBOX_LIB == "none", reason="needs the sandbox library")


def _refused(action):
    """The errno that the action ends with, 0 where it succeeds."""
    try:
        action()
    except OSError as error:
        return error.errno
    return 0


def _listen(kind):
    with socket.socket(socket.AF_UNIX, kind) as server:
        server.bind(f"\0test-{os.getpid()}-{kind}")
        if kind != socket.SOCK_DGRAM:
            server.listen(1)


def _connect(address):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.connect(address)


def _facts(server):
    return {
        "refusals": cuda_access.refusals(),
        "packets": _refused(lambda: _listen(socket.SOCK_SEQPACKET)),
        "datagrams": _refused(lambda: _listen(socket.SOCK_DGRAM)),
        "internet": _refused(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM)),
        "netlink": _refused(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)),
        "connect": _refused(lambda: _connect(server)),
        "shadow": _refused(lambda: open("/etc/shadow", "rb").close()),
        "list of /dev": _refused(lambda: os.listdir("/dev")),
        "terminal": _refused(lambda: open("/dev/tty", "rb").close()),
        "comm": _refused(lambda: open("/proc/thread-self/comm", "r+b").close()),
        "capabilities": [line.split()[1] for line in open("/proc/self/status", encoding="ascii")
                         if line.startswith(("CapEff", "CapBnd"))],
    }


def _inside(flags, folder):
    """The layers and facts of a child of this sandbox, with a server outside to connect to."""
    private_dir = folder / f"private{flags}"
    private_dir.mkdir()
    isolation = sandbox.load(driving.SANDBOX_LIB)
    address = str(folder / f"server{flags}")
    read_end, write_end = os.pipe()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(address)
        server.listen(1)
        pid = isolation.fork(flags)
        if pid == 0:
            try:
                layers = isolation.enter(str(private_dir), flags)
                answer = {"layers": layers, **_facts(address)}
            except BaseException as error:
                answer = {"error": repr(error)}
            os.write(write_end, json.dumps(answer).encode())
            os._exit(0)
        os.close(write_end)
        with open(read_end, "rb") as report:
            answer = json.loads(report.read())
        os.waitpid(pid, 0)
    assert "error" not in answer, answer
    return answer


def test_gpu_children_can_do_all_that_the_driver_needs(tmp_path):
    facts = _inside(GPU, tmp_path)
    assert "seccomp" in facts["layers"]
    assert facts["refusals"] == []
    assert facts["packets"] == facts["comm"] == 0


def test_gpu_children_reach_nobody(tmp_path):
    facts = _inside(GPU, tmp_path)
    assert facts["connect"] == errno.ECONNREFUSED
    assert facts["datagrams"] == facts["internet"] == facts["netlink"] == errno.EPERM
    assert set(facts["capabilities"]) == {"0" * 16}
    if "landlock" in facts["layers"]:
        assert facts["shadow"] == errno.EACCES
        assert facts["terminal"] in (errno.EACCES, errno.ENOENT, errno.ENXIO)


@pytest.mark.parametrize("flags", [0, EXEC])
def test_other_roles_keep_every_socket_denied(tmp_path, flags):
    facts = _inside(flags, tmp_path)
    assert facts["packets"] == facts["datagrams"] == facts["connect"] == errno.EPERM
    assert facts["internet"] == errno.EPERM
    if "landlock" in facts["layers"]:
        assert facts["comm"] == facts["list of /dev"] == facts["shadow"] == errno.EACCES


def test_what_python_imports_from_is_readable(tmp_path, monkeypatch):
    monkeypatch.setattr(sandbox.sys, "path", [str(tmp_path), str(tmp_path / "missing")])
    monkeypatch.setenv("NEREID_SANDBOX_READ", "/first")
    sandbox.allow_module_folders()
    assert os.environ["NEREID_SANDBOX_READ"] == f"/first:{tmp_path}"
