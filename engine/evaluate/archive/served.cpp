// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/served.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/json.h"
#include "engine/base/line_file.h"
#include "engine/base/random.h"
#include "engine/episodes/episode_maker.h"
#include "engine/tasks/prompt.h"
#include "engine/verify/settings/settings.h"

namespace nereid::evaluate {
namespace {

constexpr int kMostFailuresInARow = 8;
constexpr std::chrono::milliseconds kLookEvery{100};

/// Does another question fail in the same way?
bool concerns_all(const Error& error) {
  switch (error.code) {
    case ErrorCode::kInvalidArgument:  // this task's prompt is too long, say
    case ErrorCode::kCorrupt:
    case ErrorCode::kTimeout:
      return false;
    case ErrorCode::kNotFound:
    case ErrorCode::kPermissionDenied:
    case ErrorCode::kNoSpace:
    case ErrorCode::kUnsupported:
    case ErrorCode::kUnavailable:
    case ErrorCode::kCancelled:
    case ErrorCode::kInternal:
      return true;
  }
  return true;
}

/// The answers to the rows of an evaluation, task * samples + sample. Thread-safe.
class Answers {
 public:
  static Result<std::unique_ptr<Answers>> open(const std::filesystem::path& file,
                                               std::size_t rows) {
    auto answers = std::make_unique<Answers>();
    Result<LineFile> lines =
        LineFile::open(file, [&](std::int64_t number, std::string_view line) -> Result<void> {
          const std::string where = fmt::format("{}:{}", file.string(), number);
          const Result<Json> json = parse_json_line(std::string(line), where);
          if (!json) return json.error();
          const auto row = json_value<std::size_t>(*json, "row", rows);
          if (row >= rows)
            return Error{ErrorCode::kCorrupt,
                         where + ": is no answer of this evaluation; remove the line"};
          answers->kept_[row] = {.text = json_value<std::string>(*json, "text", ""),
                                 .truncated = json_value(*json, "truncated", false)};
          return {};
        });
    if (!lines) return lines.error();
    answers->file_.emplace(std::move(*lines));
    return answers;
  }
  const std::map<std::size_t, ServedAnswer>& kept() const { return kept_; }
  Result<void> add(std::size_t row, const ServedAnswer& answer) {
    const std::lock_guard lock(mutex_);
    return file_->append(dump_json(
        OrderedJson{{"row", row}, {"text", answer.text}, {"truncated", answer.truncated}}));
  }

 private:
  std::mutex mutex_;
  std::optional<LineFile> file_;
  std::map<std::size_t, ServedAnswer> kept_;  ///< before this process
};

/// Several threads ask, and the caller's hands in.
class Asking {
 public:
  Asking(const ServedParts& served, const std::vector<tasks::Task>& tasks, std::size_t samples,
         Answers& answers, std::vector<std::size_t> rows)
      : served_(served),
        tasks_(tasks),
        samples_(samples),
        answers_(answers),
        rows_(std::move(rows)) {
    const int threads = std::min<int>(served.at_once, static_cast<int>(rows_.size()));
    for (asking_ = 0; asking_ < threads; ++asking_) threads_.emplace_back([this] { ask_on(); });
  }
  ~Asking() { ending_.request_stop(); }

  /// The next answer; nothing once there is none any more.
  std::optional<std::pair<std::size_t, ServedAnswer>> next(const Judging& judging) {
    std::unique_lock lock(mutex_);
    while (arrived_.empty() && asking_ > 0) {
      changed_.wait_for(lock, kLookEvery);
      if (judging.is_cancelled()) ending_.request_stop();
    }
    if (arrived_.empty()) return std::nullopt;
    auto answer = std::move(arrived_.front());
    arrived_.pop_front();
    return answer;
  }
  int failed() const { return failed_; }
  const std::optional<Error>& last_failure() const { return last_failure_; }

 private:
  void ask_on() {
    while (const std::optional<std::size_t> row = take_row()) {
      Result<ServedAnswer> answer = guarded(
          "asking", [&] { return served_.ask(tasks_[*row / samples_], ending_.get_token()); });
      if (answer)
        if (Result<void> kept = answers_.add(*row, *answer); !kept) answer = kept.error();
      settle(*row, std::move(answer));
    }
    const std::lock_guard lock(mutex_);
    --asking_;
    changed_.notify_all();
  }
  std::optional<std::size_t> take_row() {
    const std::lock_guard lock(mutex_);
    if (ending_.stop_requested() || next_ == rows_.size()) return std::nullopt;
    return rows_[next_++];
  }
  void settle(std::size_t row, Result<ServedAnswer> answer) {
    const std::lock_guard lock(mutex_);
    if (answer) {
      failures_in_a_row_ = 0;
      arrived_.emplace_back(row, std::move(*answer));
    } else if (!ending_.stop_requested()) {
      ++failed_;
      last_failure_ = answer.error();
      if (++failures_in_a_row_ >= kMostFailuresInARow || concerns_all(answer.error()))
        ending_.request_stop();
    }
    changed_.notify_all();
  }

  const ServedParts& served_;
  const std::vector<tasks::Task>& tasks_;
  const std::size_t samples_;
  Answers& answers_;
  const std::vector<std::size_t> rows_;  ///< that are asked for
  std::stop_source ending_;
  std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  std::size_t next_ = 0;
  std::deque<std::pair<std::size_t, ServedAnswer>> arrived_;
  int asking_ = 0, failed_ = 0, failures_in_a_row_ = 0;
  std::optional<Error> last_failure_;
  std::vector<std::jthread> threads_;  ///< last: they use the others
};

record::Episode episode_of(std::size_t row, const std::vector<tasks::Task>& tasks,
                           const EvaluationPlan& plan, const ServedAnswer& answer) {
  const auto samples = static_cast<std::size_t>(plan.samples);
  const std::size_t task = row / samples;
  return episodes::begin_episode(
      {plan.step, static_cast<int>(task), static_cast<int>(row % samples)}, tasks[task],
      served_prompt(tasks[task]), {.text = answer.text, .truncated = answer.truncated},
      verify::secret_seed(mix_seed(plan.seed, task, ~std::uint64_t{0})),
      verify::several_blocks_from_name(plan.yardstick.several_blocks));
}

Error unanswered(int failed, const Error& last) {
  return {last.code, fmt::format("{} questions have no answer, so there are no scores: {}. What "
                                 "was answered is kept; the same command goes on",
                                 failed, last.message)};
}

}  // namespace

std::string served_prompt(const tasks::Task& task) {
  return tasks::render_prompt(task, tasks::PromptStyle::kInstruct);
}

Result<EvaluateReport> evaluate_served(const ServedParts& served,
                                       const std::vector<tasks::Task>& tasks,
                                       const EvaluationPlan& plan, const ReportOptions& options,
                                       JudgingParts parts) {
  const Stopwatch watch;
  const double before = parts.archive == nullptr ? 0 : parts.archive->seconds_before();
  const auto samples = static_cast<std::size_t>(plan.samples);
  Result<std::unique_ptr<Answers>> answers = Answers::open(served.answers, tasks.size() * samples);
  if (!answers) return answers.error();
  Judging judging(std::move(parts), plan, all_tasks(tasks.size()));
  if (Result<void> resumed = judging.resume(); !resumed) return resumed.error();
  // 1) What was answered before and not judged, 2) what nobody has answered.
  std::vector<std::size_t> open;
  for (std::size_t row = 0; row < tasks.size() * samples; ++row) {
    if (judging.is_judged(row)) continue;
    const auto kept = (*answers)->kept().find(row);
    if (kept == (*answers)->kept().end())
      open.push_back(row);
    else if (!judging.is_cancelled())
      judging.add(episode_of(row, tasks, plan, kept->second));
  }
  Asking asking(served, tasks, samples, **answers, std::move(open));
  while (auto answer = asking.next(judging))
    judging.add(episode_of(answer->first, tasks, plan, answer->second));
  if (asking.failed() > 0) {
    // What has come is judged and kept all the same.
    static_cast<void>(judging.finish());
    return unanswered(asking.failed(), *asking.last_failure());
  }
  Result<std::vector<Sample>> judged = judging.finish();
  if (!judged) return judged.error();
  EvaluateReport report = make_report(scored_tasks(tasks), std::move(*judged), options);
  report.split = plan.split;
  report.baseline = plan.yardstick.baseline;
  report.modelled_device = plan.yardstick.modelled_device;
  report.seconds = before + watch.elapsed_s();
  return report;
}

}  // namespace nereid::evaluate
