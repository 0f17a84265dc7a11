// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/request/named_sizes.h"

#include <algorithm>
#include <optional>

#include "engine/verify/request/variants.h"

namespace nereid::verify {
namespace {

constexpr std::int64_t kLeast = 129, kMost = 1 << 16;
constexpr std::int64_t kMostBits = 16;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Numbers of a text, one after another.
class Numbers {
 public:
  explicit Numbers(std::string_view text) : text_(text) {}

  /// The next whole number, or power of two; 0 for another word or sign. None at the end.
  std::optional<std::int64_t> next() {
    if (at_ >= text_.size()) return std::nullopt;
    if (!is_word(text_[at_])) return ++at_, 0;
    const std::size_t begin = at_;
    const std::int64_t number = word();
    const bool is_fraction =
        (begin > 0 && text_[begin - 1] == '.') || (at_ < text_.size() && text_[at_] == '.');
    if (number <= 0 || is_fraction) return 0;
    if (number == 1 && accept("<<")) return power();
    if (number == 2 && accept("**")) return power();
    return number;
  }

 private:
  // 0 unless it is a whole number that is not too large.
  std::int64_t word() {
    std::int64_t number = 0;
    bool is_number = true;
    for (; at_ < text_.size() && is_word(text_[at_]); ++at_) {
      if (text_[at_] == '_') continue;
      is_number = is_number && is_digit(text_[at_]) && number <= kMost;
      if (is_number) number = 10 * number + (text_[at_] - '0');
    }
    return is_number ? number : 0;
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool accept(std::string_view sign) {
    const std::size_t before = at_;
    skip_blanks();
    if (text_.substr(at_, sign.size()) != sign) {
      at_ = before;
      return false;
    }
    at_ += sign.size();
    skip_blanks();
    return true;
  }

  std::int64_t power() {
    const std::int64_t bits = word();
    return bits <= kMostBits ? std::int64_t{1} << bits : 0;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::int64_t> sizes_named(std::string_view text) {
  std::vector<std::int64_t> sizes;
  Numbers numbers(text);
  while (const auto number = numbers.next())
    if (*number >= kLeast && *number <= kMost) sizes.push_back(*number);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

std::vector<std::int64_t> sizes_beyond(std::string_view text,
                                       const std::vector<InputResult>& inputs) {
  std::int64_t longest = 0;
  for (const InputResult& input : inputs) {
    if (!input.applicable || input.advisory || rule_of(input.variant).named) continue;
    for (const auto& shape : input.shapes)
      for (const std::int64_t size : shape) longest = std::max(longest, size);
  }
  std::vector<std::int64_t> sizes = sizes_named(text);
  sizes.erase(sizes.begin(), std::upper_bound(sizes.begin(), sizes.end(), longest));
  return sizes;
}

}  // namespace nereid::verify
