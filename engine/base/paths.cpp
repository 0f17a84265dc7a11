// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/paths.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <system_error>

namespace nereid {
namespace {

using std::filesystem::path;

/// Value of an environment variable, or an empty path when it is unset or empty.
path from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value && *value ? path(value) : path();
}

/// A relative folder in an XDG variable is invalid and must be ignored (XDG Base Directory, "All
/// paths ...").
path xdg_base(const char* variable, const char* under_home) {
  const path given = from_environment(variable);
  if (given.is_absolute()) return given;
  path home = from_environment("HOME");
  if (home.empty()) {
    const passwd* user = ::getpwuid(::getuid());
    home = user ? path(user->pw_dir) : path("/");
  }
  return home / under_home;
}

path installed_share() {
  return (program_dir() / ".." / "share" / "nereid").lexically_normal();
}

/// A packaged build has no source tree; another one is installed where its own program (not a
/// Python that has loaded the module) has the folder beside itself.
bool runs_installed() {
  if (*NEREID_VENV_PYTHON == '\0') return true;
  std::error_code problem;
  const path program = std::filesystem::read_symlink("/proc/self/exe", problem);
  return program.filename() == "nereid" &&
         std::filesystem::is_directory(installed_share(), problem);
}

path installed_or_source(const char* variable, const char* name, const char* source) {
  if (const path given = from_environment(variable); !given.empty()) return given;
  return runs_installed() ? installed_share() / name : path(source);
}

}  // namespace

path program_dir() {
  std::error_code problem;
  const path program = std::filesystem::read_symlink("/proc/self/exe", problem);
  return problem ? path(".") : program.parent_path();
}

path resource_dir() {
  return installed_or_source("NEREID_RESOURCES", "resources", NEREID_SOURCE_RESOURCES);
}

path harness_dir() {
  return installed_or_source("NEREID_HARNESS", "harness", NEREID_SOURCE_HARNESS);
}

path reader_dir() {
  return installed_or_source("NEREID_READER", "reader", NEREID_SOURCE_READER);
}

path setup_dir() {
  return installed_or_source("NEREID_SETUP", "setup", NEREID_SOURCE_SETUP);
}

bool is_installed() {
  return runs_installed();
}

path environment_dir() {
  return cache_dir() / NEREID_ENVIRONMENT;
}

path python_executable() {
  const path given = from_environment("NEREID_PYTHON");
  if (!given.empty()) return given;
  return is_installed() ? environment_dir() / "bin" / "python" : path(NEREID_VENV_PYTHON);
}

bool has_environment() {
  std::error_code ignored;
  const path python = python_executable();
  if (!std::filesystem::exists(python, ignored)) return false;
  // Its set-up writes this file last; others' environments do not have it.
  return python != environment_dir() / "bin" / "python" ||
         std::filesystem::exists(environment_dir() / ".ready", ignored);
}

const char* setup_mend() {
  return is_installed() ? "run `nereid setup`" : "run ./start";
}

path data_dir() {
  return xdg_base("XDG_DATA_HOME", ".local/share") / "nereid";
}

path runs_dir() {
  const path given = from_environment("NEREID_RUNS");
  return given.empty() ? data_dir() / "runs" : given;
}

path cache_dir() {
  return xdg_base("XDG_CACHE_HOME", ".cache") / "nereid";
}

}  // namespace nereid
