// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/internal/held_out.h"

#include <utility>

#include "engine/data/formats.h"
#include "engine/data/rows.h"
#include "engine/tasks/importers.h"

namespace nereid::data {
namespace {

namespace fs = std::filesystem;

constexpr double kLargestNear = 0.999999;  // below the similarity of the same code

}  // namespace

void HeldOutTasks::add(const std::string& id, const std::string& reference) {
  if (reference.empty()) return;
  exact_.emplace(tasks::fingerprint(reference), id);
  near_.add(id, shingles(reference));
}

Result<void> HeldOutTasks::add_path(const fs::path& path, const std::stop_token& stop) {
  std::error_code ignored;
  if (fs::is_directory(tasks::task_folder(path), ignored)) {
    const auto all = tasks::load_kernelbench(path, {});
    if (!all) return all.error();
    for (const tasks::Task& task : *all) add(task.id, task.reference);
    return {};
  }
  if (path.extension() == ".py") {
    const auto task = tasks::load_task_file(path);
    if (!task) return task.error();
    add(task->id, task->reference);
    return {};
  }
  const Format* format = nullptr;
  RowReader reader;
  reader.on_columns = [&](const std::vector<std::string>& columns) -> Result<void> {
    Result<const Format*> found = format_of(columns, path.string());
    if (!found) return found.error();
    format = *found;
    return {};
  };
  reader.on_row = [&](const Row& row) -> Result<void> {
    const Result<Sample> sample = format->sample(row);
    if (!sample) return sample.error();
    add(sample->place, sample->reference);
    return {};
  };
  return read_rows(path, wanted_columns(), reader, stop);
}

Result<HeldOutTasks> HeldOutTasks::load(const std::vector<fs::path>& paths,
                                        const std::stop_token& stop) {
  HeldOutTasks held_out;
  for (const fs::path& path : paths) {
    const std::size_t before = held_out.size();
    if (auto added = held_out.add_path(path, stop); !added) return added.error();
    if (held_out.size() == before && before == 0)
      return Error{ErrorCode::kInvalidArgument, path.string() + ": no task to hold out"};
  }
  return held_out;
}

std::optional<NearIndex::Near> HeldOutTasks::find(const tasks::Task& task, double near) const {
  if (const auto at = exact_.find(task.fingerprint); at != exact_.end())
    return NearIndex::Near{at->second, 1};
  if (near_.empty()) return std::nullopt;
  auto found = near_.nearest(shingles(task.reference), near);
  if (found) found->similarity = std::min(found->similarity, kLargestNear);
  return found;
}

}  // namespace nereid::data
