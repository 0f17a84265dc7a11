// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/request/named_sizes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/verify/request/variants.h"

namespace nereid::verify {
namespace {

constexpr std::int64_t kLeast = 129, kMost = 1 << 16;
constexpr std::int64_t kMostBits = 16;
constexpr std::int64_t kMostOfTwo = 1 << 20;
constexpr std::size_t kMostProducts = 8;

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

// As often as they are there, rising.
std::vector<std::int64_t> numbers_of(std::string_view text, std::int64_t least) {
  std::vector<std::int64_t> found;
  Numbers numbers(text);
  while (const auto number = numbers.next())
    if (*number >= least && *number <= kMost) found.push_back(*number);
  std::sort(found.begin(), found.end());
  return found;
}

void keep_one_of_each(std::vector<std::int64_t>& numbers) {
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// The largest few beyond `longest`, rising.
std::vector<std::int64_t> products_of(std::string_view text, std::int64_t longest) {
  constexpr std::int64_t kLeastFactor = 2;
  const std::vector<std::int64_t> numbers = numbers_of(text, kLeastFactor);
  std::vector<std::int64_t> products;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    for (std::size_t j = i + 1; j < numbers.size() && numbers[i] * numbers[j] <= kMostOfTwo; ++j)
      if (numbers[i] * numbers[j] > longest) products.push_back(numbers[i] * numbers[j]);
  std::sort(products.begin(), products.end());
  keep_one_of_each(products);
  if (products.size() > kMostProducts)
    products.erase(products.begin(), products.end() - kMostProducts);
  return products;
}

}  // namespace

std::vector<std::int64_t> sizes_named(std::string_view text) {
  std::vector<std::int64_t> sizes = numbers_of(text, kLeast);
  keep_one_of_each(sizes);
  return sizes;
}

bool names(std::string_view text, std::int64_t number) {
  const std::vector<std::int64_t> numbers = numbers_of(text, number);
  return !numbers.empty() && numbers.front() == number;
}

NamedSizes sizes_beyond(std::string_view text, const std::vector<InputResult>& inputs) {
  std::int64_t longest = 0;
  for (const InputResult& input : inputs) {
    // What is long in half precision alone says nothing of the task's own dtype.
    const bool is_left_out = rule_of(input.variant).named || input.variant == "long_half";
    if (!input.applicable || input.advisory || is_left_out) continue;
    for (const auto& shape : input.shapes)
      for (const std::int64_t size : shape) longest = std::max(longest, size);
  }
  std::vector<std::int64_t> sizes = sizes_named(text);
  sizes.erase(sizes.begin(), std::upper_bound(sizes.begin(), sizes.end(), longest));
  return {std::move(sizes), products_of(text, longest)};
}

}  // namespace nereid::verify
