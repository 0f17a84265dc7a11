// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/verifier.h"

namespace nereid::verify {

std::string_view policy_name(Policy policy) {
  switch (policy) {
    case Policy::kFull:
      return "full";
    case Policy::kBestSystem:
      return "best-system";
    case Policy::kOutputs:
      return "outputs";
  }
  return "full";
}

std::string_view timing_method_name(TimingMethod method) {
  switch (method) {
    case TimingMethod::kNereid:
      return "nereid";
    case TimingMethod::kReport:
      return "report";
    case TimingMethod::kSingle:
      return "single";
  }
  return "nereid";
}

std::optional<TimingMethod> timing_method_from_name(std::string_view name) {
  for (const TimingMethod method :
       {TimingMethod::kNereid, TimingMethod::kReport, TimingMethod::kSingle})
    if (timing_method_name(method) == name) return method;
  return std::nullopt;
}

}  // namespace nereid::verify
