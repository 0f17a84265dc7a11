# SPDX-License-Identifier: GPL-3.0-or-later
"""One forward of a candidate as its device serves it: as it is asked for, as it is judged, and a later call that nobody judges."""

import collections
import hashlib
import json
import math
import time

import torch

from harness.candidate import candidate_host
from harness.device import forward_program, host_messages, launch_records, stream_order
from harness.device.placed_elements import overlaps
from harness.device.refusal import Refused
from harness.shared import answer_form, bundle

# What a host may say of its own end. The rest (whose fault it is, what can be judged) is not its
# to say.
_HOST_CODES = frozenset(("import_error", "construct_error", "forward_error", "runtime_error",
                         "wrong_type", "mutated_input", "torch_fallback", "memory_limit", "compile_error",
                         "out_of_resources"))
# The inputs on which the work of kernels is counted: marking every load costs some time.
COUNTED = "original"
AS_DRAWN = (COUNTED, "new_seed")  # values and sizes of the task's own
SAME_ANSWER = 0.05  # of its norm
_SMALL_TABLE = 64  # elements
_FORM_TEXT = 300  # characters
_WAITS = "griddepcontrol.wait"  # in the text of a kernel
_SAID = ("name", "args", "kwargs", "text", "parameters", "grid", "options")
# What a host is not told. The seed of weights is for the constructor; who goes on with a model could draw other weights by it.
_HIDDEN = frozenset(("variant",))
_HIDDEN_AGAIN = _HIDDEN | {"init_seed"}


class Launch:
    """A launch as a host asked for it: `kernel`, `grid` of three sizes, decoded `options` of the compiler."""

    def __init__(self, device, kernel, message):
        self._device, self._parameters = device, message["parameters"]
        self.kernel = kernel
        if message.get("relied_on"):
            raise Refused("runtime_error", f"kernel {kernel.name}: the handle of an earlier launch is for {message['relied_on']} now; launched by "
                          "its name the kernel would be compiled anew", is_silent=True)
        self.grid = grid_of(message["grid"], kernel.name)
        self.options = launch_records.compiler_options(message["options"])

    def parameters(self, get=None):
        """[(name, value, may be relied on as a multiple of 16)] in the order of the text; `get(handle)` gives a tensor."""
        return [(str(name), self._device.argument(value, get), bool(aligned)) for name, value, aligned in self._parameters]


class Forward:
    """One forward of the host: what it asks for, and the answer for the judge."""

    def __init__(self, device, given, tracing):
        self._device = device
        self._memory = device.memory
        self._given = given
        self._tracing = tracing
        self._launches = 0
        self.measures = False  # some launches, as the host says
        self.numbers = []  # for each of `kinds`, that the host has named
        self.takes_inputs = []  # for each of `kinds`: whether the launch depends on arguments of forward
        self.kinds = []  # of its launches, but for those that are only measured: what repeats if it is called again
        self.reads_results = False  # of kernels, on the host
        self.reads = []  # what the host got of those, in order
        self._beside = None  # a GrowingProgram, once the host has read what kernels store that have not run
        self.ran = not tracing  # kernels
        self.uploaded = None  # the last tensor that the host brought, as it came
        self._order = stream_order.StreamOrder()
        self._dependent = stream_order.DependentLaunches()
        self.said = None  # by the host, counted, where it has planned
        self.asked_at = time.monotonic()  # when the host had asked for all, less what it has waited for kernels
        self.asked_again = False
        self._programs = 0
        self._tuned = False
        self.program = []  # (request, result) of what was executed, in order
        self.outputs = []  # tensors, once the host has returned
        self.output_handles = []
        self.structure = "tensor"
        self.shares = []  # of the outputs, that kernels have stored
        self.printed = ""  # by the candidate; for people
        self.ways = set()  # of its Python, that it has gone (candidate/branches.py)
        self.values = None  # LaunchValues, where the judge asks for them
        self.values_judged = []  # copies of the outputs, where later calls may be compared
        self.done = None

    def serve(self, message, fds):
        """The answer to one request of the host."""
        operation = host_messages.check(message, len(fds))
        self._device.keeps_beside = self._device.keeps_beside or bool(message.get("keeps"))
        self._device.host_flags.update(message.get("flags", ()))
        self._device.untried = message.get("untried", self._device.untried)
        self._memory.line = host_messages.line_of(message)
        self.ways.update(message.get("ways", ()))
        self._memory.free(message.get("free", ()))
        return getattr(self, "_on_" + operation)(message, fds)

    def _on_begin(self, message, fds):
        del message, fds
        # The host is not told which inputs these are.
        hidden = _HIDDEN_AGAIN if self._device.goes_again or self._device.keeps_model else _HIDDEN
        metadata = {name: text for name, text in self._given.metadata.items() if name not in hidden}
        return {"metadata": metadata,
                "tensors": {name: self._memory.describe(handle)
                            for name, handle in self._device.input_handles.items()}}

    def _on_upload(self, message, fds):
        out, self.uploaded = self._memory.upload(fds[0])
        self._keep_upload(message, out)
        return {"out": out}

    def _keep_upload(self, message, out):
        """With its program: the host may let go of it before that is done again."""
        tensor = self._memory.get(out["t"])
        self.program.append((message, (tensor, out["t"], tensor.clone())))

    def _on_operator(self, message, fds):
        del fds
        if is_read(message) and self._memory.is_of_kernels(message["args"]):
            self.reads_results = True
            out, is_tuple = self._read(message)
            self.reads.append(out)
        else:
            out, is_tuple = self._run_operator(message)
        self.program.append((message, out))
        return {"out": out, "tuple": is_tuple}

    def _run_operator(self, message):
        return self._memory.run_operator(message["name"], message["args"], message["kwargs"])

    def _read(self, message):
        """The host reads what kernels have stored, or, where none has run that was written down, would have stored."""
        return self._read_beside(message) if self._tracing else self._run_operator(message)

    def _read_beside(self, message):
        """The host reads what kernels store once all that it has asked for is done, beside the account."""
        _, is_tuple = self._run_operator(message)
        self._beside = self._beside or forward_program.GrowingProgram(self._device)
        return self._memory.tell(self._beside.tensor(message["args"][0], self.program).item()), is_tuple

    def _on_launch(self, message, fds):
        device, memory = self._device, self._memory
        kernel = device.kernel_of(message, fds)
        memory.said.note((kernel.name, message["parameters"], message["grid"]))
        launch = Launch(device, kernel, message)
        self._tuned = self._tuned or bool(message.get("tuned"))
        self._programs += math.prod(launch.grid)
        parameters = launch.parameters()
        launch_records.check_limits(kernel, launch.grid, launch.options)
        unfit = device.records.add(kernel, message, parameters, self._tracing)
        if unfit:
            raise Refused("out_of_resources", unfit)
        self._launches += 1
        tensors = [launch_records.tensor_of(value) for _, value, _ in parameters]
        takes_inputs = memory.mark_launch([tensor for tensor in tensors if tensor is not None])
        self.measures = self.measures or message.get("measured", False)
        if not message.get("measured"):
            self.kinds.append(kind_of(kernel, launch))
            self.takes_inputs.append(takes_inputs)
            self.numbers.append(numbers_of(message))
        if self._tracing:
            device.note_smaller(launch, parameters, message)
            self.program.append((message, launch))
            return {}
        answer = device.launch(launch, parameters, message)
        if self.values is not None:
            self.values.note(message, parameters)
        self.program.append((message, launch))
        return answer

    def _planned(self, message, fds):
        """(launch, its parameters) that the host asks for, as far as that can be told before it runs."""
        device = self._device
        kernel = device.kernel_of(message, fds)
        self._memory.said.note((kernel.name, message["parameters"], message["grid"]))
        launch = Launch(device, kernel, message)
        parameters = launch.parameters()
        launch_records.check_limits(kernel, launch.grid, launch.options)
        device.records.refuse_unfit(kernel, launch.options)
        tensors = [launch_records.tensor_of(value) for _, value, _ in parameters]
        self._memory.mark_launch([tensor for tensor in tensors if tensor is not None])
        return launch, parameters

    def _on_failed(self, message, fds):
        del fds
        self.printed = str(message.get("printed", ""))
        code = str(message.get("code", ""))
        self.done = refusal(code if code in _HOST_CODES else "runtime_error",
                             message.get("message", ""), host_messages.line_of(message))
        return {}

    def _on_result(self, message, fds):
        del fds
        self.printed = str(message.get("printed", ""))
        self.output_handles = [item["t"] for item in self._in_order(message["outputs"], message["form"])]
        self.outputs = [self._memory.get(handle) for handle in self.output_handles]
        self.structure = answer_form.structure(message["form"])
        self.done = self._result()
        self.asked_again = self.done["ok"] and not self._tracing and self._device.late.wanted(self)
        return {"again": self.asked_again}

    def _in_order(self, outputs, form):
        """As the reference has them. Where they are more or fewer the judge says so."""
        expected = json.loads(self._given.metadata.get("form", "null"))  # none where nobody compares
        if answer_form.count(form) != answer_form.count(expected):
            return outputs
        order = answer_form.order(form, expected)
        if order is None:
            raise Refused("wrong_type", f"forward returned {answer_form.words(form)[:_FORM_TEXT]}, where "
                                        f"{answer_form.words(expected)[:_FORM_TEXT]} is expected")
        return [outputs[index] for index in order]

    def repeat(self, message, known):
        """Does what a PlannedForward was asked for; `known` is what its host was told."""
        memory, operation = self._memory, message["op"]
        memory.free(message.get("free", ()))
        memory.begin_request()
        if operation == "upload":
            out = memory.place(known[1].clone())
            memory.bind(known[0], out)
            self._keep_upload(message, known[0])
        elif operation == "operator" and not is_read(message):
            out, _ = memory.run_operator(message["name"], message["args"], message["kwargs"])
            memory.bind(known, out)
            self.program.append((message, known))
        elif operation == "launch":
            self._on_launch(message, ())
        elif operation == "result":
            memory.touched = {memory.describe(item["t"])["storage"] for item in message["outputs"]}
        self._order.check(message, memory.touched, memory.stored, _name_of(message))
        self._dependent.check(message, memory.touched, memory.stored, _name_of(message), operation == "launch" and self._begins_early(message))
        if operation == "result":
            self._on_result(message, ())

    def _begins_early(self, message):
        """Whether a launch neither waits for the one ahead of it nor leaves that to the driver."""
        options = launch_records.compiler_options(message["options"])
        return bool(options.get("launch_pdl")) and _WAITS not in self._device.kernel_of(message, ()).text

    @property
    def truths(self):
        """How many truth values the host has been told that torch has made."""
        return self._memory.truths_told

    def launches_as(self, other):
        """Whether it launches the same as another forward of the same shapes."""
        return other is not None and (self.kinds, self.numbers) == (other.kinds, other.numbers)

    def keep_values(self):
        """For later calls, whose kernels may store into the same memory."""
        self.values_judged = [tensor.clone() for tensor in self.outputs]

    def _result(self):
        needs_kernel = not self._device.only_outputs and not self._may_launch_nothing()
        if needs_kernel:
            self._memory.refuse_checked_answer(self.outputs)
        if needs_kernel and not self._launches:
            return refusal("no_kernel_launch", "forward launches no Triton kernel")
        facts = {"ok": True, "launches": self._launches, "programs": self._programs,
                 "torch_ops": self._memory.compute_operators, "tuned": self._tuned}
        if self._tracing:
            return facts
        for index, tensor in enumerate(self.outputs):
            if tensor.layout != torch.strided or not bundle.supported(tensor.new_empty(0).cpu()):
                return refusal("wrong_type", f"output {index} is not a dense tensor")
            if overlaps(tensor):
                return refusal("wrong_type", f"output {index} is a view whose elements share "
                                             "memory, not a tensor of its own")
        shares = [self._memory.share_written(tensor) for tensor in self.outputs]
        if needs_kernel and not any(shares) and not self._may_store_nothing():
            return refusal("no_kernel_launch", "no kernel stores into what forward returns")
        if needs_kernel and not self.kinds:
            return refusal("no_kernel_launch", "forward launches kernels to measure them alone")
        self.shares = shares
        if self._memory.moving_is_work and self._given.metadata.get("variant") == COUNTED:
            self._memory.moves_places = not any(map(self._is_copied, self.outputs))
        for index, tensor in enumerate(self.outputs):
            if needs_kernel and self._memory.is_taken_apart(tensor):
                return refusal("torch_fallback", f"output {index} is made of pieces of numbers that torch has cut out; the "
                                                 "kernels must do all the compute")
            if needs_kernel and self._memory.is_placed_by_torch(tensor):
                return refusal("torch_fallback", f"output {index} has elements of the inputs that torch has put in their places; the "
                                                 "kernels must do all the compute")
        for index, tensor in enumerate(self.outputs):
            if needs_kernel and (self._is_made_aside(index) or self._memory.is_counted(tensor)):
                return refusal("torch_fallback", f"output {index} is computed by torch or the host, and no kernel stores any of it; the "
                                                 "kernels must do all the compute")
            if needs_kernel and not self._moves_or_makes() and self._memory.is_filled_by_torch(tensor):
                return refusal("torch_fallback", f"torch fills elements of output {index} that kernels have stored; the kernels "
                                                 "must do all the compute")
        if needs_kernel and self._memory.said.names_answer(self.outputs):
            return refusal("torch_fallback", "the host sends numbers that change with the values of the inputs, about as many as the "
                                             "answer has; the kernels must do all the compute")
        if self._is_table():
            return refusal("torch_fallback", "the answer hangs on no value, and torch or the host makes a table of its size; the "
                                             "kernels must do all the compute")
        changed = self._device.changed_inputs(self._given)
        shared = [] if changed else [index for index in range(len(self.outputs)) if self._is_shared(index)]
        if needs_kernel and shared:
            return refusal("wrong_type", f"output {shared[0]} is a view whose elements share memory, not a tensor of its own")
        early = self._in_earlier_answers() if needs_kernel and not changed else None
        if early is not None:
            return early
        for index, tensor in enumerate(self.outputs):
            if needs_kernel and self._memory.moving_is_work and not tensor.is_contiguous() and index in self._of_given("dense") \
                    and not self._memory.is_cut_from_spare(tensor):
                return refusal("torch_fallback", f"output {index} is a view that puts elements in their places, and its memory holds them "
                                                 "in others; the kernels must do all the compute")
        self._device.write(self, changed)
        kernels = self._device.kernels
        return {**facts, "stores": kernels.stored, "written": shares,
                "kernel_bytes": kernels.stored_bytes, "work": kernels.work(),
                "operator_bytes": self._memory.operator_bytes, "mutated": changed}

    def _is_shared(self, index):
        """Whether an output is memory of an argument or of an output before it, where the reference has them apart. On the original
        inputs: where a tensor is laid out already the reference may give it as it is."""
        if self._given.metadata.get("variant") != COUNTED or "shared" not in self._given.metadata or index in self._of_given("shared"):
            return False
        given = [tensor for name, tensor in self._device.inputs.items() if is_argument(name)]
        return self._memory.share_elements(self.outputs[index], [*given, *self.outputs[:index]])

    def _in_earlier_answers(self):
        """The refusal of outputs in memory that an earlier forward returned, where the reference makes its own; else they are answers now."""
        inputs = {tensor.untyped_storage()._cdata for tensor in self._device.inputs.values()}
        own = [] if "shared" not in self._given.metadata else [
            (index, tensor) for index, tensor in enumerate(self.outputs)
            if index not in self._of_given("shared") and tensor.numel() and tensor.untyped_storage()._cdata not in inputs]
        for index, tensor in own:
            if self._memory.was_returned(tensor):
                return refusal("wrong_type", f"output {index} lies in the memory of an earlier answer, which its caller may still have")
        self._memory.note_returned([tensor for _, tensor in own])
        return None

    def _of_given(self, name):
        """Indices of outputs that the judge has listed."""
        return json.loads(self._given.metadata.get(name, "[]"))

    def _moves_or_makes(self):
        """Whether the reference computes nothing of its inputs; for those there are other rules."""
        return "1" in (self._given.metadata.get("moves_only"), self._given.metadata.get("makes_only"))

    def _is_made_aside(self, index):
        """Whether an output that the reference computes is a table that torch or the host has made."""
        tensor = self.outputs[index]
        return index in self._of_given("computed") and not self._moves_or_makes() and tensor.numel() > _SMALL_TABLE \
            and self._memory.is_made_aside(tensor)

    def _may_store_nothing(self):
        """On inputs beside the task's own the answer may be what was there before: of lengths that are zero, of a mask that lets nothing
        through, so that kernels store nothing at all, or nothing into what they were given of it. All that torch may do then is to move."""
        stores_elsewhere = self._device.kernels.stored_bytes and not any(map(self._memory.was_given, self.outputs))
        return bool(self.kinds) and not stores_elsewhere and not self._memory.compute_operators \
            and self._given.metadata.get("variant") not in AS_DRAWN

    def _may_launch_nothing(self):
        """On inputs beside the task's own nothing may be left to compute: one number is in order, as is what nothing is dropped of, and one
        column is the other way round. What is handed on then has the bytes of an input, or one element or none."""
        if self._launches or self._memory.compute_operators or self._given.metadata.get("variant") in AS_DRAWN or not self.outputs:
            return False
        is_empty = all(output.numel() <= 1 for output in self.outputs)
        return is_empty or (self._memory.moves_places or not self._moves_or_makes()) and all(map(self._is_copied, self.outputs))

    def _is_copied(self, output):
        """Axes of one aside: a mean along one of them drops it, or keeps it."""
        return any(name.startswith("input.") and (_longer_than_one(output), output.dtype) == (_longer_than_one(given), given.dtype)
                   and bundle.same_bytes(output.reshape(given.shape).cpu(), given.cpu()) for name, given in self._device.inputs.items())

    def _is_table(self):
        """Of tasks that compute a table from sizes alone: on the original inputs, where a table of a part's size is no accident."""
        if self._given.metadata.get("makes_only") != "1" or self._given.metadata.get("variant") != COUNTED:
            return False
        elements = sum(tensor.numel() for tensor in self.outputs)
        return elements > _SMALL_TABLE and 2 * self._memory.table_elements >= elements


def _longer_than_one(tensor):
    return [size for size in tensor.shape if size != 1]


def grid_of(sizes, name):
    """Three sizes for the one to three that a host sent."""
    grid = [int(size) for size in sizes] + [1] * (3 - len(sizes))
    if len(grid) != 3 or min(grid) < 0:
        raise ValueError(f"the grid of {name} must hold one to three sizes, "
                         f"got {sizes}")
    return grid


class PlannedForward(Forward):
    """A forward as its host asks for it, before any kernel has run, as on a GPU: how long one takes tells the host nothing. At its end
    all of it is done, as `judged`."""

    def __init__(self, device, given, judged):
        super().__init__(device, given, tracing=False)
        self._judged = judged
        self._asked = []  # (request, what the host was told)
        self._random = torch.get_rng_state()
        self._waited = 0.0  # seconds, for what the host has read
        device.memory.begin_to_plan()

    def serve(self, message, fds):
        answer = super().serve(message, fds)
        if message["op"] == "upload":
            self._asked.append((message, (answer["out"], self.uploaded)))
        elif message["op"] != "result":
            self._asked.append((message, answer.get("out")))
        return answer

    def _read(self, message):
        begin = time.monotonic()
        if self._beside is None:
            self._memory.save_all()
        answer = self._read_beside(message)
        self._waited += time.monotonic() - begin
        return answer

    def _on_launch(self, message, fds):
        launch, _ = self._planned(message, fds)
        self.program.append((message, launch))
        return {}

    def _note_said(self):
        """What it asks for beyond what it asked for in the forward before may tell values as well as numbers do: one of two tensors a bit."""
        said = collections.Counter()
        for message, known in self._asked:
            if message["op"] == "upload":
                said["upload " + hashlib.sha256(bundle.raw(known[1]).numpy()).hexdigest()] += 1
            elif message["op"] in ("operator", "launch"):
                said[repr([self._memory.label(message.get(part, ())) for part in _SAID])] += 1
        self._judged.said = said
        if self._device.goes_again and self._device.last and self._device.last.said is not None:
            self._memory.said.new_requests = (said - self._device.last.said).total()

    def _on_result(self, message, fds):
        del fds
        device, judged = self._device, self._judged
        judged.asked_at = time.monotonic() - self._waited
        self._note_said()
        torch.set_rng_state(self._random)
        self._memory.begin_to_execute()
        judged.reads_results, judged.reads = self.reads_results, self.reads
        for asked, known in [*self._asked, (message, None)]:
            try:
                judged.repeat(asked, known)
            except BaseException as error:  # whatever it is, the judge must hear of it
                judged.done = {"ok": False, **reason_of(error, asked, device.kernels)}
                judged.done["line"] = judged.done["line"] or host_messages.line_of(asked)
                break
        self.done = judged.done
        return {"again": judged.asked_again}


class LateForward(Forward):
    """A call of forward that nobody judges; see late_forwards. Where kernels do not run the host reads what it has read in `before`."""

    def __init__(self, device, given, runs_kernels, change, before, turned):
        super().__init__(device, given, tracing=False)
        device.memory.begin_forward(tells_otherwise=True, turned=turned)
        device.memory.no_kernel_runs = not runs_kernels
        change(device.memory)
        self._before = before
        self.ran = runs_kernels

    @property
    def carries(self):
        """Whether kernels of this candidate keep memory from call to call."""
        return self._memory.carries

    @property
    def kept_answers(self):
        """How many storages hold what kernels of earlier calls made of its arguments."""
        return len(self._memory.kept_answers())

    def _read(self, message):
        out, is_tuple = super()._read(message)
        known = self._before.reads[len(self.reads):] if not self.ran else ()
        return (known[0] if known else out), is_tuple

    def _on_launch(self, message, fds):
        launch, parameters = self._planned(message, fds)
        self.kinds.append(kind_of(launch.kernel, launch))
        self.numbers.append(numbers_of(message))
        self.program.append((message, launch))
        return self._device.launch(launch, parameters, message) if self.ran else {}

    def _result(self):
        self.shares = [self._memory.share_written(tensor) for tensor in self.outputs]
        return self._in_earlier_answers() or {"ok": True}

    def goes_by_checks(self, judged):
        """Whether it asks for something else, having been told other numbers than the judged call: of those it has done more than check them."""
        if not self._memory.told_otherwise:
            return False
        asked, before = [*zip(self.kinds, self.numbers)], [*zip(judged.kinds, judged.numbers)]
        is_same = asked == before[len(before) - len(asked):] and [value.shape for value in self.outputs] == [value.shape for value in judged.outputs]
        return not self.done["ok"] or not is_same

    def checked_by(self):
        """The operator whose number that was."""
        return self._memory.told_otherwise

    def is_like(self, judged):
        """Whether what it returns is what the judged call of the same inputs did, as far as kernels have run."""
        return not self.ran or self.shares == judged.shares and are_near(self.outputs, judged.values_judged)

    def does_like(self, judged):
        """Whether it comes to the judged answer if its kernels run now, when the host has long asked for all of them."""
        self._memory.spoil_answers()
        try:
            outputs = forward_program.Program(self._device, self).run()
        except Exception:  # of a kernel that was given something else
            return False
        return are_near(outputs, judged.values_judged)


def _name_of(message):
    """A request in words."""
    if message["op"] == "launch":
        return "kernel " + message["kernel"]["name"]
    return message["name"].replace("::", ".") if message["op"] == "operator" else "the answer"


def is_read(message):
    """Whether an operator tells the host a value."""
    return message["name"].startswith("aten::_local_scalar_dense")


def kind_of(kernel, launch):
    """What two equal launches have in common, whatever their arguments are."""
    return kernel.name, kernel.digest, repr(sorted(launch.options.items())), tuple(launch.grid)


def numbers_of(message):
    """What a launch is given beside tensors, as text."""
    return repr([value for _, value, _ in message["parameters"] if "t" not in value and "reinterpret" not in value])


def are_near(outputs, before, share=SAME_ANSWER):
    return len(outputs) == len(before) and all(_is_near(*pair, share) for pair in zip(outputs, before))


def _is_near(tensor, before, share):
    """Sums in another order aside: no more than that is the same answer."""
    if tensor.shape != before.shape or tensor.dtype != before.dtype:
        return False
    one, other = (value.double().nan_to_num() for value in (tensor, before))
    return float((one - other).norm()) <= share * float(other.norm())


def refusal(code, message, line=0):
    """An answer for the judge."""
    return {"ok": False, "code": code, "message": message, "line": line}


def is_argument(name):
    """Of forward; parameters and what the constructor gets are not."""
    return name.startswith("input.")


def reason_of(error, request, kernels):
    root = candidate_host.root_of(error)
    line = candidate_host.line_of(error)
    if isinstance(root, Refused):
        silent = {"silent": True} if root.is_silent else {}
        return {"code": root.code, "message": root.message, "line": root.line or line, **silent}
    if isinstance(root, NotImplementedError):  # of torch on this device
        return {"code": "not_judgeable_here", "line": line,
                "message": f"the device cannot run this: {root}"}
    if isinstance(root, MemoryError) or "can't allocate memory" in str(root):
        return {"code": "memory_limit", "line": line,
                "message": "the candidate asks for more memory than it may use"}
    at = f"kernel {kernels.kernel}: " if request.get("op") == "launch" else ""
    return {"code": "runtime_error", "line": line, "message": at + candidate_host.describe(error)}
