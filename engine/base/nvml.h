// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace nereid {

/// The clock of a GPU at one moment, and what holds it back.
struct GpuClock {
  unsigned sm_mhz = 0;
  unsigned memory_mhz = 0;
  unsigned temperature_c = 0;
  unsigned power_mw = 0;
  std::uint64_t slowed_by = 0;  ///< bits of NVML's clock event reasons

  /// True if heat or missing power slows it down. The power cap is the steady state of large matrix
  /// products and does not count.
  bool is_throttled() const;
};

/// NVML's words for reasons that are set, "none" if none is.
std::string slowdown_text(std::uint64_t reasons);

/// `device`: the number that CUDA has for it. Nothing where the library or the GPU is missing.
/// Thread-safe.
std::optional<GpuClock> gpu_clock(int device);
/// What tells a GPU of this machine from its others, whatever CUDA_VISIBLE_DEVICES makes of their
/// numbers: its UUID, or without NVML its name there, else the number. Thread-safe.
std::string gpu_name(int device);
/// Bytes of memory of a GPU; nothing where the library or the GPU is missing. Thread-safe.
std::optional<std::uint64_t> gpu_memory_bytes(int device);
/// What changes slowly: driver, persistence mode, power and its limit, temperature, memory clock,
/// highest SM clock. Takes longer. Thread-safe.
std::map<std::string, std::string> gpu_facts(int device);

}  // namespace nereid
