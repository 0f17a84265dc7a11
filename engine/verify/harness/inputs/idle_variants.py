# SPDX-License-Identifier: GPL-3.0-or-later
"""Arguments of the constructor or of forward of which nothing comes beside the others as the task has them, together with another one that gives
them a say: a dampening beside a momentum that is not zero, whether a border counts beside one that there is. One by one nobody asks for them."""

from harness.inputs import argument_variants, cut_off, setting_variants
from harness.inputs.extra_variant import checked_variant, of_number, own_inputs
from harness.inputs.free_sizes import is_cheap
from harness.task.reference_run import NotApplicable, Refused, run_native, same_values

MOST_TRIALS = 150  # of the reference
MOST_OPTIONS = 4  # others for one argument


def idle_settings(number):
    """Makes idle_settings and its like, of the constructor: one for each such argument, in an order that the seed says."""
    return lambda task: of_number(task, number, _settings, "the constructor is given nothing that has a say beside another argument alone")


def idle_arguments(number):
    """Makes idle_arguments and its like, of forward."""
    return lambda task: of_number(task, number, _arguments, "forward is given nothing that has a say beside another argument alone")


def _settings(task):
    yield from _idle(task, setting_variants.values_of(task), lambda inputs: _Constructed(task, inputs), "the constructor is given ")


def _arguments(task):
    given, defaults = own_inputs(task), argument_variants.defaults_of(task)
    values = {index: value for index, value in enumerate([*given, *defaults]) if isinstance(value, (bool, int, float, str, type(None)))}
    yield from _idle(task, values, lambda inputs: _Called(task, inputs, defaults), "forward is given ")


class _Constructed:
    """Answers to the same inputs with other arguments of the constructor."""

    def __init__(self, task, inputs):
        self._task, self._inputs = task, inputs

    def answer(self, changes):
        return run_native(self._model(changes)[0], self._inputs, 0).values

    def variant(self, changes, words):
        model, init = self._model(changes)
        if not is_cheap(model, self._inputs) or cut_off.slices_more(self._task, model, self._inputs):
            raise NotApplicable("it costs too much, or a part is taken that is larger than the whole")
        return checked_variant(self._task, self._inputs, words, may_reshape=True, model=model, init=init)

    def _model(self, changes):
        return setting_variants.with_settings(self._task, changes, self._inputs)


class _Called:
    """Likewise of forward."""

    def __init__(self, task, inputs, defaults):
        self._task, self._base = task, [*inputs, *defaults]

    def answer(self, changes):
        return run_native(self._task.model, argument_variants.replaced(self._base, changes), 0).values

    def variant(self, changes, words):
        return checked_variant(self._task, argument_variants.replaced(self._base, changes), words, may_reshape=True)


def _idle(task, values, way_of, words):
    """One variant for each idle argument, in an order that the seed says. `values`: {place: value}; `way_of(inputs)`: a way to give others."""
    own = own_inputs(task)
    large = setting_variants.changed(task, own, lambda value: value * setting_variants.LARGE)
    found = set()
    for inputs in (own, large) if len(values) > 1 else ():
        trials = _Trials(way_of(inputs))
        before = trials.answer({})
        options = {place: _options(task, value) for place, value in values.items()}
        telling = {place: next((one for one in others if _differ(trials.answer({place: one}), before)), None) for place, others in options.items()}
        idle = [place for place, others in options.items() if others and telling[place] is None]
        for place in argument_variants.shuffled(task, "idle arguments", [place for place in idle if place not in found]):
            beside = [(other, one) for other, one in telling.items() if one is not None] \
                + [(other, one) for other in idle if other != place for one in options[other][:1]]
            for pair in argument_variants.shuffled(task, f"beside {place}", beside):
                alone = trials.answer(dict([pair]))
                other = next((one for one in options[place] if alone and _differ(trials.answer(dict([pair, (place, one)])), alone)), None)
                if other is None:
                    continue
                changes = dict([pair, (place, other)])
                try:
                    variant = trials.way.variant(changes, words + ", ".join(f"{one} in place of {values[at]}" for at, one in changes.items()))
                    found.add(place)
                    yield variant
                    break
                except NotApplicable:
                    pass


def _options(task, value):
    """Other values that may have a say: near ones, and far ones."""
    far = [group[0] for group in argument_variants.far_others_of(task, value) if group]
    near = argument_variants.others_of(task, value)
    return [*near[:MOST_OPTIONS - len(far)], *far]


class _Trials:
    """Answers, as many as there is time for."""

    def __init__(self, way):
        self.way, self._left = way, MOST_TRIALS

    def answer(self, changes):
        """None where the reference refuses them, or too many were tried."""
        self._left -= 1
        try:
            return self.way.answer(changes) if self._left >= 0 else None
        except (NotApplicable, Refused):
            return None


def _differ(values, before):
    return values is not None and before is not None and [value.dim() for value in values] == [value.dim() for value in before] \
        and not all(same_values(one, new) for one, new in zip(before, values))
