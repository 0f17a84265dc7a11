// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verify_report.h"

#include "app/cli/terminal.h"

#include <fmt/format.h>

#include <fmt/ranges.h>
#include <algorithm>

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

/// Wide enough for `title` and every name, with a gap behind.
template <class Rows, class Name>
std::size_t column_width(std::string_view title, const Rows& rows, Name name) {
  std::size_t width = title.size();
  for (const auto& row : rows) width = std::max(width, name(row).size());
  return width + 2;
}

void add_inputs(std::string& text, const verify::Verdict& verdict) {
  if (verdict.inputs.empty()) return;
  const std::size_t names = column_width(
      "input", verdict.inputs, [](const auto& input) { return std::string_view(input.variant); });
  const std::size_t types = column_width(
      "dtype", verdict.inputs, [](const auto& input) { return std::string_view(input.dtype); });
  fmt::format_to(std::back_inserter(text), "\n  {:<{}}{:<{}}{:<8}{:>10}{:>10}  {}\n", "input",
                 names, "dtype", types, "result", "error", "bound", "shapes");
  for (const verify::InputResult& input : verdict.inputs) {
    const char* result = !input.applicable ? "n/a"
                         : input.passed    ? "right"
                         : input.advisory  ? "flagged"
                                           : "wrong";
    const bool measured = input.applicable && input.total_elements > 0;
    fmt::format_to(std::back_inserter(text), "  {:<{}}{:<{}}{:<8}{:>10}{:>10}  {}\n",
                   spoken(input.variant), names, input.dtype, types, result,
                   measured ? fmt::format("{:.2g}", input.error) : "-",
                   measured ? fmt::format("{:.2g}", input.bound) : "-",
                   input.applicable ? shapes_text(input) : input.detail);
  }
}

// Why the shapes above are not the task's own.
void add_shapes_note(std::string& text, const verify::Verdict& verdict) {
  for (const verify::InputResult& input : verdict.inputs)
    if (input.variant == "original" && input.passed && !input.detail.empty())
      fmt::format_to(std::back_inserter(text), "  {}\n", input.detail);
}

void add_untried(std::string& text, const verify::Verdict& verdict) {
  for (const verify::LineRange& lines : verdict.untried)
    if (lines.first == lines.last)
      fmt::format_to(std::back_inserter(text), "  line {}: a part of it ran on no input\n",
                     lines.first);
    else
      fmt::format_to(std::back_inserter(text), "  lines {} to {} ran on no input\n", lines.first,
                     lines.last);
}

// What a kernel would do there shows on no input.
void add_one_sided(std::string& text, const verify::Verdict& verdict) {
  for (const verify::OneSided& one : verdict.one_sided)
    if (!one.was_both && one.low == one.high)
      fmt::format_to(
          std::back_inserter(text),
          "  kernel {}, line {}: a condition with {:.6g} had one outcome on all inputs\n",
          one.kernel, one.line, one.number);
    else if (!one.was_both)
      fmt::format_to(
          std::back_inserter(text),
          "  kernel {}, line {}: compares with {:.6g} what reached from {:.6g} to {:.6g} "
          "on all inputs; the other outcome was never seen\n",
          one.kernel, one.line, one.number, one.low, one.high);
}

std::string occupancy_text(const verify::Occupancy& occupancy) {
  if (occupancy.limit.empty()) return "-";
  return fmt::format("{:.0f}% ({})", 100 * occupancy.share, occupancy.limit);
}

void add_kernels(std::string& text, const verify::Verdict& verdict) {
  if (verdict.kernels.empty()) return;
  const std::size_t names = column_width(
      "kernel", verdict.kernels, [](const auto& kernel) { return std::string_view(kernel.name); });
  fmt::format_to(std::back_inserter(text), "\n  {:<{}}{:>10}{:>8}{:>10}{:>7}{:>10}  {}\n", "kernel",
                 names, "registers", "spills", "shared", "warps", "launches", "occupancy (limit)");
  for (const verify::KernelFacts& kernel : verdict.kernels)
    fmt::format_to(std::back_inserter(text), "  {:<{}}{:>10}{:>8}{:>10}{:>7}{:>10}  {}\n",
                   kernel.name, names, kernel.registers, kernel.spills, kernel.shared_bytes,
                   kernel.num_warps, kernel.launches, occupancy_text(kernel.occupancy));
}

void add_work(std::string& text, const verify::Verdict& verdict) {
  if (verdict.coverage)
    fmt::format_to(std::back_inserter(text),
                   "\n  coverage: {:.4g}% of the bytes written come from "
                   "the candidate's kernels\n",
                   100 * *verdict.coverage);
  if (!verdict.roofline) return;
  const verify::Work& work = verdict.roofline->total;
  fmt::format_to(std::back_inserter(text),
                 "  roofline ({} inputs, counted by the kernel machine): {} B read, {} B written, "
                 "{:.3g} flop/B in tl.dot; an H200 needs at least {:.3g} us ({})\n",
                 spoken(verdict.roofline->variant), work.bytes_read, work.bytes_written,
                 work.intensity, work.bound_us, work.limit);
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
  for (const verify::TimingBeside& beside : timing.beside)
    fmt::format_to(std::back_inserter(text),
                   "  beside, {}: candidate {:.2f} us, reference {:.2f} us\n", beside.name,
                   beside.candidate.median_us, beside.reference.median_us);
  if (timing.compiled)
    fmt::format_to(std::back_inserter(text), "  reference under torch.compile: {:.2f} us\n",
                   timing.compiled->median_us);
  for (const auto& [name, value] : timing.conditions)
    fmt::format_to(std::back_inserter(text), "  {}: {}\n", spoken(name), value);
}

void add_side(std::string& text, const char* name, const verify::ModelledSide& side) {
  fmt::format_to(std::back_inserter(text),
                 "    modelled {}: {:.3g} us, {} launches, {:.4g} B, {:.4g} flop\n", name, side.us,
                 side.launches, side.bytes, side.flops);
}

void add_modelled(std::string& text, const verify::Verdict& verdict) {
  if (!verdict.modelled) return;
  const verify::ModelledTime& modelled = *verdict.modelled;
  fmt::format_to(std::back_inserter(text),
                 "  modelled for {} ({} inputs; nobody measured it): {:.3g}x of eager PyTorch\n",
                 modelled.device, spoken(modelled.variant), modelled.speedup);
  add_side(text, "candidate", modelled.candidate);
  add_side(text, "reference", modelled.reference);
}

void add_audit(std::string& text, const verify::Verdict& verdict) {
  for (const verify::Audit& audit : verdict.audit) {
    const std::string found =
        audit.findings == 0 ? "nothing found"
                            : fmt::format("{} found, first: {}", audit.findings, audit.message);
    fmt::format_to(std::back_inserter(text), "  {}: {}\n", audit.tool,
                   audit.note.empty() ? fmt::format("{} ({:.0f} s)", found, audit.elapsed_ms / 1000)
                                      : audit.note);
  }
}

}  // namespace

std::string verdict_report(const verify::Verdict& verdict) {
  std::string text =
      fmt::format("{}: {}\n  {}\n", verdict.id, answer(verdict), verdict.reason.message);
  if (verdict.kept_age_s)
    fmt::format_to(
        std::back_inserter(text),
        "  judged in an earlier run, {} ago, and kept since; --no-cache judges it again\n",
        duration_text(*verdict.kept_age_s));
  if (verdict.allclose)
    fmt::format_to(std::back_inserter(text),
                   "  values compared by {}, not by the verifier's own bounds\n",
                   verify::rule_text(verdict.allclose));
  if (!verdict.inputs.empty())
    fmt::format_to(std::back_inserter(text), "  {} for the task as given\n",
                   verdict.right_for_task ? "right" : "not right");
  add_stages(text, verdict);
  add_inputs(text, verdict);
  add_shapes_note(text, verdict);
  add_untried(text, verdict);
  add_one_sided(text, verdict);
  add_kernels(text, verdict);
  add_work(text, verdict);
  add_timing(text, verdict);
  add_modelled(text, verdict);
  add_audit(text, verdict);
  if (!verdict.flags.empty())
    fmt::format_to(std::back_inserter(text), "  flags: {}\n", fmt::join(verdict.flags, ", "));
  fmt::format_to(std::back_inserter(text), "  seed: {} (--seed {} draws the same inputs again)\n",
                 verdict.seed, verdict.seed);
  if (!verdict.sandbox.empty())
    fmt::format_to(std::back_inserter(text), "  sandbox: {}\n", fmt::join(verdict.sandbox, ", "));
  return text;
}

std::string verdict_line(const verify::Verdict& verdict) {
  return fmt::format("{:<24} {:<22} passed {:<8} {}: {}{}{}", verdict.id, answer(verdict),
                     verify::stage_name(verdict.furthest_stage), verdict.reason.code,
                     verdict.reason.message,
                     verdict.allclose ? " (" + verify::rule_text(verdict.allclose) + ")" : "",
                     verdict.kept_age_s ? " (kept from an earlier run)" : "");
}

std::string stats_report(const verify::VerifierStats& stats) {
  std::string text = fmt::format(
      "{} verdicts in {:.1f} s ({:.2f} a second), {} accepted, {:.0f}% from the cache, {} "
      "restarts\n{:10} {:>6} {:>8} {:>6} {:>9} {:>9}\n",
      stats.finished, stats.uptime_s,
      static_cast<double>(stats.finished) / std::max(1e-9, stats.uptime_s), stats.accepted,
      100 * stats.cache_hit_share(), stats.restarts, "lane", "slots", "passes", "use", "busy s",
      "waited s");
  for (const verify::LaneStats& lane : stats.lanes) {
    const double use = lane.busy_s / std::max(1e-9, lane.slots * stats.uptime_s);
    if (lane.slots > 0)
      text += fmt::format("{:10} {:6} {:8} {:5.0f}% {:9.1f} {:9.1f}\n", lane.name, lane.slots,
                          lane.passes, 100 * use, lane.busy_s, lane.waited_s);
  }
  text += fmt::format("{:10} {:>6} {:>8} {:>9} {:>9}\n", "stage", "judged", "rejected", "p50 ms",
                      "p95 ms");
  for (const verify::StageTimes& stage : stats.stages)
    text += fmt::format("{:10} {:6} {:8} {:9.1f} {:9.1f}\n", stage.name, stage.count,
                        stage.rejected, stage.p50_ms, stage.p95_ms);
  return text;
}

}  // namespace nereid::app
