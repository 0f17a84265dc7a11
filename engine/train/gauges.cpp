// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/gauges.h"

#include <ATen/DeviceAccelerator.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <string>

namespace nereid::train {
namespace {

struct Peak {
  std::string_view name;  ///< part of the GPU's; the first row that fits counts
  double bfloat16, tf32;
  double bandwidth;  // bytes per second
};
constexpr double kTera = 1e12;
// Data sheets, without sparsity.
constexpr Peak kPeaks[] = {
    {"H100 PCIe", 756 * kTera, 378 * kTera, 2.0 * kTera},
    {"H100 NVL", 835 * kTera, 417 * kTera, 3.9 * kTera},
    {"H100", 989 * kTera, 494 * kTera, 3.35 * kTera},
    {"H200", 989 * kTera, 494 * kTera, 4.8 * kTera},
    {"A100-SXM4-40GB", 312 * kTera, 156 * kTera, 1.555 * kTera},
    {"A100-PCIE-40GB", 312 * kTera, 156 * kTera, 1.555 * kTera},
    {"A100-SXM4-80GB", 312 * kTera, 156 * kTera, 2.039 * kTera},
    {"A100 80GB PCIe", 312 * kTera, 156 * kTera, 1.935 * kTera},
    {"L40S", 362 * kTera, 183 * kTera, 0.864 * kTera},
};

const Peak* peak_of(std::string_view gpu) {
  const auto found = std::ranges::find_if(
      kPeaks, [&](const Peak& peak) { return gpu.find(peak.name) != std::string_view::npos; });
  return found == std::end(kPeaks) ? nullptr : found;
}

c10::DeviceIndex index_of(const torch::Device& device) {
  return device.has_index() ? device.index() : at::accelerator::getDeviceIndex();
}

// By the driver's own interface: libtorch's header for it wants a CUDA toolkit. Empty without one.
std::string name_of_gpu(int index) {
  void* driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (driver == nullptr) return {};
  const auto get = reinterpret_cast<int (*)(int*, int)>(::dlsym(driver, "cuDeviceGet"));
  const auto name = reinterpret_cast<int (*)(char*, int, int)>(::dlsym(driver, "cuDeviceGetName"));
  std::array<char, 256> text = {};
  int device = 0;
  const bool found = get != nullptr && name != nullptr && get(&device, index) == 0 &&
                     name(text.data(), static_cast<int>(text.size()) - 1, device) == 0;
  return found ? text.data() : "";
}

// By what peak_of(name) says of the device's GPU, and what words(peak, name) makes of it.
template <class PeakOf, class Words>
Yardstick yardstick(const torch::Device& device, const PeakOf& peak_of, const Words& words) {
  if (!device.is_cuda()) return {std::nullopt, "none: no peak of this CPU is published"};
  const std::string name = name_of_gpu(index_of(device));
  const std::optional<double> peak = peak_of(name);
  if (!peak) return {std::nullopt, fmt::format("none: the peak of {} is not known", name)};
  return {peak, words(*peak, name)};
}

}  // namespace

double peak_bytes(const torch::Device& device) {
  if (device.is_cuda())
    return static_cast<double>(
        at::accelerator::getDeviceStats(index_of(device)).allocated_bytes[0].peak);
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

std::optional<double> peak_flops(std::string_view gpu, bool is_float32) {
  const Peak* const peak = peak_of(gpu);
  if (peak == nullptr) return std::nullopt;
  return is_float32 ? peak->tf32 : peak->bfloat16;
}

std::optional<double> peak_bandwidth(std::string_view gpu) {
  const Peak* const peak = peak_of(gpu);
  if (peak == nullptr) return std::nullopt;
  return peak->bandwidth;
}

double flops_per_weight(bool is_adapter) {
  return is_adapter ? 4 : 6;
}

Yardstick flops_yardstick(const torch::Device& device, bool is_float32, bool is_adapter) {
  return yardstick(
      device, [&](std::string_view gpu) { return peak_flops(gpu, is_float32); },
      [&](double peak, const std::string& gpu) {
        return fmt::format("{:g}N operations a token ({}), of {:g} TFLOP/s {} ({})",
                           flops_per_weight(is_adapter),
                           is_adapter ? "the base is frozen" : "all weights are trained",
                           peak / kTera, is_float32 ? "TF32" : "bfloat16", gpu);
      });
}

Yardstick bandwidth_yardstick(const torch::Device& device) {
  return yardstick(device, peak_bandwidth, [](double peak, const std::string& gpu) {
    return fmt::format(
        "weights once a step of the batch, keys and values once a row and token, of "
        "{:g} TB/s ({})",
        peak / kTera, gpu);
  });
}

}  // namespace nereid::train
