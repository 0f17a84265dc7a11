// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace nereid::verify::machine {

/// Zeroes for one launch. The memory is that of earlier launches of the thread, in large pages
/// where the system has them: a launch touches each mark but a few times, so that a page fault for
/// 4 KB would cost more than the marks.
class Marks {
 public:
  Marks() = default;
  explicit Marks(std::size_t count);
  ~Marks() { give_back(true); }
  Marks(Marks&& other) noexcept
      : bytes_(std::exchange(other.bytes_, 0)), marks_(std::exchange(other.marks_, nullptr)) {}
  Marks& operator=(Marks&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(marks_, other.marks_);
    return *this;
  }
  std::uint64_t* get() const { return marks_; }
  std::uint64_t& operator[](std::size_t at) const { return marks_[at]; }
  /// Ends it. `touched` false: all are zero yet.
  void give_back(bool touched);

 private:
  std::size_t bytes_ = 0;
  std::uint64_t* marks_ = nullptr;
};

}  // namespace nereid::verify::machine
