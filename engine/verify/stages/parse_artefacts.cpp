// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/parse_artefacts.h"

#include <algorithm>

#include "engine/base/json.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxLevels = 8;
constexpr std::size_t kMaxStack = 16;
constexpr std::size_t kMaxFileName = 200;

// [file, line, column, end line, end column]
SourcePlace place_of(const Json& entry) {
  SourcePlace place;
  if (!entry.is_array() || entry.size() < 5 || !entry[0].is_string()) return place;
  const auto number = [&](std::size_t at, int least) {
    return entry[at].is_number_integer() ? std::max(entry[at].get<int>(), least) : least;
  };
  place.file = entry[0].get<std::string>().substr(0, kMaxFileName);
  place.line = number(1, 0);
  place.column = number(2, -1);
  place.end_line = number(3, 0);
  place.end_column = number(4, -1);
  return place;
}

// Untrusted: whatever is not a list of places becomes an empty stack.
void take_stacks(const Json& object, CompilerLevel& level, std::size_t count) {
  for (const Json& entry : json_value(object, "stacks", Json::array())) {
    PlaceStack stack;
    for (const Json& place : entry.is_array() ? entry : Json::array())
      if (stack.size() < kMaxStack) stack.push_back(place_of(place));
    level.stacks.push_back(std::move(stack));
  }
  level.rows = json_value(object, "rows", std::vector<int>());
  level.rows.resize(count, -1);
  for (int& row : level.rows)
    if (row < 0 || static_cast<std::size_t>(row) >= level.stacks.size()) row = -1;
}

CompilerLevel level_of(const Json& object) {
  CompilerLevel level;
  level.level = json_value(object, "level", std::string());
  level.text = json_value(object, "text", std::string());
  level.lines = json_value(object, "lines", std::vector<int>());
  level.note = json_value(object, "note", std::string());
  const auto count =
      static_cast<std::size_t>(std::count(level.text.begin(), level.text.end(), '\n')) + 1;
  level.lines.resize(count, 0);
  for (int& line : level.lines) line = std::max(line, 0);
  take_stacks(object, level, count);
  return level;
}

}  // namespace

Result<std::vector<KernelArtefacts>> parse_artefacts(std::string_view text) {
  const Result<Json> object = parse_json(text, "artefacts");
  if (!object) return object.error();
  const auto kernels = object->find("kernels");
  if (kernels == object->end() || !kernels->is_array() || kernels->size() > kMaxKernels)
    return Error{ErrorCode::kCorrupt, "artefacts: expected a list of kernels"};
  std::vector<KernelArtefacts> list;
  for (const Json& entry : *kernels) {
    if (!entry.is_array() || entry.size() > kMaxLevels)
      return Error{ErrorCode::kCorrupt, "artefacts: expected a list of levels for each kernel"};
    KernelArtefacts kernel;
    for (const Json& level : entry) kernel.levels.push_back(level_of(level));
    list.push_back(std::move(kernel));
  }
  return list;
}

}  // namespace nereid::verify
