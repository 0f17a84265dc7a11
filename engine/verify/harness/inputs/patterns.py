# SPDX-License-Identifier: GPL-3.0-or-later
"""Orders and patterns that the values of a tensor keep and that a right kernel may rely on: a
permutation, sorted or distinct integers, a triangular matrix, one-hot rows, rows that sum to one.
Learnt from the values, so that other values and other sizes keep them."""

import torch
from torch.utils.weak import WeakIdKeyDictionary

MOST_IN_ORDER = 1 << 20  # elements of which an order is drawn
FEWEST = 4       # along the last axis; fewer may be in order by chance
SOME = 64        # values that are looked at before all are
NEAR_ONE = 1e-3  # how far the sum or the norm of a row may be from one
NARROW = 1       # a band that ends this near to the diagonal is one on purpose
ROUNDING = 8     # units in the last place by which two sums of the same products may differ
LAST_PLACE = (1 << 31) - 1  # a larger number is no place in a tensor: it is made of parts, and not every number has right ones

_known = WeakIdKeyDictionary()  # tensor -> its pattern or None


def pattern_of(original):
    """The pattern of a tensor, which nobody changes afterwards, or None."""
    if original not in _known:
        _known[original] = _learn(original)
    return _known[original]


def forget(original):
    """What a tensor's values have in common is chance."""
    _known[original] = None


def know(original, pattern):
    """What its values have in common beside another input, which they alone do not tell."""
    _known[original] = pattern


def _learn(original):
    if original.dim() == 0 or original.numel() < FEWEST or original.is_complex():
        return None
    kinds = (Band, OneHot) if original.dtype == torch.bool else \
        (Band, OneHot, UnitRows, Heavy, Symmetric, Repeated, SortedRows) if original.is_floating_point() else \
        (Band, Permutation, Ramp, SortedRows, OneHot, Distinct, Places, Padded)
    return next((kind(original) for kind in kinds if kind.matches(original)), None)


def has_more_than(values, count):
    """Whether a vector holds more than so many different values. Mostly the first ones tell."""
    few = values[:SOME]
    return few.unique().numel() > count or len(values) > SOME and values.unique().numel() > count


def none_of(value):
    """The one number below zero that stands for none among whole ones, such as the label of what is left out, or None. Few different numbers
    may be weights."""
    if value.is_floating_point() or value.is_complex() or value.dtype == torch.bool or not value.numel() or int(value.max()) < FEWEST:
        return None
    below = value[value < 0]
    return int(below[0]) if below.numel() and bool((below == below[0]).all()) else None


def plain(source, shape, generator):
    """Values of `source` in any order, floating ones each once where there are enough: equal ones beside each other decide which is the
    largest. Those that would come twice are brought a little nearer to zero, so that bounds and signs stay."""
    flat = source.reshape(-1)
    count = torch.Size(shape).numel()
    if source.is_floating_point() and count <= flat.numel() <= MOST_IN_ORDER:
        return flat[torch.randperm(flat.numel(), generator=generator)[:count]].reshape(shape)
    drawn = flat[torch.randint(flat.numel(), (count,), generator=generator)]
    if source.is_floating_point() and flat.numel() < count and has_more_than(flat, FEWEST):
        drawn = drawn * (1 - 1e-3 * torch.rand(count, generator=generator)).to(source.dtype)
    return drawn.reshape(shape)


def _steps(value):
    """From each element of a row to the next. Those of bytes have no sign in their own dtype."""
    return (value if value.is_floating_point() else value.long()).diff(dim=-1)


class Pattern:
    """`draw(source, shape, generator)` gives values like those of `source` in the pattern, or None
    where the shape does not allow it. `source` is the original, or other values with its
    pattern."""

    is_fixed = False   # other values of the same size would break it
    by_chance = False  # numbers of a wide range, which may be no more than numbers

    def __init__(self, original):
        self.original = original


class Band(Pattern):
    """Matrices whose elements are zero beyond a diagonal: triangular ones, causal masks."""

    def __init__(self, original):
        super().__init__(original)
        self._low, self._high = _band(original)
        inside = original[..., self._inside(original.shape[-1])]
        self.is_fixed = bool((inside == inside.reshape(-1)[0]).all())  # nothing but a mask
        self._is_heavy = not self.is_fixed and _is_heavy(original)

    @staticmethod
    def matches(value):
        if not _is_square(value) or value.shape[-1] < FEWEST:
            return False
        # Both corners of a dense matrix are seldom zero, and looking there is quick.
        if value.reshape(-1, *value.shape[-2:])[0, [0, -1], [-1, 0]].ne(0).all():
            return False
        band = _band(value)
        if band is None:
            return False
        size = value.shape[-1]
        return band[0] >= -NARROW and band[0] > 1 - size or band[1] <= NARROW < size - 1

    def _inside(self, size):
        """Where elements may be other than zero, in a matrix of that size."""
        own = self.original.shape[-1]
        low = self._low if self._low > 1 - own else 1 - size
        high = self._high if self._high < own - 1 else size - 1
        return torch.ones(size, size, dtype=torch.bool).tril(high).triu(low)

    def draw(self, source, shape, generator):
        if len(shape) < 2 or shape[-1] != shape[-2]:
            return None
        inside = self._inside(shape[-1])
        values = source[..., self._inside(source.shape[-1])]
        if not values.numel():
            return None
        drawn = _drawn_heavy(source, shape, generator) if self._is_heavy else plain(values, shape, generator)
        return torch.where(inside, drawn, torch.zeros((), dtype=drawn.dtype))


def _is_square(value):
    return value.dim() >= 2 and value.shape[-1] == value.shape[-2]


def _band(value):
    """(lowest, highest) diagonal with elements that are not zero, or None."""
    places = (value != 0).reshape(-1, *value.shape[-2:]).any(dim=0).nonzero()
    if not len(places):
        return None
    diagonals = places[:, 1] - places[:, 0]
    return int(diagonals.min()), int(diagonals.max())


class Heavy(Pattern):
    """Matrices whose diagonal is farther from zero than all beside it, so that they can be solved, or have a root: those that are symmetric
    stay so."""

    def __init__(self, original):
        super().__init__(original)
        self._is_symmetric = Symmetric.matches(original)

    @staticmethod
    def matches(value):
        return _is_heavy(value)

    def draw(self, source, shape, generator):
        if len(shape) < 2 or shape[-1] != shape[-2]:
            return None
        drawn = _drawn_heavy(source, shape, generator)
        return torch.triu(drawn) + torch.triu(drawn, 1).mT if self._is_symmetric else drawn


def _is_heavy(value):
    if not _is_square(value) or value.shape[-1] < FEWEST or not value.is_floating_point():
        return False
    on = value.diagonal(dim1=-2, dim2=-1).abs()
    return bool(on.min() > 0) and bool(on.min() > value.abs().masked_fill(_diagonal(value.shape[-1]), 0).max())


def _diagonal(size):
    return torch.eye(size, dtype=torch.bool)


def _drawn_heavy(source, shape, generator):
    """A matrix of the diagonal's numbers on its diagonal; the others become less where there are more of them, as what they add up to."""
    own, size = source.shape[-1], shape[-1]
    beside = source[..., ~_diagonal(own)]
    drawn = plain(beside if own > 1 else source, shape, generator) * min(1, own / size)
    on = plain(source.diagonal(dim1=-2, dim2=-1), shape[:-1], generator)
    return torch.where(_diagonal(size), torch.diag_embed(on), drawn).to(source.dtype)


class Symmetric(Pattern):
    """Matrices that are their own transpose, but for the rounding of a matrix product: whether
    `x @ x.T` is so to the last bit depends on the processor."""

    @staticmethod
    def matches(value):
        if not _is_square(value) or value.shape[-1] < 2 \
                or not bool((value != value.reshape(-1)[0]).any()):
            return False
        if torch.equal(value, value.mT):
            return True
        largest = value.abs().amax(dim=-1).double().sqrt()
        scale = largest.unsqueeze(-1) * largest.unsqueeze(-2)
        off = (value.double() - value.mT.double()).abs()
        return bool((off <= ROUNDING * torch.finfo(value.dtype).eps * scale).all())

    def draw(self, source, shape, generator):
        if len(shape) < 2 or shape[-1] != shape[-2]:
            return None
        drawn = plain(source, shape, generator)
        return torch.triu(drawn) + torch.triu(drawn, 1).mT


class Permutation(Pattern):
    """Rows that hold 0, 1, 2, ... each once; in order they are a Ramp."""

    is_fixed = True

    @staticmethod
    def matches(value):
        size = value.shape[-1]
        if size < FEWEST or int(value.max()) != size - 1 or int(value.min()) != 0:
            return False
        ordered = torch.arange(size, dtype=value.dtype)
        return not bool((value == ordered).all()) \
            and bool((value.sort(dim=-1).values == ordered).all())

    def draw(self, source, shape, generator):
        return torch.rand(shape, generator=generator).argsort(dim=-1).to(source.dtype)


class Ramp(Pattern):
    """Integers in equal steps."""

    is_fixed = True

    @staticmethod
    def matches(value):
        if value.shape[-1] < FEWEST:
            return False
        steps = _steps(value)
        first = steps.reshape(-1)[0]
        return bool(first != 0) and bool((steps == first).all()) \
            and bool((value[..., 0] == value.reshape(-1)[0]).all())

    def draw(self, source, shape, generator):
        del generator
        row = source.reshape(-1, source.shape[-1])[0]
        like = source if source.shape[-1] > 1 else self.original
        step = like.reshape(-1)[1] - like.reshape(-1)[0]
        return (row[0] + step * torch.arange(shape[-1])).to(source.dtype).expand(shape).clone()


class SortedRows(Pattern):
    """Rows that never fall: edges of buckets, offsets, segments. Their ends stay, for they say how
    much of another tensor there is. `longest`: what a step may be at most, where the task says that."""

    longest = None

    def __init__(self, original):
        super().__init__(original)
        self.is_fixed = not original.is_floating_point()
        self._strictly = self.is_fixed \
            and bool((_steps(original) > 0).all())

    @property
    def is_strict(self):
        """Whether no number comes twice."""
        return self._strictly

    def may_repeat(self):
        """That none does is chance."""
        self._strictly = False

    @staticmethod
    def matches(value):
        if value.shape[-1] < FEWEST or value.is_floating_point() and value.numel() < 2 * FEWEST:
            return False
        steps = _steps(value)
        return bool((steps >= 0).all()) and bool((steps > 0).any())

    def draw(self, source, shape, generator):
        if source.is_floating_point():
            return plain(source, shape, generator).sort(dim=-1).values
        low, high = int(source.min()), int(source.max())
        if shape[-1] < 2 or self._strictly and high - low < shape[-1] - 1:
            return None
        if high > LAST_PLACE:
            inner = plain(source, [*shape[:-1], shape[-1] - 2], generator).long()
        elif self._strictly:
            inner = _distinct_rows(low + 1, high, [*shape[:-1], shape[-1] - 2], generator)
        else:
            inner = torch.randint(low, high + 1, [*shape[:-1], shape[-1] - 2], generator=generator)
        ends = torch.tensor([low, high]).expand(*shape[:-1], 2)
        drawn = torch.cat([inner, ends], dim=-1).sort(dim=-1).values
        if self._strictly and high > LAST_PLACE:  # those that come twice are one apart
            at = torch.arange(shape[-1])
            drawn = (drawn - at).cummax(-1).values + at
        drawn = drawn.to(source.dtype)
        if self.longest is None:
            return drawn
        own = int(_steps(source).max()) if list(source.shape) == list(shape) else self.longest
        return with_steps_up_to(drawn, min(own, self.longest))


def with_steps_up_to(row, longest):
    """A row that never falls without longer steps; with the same ends if there is room."""
    steps = row.long().diff()
    left = int((steps - longest).clamp(min=0).sum())
    steps = steps.clamp(max=longest)
    for at in range(steps.numel()):
        more = min(left, longest - int(steps[at]))
        steps[at] += more
        left -= more
    return torch.cat([row[:1].long(), row[:1].long() + steps.cumsum(0)]).to(row.dtype)


class Distinct(Pattern):
    """Integers that are all different: whoever stores to them needs no atomic. Drawn again, they have both ends of the range that they are known
    to come from: what leaves the first place out, or the last one, shows there."""

    is_fixed = True

    def __init__(self, original):
        super().__init__(original)
        self._low, self._high = int(original.min()), int(original.max())
        span = self._high - self._low + 1
        self.by_chance = original.numel() ** 2 < 6 * span  # else one draw in twenty, or fewer

    def widen(self, drawn):
        """`drawn`: those of another draw of the task, which lie in the same range."""
        self._low, self._high = min(self._low, int(drawn.min())), max(self._high, int(drawn.max()))

    @staticmethod
    def matches(value):
        return value.numel() >= 2 * FEWEST and value.unique().numel() == value.numel()

    def draw(self, source, shape, generator):
        count = torch.Size(shape).numel()
        if self._high - self._low + 1 < count:
            return None
        drawn = _distinct_rows(self._low, self._high + 1, [count], generator)
        for end, place in zip((self._low, self._high), torch.randperm(count, generator=generator).tolist()[:2] if count > 1 else ()):
            if not bool((drawn == end).any()):
                drawn[place] = end
        return drawn.reshape(shape).to(source.dtype)


class Places(Distinct):
    """Places in another tensor, all different, and one negative number wherever there is none: what follows them meets each
    but once."""

    def __init__(self, original):
        super().__init__(_held(original))
        self._none, self._share = int(original.min()), float((original >= 0).double().mean())

    def widen(self, drawn):
        super().widen(_held(drawn))

    @staticmethod
    def matches(value):
        held = _held(value)
        return 0 < held.numel() < value.numel() and bool((value[value < 0] == value.min()).all()) and Distinct.matches(held)

    def draw(self, source, shape, generator):
        count = torch.Size(shape).numel()
        drawn = torch.full((count,), self._none, dtype=source.dtype)
        held = torch.randperm(count, generator=generator)[:round(self._share * count)]
        places = super().draw(source, held.shape, generator)
        if places is None:
            return None
        drawn[held] = places
        return drawn.reshape(shape)


def _held(value):
    return value[value >= 0]


class Padded(Pattern):
    """Places that are all different, and the number behind the last of them wherever there is none: rows sorted by their expert, each
    expert's padded to whole blocks."""

    is_fixed = True

    def __init__(self, original):
        super().__init__(original)
        self.end = int(original.max())
        self._share = float((original < self.end).double().mean())

    @staticmethod
    def matches(value):
        if value.dim() != 1 or value.numel() < 2 * FEWEST or int(value.min()) < 0:
            return False
        held = value[value < value.max()]
        return held.numel() < value.numel() - 1 and 2 * held.numel() > int(value.max()) and held.unique().numel() == held.numel()

    def draw(self, source, shape, generator):
        count, end = torch.Size(shape).numel(), int(source.max())
        held = min(round(self._share * count), end)
        if len(shape) != 1 or held == count:
            return None
        drawn = torch.full((count,), end, dtype=source.dtype)
        drawn[torch.randperm(count, generator=generator)[:held]] = torch.randperm(end, generator=generator)[:held].to(source.dtype)
        return drawn


def _distinct_rows(low, end, shape, generator):
    """Integers from low to end - 1, no two the same in a row."""
    if end - low <= 1 << 16:
        rows = torch.rand([*shape[:-1], end - low], generator=generator)
        return low + rows.argsort(dim=-1)[..., :shape[-1]]
    # One from each part of the range.
    edges = torch.linspace(low, end, shape[-1] + 1, dtype=torch.float64)
    part = (end - low) / max(shape[-1], 1)
    drawn = edges[:-1] + torch.rand(shape, generator=generator, dtype=torch.float64) * (part - 1)
    order = torch.rand(shape, generator=generator).argsort(dim=-1)
    return drawn.floor().to(torch.int64).gather(-1, order)


class Parts(Pattern):
    """Whole numbers, none below 0, that add up to as many as another tensor has of something: how many rows each group is. A part may be
    empty where one is."""

    is_fixed = True

    def __init__(self, original):
        super().__init__(original)
        self.total = int(original.sum())
        self._least = min(int(original.min()), 1)

    def draw(self, source, shape, generator):
        if len(shape) != 1:
            return None
        free = torch.rand(shape[0], generator=generator, dtype=torch.float64)
        return self.adding_up_to(max(int(source.sum()), self._least * shape[0]), free, source.dtype)

    def adding_up_to(self, total, shares, dtype):
        """Parts of `total` in these shares, or None where there is no room for them."""
        room = total - self._least * len(shares)
        if room < 0:
            return None
        ends = (shares.double().cumsum(0) / max(float(shares.double().sum()), 1e-30) * room).round().long()
        ends[-1] = room
        return (ends.diff(prepend=ends.new_zeros(1)) + self._least).to(dtype)


class Repeated(Pattern):
    """Rows whose second half is the first once more (the angles of a rotary embedding), or whose elements come in
    equal pairs: a kernel reads one of the two."""

    by_pairs = False

    def __init__(self, original):
        super().__init__(original)
        self.by_pairs = not _is_twice(original, by_pairs=False)

    @staticmethod
    def matches(value):
        return value.shape[-1] >= FEWEST and value.shape[-1] % 2 == 0 and has_more_than(value.reshape(-1), FEWEST) \
            and (_is_twice(value, by_pairs=False) or _is_twice(value, by_pairs=True))

    def draw(self, source, shape, generator):
        return None if shape[-1] % 2 else self.bent(plain(source, shape, generator))

    def bent(self, values):
        """`values` with the second of the two like the first."""
        half = _parts_of(values, self.by_pairs)[0]
        return half.repeat_interleave(2, dim=-1) if self.by_pairs else torch.cat([half, half], dim=-1)


def _parts_of(value, by_pairs):
    """The two parts of rows of an even length."""
    return (value[..., 0::2], value[..., 1::2]) if by_pairs else value.chunk(2, dim=-1)


def _is_twice(value, by_pairs):
    return torch.equal(*_parts_of(value, by_pairs))


class OneHot(Pattern):
    """Rows with one element that is not zero, the same in all."""

    is_fixed = True

    @staticmethod
    def matches(value):
        if value.dim() < 2 or value.shape[-1] < 2 or value.numel() == value.shape[-1]:
            return False
        held = value != 0
        return bool((held.sum(dim=-1) == 1).all()) \
            and bool((value[held] == value[held][0]).all())

    def draw(self, source, shape, generator):
        drawn = torch.zeros(shape, dtype=source.dtype)
        places = torch.randint(shape[-1], [*shape[:-1], 1], generator=generator)
        return drawn.scatter_(-1, places, source[source != 0][0].item())


class UnitRows(Pattern):
    """Rows of probabilities, which sum to one, or of length one."""

    def __init__(self, original):
        super().__init__(original)
        self._sums = bool((original >= 0).all()) and _near_one(original.double().sum(dim=-1))

    @staticmethod
    def matches(value):
        if value.shape[-1] < 2 or not _is_unit(value.reshape(-1, value.shape[-1])[:1]):
            return False
        return _is_unit(value)

    def draw(self, source, shape, generator):
        return self.scaled(plain(source, shape, generator))

    def without_one(self, values):
        """`values` whose second number is zero in each row; themselves where that leaves nothing."""
        if values.shape[-1] < 2:
            return values
        wide = values.clone()
        wide[..., 1] = 0
        drawn = self.scaled(wide)
        return values if drawn is None else drawn

    def scaled(self, values):
        """`values` with rows of sum or length one again; None where one of them is nothing."""
        wide = values.double()
        scale = wide.sum(dim=-1, keepdim=True) if self._sums else wide.norm(dim=-1, keepdim=True)
        return (wide / scale).to(values.dtype) if bool((scale > 0).all()) else None


def _is_unit(value):
    wide = value.double()
    return bool((value >= 0).all()) and _near_one(wide.sum(dim=-1)) \
        or _near_one(wide.square().sum(dim=-1))


def _near_one(values):
    return bool(((values - 1).abs() < NEAR_ONE).all())
