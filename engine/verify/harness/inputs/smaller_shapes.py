# SPDX-License-Identifier: GPL-3.0-or-later
"""Smaller shapes for a task whose own are too large for the kernel machine.

The literals that say how large the task is are halved: those of inputs alone down to a cap, those
that constructor arguments share all equally often, so that equal sizes stay equal, others stay apart, groups keep
their size and powers of two stay powers of two. What a choice costs, and whether the reference takes it, is asked on the meta device,
where nothing has memory. Sizes that only inputs have go first; constructor arguments change where
those do not suffice. Where a candidate refuses what is cheapest, as one made for heads of 64 or for
whole blocks does, large sizes alone shrink, down to a block.
"""

import copy
import math
import time

import torch

from harness.inputs.literals import Literals
from harness.task.nesting import Nesting
from harness.task.reference_run import Refused, init_arguments, state_of
from harness.task.task_size import (MAX_ELEMENTS, MAX_FLOPS, MAX_WORK, TooLarge, WorkCounter,
                                    meta_inputs, numel, shapes_of)

TRIAL_SECONDS = 25      # of processor time, for all trials of a task
# Below these sizes of inputs alone, and those that constructor arguments share, do not go; the
# second pair where nothing is cheap otherwise.
FLOORS = ((8, 16), (4, 8))
# Sizes up to which nothing shrinks, where smaller ones do not suit the candidate: the first that is not too dear. The large ones, for
# tiles without a mask, are not worth as much.
BLOCKS = (1024, 512, 256, 128, 64, 32)
LARGE_BLOCK, LARGE_SHARE = 256, 8  # of the target
LARGEST_CAP = 1 << 20
GPU_SCALE = 1 / 8       # of the target, where a GPU runs the task's own sizes

NEARLY_CHEAP = 4        # of the target
OWN_SHARE = 8           # of the target: a task that costs less is judged at its own sizes
OWN_AGAIN_SHARE = 64    # and below this there once more, where smaller ones do not suit the candidate

# What a candidate of one program per few hundred elements computes in about two seconds.
TARGET_ELEMENTS = 5 << 16
TARGET_WORK = 1 << 20
TARGET_FLOPS = 1 << 24


class Cost:
    """What one forward of a choice of sizes asks for."""

    def __init__(self, elements, work):
        self.elements, self.work, self.flops = elements, work.elements, work.flops
        self.weighted = work.weighted_flops()

    def is_cheap(self, scale):
        """Within this share of the target."""
        return self.share() <= scale

    def is_allowed(self):
        return self.elements <= MAX_ELEMENTS and self.work <= MAX_WORK and self.flops <= MAX_FLOPS

    def share(self):
        """Of the target; the smaller the cheaper."""
        return max(self.elements / TARGET_ELEMENTS, self.work / TARGET_WORK,
                   self.weighted / TARGET_FLOPS)


def check_dear(tensors, work, share=OWN_SHARE):
    """Refuses own sizes at which right candidates would not end in time."""
    cost = Cost(sum(map(numel, shapes_of(tensors))), work)
    if cost.share() > share:
        raise TooLarge(f"inputs and parameters have {cost.elements} elements, one forward writes "
                       f"{cost.work} and takes {cost.flops / 1e9:.2g} GFLOP",
                       "too much for a candidate's time", only_dear=True)


class Smaller:
    """A task at other sizes."""

    def __init__(self, literals, sizes, own_inputs, words):
        self.code, self.text = literals.code(sizes), literals.text(sizes)
        self.words = words  # "judged on smaller shapes: ..."
        self._constants = {name: literals.values[place]
                           for name, place in literals.names().items()}
        self._inputs = own_inputs

    def own_size(self, symbol):
        """The task's own size of a symbol (resizing.py), None if it is not known."""
        if isinstance(symbol, str):
            return self._constants.get(symbol)
        index, axis = symbol[0]
        try:
            return self._inputs[index].shape[axis]
        except (TypeError, IndexError, AttributeError):
            return None


def find(source, path, entry_point, why, scale=1.0):
    """The Smaller task; Refused (task_too_large) with what was tried where there is none.

    `why` says what is too large about the task's own sizes; `scale` of the target is cheap.
    """
    search = _Search(Literals(source, path), path, entry_point, scale)
    sizes = search.best()
    if sizes is None:
        raise Refused("task_too_large", f"{why}; no smaller shapes were found: {search.report()}")
    return Smaller(search.literals, sizes, search.own_inputs(),
                   f"judged on smaller shapes: {why}{search.changed_arguments(sizes)}")


def find_in_blocks(source, path, entry_point, why):
    """The Smaller task whose large sizes alone have shrunk, for a candidate that smaller ones do not suit; Refused as in `find`."""
    search = _Search(Literals(source, path), path, entry_point, OWN_AGAIN_SHARE)
    sizes = search.in_blocks()
    if sizes is None:
        raise Refused("task_too_large", f"{why}; no sizes in whole blocks were found: {search.report()}")
    return Smaller(search.literals, sizes, search.own_inputs(),
                   f"judged on smaller shapes: {why}{search.changed_arguments(sizes)}")


class _Search:
    def __init__(self, literals, path, entry_point, scale):
        self.literals = literals
        self._path, self._entry_point, self._scale = path, entry_point, scale
        self._deadline = time.process_time() + TRIAL_SECONDS
        self._costs = {}
        self._allowed = []  # keys of what may be judged
        self._trials = self._refused = 0
        self._on_meta = None
        self._last_refusal = ""

    def best(self):
        """{place: size}: the largest that is cheap, else the cheapest that is allowed."""
        if not self.literals.values:
            return None
        linked = self.literals.of_arguments()
        own = [place for place in self.literals.values if place not in linked]
        for floors in FLOORS:
            for places in (own, list(self.literals.values)):
                found = self._largest_cheap(places, linked, floors) \
                    or self._largest_cheap(self._free(places), linked, floors)
                if found:
                    return found
            if (found := self._cheapest_allowed(NEARLY_CHEAP * self._scale)):
                return found
        return self._cheapest_allowed()

    def in_blocks(self):
        """{place: size}: those above a block halved until they reach it, of the largest block that is cheap enough."""
        linked = self.literals.of_arguments()
        own = [place for place in self.literals.values if place not in linked]
        for block in BLOCKS:
            self._scale = LARGE_SHARE if block >= LARGE_BLOCK else OWN_AGAIN_SHARE
            for places in (own, list(self.literals.values)):
                for made in (_kept_apart, dict):
                    smaller = made({size: _halved(size, block, block)
                                    for size in {self.literals.values[place] for place in places}})
                    sizes = self._changed({place: smaller[self.literals.values[place]] for place in places})
                    if self._is_cheap(sizes):
                        return sizes
        return None

    def report(self):
        if not self.literals.values:
            return "no size stands in its module's constants, get_inputs or get_init_inputs"
        text = f"{self._trials} choices of sizes were tried, the reference refused {self._refused}"
        if self._last_refusal:
            text += f" (the last: {self._last_refusal})"
        if time.process_time() > self._deadline:
            text += f", {TRIAL_SECONDS} s of processor time were spent"
        return text

    def own_inputs(self):
        """Side by side, as a task has them."""
        module = self._load({})
        inputs = module and meta_inputs(module)
        return inputs and Nesting(inputs).leaves(inputs)

    def changed_arguments(self, sizes):
        before, after = (_spoken(self.literals.arguments(choice)) for choice in ({}, sizes))
        return "" if before == after else f"; constructor arguments {before} -> {after}"

    def _largest_cheap(self, places, linked, floors):
        shared = {self.literals.values[place] for place in places if place in linked}
        own = {self.literals.values[place] for place in places} - shared
        # Sizes that have become equal by chance could not change apart from each other any more.
        for made in (_kept_apart, dict):
            for cap, argument_cap in _caps(floors, bool(shared)):
                times = _halvings(max(shared, default=0), argument_cap)
                smaller = made({size: _halved(size, cap, floors[0]) for size in own})
                smaller.update({size: _halved_times(size, times, floors[1]) for size in shared})
                sizes = self._changed({place: smaller[self.literals.values[place]] for place in places})
                if self._is_cheap(sizes):
                    return sizes
        return None

    def _changed(self, sizes):
        return {place: size for place, size in sizes.items() if size != self.literals.values[place]}

    def _is_cheap(self, sizes):
        cost = self._cost(sizes) if sizes else None
        return cost is not None and cost.is_allowed() and cost.is_cheap(self._scale) and self._runs(sizes)

    def _cheapest_allowed(self, limit=math.inf):
        for choice in sorted(filter(self._costs.get, self._allowed),
                             key=lambda choice: self._costs[choice].share()):
            if self._costs[choice].share() > limit:
                return None
            if self._runs(dict(choice)):
                return dict(choice)
        return None

    def _runs(self, sizes):
        """On the meta device some operators take what they refuse elsewhere."""
        key = tuple(sorted(sizes.items()))
        if self._on_meta and self._on("cpu", self._load(sizes)) is None:
            self._costs[key] = None
            self._refused += 1
        return self._costs[key] is not None

    def _free(self, places):
        """The places that the reference lets be halved, equal sizes together where it must be."""
        by_size = {}
        for place in places:
            by_size.setdefault(self.literals.values[place], []).append(place)
        free = []
        for size, group in by_size.items():
            half = max(size // 2, FLOORS[-1][0])
            if self._cost({place: half for place in group}, keep=False) is not None:
                free += group
            else:
                free += [place for place in group
                         if self._cost({place: half}, keep=False) is not None]
        return free

    def _cost(self, sizes, keep=True):
        """Cost of a choice, None if the reference refuses it. With `keep` it may be the answer."""
        key = tuple(sorted(sizes.items()))
        if key not in self._costs:
            if time.process_time() > self._deadline:
                return None
            self._trials += 1
            self._costs[key] = self._measure(sizes)
            self._refused += self._costs[key] is None
            if keep and self._costs[key] is not None and self._costs[key].is_allowed():
                self._allowed.append(key)
        return self._costs[key]

    def _measure(self, sizes):
        module = self._load(sizes)
        if module is None:
            return None
        if self._on_meta is None:
            self._on_meta = self._on("meta", self._load({})) is not None
        if self._on_meta:
            return self._on("meta", module)
        inputs = meta_inputs(module)
        if inputs is None or sum(map(numel, shapes_of(inputs))) > TARGET_ELEMENTS:
            return None
        return self._on("cpu", module)

    def _on(self, device, module):
        try:
            with torch.device(device), torch.no_grad():
                arguments, keywords = copy.deepcopy(init_arguments(module))
                model = getattr(module, self._entry_point)(*arguments, **keywords)
                inputs = list(module.get_inputs())
                elements = sum(map(numel, shapes_of([*inputs, *state_of(model).values()])))
                with WorkCounter() as work:
                    model(*inputs)
            return Cost(elements, work)
        except BaseException as error:
            self._last_refusal = f"{type(error).__name__}: {str(error).strip()[:120]}"
            return None

    def _load(self, sizes):
        try:
            return self.literals.module(sizes)
        except BaseException as error:
            self._last_refusal = f"{type(error).__name__}: {str(error).strip()[:120]}"
            return None


def _spoken(arguments):
    return arguments[0][:120] if arguments else "unknown"


def _caps(floors, with_arguments):
    """(cap of sizes of inputs alone, cap of those of constructor arguments), largest first."""
    cap = LARGEST_CAP
    while cap >= floors[with_arguments]:
        others = {cap, max(cap // 4, floors[0]), floors[0]} if with_arguments else {cap}
        yield from ((other, cap) for other in sorted(others, reverse=True))
        cap //= 2


def _kept_apart(smaller):
    """{size: smaller one} with the larger ones of those that have become equal halved less often."""
    found = {}
    for size in sorted(smaller):
        halves = [size]
        while halves[-1] > smaller[size]:
            halves.append(halves[-1] // 2)
        found[size] = next((half for half in reversed(halves) if half not in found.values()), smaller[size])
    return found


def _halved(size, cap, floor):
    """`size` halved until it is no more than `cap`, not below `floor`."""
    while size > cap and size // 2 >= floor:
        size //= 2
    return size


def _halvings(size, cap):
    times = 0
    while size >> times > cap:
        times += 1
    return times


def _halved_times(size, times, floor):
    """`size` halved so often, not below `floor`: what shares a factor keeps it, as the groups of a
    normalisation and its channels."""
    while times > 0 and size // 2 >= floor:
        size, times = size // 2, times - 1
    return size
