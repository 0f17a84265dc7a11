# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes of a task's own inputs, weights and answer, where the machine is given smaller ones: what a candidate asks for at its own sizes is
looked at without memory and without a kernel that runs."""

import json
import sys

import torch

from harness.shared import answer_form, bundle
from harness.task import task_size
from harness.task.reference_run import FILE_NAME, NotApplicable, init_arguments, run_native, state_of

NAME = "own_launches"
# Operators that take a part of a tensor, which may be another share of it at other sizes.
_PICKING = frozenset("""
    slice select narrow index index_select gather embedding take take_along_dim split split_with_sizes chunk unbind roll masked_select
    slice_scatter select_scatter scatter scatter_add index_add index_put as_strided tril triu diagonal unfold
""".split())
MOST_WEIGHTS = 1 << 24  # elements: a candidate's constructor makes them in memory


def given(task, source):
    """(metadata for the candidate's device, tensors without memory like its inputs); `source` is the text with the task's own sizes."""
    module = type(sys)("reference_own")
    module.__file__ = task.path
    try:
        exec(compile(source, FILE_NAME, "exec", dont_inherit=True), module.__dict__)
        inputs = task_size.meta_inputs(module)
        init = init_arguments(module)
        with torch.device("meta"):
            model = getattr(module, task.entry_point)(*init[0], **init[1])
        state = state_of(model)
    except BaseException as error:
        raise NotApplicable("the reference needs real values") from error
    if inputs is None:
        raise NotApplicable("the reference needs real values")
    if sum(value.numel() for value in state.values()) > MOST_WEIGHTS:
        raise NotApplicable("a constructor would make too many weights")
    if isinstance(model, torch.nn.Module):
        model.train(task.train_mode)
    with task_size.WorkCounter() as work:
        answer, form = _answer(model, inputs)
    smaller = task_size.WorkCounter()
    with smaller:
        run_native(task.model, task.inputs, 0)
    tensors = {}
    settings = {"args": [bundle.encode_value(value, tensors, "init") for value in init[0]],
                "kwargs": {key: bundle.encode_value(value, tensors, "init") for key, value in init[1].items()}}
    encoded = bundle.encode_arguments(inputs, tensors, "input")
    tensors.update({f"state.{name}": value for name, value in state.items()})
    storages = {value.untyped_storage()._cdata for value in bundle.tensors_in(inputs)}
    metadata = {"init": json.dumps(settings), "inputs": json.dumps(encoded), "variant": NAME, "cast": "0", "init_seed": str(task.init_seed),
                "train_mode": "1" if task.train_mode else "0", "gradients": "0", "form": json.dumps(form),
                "module": "1" if isinstance(model, torch.nn.Module) else "0",
                "blank": json.dumps({name: [list(value.shape), bundle.dtype_name(value.dtype)] for name, value in tensors.items()}),
                "growth": str(work.flops / smaller.flops if smaller.flops else 0), "flops": str(work.flops), "reads_all": "0" if task.trace().names & _PICKING else "1",
                "answer": json.dumps([list(value.shape) for value in answer]),
                "shared": json.dumps([index for index, value in enumerate(answer) if value.untyped_storage()._cdata in storages])}
    return metadata, list(bundle.tensors_in(inputs))


def _answer(model, inputs):
    try:
        with torch.no_grad(), torch.device("meta"):
            output = model(*inputs)
        return list(answer_form.flatten(output)), answer_form.form_of(output)
    except BaseException as error:
        raise NotApplicable("the reference needs real values") from error
