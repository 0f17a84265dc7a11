// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

namespace nereid::policy {

/// A matrix in 8 bits: value[r][c] = scale[r] * data[r][c].
struct RowInt8 {
  torch::Tensor data;   ///< [rows, columns] int8, from -127 to 127
  torch::Tensor scale;  ///< [rows] float32, above 0
};

/// The nearest such matrix with scale = max |row| / 127: no value is off by more than half a scale.
/// `matrix` [rows, columns] of any floating type; the result lies on its device. It is the same on
/// every machine if that is the CPU.
RowInt8 quantise_rows(const torch::Tensor& matrix);

/// The whole matrix in `type`: products in float32, rounded once.
torch::Tensor multiply_out(const RowInt8& matrix, torch::Dtype type);

/// x [N, columns] times the transpose of `matrix`, plus `bias` [rows] (may be undefined), in x's
/// type. The matrix is frozen and stays in 8 bits: it is multiplied out for this product and again
/// for the backward pass, and gone in between. The values are those of at::linear() with the matrix
/// multiplied out, and so is the gradient with respect to x.
torch::Tensor int8_linear(const torch::Tensor& x, const RowInt8& matrix, const torch::Tensor& bias);

}  // namespace nereid::policy
