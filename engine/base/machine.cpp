// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/machine.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <system_error>

#include "engine/base/file.h"
#include "engine/base/hash.h"

namespace nereid {
namespace {

namespace fs = std::filesystem;

std::string first_word(const fs::path& file) {
  std::ifstream stream(file);
  std::string word;
  stream >> word;
  return word;
}

/// A number of bytes in a file of a control group; nothing for "max" or no file.
std::optional<std::uint64_t> group_bytes(const fs::path& file) {
  const std::string word = first_word(file);
  if (word.empty() || word.find_first_not_of("0123456789") != std::string::npos || word.size() > 18)
    return std::nullopt;
  return std::stoull(word);
}

/// The limit of the innermost control group that a container shows as the root, and what is used.
void apply_group_limit(MemoryRoom& room) {
  const fs::path group = "/sys/fs/cgroup";
  const auto limit = group_bytes(group / "memory.max");
  const auto used = group_bytes(group / "memory.current");
  if (!limit || !used || *limit >= room.total_bytes) return;
  room.total_bytes = *limit;
  room.available_bytes = std::min(room.available_bytes, *limit - std::min(*limit, *used));
}

}  // namespace

std::string machine_id() {
  std::string name = first_word("/etc/machine-id");
  if (name.empty()) {
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) == 0) name = host.data();
  }
  // The id itself is meant to stay on the machine (man machine-id).
  return name.empty() ? std::string() : sha256_hex("nereid machine " + name).substr(0, 16);
}

Result<MemoryRoom> memory_room() {
  std::ifstream stream("/proc/meminfo");
  MemoryRoom room;
  std::string key, unit;
  std::uint64_t kilobytes = 0;
  while (stream >> key >> kilobytes) {
    std::getline(stream, unit);
    if (key == "MemTotal:") room.total_bytes = kilobytes * 1024;
    if (key == "MemAvailable:") room.available_bytes = kilobytes * 1024;
  }
  if (room.total_bytes == 0)
    return Error{ErrorCode::kUnsupported, "/proc/meminfo: does not say how much memory there is"};
  apply_group_limit(room);
  return room;
}

bool has_gpu_device() {
  return ::access("/dev/nvidia0", R_OK | W_OK) == 0;
}

Result<std::uint64_t> disk_room(const fs::path& path) {
  std::error_code problem;
  fs::path folder = fs::absolute(path, problem);
  while (!fs::exists(folder, problem) && folder.has_relative_path()) folder = folder.parent_path();
  const fs::space_info space = fs::space(folder, problem);
  if (problem) return file_error("cannot tell the free space of", folder, problem.value());
  return space.available;
}

}  // namespace nereid
