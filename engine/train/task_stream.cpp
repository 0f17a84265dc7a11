// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/task_stream.h"

#include <algorithm>

#include "engine/tasks/filters.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/split.h"
#include "engine/train/internal/streams.h"

namespace nereid::train {
namespace {

bool contains(const std::vector<int>& levels, int level) {
  return std::find(levels.begin(), levels.end(), level) != levels.end();
}

Error nothing_left(const std::string& source, const std::string& what) {
  return {ErrorCode::kNotFound, source + ": " + what};
}

}  // namespace

Result<std::vector<tasks::Task>> training_tasks(const config::RunConfig& config) {
  const config::TaskSettings& settings = config.tasks;
  Result<std::vector<tasks::Task>> all =
      tasks::load_without_excluded(settings.source, settings.exclude);
  if (!all) return all;
  std::erase_if(*all,
                [&](const tasks::Task& task) { return !contains(settings.levels, task.level); });
  if (all->empty())
    return nothing_left(
        settings.source,
        "no task of tasks.levels is left in it; choose other levels, another folder "
        "or a shorter tasks.exclude");
  const tasks::HeldOut held_out{settings.validation_share, settings.test_share};
  if (config.evaluate.every > 0 &&
      tasks::only_split(*all, tasks::Split::kValidation, held_out).empty())
    return nothing_left(settings.source,
                        "evaluate.every asks for validation, but none of its tasks is held out for "
                        "it; raise tasks.validation_share, or set evaluate.every to 0");
  std::vector<tasks::Task> trained =
      tasks::only_split(std::move(*all), tasks::Split::kTrain, held_out);
  if (trained.empty())
    return nothing_left(settings.source,
                        "all of its tasks are held out; lower tasks.validation_share and "
                        "tasks.test_share");
  return trained;
}

TaskStream::TaskStream(const config::RunConfig& config)
    : seed_(config.seed),
      task_seed_(config.tasks.seed),
      wants_level1_(contains(config.tasks.levels, 1)),
      wants_level2_(std::any_of(config.tasks.levels.begin(), config.tasks.levels.end(),
                                [](int level) { return level >= 2; })),
      in_epochs_(config.method == "best_of_n"),
      curriculum_(config.extensions.adaptive_curriculum, config.tasks.level2_share,
                  config.tasks.curriculum_window) {}

Result<std::unique_ptr<TaskStream>> TaskStream::open(const config::RunConfig& config) {
  std::unique_ptr<TaskStream> stream(new TaskStream(config));
  if (config.tasks.source == "synthetic") return stream;
  stream->is_synthetic_ = false;
  Result<std::vector<tasks::Task>> all = training_tasks(config);
  if (!all) return all.error();
  for (tasks::Task& task : *all) stream->pools_[task.level == 1 ? 0 : 1].push_back(std::move(task));
  stream->wants_level1_ = !stream->pools_[0].empty();
  stream->wants_level2_ = !stream->pools_[1].empty();
  return stream;
}

int TaskStream::level_of_slot(std::int64_t step, int slot) const {
  if (!wants_level2_) return 1;
  if (!wants_level1_) return 2;
  return curriculum_.pick_level(seed_, step, slot);
}

// In epochs a pool that was walked more often than the other one leaves the slot to it.
std::size_t TaskStream::pool_for(int level) const {
  const std::size_t wanted = level == 1 ? 0 : 1, other = 1 - wanted;
  if (!in_epochs_ || pools_[other].empty()) return wanted;
  const auto passes = [this](std::size_t pool) { return drawn_[pool] / std::ssize(pools_[pool]); };
  return passes(wanted) <= passes(other) ? wanted : other;
}

tasks::Task TaskStream::next(std::int64_t step, int slot, int width, int attempt) {
  const int level = level_of_slot(step, slot);
  if (is_synthetic_) {
    const std::int64_t index = (step - 1) * width + slot;
    // Far apart, so that a second attempt never meets the task of another slot.
    const std::uint64_t far = static_cast<std::uint64_t>(attempt) << 40;
    return tasks::synthetic_task(task_seed_, tasks::Split::kTrain, level,
                                 static_cast<std::uint64_t>(index) + far);
  }
  const std::size_t pool = pool_for(level);
  const auto size = static_cast<std::uint64_t>(pools_[pool].size());
  const auto place = static_cast<std::uint64_t>(drawn_[pool]++);
  const std::uint64_t shuffle =
      stream_seed(seed_, Stream::kTask,
                  {static_cast<std::int64_t>(pool), static_cast<std::int64_t>(place / size)});
  return pools_[pool][permuted(shuffle, place % size, size)];
}

Json TaskStream::state() const {
  return {{"curriculum", curriculum_.state()}, {"drawn", {drawn_[0], drawn_[1]}}};
}

Result<void> TaskStream::restore(const Json& state) {
  const auto drawn = json_value<std::vector<std::int64_t>>(state, "drawn", {});
  if (drawn.size() != drawn_.size() || drawn[0] < 0 || drawn[1] < 0)
    return Error{ErrorCode::kCorrupt, "the checkpoint does not say which tasks were drawn"};
  drawn_ = {drawn[0], drawn[1]};
  return curriculum_.restore(json_value<std::string>(state, "curriculum", ""));
}

}  // namespace nereid::train
