// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/whole_products.h"

namespace nereid::policy {

cuda::Multiplier whole_products(torch::Device device) {
  const auto wide = torch::TensorOptions().device(device);
  // The scale of products in E4M3, whose rows have scales of their own.
  return [device, wide, one = torch::ones({}, wide)](const cuda::WholeProduct& given) {
    const auto narrow = wide.dtype(given.is_fp8 ? torch::kFloat8_e4m3fn : torch::kBFloat16);
    const auto matrix = [&](const void* data, std::int64_t rows) {
      return torch::from_blob(const_cast<void*>(data), {rows, given.columns}, narrow);
    };
    auto sums = torch::from_blob(given.sums, {given.count, given.rows}, {given.stride, 1}, wide);
    const auto x = matrix(given.x, given.count), turned = matrix(given.weight, given.rows).t();
    if (given.is_fp8) {
      at::_scaled_mm_out(sums, x, turned, one, one, {}, {}, torch::kFloat32,
                         /*use_fast_accum=*/true);
    } else {
      at::mm_out(sums, x, turned, torch::kFloat32);
    }
  };
}

}  // namespace nereid::policy
