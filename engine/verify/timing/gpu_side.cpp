// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/timing/gpu_side.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {
namespace {

constexpr int kReferenceSeconds = 3600;  // of processor time: it serves many candidates

}  // namespace

bool GpuSide::ask(const Json& body, const std::vector<int>& fds, const Patience& patience) {
  return take(step(body, fds, patience));
}

bool GpuSide::run(const char* op, const PreparedVariant& variant, const Patience& patience) {
  const Result<UniqueFd> given = reopen_read_only(variant.given.get());
  const Result<UniqueFd> output = empty_memfd("output");
  if (!given || !output) {
    reason = {"infrastructure", "no memory file"};
    return false;
  }
  return ask({{"op", op}, {"fds", {"given", "output"}}}, {given->get(), output->get()}, patience) &&
         take_outputs(output->get());
}

bool GpuSide::warm(Json body, const Patience& patience) {
  body["op"] = "warm";
  if (!ask(body, {}, patience)) return false;
  ready = answer;
  return true;
}

Block GpuSide::measure(Json body, const Patience& patience) {
  body["op"] = "measure";
  if (!ask(body, {}, patience)) return {};
  Block block{json_value(answer, "us", std::vector<double>()), json_value(answer, "sm_mhz", 0.0)};
  const bool sound =
      !block.us.empty() && std::all_of(block.us.begin(), block.us.end(),
                                       [](double us) { return us > 0 && std::isfinite(us); });
  if (sound) return block;
  reason = {"infrastructure", "the GPU's events gave no time"};
  return {};
}

bool GpuSide::fail_to_start(const Error& error) {
  reason = {error.code == ErrorCode::kCancelled ? "cancelled" : "infrastructure", error.message};
  return false;
}

bool GpuSide::take(Step step) {
  end = step;
  if (step.end != EndKind::kMessage) {
    reason = {step.end == EndKind::kTimeout ? "timeout" : "crashed",
              "on the GPU the process " + step.text};
    return false;
  }
  answer = std::move(step.message.body);
  if (json_value(answer, "ok", false)) return true;
  reason = {json_value(answer, "code", std::string("runtime_error")),
            "on the GPU: " + json_value(answer, "message", std::string())};
  return false;
}

bool GpuSide::take_outputs(int output) {
  Result<Bundle> parsed = read_outputs(output);
  if (!parsed) {
    reason = {"wrong_type", "on the GPU: " + parsed.error().message};
    return false;
  }
  outputs = std::move(*parsed);
  return true;
}

bool ReferenceSide::start(ChildSource& children, const VerifyRequest& request, int source,
                          int device, const Patience& patience) {
  const Json body = {{"op", "gpu"},
                     {"entry_point", request.entry_point},
                     {"device", device},
                     {"limits", {{"seconds", kReferenceSeconds}, {"memory_mb", 0}}}};
  auto child = children.start_child(Role::kGpu, body, {{"source", source}}, patience.cancelled);
  if (!child) return fail_to_start(child.error());
  child_ = std::move(*child);
  return true;
}

Step ReferenceSide::step(const Json& body, const std::vector<int>& fds, const Patience& patience) {
  (void)child_->send(body, fds);
  return child_->next(patience.deadline, patience.cancelled);
}

bool CandidateSide::start(ChildSource& children, const VerifyRequest& request, int source,
                          int device, const Patience& patience) {
  run_ = std::make_unique<CandidateRun>(children, request, source, patience.cancelled, device);
  if (const Result<void> started = run_->start(); !started) return fail_to_start(started.error());
  Step step = run_->static_checks(patience.deadline);
  return step.end == EndKind::kMessage || take(std::move(step));
}

bool CandidateSide::forward(const PreparedVariant& variant, const Patience& patience,
                            const Patience& tuning) {
  if (!forward(ForwardMode::kRun, variant, false, patience)) return false;
  if (!json_value(answer, "tuned", false)) return true;
  if (!forward(ForwardMode::kTune, variant, true, tuning)) return false;
  // In fresh tensors: an answer that is remembered from before was stored by no kernel.
  return forward(ForwardMode::kRun, variant, false, tuning);
}

bool CandidateSide::forward(ForwardMode mode, const PreparedVariant& variant, bool again,
                            const Patience& patience) {
  const Result<UniqueFd> output = empty_memfd("output");
  if (!output) return fail_to_start(output.error());
  Result<Step> step = run_->forward(mode, variant, again, output->get(), patience.deadline);
  if (!step) return fail_to_start(step.error());
  return take(std::move(*step)) && take_outputs(output->get());
}

Step CandidateSide::step(const Json& body, const std::vector<int>& fds, const Patience& patience) {
  return run_->ask_device(body, fds, patience.deadline);
}

}  // namespace nereid::verify
