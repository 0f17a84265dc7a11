// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/own_only.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "engine/verify/request/variants.h"

namespace nereid::verify {
namespace {

constexpr std::array<std::string_view, 5> kLoud = {
    "runtime_error", "forward_error", "construct_error", "compile_error", "out_of_resources"};
constexpr std::size_t kMostShapes = 4;  // are told

}  // namespace

bool is_loud_refusal(std::string_view code) {
  return std::find(kLoud.begin(), kLoud.end(), code) != kLoud.end();
}

std::string_view own_only_flag(const PreparedVariant& variant, const PreparedVariant* original) {
  if (const std::string_view flag = rule_of(variant.name).own_flag; !flag.empty()) return flag;
  if (original == nullptr || !original->applicable) return {};
  if (variant.shapes != original->shapes) return "own_sizes_only";
  if (variant.dtype != original->dtype) return "own_dtype_only";
  return {};
}

std::string inputs_text(const PreparedVariant& variant) {
  std::vector<std::string> shapes;
  for (const auto& shape : variant.shapes)
    if (shapes.size() < kMostShapes) shapes.push_back(fmt::format("[{}]", fmt::join(shape, ", ")));
  if (variant.shapes.size() > kMostShapes) shapes.emplace_back("...");
  // Sizes and dtype alone do not say what met there.
  const std::string more =
      rule_of(variant.name).composed ? fmt::format(" ({})", variant.detail) : std::string();
  return fmt::format("{}, {}{}", fmt::join(shapes, ", "), variant.dtype, more);
}

std::int64_t elements_of(const PreparedVariant& variant) {
  std::int64_t elements = 0;
  for (const auto& shape : variant.shapes) {
    std::int64_t product = 1;
    for (const std::int64_t size : shape) product *= size;
    elements += product;
  }
  return elements;
}

}  // namespace nereid::verify
