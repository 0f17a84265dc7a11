# SPDX-License-Identifier: GPL-3.0-or-later
"""python -m nereid.ray_batch: what `nereid verify --batch FILE --ray ADDRESS` runs.

Reads lines {"id", "reference", "candidate"} (optional "entry_point" and "task") and prints one
verdict a line, in the order of completion. Exit status 0: all accepted, 1: not all, 2: it could
not be done.
"""

import argparse
import json
import sys

from . import ray_pool
from ._verdict import Verdict


def _parse(arguments):
    parser = argparse.ArgumentParser(prog="python -m nereid.ray_batch", description=__doc__)
    parser.add_argument("--address", required=True, help="of the Ray cluster, as for ray.init")
    parser.add_argument("--batch", required=True, help="file of requests")
    parser.add_argument("--jobs", type=int, default=0, help="candidates at once on every node")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--policy", default="full")
    parser.add_argument("--entry-point", default="Model")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args(arguments)


def _request(line: bytes, options: dict) -> dict:
    """Keyword arguments of submit(). ValueError or TypeError if the line is no request."""
    try:
        data = json.loads(line.decode("utf-8"))
    except ValueError as problem:
        raise ValueError(f"not JSON: {problem}") from None
    for key in ("id", "reference", "candidate"):
        if not isinstance(data, dict) or not isinstance(data.get(key), str):
            raise ValueError(f"expected a text under \"{key}\"")
    request = {**options, **{key: data[key] for key in ("id", "reference", "candidate")}}
    if isinstance(data.get("entry_point"), str):
        request["entry_point"] = data["entry_point"]
    if isinstance(data.get("task"), str):
        request["task_id"] = data["task"]
    return request


def _bad_line(number: int, problem: Exception) -> Verdict:
    data = ray_pool.unjudged("", "bad_request", f"line {number}: {problem}").to_dict()
    data.update(id=None, line=number)
    return Verdict(json.dumps(data))


class _Printer:
    """Prints and counts verdicts."""

    def __init__(self):
        self.total = self.accepted = 0

    def print(self, verdict):
        self.total += 1
        self.accepted += verdict.accepted
        print(verdict.json, flush=True)


def _requests(file, options, printer):
    """The good lines; bad ones get their verdict on the way."""
    for number, line in enumerate(file, 1):
        if not line.strip():
            continue
        try:
            request = _request(line, options)
            ray_pool.make_request(**request)
        except (TypeError, ValueError) as problem:
            printer.print(_bad_line(number, problem))
            continue
        yield request


def main(arguments=None) -> int:
    given = _parse(arguments)
    options = {"device": given.device, "policy": given.policy,
               "entry_point": given.entry_point, "seed": given.seed}
    printer = _Printer()
    try:
        with open(given.batch, "rb") as file, \
                ray_pool.RayVerifier(given.address, given.jobs) as verifier:
            for verdict in verifier.verify_batch(_requests(file, options, printer)):
                printer.print(verdict)
    except (ImportError, OSError, ConnectionError, RuntimeError, ValueError) as problem:
        print(f"nereid: {problem}", file=sys.stderr)
        return 2
    return 0 if printer.accepted == printer.total else 1


if __name__ == "__main__":
    sys.exit(main())
