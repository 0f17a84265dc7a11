// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/archive.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/log.h"

namespace nereid::evaluate {
namespace {

namespace fs = std::filesystem;
using record::RunState;

constexpr const char* kSecondsFact = "seconds";
constexpr std::int64_t kChunk = 1000;

bool has_record(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(record::record_path(folder), ignored);
}

Error other_folder(const fs::path& folder, const std::string& why) {
  return {ErrorCode::kInvalidArgument,
          folder.string() + ": " + why + "; choose another folder with --out"};
}

}  // namespace

fs::path validation_folder(const fs::path& run_dir, std::int64_t step) {
  return run_dir / "evaluations" / ("step-" + std::to_string(step));
}

Archive::~Archive() = default;

Result<std::unique_ptr<Archive>> Archive::open(const Start& start) {
  const bool resumes = has_record(start.folder);
  std::unique_ptr<Archive> archive(new Archive(start, resumes));
  if (resumes)
    if (Result<void> read = archive->read_before(); !read) return read.error();
  if (Result<void> opened = archive->open_writer(); !opened) return opened.error();
  return archive;
}

// What was evaluated before and is not now; empty if it is the same.
Result<std::string> Archive::differs_from_before() {
  auto reader = record::RunReader::open(start_.folder);
  if (!reader) return reader.error();
  const auto info = (*reader)->info();
  if (!info) return info.error();
  if (info->method != kEvaluationMethod)
    return other_folder(start_.folder, "holds a run, not an evaluation");
  const Result<EvaluationPlan> made = read_plan(*info, start_.folder.string());
  if (!made && start_.replaces) return made.error().message;
  if (!made) return made.error();
  if (const auto seconds = info->facts.find(kSecondsFact); seconds != info->facts.end())
    seconds_before_ = std::strtod(seconds->second.c_str(), nullptr);
  return plan_differences(*made, start_.plan);
}

// The plan must be the same, or what is there would be mixed with something else.
Result<void> Archive::read_before() {
  const Result<std::string> differences = differs_from_before();
  if (!differences) return differences.error();
  if (differences->empty()) return {};
  if (!start_.replaces)
    return other_folder(start_.folder,
                        "holds an evaluation of something else (" + *differences + ")");
  resumed_ = false;
  seconds_before_ = 0;
  std::error_code problem;
  fs::remove_all(start_.folder, problem);
  if (problem) return file_error("cannot remove", start_.folder, problem.value());
  return {};
}

Result<void> Archive::open_writer() {
  if (Result<void> made = make_directories(start_.folder); !made) return made;
  record::RunInfo info;
  info.name = start_.name;
  info.settings_yaml =
      start_.settings_yaml.empty() ? plan_settings(start_.plan, start_.name) : start_.settings_yaml;
  info.method = kEvaluationMethod;
  info.created_unix_ms = unix_ms();
  info.last_step = start_.plan.step;
  info.pid = ::getpid();
  info.state = RunState::kRunning;
  info.facts = start_.facts;
  info.facts[kPlanFact] = dump_json(plan_json(start_.plan));
  info.facts[kSamplesFact] = std::to_string(start_.samples);
  record::RunWriter::Options options;
  options.on_problem = [](const Error& error) { log_error("{}", error.message); };
  auto writer = record::RunWriter::open(start_.folder, info, std::move(options));
  if (!writer) return writer.error();
  writer_ = std::move(*writer);
  return {};
}

Result<void> Archive::each_recorded(
    const std::function<Result<void>(record::Episode)>& take) const {
  if (!resumed_) return {};
  auto reader = record::RunReader::open(start_.folder);
  if (!reader) return reader.error();
  std::int64_t cursor = 0;
  for (;;) {
    const auto rows = (*reader)->episodes_since(cursor, kChunk);
    if (!rows) return rows.error();
    for (const record::EpisodeRow& row : *rows) {
      Result<record::Episode> episode = (*reader)->episode(row.id);
      if (!episode) return episode.error();
      if (Result<void> taken = take(std::move(*episode)); !taken) return taken;
    }
    if (std::ssize(*rows) < kChunk) return {};
  }
}

void Archive::add(record::Episode episode) {
  std::vector<record::Episode> one;
  one.push_back(std::move(episode));
  writer_->write_episodes(std::move(one));
}

void Archive::add_fact(const std::string& key, const std::string& value) {
  writer_->write_fact(key, value);
}

void Archive::set_samples(int samples) {
  start_.samples = samples;
  add_fact(kSamplesFact, std::to_string(samples));
}

Result<void> Archive::finish(const EvaluateReport& report, const ReportOptions& options) {
  writer_->write_metrics({start_.plan.step, unix_ms(), validation_metrics(report)});
  writer_->write_fact(kSecondsFact, std::to_string(report.seconds));
  if (Result<void> flushed = writer_->flush(); !flushed) return flushed;
  if (Result<void> written = write_report(start_.folder, start_.plan, report, options); !written)
    return written;
  return close(RunState::kFinished, "judged all " + std::to_string(start_.samples));
}

Result<void> Archive::stop(const std::string& why, double seconds) {
  writer_->write_fact(kSecondsFact, std::to_string(seconds));
  return close(RunState::kStopped, why);
}

void Archive::fail(const Error& why) {
  if (const Result<void> closed = close(RunState::kFailed, why.message); !closed)
    log_error("{}", closed.error().message);
}

Result<void> Archive::close(RunState state, const std::string& why) {
  writer_->write_state(state, why, start_.plan.step);
  return writer_->flush();
}

Result<EvaluateReport> closed(Archive& archive, const ReportOptions& options,
                              const std::function<Result<EvaluateReport>()>& work) {
  const Stopwatch watch;
  Result<EvaluateReport> report = guarded("evaluating", work);
  Result<void> written;
  if (report)
    written = archive.finish(*report, options);
  else if (report.error().code == ErrorCode::kCancelled)
    written = archive.stop(report.error().message, archive.seconds_before() + watch.elapsed_s());
  else
    archive.fail(report.error());
  if (!written) return written.error();
  return report;
}

}  // namespace nereid::evaluate
