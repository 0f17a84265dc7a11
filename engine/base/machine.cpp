// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/machine.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

#include "engine/base/file.h"
#include "engine/base/hash.h"

namespace nereid {
namespace {

namespace fs = std::filesystem;

/// Is there a /dev/nvidia0, 1, ... with these rights? A container may have a later one alone.
bool any_gpu_file(int rights) {
  if (const auto visible = visible_gpus(); visible && visible->empty()) return false;
  std::error_code problem;
  for (fs::directory_iterator at("/dev", problem), end; !problem && at != end;
       at.increment(problem)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with("nvidia") && name.size() > 6 && std::isdigit(name[6]) &&
        ::access(at->path().c_str(), rights) == 0)
      return true;
  }
  return false;
}

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

std::optional<std::vector<std::string>> visible_gpus() {
  const char* value = std::getenv("CUDA_VISIBLE_DEVICES");
  if (value == nullptr) return std::nullopt;
  std::vector<std::string> names;
  std::istringstream list(value);
  for (std::string name; std::getline(list, name, ',');) {
    std::erase_if(name, [](unsigned char c) { return std::isspace(c); });
    if (name.empty() || name.front() == '-') break;
    names.push_back(name);
  }
  return names;
}

bool has_gpu_file() {
  return any_gpu_file(F_OK);
}

bool has_gpu_device() {
  return any_gpu_file(R_OK | W_OK);
}

std::map<std::string, std::string> gpu_variables() {
  std::map<std::string, std::string> found;
  for (const char* name : {"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"})
    if (const char* value = std::getenv(name)) found[name] = value;
  return found;
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
