// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/timing/gpu_lane.h"
#include "engine/base/nvml.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace nereid::verify {
namespace {

// One for all processes of a host, whatever TMPDIR each of them has: with locks in two places two
// runs would time at once.
constexpr const char* kLockFolder = "/tmp";

UniqueFd open_lock(const std::filesystem::path& file) {
  return UniqueFd(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
}

void lock(const UniqueFd& file, int kind) {
  if (!file) return;
  while (flock(file.get(), kind) != 0 && errno == EINTR) {
  }
}

}  // namespace

GpuLane& GpuLane::of(int device) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<GpuLane>> lanes;
  const std::lock_guard guard(mutex);
  std::string name = gpu_name(device);
  std::replace(name.begin(), name.end(), '/', '-');
  std::unique_ptr<GpuLane>& lane = lanes[name];
  if (!lane)
    lane = std::make_unique<GpuLane>(std::filesystem::path(kLockFolder) /
                                     fmt::format("nereid-gpu-{}-{}", geteuid(), name));
  return *lane;
}

// Whoever waits for the lane holds the gate, so that those who come later stand behind.
UniqueFd GpuLane::lock_file(bool alone) const {
  const UniqueFd gate = open_lock(file_.string() + ".gate");
  UniqueFd lane = open_lock(file_.string() + ".lock");
  lock(gate, LOCK_EX);
  lock(lane, alone ? LOCK_EX : LOCK_SH);
  return lane;
}

// Called under the mutex, whenever somebody came or left.
void GpuLane::admit() {
  if (is_alone_) return;
  if (sharing_ == 0 && turns_alone_ == 0 && (!was_alone_ || sharing_line_.empty()))
    turns_alone_ = static_cast<int>(alone_line_.size());
  if (turns_alone_ > 0) {
    --turns_alone_;
    is_alone_ = was_alone_ = true;
    alone_line_.front()->admitted = true;
    alone_line_.pop_front();
  } else if (sharing_ == 0 || alone_line_.empty()) {
    was_alone_ = was_alone_ && sharing_line_.empty();
    sharing_ += static_cast<int>(sharing_line_.size());
    for (Waiter* waiter : sharing_line_) waiter->admitted = true;
    sharing_line_.clear();
  }
  changed_.notify_all();
}

void GpuLane::wait(std::deque<Waiter*>& line) {
  std::unique_lock guard(mutex_);
  Waiter waiter;
  line.push_back(&waiter);
  admit();
  changed_.wait(guard, [&] { return waiter.admitted; });
}

void GpuLane::leave(bool alone) {
  const std::lock_guard guard(mutex_);
  if (alone)
    is_alone_ = false;
  else
    --sharing_;
  admit();
}

GpuLane::Use GpuLane::share() {
  wait(sharing_line_);
  return {this, false, lock_file(false)};
}

GpuLane::Use GpuLane::alone() {
  wait(alone_line_);
  return {this, true, lock_file(true)};
}

GpuLane::Use& GpuLane::Use::operator=(Use&& other) noexcept {
  if (this == &other) return *this;
  end();
  lane_ = std::exchange(other.lane_, nullptr);
  alone_ = other.alone_;
  file_ = std::move(other.file_);
  return *this;
}

void GpuLane::Use::end() {
  if (lane_ == nullptr) return;
  file_.reset();
  std::exchange(lane_, nullptr)->leave(alone_);
}

}  // namespace nereid::verify
