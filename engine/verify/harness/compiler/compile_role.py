# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the launches that the device wrote down, ahead of time for sm_90. No line of the candidate
but the text of its kernels is here."""

import json
import os
import shutil

from triton.runtime.errors import OutOfResources, PTXASError
from triton.runtime.jit import MockTensor

from harness.candidate import candidate_host, kernel_text
from harness.compiler import artefacts, compiler, texts
from harness.shared import bundle, wire


class _Pointer(MockTensor):
    """A tensor argument: its dtype, and whether its address is a multiple of 16."""

    def __init__(self, dtype, aligned):
        super().__init__(dtype)
        self._address = 0 if aligned else 8

    def data_ptr(self):
        return self._address


class Recorded:
    """Turns records (launch_records) back into launches, for the compiler."""

    def __init__(self, source, folder, keeper=None):
        self._source = kernel_text.for_compiler(
            source, os.path.join(folder, candidate_host.FILE_NAME))
        self.compiler = compiler.Compiler(keeper)
        self.failure = None  # (code, message, line) of the first record that does not compile
        self.unfit = []  # records that need more than the GPU has, for launch_records

    def compile_all(self, records):
        """Compiles every record. Of an autotuner's configurations one must fit, as on a GPU."""
        fitting, unfitting = set(), {}
        for record in records:
            name = str(record["kernel"].get("name", ""))
            tuned = bool(record.get("tuned"))
            try:
                self._compile(record, 0 if tuned and name in fitting else record["launches"])
                fitting.add(name)
            except (OutOfResources, PTXASError) as error:
                reason = self._reason(error, record)
                if not tuned:
                    self.failure = self.failure or reason
                    self.unfit.append({"id": record.get("id", ""), "message": reason[1]})
                    continue
                unfitting.setdefault(name, reason)
            except BaseException as error:
                self.failure = self._reason(error, record)
                return
        for name, reason in unfitting.items():
            if name not in fitting:
                self.failure = self.failure or reason

    def _reason(self, error, record):
        """Errors without a line of their own are those of the launch."""
        code, message, line = compiler.reason(error, str(record["kernel"].get("name", "")),
                                              self._source.kernels())
        return code, message, line or int(record.get("line", 0))

    def _compile(self, record, launches):
        if "text" in record:
            self._compile_text(record, launches)
            return
        kernel = self._source.kernel(record["kernel"])
        arguments = {name: self._argument(value) for name, value in record["arguments"]}
        options = {key: kernel_text.decode_constant(value)
                   for key, value in record["options"].items()}
        grid = [int(size) for size in record["grid"]]
        self.compiler.launch(kernel, {**arguments, **options}, grid + [1] * (3 - len(grid)),
                             int(launches))

    def _compile_text(self, record, launches):
        """A record of the kernel machine: the text of its kernel is what was run."""
        path = f"kernel-{record['id']}.ttir"  # in the private folder, whose name must not get into the cubin
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(record["text"]))
        texts.hint(path, record["aligned"])
        grid = [int(size) for size in record["grid"]]
        self.compiler.text(path, record, grid + [1] * (3 - len(grid)), int(launches))

    def _argument(self, value):
        if "pointer" in value:
            return _Pointer(getattr(bundle.torch, str(value["pointer"])), bool(value["aligned"]))
        if "items" in value:
            return kernel_text.sequence(value, [self._argument(item) for item in value["items"]])
        if "kernel" in value:
            return self._source.kernel(value["kernel"])
        if "reinterpret" in value:
            pointer = self._argument(value["reinterpret"]["base"])
            pointer.dtype = kernel_text.decode_constant(value["reinterpret"])
            return pointer
        if "descriptor" in value:
            from triton.tools.tensor_descriptor import TensorDescriptor
            parts = value["descriptor"]
            return TensorDescriptor(self._argument(parts["base"]), parts["shape"],
                                    parts["strides"], parts["block_shape"])
        return kernel_text.decode_constant(value)


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
    recorded = Recorded(child.source, child.private_dir, keeper)
    recorded.compile_all(records)
    code, message, line = recorded.failure or ("", "", 0)
    answer = {"op": "compile", "passed": recorded.failure is None, "code": code,
              "message": message, "line": line, "unfit": recorded.unfit, "ms": child.elapsed_ms(),
              "sandbox": child.layers}
    compiler.send(child.channel, answer, list(recorded.compiler.records.values()))
    shutil.rmtree(os.path.join(child.private_dir, "cache"), ignore_errors=True)
