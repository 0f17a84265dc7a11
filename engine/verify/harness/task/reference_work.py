# SPDX-License-Identifier: GPL-3.0-or-later
"""What eager PyTorch moves and computes in one forward of the reference, operator by operator, for
modelled times: a kernel for each operator that is no view, each byte of its operands and results
once. Nothing is judged by it."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import flop_registry, sdpa_flop_count

from harness.shared import bundle
from harness.task.reference_run import cloned, put_back, seed_torch, state_of

MAX_ENTRIES = 64  # of a forward; operators of one name share one beyond that
# Operators that start no kernel although they are no views.
_NOTHING = frozenset("""empty empty_like empty_strided empty_permuted new_empty new_empty_strided
    _unsafe_view _local_scalar_dense is_same_size lift_fresh resize_ set_ detach_""".split())
# What the first argument holds is not read.
_OVERWRITING = frozenset("copy_ fill_ zero_ normal_ uniform_ random_ bernoulli_".split())
# Of the first argument no more is read than there are results.
_GATHERING = frozenset("embedding index index_select gather take".split())
# Two kernels: statistics, then values.
_TWICE = frozenset(("native_group_norm",))


class EagerWork(TorchDispatchMode):
    """`entries` as of a candidate's kernels (PROTOCOL.md, "Work"), one for operators of one name that
    move and compute the same."""

    @classmethod
    def _should_skip_dynamo(cls):
        return False  # True would import torch._dynamo

    def __init__(self):
        super().__init__()
        self._entries = {}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        result = func(*args, **kwargs)
        name = func.overloadpacket.__name__
        if not func.is_view and name not in _NOTHING:
            self._note(func, name, args, kwargs, result)
        return result

    def _note(self, func, name, args, kwargs, result):
        results = _distinct(bundle.tensors_in(result))
        written = sum(map(_bytes, results))
        entry = {"name": name, "launches": 1, "read": _bytes_read(name, args, kwargs, written),
                 "written": written, "dot_flops": {}, "flops": {}}
        flops = _flops_of_products(func, name, args, kwargs, result)
        if flops is not None:
            entry["dot_flops"][_kind_of_product(name, results)] = flops
        else:
            self._note_arithmetic(entry, name, args, results)
        self._add(entry, _launches(name, args))

    @staticmethod
    def _note_arithmetic(entry, name, args, results):
        """An operation for each element of the largest tensor of floating values."""
        operands = () if name in _GATHERING else bundle.tensors_in(list(args))
        floating = [value for value in [*operands, *results] if value.is_floating_point()]
        if floating:
            largest = max(floating, key=torch.Tensor.numel)
            entry["flops"][_kind(largest.dtype)] = largest.numel()

    def _add(self, entry, launches):
        key = (entry["name"], entry["read"], entry["written"],
               *entry["dot_flops"].items(), *entry["flops"].items())
        if len(self._entries) >= MAX_ENTRIES and key not in self._entries:
            key = entry["name"] if entry["name"] in self._entries \
                or len(self._entries) < 2 * MAX_ENTRIES else "others"
        known = self._entries.get(key)
        entry["launches"] = launches
        if known is None:
            self._entries[key] = entry
            return
        for name in ("launches", "read", "written"):
            known[name] += entry[name]
        for name in ("dot_flops", "flops"):
            for kind, number in entry[name].items():
                known[name][kind] = known[name].get(kind, 0) + number

    def entries(self):
        """[{"name", "launches", "read", "written", "dot_flops", "flops"}] of the forward."""
        return list(self._entries.values())


def work_of(model, inputs):
    """The entries of a forward on copies of the inputs, [] where it fails. What it changed is put
    back."""
    state = {name: value.detach().clone() for name, value in state_of(model).items()}
    values = cloned(inputs)
    work = EagerWork()
    seed_torch(0)
    try:
        with torch.no_grad(), work:
            model(*values)
    except Exception:
        return []
    finally:
        put_back(model, state)
    return work.entries()


def _distinct(tensors):
    return list({id(tensor): tensor for tensor in tensors}.values())


def _bytes(tensor):
    """Of the elements that have a place of their own: an expanded dimension counts once."""
    count = 1
    for size, step in zip(tensor.shape, tensor.stride()):
        count *= size if step else min(size, 1)
    return count * tensor.element_size()


def _bytes_read(name, args, kwargs, written):
    tensors = _distinct(bundle.tensors_in((list(args), list(kwargs.values()))))
    if name in _OVERWRITING:
        tensors = tensors[1:]
    sizes = [_bytes(tensor) for tensor in tensors]
    if name in _GATHERING and sizes:
        sizes[0] = min(sizes[0], written)
    return sum(sizes)


def _flops_of_products(func, name, args, kwargs, result):
    """Of matrix products and convolutions; None for other operators."""
    if name == "mkldnn_rnn_layer":  # every time step of every line with both matrices
        steps, lines = args[0].shape[0], args[0].shape[1]
        return 2 * steps * lines * (args[1].numel() + args[2].numel())
    if name.startswith("_scaled_dot_product"):
        return int(sdpa_flop_count(*(value.shape for value in args[:3])))
    count = flop_registry.get(func.overloadpacket)
    return None if count is None else int(count(*args, **kwargs, out_val=result))


def _launches(name, args):
    """Kernels that PyTorch starts on a GPU: a bias is added to a convolution by one of its own,
    recurrent layers need one for each step at least."""
    if name == "convolution":
        return 1 if args[2] is None else 2
    if name == "mkldnn_rnn_layer":
        return args[0].shape[0]
    return 2 if name in _TWICE else 1


def _kind(dtype):
    return "bf16" if dtype == torch.bfloat16 else f"fp{8 * dtype.itemsize}"


def _kind_of_product(name, results):
    """TF32 where torch's settings allow it: for convolutions it does unless told otherwise."""
    kind = _kind(results[0].dtype) if results else "fp32"
    allowed = torch.backends.cudnn.allow_tf32 if "conv" in name \
        else torch.backends.cuda.matmul.allow_tf32
    return "tf32" if kind == "fp32" and allowed else kind
