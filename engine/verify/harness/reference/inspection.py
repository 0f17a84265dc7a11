# SPDX-License-Identifier: GPL-3.0-or-later
"""What is wrong with a task itself, by measurement: a task whose answer is always the same, or
does not depend on its inputs or weights, teaches nothing and lets a constant pass.

A change is measured relative to the answer: the root of the mean square of what changes, over that
of the answer. Two limits: below STRICT not even Nereid's judge, whose bound for float32 is a tenth
of it, could be sure; below WEAK a verifier that allows 0.01 could not. Only the former filters.
"""

import math
import time

import torch

from harness.inputs.input_structure import Structure
from harness.task.reference_run import derive_seed, finite_mask, is_floating, run_native

SEEDS = 5
REPEATS = 3
STRICT = 1e-4
WEAK = 1e-2
NEAR_ZERO = 1e-2
WEIGHT_SECONDS = 15     # of processor time, for all parameters
NOISE = 0.5             # of a parameter's root mean square


class Finding:
    """One thing that speaks against a task."""

    def __init__(self, code, filters, measured, detail):
        self.code, self.filters, self.measured, self.detail = code, filters, measured, detail

    def message(self):
        measured = self.measured if math.isfinite(self.measured) else 1.0
        return {"code": self.code, "filters": self.filters, "measured": measured,
                "detail": self.detail}


class Inspection:
    """All measurements on one task (reference_task.Task), on inputs that `draw(seed)` makes."""

    def __init__(self, task, draw):
        self._task, self._draw = task, draw
        self.findings = []
        self.notes = []
        self._inputs = draw(task.input_seed)
        self._answers = _Answers(self._outputs(self._inputs))

    def run(self):
        self._repeats()
        if not self._finite():
            return
        self._other_seeds()
        self._near_zero()
        self._axes()
        self._copies_of_inputs()
        self._each_input()
        self._weights()

    def filters(self, code):
        return any(finding.filters and finding.code == code for finding in self.findings)

    # ---- measurements ----------------------------------------------------------------------

    def _repeats(self):
        """With the torch seed kept, then with others: randomness that no candidate can repeat."""
        first = self._answers.first
        same = max(_change(first, self._outputs(self._inputs)) for _ in range(REPEATS - 1))
        if same > 0:
            self._add("nondeterministic", True, same,
                      f"{REPEATS} runs on the same inputs with the same seed differ")
        elif not self._task.deterministic:
            other = _change(first, self._outputs(self._inputs, torch_seed=1))
            self._add("nondeterministic", True, other,
                      "runs on the same inputs with other seeds of torch differ")

    def _finite(self):
        values = [value for value in self._answers.first if is_floating(value) and value.numel()]
        finite = sum(int(finite_mask(value).sum()) for value in values)
        count = sum(value.numel() for value in values)
        if count and finite < count:
            share = 1 - finite / count
            self._add("not_finite", True, share,
                      f"{share:.2%} of the output is NaN or infinite")
        return finite == count

    def _other_seeds(self):
        for number in range(1, SEEDS):
            seed = derive_seed(self._task.seed, f"inspection {number}")
            self._answers.add(self._outputs(self._draw(seed)))
        if self._answers.other_shapes:
            self.notes.append("shapes differ between seeds")
            return
        self._grade("constant_over_seeds", self._answers.spread(),
                    f"over {SEEDS} draws of the inputs the output changes by")

    def _near_zero(self):
        largest = self._answers.largest
        if largest < NEAR_ZERO:
            words = "is 0" if largest == 0 else f"is nowhere above {largest:.2g}"
            self._add("output_near_zero", largest == 0, largest,
                      f"over {SEEDS} draws of the inputs the output {words}")

    def _axes(self):
        for index, value in enumerate(self._answers.first):
            wide = value.double()
            scale = _rms(wide)
            if not scale:
                continue
            for axis, size in enumerate(value.shape):
                if size > 1:
                    change = _rms(wide - wide.mean(dim=axis, keepdim=True)) / scale
                    which = f"output {index}, " if len(self._answers.first) > 1 else ""
                    self._grade("constant_along_axis", change,
                                f"{which}along axis {axis} of {list(value.shape)} it changes by")

    def _copies_of_inputs(self):
        for number, output in enumerate(self._answers.first):
            for index, value in enumerate(self._inputs):
                if isinstance(value, torch.Tensor) and value.shape == output.shape:
                    change = _change([output], [value])
                    if change <= STRICT:
                        self._add("output_is_input", True, change,
                                  f"output {number} is input {index}")

    def _each_input(self):
        drawn = self._draw(derive_seed(self._task.seed, "inspection 1"))
        for index, value in enumerate(self._inputs):
            if not isinstance(value, torch.Tensor) or not value.numel():
                continue
            inputs = list(self._inputs)
            inputs[index] = drawn[index]
            change = self._change_with(inputs)
            if change is not None and change <= WEAK and is_floating(value):
                inputs[index] = -0.5 * value - 1
                change = max(change, self._change_with(inputs) or 0)
            if change is None:
                self.notes.append(f"input {index} could not be changed alone")
            else:
                self._grade("input_without_effect", change,
                            f"another input {index} of {list(value.shape)} changes it by")

    def _weights(self):
        """Every parameter alone, with noise; a weight in front of a normalisation has no effect."""
        if not isinstance(self._task.model, torch.nn.Module):
            return
        parameters = [(name, value) for name, value in self._task.model.named_parameters()
                      if value.numel() and value.is_floating_point()]
        deadline = time.process_time() + WEIGHT_SECONDS
        idle, tested = [], 0
        for name, value in parameters:
            if time.process_time() > deadline:
                self.notes.append(f"{tested} of {len(parameters)} parameters were tested")
                break
            tested += 1
            change = self._change_with_weight(name, value)
            if change <= STRICT:
                idle.append((name, value.numel(), change))
        self._judge_weights(idle, parameters[:tested])

    def _judge_weights(self, idle, tested):
        if not idle:
            return
        share = sum(count for _, count, _ in idle) / sum(value.numel() for _, value in tested)
        names = ", ".join(name for name, _, _ in idle[:4]) + (", ..." if len(idle) > 4 else "")
        self._add("weight_without_effect", share >= 0.5, max(change for _, _, change in idle),
                  f"noise on {names} ({share:.1%} of the tested weights) does not change it")

    # ---- helpers ---------------------------------------------------------------------------

    def _add(self, code, filters, measured, detail):
        self.findings.append(Finding(code, filters, measured, detail))

    def _grade(self, code, change, words):
        if change <= WEAK:
            self._add(code, change <= STRICT, change, f"{words} {change:.2g} of its size")

    def _outputs(self, inputs, torch_seed=0):
        return run_native(self._task.model, inputs, torch_seed).values

    def _change_with(self, inputs):
        """None where the reference refuses these inputs."""
        try:
            return _change(self._answers.first, self._outputs(inputs))
        except MemoryError:
            raise
        except Exception:
            return None

    def _change_with_weight(self, name, value):
        generator = torch.Generator().manual_seed(derive_seed(self._task.seed, name))
        kept = value.detach().clone()
        noise = torch.randn(value.shape, generator=generator).to(value.dtype)
        with torch.no_grad():
            value.add_(noise * NOISE * (_rms(kept.double()) or 1.0))
        try:
            return _change(self._answers.first, self._outputs(self._inputs))
        finally:
            with torch.no_grad():
                value.copy_(kept)


class _Answers:
    """The outputs of several draws: the first, and how much all of them differ."""

    def __init__(self, first):
        self.first = first
        self.other_shapes = False
        self.largest = _largest(first)
        self._count = 1
        self._means = [value.to(torch.float64, copy=True) for value in first]
        self._squares = [torch.zeros_like(value) for value in self._means]

    def add(self, values):
        """Welford's update: one pass, in float64."""
        if [value.shape for value in values] != [value.shape for value in self.first]:
            self.other_shapes = True
            return
        self.largest = max(self.largest, _largest(values))
        self._count += 1
        for mean, square, value in zip(self._means, self._squares, values):
            delta = value.double() - mean
            mean += delta / self._count
            square += delta * (value.double() - mean)

    def spread(self):
        """The largest over the outputs: standard deviation over the draws by root mean square."""
        spreads = []
        for mean, square in zip(self._means, self._squares):
            if mean.numel():
                variance = float(square.mean()) / (self._count - 1)
                scale = (_rms(mean) ** 2 + variance) ** 0.5
                spreads.append(variance ** 0.5 / scale if scale else 0.0)
        return max(spreads, default=0.0)


def _rms(value):
    return float(value.square().mean().sqrt()) if value.numel() else 0.0


def _largest(values):
    return max((float(value.double().abs().max()) for value in values if value.numel()),
               default=0.0)


def _change(first, second):
    """The largest relative change over the outputs; 1 where a shape or a NaN differs."""
    changes = [0.0]
    for one, other in zip(first, second):
        if one.shape != other.shape:
            return 1.0
        if not one.numel():
            continue
        one, other = one.double(), other.double()
        if not torch.equal(one.isfinite(), other.isfinite()):
            return 1.0
        one, other = one.nan_to_num(0, 0, 0), other.nan_to_num(0, 0, 0)
        scale = max(_rms(one), _rms(other))
        changes.append(_rms(one - other) / scale if scale else 0.0)
    return max(changes)


def _zero_mean(task, seed):
    """Inputs as the judge's variant of that name has them (value_variants.py)."""
    generator = torch.Generator().manual_seed(derive_seed(seed, "zero mean"))
    return [Structure(value).normal(value, generator)
            if is_floating(value) and value.numel() > 1 else value
            for value in task.draw_inputs(seed)]


def inspect(task):
    """The Inspection on the task's own inputs. What does not show on inputs of both signs, which
    candidates are judged on as well, filters nothing: relu of positive numbers is no bad task."""
    own = Inspection(task, task.draw_inputs)
    own.run()
    if not any(finding.filters for finding in own.findings):
        return own
    try:
        other = Inspection(task, lambda seed: _zero_mean(task, seed))
        other.run()
    except MemoryError:
        raise
    except Exception:
        return own  # the reference takes no such inputs
    for finding in own.findings:
        if finding.filters and finding.code != "nondeterministic" \
                and not other.filters(finding.code):
            finding.filters = False
            finding.detail += ", on the task's own inputs; not on those with mean zero"
    return own


def report(task):
    """The message that answers "inspect"."""
    inspection = inspect(task)
    return {"op": "report", "findings": [finding.message() for finding in inspection.findings],
            "notes": inspection.notes, "train_mode": task.train_mode,
            "smaller": task.smaller.words if task.smaller else "",
            "parameters": sum(value.numel() for value in task.state_tensors()),
            "shapes": [list(value.shape) for value in task.inputs
                       if isinstance(value, torch.Tensor)]}
