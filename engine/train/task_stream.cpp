// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/task_stream.h"

#include <algorithm>

#include "engine/tasks/filters.h"
#include "engine/tasks/generator.h"
#include "engine/train/internal/streams.h"

namespace nereid::train {
namespace {

bool contains(const std::vector<int>& levels, int level) {
  return std::find(levels.begin(), levels.end(), level) != levels.end();
}

}  // namespace

TaskStream::TaskStream(const config::RunConfig& config)
    : seed_(config.seed),
      task_seed_(config.tasks.seed),
      wants_level1_(contains(config.tasks.levels, 1)),
      wants_level2_(std::any_of(config.tasks.levels.begin(), config.tasks.levels.end(),
                                [](int level) { return level >= 2; })),
      curriculum_(config.extensions.adaptive_curriculum, config.tasks.level2_share,
                  config.tasks.curriculum_window) {}

Result<std::unique_ptr<TaskStream>> TaskStream::open(const config::RunConfig& config) {
  std::unique_ptr<TaskStream> stream(new TaskStream(config));
  if (config.tasks.source == "synthetic") return stream;
  stream->is_synthetic_ = false;
  Result<std::vector<tasks::Task>> all =
      tasks::load_without_excluded(config.tasks.source, config.tasks.exclude);
  if (!all) return all.error();
  for (tasks::Task& task : *all) {
    if (!contains(config.tasks.levels, task.level)) continue;
    (task.level == 1 ? stream->level1_ : stream->higher_).push_back(std::move(task));
  }
  stream->wants_level1_ = !stream->level1_.empty();
  stream->wants_level2_ = !stream->higher_.empty();
  if (!stream->wants_level1_ && !stream->wants_level2_) {
    return Error{ErrorCode::kNotFound,
                 config.tasks.source +
                     ": no task of tasks.levels is left in it; choose other levels, another "
                     "folder or a shorter tasks.exclude"};
  }
  return stream;
}

int TaskStream::level_of_slot(std::int64_t step, int slot) const {
  if (!wants_level2_) return 1;
  if (!wants_level1_) return 2;
  return curriculum_.pick_level(seed_, step, slot);
}

tasks::Task TaskStream::pick(std::int64_t step, int slot, int width, int attempt) const {
  const int level = level_of_slot(step, slot);
  const std::int64_t index = (step - 1) * width + slot;
  if (is_synthetic_) {
    // Far apart, so that a second attempt never meets the task of another slot.
    const std::uint64_t far = static_cast<std::uint64_t>(attempt) << 40;
    return tasks::synthetic_task(task_seed_, tasks::Split::kTrain, level,
                                 static_cast<std::uint64_t>(index) + far);
  }
  const std::vector<tasks::Task>& pool = level == 1 ? level1_ : higher_;
  return pool[stream_seed(seed_, Stream::kTask, {index, attempt}) % pool.size()];
}

}  // namespace nereid::train
