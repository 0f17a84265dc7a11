# SPDX-License-Identifier: GPL-3.0-or-later
"""The reference role: runs a PyTorch reference in a forked child and hands the judge, for every
input variant, the arguments (`given`) and the fp64 answer (`expected`)."""

import os
import sys
import time

import numpy
import torch

from harness.inputs import input_variants, next_values
from harness.reference import inspection, own_launches, reference_steps, reproduction, state_effects
from harness.reference.reference_task import Task
from harness.shared import bundle, pages
from harness.task import reference_work, task_size
from harness.task.reference_run import NotApplicable, Refused, describe, line_of

OPERATIONS = {name: ("channel", "source") for name in ("prepare", "inspect", "reproduce", "steps")}


def sandbox_flags(operation):
    """A reference only computes."""
    del operation
    return 0


DEFAULT_VARIANTS = ("original", "values_x2", "new_seed", "larger_dims", "other_dtype")
# Those that name the task's own sizes, in whatever words they say why these are smaller.
_OF_OWN_SIZES = (*DEFAULT_VARIANTS, "mixed", "few_changed", "few_changed_again", "few_changed_last")

def versions():
    return {"torch": torch.__version__, "numpy": numpy.__version__,
            "python": sys.version.split()[0]}


def prepare_zygote():
    from harness.task import kept_inputs, rounded_products, undecided  # noqa: F401  (by reference_run, at the first variant)
    torch.set_num_threads(1)
    # An attention of torch's own is taken apart, so that its products, its mask and its exponentials are seen as those of one that is written out.
    torch.backends.cuda.enable_flash_sdp(False)
    torch.backends.cuda.enable_mem_efficient_sdp(False)
    pages.keep_freed_memory()
    with torch.device("meta"), task_size.WorkCounter():
        torch.nn.Linear(2, 2)(torch.randn(2, 2))  # imports sympy, half a second
    layer = torch.nn.Linear(4, 4)
    layer(torch.ones(2, 4)).softmax(dim=1).double().sum()


def warm_child(private_dir):
    del private_dir
    model = torch.nn.Linear(8, 8)
    with torch.no_grad():
        model(torch.ones(4, 8))
        model.half()(torch.ones(4, 8, dtype=torch.float16))


# ---- answering -------------------------------------------------------------------------------


def serve_child(child):
    try:
        if child.request["op"] in ("reproduce", "steps"):
            _answer_on(child)
            return
        task = Task(child)
        if child.request["op"] == "inspect":
            child.channel.send({**inspection.report(task), "ms": child.elapsed_ms(),
                                "sandbox": child.layers})
            return
        blank = _without_memory(child, task)
        task.grows = any(given is not None for _, given, _ in blank)
        _send_variants(child, task)
        smaller = task.smaller.words if task.smaller else ""
        deterministic = task.deterministic
        _send_without_memory(child, blank)
        if task.smaller and child.request.get("own_sizes"):
            del task  # both at once might not fit
            _send_own_sizes(child)
        child.channel.send({"op": "done", "ms": child.elapsed_ms(),
                            "deterministic": deterministic, "smaller": smaller,
                            "sandbox": child.layers})
    except Refused as error:
        _send_error(child, error.code, error.message, error.line)
    except bundle.TooLarge as error:
        _send_error(child, "task_too_large", str(error), 0)
    except bundle.BundleError as error:
        _send_error(child, "reference_error", str(error), 0)
    except MemoryError:
        _send_error(child, "task_too_large", "the reference needs more memory than it may use", 0)
    except BaseException as error:
        _send_error(child, "reference_error", describe(error), line_of(error))


def _send_error(child, code, message, line):
    child.channel.send({"op": "error", "code": code, "message": message, "line": line,
                        "sandbox": child.layers})


def _answer_on(child):
    """What a script needs of the last variant and of those before it, or the steps of the last."""
    names = child.request["variants"]
    is_own = names[-1] in OWN_SIZES
    task = Task(child, may_shrink=not is_own)
    makers = {**_MAKERS, **input_variants.MAKERS, **OWN_SIZES}
    if not all(name in makers for name in names):
        raise Refused("bad_request", f"unknown variant among {', '.join(names)}")
    try:
        variants = [(name, makers[name](task)) for name in names]
        if child.request["op"] == "steps":
            reference_steps.answer(child, task, variants[-1][1])
        else:
            reproduction.answer(child, task, variants)
    except NotApplicable as reason:
        raise Refused("not_applicable", str(reason)) from reason


def _send_variants(child, task):
    wanted = [name for name in child.request.get("variants") or DEFAULT_VARIANTS]
    if child.request.get("tiny") and "tiny" not in wanted:
        wanted.insert(0, "tiny")
    for name in wanted:
        if name not in _MAKERS and name not in input_variants.MAKERS:
            raise Refused("bad_request", f"unknown variant {name}")
        try:
            variant = _make(task, name)
            task.check_writes(variant)
            task.check_computes(variant)
            task.check_digits(variant)
        except NotApplicable as reason:
            _send_absent(child, name, str(reason))
        else:
            _send_variant(child, task, name, variant)


def _send_own_sizes(child):
    """What a GPU runs where the machine has smaller shapes: two draws of the task's own."""
    task, reason = None, ""
    try:
        task = Task(child, may_shrink=False)
    except Refused as error:
        reason = error.message
    except MemoryError:
        reason = "at its own sizes the reference needs more memory than it may use"
    for name, make in OWN_SIZES.items():
        if task is not None:
            try:
                _send_variant(child, task, name, make(task))
                continue
            except bundle.TooLarge as error:
                reason = f"at its own sizes, {error}"
        _send_absent(child, name, reason)


def _without_memory(child, task):
    """[(name, what `own_launches.given` has or None, why not)] of sizes that are looked at without values: the task's own, where it is too large for
    the machine, else such as are far beyond."""
    makers = {}
    if task.smaller and child.request.get("own_launches"):
        makers[own_launches.NAME] = lambda: own_launches.given(task, child.source.decode("utf-8"))
    elif not task.smaller and child.request.get("far_launches"):
        makers = {name: lambda number=number: own_launches.far(task, number) for number, name in enumerate(own_launches.FAR_NAMES)}
    found = []
    for name, make in makers.items():
        try:
            found.append((name, make(), ""))
        except NotApplicable as reason:
            found.append((name, None, str(reason)))
    return found


def _send_without_memory(child, blank):
    """Shapes of what has no values on the machine."""
    for name, given, reason in blank:
        if given is None:
            _send_absent(child, name, reason)
            continue
        metadata, tensors = given
        fds = [bundle.create("given", {}, metadata), bundle.create("expected", {}, {"outputs": "tensor"})]
        try:
            child.channel.send({"op": "variant", "variant": name, "applicable": True, "detail": "", "outputs": 0,
                                "dtype": bundle.dtype_name(tensors[0].dtype) if tensors else "",
                                "shapes": [list(value.shape) for value in tensors], "fds": ["given", "expected"]}, fds)
        finally:
            for fd in fds:
                os.close(fd)


def _send_absent(child, name, reason):
    child.channel.send({"op": "variant", "variant": name, "applicable": False, "detail": reason,
                        "dtype": "", "shapes": [], "outputs": 0, "fds": []})


def _detail(task, name, variant):
    """Says too why the sizes are not the task's own, where one would expect those."""
    words = [task.smaller.words] if task.smaller and name in _OF_OWN_SIZES else []
    return "; ".join(words + ([variant.detail] if variant.detail else []))


def _make(task, name):
    """The variant; one of the extra inputs that cannot be made does not spoil the task."""
    if name not in input_variants.MAKERS:
        return _MAKERS[name](task)
    if name not in input_variants.affordable(task):
        raise NotApplicable(f"{task.small_elements()} elements of inputs and parameters are too many for every "
                            "variant; others were chosen by the seed")
    if time.process_time() > task.until:
        raise NotApplicable("the reference takes too long for every variant")
    try:
        task.making = name
        variant = input_variants.MAKERS[name](task)
    except (NotApplicable, MemoryError):
        raise
    except Exception as error:
        raise NotApplicable(f"it cannot be made: {describe(error)}") from error
    if name in next_values.FOLLOWED:
        task.made[name] = variant
    return variant


def _send_variant(child, task, name, variant):
    given = expected = None
    try:
        given = bundle.create("given", *variant.given(name))
        # Of what a GPU runs only the answer is judged.
        levels = {} if name in OWN_SIZES else state_effects.levels(task, variant)
        for_gpu = bool(child.request.get("own_sizes")) and name in _ON_GPU
        expected = bundle.create("expected", *variant.expected(levels, for_gpu))
        child.channel.send(
            {"op": "variant", "variant": name, "applicable": True,
             "detail": _detail(task, name, variant), "work": _work(child, name, variant),
             "dtype": variant.dtype, "outputs": len(variant.native), "model": task.number_of(variant),
             "shapes": variant.shapes(),
             "fds": ["given", "expected"]}, [given, expected])
    finally:
        for fd in (given, expected):
            if fd is not None:
                os.close(fd)


def _work(child, name, variant):
    """What eager PyTorch does of the work on the inputs on which that of kernels is counted too."""
    if not child.request.get("model") or name != "original":
        return []
    return reference_work.work_of(variant.model, variant.inputs)


_MAKERS = {"tiny": Task.tiny, "original": Task.original, "values_x2": Task.values_x2,
           "new_seed": Task.new_seed, "mixed": Task.mixed, "larger_dims": Task.larger_dims,
           "other_dtype": Task.other_dtype}
# Of the task's own sizes; see _send_own_sizes.
OWN_SIZES = {"own_sizes": Task.original, "own_new_values": Task.new_seed}
_ON_GPU = ("original", "new_seed", "mixed", "few_changed", *OWN_SIZES)  # what a GPU may run, too
