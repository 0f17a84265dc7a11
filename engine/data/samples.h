// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/data/sample.h"

namespace nereid::data {

/// What receives the samples of a source. An error ends the reading.
struct SampleReader {
  std::function<Result<void>(Sample sample)> on_sample;
  std::function<void(double share)> on_progress;  ///< in [0, 1]; may be empty
};
struct SourceFacts {
  std::string format;  ///< "kernelbook", "task folder", ...
  std::string sha256;  ///< of a file; empty for folders
};

/// Reads any source: a table of a published form, a reference file, a folder or set of tasks, a run
/// folder, whose answers belong to the tasks of `references`.
Result<SourceFacts> read_samples(const std::filesystem::path& path,
                                 const std::filesystem::path& references,
                                 const SampleReader& reader, const std::stop_token& stop);

}  // namespace nereid::data
