// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/distill/internal/completion.h"

#include <string_view>

namespace nereid::distill {
namespace {

constexpr std::string_view kOpen = "<think>", kClose = "</think>";
constexpr std::string_view kSpace = " \t\r\n";

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}

std::string thinking(const std::string& words) {
  return std::string(kOpen) + "\n" + words + "\n" + std::string(kClose) + "\n\n";
}

}  // namespace

std::string completion_of(const Answer& answer) {
  const std::string text = trimmed(answer.text);
  const std::size_t open = text.find(kOpen), close = text.find(kClose);
  const bool is_begun_before = close != std::string::npos && open > close;
  if (is_begun_before) return std::string(kOpen) + "\n" + text;
  const std::string reasoning = trimmed(answer.reasoning);
  if (reasoning.empty() || open != std::string::npos) return text;
  return thinking(reasoning) + text;
}

}  // namespace nereid::distill
