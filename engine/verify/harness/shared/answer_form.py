# SPDX-License-Identifier: GPL-3.0-or-later
"""What a forward returns: tensors and numbers in lists, tuples and dicts, with None where there is nothing. Its form, as JSON:
"tensor", "complex", "number", None, a list of forms (of a tuple too), or {name: form}."""

import itertools

import torch

class Unknown(TypeError):
    """An output is nothing of these."""


def form_of(output):
    """The form of an answer. Raises Unknown."""
    if output is None:
        return None
    if isinstance(output, torch.Tensor):
        return "complex" if output.is_complex() else "tensor"
    if isinstance(output, (bool, int, float)):
        return "number"
    if isinstance(output, dict):
        return {str(name): form_of(item) for name, item in output.items()}
    if isinstance(output, (list, tuple)):
        return [form_of(item) for item in output]
    raise Unknown(f"an output of type {type(output).__name__} cannot be judged")


def flatten(output):
    """The tensors of an answer in order; numbers become tensors."""
    if isinstance(output, torch.Tensor):
        yield output
    elif isinstance(output, (bool, int, float)):
        yield torch.tensor(output)
    elif isinstance(output, (list, tuple, dict)):
        for item in output.values() if isinstance(output, dict) else output:
            yield from flatten(item)


def count(form):
    """How many tensors an answer of this form has."""
    if isinstance(form, (list, dict)):
        return sum(map(count, form.values() if isinstance(form, dict) else form))
    return form is not None


def structure(form):
    """"tuple" of an answer of several parts, else "tensor", as the judge reads it."""
    return "tuple" if isinstance(form, (list, dict)) else "tensor"


def order(given, expected):
    """Which tensor of an answer of the form `given` stands where each one of `expected` does, or None where the forms differ.
    A dict may name its entries in another order; a tensor may stand for a number."""
    found = []
    return found if _matches(_numbered(given, itertools.count()), expected, found) else None


def _numbered(form, numbers):
    """With (kind, number) for each tensor."""
    if isinstance(form, dict):
        return {name: _numbered(item, numbers) for name, item in form.items()}
    if isinstance(form, list):
        return [_numbered(item, numbers) for item in form]
    return form and (form, next(numbers))


def _matches(given, expected, found):
    if isinstance(expected, dict):
        return isinstance(given, dict) and given.keys() == expected.keys() \
            and all(_matches(given[name], item, found) for name, item in expected.items())
    if isinstance(expected, list):
        return isinstance(given, list) and len(given) == len(expected) \
            and all(_matches(*pair, found) for pair in zip(given, expected))
    if expected is None or not isinstance(given, tuple):
        return given is expected
    kind, number = given
    found.append(number)
    return kind == expected or (kind, expected) == ("tensor", "number")


def words(form):
    """A form for people: (tensor, {mean: tensor})."""
    if isinstance(form, dict):
        return "{" + ", ".join(f"{name}: {words(item)}" for name, item in form.items()) + "}"
    if isinstance(form, list):
        return "(" + ", ".join(map(words, form)) + ("," if len(form) == 1 else "") + ")"
    return str(form)
