# SPDX-License-Identifier: GPL-3.0-or-later
"""Do the kernel machine and the GPU judge alike? 200 right and wrong candidates and the whole zoo.

usage: agreement.py [--nereid build/release/nereid] [--jobs 16] [--part corpus|zoo|both]
                    [--limit N] [--seconds 340] [--json FILE]

The corpus: every candidate of the shelf, right answers to held-out synthetic tasks and answers with
a planted error, 100 right and 100 wrong. Each candidate is judged on the CPU and on the GPU with
the same seed. Prints a confusion table for each part and every candidate on which the two differ,
with the reasons of both. A difference that the index of the zoo announces (`judged_on`, `flag`,
`harmless`) is marked; exit status 1 if another one is left or a candidate was not judged on both.
"""

import argparse
import json
import pathlib
import sys
import time

import candidates as batches
import nereid_batch

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEED = 20260301
HALF = 100


def corpus(nereid: str) -> list[batches.Candidate]:
    """100 right and 100 wrong candidates."""
    shelf = batches.shelf(ROOT / "resources" / "verify_shelf")
    right = sum(candidate.right for candidate in shelf)
    return shelf + batches.generated(nereid, HALF - right, HALF - (len(shelf) - right))


def outcome(verdict: dict | None) -> str:
    """"accepted", "rejected" or "not judged"."""
    if verdict is None or (not verdict["accepted"] and not verdict["rejected_at"]):
        return "not judged"
    return "accepted" if verdict["accepted"] else "rejected"


def announced(entry: dict | None, cpu: dict | None, cuda: dict | None) -> str:
    """What the zoo's index says about a difference; "" if it announces none."""
    if entry is None:
        return ""
    places = entry.get("judged_on", ["cpu", "cuda"])
    for name, verdict in (("cpu", cpu), ("cuda", cuda)):
        if not verdict or not verdict["accepted"]:
            continue
        if entry.get("harmless"):
            return "contained"
        if entry.get("flag") and entry["flag"] in verdict["flags"]:
            return f"flagged {entry['flag']} on {name}"
        if name not in places:
            return f"not told on {name}"
    for name, verdict in (("cpu", cpu), ("cuda", cuda)):
        if verdict and nereid_batch.code_of(verdict) == "not_judgeable_here":
            return f"not judgeable on {name}"
    return ""


def brief(verdict: dict | None) -> str:
    """Outcome, stage, code and the message's beginning, for a cell of a table."""
    if verdict is None:
        return "no verdict"
    if verdict["accepted"]:
        return "accepted" + (f" ({', '.join(verdict['flags'])})" if verdict["flags"] else "")
    message = " ".join(verdict["reason"]["message"].split())[:110].replace("|", "/")
    return f"{verdict['rejected_at'] or 'not judged'}: {nereid_batch.code_of(verdict)}: {message}"


def is_against(candidate, entry, verdict, side: str) -> bool:
    """Whether a verdict is not the expected one, and the zoo's index does not announce it."""
    if outcome(verdict) == "not judged" or verdict["accepted"] == candidate.right:
        return False
    if entry is None or candidate.right:
        return True
    return not (announced(entry, verdict, None) if side == "cpu" else
                announced(entry, None, verdict))


def compare(pairs, cpu, cuda) -> dict:
    """Confusion counts and rows of differences over (candidate, zoo entry or None)."""
    counts: dict[str, int] = {}
    rows, other_code = [], []
    for candidate, entry in pairs:
        one, two = cpu.verdicts.get(candidate.id), cuda.verdicts.get(candidate.id)
        key = f"{outcome(one)}/{outcome(two)}"
        counts[key] = counts.get(key, 0) + 1
        if outcome(one) == outcome(two) != "not judged":
            if nereid_batch.code_of(one) != nereid_batch.code_of(two):
                other_code.append({"id": candidate.id, "cpu": brief(one), "cuda": brief(two)})
            continue
        kind_entry = entry if candidate.id.endswith("/cheat") else None
        rows.append({"id": candidate.id, "right": candidate.right, "about": candidate.about,
                     "cpu": brief(one), "cuda": brief(two),
                     "announced": announced(kind_entry, one, two)})
    against = {side: [candidate.id for candidate, entry in pairs
                      if is_against(candidate, entry, run.verdicts.get(candidate.id), side)]
               for side, run in (("cpu", cpu), ("cuda", cuda))}
    return {"candidates": len(pairs), "counts": counts, "differences": rows,
            "other_code": other_code, "against_truth": against,
            "seconds": {"cpu": cpu.wall, "cuda": cuda.wall}}


def print_part(name: str, part: dict) -> None:
    """The tables of one part."""
    kinds = ("accepted", "rejected", "not judged")
    print(f"\n**{name}**, {part['candidates']} candidates; CPU {part['seconds']['cpu']:.1f} s, "
          f"GPU {part['seconds']['cuda']:.1f} s\n")
    print("| CPU \\ GPU | " + " | ".join(kinds) + " |\n|---" + "|---" * len(kinds) + "|")
    for one in kinds:
        print(f"| {one} | " + " | ".join(str(part["counts"].get(f"{one}/{two}", 0))
                                         for two in kinds) + " |")
    if part["differences"]:
        print("\n| candidate | truth | CPU | GPU | announced |\n|---|---|---|---|---|")
    for row in part["differences"]:
        truth = "right" if row["right"] else "wrong"
        print(f"| {row['id']} | {truth} | {row['cpu']} | {row['cuda']} | {row['announced']} |")
    same = part["counts"].get("rejected/rejected", 0) - len(part["other_code"])
    print(f"\nRejected on both for the same reason: {same}; for different reasons: "
          f"{len(part['other_code'])}.")
    for side, ids in part["against_truth"].items():
        print(f"Against the expectation on {side}: {', '.join(ids) or 'none'}.")


def run_part(arguments, pairs, deadline: float) -> dict:
    """Judges on both devices, one after the other."""
    pairs = pairs[:arguments.limit]
    batch = [candidate for candidate, _ in pairs]
    warm_up = batches.generated(arguments.nereid, 1, 0, seed=11)[0]
    runs = []
    for device in ("cpu", "cuda"):
        left = max(1.0, deadline - time.monotonic())
        print(f"{len(batch)} candidates on {device}, {left:.0f} s left", file=sys.stderr,
              flush=True)
        runs.append(nereid_batch.judge(arguments.nereid, batch, device=device,
                                       jobs=arguments.jobs, warm_up=warm_up, seed=SEED,
                                       limit_s=left))
    part = compare(pairs, *runs)
    part["versions"] = nereid_batch.versions(runs[1])
    part["verdicts"] = {"cpu": runs[0].verdicts, "cuda": runs[1].verdicts}
    return part


def is_settled(part: dict) -> bool:
    """Whether every difference is announced and nothing was left out."""
    return all(row["announced"] for row in part["differences"])


def arguments_of(words=None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--nereid", default=str(ROOT / "build" / "release" / "nereid"))
    parser.add_argument("--jobs", type=int, default=16)
    parser.add_argument("--part", choices=("corpus", "zoo", "both"), default="both")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--seconds", type=float, default=340)
    parser.add_argument("--json", type=pathlib.Path)
    return parser.parse_args(words)


def main() -> int:
    """0 if CPU and GPU agree wherever the zoo announces nothing else."""
    arguments = arguments_of()
    deadline = time.monotonic() + arguments.seconds
    report = {}
    if arguments.part in ("corpus", "both"):
        pairs = [(candidate, None) for candidate in corpus(arguments.nereid)]
        report["corpus"] = run_part(arguments, pairs, deadline)
    if arguments.part in ("zoo", "both"):
        report["zoo"] = run_part(arguments, batches.zoo(ROOT / "resources" / "zoo"), deadline)
    if arguments.json:
        arguments.json.write_text(json.dumps(report))
    for name, part in report.items():
        print_part(name, part)
        print("Versions: " + ", ".join(f"{key} {value}" for key, value in part["versions"].items()))
    return 0 if all(is_settled(part) for part in report.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
