# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds of torch's operators that more than one process tells apart."""

import functools

import torch

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
COMPARISONS = frozenset("gt ge lt le eq ne".split())
# Operators that take a device and no tensor.
FACTORIES = frozenset("""
    empty empty_strided empty_permuted zeros ones full arange linspace eye scalar_tensor
""".split())

# Operators beside those and the pointwise ones that a device executes: of dense tensors, and each checks
# its sizes and indices before it touches memory. What torch keeps for its own use (gradients, sparse and
# quantised forms, `_unsafe_...`) does not: it would read and write what no handle names.
_CHECKED = frozenset("""
    _adaptive_avg_pool2d _adaptive_avg_pool3d _cdist_forward _euclidean_dist _fft_c2c _fft_c2r _fft_r2c _foreach_add
    _foreach_add_ _foreach_copy_ _foreach_div _foreach_div_ _foreach_exp _foreach_mul _foreach_mul_ _foreach_neg
    _foreach_sqrt _foreach_sub _foreach_sub_ _foreach_zero_ _fused_rms_norm _linalg_det _linalg_eigh _linalg_slogdet
    _linalg_solve_ex _linalg_svd _local_scalar_dense _log_softmax _pdist_forward _prelu_kernel
    _scaled_dot_product_attention_math _softmax _trilinear _unique2 abs_ adaptive_avg_pool1d adaptive_avg_pool2d
    adaptive_avg_pool3d adaptive_max_pool2d adaptive_max_pool3d addbmm addmm addmm_ addmv addr affine_grid_generator
    all amax amin aminmax any arange argmax argmin argsort as_strided_scatter avg_pool1d avg_pool2d avg_pool3d
    baddbmm bartlett_window batch_norm bernoulli bernoulli_ binary_cross_entropy bincount blackman_window block_diag
    bmm bucketize celu_ channel_shuffle cholesky cholesky_inverse cholesky_solve col2im complex conv1d conv2d conv3d
    conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d convolution count_nonzero cross cummax cummin
    cumprod cumprod_ cumsum cumsum_ diag diag_embed diagonal_copy diagonal_scatter diff dist dot einsum elu elu_
    embedding eq_ exponential_ fft_fftfreq fft_rfftfreq fill_diagonal_ floor_divide floor_divide_ gather ge_
    geometric_ glu grid_sampler_2d grid_sampler_3d group_norm gt_ hamming_window hann_window hardswish hardswish_
    hardtanh_ histc huber_loss im2col index index_add index_add_ index_copy index_copy_ index_fill index_fill_
    index_put index_put_ index_select instance_norm is_nonzero is_pinned is_same_size isclose isin item
    kaiser_window kron kthvalue layer_norm le_ leaky_relu_ linalg_cholesky_ex linalg_cross linalg_eig linalg_eigvals
    linalg_inv_ex linalg_lu linalg_lu_factor_ex linalg_lu_solve linalg_matrix_exp linalg_qr linalg_solve_triangular
    linalg_vector_norm linear log_sigmoid_forward log_softmax logcumsumexp logspace logsumexp lt_ masked_fill_
    masked_scatter masked_scatter_ masked_select matmul max max_pool2d_with_indices max_pool3d_with_indices mean
    median min mkldnn_convolution mkldnn_linear mm mode mse_loss multinomial mv nanmedian nansum narrow_copy
    native_channel_shuffle native_dropout native_group_norm native_layer_norm ne_ nll_loss2d_forward
    nll_loss_forward nonzero norm one_hot outer pixel_shuffle pixel_unshuffle polar pow prod put_ range
    reflection_pad1d reflection_pad2d reflection_pad3d renorm resize_ resize_as_ replication_pad1d replication_pad2d replication_pad3d
    rms_norm rot90 rrelu_with_noise scaled_dot_product_attention scatter scatter_ scatter_add scatter_add_
    scatter_reduce scatter_reduce_ searchsorted smooth_l1_loss soft_margin_loss softmax sort std std_mean sum take
    take_along_dim tensordot threshold_ topk trace trapezoid tril tril_ tril_indices triu triu_ triu_indices
    unique_consecutive unique_dim upsample_bicubic2d upsample_bilinear2d upsample_linear1d upsample_nearest1d
    upsample_nearest2d upsample_nearest3d upsample_trilinear3d vander var var_mean vdot where
""".split())
_GRADIENT = "backward"
# Moving operators that believe the sizes that they are given: a view may reach beyond its memory.
_UNCHECKED = frozenset(("_reshape_alias",))
# What public functions choose inside of torch, and that trusts them to have looked at the sizes.
TRUSTING = frozenset("""
    _embedding_bag _embedding_bag_forward_only _fused_sdp_choice _native_batch_norm_legit
    _native_batch_norm_legit_functional _native_batch_norm_legit_no_training _scaled_dot_product_flash_attention_for_cpu
    _weight_norm_interface mkldnn_rnn_layer native_batch_norm
""".split())


@functools.lru_cache(maxsize=1024)
@functools.lru_cache(maxsize=1024)
def gives_tensors(func):
    """Whether all results of an operator are tensors; others are told to the host."""
    return all("Tensor" in str(result.type) for result in func._schema.returns)


def is_executed(func, strict):
    """True for an operator (an OpOverload) that a device executes on whatever a host names; `strict`: where torch may not compute."""
    name = func.overloadpacket.__name__
    if name in _UNCHECKED or strict and not gives_tensors(func):  # what a host may read it reads one by one, counted
        return False
    if name in MOVING or name in _CHECKED:
        return True
    return torch.Tag.pointwise in func.tags and _GRADIENT not in name or not strict and name in TRUSTING


def only_moves(names):
    """True if operators of these names, as torch dispatches them, compute nothing."""
    return all(name in MOVING for name in names)


@functools.lru_cache(maxsize=1024)
def written_arguments(func):
    """(position, name) of the arguments that the operator writes into."""
    return [(index, argument.name) for index, argument in enumerate(func._schema.arguments)
            if argument.alias_info is not None and argument.alias_info.is_write]
