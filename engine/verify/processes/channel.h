// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/base/json.h"
#include "engine/base/result.h"
#include "engine/base/unique_fd.h"

namespace nereid::verify {

/// One message of the harness protocol: a JSON object and the descriptors named in its "fds".
struct Message {
  Json body;
  std::vector<UniqueFd> fds;

  std::string op() const { return json_value(body, "op", std::string()); }
  /// The descriptor whose place in "fds" has this name; -1 if there is none. Stays owned here.
  int fd(const std::string& name) const;
};

enum class ReceiveStatus { kMessage, kNothing, kClosed, kBroken };
struct Received {
  ReceiveStatus status = ReceiveStatus::kNothing;
  Message message;
};

inline constexpr std::size_t kMaxMessageBytes = 128 << 10;
inline constexpr std::size_t kMaxMessageFds = 16;

/// A connected pair of AF_UNIX SOCK_SEQPACKET sockets, close-on-exec and non-blocking on our side.
Result<std::pair<UniqueFd, UniqueFd>> make_channel();

/// Sends `body` with `fds` in the order of body["fds"]. Never blocks: a full socket is an Error, as
/// our messages are few and small. Thread-safe.
Result<void> send_message(int socket, const Json& body, const std::vector<int>& fds = {});

/// Takes one message without blocking. kBroken: not a message of the protocol; whoever sent it is
/// hostile or damaged. Descriptors that a peer sends unasked are owned by the result and so closed.
Received receive_message(int socket);

}  // namespace nereid::verify
