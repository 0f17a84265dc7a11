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
constexpr std::size_t kMostPaired = 3, kLeastPaired = 2;
constexpr int kLongestTile = 4096;

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
  for (const WaysGone& gone : run.gone)
    if (gone.variant->dtype != own.dtype)
      continue;
    else if (!is_larger(*gone.variant))
      known.insert(gone.kinds.begin(), gone.kinds.end());
    else if (ones_of(*gone.variant) <= ones_of(own))
      larger.emplace_back(gone.variant, gone.kinds);
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

int longest_tile(const InputRun& run) {
  int longest = 0;
  for (const int tile : run.tiles)
    if (tile <= kLongestTile) longest = std::max(longest, tile);
  return longest;
}

// Inputs with other arguments, settings or in another mode, on which the candidate went ways or had
// kernels that no other input has brought: the first ones that tell something new.
std::vector<std::string> arguments_with_new_ways(const InputRun& run) {
  std::set<std::string> known_kinds;
  std::set<int> known_ways;
  const auto learn = [&](const WaysGone& gone) {
    const std::size_t before = known_kinds.size() + known_ways.size();
    known_ways.insert(gone.ways.begin(), gone.ways.end());
    if (gone.variant->dtype == run.original->dtype)
      known_kinds.insert(gone.kinds.begin(), gone.kinds.end());
    return known_kinds.size() + known_ways.size() > before;
  };
  for (const WaysGone& gone : run.gone)
    if (!rule_of(gone.variant->name).turned) learn(gone);
  std::vector<std::string> names;
  for (const WaysGone& gone : run.gone)
    if (rule_of(gone.variant->name).turned && learn(gone) && names.size() < kMostPaired)
      names.push_back(gone.variant->name);
  // What is but a number to it leads no other way.
  for (const WaysGone& gone : run.gone)
    if (rule_of(gone.variant->name).turned && gone.variant->name != "eval_mode" &&
        names.size() < kLeastPaired &&
        std::find(names.begin(), names.end(), gone.variant->name) == names.end())
      names.push_back(gone.variant->name);
  return names;
}

}  // namespace

void note_ways(InputRun& run, const PreparedVariant& variant, const Json& body) {
  const VariantRule& rule = rule_of(variant.name);
  const bool has_passed = !run.served.empty() && run.served.back() == &variant;
  const bool is_composed = rule.composed && !rule.turned;
  if (!has_passed || is_composed || rule.advisory() || rule.beyond || run.original == nullptr)
    return;
  run.gone.push_back({&variant, json_value(body, "kinds", std::vector<std::string>()),
                      json_value(body, "ways", std::vector<int>())});
}

void run_beyond(InputRun& run) {
  if (!asks_for_more(run) || run.original == nullptr) return;
  Attempt& attempt = run.attempt;
  if (run.beyond == nullptr) {
    Verdict& verdict = attempt.verdict;
    verdict.beyond = sizes_with_new_kinds(run);
    verdict.paired = arguments_with_new_ways(run);
    if (verdict.beyond.empty() && verdict.paired.empty()) return;
    verdict.tile = verdict.paired.empty() ? 0 : longest_tile(run);
    run.beyond =
        prepare_beyond(attempt.children, attempt.request, attempt.reference.sizes,
                       {verdict.beyond, verdict.paired, verdict.tile},
                       sizes_beyond(attempt.request.candidate, verdict.inputs), attempt.cancelled);
  }
  run_made_for_it(run, *run.beyond);
}

}  // namespace nereid::verify
