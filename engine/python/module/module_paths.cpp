// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/python/module/module_paths.h"

#include <dlfcn.h>

#include <cstdlib>
#include <initializer_list>

namespace nereid::python {
namespace {

namespace fs = std::filesystem;

// BUILD/python/nereid, or PREFIX/lib/nereid/python/nereid.
fs::path module_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&module_folder), &info) == 0 || info.dli_fname == nullptr)
    return {};
  std::error_code ignored;
  return fs::weakly_canonical(info.dli_fname, ignored).parent_path();
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

fs::path first_existing(const fs::path& folder, std::initializer_list<const char*> places) {
  std::error_code ignored;
  for (const char* place : places)
    if (fs::exists(folder / place, ignored)) return fs::weakly_canonical(folder / place, ignored);
  return {};
}

}  // namespace

verify::VerifierConfig with_module_paths(verify::VerifierConfig config) {
  const fs::path folder = module_folder();
  if (folder.empty()) return config;
  if (config.sandbox_library.empty() && !is_set("NEREID_SANDBOX_LIB"))
    config.sandbox_library =
        first_existing(folder, {"libnereid_sandbox.so", "../../libnereid_sandbox.so"});
  if (config.harness.empty() && !is_set("NEREID_HARNESS"))
    config.harness = first_existing(folder, {"harness", "../../../../share/nereid/harness"});
  return config;
}

}  // namespace nereid::python
