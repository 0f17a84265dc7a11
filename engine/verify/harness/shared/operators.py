# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds of torch's operators that more than one process tells apart."""

# Operators that move, view or make data but compute nothing from it.
MOVING = frozenset("""
    alias as_strided as_strided_ broadcast_to cat chunk clone concat contiguous copy copy_ detach
    detach_ diagonal empty empty_like empty_permuted empty_strided expand expand_as eye fill fill_
    flatten flip full full_like imag lift lift_fresh lift_fresh_copy linspace movedim moveaxis
    narrow new_empty new_empty_strided new_full new_ones new_zeros normal_ ones ones_like permute
    rand rand_like randint randint_like randn randn_like randperm random_ real repeat
    repeat_interleave reshape reshape_as roll scalar_tensor select slice slice_scatter
    select_scatter split split_with_sizes squeeze stack swapaxes swapdims t tensor_split tile to
    transpose type_as unbind unflatten unfold uniform_ unsafe_split unsqueeze view view_as
    view_as_complex view_as_real zero_ zeros zeros_like arange constant_pad_nd
    _to_copy _reshape_alias _reshape_copy _unsafe_view _pin_memory
""".split())
# Operators that take a device and no tensor.
FACTORIES = frozenset("""
    empty empty_strided empty_permuted zeros ones full arange linspace eye scalar_tensor
""".split())


def only_moves(names):
    """True if operators of these names, as torch dispatches them, compute nothing."""
    return all(name in MOVING for name in names)
