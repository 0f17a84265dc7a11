// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/task_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/base/file.h"
#include "engine/verify/processes/complete_config.h"
#include "engine/verify/processes/retry.h"
#include "engine/verify/processes/supervisor.h"
#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {
namespace {

constexpr int kReportMemoryMb = 4096;

TaskReport not_checked(std::string code, std::string message) {
  TaskReport report;
  report.failure = {std::move(code), std::move(message)};
  return report;
}

TaskReport from_end(const ChildEnd& step, double limit_s) {
  switch (step.end) {
    case EndKind::kTimeout:
      return not_checked("timeout", fmt::format("it took more than {:g} s", limit_s));
    case EndKind::kMemory:
      return not_checked("task_too_large",
                         fmt::format("it needs more than {} MB", kReportMemoryMb));
    case EndKind::kLost:
      return not_checked("infrastructure", "the reference host keeps dying");
    case EndKind::kCancelled:
    case EndKind::kMessage:
    case EndKind::kSignal:
    case EndKind::kExit:
    case EndKind::kBroken:
      break;
  }
  return not_checked("reference_error", "the reference's process " + step.text);
}

TaskFitness fitness_of(const std::vector<TaskFinding>& findings) {
  if (findings.empty()) return TaskFitness::kGood;
  const bool filters = std::any_of(findings.begin(), findings.end(),
                                   [](const TaskFinding& finding) { return finding.filters; });
  return filters ? TaskFitness::kFiltered : TaskFitness::kWeak;
}

TaskReport from_message(const Json& body) {
  if (json_value(body, "op", std::string()) != "report") {
    const std::string code = json_value(body, "code", std::string());
    return not_checked(code.empty() ? "reference_error" : code,
                       json_value(body, "message", std::string()));
  }
  TaskReport report;
  for (const Json& item : json_value(body, "findings", Json::array()))
    report.findings.push_back({.code = json_value(item, "code", std::string()),
                               .filters = json_value(item, "filters", false),
                               .measured = json_value(item, "measured", 0.0),
                               .detail = json_value(item, "detail", std::string())});
  report.fitness = fitness_of(report.findings);
  report.notes = json_value(body, "notes", std::vector<std::string>());
  report.shapes = json_value(body, "shapes", std::vector<std::vector<std::int64_t>>());
  report.smaller = json_value(body, "smaller", std::string());
  report.parameters = json_value(body, "parameters", std::int64_t{0});
  report.elapsed_ms = json_value(body, "ms", 0.0);
  return report;
}

class Inspector final : public TaskInspector {
 public:
  Inspector(SupervisorConfig config, std::optional<TemporaryDirectory> work)
      : work_(std::move(work)), supervisor_(std::move(config)) {}

  TaskReport inspect(const TaskQuestion& question) override {
    Result<UniqueFd> source = sealed_memfd("reference", question.reference);
    if (!source) return not_checked("infrastructure", source.error().message);
    const Json request = {
        {"op", "inspect"},
        {"entry_point", question.entry_point},
        {"seed", question.seed},
        {"shrink", true},
        {"limits", {{"seconds", std::ceil(question.limit_s)}, {"memory_mb", kReportMemoryMb}}}};
    RetryBudget budget;
    while (true) {
      auto child =
          supervisor_.start_child(Role::kReference, request, {{"source", source->get()}}, never_);
      if (!child) return not_checked("infrastructure", child.error().message);
      const Step step = (*child)->next(seconds_from_now(question.limit_s), never_);
      if (step.end == EndKind::kMessage) return from_message(step.message.body);
      if (!budget.again(step)) return from_end(step, question.limit_s);
    }
  }

 private:
  std::optional<TemporaryDirectory> work_;  // outlives the supervisor
  const std::atomic<bool> never_{false};
  Supervisor supervisor_;
};

}  // namespace

std::string_view fitness_name(TaskFitness fitness) {
  switch (fitness) {
    case TaskFitness::kGood:
      return "good";
    case TaskFitness::kWeak:
      return "weak";
    case TaskFitness::kFiltered:
      return "filtered";
    case TaskFitness::kNotChecked:
      break;
  }
  return "not checked";
}

std::string TaskReport::reason() const {
  if (fitness == TaskFitness::kNotChecked)
    return fmt::format("{}: {}", failure.code, failure.message);
  std::string text;
  for (const TaskFinding& finding : findings) {
    if (finding.filters != (fitness == TaskFitness::kFiltered)) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", finding.code, finding.detail);
  }
  return text;
}

Result<std::unique_ptr<TaskInspector>> TaskInspector::start(VerifierConfig config) {
  Result<SupervisorConfig> complete = complete_config(config);
  if (!complete) return complete.error();
  complete->gpu = false;
  complete->candidates = false;
  std::optional<TemporaryDirectory> work;
  if (config.work_dir.empty()) {
    Result<TemporaryDirectory> made = TemporaryDirectory::make("nereid-inspect");
    if (!made) return made.error();
    config.work_dir = made->path();
    work = std::move(*made);
  } else if (auto made = make_directories(config.work_dir); !made) {
    return made.error();
  }
  complete->work_dir = config.work_dir;
  return std::unique_ptr<TaskInspector>(
      std::make_unique<Inspector>(std::move(*complete), std::move(work)));
}

}  // namespace nereid::verify
