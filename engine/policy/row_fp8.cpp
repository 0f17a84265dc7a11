// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/row_fp8.h"

#include <c10/core/DeviceGuard.h>

#include "engine/policy/cuda/arguments.h"
#include "engine/policy/internal/training_kernels.h"

namespace nereid::policy {
namespace {

constexpr double kGreatest = 448, kLeastRow = 1e-30;
constexpr auto kType = torch::kFloat8_e4m3fn;

torch::Tensor multiplied_out(const RowFp8& matrix) {
  return matrix.data.to(torch::kFloat32) * matrix.scale.unsqueeze(1);
}

// What fp8_rows(matrix) makes out of `scale`, turned: [columns, rows].
torch::Tensor turned(const torch::Tensor& matrix, const torch::Tensor& scale) {
  const std::int64_t rows = matrix.size(0), columns = matrix.size(1);
  const torch::Tensor out = torch::empty({columns, rows}, matrix.options().dtype(kType));
  const cuda::NarrowTurned given{.x = matrix.const_data_ptr(),
                                 .scales = scale.const_data_ptr<float>(),
                                 .out = out.mutable_data_ptr(),
                                 .rows = static_cast<int>(rows),
                                 .columns = static_cast<int>(columns)};
  const auto blocks = [](std::int64_t size) {
    return static_cast<unsigned>((size + cuda::kTurnedSide - 1) / cuda::kTurnedSide);
  };
  run_training_kernel("training_narrow_turned", {blocks(columns), blocks(rows)}, &given,
                      matrix.device());
  return out;
}

// Products of rows of `left` [N, K] and of `right` [M, K] -> [N, M].
torch::Tensor scaled(const RowFp8& left, const torch::Tensor& right, const torch::Tensor& scale,
                     const torch::Tensor& bias) {
  return at::_scaled_mm(left.data, right.t(), left.scale.unsqueeze(1), scale.unsqueeze(0),
                        bias.defined() ? std::optional<torch::Tensor>(bias) : std::nullopt,
                        std::nullopt, torch::kBFloat16, true);
}

}  // namespace

bool has_fp8_products(torch::Device device) {
  if (!device.is_cuda()) return false;
  std::string why;
  const c10::DeviceGuard guard(device);
  const auto module = cuda::Module::load(why, device.index());
  constexpr int kAda = 89;
  return module != nullptr && module->capability() >= kAda;
}

RowFp8 fp8_rows(const torch::Tensor& matrix, const torch::Tensor& factors) {
  if (!has_training_kernels(matrix)) {
    torch::Tensor wide = matrix.to(torch::kFloat32);
    if (factors.defined()) wide = wide * factors;
    const auto scale = wide.abs().amax(1).clamp_min(kLeastRow) / kGreatest;
    return {(wide / scale.unsqueeze(1)).clamp(-kGreatest, kGreatest).to(kType), scale};
  }
  const torch::Tensor from = matrix.contiguous();
  RowFp8 out{torch::empty(from.sizes(), from.options().dtype(kType)),
             torch::empty({from.size(0)}, from.options().dtype(torch::kFloat32))};
  const cuda::NarrowRows given{
      .x = from.const_data_ptr(),
      .factors = factors.defined() ? factors.const_data_ptr<float>() : nullptr,
      .out = out.data.mutable_data_ptr(),
      .scales = out.scale.mutable_data_ptr<float>(),
      .rows = static_cast<int>(from.size(0)),
      .columns = static_cast<int>(from.size(1))};
  const bool is_short = given.columns <= cuda::kShortRow;
  constexpr int kRowsOfBlock = cuda::kNarrowThreads / 32;
  run_training_kernel(is_short ? "training_narrow_short_rows" : "training_narrow_rows",
                      {.x = static_cast<unsigned>(
                           is_short ? (given.rows + kRowsOfBlock - 1) / kRowsOfBlock : given.rows),
                       .threads = cuda::kNarrowThreads},
                      &given, from.device());
  return out;
}

torch::Tensor fp8_product(const RowFp8& x, const RowFp8& matrix, const torch::Tensor& bias) {
  if (has_fp8_products(x.data.device())) return scaled(x, matrix.data, matrix.scale, bias);
  const auto y = at::linear(multiplied_out(x), multiplied_out(matrix));
  return (bias.defined() ? y + bias : y).to(torch::kBFloat16);
}

torch::Tensor fp8_gradient(const torch::Tensor& slope, const torch::Tensor& matrix,
                           const torch::Tensor& scale) {
  // The rows' scales go with the slope, so that the matrix has the same numbers as in the product.
  const RowFp8 narrow = fp8_rows(slope, scale);
  if (has_fp8_products(slope.device()))
    return scaled(narrow, turned(matrix, scale), torch::ones({matrix.size(1)}, scale.options()),
                  {});
  return at::mm(multiplied_out(narrow), fp8_rows(matrix).data.to(torch::kFloat32))
      .to(slope.scalar_type());
}

}  // namespace nereid::policy
