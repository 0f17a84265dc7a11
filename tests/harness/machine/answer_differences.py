# SPDX-License-Identifier: GPL-3.0-or-later
"""What may differ between two sides of twins_of_answers.py, and what does.

Whole numbers, and everything of an answer that rounds nowhere, are equal bit by bit (any NaN is like another). Else an element
may be off by two units of itself and one of its output's mean size, beside ABSOLUTE; a unit is that of the coarsest format to
which the answer rounds on the way, as its texts say: what one side rounds up, the other may round down."""

import re

import torch
from torch.utils._python_dispatch import TorchDispatchMode

# float32: 800 roundings, for sums of any order and functions within the error that CUDA documents. tf32: tensor cores
# and the machine cut both inputs off behind ten bits, the interpreter takes all of them.
UNITS = {"f64": 1e-10, "f32": 1e-4, "tf32": 2**-9, "f16": 2**-10, "bf16": 2**-7, "f8": 2**-3, "f8E5M2": 2**-2}
ABSOLUTE = {"f64": 1e-12}  # others:
ABSOLUTE_ELSE = 1e-5
_NAMES = {torch.float64: "f64", torch.float32: "f32", torch.float16: "f16", torch.bfloat16: "bf16",
          torch.float8_e5m2: "f8E5M2", torch.float8_e4m3fn: "f8"}

_ARITHMETIC = re.compile(r"= (?:arith\.(?:addf|subf|mulf|divf|remf)|tt\.(?:precise_divf|precise_sqrt|extern_elementwise)|"
                         r"math\.(?!abs|ctpop|ctlz|cttz|ipow|floor|ceil|trunc|round)\w+|tt\.atomic_rmw fadd|tt\.dot)|= \"tt\.dot")
_ROUNDS = re.compile(r"= (?:arith\.truncf|tt\.fp_to_fp|arith\.sitofp|arith\.uitofp)")
_FORMAT = re.compile(r"\b(?:\d+x)*(f8E\w+|bf16|f16|f32|f64)\b")


def only_move(texts):
    """Whether kernels round nothing but by conversions, which both sides do alike."""
    return not any(_ARITHMETIC.search(text) for text in texts)


def _formats_of(line):
    return ["f8" if name.startswith("f8") and name != "f8E5M2" else name for name in _FORMAT.findall(line)]


def coarsest(texts, dtypes=()):
    """The name of the coarsest format that kernels, or torch beside them, round to."""
    found = {_NAMES[dtype] for dtype in dtypes if dtype in _NAMES}
    for line in (line for text in texts for line in text.splitlines()):
        formats = _formats_of(line)
        if "tt.dot" in line and "inputPrecision = tf32" in line and formats[:2] == ["f32", "f32"]:
            found.add("tf32")
        if _ROUNDS.search(line):
            found.update(formats[-1:])
        elif _ARITHMETIC.search(line):
            found.update(formats[-1:] if "tt.dot" in line else formats)
    return max(found, key=UNITS.get, default="f64")


class Operators(TorchDispatchMode):
    """Of torch, that ran; `dtypes`: what they rounded to."""

    def __init__(self):
        super().__init__()
        self._names, self.dtypes = set(), set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        from harness.shared import operators
        result = func(*args, **(kwargs or {}))
        name = func.overloadpacket.__name__
        self._names.add(name)
        if name in ("_to_copy", "copy_") or name not in operators.MOVING:
            results = result if isinstance(result, (tuple, list)) else [result]
            self.dtypes.update(value.dtype for value in results if isinstance(value, torch.Tensor) and value.is_floating_point())
        return result

    def only_move(self):
        from harness.shared import operators
        return operators.only_moves(self._names)


def _bits_differ(a, b):
    """Where elements are not the same bit by bit; NaN is like NaN."""
    whole = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[a.element_size()]
    differ = a.contiguous().view(whole) != b.contiguous().view(whole)
    if a.is_floating_point():
        differ &= ~(a.float().isnan() & b.float().isnan()) if a.element_size() < 8 else ~(a.isnan() & b.isnan())
    return differ


def _nearer(ours, theirs, wanted, where):
    """Which side the float64 answer agrees with, at these elements."""
    if wanted is None or wanted.shape != ours.shape:
        return "no float64 answer"
    off = [float((value.double() - wanted.double())[where].abs().nan_to_num(nan=float("inf")).sum()) for value in (ours, theirs)]
    wins = [int(((value.double() - wanted.double()).abs() < (other.double() - wanted.double()).abs())[where].sum())
            for value, other in ((ours, theirs), (theirs, ours))]
    side = "either" if off[0] == off[1] else "machine" if off[0] < off[1] else "twin"
    return f"float64 is nearer to {side} (off by {off[0]:.3g} and {off[1]:.3g} in all; {wins[0]} elements against {wins[1]})"


def of_output(name, ours, theirs, moves, unit, wanted):
    """What is known of one output; "problem" is there if it differs by more than it may."""
    if ours.is_complex() and theirs.is_complex():
        ours, theirs = torch.view_as_real(ours), torch.view_as_real(theirs)
        wanted = torch.view_as_real(wanted) if wanted is not None and wanted.is_complex() else None
    dtype = str(ours.dtype).removeprefix("torch.")
    row = {"output": name, "dtype": dtype, "elements": ours.numel()}
    if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
        return {**row, "problem": f"{dtype} {tuple(ours.shape)} and {theirs.dtype} {tuple(theirs.shape)}"}
    differ = _bits_differ(ours, theirs)
    row["bits_differ"] = int(differ.sum())
    if not row["bits_differ"]:
        return {**row, "share": 0.0}
    off = (ours.double() - theirs.double()).abs()
    if moves or not ours.is_floating_point():
        return {**row, "problem": f"{name} {dtype}: {row['bits_differ']} of {ours.numel()} differ, by up to "
                                  f"{float(off.nan_to_num(nan=float('inf')).max()):.3g}, where bits must be equal; "
                                  + _nearer(ours, theirs, wanted, differ)}
    row["unit"] = max(unit, _NAMES[ours.dtype], key=UNITS.get)
    size = UNITS[row["unit"]]
    theirs_64 = theirs.double()
    finite = theirs_64[theirs_64.isfinite()]
    bound = 2 * size * theirs_64.abs() + size * float(finite.abs().mean() if finite.numel() else 0) + \
        ABSOLUTE.get(row["unit"], ABSOLUTE_ELSE)
    equal = (ours.double() == theirs_64) | (ours.double().isnan() & theirs_64.isnan())  # infinities, too
    share = torch.where(equal, 0.0, (off / bound).nan_to_num(nan=float("inf")))
    row["share"] = float(share.max())
    if row["share"] > 1:
        worst = int(share.argmax())
        row["problem"] = f"{name} {dtype}: {int((share > 1).sum())} of {ours.numel()} differ, most {float(ours.reshape(-1)[worst]):.6g} and " \
                         f"{float(theirs.reshape(-1)[worst]):.6g}, where {float(bound.reshape(-1)[worst]):.3g} is the bound ({row['unit']}); " + _nearer(ours, theirs, wanted, share > 1)
    return row


def of_answers(ours, theirs, moves, unit):
    """[of_output] of two results files' contents."""
    mine, other, wanted = ours["results"], theirs["results"], ours.get("float64", {})
    if list(mine) != list(other):
        return [{"output": "", "dtype": "", "elements": 0,
                 "problem": f"the machine gives {', '.join(mine) or 'nothing'}; the twin {', '.join(other) or 'nothing'}"}]
    return [of_output(name, value, other[name], moves, unit, wanted.get(name)) for name, value in mine.items()]
