// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/evaluate_report.h"
#include "app/cli/modelled_device.h"
#include "app/cli/terminal.h"
#include "app/cli/tolerance_options.h"
#include "engine/base/clock.h"
#include "engine/base/paths.h"
#include "engine/endpoint/chat.h"
#include "engine/evaluate/archive/archive.h"
#include "engine/evaluate/archive/completions.h"
#include "engine/evaluate/archive/report_file.h"
#include "engine/evaluate/archive/served.h"
#include "engine/evaluate/archive/task_choice.h"
#include "engine/module/module.h"
#include "engine/verify/modelled.h"
#include "engine/verify/verifier.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

struct EvalOptions {
  EvaluateRequest request;
  std::string out, completions, missing = "refuse";
  std::vector<std::string> compare;
  endpoint::ChatOptions chat;  ///< with a URL, its model answers
  bool json = false, no_outputs = false;
  bool has_levels = false;
};

/// "120 of 500 judged, 3m20s left" on a terminal; elsewhere nothing.
class JudgedLine {
 public:
  JudgedLine() : live_(::isatty(STDERR_FILENO) == 1) {}
  void show(int done, int total) {
    if (!live_) return;
    if (first_ < 0) {  // what was judged before this process says nothing of its speed
      first_ = done;
      watch_.restart();
    }
    std::fprintf(stderr, "\r\033[K%d of %d judged", done, total);
    if (done < total && done > first_) {
      const double each = watch_.elapsed_s() / (done - first_);
      std::fprintf(stderr, ", %s left", duration_text(each * (total - done)).c_str());
    }
    if (done == total && !ended_) std::fputs("\n", stderr);
    ended_ = done == total;
  }

 private:
  const bool live_;
  bool ended_ = false;
  int first_ = -1;
  Stopwatch watch_;
};

fs::path folder_of(const EvalOptions& options, const std::string& subject) {
  if (!options.out.empty()) return fs::path(options.out).lexically_normal();
  std::string name = fs::path(subject).lexically_normal().filename().string();
  if (name == "model" || name.rfind("step-", 0) == 0) {  // RUN/model, RUN/checkpoints/step-N
    const fs::path above = fs::path(subject).lexically_normal().parent_path();
    const fs::path run = above.filename() == "checkpoints" ? above.parent_path() : above;
    name = run.filename().string() + "-" + name;
  }
  return runs_dir() / ("eval-" + name + "-" + time_stamp());
}

/// What came of an evaluation in `folder`.
int show_result(const Result<EvaluateReport>& report, const fs::path& folder, bool json) {
  if (!report && report.error().code == ErrorCode::kCancelled) {
    std::fprintf(stderr, "nereid: %s; the same command with --out %s goes on\n",
                 report.error().message.c_str(), folder.c_str());
    return kExitNo;
  }
  if (!report) return report_error(report.error());
  const Result<evaluate::Evaluation> evaluation = evaluate::read_evaluation(folder);
  if (!evaluation) return report_error(evaluation.error());
  if (json) {
    std::puts(dump_json(short_report_json(*evaluation)).c_str());
    return kExitDone;
  }
  std::fputs(report_text(*evaluation).c_str(), stdout);
  std::puts(fmt::format("Look at it: nereid {}", folder.string()).c_str());
  return kExitDone;
}

int evaluate_model(EvalOptions options) {
  Result<TrainingModule*> module = load_training_module();
  if (!module) return report_error(module.error());
  options.request.out = folder_of(options, options.request.model);
  JudgedLine line;
  const InterruptGuard guard;
  const Result<EvaluateReport> report = (*module)->evaluate(
      options.request, [&line](int done, int total) { line.show(done, total); },
      [] { return InterruptGuard::interrupted(); });
  return show_result(report, options.request.out, options.json);
}

Result<evaluate::Completions> read_completions(const EvalOptions& options) {
  static const std::map<std::string, evaluate::Missing> kMissing = {
      {"refuse", evaluate::Missing::kRefuse},
      {"wrong", evaluate::Missing::kWrong},
      {"leave-out", evaluate::Missing::kLeaveOut}};
  evaluate::CompletionsChoice choice;
  choice.place = options.completions;
  if (options.request.tasks != "synthetic") choice.tasks = options.request.tasks;
  if (options.has_levels) choice.levels = options.request.levels;
  choice.missing = kMissing.at(options.missing);
  return evaluate::load_completions(choice);
}

evaluate::EvaluationPlan plan_of(const EvalOptions& options,
                                 const evaluate::Completions& completions) {
  const EvaluateRequest& request = options.request;
  evaluate::EvaluationPlan plan;
  plan.subject = options.completions;
  plan.subject_hash = completions.hash;
  plan.is_model = false;
  plan.extracted = completions.extracted;
  plan.tasks = request.tasks;
  plan.tasks_hash = evaluate::hash_of_tasks(completions.tasks);
  plan.split = "all";
  for (const tasks::Task& task : completions.tasks)
    if (std::find(plan.levels.begin(), plan.levels.end(), task.level) == plan.levels.end())
      plan.levels.push_back(task.level);
  plan.samples = completions.samples;
  plan.seed = request.seed;
  plan.yardstick = evaluate::settled(request.yardstick);
  return plan;
}

int evaluate_completions(const EvalOptions& options) {
  if (options.request.turns > 1)
    return report_error({ErrorCode::kInvalidArgument,
                         "--turns: published completions cannot be asked again; leave it out"});
  const Result<evaluate::Completions> completions = read_completions(options);
  if (!completions) return report_error(completions.error());
  if (completions->left_out > 0)
    std::fprintf(stderr, "nereid: %d tasks without all of their completions are left out\n",
                 completions->left_out);
  const evaluate::EvaluationPlan plan = plan_of(options, *completions);
  const ReportOptions scores{options.request.k, options.request.p, plan.samples, plan.seed};
  if (Result<void> checked = check_report_options(scores); !checked)
    return report_error(checked.error());
  verify::VerifierConfig settings;
  settings.jobs = options.request.jobs;
  if (options.request.keep) settings.keep.emplace();
  Result<std::unique_ptr<verify::Verifier>> verifier = verify::Verifier::start(settings);
  if (!verifier) return report_error(verifier.error());
  const fs::path folder = folder_of(options, options.completions);
  Result<std::unique_ptr<evaluate::Archive>> archive = evaluate::Archive::open(
      {.folder = folder,
       .name = folder.filename().string(),
       .plan = plan,
       .facts = {{"completions", plan.subject}, {"completions_hash", plan.subject_hash}},
       .samples = static_cast<int>(completions->tasks.size()) * plan.samples});
  if (!archive) return report_error(archive.error());
  JudgedLine line;
  const InterruptGuard guard;
  evaluate::JudgingParts parts{.submit = verify::submit_to(**verifier),
                               .progress = [&line](int done, int total) { line.show(done, total); },
                               .cancelled = [] { return InterruptGuard::interrupted(); },
                               .cancel = [&verifier] { (*verifier)->cancel_all(); },
                               .archive = archive->get()};
  const Result<EvaluateReport> report = evaluate::closed(**archive, scores, [&] {
    return evaluate::judge_completions(*completions, plan, scores, std::move(parts));
  });
  return show_result(report, folder, options.json);
}

/// What an endpoint cannot be asked for.
Result<void> check_served(const EvalOptions& options) {
  const EvaluateRequest& request = options.request;
  const auto refused = [](const std::string& option, const std::string& why) {
    return Error{ErrorCode::kInvalidArgument, option + ": " + why + "; leave it out"};
  };
  if (request.turns > 1) return refused("--turns", "the model of an endpoint answers once");
  if (!request.agents.empty()) return refused("--agents", "an endpoint serves one model");
  if (request.top_k > 0)
    return refused("--top-k", "the interface of chat completions has no such parameter");
  if (request.min_p > 0)
    return refused("--min-p", "the interface of chat completions has no such parameter");
  return {};
}

evaluate::EvaluationPlan plan_of_served(const EvalOptions& options,
                                        const std::vector<tasks::Task>& tasks) {
  const EvaluateRequest& request = options.request;
  evaluate::EvaluationPlan plan;
  plan.subject = "endpoint:" + options.chat.model;  // a server may move: its URL is a fact
  plan.tasks = request.tasks;
  plan.tasks_hash = evaluate::hash_of_tasks(tasks);
  plan.levels = request.levels;
  plan.samples = std::max(1, request.samples);
  plan.temperature = request.temperature;
  plan.top_p = request.top_p;
  plan.max_new_tokens = request.max_new_tokens;
  plan.prompt_format = evaluate::kServedFormat;
  plan.dtype = "unknown";  // nobody says what the server computes in
  plan.seed = request.seed;
  plan.yardstick = evaluate::settled(request.yardstick);
  return plan;
}

evaluate::ServedAsk served_ask(endpoint::ChatClient& client) {
  return [&client](const tasks::Task& task,
                   const std::stop_token& stop) -> Result<evaluate::ServedAnswer> {
    Result<endpoint::ChatAnswer> answer =
        client.ask({{"user", evaluate::served_prompt(task)}}, stop);
    if (!answer) return answer.error();
    return evaluate::ServedAnswer{.text = std::move(answer->content),
                                  .truncated = answer->truncated()};
  };
}

int evaluate_endpoint(EvalOptions options) {
  EvaluateRequest& request = options.request;
  endpoint::ChatOptions& chat = options.chat;
  chat.model = request.model;
  chat.temperature = request.temperature;
  chat.top_p = request.top_p;
  chat.max_tokens = request.max_new_tokens;
  chat.takes_empty = true;
  if (Result<void> checked = check_served(options); !checked) return report_error(checked.error());
  Result<std::unique_ptr<endpoint::ChatClient>> client = endpoint::ChatClient::open(chat);
  if (!client) return report_error(client.error());
  (*client)->on_retry([](const endpoint::ChatRetry& retry) {
    std::fprintf(stderr, "nereid: %s; again in %.0f s\n", retry.why.c_str(), retry.wait_s);
  });
  const std::string split = !request.split.empty()         ? request.split
                            : request.tasks == "synthetic" ? "test"
                                                           : "all";
  const auto tasks = evaluate::evaluation_tasks({.source = request.tasks,
                                                 .split = split,
                                                 .levels = request.levels,
                                                 .count = request.tasks_per_level,
                                                 .exclude = request.exclude});
  if (!tasks) return report_error(tasks.error());
  evaluate::EvaluationPlan plan = plan_of_served(options, *tasks);
  plan.split = split;
  const ReportOptions scores{request.k, request.p, plan.samples, plan.seed};
  if (Result<void> checked = check_report_options(scores); !checked)
    return report_error(checked.error());
  verify::VerifierConfig settings;
  settings.jobs = request.jobs;
  if (request.keep) settings.keep.emplace();
  Result<std::unique_ptr<verify::Verifier>> verifier = verify::Verifier::start(settings);
  if (!verifier) return report_error(verifier.error());
  const fs::path folder = folder_of(options, chat.model);
  Result<std::unique_ptr<evaluate::Archive>> archive = evaluate::Archive::open(
      {.folder = folder,
       .name = folder.filename().string(),
       .plan = plan,
       .facts = {{"model", chat.model}, {"endpoint", chat.url}, {"split", split}},
       .samples = evaluate::rows_of(plan, tasks->size())});
  if (!archive) return report_error(archive.error());
  JudgedLine line;
  const InterruptGuard guard;
  evaluate::JudgingParts parts{.submit = verify::submit_to(**verifier),
                               .progress = [&line](int done, int total) { line.show(done, total); },
                               .cancelled = [] { return InterruptGuard::interrupted(); },
                               .cancel = [&verifier] { (*verifier)->cancel_all(); },
                               .archive = archive->get()};
  const evaluate::ServedParts served{.ask = served_ask(**client),
                                     .at_once = chat.concurrency,
                                     .answers = folder / "answers.jsonl"};
  const Result<EvaluateReport> report = evaluate::closed(**archive, scores, [&] {
    return evaluate::evaluate_served(served, *tasks, plan, scores, std::move(parts));
  });
  return show_result(report, folder, options.json);
}

int compare(const EvalOptions& options) {
  const Result<evaluate::Evaluation> a = evaluate::read_evaluation(options.compare[0]);
  if (!a) return report_error(a.error());
  const Result<evaluate::Evaluation> b = evaluate::read_evaluation(options.compare[1]);
  if (!b) return report_error(b.error());
  const Result<evaluate::PairedReport> report = evaluate::compare_evaluations(*a, *b);
  if (!report) return report_error(report.error());
  if (options.json)
    std::puts(dump_json(evaluate::paired_json(*a, *b, *report)).c_str());
  else
    std::fputs(paired_text(*a, *b, *report).c_str(), stdout);
  return kExitDone;
}

int run_eval(const EvalOptions& options) {
  if (!options.compare.empty()) return compare(options);
  if (!options.completions.empty()) return evaluate_completions(options);
  if (!options.chat.url.empty()) return evaluate_endpoint(options);
  return evaluate_model(options);
}

void add_sampling_options(CLI::App& command, EvaluateRequest& request) {
  command.add_option("--samples", request.samples, "Completions per task")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      .add_option("--turns", request.turns,
                  "Answers of each completion that follow one another, at most: after a rejected "
                  "one the model is told why and asked again; pass@1 after each turn")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command.add_option("--temperature", request.temperature, "Sampling temperature; 0 is greedy")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_option("--top-p", request.top_p, "Share of probability that is sampled from")
      ->check(CLI::Range(0.0, 1.0) & CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--top-k", request.top_k, "Tokens that are sampled from; 0 is all")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      .add_option("--min-p", request.min_p,
                  "Share of the greatest probability that a token needs to be sampled; 0 is none")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command.add_option("--max-new-tokens", request.max_new_tokens, "Longest completion")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      .add_option("--dtype", request.dtype,
                  "Number format of the weights; int8: linear layers in 8 bits, as a run with "
                  "model.dtype: int8 holds them")
      ->check(CLI::IsMember({"float32", "bfloat16", "int8"}))
      ->capture_default_str();
  command.add_option("--threads", request.threads, "Threads that generate");
}

void add_endpoint_options(CLI::App& command, endpoint::ChatOptions& chat, CLI::Option* others,
                          CLI::Option* model) {
  CLI::Option* url =
      command
          .add_option("--endpoint", chat.url,
                      "Ask a model that somebody else serves, --model as the server calls it: base "
                      "URL of an OpenAI-compatible endpoint, such as http://localhost:8000/v1")
          ->type_name("URL")
          ->excludes(others)
          ->needs(model);
  command
      .add_option("--key-env", chat.key_env,
                  "Name of the environment variable that holds the endpoint's key")
      ->type_name("VARIABLE")
      ->needs(url);
  command.add_option("--ca-file", chat.ca_file, "Certificates of the endpoint to trust, PEM")
      ->type_name("FILE")
      ->needs(url);
  command.add_option("--timeout", chat.timeout_s, "Seconds for one attempt at one answer")
      ->check(CLI::PositiveNumber)
      ->capture_default_str()
      ->needs(url);
  command
      .add_option("--attempts", chat.attempts, "Attempts at one question where a failure may pass")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str()
      ->needs(url);
  command.add_option("--concurrency", chat.concurrency, "Questions to the endpoint at once")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str()
      ->needs(url);
}

CLI::Option* add_task_options(CLI::App& command, EvaluateRequest& request) {
  command.add_option("--tasks", request.tasks, "\"synthetic\" or a folder in KernelBench layout")
      ->capture_default_str();
  command.add_option(
      "--exclude", request.exclude,
      "Leave out the tasks of this list, as `nereid tasks check --exclude` writes it");
  command
      .add_option("--split", request.split,
                  "validation, test or all (of a folder); without it test, or all of a folder that "
                  "the model was not trained on")
      ->check(CLI::IsMember({"validation", "test", "all"}));
  command.add_option("--level-samples", request.tasks_per_level, "Tasks per level")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  return command.add_option("--levels", request.levels, "Levels, separated by commas")
      ->delimiter(',');
}

void add_score_options(CLI::App& command, EvalOptions& options) {
  EvaluateRequest& request = options.request;
  command.add_option("--k", request.k, "The k of pass@k, separated by commas")->delimiter(',');
  command.add_option("--p", request.p, "The p of fast_p, separated by commas")->delimiter(',');
  command
      .add_option("--baseline", request.yardstick.baseline,
                  "Time right kernels against eager PyTorch, torch.compile or the faster of both "
                  "(min); needs a GPU. Without it nothing is timed")
      ->check(CLI::IsMember({"eager", "compile", "min"}));
  command
      .add_option("--modelled-device", request.yardstick.modelled_device,
                  "Also model how fast this GPU could be on right kernels: " +
                      verify::modelled_device_names() +
                      ", or none; without it, for agents, that of their run. Nothing is measured")
      ->check(check_modelled_device);
  command
      .add_option("--several-blocks", request.yardstick.several_blocks,
                  "An answer with several complete code blocks: the last one counts, or it is "
                  "invalid")
      ->check(CLI::IsMember({"last", "invalid"}))
      ->capture_default_str();
  add_tolerance_options(command, request.yardstick.rtol, request.yardstick.atol);
  command.add_option("--seed", request.seed, "Seed of sampling, inputs and intervals")
      ->capture_default_str();
  command.add_flag("--thorough", request.yardstick.thorough,
                   "Judge on the extra input variants too, not only on the five of a report");
  command.add_flag(
      "--no-outputs", options.no_outputs,
      "Do not also judge what was rejected for how it came about by its outputs alone");
  command.add_flag("--cache,!--no-cache", request.keep,
                   "Take verdicts of earlier runs on the same candidates, and keep those of this "
                   "one (default)");
  command.add_option("--jobs", request.jobs, "Candidates judged at once");
}

}  // namespace

void add_eval_command(CLI::App& app, int& status) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App* command = app.add_subcommand(
      "eval",
      "Score a model, or published completions, on held-out tasks: valid, compiled, correct, "
      "pass@k, fast_p and speed-ups with 95% intervals");
  CLI::Option* model =
      command
          ->add_option(
              "model,--model", options->request.model,
              "Preset name, model folder, checkpoint folder or GGUF file; or the folder of a "
              "run, whose agents then work as a chain")
          ->capture_default_str();
  command
      ->add_option("--agents", options->request.agents,
                   "Agents of the run that take part, separated by commas, beginning with a "
                   "frontend; without it all that have learnt")
      ->delimiter(',');
  CLI::Option* completions = command->add_option(
      "--completions", options->completions,
      "Judge these in place of a model's: JSON lines {task or reference, completion, sample}, or "
      "the folder of a KernelBench run (with --tasks)");
  command
      ->add_option("--missing", options->missing,
                   "Completions that are missing: refuse, count them as wrong, or leave their "
                   "tasks out (leave-out)")
      ->check(CLI::IsMember({"refuse", "wrong", "leave-out"}))
      ->capture_default_str()
      ->needs(completions);
  command
      ->add_option("--compare", options->compare,
                   "Compare two evaluations of the same tasks: folders or report.json files")
      ->expected(2)
      ->type_name("A B")
      ->excludes(completions);
  add_endpoint_options(*command, options->chat, completions, model);
  CLI::Option* levels = add_task_options(*command, options->request);
  add_sampling_options(*command, options->request);
  add_score_options(*command, *options);
  command
      ->add_option("--out", options->out,
                   "Folder of the record and the report: new, or an evaluation to go on with; "
                   "without it a new one in the runs folder")
      ->type_name("DIR");
  command->add_flag("--json", options->json, "One line of JSON on standard output");
  command->callback([options, levels, &status] {
    options->request.yardstick.outputs = !options->no_outputs;
    options->has_levels = levels->count() > 0;
    status = run_eval(*options);
  });
}

}  // namespace nereid::app
