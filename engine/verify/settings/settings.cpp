// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/settings/settings.h"

#include <algorithm>
#include <cstdint>

namespace nereid::verify {

void apply_extensions(const config::Extensions& extensions, VerifyOptions& options) {
  options.multi_input = extensions.multi_input;
  options.staged_evaluation = extensions.staged_evaluation;
  options.calibrated_timing = extensions.calibrated_timing;
}

std::optional<KeepOptions> keep_options_of(const config::VerifySettings& settings) {
  if (!settings.keep) return std::nullopt;
  KeepOptions options;
  options.days = settings.keep_days;
  constexpr double kGib = 1 << 30;
  constexpr double kMost = 1 << 20;  // GiB: as good as no limit, and still a number of bytes
  options.max_bytes = static_cast<std::int64_t>(std::min(settings.keep_gib, kMost) * kGib);
  return options;
}

SeveralBlocks several_blocks_from_name(std::string_view name) {
  return name == "invalid" ? SeveralBlocks::kInvalid : SeveralBlocks::kLast;
}

VerifyOptions options_of(const config::RunConfig& config) {
  VerifyOptions options;
  apply_extensions(config.extensions, options);
  options.policy = config.verify.policy == "best-system" ? Policy::kBestSystem : Policy::kFull;
  options.compile_limit_s = config.verify.compile_limit_s;
  options.run_limit_s = config.verify.run_limit_s;
  options.allclose = allclose_of(config.verify.rtol, config.verify.atol);
  options.thorough = config.verify.thorough;
  options.inputs = input_scope_from_name(config.verify.inputs).value_or(options.inputs);
  options.compiled_baseline = config.reward.baseline == "min_eager_compile";
  options.timing_method =
      timing_method_from_name(config.verify.timing_method).value_or(options.timing_method);
  if (config.verify.modelled_device != "none")
    options.modelled_device = config.verify.modelled_device;
  return options;
}

}  // namespace nereid::verify
