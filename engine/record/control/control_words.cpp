// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/control/internal/control_words.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "engine/base/file.h"

namespace nereid::record {
namespace {

constexpr std::array<std::string_view, 4> kCommandNames = {"status", "pause", "resume", "stop"};
constexpr char kSocketName[] = "control.sock";

}  // namespace

std::string_view control_command_name(ControlCommand command) {
  return kCommandNames[static_cast<std::size_t>(command)];
}

std::optional<ControlCommand> control_command_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kCommandNames.size(); ++i)
    if (kCommandNames[i] == name) return static_cast<ControlCommand>(i);
  return std::nullopt;
}

std::filesystem::path control_path(const std::filesystem::path& run_dir) {
  return run_dir / kSocketName;
}

Result<ControlAddress> ControlAddress::of(const std::filesystem::path& run_dir) {
  ControlAddress made;
  made.folder = UniqueFd(::open(run_dir.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!made.folder) return file_error("cannot open", run_dir, errno);
  made.address.sun_family = AF_UNIX;
  const std::string path = fmt::format("/proc/self/fd/{}/{}", made.folder.get(), kSocketName);
  std::memcpy(made.address.sun_path, path.c_str(), path.size() + 1);
  return made;
}

std::string request_line(ControlCommand command, std::string_view asker) {
  const OrderedJson request = {
      {"schema", kControlSchema}, {"command", control_command_name(command)}, {"asker", asker}};
  return dump_json(request) + "\n";
}

std::string answer_line(const ControlAnswer& answer) {
  const OrderedJson line = {
      {"schema", kControlSchema},  {"ok", true},          {"state", run_state_name(answer.state)},
      {"message", answer.message}, {"step", answer.step}, {"total_steps", answer.total_steps},
      {"pid", answer.pid}};
  return dump_json(line) + "\n";
}

std::string refusal_line(std::string_view problem) {
  const OrderedJson line = {{"schema", kControlSchema}, {"ok", false}, {"error", problem}};
  return dump_json(line) + "\n";
}

Result<ControlAnswer> read_answer(const std::string& line) {
  const Result<Json> parsed = parse_json(line, "the answer of the run");
  if (!parsed) return parsed.error();
  if (json_value<std::string>(*parsed, "schema", "") != kControlSchema)
    return Error{ErrorCode::kUnsupported,
                 "the run is of another Nereid, which speaks in another way; update this one"};
  if (!json_value<bool>(*parsed, "ok", false))
    return Error{ErrorCode::kUnavailable,
                 json_value<std::string>(*parsed, "error", "the run refused")};
  ControlAnswer answer;
  const auto state = run_state_from_name(json_value<std::string>(*parsed, "state", ""));
  if (!state) return Error{ErrorCode::kUnsupported, "the run is in a state that is not known here"};
  answer.state = *state;
  answer.message = json_value<std::string>(*parsed, "message", "");
  answer.step = json_value<std::int64_t>(*parsed, "step", 0);
  answer.total_steps = json_value<std::int64_t>(*parsed, "total_steps", 0);
  answer.pid = json_value<std::int64_t>(*parsed, "pid", 0);
  return answer;
}

Result<std::string> read_line(int fd) {
  std::string line;
  while (line.size() < kLongestControlLine) {
    char byte = 0;
    const ssize_t got = ::recv(fd, &byte, 1, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Error{ErrorCode::kTimeout, "no answer"};
    if (got == 0) return Error{ErrorCode::kUnavailable, "the connection was closed"};
    if (byte == '\n') return line;
    line += byte;
  }
  return Error{ErrorCode::kInvalidArgument, "a line that is too long"};
}

bool write_line(int fd, std::string_view line) {
  while (!line.empty()) {
    const ssize_t sent = ::send(fd, line.data(), line.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    line.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

}  // namespace nereid::record
