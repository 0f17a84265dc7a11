# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers and options of a launch on their way between processes, as JSON."""

import triton.language as tl
from triton.language import core

_DTYPES = {value.name: value for value in vars(tl).values() if isinstance(value, tl.dtype)}


def encode(value):
    """JSON for a number, a text, a dtype or None; None if it is nothing of these."""
    if isinstance(value, core.constexpr):
        return encode(value.value)
    if isinstance(value, tl.dtype):
        return {"dtype": value.name}
    if isinstance(value, float):
        return {"float": float.__repr__(value)}  # NumPy's are floats, too, which say more of themselves
    if value is None or isinstance(value, (bool, int, str)):
        return {"value": value}
    return None


def decode(value):
    """The inverse of encode; ValueError for what is none of its answers."""
    if "dtype" in value and value["dtype"] in _DTYPES:
        return _DTYPES[value["dtype"]]
    if "float" in value:
        return float(value["float"])
    if "value" in value and (value["value"] is None or isinstance(value["value"], (bool, int, str))):
        return value["value"]
    raise ValueError(f"a constant that is none: {value}")
