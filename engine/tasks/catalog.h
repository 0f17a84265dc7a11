// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/task.h"

namespace nereid::tasks {

/// What a synthetic task is a function of; its id says it all: "synthetic/LEVEL/SPLIT.SEED.INDEX".
struct SyntheticKey {
  std::uint64_t seed = 0;
  Split split = Split::kTrain;
  int level = 1;
  std::uint64_t index = 0;
};
std::string synthetic_id(const SyntheticKey& key);
/// nullopt if `id` is not the id of a synthetic task.
std::optional<SyntheticKey> parse_synthetic_id(std::string_view id);

/// The task with this id: synthetic ones are generated again, others are looked for in the
/// KernelBench folder `folder` or are the path of a reference file.
Result<Task> find_task(const std::string& id, const std::filesystem::path& folder = {});

}  // namespace nereid::tasks
