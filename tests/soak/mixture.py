# SPDX-License-Identifier: GPL-3.0-or-later
"""The candidates of the soak, right, wrong and hostile, each with what must come of it."""

import dataclasses
import itertools
import json
import random
import subprocess

import hostile

# Of every hundred candidates that are not hostile: how an early policy's answers fall, so that most leave cheaply.
SHARES = {"right": 25, "static": 25, "compile": 20, "tiny": 23, "full": 7}
# Codes that blame the machine or the judge: never an answer here.
OUR_FAULT = ("infrastructure", "cancelled", "bad_request", "reference_error", "task_too_large", "not_judgeable_here")


@dataclasses.dataclass
class Case:
    kind: str
    reference: str
    candidate: str
    outcomes: tuple = ()  # reason codes of which one must come; empty: any rejection of the candidate
    limits: dict = dataclasses.field(default_factory=dict)

    def fault(self, verdict):
        """What is wrong with a verdict; empty if it is as it must be."""
        code = verdict["reason"]["code"]
        if self.outcomes:
            right = code in self.outcomes
        else:
            right = code != "ok" and code not in OUR_FAULT
        if right and verdict["accepted"] == (code == "ok"):
            return ""
        wanted = " or ".join(self.outcomes) or "a rejection"
        return f"{self.kind}: expected {wanted}, got {code}: {verdict['reason']['message'][:300]}"


def _shelf(folder):
    """Stage at which it fails ("right" if it does not) -> cases."""
    cases = {stage: [] for stage in SHARES}
    for entry in json.loads((folder / "shelf.json").read_text())["entries"]:
        expected = entry["expected"]
        if expected["reason"]["code"] in ("timeout", "crashed"):
            continue  # hostile.py has those
        stage = "right" if expected["accepted"] else expected["rejected_at"]
        codes = (expected["reason"]["code"],)
        if codes == ("non_finite",):
            codes += ("wrong_values",)  # what memory that nobody has written holds differs by seed
        cases[stage].append(Case("shelf " + entry["id"], (folder / entry["reference"]).read_text(),
                                 (folder / entry["candidate"]).read_text(), codes))
    return cases


def _zoo(folder, classes):
    """Twins, and cheats that are to be rejected on a CPU."""
    twins, cheats = [], []
    for name in classes:
        for entry in json.loads((folder / name / "class.json").read_text())["entries"]:
            if "cpu" not in entry["judged_on"] or {"timeout", "compile_timeout"} & set(entry["codes"]):
                continue
            reference = (folder / entry["reference"]).read_text()
            # Those that do no harm may be right; what only an advisory input shows is a flag.
            codes = tuple(entry["codes"]) + (("ok",) if entry.get("harmless") or entry.get("flag") else ())
            cheats.append(Case("zoo " + entry["id"], reference, (folder / name / entry["cheat"]).read_text(), codes))
            twins.append(Case("zoo twin " + entry["id"], reference, (folder / name / entry["twin"]).read_text(),
                              ("ok",)))
    return twins, cheats


def _generated(program, seed, count):
    """Right answers and those with a planted error, from the program's own generator of tasks."""
    command = [program, "tasks", "generate", "--corpus", "unverified", "--count", str(count), "--seed", str(seed)]
    rows = map(json.loads, subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines())
    right, wrong = [], []
    for row in rows:
        error = row["planted_error"]
        if error in ("missing_mask", "fixed_dtype"):
            continue  # right after all where the index cannot leave the tensor; right in the task's own dtype, and flagged
        case = Case(f"generated {error or 'right'} {row['id']}", row["reference"], row["candidate"],
                    () if error else ("ok",))
        (wrong if error else right).append(case)
    return right, wrong


class Mixture:
    """Endless cases in a fixed random order."""

    def __init__(self, program, resources, seed, hostile_share, only=""):
        self._random = random.Random(seed)
        self._hostile_share = hostile_share
        shelf, zoo = resources / "verify_shelf", resources / "zoo"
        self._pools = _shelf(shelf)
        twins, cheats = _zoo(zoo, ("comparison", "inputs", "precision"))
        right, wrong = _generated(program, seed, 80)
        self._pools["right"] += twins[::4] + right[:24]
        self._pools["tiny"] += cheats[::3] + wrong[:24]
        self._honest = (shelf / hostile.HONEST).read_text()
        self._reference = (shelf / hostile.REFERENCE).read_text()
        _, prisoners = _zoo(zoo, ("isolation",))
        self._hostile = [kind for kind in hostile.KINDS] + prisoners
        chosen = [kind for kind in self._hostile if only in _name(kind)]
        self._hostile_turn = itertools.cycle(self._random.sample(chosen, len(chosen)))
        self._only = only

    def one_of_each(self):
        """Every ordinary case once, which also prepares every reference."""
        return [case for pool in self._pools.values() for case in pool]

    def draw(self, mark):
        if self._only or self._random.random() < self._hostile_share:
            return self._case_of(next(self._hostile_turn), mark)
        stage = self._random.choices(list(SHARES), SHARES.values())[0]
        return self._random.choice(self._pools[stage])

    def _case_of(self, kind, mark):
        if isinstance(kind, Case):
            return dataclasses.replace(kind, kind="hostile " + kind.kind)
        limits = {"compile_limit_s": kind.limit_s, "run_limit_s": kind.limit_s} if kind.limit_s else {}
        return Case("hostile " + kind.name, self._reference, hostile.text_of(kind, self._honest, mark),
                    kind.outcomes, limits)


def _name(kind):
    return kind.kind if isinstance(kind, Case) else kind.name
