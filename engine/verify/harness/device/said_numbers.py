# SPDX-License-Identifier: GPL-3.0-or-later
"""The numbers that a host says: where nothing but the values of the inputs is new, many new ones are computed from values that it
should not have."""

import hashlib
import re

from harness.device.refusal import Refused
from harness.shared import bundle

# What a host says anew where only the values of the inputs are new. It has read a few of them.
MAX_NEW_NUMBERS = 64
# Floating ones among them, beyond those that it has read: one or two scales, but no answers.
MAX_NEW_FLOATS = 2
# All of them together tell fewer bits than this, and a share of those of the answer: what a host knows of it it could say otherwise.
FLOAT_BITS, MAX_NEW_BITS, NEW_BITS_PART = 32, 64, 8
# Likewise integers of more bits than a size has, which may be those of a floating number: the seeds of some random numbers.
MAX_NEW_WIDE = 4
MOST_BITS = 24

# Numbers of a text (TTIR), wherever they stand but in names, types and places: `arith.constant 4 : i32`,
# `dense<[1.0, 2.0]>`, `{end = 68 : i32, start = 4 : i32}`, `dense<"0x3F80">`, which is one for each 8 digits.
_PLACES = re.compile(rb"loc\([^\n]*|\"[^\"\n]*\"|[%@#!][\w.$-]+(?::\d+)?|\b[a-z_][\w.]*\b|\b[1-9]\d*x")
_HEX_DATA = re.compile(rb"\"0x([0-9a-fA-F]+)\"")
_NUMBER = re.compile(rb"-?(?:0x[0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)")
_HEX_DIGITS = 8


class SaidNumbers:
    """Those of one candidate. `strict`: too many new ones are refused; `is_address(number)`: whether the host knows a tensor by it."""

    def __init__(self, strict, is_address):
        self._strict, self._is_address = strict, is_address
        self._numbers = set()  # those that it has named
        self._uploads = set()  # digests of what the host has uploaded
        self.begin_forward()

    def begin_forward(self):
        """Counts start over; what was said before is known."""
        self._read = set()
        self.new_numbers = []  # texts of those that this forward was the first to name
        self.new_uploads = []  # tensors of the host that no forward before has brought
        self._new_count = self._new_floats = self._new_wide = 0
        self.new_requests = 0  # of the host, beyond those of the forward before
        self._new_bits = 0  # of numbers that this forward was the first to name, beyond those that the host has read
        self.repeats = True  # the forward before with other values

    def note_read(self, value):
        """The host has read it, and may say it."""
        if isinstance(value, (int, float)):
            self._read.update((repr(value), repr(float(value))))

    def note(self, value):
        """The host names these numbers. Where nothing but the values of the inputs is new, many new
        ones are computed from values that it should not have."""
        for number in numbers_in(value):
            if number in self._numbers:
                continue
            if len(self._numbers) < 1 << 16:
                self._numbers.add(number)
            self._new_count += 1
            self.new_numbers += [number] if len(self.new_numbers) < 1 << 16 else []
            if number not in self._read:
                self._new_floats += _is_floating_text(number)
                self._new_wide += _is_wide_text(number)
                self._new_bits += _bits_of_text(number)
        self._refuse_new()

    def note_text(self, text):
        """Likewise for the constants in a new text of a kernel, in bytes."""
        data = b"".join(_HEX_DATA.findall(text))
        numbers = [data[at:at + _HEX_DIGITS] for at in range(0, len(data), _HEX_DIGITS)]
        numbers += _NUMBER.findall(_PLACES.sub(b" ", text))
        self.note([{"number": number.decode()} for number in numbers])

    def note_upload(self, tensor):
        digest = hashlib.sha256(bundle.raw(tensor).numpy()).digest()
        if digest not in self._uploads:
            self._uploads.add(digest)
            self.new_uploads.append(tensor)
            self._new_count += tensor.numel()
            if tensor.numel() <= MAX_NEW_NUMBERS:
                self._new_bits += sum(_bits_of_text(repr(value)) for value in tensor.reshape(-1).tolist()
                                     if repr(value) not in self._read and not self._is_address(value))
            if self.repeats and tensor.is_floating_point() and tensor.numel() <= MAX_NEW_NUMBERS:
                self._new_floats += sum(repr(value) not in self._read for value in tensor.reshape(-1).tolist())
            elif self.repeats and tensor.numel() <= MAX_NEW_NUMBERS:
                self._new_wide += sum(_is_wide_text(str(value)) and not self._is_address(value)
                                      for value in tensor.reshape(-1).tolist() if type(value) is int)
        self._refuse_new()

    def _refuse_new(self):
        too_many = self._new_count > MAX_NEW_NUMBERS or self._new_floats > MAX_NEW_FLOATS \
            or self._new_wide > MAX_NEW_WIDE
        if self.repeats and self._strict and too_many:
            raise Refused("torch_fallback", "the host sends numbers that change with the values of "
                          "the inputs; the kernels must do all the compute")

    def names_answer(self, outputs):
        """Whether what changed with the values of the inputs in what the host says could tell a good part of the answer."""
        bits = 8 * sum(tensor.nbytes for tensor in outputs)
        return self.repeats and self._strict and self._new_bits + self.new_requests > MAX_NEW_BITS + bits // NEW_BITS_PART


def _is_floating_text(number):
    """Whether a number that was written as text is no integer."""
    return not number.lstrip("-").isdigit()


def _is_wide_text(number):
    """Whether it is an integer with room for the bits of a floating number."""
    digits = number.lstrip("-")
    return digits.isdigit() and (len(digits) > MOST_BITS or int(digits).bit_length() > MOST_BITS)


def _bits_of_text(number):
    """What a number tells: of a size its digits, of a floating one those of float32."""
    digits = number.lstrip("-")
    return min(len(digits) * 4, int(digits).bit_length()) if digits.isdigit() else FLOAT_BITS


def numbers_in(value):
    """Numbers in what a host sends (JSON, in tuples too), as texts; tensors are none."""
    found = []
    _add_numbers(value, found)
    return found


def _add_numbers(value, found):
    kind = type(value)
    if kind is int or kind is float:
        found.append(repr(value))
    elif kind is list or kind is tuple:
        for item in value:
            _add_numbers(item, found)
    elif kind is dict:
        for key, item in value.items():
            if key in ("float", "number"):
                found.append(str(item))
            elif key != "t":
                _add_numbers(item, found)
