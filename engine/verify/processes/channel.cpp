// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/processes/channel.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <span>

#include "engine/base/visible_text.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kControlBytes = CMSG_SPACE(kMaxMessageFds * sizeof(int));

Error socket_error(const char* action) {
  return {ErrorCode::kUnavailable, std::string(action) + ": " + std::strerror(errno)};
}

std::vector<UniqueFd> take_fds(msghdr& header) {
  std::vector<UniqueFd> fds;
  for (cmsghdr* item = CMSG_FIRSTHDR(&header); item != nullptr; item = CMSG_NXTHDR(&header, item)) {
    if (item->cmsg_level != SOL_SOCKET || item->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (item->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(item) + i * sizeof(int), sizeof fd);
      fds.emplace_back(fd);
    }
  }
  return fds;
}

void put_fds(msghdr& header, std::span<const int> fds) {
  if (fds.empty()) return;
  header.msg_controllen = CMSG_SPACE(fds.size_bytes());
  cmsghdr* item = CMSG_FIRSTHDR(&header);
  item->cmsg_level = SOL_SOCKET;
  item->cmsg_type = SCM_RIGHTS;
  item->cmsg_len = CMSG_LEN(fds.size_bytes());
  std::memcpy(CMSG_DATA(item), fds.data(), fds.size_bytes());
}

}  // namespace

int Message::fd(const std::string& name) const {
  const auto names = body.find("fds");
  if (names == body.end() || !names->is_array()) return -1;
  for (std::size_t i = 0; i < names->size() && i < fds.size(); ++i)
    if ((*names)[i] == name) return fds[i].get();
  return -1;
}

Result<std::pair<UniqueFd, UniqueFd>> make_channel() {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return socket_error("making a socket pair");
  // Room for the largest message in one packet.
  const int bytes = 2 * static_cast<int>(kMaxMessageBytes);
  for (const int end : ends) setsockopt(end, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
  return std::pair<UniqueFd, UniqueFd>(UniqueFd(ends[0]), UniqueFd(ends[1]));
}

Result<void> send_message(int socket, const Json& body, const std::vector<int>& fds) {
  std::string text = dump_json(body);
  if (text.size() > kMaxMessageBytes || fds.size() > kMaxMessageFds)
    return Error{ErrorCode::kInternal, "a message to the harness is too large"};
  alignas(cmsghdr) std::array<char, kControlBytes> control = {};
  iovec part = {text.data(), text.size()};
  msghdr header = {};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = fds.empty() ? nullptr : control.data();
  put_fds(header, fds);
  if (sendmsg(socket, &header, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
    return socket_error("sending to the harness");
  return {};
}

Received receive_message(int socket) {
  // One byte more than allowed, so that an oversized packet shows as such.
  thread_local std::array<char, kMaxMessageBytes + 1> buffer;
  alignas(cmsghdr) std::array<char, kControlBytes> control = {};
  iovec part = {buffer.data(), buffer.size()};
  msghdr header = {};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  const ssize_t size = recvmsg(socket, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  Received received;
  if (size < 0) {
    const bool later = errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    received.status = later ? ReceiveStatus::kNothing : ReceiveStatus::kClosed;
    return received;
  }
  received.message.fds = take_fds(header);
  if (size == 0) {
    received.status = ReceiveStatus::kClosed;
    return received;
  }
  const bool whole = (header.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0 &&
                     static_cast<std::size_t>(size) <= kMaxMessageBytes;
  Result<Json> body = whole ? parse_json({buffer.data(), static_cast<std::size_t>(size)})
                            : Result<Json>(Error{ErrorCode::kCorrupt, "message too large"});
  if (!body || !body->is_object()) {
    received.status = ReceiveStatus::kBroken;
    return received;
  }
  // Of a child all that is shown may be a candidate's.
  make_visible(*body);
  received.message.body = std::move(*body);
  received.status = ReceiveStatus::kMessage;
  return received;
}

}  // namespace nereid::verify
