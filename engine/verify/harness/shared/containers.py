# SPDX-License-Identifier: GPL-3.0-or-later
"""What lists and dicts hold, to be compared: whether a call has changed those of its caller."""

import torch

MOST_PARTS = 4096  # that are compared


def held_by(values):
    """The containers among values and all that they hold, and how tensors lie in memory; equal before and after a call that changes none."""
    found, waiting = [], list(values)
    while waiting and len(found) < MOST_PARTS:
        value = waiting.pop()
        found.append(value)
        if isinstance(value, torch.Tensor):
            found += [*value.shape, *value.stride()]
        elif isinstance(value, dict):
            waiting += [part for pair in value.items() for part in pair]
        elif isinstance(value, (list, tuple)):
            waiting += value
    return found


def are_others(before, after):
    """Whether one of them is something else than it was."""
    return len(before) != len(after) or any(one is not other and not (type(one) is type(other) is int and one == other)
                                            for one, other in zip(before, after))
