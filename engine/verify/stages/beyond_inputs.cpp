// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "engine/verify/request/named_sizes.h"
#include "engine/verify/request/variants.h"
#include "engine/verify/stages/input_run.h"
#include "engine/verify/stages/own_only.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMostSizes = 2;

std::int64_t longest_of(const PreparedVariant& variant) {
  std::int64_t longest = 0;
  for (const auto& shape : variant.shapes)
    for (const std::int64_t size : shape) longest = std::max(longest, size);
  return longest;
}

// Of a size of one Triton makes another kernel of any text.
std::ptrdiff_t ones_of(const PreparedVariant& variant) {
  std::ptrdiff_t ones = 0;
  for (const auto& shape : variant.shapes) ones += std::count(shape.begin(), shape.end(), 1);
  return ones;
}

// The smallest inputs beyond the task's own for which there are kernels of a kind that no input up
// to those has had, one for each kind.
std::vector<std::string> sizes_with_new_kinds(const InputRun& run) {
  const PreparedVariant& own = *run.original;
  const auto is_larger = [&](const PreparedVariant& variant) {
    return elements_of(variant) > elements_of(own) || longest_of(variant) > longest_of(own);
  };
  std::set<std::string> known;
  std::vector<std::pair<const PreparedVariant*, std::vector<std::string>>> larger;
  for (const auto& [variant, kinds] : run.kinds)
    if (!is_larger(*variant))
      known.insert(kinds.begin(), kinds.end());
    else if (ones_of(*variant) <= ones_of(own))
      larger.emplace_back(variant, kinds);
  std::stable_sort(larger.begin(), larger.end(), [](const auto& one, const auto& other) {
    return elements_of(*one.first) < elements_of(*other.first);
  });
  std::vector<std::string> names;
  for (const auto& [variant, kinds] : larger) {
    const std::size_t before = known.size();
    known.insert(kinds.begin(), kinds.end());
    if (known.size() > before && names.size() < kMostSizes) names.push_back(variant->name);
  }
  return names;
}

}  // namespace

void note_kinds(InputRun& run, const PreparedVariant& variant, const Json& body) {
  const VariantRule& rule = rule_of(variant.name);
  const bool has_passed = !run.served.empty() && run.served.back() == &variant;
  if (!has_passed || rule.composed || rule.advisory() || rule.beyond || run.original == nullptr ||
      variant.dtype != run.original->dtype)
    return;
  run.kinds.emplace_back(&variant, json_value(body, "kinds", std::vector<std::string>()));
}

void run_beyond(InputRun& run) {
  if (!asks_for_more(run) || run.original == nullptr) return;
  Attempt& attempt = run.attempt;
  if (run.beyond == nullptr) {
    attempt.verdict.beyond = sizes_with_new_kinds(run);
    if (attempt.verdict.beyond.empty()) return;
    run.beyond = prepare_beyond(
        attempt.children, attempt.request, attempt.reference.sizes, attempt.verdict.beyond,
        sizes_beyond(attempt.request.candidate, attempt.verdict.inputs), attempt.cancelled);
  }
  run_made_for_it(run, *run.beyond);
}

}  // namespace nereid::verify
