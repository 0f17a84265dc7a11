// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/base/result.h"

namespace nereid {

/// Tells this machine from others without naming it: 16 hex digits, a hash of /etc/machine-id, else
/// of the host's name. Empty where there is neither.
std::string machine_id();

/// Memory of this machine, or of the control group that limits this process.
struct MemoryRoom {
  std::uint64_t total_bytes = 0;
  std::uint64_t available_bytes = 0;  ///< what can be had now without swapping
};
Result<MemoryRoom> memory_room();

/// Is there an NVIDIA GPU that a process may open? Loads no driver library.
bool has_gpu_device();

/// Bytes free for this user on the disk of `path` or of the nearest folder above it that exists.
Result<std::uint64_t> disk_room(const std::filesystem::path& path);

}  // namespace nereid
