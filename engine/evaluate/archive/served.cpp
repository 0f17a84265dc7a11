// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/served.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/json.h"
#include "engine/base/line_file.h"
#include "engine/base/random.h"
#include "engine/endpoint/ask_all.h"
#include "engine/episodes/episode_maker.h"
#include "engine/tasks/prompt.h"
#include "engine/verify/settings/settings.h"

namespace nereid::evaluate {
namespace {

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
  const auto outcome = endpoint::AskAll<ServedAnswer>::run(
      open.size(),
      {.at_once = served.at_once, .is_stopped = [&] { return judging.is_cancelled(); }},
      [&](std::size_t i, const std::stop_token& stop) -> Result<ServedAnswer> {
        Result<ServedAnswer> answer = served.ask(tasks[open[i] / samples], stop);
        if (!answer) return answer;
        if (Result<void> kept = (*answers)->add(open[i], *answer); !kept) return kept.error();
        return answer;
      },
      [&](std::size_t i, const ServedAnswer& answer) {
        judging.add(episode_of(open[i], tasks, plan, answer));
      });
  if (outcome.failed > 0) {
    // What has come is judged and kept all the same.
    static_cast<void>(judging.finish());
    return unanswered(outcome.failed, *outcome.last_failure);
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
