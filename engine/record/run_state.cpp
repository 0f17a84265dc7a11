// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "engine/record/store.h"

namespace nereid::record {
namespace {

constexpr std::array<std::string_view, 8> kStateNames = {
    "starting", "running", "pausing", "paused", "stopping", "stopped", "finished", "failed"};

}  // namespace

std::string_view run_state_name(RunState state) {
  return kStateNames[static_cast<std::size_t>(state)];
}

std::optional<RunState> run_state_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kStateNames.size(); ++i)
    if (kStateNames[i] == name) return static_cast<RunState>(i);
  return std::nullopt;
}

std::filesystem::path record_path(const std::filesystem::path& run_dir) {
  return run_dir / "record.sqlite";
}

}  // namespace nereid::record
