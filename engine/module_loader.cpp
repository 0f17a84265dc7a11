// SPDX-License-Identifier: GPL-3.0-or-later
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>

#include "engine/base/paths.h"
#include "engine/module.h"
#include "engine/module_abi.h"

namespace nereid {
namespace {

constexpr const char* kLibrary = "libnereid_training.so";

std::filesystem::path find_library() {
  if (const char* folder = std::getenv("NEREID_MODULE_DIR"))
    return std::filesystem::path(folder) / kLibrary;
  const std::filesystem::path beside = program_dir();
  std::error_code ignored;
  for (const std::filesystem::path& folder : {beside, beside / "../lib/nereid", beside / ".."}) {
    if (std::filesystem::exists(folder / kLibrary, ignored)) return folder / kLibrary;
  }
  return beside / kLibrary;
}

// Idle OpenMP threads must sleep, not spin: judges and window share these cores. libgomp reads this
// once, when it is loaded; what the user has set stays.
void prefer_passive_waiting() {
  ::setenv("OMP_WAIT_POLICY", "PASSIVE", 0);
  ::setenv("GOMP_SPINCOUNT", "0", 0);
  ::setenv("KMP_BLOCKTIME", "0", 0);
}

Result<TrainingModule*> load() {
  const std::filesystem::path file = find_library();
  prefer_passive_waiting();
  void* handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* why = ::dlerror();
    return Error{ErrorCode::kUnavailable,
                 file.string() + ": the training engine cannot be loaded (" +
                     (why != nullptr ? why : "unknown reason") + "); run ./start to build it"};
  }
  const auto open = reinterpret_cast<OpenTrainingModule*>(::dlsym(handle, kOpenTrainingModule));
  TrainingModule* module = open == nullptr ? nullptr : open(kModuleAbi);
  if (module == nullptr) {
    return Error{
        ErrorCode::kUnavailable,
        file.string() + ": belongs to another version of Nereid; run ./start to build it again"};
  }
  return module;
}

}  // namespace

Result<TrainingModule*> load_training_module() {
  static std::mutex mutex;
  static TrainingModule* loaded = nullptr;
  const std::lock_guard lock(mutex);
  if (loaded != nullptr) return loaded;
  Result<TrainingModule*> module = load();
  if (module) loaded = *module;
  return module;
}

}  // namespace nereid
