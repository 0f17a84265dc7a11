// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <future>
#include <thread>

#include "engine/base/paths.h"
#include "engine/verify/internal/attempt.h"
#include "engine/verify/internal/complete_config.h"
#include "engine/verify/internal/scheduler.h"
#include "engine/verify/sandbox_report.h"

namespace nereid::verify {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSandboxLibrary = "libnereid_sandbox.so";

Result<void> require_file(const fs::path& file, std::string_view what, std::string_view mend) {
  std::error_code ignored;
  if (fs::exists(file, ignored)) return {};
  return Error{ErrorCode::kNotFound,
               fmt::format("{} is missing at {}; {}", what, file.string(), mend)};
}

}  // namespace

Result<SupervisorConfig> complete_config(const VerifierConfig& config) {
  SupervisorConfig complete;
  complete.python = config.python.empty() ? python_executable() : config.python;
  complete.harness = config.harness.empty() ? harness_dir() : config.harness;
  complete.sandbox_library =
      config.sandbox_library.empty() ? sandbox_library() : config.sandbox_library;
  complete.gpu = gpu_present();
  complete.memory_mb = static_cast<std::size_t>(std::max(1, config.memory_mb));
  if (auto found = require_file(complete.python, "the Python environment with torch and triton",
                                std::string(setup_mend()) + ", or set NEREID_PYTHON");
      !found)
    return found.error();
  if (complete.python == python_executable() && !has_environment())
    return Error{
        ErrorCode::kUnavailable,
        fmt::format("the Python environment with torch and triton is not complete ({}); {}",
                    complete.python.string(), setup_mend())};
  if (auto found = require_file(complete.harness / "main.py", "the verifier's harness",
                                "set NEREID_HARNESS or install Nereid again");
      !found)
    return found.error();
  if (auto found = require_file(complete.sandbox_library, "the sandbox library",
                                "build the target nereid_sandbox or set NEREID_SANDBOX_LIB");
      !found)
    return found.error();
  return complete;
}

namespace {

int job_count(int asked) {
  if (asked > 0) return asked;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

SchedulerLimits limits_of(const VerifierConfig& config) {
  const int jobs = job_count(config.jobs);
  const auto of_jobs = [jobs](int asked) { return asked > 0 ? std::min(asked, jobs) : jobs; };
  return {.jobs = jobs,
          .compile_slots = of_jobs(config.compile_slots),
          .run_slots = of_jobs(config.run_slots),
          .max_queued = std::max(0, config.max_queued),
          .remembered = static_cast<std::size_t>(std::max(0, config.remembered))};
}

}  // namespace

fs::path sandbox_library() {
  if (const char* path = std::getenv("NEREID_SANDBOX_LIB")) return path;
  const fs::path program = program_dir();
  const fs::path places[] = {program, program / "..", program / ".." / "lib" / "nereid"};
  std::error_code ignored;
  for (const fs::path& place : places)
    if (fs::exists(place / kSandboxLibrary, ignored))
      return fs::weakly_canonical(place / kSandboxLibrary, ignored);
  const fs::path built = NEREID_BUILT_SANDBOX;
  return built.empty() ? places[2] / kSandboxLibrary : built;
}

Result<std::unique_ptr<Verifier>> Verifier::start(VerifierConfig config) {
  Result<SupervisorConfig> complete = complete_config(config);
  if (!complete) return complete.error();
  if (!config.work_dir.empty()) {
    if (auto made = make_directories(config.work_dir); !made) return made.error();
    complete->work_dir = config.work_dir;
    return std::unique_ptr<Verifier>(
        std::make_unique<Scheduler>(std::move(*complete), limits_of(config)));
  }
  Result<TemporaryDirectory> work = TemporaryDirectory::make("nereid-verify");
  if (!work) return work.error();
  complete->work_dir = work->path();
  return std::unique_ptr<Verifier>(
      std::make_unique<Scheduler>(std::move(*complete), limits_of(config), std::move(*work)));
}

std::shared_ptr<const Verdict> Verifier::verify(VerifyRequest request) {
  // Shared, because the callback may still be leaving when the waiting side is gone.
  auto promise = std::make_shared<std::promise<std::shared_ptr<const Verdict>>>();
  auto future = promise->get_future();
  submit(std::move(request), [promise](std::shared_ptr<const Verdict> verdict) {
    promise->set_value(std::move(verdict));
  });
  return future.get();
}

std::string_view timing_method_name(TimingMethod method) {
  switch (method) {
    case TimingMethod::kNereid:
      return "nereid";
    case TimingMethod::kReport:
      return "report";
    case TimingMethod::kSingle:
      return "single";
  }
  return "nereid";
}

std::optional<TimingMethod> timing_method_from_name(std::string_view name) {
  for (const TimingMethod method :
       {TimingMethod::kNereid, TimingMethod::kReport, TimingMethod::kSingle})
    if (timing_method_name(method) == name) return method;
  return std::nullopt;
}

}  // namespace nereid::verify
