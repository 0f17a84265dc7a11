// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include "engine/base/answer_class.h"
#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/verify/lanes/judge_candidate.h"
#include "engine/verify/modelled.h"
#include "engine/verify/processes/retry.h"
#include "engine/verify/request/gpu_choice.h"
#include "engine/verify/request/request_keys.h"
#include "engine/verify/request/variants.h"
#include "engine/verify/stages/attempt.h"
#include "engine/verify/stages/own_only.h"
#include "engine/verify/stages/roofline.h"
#include "engine/verify/tensors/memfd.h"
#include "engine/verify/timing/reference_pool.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxSourceBytes = 1 << 20;

// What needs no process to be refused.
std::optional<Reason> refuse_text(const std::string& candidate) {
  if (candidate.find_first_not_of(" \t\r\n") == std::string::npos)
    return Reason{"empty", "there is no candidate source"};
  if (candidate.size() > kMaxSourceBytes)
    return Reason{"too_large_source", fmt::format("the source has {} bytes, at most {} are judged",
                                                  candidate.size(), kMaxSourceBytes)};
  return std::nullopt;
}

bool is_cuda(const std::string& device) {
  return device.starts_with("cuda");
}

std::optional<Reason> refuse_device(const VerifyOptions& options) {
  if (options.device != "auto" && options.device != "cpu" && !is_cuda(options.device))
    return Reason{
        "bad_request",
        fmt::format("unknown device \"{}\": expected auto, cpu or cuda[:N]", options.device)};
  if (is_cuda(options.device) && !gpu_present())
    return Reason{"not_judgeable_here",
                  "device cuda was asked for, but there is no NVIDIA GPU here"};
  return std::nullopt;
}

std::optional<Reason> refuse_model(const std::string& device) {
  if (device.empty() || find_modelled_device(device) != nullptr) return std::nullopt;
  return Reason{"bad_request", fmt::format("unknown device \"{}\" to model: expected one of {}",
                                           device, modelled_device_names())};
}

bool timing_wanted(const Attempt& attempt) {
  return !attempt.stopped() && !attempt.verdict.rejected_at;
}

// The stages of one lane, once there is room in it.
void travel(Lane& lane, Stage first, Attempt& attempt, void (*stages)(Attempt&)) {
  attempt.begin_stage(Stage::kNone);
  const Lane::Slot slot = lane.enter(attempt.cancelled);
  if (!slot) return attempt.give_up(Reason{"cancelled", "cancelled"});
  attempt.begin_stage(first);
  stages(attempt);
}

void run_stages(Attempt& attempt, Lanes& lanes) {
  travel(lanes.compile, Stage::kCompile, attempt, run_compile_stages);
  if (attempt.goes_on()) travel(lanes.run, Stage::kTiny, attempt, run_input_stages);
  if (timing_wanted(attempt)) travel(lanes.timing, Stage::kTiming, attempt, run_timing_stage);
  if (attempt.request.options.audit && timing_wanted(attempt))
    travel(lanes.timing, Stage::kTiming, attempt, run_audit_stage);
}

// Who leaves work out is rejected before: only a right candidate is given a modelled time.
void take_modelled(Attempt& attempt) {
  const ModelledDevice* const device =
      find_modelled_device(attempt.request.options.modelled_device);
  Verdict& verdict = attempt.verdict;
  if (device == nullptr || !verdict.roofline) return;
  const PreparedVariant* const variant = attempt.reference.find(verdict.roofline->variant);
  if (variant == nullptr) return;
  if (const auto reference = roofline_of(variant->body, variant->name))
    verdict.modelled = modelled_time(*verdict.roofline, *reference, *device);
}

// Nothing speaks against it on the inputs that the task itself asks for.
bool is_right_for_task(const Attempt& attempt) {
  const Verdict& verdict = attempt.verdict;
  const auto is_own = [](const InputResult& input) {
    return input.applicable && rule_of(input.variant).scope == InputScope::kTask;
  };
  return !attempt.fails_on_gpu &&
         std::any_of(verdict.inputs.begin(), verdict.inputs.end(), is_own) &&
         std::all_of(verdict.inputs.begin(), verdict.inputs.end(),
                     [&](const InputResult& input) { return !is_own(input) || input.passed; });
}

// Whether next to nothing is known of a candidate beside the task's own inputs.
bool has_few_inputs(const Attempt& attempt) {
  constexpr std::ptrdiff_t kFew = 10;
  const auto& inputs = attempt.verdict.inputs;
  return std::count_if(inputs.begin(), inputs.end(), [](const InputResult& input) {
           return input.applicable && !input.advisory;
         }) < kFew;
}

void complete(Attempt& attempt) {
  Verdict& verdict = attempt.verdict;
  verdict.right_for_task = is_right_for_task(attempt);
  verdict.accepted = !attempt.stopped() && !verdict.rejected_at &&
                     attempt.stage(Stage::kFull).outcome == StageOutcome::kPassed;
  const bool partial = attempt.request.options.staged_evaluation || verdict.accepted;
  verdict.credit = partial ? stage_credit(verdict.furthest_stage) : 0;
  const bool asked_for_all = attempt.request.options.inputs == InputScope::kAll;
  if (!verdict.accepted || !asked_for_all) verdict.untried.clear();
  if (!verdict.accepted) return;
  verdict.reason = {"ok", "right on every input"};
  if (asked_for_all && has_few_inputs(attempt)) attempt.add_flag("few_inputs");
  if (!verdict.untried.empty()) attempt.add_flag("untried_lines");
  take_modelled(attempt);
}

// It ends, but not in time, nor on smaller sizes.
void give_up_slow(Attempt& attempt, const std::optional<Reason>& no_smaller) {
  const double limit = attempt.request.options.run_limit_s;
  if (no_smaller && (no_smaller->code == "cancelled" || no_smaller->code == "infrastructure"))
    return attempt.give_up(*no_smaller);
  attempt.give_up(
      {"not_judgeable_here",
       no_smaller ? fmt::format("not finished within {:g} s of processor time, and there are no "
                                "smaller sizes: {}",
                                limit, no_smaller->message)
                  : fmt::format("not finished within {:g} s of processor time, on smaller sizes "
                                "either",
                                limit)});
}

// What Python says of a text that no size would mend.
bool is_slip(const std::string& message) {
  constexpr std::array<std::string_view, 5> kSlips = {
      "NameError:", "UnboundLocalError:", "AttributeError:", "ImportError:",
      "ModuleNotFoundError:"};
  return std::any_of(kSlips.begin(), kSlips.end(), [&](std::string_view slip) {
    return message.find(slip) != std::string::npos;
  });
}

// Smaller sizes may be what a right candidate refuses or does not fit: one that says so, goes out
// of its memory, or has no whole block to compute there and leaves what it does not know.
bool may_want_own_sizes(const Verdict& verdict) {
  if (!verdict.rejected_at || *verdict.rejected_at < Stage::kCompile) return false;
  const std::string& code = verdict.reason.code;
  return (is_loud_refusal(code) && !is_slip(verdict.reason.message)) || code == "out_of_bounds" ||
         (code == "non_finite" && !verdict.right_for_task);
}

// A candidate that was interrupted through no fault of its own starts over in fresh children; one
// that is too slow, on smaller sizes.
Verdict judge_with_retries(ChildSource& children, const VerifyRequest& request,
                           const PreparedReference& reference, int source,
                           const std::atomic<bool>& cancelled, const JudgePlace& place,
                           bool may_shrink = true) {
  RetryBudget budget;
  std::shared_ptr<const PreparedReference> smaller;  // once the sizes of `reference` are too slow
  while (true) {
    const PreparedReference& current = smaller ? *smaller : reference;
    Attempt attempt{.children = children,
                    .request = request,
                    .reference = current,
                    .source = source,
                    .cancelled = cancelled,
                    .timed_references = place.timed_references,
                    .verdict = empty_verdict(request)};
    attempt.checked = place.checked;
    attempt.keeper = place.keeper;
    attempt.under_way = place.under_way;
    run_stages(attempt, place.lanes);
    if (attempt.too_slow && !may_shrink) return std::move(attempt.verdict);
    if (attempt.too_slow && !smaller) {
      smaller = prepare_reference(children, request, cancelled, Sizes::kSmaller);
      if (!smaller->failure) continue;
    }
    if (attempt.too_slow) give_up_slow(attempt, smaller->failure);
    if (!attempt.interrupted) {
      complete(attempt);
      if (!current.smaller.empty()) attempt.add_flag("smaller_shapes");
      if (!current.deterministic) attempt.add_flag("nondeterministic_reference");
      return std::move(attempt.verdict);
    }
    if (budget.again(*attempt.interrupted)) continue;
    Verdict verdict = std::move(attempt.verdict);
    const bool lost = attempt.interrupted->end == EndKind::kLost;
    verdict.reason = {lost ? "infrastructure" : "crashed",
                      "the candidate's process was " + attempt.interrupted->text + ", repeatedly"};
    if (!lost) {
      const int next = static_cast<int>(verdict.furthest_stage) + 1;
      verdict.rejected_at = static_cast<Stage>(std::min(next, kStageCount));
      verdict.stages[static_cast<std::size_t>(*verdict.rejected_at) - 1].outcome =
          StageOutcome::kRejected;
    }
    return verdict;
  }
}

Verdict refused(const VerifyRequest& request, Reason reason, std::optional<Stage> stage) {
  Verdict verdict = empty_verdict(request);
  verdict.rejected_at = stage;
  verdict.reason = std::move(reason);
  if (stage) verdict.stages[static_cast<std::size_t>(*stage) - 1].outcome = StageOutcome::kRejected;
  return verdict;
}

// What needs no process to be answered.
std::optional<Verdict> refuse_request(const VerifyRequest& request) {
  if (auto reason = refuse_text(request.candidate))
    return refused(request, std::move(*reason), Stage::kStatic);
  if (auto reason = refuse_device(request.options))
    return refused(request, std::move(*reason), std::nullopt);
  if (auto reason = refuse_model(request.options.modelled_device))
    return refused(request, std::move(*reason), std::nullopt);
  return std::nullopt;
}

Verdict stamped(Verdict verdict, const ChildSource& children, const VerifyRequest& request,
                Clock::time_point begin) {
  verdict.candidate_sha256 = sha256_hex(request.candidate);
  verdict.versions = children.versions();
  verdict.total_ms = milliseconds_since(begin);
  return verdict;
}

// Judged once more, at the task's own sizes, where smaller ones may not suit the candidate: the
// verdict of those, if nothing speaks against it there.
std::optional<Verdict> judge_at_own_sizes(ChildSource& children, const VerifyRequest& request,
                                          int source, const std::atomic<bool>& cancelled,
                                          const JudgePlace& place) {
  const auto prepare = [&]() -> std::shared_ptr<const PreparedReference> {
    const Lane::Slot slot = place.lanes.reference.enter(cancelled);
    return prepare_reference(children, request, cancelled, Sizes::kOwn);
  };
  const auto own = place.own_references->get(reference_key(request), prepare);
  if (own->failure) return std::nullopt;
  Verdict verdict =
      judge_with_retries(children, request, *own, source, cancelled, place, /*may_shrink=*/false);
  if (!verdict.right_for_task) return std::nullopt;
  return verdict;
}

Result<Verdict> judge(ChildSource& children, const VerifyRequest& request,
                      const PreparedReference& reference, const std::atomic<bool>& cancelled,
                      const JudgePlace& place) {
  if (auto verdict = refuse_request(request)) return std::move(*verdict);
  if (reference.failure) return refused(request, *reference.failure, std::nullopt);
  Result<UniqueFd> source = sealed_memfd("candidate", request.candidate);
  if (!source) return source.error();
  Verdict verdict =
      judge_with_retries(children, request, reference, source->get(), cancelled, place);
  if (place.own_references != nullptr && !reference.smaller.empty() && may_want_own_sizes(verdict))
    if (auto own = judge_at_own_sizes(children, request, source->get(), cancelled, place))
      verdict = std::move(*own);
  if (request.options.allclose) verdict.flags.push_back("typed_tolerance");
  return verdict;
}

// One question to the role `static`. kBroken: it could not answer.
Step ask_static(ChildSource& children, const std::vector<std::string>& answers, int source,
                Policy policy, const std::atomic<bool>& cancelled) {
  constexpr int kTries = 2;  // of a process that somebody else killed
  constexpr std::chrono::seconds kLimit{20};
  for (int tries = 1;; ++tries) {
    auto child = children.start_child(
        Role::kStatic, {{"op", "static"}, {"answers", answers}, {"policy", policy_name(policy)}},
        {{"source", source}}, cancelled);
    if (!child) {
      const bool told = child.error().code == ErrorCode::kCancelled;
      return {{told ? EndKind::kCancelled : EndKind::kBroken, 0, child.error().message}, {}};
    }
    Step step = (*child)->next(Clock::now() + kLimit, cancelled);
    if (step.end != EndKind::kLost || tries == kTries) return step;
  }
}

// Only with an answer: the text is refused, or `check.passed` holds the answer.
void take_static(TextCheck& check, ChildSource& children, const VerifyRequest& request,
                 const Step& step, Clock::time_point begin, const std::atomic<bool>& cancelled) {
  static const PreparedReference kNone;
  ReferencePool none_timed;
  Attempt attempt{.children = children,
                  .request = request,
                  .reference = kNone,
                  .cancelled = cancelled,
                  .timed_references = none_timed,
                  .verdict = empty_verdict(request)};
  if (step.end == EndKind::kCancelled)
    attempt.give_up(Reason{"cancelled", "cancelled before it was judged"});
  else if (step.end == EndKind::kMessage && step.message.op() == "static")
    judge_static(attempt, step.message.body, milliseconds_since(begin));
  else
    return;
  if (attempt.goes_on() && !attempt.verdict.rejected_at) {
    check.passed = CheckedText{step.message.body, milliseconds_since(begin)};
  } else {
    complete(attempt);
    check.refused = stamped(std::move(attempt.verdict), children, request, begin);
  }
}

}  // namespace

TextCheck check_text(ChildSource& children, const VerifyRequest& request, Lane& lane,
                     const std::atomic<bool>& cancelled) {
  const auto begin = Clock::now();
  TextCheck check;
  if (auto verdict = refuse_request(request)) {
    check.refused = stamped(std::move(*verdict), children, request, begin);
    return check;
  }
  const Result<UniqueFd> source = sealed_memfd("candidate", request.candidate);
  if (!source) return check;
  Step step{{EndKind::kCancelled, 0, {}}, {}};
  if (const Lane::Slot slot = lane.enter(cancelled))
    step = ask_static(children, answer_classes(request.entry_point), source->get(),
                      request.options.policy, cancelled);
  take_static(check, children, request, step, begin, cancelled);
  return check;
}

Verdict judge_candidate(ChildSource& children, const VerifyRequest& request,
                        const PreparedReference& reference, const std::atomic<bool>& cancelled,
                        const JudgePlace& place) {
  const auto begin = Clock::now();
  Result<Verdict> result =
      guarded("judging", [&] { return judge(children, request, reference, cancelled, place); });
  Verdict verdict =
      result ? std::move(*result)
             : refused(request, {"infrastructure", result.error().message}, std::nullopt);
  return stamped(std::move(verdict), children, request, begin);
}

}  // namespace nereid::verify
