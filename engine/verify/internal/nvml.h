// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace nereid::verify {

/// What the driver says about a GPU at one moment.
struct GpuState {
  unsigned sm_mhz = 0;
  unsigned memory_mhz = 0;
  unsigned temperature_c = 0;
  double power_w = 0;
  std::uint64_t slowed_by = 0;  ///< bits of NVML's clock event reasons

  /// True if heat or missing power slows it down. The power cap is the steady state of large matrix
  /// products and does not count.
  bool is_throttled() const;
};

/// NVML's words for reasons that are set, "none" if none is.
std::string slowdown_text(std::uint64_t reasons);

/// The state of a GPU; nothing where the library or the GPU is missing. Thread-safe.
std::optional<GpuState> gpu_state(int device);
/// What does not change: driver, persistence mode, power limit, highest SM clock.
std::map<std::string, std::string> gpu_facts(int device);

}  // namespace nereid::verify
