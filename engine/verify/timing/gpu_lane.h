// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>

#include "engine/base/unique_fd.h"

namespace nereid::verify {

/// Who may use a GPU. Work that is timed has it alone; all other work shares it. Within this
/// process the two kinds take turns: while one kind works, those of the other gather and then go
/// together, so that neither starves. Between processes of one user the same order is kept by
/// locks on two files, which end with their owner. Thread-safe.
class GpuLane {
 public:
  /// `file`: path of the lock files without their endings.
  explicit GpuLane(std::filesystem::path file) : file_(std::move(file)) {}
  GpuLane(const GpuLane&) = delete;
  GpuLane& operator=(const GpuLane&) = delete;

  /// The lane of a GPU of this machine.
  static GpuLane& of(int device);

  /// The right to use the GPU; ends with this object. One thread at a time.
  class Use {
   public:
    Use() = default;
    Use(GpuLane* lane, bool alone, UniqueFd file)
        : lane_(lane), alone_(alone), file_(std::move(file)) {}
    Use(Use&& other) noexcept { *this = std::move(other); }
    Use& operator=(Use&& other) noexcept;
    ~Use() { end(); }
    void end();

   private:
    GpuLane* lane_ = nullptr;
    bool alone_ = false;
    UniqueFd file_;
  };

  /// Waits for its turn among work that does not disturb itself.
  Use share();
  /// Waits until nobody else uses the GPU.
  Use alone();

 private:
  struct Waiter {
    bool admitted = false;
  };
  UniqueFd lock_file(bool alone) const;
  void wait(std::deque<Waiter*>& line);
  void leave(bool alone);
  void admit();

  const std::filesystem::path file_;
  std::mutex mutex_;  ///< guards everything below
  std::condition_variable changed_;
  std::deque<Waiter*> sharing_line_, alone_line_;
  int sharing_ = 0;         ///< that use it now
  bool is_alone_ = false;   ///< one uses it alone now
  bool was_alone_ = false;  ///< the last turn was of that kind
  int turns_alone_ = 0;     ///< left of those that gathered
};

}  // namespace nereid::verify
