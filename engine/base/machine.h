// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

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

/// GPUs that CUDA_VISIBLE_DEVICES leaves to this process, numbers or UUIDs in the order of CUDA's
/// own indices; nullopt: it is not set, all are. As CUDA reads it, the list ends before its first
/// entry that names none (-1, an empty one).
std::optional<std::vector<std::string>> visible_gpus();
/// Has this machine an NVIDIA GPU that CUDA_VISIBLE_DEVICES leaves to this process? Loads no driver
/// library.
bool has_gpu_file();
/// Is it one that the process may open, too?
bool has_gpu_device();
/// Variables that say which GPUs are meant, for a process that has no others of this one.
std::map<std::string, std::string> gpu_variables();

/// Bytes free for this user on the disk of `path` or of the nearest folder above it that exists.
Result<std::uint64_t> disk_room(const std::filesystem::path& path);

}  // namespace nereid
