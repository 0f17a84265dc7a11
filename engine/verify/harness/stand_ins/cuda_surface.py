# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets host code written for CUDA run where there is none. Also a part of the scripts that
reproduce a verdict (reproduce_template.py), so it imports torch alone."""

import torch
from torch.overrides import TorchFunctionMode


class CudaIllusion(TorchFunctionMode):
    """Tensors claim to be on cuda:0 and requests for CUDA get the CPU, so that honest host code
    (`assert x.is_cuda`, `torch.empty(..., device="cuda")`) runs where there is no GPU."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        owner = getattr(func, "__self__", None)
        if owner is _DEVICE:
            return torch.device("cuda", 0)
        if owner is _IS_CUDA:
            return True
        if func is _CUDA_METHOD:
            return args[0]
        if func in _GET_DEVICE:
            return 0
        kwargs = kwargs or {}
        if kwargs.get("device") is not None:
            kwargs = {**kwargs, "device": _on_cpu(kwargs["device"])}
        if kwargs.get("pin_memory"):
            kwargs = {**kwargs, "pin_memory": False}
        if func is _TO_METHOD:
            args = tuple(_on_cpu(value) for value in args)
        return func(*args, **kwargs)


_DEVICE = torch.Tensor.device
_IS_CUDA = torch.Tensor.is_cuda
_CUDA_METHOD = torch.Tensor.cuda
_TO_METHOD = torch.Tensor.to
_GET_DEVICE = (torch.Tensor.get_device, torch.get_device)


def _on_cpu(value):
    if isinstance(value, torch.device):
        return torch.device("cpu") if value.type == "cuda" else value
    if isinstance(value, str) and value.split(":")[0] == "cuda":
        return "cpu"
    if isinstance(value, int) and not isinstance(value, bool):
        return "cpu"
    return value


class DeviceFacts:
    """What host code reads of the GPU that the kernels are compiled for (an H100-class sm_90)."""

    name = "sm_90 (ahead of time)"
    major, minor = 9, 0
    multi_processor_count = 132
    total_memory = 80 * 1024**3
    warp_size = 32
    max_threads_per_multi_processor = 2048
    regs_per_multiprocessor = 65536
    shared_memory_per_block = 49152
    shared_memory_per_block_optin = 232448
    shared_memory_per_multiprocessor = 233472
    L2_cache_size = 50 * 1024**2
    is_integrated = is_multi_gpu_board = 0
    gcnArchName = ""


class _Nothing:
    """A stream, an event or a device guard that does nothing."""

    cuda_stream = 0

    def __init__(self, *args, **kwargs):
        del args, kwargs

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def record(self, *args):
        del args

    wait = wait_event = wait_stream = record_event = record

    def synchronize(self):
        return None

    def query(self):
        return True

    def elapsed_time(self, other):
        del other
        return 1.0


def install_cuda_surface():
    """Replaces the parts of torch.cuda that honest host code touches. Call in a child only."""
    cuda = torch.cuda
    cuda.is_available = lambda: True
    cuda.device_count = lambda: 1
    cuda.current_device = lambda: 0
    cuda.set_device = cuda.synchronize = cuda.empty_cache = lambda *args, **kwargs: None
    cuda.get_device_properties = lambda *args, **kwargs: DeviceFacts
    cuda.get_device_capability = lambda *args, **kwargs: (9, 0)
    cuda.get_device_name = lambda *args, **kwargs: DeviceFacts.name
    cuda.is_bf16_supported = lambda *args, **kwargs: True
    cuda.init = cuda.reset_peak_memory_stats = cuda.set_stream = lambda *args, **kwargs: None
    cuda.is_current_stream_capturing = lambda: False
    cuda.mem_get_info = lambda *args, **kwargs: (DeviceFacts.total_memory, DeviceFacts.total_memory)
    cuda.memory_allocated = cuda.max_memory_allocated = lambda *args, **kwargs: 0
    torch.Tensor.record_stream = lambda self, stream: None
    cuda.current_stream = cuda.default_stream = lambda *args, **kwargs: _Nothing()
    cuda._DeviceGuard = cuda.device = cuda.device_of = _Nothing
    cuda.stream = cuda.Stream = cuda.Event = _Nothing
    torch._C._cuda_getCurrentRawStream = lambda device: 0
    torch._C._dynamo.guards._empty_strided_cuda = \
        lambda size, stride, dtype: torch.empty_strided(size, stride, dtype=dtype, device="cuda")
    _install_accelerator(torch.accelerator)
    torch.nn.Module.cuda = lambda self, device=None: self
    torch.set_default_device = lambda device: None
    torch.compile = _no_compile


def _install_accelerator(accelerator):
    accelerator.is_available = lambda: True
    accelerator.device_count = lambda: 1
    accelerator.current_accelerator = lambda check_available=False: torch.device("cuda")
    accelerator.current_device_index = accelerator.current_device_idx = lambda: 0
    accelerator.set_device_index = accelerator.set_device_idx = lambda device: None
    accelerator.current_stream = lambda device=None: _Nothing()
    accelerator.set_stream = lambda stream: None
    accelerator.synchronize = lambda device=None: None
    accelerator.device_index = _Nothing


def _no_compile(model=None, **options):
    """torch.compile is a fallback to torch; the operators inside are seen one by one."""
    if model is None:
        return lambda function: _no_compile(function, **options)
    return model
