# SPDX-License-Identifier: GPL-3.0-or-later
"""What a forward of the reference computes, step by step: which expression of which line calls which
function of torch, with what came out, in float64. For people who want to know which kernel does
which operation; nothing is judged by it."""

import copy
import json
import os
import sys

import torch
from torch.overrides import TorchFunctionMode, resolve_name

from harness.shared import answer_form, bundle, operators
from harness.task.reference_run import (FILE_NAME, cloned, is_floating, put_back, seed_torch,
                                        state_of)

MAX_STEPS = 200
MAX_BYTES = 16 << 20  # of all results together
# Functions that make nothing of tensors.
_SILENT = frozenset("__get__ __set__ size dim numel stride is_contiguous data_ptr get_device".split())


class _Steps(TorchFunctionMode):
    """`steps`: [{"op","line","column","end_line","end_column","inputs","moves"}]; `inputs` are numbers
    of earlier steps. `results` has a tensor or None for each."""

    def __init__(self):
        super().__init__()
        self.steps, self.results = [], []
        self._makers = {}  # id of a tensor -> number of the step that made it
        self._alive = []   # ids stay theirs
        self._left = MAX_BYTES

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        given = bundle.tensors_in([*args, *kwargs.values()])
        inputs = sorted({self._makers[id(value)] for value in given if id(value) in self._makers})
        result = func(*args, **kwargs)
        name = _name_of(func)
        tensors = list(bundle.tensors_in(result))
        if tensors and name not in _SILENT and len(self.steps) < MAX_STEPS:
            self._note(name, inputs, tensors)
        return result

    def _note(self, name, inputs, tensors):
        place = _place()
        if place is None:
            return
        number = len(self.steps)
        self.steps.append({"op": name, **place, "inputs": inputs,
                           "moves": name.strip("_") in operators.MOVING})
        value = tensors[0]
        size = value.numel() * value.element_size()
        keeps = bundle.supported(value) and size <= self._left
        self._left -= size if keeps else 0
        self.results.append(value.detach().clone().contiguous() if keeps else None)
        for tensor in tensors:
            self._makers[id(tensor)] = number
            self._alive.append(tensor)

    def maker_of(self, tensor):
        """Number of the step that made a tensor, or None."""
        return self._makers.get(id(tensor))


def _name_of(func):
    name = getattr(func, "__name__", "")
    if name == "__get__":
        full = resolve_name(func) or name
        return full.split(".")[-2] if full.endswith("__get__") else name
    return name.strip("_") if name.startswith("__") else name


def _place():
    """The expression of the reference's file that is being evaluated."""
    frame = sys._getframe(1)
    while frame is not None:
        if os.path.basename(frame.f_code.co_filename) == FILE_NAME:
            positions = list(frame.f_code.co_positions())
            at = frame.f_lasti // 2
            line, end_line, column, end_column = positions[at] if at < len(positions) \
                else (frame.f_lineno, None, None, None)
            whole = None not in (line, end_line, column, end_column)
            return {"line": line or frame.f_lineno, "column": column if whole else -1,
                    "end_line": end_line if whole else 0,
                    "end_column": end_column if whole else -1}
        frame = frame.f_back
    return None


def answer(child, task, variant):
    """Sends the steps of one forward: a bundle with `step.N` for each result that was kept, and
    metadata `steps` and `outputs`, the numbers of the steps that forward returns."""
    steps, outputs = _run(variant)
    tensors = {f"step.{index}": value.double() if is_floating(value) else value
               for index, value in enumerate(steps.results) if value is not None}
    fd = bundle.create("steps", tensors, {"steps": json.dumps(steps.steps),
                                          "outputs": json.dumps(outputs)})
    try:
        child.channel.send({"op": "steps", "count": len(steps.steps), "sandbox": child.layers,
                            "fds": ["steps"]}, [fd])
    finally:
        os.close(fd)


def _run(variant):
    try:
        return _forward(variant, double=True)
    except Exception:
        return _forward(variant, double=False)


def _forward(variant, double):
    model = copy.deepcopy(variant.model)
    state = {name: value.detach().clone() for name, value in state_of(model).items()}
    values = cloned(variant.inputs)
    before = torch.get_default_dtype()
    if double:
        if isinstance(model, torch.nn.Module):
            model.double()
        values = bundle.with_tensors(values, lambda value: value.double() if is_floating(value)
                                     else value)
        torch.set_default_dtype(torch.float64)
    seed_torch(0)
    seen = _Steps()
    try:
        with torch.no_grad(), seen:
            output = model(*values)
    finally:
        torch.set_default_dtype(before)
        put_back(model, state)
    return seen, [-1 if seen.maker_of(value) is None else seen.maker_of(value)
                  for value in answer_form.flatten(output)]
