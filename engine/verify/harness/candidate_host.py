# SPDX-License-Identifier: GPL-3.0-or-later
"""What the compile child and the interpreter child share: loading a candidate, building its model,
letting host code written for CUDA run on the CPU, and seeing which torch operators it uses."""

import importlib.util
import json
import os
import sys
import traceback

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

import bundle

FILE_NAME = "candidate.py"


class Failure(Exception):
    """A reason to reject, found by the harness."""

    def __init__(self, code, message, line=0):
        super().__init__(message)
        self.code, self.message, self.line = code, message, line


class NotJudgeable(Exception):
    """Legal GPU code that cannot be executed on this machine."""


class TorchFallback(BaseException):
    """Torch computed in a place where only kernels may; not an Exception, so that `except
    Exception` in the candidate does not swallow it."""


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
    except NotJudgeable as error:
        raise Failure("not_judgeable_here", str(error)) from error
    except TorchFallback:
        raise
    except BaseException as error:
        raise Failure("import_error", describe(error), line_of(error)) from error
    return module


def build_model(module, entry_point, given):
    """The candidate's model with the reference's parameters, in the mode and dtype asked for."""
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
        _copy_state(model, given)
    return model


def _copy_state(model, given):
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


def run_forward(model, values, recorder):
    """The candidate's answer, with torch's operators watched."""
    try:
        with torch.no_grad(), CudaIllusion(), recorder:
            return model(*values)
    finally:
        recorder.paused = True


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
    cuda.current_stream = cuda.default_stream = lambda *args, **kwargs: _Nothing()
    cuda.device = cuda.device_of = cuda.stream = cuda.Stream = cuda.Event = _Nothing
    torch.nn.Module.cuda = lambda self, device=None: self
    torch.set_default_device = lambda device: None
    torch.compile = _no_compile


def _no_compile(model=None, **options):
    """torch.compile is a fallback to torch; the operators inside are seen one by one."""
    if model is None:
        return lambda function: _no_compile(function, **options)
    return model


# ---- torch operators --------------------------------------------------------------------------

# Operators that move, view or make data but compute nothing from it.
_MOVING = frozenset("""
    alias as_strided as_strided_ broadcast_to cat chunk clone concat contiguous copy copy_ detach
    detach_
    diagonal empty empty_like empty_permuted empty_strided expand expand_as eye fill fill_ flatten
    flip full full_like imag lift lift_fresh lift_fresh_copy linspace movedim moveaxis narrow
    new_empty
    new_empty_strided new_full new_ones new_zeros normal_ ones ones_like permute
    rand rand_like randint randint_like randn randn_like randperm random_ real repeat
    repeat_interleave reshape reshape_as resize_ resize_as_ roll scalar_tensor select
    set_ slice slice_scatter select_scatter split split_with_sizes squeeze squeeze_ stack stride
    swapaxes swapdims t t_ tensor_split tile to transpose transpose_ type_as unbind unflatten unfold
    uniform_ unsafe_split unsqueeze unsqueeze_ view view_as view_as_complex view_as_real zero_ zeros
    zeros_like arange constant_pad_nd is_pinned pin_memory sym_size sym_stride sym_numel
    _to_copy _local_scalar_dense _reshape_alias _reshape_copy _unsafe_view _pin_memory
    is_same_size record_stream dim size numel item
""".split())

_HOST_READS = ("numpy", "tolist", "__array__", "__dlpack__")


class OpRecorder(TorchDispatchMode):
    """Names the operators that compute something from tensors with more than one element.

    Floating tensors always count; integer and boolean tensors only if they are inputs of the task,
    so that index tables made on the side stay free. With `strict`, the first one ends the forward.
    """

    def __init__(self, strict, values):
        super().__init__()
        self._strict = strict
        self._inputs = {value.untyped_storage().data_ptr() for value in _tensors(values)}
        self.compute_ops = []
        self.paused = False

    @classmethod
    def _should_skip_dynamo(cls):
        """True would wrap the method below so that it imports torch._dynamo: a second per child."""
        return False

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if not self.paused:
            name = func.overloadpacket.__name__
            if name not in _MOVING and any(self._counts(value)
                                           for value in _tensors((args, kwargs))):
                self.note(f"{func.namespace}.{name}")
        return func(*args, **kwargs)

    def note(self, name):
        if name not in self.compute_ops:
            self.compute_ops.append(name)
        if self._strict:
            raise TorchFallback(name)

    def _counts(self, tensor):
        if tensor.numel() <= 1:
            return False
        return tensor.is_floating_point() or tensor.is_complex() \
            or tensor.untyped_storage().data_ptr() in self._inputs


def _tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _tensors(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _tensors(item)


def watch_host_reads(recorder):
    """Counts the ways out of torch (`.numpy()`, `.tolist()`) as computing on the host."""
    for name in _HOST_READS:
        original = getattr(torch.Tensor, name)

        def watched(self, *args, _original=original, _name=name, **kwargs):
            if not recorder().paused and self.numel() > 1:
                recorder().note(f"Tensor.{_name}")
            return _original(self, *args, **kwargs)

        setattr(torch.Tensor, name, watched)


def fallback_message(recorder):
    return ("PyTorch computes in forward: " + ", ".join(recorder.compute_ops[:8])
            + "; the kernels must do all the compute")


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
