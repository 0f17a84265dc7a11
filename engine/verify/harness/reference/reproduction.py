# SPDX-License-Identifier: GPL-3.0-or-later
"""The arguments of one input as text, for a script that runs without Nereid
(reproduce_template.py): small tensors bit for bit, large ones by how they were drawn."""

import base64
import hashlib
import json
import os
import zlib

import torch

from harness.reference import state_effects
from harness.shared import bundle
from harness.task.reference_run import Refused, derive_seed, init_arguments, state_of

EMBEDDED_BYTES = 1 << 18  # of one tensor as text; more only where it cannot be drawn again
MAX_BYTES = 32 << 20  # of all as text


def answer(child, task, variants):
    """Sends what a script needs of [(name, Variant)]: the input itself, and before it that in whose
    tensors it is run."""
    writer = _Writer(task)
    records = [writer.record(name, variant) for name, variant in variants]
    fd = os.memfd_create("data", os.MFD_CLOEXEC)
    try:
        with os.fdopen(os.dup(fd), "wb") as file:
            file.write(json.dumps({"variants": records}).encode("ascii"))
        child.channel.send({"op": "reproduction", "smaller":
                            task.smaller.words if task.smaller else "", "ms": child.elapsed_ms(),
                            "sandbox": child.layers, "fds": ["data"]}, [fd])
    finally:
        os.close(fd)


class _Writer:
    """Keeps count of how much text there is."""

    def __init__(self, task):
        self._task = task
        self._left = MAX_BYTES
        self._draws = {}  # seed -> bytes of the tensors that get_inputs() gives
        self._models = {}  # seed -> state of the model as its constructor makes it

    def record(self, name, variant):
        tensors, metadata = variant.given(name)
        return {"name": name, "dtype": variant.dtype, "detail": variant.detail,
                "torch": torch.__version__, "init": json.loads(metadata["init"]),
                "inputs": json.loads(metadata["inputs"]), "init_seed": metadata["init_seed"],
                "train_mode": metadata["train_mode"], "gradients": metadata["gradients"], "cast": metadata["cast"],
                "layouts": json.loads(metadata.get("layouts", "{}")),
                "effects": state_effects.levels(self._task, variant), "open": sorted(variant.open), "exact": variant.exact_outputs(),
                # As a candidate gets them: what has no partner by name is copied in this order.
                "state": [key for key in bundle.names_in_order(tensors)
                          if key.startswith("state.")],
                "tensors": {key: self._tensor(key, value) for key, value in tensors.items()}}

    def _tensor(self, name, tensor):
        data = bytes(bundle.raw(tensor).numpy()) if tensor.numel() else b""
        entry = {"dtype": bundle.dtype_name(tensor.dtype), "shape": list(tensor.shape)}
        if len(data) > EMBEDDED_BYTES and not self._task.smaller:
            drawn = self._recipe(name, tensor, data)
            if drawn:
                return {**entry, **drawn, "sha256": hashlib.sha256(data).hexdigest()}
        text = base64.b64encode(zlib.compress(data)).decode("ascii")
        self._left -= len(text)
        if self._left < 0:
            raise Refused("task_too_large", "the tensors of this input would make a script of over "
                          f"{MAX_BYTES >> 20} MB; reproduce a smaller input, such as \"tiny\"")
        return {**entry, "data": text}

    def _recipe(self, name, tensor, data):
        """How a large tensor comes out of the reference's own code, if it does."""
        seed = self._task.seed
        if name.startswith("input."):
            for purpose in ("inputs", "other inputs"):
                drawn = self._drawn(derive_seed(seed, purpose))
                for index, value in enumerate(drawn):
                    for times in (1, 2):
                        if value.shape == tensor.shape and data == _bytes_as(value, times, tensor):
                            return {"draw": {"seed": derive_seed(seed, purpose), "index": index,
                                             "times": times}}
        elif name.startswith("state."):
            for purpose in ("init", "other init"):
                value = self._built(derive_seed(seed, purpose)).get(name.removeprefix("state."))
                if value is not None and value.shape == tensor.shape \
                        and data == _bytes_as(value, 1, tensor):
                    return {"build": derive_seed(seed, purpose)}
        return None

    def _drawn(self, seed):
        if seed not in self._draws:
            self._draws[seed] = list(bundle.tensors_in(self._task.draw_inputs(seed)))
        return self._draws[seed]

    def _built(self, seed):
        if seed not in self._models:
            torch.default_generator.manual_seed(seed)
            arguments, keywords = init_arguments(self._task.module)
            torch.default_generator.manual_seed(seed)
            model = getattr(self._task.module, self._task.entry_point)(*arguments, **keywords)
            self._models[seed] = {key: value.detach() for key, value in state_of(model).items()}
        return self._models[seed]


def _bytes_as(value, times, tensor):
    """The bytes of a multiple in another tensor's dtype."""
    value = value * times if times != 1 and value.is_floating_point() else value
    return bytes(bundle.raw(value.to(tensor.dtype)).numpy())
