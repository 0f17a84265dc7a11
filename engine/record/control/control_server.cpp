// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/control/control_server.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>

#include "engine/base/file.h"
#include "engine/record/control/internal/control_words.h"

namespace nereid::record {
namespace {

constexpr timeval kPatience = {.tv_sec = 2, .tv_usec = 0};
constexpr int kBacklog = 8;
constexpr std::size_t kLongestAsker = 40;

/// What somebody says of himself goes into the record: letters, digits and spaces, and not many.
std::string tidy(std::string asker) {
  std::erase_if(asker, [](unsigned char c) { return !std::isalnum(c) && c != ' '; });
  return asker.substr(0, kLongestAsker);
}

}  // namespace

Result<std::unique_ptr<ControlServer>> ControlServer::open(const std::filesystem::path& run_dir,
                                                           Handler handler) {
  const Result<ControlAddress> address = ControlAddress::of(run_dir);
  if (!address) return address.error();
  const std::filesystem::path path = control_path(run_dir);
  ::unlink(path.c_str());  // of a process that was killed: whoever opens holds the run's lock
  UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  UniqueFd wake(::eventfd(0, EFD_CLOEXEC));
  if (!socket || !wake) return file_error("cannot make", path, errno);
  // The mode of the socket itself is that of the file, so no other user ever sees it open.
  ::fchmod(socket.get(), S_IRUSR | S_IWUSR);
  if (::bind(socket.get(), address->get(), sizeof address->address) != 0)
    return file_error("cannot make", path, errno);
  ::chmod(path.c_str(), S_IRUSR | S_IWUSR);
  if (::listen(socket.get(), kBacklog) != 0) return file_error("cannot listen at", path, errno);
  return std::unique_ptr<ControlServer>(
      new ControlServer(run_dir, std::move(socket), std::move(wake), std::move(handler)));
}

ControlServer::ControlServer(std::filesystem::path run_dir, UniqueFd socket, UniqueFd wake,
                             Handler handler)
    : run_dir_(std::move(run_dir)),
      socket_(std::move(socket)),
      wake_(std::move(wake)),
      handler_(std::move(handler)),
      thread_([this] { serve(); }) {}

ControlServer::~ControlServer() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(wake_.get(), &one, sizeof one);
  thread_.join();
  ::unlink(control_path(run_dir_).c_str());
}

void ControlServer::serve() {
  pollfd ends[] = {{socket_.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}};
  while (true) {
    if (::poll(ends, 2, -1) < 0 && errno != EINTR) return;
    if (ends[1].revents != 0) return;
    if (ends[0].revents == 0) continue;
    const UniqueFd client(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (client) answer(client);
  }
}

void ControlServer::answer(const UniqueFd& client) const {
  ucred asker{};
  socklen_t size = sizeof asker;
  ::setsockopt(client.get(), SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
  ::setsockopt(client.get(), SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
  if (::getsockopt(client.get(), SOL_SOCKET, SO_PEERCRED, &asker, &size) != 0 ||
      asker.uid != ::geteuid()) {
    write_line(client.get(), refusal_line("only the user who runs it may control this run"));
    return;
  }
  const Result<std::string> line = read_line(client.get());
  if (!line) return;
  const Result<Json> request = parse_json(*line, "the request");
  const auto command = control_command_from_name(
      request ? json_value<std::string>(*request, "command", "") : std::string());
  if (!command || json_value<std::string>(*request, "schema", "") != kControlSchema) {
    write_line(client.get(),
               refusal_line("the run knows the commands status, pause, resume and stop"));
    return;
  }
  const std::string name = tidy(json_value<std::string>(*request, "asker", ""));
  ControlAnswer answer = handler_(*command, fmt::format("{}, process {}", name, asker.pid));
  answer.pid = ::getpid();
  write_line(client.get(), answer_line(answer));
}

}  // namespace nereid::record
