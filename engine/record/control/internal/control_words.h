// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <filesystem>
#include <string>

#include "engine/base/json.h"
#include "engine/base/unique_fd.h"
#include "engine/record/control/run_control.h"

namespace nereid::record {

inline constexpr char kControlSchema[] = "nereid.control/1";
inline constexpr std::size_t kLongestControlLine = 4096;  ///< bytes, with its line break

/// The address of the socket in a folder. Its path may be longer than an address holds, so it goes
/// through the open folder, which must stay open for as long as the address is used.
struct ControlAddress {
  static Result<ControlAddress> of(const std::filesystem::path& run_dir);
  UniqueFd folder;
  sockaddr_un address{};
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address); }
};

std::string request_line(ControlCommand command, std::string_view asker);
std::string answer_line(const ControlAnswer& answer);
std::string refusal_line(std::string_view problem);

/// Up to the first line break. kTimeout after the time limit of the socket.
Result<std::string> read_line(int fd);
/// All of it, without SIGPIPE; false if nobody reads.
bool write_line(int fd, std::string_view line);

}  // namespace nereid::record
