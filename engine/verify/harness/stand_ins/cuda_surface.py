# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets host code written for CUDA run where there is none. Also a part of the scripts that
reproduce a verdict (reproduce_template.py), so it imports torch alone."""

import torch
import torch.utils._device
from torch.overrides import TorchFunctionMode


class CudaOnCpu(TorchFunctionMode):
    """Requests for CUDA get the CPU, or the device that a `with torch.device(...)` around them names."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func is _CUDA_METHOD:
            return args[0]
        kwargs = kwargs or {}
        if kwargs.get("device") is not None:
            kwargs = {**kwargs, "device": _on_cpu(kwargs["device"])}
        if kwargs.get("pin_memory"):
            kwargs = {**kwargs, "pin_memory": False}
        if func is _TO_METHOD:
            args = tuple(_on_cpu(value) for value in args)
        return func(*args, **kwargs)


class CudaIllusion(CudaOnCpu):
    """Likewise, and tensors claim to be on cuda:0, so that honest host code (`assert x.is_cuda`,
    `torch.empty(..., device="cuda")`) runs where there is no GPU."""

    def is_cuda(self, tensor):
        """Whether this one claims to be there."""
        del tensor
        return True

    def __torch_function__(self, func, types, args=(), kwargs=None):
        owner = getattr(func, "__self__", None)
        if owner is _DEVICE:
            return torch.device("cuda", 0) if self.is_cuda(args[0]) else torch.device("cpu")
        if owner in _IS_ON:
            return self.is_cuda(args[0]) == _IS_ON[owner]
        if func in _GET_DEVICE:
            return 0 if self.is_cuda(args[0]) else -1
        return super().__torch_function__(func, types, args, kwargs)


_DEVICE = torch.Tensor.device
_IS_ON = {torch.Tensor.is_cuda: True, torch.Tensor.is_cpu: False}
_CUDA_METHOD = torch.Tensor.cuda
_TO_METHOD = torch.Tensor.to
_GET_DEVICE = (torch.Tensor.get_device, torch.get_device)


def _on_cpu(value):
    is_cuda = isinstance(value, torch.device) and value.type == "cuda" \
        or isinstance(value, str) and value.split(":")[0] == "cuda" \
        or isinstance(value, int) and not isinstance(value, bool)
    return (torch.utils._device.CURRENT_DEVICE or torch.device("cpu")) if is_cuda else value


class DeviceFacts:
    """What host code reads of the GPU that the kernels are compiled for (an H100-class sm_90)."""

    name = "sm_90 (ahead of time)"
    major, minor = 9, 0
    multi_processor_count = 132
    total_memory = 80 * 1024**3
    warp_size = 32
    max_threads_per_block = 1024
    max_threads_per_multi_processor = 2048
    regs_per_multiprocessor = 65536
    shared_memory_per_block = 49152
    shared_memory_per_block_optin = 232448
    shared_memory_per_multiprocessor = 233472
    L2_cache_size = 50 * 1024**2
    clock_rate = 1785000
    memory_clock_rate = 2619000
    memory_bus_width = 5120
    is_integrated = is_multi_gpu_board = 0
    pci_bus_id = pci_device_id = pci_domain_id = 0
    gcnArchName = uuid = ""


class Stream:
    """A stream or an event: all that is asked of one has happened already."""

    device_index = priority = cuda_stream = stream_id = 0
    device_type = 1  # of c10: CUDA

    def __init__(self, *args, **kwargs):
        del args, kwargs

    @property
    def device(self):
        """Where it is."""
        return torch.device("cuda", 0)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __eq__(self, other):
        return isinstance(other, Stream)

    def __hash__(self):
        return 0

    def record(self, *args, **kwargs):
        del args, kwargs

    wait = wait_event = wait_stream = record

    def record_event(self, event=None):
        """An event of this stream."""
        return event or Stream()

    def synchronize(self):
        return None

    def query(self):
        return True

    def elapsed_time(self, other):
        del other
        return 1.0


class DeviceGuard:
    """`with torch.cuda.device(...)`, or of a stream: there is but one."""

    idx = prev_idx = 0

    def __init__(self, *args, **kwargs):
        del args, kwargs

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


# What the functions of torch.cuda, and those of the same name in torch.accelerator, answer.
_ANSWERS = (
    (None, """
        set_device set_device_idx set_device_index synchronize empty_cache init _lazy_init set_stream ipc_collect
        reset_peak_memory_stats reset_max_memory_allocated reset_max_memory_cached reset_accumulated_memory_stats
        set_per_process_memory_fraction set_sync_debug_mode _sleep empty_host_cache
        """),
    (True, "is_available is_initialized is_bf16_supported is_tf32_supported"),
    (False, "is_current_stream_capturing can_device_access_peer"),
    (1, "device_count"),
    (0, """
        current_device current_device_index current_device_idx _exchange_device _maybe_exchange_device
        get_sync_debug_mode memory_allocated max_memory_allocated memory_reserved max_memory_reserved memory_cached
        max_memory_cached utilization memory_usage temperature power_draw
        """),
    (1.0, "get_per_process_memory_fraction"),
    (DeviceFacts, "get_device_properties"),
    (DeviceFacts.name, "get_device_name"),
    (DeviceFacts.clock_rate // 1000, "clock_rate"),
    ((DeviceFacts.major, DeviceFacts.minor), "get_device_capability"),
    ((DeviceFacts.total_memory, DeviceFacts.total_memory), "mem_get_info get_memory_info"),
    ("", "memory_summary list_gpu_processes"),
    ({}, "memory_stats memory_stats_as_nested_dict"),
)


def install_cuda_surface():
    """Replaces the parts of torch.cuda that honest host code touches, once. For a process that runs none but such code, or what asks
    torch for no GPU."""
    cuda = torch.cuda
    if cuda.Stream is Stream:
        return
    for module in (cuda, cuda.memory, torch.accelerator, torch.accelerator.memory):
        _install_answers(module)
        for name in ("current_stream", "default_stream", "get_stream_from_external"):
            _replace(module, name, lambda *args, **kwargs: Stream())
    cuda.Stream = cuda.ExternalStream = cuda.Event = torch.Stream = torch.Event = Stream
    cuda._DeviceGuard = cuda.device = cuda.device_of = cuda.stream = cuda.StreamContext = DeviceGuard
    cuda.default_generators = (torch.default_generator,)
    torch.accelerator.device_index = DeviceGuard
    torch.accelerator.current_accelerator = lambda check_available=False: torch.device("cuda")
    cuda.profiler.start = cuda.profiler.stop = cuda.nvtx.range_push = cuda.nvtx.range_pop = cuda.nvtx.mark = \
        lambda *args, **kwargs: 0
    torch.Tensor.record_stream = lambda self, stream: None
    torch.Tensor.pin_memory = lambda self, device=None: self
    torch.nn.Module.cuda = lambda self, device=None: self
    torch.set_default_device = lambda device: None
    torch.backends.cudnn.is_acceptable = lambda tensor: False  # recurrent layers lay their weights out for cuDNN else
    torch.compile = _no_compile
    _install_low_level(torch._C)


def _install_answers(module):
    for answer, names in _ANSWERS:
        for name in names.split():
            _replace(module, name, lambda *args, _answer=answer, **kwargs: _answer)


def _replace(module, name, value):
    """Nothing gets a name that this release of torch does not have."""
    if hasattr(module, name):
        setattr(module, name, value)


def _install_low_level(low):
    """What Inductor's programs call."""
    low._cuda_getCurrentRawStream = lambda device: 0
    low._cuda_getDevice = lambda: 0
    low._cuda_setDevice = low._cuda_synchronize = lambda *args: None
    guards = low._dynamo.guards
    guards._empty_strided_cuda = \
        lambda size, stride, dtype: torch.empty_strided(size, stride, dtype=dtype, device="cuda")
    guards._reinterpret_tensor = lambda tensor, size, stride, offset=0: \
        torch.as_strided(tensor, size, stride, tensor.storage_offset() + offset)
    guards.assert_alignment = lambda tensor, alignment, name=None: None


def _no_compile(model=None, **options):
    """torch.compile is a fallback to torch; the operators inside are seen one by one."""
    if model is None:
        return lambda function: _no_compile(function, **options)
    return model
