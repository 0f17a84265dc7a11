# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes that follow another one: one more than it, for what comes before the first or behind the last, or as many as it has blocks
of some number, the last of them short. A reference that reads by number, or cuts off what is left of a block, takes others without
a word; a kernel relies on them."""

import ast
import functools

from harness.inputs import shapes

BLOCK_LEAST = 2
MEMO = "followers"  # in Task.memo


def followers_of(task, grown, is_read):
    """{(input, axis): (place that it follows, rule)}, found once a task. `grown(sizes)`: inputs with {(input, axis): size}, or None
    where the reference refuses; `is_read(inputs, place, begin)`: whether the answer hangs on those from `begin` on.

    A size follows if the reference refuses one fewer, refuses one more or makes nothing of it, refuses a larger one to follow alone, and
    takes both changed together."""
    if MEMO not in task.memo:
        task.memo[MEMO] = found = {}
        groups = shapes.groups(task.inputs)  # all of one size come first
        numbers = _numbers(task)
        for size, places in groups:
            if not any(place in found for place in places):
                found.update(_following(size, places, groups, numbers, grown, is_read))
    return task.memo[MEMO]


def _following(size, places, groups, numbers, grown, is_read):
    for other, leaders in groups:
        for rule in _rules(other, numbers) if other != size else ():
            if rule(other) == size and _go_together(size, places, other, leaders, rule, grown, is_read):
                return {place: (leaders[0], rule) for place in places}
    return {}


def _rules(other, numbers):
    """What a size may have to do with this one. Where all its blocks are whole, that may be a promise."""
    yield lambda size: size + 1
    for number in numbers:
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


def _go_together(size, places, other, leaders, rule, grown, is_read):
    if size < 2 or grown(dict.fromkeys(places, size - 1)) is not None:
        return False
    more = grown(dict.fromkeys(places, size + 1))
    if more is not None and any(is_read(more, place, size) for place in places):
        return False
    changes = [changed for changed in (*shapes.larger_proposals(other, ()), other // 2) if rule(changed) not in (0, size)]
    alone = (changed for changed in changes if rule(changed) > size)
    return all(grown(dict.fromkeys(leaders, changed)) is None for changed in alone) \
        and any(grown({**dict.fromkeys(leaders, changed), **dict.fromkeys(places, rule(changed))}) is not None for changed in changes)


def with_followers(followers, sizes):
    """`sizes`, {(input, axis): size}, with those that follow one of them."""
    return {**{place: rule(sizes[leader]) for place, (leader, rule) in followers.items() if leader in sizes and rule(sizes[leader]) > 0}, **sizes}
