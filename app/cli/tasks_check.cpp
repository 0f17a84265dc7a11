// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tasks_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/terminal.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/tasks/filters.h"
#include "engine/tasks/importers.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

struct CheckRequest {
  std::vector<std::string> paths;
  tasks::TaskFilter filter;
  std::string exclude;
  std::string entry_point;
  std::string markdown;
  std::uint64_t seed = 1;
  double limit_s = 60;
  int jobs = 0;
  bool strict = false;
  bool json = false;
};

Result<std::vector<CheckedTask>> load_tasks(const CheckRequest& request) {
  std::vector<tasks::Task> list;
  for (const std::string& path : request.paths) {
    std::error_code ignored;
    if (!fs::is_directory(tasks::task_folder(path), ignored)) {
      auto task = tasks::load_task_file(path, request.entry_point);
      if (!task) return task.error();
      list.push_back(std::move(*task));
      continue;
    }
    auto folder = tasks::load_kernelbench(path, {});
    if (!folder) return folder.error();
    std::move(folder->begin(), folder->end(), std::back_inserter(list));
  }
  std::vector<CheckedTask> wanted;
  for (tasks::Task& task : tasks::filter_tasks(std::move(list), request.filter))
    wanted.push_back({std::move(task), {}});
  return wanted;
}

/// Prints each task when it has been checked, and on standard error how long the rest may take.
class Progress {
 public:
  Progress(const CheckRequest& request, const std::vector<CheckedTask>& all)
      : json_(request.json), total_(all.size()) {
    for (const CheckedTask& checked : all) width_ = std::max(width_, checked.task.id.size());
  }

  /// Thread-safe.
  void done(const CheckedTask& checked) {
    const std::lock_guard lock(mutex_);
    ++count_;
    const std::string line = json_ ? check_json(checked) : check_line(checked, width_);
    fmt::print("{}\n", line);
    std::fflush(stdout);
    const double left =
        watch_.elapsed_s() / static_cast<double>(count_) * static_cast<double>(total_ - count_);
    fmt::print(stderr, "{} of {} tasks, about {} left\n", count_, total_, duration_text(left));
  }

 private:
  const bool json_;
  const std::size_t total_;
  std::size_t width_ = 4;
  std::mutex mutex_;  ///< guards the two below
  std::size_t count_ = 0;
  const Stopwatch watch_;
};

// Every thread takes the next task until none is left.
void check_all(verify::TaskInspector& inspector, const CheckRequest& request,
               std::vector<CheckedTask>& all) {
  Progress progress(request, all);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) {
      const tasks::Task& task = all[i].task;
      all[i].report = inspector.inspect({.reference = task.reference,
                                         .entry_point = task.entry_point,
                                         .seed = request.seed,
                                         .limit_s = request.limit_s});
      progress.done(all[i]);
    }
  };
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  const int jobs = request.jobs > 0 ? request.jobs : std::max(1, cores - 1);
  std::vector<std::jthread> threads;
  for (int i = 0; i < jobs; ++i) threads.emplace_back(work);
}

Result<void> write_lists(const CheckRequest& request, const std::vector<CheckedTask>& all) {
  if (!request.exclude.empty())
    if (auto written = atomic_write_file(request.exclude, exclude_list(all, request.strict));
        !written)
      return written;
  if (!request.markdown.empty()) return atomic_write_file(request.markdown, check_markdown(all));
  return {};
}

int check_tasks(const CheckRequest& request) {
  auto all = load_tasks(request);
  if (!all) return report_error(all.error());
  auto inspector = verify::TaskInspector::start({});
  if (!inspector) return report_error(inspector.error());
  check_all(**inspector, request, *all);
  if (const auto written = write_lists(request, *all); !written)
    return report_error(written.error());
  if (!request.json) fmt::print("\n{}", check_summary(*all));
  const bool clean = std::none_of(all->begin(), all->end(), [&](const CheckedTask& checked) {
    return checked.report.fitness == verify::TaskFitness::kFiltered ||
           (request.strict && checked.report.fitness == verify::TaskFitness::kWeak);
  });
  return clean ? kExitDone : kExitNo;
}

}  // namespace

void add_tasks_check(CLI::App& group, int& status) {
  const auto request = std::make_shared<CheckRequest>();
  CLI::App* check = group.add_subcommand(
      "check",
      "Runs references and measures what is wrong with the tasks; exit status 1 if one is "
      "filtered");
  check
      ->add_option("paths", request->paths,
                   "KernelBench folders, reference files, or beyond-tritonrl")
      ->required();
  check->add_option("--level", request->filter.levels, "Only these levels")
      ->check(CLI::Range(1, 4));
  check->add_option("--text", request->filter.text, "Only tasks that hold this text");
  check->add_option("--exclude", request->exclude,
                    "Writes the filtered tasks as a list for the setting tasks.exclude");
  check->add_flag("--strict", request->strict, "Weak tasks count as filtered");
  check->add_option("--markdown", request->markdown, "Writes the table as Markdown");
  check->add_option(
      "--entry-point", request->entry_point,
      "Class of reference files (default: their own word, Model, or their last class)");
  check->add_option("--seed", request->seed, "Of inputs and parameters");
  check->add_option("--limit", request->limit_s, "Seconds for one task")
      ->check(CLI::Range(1.0, 3600.0));
  check->add_option("--jobs", request->jobs, "Tasks at once; one per core but one without")
      ->check(CLI::Range(1, 256));
  check->add_flag("--json", request->json, "One JSON object a line, in order of completion");
  check->callback([request, &status] { status = check_tasks(*request); });
}

}  // namespace nereid::app
