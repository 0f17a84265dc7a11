// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <sys/time.h>

#include <cerrno>

#include "engine/base/file.h"
#include "engine/record/control/internal/control_words.h"
#include "engine/record/internal/run_lock.h"

namespace nereid::record {
namespace {

// The answer waits for a commit, and a machine that trains is busy.
constexpr timeval kAnswerLimit = {.tv_sec = 30, .tv_usec = 0};

Error nobody_writes(const std::filesystem::path& run_dir) {
  return Error{ErrorCode::kUnavailable,
               fmt::format("{}: no process of this machine writes this run; continue it with "
                           "\"nereid train --resume\"",
                           run_dir.string())};
}

Error not_answered(const std::filesystem::path& run_dir, int system_error) {
  if (!is_being_written(run_dir)) return nobody_writes(run_dir);
  if (system_error == EACCES || system_error == EPERM)
    return Error{ErrorCode::kPermissionDenied,
                 fmt::format("{}: this run belongs to another user, who alone may control it",
                             run_dir.string())};
  return Error{ErrorCode::kUnavailable,
               fmt::format("{}: the process that writes this run takes no commands; end it with "
                           "Ctrl+C, or with kill, where it was started",
                           run_dir.string())};
}

}  // namespace

Result<ControlAnswer> ask_run(const std::filesystem::path& run_dir, ControlCommand command,
                              std::string_view asker) {
  std::error_code ignored;
  if (!std::filesystem::exists(record_path(run_dir), ignored))
    return Error{ErrorCode::kNotFound,
                 run_dir.string() + ": holds no run; give the folder of a run"};
  const Result<ControlAddress> address = ControlAddress::of(run_dir);
  if (!address) return address.error();
  const UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket) return file_error("cannot make", control_path(run_dir), errno);
  ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &kAnswerLimit, sizeof kAnswerLimit);
  if (::connect(socket.get(), address->get(), sizeof address->address) != 0)
    return not_answered(run_dir, errno);
  if (!write_line(socket.get(), request_line(command, asker))) return not_answered(run_dir, 0);
  const Result<std::string> line = read_line(socket.get());
  if (!line) return not_answered(run_dir, 0);
  return read_answer(*line);
}

Result<ControlAnswer> run_status(const std::filesystem::path& run_dir) {
  const Result<ControlAnswer> live = ask_run(run_dir, ControlCommand::kStatus, "");
  if (live || live.error().code == ErrorCode::kNotFound) return live;
  auto reader = RunReader::open(run_dir);
  if (!reader) return reader.error();
  const Result<RunInfo> info = (*reader)->info();
  if (!info) return info.error();
  return ControlAnswer{.state = info->state,
                       .message = info->state_message,
                       .step = info->last_step,
                       .total_steps = info->total_steps};
}

bool is_written(const std::filesystem::path& run_dir) {
  return is_being_written(run_dir);
}

}  // namespace nereid::record
