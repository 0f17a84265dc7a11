# SPDX-License-Identifier: GPL-3.0-or-later
"""How far two answers are apart, and whether the verifier's tolerance could tell."""

import dataclasses
import math

import torch

# Two answers are the same up to this share of an element, or of the root mean square where that is
# larger: 17 roundings of float32, 2 of float16.
SAME = {torch.float32: 1e-6, torch.float64: 1e-12, torch.float16: 2e-3, torch.bfloat16: 1.6e-2}
# The floors of the verifier's tolerance rule, and its other constants.
FLOOR = {torch.float32: 1e-5, torch.float64: 1e-12, torch.float16: 2e-3, torch.bfloat16: 1.6e-2}
TORCH_FACTOR = 4
ELEMENT_FACTOR = 64
ELEMENT_CAP = 0.25
# What a candidate says aloud of an input that the task does not ask for is no wrong answer.
LOUD = ("runtime_error:", "compile_error:")
RIGHT = {torch.float32: 1e-3, torch.float64: 1e-6, torch.float16: 3e-2, torch.bfloat16: 0.1}


@dataclasses.dataclass
class Difference:
    """`difference`: worst element against the original. `error`: norm of the mutant's error against
    float64; `bound`: what the verifier accepts."""

    outcome: str
    difference: float = 0
    error: float = 0
    bound: float = 0
    visible: bool = False
    detail: str = ""
    input: str = ""
    shapes: list = dataclasses.field(default_factory=list)

    def rank(self):
        """Orders differences by how clear they are."""
        order = ("unknown", "same", "rounding", "refused", "different").index(self.outcome)
        excess = self.error / self.bound if self.bound > 0 and not math.isnan(self.error) else 0
        return (order, self.visible, self._is_failure(), excess)

    def _is_failure(self):
        return self.outcome == "different" and bool(self.detail)

    def to_json(self):
        return {key: value if not isinstance(value, float) or math.isfinite(value) else None
                for key, value in dataclasses.asdict(self).items()}


def bits(tensor):
    return tensor.contiguous().reshape(-1).view(torch.uint8)


def is_right(given, answer):
    """The original agrees with the reference on this input: only then does the input count."""
    if answer.failure or len(answer.outputs) != len(given.expected):
        return False
    if answer.mutated and not given.mutates:
        return False
    for output, exact, native in zip(answer.outputs, given.expected, given.native):
        if output.dtype != native.dtype or output.shape != native.shape:
            return False
        if not output.is_floating_point():
            if not torch.equal(output, native):
                return False
            continue
        wide, torch_wide = output.double(), native.double()
        if not bool(((_kinds(wide) == _kinds(exact)) | (_kinds(wide) == _kinds(torch_wide))).all()):
            return False
        if _norm_error(wide, exact) > max(RIGHT[output.dtype],
                                          TORCH_FACTOR * _norm_error(torch_wide, exact)):
            return False
    return True


def difference(given, original, mutant):
    """The Difference of a mutant's answer from the original's on one input."""
    if mutant.failure:
        loud = not given.asked and mutant.failure.startswith(LOUD)
        return Difference("refused" if loud else "different", visible=not loud,
                          detail=mutant.failure)
    if mutant.structure != original.structure or len(mutant.outputs) != len(original.outputs):
        return Difference("different", visible=True, detail="another number of outputs")
    if mutant.mutated != original.mutated:
        return Difference("different", visible=True, detail="the inputs are changed")
    worst = Difference("same")
    for index, (ours, theirs) in enumerate(zip(original.outputs, mutant.outputs)):
        if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
            return Difference("different", visible=True, detail=f"{theirs.dtype}, "
                              f"{list(theirs.shape)} for {ours.dtype}, {list(ours.shape)}")
        one = _values(ours, theirs, given.expected[index], given.native[index])
        if one.rank() > worst.rank():
            worst = one
    return worst


def _values(ours, theirs, exact, native):
    if not ours.is_floating_point():
        same = torch.equal(ours, theirs)
        return Difference("same" if same else "different", difference=float(not same),
                          visible=not same)
    own, other, torch_wide = ours.double(), theirs.double(), native.double()
    if not torch.equal(_kinds(own), _kinds(other)):
        as_judged = (_kinds(other) == _kinds(exact)) | (_kinds(other) == _kinds(torch_wide))
        return Difference("different", difference=math.inf, error=math.inf,
                          bound=FLOOR[ours.dtype], visible=not bool(as_judged.all()))
    apart = _worst_element(own, other, own)
    if apart <= SAME[ours.dtype]:
        return Difference("same", difference=apart)
    error = _norm_error(other, exact)
    bound = max(TORCH_FACTOR * _norm_error(torch_wide, exact), FLOOR[ours.dtype])
    element = _worst_element(other, exact, exact)
    limit = min(max(ELEMENT_FACTOR * bound, 8 * _worst_element(torch_wide, exact, exact)),
                ELEMENT_CAP)
    visible = error > bound or element > limit
    rounding = element <= TORCH_FACTOR * max(_worst_element(own, exact, exact), SAME[ours.dtype])
    return Difference("rounding" if rounding else "different", apart, error, bound, visible)


def _kinds(values):
    """0 for finite, 1 for NaN, 2 and 3 for the infinities."""
    kinds = torch.zeros(values.shape, dtype=torch.int8)
    kinds[torch.isnan(values)] = 1
    kinds[values == math.inf] = 2
    kinds[values == -math.inf] = 3
    return kinds


def _root_mean_square(values):
    finite = values[torch.isfinite(values)]
    return float(finite.square().mean().sqrt()) if finite.numel() else 0.0


def _worst_element(first, second, scale):
    finite = torch.isfinite(first) & torch.isfinite(second) & torch.isfinite(scale)
    if not bool(finite.any()):
        return 0.0
    floor = _root_mean_square(scale) or 1.0
    apart = (first[finite] - second[finite]).abs() / scale[finite].abs().clamp_min(floor)
    return float(apart.max())


def _norm_error(values, exact):
    finite = torch.isfinite(values) & torch.isfinite(exact)
    if not bool(finite.any()):
        return 0.0
    scale = float(exact[finite].norm()) or math.sqrt(int(finite.sum()))
    return float((values[finite] - exact[finite]).norm()) / scale
