// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "engine/base/file.h"
#include "engine/base/paths.h"
#include "engine/config/internal/nearest.h"
#include "engine/config/internal/values.h"
#include "engine/config/settings.h"

namespace nereid::config {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestFile = 1 << 20;

bool looks_like_file(const std::string& name) {
  return name.find('/') != std::string::npos || name.ends_with(".yaml") || name.ends_with(".yml");
}

Result<RunConfig> load_file(const fs::path& file) {
  const Result<std::string> text = read_file(file, kLargestFile);
  if (!text) return text.error();
  return parse_settings(*text, file.string());
}

Error unknown_preset(const std::string& name) {
  const std::vector<std::string> known = preset_names();
  const std::optional<std::string> near = nearest_word(name, known);
  return {ErrorCode::kNotFound,
          fmt::format("{}: neither a file nor a preset{}; presets: {}", name,
                      near ? "; did you mean " + *near + "?" : std::string(),
                      known.empty() ? "none found (set NEREID_RESOURCES)"
                                    : fmt::format("{}", fmt::join(known, ", ")))};
}

}  // namespace

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(resource_dir() / "presets", problem))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  // The default comes first, the others by name.
  std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
    return std::pair(a != "pocket", a) < std::pair(b != "pocket", b);
  });
  return names;
}

Result<RunConfig> load_settings(const std::string& file_or_preset) {
  std::error_code problem;
  if (looks_like_file(file_or_preset) || fs::is_regular_file(file_or_preset, problem))
    return load_file(file_or_preset);
  const fs::path preset = resource_dir() / "presets" / (file_or_preset + ".yaml");
  if (file_or_preset.empty() || !fs::is_regular_file(preset, problem))
    return unknown_preset(file_or_preset);
  return load_file(preset);
}

}  // namespace nereid::config
