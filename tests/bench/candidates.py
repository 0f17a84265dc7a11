# SPDX-License-Identifier: GPL-3.0-or-later
"""Batches of candidates with known truth, made from the shelf and from the task generator."""

import dataclasses
import json
import pathlib
import random
import re
import subprocess


@dataclasses.dataclass
class Candidate:
    """One reference with one answer to it; `right` is what a perfect judge would say."""

    id: str
    task: str
    reference: str
    code: str
    right: bool
    stage: str  # where a wrong one is expected to fail; "" for a right one or if nobody said
    about: str


# Sizes that are worth a GPU's time, by shelf task: what replaces what in the reference.
GPU_SIZES = {
    "swish": [("rows = 48", "rows = 2048"), ("columns = 80", "columns = 2048")],
    "row_softmax": [("rand(24, 100)", "rand(2048, 1000)")],
    "linear_relu": [("randn(33, 48)", "randn(1024, 512)"), ("[48, 40]", "[512, 760]")],
    "layer_norm": [("randn(6, 10, 72)", "randn(16, 128, 768)"), ("return [72]", "return [768]")],
    "row_sum": [("randn(30, 90)", "randn(2048, 2000)")],
    "transpose_scale": [("randn(40, 56)", "randn(2048, 1536)")],
    "broadcast_add": [("randn(12, 36)", "randn(1024, 2048)"), ("randn(36)", "randn(2048)"),
                      ("randn(12, 1)", "randn(1024, 1)")],
    "centre_columns": [("randn(44, 28)", "randn(512, 2048)")],
    "scale_in_place": [("randn(20, 50)", "randn(1024, 1024)")],
}


def enlarged(task: str, reference: str) -> str:
    """The reference of a shelf task with the sizes of GPU_SIZES."""
    for old, new in GPU_SIZES[task]:
        if reference.count(old) != 1:
            raise ValueError(f"{task}: expected {old!r} once in the reference")
        reference = reference.replace(old, new)
    return reference


def shelf(folder: pathlib.Path, large: bool = False) -> list[Candidate]:
    """All candidates of resources/verify_shelf, with larger inputs if asked for."""
    found = []
    for entry in json.loads((folder / "shelf.json").read_text())["entries"]:
        task = entry["id"].split("/")[0]
        reference = (folder / entry["reference"]).read_text()
        expected = entry["expected"]
        found.append(Candidate(
            entry["id"], task, enlarged(task, reference) if large else reference,
            (folder / entry["candidate"]).read_text(), expected["accepted"],
            expected["rejected_at"] or "", f"{expected['reason']['code']}: {entry['about']}"))
    return found


def _generate(nereid: str, *arguments: str) -> list[dict]:
    lines = subprocess.run([nereid, "tasks", "generate", *arguments], check=True,
                           stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def _candidate(row: dict, error: str) -> Candidate:
    return Candidate(f"{row['id']}/{error or 'right'}", row["name"], row["reference"],
                     row["candidate"], not error, "", error)


def _distinct(rows: list[dict], count: int, what: str) -> list[dict]:
    """The first `count` rows, other tasks before repeated ones."""
    seen: dict[str, int] = {}
    order = []
    for row in rows:
        order.append((seen.get(row["name"], 0), len(order), row))
        seen[row["name"]] = seen.get(row["name"], 0) + 1
    if len(order) < count:
        raise ValueError(f"only {len(order)} {what}, {count} are needed; generate more")
    return [row for _, _, row in sorted(order, key=lambda item: item[:2])[:count]]


def generated(nereid: str, right: int, wrong: int, seed: int = 3) -> list[Candidate]:
    """Answers to synthetic tasks: right ones of held-out tasks, and ones with a planted error."""
    answers = _generate(nereid, "--level", "1", "2", "--split", "test", "--answers",
                        "--seed", str(seed), "--count", str(2 * right + 10))
    pairs = _generate(nereid, "--corpus", "unverified", "--seed", str(seed),
                      "--count", str(20 * wrong + 100))
    # A fixed dtype is right in the task's own: the verifier takes and flags it.
    broken = [row for row in pairs if row["planted_error"] not in ("", "fixed_dtype")]
    by_error: dict[str, list[dict]] = {}
    for row in broken:
        by_error.setdefault(row["planted_error"], []).append(row)
    turns = max((len(rows) for rows in by_error.values()), default=0)
    mixed = [by_error[name][turn] for turn in range(turns) for name in sorted(by_error)
             if turn < len(by_error[name])]
    if len(mixed) < wrong:
        raise ValueError(f"only {len(mixed)} planted errors, {wrong} are needed")
    return ([_candidate(row, "") for row in _distinct(answers, right, "answers")]
            + [_candidate(row, row["planted_error"]) for row in mixed[:wrong]])


def shuffled(candidates: list[Candidate], seed: int = 7) -> list[Candidate]:
    """The same in a fixed random order, so that any first part is a fair sample."""
    order = list(candidates)
    random.Random(seed).shuffle(order)
    return order


def zoo(folder: pathlib.Path) -> list[tuple[Candidate, dict]]:
    """Cheats and twins of resources/zoo, each with its entry of class.json."""
    found = []
    for index in sorted(folder.glob("*/class.json")):
        for entry in json.loads(index.read_text())["entries"]:
            reference = (folder / entry["reference"]).read_text()
            for kind in ("cheat", "twin"):
                code = (index.parent / entry[kind]).read_text()
                found.append((Candidate(f"{entry['id']}/{kind}", entry["id"], reference, code,
                                        kind == "twin", "", entry["mechanism"]), entry))
    return found


def uses_only_float32(reference: str) -> bool:
    """Whether a reference draws plain float32 inputs: KernelBench casts all inputs to one type."""
    return not re.search(r"dtype|randint|bool|long\(|int\(|half\(|bfloat", reference)
