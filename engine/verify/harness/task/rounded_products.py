# SPDX-License-Identifier: GPL-3.0-or-later
"""What a task in half precision loses where its products take operands of that precision. Tensor cores do: a kernel rounds the
probabilities of an attention, its gradients and what it scales before it multiplies them, whether or not the reference has made
float32 of its inputs first. Where a formula makes much of little errors, as an exponential does, that is more than sums in another
order are, and no less right."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.task.reference_run import answer_double, is_floating
from harness.task.reference_trace import PRODUCTS

NARROW = (torch.float16, torch.bfloat16)
TRIALS = 2


def rounded(task, model, inputs, natives):
    """{output: answers in its dtype [trials, ...]}; nothing where PyTorch multiplies in the task's own dtype, so that its own answer
    has lost as much, and nothing where no product takes what was computed."""
    narrow = {value.dtype for value in inputs if is_floating(value)} & set(NARROW)
    outputs = [index for index, native in enumerate(natives) if native.dtype in narrow]
    if len(narrow) != 1 or not outputs or not task.trace().wide_products:
        return {}
    dtype, = narrow
    trials = []
    for trial in range(TRIALS):
        products = _Rounded(dtype, torch.Generator().manual_seed(2 + trial))
        try:
            with products:
                values = answer_double(model, inputs).values
        except BaseException:
            return {}
        if not products.has_computed or [value.shape for value in values] != [native.shape for native in natives]:
            return {}
        trials.append(values)
    return {index: torch.stack([values[index].to(dtype) for values in trials]) for index in outputs}


class _Rounded(TorchDispatchMode):
    """Every operand of a product, rounded once as a number of `dtype`: multiplied by a number of the trial's own before and divided
    by it afterwards, so that values which are of that dtype already are rounded, too, as those are that a kernel has scaled.
    `has_computed`: some were of another one."""

    def __init__(self, dtype, generator):
        super().__init__()
        self._dtype, self._generator = dtype, generator
        self.has_computed = False

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.overloadpacket.__name__ in PRODUCTS:
            args = [self._once(value) if is_floating(value) else value for value in args]
        return func(*args, **(kwargs or {}))

    def _once(self, value):
        scale = 0.5 + 0.5 * torch.rand((), generator=self._generator, dtype=torch.float64)
        self.has_computed = self.has_computed or not torch.equal(value.to(self._dtype).to(value.dtype).nan_to_num(), value.nan_to_num())
        narrow = (value * scale).to(self._dtype).to(value.dtype) / scale
        return torch.where(narrow.isfinite(), narrow, value)
