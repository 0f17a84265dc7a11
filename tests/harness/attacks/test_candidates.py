# SPDX-License-Identifier: GPL-3.0-or-later
"""Hostile candidates and an honest one behind them, in one verifier, as anybody would have them judged. The kernel of the hostile ones is
wrong, so that to be accepted would be a forged verdict."""

import json
import os
import subprocess

import pytest

PROGRAM = os.environ["NEREID_PROGRAM"]
REFERENCE = """import torch
class Model(torch.nn.Module):
    def forward(self, x):
        return torch.relu(x)
def get_inputs():
    return [torch.randn(6, 200)]
def get_init_inputs():
    return []
"""
HONEST = """import torch, os, sys, time, threading, json, struct
import triton
import triton.language as tl

@triton.jit
def relu(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n)
    tl.store(out_ptr + at, tl.maximum(x, 0.0), mask=at < n)

def room(name):
    return sys.modules['harness.' + name]

def link():
    return room('host.remote_tensor').connected()

def c():
    return sys.modules['ctypes'].CDLL(None)

class ModelNew(torch.nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        pass
        relu[(triton.cdiv(x.numel(), 256),)](x, out, x.numel(), BLOCK=256)
        return out
"""
WRONG = HONEST.replace("tl.maximum", "tl.minimum")


def hostile(inside):
    return WRONG.replace("        pass\n", "".join(f"        {line}\n" for line in inside.split("\n")))


# To each of its own descriptors but the link.
_WRITE = """for fd in range(3, 40):
    try:
        if fd != link()._channel.fileno():
            getattr(os, 'set_' + 'blocking')(fd, False)
            for _ in range(300): os.write(fd, {data})
    except OSError: pass"""
_ASK = "link().ask({message})"
_UPLOAD = """head = json.dumps({'x': {'dtype': 'F32', 'shape': [1 << 22], 'data_offsets': [0, 1 << 24]}}).encode()
head += b' ' * (-(len(head) + 8) % 64)
fd = room('shared.wire').new_memory_file('u')
os.write(fd, struct.pack('<Q', len(head)) + head)
size = 8 + len(head) + (1 << 24)
"""
_FILE = "link().ask({{'op': 'launch', 'kernel': {{'name': 'k'}}, 'grid': [1], 'options': {{}}, 'text': '', 'parameters': [], " \
        "'fds': ['text']}}, [{fd}])"
ATTACKS = {
    # Sent while the device computes, so that it cannot take them; they count for all processes of a user.
    "all descriptors of the user, on their way": """array, socket = sys.modules['array'], sys.modules['socket']
for _ in range(4):
    os.write(link()._channel.fileno(), json.dumps({'op': 'operator', 'name': 'aten::randn', 'args': [[1 << 26]], 'kwargs': {}}).encode())
end = socket.socket(fileno=os.dup(link()._channel.fileno()))
end.setblocking(False)
fds = array.array('i', [os.open('/dev/null', os.O_RDONLY)] * 250)
try:
    while True: end.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)])
except OSError: pass
while True: pass""",
    "an answer of the device": _WRITE.format(data="b'{\"op\":\"output\",\"ok\":true,\"launches\":1,\"variant\":\"original\"}'"),
    "an end of another child": _WRITE.format(data="b'{\"op\":\"exited\",\"id\":\"1\",\"status\":0}'"),
    "a verdict": _WRITE.format(data="b'{\"op\":\"static\",\"passed\":true}'"),
    "frames of 200 KB": _WRITE.format(data="b'x' * 200000"),
    "a pickle": _WRITE.format(data=r"b'\x80\x04cos\nsystem\n(S\x27touch /tmp/nereid-was-here\x27\ntR.'"),
    "half a frame and silence": "os.write(link()._channel.fileno(), b'{\"op\":'); time.sleep(100)",
    "half a character": _ASK.format(message=r"{'op': 'failed', 'code': 'runtime_error', 'message': '\ud800'}"),
    "an error of half a character": r"raise ValueError('\ud800')",
    "our fault": _ASK.format(message="{'op': 'failed', 'code': 'infrastructure', 'message': 'not me'}"),
    "its own result": _ASK.format(message="{'op': 'result', 'form': 'tensor', 'outputs': [{'t': 1}]}"),
    "a view beyond its memory": "y = torch.ops.aten._reshape_alias(x, [1 << 24], [1]); y.fill_(1.0)",
    "a file that is cut": _UPLOAD + """def cut():
    while True:
        os.ftruncate(fd, 4096)
        os.ftruncate(fd, size)
threading.Thread(target=cut, daemon=True).start()
for _ in range(50): link().ask({'op': 'upload', 'fds': ['x']}, [fd])""",
    "a text without an end": _FILE.format(fd="os.open('/dev/zero', os.O_RDONLY)"),
    "a text of 2^40 bytes": "fd = room('shared.wire').new_memory_file('t'); os.ftruncate(fd, 1 << 40)\n" + _FILE.format(fd="fd"),
    "silence": "time.sleep(600)",
    "a stop": "c().kill(os.getpid(), 19); time.sleep(600)",
    "a closed link": "getattr(os, 'clo' + 'se')(link()._channel.fileno())\nwhile True: pass",
    "a name that looks like a state": "c().prctl(15, b') R 1 1 1', 0, 0, 0); time.sleep(600)",
    "a fork that keeps the pipes": "pid = c().fork()\nif pid == 0: time.sleep(600)",
    "a program": "c().execl(b'/bin/sh', b'sh', b'-c', b'touch /tmp/nereid-was-here', None)",
    "signals to everybody": "[c().kill(p, 9) for p in range(2, 400)]; c().kill(-1, 9)",
    "a debugger": "c().ptrace(16, os.getppid(), 0, 0); c().ptrace(16, 1, 0, 0)",
    "memory of others": "c().syscall(310, os.getppid(), 0, 0, 0, 0, 0); open(f'/proc/{os.getppid()}/mem', 'rb')",
    "its own limits": "sys.modules['resource'].setrlimit(9, (1 << 50, 1 << 50))",
    "a socket": "c().socket(2, 1, 0) == -1 and 1 / 0",
    "all descriptors": "[os.open('/dev/null', os.O_RDONLY) for _ in range(5000)]",
    "all of its folder": "fd = os.open('x', os.O_CREAT | os.O_RDWR)\nwhile True: os.write(fd, b'x' * (1 << 20))",
    "a thousand threads": "for _ in range(1000): threading.Thread(target=time.sleep, args=(600,), daemon=True).start()",
    "the harness's files": "open(room('host').__path__[0] + '/x.py', 'w') if 'harness.host' in sys.modules else open('/x', 'w')",
    "a link out of its folder": "c().symlink(b'/etc/passwd', b'text'); open('text')",
}
NOT_TOLD = ("infrastructure", "bad_request", "cancelled", "ok")


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("attacks")
    first, *others = ((name, hostile(inside)) for name, inside in ATTACKS.items())
    lines = [("honest, first", HONEST), first, ("honest, beside", HONEST + "#\n"), *others, ("honest, last", HONEST)]
    batch = folder / "batch.jsonl"
    batch.write_text("".join(json.dumps({"id": name, "reference": REFERENCE, "candidate": text}) + "\n" for name, text in lines))
    done = subprocess.run(
        [PROGRAM, "verify", "--batch", str(batch), "--json", "--stats", "--device", "cpu", "--inputs", "task", "--jobs", "2", "--seed", "4",
         "--no-cache", "--compile-limit", "6", "--run-limit", "6"],
        capture_output=True, text=True, check=False, timeout=300,
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")})
    found = {verdict["id"]: verdict for verdict in map(json.loads, done.stdout.splitlines())}
    assert len(found) == len(lines), done.stderr
    return found, done


@pytest.mark.parametrize("name", ATTACKS)
def test_a_hostile_candidate_is_told_as_such(verdicts, name):
    verdict = verdicts[0][name]
    assert not verdict["accepted"] and verdict["rejected_at"] and verdict["reason"]["code"] not in NOT_TOLD, verdict["reason"]


@pytest.mark.parametrize("name", ["honest, first", "honest, beside", "honest, last"])
def test_honest_candidates_beside_them_are_accepted(verdicts, name):
    assert verdicts[0][name]["accepted"], verdicts[0][name]["reason"]


def test_nothing_of_the_verifier_was_touched(verdicts):
    """No role had to be started again, and no program of a candidate has run."""
    stats = json.loads(next(line for line in verdicts[1].stderr.splitlines() if line.startswith("{")))
    assert stats["restarts"] == 0, stats
    assert not os.path.exists("/tmp/nereid-was-here")
