# SPDX-License-Identifier: GPL-3.0-or-later
"""One verifier spread over the nodes of a Ray cluster. Ray is needed here only.

Each node gets one actor with a nereid.Verifier of its own. When an actor or its node dies, what it
had not answered goes to another one; every submission gets exactly one verdict.
"""

import concurrent.futures
import json
import os
import pathlib
import queue
import threading

from ._request import make_request
from ._reward import verdict_without_candidate
from ._verdict import Verdict
from ._verifier import Verifier, _checked_jobs

_MAX_ATTEMPTS = 4  # of one submission, each lost with an actor
_MAX_BARREN = 3  # actors of a node that may die in a row without one verdict
_CLOSE_S = 10.0


def _import_ray():
    try:
        import ray
    except ImportError:
        raise ImportError("nereid.ray_pool needs ray in this Python: pip install ray") from None
    return ray


def unjudged(id: str, code: str, message: str) -> Verdict:
    """The verdict on a candidate that nobody could judge."""
    data = verdict_without_candidate(id).to_dict()
    data.update(rejected_at=None, reason={"code": code, "message": message}, elapsed_ms={})
    data["stages"][0]["outcome"] = "not_reached"
    return Verdict(json.dumps(data))


def _actor_class(ray):
    # Made inside a function, so that Ray sends the class itself: the package need not be on the
    # module path of a node, only on its disk.
    class Judge:
        def __init__(self, package_path, environment, jobs):
            import os
            import sys
            os.environ.update(environment)
            if package_path not in sys.path:
                sys.path.insert(0, package_path)
            import nereid
            self._verifier = nereid.Verifier(jobs)

        async def judge(self, request):
            return (await self._verifier.verify_async(**request)).json

        async def close(self):
            self._verifier.close()

    return ray.remote(max_restarts=0, max_concurrency=1024)(Judge)


class _Node:
    """A node of the cluster and its actor, if one lives."""

    def __init__(self, identity, cores):
        self.identity = identity
        self.cores = cores
        self.actor = None
        self.barren = 0  # actors that died without a verdict, in a row
        self.open = 0  # submissions that its actor has


class _Item:
    """A submission on its way."""

    def __init__(self, request):
        self.request = request
        self.id = request.get("id", "")
        self.future = concurrent.futures.Future()
        self.attempts = 0
        self.node = None
        self.actor = None


class RayVerifier:
    """Like nereid.Verifier, over a Ray cluster. Thread-safe.

    `address` is that of ray.init: "auto", "HOST:PORT" or "ray://HOST:PORT"; a driver that is
    connected already stays so. `jobs` candidates are judged at once on every node that has CPUs
    for Ray, 0 = one per core but one. The package, its harness and the Python environment must lie at the same place on
    all nodes. Actors reserve `num_cpus` of Ray's.
    """

    def __init__(self, address: str = "auto", jobs: int = 0, *, num_cpus: float = 0):
        self.jobs = _checked_jobs(jobs)
        self._ray = _import_ray()
        self._connected = not self._ray.is_initialized()
        if self._connected:
            self._ray.init(address=address, logging_level="warning", log_to_driver=False)
        self._judge = _actor_class(self._ray)
        self._num_cpus = num_cpus
        self._nodes = {}
        self._waiting = []
        self._assigned = set()
        self._events = queue.SimpleQueue()
        self._closed = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="nereid-ray", daemon=True)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def submit(self, reference, candidate, **options) -> concurrent.futures.Future:
        """As nereid.Verifier.submit."""
        make_request(reference, candidate, **options)  # a bad argument fails here
        texts = {name: source.read_text("utf-8") if isinstance(source, pathlib.Path) else source
                 for name, source in (("reference", reference), ("candidate", candidate))}
        item = _Item({**options, **texts})
        with self._lock:
            if self._closed:
                raise RuntimeError("this RayVerifier is closed; make a new one")
            self._events.put(lambda: self._waiting.append(item))
        return item.future

    # The same code over submit().
    verify = Verifier.verify
    verify_async = Verifier.verify_async
    verify_batch = Verifier.verify_batch
    _submit_item = Verifier._submit_item

    def close(self) -> None:
        """Ends the actors; what is still open gets a verdict with the reason "cancelled"."""
        with self._lock:
            closed, self._closed = self._closed, True
        if closed:
            return
        self._events.put(None)
        self._thread.join()
        if self._connected:
            self._ray.shutdown()

    # Everything below runs on the one thread of the pool.

    def _run(self):
        while (event := self._events.get()) is not None:
            event()
            self._dispatch()
        for item in [*self._waiting, *self._assigned]:
            self._settle(item, unjudged(item.id, "cancelled", "cancelled before it was judged"))
        self._end_actors()

    def _dispatch(self):
        if not self._waiting:
            return
        self._look_for_nodes()
        if not any(node.actor for node in self._nodes.values()):
            for item in self._waiting:
                self._settle(item, unjudged(
                    item.id, "infrastructure",
                    "no node of the Ray cluster can judge: no actor of the verifier stays alive"))
            self._waiting.clear()
        while self._waiting:
            free = [node for node in self._nodes.values()
                    if node.actor and node.open < 2 * node.cores + 2]
            if not free:
                return
            self._assign(self._waiting.pop(0), min(free, key=lambda node: node.open / node.cores))

    def _look_for_nodes(self):
        """Every node that lives has an actor, unless actors keep dying there."""
        alive = {node["NodeID"]: node for node in self._ray.nodes()
                 if node["Alive"] and node["Resources"].get("CPU", 0) > 0}
        for identity in set(self._nodes) - set(alive):
            del self._nodes[identity]
        for identity, facts in alive.items():
            cores = self.jobs or max(1, int(facts["Resources"]["CPU"]))
            node = self._nodes.setdefault(identity, _Node(identity, cores))
            if node.actor is None and node.barren < _MAX_BARREN:
                node.actor = self._start_actor(identity)

    def _start_actor(self, identity):
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy
        environment = {name: value for name, value in os.environ.items()
                       if name in ("NEREID_PYTHON", "NEREID_HARNESS", "NEREID_SANDBOX_LIB")}
        package_path = str(pathlib.Path(__file__).resolve().parent.parent)
        place = NodeAffinitySchedulingStrategy(node_id=identity, soft=False)
        return self._judge.options(scheduling_strategy=place, num_cpus=self._num_cpus).remote(
            package_path, environment, self.jobs)

    def _assign(self, item, node):
        item.node, item.actor = node, node.actor
        item.attempts += 1
        node.open += 1
        self._assigned.add(item)
        answer = node.actor.judge.remote(item.request).future()
        answer.add_done_callback(lambda done: self._events.put(lambda: self._receive(item, done)))

    def _receive(self, item, done):
        self._assigned.discard(item)
        item.node.open -= 1
        problem = done.exception()
        if problem is None:
            item.node.barren = 0
            self._settle(item, Verdict(done.result()))
        elif not self._is_loss(problem):
            item.future.set_exception(problem)
        else:
            self._lose(item, problem)

    def _is_loss(self, problem) -> bool:
        errors = self._ray.exceptions
        return isinstance(problem, errors.RayError) and not isinstance(problem,
                                                                       errors.RayTaskError)

    def _lose(self, item, problem):
        """The actor is gone: the first of its submissions that says so ends it."""
        if item.node.actor is item.actor:
            item.node.actor = None
            item.node.barren += 1
        if item.attempts < _MAX_ATTEMPTS:
            self._waiting.append(item)
            return
        self._settle(item, unjudged(
            item.id, "infrastructure", f"the actor that judged was lost {item.attempts} times, "
            f"the last time with: {str(problem).strip().splitlines()[0]}"))

    def _settle(self, item, verdict):
        if item.future.set_running_or_notify_cancel():
            item.future.set_result(verdict)

    def _end_actors(self):
        actors = [node.actor for node in self._nodes.values() if node.actor]
        closing = [actor.close.remote() for actor in actors]
        if closing:
            self._ray.wait(closing, num_returns=len(closing), timeout=_CLOSE_S)
        for actor in actors:
            self._ray.kill(actor)
