# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels as texts (TTIR), run by the kernel machine on the memory of a device."""

import copy
import hashlib
import math
import random
import re

import numpy

from harness.device import host_messages
from harness.device.device_memory import Refused
from harness.device.launch_records import largest_tile, tensor_of
from harness.machine import machine_trace
from harness.machine.compared import Compared

MAX_PROGRAMS = 4_000_000
MAX_WORK = 64  # kernels that are told apart; the last one stands for all others
_MAX_NAME = 200  # of a kernel, where its work is told
_OTHERS = "other kernels"
MAX_KEPT_BYTES = 256 << 20
# What a launch can wait for: programs that run at the same time on any GPU, one on each multiprocessor.
RESIDENT_PROGRAMS = 132
_IN_ORDER = 3  # of so many forwards one has its programs in ascending order
_FUSED = 2  # of so many one has products fused with sums, as a compiler makes them
_FALSE_HINT = "false hint"
_MORE_SAMPLES = 8
_HOLLOW_STEP, _HOLLOW_STEPS = 1 << 42, 20_000  # bytes between storages without memory; operations of a program
# Of findings; all others are errors of a running kernel.
_CODES = {"out of bounds": "out_of_bounds", "race": "data_race", "unordered": "data_race", "endless": "timeout"}


class Kernel:
    """One text. `operations`: names of all that it does."""

    def __init__(self, handle, facts, text):
        self.handle, self.text = handle, text
        self.digest = hashlib.sha256(text.encode()).hexdigest()
        self.name = facts["name"]
        self.types = facts["arguments"]
        self.operations = frozenset(facts["operations"])
        self.largest_tile = largest_tile(text)
        self.kind = _kind_of(self.text)


# What differs between the sizes that a kernel is made for: numbers, names of values, places in the source, multiples of 16.
_OF_SIZES = re.compile(r"loc\([^()]*(?:\([^()]*\)[^()]*)*\)|#loc\w*|%[\w#:]+|\{?tt\.divisibility = \d+ : i32\}?|-?\d[\dx.e+-]*")


def _kind_of(text):
    """What a text does, whatever the sizes that it does it for."""
    lines = [line.strip() for line in _OF_SIZES.sub("", text).splitlines() if not line.startswith("#loc")]
    return hashlib.sha256("\n".join(line for line in lines if line).encode()).hexdigest()[:16]


class Kernels:
    """Those of one candidate. `library`: machine_library.Library. `on_store`, if it is set, is called with the beginning of a
    storage and flags for its bytes, after each launch that stored there."""

    def __init__(self, library):
        self._library = library
        self.order = 0  # of programs: ascending in every third, else shuffled by it
        self._work = None
        self._kept_bytes = 0
        self._compared = Compared()
        self.modelling = False
        self.is_exact = False  # functions that a GPU approximates are not, for a forward: a kernel may know the machine by its errors
        self.kernel = ""  # name of the one that runs, or ran last
        self.kinds = set()  # of those that the forward has run
        self.is_running = False  # also after a kernel has failed
        self.goes_in_step = False  # threads of one warp have met in memory without a barrier
        self.stored = self.stored_bytes = 0
        self.on_store = None
        self.launches = None  # machine_trace.Launches, where they are kept
        self.failed_program = None  # linear number, of the last launch
        self.watched = self

    def keep_launches(self):
        """From now on, until the next forward, so that a program can be looked at."""
        self.launches = machine_trace.Launches(self._library)

    def begin_forward(self, counting, modelling=False):
        """`counting`: `work` will tell what the kernels moved and computed; `modelling`: and what else a modelled time needs."""
        self.stored_bytes = 0
        self.launches = self.failed_program = None
        self._work = {} if counting else None
        self._compared = Compared()
        self.kinds = set()
        self.modelling = counting and modelling

    def work(self):
        """[{"name", "launches", "read", "written", "dot_flops"}] of the forward, or []; see "Work" in PROTOCOL.md."""
        return copy.deepcopy(list((self._work or {}).values()))  # launches that nobody judges may follow

    def compared(self):
        """With what outcomes the kernels of the forward compare, as compared.Compared tells it."""
        return self._compared.told()

    def next_order(self):
        """From now on, programs of a grid run in another order."""
        self.order += 1

    def repeat_order(self):
        """The next forward draws what the last one drew: the order of programs and of sums, errors of approximate functions, whether
        products are fused with sums."""
        self.order -= 1

    def read(self, text, line):
        """The Kernel of a text in bytes. `line`: of the launch."""
        self._kept_bytes += len(text)
        if len(text) > host_messages.MAX_KERNEL or self._kept_bytes > MAX_KEPT_BYTES:
            raise Refused("memory_limit", "the texts of the kernels take too much memory", line)
        handle, facts = self._library.read(text)
        if handle is None and not facts.get("unsupported", True):
            raise Refused("compile_error", f"a kernel that no compiler takes: {facts['error']}", line)
        if handle is None:
            raise Refused("not_judgeable_here", f"the kernel machine cannot run this: {facts['error']}", line)
        return Kernel(handle, facts, text.decode())

    def run(self, kernel, parameters, grid, warps=4, stages=3, reached=(), may_fuse=True):
        """Launches. `parameters`: [(name, tensor, number or descriptor)] in the order of the text; `reached`: [(name, tensor)]
        of other memory that it may use, by addresses in those. `may_fuse`: the compiler makes one operation of a product and a sum."""
        self.kernel = kernel.name
        programs = grid[0] * grid[1] * grid[2]
        if programs > MAX_PROGRAMS:
            raise Refused("not_judgeable_here", f"{kernel.name} is launched over {programs} programs, too many for the "
                                                "kernel machine")
        buffers = _Buffers()
        arguments = [buffers.argument(name, value, kind)
                     for (name, value), kind in zip(parameters, kernel.types)]
        buffers.add(reached)
        if len(arguments) != len(kernel.types) or len(parameters) != len(kernel.types):
            raise Refused("runtime_error", f"kernel {kernel.name}: {len(parameters)} arguments, it takes {len(kernel.types)}")
        request = {
            "grid": grid, "arguments": arguments, "buffers": buffers.described(), "seed": self.order,
            # The judge's bounds are those of float32: what TF32 loses is the GPU's, not the kernel's.
            "in_order": self.order % _IN_ORDER == 0, "rounds_tf32": False, "warps": warps, "stages": stages,
            "approximates": not self.is_exact,
            # The first forward, which is mostly the task's own, and what is to be as on a GPU.
            "fuses": may_fuse and (self.is_exact or self.order % _FUSED == 0)}
        if self.launches is not None:
            self.launches.keep(kernel, request, buffers.storages())
        self.is_running = True
        outcome = self._library.run(kernel.handle, request)
        if "error" in outcome:
            code = "memory_limit" if outcome.get("memory") else "runtime_error"
            raise Refused(code, f"kernel {kernel.name}: {outcome['error']}")
        for line in outcome["printed"]:
            print(line)
        if outcome["findings"]:
            x, y, z = outcome["findings"][0]["program"]
            self.failed_program = x + grid[0] * (y + grid[1] * z)
            raise _refusal(outcome["findings"][0], programs)
        self.is_running = False
        self.goes_in_step = self.goes_in_step or outcome["in_step"]
        self.kinds.add(kernel.kind)
        self._count(kernel, outcome["work"], programs)
        self._compared.note(kernel.name[:_MAX_NAME], outcome["compared"])
        if self.on_store is not None:
            for start, flags in buffers.stored():
                self.on_store(start, flags)

    def look_outside(self, kernel, parameters, grid, warps, stages, looks_at_all=True):
        """Refuses a launch on tensors without memory of which a program at a corner of the grid, or in its middle, reaches outside of
        them: what no value has a part in, where all are floating numbers. What the launch does there, as `hollow_work` has it. Without
        `looks_at_all` the first program that does not end soon is the last one."""
        return self._hollow(kernel, parameters, grid, warps, stages, may_refuse=True, looks_at_all=looks_at_all)

    def hollow_work(self, kernel, parameters, grid, warps, stages):
        """(of programs that are like the mean of some, of such as are like the busiest of them): bytes that a launch loads, bytes that it
        stores, and operations of its products, where loads give zeros. None where one of them does not end soon."""
        return self._hollow(kernel, parameters, grid, warps, stages, may_refuse=False, looks_at_all=False)

    def _hollow(self, kernel, parameters, grid, warps, stages, may_refuse, looks_at_all):
        self.kernel = kernel.name
        hollow = _Hollow()
        arguments = [hollow.argument(name, value, kind) for (name, value), kind in zip(parameters, kernel.types)]
        programs = math.prod(grid)
        if len(arguments) != len(kernel.types) or programs >= 1 << 31:
            return None
        request = {"grid": grid, "arguments": arguments, "buffers": hollow.described, "seed": 1, "in_order": True, "rounds_tf32": False,
                   "warps": warps, "stages": stages, "hollow": True, "max_steps": _HOLLOW_STEPS}
        done = []
        for program in _samples(grid, self.order) if programs else ():
            outcome = self._library.run(kernel.handle, {**request, "only": [program]})
            kinds = {finding["kind"] for finding in outcome.get("findings", ())}
            for finding in outcome.get("findings", ()) if may_refuse and hollow.is_floating else ():
                if _CODES.get(finding["kind"]) == "out_of_bounds":
                    raise _refusal(finding, programs)
            if "error" in outcome or "endless" in kinds:
                if not hollow.is_floating or not looks_at_all:
                    return None
                done = None
            elif done is not None:
                work = outcome["work"]
                done.append((work["loaded_bytes"], work["stored_bytes"], sum(work["dot_flops"].values())))
        if done is None:
            return None
        columns = list(zip(*done)) or [(0,)] * 3
        return tuple(sum(column) * programs / len(column) for column in columns), tuple(max(column) * programs for column in columns)

    def _count(self, kernel, done, programs):
        self.stored += done["stored_lanes"]
        self.stored_bytes += done["stored_bytes"]
        if self._work is None:
            return
        entry = self._work_of(kernel, programs)
        entry["launches"] += 1
        entry["read"] += done["distinct_loaded_bytes"]
        entry["written"] += done["distinct_stored_bytes"]
        _add(entry["dot_flops"], done["dot_flops"])
        if self.modelling:
            _add(entry["flops"], done["flops"])
            entry["requested"] += done["loaded_bytes"] + done["stored_bytes"] - done["atomic_bytes"]
            entry["atomics_again"] += done["atomic_bytes"] - done["distinct_updated_bytes"]
            entry["programs"] += programs

    def _work_of(self, kernel, programs):
        """The entry of a launch. A modelled time hangs on how many programs share the work of a launch: those of other texts or grids
        are no measure for it, whatever the kernels are called."""
        key, name = (kernel.digest, programs) if self.modelling else kernel.name, kernel.name[:_MAX_NAME]
        if key not in self._work and len(self._work) >= MAX_WORK - 1:
            key = name = _OTHERS
        return self._work.setdefault(key, {
            "name": name, "launches": 0, "read": 0, "written": 0, "dot_flops": {},
            **({"flops": {}, "requested": 0, "atomics_again": 0, "programs": 0} if self.modelling else {})})


def _add(totals, counts):
    for kind, count in counts.items():
        if count:
            totals[kind] = totals.get(kind, 0) + count


class _Buffers:
    """The storages that a launch may reach, each once."""

    def __init__(self):
        self._known = {}  # address of a storage -> (storage, its description, flags)

    def argument(self, name, value, kind):
        """A parameter as the machine takes it; `kind` as the text writes its type."""
        tensor = tensor_of(value)
        if tensor is None:
            return repr(float(value)) if kind.startswith(("f", "bf")) else int(value)
        self._add(name, tensor)
        if value is tensor or not hasattr(value, "block_shape"):
            return tensor.data_ptr()
        return {"descriptor": [tensor.data_ptr(), *value.shape, *value.strides]}

    def add(self, reached):
        """Memory that is no argument."""
        for name, tensor in reached:
            if tensor.untyped_storage().data_ptr() not in self._known:
                self._add(name, tensor)

    def _add(self, name, tensor):
        storage = tensor.untyped_storage()
        address = storage.data_ptr()
        if address in self._known:
            self._known[address][1]["name"] += "/" + name
            return
        flags = numpy.zeros(storage.nbytes(), dtype=bool)
        self._known[address] = (storage, {
            "address": address, "bytes": storage.nbytes(), "element_bytes": tensor.element_size(),
            "name": name, "stored": flags.ctypes.data}, flags)

    def described(self):
        """For the machine."""
        return [description for _, description, _ in self._known.values()]

    def storages(self):
        """Each once."""
        return [storage for storage, _, _ in self._known.values()]

    def stored(self):
        """(beginning of a storage, flags for its bytes) of those that were stored into."""
        return [(start, flags) for start, (_, _, flags) in self._known.items() if flags.any()]


class _Hollow:
    """Addresses for storages that have no memory, far from each other."""

    def __init__(self):
        self._known = {}  # of a storage -> its address
        self.described = []  # for the machine
        self.is_floating = True  # no argument points to whole numbers, which may be places in others

    def argument(self, name, value, kind):
        """A parameter as the machine takes it; `kind` as the text writes its type."""
        tensor = tensor_of(value)
        if tensor is None:
            return repr(float(value)) if kind.startswith(("f", "bf")) else int(value)
        self.is_floating = self.is_floating and tensor.is_floating_point()
        storage = tensor.untyped_storage()
        if storage._cdata not in self._known:
            self._known[storage._cdata] = _HOLLOW_STEP * (len(self._known) + 1)
            self.described.append({"address": self._known[storage._cdata], "bytes": storage.nbytes(), "element_bytes": tensor.element_size(),
                                   "name": name, "stored": 0})
        address = self._known[storage._cdata] + tensor.storage_offset() * tensor.element_size()
        if value is tensor or not hasattr(value, "block_shape"):
            return address
        return {"descriptor": [address, *value.shape, *value.strides]}


def _samples(grid, seed):
    """Numbers of the programs at the corners of a grid and in its middle, the last one first, and of some others."""
    at = [sorted({size - 1, size // 2, 0}, reverse=True) for size in grid]
    first = [x + grid[0] * (y + grid[1] * z) for z in at[2] for y in at[1] for x in at[0]]
    drawn = random.Random(seed)
    return list(dict.fromkeys([*first, *(drawn.randrange(math.prod(grid)) for _ in range(_MORE_SAMPLES))]))


def _refusal(finding, programs):
    """The judge's reason for what a launch did wrong."""
    code = _CODES.get(finding["kind"], "runtime_error")
    what = finding["what"]
    if code == "timeout" and "waits for another" in what and programs > RESIDENT_PROGRAMS:
        code = "not_judgeable_here"  # they need not all run at the same time
    return Refused(code, f"kernel {finding['kernel']}: {what}", finding["line"], finding["kind"] == _FALSE_HINT)
