# SPDX-License-Identifier: GPL-3.0-or-later
"""The warm process of a role: forks one single-use child per request and reports its end.

One thread, no CUDA, no compilation here: both would not survive a fork. Whatever a child or a
request does, this loop goes on until the control socket closes.
"""

import gc
import os
import select
import shutil
import signal
import sys
import tempfile
import time

from harness.shared import pages, sandbox, wire

# Of programs that a child starts (ptxas): memory in large pages, and asked for in large pieces.
_TUNABLES = "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=8388608:glibc.malloc.mmap_threshold=1073741824"
WARM_CHILDREN = 1
FEW_CHILDREN = 16  # for no more of them large pages cost more, half a second, than they save
WARM = "warm"  # the operation of a throw-away child


class Job:
    """A living child."""

    def __init__(self, identity, pid, private_dir):
        self.identity = identity
        self.pid = pid
        self.private_dir = private_dir
        self.pidfd = os.pidfd_open(pid)


class Zygote:
    """One thread at a time."""

    def __init__(self, host, control_fd, sandbox_lib, work_dir):
        self._host = host
        self._control = wire.Channel(control_fd)
        self._sandbox = sandbox.load(sandbox_lib)
        self._work_dir = os.path.abspath(work_dir)
        self._jobs = {}  # by pidfd
        self._counter = 0
        self._poll = select.poll()
        self._merging = pages.merging(getattr(host, "HELD_CODE", ()))

    def run(self):
        gc.disable()
        self._host.prepare_zygote()
        gc.collect()
        gc.freeze()
        gc.enable()
        layers = self._warm_up()
        self._control.send({"op": "ready", "versions": self._host.versions(),
                            "pid": os.getpid(), "sandbox": layers})
        self._poll.register(self._control.fileno(), select.POLLIN)
        while self._step():
            pass

    def _step(self):
        """Handles what is there; False once the control socket has closed."""
        for fd, _ in self._events():
            if fd != self._control.fileno():
                self._reap(self._jobs[fd])
            elif not self._answer():
                self._end_all()
                return False
        return True

    def _events(self):
        """Waits for something to handle, and while many are served and nothing is there, gets itself large pages."""
        events = self._poll.poll(0)
        while not events and self._counter > FEW_CHILDREN and next(self._merging, None) is not None:
            events = self._poll.poll(0)
        return events or self._poll.poll()

    def _answer(self):
        try:
            message, fds = self._control.receive()
        except wire.Closed:
            return False
        except ValueError as error:
            self._refuse(None, str(error))
            return True
        try:
            self._dispatch(message, fds)
        except wire.Closed:
            return False
        except Exception as error:  # a bad request or a failed fork must not end the role
            self._refuse(message.get("id"), f"{type(error).__name__}: {error}")
        finally:
            wire.close_all(fds)
        return True

    def _refuse(self, identity, text):
        self._control.send({"op": "error", "id": identity, "code": "bad_request",
                            "message": text})

    def _dispatch(self, message, fds):
        operation = message.get("op")
        if operation == "kill":
            self._kill(message.get("id"))
        elif operation in self._host.OPERATIONS:
            named = wire.named(message, fds)
            missing = [name for name in self._host.OPERATIONS[operation] if name not in named]
            if missing:
                raise ValueError(f"{operation} needs the descriptors {', '.join(missing)}")
            self._start(message, named)
        else:
            raise ValueError(f"unknown operation {operation!r}")

    def _start(self, message, named):
        private_dir = self._private_dir()
        try:
            pid = self._fork(message, named, private_dir)
            job = Job(message.get("id"), pid, private_dir)
        except BaseException:
            shutil.rmtree(private_dir, ignore_errors=True)
            raise
        self._jobs[job.pidfd] = job
        self._poll.register(job.pidfd, select.POLLIN)
        self._control.send({"op": "forked", "id": job.identity, "pid": pid})

    def _private_dir(self):
        self._counter += 1
        return tempfile.mkdtemp(prefix=f"{self._counter}-", dir=self._work_dir)

    def _fork(self, message, named, private_dir):
        flags = self._host.sandbox_flags(message["op"])
        pid = self._sandbox.fork(flags)
        if pid == 0:
            self._be_child(message, named, private_dir, flags)
        return pid

    def _be_child(self, message, named, private_dir, flags):
        """Never returns."""
        status = 70
        try:
            gc.disable()  # a child is short-lived, and collecting copies the zygote's pages
            os.setpgid(0, 0)
            sandbox.die_with_parent()
            self._sandbox.close_descriptors(list(named.values()))
            _redirect_output()
            child = Child(message, named, private_dir)
            child.layers = self._sandbox.enter(private_dir, flags)
            sandbox.limit_resources(message.get("limits") or {})
            self._host.serve_child(child)
            status = 0
        except BaseException as error:
            _last_words(named, error)
        finally:
            os._exit(status)

    # ---- the end of children --------------------------------------------------------------

    def _kill(self, identity):
        for job in self._jobs.values():
            if job.identity == identity:
                _kill_group(job.pid)

    def _reap(self, job):
        _kill_group(job.pid)  # the pid is not free before the wait below
        status = _wait_for(job.pid)
        self._forget(job)
        self._end_orphans()
        self._control.send({"op": "exited", "id": job.identity, "status": status})

    def _forget(self, job):
        self._poll.unregister(job.pidfd)
        del self._jobs[job.pidfd]
        os.close(job.pidfd)
        shutil.rmtree(job.private_dir, ignore_errors=True)

    def _end_orphans(self):
        """Ends processes that a finished child left behind and that were handed to this one."""
        known = {job.pid for job in self._jobs.values()}
        try:
            with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as children:
                pids = [int(pid) for pid in children.read().split()]
        except OSError:
            return
        for pid in pids:
            if pid not in known:
                os.kill(pid, signal.SIGKILL)
                _wait_for(pid)

    def _end_all(self):
        for job in list(self._jobs.values()):
            _kill_group(job.pid)
            _wait_for(job.pid)
            self._forget(job)
        self._end_orphans()

    # ---- warming ---------------------------------------------------------------------------

    def _warm_up(self):
        """Runs a few requests of our own, so that the first real one is not the slow one."""
        layers = []
        for _ in range(WARM_CHILDREN):
            private_dir = self._private_dir()
            read_end, write_end = os.pipe()
            pid = self._sandbox.fork(self._host.sandbox_flags(WARM))
            if pid == 0:
                self._be_warm_child(private_dir, write_end)
            os.close(write_end)
            with open(read_end, "rb") as report:
                text = report.read().decode()
            status = _wait_for(pid)
            shutil.rmtree(private_dir, ignore_errors=True)
            if status != 0:
                print(f"warm-up child ended with {status}: {text}", file=sys.stderr)
            layers = [layer for layer in text.split("\n")[0].split(",") if layer]
        return layers

    def _be_warm_child(self, private_dir, report):
        """Never returns."""
        status = 70
        try:
            os.setpgid(0, 0)
            self._sandbox.close_descriptors([report])
            flags = self._host.sandbox_flags(WARM)
            layers = self._sandbox.enter(private_dir, flags)
            os.write(report, (",".join(layers) + "\n").encode())
            prepare_private(private_dir)
            self._host.warm_child(private_dir)
            status = 0
        except BaseException as error:
            os.write(report, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(status)


class Child:
    """What a forked child knows about its request."""

    def __init__(self, message, named, private_dir):
        self.started = time.perf_counter()
        self.request = message
        self.channel = wire.Channel(named["channel"])
        self.source = b""
        if "source" in named:
            self.source = wire.read_text_fd(named["source"])
            os.close(named["source"])
        self.given_fd = named.get("given")
        self.link_fd = named.get("link")
        self.records_fd = named.get("records")
        self.private_dir = private_dir
        self.layers = []
        prepare_private(private_dir)

    def elapsed_ms(self, since=None):
        return round((time.perf_counter() - (since or self.started)) * 1000, 3)


def prepare_private(private_dir):
    """Temporary files and Triton's cache go into the private folder."""
    tempfile.tempdir = private_dir
    triton_switches = {name: os.environ[name] for name in
                       ("TRITON_INTERPRET", "TRITON_STORE_BINARY_ONLY") if name in os.environ}
    os.environ.clear()
    os.environ.update({**triton_switches, "TMPDIR": private_dir, "HOME": private_dir,
                       "USER": "nereid", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
                       "OMP_NUM_THREADS": "1",
                       "GLIBC_TUNABLES": _TUNABLES,
                       "TRITON_CACHE_DIR": os.path.join(private_dir, "cache")})
    os.chdir(private_dir)


def _redirect_output():
    """Standard input is empty; what the candidate prints goes to a memfd that nobody trusts."""
    null = os.open("/dev/null", os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    output = os.memfd_create("output", os.MFD_CLOEXEC)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)


def output_tail(limit=4000):
    """The end of what this child has printed."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            continue
    try:
        size = os.fstat(1).st_size
        return os.pread(1, limit, max(0, size - limit)).decode("utf-8", "replace")
    except OSError:
        return ""


def _last_words(named, error):
    """Tells the judge about a fault of the harness itself; the exit status tells it again."""
    try:
        wire.Channel(os.dup(named["channel"])).send(
            {"op": "error", "code": "infrastructure", "line": 0,
             "message": f"{type(error).__name__}: {error}"})
    except Exception:
        return


def _kill_group(pid):
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue


def _wait_for(pid):
    try:
        return os.waitpid(pid, 0)[1]
    except ChildProcessError:
        return -1


def serve(host, control_fd, sandbox_lib, work_dir):
    """Answers requests until the control socket closes."""
    sandbox.die_with_parent()
    sandbox.adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Zygote(host, control_fd, sandbox_lib, work_dir).run()
