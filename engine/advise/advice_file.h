// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/advise/advice.h"
#include "engine/base/line_file.h"
#include "engine/base/result.h"
#include "engine/record/episode.h"

namespace nereid::advise {

/// Advice on one episode of a record.
struct EpisodeAdvice {
  std::string phase = "train";
  record::EpisodeKey key;
  Advice advice;
};

/// An object of schema nereid.advice/1 with phase, step, group and index.
OrderedJson line_of(const EpisodeAdvice& advice);

/// advice.jsonl of a run folder: such an object a line. It travels with the folder; the record's
/// database is never touched.
std::filesystem::path advice_path(const std::filesystem::path& run_dir);

/// All that is there, in order; none where there is no file. Of an episode that comes twice the
/// later one counts. kCorrupt names the line; an unfinished last line is left out.
Result<std::vector<EpisodeAdvice>> read_advice(const std::filesystem::path& run_dir);

/// Adds advice to that file. One thread at a time, one process at a time.
class AdviceFile {
 public:
  /// Also answers what is there already.
  static Result<AdviceFile> open(const std::filesystem::path& run_dir,
                                 std::vector<EpisodeAdvice>& present);
  Result<void> add(const EpisodeAdvice& advice);

 private:
  explicit AdviceFile(LineFile file) : file_(std::move(file)) {}
  LineFile file_;
};

}  // namespace nereid::advise
