// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/verify/verdict.h"

namespace nereid::verify {

/// Dense floating-point (int8: integer) operations a second. A kind that a GPU has no units for has
/// the rate of the one that stands in.
struct Peaks {
  double fp64 = 0, fp32 = 0;                          ///< outside of matrix units
  double fp64_dot = 0, tf32 = 0, half = 0, byte = 0;  ///< half: float16, bfloat16; byte: fp8, int8
};

/// A GPU as its maker describes it.
struct ModelledDevice {
  std::string_view name;
  double bytes_per_second = 0;
  int multiprocessors = 0;
  double clock_hz = 0;  ///< boost
  Peaks peaks;
};

/// H200, H100, A100, L40S, RTX 4090 and L4.
///
/// Sources: NVIDIA's data sheets "H200 Tensor Core GPU" and "H100 Tensor Core GPU" (SXM), "A100
/// Tensor Core GPU" (SXM, 80 GB), "L40S" and "L4 Tensor Core GPU" (rates "with sparsity" halved),
/// and "NVIDIA Ada GPU Architecture", appendix A, for the RTX 4090 (float16 and fp8 with float32
/// accumulation). Multiprocessors and clocks: "NVIDIA H100 Tensor Core GPU Architecture", "NVIDIA
/// A100 Tensor Core GPU Architecture" and "NVIDIA Ada GPU Architecture".
std::span<const ModelledDevice> modelled_devices();
/// Null for an unknown name.
const ModelledDevice* find_modelled_device(std::string_view name);
/// "H200, H100, ...", for messages.
std::string modelled_device_names();

/// What a launch takes at least, microseconds: an empty kernel in a replayed graph, as Nereid
/// measured it on an H100 (tests/widgets/timing/data). The other devices are given the same.
inline constexpr double kModelledLaunchUs = 1.07;

/// The time of one side: for each kernel, launches x kModelledLaunchUs + the longer of its bytes at
/// the device's bandwidth and its operations at their peaks. Launches run one after another, each
/// byte moves once in a launch, but an atomic operation's each time. A kernel of fewer programs
/// than the device has multiprocessors gets its share of the peaks, and no more bandwidth than 64
/// bytes a clock for each of them; `programs` 0 (the reference) is the whole device. What a cache
/// keeps between launches, latency within a program and the dispatch by Python are left out.
///
/// Source: the roofline model, Williams et al. 2009, doi:10.1145/1498765.1498785; 64 bytes a clock
/// between L2 and a multiprocessor: Jia et al. 2018, arXiv:1804.06826, table 3.1.
ModelledSide modelled_side(std::span<const Work> kernels, const ModelledDevice& device);

/// Both sides on `device`; nothing where one of them has no work. Pure. Only of candidates that are
/// right: Verdict::modelled is this for accepted ones.
std::optional<ModelledTime> modelled_time(const Roofline& candidate, const Roofline& reference,
                                          const ModelledDevice& device);

}  // namespace nereid::verify
