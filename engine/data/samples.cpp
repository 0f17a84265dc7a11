// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/samples.h"

#include <utility>
#include <vector>

#include "engine/base/hash.h"
#include "engine/data/formats.h"
#include "engine/data/rows.h"
#include "engine/data/run_folder.h"
#include "engine/tasks/importers.h"

namespace nereid::data {
namespace {

namespace fs = std::filesystem;

Result<SourceFacts> read_table(const fs::path& path, const SampleReader& reader,
                               const std::stop_token& stop) {
  const Format* format = nullptr;
  RowReader rows;
  rows.on_columns = [&](const std::vector<std::string>& columns) -> Result<void> {
    Result<const Format*> found = format_of(columns, path.string());
    if (!found) return found.error();
    format = *found;
    return {};
  };
  rows.on_row = [&](const Row& row) -> Result<void> {
    Result<Sample> sample = format->sample(row);
    if (!sample) return sample.error();
    if (sample->origin.licences.empty() && !format->licence.empty())
      sample->origin.licences = {std::string(format->licence)};
    return reader.on_sample(std::move(*sample));
  };
  rows.on_progress = reader.on_progress;
  if (auto done = read_rows(path, wanted_columns(), rows, stop); !done) return done.error();
  Result<std::string> hash = sha256_file(path);
  if (!hash) return hash.error();
  return SourceFacts{std::string(format->name), std::move(*hash)};
}

Sample sample_of(const tasks::Task& task) {
  Sample sample;
  sample.place = task.id;
  sample.origin = {.entry_point = task.entry_point,
                   .source = task.source,
                   .row = task.id,
                   .licences = task.licences,
                   .level = task.level};
  sample.name = task.id.substr(task.id.rfind('/') + 1);
  sample.reference = task.reference;
  return sample;
}

Result<SourceFacts> read_tasks(const std::vector<tasks::Task>& all, const SampleReader& reader,
                               const std::stop_token& stop) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (stop.stop_requested()) return Error{ErrorCode::kCancelled, "cancelled"};
    if (auto taken = reader.on_sample(sample_of(all[i])); !taken) return taken.error();
    if (reader.on_progress)
      reader.on_progress(static_cast<double>(i + 1) / static_cast<double>(all.size()));
  }
  return SourceFacts{"tasks", ""};
}

Result<SourceFacts> read_run(const fs::path& path, const fs::path& references,
                             const SampleReader& reader, const std::stop_token& stop) {
  if (references.empty())
    return Error{ErrorCode::kInvalidArgument,
                 path.string() +
                     ": a run folder holds answers alone; name the KernelBench folder "
                     "that they answer with --references"};
  const auto all = tasks::load_kernelbench(references, {});
  if (!all) return all.error();
  if (auto read = read_run_folder(path, *all, reader.on_sample, reader.on_progress, stop); !read)
    return read.error();
  return SourceFacts{"kernelbench run", ""};
}

}  // namespace

Result<SourceFacts> read_samples(const fs::path& path, const fs::path& references,
                                 const SampleReader& reader, const std::stop_token& stop) {
  std::error_code ignored;
  const fs::path folder = tasks::task_folder(path);
  if (fs::is_directory(folder, ignored) && is_run_folder(folder))
    return read_run(path, references, reader, stop);
  if (fs::is_directory(folder, ignored)) {
    const auto all = tasks::load_kernelbench(path, {});
    return all ? read_tasks(*all, reader, stop) : Result<SourceFacts>(all.error());
  }
  if (path.extension() != ".py") return read_table(path, reader, stop);
  auto task = tasks::load_task_file(path);
  if (!task) return task.error();
  return read_tasks({std::move(*task)}, reader, stop);
}

}  // namespace nereid::data
