# SPDX-License-Identifier: GPL-3.0-or-later
"""The verifier of this process: futures, coroutines, batches."""

import asyncio
import collections
import concurrent.futures
import itertools
import os
import pathlib
import queue
import sys
import threading
import weakref

from . import _nereid
from ._process import Owner
from ._request import make_request
from ._verdict import Verdict

_WINDOW = 256  # requests of a batch that are open at once


def _hand_out(handle, pending):
    """Body of the thread that turns the engine's verdicts into results of futures."""
    while finished := handle.take():
        for ticket, text in finished:
            future, verifier = pending.pop(ticket)
            if future.set_running_or_notify_cancel():
                future.set_result(Verdict(text))
            del future, verifier  # perhaps the last references: the verifier is closed here then


def _close(handle, owner, thread):
    handle.close()  # in a forked child it does nothing: the verifier is the parent's
    if owner.is_here() and thread is not threading.current_thread():
        thread.join()


def _checked_jobs(jobs) -> int:
    if isinstance(jobs, bool) or not isinstance(jobs, int):
        raise TypeError(f"jobs: expected a whole number, got {type(jobs).__name__}")
    if not 0 <= jobs <= 4096:
        raise ValueError(f"jobs: expected 0 (one per core but one) to 4096, got {jobs}")
    return jobs


def _default_python():
    """A package that has its harness beside itself was installed by pip, with torch and triton for
    its own interpreter; any other one knows the environment of its project."""
    is_installed = (pathlib.Path(__file__).parent / "harness").is_dir()
    return sys.executable if is_installed and not os.environ.get("NEREID_PYTHON") else None


def _fields(item) -> dict:
    """A request of a batch as keyword arguments."""
    if isinstance(item, collections.abc.Mapping):
        missing = [key for key in ("reference", "candidate") if key not in item]
        if missing:
            raise ValueError(f"no {missing[0]!r} among its keys {sorted(map(str, item))}")
        return dict(item)
    if isinstance(item, (tuple, list)) and len(item) == 2:
        return {"reference": item[0], "candidate": item[1]}
    raise TypeError("expected a mapping with \"reference\" and \"candidate\", or a pair of them; "
                    f"got {type(item).__name__}")


class Verifier:
    """Judges candidates in sandboxed processes; `jobs` at once, 0 = one per core but one.

    Thread-safe. Every submission gets exactly one verdict. Use it as a context manager or call
    close(); what is still open then gets the reason "cancelled". Otherwise it is closed when the
    last reference has gone and nothing is open, or when the interpreter ends. It cannot be used in
    a forked child (ForkedProcessError).

    `python`, `harness` and `work_dir` replace the interpreter that runs candidates (needs torch
    and triton), the verifier's Python side and its scratch folder.
    """

    def __init__(self, jobs: int = 0, *, python=None, harness=None, work_dir=None):
        self.jobs = _checked_jobs(jobs)
        self._owner = Owner()
        self._tickets = itertools.count(1)
        self._pending = {}
        python = python if python is not None else _default_python()
        self._handle = _nereid.VerifierHandle(
            jobs=jobs, **{name: os.fspath(value) if value is not None else ""
                          for name, value in (("python", python), ("harness", harness),
                                              ("work_dir", work_dir))})
        thread = threading.Thread(target=_hand_out, args=(self._handle, self._pending),
                                  name="nereid-verdicts", daemon=True)
        thread.start()
        # Runs once: at close(), with the last reference, or before the interpreter ends.
        self._finalizer = weakref.finalize(self, _close, self._handle, self._owner, thread)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def __repr__(self):
        state = "closed" if self.closed else f"{len(self._pending)} open"
        return f"<nereid.Verifier jobs={self.jobs}, {state}>"

    @property
    def closed(self) -> bool:
        return not self._finalizer.alive

    def close(self) -> None:
        """Cancels what is open and ends all processes. May be called again."""
        self._finalizer()

    def submit(self, reference, candidate, **options) -> concurrent.futures.Future:
        """Queues a candidate; the future's result is its Verdict. Options as of nereid.verify,
        and `id`. A future that is cancelled drops its verdict; the judging goes on."""
        self._owner.require_here()
        request = make_request(reference, candidate, **options)
        future = concurrent.futures.Future()
        ticket = next(self._tickets)
        self._pending[ticket] = (future, self)  # whoever waits for a verdict keeps the verifier
        try:
            self._handle.submit(ticket, request)
        except BaseException:
            del self._pending[ticket]
            raise
        return future

    def verify(self, reference, candidate, **options) -> Verdict:
        """Queues a candidate and waits for its verdict; other threads run meanwhile."""
        return self.submit(reference, candidate, **options).result()

    async def verify_async(self, reference, candidate, **options) -> Verdict:
        """The same for asyncio: the verdict wakes the running loop through
        call_soon_threadsafe."""
        return await asyncio.wrap_future(self.submit(reference, candidate, **options))

    def verify_batch(self, items, *, ordered: bool = False, **options):
        """Yields the verdict of every item, as they complete or in the order of the items.

        An item is a pair (reference, candidate), or a mapping with these keys and any options,
        which go before `options`. Without an `id` it gets its position as text. At most 256 items
        are taken ahead of the verdicts, so `items` may be endless.
        """
        numbered = enumerate(items)
        submitted = collections.deque()
        arrived = queue.SimpleQueue()
        open_items = 0
        while True:
            for index, item in itertools.islice(numbered, _WINDOW - open_items):
                future = self._submit_item(index, item, options)
                open_items += 1
                if ordered:
                    submitted.append(future)
                else:
                    future.add_done_callback(arrived.put)
            if not open_items:
                return
            future = submitted.popleft() if ordered else arrived.get()
            open_items -= 1
            yield future.result()

    def _submit_item(self, index, item, options):
        try:
            return self.submit(**{"id": str(index), **options, **_fields(item)})
        except (TypeError, ValueError) as problem:
            raise type(problem)(f"item {index}: {problem}") from None

    def cancel_all(self) -> None:
        """Ends every open submission; each still gets its verdict, with the reason
        "cancelled"."""
        self._owner.require_here()
        self._handle.cancel_all()

    def stats(self) -> _nereid.Stats:
        """Counts since the start, the queue now and the verdicts per second of the last 30 s."""
        self._owner.require_here()
        return self._handle.stats()


_shared = None
_shared_lock = threading.Lock()


def _renew_lock():
    global _shared_lock
    _shared_lock = threading.Lock()  # another thread may have held it when this process forked


os.register_at_fork(after_in_child=_renew_lock)


def shared_verifier() -> Verifier:
    """The verifier behind nereid.verify, started when first asked for."""
    global _shared
    with _shared_lock:
        if _shared is not None:
            _shared._owner.require_here()
        if _shared is None or _shared.closed:
            _shared = Verifier()
        return _shared


def shutdown() -> None:
    """Closes the verifier behind nereid.verify; the next call starts another one. In a forked
    child it only forgets the one of the parent."""
    global _shared
    with _shared_lock:
        shared, _shared = _shared, None
    if shared is not None:
        shared.close()


def verify(reference, candidate, *, entry_point="Model", seed=None, policy="full", device="auto",
           multi_input=True, thorough=True, staged_evaluation=True, timing=True, compile_limit=20,
           run_limit=20, task_id="", timing_method="nereid", compiled_baseline=False,
           audit=False, inputs="all") -> Verdict:
    """Judges one candidate and waits for the verdict; other threads run meanwhile.

    `reference` and `candidate` are Python source texts or pathlib.Path; the candidate is code, not
    a completion (see nereid.extract). `seed` is that of inputs and parameters, by default one that
    no candidate can guess; `policy` is "full" (kernels do all the compute) or "best-system";
    `device` is "auto", "cpu", "cuda" or "cuda:N". Without `thorough` the five input variants of a
    report are judged, without `multi_input` only the original inputs; without `staged_evaluation` a
    candidate that is not accepted has no credit; `inputs` is what acceptance asks for: "task", "report"
    (those five) or "all"; without `timing` no GPU time is taken.
    `timing_method` is "nereid" (graph replays in turn with the reference), "report" (10 + 50 single
    calls) or "single"; with `compiled_baseline` the reference is timed under torch.compile too. With
    `audit` NVIDIA's compute-sanitizer watches the kernels of an accepted candidate on the GPU. The
    limits are seconds of processor time. A bad argument raises TypeError or ValueError, a missing file FileNotFoundError;
    everything that happens to the candidate is a verdict.
    """
    return shared_verifier().verify(
        reference, candidate, entry_point=entry_point, seed=seed, policy=policy, device=device,
        multi_input=multi_input, thorough=thorough, staged_evaluation=staged_evaluation,
        timing=timing, compile_limit=compile_limit, run_limit=run_limit, task_id=task_id,
        timing_method=timing_method, compiled_baseline=compiled_baseline, audit=audit,
        inputs=inputs)
