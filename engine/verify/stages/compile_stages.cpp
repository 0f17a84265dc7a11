// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>

#include "engine/base/hash.h"
#include "engine/verify/internal/attempt.h"
#include "engine/verify/internal/cubin.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxCubinBytes = 64ULL << 20;
constexpr std::size_t kMaxKernels = 256;
constexpr std::size_t kEvidenceBytes = 4000;

Clock::time_point after(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(std::max(seconds, 0.001)));
}

Json compile_request(const VerifyRequest& request) {
  const bool full = request.options.policy == Policy::kFull;
  return {
      {"op", "compile"},
      {"entry_point", "ModelNew"},
      {"limits", {{"seconds", std::ceil(request.options.compile_limit_s)}, {"memory_mb", 4096}}},
      {"policy", full ? "full" : "best-system"}};
}

// Numbers that decide (registers, stack, size, hash) come from the cubin itself; names, warps and
// launch counts are what the harness saw.
KernelFacts facts_of(const Json& entry, std::span<const std::byte> cubin) {
  KernelFacts facts;
  facts.name = json_value(entry, "name", std::string());
  facts.shared_bytes = json_value(entry, "shared", std::int64_t{0});
  facts.num_warps = json_value(entry, "num_warps", 0);
  facts.num_stages = json_value(entry, "num_stages", 0);
  facts.launches = json_value(entry, "launches", 0);
  facts.grid = json_value(entry, "grid", std::vector<std::int64_t>());
  facts.compile_ms = json_value(entry, "ms", 0.0);
  facts.cubin_bytes = static_cast<std::int64_t>(cubin.size());
  facts.cubin_sha256 = sha256_hex(cubin);
  return facts;
}

Result<void> add_kernel(const Json& entry, std::span<const std::byte> cubins, Verdict& verdict) {
  const auto offset = json_value(entry, "cubin_offset", std::uint64_t{0});
  const auto size = json_value(entry, "cubin_size", std::uint64_t{0});
  if (size == 0 || offset > cubins.size() || size > cubins.size() - offset)
    return Error{ErrorCode::kCorrupt, "a cubin lies outside the file it came in"};
  const std::span<const std::byte> cubin = cubins.subspan(offset, size);
  Result<std::vector<CubinKernel>> kernels = read_cubin(cubin);
  if (!kernels) return kernels.error();
  KernelFacts facts = facts_of(entry, cubin);
  for (const CubinKernel& kernel : *kernels) {
    facts.registers = std::max(facts.registers, kernel.registers);
    facts.spills = std::max(facts.spills, static_cast<int>(kernel.stack_bytes / 4));
    facts.shared_bytes = std::max(facts.shared_bytes, kernel.shared_bytes);
  }
  verdict.kernels.push_back(std::move(facts));
  return {};
}

Result<void> add_kernels(const Message& message, Verdict& verdict) {
  const auto entries = message.body.find("kernels");
  if (entries == message.body.end() || !entries->is_array() || entries->empty()) return {};
  if (entries->size() > kMaxKernels) return Error{ErrorCode::kCorrupt, "too many kernels"};
  Result<PrivateBytes> cubins = private_copy(message.fd("cubins"), kMaxCubinBytes);
  if (!cubins) return cubins.error();
  for (const Json& entry : *entries)
    if (Result<void> added = add_kernel(entry, cubins->span(), verdict); !added) return added;
  return {};
}

void take_evidence(const Json& body, Verdict& verdict) {
  std::string text = json_value(body, "stdout_tail", std::string());
  if (text.size() > kEvidenceBytes) text.erase(0, text.size() - kEvidenceBytes);
  if (!text.empty()) verdict.evidence = std::move(text);
}

void take_sandbox(const Json& body, Verdict& verdict) {
  auto layers = json_value(body, "sandbox", std::vector<std::string>());
  if (!layers.empty()) verdict.sandbox = std::move(layers);
}

// The static answer was sent before any line of the candidate ran: it can be believed.
void judge_static(Attempt& attempt, const Json& body, double elapsed_ms) {
  take_sandbox(body, attempt.verdict);
  for (const std::string& flag : json_value(body, "flags", std::vector<std::string>()))
    attempt.add_flag(flag);
  if (json_value(body, "passed", false)) return attempt.pass(Stage::kStatic, elapsed_ms);
  attempt.reject_as_told(Stage::kStatic, body, elapsed_ms);
}

bool launches_something(const Verdict& verdict) {
  for (const KernelFacts& kernel : verdict.kernels)
    if (kernel.launches > 0) return true;
  return false;
}

void judge_compile(Attempt& attempt, const Message& message, double elapsed_ms) {
  take_evidence(message.body, attempt.verdict);
  const Result<void> kernels = add_kernels(message, attempt.verdict);
  if (!json_value(message.body, "passed", false))
    return attempt.reject_as_told(Stage::kCompile, message.body, elapsed_ms);
  if (!kernels)
    return attempt.reject(Stage::kCompile, {"compile_error", kernels.error().message}, elapsed_ms);
  if (!launches_something(attempt.verdict))
    return attempt.reject(Stage::kCompile,
                          {"no_kernel_launch", "forward launches no Triton kernel"}, elapsed_ms);
  if (const auto ops = json_value(message.body, "torch_ops", std::vector<std::string>());
      !ops.empty())
    attempt.add_flag("torch_ops");
  attempt.pass(Stage::kCompile, elapsed_ms);
}

}  // namespace

void run_compile_stages(Attempt& attempt) {
  const PreparedVariant* tiny = attempt.reference.find("tiny");
  if (tiny == nullptr || !tiny->applicable) tiny = attempt.reference.find("original");
  if (tiny == nullptr || !tiny->applicable)
    return attempt.give_up({"reference_error", "the reference has no inputs to judge with"});
  Result<UniqueFd> given = reopen_read_only(tiny->given.get());
  if (!given) return attempt.give_up({"infrastructure", given.error().message});
  auto child = attempt.children.start_child(Role::kCompiler, compile_request(attempt.request),
                                            {{"source", attempt.source}, {"given", given->get()}},
                                            attempt.cancelled);
  if (!child) {
    const bool cancelled = child.error().code == ErrorCode::kCancelled;
    return attempt.give_up({cancelled ? "cancelled" : "infrastructure", child.error().message});
  }
  auto begin = Clock::now();
  const auto deadline = after(attempt.request.options.compile_limit_s);
  Step step = (*child)->next(deadline, attempt.cancelled);
  if (step.end != EndKind::kMessage)
    return attempt.end_at(Stage::kStatic, step, milliseconds_since(begin));
  if (step.message.op() != "static")
    return attempt.give_up({"infrastructure", json_value(step.message.body, "message",
                                                         std::string("no static answer"))});
  judge_static(attempt, step.message.body, milliseconds_since(begin));
  // Without a module that parses there is nothing to compile, whatever the switches say.
  if (attempt.stopped() || attempt.verdict.rejected_at) return;
  begin = Clock::now();
  step = (*child)->next(deadline, attempt.cancelled);
  if (step.end != EndKind::kMessage)
    return attempt.end_at(Stage::kCompile, step, milliseconds_since(begin));
  judge_compile(attempt, step.message, milliseconds_since(begin));
}

}  // namespace nereid::verify
