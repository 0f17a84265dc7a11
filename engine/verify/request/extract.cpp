// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>

#include "engine/verify/verifier.h"

namespace nereid::verify {
namespace {

struct Line {
  std::size_t begin = 0;
  std::size_t end = 0;   // without the newline
  std::size_t next = 0;  // begin of the next line
};

struct Block {
  std::string_view label;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool closed = false;
};

Line line_at(std::string_view text, std::size_t begin) {
  const std::size_t newline = text.find('\n', begin);
  if (newline == std::string_view::npos) return {begin, text.size(), text.size()};
  return {begin, newline, newline + 1};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
    text.remove_suffix(1);
  return text;
}

std::size_t fence_length(std::string_view line) {
  if (line.empty() || (line.front() != '`' && line.front() != '~')) return 0;
  const std::size_t length = std::min(line.find_first_not_of(line.front()), line.size());
  return length >= 3 ? length : 0;
}

// First word after the fence, lower case not needed: models write python, py, Python, triton.
std::string_view fence_label(std::string_view line) {
  std::string_view rest = trimmed(line.substr(fence_length(line)));
  return rest.substr(0, rest.find_first_of(" \t{:,"));
}

bool closes(std::string_view line, char mark, std::size_t length) {
  return !line.empty() && line.front() == mark && fence_length(line) >= length &&
         fence_length(line) == line.size();
}

// Reads the fenced block whose opening line is `open`; an unclosed one reaches to the end.
Block read_block(std::string_view text, const Line& open) {
  const std::string_view fence = trimmed(text.substr(open.begin, open.end - open.begin));
  Block block{fence_label(fence), open.next, text.size(), false};
  for (std::size_t at = open.next; at < text.size();) {
    const Line line = line_at(text, at);
    if (closes(trimmed(text.substr(line.begin, line.end - line.begin)), fence.front(),
               fence_length(fence))) {
      block.end = line.begin;
      block.closed = true;
      return block;
    }
    at = line.next;
  }
  return block;
}

std::size_t after_block(std::string_view text, const Block& block) {
  return block.closed ? line_at(text, block.end).next : text.size();
}

bool looks_like_module(std::string_view text) {
  constexpr std::array<std::string_view, 5> kStarts = {"import ", "from ", "@triton", "class ",
                                                       "def "};
  for (std::size_t at = 0; at < text.size();) {
    const Line line = line_at(text, at);
    const std::string_view content = text.substr(line.begin, line.end - line.begin);
    for (std::string_view start : kStarts)
      if (content.starts_with(start)) return true;
    at = line.next;
  }
  return false;
}

bool is_python(std::string_view text, const Block& block) {
  constexpr std::array<std::string_view, 4> kLabels = {"python", "py", "python3", "triton"};
  std::string label(block.label);
  std::transform(label.begin(), label.end(), label.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (label.empty()) return looks_like_module(text.substr(block.begin, block.end - block.begin));
  return std::find(kLabels.begin(), kLabels.end(), label) != kLabels.end();
}

// Where the answer begins: behind the last thinking section; one that never ends hides everything.
std::size_t answer_begin(std::string_view text) {
  constexpr std::string_view kOpen = "<think>", kClose = "</think>";
  const std::size_t close = text.rfind(kClose);
  const std::size_t from = close == std::string_view::npos ? 0 : close + kClose.size();
  return text.find(kOpen, from) == std::string_view::npos ? from : text.size();
}

void take(Extraction& extraction, std::string_view text, std::size_t begin, std::size_t end) {
  extraction.code = std::string(text.substr(begin, end - begin));
  extraction.begin = begin;
  extraction.end = end;
}

std::string why_no_candidate(const std::string& code) {
  if (code == "truncated")
    return "The completion ended at the length limit before its code block was closed.";
  if (code == "prompt_too_long")
    return "The prompt is longer than the model can take; nothing was generated.";
  if (code == "several_blocks")
    return "The completion holds several complete Python blocks; by the strict reading one is the "
           "answer.";
  return "The completion holds no complete Python block.";
}

}  // namespace

Extraction extract_candidate(std::string_view completion, SeveralBlocks several) {
  Extraction extraction;
  const std::size_t begin = answer_begin(completion);
  bool any_fence = false;
  bool unclosed = false;
  for (std::size_t at = begin; at < completion.size();) {
    const Line line = line_at(completion, at);
    at = line.next;
    if (fence_length(trimmed(completion.substr(line.begin, line.end - line.begin))) == 0) continue;
    any_fence = true;
    const Block block = read_block(completion, line);
    at = after_block(completion, block);
    if (!is_python(completion, block)) continue;
    if (!block.closed) {
      unclosed = true;
      continue;
    }
    ++extraction.blocks;
    take(extraction, completion, block.begin, block.end);
  }
  if (extraction.blocks > 1) {
    extraction.problem = "several_blocks";
    if (several == SeveralBlocks::kInvalid) take(extraction, completion, 0, 0);
  }
  if (extraction.blocks > 0) return extraction;
  if (!any_fence && looks_like_module(completion.substr(begin))) {
    take(extraction, completion, begin, completion.size());
    return extraction;
  }
  extraction.problem = unclosed ? "unclosed_block" : "no_block";
  return extraction;
}

Verdict verdict_without_candidate(const std::string& id, const std::string& code) {
  Verdict verdict;
  verdict.id = id;
  verdict.rejected_at = Stage::kStatic;
  verdict.reason.code = code;
  verdict.reason.message = why_no_candidate(code);
  for (int stage = 1; stage <= kStageCount; ++stage) {
    verdict.stages.push_back({.stage = static_cast<Stage>(stage)});
  }
  verdict.stages.front().outcome = StageOutcome::kRejected;
  verdict.timing_note = "GPU time: not measured";
  return verdict;
}

}  // namespace nereid::verify
