# SPDX-License-Identifier: GPL-3.0-or-later
"""How a task draws its inputs: whole numbers that come of `randint` as they are may be any of their range."""

from torch.overrides import TorchFunctionMode

from harness.task.reference_run import is_floating

_DRAWS = frozenset("randint randint_like random_".split())
_COPIES = frozenset("to int long short contiguous clone view reshape unsqueeze squeeze".split())


class WholeNumbers(TorchFunctionMode):
    """Notes which tensors hold what `randint` has drawn, all of it, and nothing else."""

    def __init__(self):
        super().__init__()
        self._held = {}  # storage -> (tensor, its version)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        name = getattr(func, "__name__", "")
        if name in _DRAWS or name in _COPIES and args and self.holds(args[0]) and args[0].numel() == out.numel():
            self._held[_place_of(out)] = out, out._version
        return out

    def holds(self, value):
        if not hasattr(value, "untyped_storage") or is_floating(value):
            return False
        drawn, version = self._held.get(_place_of(value), (None, 0))
        return drawn is not None and drawn.numel() == value.numel() and drawn._version == version


def _place_of(tensor):
    return tensor.untyped_storage().data_ptr()
