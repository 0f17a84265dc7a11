// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/cli/bench_mutants.h"
#include "app/cli/commands.h"
#include "app/cli/verify_report.h"
#include "engine/base/json.h"
#include "engine/base/paths.h"
#include "engine/module/module.h"
#include "engine/tasks/generator.h"
#include "engine/verify/bench.h"
#include "engine/verify/bench_machine.h"
#include "engine/verify/bench_timing.h"
#include "engine/verify/seeds.h"
#include "engine/verify/zoo.h"

namespace nereid::app {
namespace {

constexpr int kCandidates = 100;
constexpr int kMutants = 600;

struct BenchArguments {
  std::string what;
  int jobs = 0;
  std::optional<int> count;
  int fresh = 20;
  bool mutants = false;
  std::optional<std::uint64_t> seed;
  bool zoo = false;
  int same = 500;
  int planted = 100;
  int processes = 40;
  double limit_s = 400;
  std::string device = "auto";
  bool json = false;
  DecodeBenchRequest decode;
};

Json side_json(const verify::BenchSide& side) {
  Json rejected = Json::object();
  for (int i = 1; i <= verify::kStageCount; ++i)
    rejected[std::string(verify::stage_name(static_cast<verify::Stage>(i)))] =
        side.rejected_at.at(static_cast<std::size_t>(i));
  return {{"candidates", side.candidates}, {"accepted", side.accepted()},
          {"rejected", rejected},          {"as_expected", side.as_expected},
          {"seconds", side.seconds},       {"candidates_per_second", side.per_second()}};
}

std::string side_text(const verify::BenchSide& side) {
  std::string rejected;
  for (int i = 1; i < verify::kStageCount; ++i)
    rejected += fmt::format(", {} at {}", side.rejected_at.at(static_cast<std::size_t>(i)),
                            verify::stage_name(static_cast<verify::Stage>(i)));
  return fmt::format(
      "{} candidates in {:.2f} s: {:.2f} a second ({} accepted; rejected{}; {} as expected)",
      side.candidates, side.seconds, side.per_second(), side.accepted(), rejected.substr(1),
      side.as_expected);
}

constexpr std::string_view kVerifierDoes =
    "verifier: processes with torch and Triton imported are forked for each candidate, sandboxed; "
    "texts are checked first by a process of their own";
constexpr std::string_view kFreshDoes =
    "fresh: one new Python process per candidate, no sandbox; static checks before any import, "
    "then one import of torch and Triton";
constexpr std::string_view kBothDo =
    "both, in turn: references prepared beforehand, every launch compiled for sm_90, all input "
    "variants on the kernel machine, all comparisons by the same judge";

void print_verify(const verify::VerifyBench& bench, bool json) {
  const double ratio = bench.ratio();
  if (json) {
    fmt::print("{}\n",
               dump_json(Json{{"bench", "verify"},
                              {"jobs", bench.jobs},
                              {"ready_seconds", bench.ready_seconds},
                              {"does", {kVerifierDoes, kFreshDoes, kBothDo}},
                              {"verifier", side_json(bench.warm)},
                              {"verifier_same", side_json(bench.warm_sample)},
                              {"fresh_processes", side_json(bench.fresh)},
                              {"ratio", ratio},
                              {"stats", *parse_json(verify::to_json_text(bench.stats), "stats")}}));
    return;
  }
  fmt::print("{}\n{}\n{}\n\n", kVerifierDoes, kFreshDoes, kBothDo);
  fmt::print("verifier, whole batch, references included: {}\n", side_text(bench.warm));
  fmt::print("verifier, first of the batch: {}\n", side_text(bench.warm_sample));
  fmt::print("fresh,    first of the batch: {}\n", side_text(bench.fresh));
  fmt::print(
      "ratio {:.1f} with {} jobs each; the zygotes were ready, with a first verdict, after "
      "{:.1f} s\n{}",
      ratio, bench.jobs, bench.ready_seconds, stats_report(bench.stats));
}

// Planted errors that show at one stage whatever the task is.
struct PlantedStage {
  std::string_view error;  ///< "" = none
  verify::Stage fails_at;
};
constexpr std::array<PlantedStage, 4> kPlanted = {{{"", verify::Stage::kNone},
                                                   {"undefined_name", verify::Stage::kCompile},
                                                   {"missing_argument", verify::Stage::kCompile},
                                                   {"forgotten_division", verify::Stage::kTiny}}};

// Answers of the generator of tasks beside those of the shelf.
void add_generated(std::vector<verify::BenchCandidate>& pool) {
  constexpr std::uint64_t kSeed = 5, kCount = 60;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    tasks::CorpusSample sample = tasks::corpus_sample(tasks::Corpus::kUnverified, kSeed, i);
    for (const PlantedStage& planted : kPlanted) {
      if (planted.error != sample.planted_error) continue;
      verify::BenchCandidate candidate;
      candidate.fails_at = planted.fails_at;
      candidate.request.id = sample.task.id;
      candidate.request.reference = sample.task.reference;
      candidate.request.entry_point = sample.task.entry_point;
      candidate.request.candidate = sample.answer;
      pool.push_back(std::move(candidate));
      break;
    }
  }
}

// The fault lines behind the table: what was judged wrongly, and with which reason.
void print_false(const verify::ZooResult& result) {
  const auto line = [&](const char* what, const verify::Verdict& verdict) {
    fmt::print("  {:13} {}: {} ({}), seed {}\n", what, result.entry->id, verdict.reason.code,
               verdict.reason.message, verdict.seed);
  };
  if (result.cheat_outcome == verify::ZooOutcome::kFalse) line("false accept", *result.cheat);
  if (result.twin_outcome == verify::ZooOutcome::kFalse) line("false reject", *result.twin);
  if (result.other_reason) line("other reason", *result.cheat);
}

void print_counts(const std::string& name, const verify::ZooCounts& counts) {
  fmt::print("{:14} {:7} {:13} {:13} {:13} {:10} {:8} {:9}\n", name, counts.entries,
             counts.false_accepts, counts.false_rejects, counts.other_reasons, counts.contained,
             counts.flagged, counts.not_here);
}

void print_zoo(const verify::Zoo& zoo, const verify::ZooReport& report) {
  fmt::print("{:14} {:>7} {:>13} {:>13} {:>13} {:>10} {:>8} {:>9}\n", "class", "entries",
             "false accept", "false reject", "other reason", "contained", "flagged", "not here");
  for (const verify::ZooClass& row : zoo.classes) print_counts(row.id, report.counts(row.id));
  print_counts("all", report.total());
  for (const verify::ZooResult& result : report.results) print_false(result);
  fmt::print("{} candidates in {:.1f} s\n", report.results.size() * 2, report.seconds);
}

Json counts_json(const verify::ZooCounts& counts) {
  return {{"entries", counts.entries},
          {"false_accepts", counts.false_accepts},
          {"false_rejects", counts.false_rejects},
          {"other_reasons", counts.other_reasons},
          {"contained", counts.contained},
          {"flagged", counts.flagged},
          {"not_here", counts.not_here}};
}

Json zoo_json(const verify::Zoo& zoo, const verify::ZooReport& report) {
  Json classes = Json::object(), results = Json::array();
  for (const verify::ZooClass& row : zoo.classes)
    classes[row.id] = counts_json(report.counts(row.id));
  const auto verdict_json = [](const verify::Verdict& verdict) -> Json {
    return {{"accepted", verdict.accepted},
            {"code", verdict.reason.code},
            {"message", verdict.reason.message},
            {"seed", verdict.seed}};
  };
  for (const verify::ZooResult& result : report.results)
    results.push_back({{"id", result.entry->id},
                       {"cheat", verdict_json(*result.cheat)},
                       {"twin", verdict_json(*result.twin)}});
  return {{"bench", "zoo"},
          {"seconds", report.seconds},
          {"all", counts_json(report.total())},
          {"classes", classes},
          {"results", results}};
}

int bench_zoo(const BenchArguments& arguments) {
  auto zoo = verify::load_zoo(resource_dir() / "zoo");
  if (!zoo) return report_error(zoo.error());
  auto verifier = verify::Verifier::start({.jobs = arguments.jobs});
  if (!verifier) return report_error(verifier.error());
  verify::VerifyOptions options;
  options.device = arguments.device;
  const std::uint64_t seed =
      arguments.seed ? verify::seed_for(*arguments.seed) : verify::unguessable_seed();
  const auto report = verify::run_zoo(**verifier, *zoo, options, seed, [](int done, int of) {
    if (done % 10 == 0 || done == of) fmt::print(stderr, "{} of {} judged\n", done, of);
  });
  if (arguments.json)
    fmt::print("{}\n", dump_json(zoo_json(*zoo, report)));
  else
    print_zoo(*zoo, report);
  const verify::ZooCounts total = report.total();
  return total.false_accepts + total.false_rejects == 0 ? kExitDone : kExitNo;
}

int bench_verify(const BenchArguments& arguments) {
  if (arguments.mutants)
    return bench_mutants(arguments.count.value_or(kMutants), arguments.seed.value_or(0),
                         arguments.jobs, arguments.json);
  if (arguments.zoo) return bench_zoo(arguments);
  auto pool = verify::load_shelf(resource_dir() / "verify_shelf");
  if (!pool) return report_error(pool.error());
  add_generated(*pool);
  const auto progress = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  auto bench = verify::bench_verify(*pool,
                                    {.jobs = arguments.jobs,
                                     .count = arguments.count.value_or(kCandidates),
                                     .fresh_count = arguments.fresh},
                                    progress);
  if (!bench) return report_error(bench.error());
  print_verify(*bench, arguments.json);
  return kExitDone;
}

int bench_timing(const BenchArguments& arguments) {
  verify::TimingBenchOptions options;
  options.kernels = resource_dir() / "timing_bench";
  if (arguments.device != "auto") options.device = arguments.device;
  if (arguments.jobs > 0) options.jobs = arguments.jobs;
  options.processes = arguments.processes;
  options.same = arguments.same;
  options.planted = arguments.planted;
  options.limit_s = arguments.limit_s;
  const auto bench = verify::bench_timing(
      options, [](const std::string& line) { fmt::print(stderr, "{}\n", line); });
  if (!bench) return report_error(bench.error());
  fmt::print("{}", verify::timing_bench_text(*bench));
  return kExitDone;
}

Json machine_json(const verify::MachineBench& bench) {
  Json operations = Json::array(), kernels = Json::array();
  for (const verify::MachineOperation& row : bench.operations)
    operations.push_back({{"name", row.name},
                          {"on", row.on},
                          {"microseconds", row.microseconds},
                          {"per_second", row.per_second()},
                          {"aim_us", row.aim_us > 0 ? Json(row.aim_us) : Json()}});
  for (const verify::MachineKernel& row : bench.kernels)
    kernels.push_back({{"name", row.name},
                       {"read_ms", row.read_ms},
                       {"machine_ms", row.machine_ms},
                       {"interpreter_ms", row.interpreter_ms},
                       {"ratio", row.ratio()},
                       {"aim_ratio", verify::kMachineRatioAim},
                       {"largest_difference", row.largest_difference},
                       {"findings", row.findings}});
  return {{"bench", "machine"}, {"operations", operations}, {"kernels", kernels}};
}

void print_machine(const verify::MachineBench& bench) {
  fmt::print("{:14} {:16} {:>8} {:>12} {:>8}\n", "operation", "on", "us", "a second", "aim us");
  for (const verify::MachineOperation& row : bench.operations)
    fmt::print("{:14} {:16} {:>8.3f} {:>12.0f} {:>8}\n", row.name, row.on, row.microseconds,
               row.per_second(), row.aim_us > 0 ? fmt::format("{}", row.aim_us) : "-");
  fmt::print("\n{:14} {:>8} {:>10} {:>14} {:>7} {:>20}\n", "kernel", "read ms", "machine ms",
             "interpreter ms", "ratio", "largest difference");
  for (const verify::MachineKernel& row : bench.kernels)
    fmt::print("{:14} {:>8.1f} {:>10.2f} {:>14.0f} {:>7.0f} {:>20.2e}\n", row.name, row.read_ms,
               row.machine_ms, row.interpreter_ms, row.ratio(), row.largest_difference);
  fmt::print("The machine checks bounds and races; aim: {} times Triton's interpreter.\n",
             verify::kMachineRatioAim);
}

int bench_machine(const BenchArguments& arguments) {
  const auto bench =
      verify::bench_machine([](const std::string& line) { fmt::print(stderr, "{}\n", line); });
  if (!bench) return report_error(bench.error());
  if (arguments.json)
    fmt::print("{}\n", dump_json(machine_json(*bench)));
  else
    print_machine(*bench);
  return kExitDone;
}

Json decode_json(const DecodeBenchRequest& request, const DecodeBench& bench) {
  Json repeats = Json::array();
  for (const DecodeBench::Repeat& one : bench.repeats)
    repeats.push_back({{"prompt_seconds", one.prompt_seconds},
                       {"decode_seconds", one.decode_seconds},
                       {"decoded", one.decoded},
                       {"tokens_per_second", one.per_second()}});
  return {{"bench", "decode"},
          {"model", request.model},
          {"device", bench.device},
          {"dtype", request.dtype},
          {"weights", request.weights},
          {"threads", bench.threads},
          {"rows", request.rows},
          {"prompt_tokens", request.prompt_tokens},
          {"load_seconds", bench.load_seconds},
          {"first_seconds", bench.first_seconds},
          {"repeats", repeats}};
}

int bench_decode(const BenchArguments& arguments) {
  auto module = load_training_module();
  if (!module) return report_error(module.error());
  const auto bench = (*module)->bench_decode(arguments.decode);
  if (!bench) return report_error(bench.error());
  if (arguments.json) {
    fmt::print("{}\n", dump_json(decode_json(arguments.decode, *bench)));
    return kExitDone;
  }
  const DecodeBenchRequest& request = arguments.decode;
  fmt::print("{} on {}, {} threads, {} rows, prompts of {} tokens; weights of the sampler: {}\n",
             request.model, bench->device, bench->threads, request.rows, request.prompt_tokens,
             request.weights);
  fmt::print("loaded in {:.2f} s, first token after {:.2f} s\n", bench->load_seconds,
             bench->first_seconds);
  for (const DecodeBench::Repeat& one : bench->repeats)
    fmt::print("prompts {:.3f} s, then {} tokens in {:.3f} s: {:.1f} tokens/s\n",
               one.prompt_seconds, one.decoded, one.decode_seconds, one.per_second());
  return kExitDone;
}

struct BenchRow {
  std::string_view name;
  int (*run)(const BenchArguments& arguments);
};
// One row per measurement of `nereid bench`.
constexpr std::array<BenchRow, 4> kBenches = {{
    {"verify", bench_verify},
    {"timing", bench_timing},
    {"machine", bench_machine},
    {"decode", bench_decode},
}};

int run_bench(const BenchArguments& arguments) {
  std::string names;
  for (const BenchRow& row : kBenches) {
    if (row.name == arguments.what) return row.run(arguments);
    names += fmt::format("{}{}", names.empty() ? "" : ", ", row.name);
  }
  return report_error(
      {ErrorCode::kInvalidArgument,
       fmt::format("bench: \"{}\" is not known, expected one of: {}", arguments.what, names)});
}

}  // namespace

void add_bench_command(CLI::App& app, int& status) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App* command =
      app.add_subcommand("bench", "Measure this machine and what it is compared with");
  command->add_option("what", arguments->what, "verify, timing, machine or decode")->required();
  command->add_option("--jobs", arguments->jobs,
                      "Candidates judged at once (0: one per core; with --mutants one less)");
  command
      ->add_option("--count", arguments->count,
                   "verify: candidates, 40% of them right, the rest failing at all stages alike "
                   "(100); --mutants: mutants, at most (600)")
      ->check(CLI::Range(20, 1000000));
  command
      ->add_option("--fresh", arguments->fresh,
                   "The first of them for one fresh Python process each, too")
      ->check(CLI::Range(1, 1000000));
  DecodeBenchRequest& decode = arguments->decode;
  command->add_option("--model", decode.model, "decode: \"pocket\", a model folder or a GGUF file")
      ->capture_default_str();
  command->add_option("--dtype", decode.dtype, "decode: number format of the model")
      ->check(CLI::IsMember({"float32", "bfloat16"}))
      ->capture_default_str();
  command
      ->add_option("--weights", decode.weights,
                   "decode: how the sampler on a CPU holds the weights")
      ->check(CLI::IsMember({"float32", "int8"}))
      ->capture_default_str();
  command->add_option("--rows", decode.rows, "decode: completions at once")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  command->add_option("--prompt-tokens", decode.prompt_tokens, "decode: length of the prompts")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  command->add_option("--new-tokens", decode.new_tokens, "decode: tokens that are timed")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  command->add_option("--threads", decode.threads, "decode: threads (0: one per core)")
      ->check(CLI::Range(0, 1024));
  CLI::Option* mutants =
      command->add_flag("--mutants", arguments->mutants,
                        "verify: plant faults in right candidates and count how many are caught");
  command->add_option(
      "--seed", arguments->seed,
      "verify --mutants: seed of tasks, mutants and inputs (0); --zoo: of inputs (a "
      "new one each time)");
  command
      ->add_flag("--zoo", arguments->zoo,
                 "verify: false accepts and false rejects over the cheat zoo")
      ->excludes(mutants);
  command->add_option("--same", arguments->same, "timing: trials with both sides the same");
  command->add_option("--planted", arguments->planted, "timing: trials of each slow-down");
  command->add_option("--processes", arguments->processes, "timing: trials for the spread");
  command->add_option("--limit", arguments->limit_s, "timing: seconds, then it ends early");
  command->add_option("--device", arguments->device, "verify --zoo, timing: auto, cpu or cuda[:N]");
  command->add_flag("--json", arguments->json, "One JSON line on standard output");
  command->callback([arguments, &status] { status = run_bench(*arguments); });
}

}  // namespace nereid::app
