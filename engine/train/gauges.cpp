// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/gauges.h"

#include <fmt/format.h>
#include <sys/resource.h>

#ifdef NEREID_HAS_TORCH_CUDA
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDACachingAllocator.h>
#endif

namespace nereid::train {
namespace {

struct Peak {
  std::string_view name;  ///< part of the GPU's; the first row that fits counts
  double bfloat16, tf32;
};
constexpr double kTera = 1e12;
// Data sheets, without sparsity.
constexpr Peak kPeaks[] = {
    {"H100 PCIe", 756 * kTera, 378 * kTera}, {"H100 NVL", 835 * kTera, 417 * kTera},
    {"H100", 989 * kTera, 494 * kTera},      {"H200", 989 * kTera, 494 * kTera},
    {"A100", 312 * kTera, 156 * kTera},      {"L40S", 362 * kTera, 183 * kTera},
};

}  // namespace

double peak_bytes(const torch::Device& device) {
#ifdef NEREID_HAS_TORCH_CUDA
  if (device.is_cuda()) {
    const auto index = device.has_index() ? device.index() : at::cuda::current_device();
    return static_cast<double>(
        c10::cuda::CUDACachingAllocator::getDeviceStats(index).allocated_bytes[0].peak);
  }
#endif
  static_cast<void>(device);
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

std::optional<double> peak_flops(std::string_view gpu, bool is_float32) {
  for (const Peak& peak : kPeaks)
    if (gpu.find(peak.name) != std::string_view::npos)
      return is_float32 ? peak.tf32 : peak.bfloat16;
  return std::nullopt;
}

double flops_per_weight(bool is_adapter) {
  return is_adapter ? 4 : 6;
}

FlopsYardstick flops_yardstick(const torch::Device& device, bool is_float32, bool is_adapter) {
  if (!device.is_cuda()) return {std::nullopt, "none: no peak of this CPU is published"};
  std::string name;
#ifdef NEREID_HAS_TORCH_CUDA
  const auto index = device.has_index() ? device.index() : at::cuda::current_device();
  name = at::cuda::getDeviceProperties(index)->name;
#endif
  const std::optional<double> peak = peak_flops(name, is_float32);
  if (!peak) return {std::nullopt, fmt::format("none: the peak of {} is not known", name)};
  return {peak, fmt::format("{:g}N operations a token ({}), of {:g} TFLOP/s {} ({})",
                            flops_per_weight(is_adapter),
                            is_adapter ? "the base is frozen" : "all weights are trained",
                            *peak / kTera, is_float32 ? "TF32" : "bfloat16", name)};
}

}  // namespace nereid::train
