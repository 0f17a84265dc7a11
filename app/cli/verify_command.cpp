// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/advise.h"
#include "app/cli/batch_printer.h"
#include "app/cli/commands.h"
#include "app/cli/modelled_device.h"
#include "app/cli/terminal.h"
#include "app/cli/tolerance_options.h"
#include "app/cli/verify_artefacts.h"
#include "app/cli/verify_batch.h"
#include "app/cli/verify_ray.h"
#include "app/cli/verify_report.h"
#include "engine/advise/advisor.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/tasks/reference_file.h"
#include "engine/verify/modelled.h"
#include "engine/verify/reproduce.h"
#include "engine/verify/seeds.h"
#include "engine/verify/trace.h"
#include "engine/verify/verifier.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

constexpr int kExitInterrupted = 128 + SIGINT, kExitUnread = 128 + SIGPIPE;
constexpr std::size_t kListBytes = std::size_t{1} << 30;  // of a batch that is one JSON array

struct VerifyArguments {
  std::string candidate;
  std::string reference;
  std::string batch;
  std::string tasks;  ///< folder that a batch names tasks of
  std::string ray;
  std::string artefacts;
  std::string script;
  std::string trace;
  std::string input;
  std::string device = "auto";
  std::string policy = "full";
  std::string inputs = "all";
  std::optional<double> compile_limit_s, run_limit_s;
  std::optional<double> rtol, atol;
  std::string entry_point;  ///< empty = what the reference says
  std::optional<std::uint64_t> seed;
  verify::VerifierConfig verifier;  ///< jobs and lanes
  bool stats = false;
  bool json = false;
  std::string timing_method = "nereid";
  bool timing_beside = true;
  bool compiled_baseline = false;
  bool audit = false;
  std::string modelled_device;
  bool advise = false;
  AdvisorChoice advisor;
  bool cache = true;
};

constexpr int kFewestForATable = 10;     // verdicts of a batch
const std::string kStandardInput = "-";  // in place of a file

// The system's own name of a file that is standard input.
std::string path_of(const std::string& file) {
  return file == kStandardInput ? "/dev/stdin" : file;
}

Result<std::string> read_source(const fs::path& file) {
  Result<std::string> text = read_file(path_of(file.string()), 64 << 20);
  if (!text) return text;
  std::size_t bad = 0;
  if (is_utf8(*text, &bad)) return text;
  const auto line =
      1 + std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(bad), '\n');
  return Error{
      ErrorCode::kInvalidArgument,
      fmt::format("{}:{}: byte {} is not UTF-8; save the file as UTF-8", file.string(), line, bad)};
}

verify::VerifyRequest request_of(const VerifyArguments& arguments) {
  verify::VerifyRequest request;
  request.seed = arguments.seed ? verify::seed_for(*arguments.seed) : verify::unguessable_seed();
  request.options.device = arguments.device;
  request.options.keep_artefacts = !arguments.artefacts.empty();
  request.options.policy =
      arguments.policy == "full" ? verify::Policy::kFull : verify::Policy::kBestSystem;
  request.options.inputs =
      verify::input_scope_from_name(arguments.inputs).value_or(request.options.inputs);
  request.options.compile_limit_s =
      arguments.compile_limit_s.value_or(request.options.compile_limit_s);
  request.options.run_limit_s = arguments.run_limit_s.value_or(request.options.run_limit_s);
  request.options.allclose = verify::allclose_of(arguments.rtol, arguments.atol);
  request.options.timing_method = verify::timing_method_from_name(arguments.timing_method)
                                      .value_or(request.options.timing_method);
  request.options.timing_beside = arguments.timing_beside;
  request.options.compiled_baseline = arguments.compiled_baseline;
  request.options.audit = arguments.audit;
  if (arguments.modelled_device != "none")
    request.options.modelled_device = arguments.modelled_device;
  return request;
}

// Without a seed of the user's the inputs are drawn anew, so that no verdict can come again; what
// was compiled can.
verify::VerifierConfig with_cache(verify::VerifierConfig config, const VerifyArguments& arguments) {
  if (!arguments.cache) return config;
  config.keep.emplace();
  config.keep->verdicts = arguments.seed.has_value();
  return config;
}

// The class that was asked for, else that of the reference.
std::string entry_point_for(const std::string& reference, const std::string& asked) {
  return asked.empty() ? tasks::entry_point_or_model(reference) : asked;
}

// The candidate was not at fault: the verdict is no answer.
bool could_not_judge(const verify::Verdict& verdict) {
  return !verdict.accepted && !verdict.rejected_at;
}

// The script on the input that was asked for, or on the one that decided.
Result<void> write_script(const VerifyArguments& arguments, const verify::VerifyRequest& request,
                          const verify::Verdict& verdict) {
  const std::string input =
      arguments.input.empty() ? verify::input_to_reproduce(verdict) : arguments.input;
  const std::atomic<bool> never{false};
  Result<std::string> text = verify::reproduction_script(request, verdict, input, never);
  if (!text) return Error{text.error().code, "verify: --script: " + text.error().message};
  return atomic_write_file(arguments.script, *text);
}

/// None unless asked for.
Result<std::unique_ptr<advise::Advisor>> advisor_for(const VerifyArguments& arguments) {
  if (!arguments.advise) return std::unique_ptr<advise::Advisor>();
  const Result<config::AdvisorSettings> settings = advisor_settings(arguments.advisor, {});
  if (!settings) return settings.error();
  return advise::Advisor::open(*settings);
}

/// Asks and prints. A failure is told and changes nothing: the verdict stands without advice.
void print_advice(advise::Advisor& advisor, const VerifyArguments& arguments,
                  const verify::VerifyRequest& request) {
  const tasks::Task task = {.reference = request.reference, .entry_point = request.entry_point};
  const InterruptWatch watch;
  const Result<advise::Advice> advice = advisor.advise(task, request.candidate, watch.token());
  if (!advice) {
    fmt::print(stderr, "nereid: no advice: {}\n", advice.error().message);
    return;
  }
  fmt::print("{}\n",
             arguments.json ? dump_json(advise::to_json(*advice)) : "\n  " + advice_line(*advice));
}

int report_interrupted(const std::string& what) {
  report_error({ErrorCode::kCancelled, "interrupted: " + what});
  return kExitInterrupted;
}

// A chat's answer was given in place of a module.
bool holds_answer(const verify::Verdict& verdict, const std::string& text) {
  return verdict.reason.code == "syntax_error" && verify::extract_candidate(text).blocks > 0;
}

int verify_one(const VerifyArguments& arguments) {
  verify::VerifyRequest request = request_of(arguments);
  const auto advisor = advisor_for(arguments);
  if (!advisor) return report_error(advisor.error());
  if (!arguments.trace.empty()) {
    Result<verify::TraceElement> element = verify::trace_element(arguments.trace);
    if (!element)
      return report_error({element.error().code, "--trace: " + element.error().message});
    element->input = arguments.input;
    request.options.trace = *std::move(element);
  }
  Result<std::string> candidate = read_source(arguments.candidate);
  if (!candidate) return report_error(candidate.error());
  Result<std::string> reference = read_source(arguments.reference);
  if (!reference) return report_error(reference.error());
  request.id = arguments.candidate == kStandardInput
                   ? "standard input"
                   : fs::path(arguments.candidate).filename().string();
  request.candidate = std::move(*candidate);
  request.reference = std::move(*reference);
  request.entry_point = entry_point_for(request.reference, arguments.entry_point);
  auto verifier = verify::Verifier::start(with_cache({.jobs = 1}, arguments));
  if (!verifier) return report_error(verifier.error());
  std::shared_ptr<const verify::Verdict> verdict;
  {
    const InterruptWatch watch;
    const std::stop_callback cancel(watch.token(), [&] { (*verifier)->cancel_all(); });
    verdict = (*verifier)->verify(request);
    if (watch.token().stop_requested()) {
      verifier->reset();
      return report_interrupted("nothing was judged");
    }
  }
  if (arguments.json) {
    fmt::print("{}\n", verify::to_json_text(*verdict));
  } else {
    fmt::print("{}", verdict_report(*verdict));
  }
  if (verdict->trace && !arguments.json)
    fmt::print("\n{}\n", verify::trace_text(*verdict->trace, request.candidate));
  std::fflush(stdout);
  if (!arguments.json && holds_answer(*verdict, request.candidate))
    fmt::print(stderr,
               "nereid: {} holds an answer with a block of code; leave the block alone in it, or "
               "judge a line {{\"reference\": ..., \"completion\": ...}} by --batch\n",
               arguments.candidate);
  if (!arguments.artefacts.empty())
    if (auto written = write_artefacts(*verdict, arguments.artefacts); !written)
      return report_error(written.error());
  if (!arguments.script.empty())
    if (auto written = write_script(arguments, request, *verdict); !written)
      return report_error(written.error());
  if (*advisor) print_advice(**advisor, arguments, request);
  if (could_not_judge(*verdict))
    return report_error(
        {ErrorCode::kUnavailable, fmt::format("{}: {}: {}", arguments.candidate,
                                              verdict->reason.code, verdict->reason.message)});
  return verdict->accepted ? kExitDone : kExitNo;
}

verify::VerifyRequest request_of(const VerifyArguments& arguments, BatchEntry entry) {
  verify::VerifyRequest request = request_of(arguments);
  request.id = std::move(entry.id);
  request.reference = std::move(entry.reference);
  request.candidate = entry.extracted ? std::move(entry.candidate)
                                      : verify::extract_candidate(entry.candidate).code;
  request.entry_point = entry_point_for(
      request.reference, entry.entry_point.empty() ? arguments.entry_point : entry.entry_point);
  request.task_id = std::move(entry.task);
  return request;
}

Result<verify::VerifyRequest> request_from(const VerifyArguments& arguments, const Json& object,
                                           std::int64_t number, BatchTasks& tasks) {
  Result<BatchEntry> entry = batch_entry(object, number, tasks);
  if (!entry) return entry.error();
  verify::VerifyRequest request = request_of(arguments, std::move(*entry));
  verify::VerifyOptions& options = request.options;
  options.compile_limit_s = json_value(object, "compile_limit_s", options.compile_limit_s);
  options.run_limit_s = json_value(object, "run_limit_s", options.run_limit_s);
  return request;
}

void print_stats(const verify::VerifierStats& stats, bool json) {
  std::fputs((json ? verify::to_json_text(stats) + "\n" : stats_report(stats)).c_str(), stderr);
}

// One line of a batch, or one element of its array: a request, or why it is none, and what it calls
// itself. False: no more are wanted.
struct BatchLine {
  Result<verify::VerifyRequest> request;
  std::int64_t number = 0;
  std::string id = {};
};
using TakeLine = std::function<bool(BatchLine)>;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// A JSON array of the same objects, as `json.dump` writes a list.
Result<void> read_array(const VerifyArguments& arguments, BatchTasks& tasks, const TakeLine& take) {
  const Result<std::string> text = read_file(arguments.batch, kListBytes);
  if (!text) return text.error();
  const Result<Json> array = parse_json(*text, arguments.batch);
  if (!array) return array.error();
  std::int64_t number = 0;
  for (const Json& object : *array) {
    ++number;
    if (!take({request_from(arguments, object, number, tasks), number, batch_id(object)})) break;
  }
  return {};
}

Result<void> read_lines(const VerifyArguments& arguments, std::ifstream& file, BatchTasks& tasks,
                        const TakeLine& take) {
  std::int64_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (is_blank(line)) continue;
    const Result<Json> object = parse_json_line(line, "column");
    const bool goes_on =
        object ? take({request_from(arguments, *object, number, tasks), number, batch_id(*object)})
               : take({object.error(), number});
    if (!goes_on) break;
  }
  return {};
}

// What a file of a batch begins with, and how many candidates are in it (0: nobody knows).
struct BatchFile {
  bool is_array = false;
  std::int64_t count = 0;
};

Result<BatchFile> look_at_batch(const std::string& place) {
  std::ifstream file(place, std::ios::binary);
  if (!file) return file_error("cannot read", place, errno);
  std::error_code failed;
  if (!fs::is_regular_file(place, failed)) return BatchFile{};  // a pipe is read once
  BatchFile found;
  bool is_first = true;
  for (std::string line; std::getline(file, line);) {
    if (is_first)
      if (const auto known = check_batch_format(place, line); !known) return known.error();
    is_first = false;
    if (is_blank(line)) continue;
    if (found.count++ == 0) found.is_array = line.find_first_not_of(" \t") == line.find('[');
    if (found.is_array) return BatchFile{.is_array = true};
  }
  if (found.count > 0) return found;
  return Error{ErrorCode::kInvalidArgument, fmt::format("{}: holds no candidates", place)};
}

Result<void> read_batch(const VerifyArguments& arguments, bool is_array, const TakeLine& take) {
  BatchTasks tasks(arguments.tasks);
  if (is_array) return read_array(arguments, tasks, take);
  std::ifstream file(arguments.batch, std::ios::binary);
  if (!file) return file_error("cannot read", arguments.batch, errno);
  return read_lines(arguments, file, tasks, take);
}

// What a batch that has been read to its end comes to.
int batch_status(const VerifyArguments& arguments, const BatchPrinter& printer, bool interrupted) {
  if (const int error = printer.write_error(); error != 0) {
    if (error == EPIPE) return kExitUnread;  // as of `| head`: who reads has had enough
    return report_error(file_error("cannot write verdicts to", "standard output", error));
  }
  if (interrupted)
    return report_interrupted(fmt::format("{} judged, {} accepted; the others were not judged",
                                          printer.total(), printer.accepted()));
  if (!printer.repeated().empty())
    fmt::print(stderr, "nereid: {} of the ids came more than once, such as {}\n",
               printer.repeated().size(), *printer.repeated().begin());
  if (!arguments.json) fmt::print("{} of {} accepted\n", printer.accepted(), printer.total());
  return printer.accepted() == printer.total() ? kExitDone : kExitNo;
}

int verify_batch(const VerifyArguments& arguments) {
  std::error_code ignored;
  std::optional<std::vector<BatchEntry>> run;
  BatchFile file;
  if (fs::is_directory(arguments.batch, ignored)) {
    Result<std::vector<BatchEntry>> entries = kernelbench_run(arguments.batch, arguments.tasks);
    if (!entries) return report_error(entries.error());
    run = std::move(*entries);
    file.count = static_cast<std::int64_t>(run->size());
  } else {
    const Result<BatchFile> found = look_at_batch(arguments.batch);
    if (!found) return report_error(found.error());
    file = *found;
  }
  std::signal(SIGPIPE, SIG_IGN);
  auto verifier = verify::Verifier::start(with_cache(arguments.verifier, arguments));
  if (!verifier) return report_error(verifier.error());
  const InterruptWatch watch;
  BatchPrinter printer(arguments.json, file.count, watch.token());
  const std::stop_callback cancel(watch.token(), [&] { (*verifier)->cancel_all(); });
  const auto is_over = [&] { return watch.token().stop_requested() || printer.write_error() != 0; };
  const TakeLine judge = [&](BatchLine line) {
    if (is_over()) return false;
    printer.wait_for_room();
    if (!line.request) {
      printer.print_bad_line(line.number, line.id, line.request.error().message);
      return true;
    }
    (*verifier)->submit(std::move(*line.request),
                        [&printer](const auto& verdict) { printer.print(*verdict); });
    return true;
  };
  Result<void> read;
  if (run) {
    for (BatchEntry& entry : *run)
      if (!judge({request_of(arguments, std::move(entry)), 0})) break;
  } else {
    read = read_batch(arguments, file.is_array, judge);
  }
  while (!printer.wait_for_all())
    if (is_over()) (*verifier)->cancel_all();
  if (!read) return report_error(read.error());
  if (!is_over() && (arguments.stats || printer.total() >= kFewestForATable))
    print_stats((*verifier)->stats(), arguments.stats);
  verifier->reset();
  return batch_status(arguments, printer, watch.token().stop_requested());
}

int verify_over_ray(const VerifyArguments& arguments) {
  if (arguments.batch.empty())
    return report_error({ErrorCode::kInvalidArgument, "verify: --ray needs --batch FILE.jsonl"});
  return verify_batch_over_ray(
      {.address = arguments.ray,
       .batch = arguments.batch,
       .device = arguments.device,
       .policy = arguments.policy,
       .entry_point = arguments.entry_point.empty() ? "Model" : arguments.entry_point,
       .seed = arguments.seed ? verify::seed_for(*arguments.seed) : verify::unguessable_seed(),
       .jobs = arguments.verifier.jobs,
       .json = arguments.json});
}

int run_verify(const VerifyArguments& arguments) {
  const bool is_many = !(arguments.batch.empty() && arguments.ray.empty());
  if (!arguments.artefacts.empty() && is_many)
    return report_error({ErrorCode::kInvalidArgument,
                         "verify: --artefacts takes one candidate, not a batch; leave one out"});
  if (!arguments.script.empty() && is_many)
    return report_error({ErrorCode::kInvalidArgument,
                         "verify: --script takes one candidate, not a batch; leave one out"});
  if (arguments.advise && is_many)
    return report_error({ErrorCode::kInvalidArgument,
                         "verify: --advise takes one candidate, not a batch; leave one out"});
  if ((arguments.inputs != "all" || arguments.compile_limit_s || arguments.run_limit_s) &&
      !arguments.ray.empty())
    return report_error({ErrorCode::kInvalidArgument,
                         "verify: --inputs, --compile-limit and --run-limit are not passed on to a "
                         "Ray cluster; leave --ray out"});
  if (arguments.rtol && !arguments.ray.empty())
    return report_error({ErrorCode::kInvalidArgument,
                         "verify: --rtol and --atol judge on this machine; leave --ray out"});
  if (!arguments.ray.empty()) return verify_over_ray(arguments);
  if (!arguments.batch.empty() && !(arguments.candidate.empty() && arguments.reference.empty()))
    return report_error({ErrorCode::kInvalidArgument,
                         "verify: --batch has candidates and references of its own; leave it or "
                         "the files out"});
  if (!arguments.input.empty() && arguments.script.empty() && arguments.trace.empty())
    return report_error({ErrorCode::kInvalidArgument,
                         "verify: --input chooses the input of --script or --trace; name one of "
                         "them, or see --inputs"});
  if (arguments.candidate == kStandardInput && arguments.reference == kStandardInput)
    return report_error({ErrorCode::kInvalidArgument,
                         "verify: standard input holds the candidate or the reference; name a file "
                         "for the other one"});
  if (!arguments.batch.empty()) return verify_batch(arguments);
  if (arguments.candidate.empty() || arguments.reference.empty())
    return report_error({ErrorCode::kInvalidArgument,
                         "verify: expected CANDIDATE.py --reference REFERENCE.py, or --batch "
                         "FILE.jsonl; see `nereid verify --help`"});
  return verify_one(arguments);
}

// `batch`: the option without which these have no effect.
void add_verifier_options(CLI::App& command, CLI::Option* batch, VerifyArguments& arguments) {
  verify::VerifierConfig& config = arguments.verifier;
  command
      .add_option("--compile-slots", config.compile_slots,
                  "--batch: of the jobs, how many may compile at once (0: all)")
      ->needs(batch);
  command
      .add_option("--run-slots", config.run_slots,
                  "--batch: of the jobs, how many may run on inputs at once (0: all)")
      ->needs(batch);
  command
      .add_option("--memory-mb", config.memory_mb,
                  "--batch: memory of one process of a candidate or reference")
      ->needs(batch)
      ->check(CLI::PositiveNumber);
  command
      .add_option("--remember", config.remembered,
                  "--batch: verdicts kept for candidates that come again")
      ->needs(batch)
      ->check(CLI::NonNegativeNumber);
  command
      .add_flag("--stats", arguments.stats,
                "--batch: the verifier's statistics at the end as one JSON line on standard "
                "error, instead of a table")
      ->needs(batch);
}

// A number that 64 bits hold; the reader of numbers would take -1 for the largest of them.
std::string check_seed(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed == std::errc() && end == text.data() + text.size()) return {};
  return fmt::format("{} is no whole number from 0 to {}", text, ~std::uint64_t{0});
}

void add_acceptance_options(CLI::App& command, VerifyArguments& arguments) {
  command
      .add_option("--inputs", arguments.inputs,
                  "What acceptance asks for: task (its own sizes, dtype and kinds of values), "
                  "report (five inputs) or all (default); failures on others are flagged")
      ->check(CLI::IsMember({"task", "report", "all"}));
  command
      .add_option("--compile-limit", arguments.compile_limit_s,
                  "Seconds of processor time for the compilation of a kernel (default: 20)")
      ->check(CLI::PositiveNumber);
  command
      .add_option("--run-limit", arguments.run_limit_s,
                  "Seconds of processor time for each of the task's own inputs; all others "
                  "together have twice as much (default: 20)")
      ->check(CLI::PositiveNumber);
}

}  // namespace

void add_verify_command(CLI::App& app, int& status) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* command = app.add_subcommand("verify", "Judge a Triton kernel against its reference");
  command->add_option(
      "candidate", arguments->candidate,
      "Python file with class ModelNew, or that of the entry point: ScaledSwishNew; -: standard "
      "input");
  command->add_option("--reference", arguments->reference,
                      "Python file with class Model, or another one");
  CLI::Option* const batch = command->add_option(
      "--batch", arguments->batch,
      "File with one {\"id\", \"reference\", \"candidate\"} object a line, or \"completion\" "
      "in place of the candidate, \"task\" in place of the reference; \"entry_point\" names the "
      "reference's class; or the folder of a KernelBench run; -: standard input");
  command->add_option(
      "--tasks", arguments->tasks,
      "--batch: KernelBench folder that lines, or the files of a run, name tasks of");
  command->add_option("--ray", arguments->ray,
                      "Judge the batch on the nodes of the Ray cluster at this address");
  command->add_option("--artefacts", arguments->artefacts,
                      "Folder for what the compiler made of each kernel: TTIR to SASS, cubin, "
                      "kernels.json");
  command->add_option("--script", arguments->script,
                      "File for a Python script that reproduces the verdict without Nereid");
  command->add_option("--trace", arguments->trace,
                      "Print how an element of the output came about, back to what was loaded: "
                      "first (the first wrong one), 3,8 or 1:3,8 (of another output); or what a "
                      "program of the grid did: program:X,Y,Z, launch:N or launch:N/program:X,Y,Z "
                      "(all from 0)");
  command->add_option("--input", arguments->input,
                      "--script, --trace: the input, such as larger_dims (default: the one that "
                      "rejects, else original)");
  command->add_option("--device", arguments->device, "auto, cpu or cuda[:N]");
  command
      ->add_option("--policy", arguments->policy,
                   "full: kernels do all the compute; best-system: torch may compute on the "
                   "way (flagged) and go on from what kernels store")
      ->check(CLI::IsMember({"full", "best-system"}));
  add_acceptance_options(*command, *arguments);
  add_tolerance_options(*command, arguments->rtol, arguments->atol);
  command->add_option(
      "--entry-point", arguments->entry_point,
      "Class of the reference (default: what its first line names, Model, or its last class)");
  command
      ->add_option("--seed", arguments->seed,
                   "Seed of inputs and parameters (default: a random one, named in the verdict; a "
                   "small one is "
                   "mixed with a secret of this installation)")
      ->check(check_seed);
  command->add_option("--jobs", arguments->verifier.jobs,
                      "Candidates judged at once (0: cores but one)");
  add_verifier_options(*command, batch, *arguments);
  command
      ->add_option("--timing-method", arguments->timing_method,
                   "What GPU time counts by: nereid, report (10 + 50 single calls) or single")
      ->check(CLI::IsMember({"nereid", "report", "single"}));
  command->add_flag("--timing-beside,!--no-timing-beside", arguments->timing_beside,
                    "Also the other state of the L2 cache and the report's protocol (default)");
  command->add_flag("--compiled-baseline", arguments->compiled_baseline,
                    "Also time the reference under torch.compile: slow, once a task");
  command->add_flag("--audit", arguments->audit,
                    "Run accepted kernels under NVIDIA's compute-sanitizer too: needs a GPU, slow");
  command
      ->add_option("--modelled-device", arguments->modelled_device,
                   "Also model how fast this GPU could be, from what the kernel machine counts: " +
                       verify::modelled_device_names() + "; nothing is measured")
      ->check(check_modelled_device);
  command->add_flag("--advise", arguments->advise,
                    "Also ask the advisor, a served model, for its opinion; it decides nothing");
  add_advisor_options(*command, arguments->advisor);
  command->add_flag("--cache,!--no-cache", arguments->cache,
                    "Keep compilations, with --seed also verdicts, for later and take those of "
                    "earlier (default)");
  command->add_flag("--json", arguments->json, "Verdicts as JSON lines on standard output");
  command->callback([arguments, &status] {
    arguments->batch = path_of(arguments->batch);
    status = run_verify(*arguments);
  });
}

}  // namespace nereid::app
