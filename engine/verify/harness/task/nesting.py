# SPDX-License-Identifier: GPL-3.0-or-later
"""Tensors in lists, tuples and dicts among a task's arguments. Whoever makes inputs has them side by side as leaves, and the model puts
them back where they were."""

import typing

import torch

from harness.shared import bundle, containers

MOST_LEAVES = 64  # of which each is tried
_NESTING = "_nereid_nesting"  # of a model
_OTHERWISE = "get_inputs() nests its tensors otherwise each time"


class _Form(typing.NamedTuple):
    """A list, tuple or dict that holds tensors, or a complex tensor, of which the leaf is pairs of floats."""
    kind: type
    keys: tuple
    parts: tuple  # a _Form or None for each


class Nesting:
    """Of arguments like these; what holds no tensor is a leaf as a whole, as all arguments beyond these are."""

    def __init__(self, arguments=()):
        self._forms = tuple(map(_form_of, arguments))

    def __eq__(self, other):
        return self._forms == other._forms

    def is_flat(self):
        return not any(self._forms)

    def arguments_of(self, count):
        """How many arguments so many leaves are, all of these and maybe more."""
        return count - sum(map(_leaves, self._forms)) + len(self._forms)

    def leaves(self, arguments):
        """Of arguments in this form; others raise ValueError."""
        if len(arguments) < len(self._forms):
            raise ValueError(_OTHERWISE)
        found = []
        for form, value in zip(self._forms, arguments):
            _take_apart(form, value, found)
        return [*found, *arguments[len(self._forms):]]

    def arguments(self, leaves):
        """The arguments made of leaves."""
        rest = iter(leaves)
        return [*(_put_together(form, rest) for form in self._forms), *rest]


def nesting_of(arguments, others):
    """The Nesting, flat where `others()`, another draw of them, is of another form, or where too much is nested."""
    nesting, flat = Nesting(arguments), Nesting()
    if nesting.is_flat():
        return flat
    return nesting if len(nesting.leaves(arguments)) <= MOST_LEAVES and Nesting(others()) == nesting else flat


def taking_leaves(model, nesting):
    """The model that takes leaves of this nesting; itself where it is one with hooks."""
    if nesting.is_flat():
        return model
    if not isinstance(model, torch.nn.Module):
        return _Plain(model, nesting)
    if not hasattr(model, _NESTING):
        model.register_forward_pre_hook(lambda module, leaves: tuple(_noted(getattr(module, _NESTING).arguments(leaves))))
    setattr(model, _NESTING, nesting)
    return model


class _Plain:
    """A model that is no module."""

    def __init__(self, model, nesting):
        self._model = model._model if isinstance(model, _Plain) else model
        self._nesting = nesting

    def __call__(self, *leaves):
        return self._model(*_noted(self._nesting.arguments(leaves)))


_given = []  # arguments of the forward that began last, and what their containers held then


def _noted(arguments):
    _given[:] = [(arguments, containers.held_by(arguments))]
    return arguments


def has_changed_containers():
    """Whether the last forward of a model that takes leaves has changed its lists and dicts; asked once."""
    return any(containers.are_others(held, containers.held_by(arguments)) for arguments, held in (_given.pop() for _ in _given[:]))


def _form_of(value):
    if isinstance(value, torch.Tensor) and value.is_complex():
        return _Form(torch.Tensor, (), (None,))
    if type(value) not in (list, tuple, dict) or next(bundle.tensors_in(value), None) is None:
        return None
    keys = tuple(value) if type(value) is dict else ()
    return _Form(type(value), keys, tuple(map(_form_of, value.values() if keys else value)))


def _leaves(form):
    return 1 if form is None else sum(map(_leaves, form.parts))


def _take_apart(form, value, found):
    if form is None:
        found.append(value)
        return
    if form.kind is torch.Tensor and isinstance(value, torch.Tensor) and value.is_complex():
        found.append(bundle.as_pairs(value))
        return
    if type(value) is not form.kind or len(value) != len(form.parts):
        raise ValueError(_OTHERWISE)
    for index, part in enumerate(form.parts):
        _take_apart(part, value[form.keys[index] if form.keys else index], found)


def _put_together(form, leaves):
    if form is None:
        return next(leaves)
    if form.kind is torch.Tensor:
        return torch.view_as_complex(next(leaves).contiguous())
    parts = [_put_together(part, leaves) for part in form.parts]
    return dict(zip(form.keys, parts)) if form.kind is dict else form.kind(parts)
