// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/settings/settings.h"

namespace nereid::verify {

void apply_extensions(const config::Extensions& extensions, VerifyOptions& options) {
  options.multi_input = extensions.multi_input;
  options.staged_evaluation = extensions.staged_evaluation;
  options.calibrated_timing = extensions.calibrated_timing;
}

VerifyOptions options_of(const config::RunConfig& config) {
  VerifyOptions options;
  apply_extensions(config.extensions, options);
  options.policy = config.verify.policy == "best-system" ? Policy::kBestSystem : Policy::kFull;
  options.compile_limit_s = config.verify.compile_limit_s;
  options.run_limit_s = config.verify.run_limit_s;
  options.thorough = config.verify.thorough;
  options.compiled_baseline = config.reward.baseline == "min_eager_compile";
  options.timing_method =
      timing_method_from_name(config.verify.timing_method).value_or(options.timing_method);
  if (config.verify.modelled_device != "none")
    options.modelled_device = config.verify.modelled_device;
  return options;
}

}  // namespace nereid::verify
