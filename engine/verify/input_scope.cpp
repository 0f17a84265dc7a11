// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/verifier.h"

namespace nereid::verify {

std::string_view input_scope_name(InputScope scope) {
  switch (scope) {
    case InputScope::kTask:
      return "task";
    case InputScope::kReport:
      return "report";
    case InputScope::kAll:
      return "all";
  }
  return "all";
}

std::optional<InputScope> input_scope_from_name(std::string_view name) {
  for (const InputScope scope : {InputScope::kTask, InputScope::kReport, InputScope::kAll})
    if (input_scope_name(scope) == name) return scope;
  return std::nullopt;
}

}  // namespace nereid::verify
