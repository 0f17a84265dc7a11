// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/python/internal/interpreter.h"

#include <dlfcn.h>
#include <pybind11/embed.h>

#include <mutex>
#include <optional>

#include "engine/base/paths.h"

namespace nereid::python {
namespace {

// Extension modules do not link libpython; they look its symbols up in the global scope. If this
// code came in by dlopen without RTLD_GLOBAL, libpython is not there yet, so promote it before the
// first import.
void promote_libpython() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&Py_IsInitialized), &info) != 0 && info.dli_fname != nullptr) {
    dlopen(info.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
  }
}

Error start_failed(const std::string& executable, const std::string& detail) {
  return {ErrorCode::kUnavailable,
          "The embedded Python of " + executable + " did not start: " + detail + "; " +
              setup_mend() + ", or point NEREID_PYTHON at the bin/python of an environment"};
}

Result<void> initialise(const std::filesystem::path& executable) {
  if (Py_IsInitialized() != 0) return {};
  std::error_code ignored;
  if (!std::filesystem::exists(executable, ignored)) {
    return start_failed(executable.string(), "no such file");
  }
  promote_libpython();
  // Isolated: neither PYTHONHOME nor PYTHONPATH of the user's shell may change what is imported.
  // The executable's pyvenv.cfg decides about prefix and site-packages.
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  config.install_signal_handlers = 0;
  config.site_import = 1;
  config.write_bytecode = 1;
  PyStatus status = PyConfig_SetBytesString(&config, &config.program_name, executable.c_str());
  if (PyStatus_Exception(status) == 0) {
    status = PyConfig_SetBytesString(&config, &config.executable, executable.c_str());
  }
  if (PyStatus_Exception(status) == 0) status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status) != 0) {
    return start_failed(executable.string(),
                        status.err_msg != nullptr ? status.err_msg : "unknown");
  }
  PyEval_SaveThread();
  return {};
}

}  // namespace

Result<void> start_interpreter(const std::filesystem::path& executable) {
  static std::mutex mutex;
  static std::optional<Result<void>> outcome;
  std::lock_guard lock(mutex);
  if (!outcome) outcome = initialise(executable);
  return *outcome;
}

Result<void> start_interpreter() {
  return start_interpreter(python_executable());
}

Result<std::string> interpreter_prefix() {
  if (Result<void> started = start_interpreter(); !started) return started.error();
  pybind11::gil_scoped_acquire gil;
  return pybind11::module_::import("sys").attr("prefix").cast<std::string>();
}

}  // namespace nereid::python
