// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nereid {

/// The class that an answer to a reference's class defines: "ModelNew" for "Model",
/// "ScaledSwishNew" for "ScaledSwish", as KernelBench and KernelBook have it.
inline std::string answer_class(std::string_view entry_point) {
  return std::string(entry_point) + "New";
}

/// The classes that are taken for the answer, the first that a candidate defines: the one above,
/// and "ModelNew", which models write that have learnt from KernelBench alone.
inline std::vector<std::string> answer_classes(std::string_view entry_point) {
  std::vector<std::string> names = {answer_class(entry_point)};
  if (names.front() != "ModelNew") names.emplace_back("ModelNew");
  return names;
}

}  // namespace nereid
