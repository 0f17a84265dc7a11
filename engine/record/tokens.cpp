// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/csv.h"
#include "engine/base/file.h"

namespace nereid::record {
namespace {

struct Range {
  std::size_t begin = 0, end = 0;
};

bool is_fence(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return false;
  line.remove_prefix(first);
  return line.starts_with("```") || line.starts_with("~~~");
}

/// The candidate with the lines of its fences, where it has some.
Range code_range(const Episode& episode) {
  const std::string_view text = episode.completion;
  Range range{std::min(episode.candidate_begin, text.size()),
              std::min(episode.candidate_end, text.size())};
  if (episode.candidate.empty() || range.end <= range.begin) return {};
  if (range.begin > 0 && text[range.begin - 1] == '\n') {
    const std::size_t open_end = range.begin - 1;
    const std::size_t before =
        open_end == 0 ? std::string_view::npos : text.rfind('\n', open_end - 1);
    const std::size_t open = before == std::string_view::npos ? 0 : before + 1;
    if (is_fence(text.substr(open, open_end - open))) range.begin = open;
  }
  const std::size_t close_end = std::min(text.find('\n', range.end), text.size());
  if (is_fence(text.substr(range.end, close_end - range.end))) range.end = close_end;
  return range;
}

Range token_range(const Episode& episode, std::size_t token) {
  const auto at = [&](std::size_t i) {
    return std::min<std::size_t>(episode.token_ends[i], episode.completion.size());
  };
  if (token >= episode.token_ends.size()) return {};
  const std::size_t begin = token == 0 ? 0 : at(token - 1);
  return {begin, std::max(begin, at(token))};
}

template <class Number>
double mean_of(const std::vector<Number>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// CSV is text: bytes that are none are written as in Python.
std::string printable(std::string_view bytes) {
  if (is_utf8(bytes) && bytes.find('\0') == std::string_view::npos) return std::string(bytes);
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F)
      text += c;
    else
      text += fmt::format("\\x{:02x}", byte);
  }
  return text;
}

std::string number(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

}  // namespace

std::vector<TokenClass> token_classes(const Episode& episode) {
  const Range code = code_range(episode);
  std::vector<TokenClass> classes;
  classes.reserve(episode.token_ends.size());
  for (std::size_t i = 0; i < episode.token_ends.size(); ++i) {
    const Range token = token_range(episode, i);
    // A token across the border belongs to the code that it began or ended.
    const bool overlaps = token.begin < code.end && token.end > code.begin;
    const bool ends_it = code.end > code.begin && token.begin == token.end &&
                         i + 1 == episode.token_ends.size() && !episode.truncated;
    classes.push_back(overlaps || ends_it ? TokenClass::kCode : TokenClass::kPlan);
  }
  return classes;
}

std::vector<TokenShare> token_shares(const Episode& episode, bool prose_is_plan) {
  const std::size_t thinking = thinking_end(episode.completion);
  const bool has_code = !episode.candidate.empty();
  std::vector<TokenShare> shares;
  const std::vector<TokenClass> classes = token_classes(episode);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const bool thinks = thinking > 0 && episode.token_ends[i] <= thinking;
    if (classes[i] == TokenClass::kCode)
      shares.push_back(TokenShare::kCode);
    else if (thinks || (thinking > 0 && has_code && prose_is_plan))
      shares.push_back(TokenShare::kPlan);
    else
      shares.push_back(has_code ? TokenShare::kNeither : TokenShare::kCode);
  }
  return shares;
}

std::size_t thinking_end(std::string_view completion) {
  constexpr std::string_view kEnd = "</think>";
  const std::size_t at = completion.rfind(kEnd);
  return at == std::string_view::npos ? 0 : at + kEnd.size();
}

std::string_view token_text(const Episode& episode, std::size_t token) {
  const Range range = token_range(episode, token);
  return std::string_view(episode.completion).substr(range.begin, range.end - range.begin);
}

TokenStatistics token_statistics(const Episode& episode) {
  TokenStatistics statistics;
  statistics.tokens = episode.tokens.size();
  const std::vector<TokenClass> classes = token_classes(episode);
  statistics.code =
      static_cast<std::size_t>(std::count(classes.begin(), classes.end(), TokenClass::kCode));
  statistics.plan = classes.size() - statistics.code;
  if (!episode.logprobs.empty()) {
    statistics.mean_logprob = mean_of(episode.logprobs);
    statistics.perplexity = std::exp(-statistics.mean_logprob);
  }
  if (!episode.entropies.empty()) statistics.mean_entropy = mean_of(episode.entropies);
  return statistics;
}

std::vector<std::size_t> tokens_by_probability(const Episode& episode) {
  std::vector<std::size_t> order(episode.logprobs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) {
    const float logprob = episode.logprobs[i];
    return std::isnan(logprob) ? std::numeric_limits<float>::infinity() : logprob;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

std::string token_table_csv(const Episode& episode) {
  std::string table = "token,text,id,class,logprob,probability,entropy,rank,begin,end\n";
  const std::vector<TokenClass> classes = token_classes(episode);
  for (std::size_t i = 0; i < episode.tokens.size(); ++i) {
    const Range range = token_range(episode, i);
    const char* name = i >= classes.size() ? "" : classes[i] == TokenClass::kCode ? "code" : "plan";
    table += fmt::format("{},{},{},{},", i + 1, csv_cell(printable(token_text(episode, i))),
                         episode.tokens[i], name);
    if (i < episode.logprobs.size())
      table += number(episode.logprobs[i]) + "," +
               number(std::exp(static_cast<double>(episode.logprobs[i])));
    else
      table += ",";
    table += ",";
    if (i < episode.entropies.size()) table += number(episode.entropies[i]);
    table += ",";
    if (i < episode.ranks.size()) table += std::to_string(episode.ranks[i]);
    table += fmt::format(",{},{}\n", range.begin, range.end);
  }
  return table;
}

}  // namespace nereid::record
