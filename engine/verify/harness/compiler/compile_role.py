# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the launches that the device wrote down, ahead of time for sm_90. No line of the candidate
but the text of its kernels is here."""

import json
import os
import shutil

from triton.runtime.errors import OutOfResources, PTXASError

from harness.compiler import ahead, artefacts, compiler, texts
from harness.shared import wire

MOST_AHEAD = 255  # records: more are compiled one after another
CONFIGURATIONS = 8    # of an autotuner, as the judge counts them in its limit
LEAST_SECONDS = 20.0  # of processor time that one of them has


class Recorded:
    """Compiles records (launch_records), in so many processes if nothing has been compiled in this one. Of autotuned kernels `fitted`
    a configuration fitted before. `seconds` of processor time: what all of them may take."""

    def __init__(self, keeper=None, processes=1, fitted=(), seconds=0.0):
        self.compiler = compiler.Compiler(keeper)
        self._processes, self._fitted, self._seconds = processes, set(fitted), seconds
        self.failure = None  # (code, message, line) of the first record that does not compile
        self.unfit = []  # records that need more than the GPU has, for launch_records
        self._failed = {}  # id of a record -> what compiling it ahead has raised
        self._took = {}  # id of a record -> seconds of processor time that this took
        self._most = LEAST_SECONDS

    def compile_all(self, records):
        """Compiles every record. What an autotuner may choose need not fit where something else does, and is left out where that has
        taken as long as one kernel may."""
        self._most = max(self._seconds / min(max(len(records), 1), CONFIGURATIONS), LEAST_SECONDS)
        if 1 < len(records) <= MOST_AHEAD and not self.compiler.keeps_levels:
            self._compile_ahead(records)
        fitting, unfitting = set(), {}
        for record in records:
            name = str(record["kernel"].get("name", ""))
            tuned = bool(record.get("tuned"))
            begun = _spent()
            if tuned and name in fitting and begun > self._most:
                continue
            try:
                self._compile(record, 0 if tuned and name in fitting else record["launches"])
                fitting.add(name)
            except (OutOfResources, PTXASError) as error:
                reason = self._reason(error, record)
                if tuned:
                    unfitting.setdefault(name, []).append((record, reason))
                else:
                    self._refuse(record, reason)
            except BaseException as error:
                self.failure = self._reason(error, record)
                return
            if tuned and max(_spent() - begun, self._took.get(record["id"], 0)) > self._most:
                self.failure = "compile_timeout", f"kernel {name}: not finished within {self._most:.0f} s of processor time", int(record.get("line", 0))
                return
        for name, refused in unfitting.items():
            for record, reason in refused if name not in fitting | self._fitted else ():
                self._refuse(record, reason)

    def _compile_ahead(self, records):
        """Leaves in the cache what processes of their own make of the records."""
        found = ahead.side_by_side(len(records), lambda index: self._ahead(records[index]), self._processes)
        for index, (failed, made, took) in found.items():
            self._took[records[index]["id"]] = took
            if failed:
                self._failed[records[index]["id"]] = PTXASError(failed)
            self.compiler.known.update(made)

    def _ahead(self, record):
        """(what the assembler says, what was made, seconds that it took): other errors are told by who compiles again."""
        failed, begun = "", _spent()
        try:
            if not record.get("tuned") or begun < self._most:
                self._compile(record, 0)
        except PTXASError as error:
            failed = error.error_message or "?"
        except BaseException:
            pass
        return failed, self.compiler.made(), _spent() - begun

    def _refuse(self, record, reason):
        """The launch is an error, which an autotuner passes over: another configuration of it may have fitted before."""
        self.failure = self.failure or reason
        if reason[0] == "out_of_resources":
            self.unfit.append({"id": record.get("id", ""), "message": reason[1]})

    def _reason(self, error, record):
        """An error of the compiler is one of the launch, and has its line."""
        code, message = compiler.reason(error, str(record["kernel"].get("name", "")))
        return code, message, int(record.get("line", 0))

    def _compile(self, record, launches):
        if record["id"] in self._failed:
            raise self._failed[record["id"]]
        path = f"kernel-{record['id']}.ttir"  # in the private folder, whose name must not get into the cubin
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(record["text"]))
        texts.hint(path, record["aligned"])
        grid = [int(size) for size in record["grid"]]
        self.compiler.text(path, record, grid + [1] * (3 - len(grid)), int(launches))


def _spent():
    """Seconds of processor time of this process and of the programs that it has waited for."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def serve(child, records_fd):
    """Compiles all records and answers with the facts and the cubins, and what is between if the
    judge asked for it."""
    left_out = set(child.request.get("leave_out") or ())
    records = [record for record in json.loads(wire.read_text_fd(records_fd))
               if record.get("variant") not in left_out]
    keeper = None
    if child.request.get("artefacts"):
        keeper = artefacts.Keeper(child.private_dir, child.source)
        keeper.begin()
    recorded = Recorded(keeper, int(child.request.get("processes") or 1), child.request.get("fitted") or (),
                        float((child.request.get("limits") or {}).get("seconds") or 0))
    recorded.compile_all(records)
    code, message, line = recorded.failure or ("", "", 0)
    answer = {"op": "compile", "passed": recorded.failure is None, "code": code,
              "message": message, "line": line, "unfit": recorded.unfit, "ms": child.elapsed_ms(),
              "sandbox": child.layers}
    compiler.send(child.channel, answer, list(recorded.compiler.records.values()))
    shutil.rmtree(os.path.join(child.private_dir, "cache"), ignore_errors=True)
