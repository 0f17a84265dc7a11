# SPDX-License-Identifier: GPL-3.0-or-later
"""The device of a candidate: holds its tensors, runs the text of its kernels, and is the only one
that tells the judge what came out. No line of the candidate but its kernels is executed here."""

import hashlib
import math
import re

import torch
import triton

from harness.candidate import constants
from harness.device import bookkeeping, checks, device_memory, forward_program, host_messages, late_forwards, launch_records, own_launches
from harness.device.forward import (AS_DRAWN, COUNTED, SAME_ANSWER, Forward, LateForward, PlannedForward, are_near, is_argument,
                                    reason_of, refusal)
from harness.device.launch_values import LaunchValues
from harness.device.refusal import Refused
from harness.shared import bundle, wire

_EXACT, _EXACT_ONE_IN = "mixed", 4  # harsh values at the task's own size: as much like a GPU as may be
_NO_CHANGE = 1e-4  # of the norm of an answer
_OF_NOTHING = torch.tensor([0.0, 1.0, -1.0, math.inf, -math.inf])  # is not computed from weights
# Fresh memory is no NaN there, in any case: a kernel that is careful where it finds one shall not know them by it.
_GARBAGE = ("mixed", "odd_dims", "new_seed")
_MANY = "odd_dims"
_ALMOST = "few_changed"  # from the inputs before, whose answer lies in fresh memory there, as where memory is handed out again
_MOST_KINDS = 64  # of kernels in one forward, that are told
_TENSORS = re.compile(rb"tensor<((?:\d{1,9}x)+)")  # in the text of a kernel
_FAR = "far_sizes"  # for kernels that are the same for all sizes
# Errors that a candidate may catch and live with, as on a GPU. All others end the forward.
_CATCHABLE = ("runtime_error", "out_of_resources")


def _draws_exact(given):
    """`mixed`, and of the others one in so many: which ones hangs on values that no host knows."""
    variant = given.metadata.get("variant")
    digest = hashlib.sha256(f"exact:{variant}".encode())
    for name in given.names()[:1]:
        digest.update(given.beginning(name, 1 << 12))
    return variant == _EXACT or digest.digest()[0] % _EXACT_ONE_IN == 0


def is_strict(child):
    """True if kernels must do all the compute."""
    return child.request.get("policy", "full") == "full"


class Device:
    """Serves the judge and, through the link, the candidate's host process. `kernels` builds and runs
    kernels, `memory` holds the tensors."""

    forward_type = Forward
    calls_again = False  # behind a judged forward; see late_forwards

    def __init__(self, child, kernels, memory):
        self._child = child
        self._link = wire.Channel(child.link_fd)
        self.kernels = kernels
        self.memory = memory
        self.only_outputs = child.request.get("policy") == "outputs"
        self.records = launch_records.Records()
        self.late = None  # LateForwards of the running forward
        self._texts = {}  # digest -> kernel
        self.new_texts = 0  # that this forward has brought
        self._tiles = set()  # how long tiles of all texts are, along any axis
        self.input_handles = {}
        self._inputs = {}
        self.last = None  # the last forward that ran kernels
        self._draw = 0  # of what fresh memory held in it
        self._left = []  # answers that lie there
        self.is_unsteady = False  # the host has read values, or has not launched the same for other ones, or kernels keep some
        self.goes_again = False  # with the model and in the tensors of the forward before
        self.keeps_model = False  # the same model with other inputs
        self.keeps_beside = False  # the host says that a call has left something beside its model
        self.host_flags = set()  # that it raises itself
        self.untried = None  # the ways that its Python has not gone, as the host says (candidate/branches.py)
        self._output_fd = -1
        self.attached = {}  # name -> descriptor, to go with the next answer
        self._forwards = 0  # so far
        self._smaller = None  # own_launches.Work of the running forward, where own sizes are looked at later
        self._smaller_works = {}  # what those have done, for each byte: of own_launches.OWN_SHAPES and SMALLEST
        self._needs_brought = False  # the answer on the original inputs hangs on numbers that the host has brought
        memory.weights = self._weights

    @property
    def inputs(self):
        """By name, as the judge has given them."""
        return self._inputs

    def run(self):
        """Until the judge closes its channel."""
        for message, fds in self._child.channel.messages():
            self.serve(message, fds)

    def serve(self, message, fds):
        """Answers one message of the judge and closes its descriptors."""
        started = self._child.elapsed_ms()
        try:
            answer = self.answer(message, wire.named(message, fds))
        finally:
            wire.close_all(fds)
        answer.update(variant=message.get("variant", ""), sandbox=self._child.layers,
                      ms=round(self._child.elapsed_ms() - started, 3))
        self._send(answer, message.get("op") == "records" or message.get("mode") == "trace")

    def answer(self, message, named):
        """What the judge gets for one message."""
        if message.get("op") == "records":
            return {"op": "records", "count": self.records.count_new()}
        return {**self._forward(message, named), "op": "output"}

    def kernel_of(self, message, fds):
        """The kernel of a launch; its text comes with it the first time."""
        key = str(message["text"])
        if fds or "ttir" in message:
            text = wire.read_text_fd(fds[0], host_messages.MAX_KERNEL) if fds else message.pop("ttir").encode()
            key = hashlib.sha256(text).hexdigest()
            if key not in self._texts:
                if self.records.variant == _FAR:
                    raise Refused("runtime_error", "a kernel made for a size as large as this one is not looked at")
                self.new_texts += 1
                self._tiles |= {int(size) for sizes in _TENSORS.findall(text) for size in sizes.split(b"x")[:-1]}
                self.memory.said.note_text(text)
                self._texts[key] = self.kernels.read(text, host_messages.line_of(message))
        if key not in self._texts:
            raise Refused("runtime_error", "a launch of a text that was not sent")
        return self._texts[key]

    def launch(self, launch, parameters, message):
        """Runs a kernel; the answer for the host."""
        self.note_smaller(launch, parameters, message)
        self._run(launch, parameters)
        return {}

    def _run(self, launch, parameters):
        tensors = [launch_records.tensor_of(value) for _, value, _ in parameters]
        reached = self.memory.reached([tensor for tensor in tensors if tensor is not None])
        self.kernels.run(launch.kernel, [(name, value) for name, value, _ in parameters], launch.grid,
                         launch_records.warps_of(launch.options), launch_records.stages_of(launch.options), reached,
                         launch_records.may_fuse(launch.options))

    def note_smaller(self, launch, parameters, message):
        """A launch at sizes that are smaller than the task's own, before it runs; not what an autotuner only measures."""
        if self._smaller is not None and not message.get("measured"):
            self._smaller.note(self.kernels, launch, parameters)

    def launch_again(self, launch, parameters, is_first=False):
        """Runs a kernel for a forward that is done again; `is_first` of that forward."""
        del is_first
        self._run(launch, parameters)

    def argument(self, value, get=None):
        """An argument of a launch as host_role encoded it; `get(handle)` gives a tensor."""
        get = get or self.memory.get
        if "t" in value:
            return get(value["t"])
        if "reinterpret" in value:
            parts = value["reinterpret"]
            return triton.reinterpret(get(parts["base"]["t"]), constants.decode(parts))
        if "descriptor" in value:
            from triton.tools.tensor_descriptor import TensorDescriptor
            parts = value["descriptor"]
            return TensorDescriptor(get(parts["base"]["t"]), list(parts["shape"]),
                                    list(parts["strides"]), list(parts["block_shape"]))
        return constants.decode(value)

    def write(self, forward, changed):
        """The outputs of a forward, and what has become of its inputs, for the judge."""
        bundle.write_outputs(self._output_fd, forward.outputs, forward.structure,
                             {f"effect.{name}": self._inputs[name].cpu() for name in changed})

    def _send(self, answer, with_records):
        if self.attached:
            attached, self.attached = self.attached, {}
            try:
                self._child.channel.send({**answer, "fds": list(attached)}, list(attached.values()))
            finally:
                wire.close_all(attached.values())
            return
        if not with_records:
            self._child.channel.send(answer)
            return
        with wire.memory_file("records", self.records.take_new()) as fd:
            self._child.channel.send({**answer, "fds": ["records"]}, [fd])

    def _forward(self, message, named):
        """Serves the host until its forward has ended, or asks for what ends it."""
        given = bundle.Bundle(named["given"])
        tracing = message.get("mode") == "trace"
        if tracing and own_launches.BLANK in given.metadata:
            return self._own_launches(given)
        self.new_texts = 0
        self._output_fd = named.get("output", -1)
        is_second_look = bool(message.get("second_look")) and self.last is not None
        if not is_second_look:
            is_almost = message.get("variant") == _ALMOST and self.last is not None
            self._left = [tensor.detach().clone() for tensor in self.last.outputs] if is_almost else []
        self.memory.begin_forward(given.metadata.get("init_seed", ""), garbage=message.get("variant") in _GARBAGE, left=self._left,
                                  zeros=message.get("variant") == _EXACT, many=message.get("variant") == _MANY,
                                  draw=self._draw if is_second_look else None)
        self._draw = self.memory.draw
        if is_second_look:  # whoever keeps nothing of a call comes to the same answer bit by bit
            self.kernels.repeat_order()
        self.memory.no_kernel_runs = tracing
        self.memory.moving_is_work = given.metadata.get("moves_only") == "1"
        self.memory.moving_is_part = given.metadata.get("moves_partly") == "1" and self.calls_again \
            and given.metadata.get("variant") == COUNTED and not tracing
        self.records.variant = str(message.get("variant", ""))
        self.kernels.begin_forward(message.get("variant") == COUNTED, bool(message.get("model")))
        self.kernels.is_exact = _draws_exact(given)
        self.goes_again = bool(message.get("again")) and bool(self._inputs)
        self.keeps_model = bool(message.get("same_model")) and bool(self._inputs) and not self.goes_again
        self.place_inputs(given, self.goes_again, self.keeps_model)
        self.records.refuse(message.get("unfit") or ())
        if tracing:
            self.records.begin_trace()
        grows = given.metadata.get(own_launches.GROWS)
        is_first = grows in (own_launches.OWN_SHAPES, own_launches.SMALLEST) and grows not in self._smaller_works
        self._smaller = own_launches.Work(is_most=False) if is_first else None
        forward = self.forward_type(self, given, tracing)
        self.late = late_forwards.LateForwards(lambda *how: LateForward(self, given, *how),
                                               self._serve_host, lambda: self.place_inputs(given, again=True), self._forwards if self.calls_again else None)
        self._forwards += 1
        if self.calls_again and not self.only_outputs and message.get("variant") == COUNTED and not tracing:
            self.late.plan(given)
        if message.get("keep"):
            self.kernels.keep_launches()
        if message.get("links") and self.kernels.watched is not None:
            forward.values = LaunchValues(self.kernels.watched)
        is_planned = self.calls_again and not self.only_outputs and not tracing
        asked = PlannedForward(self, given, forward) if is_planned else forward
        refused = self._serve_host(asked)
        if refused is not None:
            return refused
        forward.done = forward.done or asked.done
        forward.printed = forward.printed or asked.printed
        if self._smaller is not None:
            self._smaller_works[grows] = self._smaller.per_byte(own_launches.inputs_among(self._inputs), forward.outputs)
            self._smaller = None
        if forward.values is not None:
            self.attached["links"] = forward.values.end(forward.outputs)
        if not tracing:
            self.is_unsteady = self.is_unsteady or forward.reads_results or self.memory.has_read or self.memory.carries \
                or self.goes_again and not (forward.launches_as(self.last) and forward.said == self.last.said)
            self.last = forward
            self.kernels.next_order()
        if is_second_look:
            forward.done["computed"] = self._has_computed()
        changed = self.late.run(forward)
        changed = changed or self._goes_by_weights(forward, message.get("variant"))
        self.is_unsteady = self.is_unsteady or self.late.is_unsteady or self.memory.carries
        return {**(changed or forward.done), "unsteady": self.is_unsteady, "reads_weights": self.memory.has_read,
                "reads_inputs": forward.reads_results or self.memory.has_read_argument, "new_texts": self.new_texts, "tiles": sorted(self._tiles), "compared": self.kernels.compared(), "kinds": sorted(self.kernels.kinds)[:_MOST_KINDS], "keeps_beside": self.keeps_beside,
                "untried": self.untried, "ways": sorted(forward.ways),
                "flags": self._flags(), "stdout_tail": forward.printed}

    @property
    def smaller_work(self):
        """The least that a forward on smaller inputs has done for each byte, or None: of a picture with a few rows the border is a good part."""
        works = [work for work in self._smaller_works.values() if work is not None]
        return tuple(map(min, zip(*works))) if self._smaller_works.get(own_launches.OWN_SHAPES) else None

    def _flags(self):
        """What a verdict says of all forwards so far beside its answers."""
        return sorted(self.host_flags) + [name for name, is_so in (("in_step", self.kernels.goes_in_step), ("counts_in_torch", self.memory.keeps_books))
                                       if is_so]

    def _own_launches(self, given):
        """A forward without memory. None with memory may follow."""
        self.goes_again = self.keeps_model = False
        self.memory = device_memory.Memory(self.memory.is_strict, "meta", by_byte=False, before=self.memory)
        self.memory.weights = self._weights
        self.memory.no_kernel_runs = True
        self.records.variant = given.metadata["variant"]
        self._inputs = own_launches.inputs_of(given)
        counted_with = bookkeeping.names_of(given)
        self.memory.checks_anything = given.metadata.get(checks.MAY_CHECK) == "1"
        self.input_handles = {name: self.memory.add(tensor, from_input=True, from_argument=is_argument(name),
                                                    is_counted_with=name in counted_with)
                              for name, tensor in self._inputs.items()}
        self.memory.pin(self.input_handles.values())
        forward = own_launches.OwnLaunches(self, given)
        result = self._serve_host(forward) or forward.done
        return {**result, "certain": result.get("code") in (own_launches.CERTAIN_FAR if forward.is_far else own_launches.CERTAIN)}

    def _serve_host(self, forward):
        """Answers the host until the forward is done; or the refusal that ends it before."""
        while forward.done is None:
            try:
                request, fds = self._link.receive()
            except wire.Closed:
                return refusal("host_lost", "")
            except ValueError:
                return refusal("host_broken", "")
            answer = {"ok": True}
            try:
                answer.update(forward.serve(request, fds))
            except host_messages.Broken:
                return refusal("host_broken", "")
            except BaseException as error:  # whatever it is, the host and the judge must hear of it
                answer = {"ok": False, **reason_of(error, request, self.kernels)}
                answer["line"] = answer["line"] or host_messages.line_of(request)
                # No GPU tells the host why a running kernel failed; it could tell it values.
                is_told = answer["code"] in _CATCHABLE and not self.kernels.is_running and not answer.get("silent", False)
                if not is_told and not self.only_outputs:
                    return answer  # the host waits in vain until the judge ends it
            finally:
                wire.close_all(fds)
            try:
                self._link.send(answer, whole=True)
            except ValueError:
                return refusal("torch_fallback", "an operator splits a tensor into thousands",
                               host_messages.line_of(request))
            except wire.Closed:
                return refusal("host_lost", "")
        return None

    def _goes_by_weights(self, forward, variant):
        """The refusal of a host that has made numbers of the weights of its constructor, which the answer hangs on where the task has
        those and not where it has others."""
        if not self.calls_again or self.only_outputs or not forward.ran or not forward.done["ok"] or not self._weights():
            return None
        if variant == COUNTED:
            self._needs_brought = self._hangs_on_brought(forward, SAME_ANSWER)
        elif variant in AS_DRAWN and self.goes_again and self._needs_brought and not self._hangs_on_brought(forward, _NO_CHANGE):
            return refusal("torch_fallback", "the host sends numbers that change with the values of the inputs; the kernels must do all "
                                             "the compute")
        return None

    def _hangs_on_brought(self, forward, share):
        """Whether the answer is another one, by this share of its norm, if the numbers that the host has brought are."""
        brought = self.memory.brought()
        if not brought:
            return False
        before = forward.values_judged or [tensor.clone() for tensor in forward.outputs]
        launches, self.kernels.launches = self.kernels.launches, None
        try:
            return not are_near(self.memory.with_others(brought, forward_program.Program(self, forward).run), before, share)
        except Exception:  # of a kernel that was given something else
            return True
        finally:
            self.kernels.launches = launches

    def _weights(self):
        return [tensor for name, tensor in self._inputs.items() if name.startswith("state.") and tensor.is_floating_point()]

    def _has_computed(self):
        """Whether the host has brought numbers in this forward that no weight has: what is packed only moves."""
        weights = [tensor.flatten() for tensor in self._weights()]
        for tensor in self._new_numbers():
            known = torch.cat([_OF_NOTHING.to(tensor.dtype), *(value.to(tensor.dtype) for value in weights)])
            if not bool(torch.isin(tensor, known).all()):
                return True
        return False

    def _new_numbers(self):
        """Those that this forward was the first to bring, as tensors of one dimension."""
        numbers = [float(text) for text in self.memory.said.new_numbers if not text.startswith("0x")]
        yield torch.tensor(numbers, dtype=torch.float64)
        yield from (tensor.flatten() for tensor in self.memory.said.new_uploads if tensor.is_floating_point())

    def place_inputs(self, given, again, keeps_model=False):
        """Inputs and parameters in fresh memory, or `again` in the memory of the forward before;
        then what that one returned is poisoned. `keeps_model`: all but the arguments of forward stay where they are."""
        if again:
            inputs = {tensor.untyped_storage().data_ptr() for tensor in self._inputs.values()}
            for tensor in self.last.outputs if self.last else ():
                if tensor.is_floating_point() \
                        and tensor.untyped_storage().data_ptr() not in inputs:
                    tensor.fill_(float("nan"))
            for name, tensor in self._inputs.items():
                tensor.copy_(given.view(name))
            return
        kept = {name: tensor for name, tensor in self._inputs.items() if keeps_model and not is_argument(name)}
        for name, tensor in kept.items():
            tensor.copy_(given.view(name))
        self._inputs = {name: kept[name] if name in kept else given.copy(name).to(self.memory.device) for name in given.names()}
        counted_with = bookkeeping.names_of(given)
        self.memory.checks_anything = given.metadata.get(checks.MAY_CHECK) == "1"
        self.input_handles = {name: self.input_handles[name] if name in kept
                              else self.memory.add(tensor, from_input=True, from_argument=is_argument(name),
                                                   is_counted_with=name in counted_with)
                              for name, tensor in self._inputs.items()}
        self.memory.pin(self.input_handles.values())

    def changed_inputs(self, given):
        """Names of inputs and parameters whose bytes are not what was given, or that a kernel has
        stored into: who uses them at the same time sees that also if they are restored."""
        return [name for name, tensor in self._inputs.items() if self.memory.stored_into(tensor)
                or not bundle.same_bytes(tensor.cpu(), given.view(name))]
