# SPDX-License-Identifier: GPL-3.0-or-later
"""Tensors and text in a memfd, in safetensors layout: u64 header length, JSON header, data.

The data part starts at a multiple of 64 bytes and every tensor whose size is a multiple of 64
keeps that alignment, so that most tensors are used where they lie, without a copy.
"""

import copy
import errno
import json
import mmap
import os
import resource
import struct

import numpy
import torch

from harness.shared import wire

ALIGNMENT = 64

_NAMES = {
    torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16",
    torch.int64: "I64", torch.int32: "I32", torch.int16: "I16", torch.int8: "I8",
    torch.uint8: "U8", torch.uint16: "U16", torch.uint32: "U32", torch.uint64: "U64",
    torch.bool: "BOOL", torch.float8_e4m3fn: "F8_E4M3", torch.float8_e5m2: "F8_E5M2",
}
_COMPLEX = (torch.complex32, torch.complex64, torch.complex128)  # lie there as pairs of floats, and the metadata `complex` names them
_TYPES = {name: dtype for dtype, name in _NAMES.items()}


class BundleError(Exception):
    """The bytes are not a bundle, or a tensor cannot be written into one."""


class TooLarge(BundleError):
    """It has more bytes than it may have."""


def dtype_name(dtype):
    """"float32" for torch.float32."""
    return str(dtype).removeprefix("torch.")


def supported(tensor):
    """True if the tensor can be written: dense, on the CPU, of a plain dtype."""
    return (tensor.layout == torch.strided and tensor.dtype in (*_NAMES, *_COMPLEX)
            and tensor.device.type == "cpu")


def as_pairs(tensor):
    """Complex numbers as their two parts in a last dimension."""
    return torch.view_as_real(tensor.resolve_conj()) if tensor.is_complex() else tensor


def raw(tensor):
    """The bytes of the elements, row-major, as a tensor of one dimension."""
    flat = tensor.detach().contiguous().reshape(-1)
    if flat.numel() == 1:
        flat = flat.as_strided((1,), (1,))  # one element is contiguous with any stride
    return flat.view(torch.uint8)


def same_bytes(first, second):
    """Whether two tensors on the CPU have them. In numpy, since torch takes thirty times as long over single bytes."""
    return numpy.array_equal(_bytes_of(first), _bytes_of(second))


def _bytes_of(tensor):
    """The elements as a numpy byte array, row-major."""
    return raw(tensor).numpy() if tensor.numel() else b""


def _ordered(tensors):
    return sorted(tensors.items(), key=lambda item: item[1].numel() * item[1].element_size()
                  % ALIGNMENT != 0)


def names_in_order(tensors):
    """The names of {name: tensor} as a bundle of them lists them."""
    return [name for name, _ in _ordered(tensors)]


def write(fd, tensors, metadata):
    """Writes {name: tensor} and {text: text} into the memfd, replacing what is there."""
    are_complex = [name for name, tensor in tensors.items() if tensor.dtype in _COMPLEX]
    if are_complex:
        metadata = {**metadata, "complex": json.dumps(are_complex)}
        tensors = {name: as_pairs(tensor) for name, tensor in tensors.items()}
    header = {"__metadata__": {str(key): str(value) for key, value in metadata.items()}}
    offset = 0
    ordered = _ordered(tensors)
    for name, tensor in ordered:
        if not supported(tensor):
            raise BundleError(f"{name}: a {tensor.layout} tensor of {tensor.dtype} on "
                              f"{tensor.device.type} cannot be passed on")
        size = tensor.numel() * tensor.element_size()
        header[name] = {"dtype": _NAMES[tensor.dtype], "shape": list(tensor.shape),
                        "data_offsets": [offset, offset + size]}
        offset += size
    text = json.dumps(header).encode("utf-8")
    text += b" " * (-(len(text) + 8) % ALIGNMENT)
    start = 8 + len(text)
    if os.fstat(fd).st_size:
        os.ftruncate(fd, 0)
    _make_room(fd, start + offset)
    _write_at(fd, struct.pack("<Q", len(text)) + text, 0)
    for _, tensor in ordered:
        data = _bytes_of(tensor)
        _write_at(fd, data, start)
        start += len(data)


def _make_room(fd, size):
    try:
        os.ftruncate(fd, size)
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        most = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
        raise TooLarge(f"the tensors are too large: {size >> 20} MiB, of which a process hands on {most >> 20} at most") from error


def _write_at(fd, data, offset):
    view = memoryview(data)
    while view.nbytes:
        written = os.pwrite(fd, view, offset)
        offset += written
        view = view[written:]


def create(name, tensors, metadata):
    """A new file in memory with the bundle; the caller closes it."""
    fd = wire.new_memory_file(name)
    try:
        write(fd, tensors, metadata)
    except BaseException:
        os.close(fd)
        raise
    return fd


def write_outputs(fd, outputs, structure, effects=None):
    """What a forward returned ("tensor" or "tuple"), in the form that the judge reads; `effects`:
    more tensors on the CPU, by name."""
    tensors = {f"output.{index}": tensor.detach().cpu() for index, tensor in enumerate(outputs)}
    strides = json.dumps([list(tensor.stride()) for tensor in outputs])
    write(fd, {**tensors, **(effects or {})}, {"outputs": structure, "strides": strides})


class Bundle:
    """A private, writable map of a bundle: changes stay in this process. `limit`: of bytes, for one whose owner may change or cut
    the file at any time: then it is read, not mapped."""

    def __init__(self, fd, limit=None):
        self._map = _mapped(fd) if limit is None else bytearray(wire.read_text_fd(fd, limit))
        size = len(self._map)
        if limit is not None and size > limit:
            raise TooLarge(f"the bundle has more than {limit} bytes")
        if size < 8:
            raise BundleError("a bundle needs at least 8 bytes")
        length, = struct.unpack_from("<Q", self._map, 0)
        if length > size - 8:
            raise BundleError("the header is longer than the bundle")
        self._start = 8 + length
        self._header = json.loads(self._map[8:self._start])
        self.metadata = self._header.pop("__metadata__", {})
        self._complex = json.loads(self.metadata.get("complex", "[]"))
        self._layouts = json.loads(self.metadata.get("layouts", "{}"))

    def names(self):
        return list(self._header)

    def beginning(self, name, limit):
        """The first bytes of the tensor, row-major."""
        begin, end = self._header[name]["data_offsets"]
        return self._map[self._start + begin:self._start + min(end, begin + limit)]

    def view(self, name):
        """The tensor where it lies; aligned to 64 bytes only if its size allows it."""
        entry = self._header[name]
        dtype = _TYPES[entry["dtype"]]
        begin, end = entry["data_offsets"]
        shape = entry["shape"]
        if begin == end:
            found = torch.empty(shape, dtype=dtype)
        else:
            count = (end - begin) // dtype.itemsize
            found = torch.frombuffer(self._map, dtype=dtype, count=count, offset=self._start + begin).view(shape)
        return torch.view_as_complex(found) if name in self._complex else found

    def tensor(self, name):
        """The tensor in its layout, without a copy where it is row-major and its address is as
        aligned as one of torch's own."""
        if name in self._layouts:
            return self.copy(name)
        view = self.view(name)
        return view if view.data_ptr() % ALIGNMENT == 0 else view.clone()

    def copy(self, name):
        """The tensor in fresh memory of its own, in the layout that the metadata asks for."""
        layout = self._layouts.get(name)
        return laid_out(self.view(name), layout) if layout else self.view(name).clone()


def _mapped(fd):
    size = os.fstat(fd).st_size
    return mmap.mmap(fd, size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE) if size else b""


# ---- layouts ----------------------------------------------------------------------------------

PADDING = 5  # elements between the rows of a padded tensor
BEFORE = 64  # elements before one that lies behind others: its address is as aligned as without


def layout_of(tensor):
    """The layout of a tensor that does not lie row by row from the beginning of its memory, as laid_out takes it; "" for one that does."""
    if tensor.is_contiguous() and tensor.storage_offset() and tensor.numel() > 1:
        return "behind"
    if tensor.is_contiguous() or tensor.numel() < 2 or 0 in tensor.stride():
        return ""
    order = sorted(range(tensor.dim()), key=lambda axis: -tensor.stride(axis))
    if tensor.permute(order).is_contiguous():
        return "order " + " ".join(map(str, order))
    return "padded"


def laid_out(tensor, layout):
    """The same values in fresh memory that is not row-major.

    "transposed": the last two dimensions are stored the other way round. "order 0 2 1": dimensions are stored in this
    order. "behind": row-major, and behind other elements. "padded": rows lie in a wider buffer, or the elements of a vector two
    apart; between and before them is NaN (zero for integers).
    """
    if layout.startswith("order "):
        order = [int(axis) for axis in layout.split()[1:]]
        back = sorted(range(len(order)), key=order.__getitem__)
        return tensor.permute(order).clone(memory_format=torch.contiguous_format).permute(back)
    if layout == "transposed":
        return tensor.transpose(-1, -2).clone(memory_format=torch.contiguous_format) \
            .transpose(-1, -2)
    if layout == "behind":
        buffer = torch.full([BEFORE + tensor.numel()], float("nan") if tensor.is_floating_point() else 0, dtype=tensor.dtype)
        return buffer[BEFORE:].view(tensor.shape).copy_(tensor)
    if layout != "padded":
        raise BundleError(f"unknown layout {layout!r}")
    shape = list(tensor.shape)
    wide = shape[:-1] + [shape[-1] + PADDING] if len(shape) > 1 else [2 * shape[0]]
    buffer = torch.zeros(wide, dtype=tensor.dtype)
    if tensor.is_floating_point():
        buffer.fill_(float("nan"))
    view = buffer[..., :shape[-1]] if len(shape) > 1 else buffer[::2]
    view.copy_(tensor)
    return view


# ---- tensors among arguments ------------------------------------------------------------------


def tensors_in(value):
    """Tensors of lists, tuples and dictionaries in the order in which encode_value numbers them."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from tensors_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from tensors_in(item)


def with_tensors(value, change):
    """A copy of lists, tuples and dictionaries with `change` applied to every tensor in them."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if type(value) in (list, tuple):
        return type(value)(with_tensors(item, change) for item in value)
    if type(value) is dict:
        return {key: with_tensors(item, change) for key, item in value.items()}
    return copy.deepcopy(value)


# ---- arguments as JSON, tensors by name -------------------------------------------------------


def encode_value(value, tensors, prefix):
    """JSON for an argument; tensors are put into `tensors` and replaced by {"tensor": name}."""
    if isinstance(value, torch.Tensor):
        name = f"{prefix}.{sum(key.startswith(prefix + '.') for key in tensors)}"
        tensors[name] = value
        return {"tensor": name}
    if isinstance(value, (bool, int, float, str)) or value is None:
        return value
    if isinstance(value, torch.dtype):
        return {"dtype": dtype_name(value)}
    if isinstance(value, torch.device):
        return {"device": str(value)}
    if isinstance(value, list):
        return [encode_value(item, tensors, prefix) for item in value]
    if isinstance(value, tuple):  # torch.Size too
        return {"tuple": [encode_value(item, tensors, prefix) for item in value]}
    if isinstance(value, dict):
        return {"dict": [[encode_value(key, tensors, prefix), encode_value(item, tensors, prefix)]
                         for key, item in value.items()]}
    raise BundleError(f"an argument of type {type(value).__name__} cannot be passed on")


def decode_value(value, fetch):
    """The inverse of encode_value; `fetch(name)` gives a tensor."""
    if isinstance(value, list):
        return [decode_value(item, fetch) for item in value]
    if not isinstance(value, dict):
        return value
    if "tensor" in value:
        return fetch(value["tensor"])
    if "value" in value:
        return decode_value(value["value"], fetch)
    if "dtype" in value:
        return getattr(torch, value["dtype"])
    if "device" in value:
        return torch.device(value["device"])
    if "tuple" in value:
        return tuple(decode_value(item, fetch) for item in value["tuple"])
    if "dict" in value:
        return {decode_value(key, fetch): decode_value(item, fetch)
                for key, item in value["dict"]}
    raise BundleError(f"unknown argument {value}")


def encode_arguments(values, tensors, prefix):
    """The forward arguments as PROTOCOL.md wants them: each {"tensor": ...} or {"value": ...}."""
    encoded = []
    for value in values:
        item = encode_value(value, tensors, prefix)
        encoded.append(item if isinstance(value, torch.Tensor) else {"value": item})
    return encoded
