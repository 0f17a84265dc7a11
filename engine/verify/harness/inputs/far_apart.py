# SPDX-License-Identifier: GPL-3.0-or-later
"""Values all of which are far larger than those of the task, or those of half of the inputs: a bound that goes by the root mean square of an
answer asks nothing of what is little beside it, and numbers of all sizes hide there what is lost where all are large."""

import random

from harness.inputs.input_structure import Structure
from harness.inputs.large_variants import EXPONENTIALS
from harness.task.reference_run import derive_seed, is_finite, is_floating

TIMES = (2.0 ** 16, 2.0 ** 6)  # digits stay as they are; the latter where half precision has no larger ones
# Beyond some size these answer with one number, and tell nothing of what it was made of.
_LEVELLING = EXPONENTIALS | frozenset("""
    sigmoid tanh erf erfc gelu silu mish softplus log_sigmoid_forward hardsigmoid hardswish hardtanh clamp elu celu selu sin cos tan atan atan2
    sigmoid_ tanh_ silu_ hardtanh_ clamp_ elu_ _softmax_backward_data
""".split())


def choices(task, inputs, words):
    """[(inputs, words)] with all values of half of the free floating inputs so many times as large, the seed says which; of a single one its."""
    trace = task.trace()
    free = [index for index, (value, original) in enumerate(zip(inputs, task.inputs))
            if is_floating(value) and value.itemsize > 1 and Structure(original).is_free()]
    if trace.narrows or trace.names & _LEVELLING or not free:
        return []
    large = random.Random(derive_seed(task.seed, f"far apart {words}")).sample(free, (len(free) + 1) // 2)
    found = []
    for times in TIMES:
        grown = {index: (inputs[index].double() * times).to(inputs[index].dtype) for index in large}
        if all(is_finite(value) for value in grown.values()):
            found.append(([grown.get(index, value) for index, value in enumerate(inputs)],
                          f"{words}, values of input {' and '.join(map(str, sorted(large)))} times {times:.0f}"))
    return found
