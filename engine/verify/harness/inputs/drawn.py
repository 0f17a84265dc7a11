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
        self._held = {}  # storage -> (tensor, its version, the least and the largest number that may come)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        name = getattr(func, "__name__", "")
        if name in _DRAWS or name in _COPIES and args and self.holds(args[0]) and args[0].numel() == out.numel():
            self._held[_place_of(out)] = out, out._version, _ends(name, args, kwargs or {}) if name in _DRAWS else self.ends_of(args[0])
        return out

    def holds(self, value):
        if not hasattr(value, "untyped_storage") or is_floating(value):
            return False
        drawn, version, _ = self._held.get(_place_of(value), (None, 0, None))
        return drawn is not None and drawn.numel() == value.numel() and drawn._version == version

    def ends_of(self, value):
        """The least and the largest number that a tensor of such could hold, or None where that is not known."""
        return self._held[_place_of(value)][2] if self.holds(value) else None


def _ends(name, args, given):
    """Of what is drawn from 0 or a lower number to below a higher one."""
    numbers = [number for number in args[name == "randint_like":] if type(number) is int]
    high = given["high"] if "high" in given else numbers.pop() if numbers else None
    low = given.get("low", numbers[0] if numbers else 0)
    return (low, high - 1) if name != "random_" and type(low) is type(high) is int else None


def _place_of(tensor):
    return tensor.untyped_storage().data_ptr()
