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

int bench_verify(const BenchArguments& arguments) {
  if (arguments.mutants)
    return bench_mutants(arguments.count, arguments.seed, arguments.jobs, arguments.json);
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
  command->add_flag("--mutants", arguments->mutants,
                    "Plant faults in right candidates and count how many are caught");
  command->add_option("--count", arguments->count, "Mutants, at most")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "Seed of tasks, mutants and inputs");
  command->add_flag("--json", arguments->json, "One JSON line on standard output");
  command->callback([arguments, &status] { status = run_bench(*arguments); });
}

}  // namespace nereid::app
