// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/record/store.h"

namespace nereid::record {

/// What can be asked of a run that goes on.
enum class ControlCommand { kStatus, kPause, kResume, kStop };
std::string_view control_command_name(ControlCommand command);  ///< "status", "pause", ...
std::optional<ControlCommand> control_command_from_name(std::string_view name);

/// Where a run stands, after what was asked was taken on.
struct ControlAnswer {
  RunState state = RunState::kStopped;
  std::string message;  ///< the engine's words, e.g. "pausing after step 12"
  std::int64_t step = 0, total_steps = 0;
  std::int64_t pid = 0;  ///< of the process that answered; 0: nobody did, the record tells
};

/// The socket of a run: RUN/control.sock.
std::filesystem::path control_path(const std::filesystem::path& run_dir);

/// Asks the process that writes the run, and waits for its answer; `asker` says by what: "command
/// line", "window". The answer comes once the record holds it. kNotFound: no such run.
/// kUnavailable: nobody writes it, or it writes and does not answer; the message says which, and
/// the mend.
Result<ControlAnswer> ask_run(const std::filesystem::path& run_dir, ControlCommand command,
                              std::string_view asker);

/// Where a run stands: by its process if that answers, else by its record.
Result<ControlAnswer> run_status(const std::filesystem::path& run_dir);

/// What the process answered, from its line of JSON; its refusal is an error. For those who bring
/// the line another way.
Result<ControlAnswer> read_answer(const std::string& line);

/// Does a process of this machine write the run now? Cheap: one look at a lock.
bool is_written(const std::filesystem::path& run_dir);

}  // namespace nereid::record
