// SPDX-License-Identifier: GPL-3.0-or-later
#include <vector>

#include "engine/verify/request/named_sizes.h"
#include "engine/verify/stages/input_run.h"

namespace nereid::verify {

bool asks_for_more(const InputRun& run) {
  const Attempt& attempt = run.attempt;
  const VerifyOptions& options = attempt.request.options;
  return options.thorough && options.multi_input && options.inputs == InputScope::kAll &&
         attempt.goes_on() && !attempt.stopped() && !attempt.verdict.rejected_at &&
         !run.times.is_spent();
}

void run_made_for_it(InputRun& run, const PreparedReference& made) {
  if (made.failure) return;
  for (const PreparedVariant& variant : made.variants) {
    if (!variant.applicable) continue;
    if (!asks_for_more(run)) return;
    run.before = nullptr;  // models are counted anew
    run_input(run, variant);
  }
  run.before = nullptr;
}

void run_named(InputRun& run) {
  if (!asks_for_more(run)) return;
  Attempt& attempt = run.attempt;
  if (run.named == nullptr) {
    const NamedSizes sizes = sizes_beyond(attempt.request.candidate, attempt.verdict.inputs);
    if (sizes.empty()) return;
    run.named = prepare_named(attempt.children, attempt.request, attempt.reference.sizes, sizes,
                              attempt.cancelled);
  }
  run_made_for_it(run, *run.named);
}

}  // namespace nereid::verify
