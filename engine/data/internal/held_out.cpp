// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/internal/held_out.h"

#include <algorithm>
#include <utility>

#include "engine/data/samples.h"
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
  SampleReader reader;
  reader.on_sample = [this](const Sample& sample) -> Result<void> {
    add(sample.place, sample.reference);
    return {};
  };
  const auto read = read_samples(path, {}, reader, stop);
  return read ? Result<void>() : Result<void>(read.error());
}

Result<HeldOutTasks> HeldOutTasks::load(const std::vector<fs::path>& paths,
                                        const std::stop_token& stop) {
  HeldOutTasks held_out;
  for (const fs::path& path : paths) {
    const std::size_t before = held_out.near_.size();
    if (auto added = held_out.add_path(path, stop); !added) return added.error();
    if (held_out.near_.size() == before)
      return Error{ErrorCode::kInvalidArgument, path.string() + ": no task to hold out"};
  }
  return held_out;
}

std::optional<NearIndex::Near> HeldOutTasks::find(const tasks::Task& task, double near) const {
  if (const auto at = exact_.find(task.fingerprint); at != exact_.end())
    return NearIndex::Near{at->second, 1};
  if (near_.size() == 0) return std::nullopt;
  auto found = near_.nearest(shingles(task.reference), near);
  if (found) found->similarity = std::min(found->similarity, kLargestNear);
  return found;
}

}  // namespace nereid::data
