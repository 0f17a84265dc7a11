// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/token_rows.h"

#include <algorithm>

namespace nereid::policy {
namespace {

// Tokens of a row that predict one.
std::int64_t predicting(const TokenBatch& batch, std::int64_t row) {
  return std::max<std::int64_t>(1, batch.lengths[row].item<std::int64_t>() - 1);
}

// The prompt that a row shares with others, or null.
const EqualPrompts* prompt_of(const TokenBatch& batch, std::int64_t row, EqualTokens equal) {
  if (equal == EqualTokens::kEach) return nullptr;
  const auto found = std::ranges::find_if(batch.prompts, [&](const EqualPrompts& prompt) {
    return row >= prompt.first_row && row < prompt.first_row + prompt.rows;
  });
  return found == batch.prompts.end() ? nullptr : &*found;
}

class Layout {
 public:
  Layout(const TokenBatch& batch, std::int64_t first, std::int64_t count)
      : batch_(batch), first_(first), width_(batch.tokens.size(1)) {
    places_.resize(static_cast<std::size_t>(count * (width_ - 1)));
  }

  void add_row(std::int64_t row, const EqualPrompts* prompt) {
    const std::int64_t length = predicting(batch_, row);
    if (prompt == nullptr) {
      place(row, 0, append(row, 0, length, -1), length);
      return;
    }
    const std::int64_t shared = prompt->tokens - 1;
    if (prompt != last_) {
      last_ = prompt;
      prefix_ = std::ssize(lengths_);
      prefix_at_ = append(row, 0, shared, -1);
    }
    place(row, 0, prefix_at_, shared);
    if (length > shared)  // else it has no completion
      place(row, shared, append(row, shared, length - shared, prefix_), length - shared);
  }

  LaidOut take() {
    const torch::Device device = batch_.tokens.device();
    const auto numbers = [&](const std::vector<std::int64_t>& values) {
      return torch::tensor(values, torch::kInt64).to(device);
    };
    LaidOut out;
    out.rows.tokens = batch_.tokens.flatten().index_select(0, numbers(sources_));
    out.rows.positions = numbers(positions_);
    out.rows.rows = numbers(rows_);
    out.rows.lengths = std::move(lengths_);
    if (last_ != nullptr) out.rows.goes_on_from = std::move(goes_on_from_);
    out.places = numbers(places_);
    return out;
  }

 private:
  // Tokens `begin` to `begin + length - 1` of a row as a sequence; where it begins.
  std::int64_t append(std::int64_t row, std::int64_t begin, std::int64_t length,
                      std::int64_t goes_on_from) {
    const std::int64_t at = std::ssize(sources_);
    for (std::int64_t t = begin; t < begin + length; ++t) {
      sources_.push_back(row * width_ + t);
      positions_.push_back(t);
      rows_.push_back(row);
    }
    lengths_.push_back(length);
    goes_on_from_.push_back(goes_on_from);
    return at;
  }

  void place(std::int64_t row, std::int64_t begin, std::int64_t at, std::int64_t length) {
    const std::int64_t to = (row - first_) * (width_ - 1) + begin;
    for (std::int64_t i = 0; i < length; ++i) places_[static_cast<std::size_t>(to + i)] = at + i;
  }

  const TokenBatch& batch_;
  std::int64_t first_, width_;
  const EqualPrompts* last_ = nullptr;
  std::int64_t prefix_ = 0, prefix_at_ = 0;
  std::vector<std::int64_t> sources_, positions_, rows_, lengths_, goes_on_from_, places_;
};

}  // namespace

std::int64_t longest_row(const TokenRows& rows) {
  std::int64_t longest = 0;
  for (std::size_t i = 0; i < rows.lengths.size(); ++i) {
    const std::int64_t from = rows.goes_on_from.empty() ? -1 : rows.goes_on_from[i];
    const std::int64_t before = from < 0 ? 0 : rows.lengths[static_cast<std::size_t>(from)];
    longest = std::max(longest, before + rows.lengths[i]);
  }
  return longest;
}

TokenRows rectangle(const torch::Tensor& tokens) {
  const std::int64_t batch = tokens.size(0), length = tokens.size(1);
  const auto options = tokens.options();
  return {.tokens = tokens.reshape({-1}),
          .positions = torch::arange(length, options).repeat({batch}),
          .rows = torch::arange(batch, options).repeat_interleave(length),
          .lengths = std::vector<std::int64_t>(static_cast<std::size_t>(batch), length),
          .goes_on_from = {}};
}

LaidOut lay_out(const TokenBatch& batch, std::int64_t first, std::int64_t count,
                EqualTokens equal) {
  Layout layout(batch, first, count);
  for (std::int64_t row = first; row < first + count; ++row)
    layout.add_row(row, prompt_of(batch, row, equal));
  return layout.take();
}

std::int64_t rows_within(const TokenBatch& batch, std::int64_t first, std::int64_t most,
                         EqualTokens equal) {
  const EqualPrompts* last = nullptr;
  std::int64_t tokens = 0, row = first;
  for (; row < batch.tokens.size(0); ++row) {
    const EqualPrompts* const prompt = prompt_of(batch, row, equal);
    tokens +=
        predicting(batch, row) - (prompt != nullptr && prompt == last ? prompt->tokens - 1 : 0);
    if (row > first && tokens > most) break;
    last = prompt;
  }
  return row - first;
}

}  // namespace nereid::policy
