# SPDX-License-Identifier: GPL-3.0-or-later
"""The Triton program that Inductor writes for a model on an sm_90 that need not be there.

The model is exported on the CPU with sizes that may change; its graph is then lowered on fake
tensors of a CUDA device. Inductor asks for the properties of that device and for the hash of
Triton's backend: both are answered from a table. Nothing is compiled or run."""

import contextlib
import types

import torch
from torch._dynamo import device_interface
from torch._inductor import compile_fx
from torch._inductor import config as inductor_config
from torch._inductor.graph import GraphLowering
from torch._inductor.virtualized import V
from torch._subclasses import fake_tensor
from torch.export.graph_signature import TensorArgument
from torch.fx.passes.fake_tensor_prop import FakeTensorProp
from torch.utils import _triton

DEVICE = torch.device("cuda", 0)

# An H200, as CUDA reports it.
_PROPERTIES = types.SimpleNamespace(
    name="sm_90", major=9, minor=0, multi_processor_count=132, regs_per_multiprocessor=65536,
    max_threads_per_multi_processor=2048, max_threads_per_block=1024, warp_size=32,
    total_memory=141 << 30, shared_memory_per_block=49152, shared_memory_per_block_optin=232448,
    shared_memory_per_multiprocessor=233472, L2_cache_size=60 << 20, gcnArchName="")

# One buffer a value, plain loops, matrix products as Triton's own dots, no search for the fastest.
_CONFIG = {"allow_buffer_reuse": False, "inplace_buffers": False, "size_asserts": False,
           "alignment_asserts": False, "nan_asserts": False, "fx_graph_cache": False,
           "compile_threads": 1, "max_autotune": False, "max_autotune_gemm": False,
           "memory_planning": False, "online_softmax": False, "graph_partition": False, "combo_kernels": False,
           "triton.native_matmul": True, "triton.cudagraphs": False,
           "triton.unique_kernel_names": True, "triton.descriptive_names": "original_aten",
           "triton.autotune_at_compile_time": False, "triton.use_block_ptr": False}


class NotExpressible(Exception):
    """Inductor has no program for this model here; the text says why."""


class _Interface(device_interface.CudaInterface):
    """What Inductor asks a CUDA device."""

    class Worker(device_interface.CudaInterface.Worker):
        @staticmethod
        def get_device_properties(device=None):
            del device
            return _PROPERTIES

    @staticmethod
    def current_device():
        return 0

    @staticmethod
    def device_count():
        return 1

    @staticmethod
    def get_device_properties(device=None):
        del device
        return _PROPERTIES

    @staticmethod
    def is_available():
        return True

    @staticmethod
    def get_compute_capability(device=None):
        del device
        return 90

    @staticmethod
    def is_triton_capable(device=None):
        del device
        return True

    @staticmethod
    def is_bf16_supported(including_emulation=False):
        del including_emulation
        return True

    @staticmethod
    def raise_if_triton_unavailable(device=None):
        del device


def prepare():
    """Once a process, before it forks: what Inductor needs to know of the device."""
    device_interface.get_interface_for_device("cpu")  # fills the table that is written to below
    for name in ("cuda", "cuda:0"):
        device_interface.register_interface_for_device(name, _Interface)
    torch.cuda.get_device_properties = lambda device=None: _PROPERTIES
    torch.cuda.get_device_capability = lambda device=None: (9, 0)
    torch.cuda.current_device = lambda: 0
    torch.cuda.device_count = lambda: 1
    fake_tensor.init_gpu_context = lambda device: None
    _triton.triton_hash_with_backend = lambda: ""


class _Written(Exception):
    """Ends the compilation once the program is there."""

    def __init__(self, text):
        super().__init__("written")
        self.text = text


class Program:
    """`text` is Inductor's program, `call(args)` in it; `inputs` name what it is called with, in
    order: ("state", dotted name) or ("input", number of the argument); `outputs` what it gives:
    ("output", 0), or ("state", dotted name) for a buffer that the model changes."""

    def __init__(self, text, inputs, outputs, is_tuple):
        self.text, self.inputs, self.outputs, self.is_tuple = text, inputs, outputs, is_tuple


def program_of(model, inputs):
    """The Program of a model on inputs of these shapes, whose sizes may change where the model lets
    them."""
    exported, names = _export(model, inputs)
    is_tuple = _is_tuple(exported)
    graph = exported.graph_module
    _to_device(graph)
    with _lowering() as caught:
        fakes = _fake_inputs(graph)
        mode = fakes[0].fake_mode if fakes else fake_tensor.FakeTensorMode()
        FakeTensorProp(graph, mode=mode).propagate_dont_convert_inputs(*fakes)
        with V.set_fake_mode(mode), torch._guards.tracing(torch._guards.TracingContext(mode)), mode:
            try:
                compile_fx.compile_fx_inner(graph, fakes)
            except Exception as error:
                if not caught:
                    raise NotExpressible(f"Inductor: {_first_line(error)}") from error
    if not caught:
        raise NotExpressible("Inductor wrote no program")
    given = _inputs(exported.graph_signature, names)
    return Program(caught[0], list(given.values()),
                   [_output(spec, given) for spec in exported.graph_signature.output_specs],
                   is_tuple)


class _AsArguments(torch.nn.Module):
    """A model whose state is an argument too, so that the sizes of weights may change as well."""

    def __init__(self, model, names):
        super().__init__()
        self.__dict__["model"] = model  # not as a part: its weights would be parameters again
        self._names = names

    def forward(self, state, inputs):
        return torch.func.functional_call(self.__dict__["model"], dict(zip(self._names, state)),
                                          tuple(inputs))


def _export(model, inputs):
    """(exported program, names of the state that it takes before its inputs). With sizes that may
    change, those of the weights too where export can do that; fixed ones if need be."""
    state = dict([*model.named_parameters(), *model.named_buffers()])
    dynamic = [_dynamic(value) for value in inputs]
    error = None
    for module, arguments, shapes, names in (
            (_AsArguments(model, list(state)), (list(state.values()), list(inputs)),
             ([_dynamic(value) for value in state.values()], dynamic), list(state)),
            (model, tuple(inputs), tuple(dynamic), []),
            (model, tuple(inputs), None, [])):
        try:
            exported = torch.export.export(module, arguments, dynamic_shapes=shapes, strict=False)
            return exported.run_decompositions(compile_fx.select_decomp_table()), names
        except Exception as problem:
            error = problem
    raise NotExpressible(f"torch.export: {_first_line(error)}") from error


def _dynamic(value):
    if isinstance(value, torch.Tensor):
        return {axis: torch.export.Dim.AUTO for axis in range(value.dim())}
    if value is None or isinstance(value, (int, float, bool, str)):
        return None
    raise NotExpressible(f"an input is a {type(value).__name__}, not a tensor")


def _to_device(graph):
    for node in graph.graph.nodes:
        if "device" in node.kwargs:
            node.kwargs = {**node.kwargs, "device": DEVICE}
        if node.op == "get_attr":
            raise NotExpressible("the graph holds a tensor of its own")


def _fake_inputs(graph):
    fakes = []
    for node in graph.graph.nodes:
        if node.op != "placeholder":
            continue
        value = node.meta.get("val")
        if not isinstance(value, torch.Tensor):
            raise NotExpressible(f"input {node.name} is no tensor")
        with value.fake_mode:
            fakes.append(torch.empty_strided(value.shape, value.stride(), dtype=value.dtype,
                                             device=DEVICE))
    return fakes


@contextlib.contextmanager
def _lowering():
    """Inductor under our settings; the list gets the program in place of its compilation."""
    caught = []

    def stop(graph):
        code = graph.codegen()[0]
        caught.append(getattr(code, "value", code))
        raise _Written(caught[0])

    original = GraphLowering.compile_to_module
    GraphLowering.compile_to_module = stop
    try:
        with inductor_config.patch(_CONFIG):
            yield caught
    finally:
        GraphLowering.compile_to_module = original


def _inputs(signature, names):
    """{placeholder: ("state", dotted name) or ("input", its number)}."""
    given, left, number = {}, list(names), 0
    for spec in signature.input_specs:
        kind = spec.kind.name
        if kind in ("PARAMETER", "BUFFER"):
            given[spec.arg.name] = ("state", spec.target)
        elif kind == "USER_INPUT" and left:
            given[spec.arg.name] = ("state", left.pop(0))
        elif kind == "USER_INPUT":
            if isinstance(spec.arg, TensorArgument):
                given[spec.arg.name] = ("input", number)
            number += 1
        else:
            raise NotExpressible("the model holds a tensor that is neither parameter nor buffer")
    return given


def _output(spec, given):
    kind = spec.kind.name
    if kind == "BUFFER_MUTATION":
        return ("state", spec.target)
    if kind == "USER_INPUT_MUTATION" and given[spec.target][0] == "state":
        return given[spec.target]
    if kind == "USER_OUTPUT" and isinstance(spec.arg, TensorArgument):
        return ("output", 0)
    raise NotExpressible("the model changes its inputs, or gives what is no tensor")


def _is_tuple(exported):
    kind = exported.call_spec.out_spec.type
    if kind is None or kind in (tuple, list):
        return kind is not None
    raise NotExpressible(f"the model gives a {kind.__name__}")


def _first_line(error):
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__
