// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/base/json.h"
#include "engine/verify/internal/artefacts.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxKernels = 256;
constexpr std::size_t kMaxLevels = 8;

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
