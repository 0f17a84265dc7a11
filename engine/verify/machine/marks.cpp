// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/marks.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <new>
#include <vector>

namespace nereid::verify::machine {
namespace {

constexpr std::size_t kLargePage = 2UL << 20U;
constexpr std::size_t kPoolBytes = 16UL << 20U;
constexpr std::size_t kLeastBlock = 1UL << 10U;
constexpr std::size_t kMostBlock = 4UL << 20U;  // larger ones get memory of their own

void* map(std::size_t bytes) {
  void* mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  return mapped;
}

std::size_t block_of(std::size_t bytes) {
  return std::bit_ceil(std::max(bytes, kLeastBlock));
}

// Blocks of zeroes, cut off a piece of memory as they are asked for. One thread.
class Pool {
 public:
  // nullptr: there is no room left.
  void* take(std::size_t block) {
    std::vector<void*>& waiting = waiting_.at(std::countr_zero(block));
    if (!waiting.empty()) {
      void* const given = waiting.back();
      waiting.pop_back();
      return given;
    }
    if (!begin_) begin();
    const std::size_t at = (used_ + block - 1) / block * block;
    if (at + block > kPoolBytes) return nullptr;
    used_ = at + block;
    return begin_ + at;
  }

  // Zeroes again.
  void put(void* block, std::size_t bytes) {
    waiting_.at(std::countr_zero(bytes)).push_back(block);
  }

  bool holds(const void* block) const {
    return begin_ != nullptr && block >= begin_ && block < begin_ + kPoolBytes;
  }

  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    if (mapped_ != nullptr) ::munmap(mapped_, kPoolBytes + kLargePage);
  }

 private:
  void begin() {
    mapped_ = map(kPoolBytes + kLargePage);
    ::madvise(mapped_, kPoolBytes + kLargePage, MADV_HUGEPAGE);
    const auto address = reinterpret_cast<std::uintptr_t>(mapped_);
    begin_ = static_cast<std::byte*>(mapped_) + (kLargePage - address % kLargePage) % kLargePage;
  }

  void* mapped_ = nullptr;
  std::byte* begin_ = nullptr;
  std::size_t used_ = 0;
  std::array<std::vector<void*>, 64> waiting_;  ///< by the logarithm of their bytes
};

thread_local Pool pool;

}  // namespace

Marks::Marks(std::size_t count) : bytes_(std::max<std::size_t>(count, 1) * sizeof(std::uint64_t)) {
  void* given = bytes_ <= kMostBlock ? pool.take(block_of(bytes_)) : nullptr;
  if (given == nullptr) {
    given = map(bytes_);
    ::madvise(given, bytes_, MADV_HUGEPAGE);
  }
  marks_ = static_cast<std::uint64_t*>(given);
}

void Marks::give_back(bool touched) {
  void* const marks = std::exchange(marks_, nullptr);
  if (marks == nullptr) return;
  if (!pool.holds(marks)) {
    ::munmap(marks, bytes_);
    return;
  }
  if (touched) std::memset(marks, 0, bytes_);
  pool.put(marks, block_of(bytes_));
}

}  // namespace nereid::verify::machine
