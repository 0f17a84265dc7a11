// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/record/sample.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

namespace nereid::record {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

verify::Verdict sample_verdict(std::int64_t step, int index) {
  verify::Verdict verdict;
  verdict.id = fmt::format("{}/{}", step, index);
  verdict.accepted = (step + index) % 2 == 0;
  verdict.furthest_stage = verdict.accepted ? verify::Stage::kFull : verify::Stage::kCompile;
  if (!verdict.accepted) verdict.rejected_at = verify::Stage::kTiny;
  verdict.reason = {verdict.accepted ? "ok" : "wrong_values", "worst element [0, 3]: 1.5 for 2.25"};
  verdict.flags = {"precision_downgrade"};
  verdict.credit = verdict.accepted ? 0.7 : 0.3;
  for (int stage = 1; stage <= verify::kStageCount; ++stage)
    verdict.stages.push_back(
        {static_cast<verify::Stage>(stage), verify::StageOutcome::kPassed, 1.25 * stage, "d"});
  verdict.inputs.push_back({.variant = "original",
                            .dtype = "float32",
                            .shapes = {{64, 128}},
                            .passed = true,
                            .error = 1e-7,
                            .bound = 4e-7,
                            .total_elements = 8192});
  verdict.kernels.push_back(
      {.name = "k", .registers = 32, .num_warps = 4, .launches = 1, .grid = {64, 1, 1}});
  verdict.sandbox = {"landlock", "seccomp"};
  verdict.seed = 77;
  verdict.versions = {{"torch", "2.11.0"}};
  return verdict;
}

std::string numbers(const auto& values) {
  std::string text;
  for (const auto value : values) text += fmt::format("{} ", value);
  return text;
}

}  // namespace

std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

Episode sample_episode(std::int64_t step, int group, int index) {
  Episode e;
  e.key = {step, group, index};
  if (index % 2 == 1) e.turn = {2, index - 1};
  e.task_id = fmt::format("synthetic/1/{}", group);
  e.task_name = "silu_scale";
  e.level = 1 + group % 2;
  e.reference = fmt::format("class Model: pass  # {}\n", group);
  e.prompt = "<|task|>\n" + e.reference + "<|answer|>\n";
  // Bytes that are not text, and a zero: what a model writes is not always UTF-8.
  e.completion = fmt::format("```python\nx = {}\n```", step) + std::string("\xFF\x00z", 3);
  e.candidate = fmt::format("x = {}\n", step);
  e.candidate_begin = 10;
  e.candidate_end = 16;
  for (int i = 0; i < 5 + index; ++i) {
    e.tokens.push_back(static_cast<std::int32_t>(step * 100 + i) * (i % 2 ? -1 : 1));
    e.logprobs.push_back(-0.1F * static_cast<float>(i));
    e.entropies.push_back(static_cast<float>(1000 * i + index) / 4096);
    e.ranks.push_back(i == 2 ? kHighestRank : 1 + i * index);
    e.token_ends.push_back(static_cast<std::uint32_t>(3 * i + 3));
  }
  e.logprobs[1] = -std::numeric_limits<float>::infinity();
  e.truncated = index % 2 == 1;
  e.verdict = sample_verdict(step, index);
  e.reward = {step % 5 == 0 ? kNaN : 0.1 * static_cast<double>(step),
              {{"credit", 0.3}, {"odd", -kInfinity}}};
  e.group_mean = 1.0 / 3;
  e.group_std = step % 7 == 0 ? kInfinity : 0.25;
  e.advantage = -std::numeric_limits<double>::denorm_min();
  e.generate_ms = 12.5;
  e.verify_ms = 130.25;
  e.seed = UINT64_MAX - static_cast<std::uint64_t>(step);
  e.unix_ms = 1'700'000'000'000 + step;
  return e;
}

MetricBatch sample_metrics(std::int64_t step) {
  const auto s = static_cast<double>(step);
  return {.step = step,
          .unix_ms = 1'700'000'000'000 + step,
          .values = {{"reward", 0.1 * s},
                     {"loss", step % 4 == 0 ? kNaN : 1 / s},
                     {"grad_norm", step % 6 == 0 ? kInfinity : -s},
                     {"kl", step % 9 == 0 ? -kInfinity : 0.0}}};
}

RunInfo sample_info() {
  RunInfo info;
  info.run_id = "20260101-000000-0badcafe";
  info.name = "sample";
  info.settings_yaml = "name: sample\n";
  info.method = "grpo";
  info.total_steps = 100;
  info.created_unix_ms = 1'700'000'000'000;
  info.facts = {{"device", "cpu"}};
  return info;
}

std::string fingerprint(const Episode& e) {
  std::string parts;
  for (const auto& [name, value] : e.reward.parts)
    parts += fmt::format("{}={:x} ", name, bits(value));
  return fmt::format(
      "{}/{}/{} {} {} {} {} {} {} |{}|{}|{}|{}|{}| {}{}{}{}{} {} {}-{} {} {:x} {} {:x} {:x} {:x} "
      "{} {} "
      "{} {}",
      e.key.step, e.key.group, e.key.index, e.turn.number, e.turn.before, e.phase, e.task_id,
      e.task_name, e.level, e.reference, e.entry_point, e.prompt, e.completion, e.candidate,
      numbers(e.tokens), numbers(e.logprobs), numbers(e.entropies), numbers(e.ranks),
      numbers(e.token_ends), e.truncated, e.candidate_begin, e.candidate_end,
      verify::to_json_text(e.verdict), bits(e.reward.total), parts, bits(e.group_mean),
      bits(e.group_std), bits(e.advantage), e.generate_ms, e.verify_ms, e.seed, e.unix_ms);
}

std::string fingerprint(const EpisodeRow& r) {
  return fmt::format("{}/{}/{} {} {} {} {} {} {} {} {} {} {} {} {:x} {:x} {} {}", r.key.step,
                     r.key.group, r.key.index, r.turn.number, r.turn.before, r.phase, r.task_id,
                     r.task_name, r.level, r.accepted, verify::stage_name(r.furthest_stage),
                     verify::stage_name(r.rejected_at), r.reason_code, r.reason_message,
                     bits(r.reward), bits(r.advantage), r.token_count, r.verify_ms);
}

std::unique_ptr<RunWriter> must_open_writer(const std::filesystem::path& run_dir,
                                            RunWriter::Options options) {
  Result<std::unique_ptr<RunWriter>> writer =
      RunWriter::open(run_dir, sample_info(), std::move(options));
  if (!writer) throw std::runtime_error(writer.error().message);
  return std::move(*writer);
}

std::unique_ptr<RunReader> must_open_reader(const std::filesystem::path& run_dir) {
  Result<std::unique_ptr<RunReader>> reader = RunReader::open(run_dir);
  if (!reader) throw std::runtime_error(reader.error().message);
  return std::move(*reader);
}

void write_run(const std::filesystem::path& run_dir, std::int64_t steps, int per_step) {
  const auto writer = must_open_writer(run_dir);
  for (std::int64_t step = 1; step <= steps; ++step) {
    std::vector<Episode> episodes;
    for (int i = 0; i < per_step; ++i) episodes.push_back(sample_episode(step, 0, i));
    writer->write_episodes(std::move(episodes));
    writer->write_metrics(sample_metrics(step));
  }
  EXPECT_TRUE(writer->flush());
}

std::vector<std::string> content(const std::filesystem::path& run_dir) {
  const auto reader = must_open_reader(run_dir);
  std::vector<std::string> lines;
  std::int64_t cursor = 0;
  const auto rows = reader->episodes_since(cursor, 0);
  if (!rows) throw std::runtime_error(rows.error().message);
  for (const EpisodeRow& row : *rows) {
    const auto episode = reader->episode(row.id);
    if (!episode) throw std::runtime_error(episode.error().message);
    lines.push_back(fingerprint(row));
    lines.push_back(fingerprint(*episode));
  }
  cursor = 0;
  const auto batches = reader->metrics_since(cursor);
  if (!batches) throw std::runtime_error(batches.error().message);
  for (const MetricBatch& batch : *batches)
    for (const auto& [key, value] : batch.values)
      lines.push_back(fmt::format("metric {} {} {:x}", batch.step, key, bits(value)));
  std::sort(lines.begin(), lines.end());
  return lines;
}

}  // namespace nereid::record
