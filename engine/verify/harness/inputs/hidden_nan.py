# SPDX-License-Identifier: GPL-3.0-or-later
"""What is no number on the way to an answer of whole numbers, as the share of a row of zeros in its largest: which number comes of it nobody says,
neither PyTorch nor a GPU, and no kernel needs to."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.shared import bundle, operators
from harness.task.reference_run import is_floating, run_native

MENTION = "nan"  # in the text of a reference that asks its numbers for it


def decides(task, variant):
    """Whether the reference comes by NaN, of numbers without, and has answers that are no floating numbers."""
    if MENTION in task.source or all(is_floating(value) and value.element_size() > 1 for value in variant.native):
        return False
    with _Seen() as seen:
        try:
            run_native(variant.model, variant.inputs, 0)
        except BaseException:  # an operator that takes no mode
            return False
    return seen.found


class _Seen(TorchDispatchMode):
    found = False

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        if not self.found and func.overloadpacket.__name__ not in operators.MOVING:
            self.found = _has_nan(out) and not _has_nan((args, kwargs))
        return out


def _has_nan(values):
    return any(is_floating(value) and bool(value.isnan().any()) for value in bundle.tensors_in(values) if value.element_size() > 1)
