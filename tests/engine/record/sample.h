// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/record/store.h"

namespace nereid::record {

/// An episode with every field set, a pure function of its key.
Episode sample_episode(std::int64_t step, int group = 0, int index = 0);
/// The metrics of a step, among them NaN and both infinities now and then.
MetricBatch sample_metrics(std::int64_t step);
RunInfo sample_info();

/// One text that holds every field with every bit: equal texts, equal episodes.
std::string fingerprint(const Episode& episode);
std::string fingerprint(const EpisodeRow& row);  ///< without the row id
/// The bits of a value, so that NaN equals NaN.
std::uint64_t bits(double value);

std::unique_ptr<RunWriter> must_open_writer(const std::filesystem::path& run_dir,
                                            RunWriter::Options options = {});
std::unique_ptr<RunReader> must_open_reader(const std::filesystem::path& run_dir);
/// Writes `steps` whole steps of `per_step` episodes and closes.
void write_run(const std::filesystem::path& run_dir, std::int64_t steps, int per_step = 2);
/// Everything a run says about its steps, without times and row ids.
std::vector<std::string> content(const std::filesystem::path& run_dir);

}  // namespace nereid::record
