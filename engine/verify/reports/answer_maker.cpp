// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/answer_maker.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>

#include "engine/base/file.h"
#include "engine/verify/processes/complete_config.h"
#include "engine/verify/processes/retry.h"
#include "engine/verify/processes/supervisor.h"
#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {
namespace {

constexpr int kMakerMemoryMb = 6144;
constexpr std::size_t kMaxAnswerBytes = 4 << 20;

MadeAnswer no_answer(std::string code, std::string message) {
  MadeAnswer made;
  made.failure = {std::move(code), std::move(message)};
  return made;
}

MadeAnswer no_answer(const ChildEnd& step, double limit_s) {
  switch (step.end) {
    case EndKind::kTimeout:
      return no_answer("timeout", fmt::format("it took more than {:g} s", limit_s));
    case EndKind::kMemory:
      return no_answer("memory_limit", fmt::format("it needs more than {} MB", kMakerMemoryMb));
    case EndKind::kLost:
      return no_answer("infrastructure", "the process that makes answers keeps dying");
    case EndKind::kCancelled:
      return no_answer("cancelled", "cancelled");
    case EndKind::kMessage:
    case EndKind::kSignal:
    case EndKind::kExit:
    case EndKind::kBroken:
      break;
  }
  return no_answer("reference_error", "the reference's process " + step.text);
}

MadeAnswer answer_in(const Message& message) {
  const Json& body = message.body;
  if (json_value(body, "op", std::string()) != "answer")
    return no_answer(json_value(body, "code", std::string("reference_error")),
                     json_value(body, "message", std::string()));
  const Result<PrivateBytes> bytes = private_copy(message.fd("text"), kMaxAnswerBytes);
  if (!bytes) return no_answer("infrastructure", bytes.error().message);
  MadeAnswer made;
  made.text.assign(reinterpret_cast<const char*>(bytes->span().data()), bytes->span().size());
  made.elapsed_ms = json_value(body, "ms", 0.0);
  return made;
}

class Maker final : public AnswerMaker {
 public:
  Maker(SupervisorConfig config, std::optional<TemporaryDirectory> work)
      : work_(std::move(work)), supervisor_(std::move(config)) {}

  MadeAnswer make(const AnswerQuestion& question, const std::atomic<bool>& cancelled) override {
    Result<UniqueFd> source = sealed_memfd("reference", question.reference);
    if (!source) return no_answer("infrastructure", source.error().message);
    const Json request = {
        {"op", "make"},
        {"entry_point", question.entry_point},
        {"limits", {{"seconds", std::ceil(question.limit_s)}, {"memory_mb", kMakerMemoryMb}}}};
    RetryBudget budget;
    while (true) {
      auto child =
          supervisor_.start_child(Role::kInductor, request, {{"source", source->get()}}, cancelled);
      if (!child)
        return no_answer(
            child.error().code == ErrorCode::kCancelled ? "cancelled" : "infrastructure",
            child.error().message);
      const Step step = (*child)->next(seconds_from_now(question.limit_s), cancelled);
      if (step.end == EndKind::kMessage) return answer_in(step.message);
      if (!budget.again(step)) return no_answer(step, question.limit_s);
    }
  }

 private:
  std::optional<TemporaryDirectory> work_;  // outlives the supervisor
  Supervisor supervisor_;
};

}  // namespace

Result<std::unique_ptr<AnswerMaker>> AnswerMaker::start(VerifierConfig config) {
  Result<SupervisorConfig> complete = complete_config(config);
  if (!complete) return complete.error();
  complete->gpu = complete->candidates = false;
  complete->inductor = true;
  std::optional<TemporaryDirectory> work;
  if (config.work_dir.empty()) {
    Result<TemporaryDirectory> made = TemporaryDirectory::make("nereid-answers");
    if (!made) return made.error();
    config.work_dir = made->path();
    work = std::move(*made);
  } else if (auto made = make_directories(config.work_dir); !made) {
    return made.error();
  }
  complete->work_dir = config.work_dir;
  return std::unique_ptr<AnswerMaker>(
      std::make_unique<Maker>(std::move(*complete), std::move(work)));
}

}  // namespace nereid::verify
