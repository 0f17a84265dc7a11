// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/request/request_keys.h"

#include <fmt/format.h>

#include "engine/base/hash.h"
#include "engine/verify/request/gpu_choice.h"

namespace nereid::verify {

namespace {

std::string trace_key(const std::optional<TraceElement>& trace) {
  if (!trace) return {};
  const std::string program = trace->program ? fmt::format("{}:{}", trace->program->launch,
                                                           fmt::join(trace->program->at, ","))
                                             : std::string();
  return fmt::format("|{}|{}|{}|{}", trace->input, trace->output.value_or(-1),
                     fmt::join(trace->index, ","), program);
}

}  // namespace

std::string reference_key(const VerifyRequest& request) {
  return fmt::format("{}|{}|{}|{}{}{}{}{}", sha256_hex(request.reference), request.entry_point,
                     request.seed, request.options.multi_input, request.options.thorough,
                     input_scope_name(request.options.inputs), needs_own_sizes(request.options),
                     !request.options.modelled_device.empty());
}

namespace {

// Every bit of both numbers.
std::string exact_text(const std::optional<Allclose>& rule) {
  return rule ? fmt::format("{},{}", rule->rtol, rule->atol) : std::string();
}

}  // namespace

std::string judgement_key(const VerifyRequest& request) {
  const VerifyOptions& options = request.options;
  const std::string timing =
      fmt::format("{}{}{}{}{}{}", options.calibrated_timing, options.timing,
                  timing_method_name(options.timing_method), options.timing_beside,
                  options.compiled_baseline, options.audit);
  return fmt::format("{}|{}|{}{}{}|{}|{}|{}|{}|{}|{}", reference_key(request),
                     sha256_hex(request.candidate), options.staged_evaluation, timing,
                     options.keep_artefacts, static_cast<int>(options.policy), options.device,
                     options.compile_limit_s, options.run_limit_s, options.modelled_device,
                     exact_text(options.allclose) + trace_key(options.trace));
}

}  // namespace nereid::verify
