# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a reference writes different values to one element in one operation: which of them stays is chance, on a GPU and in a
kernel, and inputs on which it does so ask for nothing."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

_SCATTER = frozenset(("scatter", "scatter_"))
_COPY = frozenset(("index_copy", "index_copy_"))
_PUT = frozenset(("index_put", "index_put_", "_index_put_impl_", "_unsafe_index_put"))
NAMES = _SCATTER | _COPY | _PUT


def writes_repeatedly(model, inputs):
    """Whether the model does on these inputs, which stay as they are."""
    mode = _Writes()
    with torch.no_grad(), mode:
        model(*[value.clone() if isinstance(value, torch.Tensor) else value for value in inputs])
    return mode.found


class _Writes(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.found = False

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = func.overloadpacket.__name__
        if name in NAMES and not self.found:
            self.found = _repeats(name, func, args, kwargs)
        return func(*args, **kwargs)


def _repeats(name, func, args, kwargs):
    if name in _SCATTER:
        is_plain = "reduce" not in func._overloadname and isinstance(args[3], torch.Tensor)
        return is_plain and args[2].numel() > 1 and _has_equals(args[2].movedim(args[1], -1))
    if name in _COPY:
        return _has_equals(args[2].reshape(1, -1))
    values, accumulates = args[2], args[3] if len(args) > 3 else kwargs.get("accumulate", False)
    if accumulates or values.numel() == 1:
        return False
    places = [index.nonzero().unbind(-1) if index.dtype == torch.bool else (index.long() % max(size, 1),)
              for index, size in zip(args[1], args[0].shape) if index is not None]
    columns = torch.broadcast_tensors(*[column for of_one in places for column in of_one])
    rows = torch.stack([column.reshape(-1) for column in columns], dim=-1)
    return rows.unique(dim=0).shape[0] < rows.shape[0]


def _has_equals(index):
    """Whether two numbers of the last dimension are the same."""
    return bool((index.sort(dim=-1).values.diff(dim=-1) == 0).any())
