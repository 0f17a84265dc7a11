# SPDX-License-Identifier: GPL-3.0-or-later
"""Nereid against KernelBench's own batch evaluation: same candidates, same GPU, one run.

usage: against_kernelbench.py KERNELBENCH [--nereid build/release/nereid] [--jobs 16]
                              [--limit N] [--seconds 200] [--sizes gpu|shelf] [--json FILE]

KERNELBENCH is a checkout of github.com/ScalingIntelligence/KernelBench, or a folder with the files
of kernelbench_side.NEEDED and a file COMMIT.

The batch: the shelf's candidates, by default with inputs worth a GPU's time, and answers to
synthetic tasks, right and with planted errors, in the kernel language and the task form of
KernelBench; 40% are right, the rest fail at every stage. Left out, all in KernelBench's favour:
candidates that hang or end their process (each would cost it its limit of 180 s), and a task that
works in place (it hands the changed input on to the candidate). Nereid judges the whole batch, then
KernelBench's script does with its own settings, one fresh process a candidate, until the batch is
done or SECONDS are over. The rates count from a verifier that is ready, and from the script's line
"Start evaluation": neither side's start is in them. Triton's cache is empty for both.
"""

import argparse
import json
import pathlib
import sys
import tempfile

import candidates as batches
import kernelbench_side
import nereid_batch

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEFT_OUT = ("timeout", "crashed")
RIGHT_SHARE = 0.4


def make_batch(nereid: str, large: bool, limit: int | None) -> list[batches.Candidate]:
    """The shuffled batch, 40% right; the same in every run."""
    shelf = [candidate for candidate in batches.shelf(ROOT / "resources" / "verify_shelf", large)
             if candidate.about.split(":")[0] not in LEFT_OUT
             and candidate.task != "scale_in_place"]
    wrong_generated = 11
    wrong = sum(not candidate.right for candidate in shelf) + wrong_generated
    right = round(wrong * RIGHT_SHARE / (1 - RIGHT_SHARE))
    made = batches.generated(nereid, right - sum(candidate.right for candidate in shelf),
                             wrong_generated)
    usable = [candidate for candidate in shelf + made
              if batches.uses_only_float32(candidate.reference)]
    return batches.shuffled(usable)[:limit]


def rate(count: int, seconds: float) -> float:
    """`count` per second."""
    return count / seconds if seconds > 0 else 0.0


def side_summary(ids, seconds, is_accepted, is_timed, right) -> dict:
    """Counts and rates of one side over the candidates `ids`."""
    wall = max((seconds[name] for name in ids), default=0.0)
    timed = sum(is_timed(name) for name in ids)
    taken = {name for name in ids if is_accepted(name)}
    return {"candidates": len(ids), "wall_s": wall, "per_s": rate(len(ids), wall), "timed": timed,
            "timed_per_s": rate(timed, wall), "accepted": len(taken),
            "false_accepts": sum(not right[name] for name in taken),
            "false_rejects": sum(right[name] and name not in taken for name in ids)}


def differences(batch, ours, theirs) -> list[dict]:
    """Candidates on which the two sides disagree, and which of them is right."""
    rows = []
    for candidate in batch:
        verdict, result = ours.verdicts.get(candidate.id), theirs.results.get(candidate.id)
        if verdict is None or result is None:
            continue
        if verdict["accepted"] == kernelbench_side.accepted(result):
            continue
        rows.append({"id": candidate.id, "about": candidate.about, "right": candidate.right,
                     "nereid": nereid_batch.code_of(verdict),
                     "nereid_message": verdict["reason"]["message"],
                     "kernelbench": kernelbench_side.reason(result),
                     "kernelbench_metadata": result["metadata"],
                     "who": "Nereid" if verdict["accepted"] == candidate.right else "KernelBench"})
    return rows


def summarise(batch, ours, theirs) -> dict:
    """Everything that is printed, as JSON."""
    right = {candidate.id: candidate.right for candidate in batch}
    both = [name for name in theirs.seconds if name in ours.seconds]
    whole = side_summary(list(ours.seconds), ours.seconds,
                         lambda name: ours.verdicts[name]["accepted"],
                         lambda name: nereid_batch.is_timed(ours.verdicts[name]), right)
    kernelbench = side_summary(both, theirs.seconds,
                               lambda name: kernelbench_side.accepted(theirs.results[name]),
                               lambda name: kernelbench_side.is_timed(theirs.results[name]), right)
    on_both = side_summary(both, ours.seconds, lambda name: ours.verdicts[name]["accepted"],
                           lambda name: nereid_batch.is_timed(ours.verdicts[name]), right)
    # Our own time for a part is not known: the whole batch was judged at once. Its rate stands.
    for key in ("wall_s", "per_s", "timed_per_s"):
        on_both.pop(key)
    return {"nereid": whole, "nereid_on_same": on_both, "kernelbench": kernelbench,
            "ratio": rate(whole["per_s"], kernelbench["per_s"]),
            "timed_ratio": rate(whole["timed_per_s"], kernelbench["timed_per_s"]),
            "stopped": theirs.stopped, "batch": len(batch),
            "batch_right": sum(candidate.right for candidate in batch),
            "tasks": len({candidate.task for candidate in batch}),
            "missing": [candidate.id for candidate in batch if candidate.id not in ours.verdicts],
            "ready_s": {"nereid": ours.ready_seconds, "kernelbench": theirs.ready_seconds},
            "differences": differences(batch, ours, theirs)}


def print_rates(report: dict) -> None:
    """The first table."""
    print("| | Nereid | KernelBench |\n|---|---|---|")
    ours, theirs, same = report["nereid"], report["kernelbench"], report["nereid_on_same"]
    rows = [("candidates judged", "{candidates}"), ("wall time, s", "{wall_s:.1f}"),
            ("candidates/s", "{per_s:.2f}"), ("accepted and timed", "{timed}"),
            ("fully timed candidates/s", "{timed_per_s:.2f}")]
    for name, form in rows:
        print(f"| {name} | {form.format(**ours)} | {form.format(**theirs)} |")
    for name in ("accepted", "false_accepts", "false_rejects"):
        label = f"{name.replace('_', ' ')}, of the {theirs['candidates']} that both judged"
        print(f"| {label} | {same[name]} | {theirs[name]} |")
    print(f"\nRatio of candidates/s {report['ratio']:.1f}, of fully timed candidates/s "
          f"{report['timed_ratio']:.1f}. Batch: {report['batch']} candidates, "
          f"{report['batch_right']} right, {report['tasks']} tasks"
          + ("; KernelBench was stopped when its time was up." if report["stopped"] else "."))


def print_differences(report: dict) -> None:
    """The second table."""
    if not report["differences"]:
        print("\nNo verdict differs.")
        return
    print("\n| candidate | truth | Nereid | KernelBench | who is right |\n|---|---|---|---|---|")
    for row in sorted(report["differences"], key=lambda item: item["id"]):
        truth = "right" if row["right"] else f"wrong ({row['about']})"
        print(f"| {row['id']} | {truth} | {row['nereid']} | {row['kernelbench']} | {row['who']} |")


def print_conditions(report: dict) -> None:
    """What was compared with what."""
    conditions = report["conditions"]
    print(f"\nKernelBench {conditions['commit'] or '(commit unknown)'}; "
          f"{', '.join(f'{key} {value}' for key, value in conditions['versions'].items())}; "
          f"GPU {conditions['gpu']}; jobs {conditions['jobs']}; inputs: {conditions['sizes']}; "
          "stand-ins for modules that were not installed: "
          f"{', '.join(conditions['stubs']) or 'none'}; "
          f"ready after {report['ready_s']['nereid']:.1f} s and "
          f"{report['ready_s']['kernelbench']:.1f} s.")
    if report["missing"]:
        print(f"Without a verdict of Nereid: {', '.join(report['missing'])}")


def arguments_of(words=None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("kernelbench", type=pathlib.Path)
    parser.add_argument("--nereid", default=str(ROOT / "build" / "release" / "nereid"))
    parser.add_argument("--jobs", type=int, default=16)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--seconds", type=float, default=200)
    parser.add_argument("--sizes", choices=("gpu", "shelf"), default="gpu")
    parser.add_argument("--json", type=pathlib.Path)
    return parser.parse_args(words)


def main() -> int:
    """0 if both sides judged something, whatever the figures are."""
    arguments = arguments_of()
    batch = make_batch(arguments.nereid, arguments.sizes == "gpu", arguments.limit)
    warm_up = batches.generated(arguments.nereid, 1, 0, seed=11)[0]
    print(f"{len(batch)} candidates; Nereid judges", file=sys.stderr, flush=True)
    ours = nereid_batch.judge(arguments.nereid, batch, device="cuda", jobs=arguments.jobs,
                              warm_up=warm_up, limit_s=240)
    print(f"{ours.wall:.1f} s; KernelBench evaluates", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(prefix="nereid-against-") as folder:
        theirs = kernelbench_side.evaluate(arguments.kernelbench, batch,
                                           pathlib.Path(folder) / "kernelbench", arguments.seconds)
    report = summarise(batch, ours, theirs)
    hardware = {result["metadata"].get("hardware", "") for result in theirs.results.values()}
    report["conditions"] = {
        "commit": kernelbench_side.commit_of(arguments.kernelbench), "stubs": theirs.stubs,
        "versions": nereid_batch.versions(ours), "gpu": ", ".join(sorted(hardware - {""})),
        "jobs": arguments.jobs, "sizes": arguments.sizes}
    report["verdicts"] = ours.verdicts
    report["kernelbench_results"] = theirs.results
    report["seconds"] = {"nereid": ours.seconds, "kernelbench": theirs.seconds}
    if arguments.json:
        arguments.json.write_text(json.dumps(report, default=str))
    print_rates(report)
    print_differences(report)
    print_conditions(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
