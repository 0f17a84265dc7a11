// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/near.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

#include "engine/tasks/internal/python_text.h"

namespace nereid::data {
namespace {

using tasks::PyKind;
using tasks::PyLine;
using tasks::PyToken;

constexpr std::size_t kRun = 5;  // tokens of a shingle
constexpr const char* kLineEnd = "\n";

bool is_docstring(const PyLine& line) {
  return std::all_of(line.tokens.begin(), line.tokens.end(),
                     [](const PyToken& token) { return token.kind == PyKind::kString; });
}

std::set<std::string> class_names(const std::vector<PyLine>& lines) {
  std::set<std::string> names;
  for (const PyLine& line : lines)
    if (line.indent == 0 && line.tokens.size() > 1 && line.tokens[0].text == "class")
      names.insert(line.tokens[1].text);
  return names;
}

/// Of the lines at the top level, classes and functions but those that make the inputs.
bool begins_code(const PyLine& line) {
  const std::string& word = line.tokens[0].text;
  if (word == "class" || word == "@") return true;
  return word == "def" && line.tokens.size() > 1 && line.tokens[1].text != "get_inputs" &&
         line.tokens[1].text != "get_init_inputs";
}

std::vector<std::string> tokens_of(std::string_view reference) {
  const std::vector<PyLine> lines = tasks::tokenize_python(reference);
  const std::set<std::string> classes = class_names(lines);
  std::vector<std::string> tokens;
  bool is_code = false;
  for (const PyLine& line : lines) {
    if (line.indent == 0) is_code = begins_code(line);
    if (!is_code || is_docstring(line)) continue;
    for (const PyToken& token : line.tokens)
      tokens.push_back(classes.contains(token.text) ? "class" : token.text);
    tokens.emplace_back(kLineEnd);
  }
  return tokens;
}

}  // namespace

std::vector<std::uint64_t> shingles(std::string_view reference) {
  const std::vector<std::string> tokens = tokens_of(reference);
  std::vector<std::uint64_t> found;
  for (std::size_t i = 0; i + std::min(kRun, tokens.size()) <= tokens.size() && i < tokens.size();
       ++i) {
    std::string run;
    for (std::size_t k = i; k < std::min(i + kRun, tokens.size()); ++k) run += tokens[k] + '\0';
    found.push_back(std::hash<std::string>()(run));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

double similarity(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const std::size_t all = a.size() + b.size() - both.size();
  return both.empty() ? 0 : static_cast<double>(both.size()) / static_cast<double>(all);
}

void NearIndex::add(std::string id, std::vector<std::uint64_t> shingles) {
  const auto number = static_cast<std::uint32_t>(ids_.size());
  ids_.push_back(std::move(id));
  sizes_.push_back(shingles.size());
  for (const std::uint64_t shingle : shingles) holders_[shingle].push_back(number);
}

std::optional<NearIndex::Near> NearIndex::nearest(const std::vector<std::uint64_t>& shingles,
                                                  double threshold) const {
  std::unordered_map<std::uint32_t, std::size_t> shared;
  for (const std::uint64_t shingle : shingles)
    if (const auto at = holders_.find(shingle); at != holders_.end())
      for (const std::uint32_t number : at->second) ++shared[number];
  std::optional<std::pair<double, std::uint32_t>> best;
  for (const auto& [number, count] : shared) {
    const double value =
        static_cast<double>(count) / static_cast<double>(shingles.size() + sizes_[number] - count);
    if (value < threshold) continue;
    if (!best || value > best->first || (value == best->first && number < best->second))
      best = {value, number};
  }
  if (!best) return std::nullopt;
  return Near{ids_[best->second], best->first};
}

}  // namespace nereid::data
