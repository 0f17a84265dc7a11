// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/ir.h"

namespace nereid::verify::machine {
namespace {

constexpr int kMaxSteps = 256;  // a chain of aliases may be a circle

// `steps`: how many more places may be looked at.
void collect(const Module& module, std::uint32_t location, int& steps,
             std::vector<SourceLine>& lines) {
  if (--steps < 0 || location >= module.locations.size()) return;
  const Location& place = module.locations[location];
  switch (place.kind) {
    case Location::Kind::kUnknown:
      return;
    case Location::Kind::kFile:
      lines.push_back({place.text, place.line, place.column});
      return;
    case Location::Kind::kName:
      return collect(module, place.inner, steps, lines);
    case Location::Kind::kCallSite:
      collect(module, place.inner, steps, lines);
      return collect(module, place.caller, steps, lines);
    case Location::Kind::kAlias: {
      const auto found = module.aliases.find(place.text);
      if (found != module.aliases.end()) collect(module, found->second, steps, lines);
      return;
    }
  }
}

}  // namespace

const Attribute* Operation::attribute(std::string_view name) const {
  for (const auto& [key, value] : attributes)
    if (key == name) return &value;
  return nullptr;
}

std::int64_t Operation::number(std::string_view name, std::int64_t otherwise) const {
  const Attribute* found = attribute(name);
  return found && !found->numbers.empty() ? found->numbers.front().integer : otherwise;
}

const Function* Module::function(std::string_view name) const {
  for (const Function& one : functions)
    if (one.name == name) return &one;
  return nullptr;
}

std::vector<SourceLine> source_lines(const Module& module, std::uint32_t location) {
  std::vector<SourceLine> lines;
  int steps = kMaxSteps;
  collect(module, location, steps, lines);
  return lines;
}

}  // namespace nereid::verify::machine
