// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "engine/verify/internal/attempt.h"

namespace nereid::verify {

bool gpu_present() {
  std::error_code ignored;
  return std::filesystem::exists("/dev/nvidiactl", ignored) &&
         std::filesystem::exists("/dev/nvidia0", ignored);
}

void run_timing_stage(Attempt& attempt) {
  StageResult& stage = attempt.stage(Stage::kTiming);
  stage.outcome = StageOutcome::kNotApplicable;
  stage.detail = "GPU time: not measured";
  attempt.verdict.timing_note = stage.detail;
}

}  // namespace nereid::verify
