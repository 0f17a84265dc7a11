# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes of a task's own inputs, weights and answer, where the machine is given smaller ones: what a candidate asks for at its own sizes is
looked at without memory and without a kernel that runs."""

import json
import math
import sys

import torch

from harness.inputs import far_size_variants
from harness.shared import answer_form, bundle
from harness.task import task_size
from harness.task.reference_run import FILE_NAME, NotApplicable, Refused, init_arguments, is_floating, run_native, state_of

NAME = "own_launches"
FAR_NAMES = ("far_launches_0", "far_launches_1")  # where the machine has values at the task's own sizes
_NEEDS_VALUES = "the reference needs real values"
# Operators that take a part of a tensor, which may be another share of it at other sizes.
_PICKING = frozenset("""
    slice select narrow index index_select gather embedding take take_along_dim split split_with_sizes chunk unbind roll masked_select
    slice_scatter select_scatter scatter scatter_add index_add index_put as_strided tril triu diagonal trace searchsorted bucketize unfold
""".split())
_OF_A_VIEW = "_copy"  # ends the names of operators that copy one
# Of which a kernel may leave a part that grows: what a mask lets nothing of through, or what lies between windows.
_LEAVING = frozenset("""
    where masked_fill convolution avg_pool1d avg_pool2d avg_pool3d max_pool1d max_pool2d max_pool3d max_pool2d_with_indices max_pool3d_with_indices
    grid_sampler_2d grid_sampler_3d upsample_nearest1d upsample_nearest2d upsample_nearest3d upsample_bilinear2d upsample_linear1d _cdist_forward
""".split())
MOST_ELEMENTS = 1 << 28  # of a tensor at sizes beyond the task's own, which offsets of 32 bits reach
MOST_TIMES = 64  # as many operators as on the inputs that have values
MOST_WEIGHTS = 1 << 24  # elements: a candidate's constructor makes them in memory


def given(task, source):
    """(metadata for the candidate's device, tensors without memory like its inputs); `source` is the text with the task's own sizes."""
    module = type(sys)("reference_own")
    module.__file__ = task.path
    try:
        exec(compile(source, FILE_NAME, "exec", dont_inherit=True), module.__dict__)
        inputs = task_size.meta_inputs(module)
        init = init_arguments(module)
    except BaseException as error:
        raise NotApplicable(_NEEDS_VALUES) from error
    return _without_memory(task, module, inputs, init, NAME)


def far(task, number):
    """The same at sizes far beyond those that have values, of a task that has nothing but floating numbers: places and lengths would be zero."""
    if not all(is_floating(value) or not isinstance(value, torch.Tensor) for value in task.inputs):
        raise NotApplicable("inputs that are no floating numbers mean something")
    try:
        inputs = far_size_variants.blank_far_inputs(task, number)
    except (Refused, RuntimeError, ValueError, MemoryError) as error:
        raise NotApplicable("the reference takes no size that is so much larger") from error
    if inputs is None or any(value.numel() > MOST_ELEMENTS for value in bundle.tensors_in(inputs)):
        raise NotApplicable("no size may be so much larger")
    metadata, tensors = _without_memory(task, task.module, inputs, task.init, FAR_NAMES[number])
    if any(math.prod(shape) > MOST_ELEMENTS for shape in json.loads(metadata["answer"])):
        raise NotApplicable("the answer would be too large")
    if task.trace().names & _LEAVING:
        metadata["reads_all"] = "0"
    # Who looks at a window alone does ever less of the products that the reference has.
    return {**metadata, "growth": "0", "flops": "0"}, tensors


def _without_memory(task, module, inputs, init, name):
    if inputs is None:
        raise NotApplicable(_NEEDS_VALUES)
    try:
        with torch.device("meta"):
            model = getattr(module, task.entry_point)(*init[0], **init[1])
        state = state_of(model)
    except BaseException as error:
        raise NotApplicable(_NEEDS_VALUES) from error
    if sum(value.numel() for value in state.values()) > MOST_WEIGHTS:
        raise NotApplicable("a constructor would make too many weights")
    if isinstance(model, torch.nn.Module):
        model.train(task.train_mode)
    smaller = task_size.WorkCounter()
    with smaller:
        run_native(task.model, task.inputs, 0)
    with _Bounded(MOST_TIMES * smaller.operators) as work:
        answer, form = _answer(model, inputs)
    tensors = {}
    settings = {"args": [bundle.encode_value(value, tensors, "init") for value in init[0]],
                "kwargs": {key: bundle.encode_value(value, tensors, "init") for key, value in init[1].items()}}
    encoded = bundle.encode_arguments(inputs, tensors, "input")
    tensors.update({f"state.{name}": value for name, value in state.items()})
    storages = {value.untyped_storage()._cdata for value in bundle.tensors_in(inputs)}
    metadata = {"init": json.dumps(settings), "inputs": json.dumps(encoded), "variant": name, "cast": "0", "init_seed": str(task.init_seed),
                "train_mode": "1" if task.train_mode else "0", "gradients": "0", "form": json.dumps(form),
                "module": "1" if isinstance(model, torch.nn.Module) else "0",
                "blank": json.dumps({name: [list(value.shape), bundle.dtype_name(value.dtype)] for name, value in tensors.items()}),
                "growth": str(work.flops / smaller.flops if smaller.flops else 0), "flops": str(work.flops), "reads_all": "0" if work.takes_parts or task.trace().names & _PICKING else "1",
                "answer": json.dumps([list(value.shape) for value in answer]), "bookkeeping": json.dumps(task.bookkeeping(task.inputs)),
                "shared": json.dumps([index for index, value in enumerate(answer) if value.untyped_storage()._cdata in storages])}
    return metadata, list(bundle.tensors_in(inputs))


class _Bounded(task_size.WorkCounter):
    """Ends a forward that asks for more operators than `most`: one whose loops go as far as a size does would not end soon.
    `takes_parts`: whether it has taken a view, or a copy of one, that leaves elements out."""

    def __init__(self, most):
        super().__init__()
        self._most = most
        self.takes_parts = False

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if self.operators >= self._most:
            raise NotApplicable("the reference asks for ever more operators at larger sizes")
        result = super().__torch_dispatch__(func, types, args, kwargs)
        is_view = func.is_view or func.overloadpacket.__name__.endswith(_OF_A_VIEW)
        if is_view and isinstance(args[0], torch.Tensor) and isinstance(result, torch.Tensor):
            self.takes_parts = self.takes_parts or result.numel() < args[0].numel()
        return result


def _answer(model, inputs):
    try:
        with torch.no_grad(), torch.device("meta"):
            output = model(*inputs)
        return list(answer_form.flatten(output)), answer_form.form_of(output)
    except BaseException as error:
        raise NotApplicable(_NEEDS_VALUES) from error
