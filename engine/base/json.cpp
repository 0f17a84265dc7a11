// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/json.h"

#include <fmt/format.h>

#include <algorithm>

namespace nereid {
namespace {

constexpr int kMaxDepth = 200;

int nesting_depth(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest;
}

std::string place(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t start = before.rfind('\n');
  const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1);
  return fmt::format("{}:{}", line, std::max<std::size_t>(column, 1));
}

/// nlohmann's text without its head, "[json.exception.parse_error.101] parse error at ...: " or
/// "[json.exception.out_of_range.406] ".
std::string plain_reason(const std::string& what) {
  for (const std::string_view end : {": ", "] "})
    if (const std::size_t head = what.find(end); head != std::string::npos)
      return what.substr(head + end.size());
  return what;
}

template <class Place>
Result<Json> parse(std::string_view text, const std::string& what, Place place_of) {
  if (nesting_depth(text) > kMaxDepth)
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: nested more than {} deep", what, kMaxDepth)};
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& problem) {
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("{}:{}: {}", what, place_of(text, problem.byte), plain_reason(problem.what()))};
  } catch (const Json::exception& problem) {
    return Error{ErrorCode::kInvalidArgument, what + ": " + plain_reason(problem.what())};
  }
}

}  // namespace

Result<Json> parse_json(std::string_view text, const std::string& what) {
  return parse(text, what, place);
}

Result<Json> parse_json_line(std::string_view line, const std::string& where) {
  return parse(line, where, [](std::string_view, std::size_t byte) {
    return std::to_string(std::max<std::size_t>(byte, 1));
  });
}

std::string dump_json(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string dump_json(const OrderedJson& value, int indent) {
  return value.dump(indent, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace nereid
