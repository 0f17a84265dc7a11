// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/log.h"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <vector>

namespace nereid {
namespace {

constexpr char kName[] = "nereid";
constexpr char kPattern[] = "%Y-%m-%d %H:%M:%S.%e %l %v";

spdlog::level::level_enum to_spdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
  }
  return spdlog::level::info;
}

void install(std::vector<spdlog::sink_ptr> sinks, LogLevel level) {
  auto logger = std::make_shared<spdlog::logger>(kName, sinks.begin(), sinks.end());
  logger->set_level(to_spdlog(level));
  logger->set_pattern(kPattern);
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
}

/// libspdlog holds the only registry of the process, so the program and the training module share
/// it.
std::shared_ptr<spdlog::logger> current() {
  std::shared_ptr<spdlog::logger> logger = spdlog::get(kName);
  if (!logger) {
    install({std::make_shared<spdlog::sinks::stderr_sink_mt>()}, LogLevel::kWarning);
    logger = spdlog::get(kName);
  }
  return logger;
}

}  // namespace

Result<void> start_logging(const LogOptions& options) {
  try {
    std::vector<spdlog::sink_ptr> sinks;
    if (options.to_stderr) sinks.push_back(std::make_shared<spdlog::sinks::stderr_sink_mt>());
    if (!options.file.empty())
      sinks.push_back(std::make_shared<spdlog::sinks::basic_file_sink_mt>(options.file.string()));
    install(std::move(sinks), options.level);
    return {};
  } catch (const spdlog::spdlog_ex& problem) {
    return Error{ErrorCode::kUnavailable,
                 fmt::format("cannot log to {}: {}; choose a folder that can be written",
                             options.file.string(), problem.what())};
  }
}

void log_message(LogLevel level, std::string_view message) {
  if (const auto logger = current()) logger->log(to_spdlog(level), "{}", message);
}

}  // namespace nereid
