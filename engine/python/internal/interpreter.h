// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "engine/base/result.h"

namespace nereid::python {

/// Starts the one interpreter of this process, inside the virtual environment of `executable` (its
/// bin/python), and gives its lock back: every caller takes pybind11::gil_scoped_acquire. Later
/// calls return the first outcome, whatever their argument. Thread-safe. An interpreter that
/// somebody else has started is used as it is.
Result<void> start_interpreter(const std::filesystem::path& executable);
/// The same with the configured virtual environment (base/paths.h python_executable()).
Result<void> start_interpreter();

/// sys.prefix of the running interpreter, for reports.
Result<std::string> interpreter_prefix();

}  // namespace nereid::python
