# SPDX-License-Identifier: GPL-3.0-or-later
"""The device of a candidate whose kernels arrive as texts (TTIR): no line of the candidate is executed here."""

from harness.device import device_role
from harness.machine import machine_trace


class MachineDevice(device_role.Device):
    """Also looks at single programs."""

    calls_again = True

    def answer(self, message, named):
        if message.get("op") != "trace":
            return super().answer(message, named)
        try:
            return {**self._trace(message), "op": "trace"}
        except (RuntimeError, MemoryError, OSError) as error:
            return {"op": "trace", "ok": False, "message": str(error)}

    def _trace(self, message):
        """What the program did that is asked for, or that stored an element of the last forward's outputs, or that failed."""
        launches, address = self.kernels.launches, 0
        if launches is None:
            raise RuntimeError("the launches were not kept")
        if "program" in message:
            found = launches.tape_of_program(int(message["launch"]), [int(at) for at in message["program"]])
        elif self.kernels.failed_program is not None:
            found = launches.tape_of_failed(self.kernels.failed_program)
        else:
            outputs, number = self.last.outputs, int(message["output"])
            if number >= len(outputs):
                raise RuntimeError(f"there is no output {number}, forward returns {len(outputs)}")
            output = outputs[number]
            address = machine_trace.address_of(output, [int(at) for at in message["index"]])
            found = launches.tape_of_element(address)
        if found is None:
            raise RuntimeError("no kernel stores this element where forward returns it: a torch operator put it there")
        tape, launch = found
        self.attached["tape"] = machine_trace.in_memory(tape)
        return {"ok": True, "address": address, "launch": launch, "launches": launches.listed()}
