# SPDX-License-Identifier: GPL-3.0-or-later
"""What operators of a reference take without a word although it does not fit: a slice that has one element left stands for all of a
row, a count of numbers goes on behind the last one that was asked for, and a number becomes a whole one that its dtype has not: NaN,
infinity or one too large, of which each processor makes something else. `cut_off` meets them."""

import functools

import torch

from harness.inputs import segments
from harness.task.reference_run import is_floating

_AS_LARGE = {"expand": lambda value, *sizes: sizes[0] if len(sizes) == 1 else sizes, "expand_as": lambda value, other: other.shape}
_COUNT = "bincount"
_CASTS = frozenset("to type type_as byte char short int long".split())
_STORES = {"copy_": 1, "__setitem__": 2}  # what is stored, among the arguments


class Watch:
    """`laid`, `wide`: places in the text of the reference, with the number of a tensor there and its axis, counted from the last: where
    one element is laid over more, and where more than one meet as many. `counted`, `beyond`: places where numbers are counted, and
    where that found more than were asked for. `cast`, `lost`: places where numbers become whole ones, and where the dtype has not all of
    them. `own`: the watch of inputs that fit, where these are others."""

    def __init__(self, own=None):
        self._own = own
        self.laid, self.wide, self.counted, self.beyond, self.cast, self.lost = set(), set(), set(), set(), set(), set()

    def note(self, name, frame, args, given):
        """A function that is called from a frame."""
        if name in _AS_LARGE and not given:
            self._note_sizes(frame, [args[0].shape, tuple(_AS_LARGE[name](*args))])
            return
        if len(args) < 2 or not _goes_by_elements(name):
            return
        shapes = [value.shape for value in args if isinstance(value, torch.Tensor) and value.dim()]
        if len(shapes) > 1 and (self._own is None or any(1 in shape for shape in shapes)):
            self._note_sizes(frame, shapes)

    def _note_sizes(self, frame, shapes):
        place = _place(frame)
        for axis in range(1, max(map(len, shapes)) + 1):
            sizes = {number: shape[-axis] for number, shape in enumerate(shapes) if axis <= len(shape)}
            for number, size in sizes.items() if max(sizes.values()) > 1 else ():
                (self.laid if size == 1 else self.wide).add((place, number, axis))

    def note_result(self, name, result, frame, args, given):
        """What a function answered to these arguments."""
        if name == _COUNT:
            self._note_count(result, frame, *args, **(given or {}))
        elif name in _CASTS:
            self._note_cast(args[0], result, frame)
        elif name in _STORES and len(args) > _STORES[name]:
            self._note_cast(args[_STORES[name]], args[0], frame)

    def _note_count(self, result, frame, counted, weights=None, minlength=0):
        del counted, weights
        if minlength:
            (self.beyond if result.numel() > minlength else self.counted).add(_place(frame))

    def _note_cast(self, value, made, frame):
        if not is_floating(value) or not segments.is_whole(made):
            return
        limits, whole = torch.iinfo(made.dtype), (value if value.element_size() > 2 else value.float()).trunc()
        fits = (whole >= float(limits.min)) & (whole < float(limits.max + 1))
        (self.cast if bool(fits.all()) else self.lost).add(_place(frame))

    def fits_less(self):
        """Whether something does not fit here that does in `own`."""
        own = self._own or self
        return any((seen & fitting) - known for seen, fitting, known in (
            (self.laid, own.wide, own.laid), (self.beyond, own.counted, own.beyond), (self.lost, own.cast, own.lost)))


def _place(frame):
    return frame.f_code.co_filename, frame.f_code.co_firstlineno, frame.f_lasti


@functools.cache
def _goes_by_elements(name):
    """Whether PyTorch says so of a function of that name, or of the operator that it stands for."""
    plain = name.strip("_").replace("truediv", "div")
    found = [getattr(torch.ops.aten, operator, None) for operator in (name, plain, plain.removeprefix("r"), plain.removeprefix("i"))]
    return any(torch.Tag.pointwise in getattr(packet, overload).tags for packet in found if isinstance(packet, torch._ops.OpOverloadPacket)
               for overload in packet.overloads())
