# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs on which several things are other than in the task at once: sizes and values, the dtype, the mode, numbers and flags. Each of them alone,
and the pairs that kernels are known to get wrong, are other variants' matter; which ones meet here, the seed says."""

import copy
import random

import torch

from harness.inputs import argument_variants, cut_off, dtype_variants, large_variants, long_ends, mixed_values, setting_variants, size_variants
from harness.inputs.extra_variant import checked_variant, generator_of, is_free_among_ties, own_inputs
from harness.inputs.free_sizes import is_cheap
from harness.inputs.input_structure import Structure
from harness.shared import bundle
from harness.task import undecided
from harness.task.reference_run import NotApplicable, derive_seed, is_floating

_DTYPES = (torch.float32, torch.float16, torch.bfloat16)
_FAR_SHARE = 0.3
_KINDS_AT_ONCE = (2, 4)  # of rows
_TRIALS = 7  # of them all, then without one of them, then with one


class _Composed:
    """What may be another one at the sizes that the seed has drawn. Each change gives (inputs, words), and what Variant is told in `more`."""

    _no_changes = ()  # sizes alone are another variant's matter
    _made = {}  # the model and the arguments of its constructor, where these are others

    def __init__(self, task, name):
        self._task, self._name = task, name
        self._inputs, self._words = size_variants.sizes_at_random(task, self._drawn("sizes"), name)
        self._others, self._defaults = argument_variants.some_others(task, self._inputs, self._drawn("arguments"))
        self._dtypes = {value.dtype for value in self._inputs if is_floating(value)}
        # What half precision makes of an edge a kernel may well round otherwise: `other_dtype` and `third_dtype` ask for that alone.
        self._is_rounded = any(undecided.in_eight_bits(value) or not value.is_floating_point() for value in task.answer(self._inputs).values)
        self._eval_model = size_variants.in_eval_mode(task)
        self._large = self._drawn("integers").choice([None, *mixed_values.only_large_ones(task, self._inputs)[:1]])

    def _drawn(self, purpose):
        return random.Random(derive_seed(self._task.seed, f"{self._name} {purpose}"))

    def variant(self):
        """With as many changes as the reference takes at once."""
        changes = self._changes()
        self._drawn("order").shuffle(changes)
        without_one = [[change for change in changes if change is not left_out] for left_out in changes] if len(changes) > 2 else []
        reason = NotApplicable("nothing but sizes can be another one")
        for chosen in [changes, *without_one, *([change] for change in changes), *self._no_changes][:_TRIALS] if changes or self._no_changes else []:
            try:
                return self._with(chosen)
            except NotApplicable as error:
                reason = error
        raise reason

    @property
    def _all(self):
        """In the order in which they are made: values before others are given behind them, and before they are cast."""
        return [self._values, self._integers, self._mode, self._arguments, self._dtype]

    def _changes(self):
        are_free = [Structure(original).is_free() for value, original in zip(self._inputs, self._task.inputs) if is_floating(value)]
        may_be_cast = len(self._dtypes) == 1 and self._dtypes <= set(_DTYPES) and not self._is_rounded
        is_possible = [any(are_free), self._large is not None, self._eval_model is not None, bool(self._others), may_be_cast]
        return [change for change, is_one in zip(self._all, is_possible) if is_one]

    def _with(self, changes):
        inputs, words, more = self._inputs, self._words, dict(self._made)
        for change in sorted(changes, key=self._all.index):
            inputs, added = change(inputs, more)
            words += ", " + added
        self._check(inputs, more)
        return checked_variant(self._task, inputs, words, may_reshape=bool(self._made) or self._arguments in changes, **more)

    def _check(self, inputs, more):
        """Raises NotApplicable where a model of its own asks for too much."""

    def _values(self, inputs, more):
        del more
        return rows_of_some_kinds(self._task, inputs, self._name)

    def _integers(self, inputs, more):
        del inputs, more  # beside floating ones there are none
        return self._large

    def _arguments(self, inputs, more):
        del more
        given = [*inputs, *self._defaults]
        return argument_variants.replaced(given, self._others), argument_variants.words_of(given, self._others)

    def _mode(self, inputs, more):
        more.update(model=self._eval_model, train_mode=False)
        return inputs, "eval mode"

    def _dtype(self, inputs, more):
        own, = self._dtypes
        dtype = self._drawn("dtype").choice([other for other in _DTYPES if other != own])
        model = copy.deepcopy(more.get("model", self._task.model))
        if isinstance(model, torch.nn.Module):
            model.to(dtype)
        more.update(model=model, is_cast=True)
        return dtype_variants.cast(inputs, dtype), f"floating values of {bundle.dtype_name(own)} as {bundle.dtype_name(dtype)}"


def rows_of_some_kinds(task, inputs, name):
    """(inputs, words): floating rows of some kinds, as the seed says, or far from zero. Of `inputs` that the task gives no tensor for none are changed."""
    drawn = random.Random(derive_seed(task.seed, f"{name} values"))
    known = [value if isinstance(original, torch.Tensor) else None for value, original in zip(inputs, task.inputs)]
    words, rows = "rows far from zero", large_variants.rows_far_from_zero(task, known)
    if rows is None or drawn.random() >= _FAR_SHARE:
        kinds = drawn.sample(mixed_values.all_kinds(without_ties=is_free_among_ties(task)), drawn.randint(*_KINDS_AT_ONCE))
        rows = long_ends.with_high_ends(mixed_values.in_rows(known, task.inputs, kinds, generator_of(task, name)), task.inputs)
        words = "rows " + ", ".join(kinds)
    return [*(old if new is None else new for new, old in zip(rows, inputs)), *inputs[len(rows):]], words


class _ComposedSettings(_Composed):
    """The same with an argument of the constructor another one, that was so alone before. At the task's own sizes where the reference takes no others
    then."""

    _no_changes = ((),)

    def __init__(self, task, name, at_own_sizes=False):
        super().__init__(task, name)
        changes = setting_variants.judged(task)
        if not changes:
            raise NotApplicable(setting_variants.NOTHING)
        if at_own_sizes:
            self._inputs, self._words = own_inputs(task), "several things at once"
            self._others, self._defaults = argument_variants.some_others(task, self._inputs, self._drawn("arguments"))
        place = self._drawn("setting").choice(sorted(changes, key=str))
        other = self._drawn("other setting").choice(changes[place])
        model, init = setting_variants.with_settings(task, {place: other}, self._inputs)
        self._made = {"model": model, "init": init}
        self._words += f", the constructor is given {other} in place of {setting_variants.values_of(task)[place]}"
        if self._eval_model is not None:
            self._eval_model = copy.deepcopy(model).eval()

    def _check(self, inputs, more):
        if not is_cheap(more["model"], inputs) or cut_off.slices_more(self._task, more["model"], inputs):
            raise NotApplicable("it costs too much, or a part is taken that is larger than the whole")


def composed(number):
    """Makes composed_0 and its like."""
    return lambda task: _Composed(task, f"composed_{number}").variant()


def composed_settings(number):
    """Makes composed_settings_0 and its like."""
    def make(task):
        name = f"composed_settings_{number}"
        try:
            return _ComposedSettings(task, name).variant()
        except NotApplicable:
            return _ComposedSettings(task, name, at_own_sizes=True).variant()

    return make
