# SPDX-License-Identifier: GPL-3.0-or-later
"""A task: a reference with its model and its inputs, at its own sizes or at smaller ones; the variants of a report are made of it."""

import copy
import importlib.util
import math
import os
import sys

import torch

from harness.inputs import (accidents, constructor_sizes, cut_off, dtype_variants, mixed_values, places, resizing, segments, shapes,
                            smaller_shapes)
from harness.reference.weights import move_constants, move_unseeded
from harness.shared import bundle, operators
from harness.stand_ins.cuda_surface import CudaOnCpu
from harness.task import eight_bits, reference_trace, repeated_writes, task_size, unsigned
from harness.task.nesting import nesting_of, taking_leaves
from harness.task.reference_run import (FEW_NUMBERS, FILE_NAME, NotApplicable, Refused, Variant, all_finite, answer_double,
                                        cancels, comparable, derive_seed, describe, init_arguments, is_floating, line_of,
                                        near_limit, run_native, same_finiteness, same_values, seed_torch, state_of)

MOST_DRAWS = 8
MOST_REDRAWN = 24
LITTLE_ONE_IN = 16  # elements: what a host may count with
MOST_OF_ITS_TIME = 0.6  # of the processor time that a reference has: then no further extra input is begun


def _is_blank(native):
    """Whether an answer is one number throughout, and nothing is changed."""
    return not native.effects and all(value.numel() > 1 and bool((value == value.reshape(-1)[0]).all()) for value in native.values)


def _cancels(model, inputs, native):
    """Whether an answer of few numbers has lost digits: sums in another order are right as well, and come out elsewhere."""
    if not any(value.dtype == torch.float32 and value.numel() <= FEW_NUMBERS for value in native.values):
        return False
    try:
        return cancels(native.values, answer_double(model, inputs).values)
    except BaseException:  # then nothing is exact
        return False


class Task:
    """A reference module with its model; makes variants of its inputs."""

    def __init__(self, child, may_shrink=True):
        self.entry_point = child.request.get("entry_point") or "Model"
        self.seed = child.request.get("seed", 0)
        self.compared = child.request.get("compared") or []  # likewise: numbers that its kernels compare with, what has reached them, whether whole
        self.named = child.request.get("named") or []  # sizes, by the text of the one candidate that this is for
        self.products = child.request.get("products") or []  # of two numbers of it
        self.beyond = child.request.get("beyond") or []  # names of variants for whose sizes it has kernels of its own
        self.tile = int(child.request.get("tile") or 0)  # how long a block of its kernels is
        self.paired = child.request.get("paired") or []  # names of those for whose arguments it goes a way of its own
        limits = child.request.get("limits") or {}
        self.max_elements = int(limits.get("max_elements") or task_size.MAX_ELEMENTS)
        self.source = child.source.decode("utf-8")
        self.path = os.path.join(child.private_dir, FILE_NAME)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(self.source)
        self.until = MOST_OF_ITS_TIME * limits.get("seconds", math.inf)
        self.bound = set()  # sizes that the model reads from a constant of its module
        self.memo = {}      # what variants share
        self.made = {}  # {name: variant} of those that others follow
        self.making = ""  # the name of the variant under way
        self.opens = False  # one of several outputs may be left out of what is compared
        self._models = []   # that they are made with, and what their constructors are given
        self.init_seed = derive_seed(self.seed, "init")
        self.input_seed = derive_seed(self.seed, "inputs")
        self.grows = False  # whether its own sizes are looked at beside smaller ones
        self.smaller = None  # smaller_shapes.Smaller where the task's own sizes are too large
        # Whether its own sizes are judged does not hang on a GPU: who is right for these alone is right by the task. What a GPU
        # runs at the own sizes anyway may be small on the machine, though.
        self._scale = smaller_shapes.GPU_SCALE if child.request.get("own_sizes") else 1.0
        self._own_share = smaller_shapes.OWN_SHARE
        self._must_shrink = may_shrink and bool(child.request.get("smaller"))
        self._only_own = may_shrink and bool(child.request.get("own"))
        if self._only_own:
            self._own_share = smaller_shapes.OWN_AGAIN_SHARE
        if self._must_shrink:
            self._scale, self._own_share = min(self._scale, smaller_shapes.GPU_SCALE), 0
        self._begin_at_some_size(may_shrink and bool(child.request.get("shrink")))
        self.train_mode, self.deterministic = self._settle_mode()
        self._settle_draw()
        accidents.forget(self)
        segments.learn_few_posts(self)
        segments.learn_longest(self)
        segments.learn_pages(self)
        segments.learn_parts(self)
        self.bound.update(constructor_sizes.idle_sizes(self))

    def _begin_at_some_size(self, shrink):
        """At the task's own sizes; with `shrink` at smaller ones where those cost too much, for one whom smaller ones do not
        suit at such as shrink less."""
        try:
            self._begin(only_cheap=shrink or self._only_own)
        except (task_size.TooLarge, MemoryError) as error:
            if not shrink and not self._only_own:
                raise
            source = self.source
            try:
                self._begin_smaller(getattr(error, "why", "it needs more memory than it may use"))
            except Refused:
                if self._must_shrink or self._only_own or not getattr(error, "only_dear", False):
                    raise
                self.smaller, self.source = None, source
                self._begin()

    def _begin(self, only_cheap=False):
        self.module = self._load()
        self.init = init_arguments(self.module)
        measured = self._check_size(only_cheap)
        inputs = self._drawn(self.input_seed)
        self.nesting = nesting_of(inputs, lambda: self._drawn(derive_seed(self.seed, "nesting")))
        self.inputs = self.nesting.leaves(inputs)
        if any(map(eight_bits.is_eight_bits, self.inputs)):  # this process is the reference's alone
            eight_bits.EightBitMath().__enter__()
        if unsigned.are_among(self.inputs):
            unsigned.Unsigned().__enter__()
        task_size.check_elements(self.max_elements, self.inputs)
        self.model = self.build(self.init_seed, self.inputs)
        if only_cheap and not measured:
            work = task_size.work_of(copy.deepcopy(self.model), self.inputs, "cpu")
            if work is not None:
                smaller_shapes.check_dear([*self.inputs, *self.state_tensors()], work,
                                          self._own_share)

    def _begin_smaller(self, why):
        self.module = self.model = self.inputs = None
        task = self.source, self.path, self.entry_point, why
        self.smaller = smaller_shapes.find_in_blocks(*task) if self._only_own \
            else smaller_shapes.find(*task, self._scale)
        self.source = self.smaller.text
        try:
            self._begin()
        except Refused as error:
            raise Refused("task_too_large",
                          f"{why}; on smaller shapes {error.message}", error.line) from error

    def _load(self):
        if "cuda" in self.source:  # this process is the reference's alone, and has no GPU
            CudaOnCpu().__enter__()
        try:
            spec = importlib.util.spec_from_file_location("reference", self.path)
            module = importlib.util.module_from_spec(spec)
            sys.modules["reference"] = module
            if self.smaller:
                exec(self.smaller.code, module.__dict__)
            else:
                spec.loader.exec_module(module)
        except BaseException as error:
            raise Refused("reference_error", f"import: {describe(error)}",
                                  line_of(error)) from error
        for name in (self.entry_point, "get_inputs"):
            if not hasattr(module, name):
                raise Refused("reference_error", f"the reference defines no {name}")
        return module

    def _check_size(self, only_cheap):
        """Asks for shapes and work on the meta device first: some tasks would not fit in here.
        False if it does not know."""
        inputs = task_size.meta_inputs(self.module)
        if inputs is not None:
            task_size.check_elements(self.max_elements, inputs)
        try:
            arguments, keywords = copy.deepcopy(self.init)
            with torch.device("meta"):
                model = getattr(self.module, self.entry_point)(*arguments, **keywords)
            parameters = list(state_of(model).values())
        except BaseException:
            return False  # this model needs real values; the process's own limits hold
        task_size.check_elements(self.max_elements, [*(inputs or []), *parameters])
        work = task_size.work_of(model, inputs) if inputs is not None else None
        if work is None:
            return False
        task_size.check_work(work, self.max_elements / task_size.MAX_ELEMENTS)
        if only_cheap:
            smaller_shapes.check_dear([*inputs, *parameters], work, self._own_share)
        return True

    def build(self, seed, inputs, turns=False, module=None, init=None):
        """The model (of another `module` and `init`, where it is given), its constant parameters moved so that none can be left out unnoticed on these inputs; see move_constants."""
        seed_torch(seed)
        arguments, keywords = copy.deepcopy(init or self.init)
        try:
            model = getattr(module or self.module, self.entry_point)(*arguments, **keywords)
        except BaseException as error:
            raise Refused("reference_error", f"{self.entry_point}(...): {describe(error)}",
                          line_of(error)) from error
        model = taking_leaves(model, self.nesting)
        if isinstance(model, torch.nn.Module):
            move_constants(model, seed, inputs, turns)
        return model

    def draw_inputs(self, seed, module=None):
        """Those of lists, tuples and dicts side by side, see nesting.py; of another `module` where it is given."""
        try:
            return self.nesting.leaves(self._drawn(seed, module))
        except ValueError as error:
            raise Refused("reference_error", str(error)) from error

    def _drawn(self, seed, module=None):
        seed_torch(seed)
        try:
            inputs = (module or self.module).get_inputs()
        except BaseException as error:
            raise Refused("reference_error", f"get_inputs(): {describe(error)}",
                                  line_of(error)) from error
        if not isinstance(inputs, (list, tuple)):
            raise Refused("reference_error", f"get_inputs() must return a list, got {type(inputs).__name__}")
        return [_detached(value) for value in inputs]

    def draw_apart(self, purpose):
        """Inputs on which the reference leaves nothing to chance that it does not on the original ones, if some draw has them."""
        for number in range(MOST_DRAWS):
            inputs = self.draw_inputs(derive_seed(self.seed, purpose if number == 0 else f"{purpose} {number}"))
            if not self._leaves_to_chance(self.model, inputs):
                break
        return inputs

    def _leaves_to_chance(self, model, inputs):
        """Whether the reference writes one element several times there, and not on the original inputs."""
        if not self.trace().names & repeated_writes.NAMES:
            return False
        if "writes repeatedly" not in self.memo:
            self.memo["writes repeatedly"] = repeated_writes.writes_repeatedly(self.model, self.inputs)
        return not self.memo["writes repeatedly"] and repeated_writes.writes_repeatedly(model, inputs)

    def _settle_draw(self):
        """Draws anew where the reference answers with one number throughout and with another draw does not: a mask that lets nothing
        through leaves kernels nothing to store, which is asked for on the task's own inputs. Likewise where a sum is next to nothing by chance."""
        native = run_native(self.model, self.inputs, 0)
        is_blank, self._own_cancels = _is_blank(native), _cancels(self.model, self.inputs, native)
        if not is_blank and not self._own_cancels:
            return
        for number in range(1, MOST_REDRAWN if is_blank else MOST_DRAWS):
            seed = derive_seed(self.seed, f"inputs {number}")
            try:
                inputs = self.draw_inputs(seed)
                model = self.build(self.init_seed, inputs)
                if isinstance(model, torch.nn.Module):
                    model.train(self.train_mode)
                if task_size.shapes_of(inputs) != task_size.shapes_of(self.inputs):
                    continue
                native = run_native(model, inputs, 0)
                if not _is_blank(native) and not _cancels(model, inputs, native):
                    self.input_seed, self.inputs, self.model, self._own_cancels = seed, inputs, model, False
                    return
            except Refused:
                pass

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
            same_values(a, b) for a, b in zip(first.values, second.values))

    def answer(self, inputs):
        """The unchanged model's own one, which is remembered for a while: sizes are tried several times over."""
        return cut_off.answer(self, inputs)

    def accepts(self, inputs):
        """True if the unchanged model takes these inputs and answers with tensors."""
        try:
            return bool(self.answer(inputs).values)
        except Refused:
            return False

    def answers_finite(self):
        """True if the original answer holds neither NaN nor infinity."""
        return self._own_answer()[0]

    def answers_near_limits(self):
        """True if the original answer holds numbers next to the largest of its dtype."""
        return self._own_answer()[1]

    def _own_answer(self):
        """What the two above say, of one run."""
        if "own answer" not in self.memo:
            values = self.answer(self.inputs).values
            self.memo["own answer"] = (all_finite(values),
                                       any(near_limit(value, value.dtype) for value in values))
        return self.memo["own answer"]

    def moves_only(self):
        """True if the reference puts elements elsewhere and computes nothing."""
        return operators.only_moves(self.trace().names) or self._places().moves

    def moves_partly(self):
        """True if an operator that may compute only puts elements elsewhere, for a good part of the answer."""
        return not self.moves_only() and self._places().moves_partly

    def makes_only(self):
        """True if no value of an input has a part in its answer, only sizes."""
        return self._places().makes

    def bookkeeping(self, inputs):
        """Names of those of `inputs`, like the task's own, that hold whole numbers or truth values, where all of these are little of what the
        task takes and gives: lengths, offsets, labels, which hosts count. None where whole numbers are asked for: then that may be the task."""
        return [f"input.{sum(isinstance(value, torch.Tensor) for value in inputs[:index])}" for index in self._few_whole()
                if index < len(inputs) and isinstance(inputs[index], torch.Tensor)]

    def _few_whole(self):
        if "bookkeeping" not in self.memo:
            tensors = {index: value for index, value in enumerate(self.inputs) if isinstance(value, torch.Tensor)}
            whole = [index for index, value in tensors.items() if not value.is_floating_point() and not value.is_complex()]
            values = self.answer(self.inputs).values
            everything = sum(value.numel() for value in [*values, *tensors.values()])
            is_little = all(map(is_floating, values)) and LITTLE_ONE_IN * sum(tensors[index].numel() for index in whole) <= everything
            self.memo["bookkeeping"] = whole if is_little else []
        return self.memo["bookkeeping"]

    def _places(self):
        if "places" not in self.memo:
            self.memo["places"] = places.Places(self)
        return self.memo["places"]

    def trace(self):
        """What a forward on small inputs does, operator by operator."""
        if "trace" not in self.memo:
            small = self.resized_small()
            self.memo["trace"] = reference_trace.trace(self.model,
                                                       small.inputs if small else self.inputs)
        return self.memo["trace"]

    def state_tensors(self):
        return list(state_of(self.model).values())

    # ---- variants --------------------------------------------------------------------------

    def original(self):
        return Variant(self, self.model, self.inputs, self.init_seed)

    def values_x2(self):
        if not any(is_floating(value) for value in self.inputs):
            raise NotApplicable("no input is floating point")
        doubled = [value * 2 if is_floating(value) else value for value in self.inputs]
        return Variant(self, self.model, doubled, self.init_seed)

    def new_seed(self):
        for number in range(MOST_DRAWS):
            variant = self._newly_drawn("other inputs" if number == 0 else f"other inputs, {number} again")
            if not variant.cancels():
                break
        self.memo["new answer"] = [exact for _, exact in variant.all_values()]
        return variant

    def _newly_drawn(self, purpose):
        seed = derive_seed(self.seed, "other init")
        inputs = self.draw_apart(purpose)
        model = self.build(seed, inputs, turns=True)
        if isinstance(model, torch.nn.Module):
            model.train(self.train_mode)
            move_unseeded(model, self.model, inputs, seed)
        self.memo["new seed"] = model, seed, inputs
        return Variant(self, model, inputs, seed)

    def new_draw(self):
        """(model, its seed, inputs) of new_seed."""
        if "new seed" not in self.memo:
            self.new_seed()
        return self.memo["new seed"]

    def check_writes(self, variant):
        """Refuses inputs on which chance decides what the reference writes, where it does not on the original ones."""
        if variant.inputs is not self.inputs and self._leaves_to_chance(variant.model, variant.inputs):
            raise NotApplicable("the reference writes one element several times there, and which value stays is chance")

    def check_computes(self, variant):
        """Refuses sizes at which the reference hands on what it is given, or zeros that it made, as it does not at its own: no kernel has
        anything to do there."""
        if task_size.shapes_of(variant.inputs) == task_size.shapes_of(self.inputs):
            return
        if variant.handed_on() - set(self.answer(self.inputs).aliases):
            raise NotApplicable("the reference answers with an input as it is there")
        if not any(value.any() for value in variant.native) and not self.makes_only() and not places.computes(variant.model, variant.inputs):
            raise NotApplicable("the reference computes nothing there")

    def check_digits(self, variant):
        """Refuses inputs on which nothing is left of PyTorch's own answer, of which no kernel is asked for more; or on which a sum is next to
        nothing, as on the original ones it is not."""
        if variant.inputs is self.inputs:
            return
        if variant.loses_digits():
            raise NotApplicable("the reference itself loses all digits there")
        if variant.cancels() and not self._own_cancels:
            raise NotApplicable("the answer is next to nothing there, beside what adds up to it")

    def init_for(self, inputs):
        """The arguments of the constructor beside these inputs."""
        return constructor_sizes.init_for(self, inputs)

    def number_of(self, variant):
        """Which of the models that the variants are made with it is."""
        init = comparable(variant.init)
        number = next((number for number, (model, given) in enumerate(self._models) if model is variant.model and given == init), len(self._models))
        if number == len(self._models):
            self._models.append((variant.model, init))
        return number

    def new_answer(self):
        """The exact answer of new_seed: of outputs and of what it changes."""
        if "new answer" not in self.memo:
            self.new_seed()
        return self.memo["new answer"]

    def mixed(self):
        """With the weights of new_seed, which goes before it in the same tensors."""
        model, seed, _ = self.new_draw()
        return mixed_values.mixed(self, model, seed,
                                  self.draw_apart("mixed inputs"))

    def other_dtype(self):
        """fp32 -> fp16, anything else -> fp32."""
        dtypes = {value.dtype for value in self.inputs if is_floating(value)}
        if not dtypes:
            raise NotApplicable("no input is floating point")
        if dtypes & {torch.float64}:
            raise NotApplicable("a float64 task is not run in half precision")
        other = torch.float16 if dtypes == {torch.float32} else torch.float32
        model = copy.deepcopy(self.model)
        if isinstance(model, torch.nn.Module):
            model.to(other)
        inputs = dtype_variants.cast(self.inputs, other)
        try:
            variant = Variant(self, model, inputs, self.init_seed, is_cast=True)
        except Refused as error:
            raise NotApplicable(f"PyTorch refuses {bundle.dtype_name(other)}: {error}") from error
        if any(is_floating(native) and not same_finiteness(native, expected)
               for native, expected in zip(variant.native, variant.values)):
            raise NotApplicable(f"PyTorch itself overflows in {bundle.dtype_name(other)}")
        return variant

    def larger_dims(self):
        return self._resized(shapes.larger_proposals, "larger")

    def own_layouts(self):
        """{input index: layout} of those that the reference does not draw row by row."""
        if "layouts" not in self.memo:
            found = {index: bundle.layout_of(value) for index, value in enumerate(self.inputs)
                     if isinstance(value, torch.Tensor)}
            self.memo["layouts"] = {index: layout for index, layout in found.items() if layout}
        return self.memo["layouts"]

    def small_elements(self):
        """Elements of the inputs that extra variants start from, and of the parameters."""
        small = self.resized_small()
        return sum(map(task_size.numel, task_size.shapes_of(
            [*(small.inputs if small else self.inputs), *self.state_tensors()])))

    def tiny(self):
        if self.resized_small() is None:
            raise NotApplicable("the reference accepts no smaller inputs")
        return Variant(self, self.model, self.resized_small().inputs, self.init_seed)

    def resized_small(self):
        """The inputs of "tiny" and how they were found; None if the reference takes no others."""
        if "small" not in self.memo:
            self.memo["small"] = self._find(shapes.tiny_proposals, "smaller")
        return self.memo["small"]

    def _resized(self, proposals, word):
        found = self._find(proposals, word)
        if found is None:
            raise NotApplicable(f"the reference accepts no {word} inputs")
        return Variant(self, self.model, found.inputs, self.init_seed)

    def _find(self, proposals, word):
        original = task_size.shapes_of(self.inputs)
        before = sum(task_size.numel(shape) for shape in original)

        def fits(new):
            total = sum(task_size.numel(shape) for shape in new)
            return new != original and total <= self.max_elements \
                and (total > before if word == "larger" else total < before)

        return resizing.find_resized(self, proposals, fits, word)


def _detached(value):
    has_tensors = next(bundle.tensors_in(value), None) is not None
    return bundle.with_tensors(value, torch.Tensor.detach) if has_tensors else value
