# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes of the operators that public functions of torch choose inside of it, and that trust those to have looked: where a host asks
for one itself, nobody has."""

from harness.device.refusal import Refused
from harness.shared import operators

_LSTM, _GATES = 2, 4


def check(func, values):
    """Refuses sizes that lead beyond a tensor's memory; `values`: positional and named arguments."""
    name = func.overloadpacket.__name__
    if name not in operators.TRUSTING:
        return
    args, kwargs = values
    given = {argument.name: args[index] if index < len(args) else kwargs.get(argument.name)
             for index, argument in enumerate(func._schema.arguments)}
    if "out" in func._overloadname or not _CHECKS[name](given):
        raise Refused("torch_fallback", f"the operator {func.name()} gets sizes that do not fit each other")


def _normalisation(given):
    """One number for each channel."""
    channels = given["input"].shape[1] if given["input"].dim() > 1 else -1
    rows = [given.get(name) for name in ("weight", "bias", "running_mean", "running_var")]
    return all(row is None or tuple(row.shape) == (channels,) for row in rows)


def _weights(given):
    v, g, at = given["v"], given["g"], given["dim"] or 0
    return v.dim() > 0 and at in (0, v.dim() - 1) and g.numel() == v.shape[at] and v.is_contiguous() and g.is_contiguous()


def _bag(given):
    table, indices, offsets, shares = (given[name] for name in ("weight", "indices", "offsets", "per_sample_weights"))
    if table.dim() != 2 or indices.dim() != 1 or offsets.dim() != 1 or shares is not None and shares.shape != indices.shape:
        return False
    return _lies_in(indices, table.shape[0] - 1) and _lies_in(offsets, indices.numel()) and bool((offsets.diff() >= 0).all())


def _lies_in(numbers, last):
    return not numbers.numel() or int(numbers.min()) >= 0 and int(numbers.max()) <= last


def _attention(given):
    query, key, value, mask = (given[name] for name in ("query", "key", "value", "attn_mask"))
    if not query.dim() == key.dim() == value.dim() == 4:
        return False
    scores = (*query.shape[:3], key.shape[2])
    fits = query.shape[:2] == key.shape[:2] == value.shape[:2] and key.shape[2] == value.shape[2] \
        and query.shape[3] == key.shape[3] == value.shape[3]
    return fits and (mask is None or mask.dim() in (2, 4) and all(
        size in (1, whole) for size, whole in zip(reversed(mask.shape), reversed(scores))))


def _recurrence(given):
    x, of_input, of_state = given["input"], given["weight0"], given["weight1"]
    size, gates = given["hidden_size"], _GATES * given["hidden_size"]
    if x.dim() != 3 or given["mode"] != _LSTM:
        return False
    return tuple(of_input.shape) == (gates, x.shape[2]) and tuple(of_state.shape) == (gates, size) \
        and given["weight2"].numel() == given["weight3"].numel() == gates \
        and given["hx_"].numel() == given["cx_"].numel() == x.shape[1] * size


def _any(given):
    """Looks at sizes alone."""
    del given
    return True


_CHECKS = {**dict.fromkeys(("_native_batch_norm_legit", "_native_batch_norm_legit_functional", "_native_batch_norm_legit_no_training",
                            "native_batch_norm"), _normalisation),
           **dict.fromkeys(("_embedding_bag", "_embedding_bag_forward_only"), _bag),
           "_weight_norm_interface": _weights, "_scaled_dot_product_flash_attention_for_cpu": _attention,
           "mkldnn_rnn_layer": _recurrence, "_fused_sdp_choice": _any}
