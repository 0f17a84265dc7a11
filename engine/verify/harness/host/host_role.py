# SPDX-License-Identifier: GPL-3.0-or-later
"""A candidate's host code: its module, its model and its forward, with all tensors on the device
process (remote_tensor). Kernel launches become requests; nothing is computed here."""

import copy
import math
import random
import types

import torch
import triton.testing
from triton.compiler.errors import CompilationError, CompileTimeAssertionFailure
from triton.runtime.autotuner import Autotuner
from triton.runtime.errors import OutOfResources
from triton.runtime.jit import JITFunction, TensorWrapper

from harness.candidate import candidate_host, constants, driver_stub, shared_settings
from harness.front_end import errors, launches
from harness.host import devices, graphs, inductor_kernels, remote_tensor, streams
from harness.host.remote_tensor import RemoteTensor
from harness.shared import answer_form, bundle, containers, wire, zygote
from harness.stand_ins import clocks
from harness.static import static_checks

MAX_CONFIGS = 8
MAX_INLINE = 48 << 10  # characters of a text that goes with its launch, rather than in a file
# What makes Triton's autotuner pass over a configuration.
_PASSED_OVER = (CompileTimeAssertionFailure, OutOfResources)


class Compiled:
    """What a launch or `warmup` returns to host code, which may plan by it and launch it: facts that any kernel
    could have, since none has been compiled in this process."""

    n_regs, n_spills, n_max_threads = 32, 0, 1024

    def __init__(self, kernel, options, answer):
        self._kernel, self._options = kernel, options
        self._bound = answer.get("bound")  # as it was compiled
        self.us = answer.get("us", 0.0)
        self.name = kernel.fn.__name__
        warps = options.get("num_warps", 4)
        # Shared memory: what reductions between warps need. Plans divide by it.
        self.metadata = types.SimpleNamespace(
            name=self.name, shared=128 * warps, target=driver_stub.TARGET, num_ctas=1, cluster_dims=(1, 1, 1),
            num_warps=warps, num_stages=options.get("num_stages", 3))

    def _init_handles(self):
        """The real one loads the kernel."""

    def __getitem__(self, grid):
        """A function that launches it; its arguments are the kernel's, in order, but for those that it was compiled for."""
        def launch(*args, stream=None):
            del stream
            given = self._kernel.arg_names[:len(args)]
            left = {key: value for key, value in self._options.items() if key not in given}
            return self._kernel.run(*args, grid=grid, _compiled=self._bound, **left)

        return launch


class Host:
    """One candidate. Patches Triton's launch, so one per process."""

    def __init__(self, child, link):
        self._child = child
        self._link = link
        self._module = None
        self._branches = None  # of the module
        self._model = self._other_model = None
        self._is_other = False  # the model is one beside that which is judged
        self._aside = None  # then that one, if it was made before
        self._beside = None  # what the module holds beside models, as it was imported
        self._keeps_beside = False  # some call has left something else there
        self._settings = None  # that all of a process share, before the module was imported
        self._flags = set()  # for those that are others since, and for the model's state
        self._values = None
        self._mode = "run"
        self._forwards = 0
        self._has_run = False
        self._measured = set()  # autotuners with what their choice goes by
        self._measured_codes = set()  # functions that have been measured where they run
        self._pruned = {}  # such a key -> the configurations that there were to choose from
        self._asked_of = 0  # calls of autotuners
        self._chosen = {}  # (code that is tuned, its call in a forward) -> configuration, once tuned
        self._ran = {}  # likewise -> the one of the forward before
        self._again = False  # this forward is that one with other values
        self._tuner_calls = 0
        self._init_seed = ""
        self._passed_over = None  # why a configuration was, the last one that was
        self._tuned = False  # one of several configurations of an autotuner is being launched
        self._measuring = False  # and is to be measured
        self._front_end = launches.FrontEnd(child.private_dir)
        self._known_texts = set()  # to the device
        remote_tensor.connect(link)

    def install(self):
        host = self
        clocks.install()
        candidate_host.install_cuda_surface()
        streams.install()
        graphs.install()
        devices.install()
        remote_tensor.install()
        JITFunction.run = lambda kernel, *args, grid, warmup=False, _compiled=None, **kwargs: Compiled(
            kernel, kwargs, host.warm_up(kernel, args, kwargs) if warmup else host.launch(kernel, args, grid, kwargs, _compiled))
        driver_stub.StubDriver.get_active_torch_device = lambda driver: torch.device("cuda", 0)
        Autotuner.run = lambda tuner, *args, **kwargs: host.run_configs(tuner, args, kwargs)
        driver_stub.install(lambda kernel_call, quantiles=None, **kwargs: [1.0] * 3)
        triton.testing.do_bench = triton.testing.do_bench_cudagraph = self.do_bench
        self._settings = shared_settings.now()

    # ---- launches --------------------------------------------------------------------------

    def warm_up(self, kernel, args, kwargs):
        """What `warmup` compiles for; nothing where only Triton itself could tell."""
        try:
            return {"bound": self._front_end.bind(kernel, args, kwargs)}
        except Exception:
            return {}

    def launch(self, kernel, args, grid, kwargs, compiled=None):
        """`compiled`: the Bound of the launch by whose handle this one is asked for. What that one was compiled for holds: an argument that was 1
        stays 1, and one that was a multiple of 16 is taken for one."""
        for hook in kernel.pre_run_hooks:
            hook(*args, **kwargs)
        if compiled is not None:
            ones = compiled.ones()
            args = [1 if name in ones else value for name, value in zip(kernel.arg_names, args)]
        options = {key: value for key, value in kwargs.items() if key not in kernel.arg_names}
        message = {"op": "launch", "tuned": self._tuned, "measured": self._measuring,
                   "line": candidate_host.line_of_caller(),
                   "options": {key: constants.encode(value)
                               for key, value in options.items()}}
        try:
            bound = self._front_end.bind(kernel, args, kwargs)
        except (CompilationError, RuntimeError) as error:  # a function or global that no kernel may use
            error.nereid_kernel = kernel
            raise
        except TypeError as error:  # Triton binds arguments by a function of its own
            raise TypeError(str(error).replace("dynamic_func() got", f"kernel {kernel.__name__} got")) from None
        if compiled is not None:
            message["relied_on"] = bound.broken(compiled)
        devices.devices.check_launch(kernel.fn.__name__, bound.leaves, bound.text.text)
        if callable(grid):
            grid = grid(bound.arguments)
        message = {**message, "kernel": {"name": kernel.fn.__name__, "line": kernel.fn.__code__.co_firstlineno},
                   "grid": _sizes(grid, kernel), "text": bound.text.key}
        if graphs.CUDAGraph.captured is not None:
            graphs.CUDAGraph.captured.add(lambda: self._ask_launch(message, bound))
            return {"bound": bound}
        return {**self._ask_launch(message, bound), "bound": bound if compiled is None else compiled}

    def _ask_launch(self, message, bound):
        message = {**message, **streams.order.mark(),
                   "parameters": [[name, self._encode(value), aligned] for name, value, aligned in bound.leaves]}
        if bound.text.key in self._known_texts:
            return self._ask_whole(message)
        if len(bound.text.text) <= MAX_INLINE and bound.text.text.isascii():
            answer = self._ask_whole({**message, "ttir": bound.text.text})
        else:
            with wire.memory_file("text", bound.text.text.encode()) as fd:
                answer = self._ask_whole({**message, "fds": ["text"]}, [fd])
        self._known_texts.add(bound.text.key)
        return answer

    def _ask_whole(self, message, fds=()):
        """What does not fit is Triton's own error, which a candidate may catch."""
        try:
            return self._link.ask(message, fds)
        except remote_tensor.DeviceError as error:
            if error.code != "out_of_resources":
                raise
            raise OutOfResources(0, 0, "resources") from error

    def _encode(self, value):
        if isinstance(value, torch.Tensor):
            return self._link.encode(value)
        if isinstance(value, TensorWrapper):
            return {"reinterpret": {"base": self._link.encode(value.base),
                                    "dtype": value.dtype.name}}
        if hasattr(value, "base") and hasattr(value, "block_shape"):
            return {"descriptor": {
                "base": self._link.encode(value.base), "shape": [int(n) for n in value.shape],
                "strides": [int(n) for n in value.strides],
                "block_shape": [int(n) for n in value.block_shape]}}
        constant = constants.encode(value)
        if constant is None:
            raise TypeError(f"a {type(value).__name__} cannot be passed to a kernel")
        return constant

    def run_configs(self, tuner, args, kwargs):
        """Autotuner.run: while tracing or tuning all configurations, and then one of them, else that alone. As under
        Triton, measuring leaves behind what the tuner's hooks do not take back."""
        _check_tuner(tuner)
        tuner.nargs = dict(zip(tuner.arg_names, args))
        outer, self._tuned = self._tuned, len(tuner.configs) > 1
        call = (tuner.base_fn.__code__, self._tuner_calls)  # a function may make the same one anew
        self._tuner_calls += 1
        try:
            if not self._tuned:
                return self._run_config(tuner, tuner.configs[0], args, kwargs)
            configs = self._shuffled(self._configs_of(tuner, kwargs))
            if self._mode == "trace" and graphs.CUDAGraph.captured is None:
                times = self._measure_some(tuner, configs, args, kwargs)
                config = configs[times.index(min(times))]
                tuner.pre_hook({**tuner.nargs, **kwargs, **config.all_kwargs()}, reset_only=True)
                return self._run_config(tuner, config, args, kwargs)
            return self._run_tuned(tuner, configs, call, args, kwargs)
        finally:
            tuner.nargs = None
            self._tuned = outer

    def _configs_of(self, tuner, kwargs):
        """Triton chooses once for all calls whose key is the same, whatever it would leave out for another one of them: of those that
        there were to choose from, these first. Now and then nobody asks what that would be, as Triton does not: a function that leaves
        something out may leave something behind."""
        key = _key_of(tuner)
        self._asked_of += 1
        if key not in self._pruned:
            self._pruned[key] = list(tuner.prune_configs(kwargs))
        elif random.Random(f"pruned:{self._init_seed}:{self._asked_of}").random() < 0.5:
            now = _pruned_aside(tuner, kwargs)
            return [one for one in self._pruned[key] if one.all_kwargs() not in now] or list(self._pruned[key])
        return list(self._pruned[key])

    def _shuffled(self, configs):
        """In an order that the seed of the judge says: of many, others are looked at for each seed, and the first are not the
        only ones."""
        random.Random(f"configurations:{self._init_seed}:{len(configs)}").shuffle(configs)
        return configs

    def _measure_some(self, tuner, configs, args, kwargs):
        """Times of the first, up to MAX_CONFIGS that fit; as under Triton one of all must."""
        times = []
        for config in configs:
            times.append(self._measure(tuner, config, args, kwargs))
            if sum(map(math.isfinite, times)) == MAX_CONFIGS:
                break
        if math.isinf(min(times)):
            raise self._passed_over
        return times

    def _run_tuned(self, tuner, configs, call, args, kwargs):
        """Measures some in mode "tune"; then runs the chosen one, or another of all in each forward: but the same where only
        values are new, as under Triton, since the device takes what is new then for computed from them."""
        is_new = self._is_new(tuner)
        if graphs.CUDAGraph.captured is not None:
            if is_new:
                graphs.refuse()
        elif self._mode == "tune":
            times = self._measure_some(tuner, configs, args, kwargs)
            self._chosen[call] = times.index(min(times))
            is_new = True
        index = self._chosen.get(call, self._forwards) % len(configs)
        if is_new and self._mode == "run" and self._is_measured_here(call[0]):
            self._measure(tuner, configs[index - 1], args, kwargs)
        configs = configs[index:] + configs[:index]
        if self._again and call in self._ran:
            configs.sort(key=lambda config: config.all_kwargs() != self._ran[call].all_kwargs())
        for config in configs:
            if is_new:
                tuner.pre_hook({**tuner.nargs, **kwargs, **config.all_kwargs()}, reset_only=True)
            try:
                compiled = self._run_config(tuner, config, args, kwargs)
                self._ran[call] = config
                return compiled
            except _PASSED_OVER as error:
                self._passed_over = error
        raise self._passed_over

    def _measure(self, tuner, config, args, kwargs):
        """Microseconds, where the device measures them; infinite for what does not fit."""
        full = {**tuner.nargs, **kwargs, **config.all_kwargs()}
        tuner.pre_hook(full)
        outer, self._measuring = self._measuring, True
        try:
            compiled = self._run_config(tuner, config, args, kwargs)
        except _PASSED_OVER as error:
            self._passed_over = error
            return float("inf")
        finally:
            self._measuring = outer
        tuner.post_hook(full, exception=None)
        return getattr(compiled, "us", 0.0)

    def do_bench(self, fn, *args, quantiles=None, return_mode="mean", **kwargs):
        """triton.testing.do_bench: what a candidate launches to choose for itself is only measured, too."""
        del args, kwargs
        outer, self._measuring = self._measuring, True
        try:
            fn()
        finally:
            self._measuring = outer
        return [1.0] * len(quantiles) if quantiles is not None and len(quantiles) > 1 else [1.0] if return_mode == "all" else 1.0

    def _run_config(self, tuner, config, args, kwargs):
        _check_config(tuner, config, kwargs)
        tuner.best_config = config
        if config.pre_hook is not None:
            config.pre_hook({**tuner.nargs, **kwargs, **config.all_kwargs()})
        return tuner.fn.run(*args, **kwargs, **config.all_kwargs())

    def _is_measured_here(self, code):
        """In the first forward that runs, which is small, so that one launch more is cheap; and wherever a kernel runs for the first
        time, as one that joins blocks does beyond the first block: not where only values are new."""
        is_first = code not in self._measured_codes and not self._again
        self._measured_codes.add(code)
        return is_first or not self._has_run

    def _is_new(self, tuner):
        """Whether Triton would measure: a choice that it remembers is run on what is there."""
        key = _key_of(tuner)
        is_new = key not in self._measured
        self._measured.add(key)
        return is_new

    # ---- one forward -----------------------------------------------------------------------

    def forward(self, message):
        """Runs the candidate's forward and tells the device what it returned; as often as that asks for it."""
        self._mode = message.get("mode")
        is_again = bool(message.get("again"))
        try:
            while self._call(is_again, bool(message.get("same_model")), bool(message.get("other_model"))):
                is_again = True
        finally:  # also of one that has refused in a call behind the judged one
            self._forwards += 1
            self._has_run = self._has_run or self._mode == "run"

    def _call(self, is_again, same_model, other_model):
        """One call of forward; whether the device asks for another. `other_model`: of one that is made beside the model of the forwards
        before, which the next call has again."""
        self._tuner_calls = 0
        clocks.pass_some_time()
        begun = self._link.ask({"op": "begin"})
        self._init_seed = begun["metadata"].get("init_seed", self._init_seed)
        self._again = is_again and self._values is not None
        changes_containers = begun["metadata"].get("changes_containers") == "1"
        if not self._again or changes_containers:
            given = Given(begun["metadata"], begun["tensors"])
            if not self._again:
                self._values = None
                self._choose_model(given, same_model, other_model)
            with devices.DeviceIllusion():
                self._values = candidate_host.inputs(given, given.tensor)
        held = containers.held_by(self._values)
        with torch.set_grad_enabled(begun["metadata"].get("gradients") == "1"), devices.DeviceIllusion(), remote_tensor.OnDevice():
            output = self._model(*self._values)
        if not changes_containers and containers.are_others(held, containers.held_by(self._values)):
            raise candidate_host.Failure("mutated_input", "forward changes a list, a dict or the shape of a tensor that its caller goes on "
                                                          "using; the reference does not")
        return self._return(output)

    def _choose_model(self, given, same_model, other_model):
        """The model of this call: one made anew, that of the call before, or another one beside it."""
        if other_model:
            with devices.DeviceIllusion():
                self._load()
                aside, self._model = self._model, self._another(given)
            self._aside, self._is_other = aside, True
            return
        if self._is_other:
            self._model, self._aside, self._is_other = self._aside, None, False
        if not same_model or self._model is None:
            self._prepare_model(given)

    def _load(self):
        """The candidate's module, imported once."""
        if self._module is None:
            self._module, self._branches = candidate_host.load_watched(self._child)
            inductor_kernels.install()
            self._beside = candidate_host.kept_beside_models(self._module)

    def _prepare_model(self, given):
        """The model of the candidate, made anew."""
        with devices.DeviceIllusion():
            self._load()
            # Nothing is learnt from: what the constructor computes of its parameters would keep others from taking their place.
            with torch.no_grad():
                name = candidate_host.answer_of(self._module, self._answers())
                before = candidate_host.kept_beside_models(self._module)
                self._model = candidate_host.construct_model(self._module, name, given)
                if containers.are_others(before, candidate_host.kept_beside_models(self._module)):
                    self._other_model = self._another(given)
        is_module = isinstance(self._model, torch.nn.Module)
        if not is_module and given.metadata.get("module") == "1":  # callers of the reference move it by .cuda() and .to()
            raise candidate_host.Failure("wrong_type", "the candidate's model is no torch.nn.Module, the reference's is one")
        if is_module:
            if _state_form(self._model.state_dict()) != _state_form(given.state()):
                self._flags.add("other_state")
            remote_tensor.replace_parameters(self._model, given.state())
            devices.devices.move(self._model)

    def _another(self, given):
        """A second model, of other weights and numbers: what a constructor leaves to all models is not that of the one which is judged."""
        drawn = torch.default_generator.get_state()
        name = candidate_host.answer_of(self._module, self._answers())
        with torch.no_grad():
            try:
                model = candidate_host.construct_model(self._module, name, given, other_weights=True, other_numbers=True)
            except candidate_host.Failure:  # it does not take those numbers
                model = candidate_host.construct_model(self._module, name, given, other_weights=True)
        torch.default_generator.set_state(drawn)
        if isinstance(model, torch.nn.Module):
            devices.devices.move(model)
        return model

    def _answers(self):
        return self._child.request.get("answers", ["ModelNew"])

    def failure(self, error):
        """The judge's reason for an error that left the candidate."""
        return _failure(error, "forward_error" if self._mode == "trace" else "runtime_error")

    def _return(self, output):
        try:
            form = answer_form.form_of(output)
        except answer_form.Unknown as error:
            raise candidate_host.Failure("wrong_type", str(error)) from error
        items = list(answer_form.flatten(output))
        if not items:
            raise candidate_host.Failure(
                "wrong_type", f"forward returned a {type(output).__name__}, not a tensor")
        for index, value in enumerate(items):
            if type(value) not in (torch.Tensor, torch.nn.Parameter, RemoteTensor):
                raise candidate_host.Failure(
                    "wrong_type",
                    f"output {index} is a {type(value).__name__}, not a plain tensor")
        devices.devices.check_answer(bundle.tensors_in(output))  # numbers are nowhere
        if not self._keeps_beside:
            self._keeps_beside = containers.are_others(self._beside, candidate_host.kept_beside_models(self._module))
        self._flags.update(shared_settings.changed(self._settings))
        answer = self._link.ask({"op": "result", **streams.order.mark(), "form": form, "printed": zygote.output_tail(), "keeps": self._keeps_beside,
                                 "flags": sorted(self._flags), "untried": self._branches.untried(), "ways": self._branches.latest(), "outputs": [self._link.encode(value) for value in items]})
        return bool(answer.get("again"))


class Given:
    """What the host may know of a variant: settings, and tensors without values."""

    def __init__(self, metadata, tensors):
        self.metadata = metadata
        self._tensors = {name: RemoteTensor.of(item) for name, item in tensors.items()}

    def tensor(self, name):
        return self._tensors[name]

    copy = view = tensor

    def names(self):
        return list(self._tensors)

    def state(self):
        return {name.removeprefix("state."): value for name, value in self._tensors.items()
                if name.startswith("state.")}


def _state_form(state):
    """Names and shapes of what a checkpoint holds."""
    return {name: tuple(value.shape) for name, value in state.items() if isinstance(value, torch.Tensor)}


def _key_of(tuner):
    """What Triton knows a choice again by."""
    return (tuner, *(repr(tuner.nargs.get(name)) for name in tuner.keys),
            *(str(value.dtype) for value in tuner.nargs.values() if hasattr(value, "dtype")))


def _check_tuner(tuner):
    """Refuses in words what Triton refuses in those of its own inside."""
    for config in tuner.configs:
        if not isinstance(config, triton.Config):
            raise TypeError(f"the configurations of an autotuner must be triton.Config, got {type(config).__name__}")
    for option in ("reset_to_zero", "restore_value"):
        for name in getattr(tuner, option, None) or ():
            if name not in tuner.arg_names:
                raise KeyError(f"{option} of the autotuner names {name!r}, which is no argument of kernel {tuner.base_fn.__name__}")


def _check_config(tuner, config, kwargs):
    """Likewise, of a launch with this configuration."""
    twice = sorted(config.all_kwargs().keys() & kwargs.keys())
    if twice:
        raise ValueError(f"{', '.join(twice)} of kernel {tuner.base_fn.__name__} is chosen by the autotuner and given by the launch, too; "
                         "leave it out of one of them")


def _pruned_aside(tuner, kwargs):
    """Settings of the configurations that the candidate's function would leave now, which Triton does not call: it gets copies, since what it
    changes in them would stay."""
    own = tuner.configs
    tuner.configs = [copy.copy(config) for config in own]
    for config in tuner.configs:
        config.kwargs = dict(config.kwargs)
    try:
        return [config.all_kwargs() for config in tuner.prune_configs(kwargs)]
    except Exception:
        return []
    finally:
        tuner.configs = own


def _is_kernel(value):
    return isinstance(value, JITFunction)


def _sizes(grid, kernel):
    """The grid as a list of one to three integers; a driver takes nothing else, and Triton leaves out what comes behind."""
    name = kernel.fn.__name__
    if not isinstance(grid, (tuple, list)) or not grid:
        raise TypeError(f"the grid of {name} must be a tuple of 1 to 3 integers, got {grid!r}")
    grid = grid[:3]
    for size in grid:
        if isinstance(size, bool) or not hasattr(size, "__index__"):
            raise TypeError(f"the grid of {name} must hold integers, got {grid!r}")
    return [int(size) for size in grid]


def serve(child, link_fd):
    """Static checks, unless the role `static` has made them; then one forward per request of the
    judge; the device reports the outcome."""
    result = {"passed": True} if child.request.get("checked") else \
        static_checks.check(child.source, child.request.get("answers", ["ModelNew"]),
                            child.request.get("policy") != "outputs")
    child.channel.send({"op": "static", **result, "ms": child.elapsed_ms(),
                        "sandbox": child.layers})
    if result["passed"]:
        forwards(child, link_fd)


def forwards(child, link_fd):
    """One forward per request of the judge, until it closes the channel."""
    link = remote_tensor.Link(link_fd)
    host = Host(child, link)
    host.install()
    for message, fds in child.channel.messages():
        wire.close_all(fds)
        try:
            host.forward(message)
        except wire.Closed:
            return
        except BaseException as error:  # whatever a candidate raises, the judge must hear of it
            link.ask({"op": "failed", **host.failure(error), "printed": zygote.output_tail()})


def _is_compile_error(error):
    return hasattr(error, "nereid_kernel")


def _functions_of(kernel):
    """The kernel, and the functions that it calls by name."""
    found, waiting = [], [kernel]
    while waiting and len(found) < 256:
        function = waiting.pop()
        if function in found:
            continue
        found.append(function)
        waiting += [value for value in function.get_capture_scope().values() if _is_kernel(value)]
    return found


def _failure(error, code):
    if _is_compile_error(error):
        kernel = error.nereid_kernel
        name, line = kernel.fn.__name__, 0
        if isinstance(error, CompilationError):
            message, line = errors.describe(error, name, _functions_of(kernel))
        else:
            message = f"kernel {name}: {candidate_host.describe(error)}"
        return {"code": "compile_error", "message": wire.clip(message),
                "line": line or candidate_host.line_of(error)}
    root = candidate_host.root_of(error)
    if isinstance(root, OutOfResources) and root.__cause__ is not None:
        root = root.__cause__
    line = candidate_host.line_of(error)
    if isinstance(root, remote_tensor.DeviceError):
        return {"code": root.code, "message": root.message, "line": root.line or line}
    if isinstance(error, candidate_host.Failure):
        return {"code": error.code, "message": wire.clip(error.message), "line": error.line}
    if isinstance(root, MemoryError) or "can't allocate memory" in str(root):
        return {"code": "memory_limit", "line": line,
                "message": "the candidate asks for more memory than it may use"}
    return {"code": code, "message": wire.clip(candidate_host.describe(error)), "line": line}
