// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_mutants.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/mutants_report.h"
#include "app/cli/terminal.h"
#include "engine/base/clock.h"
#include "engine/base/json.h"
#include "engine/base/paths.h"

namespace nereid::app {
namespace {

constexpr double kLineEverySeconds = 15;  // where standard error is not a terminal
constexpr double kNoEtaSeconds = 3;       // the first few tell nothing about the rest

/// One line that rewrites itself on a terminal, a line now and then elsewhere. Called from several
/// threads, one at a time.
class ProgressLine {
 public:
  ~ProgressLine() {
    if (terminal_ && drawn_) std::fputs("\r\033[K", stderr);
  }
  void show(std::string_view phase, int done, int total) {
    if (phase != phase_) {
      phase_ = phase;
      watch_.restart();
      last_s_ = -kLineEverySeconds;
    }
    const double elapsed = watch_.elapsed_s();
    if (!terminal_ && elapsed - last_s_ < kLineEverySeconds && done < total) return;
    last_s_ = elapsed;
    const std::string eta = done > 0 && elapsed > kNoEtaSeconds
                                ? "  ETA " + duration_text(elapsed / done * (total - done))
                                : std::string();
    const std::string text = fmt::format("{}: {}/{}{}", phase, done, total, eta);
    std::fputs(terminal_ ? ("\r\033[K" + text).c_str() : (text + "\n").c_str(), stderr);
    std::fflush(stderr);
    drawn_ = true;
  }

 private:
  const bool terminal_ = ::isatty(STDERR_FILENO) == 1;
  bool drawn_ = false;
  std::string phase_;
  Stopwatch watch_;
  double last_s_ = 0;
};

}  // namespace

int bench_mutants(int count, std::uint64_t seed, int jobs, bool json) {
  evaluate::MutantOptions options;
  options.count = count;
  options.seed = seed;
  options.jobs = jobs;
  const auto sources =
      evaluate::mutant_sources(resource_dir() / "verify_shelf", seed, options.tasks_per_level);
  if (!sources) return report_error(sources.error());
  const InterruptGuard guard;
  options.cancelled = &InterruptGuard::interrupted;
  Result<evaluate::MutantReport> report = Error{};
  {
    ProgressLine line;
    options.progress = [&line](std::string_view phase, int done, int total) {
      line.show(phase, done, total);
    };
    report = evaluate::measure_mutants(*sources, options);
  }
  if (!report) return report_error(report.error());
  if (json)
    fmt::print("{}\n", dump_json(mutants_json(*report)));
  else
    fmt::print("{}", mutants_text(*report));
  return report->cancelled ? kExitNo : kExitDone;
}

}  // namespace nereid::app
