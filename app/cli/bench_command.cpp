// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/cli/bench_mutants.h"
#include "app/cli/commands.h"
#include "engine/base/json.h"
#include "engine/base/paths.h"
#include "engine/verify/bench.h"
#include "engine/verify/zoo.h"

namespace nereid::app {
namespace {

struct BenchArguments {
  std::string what;
  int jobs = 0;
  int repeats = 2;
  int fresh = 10;
  bool mutants = false;
  int count = 600;
  std::uint64_t seed = 0;
  bool zoo = false;
  std::string device = "auto";
  bool json = false;
};

Json side_json(const verify::BenchSide& side) {
  return {{"candidates", side.candidates},
          {"accepted", side.accepted},
          {"seconds", side.seconds},
          {"candidates_per_second", side.per_second()}};
}

void print_verify(const verify::VerifyBench& bench, bool json) {
  const double ratio = bench.ratio();
  if (json) {
    fmt::print("{}\n", dump_json(Json{{"bench", "verify"},
                                      {"jobs", bench.jobs},
                                      {"ready_seconds", bench.ready_seconds},
                                      {"verifier", side_json(bench.warm)},
                                      {"verifier_same", side_json(bench.warm_sample)},
                                      {"fresh_processes", side_json(bench.fresh)},
                                      {"ratio", ratio}}));
    return;
  }
  fmt::print("verifier: {} candidates ({} right) in {:.2f} s with {} jobs: {:.2f} candidates/s\n",
             bench.warm.candidates, bench.warm.accepted, bench.warm.seconds, bench.jobs,
             bench.warm.per_second());
  fmt::print(
      "fresh Python processes, same stages, references given, no sandbox: {} candidates "
      "({} right) in {:.2f} s: {:.2f} candidates/s\n",
      bench.fresh.candidates, bench.fresh.accepted, bench.fresh.seconds, bench.fresh.per_second());
  fmt::print("verifier on these: {:.2f} s, {:.2f} candidates/s\n", bench.warm_sample.seconds,
             bench.warm_sample.per_second());
  fmt::print("ratio {:.1f}; the zygotes were ready, with a first verdict, after {:.1f} s\n", ratio,
             bench.ready_seconds);
}

// The fault lines behind the table: what was judged wrongly, and with which reason.
void print_false(const verify::ZooResult& result) {
  const auto line = [&](const char* what, const verify::Verdict& verdict) {
    fmt::print("  {:13} {}: {} ({})\n", what, result.entry->id, verdict.reason.code,
               verdict.reason.message);
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
  for (const verify::ZooResult& result : report.results)
    results.push_back({{"id", result.entry->id},
                       {"cheat",
                        {{"accepted", result.cheat->accepted},
                         {"code", result.cheat->reason.code},
                         {"message", result.cheat->reason.message}}},
                       {"twin",
                        {{"accepted", result.twin->accepted},
                         {"code", result.twin->reason.code},
                         {"message", result.twin->reason.message}}}});
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
  const auto report = verify::run_zoo(**verifier, *zoo, options, [](int done, int of) {
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
    return bench_mutants(arguments.count, arguments.seed, arguments.jobs, arguments.json);
  if (arguments.zoo) return bench_zoo(arguments);
  auto requests = verify::load_shelf(resource_dir() / "verify_shelf");
  if (!requests) return report_error(requests.error());
  const auto progress = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  auto bench = verify::bench_verify(
      *requests,
      {.jobs = arguments.jobs, .repeats = arguments.repeats, .fresh_count = arguments.fresh},
      progress);
  if (!bench) return report_error(bench.error());
  print_verify(*bench, arguments.json);
  return kExitDone;
}

struct BenchRow {
  std::string_view name;
  int (*run)(const BenchArguments& arguments);
};
// One row per measurement of `nereid bench`.
constexpr std::array<BenchRow, 1> kBenches = {{
    {"verify", bench_verify},
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
  command->add_option("what", arguments->what, "verify")->required();
  command->add_option("--jobs", arguments->jobs,
                      "Candidates judged at once (0: one per core; with --mutants one less)");
  command->add_option("--repeats", arguments->repeats, "Repeats of the candidates");
  command->add_option("--fresh", arguments->fresh, "Candidates for the slow side");
  CLI::Option* mutants =
      command->add_flag("--mutants", arguments->mutants,
                        "verify: plant faults in right candidates and count how many are caught");
  command->add_option("--count", arguments->count, "verify --mutants: mutants, at most")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", arguments->seed,
                      "verify --mutants: seed of tasks, mutants and inputs");
  command
      ->add_flag("--zoo", arguments->zoo,
                 "verify: false accepts and false rejects over the cheat zoo")
      ->excludes(mutants);
  command->add_option("--device", arguments->device, "verify --zoo: auto, cpu or cuda[:N]");
  command->add_flag("--json", arguments->json, "One JSON line on standard output");
  command->callback([arguments, &status] { status = run_bench(*arguments); });
}

}  // namespace nereid::app
