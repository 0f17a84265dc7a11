// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/processes/complete_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "engine/base/paths.h"
#include "engine/verify/machine_library.h"
#include "engine/verify/request/gpu_choice.h"
#include "engine/verify/sandbox_report.h"

namespace nereid::verify {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSandboxLibrary = "libnereid_sandbox.so";
constexpr const char* kMachineLibrary = "libnereid_machine.so";

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
  complete.machine_library = machine_library(complete.sandbox_library);
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
  if (auto found = require_file(complete.machine_library, "the library of the kernel machine",
                                "build the target nereid_machine or set NEREID_MACHINE_LIB");
      !found)
    return found.error();
  return complete;
}

fs::path machine_library(const fs::path& sandbox_library) {
  if (const char* path = std::getenv("NEREID_MACHINE_LIB")) return path;
  return sandbox_library.parent_path() / kMachineLibrary;
}

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

}  // namespace nereid::verify
