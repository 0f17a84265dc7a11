// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/distill_local.h"
#include "app/cli/terminal.h"
#include "engine/base/clock.h"
#include "engine/base/hash.h"
#include "engine/base/json.h"
#include "engine/distill/distill.h"
#include "engine/endpoint/chat.h"
#include "engine/module/module.h"
#include "engine/tasks/filters.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/importers.h"
#include "engine/tasks/prompt.h"
#include "engine/tasks/split.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

constexpr double kDistillLineS = 15;  // where standard error is not a terminal
constexpr const char* kGenerated = "synthetic";
constexpr int kRowsAtOnce = 32;  // answers of a model in this process that are generated together

struct DistillArguments {
  std::string tasks;
  std::string split = "train";
  std::string exclude;
  std::string policy = "full";
  tasks::TaskFilter filter;
  tasks::HeldOut held_out;
  std::uint64_t seed = 7, start = 0, count = 100;
  endpoint::ChatOptions chat;
  AskRequest local;  ///< its model is asked where there is no chat.url
  verify::VerifierConfig verifier;
  distill::DistillRequest request;
  bool json = false;
};

Result<std::vector<tasks::Task>> synthetic_tasks(const DistillArguments& arguments) {
  const auto split = tasks::split_from_name(arguments.split);
  if (!split)
    return Error{ErrorCode::kInvalidArgument,
                 "distill: --split all is for folders; generated tasks have no end"};
  std::vector<int> levels = arguments.filter.levels;
  if (levels.empty()) levels = {1, 2};
  std::vector<tasks::Task> list;
  for (const int level : levels) {
    if (level > 2)
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("distill: synthetic tasks have level 1 or 2, not {}", level)};
    for (std::uint64_t i = 0; i < arguments.count; ++i)
      list.push_back(tasks::synthetic_task(arguments.seed, *split, level, arguments.start + i));
  }
  return list;
}

/// Of a folder: without what is never trained on, unless asked for.
Result<std::vector<tasks::Task>> folder_tasks(const DistillArguments& arguments) {
  Result<std::vector<tasks::Task>> all =
      tasks::load_without_excluded(arguments.tasks, arguments.exclude);
  const auto split = tasks::split_from_name(arguments.split);
  if (!all || !split) return all;
  const std::size_t before = all->size();
  std::vector<tasks::Task> chosen = tasks::only_split(std::move(*all), *split, arguments.held_out);
  fmt::print(stderr, "{} of {} tasks are of the {} part; --split says which part is asked\n",
             chosen.size(), before, arguments.split);
  return chosen;
}

Result<std::vector<tasks::Task>> tasks_of(const DistillArguments& arguments) {
  std::error_code ignored;
  Result<std::vector<tasks::Task>> all = std::vector<tasks::Task>();
  if (arguments.tasks == kGenerated) {
    all = synthetic_tasks(arguments);
  } else if (fs::is_directory(arguments.tasks, ignored)) {
    all = folder_tasks(arguments);
  } else {
    Result<tasks::Task> one = tasks::load_task_file(arguments.tasks);
    if (!one) return one.error();
    all->push_back(std::move(*one));
  }
  if (!all) return all;
  std::vector<tasks::Task> list = tasks::filter_tasks(std::move(*all), arguments.filter);
  if (list.empty())
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("distill: no task of {} is left; see `nereid tasks list` and --split",
                             arguments.tasks)};
  return list;
}

std::string question_text(const tasks::Task& task) {
  return tasks::render_prompt(task, tasks::PromptStyle::kInstruct);
}

/// Who is asked and how: what must be the same for a file to be gone on with. Not the URL, since a
/// server may move.
std::string source_of(const endpoint::ChatOptions& chat) {
  return dump_json(OrderedJson{{"model", chat.model},
                               {"temperature", chat.temperature},
                               {"top_p", chat.top_p},
                               {"max_tokens", chat.max_tokens},
                               {"prompt_sha256", sha256_hex(question_text({}))}});
}

/// The same of a model in this process, whose weights are known.
std::string source_of(const DistillArguments& arguments, const AskedModel& model) {
  return dump_json(OrderedJson{{"weights_hash", model.weights_hash()},
                               {"dtype", arguments.local.dtype},
                               {"prompt_format", model.prompt_format()},
                               {"temperature", arguments.local.temperature},
                               {"top_p", arguments.local.top_p},
                               {"max_tokens", arguments.local.max_new_tokens},
                               {"seed", arguments.seed}});
}

distill::Ask ask_with(endpoint::ChatClient& client) {
  return [&client](const tasks::Task& task, int,
                   const std::stop_token& stop) -> Result<distill::Answer> {
    Result<endpoint::ChatAnswer> answer = client.ask({{"user", question_text(task)}}, stop);
    if (!answer) return answer.error();
    const bool truncated = answer->truncated();
    return distill::Answer{.reasoning = std::move(answer->reasoning),
                           .text = std::move(answer->content),
                           .model = std::move(answer->model),
                           .truncated = truncated};
  };
}

/// One line that rewrites itself on a terminal, a line now and then elsewhere. Thread-safe.
class DistillLine {
 public:
  ~DistillLine() { clear(); }
  void show(const distill::DistillCounts& counts) {
    const std::lock_guard lock(mutex_);
    const int here = counts.done() - counts.kept;
    if (before_ < 0) before_ = here;
    const bool is_last = counts.done() == counts.questions;
    if (!terminal_ && watch_.elapsed_s() - last_s_ < kDistillLineS && !is_last) return;
    last_s_ = watch_.elapsed_s();
    const int left = counts.questions - counts.done();
    const std::string eta =
        here > before_ && left > 0
            ? fmt::format(", about {} left",
                          duration_text(watch_.elapsed_s() / (here - before_) * left))
            : std::string();
    print(fmt::format("{} of {}: {} right, {} refused, {} twice, {} without an answer{}",
                      counts.done(), counts.questions, counts.accepted, counts.refused,
                      counts.duplicates, counts.failed + counts.not_judged, eta));
  }
  /// Before the report.
  void end() {
    const std::lock_guard lock(mutex_);
    clear();
  }
  void say(const std::string& text) {
    const std::lock_guard lock(mutex_);
    clear();
    fmt::print(stderr, "{}\n", text);
  }

 private:
  void clear() {
    if (terminal_ && drawn_) std::fputs("\r\033[K", stderr);
    drawn_ = false;
  }
  void print(const std::string& text) {
    std::fputs(terminal_ ? ("\r\033[K" + text).c_str() : (text + "\n").c_str(), stderr);
    std::fflush(stderr);
    drawn_ = true;
  }

  const bool terminal_ = ::isatty(STDERR_FILENO) == 1;
  std::mutex mutex_;
  Stopwatch watch_;
  bool drawn_ = false;
  int before_ = -1;  ///< done when the first question was asked
  double last_s_ = -kDistillLineS;
};

OrderedJson report_object(const DistillArguments& arguments, const distill::DistillReport& report) {
  const distill::DistillCounts& counts = report.counts;
  const fs::path& out = arguments.request.out;
  return {{"schema", "nereid.distill/1"},
          {"pairs_file", out.string()},
          {"refused_file", distill::refused_path(out).string()},
          {"answers_file", distill::answers_path(out).string()},
          {"questions", counts.questions},
          {"accepted", counts.accepted},
          {"refused", counts.refused},
          {"duplicates", counts.duplicates},
          {"not_judged", counts.not_judged},
          {"failed", counts.failed},
          {"kept", counts.kept},
          {"reasons", counts.reasons},
          {"last_failure", report.last_failure ? Json(report.last_failure->message) : Json()},
          {"ended_by", report.ended_by ? Json(report.ended_by->message) : Json()}};
}

void print_report(const DistillArguments& arguments, const distill::DistillReport& report) {
  const distill::DistillCounts& counts = report.counts;
  const fs::path& out = arguments.request.out;
  fmt::print("{} questions to {}, {} of them settled by former starts\n", counts.questions,
             arguments.chat.model, counts.kept);
  fmt::print("{:>8} right, written to {}\n", counts.accepted, out.string());
  fmt::print("{:>8} refused, kept in {}\n", counts.refused, distill::refused_path(out).string());
  std::vector<std::pair<std::string, int>> reasons(counts.reasons.begin(), counts.reasons.end());
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  for (const auto& [reason, count] : reasons) fmt::print("{:>16} {}\n", count, reason);
  fmt::print("{:>8} twice: the same code was there for the task\n", counts.duplicates);
  if (counts.not_judged > 0)
    fmt::print("{:>8} could not be judged; started again, they are judged again\n",
               counts.not_judged);
  if (counts.failed > 0)
    fmt::print("{:>8} without an answer; started again, they are asked again\n         last: {}\n",
               counts.failed, report.last_failure->message);
}

int end_of(const DistillArguments& arguments, const distill::DistillReport& report) {
  if (arguments.json)
    fmt::print("{}\n", dump_json(report_object(arguments, report)));
  else
    print_report(arguments, report);
  const bool is_whole = report.counts.done() == report.counts.questions &&
                        report.counts.failed + report.counts.not_judged == 0;
  if (!report.ended_by) return is_whole ? kExitDone : kExitNo;
  fmt::print(stderr, "all that came is kept; the same command goes on with what is missing\n");
  if (report.ended_by->code == ErrorCode::kCancelled) return kExitNo;
  return report_error(*report.ended_by);
}

/// Asks, judges and writes; `request.source` and `askers` are set.
int distill_with(DistillArguments& arguments, const distill::Ask& ask, DistillLine& line) {
  arguments.request.verify.timing = false;  // right or wrong is asked
  arguments.request.verify.policy =
      arguments.policy == "full" ? verify::Policy::kFull : verify::Policy::kBestSystem;
  auto verifier = verify::Verifier::start(arguments.verifier);
  if (!verifier) return report_error(verifier.error());
  Result<distill::DistillReport> report = Error{};
  {
    const InterruptWatch watch;
    report = distill::distill(
        arguments.request, ask, **verifier,
        [&line](const distill::DistillCounts& counts) { line.show(counts); }, watch.token());
  }
  line.end();
  if (!report) return report_error(report.error());
  return end_of(arguments, *report);
}

int distill_from_endpoint(DistillArguments& arguments) {
  auto client = endpoint::ChatClient::open(arguments.chat);
  if (!client) return report_error(client.error());
  arguments.request.askers = arguments.chat.concurrency;
  arguments.request.source = source_of(arguments.chat);
  DistillLine line;
  (*client)->on_retry([&](const endpoint::ChatRetry& retry) {
    line.say(fmt::format("{}; asked again in {:.1f} s", retry.why, retry.wait_s));
  });
  return distill_with(arguments, ask_with(**client), line);
}

int distill_from_model(DistillArguments& arguments) {
  Result<TrainingModule*> module = load_training_module();
  if (!module) return report_error(module.error());
  arguments.local.temperature = arguments.chat.temperature;
  arguments.local.top_p = arguments.chat.top_p;
  if (arguments.chat.max_tokens > 0) arguments.local.max_new_tokens = arguments.chat.max_tokens;
  Result<std::unique_ptr<AskedModel>> model = (*module)->ask(arguments.local);
  if (!model) return report_error(model.error());
  arguments.chat.model = arguments.local.model;  // as the report calls it
  arguments.request.askers = kRowsAtOnce;
  arguments.request.source = source_of(arguments, **model);
  LocalAsker asker(std::move(*model), arguments.local.model, arguments.seed);
  DistillLine line;
  return distill_with(
      arguments,
      [&asker](const tasks::Task& task, int sample, const std::stop_token& stop) {
        return asker.ask(task, sample, stop);
      },
      line);
}

int run_distill(DistillArguments& arguments) {
  const bool is_local = !arguments.local.model.empty();
  if (!is_local && (arguments.chat.url.empty() || arguments.chat.model.empty()))
    return report_error({ErrorCode::kInvalidArgument,
                         "distill: who is asked? Give --endpoint URL and --model NAME, or "
                         "--from-model MODEL for a model on this machine"});
  Result<std::vector<tasks::Task>> list = tasks_of(arguments);
  if (!list) return report_error(list.error());
  arguments.request.tasks = std::move(*list);
  return is_local ? distill_from_model(arguments) : distill_from_endpoint(arguments);
}

void add_task_options(CLI::App& command, DistillArguments& arguments) {
  command
      .add_option("TASKS", arguments.tasks,
                  "\"synthetic\", a folder in KernelBench layout, or a reference file")
      ->required();
  command
      .add_option("--split", arguments.split,
                  "Of which part tasks are asked: train, validation, test, of a folder also all")
      ->check(CLI::IsMember({"train", "validation", "test", "all"}))
      ->capture_default_str();
  command
      .add_option("--validation-share", arguments.held_out.validation,
                  "Share of a folder that is held out for validation, as the run's settings say")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command
      .add_option("--test-share", arguments.held_out.test,
                  "Share of a folder that is held out for tests, as the run's settings say")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command.add_option("--level", arguments.filter.levels, "Only these levels")
      ->check(CLI::Range(1, 4));
  command.add_option("--text", arguments.filter.text, "Only tasks that hold this text");
  command.add_option("--exclude", arguments.exclude, "Leave out the tasks of this list");
  command
      .add_option("--seed", arguments.seed, "Seed of the generator, and of what --from-model draws")
      ->capture_default_str();
  command.add_option("--start", arguments.start, "Index of the first synthetic task");
  command.add_option("--count", arguments.count, "Synthetic tasks of each level")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{10'000'000}))
      ->capture_default_str();
}

void add_local_options(CLI::App& command, DistillArguments& arguments) {
  CLI::Option* local = command.add_option("--from-model", arguments.local.model,
                                          "Ask this model on this machine in place of an endpoint: "
                                          "preset name, model folder, GGUF file or "
                                          "checkpoint folder");
  local->excludes("--endpoint")->excludes("--model");
  command.add_option("--dtype", arguments.local.dtype, "Number format of its weights")
      ->check(CLI::IsMember({"float32", "bfloat16", "int8"}))
      ->capture_default_str()
      ->needs(local);
}

void add_endpoint_options(CLI::App& command, endpoint::ChatOptions& chat) {
  command
      .add_option("--endpoint", chat.url,
                  "Base URL of an OpenAI-compatible endpoint, such as http://localhost:8000/v1")
      ->type_name("URL");
  command.add_option("--model", chat.model, "The model, as the endpoint calls it");
  command
      .add_option("--key-env", chat.key_env,
                  "Name of the environment variable that holds the endpoint's key")
      ->type_name("VARIABLE");
  command.add_option("--ca-file", chat.ca_file, "Certificates to trust, PEM")->type_name("FILE");
  command.add_option("--temperature", chat.temperature, "Sampling temperature")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
  command.add_option("--top-p", chat.top_p, "Share of probability that is sampled from")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command
      .add_option(
          "--max-tokens", chat.max_tokens,
          "Longest answer with its reasoning (0: as the server says; 640 with --from-model)")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--timeout", chat.timeout_s, "Seconds for one attempt at one answer")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      .add_option("--attempts", chat.attempts, "Attempts at one question where a failure may pass")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--concurrency", chat.concurrency, "Questions on their way at once")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
}

}  // namespace

void add_distill_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<DistillArguments>();
  arguments->chat.temperature = 0.6;
  arguments->chat.top_p = 0.95;
  arguments->request.samples = 5;
  arguments->local.model.clear();
  CLI::App* command = app.add_subcommand(
      "distill", "Ask a model for kernels, judge them, and write the right ones for SFT");
  add_task_options(*command, *arguments);
  add_endpoint_options(*command, arguments->chat);
  add_local_options(*command, *arguments);
  command->add_option("--samples", arguments->request.samples, "Answers to each task")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  command
      ->add_option("--out", arguments->request.out,
                   "File of pairs; FILE.refused.jsonl and FILE.answers.jsonl come beside it")
      ->required()
      ->type_name("FILE.jsonl");
  command->add_option("--device", arguments->request.verify.device,
                      "Where candidates run: auto, cpu or cuda[:N]");
  command
      ->add_option("--policy", arguments->policy,
                   "full: kernels do all the compute; best-system: torch may compute on the "
                   "way (flagged) and go on from what kernels store")
      ->check(CLI::IsMember({"full", "best-system"}));
  command->add_option("--jobs", arguments->verifier.jobs,
                      "Candidates judged at once (0: cores but one)");
  command->add_flag("--json", arguments->json, "Counts as one JSON object on standard output");
  command->callback([arguments, &status] { status = run_distill(*arguments); });
}

}  // namespace nereid::app
