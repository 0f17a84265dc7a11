#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""@title

Runs a PyTorch reference and a Triton candidate on one input and compares them in float64, without
Nereid: needs torch, triton and numpy. On a GPU if there is one, else in Triton's interpreter.

    python @file [--cpu] [--keep FOLDER]

Exit status: 0 the candidate is right on this input, 1 it is not, 2 it could not be tried.
It runs the code of both, outside of any sandbox: read it first.
"""

import argparse
import base64
import contextlib
import hashlib
import importlib.util
import json
import math
import os
import pathlib
import sys
import tempfile
import traceback
import types
import zlib

import numpy
import torch

REFERENCE = ""  # @reference
CANDIDATE = ""  # @candidate
VERDICT = {}  # @verdict
RULE = {}  # @rule
STAND_INS = {}  # @stand_ins

COARSE = 0.5
FLOORS = {"float64": (1e-12, 1e-6), "float32": (1e-5, 1e-2), "float16": (1e-3, 5e-2),
          "bfloat16": (3.6e-3, 0.1), "float8_e4m3fn": (0.1, 0.2), "float8_e5m2": (0.2, 0.25)}
ONCE = {"float16": 2.9e-4, "bfloat16": 2.3e-3}  # one rounding, which widens nothing
TF32_FLOOR = 2e-3  # for float32 on a GPU, as where Nereid looks at what it has timed


class Impossible(Exception):
    """The comparison cannot be made here."""


class OutOfBounds(Exception):
    """A kernel touched memory that belongs to none of its arguments."""


# ---- the input ---------------------------------------------------------------------------------


class Given:
    """The arguments of one forward, bit for bit those of the verdict."""

    def __init__(self, record, task):
        self.record, self._task = record, task

    def tensor(self, name):
        entry = self.record["tensors"][name]
        dtype = getattr(torch, entry["dtype"])
        if "data" in entry:
            data = bytearray(zlib.decompress(base64.b64decode(entry["data"])))
        else:
            value = self._task.drawn(entry["draw"]) if "draw" in entry else \
                self._task.built(entry["build"], name)
            data = bytearray(_bytes_of(value.to(dtype)))
            if hashlib.sha256(data).hexdigest() != entry["sha256"]:
                raise Impossible(f"{name} comes out differently with torch {torch.__version__}; "
                                 f"it was drawn with torch {self.record['torch']}")
        if not data:
            return torch.empty(entry["shape"], dtype=dtype)
        return torch.frombuffer(data, dtype=dtype).reshape(entry["shape"]).clone()

    def laid_out(self, name):
        """The tensor as it lies in memory for the candidate."""
        tensor = self.tensor(name)
        layout = self.record["layouts"].get(name)
        if layout == "transposed":
            return tensor.transpose(-1, -2).contiguous().transpose(-1, -2)
        if layout == "behind":
            buffer = torch.full([64 + tensor.numel()], math.nan if tensor.is_floating_point() else 0, dtype=tensor.dtype)
            return buffer[64:].view(tensor.shape).copy_(tensor)
        if (layout or "").startswith("order "):
            order = [int(axis) for axis in layout.split()[1:]]
            return tensor.permute(order).contiguous().permute(sorted(range(len(order)), key=order.__getitem__))
        if layout != "padded":
            return tensor
        shape = list(tensor.shape)
        wide = shape[:-1] + [shape[-1] + 5] if len(shape) > 1 else [2 * shape[0]]
        buffer = torch.full(wide, math.nan if tensor.is_floating_point() else 0,
                            dtype=tensor.dtype)
        view = buffer[..., :shape[-1]] if len(shape) > 1 else buffer[::2]
        return view.copy_(tensor)

    def inputs(self, fetch):
        return [_decoded(item, fetch) for item in self.record["inputs"]]

    def init(self):
        init = self.record["init"]
        return (_decoded(init.get("args", []), self.tensor),
                {key: _decoded(value, self.tensor) for key, value in init["kwargs"].items()})

    def state(self):
        return {name.removeprefix("state."): self.tensor(name) for name in self.record["state"]}


class Task:
    """Draws what is too large to be written down here, from the seeds of the verdict."""

    def __init__(self, module):
        self._module, self._draws, self._models = module, {}, {}

    def drawn(self, how):
        seed = how["seed"]
        if seed not in self._draws:
            torch.default_generator.manual_seed(seed)
            self._draws[seed] = list(_tensors_in(self._module.get_inputs()))
        value = self._draws[seed][how["index"]].detach()
        return value if how["times"] == 1 else value * how["times"]

    def built(self, seed, name):
        if seed not in self._models:
            torch.default_generator.manual_seed(seed)
            arguments, keywords = _init_of(self._module)
            self._models[seed] = _state_of(
                getattr(self._module, RULE["entry_point"])(*arguments, **keywords))
        return self._models[seed][name.removeprefix("state.")].detach()


def _init_of(module):
    made = module.get_init_inputs() if hasattr(module, "get_init_inputs") else []
    if isinstance(made, dict):
        return (), made
    made = list(made) if isinstance(made, (list, tuple)) else [made]
    if len(made) == 2 and isinstance(made[0], (list, tuple)) and isinstance(made[1], dict):
        return tuple(made[0]), made[1]
    return tuple(made), {}


def _decoded(value, fetch):
    if isinstance(value, list):
        return [_decoded(item, fetch) for item in value]
    if not isinstance(value, dict):
        return value
    if "tensor" in value:
        return fetch(value["tensor"])
    if "value" in value:
        return _decoded(value["value"], fetch)
    if "dtype" in value:
        return getattr(torch, value["dtype"])
    if "device" in value:
        return torch.device(value["device"])
    if "tuple" in value:
        return tuple(_decoded(item, fetch) for item in value["tuple"])
    return {_decoded(key, fetch): _decoded(item, fetch) for key, item in value["dict"]}


def _tensors_in(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict):
        yield from _tensors_in(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _tensors_in(item)


def _changed_tensors(value, change):
    if isinstance(value, torch.Tensor):
        return change(value)
    if type(value) in (list, tuple):
        return type(value)(_changed_tensors(item, change) for item in value)
    if type(value) is dict:
        return {key: _changed_tensors(item, change) for key, item in value.items()}
    return value


def _bytes_of(tensor):
    flat = tensor.detach().cpu().contiguous().reshape(-1)
    return flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""


def _state_of(model):
    if not isinstance(model, torch.nn.Module):
        return {}
    return {name: value for name, value in model.state_dict(keep_vars=True).items()
            if isinstance(value, torch.Tensor)}


# ---- the two sides -----------------------------------------------------------------------------


def load(folder, name, text):
    """A module from a file of its own; triton.jit reads its kernels from there."""
    path = pathlib.Path(folder) / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def build(module, entry_point, given):
    """The model, with the parameters of the verdict, by name or else in order."""
    arguments, keywords = given.init()
    torch.default_generator.manual_seed(int(given.record["init_seed"]))
    model = getattr(module, entry_point)(*arguments, **keywords)
    if isinstance(model, torch.nn.Module):
        if given.record["cast"] == "1":
            model.to(getattr(torch, given.record["dtype"]))
        model.train(given.record["train_mode"] == "1")
        put(model, given.state())
    return model


def put(model, wanted):
    """Copies state into a model."""
    own = _state_of(model)
    pairs = [(own[name], value) for name, value in wanted.items()
             if name in own and own[name].shape == value.shape]
    left = [value for name, value in own.items() if name not in wanted]
    sources = [value for name, value in wanted.items() if name not in own]
    if [value.shape for value in left] == [value.shape for value in sources]:
        pairs += list(zip(left, sources))
    with torch.no_grad():
        for target, source in pairs:
            target.copy_(source)


def answer(model, inputs, double=False):
    """(outputs, what forward changes by name) of the reference; with `double` in float64."""
    torch.default_generator.manual_seed(0)
    before = torch.get_default_dtype()
    widen = torch.Tensor.double if double else torch.Tensor.clone
    values = _changed_tensors(inputs, lambda value: widen(value) if value.is_floating_point()
                              else value.clone())
    if double and isinstance(model, torch.nn.Module):
        model.double()
    try:
        torch.set_default_dtype(torch.float64 if double else before)
        with torch.no_grad():
            output = model(*values)
    finally:
        torch.set_default_dtype(before)
    effects = {f"input.{index}": value for index, value in enumerate(_tensors_in(values))}
    effects.update({f"state.{name}": value for name, value in _state_of(model).items()})
    form = _form(output)
    return ([value.detach().clone() for value in _flat(output, form)],
            {name: value.detach().clone() for name, value in effects.items()}, form)


def _form(output):
    """How an answer lies in lists, tuples and dicts, with None where there is nothing."""
    if isinstance(output, dict):
        return {str(name): _form(item) for name, item in output.items()}
    if isinstance(output, (list, tuple)):
        return [_form(item) for item in output]
    if output is None:
        return None
    if isinstance(output, torch.Tensor):
        return "complex" if output.is_complex() else "tensor"
    return "number" if isinstance(output, (bool, int, float)) else "tensor"


def _fits(form, expected):
    """Names of a dict may come in another order, a tensor may stand for a number."""
    if isinstance(expected, dict):
        return isinstance(form, dict) and form.keys() == expected.keys() \
            and all(_fits(form[name], item) for name, item in expected.items())
    if isinstance(expected, list):
        return isinstance(form, list) and len(form) == len(expected) \
            and all(map(_fits, form, expected))
    return form == expected or (form, expected) == ("tensor", "number")


def _flat(output, form):
    """The tensors of an answer that fits a form, in the order of that."""
    if isinstance(form, dict):
        named = {str(name): item for name, item in output.items()}
        return [value for name, item in form.items() for value in _flat(named[name], item)]
    if isinstance(form, list):
        return [value for pair in zip(output, form) for value in _flat(*pair)]
    if form is None:
        return []
    if form == "complex":
        return [torch.view_as_real(output.resolve_conj())]
    return [output if isinstance(output, torch.Tensor) else torch.tensor(output)]


class Candidate:
    """The candidate on its device."""

    def __init__(self, folder, device):
        self._device = device
        self.configs = 1  # of its autotuned kernels
        self.config = 0
        if device == "cpu":
            self._without_gpu()
        # What nobody writes must not look like an answer.
        torch.use_deterministic_algorithms(True, warn_only=True)
        torch.utils.deterministic.fill_uninitialized_memory = True
        with self._illusion():
            self._module = load(folder, "candidate", CANDIDATE)

    def forward(self, records):
        """(answer, inputs and state afterwards) on the last of the records, each in the tensors of
        the one before."""
        with self._illusion():
            answer = next(name for name in RULE["answers"] if hasattr(self._module, name))
            model = build(self._module, answer, records[0])
        if self._device != "cpu" and isinstance(model, torch.nn.Module):
            model.to(self._device)
        values = _changed_tensors(records[0].inputs(records[0].laid_out),
                                  lambda value: self._there(value))
        for index, given in enumerate(records):
            if index:
                put(model, given.state())
                fresh = _tensors_in(given.inputs(given.tensor))
                for target, source in zip(_tensors_in(values), fresh):
                    target.copy_(source)
            with torch.set_grad_enabled(given.record.get("gradients") == "1"), self._illusion():
                output = model(*values)
        effects = {f"input.{index}": value for index, value in enumerate(_tensors_in(values))}
        effects.update({f"state.{name}": value for name, value in _state_of(model).items()})
        return output, {name: value.detach().cpu() for name, value in effects.items()}

    def _there(self, value):
        """On the device, lying as it lay."""
        if self._device == "cpu":
            return value
        there = torch.empty_strided(value.size(), value.stride(), dtype=value.dtype,
                                    device=self._device)
        return there.copy_(value)

    def _illusion(self):
        return self._surface.CudaIllusion() if self._device == "cpu" else contextlib.nullcontext()

    def _without_gpu(self):
        self._surface = _stand_in("cuda_surface")
        self._surface.install_cuda_surface()
        numpy.seterr(all="ignore")
        _stand_in("half_math").install()
        _stand_in("device_math").install()
        _check_bounds()
        _use_driver()
        from triton.runtime.autotuner import Autotuner

        Autotuner.run = lambda tuner, *args, **kwargs: self._run_tuned(tuner, args, kwargs)

    def _run_tuned(self, tuner, args, kwargs):
        """Nobody measures in an interpreter: main() tries one configuration after another."""
        tuner.nargs = dict(zip(tuner.arg_names, args))
        configs = list(tuner.prune_configs(kwargs)) if len(tuner.configs) > 1 else tuner.configs
        self.configs = max(self.configs, len(configs))
        config = tuner.best_config = configs[min(self.config, len(configs) - 1)]
        full = {**tuner.nargs, **kwargs, **config.all_kwargs()}
        if len(configs) > 1:
            tuner.pre_hook(full, reset_only=True)
        if config.pre_hook is not None:
            config.pre_hook(full)
        return tuner.fn.run(*args, **kwargs, **config.all_kwargs())


def _stand_in(name):
    """The module, under the name by which the others of its kind import it."""
    package = "harness.stand_ins"
    sys.modules.setdefault(package, types.ModuleType(package))
    module = types.ModuleType(f"{package}.{name}")
    sys.modules[module.__name__] = module
    exec(compile(STAND_INS[name], f"<{name}>", "exec"), module.__dict__)
    return module


def _use_driver():
    """What host code asks the driver and a compiled kernel for."""
    from triton.backends.compiler import GPUTarget
    from triton.runtime import driver, interpreter

    run = interpreter.InterpretedFunction.run

    def launch(kernel, *args, **kwargs):
        run(kernel, *args, **kwargs)
        return types.SimpleNamespace(
            n_regs=32, n_spills=0, n_max_threads=1024, _init_handles=lambda: None,
            metadata=types.SimpleNamespace(shared=0, num_ctas=1,
                                           num_warps=kwargs.get("num_warps", 4)))

    interpreter.InterpretedFunction.run = launch

    with contextlib.suppress(Exception):
        driver.set_active(types.SimpleNamespace(
            get_active_torch_device=lambda: torch.device("cuda", 0),
            get_current_device=lambda: 0, get_current_stream=lambda device=0: 0,
            get_current_target=lambda: GPUTarget("cuda", 90, 32), is_active=lambda: True))


def _check_bounds():
    """Loads and stores outside of what a launch was given are errors, not garbage."""
    from triton.runtime import interpreter

    builder, executor = interpreter.InterpreterBuilder, interpreter.GridExecutor
    convert, ranges = executor._init_args_hst, []

    def noted(self, args, kwargs):
        made = convert(self, args, kwargs)
        ranges.clear()
        for value in _arguments_in([*made[0], *made[1].values()]):
            storage = value.untyped_storage()
            ranges.append((storage.data_ptr(), storage.data_ptr() + storage.nbytes()))
        return made

    def checked(method, verb, mask_at):
        def apply(self, pointers, *rest, **options):
            mask = rest[mask_at].data
            size = max(1, pointers.get_element_ty().primitive_bitwidth // 8)
            first = numpy.broadcast_to(pointers.data, numpy.broadcast_shapes(
                pointers.data.shape, mask.shape))[numpy.broadcast_to(
                    mask, numpy.broadcast_shapes(pointers.data.shape, mask.shape))]
            inside = numpy.zeros(first.shape, dtype=bool)
            for start, end in ranges:
                inside |= (first >= numpy.uint64(start)) & (first + numpy.uint64(size) <=
                                                            numpy.uint64(end))
            if not inside.all():
                raise OutOfBounds(f"{int((~inside).sum())} of {inside.size} elements of a {verb} "
                                  "lie outside of the kernel's arguments")
            return method(self, pointers, *rest, **options)
        return apply

    executor._init_args_hst = noted
    builder.create_masked_load = checked(builder.create_masked_load, "load", 0)
    builder.create_masked_store = checked(builder.create_masked_store, "store", 1)


def _arguments_in(values):
    for value in values:
        if isinstance(value, (tuple, list)):
            yield from _arguments_in(value)
        elif hasattr(value, "base") and not isinstance(value, torch.Tensor):
            yield from _arguments_in([value.base])
        elif isinstance(value, torch.Tensor):
            yield value


# ---- the judgement -----------------------------------------------------------------------------


class Comparison:
    """One output against the float64 answer: relative error as a whole and by blocks of rows, then
    element by element. The bound is four times PyTorch's own error, within limits; or torch.allclose,
    where the verdict was by that."""

    BLOCK, SMALL_BLOCK, ELEMENT, CAP, TORCH = 1024, 0.05, 64, 0.25, 4

    def __init__(self, exact, native, actual, tf32=False):
        self.passed, self.problem = True, ""
        self._tf32 = tf32
        self.error = self.bound = 0.0
        self.wrong, self.first = 0, None
        if actual.dtype != native.dtype:
            self._fail(f"it is {actual.dtype}, expected {native.dtype}")
        elif actual.shape != native.shape:
            self._fail(f"it has shape {list(actual.shape)}, expected {list(native.shape)}")
        elif native.is_floating_point() and RULE.get("allclose") and not RULE.get("coarse"):
            self._compare_allclose(native, actual, **RULE["allclose"])
        elif native.is_floating_point():
            self._compare(exact, native, actual)
        else:
            self._compare_exactly(native, actual.cpu())

    def _fail(self, problem):
        self.passed, self.problem = False, problem

    def _show(self, flat, exact, actual):
        self.first = [int(i) for i in numpy.unravel_index(flat, tuple(actual.shape))]
        self.expected = exact.reshape(-1)[flat].item()
        self.actual = actual.reshape(-1)[flat].item()

    def _compare_exactly(self, native, actual):
        differs = (native != actual).reshape(-1).nonzero().reshape(-1)
        self.wrong, self.total = len(differs), actual.numel()
        if self.wrong:
            self._fail("integers differ")
            self.error = self.wrong / max(self.total, 1)
            self._show(int(differs[0]), native, actual)

    def _compare_allclose(self, native, actual, rtol, atol):
        """torch.allclose in float64, NaN where PyTorch has NaN."""
        n, a = (value.cpu().double().reshape(-1).numpy() for value in (native, actual))
        self.total = len(a)
        kinds = [_kind(values) for values in (n, a)]
        with numpy.errstate(all="ignore"):
            errors = numpy.where(kinds[0] == 0, numpy.abs(a - n), 0.0)
            bounds = atol + rtol * numpy.where(kinds[0] == 0, numpy.abs(n), 0.0)
        odd = kinds[0] != kinds[1]
        wrong = numpy.flatnonzero(odd if odd.any() else errors > bounds)
        self.wrong = len(wrong)
        if not self.wrong:
            return
        self._fail("elements differ in being NaN or infinite" if odd.any() else "wrong values")
        with numpy.errstate(all="ignore"):
            worst = int(numpy.nan_to_num(errors / bounds, nan=0.0, posinf=math.inf).argmax())
        self.error, self.bound = ((math.inf, atol) if odd.any()
                                  else (float(errors[worst]), float(bounds[worst])))
        self._show(int(wrong[0]), native.cpu(), actual.cpu())

    def _compare_coarsely(self, exact, actual, counts):
        """No element is off by half of itself, of the root mean square or of one."""
        exact, actual = exact[counts], actual[counts]
        scale = numpy.maximum(numpy.abs(exact), max(1.0, math.sqrt(float((exact ** 2).mean())) if len(exact) else 1.0))
        off = numpy.abs(actual - exact) / scale
        self.wrong = int((off > COARSE).sum())
        if self.wrong:
            self._fail("wrong values")
            self.error, self.bound = float(off.max()), COARSE
            self._show(int(numpy.flatnonzero(counts)[(off > COARSE).argmax()]), self._exact, self._actual)

    def _compare(self, exact, native, actual):
        self._exact, self._actual = exact.cpu(), actual.cpu()
        floor, cap = FLOORS[str(actual.dtype).removeprefix("torch.")]
        if self._tf32 and actual.dtype == torch.float32:
            floor = TF32_FLOOR
        self._once = ONCE.get(str(actual.dtype).removeprefix("torch."), 0)
        self._floor, self._cap = min(floor * RULE["loosening"], cap), cap
        e, n, a = (value.cpu().double().reshape(-1).numpy() for value in (exact, native, actual))
        self.total = len(a)
        if not self.total:
            return
        kinds = [_kind(values) for values in (e, n, a)]
        odd = (kinds[2] != kinds[1]) & (kinds[2] != kinds[0])
        if odd.any():
            self._fail("elements differ in being NaN or infinite")
            self.wrong, self.error, self.bound = int(odd.sum()), math.inf, self._floor
            self._show(int(odd.argmax()), self._exact, self._actual)
            return
        if RULE.get("coarse"):
            self._compare_coarsely(e, a, (kinds[2] == 0) & (kinds[0] == 0))
            return
        counts = (kinds[2] == 0) & (kinds[0] == 0)
        with numpy.errstate(all="ignore"):
            torch_off = numpy.where(counts & (kinds[1] == 0), n - e, 0.0)
            squares = [numpy.where(counts, e * e, 0.0), numpy.where(counts, (a - e) ** 2, 0.0),
                       torch_off ** 2, counts.astype(float)]
        self._judge(squares, actual.shape, e, n, a, counts)

    def _judge(self, squares, shape, e, n, a, counts):
        row = max(shape[-1], 1) if len(shape) else 1
        length = row if row >= self.BLOCK else row * (self.BLOCK // row)
        starts = numpy.arange(0, self.total, length)
        exact, actual, own, count = (numpy.add.reduceat(values, starts) for values in squares)
        total = float(count.sum())
        rms = math.sqrt(exact.sum() / total) if total else 0.0
        self._rms = rms or 1.0
        whole_torch = math.sqrt(own.sum() / total) / self._rms if total else 0.0
        if total:
            self._consider(math.sqrt(actual.sum() / total) / self._rms, self._clamp(whole_torch))
            small = self.SMALL_BLOCK * self._rms
            for k in numpy.flatnonzero(count):
                scale = max(exact[k], small * small * count[k])
                self._consider(math.sqrt(actual[k] / scale), self._clamp(
                    max(math.sqrt(own[k] / scale), whole_torch)))
        scale = numpy.maximum(numpy.abs(e), self._rms)
        with numpy.errstate(all="ignore"):
            errors = numpy.where(counts, numpy.abs(a - e) / scale, 0.0)
            own = numpy.where(counts, numpy.abs(n - e) / scale, 0.0)
        self._judge_elements(errors, own[numpy.isfinite(own)].max(initial=0.0),
                             self._clamp(whole_torch))

    def _judge_elements(self, errors, worst_torch, whole):
        limit = min(max(self.ELEMENT * whole, 8 * worst_torch), self.CAP)
        if errors.max() > limit:
            if self.passed:
                self.error, self.bound = float(errors.max()), limit
            self.passed = False
        if self.passed:
            return
        wrong = numpy.flatnonzero(errors > whole)
        self.wrong = max(len(wrong), 1)
        self.problem = "wrong values"
        self._show(int(wrong[0]) if len(wrong) else int(errors.argmax()), self._exact,
                   self._actual)

    def _clamp(self, torch_error):
        widened = self.TORCH * torch_error if torch_error > self._once else 0
        return min(max(widened, self._floor), self._cap)

    def _consider(self, error, bound):
        self.passed = self.passed and error <= bound
        if not self.bound or error / bound > self.error / self.bound:
            self.error, self.bound = error, bound

    def words(self):
        """Lines for people."""
        lines = [self.problem] if not self.wrong else [
            f"{self.problem}: {self.wrong:,} of {self.total:,} elements"]
        if self.first is not None:
            lines.append(f"first at {self.first}: candidate {self.actual!r}, "
                         f"reference {self.expected!r}")
        if self.bound:
            lines.append(f"error {self.error:.3g}, bound {self.bound:.3g}")
        return lines


def _kind(values):
    return numpy.select([numpy.isnan(values), numpy.isposinf(values), numpy.isneginf(values)],
                        [1, 2, 3], 0)


def _same_bytes(one, other):
    return one.dtype == other.dtype and _bytes_of(one) == _bytes_of(other)


def compare_effects(levels, given, changes, actual):
    """Problems with what a forward does beside its answer."""
    native, exact = changes
    before = {name: given.tensor(name) for name in given.record["tensors"]}
    for name, value in actual.items():
        if name not in before:
            continue
        is_changed = not _same_bytes(value, before[name])
        if is_changed and name not in levels:
            yield f"forward changed {name}, the reference does not", None
        elif is_changed:
            comparison = Comparison(exact[name].to(torch.float64) if native[name]
                                    .is_floating_point() else native[name], native[name], value)
            if not comparison.passed:
                yield f"{name} after forward", comparison
        elif levels.get(name) == "required" and not _same_bytes(native[name], before[name]):
            yield f"forward leaves {name} as it was, the reference changes it", None


def compare(records, reference, candidate, tf32=False):
    """[(what, Comparison or None)] of what is wrong, worst first."""
    given = records[-1]
    inputs = given.inputs(given.tensor)
    natives, changed, form = answer(build(reference, RULE["entry_point"], given),
                                    given.inputs(given.laid_out))
    try:
        exacts, exactly, _ = answer(build(reference, RULE["entry_point"], given), inputs, True)
        if [value.shape for value in exacts] != [value.shape for value in natives]:
            raise ValueError("other shapes in float64")
    except Exception:
        exacts, exactly = natives, changed
    output, effects = candidate.forward(records)
    if not _fits(_form(output), form):
        return [(f"forward returned {_form(output)}, expected {form}", None)]
    outputs = _flat(output, form)
    found = list(compare_effects(given.record["effects"], given, (changed, exactly), effects))
    for index, (exact, native, actual) in enumerate(zip(exacts, natives, outputs)):
        comparison = Comparison(exact, native, actual.detach(), tf32)
        name = f"output {index}" if len(natives) > 1 else "the output"
        if not comparison.passed and index not in given.record["open"]:
            found.append((name, comparison))
        elif index in given.record["exact"] and not RULE.get("allclose") and not RULE.get("coarse") and not torch.equal(*(value.cpu().nan_to_num() for value in (native, actual))):
            found.append((f"{name} has elements that are none of the inputs'", None))
    return found


# ---- the program -------------------------------------------------------------------------------


def show(found, config):
    for what, comparison in found:
        print(f"WRONG: {what}" + (f": {comparison.words()[0]}" if comparison else "")
              + (f" (autotuner's configuration {config})" if config else ""))
        for line in comparison.words()[1:] if comparison else ():
            print(f"  {line}")
        if comparison and comparison.first and comparison.first == VERDICT.get("first"):
            print("  Nereid found the first wrong element there, too.")


def run(arguments, folder):
    device = "cpu" if arguments.cpu or not torch.cuda.is_available() else "cuda"
    if device == "cpu":
        os.environ["TRITON_INTERPRET"] = "1"  # before triton is imported
        torch.set_num_threads(1)
    try:
        reference = load(folder, "reference", REFERENCE)
        task = Task(reference)
        records = [Given(record, task) for record in DATA["variants"]]
        shapes = [list(value.shape) for value in _tensors_in(records[-1].inputs(
            records[-1].tensor))]
    except Impossible:
        raise
    except Exception as error:
        raise Impossible(f"the reference does not run: {error!r}") from error
    where = "Triton's interpreter on the CPU" if device == "cpu" else torch.cuda.get_device_name()
    print(f"Input {RULE['title']}: {records[-1].record['dtype']}, shapes {shapes}; {where}")
    if RULE.get("allclose"):
        print("Compared by torch.allclose with rtol {rtol:g}, atol {atol:g}.".format(**RULE["allclose"]))
    try:
        candidate = Candidate(folder, device)
        while True:
            found, is_tf32 = compare(records, reference, candidate), False
            if found and device == "cuda" and VERDICT.get("code") in ("ok", "", None):
                is_tf32 = not compare(records, reference, candidate, tf32=True)
                found = [] if is_tf32 else found
            if found or candidate.config + 1 >= candidate.configs:
                break
            candidate.config += 1
    except Impossible:
        raise
    except Exception as error:
        return failed(error, device)
    show(found, candidate.config)
    if not found:
        print("Right: the candidate agrees with the reference on this input.")
        if is_tf32:
            print(f"  Within TF32 ({TF32_FLOOR:g}) only, in which Triton multiplies matrices of float32 on "
                  "a GPU\n  unless tl.dot is given input_precision=\"ieee\".")
        if VERDICT.get("code") not in ("ok", "", None):
            print(f"Nereid's verdict was: {VERDICT['message'] or VERDICT['code']}\n"
                  "  This script compares values and checks bounds; it knows no races, no limits "
                  "of time and no rules about what torch may compute.")
    return 1 if found else 0


def failed(error, device):
    """The candidate raised an error. Without a GPU that is its own fault only where Nereid said so,
    too: the interpreter does not know all of Triton."""
    root = error
    while root.__cause__ is not None:
        root = root.__cause__
    lines = [frame.lineno for link in (error, root)
             for frame in traceback.extract_tb(link.__traceback__)
             if os.path.basename(frame.filename) == "candidate.py"]
    place = f" (candidate.py, line {lines[-1]})" if lines else ""
    words = f"{type(root).__name__}: {root}{place}"
    if device != "cpu" or isinstance(root, OutOfBounds) or VERDICT.get("raises"):
        print(f"WRONG: {words}")
        return 1
    raise Impossible(f"the candidate cannot be run without a GPU here: {words}") from error


def main():
    parser = argparse.ArgumentParser(description="Compares a Triton candidate with its reference.")
    parser.add_argument("--cpu", action="store_true", help="do not use a GPU")
    parser.add_argument("--keep", metavar="FOLDER",
                        help="write reference.py and candidate.py there and leave them")
    arguments = parser.parse_args()
    try:
        if arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
            return run(arguments, arguments.keep)
        with tempfile.TemporaryDirectory(prefix="nereid-") as folder:
            return run(arguments, folder)
    except Impossible as problem:
        print(f"Not tried: {problem}", file=sys.stderr)
        return 2


DATA = json.loads("{}")  # @data

if __name__ == "__main__":
    sys.exit(main())
