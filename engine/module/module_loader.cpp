// SPDX-License-Identifier: GPL-3.0-or-later
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>

#include "engine/base/cores.h"
#include "engine/base/paths.h"
#include "engine/module/module.h"
#include "engine/module/module_abi.h"

namespace nereid {
namespace {

constexpr const char* kLibrary = "libnereid_training.so";

const char* rebuild_mend() {
  return is_installed() ? "install Nereid again, and see `nereid doctor`"
                        : "run ./start to build it";
}

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

// The processes that the verifier forks use no tokenizer. Without this word each of them would
// print a warning on the terminal when the tokenizer was used before, as in a run that is
// continued.
void keep_tokenizers_quiet() {
  ::setenv("TOKENIZERS_PARALLELISM", "true", 0);
}

// One fixed set of cuBLAS workspaces, of the size that it likes on the newest devices: what they
// are decides which kernels it takes, and so the last bits of a product. Read when a GPU is first
// used.
void fix_cublas_workspaces() {
  ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", 0);
}

/// Folder of libtorch in the environment of python_executable(), empty if it has none.
std::filesystem::path torch_folder() {
  std::error_code problem;
  const std::filesystem::path lib = python_executable().parent_path().parent_path() / "lib";
  for (const auto& entry : std::filesystem::directory_iterator(lib, problem)) {
    const auto folder = entry.path() / "site-packages/torch/lib";
    if (std::filesystem::exists(folder / "libtorch.so", problem)) return folder;
  }
  return {};
}

// The module names libtorch without a folder. A loaded library answers to its name, so the module
// gets the one of the user's environment, wherever that lies; its own libraries it finds by itself.
void load_libtorch() {
  const std::filesystem::path folder = torch_folder();
  if (folder.empty()) return;  // the module's own search path may know another
  for (const char* name : {"libtorch.so", "libtorch_cuda.so"})
    ::dlopen((folder / name).c_str(), RTLD_NOW | RTLD_LOCAL);
}

Result<TrainingModule*> load() {
  const std::filesystem::path file = find_library();
  if (!has_environment())
    return Error{ErrorCode::kUnavailable,
                 "the Python environment with torch and triton is not set up (" +
                     python_executable().string() + "); " + setup_mend()};
  prefer_passive_waiting();
  keep_tokenizers_quiet();
  fix_cublas_workspaces();
  load_libtorch();
  void* handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* why = ::dlerror();
    return Error{ErrorCode::kUnavailable,
                 file.string() + ": the training engine cannot be loaded (" +
                     (why != nullptr ? why : "unknown reason") + "); " + rebuild_mend()};
  }
  const auto open = reinterpret_cast<OpenTrainingModule*>(::dlsym(handle, kOpenTrainingModule));
  TrainingModule* module = open == nullptr ? nullptr : open(kModuleAbi);
  if (module == nullptr) {
    return Error{ErrorCode::kUnavailable,
                 file.string() + ": belongs to another version of Nereid; " + rebuild_mend()};
  }
  return module;
}

}  // namespace

std::filesystem::path training_module_file() {
  return find_library();
}

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
