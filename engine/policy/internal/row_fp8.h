// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

namespace nereid::policy {

/// A matrix in 8-bit floating point (E4M3: four bits of exponent, three of mantissa, up to 448;
/// Micikevicius et al., arXiv:2209.05433): value[r][c] = scale[r] * data[r][c].
struct RowFp8 {
  torch::Tensor data;   ///< [rows, columns] float8_e4m3fn
  torch::Tensor scale;  ///< [rows] float32, above 0
};

/// The nearest such matrix whose greatest value in each row is 448. `matrix` [rows, columns] in
/// bfloat16 or float32; `factors` [columns] float32 that its columns are multiplied by, or
/// undefined.
RowFp8 fp8_rows(const torch::Tensor& matrix, const torch::Tensor& factors = {});

/// x [N, columns] times the transpose of `matrix`, plus `bias` [rows] (may be undefined), in
/// bfloat16: by the tensor cores of a GPU that has_fp8_products(), else multiplied out.
torch::Tensor fp8_product(const RowFp8& x, const RowFp8& matrix, const torch::Tensor& bias);

/// slope [N, rows] times `matrix` [rows, columns] as its rows are in 8 bits by `scale` [rows], the
/// scale of fp8_rows(matrix); slope is rounded to 8 bits as well: the gradient of the input of that
/// product.
torch::Tensor fp8_gradient(const torch::Tensor& slope, const torch::Tensor& matrix,
                           const torch::Tensor& scale);

/// Has the GPU such products (Ada, Hopper and later), and this build the kernels for them?
bool has_fp8_products(torch::Device device);
/// Products have dimensions that are multiples of this.
constexpr std::int64_t kFp8Step = 16;

}  // namespace nereid::policy
