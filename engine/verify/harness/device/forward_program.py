# SPDX-License-Identifier: GPL-3.0-or-later
"""What a candidate's forward made its device do (launches, and operators that move data), ready to
be done again, on the tensors that it began with or on copies of them."""

from harness.device import operator_kinds


class Outputs(list):
    """The tensors that stand for the outputs. `made`: all that was made on the way, which lives as long as they do."""


class Program:
    """`device` served the forward."""

    def __init__(self, device, forward):
        self._device = device
        self._handles = list(forward.output_handles)
        self._steps = [_step(device, message, result) for message, result in forward.program
                       if message["op"] != "operator" or _does_something(message)]

    def run(self, begin=None, asked=None):
        """Does it again; the tensors that stand for the outputs. `begin(handle)` gives the tensors that it does not make itself;
        the handles that its steps ask for are added to the set `asked`."""
        begin, made = begin or self._device.memory.get, {}

        def get(handle):
            tensor = made.get(handle)
            return begin(handle) if tensor is None else tensor

        def ask(handle):
            asked.add(handle)
            return get(handle)

        for step in self._steps:
            step.run(get if asked is None else ask, made)
        outputs = Outputs(get(handle) for handle in self._handles)
        outputs.made = made
        return outputs


class GrowingProgram:
    """What a host has asked for so far, done beside its account, to tell it a value."""

    def __init__(self, device):
        self._device = device
        self._count, self._made = 0, {}

    def tensor(self, argument, program):
        """What an encoded tensor is once `program`, which only grows, is done up to here."""
        for message, result in program[self._count:]:
            if message["op"] != "operator" or _does_something(message):
                _step(self._device, message, result).run(self._get, self._made)
        self._count = len(program)
        return self._device.memory.decode(argument, self._get)

    def _get(self, handle):
        tensor = self._made.get(handle)
        return self._device.memory.get(handle) if tensor is None else tensor


class CopiedProgram(Program):
    """On copies; `copies` (set later) gives the tensors of one."""

    def __init__(self, device, forward):
        super().__init__(device, forward)
        self._found = {}  # by copy: tensors by handle, of this generation of copies
        self._generation = -1
        self.copies = None
        asked, seen = set(), {}

        def note(handle):
            seen[handle] = self._device.memory.get(handle)
            return seen[handle]

        self.run(note, asked)
        # The tensors that it does not make itself, and what the host has made that is answered as it came.
        self.tensors = list(seen.values())
        first = next((step for step in self._steps if isinstance(step, _Launch)), None)
        if first is not None:
            first.is_first = True
        uploads = [step for step in self._steps if isinstance(step, _Upload)]
        for upload in uploads:
            upload.comes_anew = upload.handle in asked
        self.constants = [upload.value for upload in uploads if not upload.comes_anew]

    def run_on(self, copy):
        """Does it again on a copy; the tensors that stand for the outputs."""
        if self._generation != self.copies.generation:
            self._found.clear()
            self._generation = self.copies.generation
        found = self._found.setdefault(copy, {})

        def get(handle):
            tensor = found.get(handle)
            if tensor is None:
                tensor = self.copies.tensor(self._device.memory.get(handle), copy)
                found[handle] = tensor
            return tensor

        return self.run(get)


def _step(device, message, result):
    if message["op"] == "launch":
        return _Launch(device, result)
    if message["op"] == "upload":
        return _Upload(result)
    return _Operator(device, message, result)


class _Upload:
    """A constant of the host code; the forward may have let go of it since. `value`: as it came. `comes_anew`: a copy of that each
    time, as kernels may store into it; else what the forward had."""

    def __init__(self, result):
        self._tensor, self.handle, self.value = result
        self.comes_anew = None

    def run(self, get, made):
        """Puts it where the later steps look for it."""
        del get
        made[self.handle] = self._tensor if self.comes_anew is None else self.value.clone() if self.comes_anew else self.value


class _Launch:
    """One launch."""

    def __init__(self, device, launch):
        self._device, self._launch = device, launch
        self.is_first = False  # of one forward after another

    def run(self, get, made):
        """Launches."""
        del made
        launch = self._launch
        self._device.launch_again(launch, launch.parameters(get), self.is_first)


class _Operator:
    """One operator of torch; new tensors get the handles that the host knows."""

    def __init__(self, device, message, result):
        self._memory = device.memory
        self._func = operator_kinds.operator(message["name"])
        self._message = message
        self._result = result

    def run(self, get, made):
        """Runs it with the tensors of now."""
        args = self._memory.decode(self._message["args"], get)
        kwargs = {key: self._memory.decode(value, get)
                  for key, value in self._message["kwargs"].items()}
        out = self._func(*args, **self._memory.keywords(self._func, kwargs))
        self._memory.litter_fresh(self._func, out)
        _bind(self._result, out, made)


def _does_something(message):
    """False for what only tells the host something."""
    return not message["name"].startswith(("aten::_local_scalar_dense", "aten::is_pinned"))


def _bind(described, value, made):
    """Remembers new tensors under the handles that the host knows."""
    if isinstance(value, (list, tuple)):
        for item, part in zip(described, value):
            _bind(item, part, made)
    elif hasattr(value, "untyped_storage"):
        made[described["t"]] = value
