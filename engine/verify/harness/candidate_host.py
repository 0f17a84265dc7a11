# SPDX-License-Identifier: GPL-3.0-or-later
"""Loading a candidate, building its model, letting host code written for CUDA run where there is
none, and words for errors."""

import importlib.util
import json
import os
import sys
import traceback

import torch
from torch.overrides import TorchFunctionMode

import bundle

FILE_NAME = "candidate.py"


class Failure(Exception):
    """A reason to reject, found by the harness."""

    def __init__(self, code, message, line=0):
        super().__init__(message)
        self.code, self.message, self.line = code, message, line


class NotJudgeable(Exception):
    """Legal GPU code that cannot be executed on this machine."""


# ---- loading ----------------------------------------------------------------------------------


def load(child):
    """The candidate as an imported module; triton.jit needs a real file to read its source from."""
    path = os.path.join(child.private_dir, FILE_NAME)
    with open(path, "wb") as file:
        file.write(child.source)
    spec = importlib.util.spec_from_file_location("candidate", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["candidate"] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        raise Failure("import_error", describe(error), line_of(error)) from error
    return module


def construct_model(module, entry_point, given):
    """The candidate's model as its constructor makes it, in the mode and dtype asked for."""
    init = json.loads(given.metadata.get("init", "{}"))
    arguments = bundle.decode_value(init.get("args", []), given.copy)
    keywords = {key: bundle.decode_value(value, given.copy)
                for key, value in init.get("kwargs", {}).items()}
    torch.default_generator.manual_seed(int(given.metadata.get("init_seed", "0")))
    try:
        model = getattr(module, entry_point)(*arguments, **keywords)
    except BaseException as error:
        raise Failure("construct_error", f"{entry_point}(...): {describe(error)}",
                      line_of(error)) from error
    if isinstance(model, torch.nn.Module):
        if given.metadata.get("variant") == "other_dtype":
            model.to(getattr(torch, given.metadata["dtype"]))
        model.train(given.metadata.get("train_mode", "1") in ("1", "true", "True"))
    return model


def build_model(module, entry_point, given):
    """The candidate's model with the reference's parameters."""
    model = construct_model(module, entry_point, given)
    if isinstance(model, torch.nn.Module):
        copy_state(model, given)
    return model


def copy_state(model, given):
    """Copies parameters by name; those without a partner by order, where all their shapes agree."""
    wanted = {name.removeprefix("state."): name for name in given.names()
              if name.startswith("state.")}
    own = {name: value for name, value in model.state_dict(keep_vars=True).items()
           if isinstance(value, torch.Tensor)}
    pairs = [(own[name], wanted[name]) for name in wanted
             if name in own and own[name].shape == given.view(wanted[name]).shape]
    left = [own[name] for name in own if name not in wanted]
    sources = [wanted[name] for name in wanted if name not in own]
    if [tuple(value.shape) for value in left] == [tuple(given.view(n).shape) for n in sources]:
        pairs += list(zip(left, sources))
    with torch.no_grad():
        for target, source in pairs:
            target.copy_(given.view(source))


def inputs(given, fetch):
    """The forward arguments; `fetch(name)` gives a tensor."""
    return [bundle.decode_value(item, fetch) for item in json.loads(given.metadata["inputs"])]


# ---- host code written for CUDA ---------------------------------------------------------------


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


# ---- words for errors -------------------------------------------------------------------------


def describe(error):
    """"TypeError: ..." without the noise of nested wrappers."""
    root = root_of(error)
    if isinstance(root, SystemExit):
        return f"the candidate called sys.exit({root.code!r})"
    text = str(root).strip() or repr(root)
    return f"{type(root).__name__}: {text}"


def root_of(error):
    """The first cause: triton's interpreter wraps an error once per kernel call."""
    while error.__cause__ is not None and type(error).__name__ in (
            "InterpreterError", "CompilationError", "Failure"):
        error = error.__cause__
    return error


def line_of(error):
    """The innermost line of the candidate that the error passed through, or 0."""
    line = 0
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        for frame in traceback.extract_tb(error.__traceback__):
            if os.path.basename(frame.filename) == FILE_NAME:
                line = frame.lineno or line
        if isinstance(error, SyntaxError) and error.lineno:
            line = error.lineno
        error = error.__cause__
    return line


def line_of_caller():
    """The line of the candidate that is being executed, or 0."""
    frame = sys._getframe(1)
    while frame is not None:
        if os.path.basename(frame.f_code.co_filename) == FILE_NAME:
            return frame.f_lineno
        frame = frame.f_back
    return 0
