# SPDX-License-Identifier: GPL-3.0-or-later
"""What operators of a reference take without a word although it does not fit: a slice that has one element left stands for all of a
row, and a count of numbers goes on behind the last one that was asked for. `cut_off` meets them."""

import functools

import torch

_AS_LARGE = {"expand": lambda value, *sizes: sizes[0] if len(sizes) == 1 else sizes, "expand_as": lambda value, other: other.shape}
COUNT = "bincount"


class Watch:
    """`laid`, `wide`: places in the text of the reference, with the number of a tensor there and its axis, counted from the last: where
    one element is laid over more, and where more than one meet as many. `counted`, `beyond`: places where numbers are counted, and
    where that found more than were asked for. `own`: the watch of inputs that fit, where these are others."""

    def __init__(self, own=None):
        self._own = own
        self.laid, self.wide, self.counted, self.beyond = set(), set(), set(), set()

    def note(self, name, frame, args, given):
        """A function that is called from a frame."""
        if name in _AS_LARGE and not given:
            self._note_sizes(frame, [args[0].shape, tuple(_AS_LARGE[name](*args))])
            return
        shapes = [value.shape for value in args if isinstance(value, torch.Tensor) and value.dim()]
        if len(shapes) > 1 and (self._own is None or any(1 in shape for shape in shapes)) and _goes_by_elements(name):
            self._note_sizes(frame, shapes)

    def _note_sizes(self, frame, shapes):
        place = _place(frame)
        for axis in range(1, max(map(len, shapes)) + 1):
            sizes = {number: shape[-axis] for number, shape in enumerate(shapes) if axis <= len(shape)}
            for number, size in sizes.items() if max(sizes.values()) > 1 else ():
                (self.laid if size == 1 else self.wide).add((place, number, axis))

    def note_count(self, result, frame, counted, weights=None, minlength=0):
        """What `bincount` answered to these arguments."""
        del counted, weights
        if minlength:
            (self.beyond if result.numel() > minlength else self.counted).add(_place(frame))

    def fits_less(self):
        """Whether something does not fit here that does in `own`."""
        own = self._own
        return bool((self.laid & own.wide) - own.laid) or bool((self.beyond & own.counted) - own.beyond)


def _place(frame):
    return frame.f_code.co_filename, frame.f_code.co_firstlineno, frame.f_lasti


@functools.cache
def _goes_by_elements(name):
    """Whether PyTorch says so of a function of that name, or of the operator that it stands for."""
    plain = name.strip("_").replace("truediv", "div")
    found = [getattr(torch.ops.aten, operator, None) for operator in (name, plain, plain.removeprefix("r"), plain.removeprefix("i"))]
    return any(torch.Tag.pointwise in getattr(packet, overload).tags for packet in found if isinstance(packet, torch._ops.OpOverloadPacket)
               for overload in packet.overloads())
