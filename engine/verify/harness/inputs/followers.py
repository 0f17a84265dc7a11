# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes that follow others: one more than another, for what comes before the first or behind the last, or more by a number of the reference,
for a border; as many as it has blocks of some number, the last of them short, or as many as a tensor has entries along two of its axes, or blocks of
them, for what is laid out flat. A reference that reads by number, or cuts off what is left of a block, takes others without a word; a kernel relies on
them."""

import ast
import functools
import math
import operator

import torch

from harness.inputs import segments, shapes

BLOCK_LEAST = 2
WHOLE_LEAST = 8  # a block that has no short one: what comes in pairs has another reason
MEMO = "followers"  # in Task.memo
WHOLE_BLOCKS = "whole blocks"  # in Task.memo: of how many a size has whole ones alone


def followers_of(task, grown, is_read):
    """{(input, axis): (those that it follows, rule)}, found once a task; they are ((place, own size), ...), and the rule makes its size of
    theirs. `grown(sizes)`: inputs with {(input, axis): size}, or None where the reference refuses; `is_read(inputs, place, begin)`:
    whether the answer hangs on those from `begin` on.

    A size follows if the reference refuses one fewer, refuses one more or makes nothing of it, refuses a larger one to follow alone, and
    takes both changed together. Where to find as many as there are entries is known by itself: then the last is enough."""
    if MEMO not in task.memo:
        task.memo[MEMO] = found = {}
        groups = shapes.groups(task.inputs)  # all of one size come first
        numbers = _numbers(task)
        in_form = functools.partial(_in_form, task, grown)
        for size, places in groups:
            if not any(place in found for place in places):
                leading = [group for group in groups if not any(place in found for place in group[1])]
                ahead = [group for group in groups if not any(_is_behind(found, place, places) for place in group[1])]
                found.update(_following(size, places, ahead, numbers, grown, is_read) or _following(size, places, ahead, (), in_form, is_read)
                             or _in_whole_blocks(size, places, leading, numbers, grown, is_read, task.memo.setdefault(WHOLE_BLOCKS, set()))
                             or _laid_out_flat(size, places, groups, task.inputs, grown, is_read)
                             or _one_for_each_block(size, places, groups, task.inputs, numbers, grown, is_read))
    return task.memo[MEMO]


def _in_form(task, grown, sizes):
    """`grown(sizes)`, but where the answer is as long as some input no more that the task's own is as long as: a window of four behind three
    elements that came before, of which a convolution makes one element for each that it is given, takes another length without a word."""
    inputs = grown(sizes)
    if inputs is None:
        return None
    places = shapes.tensor_places(task.inputs)
    for own, value in zip(task.answer(task.inputs).values, task.answer(inputs).values):
        for axis, size in enumerate(own.shape if own.dim() == value.dim() else ()):
            alike = {inputs[index].shape[other] for index, other, known in places if known == size and size > 1}
            if alike and value.shape[axis] not in alike:
                return None
    return inputs


def _is_behind(found, place, places):
    """Whether it is one of these, or follows what does, be it through others."""
    seen, ahead = set(), {place}
    while ahead:
        seen |= ahead
        ahead = {leader for one in ahead if one in found for leader, _ in found[one][0]} - seen
    return not seen.isdisjoint(places)


def _following(size, places, groups, numbers, grown, is_read):
    for other, leaders in groups:
        for rule in _rules(other, numbers) if other != size else ():
            if rule(other) == size and _go_together(size, places, other, leaders, rule, grown, is_read):
                return {place: (((leaders[0], other),), rule) for place in places}
    return {}


def _in_whole_blocks(size, places, groups, numbers, grown, is_read, blocks):
    """As _following, of as many as another size has blocks, all of them whole: then that one follows, and has no short block either. Adds
    how long they are to `blocks`. A number that is a size as well may be in the text for that."""
    sizes = {other for other, _ in groups}
    for other, leaders in groups:
        for number in numbers:
            if number >= WHOLE_LEAST and number not in sizes and other == size * number \
                    and _go_together(size, places, other, leaders, functools.partial(_blocks_of, number), grown, is_read):
                blocks.add(number)
                return {place: (((places[0], size),), functools.partial(operator.mul, number)) for place in leaders}
    return {}


def _laid_out_flat(size, places, groups, inputs, grown, is_read):
    """As _following, of as many as a tensor has entries along two axes that lie side by side."""
    for index, axis, rows in shapes.tensor_places(inputs):
        columns = inputs[index].shape[axis + 1] if axis + 1 < inputs[index].dim() else 1
        if rows < 2 or columns < 2 or rows * columns != size:
            continue
        leaders = ((index, axis), rows), ((index, axis + 1), columns)
        names_each = _names_each(inputs, places)
        for group in (group for other, group in groups if other == rows and (index, axis) in group):
            rule = _squared if (index, axis + 1) in group else functools.partial(operator.mul, columns)
            if _go_together(size, places, rows, group, rule, grown, is_read, 0 if names_each else 1):
                return {place: (leaders, lambda *sizes: math.prod(sizes)) for place in places}
    return {}


def _one_for_each_block(size, places, groups, inputs, numbers, grown, is_read):
    """As _laid_out_flat, of one for each block of some number of entries along the one axis, which stays: of as many as the other has."""
    numbers = [number for number in numbers if number != size]  # which may be in the text for itself
    for index, axis, rows in shapes.tensor_places(inputs):
        columns = inputs[index].shape[axis + 1] if axis + 1 < inputs[index].dim() else 1
        for leader, beside, own, across in ((axis, axis + 1, rows, columns), (axis + 1, axis, columns, rows)):
            blocks = {across // number for number in numbers if number >= WHOLE_LEAST and across % number == 0} - {1}
            if own < 2 or size % own or size // own not in blocks:
                continue
            rule = functools.partial(operator.mul, size // own)
            for group in (group for other, group in groups if other == own and (index, leader) in group and (index, beside) not in group):
                if _go_together(size, places, own, group, rule, grown, is_read, 1):
                    return {place: ((((index, leader), own),), rule) for place in places}
    return {}


def _squared(size):
    return size * size


def _names_each(inputs, places):
    """Whether one of these tensors has a row for each number below its length: it says where each entry is, and finds no axis so long."""
    named = [inputs[index] for index, _ in places if inputs[index].dim() == 1 and segments.is_whole(inputs[index])]
    return len(places) == len(named) and any(torch.equal(value.long().sort().values, torch.arange(len(value))) for value in named)


def _rules(other, numbers):
    """What a size may have to do with this one. Where all its blocks are whole, that may be a promise."""
    yield lambda size: size + 1
    for number in numbers:
        yield functools.partial(operator.add, number)
        if other % number:
            yield functools.partial(_blocks_of, number)


def _blocks_of(number, size):
    return -(-size // number)


def _numbers(task):
    """Whole numbers that the constructor or forward are given, or that stand in the text of the reference."""
    arguments, keywords = task.init
    given = [*arguments, *keywords.values(), *task.inputs]
    written = [node.value for node in ast.walk(ast.parse(task.source)) if isinstance(node, ast.Constant)]
    return sorted({value for value in (*given, *written) if type(value) is int and value >= BLOCK_LEAST})


def _go_together(size, places, other, leaders, rule, grown, is_read, asked_alone=None):
    """`asked_alone`: how many larger ones are asked for without what follows (what is left over may take in some); 0: nothing is."""
    changes = [changed for changed in (*shapes.larger_proposals(other, ()), other // 2) if rule(changed) not in (0, size)]
    alone = [changed for changed in changes if rule(changed) > size][:asked_alone]
    return (asked_alone == 0 or _refuses_others(size, places, leaders, alone, grown, is_read)) \
        and any(grown({**dict.fromkeys(leaders, changed), **dict.fromkeys(places, rule(changed))}) is not None for changed in changes)


def _refuses_others(size, places, leaders, alone, grown, is_read):
    if size < 2 or grown(dict.fromkeys(places, size - 1)) is not None:
        return False
    more = grown(dict.fromkeys(places, size + 1))
    if more is not None and any(is_read(more, place, size) for place in places):
        return False
    return all(grown(dict.fromkeys(leaders, changed)) is None for changed in alone)


def with_followers(followers, sizes):
    """`sizes`, {(input, axis): size}, with those that follow some of them, and those that follow these."""
    along = sizes
    for _ in followers:  # as long as a chain may be
        more = {place: rule(*(along.get(leader, own) for leader, own in leaders)) for place, (leaders, rule) in followers.items()
                if place not in along and any(leader in along for leader, _ in leaders)}
        more = {place: size for place, size in more.items() if size > 0}
        if not more:
            break
        along = {**more, **along}
    return along
