# SPDX-License-Identifier: GPL-3.0-or-later
"""On which device a candidate's tensors would be. Here all of them are remote or in this process; elsewhere those that it makes without
a device, or brings to the CPU, lie where no kernel reaches them, and what torch and Triton refuse for that is refused here."""

import torch
import triton.runtime._allocation as allocation

from harness.shared import bundle
from harness.stand_ins.cuda_surface import CudaIllusion

MAX_KEPT = 4096  # storages of this process
_OTHER_DEVICES = "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"
# Operators that take tensors of both.
_BRINGING = frozenset("copy copy_ _to_copy _foreach_copy_ index index_put index_put_ _index_put_impl_ lift_fresh set_ _local_scalar_dense".split())
_SCRATCH = "tt.make_tensor_descriptor"  # of kernels that ask Triton for memory when they are launched


class Devices:
    """Of one host. A tensor is where its memory is."""

    def __init__(self):
        self.default_is_cuda = False  # torch.set_default_device
        self._on_gpu = {}  # storage of this process -> it, so that its place is not given to another
        self._on_cpu = set()  # numbers of remote storages

    def is_cuda(self, tensor):
        """Whether a tensor is on the GPU."""
        number = _remote(tensor)
        if number is not None:
            return number not in self._on_cpu
        storage = _storage_of(tensor)
        return storage is None or storage._cdata in self._on_gpu

    def put(self, tensor, is_cuda):
        """That is where its memory is from now on."""
        number = _remote(tensor)
        if number is not None:
            (self._on_cpu.discard if is_cuda else self._on_cpu.add)(number)
            return
        storage = _storage_of(tensor)
        if storage is None:
            return
        self._on_gpu.pop(storage._cdata, None)
        if is_cuda:
            self._on_gpu[storage._cdata] = storage
            if len(self._on_gpu) > MAX_KEPT:
                del self._on_gpu[next(iter(self._on_gpu))]

    def move(self, model):
        """What `model.cuda()` takes along: parameters and buffers, but no other attribute."""
        for tensor in (*model.parameters(), *model.buffers()):
            self.put(tensor, True)

    def check_operator(self, func, given):
        """Raises torch's error for an operator of tensors that are apart."""
        if func.overloadpacket.__name__ in _BRINGING:
            return
        places = {self.is_cuda(tensor) for tensor in given if tensor.dim()}
        if len(places) > 1:
            raise RuntimeError(_OTHER_DEVICES)

    def follow(self, out, given):
        """What an operator has made of tensors of the CPU alone is there, too."""
        if given and not any(map(self.is_cuda, given)):
            for tensor in bundle.tensors_in(out):
                self.put(tensor, False)

    def check_launch(self, name, parameters, text):
        """Raises Triton's errors for [(name, value, ...)] of a launch."""
        for parameter, value, *_ in parameters:
            tensor = getattr(value, "base", value)
            if isinstance(tensor, torch.Tensor) and not self.is_cuda(tensor):
                raise ValueError(f"kernel {name}: Pointer argument {parameter} cannot be accessed from Triton (cpu tensor?)")
        if _SCRATCH in text:
            scratch = allocation._allocator.get()
            if isinstance(scratch, allocation.NullAllocator):
                scratch(1, 1, None)

    def check_numpy(self, tensor, force):
        """Raises torch's error for a tensor of the GPU."""
        if not force and self.is_cuda(tensor):
            raise TypeError("can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.")

    def check_answer(self, values):
        """Who compares answers has them on the GPU."""
        if not all(self.is_cuda(value) for value in values):
            raise RuntimeError(f"{_OTHER_DEVICES} (forward returns a tensor of the CPU)")


devices = Devices()


class DeviceIllusion(CudaIllusion):
    """Tensors are where the candidate's host has put them: inputs, parameters and what is made of them on cuda:0."""

    def is_cuda(self, tensor):
        return devices.is_cuda(tensor)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func is torch.Tensor.numpy:
            devices.check_numpy(args[0], kwargs.get("force", False))
        asked = _asked_place(func, args, kwargs)
        out = super().__torch_function__(func, types, args, kwargs)
        return _put_result(out, list(bundle.tensors_in((args, kwargs))), asked)


_TAKE_A_PLACE = (torch.Tensor.to, torch.Tensor.cuda, torch.Tensor.type_as)


def _put_result(out, given, asked):
    """Results are where they were asked for, else where the arguments are, else where torch makes tensors; views stay."""
    results = list(bundle.tensors_in(out))
    if not results:
        return out
    if asked is not None and isinstance(out, torch.Tensor):
        if any(_shares(out, tensor) for tensor in given):
            if devices.is_cuda(out) == asked:
                return out
            out = torch.ops.aten.clone.default(out)
        devices.put(out, asked)
        return out
    is_cuda = any(devices.is_cuda(tensor) for tensor in given) if given else devices.default_is_cuda
    for result in results:
        # Remote ones that were made of others are where their operators have put them, whatever classes lie between.
        if not (given and _remote(result) is not None or any(_shares(result, tensor) for tensor in given)):
            devices.put(result, is_cuda)
    return out


def _remote(tensor):
    """The number of a remote tensor's storage; None for one of this process."""
    return getattr(tensor, "storage_number", None)


def _shares(one, other):
    if _remote(one) is not None or _remote(other) is not None:
        return _remote(one) == _remote(other)
    storages = _storage_of(one), _storage_of(other)
    return None not in storages and storages[0]._cdata == storages[1]._cdata


def _storage_of(tensor):
    """None of one that has none of its own, as within vmap."""
    try:
        return tensor.untyped_storage()
    except NotImplementedError:
        return None


def _asked_place(func, args, kwargs):
    """True for the GPU, False for the CPU, None where a call does not say."""
    if func is torch.Tensor.cpu:
        return False
    named = [kwargs.get("device"), kwargs.get("other") if func is torch.Tensor.to else None]
    if func in _TAKE_A_PLACE:
        named += args[1:2]
    for value in named:
        if isinstance(value, torch.Tensor):
            return devices.is_cuda(value)
        if isinstance(value, (str, torch.device)) or isinstance(value, int) and not isinstance(value, bool):
            return is_cuda_device(value)
    return True if func is torch.Tensor.cuda else None


def is_cuda_device(value):
    """Whether a device is the GPU. Raises CUDA's error for a second one."""
    device = torch.device("cuda", value) if isinstance(value, int) else torch.device(value)
    if device.type == "cuda" and device.index:
        raise RuntimeError("CUDA error: invalid device ordinal")
    return device.type == "cuda"


def install():
    """Behind the rest of the surface of torch.cuda. Call in a host only."""
    def set_default_device(device):
        devices.default_is_cuda = device is not None and is_cuda_device(device)

    torch.set_default_device = set_default_device
