# SPDX-License-Identifier: GPL-3.0-or-later
"""Tensors whose memory is in another process.

The candidate's host code runs here, where no value of an input or parameter ever arrives. What it
holds are `RemoteTensor`s: shape, strides and dtype are true, the elements are in the device process
(device_role), which executes the few operators that move data, launches kernels from their text, and
keeps account. So nothing that this process does, with threads, hooks, numpy or patched modules, can
compute an answer: it has nothing to compute with.
"""

import collections
import functools
import os
import threading

import torch
import torch.utils.dlpack
from torch.utils._python_dispatch import TorchDispatchMode, _disable_current_modes

from harness.candidate import candidate_host
from harness.host import devices, graphs, streams
from harness.shared import addresses, bundle, operators, wire

MAX_DEPTH = 16
MAX_LISTED = 1 << 10  # as MAX_BOOKS_READ of the device, which counts
MAX_FREED = 1000  # handles given back with one request


class DeviceError(Exception):
    """The device process refused or failed; it has told the judge why."""

    def __init__(self, code, message, line=0):
        super().__init__(message)
        self.code, self.message, self.line = code, message, line


class Link:
    """The connection to the device process. Threads of the candidate take turns."""

    def __init__(self, fd):
        self._channel = wire.Channel(fd)
        self._lock = threading.RLock()
        self._holders = {}  # handle -> number of tensors
        self._freed = []
        self._recent = collections.deque(maxlen=256)
        self._uploads = {}  # address of a host storage -> (tensor, its version, remote bytes)

    def ask(self, message, fds=()):
        """The device's answer to one request."""
        with self._lock:
            freed, self._freed = self._freed[:MAX_FREED], self._freed[MAX_FREED:]
            self._channel.send({**message, "free": freed} if freed else message, fds, whole=True)
            answer, received = self._channel.receive()
        wire.close_all(received)
        if not answer.get("ok"):
            raise DeviceError(answer.get("code", "infrastructure"), answer.get("message", ""),
                              answer.get("line", 0))
        return answer

    def hold(self, handle):
        """Counts a tensor of this process that stands for the handle."""
        self._holders[handle] = self._holders.get(handle, 0) + 1

    def let_go(self, handle):
        """The device may forget the tensor once nobody holds it; it learns with the next request."""
        self._holders[handle] -= 1
        if not self._holders[handle]:
            del self._holders[handle]
            self._freed.append(handle)

    # ---- values on the way -----------------------------------------------------------------

    def encode(self, value, depth=0):
        """JSON for an argument of an operator or of a kernel; host tensors are uploaded."""
        if depth > MAX_DEPTH:
            raise TypeError("an argument is nested too deeply")
        if isinstance(value, RemoteTensor):
            return {"t": value.handle}
        if isinstance(value, torch.Tensor):
            remote = self.upload(value)
            self._recent.append(remote)  # must live until the request that names it is answered
            return {"t": remote.handle}
        if value is None or isinstance(value, (bool, int, float, str)):
            return _number(value)
        if isinstance(value, torch.dtype):
            return {"dtype": bundle.dtype_name(value)}
        if isinstance(value, torch.device):
            return {"device": 0}
        if isinstance(value, torch.layout):
            return {"layout": str(value).removeprefix("torch.")}
        if isinstance(value, torch.memory_format):
            return {"memory_format": str(value).removeprefix("torch.")}
        if isinstance(value, (list, tuple)):
            return [self.encode(item, depth + 1) for item in value]
        if isinstance(value, (torch.SymInt, torch.SymFloat)):
            raise TypeError("symbolic numbers are not known on the device")
        raise TypeError(f"an argument of type {type(value).__name__} does not reach the device")

    def decode(self, value):
        """The inverse, for answers."""
        if isinstance(value, list):
            return [self.decode(item) for item in value]
        if isinstance(value, dict) and "t" in value:
            return RemoteTensor.of(value)
        if isinstance(value, dict) and "number" in value:
            return float(value["number"])
        return value

    def upload(self, tensor):
        """The remote copy of a tensor that the host made itself; one for each storage, so that
        what kernels store into it stays, until the host changes its own copy."""
        with torch._C.DisableTorchFunction(), _disable_current_modes():
            tensor = tensor.detach()
            key = tensor.untyped_storage().data_ptr()
            known = self._uploads.get(key)
            if known is None or known[1] != tensor._version or \
                    known[0].untyped_storage().nbytes() != tensor.untyped_storage().nbytes() or \
                    known[0].dtype != tensor.dtype:
                whole = torch.empty(0, dtype=tensor.dtype).set_(tensor.untyped_storage())
                known = (tensor, tensor._version, self._send(whole))
                self._uploads[key] = known
        return run(torch.ops.aten.as_strided.default, (
            known[2], list(tensor.shape), list(tensor.stride()), tensor.storage_offset()), {})

    def _send(self, tensor):
        """In a dispatch mode of nobody: what makes the bundle belongs to this process."""
        fd = bundle.create("upload", {"x": tensor}, {})
        try:
            return self.decode(self.ask({"op": "upload", "fds": ["data"]}, [fd])["out"])
        finally:
            os.close(fd)

    def run_operator(self, func, args, kwargs):
        """Executes an operator of torch on the device, or has a graph do so that is captured."""
        if graphs.CUDAGraph.captured is not None:
            return graphs.operator(func, args, kwargs, lambda: self._execute(func, args, kwargs))
        return self._execute(func, args, kwargs)

    def _execute(self, func, args, kwargs):
        answer = self.ask({"op": "operator", **streams.order.mark(), "line": candidate_host.line_of_caller(),
                           "name": func.name(),
                           "args": self.encode(list(args)),
                           "kwargs": {key: self.encode(item) for key, item in kwargs.items()}})
        out = self.decode(answer["out"])
        if not isinstance(out, (torch.Tensor, list, tuple)):  # a value has been read, for which the host waits
            streams.order.wait_on_host(streams.order.current)
        return tuple(out) if answer.get("tuple") else out


def _number(value):
    """JSON has neither infinities nor NaN."""
    if isinstance(value, float) and not -1e308 < value < 1e308:
        return {"number": float.__repr__(value)}
    return value


def _connection():
    """Two functions that set and tell the Link of this process. No tensor that a candidate holds leads to it by its attributes."""
    link = None

    def connect(new):
        nonlocal link
        link = new

    return connect, lambda: link


connect, connected = _connection()


class _Held:
    """One holder of a handle. Not a weak reference on the tensor: torch.utils.swap_tensors refuses
    tensors that have one."""

    def __init__(self, handle):
        self.handle = handle
        connected().hold(handle)

    def __del__(self):
        connected().let_go(self.handle)


class RemoteTensor(torch.Tensor):
    """A tensor without memory in this process."""

    @staticmethod
    def of(description, kind=None):
        """From {"t": handle, "shape", "stride", "offset", "dtype"}."""
        tensor = torch.Tensor._make_wrapper_subclass(
            kind or RemoteTensor, description["shape"], strides=description["stride"],
            storage_offset=description["offset"], device=torch.device("cpu"),
            dtype=getattr(torch, description["dtype"]), requires_grad=False)
        tensor.held = _Held(description["t"])
        tensor.storage_number = description["storage"]
        return tensor

    @property
    def handle(self):
        """The device's number of this tensor."""
        return self.held.handle

    __torch_function__ = torch._C._disabled_torch_function_impl

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return run(func, args, kwargs or {})

    def __repr__(self, *, tensor_contents=None):
        return f"tensor(..., size={tuple(self.shape)}, dtype={self.dtype}, device='cuda:0')"

    def tolist(self):
        """A few values may be read; the device counts them."""
        if self.numel() > MAX_LISTED:
            raise DeviceError("torch_fallback", "Tensor.tolist takes values to the host; the kernels "
                              "must do all the compute")
        if not self.dim():
            return self.item()
        return [item.tolist() for item in self.unbind()]

    def numpy(self, *, force=False):
        """See tolist; of the CPU alone."""
        devices.devices.check_numpy(self, force)
        if self.numel() > MAX_LISTED:
            raise DeviceError("torch_fallback", "Tensor.numpy takes values to the host; the kernels "
                              "must do all the compute")
        return torch.tensor(self.tolist(), dtype=self.dtype).numpy()

    def __array__(self, *args, **kwargs):
        return self.numpy().__array__(*args, **kwargs)

    def as_subclass(self, cls):
        """The same remote memory under a class of the candidate."""
        if issubclass(RemoteTensor, cls):
            return RemoteTensor.of(_description(self))
        kind = cls if issubclass(cls, RemoteTensor) else type(cls.__name__, (cls, RemoteTensor), {})
        return RemoteTensor.of(_description(self), kind)

    def data_ptr(self):
        """An address that means nothing here, but tells memory apart and is aligned as there."""
        return addresses.FIRST_ADDRESS + self.storage_number * addresses.ADDRESS_STEP \
            + self.storage_offset() * self.element_size()


# As far as Python allows, it is the tensor that the candidate would get elsewhere.
RemoteTensor.__name__ = RemoteTensor.__qualname__ = "Tensor"
RemoteTensor.__module__ = "torch"


def _description(tensor):
    return {"t": tensor.handle, "shape": list(tensor.shape), "stride": list(tensor.stride()),
            "offset": tensor.storage_offset(), "dtype": bundle.dtype_name(tensor.dtype),
            "storage": tensor.storage_number}


_own_operators = {}  # "library::name" -> Python function that the candidate registered


def install():
    """Lets operators that the candidate registers, and DLPack, work on remote tensors."""
    first_impl = torch.library.Library.impl

    def impl(library, op_name, fn, *rest, **options):
        name = op_name if isinstance(op_name, str) else op_name.__name__
        _own_operators[f"{library.ns}::{name.split('::')[-1]}"] = fn
        return first_impl(library, op_name, fn, *rest, **options)

    torch.library.Library.impl = impl
    first_dlpack = torch.utils.dlpack.from_dlpack

    def from_dlpack(ext_tensor, *rest, **options):
        if isinstance(ext_tensor, RemoteTensor):
            return ext_tensor.view(ext_tensor.shape)
        return first_dlpack(ext_tensor, *rest, **options)

    torch.from_dlpack = torch.utils.dlpack.from_dlpack = from_dlpack
    # What makes a kernel an operator for a tracer; here nothing traces, and it is launched.
    torch.library.wrap_triton = torch._library.triton.wrap_triton = torch._library.capture_triton = lambda kernel: kernel


def run(func, args, kwargs):
    """One operator on the device; operators that change their first argument return it."""
    own = _own_operators.get(func.name())
    if own is not None:
        with OnDevice():  # a mode is off within what it handles
            return own(*args, **kwargs)
    if _is_composed(func):
        return func.decompose(*args, **kwargs)
    given = list(bundle.tensors_in((args, kwargs)))
    devices.devices.check_operator(func, given)
    view = _view_of(func)
    if view is not None:
        return _become(args[0], run(view, args, kwargs), func, args, kwargs)
    if func is torch.ops.aten.detach.default:
        func = torch.ops.aten.alias.default
    elif func.name() == "inductor::_reinterpret_tensor":
        func, args = torch.ops.aten.as_strided.default, _as_strided_of(*args, **kwargs)
        kwargs = {}
    out = connected().run_operator(func, args, kwargs)
    devices.devices.follow(out, given)
    if isinstance(out, RemoteTensor):
        for value in args[:1]:
            if isinstance(value, RemoteTensor) and value.handle == out.handle:
                return value
    return out


@functools.lru_cache(maxsize=256)
def _is_composed(func):
    """Whether an operator is made of others, of which it tells a tensor alone outside of operators that the candidate registers: there
    torch has come past what takes it apart."""
    return torch._C._dispatch_has_kernel_for_dispatch_key(func.name(), "CompositeImplicitAutograd")


@functools.lru_cache(maxsize=256)
def _view_of(func):
    """The operator whose result an operator makes of its first argument, if all that it changes is how that tensor lies in its memory
    (`transpose_`, `squeeze_`, ...); else None."""
    if torch.Tag.inplace_view not in func.tags:
        return None
    packet = getattr(torch.ops.aten, func.overloadpacket.__name__.removesuffix("_"), None)
    overloads = [getattr(packet, name) for name in packet.overloads()] if packet is not None else ()
    views = [view for view in overloads if view.is_view and _arguments(view) == _arguments(func)]
    return views[0] if views else None


def _arguments(func):
    return [(argument.name, str(argument.type)) for argument in func._schema.arguments]


def _become(tensor, view, func, args, kwargs):
    """`tensor` as `func` leaves it: shape and strides here, and on the device the handle of `view`."""
    if isinstance(tensor, RemoteTensor):
        with torch._C._DisableTorchDispatch():
            func(*args, **kwargs)
        tensor.held = view.held
    return tensor


def _as_strided_of(tensor, size, stride, offset_increment=0):
    """Arguments of as_strided for what Inductor's operator of this name takes."""
    return tensor, size, stride, tensor.storage_offset() + offset_increment


class OnDevice(TorchDispatchMode):
    """Within it, tensors are made on the device."""

    @classmethod
    def _should_skip_dynamo(cls):
        """True would wrap the method below so that it imports torch._dynamo: a second per child."""
        return False

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = func.overloadpacket.__name__
        if name in operators.FACTORIES or any(issubclass(kind, RemoteTensor) for kind in types):
            return run(func, args, kwargs)
        return func(*args, **kwargs)


def replace_parameters(model, remote):
    """Gives every parameter and buffer of `model` the remote tensor of its name, in place, so that
    other references to the same parameter follow. {name: RemoteTensor}; see candidate_host."""
    own = dict(model.state_dict(keep_vars=True).items())
    own = {name: value for name, value in own.items() if isinstance(value, torch.Tensor)}
    pairs = [(own[name], remote[name]) for name in remote
             if name in own and own[name].shape == remote[name].shape]
    left = [own[name] for name in own if name not in remote]
    sources = [remote[name] for name in remote if name not in own]
    if [tuple(value.shape) for value in left] == [tuple(value.shape) for value in sources]:
        pairs += list(zip(left, sources))
    # Recurrent layers hold weak references on their weights, and a list of them, as in Module._apply.
    recurrent = [module for module in model.modules() if isinstance(module, torch.nn.RNNBase)]
    for module in recurrent:
        module._flat_weight_refs = []
    for target, source in pairs:
        if target.dtype != source.dtype:
            source = run(torch.ops.aten._to_copy.default, (source,), {"dtype": target.dtype})
        if isinstance(target, torch.nn.Parameter):
            source = torch.nn.Parameter(source, requires_grad=target.requires_grad)
        torch.utils.swap_tensors(target, source)
    for module in recurrent:
        module._init_flat_weights()
