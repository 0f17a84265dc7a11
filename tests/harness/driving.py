# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the real harness roles as the judge does, over real sockets, with a plain comparison."""

import contextlib
import json
import os
import pathlib
import socket
import subprocess
import sys
import types

SOURCE = pathlib.Path(__file__).resolve().parents[2]
HARNESS = pathlib.Path(os.environ.get("NEREID_HARNESS", SOURCE / "engine/verify/harness"))
SHELF = pathlib.Path(os.environ.get("NEREID_RESOURCES", SOURCE / "resources")) / "verify_shelf"
SANDBOX_LIB = os.environ.get("NEREID_SANDBOX_LIB", "none")
MACHINE_LIB = os.environ.get("NEREID_MACHINE_LIB", "none")

sys.modules["harness"] = types.ModuleType("harness")  # as in main.py
sys.modules["harness"].__path__ = [str(HARNESS)]
sys.dont_write_bytecode = True

import torch  # noqa: E402

from harness.shared import bundle, wire  # noqa: E402

LIMITS = {"seconds": 30, "memory_mb": 4096}
ALL_VARIANTS = ["original", "values_x2", "new_seed", "larger_dims", "other_dtype"]
HEAD = "import torch\nimport triton\nimport triton.language as tl\n\n"
# A right kernel for x + 1, and the body of a forward that launches it.
ADD_ONE = """@triton.jit
def add_one(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(y + at, value + 1.0, mask=at < n)

"""
ADD_ONE_FORWARD = """y = torch.empty_like(x)
        add_one[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), B=64)
        return y"""


def memfd(data=b""):
    """A memfd with these bytes."""
    fd = os.memfd_create("test", os.MFD_CLOEXEC)
    os.write(fd, data.encode() if isinstance(data, str) else data)
    return fd


class Role:
    """A running role of main.py."""

    def __init__(self, name, work_dir):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-B", str(HARNESS / "main.py"), name,
             "--control", str(theirs.fileno()), "--sandbox-lib", SANDBOX_LIB,
             "--machine-lib", MACHINE_LIB, "--work-dir", str(work_dir)],
            pass_fds=[theirs.fileno()],
            env={**os.environ, "NEREID_SANDBOX_READ": sys.prefix, "NEREID_SANDBOX_HARNESS": str(HARNESS)})
        theirs.close()
        self.control = wire.Channel(ours.detach())
        self.ready = self.control.receive()[0]
        self._count = 0
        self._reports = []

    def start(self, message, **fds):
        """Sends a request; returns a Job. The descriptors given stay open here."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._count += 1
        identity = f"job-{self._count}"
        self.control.send({"limits": LIMITS, "id": identity, **message,
                           "fds": ["channel", *fds]}, [theirs.fileno(), *fds.values()])
        theirs.close()
        return Job(self, identity, wire.Channel(ours.detach()))

    def report(self, operation, identity):
        """The role's report on a job; those on other jobs are kept for their turn."""
        while True:
            for message in self._reports:
                if (message["op"], message["id"]) == (operation, identity):
                    self._reports.remove(message)
                    return message
            self._reports.append(self.control.receive()[0])

    def close(self):
        self.control.close()
        return self.process.wait(timeout=30)


class Job:
    """One child of a role."""

    def __init__(self, role, identity, channel):
        self.role, self.identity, self.channel = role, identity, channel
        self.pid = role.report("forked", identity)["pid"]

    def receive(self):
        """(message, {name: descriptor}) or None at the end."""
        try:
            message, fds = self.channel.receive()
        except wire.Closed:
            return None
        return message, wire.named(message, fds)

    def kill(self):
        self.role.control.send({"op": "kill", "id": self.identity})

    def finish(self):
        """Closes the channel and waits for the report of the end; returns the wait status."""
        self.channel.close()
        return self.role.report("exited", self.identity)["status"]


# ---- what the judge asks, in one call each -----------------------------------------------------


class Prepared:
    """Everything a reference gave: {variant: message}, {variant: {name: fd}}, the last message."""

    def __init__(self):
        self.messages, self.fds, self.end = {}, {}, None

    def given(self, variant):
        return bundle.Bundle(self.fds[variant]["given"])

    def expected(self, variant):
        return bundle.Bundle(self.fds[variant]["expected"])

    def shapes(self, variant):
        message = self.messages[variant]
        return message["shapes"] if message["applicable"] else None


def given(*inputs, state=None, init=None, **metadata):
    """Descriptor of the arguments of a forward; `state` by name, `init` as PROTOCOL.md has it."""
    tensors = {f"state.{name}": value for name, value in (state or {}).items()}
    encoded = bundle.encode_arguments(inputs, tensors, "input")
    return bundle.create("given", tensors, {
        "init": json.dumps(init or {"args": [], "kwargs": {}}), "inputs": json.dumps(encoded),
        "init_seed": "5", "variant": "original", "dtype": "float32", "train_mode": "1",
        **metadata})


def prepare(role, source, variants=None, seed=11, tiny=True, **more):
    with contextlib.ExitStack() as stack:
        fd = memfd(source)
        stack.callback(os.close, fd)
        job = role.start({"op": "prepare", "entry_point": "Model", "seed": seed, "tiny": tiny,
                          "variants": variants or ALL_VARIANTS, **more}, source=fd)
        result = Prepared()
        while (answer := job.receive()) is not None:
            message, fds = answer
            if message["op"] == "variant":
                result.messages[message["variant"]] = message
                result.fds[message["variant"]] = fds
            else:
                result.end = message
        job.finish()
        return result


class Candidate:
    """The host and the device of one candidate, joined by their link."""

    def __init__(self, roles, source, policy="full", answers=("ModelNew",)):
        self._roles = roles
        self._source = memfd(source)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.host = roles.compiler.start({"op": "host", "answers": list(answers)},
                                         source=self._source, link=ours.fileno())
        self.device = roles.device.start({"op": "device", "policy": policy},
                                              source=self._source, link=theirs.fileno())
        ours.close()
        theirs.close()
        self.status = None  # of the host, once finished

    def static(self):
        """The first message of the host, or None."""
        answer = self.host.receive()
        return answer and answer[0]

    def ask(self, mode, variant, given, output=None, again=False, **more):
        """Sends a forward to both."""
        head = {"variant": variant, "mode": mode, "again": again, **more}
        with contextlib.suppress(wire.Closed):
            self.host.channel.send({"op": "forward", **head})
        fds = {"given": given} if output is None else {"given": given, "output": output}
        self.device.channel.send({"op": "input", **head, "fds": list(fds)}, list(fds.values()))

    def forward(self, mode, variant, given, output=None, again=False, **more):
        """(answer of the device, {name: descriptor}), or (None, {}) if host or device has ended."""
        self.ask(mode, variant, given, output, again, **more)
        answer, fds = self.device.receive() or (None, {})
        if answer and answer.get("code") in ("host_lost", "host_broken"):
            return None, fds
        return answer, fds

    def compile(self, records, **more):
        """(answer of the compiler, {name: descriptor}) or (None, {})."""
        job = self._roles.compiler.start({"op": "compile", **more}, source=self._source,
                                         records=records)
        answer, fds = job.receive() or (None, {})
        job.finish()
        return answer, fds

    def finish(self):
        """Ends both; the host's wait status."""
        self.device.finish()
        self.status = self.host.finish()
        os.close(self._source)
        return self.status


def compile_candidate(roles, source, given, policy="full", **more):
    """(static message, refusal of the trace or answer of the compiler or None, host's status);
    `more` goes to the compiler."""
    candidate = Candidate(roles, source, policy)
    static, answer = candidate.static(), None
    if static and static["passed"]:
        answer, fds = candidate.forward("trace", "original", given)
        if answer and answer.get("ok"):
            traced = answer
            answer, fds = candidate.compile(fds["records"], **more)
            answer = {**answer, "torch_ops": traced["torch_ops"], "fds": fds,
                      "stdout_tail": traced["stdout_tail"]}
        elif answer:
            answer = {**answer, "passed": False}
    return static, answer, candidate.finish()


def run_candidate(roles, source, givens, policy="full", again=False, answers=("ModelNew",), **more):
    """[(message, output descriptor)] for [(variant, given descriptor)], until the first failure.
    With `again` the forwards behind the first use its model and tensors."""
    candidate = Candidate(roles, source, policy, answers)
    answers = []
    if candidate.static()["passed"]:
        for variant, given in givens:
            output = memfd()
            answer, _ = candidate.forward("run", variant, given, output, again and bool(answers),
                                          **more)
            answers.append((answer, output))
            if answer is None or not answer.get("ok"):
                break
    candidate.finish()
    return answers


def compare(message, output_fd, expected):
    """"ok" or a reason code: the judge's comparison in its plainest form."""
    if message is None:
        return "crashed"
    if not message["ok"]:
        return message["code"]
    output = bundle.Bundle(output_fd)
    count = sum(name.startswith("expected.") for name in expected.names())
    if output.metadata["outputs"] != expected.metadata["outputs"] or \
            sum(name.startswith("output.") for name in output.names()) != count:
        return "wrong_count"
    for index in range(count):
        code = _compare_one(output.view(f"output.{index}"), expected.view(f"expected.{index}"),
                            expected.view(f"native.{index}"))
        if code != "ok":
            return code
    return _compare_effects(message, output, expected)


def _compare_effects(message, output, expected):
    levels = json.loads(expected.metadata["effects"])
    if set(message["mutated"]) - set(levels):
        return "mutated_input"
    for name, level in levels.items():
        if f"effect.{name}" not in output.names():
            if level == "required":
                return "missing_effect"
            continue
        code = _compare_one(output.view(f"effect.{name}"), expected.view(f"effect.{name}"),
                            expected.view(f"effect_native.{name}"))
        if code != "ok":
            return code
    return "ok"


def _compare_one(actual, expected, native):
    if actual.dtype != native.dtype:
        return "wrong_dtype"
    if actual.shape != native.shape:
        return "wrong_shape"
    if not actual.is_floating_point():
        return "ok" if torch.equal(actual, native) else "wrong_values"
    wide = actual.double()
    if not torch.equal(torch.isfinite(wide), torch.isfinite(expected)):
        return "non_finite"
    scale = expected.norm().clamp_min(1e-30)
    error = (wide - expected).norm() / scale
    torch_error = (native.double() - expected).norm() / scale
    floor = {torch.float32: 1e-5, torch.float16: 2e-3}.get(native.dtype, 1e-5)
    return "ok" if error <= max(4 * torch_error, floor) else "wrong_values"
