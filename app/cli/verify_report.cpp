// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verify_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

namespace nereid::app {
namespace {

std::string answer(const verify::Verdict& verdict) {
  if (verdict.accepted) return "accepted";
  if (!verdict.rejected_at) return "not judged";
  return fmt::format("rejected at {}", verify::stage_name(*verdict.rejected_at));
}

std::string spoken(std::string_view name) {
  std::string text(name);
  for (char& letter : text)
    if (letter == '_') letter = ' ';
  return text;
}

void add_stages(std::string& text, const verify::Verdict& verdict) {
  fmt::format_to(std::back_inserter(text), "\n  {:<10}{:<16}{:>10}\n", "stage", "outcome", "ms");
  for (const verify::StageResult& stage : verdict.stages) {
    const bool ran = stage.outcome == verify::StageOutcome::kPassed ||
                     stage.outcome == verify::StageOutcome::kRejected;
    fmt::format_to(std::back_inserter(text), "  {:<10}{:<16}{:>10}\n",
                   verify::stage_name(stage.stage), spoken(verify::outcome_name(stage.outcome)),
                   ran ? fmt::format("{:.0f}", stage.elapsed_ms) : "-");
  }
}

std::string shapes_text(const verify::InputResult& input) {
  std::string text;
  for (const auto& shape : input.shapes)
    text += fmt::format("{}[{}]", text.empty() ? "" : " ", fmt::join(shape, ","));
  return text;
}

void add_inputs(std::string& text, const verify::Verdict& verdict) {
  if (verdict.inputs.empty()) return;
  fmt::format_to(std::back_inserter(text), "\n  {:<14}{:<10}{:<8}{:>10}{:>10}  {}\n", "input",
                 "dtype", "result", "error", "bound", "shapes");
  for (const verify::InputResult& input : verdict.inputs) {
    const char* result = !input.applicable ? "n/a"
                         : input.passed    ? "right"
                         : input.advisory  ? "flagged"
                                           : "wrong";
    const bool measured = input.applicable && input.total_elements > 0;
    fmt::format_to(std::back_inserter(text), "  {:<14}{:<10}{:<8}{:>10}{:>10}  {}\n",
                   spoken(input.variant), input.dtype, result,
                   measured ? fmt::format("{:.2g}", input.error) : "-",
                   measured ? fmt::format("{:.2g}", input.bound) : "-",
                   input.applicable ? shapes_text(input) : input.detail);
  }
}

void add_kernels(std::string& text, const verify::Verdict& verdict) {
  if (verdict.kernels.empty()) return;
  fmt::format_to(std::back_inserter(text), "\n  {:<32}{:>10}{:>8}{:>10}{:>7}{:>10}\n", "kernel",
                 "registers", "spills", "shared", "warps", "launches");
  for (const verify::KernelFacts& kernel : verdict.kernels)
    fmt::format_to(std::back_inserter(text), "  {:<32}{:>10}{:>8}{:>10}{:>7}{:>10}\n", kernel.name,
                   kernel.registers, kernel.spills, kernel.shared_bytes, kernel.num_warps,
                   kernel.launches);
}

void add_timing(std::string& text, const verify::Verdict& verdict) {
  if (!verdict.timing) {
    fmt::format_to(std::back_inserter(text), "\n  {}\n", verdict.timing_note);
    return;
  }
  const verify::Timing& timing = *verdict.timing;
  fmt::format_to(std::back_inserter(text),
                 "\n  {}: candidate {:.2f} us, reference {:.2f} us, {:.3f}x ({:.3f} to {:.3f}), "
                 "{} ({})\n",
                 timing.decision, timing.candidate.median_us, timing.reference.median_us,
                 timing.speedup, timing.speedup_low, timing.speedup_high, timing.device,
                 timing.method);
}

}  // namespace

std::string verdict_report(const verify::Verdict& verdict) {
  std::string text =
      fmt::format("{}: {}\n  {}\n", verdict.id, answer(verdict), verdict.reason.message);
  add_stages(text, verdict);
  add_inputs(text, verdict);
  add_kernels(text, verdict);
  add_timing(text, verdict);
  if (!verdict.flags.empty())
    fmt::format_to(std::back_inserter(text), "  flags: {}\n", fmt::join(verdict.flags, ", "));
  if (!verdict.sandbox.empty())
    fmt::format_to(std::back_inserter(text), "  sandbox: {}\n", fmt::join(verdict.sandbox, ", "));
  return text;
}

std::string verdict_line(const verify::Verdict& verdict) {
  return fmt::format("{:<24} {:<22} passed {:<8} {}: {}", verdict.id, answer(verdict),
                     verify::stage_name(verdict.furthest_stage), verdict.reason.code,
                     verdict.reason.message);
}

}  // namespace nereid::app
