# SPDX-License-Identifier: GPL-3.0-or-later
"""The sides that twins_of_answers.py compares: whole answers by the kernel machine, by Triton's interpreter, or by Triton on a GPU.
Each runs in processes of its own (`serve`). The machine goes first: it leaves inputs and weights in a file, and the other side
takes them from there. Both take the first configuration of an autotuner that compiles.

Where there is no GPU, host code is told that there is one, as a judge without a GPU tells it. The process of the GPU has none of
that: nothing of the harness is imported there."""

import contextlib
import gc
import importlib.util
import os
import pathlib
import signal
import sys
import time
import traceback

import torch

SEED = 3
MOVED_AT_MOST = 4096  # elements of a tensor that may hold addresses
FIRST_ADDRESS = 1 << 32


def load(file, name):
    """A module out of a file; Triton reads the source of a kernel from there."""
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def share_parameters(ours, theirs):
    """By position, where shapes agree: names are the candidate's own."""
    pairs = list(zip(ours.state_dict().values(), theirs.state_dict().values(), strict=False))
    if all(mine.shape == other.shape for mine, other in pairs):
        for mine, other in pairs:
            mine.copy_(other)


class TooSlow(Exception):
    """An answer took more than its time."""


@contextlib.contextmanager
def in_time(seconds):
    def end(*_):
        raise TooSlow(f"over {seconds} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(int(seconds))
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def flat(value, name="output"):
    """[(name, tensor)] of whatever a forward returns."""
    if isinstance(value, torch.Tensor):
        return [(name, value)]
    if isinstance(value, (bool, int, float)):
        return [(name, torch.tensor(value))]
    if isinstance(value, dict):
        return [item for key, part in value.items() for item in flat(part, f"{name}.{key}")]
    if isinstance(value, (list, tuple)):
        return [item for index, part in enumerate(value)
                for item in flat(part, f"{name} {index}" if len(value) > 1 else name)]
    return []


def changed(value, change):
    """`value` with its tensors replaced by what `change` makes of them."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, dict):
        return {key: changed(part, change) for key, part in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(changed(part, change) for part in value))
    if isinstance(value, (list, tuple)):
        return type(value)(changed(part, change) for part in value)
    return value


def same_bits(a, b):
    a, b = a.detach().cpu().contiguous(), b.detach().cpu().contiguous()
    return a.dtype == b.dtype and a.shape == b.shape and bool(
        torch.equal(a.reshape(-1).view(torch.uint8), b.reshape(-1).view(torch.uint8)))


def first_that_compiles(tuner, *args, **keywords):
    """Autotuner.run, for either side alike."""
    from triton.compiler.errors import CompilationError
    error = None
    tuner.nargs = dict(zip(tuner.arg_names, args, strict=False))
    for config in tuner.prune_configs(keywords):
        chosen = {**keywords, **config.all_kwargs()}
        if config.pre_hook is not None:
            config.pre_hook({**tuner.nargs, **chosen})
        try:
            return tuner.fn.run(*args, **chosen)
        except CompilationError as refused:
            error = refused
    raise error


class Side:
    """What the sides share: an answer is loaded, its model made, and called once. `folder`: of this process."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def around(self):
        """In which candidate and reference run."""
        return contextlib.nullcontext()

    def begin(self):
        """A new answer."""

    def load(self, task):
        modules = []
        for kind in ("reference", "candidate"):
            file = self.folder / f"{kind}_{task['index']}.py"
            file.write_text(task[kind], encoding="utf-8")
            modules.append(load(file, file.stem))
        return modules

    def models(self, reference, candidate, task):
        """(the candidate's, the reference's), with the same weights."""
        torch.manual_seed(SEED)
        given = reference.get_init_inputs() if hasattr(reference, "get_init_inputs") else []
        entry = task.get("entry_point", "Model")
        ours = (candidate.ModelNew if hasattr(candidate, "ModelNew") else getattr(candidate, entry + "New"))(*given)
        theirs = getattr(reference, entry)(*given)
        share_parameters(ours, theirs)
        return ours, theirs

    def called(self, model, inputs):
        """{name: tensor on the CPU} of what it returns, and of the inputs that it has changed."""
        before = [value.clone() for _, value in flat(inputs)]
        with torch.no_grad():
            result = model(*inputs)
        after = flat(inputs, "input")
        results = flat(result) + [item for item, old in zip(after, before, strict=True) if not same_bits(item[1], old)]
        return {name: value.detach().cpu().clone() for name, value in results}


class OnCpu(Side):
    """Host code that asks for a GPU gets what a judge without a GPU gives it."""

    def __init__(self, folder):
        super().__init__(folder)
        import machine_driving  # noqa: F401  (puts the harness in place)
        from harness.candidate import candidate_host, driver_stub
        candidate_host.install_cuda_surface()
        driver_stub.StubDriver.get_active_torch_device = lambda driver: torch.device("cuda", 0)
        driver_stub.install(lambda kernel_call, quantiles=None, **keywords: [1.0] * 3)
        from triton.runtime.autotuner import Autotuner
        Autotuner.run = first_that_compiles
        self.around = candidate_host.CudaIllusion


class Machine(OnCpu):
    """The kernel machine, as a judge's device has it: a library on the memory of this process."""

    def __init__(self, folder):
        super().__init__(folder)
        from harness.machine.machine_library import Library
        from triton.runtime.jit import JITFunction
        self._library = Library(os.environ["NEREID_MACHINE_LIB"])
        JITFunction.run = lambda kernel, *args, **keywords: self._run(kernel, args, **keywords)

    def begin(self):
        from harness.front_end.launches import FrontEnd
        self._front_end = FrontEnd(str(self.folder))
        self._kernels, self.texts, self._findings = {}, [], []

    def _run(self, kernel, args, grid, warmup=False, **keywords):
        from harness.host.host_role import Compiled
        if not warmup:
            self._launch(kernel, args, grid, keywords)
        return Compiled(kernel, keywords, {})

    def _launch(self, kernel, args, grid, keywords):
        for hook in kernel.pre_run_hooks:
            hook(*args, **keywords)
        bound = self._front_end.bind(kernel, args, keywords)
        grid = grid(bound.arguments) if callable(grid) else grid
        outcome = self._outcome(bound, [int(size) for size in (*grid, 1, 1)][:3], keywords.get("num_warps", 4))
        if "error" in outcome:
            raise RuntimeError(outcome["error"])
        self._findings += [f"{finding['kernel']}: line {finding['line']}: {finding['what']}"
                           for finding in outcome["findings"]]

    def _outcome(self, bound, grid, warps):
        from harness.machine.machine_kernels import _Buffers
        if bound.text.key not in self._kernels:
            handle, facts = self._library.read(bound.text.text.encode())
            if handle is None:
                raise RuntimeError(f"the machine cannot run this: {facts['error']}")
            self._kernels[bound.text.key] = handle, facts["arguments"]
            self.texts.append(bound.text.text)
        handle, types = self._kernels[bound.text.key]
        buffers = _Buffers()
        arguments = [buffers.argument(name, value, kind)
                     for (name, value, _), kind in zip(bound.leaves, types, strict=True)]
        buffers.add(_reached([value for _, value, _ in bound.leaves]))
        # TF32 as tensor cores have it; a judge's machine does not round there.
        return self._library.run(handle, {"grid": grid, "arguments": arguments, "buffers": buffers.described(), "seed": 0, "in_order": False,
                                          "rounds_tf32": True, "warps": warps, "stages": 3, "approximates": True})

    def run(self, task, given, results):
        """Leaves inputs and weights in `given`, results and the float64 answer in `results`. Returns what is known of it."""
        import answer_differences
        operators = answer_differences.Operators()
        with self.around():
            reference, candidate = self.load(task)
            ours, theirs = self.models(reference, candidate, task)
            inputs = reference.get_inputs()
        state = ours.state_dict() if isinstance(ours, torch.nn.Module) else {}
        torch.save({"inputs": inputs, "state": dict(state)}, given)
        inputs_of_reference = changed(inputs, lambda x: x.double() if x.is_floating_point() else x.clone())
        with self.around(), operators:
            made = self.called(ours, inputs)
        if self._findings:
            return {"words": "; ".join(self._findings)[:300]}
        torch.save({"results": made, "float64": self._float64(theirs, inputs_of_reference)}, results)
        return {"moves": operators.only_move() and answer_differences.only_move(self.texts),
                "unit": answer_differences.coarsest(self.texts, operators.dtypes), "launches": len(self.texts)}

    def _float64(self, model, inputs):
        try:
            with self.around(), torch.no_grad():
                return dict(flat(model.double()(*inputs)))
        except Exception:  # noqa: BLE001  (the comparison does without)
            return {}


def _reached(values):
    """Memory that addresses in integers lead to, as arguments for a launch."""
    numbers = [value for value in values if isinstance(value, int) and value >= FIRST_ADDRESS]
    for value in values:
        if isinstance(value, torch.Tensor) and value.dtype in (torch.int64, torch.uint64) and 0 < value.numel() <= MOVED_AT_MOST:
            numbers += [number for number in value.reshape(-1).tolist() if number >= FIRST_ADDRESS]
    if not numbers:
        return []
    found = []
    for tensor in (item for item in gc.get_objects() if isinstance(item, torch.Tensor)):
        try:
            start = tensor.untyped_storage().data_ptr()
            size = tensor.untyped_storage().nbytes()
        except RuntimeError:  # without memory
            continue
        if any(start <= number < start + size for number in numbers):
            found.append(("an address", tensor))
    return found


class Twin(Side):
    """What the other sides share: they take what the machine was given."""

    def run(self, task, given, results):
        reference, candidate = self.load(task)
        with self.around():
            model, _ = self.models(reference, candidate, task)
            if os.path.exists(given):
                of_machine = torch.load(given, weights_only=False)
                inputs = of_machine["inputs"]
                if isinstance(model, torch.nn.Module):
                    model.load_state_dict(of_machine["state"], strict=False)
            else:
                inputs = reference.get_inputs()
            made = self.called_there(model, inputs)
        torch.save({"results": made}, results)
        return {}

    def called_there(self, model, inputs):
        return self.called(model, inputs)


class Interpreter(Twin, OnCpu):
    """Triton's interpreter."""

    def __init__(self, folder):
        os.environ["TRITON_INTERPRET"] = "1"  # before triton is imported
        super().__init__(folder)
        from harness.front_end import interpreter_indices
        interpreter_indices.let_scalars_be_indices()


class Gpu(Twin):
    """Triton as it is, on the first GPU."""

    def __init__(self, folder):
        super().__init__(folder)
        from triton.runtime.autotuner import Autotuner
        Autotuner.run = first_that_compiles
        torch.backends.cudnn.allow_tf32 = False
        torch.zeros(1, device="cuda")

    def called_there(self, model, inputs):
        try:
            made = self.called(on_gpu(model), changed(inputs, lambda x: x.cuda()))
            torch.cuda.synchronize()
            return made
        finally:
            with contextlib.suppress(Exception):
                torch.cuda.empty_cache()

    @staticmethod
    def is_sound():
        """Whether the context has survived the last answer."""
        try:
            torch.cuda.synchronize()
            return float(torch.ones(1, device="cuda").add_(1).cpu()) == 2
        except Exception:  # noqa: BLE001
            return False


def on_gpu(model):
    """With what a module keeps beside parameters and buffers."""
    if not isinstance(model, torch.nn.Module):
        return model
    model.cuda()
    for module in model.modules():
        for name, value in list(vars(module).items()):
            if not name.startswith("_") and flat(value) and isinstance(value, (torch.Tensor, list, tuple, dict)):
                setattr(module, name, changed(value, lambda x: x.cuda()))
    return model


SIDES = {"machine": Machine, "interpreter": Interpreter, "gpu": Gpu}


def serve(kind, connection, folder, seconds):
    """A process's life: (task, given, results) comes, what is known of it goes back; `seconds` are for one answer."""
    os.setsid()
    log = os.open(os.path.join(folder, "log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (1, 2):
        os.dup2(log, stream)
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    torch.set_num_threads(1)
    os.chdir(folder)  # some answers write files where they are
    side = SIDES[kind](folder)
    connection.send({"ready": True})
    while True:
        try:
            task, given, results = connection.recv()
        except EOFError:
            return
        began = time.monotonic()
        try:
            with in_time(seconds):
                side.begin()
                answer = side.run(task, given, results)
        except (Exception, SystemExit) as error:  # noqa: BLE001  (compared, as results are)
            traceback.print_exc()
            answer = {"words": f"{type(error).__name__}: {error}"[:300]}
        sound = getattr(side, "is_sound", lambda: True)()
        connection.send({**answer, "seconds": time.monotonic() - began, "sound": sound})
        if not sound:
            return
