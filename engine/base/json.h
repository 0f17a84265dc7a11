// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace nereid {

using Json = nlohmann::json;
/// Keeps the order in which keys were added.
using OrderedJson = nlohmann::ordered_json;

/// Parses without throwing. The error is kInvalidArgument and reads "WHAT:LINE:COLUMN: ...". Texts
/// nested more than 200 deep are refused, because destroying them could exhaust the stack.
Result<Json> parse_json(std::string_view text, const std::string& what = "JSON");
/// One line of a file of JSON lines; `place` is "FILE:LINE", and the error reads "PLACE:COLUMN:
/// ...".
Result<Json> parse_json_line(std::string_view line, const std::string& place);

/// One line (or indented) text. Bytes that are not UTF-8 become U+FFFD; NaN and infinities become
/// null.
std::string dump_json(const Json& value, int indent = -1);
std::string dump_json(const OrderedJson& value, int indent = -1);

/// The value of `key` if it is there and has the type of T, else `fallback`. Never throws.
template <class T>
T json_value(const Json& object, const char* key, T fallback) {
  if (!object.is_object()) return fallback;
  const auto at = object.find(key);
  if (at == object.end()) return fallback;
  try {
    return at->template get<T>();
  } catch (const Json::exception&) {
    return fallback;
  }
}

}  // namespace nereid
