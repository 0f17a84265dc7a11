#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Right candidates through all five stages, time included: how many a second.

usage: timed_candidates.py [--nereid build/release/nereid] [--device cuda] [--jobs 16] [--count 100] [--sizes shelf|gpu]

Five kernels of five tasks of the shelf in turn, each text made distinct by a comment. The rate is that after the first
quarter, when references are prepared and processes warm. Exit status 0 if all were accepted.
"""

import argparse
import pathlib
import sys

import candidates as batches
import nereid_batch

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ("swish/right_plain", "row_softmax/right_one_block", "linear_relu/right_dot", "layer_norm/right_affine",
           "transpose_scale/right_two_dimensional")


def make_batch(count: int, large: bool) -> list[batches.Candidate]:
    """`count` candidates that no cache knows."""
    kernels = {candidate.id: candidate
               for candidate in batches.shelf(ROOT / "resources" / "verify_shelf", large)}
    batch = []
    for number in range(count):
        made = kernels[KERNELS[number % len(KERNELS)]]
        batch.append(batches.Candidate(f"{made.id} {number}", made.task, made.reference,
                                       f"{made.code}\n# timed {number}\n", True, "", made.about))
    return batch


def main() -> int:
    """Prints one line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--nereid", default=str(ROOT / "build" / "release" / "nereid"))
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--jobs", type=int, default=16)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--sizes", choices=("gpu", "shelf"), default="shelf")
    arguments = parser.parse_args()
    batch = make_batch(arguments.count, arguments.sizes == "gpu")
    warm_up = batches.Candidate("warm-up", "", batch[0].reference, f"{batch[0].code}\n# first\n", True, "", "")
    run = nereid_batch.judge(arguments.nereid, batch, device=arguments.device, jobs=arguments.jobs, warm_up=warm_up)
    accepted = sum(verdict["accepted"] for verdict in run.verdicts.values())
    timed = sum(nereid_batch.is_timed(verdict) for verdict in run.verdicts.values())
    at = sorted(run.seconds.values())
    first = len(at) // 4
    rate = (len(at) - first) / (at[-1] - at[first - 1]) if first and at[-1] > at[first - 1] else 0.0
    print(f"{len(batch)} candidates, {accepted} accepted, {timed} timed in {run.wall:.1f} s; "
          f"{rate:.2f} a second after the first quarter")
    return 0 if accepted == len(batch) else 1


if __name__ == "__main__":
    sys.exit(main())
