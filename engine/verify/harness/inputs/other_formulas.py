# SPDX-License-Identifier: GPL-3.0-or-later
"""The answer of a reference whose formula is written in another way, which is as right in float32: shares by way of their logarithm, as
attention keeps it for its gradient, what a logarithm of a sum is taken off before it is rounded, softplus without log1p, an angle of a cosine that was rounded, a product that is fused with the mean of one number which is taken off it,
and a mean of equal numbers that is divided as GPUs divide, or is multiplied by what one number's share of it is. What is rounded there
moves with what it is compared with, so that no other inputs show it. A variance that is a mean of squares less the square of the mean. A long sum block by block,
which loses what its running total has been, not what it comes to. Running sums, of which each has a rounding of its own."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from harness.shared import bundle, operators

HALF = torch.finfo(torch.float32).eps / 2  # of a rounding to the nearest
SQUARES = 2 * HALF  # of a mean of squares, which is a sum of many
DIVISION = 4 * HALF  # of one that is no more than two units off
LONG = 1 << 14  # numbers of a sum that is not torch's own pairs of pairs
BLOCK = 64  # of them that are added at once, as few kernels have less
_SUMS = frozenset("sum mean".split())
_SHARES = frozenset("_softmax _safe_softmax".split())
_NORMS = {"native_layer_norm": "_layer_norm", "native_group_norm": "_group_norm"}
_VARIANCES = frozenset("var std var_mean std_mean".split())
FAR = 24.0  # times its deviation: the mean of a row beside which a variance in one pass has lost digits that show
# Steep at the ends of what they take: what is computed and rounded before, as a cosine is, comes out elsewhere.
_STEEP = frozenset("acos asin acosh atanh".split())
_LOGARITHMS = "softplus"  # log(1 + exp(x)), whose sum is rounded
_DIFFERENCES = frozenset("sub sub_ rsub".split())
_RUNNING = frozenset("cumsum cumsum_".split())
_LOGARITHMS_OF_SUMS = frozenset("logsumexp logaddexp".split())


def may_differ(names, inputs):
    """Whether the other formula may make a difference, of a reference that uses operators of these names."""
    has_one = any(isinstance(value, torch.Tensor) and 1 in value.shape for value in inputs)
    return bool(names & {*_SHARES, *_STEEP, *_LOGARITHMS_OF_SUMS, *_RUNNING, _LOGARITHMS}) or (has_one or _is_flat(inputs)) and bool(names & (_NORMS.keys() | _DIFFERENCES)) \
        or bool(names & (_NORMS.keys() | _VARIANCES)) and _is_far(inputs) \
        or bool(names & _SUMS) and any(isinstance(value, torch.Tensor) and value.numel() >= LONG for value in inputs)


def _is_flat(inputs):
    """Whether a floating input has one number in each row, and not 0 throughout."""
    floating = [value for value in inputs if isinstance(value, torch.Tensor) and value.is_floating_point() and value.dim() and value.shape[-1] > 1]
    return any(bool((value == value[..., :1]).all()) and bool((value != 0).any()) for value in floating)


def _is_far(inputs):
    """Whether a floating input has a row whose numbers lie far from zero and near each other."""
    floating = [value.double() for value in inputs if isinstance(value, torch.Tensor) and value.is_floating_point() and value.dim() and value.shape[-1] > 1]
    return any(bool((value.mean(-1).abs() > FAR * value.std(-1)).any()) for value in floating)


class OtherFormulas(TorchDispatchMode):
    """Every operator in float64, but for one rounding of float32 that another formula has. With `is_coarse` shares of which one is all there is
    have none: its logarithm is its number itself. `in_one_pass`: variances are a mean of squares less the square of the mean."""

    def __init__(self, is_coarse=False, in_one_pass=True):
        super().__init__()
        self._is_coarse, self._of_squares = is_coarse, SQUARES if in_one_pass else 0.0
        self.widest = 0.0  # how far numbers lie apart of which shares are taken, where a mask leaves some out
        self._rounded, self._means, self._sums, self._alive = set(), set(), set(), []  # storages of what was computed, which keep their addresses

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = func.overloadpacket.__name__
        out = func(*args, **kwargs)
        if name in _SHARES:
            self.widest = max(self.widest, _width_beside_a_mask(args[0]))
            return _by_logarithm(out, *args[:2], self._is_coarse)
        if name in _STEEP and self._is_rounded(args[0]):
            return _where_finite(func(args[0] * (1 - 2 * HALF)), out)
        if name == _LOGARITHMS:
            out = out + HALF / abs(args[1] if len(args) > 1 else 1)
        if name in _LOGARITHMS_OF_SUMS:
            self._sums.add(out.untyped_storage().data_ptr())
        if name in _VARIANCES and func._overloadname == "correction":
            out = _in_one_pass(self._of_squares, name, out, *args, **kwargs)
        if name in _SUMS and out.is_floating_point() and args[0].numel() >= LONG * max(out.numel(), 1):
            _block_by_block(name, out, *args)
        if name in _RUNNING and out.is_floating_point() and out.dim():
            _step_by_step(out, *args)
        if name in _NORMS:
            out = getattr(self, _NORMS[name])(out, *args)
        elif name == "sub" and _is_among(self._sums, args[1]) and out.is_floating_point():
            out = _where_finite(out + torch.where(self._is_coarse & (out == 0), 0.0, HALF * args[1].abs()), out)
        elif name in _DIFFERENCES and self._is_rounded(args[0]) and out.is_floating_point():
            out.add_(torch.where(out == 0, HALF * args[0].abs(), 0.0))
        elif name == "sub" and _is_among(self._means, args[1]) and out.is_floating_point():
            out.add_(torch.where(out == 0, DIVISION * args[1].abs(), 0.0))
        if name == "mean" and _is_inexact(args[0].numel() // max(out.numel(), 1)):
            self._means.add(out.untyped_storage().data_ptr())
        if name not in operators.MOVING:
            for tensor in bundle.tensors_in(out):
                self._rounded.add(tensor.untyped_storage().data_ptr())
                self._alive.append(tensor)
        return out

    def _is_rounded(self, value):
        return _is_among(self._rounded, value)

    def _layer_norm(self, out, value, normalized_shape, weight=None, bias=None, eps=0.0):
        count = torch.Size(normalized_shape).numel()
        off = None
        if count == 1 and self._is_rounded(value):
            off = HALF * value.abs() * out[2]
        elif _is_inexact(count):
            off = _of_inexact_means(out, value == out[1], lambda rows: rows.flatten(-len(normalized_shape)).all(-1).reshape(out[1].shape), out[1], out[2])
        if off is not None:
            out[0].add_(off if weight is None else off * weight)
        squares = value.square().flatten(-len(normalized_shape)).mean(-1).reshape(out[2].shape)
        _lose_digits(out, out[0] if bias is None else out[0] - bias, self._of_squares * squares, out[2])
        return out

    def _group_norm(self, out, value, weight, bias, batch, channels, inner, groups, eps=0.0):
        def each(numbers):
            return numbers.reshape(batch, groups, 1).expand(batch, groups, channels // groups * inner).reshape(out[0].shape)

        def of_channels(numbers):
            return numbers.reshape(1, channels, *[1] * (value.dim() - 2))

        count, off = channels // groups * inner, None
        if count == 1 and self._is_rounded(value):
            off = HALF * value.abs() * each(out[2])
        elif _is_inexact(count):
            off = _of_inexact_means(out, value == each(out[1]), lambda rows: rows.reshape(batch, groups, count).all(-1), each(out[1]), each(out[2]))
        if off is not None:
            out[0].add_(off if weight is None else off * of_channels(weight))
        squares = each(value.reshape(batch, groups, count).square().mean(-1))
        _lose_digits(out, out[0] if bias is None else out[0] - of_channels(bias), self._of_squares * squares, each(out[2]))
        return out


def _of_inexact_means(out, is_mean, of_rows, means, rstds):
    """What rows of equal numbers come to whose mean is off by a rounding; what is kept of it for a gradient is off, too."""
    off = torch.where(is_mean, DIVISION * means.abs() * rstds, 0.0)
    out[1].mul_(torch.where(of_rows(is_mean), 1 + DIVISION, 1.0))
    return off


def _lose_digits(out, scaled, squares, rstds):
    """What comes of a normalisation whose variance is off by a share of the mean of squares. `scaled`: its answer without its bias."""
    out[0].add_(scaled * ((1 + squares * rstds.square()).rsqrt() - 1))


def _block_by_block(name, out, value, dim=None, keepdim=False, **_):
    """Adds to a sum, or a mean, what its running total loses, as a random walk of roundings of the largest that it has been."""
    dims = sorted(one % value.dim() for one in ([dim] if isinstance(dim, int) else dim or range(value.dim())))
    rows = value.movedim(dims, list(range(-len(dims), 0))).flatten(-len(dims))
    lost = HALF * (rows.shape[-1] / BLOCK) ** 0.5 * rows.cumsum(-1).abs().amax(-1)
    out.add_((lost / rows.shape[-1] if name == "mean" else lost).reshape(out.shape))


def _step_by_step(out, value, dim=0, **_):
    """Adds a rounding of the largest that it has been to each running sum, up and down by turns."""
    signs = 1 - 2 * (torch.arange(out.shape[dim], dtype=out.dtype) % 2)
    shape = [1] * out.dim()
    shape[dim] = -1
    out.add_(HALF * signs.view(shape) * out.abs().cummax(dim).values)


def _in_one_pass(share, name, out, value, dim=None, correction=None, keepdim=False):
    """Likewise of a variance or a deviation."""
    if not value.is_floating_point() or correction is None and value.numel() < 2:
        return out
    squares = share * (value.square().mean(dim, keepdim=keepdim) if dim is not None else value.square().mean())
    found = out[0] if name.endswith("_mean") else out
    lost = torch.where(found > 0, squares, 0.0)  # of equal numbers nothing is left to lose
    found.copy_((found.square() + lost).sqrt() if name.startswith("std") else found + lost)
    return out


def _width_beside_a_mask(value):
    """From the least to the largest finite number, where others are minus infinity."""
    known = value.isfinite()
    if not bool(value.isneginf().any()) or not bool(known.any()):
        return 0.0
    return float(value[known].max() - value[known].min())


def _where_finite(other, out):
    return torch.where(other.isfinite(), other, out)


def _is_among(storages, value):
    return isinstance(value, torch.Tensor) and value.is_floating_point() and value.untyped_storage().data_ptr() in storages


def _is_inexact(count):
    """Whether a sum of so many equal numbers, divided by their count, may be another number."""
    return count & (count - 1) != 0


def _by_logarithm(shares, value, dim, is_coarse):
    """The shares, by a logarithm of their sum that is rounded."""
    total = value.double().logsumexp(dim, keepdim=True)
    is_exact = is_coarse & (total == value.amax(dim, keepdim=True))
    return torch.where(total.isfinite(), (value - total + torch.where(is_exact, 0.0, HALF * total.abs())).exp().to(shares.dtype), shares)
