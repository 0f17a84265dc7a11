// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/tasks_check.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/tasks/catalog.h"
#include "engine/tasks/filters.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/importers.h"

namespace nereid::app {
namespace {

using tasks::Corpus;
using tasks::Split;
using tasks::Task;

constexpr const char* kSynthetic = "synthetic";

/// What the options of all subcommands fill in.
struct Request {
  std::string source = kSynthetic;  ///< "synthetic" or a KernelBench folder
  std::string split = "validation";
  std::string id;
  std::string corpus;
  std::string jsonl;
  std::string exclude;
  tasks::TaskFilter filter;
  std::uint64_t seed = 7;
  std::uint64_t start = 0;
  std::uint64_t count = 20;
  bool answers = false;
  bool json = false;
};

Split split_of(const std::string& name) {
  return name == "train" ? Split::kTrain : name == "test" ? Split::kTest : Split::kValidation;
}

OrderedJson to_json(const Task& task, bool with_reference) {
  OrderedJson json{{"id", task.id},
                   {"name", task.name},
                   {"level", task.level},
                   {"split", task.split},
                   {"source", task.source},
                   {"tags", task.tags},
                   {"fingerprint", task.fingerprint}};
  if (task.memory_bytes > 0) json["memory_bytes"] = task.memory_bytes;
  if (task.too_large) json["too_large"] = true;
  if (!task.note.empty()) json["note"] = task.note;
  if (with_reference) {
    json["entry_point"] = task.entry_point;
    json["reference"] = task.reference;
  }
  return json;
}

std::vector<int> levels_of(const Request& request) {
  return request.filter.levels.empty() ? std::vector<int>{1, 2} : request.filter.levels;
}

Result<std::vector<Task>> synthetic_tasks(const Request& request) {
  std::vector<Task> list;
  for (const int level : levels_of(request)) {
    if (level != 1 && level != 2) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("synthetic tasks have level 1 or 2, not {}", level)};
    }
    for (std::uint64_t i = 0; i < request.count; ++i) {
      list.push_back(
          tasks::synthetic_task(request.seed, split_of(request.split), level, request.start + i));
    }
  }
  return list;
}

Result<std::vector<Task>> wanted_tasks(const Request& request) {
  auto all = request.source == kSynthetic ? synthetic_tasks(request)
                                          : tasks::load_kernelbench(request.source, {});
  if (!all) return all.error();
  tasks::TaskFilter filter = request.filter;
  if (!request.exclude.empty()) {
    auto excluded = tasks::read_exclude_list(request.exclude);
    if (!excluded) return excluded.error();
    filter.exclude = std::move(*excluded);
  }
  return tasks::filter_tasks(std::move(*all), filter);
}

std::string size_text(const Task& task) {
  return task.memory_bytes == 0
             ? "-"
             : fmt::format("{:.1f} MiB", static_cast<double>(task.memory_bytes) / (1 << 20));
}

void print_table(const std::vector<Task>& list) {
  std::size_t width = 4;
  for (const Task& task : list) {
    width = std::max(width, task.id.size());
  }
  fmt::print("{:<{}}  level  {:>12}  {}\n", "id", width, "memory", "operations");
  for (const Task& task : list) {
    fmt::print("{:<{}}  {:>5}  {:>12}  {}{}\n", task.id, width, task.level, size_text(task),
               fmt::join(task.tags, " "), task.note.empty() ? "" : "  [" + task.note + "]");
  }
}

int list_tasks(const Request& request) {
  const auto list = wanted_tasks(request);
  if (!list) return report_error(list.error());
  if (request.json) {
    for (const Task& task : *list) {
      fmt::print("{}\n", dump_json(to_json(task, false)));
    }
  } else {
    print_table(*list);
  }
  return list->empty() ? kExitNo : kExitDone;
}

int show_task(const Request& request) {
  const auto task =
      tasks::find_task(request.id, request.source == kSynthetic ? "" : request.source);
  if (!task) return report_error(task.error());
  const bool answer = request.answers && task->source == kSynthetic;
  if (request.json) {
    OrderedJson json = to_json(*task, true);
    if (answer) json["candidate"] = tasks::synthetic_answer(*task, request.seed);
    fmt::print("{}\n", dump_json(json));
    return kExitDone;
  }
  fmt::print("# {}  (level {}, {}, {})\n", task->id, task->level, task->name, size_text(*task));
  if (!task->note.empty()) fmt::print("# {}\n", task->note);
  fmt::print("{}", task->reference);
  if (answer) fmt::print("\n# An answer\n{}", tasks::synthetic_answer(*task, request.seed));
  return kExitDone;
}

int import_folder(const Request& request) {
  const auto list = tasks::load_kernelbench(request.source, {});
  if (!list) return report_error(list.error());
  std::map<int, std::pair<int, int>> levels;  // level -> tasks, too large
  for (const Task& task : *list) {
    ++levels[task.level].first;
    levels[task.level].second += task.too_large ? 1 : 0;
  }
  if (request.json) {
    for (const Task& task : *list) {
      fmt::print("{}\n", dump_json(to_json(task, false)));
    }
    return kExitDone;
  }
  print_table(*list);
  fmt::print("\n{} tasks in {}\n", list->size(), request.source);
  for (const auto& [level, counts] : levels) {
    fmt::print("level {}: {} tasks, {} judged on smaller shapes here\n", level, counts.first,
               counts.second);
  }
  return kExitDone;
}

/// One line for each generated task; `candidate` is what `nereid verify --batch` reads.
std::string generated_lines(const Request& request) {
  std::string lines;
  const auto add = [&](const Task& task, const std::string& answer, const std::string* planted) {
    OrderedJson json = to_json(task, true);
    if (!answer.empty()) json["candidate"] = answer;
    if (planted != nullptr) json["planted_error"] = *planted;
    lines += dump_json(json) + "\n";
  };
  if (!request.corpus.empty()) {
    const Corpus corpus = tasks::corpus_from_name(request.corpus).value_or(Corpus::kUnverified);
    for (std::uint64_t i = 0; i < request.count; ++i) {
      const tasks::CorpusSample sample =
          tasks::corpus_sample(corpus, request.seed, request.start + i);
      if (tasks::matches(sample.task, request.filter)) {
        add(sample.task, sample.answer, &sample.planted_error);
      }
    }
    return lines;
  }
  for (const int level : levels_of(request)) {
    for (std::uint64_t i = 0; i < request.count; ++i) {
      const std::uint64_t index = request.start + i;
      const Task task = tasks::synthetic_task(request.seed, split_of(request.split), level, index);
      if (tasks::matches(task, request.filter)) {
        add(task, request.answers ? tasks::synthetic_answer(task, index) : "", nullptr);
      }
    }
  }
  return lines;
}

int generate_tasks(const Request& request) {
  const std::string lines = generated_lines(request);
  if (request.jsonl.empty() || request.jsonl == "-") {
    std::fwrite(lines.data(), 1, lines.size(), stdout);
    return kExitDone;
  }
  const auto written = atomic_write_file(request.jsonl, lines);
  return written ? kExitDone : report_error(written.error());
}

void add_filter_options(CLI::App& command, Request& request) {
  command.add_option("--level", request.filter.levels, "Only these levels")
      ->check(CLI::Range(1, 4));
  command.add_option("--tag", request.filter.tags, "Only tasks with all these operations");
  command.add_option("--text", request.filter.text, "Only tasks that hold this text");
  command.add_flag("--runnable", request.filter.runnable,
                   "Leave out what is judged on smaller shapes here");
}

void add_synthetic_options(CLI::App& command, Request& request) {
  command.add_option("--split", request.split, "train, validation or test")
      ->check(CLI::IsMember({"train", "validation", "test"}));
  command.add_option("--seed", request.seed, "Seed of the generator");
  command.add_option("--start", request.start, "Index of the first synthetic task");
  command.add_option("--count", request.count, "Synthetic tasks of each level")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{10'000'000}));
}

CLI::Option* add_source_option(CLI::App& command, Request& request) {
  return command.add_option("--tasks", request.source, "synthetic, or a KernelBench folder");
}

}  // namespace

void add_tasks_command(CLI::App& app, int& status) {
  CLI::App* group = app.add_subcommand("tasks", "Lists, shows, generates and imports tasks");
  group->require_subcommand(1);
  const auto request = std::make_shared<Request>();

  const auto add_list = [&](const char* name, const char* help) {
    CLI::App* command = group->add_subcommand(name, help);
    add_source_option(*command, *request);
    add_filter_options(*command, *request);
    command->add_option("--exclude", request->exclude, "Leave out the tasks of this list");
    add_synthetic_options(*command, *request);
    command->add_flag("--json", request->json, "One JSON object a line");
    command->callback([request, &status] { status = list_tasks(*request); });
  };
  add_list("list", "Prints a table of tasks");
  add_list("filter", "Prints the tasks that match; exit status 1 if none does");

  CLI::App* show = group->add_subcommand("show", "Prints one task");
  show->add_option("id", request->id, "Id of a task, or the path of a reference file")->required();
  add_source_option(*show, *request);
  show->add_flag("--answers", request->answers, "A right answer too, for synthetic tasks");
  show->add_option("--seed", request->seed, "Picks the written form of the answer");
  show->add_flag("--json", request->json, "One JSON object");
  show->callback([request, &status] { status = show_task(*request); });

  add_tasks_check(*group, status);

  CLI::App* import = group->add_subcommand("import", "Checks a KernelBench folder and lists it");
  import->add_option("folder", request->source, "KernelBench, or the folder above it")->required();
  import->add_flag("--json", request->json, "One JSON object a line");
  import->callback([request, &status] { status = import_folder(*request);
});

CLI::App* generate = group->add_subcommand("generate", "Writes synthetic tasks as JSON lines");
add_filter_options(*generate, *request);
add_synthetic_options(*generate, *request);
generate->add_flag("--answers", request->answers, "With a right answer each");
generate
    ->add_option("--corpus", request->corpus,
                 "Training pairs instead: clean, unverified with planted errors, planned with a "
                 "plan before the code, or rewrites of kernels")
    ->check(CLI::IsMember(tasks::corpus_names()));
generate->add_option("--jsonl", request->jsonl, "File to write; standard output without");
generate->callback([request, &status] { status = generate_tasks(*request); });
}  // namespace nereid::app

}  // namespace nereid::app
