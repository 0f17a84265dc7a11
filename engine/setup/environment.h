// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace nereid::setup {

/// What the set-up is doing, in the order in which it does it.
enum class SetupStage { kWaiting, kPrepare, kResolve, kDownload, kUnpack, kCheck };
/// "waiting", "prepare", ... as packaging/environment.py writes them.
std::string_view stage_name(SetupStage stage);

struct SetupProgress {
  SetupStage stage = SetupStage::kPrepare;
  std::int64_t done_bytes = 0;
  std::int64_t total_bytes = 0;  ///< 0 = not known
  double seconds_left = -1;      ///< of the whole set-up; negative = not known
  std::string package;           ///< that is being downloaded, "torch-2.11.0"; "" = none
};

/// What the pinned packages need, as measured; 0 where the pins do not say.
struct SetupSize {
  std::int64_t download_bytes = 0;
  std::int64_t installed_bytes = 0;
};
Result<SetupSize> setup_size();

/// Makes the Python environment (torch, triton and the rest of the pins) in environment_dir(), or
/// in `folder`, to which environment_dir() becomes a link then. Does nothing where it is there
/// already; goes on where an interrupted call stopped. Blocks for minutes; `on_progress` is called
/// on this thread. Errors: kNoSpace, kUnavailable (network, python3-venv), kPermissionDenied,
/// kCancelled after a stop; messages name the mend.
Result<void> make_environment(const std::filesystem::path& folder,
                              const std::function<void(const SetupProgress&)>& on_progress,
                              std::stop_token stop);

/// Removes the environment, what was downloaded for it and its log; also the folder that
/// environment_dir() is a link to. Returns the bytes that were freed.
Result<std::int64_t> remove_environment();

}  // namespace nereid::setup
