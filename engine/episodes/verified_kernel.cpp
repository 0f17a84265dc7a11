// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/episodes/verified_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nereid::episodes {
namespace {

// Empty where nobody knows.
std::string latency(const verify::Verdict& verdict) {
  if (verdict.timing)
    return fmt::format("{:.2f} us, PyTorch {:.2f} us, measured on {}",
                       verdict.timing->candidate.median_us, verdict.timing->reference.median_us,
                       verdict.timing->device);
  if (verdict.modelled)
    return fmt::format("{:.2f} us, PyTorch {:.2f} us, modelled for {}",
                       verdict.modelled->candidate.us, verdict.modelled->reference.us,
                       verdict.modelled->device);
  return "";
}

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

// What the compiler and the count of work say.
std::string resource_facts(const verify::Verdict& verdict) {
  std::string facts;
  for (const verify::KernelFacts& kernel : verdict.kernels)
    facts += fmt::format(
        "# {}: {} launches, grid [{}], {} warps, {} stages, {} registers, {} spills, {} bytes "
        "shared, occupancy {:.0f}%\n",
        kernel.name, kernel.launches, fmt::join(kernel.grid, ", "), kernel.num_warps,
        kernel.num_stages, kernel.registers, kernel.spills, kernel.shared_bytes,
        100 * kernel.occupancy.share);
  if (verdict.roofline) {
    const verify::Work& work = verdict.roofline->total;
    facts +=
        fmt::format("# roofline: {} bytes read, {} written, at least {:.2f} us, limited by {}\n",
                    work.bytes_read, work.bytes_written, work.bound_us, work.limit);
  }
  return facts;
}

}  // namespace

std::string prompt_facts(const verify::Verdict& verdict) {
  const std::string time = latency(verdict);
  return (time.empty() ? "" : "# latency: " + time + "\n") + resource_facts(verdict);
}

tasks::AnswerBefore answer_before(const std::string& source, const verify::Verdict& verdict) {
  if (!verdict.accepted) {
    const std::string& message = verdict.reason.message;
    std::string words = "rejected, " + verdict.reason.code;
    if (verdict.rejected_at)
      words += fmt::format(" in {}", verify::stage_name(*verdict.rejected_at));
    return {source, one_line(message.empty() ? words : words + ": " + message), ""};
  }
  const std::string time = latency(verdict);
  return {source, time.empty() ? "accepted" : "accepted, " + time, resource_facts(verdict)};
}

tasks::KernelInHand in_hand(const VerifiedKernel& kernel, const std::string& device) {
  return {kernel.source, prompt_facts(kernel.verdict), device};
}

bool is_faster(const verify::Verdict& one, const verify::Verdict& other) {
  if (one.timing && other.timing)
    return one.timing->candidate.median_us < other.timing->candidate.median_us;
  if (one.modelled && other.modelled)
    return one.modelled->candidate.us < other.modelled->candidate.us;
  return false;
}

bool keep_faster(std::optional<VerifiedKernel>& best, const std::string& source,
                 const verify::Verdict& verdict) {
  if (!verdict.accepted || (best && !is_faster(verdict, best->verdict))) return false;
  best = VerifiedKernel{source, verdict};
  return true;
}

}  // namespace nereid::episodes
