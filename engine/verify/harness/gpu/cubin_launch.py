# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiled kernels on the GPU through the driver's own interface: no launcher is built, and no Python but this loads or starts
one. What a launch looks like (scratch memory, clusters, cooperative grids, descriptors) is what Triton's launcher makes of the
same facts."""

import ctypes
import functools
import struct

import torch
from triton.runtime.errors import OutOfResources

# Of cuda.h.
_MAX_THREADS, _STATIC_SHARED, _MAX_DYNAMIC_SHARED, _LARGE_CLUSTERS = 0, 1, 8, 14
_MAX_SHARED_OF_DEVICE = 97
_PREFER_SHARED = 1
_COOPERATIVE, _CLUSTER, _CLUSTER_POLICY, _DEPENDENT = 2, 4, 5, 6
_SPREAD = 1
_L2_128B = 2
_NAN_OUTSIDE = 1
_EASY_SHARED = 48 << 10  # beyond, a kernel must ask for it
_MAP_BYTES, _MAP_ALIGNMENT = 128, 64
# Triton numbers the types of elements as the device does; the host's numbers differ in three places.
_HOST_TYPES = {**{number: number for number in range(16)}, 8: 10, 9: 8, 10: 9}
_MAX_RANK = 5


class _Attribute(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int), ("padding", ctypes.c_char * 4), ("value", ctypes.c_uint * 16)]


class _Config(ctypes.Structure):
    _fields_ = [("grid", ctypes.c_uint * 3), ("block", ctypes.c_uint * 3), ("shared", ctypes.c_uint),
                ("stream", ctypes.c_void_p), ("attributes", ctypes.POINTER(_Attribute)), ("count", ctypes.c_uint)]


@functools.cache
def _driver():
    return ctypes.CDLL("libcuda.so.1")


def _call(name, *arguments):
    """Calls the driver; RuntimeError with the driver's own words for what went wrong."""
    driver = _driver()
    code = getattr(driver, name)(*arguments)
    if code:
        text = ctypes.c_char_p()
        driver.cuGetErrorString(code, ctypes.byref(text))
        raise RuntimeError(f"{name}: {(text.value or b'unknown error').decode()} ({code})")


class Cubin:
    """One compiled kernel, loaded into the context of this process. `compiled`: triton's CompiledKernel, of which the bytes and
    the facts are used. Raises OutOfResources for what this GPU cannot hold."""

    def __init__(self, compiled):
        facts = compiled.metadata
        self._facts = facts
        self._module, self._function = ctypes.c_void_p(), ctypes.c_void_p()
        limit = ctypes.c_int()
        _call("cuDeviceGetAttribute", ctypes.byref(limit), _MAX_SHARED_OF_DEVICE, torch.cuda.current_device())
        if facts.shared > limit.value:
            raise OutOfResources(facts.shared, limit.value, "shared memory")
        _call("cuModuleLoadData", ctypes.byref(self._module), ctypes.c_char_p(compiled.asm["cubin"]))
        _call("cuModuleGetFunction", ctypes.byref(self._function), self._module, facts.name.encode())
        if facts.num_warps * facts.warp_size > self._attribute(_MAX_THREADS):
            raise OutOfResources(facts.num_warps * facts.warp_size, self._attribute(_MAX_THREADS), "threads")
        if facts.shared > _EASY_SHARED:
            _call("cuFuncSetCacheConfig", self._function, _PREFER_SHARED)
            _call("cuFuncSetAttribute", self._function, _MAX_DYNAMIC_SHARED,
                  limit.value - self._attribute(_STATIC_SHARED))
        if facts.num_ctas == 16:
            _call("cuFuncSetAttribute", self._function, _LARGE_CLUSTERS, 1)
        self._scratch = None

    def _attribute(self, number):
        value = ctypes.c_int()
        _call("cuFuncGetAttribute", ctypes.byref(value), number, self._function)
        return value.value

    @property
    def maps(self):
        """Facts of the descriptors among the parameters, in their order; empty where the compiler took them apart."""
        return list(getattr(self._facts, "tensordesc_meta", None) or ())

    def launch(self, grid, parameters, may_overlap=True):
        """Starts it on torch's current stream. `grid`: three sizes, none of them 0; `parameters`: buffers of ctypes as `packed`
        and `tensor_map` make them; `may_overlap`: with the launch before, where it was compiled to."""
        facts = self._facts
        buffers = [*parameters, self._global_scratch(grid), ctypes.c_uint64(0)]
        pointers = (ctypes.c_void_p * len(buffers))(*(ctypes.addressof(buffer) for buffer in buffers))
        attributes = self._attributes(may_overlap)
        config = _Config(
            grid=(grid[0] * facts.num_ctas, grid[1], grid[2]), block=(facts.num_warps * facts.warp_size, 1, 1),
            shared=facts.shared, stream=torch.cuda.current_stream().cuda_stream,
            attributes=(_Attribute * len(attributes))(*attributes), count=len(attributes))
        _call("cuLaunchKernelEx", ctypes.byref(config), self._function, pointers, None)

    def _attributes(self, may_overlap):
        found = []
        if self._facts.launch_pdl and may_overlap:
            found.append(_attribute(_DEPENDENT, 1))
        if self._facts.launch_cooperative_grid:
            found.append(_attribute(_COOPERATIVE, 1))
        if self._facts.num_ctas != 1:
            found += [_attribute(_CLUSTER, self._facts.num_ctas, 1, 1), _attribute(_CLUSTER_POLICY, _SPREAD)]
        return found

    def _global_scratch(self, grid):
        """What programs keep for themselves, such as descriptors that they make. Launches on a stream take turns, so they share
        it."""
        needed = self._facts.global_scratch_size * self._facts.num_ctas * grid[0] * grid[1] * grid[2]
        if needed and (self._scratch is None or self._scratch.numel() < needed):
            self._scratch = torch.zeros(needed, dtype=torch.uint8, device="cuda")
        return ctypes.c_uint64(self._scratch.data_ptr() if needed else 0)


def _attribute(number, *values):
    return _Attribute(number, b"", (ctypes.c_uint * 16)(*values))


def packed(kind, value):
    """A parameter as the driver takes it. `kind`: its type as a text writes it (`*f32`, `i32`, `bf16`); `value`: a tensor or
    something with a data_ptr, or a number."""
    if kind.startswith("*"):
        return ctypes.c_uint64(value.data_ptr() if hasattr(value, "data_ptr") else int(value))
    if kind == "f64":
        return ctypes.c_double(value)
    if kind == "f32":
        return ctypes.c_float(value)
    if kind == "f16":
        return ctypes.c_uint16(struct.unpack("<H", struct.pack("<e", value))[0])
    if kind == "bf16":
        return ctypes.c_uint16(torch.tensor(float(value), dtype=torch.bfloat16).view(torch.int16).item() & 0xFFFF)
    width = {"i1": 8, "i8": 8, "i16": 16, "i32": 32, "i64": 64}.get(kind)
    if width is None:
        raise TypeError(f"a parameter of type {kind} cannot be passed to a kernel")
    number = getattr(ctypes, f"c_uint{width}")
    return number(bool(value) if kind == "i1" else int(value))


def tensor_map(facts, descriptor):
    """The 128 bytes of a descriptor for the tensor memory accelerator. `facts`: what the compiler says of it; `descriptor`:
    triton's TensorDescriptor."""
    rank = len(descriptor.shape)
    if not 1 <= rank <= _MAX_RANK or len(facts["block_size"]) != rank:
        raise RuntimeError(f"a descriptor of {rank} dimensions for a kernel that takes {len(facts['block_size'])}")
    shape = list(descriptor.shape)
    if facts["fp4_padded"]:
        shape[-1] *= 2
    size = facts["elem_size"]
    sizes = (ctypes.c_uint64 * _MAX_RANK)(*reversed(shape))
    # Of all dimensions but the innermost, in bytes.
    strides = (ctypes.c_uint64 * _MAX_RANK)(*(size * stride for stride in reversed(descriptor.strides[:-1])))
    box = (ctypes.c_uint32 * _MAX_RANK)(*reversed(facts["block_size"]))
    ones = (ctypes.c_uint32 * _MAX_RANK)(*[1] * _MAX_RANK)
    fill = _NAN_OUTSIDE if getattr(descriptor, "padding", "zero") == "nan" else 0
    room = (ctypes.c_ubyte * (_MAP_BYTES + _MAP_ALIGNMENT))()
    made = (ctypes.c_ubyte * _MAP_BYTES).from_buffer(room, -ctypes.addressof(room) % _MAP_ALIGNMENT)
    _call("cuTensorMapEncodeTiled", made, _HOST_TYPES[facts["elem_type"]], rank,
          ctypes.c_void_p(descriptor.base.data_ptr()), sizes, strides, box, ones, 0, facts["swizzle"], _L2_128B, fill)
    return made
