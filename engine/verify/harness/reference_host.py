# SPDX-License-Identifier: GPL-3.0-or-later
"""The reference role: runs a PyTorch reference in a forked child and hands the judge, for every
input variant, the arguments (`given`) and the fp64 answer (`expected`)."""

import ast
import copy
import hashlib
import importlib.util
import json
import os
import sys
import traceback

import numpy
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import flop_registry

import bundle
import shapes

OPERATIONS = {"prepare": ("channel", "source")}
NEEDS_EXEC = False

FILE_NAME = "reference.py"
DEFAULT_VARIANTS = ("original", "values_x2", "new_seed", "larger_dims", "other_dtype")
MAX_ELEMENTS = 1 << 24  # inputs and parameters of one variant; more takes minutes interpreted
MAX_WORK = 1 << 25      # elements that the operators of one forward write
MAX_FLOPS = 20e9        # matrix products and convolutions of one forward
MAX_TRIALS = 200


class Refused(Exception):
    """The reference cannot be used."""

    def __init__(self, code, message, line=0):
        super().__init__(message)
        self.code, self.message, self.line = code, message, line


class NotApplicable(Exception):
    """This task has no such variant; the text says why."""


def versions():
    return {"torch": torch.__version__, "numpy": numpy.__version__,
            "python": sys.version.split()[0]}


def prepare_zygote():
    torch.set_num_threads(1)
    with torch.device("meta"), _WorkCounter():
        torch.nn.Linear(2, 2)(torch.randn(2, 2))  # imports sympy, half a second
    layer = torch.nn.Linear(4, 4)
    layer(torch.ones(2, 4)).softmax(dim=1).double().sum()


def warm_child(private_dir):
    del private_dir
    model = torch.nn.Linear(8, 8)
    with torch.no_grad():
        model(torch.ones(4, 8))
        model.half()(torch.ones(4, 8, dtype=torch.float16))


# ---- answering -------------------------------------------------------------------------------


def serve_child(child):
    try:
        task = Task(child)
        _send_variants(child, task)
        child.channel.send({"op": "done", "ms": child.elapsed_ms(),
                            "deterministic": task.deterministic, "sandbox": child.layers})
    except Refused as error:
        _send_error(child, error.code, error.message, error.line)
    except bundle.BundleError as error:
        _send_error(child, "reference_error", str(error), 0)
    except MemoryError:
        _send_error(child, "task_too_large", "the reference needs more memory than it may use", 0)
    except BaseException as error:
        _send_error(child, "reference_error", _describe(error), _line_of(error))


def _send_error(child, code, message, line):
    child.channel.send({"op": "error", "code": code, "message": message, "line": line,
                        "sandbox": child.layers})


def _send_variants(child, task):
    wanted = [name for name in child.request.get("variants") or DEFAULT_VARIANTS]
    if child.request.get("tiny") and "tiny" not in wanted:
        wanted.insert(0, "tiny")
    for name in wanted:
        if name not in _MAKERS:
            raise Refused("bad_request", f"unknown variant {name}")
        try:
            _send_variant(child, name, _MAKERS[name](task))
        except NotApplicable as reason:
            child.channel.send({"op": "variant", "variant": name, "applicable": False,
                                "detail": str(reason), "dtype": "", "shapes": [], "outputs": 0,
                                "fds": []})


def _send_variant(child, name, variant):
    given = expected = None
    try:
        given = bundle.create("given", *variant.given(name))
        expected = bundle.create("expected", *variant.expected())
        child.channel.send(
            {"op": "variant", "variant": name, "applicable": True, "detail": variant.detail,
             "dtype": variant.dtype, "outputs": len(variant.native),
             "shapes": [list(value.shape) for value in variant.inputs
                        if isinstance(value, torch.Tensor)],
             "fds": ["given", "expected"]}, [given, expected])
    finally:
        for fd in (given, expected):
            if fd is not None:
                os.close(fd)


# ---- the task ----------------------------------------------------------------------------------


def seed_torch(seed):
    """torch.manual_seed for the CPU alone; the full one spends a millisecond on absent devices."""
    torch.default_generator.manual_seed(seed)


def derive_seed(seed, purpose):
    """63 bits that tell a candidate nothing about the other seeds."""
    digest = hashlib.sha256(f"nereid:{seed}:{purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "little") >> 1


class Task:
    """A reference module with its model; makes variants of its inputs."""

    def __init__(self, child):
        self.entry_point = child.request.get("entry_point") or "Model"
        self.seed = child.request.get("seed", 0)
        limits = child.request.get("limits") or {}
        self.max_elements = int(limits.get("max_elements") or MAX_ELEMENTS)
        self.source = child.source.decode("utf-8")
        self.path = os.path.join(child.private_dir, FILE_NAME)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(self.source)
        self._bound = set()  # sizes that the model reads from a constant of its module
        self.module = self._load()
        self.init_seed = derive_seed(self.seed, "init")
        self.input_seed = derive_seed(self.seed, "inputs")
        self.init = _init_arguments(self.module)
        self._check_size()
        self.model = self.build(self.init_seed)
        self.inputs = self.draw_inputs(self.input_seed)
        _check_elements(self, self.inputs)
        self.train_mode, self.deterministic = self._settle_mode()

    def _load(self):
        try:
            spec = importlib.util.spec_from_file_location("reference", self.path)
            module = importlib.util.module_from_spec(spec)
            sys.modules["reference"] = module
            spec.loader.exec_module(module)
        except BaseException as error:
            raise Refused("reference_error", f"import: {_describe(error)}",
                                  _line_of(error)) from error
        for name in (self.entry_point, "get_inputs"):
            if not hasattr(module, name):
                raise Refused("reference_error", f"the reference defines no {name}")
        return module

    def _check_size(self):
        """Asks for shapes and work on the meta device first: some tasks would not fit in here."""
        inputs = meta_inputs(self.module)
        if inputs is not None:
            _check_elements(self, inputs)
        try:
            arguments, keywords = copy.deepcopy(self.init)
            with torch.device("meta"):
                model = getattr(self.module, self.entry_point)(*arguments, **keywords)
            parameters = list(_state(model).values())
        except BaseException:
            return  # this model needs real values; the process's own limits hold
        _check_elements(self, [*(inputs or []), *parameters])
        if inputs is not None:
            _check_work(model, inputs, self.max_elements / MAX_ELEMENTS)

    def build(self, seed):
        """The model, its constant parameters moved so that none can be left out unnoticed."""
        seed_torch(seed)
        arguments, keywords = copy.deepcopy(self.init)
        try:
            model = getattr(self.module, self.entry_point)(*arguments, **keywords)
        except BaseException as error:
            raise Refused("reference_error",
                                  f"{self.entry_point}(...): {_describe(error)}",
                                  _line_of(error)) from error
        if isinstance(model, torch.nn.Module):
            _move_constants(model, seed)
        return model

    def draw_inputs(self, seed):
        seed_torch(seed)
        try:
            inputs = self.module.get_inputs()
        except BaseException as error:
            raise Refused("reference_error", f"get_inputs(): {_describe(error)}",
                                  _line_of(error)) from error
        if not isinstance(inputs, (list, tuple)):
            raise Refused("reference_error", "get_inputs() must return a list")
        return [value.detach() if isinstance(value, torch.Tensor) else value for value in inputs]

    def _settle_mode(self):
        """(train mode, deterministic): dropout in train mode gives way to eval mode."""
        if not isinstance(self.model, torch.nn.Module):
            return True, self._repeats()
        self.model.train(True)
        if self._repeats():
            return True, True
        self.model.train(False)
        if self._repeats():
            return False, True
        self.model.train(True)
        return True, False

    def _repeats(self):
        first, second = (run_native(self.model, self.inputs, seed) for seed in (1, 2))
        return len(first.values) == len(second.values) and all(
            torch.equal(a.nan_to_num() if a.is_floating_point() else a,
                        b.nan_to_num() if b.is_floating_point() else b)
            for a, b in zip(first.values, second.values))

    # ---- variants --------------------------------------------------------------------------

    def original(self):
        return Variant(self, self.model, self.inputs, self.init_seed)

    def values_x2(self):
        if not any(_is_floating(value) for value in self.inputs):
            raise NotApplicable("no input is floating point")
        doubled = [value * 2 if _is_floating(value) else value for value in self.inputs]
        return Variant(self, self.model, doubled, self.init_seed)

    def new_seed(self):
        seed = derive_seed(self.seed, "other init")
        model = self.build(seed)
        if isinstance(model, torch.nn.Module):
            model.train(self.train_mode)
        return Variant(self, model, self.draw_inputs(derive_seed(self.seed, "other inputs")), seed)

    def other_dtype(self):
        """fp32 -> fp16, anything else -> fp32; never bf16, which the interpreter gets wrong."""
        dtypes = {value.dtype for value in self.inputs if _is_floating(value)}
        if not dtypes:
            raise NotApplicable("no input is floating point")
        if dtypes & {torch.float64}:
            raise NotApplicable("a float64 task is not run in half precision")
        other = torch.float16 if dtypes == {torch.float32} else torch.float32
        model = copy.deepcopy(self.model)
        if isinstance(model, torch.nn.Module):
            model.to(other)
        inputs = [value.to(other) if _is_floating(value) else value for value in self.inputs]
        try:
            variant = Variant(self, model, inputs, self.init_seed)
        except Refused as error:
            raise NotApplicable(f"PyTorch refuses {bundle.dtype_name(other)}: {error}") from error
        if any(_is_floating(native) and not _same_finiteness(native, expected)
               for native, expected in zip(variant.native, variant.values)):
            raise NotApplicable(f"PyTorch itself overflows in {bundle.dtype_name(other)}")
        return variant

    def larger_dims(self):
        return self._resized(shapes.larger_proposals, "larger")

    def tiny(self):
        variant = self._resized(shapes.tiny_proposals, "smaller")
        return variant

    def _resized(self, proposals, word):
        """By the module's own constants where it has them, else by the shapes of its inputs."""
        inputs = self._by_constants(proposals, word) or self._by_shapes(proposals, word)
        if inputs is None:
            raise NotApplicable(f"the reference accepts no {word} inputs")
        return Variant(self, self.model, inputs, self.init_seed)

    def _by_constants(self, proposals, word):
        constants = shapes.integer_constants(ast.parse(self.source))
        original = _shapes_of(self.inputs)
        wanted_init = _comparable(self.init)
        trials = [0]

        def load(chosen):
            module = type(sys)("reference_resized")
            module.__file__ = self.path
            exec(shapes.with_constants(self.source, chosen, self.path), module.__dict__)
            return module if _comparable(_init_arguments(module)) == wanted_init else None

        def draw(module):
            seed_torch(derive_seed(self.seed, word))
            return list(module.get_inputs())

        def accepts(chosen):
            trials[0] += 1
            if trials[0] > MAX_TRIALS:
                return False
            try:
                module = load(chosen)
                if module is None:
                    return False
                sizes = meta_inputs(module)
                if sizes is not None and not self._fits(_shapes_of(sizes), original, word):
                    return False
                inputs = draw(module)
                if not self._fits(_shapes_of(inputs), original, word):
                    return False
                if self._same_answer(module, inputs):
                    return True
                self._bound.update(constants[name] for name in chosen)
                return False
            except BaseException:
                return False

        chosen = shapes.find_constants(constants, accepts, proposals)
        return draw(load(chosen)) if chosen else None

    def _same_answer(self, module, inputs):
        """False if the model itself reads the changed constant: a candidate could not follow."""
        twin = getattr(module, self.entry_point)(*copy.deepcopy(self.init[0]),
                                                 **copy.deepcopy(self.init[1]))
        if isinstance(twin, torch.nn.Module):
            twin.load_state_dict(self.model.state_dict())
            twin.train(self.model.training)
        theirs, ours = run_native(twin, inputs, 0).values, run_native(self.model, inputs, 0).values
        return len(ours) == len(theirs) and all(
            a.shape == b.shape and torch.allclose(a.double(), b.double(), equal_nan=True)
            for a, b in zip(ours, theirs))

    def _fits(self, new, original, word):
        if new == original:
            return False
        total = sum(_numel(shape) for shape in new)
        before = sum(_numel(shape) for shape in original)
        return total <= self.max_elements and (total > before if word == "larger"
                                               else total < before)

    def _by_shapes(self, proposals, word):
        generator = torch.Generator()
        trials = [0]

        def draw(sizes):
            generator.manual_seed(derive_seed(self.seed, word))
            return shapes.resized(self.inputs, sizes, generator)

        def accepts(sizes):
            trials[0] += 1
            if trials[0] > MAX_TRIALS:
                return False
            total = sum(_numel(shape) for shape in _shapes_of(self.inputs, sizes))
            return total <= self.max_elements and self.accepts(draw(sizes))

        sizes = shapes.find_sizes(self.inputs, accepts, proposals, self._bound)
        return draw(sizes) if sizes else None

    def accepts(self, inputs):
        """True if the unchanged model takes these inputs and answers with tensors."""
        try:
            return bool(run_native(self.model, inputs, 0).values)
        except Refused:
            return False


_MAKERS = {"tiny": Task.tiny, "original": Task.original, "values_x2": Task.values_x2,
           "new_seed": Task.new_seed, "larger_dims": Task.larger_dims,
           "other_dtype": Task.other_dtype}


class Variant:
    """One set of arguments with torch's own answer and the fp64 one."""

    def __init__(self, task, model, inputs, init_seed):
        self._task = task
        self._model = model
        self._init_seed = init_seed
        self.inputs = inputs
        self.detail = ""
        self._state = {name: value.detach().clone() for name, value in _state(model).items()}
        answer = run_native(model, inputs, 0)
        self.native = answer.values
        self._answer = answer
        self.values = self._in_double()
        floating = [value for value in inputs if _is_floating(value)] \
            or [value for value in inputs if isinstance(value, torch.Tensor)] or self.native
        self.dtype = bundle.dtype_name(floating[0].dtype)

    def _in_double(self):
        """Expected values: float64 for floating outputs; torch's own where float64 fails."""
        try:
            answer = run_double(self._model, self.inputs)
            if [value.shape for value in answer] != [value.shape for value in self.native]:
                raise ValueError("other shapes in float64")
        except BaseException as error:
            self.detail = f"judged against {self._native_dtypes()}: float64 fails " \
                          f"({_describe(error)[:200]})"
            answer = self.native
        return [wide.double() if native.is_floating_point() else native
                for wide, native in zip(answer, self.native)]

    def _native_dtypes(self):
        return ", ".join(sorted({bundle.dtype_name(value.dtype) for value in self.native}))

    def given(self, name):
        """(tensors, metadata) of the candidate's arguments."""
        tensors = {}
        arguments, keywords = self._task.init
        init = {"args": [bundle.encode_value(value, tensors, "init") for value in arguments],
                "kwargs": {key: bundle.encode_value(value, tensors, "init")
                           for key, value in keywords.items()}}
        encoded = bundle.encode_arguments(self.inputs, tensors, "input")
        tensors.update({f"state.{key}": value for key, value in self._state.items()})
        return tensors, {"init": json.dumps(init), "inputs": json.dumps(encoded), "variant": name,
                         "dtype": self.dtype, "init_seed": str(self._init_seed),
                         "train_mode": "1" if self._task.train_mode else "0"}

    def expected(self):
        tensors = {f"expected.{index}": value for index, value in enumerate(self.values)}
        tensors.update({f"native.{index}": value for index, value in enumerate(self.native)})
        return tensors, {"outputs": self._answer.structure, "dtype": self.dtype,
                         "aliases": json.dumps(self._answer.aliases),
                         "mutates": json.dumps(self._answer.mutates)}


class Answer:
    """Outputs of a reference, flat, with what they share with the inputs."""

    def __init__(self, output, inputs, pristine):
        self.structure = "tensor" if isinstance(output, torch.Tensor) else "tuple"
        tensors = list(_flatten(output))
        storages = {value.untyped_storage().data_ptr() for value in inputs
                    if isinstance(value, torch.Tensor) and value.numel()}
        self.aliases = [index for index, value in enumerate(tensors)
                        if value.numel() and value.untyped_storage().data_ptr() in storages]
        self.mutates = [index for index, (now, before) in enumerate(zip(inputs, pristine))
                        if isinstance(now, torch.Tensor) and not _same_bytes(now, before)]
        self.values = [value.detach().clone().contiguous() for value in tensors]
        for value in self.values:
            if not bundle.supported(value):
                raise Refused("reference_error",
                                      f"an output of {value.dtype} cannot be judged")


def run_native(model, inputs, seed):
    """The model's answer on copies of the inputs; its own buffers are put back afterwards."""
    state = {name: value.detach().clone() for name, value in _state(model).items()}
    values = _cloned(inputs)
    seed_torch(seed)
    try:
        with torch.no_grad():
            output = model(*values)
        return Answer(output, values, inputs)
    except (Refused, MemoryError):
        raise
    except BaseException as error:
        raise Refused("reference_error", f"forward: {_describe(error)}",
                              _line_of(error)) from error
    finally:
        _put_back(model, state)


def run_double(model, inputs):
    """The answer with parameters and floating inputs in float64."""
    model = copy.deepcopy(model)
    if isinstance(model, torch.nn.Module):
        model.double()
    values = [value.double() if _is_floating(value) else value for value in _cloned(inputs)]
    seed_torch(0)
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        with torch.no_grad():
            return Answer(model(*values), values, values).values
    finally:
        torch.set_default_dtype(before)


# ---- helpers -----------------------------------------------------------------------------------


def _state(model):
    if not isinstance(model, torch.nn.Module):
        return {}
    return {name: value for name, value in model.state_dict(keep_vars=True).items()
            if isinstance(value, torch.Tensor)}


def _put_back(model, state):
    now = _state(model)
    with torch.no_grad():
        for name, value in state.items():
            if name in now:
                now[name].copy_(value)


def _move_constants(model, seed):
    """Norm weights off one, biases off zero, running statistics off their start."""
    generator = torch.Generator().manual_seed(derive_seed(seed, "constants"))
    with torch.no_grad():
        for name, value in _state(model).items():
            if not value.is_floating_point() or value.numel() == 0:
                continue
            if bool((value == value.reshape(-1)[0]).all()):
                noise = torch.rand(value.shape, generator=generator).to(value.dtype)
                value.copy_(value + (0.5 * noise if name.endswith("running_var")
                                     else 0.5 * (noise - 0.4)))


def _init_arguments(module):
    """(args, kwargs) of get_init_inputs(), which may also return a dict or [list, dict]."""
    maker = getattr(module, "get_init_inputs", None)
    if maker is None:
        return (), {}
    seed_torch(0)
    try:
        made = maker()
    except BaseException as error:
        raise Refused("reference_error", f"get_init_inputs(): {_describe(error)}",
                              _line_of(error)) from error
    if isinstance(made, dict):
        return (), made
    made = list(made) if isinstance(made, (list, tuple)) else [made]
    if len(made) == 2 and isinstance(made[0], (list, tuple)) and isinstance(made[1], dict):
        return tuple(made[0]), made[1]
    return tuple(made), {}


def meta_inputs(module):
    """get_inputs() on the meta device: shapes without memory; None if it needs real values."""
    try:
        with torch.device("meta"):
            inputs = module.get_inputs()
        return list(inputs) if isinstance(inputs, (list, tuple)) else None
    except BaseException:
        return None


def _check_elements(task, tensors):
    total = sum(_numel(shape) for shape in _shapes_of(tensors))
    if total > task.max_elements:
        raise Refused("task_too_large",
                      f"inputs and parameters have {total} elements; at most {task.max_elements} "
                      "can be judged without a GPU")


class _WorkCounter(TorchDispatchMode):
    """Elements that operators write and floating-point operations, on the meta device.

    Torch's own FlopCounterMode would import torch._dynamo; its table of formulas does not.
    """

    @classmethod
    def _should_skip_dynamo(cls):
        return False  # True would import torch._dynamo

    def __init__(self):
        super().__init__()
        self.elements = 0
        self.flops = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        if not func.is_view:
            self.elements += sum(value.numel() for value in _tensors_of(result))
        count = flop_registry.get(func.overloadpacket)
        if count is not None:
            self.flops += count(*args, **(kwargs or {}), out_val=result)
        return result


def _tensors_of(value):
    items = value if isinstance(value, (list, tuple)) else [value]
    return [item for item in items if isinstance(item, torch.Tensor)]


def _check_work(model, inputs, scale):
    """Refuses what would take minutes in Triton's interpreter; says nothing where meta fails.

    `scale` raises the limits together with limits.max_elements, for machines with a GPU.
    """
    work = _WorkCounter()
    try:
        with torch.no_grad(), torch.device("meta"), work:
            model(*inputs)
    except BaseException:
        return
    if work.elements > MAX_WORK * scale or work.flops > MAX_FLOPS * scale:
        raise Refused("task_too_large",
                      f"one forward writes {work.elements} elements and takes "
                      f"{work.flops / 1e9:.1f} GFLOP; too much without a GPU")


def _shapes_of(inputs, sizes=None):
    return [[(sizes or {}).get((index, axis), size) for axis, size in enumerate(value.shape)]
            for index, value in enumerate(inputs) if isinstance(value, torch.Tensor)]


def _numel(shape):
    count = 1
    for size in shape:
        count *= size
    return count


def _comparable(init):
    tensors = {}
    arguments, keywords = init
    text = json.dumps([bundle.encode_value(list(arguments), tensors, "init"),
                       bundle.encode_value(keywords, tensors, "init")])
    return text, [(tuple(value.shape), str(value.dtype)) for value in tensors.values()]


def _is_floating(value):
    return isinstance(value, torch.Tensor) and value.is_floating_point()


def _cloned(inputs):
    return [value.clone() if isinstance(value, torch.Tensor) else copy.deepcopy(value)
            for value in inputs]


def _same_bytes(first, second):
    if first.shape != second.shape or first.dtype != second.dtype:
        return False
    return torch.equal(first.contiguous().reshape(-1).view(torch.uint8),
                       second.contiguous().reshape(-1).view(torch.uint8))


def _same_finiteness(native, expected):
    return torch.equal(torch.isfinite(native), torch.isfinite(expected))


def _flatten(output):
    """Tensors of an output in order; plain numbers become tensors."""
    if isinstance(output, torch.Tensor):
        yield output
    elif isinstance(output, (bool, int, float)):
        yield torch.tensor(output)
    elif isinstance(output, dict):
        for value in output.values():
            yield from _flatten(value)
    elif isinstance(output, (list, tuple)):
        for value in output:
            yield from _flatten(value)
    else:
        raise Refused("reference_error",
                              f"an output of type {type(output).__name__} cannot be judged")


def _describe(error):
    if isinstance(error, SystemExit):
        return "the reference called sys.exit"
    return f"{type(error).__name__}: {str(error).strip()}"


def _line_of(error):
    line = 0
    while error is not None:
        for frame in traceback.extract_tb(error.__traceback__):
            if os.path.basename(frame.filename) == FILE_NAME:
                line = frame.lineno or line
        if isinstance(error, SyntaxError) and error.lineno:
            line = error.lineno
        error = error.__cause__
    return line
