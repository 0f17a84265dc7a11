// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/processes/child.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "engine/verify/processes/idle_watch.h"

namespace nereid::verify {
namespace {

using std::chrono::milliseconds;

// How often a waiting judge looks at memory, cancellation and the zygote's fate.
constexpr milliseconds kTick{25};
// A child that closed its channel is normally reaped within a millisecond.
constexpr milliseconds kReapLimit{2000};

std::size_t resident_bytes(pid_t pid) {
  const std::string path = fmt::format("/proc/{}/statm", pid);
  FILE* file = std::fopen(path.c_str(), "re");
  if (file == nullptr) return 0;
  unsigned long total = 0, resident = 0;
  const int fields = std::fscanf(file, "%lu %lu", &total, &resident);
  std::fclose(file);
  return fields == 2 ? resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) : 0;
}

std::string signal_text(int signal) {
  // The sandbox's filter turns a candidate's deadly signal to itself into SIGSYS.
  if (signal == SIGSYS) return "a forbidden system call or a deadly signal to itself";
  return fmt::format("signal {} ({})", signal, strsignal(signal));
}

}  // namespace

Child::Child(UniqueFd channel, std::shared_ptr<ChildState> state, std::size_t memory_limit_bytes)
    : channel_(std::move(channel)), state_(std::move(state)), memory_limit_(memory_limit_bytes) {}

Child::~Child() {
  kill();
}

void Child::kill() {
  std::lock_guard lock(state_->mutex);
  // A pidfd never hits a stranger, even when the number was used again.
  if (!state_->ended && state_->pidfd)
    syscall(SYS_pidfd_send_signal, state_->pidfd.get(), SIGKILL, nullptr, 0);
}

Result<void> Child::send(const Json& body, const std::vector<int>& fds) {
  return send_message(channel_.get(), body, fds);
}

bool Child::is_lost() const {
  std::lock_guard lock(state_->mutex);
  return state_->lost;
}

bool Child::is_over() const {
  std::lock_guard lock(state_->mutex);
  return state_->lost || state_->ended;
}

pid_t Child::pid() const {
  std::lock_guard lock(state_->mutex);
  return !state_->ended && state_->pidfd ? state_->pid : 0;
}

bool Child::sit(const Seat& seat) {
  const pid_t process = pid();
  seat.take(process);
  return process > 0;
}

bool Child::over_memory() {
  const pid_t process = pid();
  return process > 0 && resident_bytes(process) > memory_limit_;
}

// A GPU's lane is not free before the kernels of who held it too long have ended with it.
Step Child::killed(EndKind end, std::string text) {
  kill();
  if (end == EndKind::kTimeout) {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait_for(lock, kReapLimit, [&] { return state_->ended || state_->lost; });
  }
  return {{end, 0, std::move(text)}, {}};
}

// The channel is closed: finds out why. The zygote's report decides; a child that merely closed its
// channel is killed.
Step Child::ended() {
  std::unique_lock lock(state_->mutex);
  state_->changed.wait_for(lock, kReapLimit, [&] { return state_->ended || state_->lost; });
  if (state_->lost) return {{EndKind::kLost, 0, "the zygote died"}, {}};
  if (!state_->ended) {
    lock.unlock();
    return killed(EndKind::kExit, "closed its channel and went on");
  }
  if (!state_->refusal.empty()) return {{EndKind::kExit, 0, state_->refusal}, {}};
  if (WIFSIGNALED(state_->wait_status)) {
    const int signal = WTERMSIG(state_->wait_status);
    return {{EndKind::kSignal, signal, "ended by " + signal_text(signal)}, {}};
  }
  return {{EndKind::kExit, 0,
           fmt::format("ended with exit status {}", WEXITSTATUS(state_->wait_status))},
          {}};
}

Step Child::next(TimeLimit limit, const std::atomic<bool>& cancelled, Child* partner,
                 bool ends_idle) {
  LimitWatch watch(std::move(limit));
  IdleWatch idle;
  while (true) {
    watch.look({pid(), partner != nullptr ? partner->pid() : 0});
    Received received = receive_message(channel_.get());
    switch (received.status) {
      case ReceiveStatus::kMessage:
        return {{}, std::move(received.message)};
      case ReceiveStatus::kClosed:
        return ended();
      case ReceiveStatus::kBroken:
        return killed(EndKind::kBroken, "sent a broken message");
      case ReceiveStatus::kNothing:
        break;
    }
    if (cancelled.load()) return killed(EndKind::kCancelled, "cancelled");
    if (is_lost()) return killed(EndKind::kLost, "the zygote died");
    if (watch.is_spent()) return killed(EndKind::kTimeout, "took too long");
    if (watch.is_hopeless()) return killed(EndKind::kLost, "kept from running by a busy machine");
    if (over_memory() || (partner != nullptr && partner->over_memory()))
      return killed(EndKind::kMemory, "used too much memory");
    if (ends_idle && partner != nullptr && idle.look({pid(), partner->pid()}))
      return killed(EndKind::kTimeout, std::string(kIdleText));
    pollfd waiting = {channel_.get(), POLLIN, 0};
    poll(&waiting, 1, static_cast<int>(std::min(watch.soonest_end(), kTick).count()));
  }
}

}  // namespace nereid::verify
