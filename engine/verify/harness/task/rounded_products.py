# SPDX-License-Identifier: GPL-3.0-or-later
"""What a task loses where its products take operands of less precision than its formula has. Tensor cores do. In half precision a
kernel rounds the probabilities of an attention, its gradients and what it scales before it multiplies them, whether or not the reference
has made float32 of its inputs first; in float32 a product of Triton's takes, by default and on a GPU alone, ten bits behind the first
(TF32). Where a formula makes much of little errors, as an exponential does, that is more than sums in another order are, and no less right."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.task import undecided
from harness.task.reference_run import answer_double, is_floating
from harness.task.reference_trace import PRODUCTS

NARROW = (torch.float16, torch.bfloat16)
TRIALS = 2
TRIALS_IN_TF32 = 6  # of which TRIALS are handed on; all of them where an answer jumps
MOST_IN_TF32 = 1 << 23  # elements of the outputs, whose trials the judge gets
_CUT_OFF = {torch.float64: (torch.int64, 52 - 10), torch.float32: (torch.int32, 23 - 10)}


def rounded(task, model, inputs, natives):
    """{output: answers in its dtype [trials, ...]}; nothing where PyTorch multiplies in the task's own dtype, so that its own answer
    has lost as much, and nothing where no product takes what was computed. Of whole numbers that were rounded to and multiplied since some
    are others in each trial, where rounding decides of them."""
    narrow = {value.dtype for value in inputs if is_floating(value)} & set(NARROW)
    outputs = [index for index, native in enumerate(natives) if native.dtype in narrow]
    if len(narrow) != 1 or not outputs or not task.trace().wide_products:
        return {}
    dtype, = narrow
    operands = _Halves(dtype)
    trials = _trials(operands, model, inputs, natives, TRIALS)
    if trials and task.trace().stepped_products:
        trials += undecided.with_results_moved(model, inputs, natives)
    elif not operands.has_computed:
        return {}
    return {index: torch.stack([values[index].to(dtype) for values in trials]) for index in outputs if trials}


def in_tf32(task, model, inputs, natives, exacts, edges):
    """Of a task in float32 with products what the judge of a GPU gets, by the names it has there: the answers `tf32.N` [trials, ...], and as
    `tf32_undecided.N` and `tf32_choices.N` the elements that jump with them, beside `edges`, those that rounding decides anyway."""
    floating = {value.dtype for value in inputs if is_floating(value)}
    if floating - {torch.float32} or not task.trace().wide_products or sum(value.numel() for value in natives) > MOST_IN_TF32:
        return {}
    trials = _trials(_Tf32(), model, inputs, natives, TRIALS_IN_TF32 if undecided.may_jump(task, natives) else TRIALS)
    tensors = {}
    for index, (native, exact) in enumerate(zip(natives, exacts)) if trials else ():
        answers = [values[index] for values in trials]
        if native.dtype == torch.float32:
            tensors[f"tf32.{index}"] = torch.stack([values.to(native.dtype) for values in answers[:TRIALS]])
        if len(trials) > TRIALS:
            places, choices = undecided.joined(native, exact, answers, edges.get(index))
            if places.numel():
                tensors.update({f"tf32_undecided.{index}": places, f"tf32_choices.{index}": choices})
    return tensors


def _trials(operands, model, inputs, natives, count):
    """The answers in float64 of forwards with the operands of products rounded; none where one fails or has other shapes."""
    trials = []
    for trial in range(count):
        operands.begin(trial)
        try:
            with operands:
                values = answer_double(model, inputs).values
        except BaseException:
            return []
        if [value.shape for value in values] != [native.shape for native in natives]:
            return []
        trials.append(values)
    return trials


class _Operands(TorchDispatchMode):
    """Every operand of a product, rounded once: multiplied by a number of the trial's own before and divided by it afterwards, so that
    values which are of that precision already are rounded, too, as those are that a kernel has scaled."""

    def begin(self, trial):
        self._generator = torch.Generator().manual_seed(2 + trial)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.overloadpacket.__name__ in PRODUCTS:
            args = [self._once(value) if is_floating(value) else value for value in args]
        return func(*args, **(kwargs or {}))

    def _scale(self):
        return 0.5 + 0.5 * torch.rand((), generator=self._generator, dtype=torch.float64)

    def _once(self, value):
        raise NotImplementedError


class _Halves(_Operands):
    """To the nearest number of `dtype`. `has_computed`: some were of another one."""

    def __init__(self, dtype):
        super().__init__()
        self._dtype = dtype
        self.has_computed = False

    def _once(self, value):
        scale = self._scale()
        self.has_computed = self.has_computed or not torch.equal(value.to(self._dtype).to(value.dtype).nan_to_num(), value.nan_to_num())
        narrow = (value * scale).to(self._dtype).to(value.dtype) / scale
        return torch.where(narrow.isfinite(), narrow, value)


class _Tf32(_Operands):
    """Cut off as the tensor cores of an H100 do, in the first trial as it comes."""

    def begin(self, trial):
        super().begin(trial)
        self._is_scaled = trial > 0

    def _once(self, value):
        if value.dtype not in _CUT_OFF:
            return value
        bits, cut = _CUT_OFF[value.dtype]
        scale = self._scale() if self._is_scaled else 1.0
        # Shifted down and up again, which leaves the sign, infinities and a NaN.
        narrow = ((value * scale).contiguous().view(bits) >> cut << cut).view(value.dtype) / scale
        return torch.where(value.isfinite(), narrow, value)
