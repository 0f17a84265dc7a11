# SPDX-License-Identifier: GPL-3.0-or-later
"""Candidates with known verdicts."""

import json
import os
import pathlib

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SHELF = pathlib.Path(os.environ.get("NEREID_RESOURCES", SOURCE / "resources")) / "verify_shelf"
ENTRIES = {entry["id"]: entry
           for entry in json.loads((SHELF / "shelf.json").read_text())["entries"]}

# Eight of three tasks: right ones, and one wrong one for each stage.
MIXED = ["swish/right_plain", "swish/wrong_syntax", "swish/wrong_invented_api",
         "swish/wrong_values", "row_sum/right_blocks", "row_sum/wrong_first_block",
         "row_softmax/right_online", "row_softmax/wrong_no_maximum"]


def reference(name):
    return (SHELF / ENTRIES[name]["reference"]).read_text()


def candidate(name):
    return (SHELF / ENTRIES[name]["candidate"]).read_text()


def request(name):
    """A request of a batch."""
    return {"id": name, "reference": reference(name), "candidate": candidate(name)}


def expected(name):
    """(accepted, rejected_at, code) as written on the shelf."""
    entry = ENTRIES[name]["expected"]
    return entry["accepted"], entry["rejected_at"], entry["reason"]["code"]


def answer(verdict):
    return verdict.accepted, verdict.rejected_at, verdict.reason.code
