// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/take_links.h"

#include <string>

#include "engine/base/json.h"
#include "engine/verify/judge/links.h"
#include "engine/verify/request/gpu_choice.h"
#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxBytes = 64 << 20;
constexpr double kLimitSeconds = 20;

Result<Bundle> read_bundle(int fd) {
  Result<PrivateBytes> bytes = private_copy(fd, kMaxBytes);
  if (!bytes) return bytes.error();
  return parse_bundle(std::move(*bytes));
}

Result<Bundle> ask_steps(Attempt& attempt, const std::string& variant) {
  const VerifyRequest& request = attempt.request;
  Result<UniqueFd> source = sealed_memfd("reference", request.reference);
  if (!source) return source.error();
  Json body = {{"op", "steps"},
               {"entry_point", request.entry_point},
               {"seed", request.seed},
               {"variants", std::vector<std::string>{variant}},
               {"own_sizes", needs_own_sizes(request.options)},
               {"limits", {{"seconds", kLimitSeconds}, {"memory_mb", 4096}}}};
  set_sizes(body, attempt.reference.sizes);
  auto child = attempt.children.start_child(Role::kReference, body, {{"source", source->get()}},
                                            attempt.cancelled);
  if (!child) return child.error();
  const Step step = (*child)->next(seconds_from_now(kLimitSeconds), attempt.cancelled);
  if (step.end != EndKind::kMessage || step.message.op() != "steps")
    return Error{ErrorCode::kUnavailable, "the reference told no steps"};
  return read_bundle(step.message.fd("steps"));
}

}  // namespace

std::optional<Bundle> stored_by_launches(const Message& answer) {
  if (answer.fd("links") < 0) return std::nullopt;
  Result<Bundle> stored = read_bundle(answer.fd("links"));
  if (!stored) return std::nullopt;
  return std::move(*stored);
}

void take_links(Attempt& attempt, const PreparedVariant& variant, const Bundle& launches) {
  const Result<Bundle> steps = ask_steps(attempt, variant.name);
  if (!steps) return;
  Artefacts all = attempt.verdict.artefacts ? *attempt.verdict.artefacts : Artefacts();
  all.links = link_operations(*steps, launches);
  attempt.verdict.artefacts = std::make_shared<const Artefacts>(std::move(all));
}

}  // namespace nereid::verify
