// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace nereid {

/// SHA-256 as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);
std::string sha256_hex(std::span<const std::byte> bytes);
/// SHA-256 of a file's content, read in pieces.
Result<std::string> sha256_file(const std::filesystem::path& file);

/// SHA-256 over pieces. One thread at a time.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  /// One that has taken the same bytes so far.
  Sha256 copy() const;

  void update(std::string_view bytes);
  void update(std::span<const std::byte> bytes);
  /// The digest of all that was added; the object starts anew.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace nereid
