// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/result.h"

namespace nereid {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

struct LogOptions {
  LogLevel level = LogLevel::kInfo;
  bool to_stderr = true;       ///< standard output stays free for machine-readable lines
  std::filesystem::path file;  ///< appended to; empty = none
};

/// Replaces the process-wide logger. Called by main() and by the trainer when a run's folder is
/// known. Thread-safe.
Result<void> start_logging(const LogOptions& options);

/// One line to the process-wide logger; before start_logging warnings and errors go to standard
/// error. Thread-safe.
void log_message(LogLevel level, std::string_view message);

template <class... Args>
void log_debug(fmt::format_string<Args...> text, Args&&... args) {
  log_message(LogLevel::kDebug, fmt::format(text, std::forward<Args>(args)...));
}
template <class... Args>
void log_info(fmt::format_string<Args...> text, Args&&... args) {
  log_message(LogLevel::kInfo, fmt::format(text, std::forward<Args>(args)...));
}
template <class... Args>
void log_warning(fmt::format_string<Args...> text, Args&&... args) {
  log_message(LogLevel::kWarning, fmt::format(text, std::forward<Args>(args)...));
}
template <class... Args>
void log_error(fmt::format_string<Args...> text, Args&&... args) {
  log_message(LogLevel::kError, fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace nereid
