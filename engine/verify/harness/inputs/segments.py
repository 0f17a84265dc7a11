# SPDX-License-Identifier: GPL-3.0-or-later
"""Integers that say how much of another tensor there is: lengths, and where the segments of these lengths start. A
reference takes others without a word, since slices and masks end where their tensor does; a kernel relies on them."""

import copy
import itertools

import torch
from torch.utils.weak import WeakIdKeyDictionary

from harness.inputs import patterns
from harness.task.reference_run import Refused, derive_seed, run_native, same_answers, same_bytes

FEWEST_POSTS = 4  # fewer numbers may begin at 0 and never fall by chance
FEW_DRAWS = 16   # of a task's inputs, in all of which numbers add up to a size
LEAST_END = 16   # of fewer posts that each draw has at the same places
META_SHARE = 4  # a tensor with so many times fewer elements than another one says something about that
BLOCKS = (16, 32, 64, 128)  # of rows that kernels take at once
MOST_ROOMS = 4  # products of two sizes that lengths may end at

_behind = WeakIdKeyDictionary()  # lengths of which the longest is one more than a size -> that size
_in_pages = WeakIdKeyDictionary()  # lengths that end with the pages of a table -> (pages of a row, elements of a page)
_rooms = WeakIdKeyDictionary()     # posts -> (input, axis) that has room for the longest part
_few_posts = WeakIdKeyDictionary()  # fewer than FEWEST_POSTS -> True


def is_whole(value):
    return isinstance(value, torch.Tensor) and not value.is_floating_point() and not value.is_complex() \
        and value.dtype != torch.bool


def starts_of(inputs):
    """{index of the starts: index of the lengths}, where one are the sums of the others before them."""
    rows = [index for index, value in enumerate(inputs)
            if is_whole(value) and value.dim() == 1 and value.numel() > 1]
    return {start: length for start in rows for length in rows
            if start != length and inputs[start].shape == inputs[length].shape
            and int(inputs[length].min()) > 0 and torch.equal(_starts(inputs[length]), inputs[start].long())}


def equal_rooms_of(inputs):
    """{index of the starts: (indices of the lengths, size)}, where whole numbers in equal steps from 0 cut all of an axis of that size into as many
    rooms, and others, one for each of them, say how much of its room is taken: no more than there is."""
    found = {}
    for index, value in enumerate(inputs):
        if not is_whole(value) or value.dim() != 1 or value.numel() < 2:
            continue
        room = int(value[1])
        total = room * value.numel()
        if room < 2 or not torch.equal(value.long(), torch.arange(value.numel()) * room) or not _is_a_size(inputs, index, total):
            continue
        lengths = [other for other, length in enumerate(inputs) if other != index and is_whole(length) and length.shape == value.shape
                   and int(length.min()) >= 0 and 0 < int(length.max()) <= room and not torch.equal(length, value)]
        if lengths:
            found[index] = lengths, total
    return found


def counted_between(inputs):
    """{index of posts: index of the lengths}, where one are where parts begin and end, and the others how long each of them is."""
    rows = [index for index, value in enumerate(inputs) if is_whole(value) and value.dim() == 1]
    return {post: length for post in rows if are_posts(inputs[post]) for length in rows
            if inputs[length].numel() == inputs[post].numel() - 1 and torch.equal(inputs[post].long().diff(), inputs[length].long())}


def kept_together(inputs):
    """Indices of inputs that mean something only together."""
    starts, rooms, counted = starts_of(inputs), equal_rooms_of(inputs), counted_between(inputs)
    return {*starts, *starts.values(), *counted, *counted.values(), *rooms, *(length for lengths, _ in rooms.values() for length in lengths)}


def _in_equal_rooms(inputs, originals, moved):
    """Whether what lies in equal rooms of an axis has room in that of `inputs`; then it does (in place), and nothing is longer than its room."""
    for start, (lengths, total) in equal_rooms_of(originals).items():
        count = inputs[start].numel()
        room = moved.get(total, total) // max(count, 1)
        if room < 1:
            return False
        inputs[start].copy_(torch.arange(count) * room)
        for length in lengths:
            most = int(inputs[length].max()) if inputs[length].numel() else 0
            if most > room:
                least = min(int(originals[length].min()), 1)
                inputs[length].copy_((inputs[length].long() * room // most).clamp(min=least))
    return True


def joined(inputs, originals, moved):
    """`inputs` of other sizes with starts that fit their lengths, and lengths that make up the whole where those of
    `originals` did; None where there is no room for them. `moved`: {old size: new size}."""
    for start, length in starts_of(originals).items():
        lengths = inputs[length].long()
        total = int(originals[length].sum())
        whole = moved.get(total, total)
        if whole < lengths.numel():
            return None
        if int(lengths.sum()) > whole:
            lengths = (lengths * whole // int(lengths.sum())).clamp(min=1, max=max(whole // lengths.numel(), 1))
        if any(total in value.shape for value in originals if isinstance(value, torch.Tensor)):
            lengths[-1] = whole - int(lengths[:-1].sum())
        lengths = _within(lengths, _room_in_tables(inputs, originals, length))
        if lengths is None:
            return None
        inputs[length] = lengths.to(inputs[length].dtype)
        if inputs[start].shape == lengths.shape:
            inputs[start] = _starts(lengths).to(inputs[start].dtype)
    if not _in_equal_rooms(inputs, originals, moved):
        return None
    for post, length in counted_between(originals).items():
        if not _is_a_size(originals, post, int(originals[post][-1])):
            lengths = inputs[length].long()
            if inputs[post].numel() != lengths.numel() + 1:
                return None
            inputs[post] = torch.cat([lengths.new_zeros(1), lengths.cumsum(0)]).to(inputs[post].dtype)
    for index, original in enumerate(originals):
        pattern = patterns.pattern_of(original) if is_whole(original) else None
        if isinstance(pattern, patterns.Parts):
            inputs[index] = pattern.adding_up_to(moved.get(pattern.total, pattern.total), inputs[index], original.dtype)
            if inputs[index] is None:
                return None
    return inputs


def _room_in_tables(inputs, originals, length):
    """How many numbers a row of a table has now that has one for each of these lengths, and has room for the longest; None without one."""
    count, longest = originals[length].numel(), int(originals[length].max())
    widths = [now.shape[1] for value, now in zip(originals, inputs)
              if is_whole(value) and value.dim() == 2 and value.shape[0] == count and value.shape[1] >= longest]
    return min(widths, default=None)


def _within(lengths, room):
    """Lengths of which none is longer than `room`, and that add up to as much; None where there is not so much room."""
    if room is None or int(lengths.max()) <= room:
        return lengths
    short, within = int((lengths - room).clamp(min=0).sum()), lengths.clamp(max=room)
    for place in range(within.numel()):
        more = min(short, room - int(within[place]))
        within[place] += more
        short -= more
    return within if short == 0 else None


def learn_few_posts(task):
    """Tells of two or three whole numbers that they are posts, since each draw of the task has 0 first, and a size of another input last."""
    few = [index for index, value in enumerate(task.inputs) if is_whole(value) and value.dim() == 1 and 2 <= value.numel() < FEWEST_POSTS]
    for index in _so_in_each_draw(task, few, _ends_at_a_size, "posts"):
        value = task.inputs[index]
        _few_posts[value] = True
        patterns.know(value, patterns.SortedRows(value))


def _ends_at_a_size(inputs, index):
    value = inputs[index]
    return value.dim() == 1 and value.numel() > 1 and int(value[0]) == 0 and bool((value.long().diff() >= 0).all()) \
        and int(value[-1]) >= LEAST_END and _is_a_size(inputs, index, int(value[-1]))


def learn_parts(task):
    """Tells of whole numbers that in each draw of the task's inputs add up to a size of another input that they are its parts, as of rows
    that each expert is given. Those with starts beside them are `joined` by these."""
    others = kept_together(task.inputs)
    apart = [index for index in range(len(task.inputs)) if index not in others and _add_up(task.inputs, index) and _is_open(task.inputs, index)]
    for index in _so_in_each_draw(task, apart, _add_up, "parts"):
        patterns.know(task.inputs[index], patterns.Parts(task.inputs[index]))


def _so_in_each_draw(task, indices, holds, purpose):
    """Those of the indices for which `holds(inputs, index)` is true of the task's own inputs and of some more draws; none where it draws no more."""
    found = [index for index in indices if holds(task.inputs, index)]
    if not found:
        return []
    try:
        drawn = [task.draw_inputs(derive_seed(task.seed, f"{purpose} {number}")) for number in range(FEW_DRAWS)]
    except Refused:
        return []
    return [index for index in found if all(holds(one, index) for one in drawn)]


def _is_open(inputs, index):
    """Whether what the values have in common by themselves may be chance."""
    pattern = patterns.pattern_of(inputs[index])
    return pattern is None or type(pattern) is patterns.Distinct \
        or isinstance(pattern, patterns.SortedRows) and not _is_a_size(inputs, index, int(inputs[index][-1]))


def _add_up(inputs, index):
    value = inputs[index]
    if not is_whole(value) or value.dim() != 1 or value.numel() < 2 or int(value.min()) < 0:
        return False
    total = int(value.sum())
    return total > value.numel() and _is_a_size(inputs, index, total)


def _starts(lengths):
    return lengths.long().cumsum(0) - lengths.long()


def posts_of(inputs):
    """{place of posts: place of what they stand around}, places as (input, axis): whole numbers that begin at 0 and never fall, one more
    than another tensor has rows, say where the part of each row begins and where the last one ends. Not where a size of another tensor
    is their number, too: then that may be meant."""
    sizes = [((index, axis), size) for index, value in enumerate(inputs) if isinstance(value, torch.Tensor)
             for axis, size in enumerate(value.shape)]
    sizes.sort(key=lambda entry: entry[0][1])  # rows first
    posts = [index for index, value in enumerate(inputs) if are_posts(value)]
    found = {}
    for index in posts:
        count = inputs[index].numel()
        rows = [place for place, size in sizes if size == count - 1 and place[0] not in posts]
        if rows and not any(size == count and place[0] not in posts for place, size in sizes):
            found[index, 0] = rows[0]
    return found


def are_posts(value):
    """Whether whole numbers begin at 0, never fall and end above it, as where parts begin and the last one ends."""
    if not is_whole(value) or value.dim() != 1 or value.numel() < FEWEST_POSTS and value not in _few_posts or int(value[0]):
        return False
    steps = value.long().diff()
    return bool((steps >= 0).all()) and int(value[-1]) > 0


def with_rows(inputs, sizes):
    """`sizes`, {(input, axis): size}, with those of posts, of which there is one more than of what they stand around."""
    return {**sizes, **{post: sizes[rows] + 1 for post, rows in posts_of(inputs).items() if rows in sizes}}


def fit_posts(inputs, originals, moved):
    """Whether posts among `inputs` of other sizes fit: who ends where another tensor of `originals` does ends there, those in equal steps
    in such that fit (changed in place), and no part is longer than what there is for it. `moved`: {old size: new size}."""
    around = posts_of(originals)
    alone = [index for index, value in enumerate(originals) if are_posts(value) and (index, 0) not in around
             and _is_a_size(originals, index, int(value[-1]))]
    if not all(_ends_well(originals, inputs[index], index, moved) for index in alone):
        return False
    for index, _ in around:
        posts = inputs[index]
        if not _in_fitting_steps(originals, posts, index, moved):
            return False
        if originals[index] in _rooms:
            table, axis = _rooms[originals[index]]
            posts.copy_(patterns.with_steps_up_to(posts, inputs[table].shape[axis]))
        if not _ends_well(originals, posts, index, moved):
            return False
    for post, length in counted_between(originals).items():
        if _is_a_size(originals, post, int(originals[post][-1])):
            if inputs[post].numel() != inputs[length].numel() + 1:
                return False
            inputs[length].copy_(inputs[post].long().diff())
    return True


def at_blocks(task, index, posts, generator):
    """Posts with the same ends between which some parts are as long as whole blocks of 16, 32, ... or of a number of the constructor's, one longer or
    one shorter; None where they promise something else, or there is no room."""
    pattern = patterns.pattern_of(task.inputs[index])
    if not are_posts(posts) or not isinstance(pattern, patterns.SortedRows) or index in kept_together(task.inputs):
        return None
    steps, own = posts.long().diff(), task.inputs[index].long().diff()
    least, total = min(int(own.min()), 1), int(posts[-1])
    longest = min(pattern.longest or max(int(own.max()), max(BLOCKS) + 1), total)
    blocks = {*BLOCKS, *(number for number in _numbers_of(task) if number >= min(BLOCKS))}
    lengths = torch.tensor(sorted({block + step for block in blocks for step in (-1, 0, 1) if least < block + step <= longest}), dtype=torch.int64)
    lengths = lengths[torch.randperm(len(lengths), generator=generator)].tolist()
    # The longest block is whole for the shorter ones, too, of which it is a multiple; it comes first, and then what is beside it.
    longest_block = max((block for block in BLOCKS if least < block <= longest and block - least <= total - least * steps.numel()), default=0)
    lengths.sort(key=lambda length: (length != longest_block, abs(length - longest_block) != 1))
    places = torch.randperm(steps.numel(), generator=generator).tolist()
    for most in range(-(-len(places) // 2), 0, -1):
        parts = _parts_of(total, places, lengths[:most], least, longest)
        if parts is not None:
            return torch.cat([posts[:1].long(), parts.cumsum(0)]).to(posts.dtype)
    return None


def with_empty_parts(task, index, value, generator):
    """Posts, or whole numbers that add up to a size, of which some parts are empty and others take what was theirs; None where they are neither, or
    no part has room."""
    pattern = patterns.pattern_of(task.inputs[index])
    is_of_posts = are_posts(value) and index not in kept_together(task.inputs)
    if not is_of_posts and not isinstance(pattern, patterns.Parts):
        return None
    parts = value.long().diff() if is_of_posts else value.long()
    longest = getattr(pattern, "longest", None) or int(parts.max())
    emptied = _emptied(parts, longest, generator) if parts.numel() > 1 and int(parts.min()) > 0 else None
    if emptied is None:
        return None
    return (torch.cat([value[:1].long(), emptied.cumsum(0)]) if is_of_posts else emptied).to(value.dtype)


def _emptied(parts, longest, generator):
    """Up to half of the parts, the shortest first, given to others that are no longer than `longest` then; None where there is no room for one."""
    out, order = parts.clone(), parts.argsort().tolist()
    for count, place in enumerate(order[:max(len(order) // 2, 1)]):
        others = [other for other in order[count + 1:]]
        others = [others[at] for at in torch.randperm(len(others), generator=generator).tolist()]
        if sum(longest - int(out[other]) for other in others) < int(out[place]):
            break
        for other in others:
            moved = min(longest - int(out[other]), int(out[place]))
            out[other], out[place] = int(out[other]) + moved, int(out[place]) - moved
    return None if torch.equal(out, parts) else out


def _parts_of(total, places, lengths, least, longest):
    """Whole numbers that add up to `total`: at the first of `places` those of `lengths` for which there is room, at the others about as many
    each; None where these would be more than `longest`."""
    out, left, count = torch.full((len(places),), least), total - least * len(places), 0
    for length in lengths:
        if length - least <= left:
            out[places[count]], left, count = length, left - length + least, count + 1
    others = places[count:]
    for number, place in enumerate(others):
        more = min(left // (len(others) - number) + 1, left, longest - least)
        out[place], left = least + more, left - more
    return out if count and left == 0 else None


def _end_of(originals, index, moved):
    """Where posts end now; None where they end at no size."""
    last = int(originals[index][-1])
    return moved.get(last, last) if _is_a_size(originals, index, last) else None


def _in_fitting_steps(originals, posts, index, moved):
    """Whether posts that come in equal steps can; then they do (in place)."""
    end = _end_of(originals, index, moved)
    if end is None or not isinstance(patterns.pattern_of(originals[index]), patterns.Ramp):
        return True
    if posts.numel() < 2 or end % (posts.numel() - 1):
        return False
    posts.copy_(torch.arange(posts.numel()) * (end // (posts.numel() - 1)))
    return True


def _ends_well(originals, posts, index, moved):
    end = _end_of(originals, index, moved)
    return _in_fitting_steps(originals, posts, index, moved) and (end is None or posts.numel() > 1 and int(posts[-1]) == end)


def _is_a_size(inputs, index, number):
    return any(number in value.shape for other, value in enumerate(inputs) if other != index and isinstance(value, torch.Tensor))


def _is_table(value, axis):
    return axis == 0 and is_whole(value) and value.dim() == 2


def learn_longest(task):
    """Tells patterns of posts how long a part may be: as long as a whole number says that the task gives and that its reference makes no
    use of, as varying lengths come with the longest of them, or as a table or a padded tensor has room for."""
    for (index, _), (rows, axis) in posts_of(task.inputs).items():
        longest = int(task.inputs[index].long().diff().max())
        room = _room_of(task, index, rows, axis, longest)
        if room is not None:
            _rooms[task.inputs[index]] = rows, room
        pattern = patterns.pattern_of(task.inputs[index])
        if not isinstance(pattern, patterns.SortedRows):
            continue
        limits = [] if room is None else [task.inputs[rows].shape[room]]
        limits = [limit for limit in [*limits, *_unused_numbers(task, longest)] if limit >= longest]
        if limits:
            pattern.longest = min(limits)


def _room_of(task, index, rows, axis, longest):
    """The axis of input `rows` along which its rows have room for the parts between posts, or None: that of a table, or one behind whose end
    the reference takes no notice of a part that is longer."""
    table = task.inputs[rows]
    if _is_table(table, axis):
        return 1 if longest <= table.shape[1] else None
    sizes = sorted((size, other) for other, size in enumerate(table.shape) if other != axis and size >= max(longest, 2))
    return next((other for size, other in sizes if axis == 0 and _ends_at(task, index, size, _with_last_part)), None)


def _with_last_part(posts, length):
    out = posts.clone()
    out[-1] = out[-2] + length
    return out


def _ends_at(task, index, number, with_number, step=1):
    """Whether the reference makes no difference between `number` and more of an input's numbers, and one between that and fewer, by `step`.
    `with_number`: the input with such a number, of the input and that."""
    return _is_last(task, index, number, number + step, number - step, with_number)


def _is_alike_beyond(task, index, number):
    """Whether the reference makes no difference between numbers beyond that one, all of an input, and one between those and that."""
    return _is_last(task, index, number + 1, number + 2, number, torch.full_like)


def _is_last(task, index, number, more, fewer, with_number):
    value = task.inputs[index]

    def answer(one):
        changed = [*task.inputs[:index], with_number(value, one), *task.inputs[index + 1:]]
        return run_native(task.model, changed, 0).values

    try:
        own = answer(number)
        return same_answers(own, answer(more)) and not same_answers(own, answer(fewer))
    except Refused:
        return False


def learn_pages(task):
    """Notes lengths of what lies in pages, of which a table has a row for each, or of which what was made of each lies along an axis: they end
    with these pages, and a reference that masks what is behind them takes longer ones without a word. And those that end one behind a size, as
    of sequences that have a step between two elements: what is longer is all the same to the reference."""
    for index, value in enumerate(task.inputs):
        if not is_whole(value) or value.dim() != 1 or not value.numel() or int(value.min()) < 0:
            continue
        most, last = int(value.max()), torch.iinfo(value.dtype).max
        sizes, numbers = sizes_in(task.inputs), [number for number in _numbers_of(task) if number > 1]
        tables = {row * page: (row, page) for row in _rows_of_tables(task.inputs, value) for page in [*sizes, *numbers]}
        parts = {row * page: (row, page) for row in _rows_of_parts(task.inputs, value) for page in numbers} if most > max(sizes) else {}
        for rooms, is_whole_page in ((tables, False), (parts, True)):  # a part is there for the first number in it
            ends = sorted(room for room in rooms if most <= room < last)[:MOST_ROOMS]
            room = next((one for one in ends if _ends_at(task, index, one, torch.full_like, rooms[one][1] if is_whole_page else 1)), None)
            if room is not None:
                _in_pages[value] = rooms[room]
                break
        if value not in _in_pages and most - 1 in sizes and most + 2 <= last and _is_alike_beyond(task, index, most):
            _behind[value] = most - 1


def lies_in_pages(value):
    """Whether numbers end with the pages of a table, or one behind a size (learn_pages)."""
    return value in _in_pages or value in _behind


def rooms_in_tables(inputs, value, moved):
    """{old: new} of what a row of a table may reach: each of its entries names so many rows as another size says. Tables of
    pages are so: integers, a row for each element of `value`. `moved`: {old: new} of sizes."""
    def now(size):
        return moved.get(size, size)

    sizes = sizes_in(inputs)
    if value in _behind:
        return {_behind[value] + 1: now(_behind[value]) + 1}
    if value in _in_pages:
        row, page = _in_pages[value]
        return {row * page: now(row) * (now(page) if page in sizes else page)}
    pairs = sorted(itertools.product(_rows_of_tables(inputs, value), sizes), key=lambda pair: -now(pair[0]) * now(pair[1]))
    return {row * page: now(row) * now(page) for row, page in pairs}  # of equal ones, the smallest new one


def sizes_in(inputs):
    return {size for value in inputs if isinstance(value, torch.Tensor) for size in value.shape}


def _rows_of_tables(inputs, value):
    """How long the rows are of tables that have one for each element of a vector."""
    return {other.shape[1] for other in inputs if is_whole(other) and other.dim() == 2 and other.shape[0] == value.shape[0]} if value.dim() == 1 else set()


def _rows_of_parts(inputs, value):
    """How many parts there may be of each element of a vector, along another axis of what is not counted."""
    return {size for other in inputs if isinstance(other, torch.Tensor) and not is_whole(other) and other.dim() > 1 and value.shape[0] in other.shape
            for size in other.shape if size not in (1, value.shape[0])}


def _numbers_of(task):
    """The whole numbers that constructor and forward are given."""
    arguments, keywords = task.init
    return {number for number in [*arguments, *keywords.values(), *task.inputs] if type(number) is int}


def _unused_numbers(task, least):
    """Whole numbers of at least `least` given to constructor or forward on which the answer does not hang."""
    arguments, keywords = task.init
    places = [(0, at) for at in range(len(arguments))] + [(1, key) for key in keywords]
    for which, at in places:
        if _is_number(task.init[which][at], least) and _same_answer(task, lambda: _built_with(task, which, at), task.inputs):
            yield task.init[which][at]
    for at, value in enumerate(task.inputs):
        if _is_number(value, least):
            others = [*task.inputs[:at], value + 1, *task.inputs[at + 1:]]
            if _same_answer(task, lambda: task.model, others):
                yield value


def _is_number(value, least):
    return type(value) is int and value >= max(least, 2)


def _built_with(task, which, at):
    """The model with another number given to its constructor."""
    init = task.init
    arguments, keywords = copy.deepcopy(init)
    changed = (list(arguments), dict(keywords))
    changed[which][at] += 1
    task.init = (tuple(changed[0]), changed[1])
    try:
        return task.build(task.init_seed, task.inputs)
    finally:
        task.init = init


def _same_answer(task, model, inputs):
    try:
        other = model()
        if isinstance(other, torch.nn.Module):
            other.train(task.train_mode)
        before, after = run_native(task.model, task.inputs, 0), run_native(other, inputs, 0)
    except Refused:
        return False
    return same_answers(before.values, after.values) \
        and before.effects.keys() == after.effects.keys() and all(same_bytes(value, after.effects[name]) for name, value in before.effects.items())


def says_how_much(inputs, index):
    """True of few integers, not all of them 0, that are no larger than a size of an input with many elements, or lie in pages; one below zero may
    stand for none."""
    value = inputs[index]
    if not is_whole(value) or not value.numel() or int(value.min()) < 0 and patterns.none_of(value) is None:
        return False
    most = int(value.max())
    return most > 0 and (lies_in_pages(value) or any(isinstance(other, torch.Tensor) and other.numel() >= META_SHARE * value.numel()
               and any(most <= size for size in other.shape) for other in inputs if other is not value))
