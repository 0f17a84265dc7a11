# SPDX-License-Identifier: GPL-3.0-or-later
"""Other sizes for a task's inputs: which dimensions may change together, and to what.

Dimensions are grouped by their value over all inputs (and constructor arguments of models without
parameters): what is 128 in two places is taken for one symbol. A group is free if the reference
still accepts the inputs when it changes. If a whole group is refused, its parts on one axis are
tried. Dimensions that carry parameters refuse by themselves: the weights stay as they are.
"""

import ast
import math
import types

import torch

from harness.inputs import patterns, segments
from harness.shared import bundle

SIZES = "__nereid_sizes__"  # {name: value}
TINY_POWERS = (8, 16, 4, 32)
FEW_LENGTHS = 1 << 12
TINY_SIZES = (5, 7, 9, 6, 11, 10, 13, 12, 16, 20, 24, 32, 48, 64)


def tensor_places(inputs):
    """[(input index, axis, size)] over tensors at the top level of the inputs."""
    return [(index, axis, size) for index, value in enumerate(inputs)
            if isinstance(value, torch.Tensor) for axis, size in enumerate(value.shape)]


def groups(inputs):
    """Sets of places that may be one symbol, larger sets first for equal values. What follows another size (segments.posts_of) is none."""
    by_value, posts = {}, segments.posts_of(inputs)
    for index, axis, size in tensor_places(inputs):
        if size > 1 and (index, axis) not in posts:
            by_value.setdefault(size, []).append((index, axis))
    found = []
    for size, places in by_value.items():
        found.append((size, tuple(places)))
        axes = sorted({axis for _, axis in places})
        if len(axes) > 1:
            for axis in axes:
                found.append((size, tuple(place for place in places if place[1] == axis)))
    return found


def larger_size(size):
    """About a third larger, odd, hence neither a power of two nor a multiple of a block."""
    return (size + max(1, size // 3)) | 1


def resized(inputs, sizes, generator, known):
    """Inputs of other sizes; {(input, axis): size}. Values are drawn from the original's own, in
    the pattern that they have (`known`, of patterns.pattern_of, one for each input). None where a
    size breaks a pattern."""
    out = []
    moved = {inputs[index].shape[axis]: size for (index, axis), size in sorted(
        sizes.items(), key=lambda entry: -entry[1])}  # of equal sizes, the smallest new one
    sizes = segments.with_rows(inputs, sizes)
    for index, value in enumerate(inputs):
        if not isinstance(value, torch.Tensor):
            out.append(value)
            continue
        source = _up_to_end(inputs, value, known[index], moved) if isinstance(known[index], patterns.Padded) \
            else _in_reach(value, known[index], _sizes_reached(inputs, value, moved), segments.rooms_in_tables(inputs, value, moved))
        shape = [sizes.get((index, axis), size) for axis, size in enumerate(value.shape)]
        if shape == list(value.shape) and source is value:
            out.append(value.clone())
            continue
        drawn = _redrawn(source, shape, generator, known[index])
        if drawn is None:
            return None
        out.append(drawn)
    return segments.joined(out, inputs, moved) if segments.fit_posts(out, inputs, moved) else None


def _up_to_end(inputs, value, pattern, moved):
    """Padded places that end with a size, or with the entries along two axes of a tensor that lie side by side."""
    flat = [(size, other.shape[axis + 1]) for other in inputs if isinstance(other, torch.Tensor)
            for axis, size in enumerate(other.shape[:-1])]
    ends = {old: new for old, new in moved.items() if old == pattern.end} or {
        rows * columns: moved.get(rows, rows) * moved.get(columns, columns) for rows, columns in flat if rows * columns == pattern.end}
    end = ends.get(pattern.end, pattern.end)
    return value if end == pattern.end else torch.where(value < pattern.end, value.clamp(max=end), end).to(value.dtype)


def _sizes_reached(inputs, value, moved):
    """Those of `moved` that numbers may go up to: of a tensor that is alone, those that they nearly reach."""
    is_alone = sum(isinstance(other, torch.Tensor) for other in inputs) == 1
    if not is_alone or not segments.is_whole(value) or not value.numel():
        return moved
    return {old: new for old, new in moved.items() if old <= 2 * (int(value.max()) + 1)}


def _in_reach(value, pattern, moved, joint):
    """The values scaled with a size that they go up to, or with a product of two (`joint`): lengths, positions and ends of
    segments say how much of another tensor there is, and slices and masks of a reference take those beyond it without a
    word. `moved`, `joint`: {old: new}. One number below zero, which stands for none, is what it is."""
    if value.is_floating_point() or value.is_complex() or value.dtype == torch.bool or not value.numel():
        return value
    held = value[value >= 0]
    if not held.numel() or held.numel() < value.numel() and patterns.none_of(value) is None:
        return value
    scaled = _scaled_to(held, pattern, moved, joint, segments.lies_in_pages(value))
    return value if scaled is held else value.masked_scatter(value >= 0, scaled)


def _scaled_to(value, pattern, moved, joint, lies_in_pages):
    most = int(value.max())
    ends_there = isinstance(pattern, patterns.SortedRows) and int(value.min()) == 0
    limits = [] if lies_in_pages else [(old, moved[old]) for old in sorted(moved)]
    limits += [(old, joint[old]) for old in sorted(joint) if most <= old][:1]
    for old, new in limits:
        if most == old and ends_there or most <= old and new < most:
            scaled = value.to(torch.int64) * new // old
            whole = math.gcd(old, *value.flatten().tolist()) if value.numel() <= FEW_LENGTHS else 1  # as lengths in whole blocks
            if whole > 1 and new % whole == 0:
                scaled = scaled // whole * whole
                return scaled.clamp(min=min(whole, int(value.min()))).to(value.dtype)
            return scaled.clamp(min=min(1, int(value.min()))).to(value.dtype)
    return value


def _redrawn(value, shape, generator, pattern):
    if 0 in shape:
        return torch.empty(shape, dtype=value.dtype)
    if value.numel() == 0:
        return torch.randn(shape, generator=generator).to(value.dtype) if value.is_floating_point() \
            else torch.randint(2, shape, generator=generator).to(value.dtype)
    if pattern is None:
        return patterns.plain(value, shape, generator)
    return pattern.draw(value, shape, generator)


def has_new_empty(inputs, originals):
    """True if a tensor has lost all its elements: half of a size of one is none."""
    return any(value.numel() == 0 and original.numel() > 0 for value, original
               in zip(bundle.tensors_in(inputs), bundle.tensors_in(originals)))


def find_sizes(inputs, accepts, proposals, bound=()):
    """{places: size}: every free group at the first proposed size the reference accepts.

    `accepts(choice)` runs the reference; `proposals(size, taken)` lists other sizes, best first;
    sizes in `bound` stay.
    """
    chosen = {}
    for size, places in groups(inputs):
        if size in bound or any(place in known for known in chosen for place in places):
            continue
        _choose(chosen, places, proposals(size, set(chosen.values())), accepts)
    return chosen


def _choose(chosen, key, values, accepts):
    """Adds `key` with the first of the values that the reference accepts beside those chosen."""
    for value in values:
        if accepts({**chosen, key: value}):
            chosen[key] = value
            return


def larger_proposals(size, taken):
    """Odd sizes first; then what heads, groups and halves divide as they divide the own size."""
    first = larger_size(size)
    return [first if first not in taken else first + 2, size + max(size // 2, 2), 2 * size]


def tiny_proposals(size, taken):
    """Small sizes, different ones for different groups so that a transposed axis shows; powers of
    two where the task has one, for a kernel may rely on that. An odd size stays odd where it may: a window has a middle."""
    own = TINY_POWERS + TINY_SIZES if size & (size - 1) == 0 else TINY_SIZES
    small = [other for other in own if other < size]
    if size % 2:
        small.sort(key=lambda other: other % 2 == 0)
    fresh = [other for other in small if other not in taken]
    fractions = [size // 4 | size % 2, size // 2 | size % 2]
    return (fresh or small) + [other for other in fractions if 1 < other < size]


def past_sizes(size, rank, block=1):
    """Odd sizes beyond the next power of two, where a block of that power ends; `rank` keeps the
    sizes of different groups apart. First those beyond `block`, too, so that a kernel which takes
    so many at once needs a second program."""
    power = 1 << max(size - 1, 1).bit_length()
    return [size for end in dict.fromkeys((max(power, block), power))
            for size in (end + 3 + 2 * rank, end + 3 + 2 * rank + 4, 3 * end)]


def between_sizes(small, size, rank):
    """Odd sizes beyond the powers of two between `small` and `size`, largest first."""
    powers = [1 << bits for bits in range(size.bit_length() - 1, small.bit_length() - 1, -1)]
    return [power + 3 + 2 * rank for power in powers if power + 3 + 2 * rank < size]


def odd_sizes(size, rank):
    """Sizes of several small blocks and a rest, below the original."""
    return [other for other in (37 - 2 * rank, 27 - 2 * rank, 19 - 2 * rank) if 1 < other < size]


# ---- constants of the reference's module ---------------------------------------------------------


def integer_constants(tree):
    """Names that the module binds once, at its top level, to an integer above 1 or to a tuple or
    list of one."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 \
                and isinstance(node.targets[0], ast.Name) and _integer_node(node.value):
            name = node.targets[0].id
            found[name] = None if name in found else _integer_node(node.value).value
    return {name: value for name, value in found.items() if value is not None and value > 1}


def _integer_node(node):
    if isinstance(node, (ast.Tuple, ast.List)) and len(node.elts) == 1:
        node = node.elts[0]
    return node if isinstance(node, ast.Constant) and type(node.value) is int else None


def with_open_constants(source, names, file_name):
    """Code of the module that takes its constants of these names from SIZES among its globals."""
    tree = ast.parse(source)
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) and statement.targets[0].id in names:
            size = ast.parse(f"{SIZES}[{statement.targets[0].id!r}]", mode="eval").body
            if isinstance(statement.value, ast.Constant):
                statement.value = size
            else:
                statement.value.elts = [size]
    return compile(tree, file_name, "exec", dont_inherit=True)


def module_with(code, sizes, file_name):
    """The module that with_open_constants has the code of, with these {name: value}."""
    module = types.ModuleType("reference_resized")
    module.__dict__.update({"__file__": file_name, SIZES: sizes})
    exec(code, module.__dict__)
    return module


def find_constants(constants, accepts, proposals):
    """{name: value} for the constants that the reference lets change, found one by one."""
    chosen = {}
    for name, value in constants.items():
        _choose(chosen, name, proposals(value, set(chosen.values())), accepts)
    return chosen
