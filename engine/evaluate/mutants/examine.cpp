// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/base/json.h"
#include "engine/base/paths.h"
#include "engine/evaluate/mutants/mutants.h"
#include "engine/evaluate/mutants/script.h"
#include "engine/verify/machine_library.h"
#include "engine/verify/sandbox_report.h"

namespace nereid::evaluate {
namespace {

/// The survivors of one source: one process examines them.
struct Share {
  const MutantSource* source = nullptr;
  std::vector<MutantResult*> survivors;
  int done = 0;
};

std::vector<Share> shares_of(const std::vector<MutantSource>& sources,
                             std::vector<MutantResult>& results) {
  std::map<std::string, Share> by_source;
  for (const MutantSource& source : sources) by_source[source.id].source = &source;
  for (MutantResult& result : results)
    if (result.reason.code == "ok") by_source[result.mutant.source].survivors.push_back(&result);
  std::vector<Share> shares;
  for (auto& [id, share] : by_source)
    if (share.source != nullptr && !share.survivors.empty()) shares.push_back(std::move(share));
  // The longest first, so that none is left over at the end.
  std::stable_sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) {
    return a.survivors.size() > b.survivors.size();
  });
  return shares;
}

std::string input_of(const Share& share) {
  std::string lines = dump_json(Json{{"reference", share.source->reference},
                                     {"candidate", share.source->candidate}}) +
                      "\n";
  for (const MutantResult* result : share.survivors)
    lines +=
        dump_json(Json{{"id", result->mutant.id}, {"candidate", result->mutant.candidate}}) + "\n";
  return lines;
}

// JSON knows no infinity: null stands for what is not finite.
double number_or_infinite(const Json& line, const char* key) {
  return json_value(line, key, std::numeric_limits<double>::infinity());
}

MutantOutcome outcome_of(const std::string& name) {
  if (name == "different") return MutantOutcome::kEscaped;
  if (name == "same") return MutantOutcome::kSame;
  if (name == "rounding") return MutantOutcome::kRounding;
  if (name == "refused") return MutantOutcome::kRefused;
  return MutantOutcome::kUnjudged;
}

void take_answer(const Json& line, const Share& share) {
  const std::string id = json_value(line, "id", std::string());
  const auto found = std::find_if(share.survivors.begin(), share.survivors.end(),
                                  [&](const auto* result) { return result->mutant.id == id; });
  if (found == share.survivors.end()) return;
  MutantResult& result = **found;
  result.outcome = outcome_of(json_value(line, "outcome", std::string()));
  result.examination.input = json_value(line, "input", std::string());
  result.examination.shapes = json_value(line, "shapes", std::vector<std::vector<std::int64_t>>());
  result.examination.difference = number_or_infinite(line, "difference");
  result.examination.error = number_or_infinite(line, "error");
  result.examination.bound = number_or_infinite(line, "bound");
  result.examination.visible = json_value(line, "visible", false);
  result.examination.detail = json_value(line, "detail", std::string());
}

}  // namespace

Result<void> examine_survivors(const std::vector<MutantSource>& sources,
                               const MutantOptions& options, std::vector<MutantResult>& results) {
  std::vector<Share> shares = shares_of(sources, results);
  int total = 0;
  for (const Share& share : shares) total += static_cast<int>(share.survivors.size());
  if (total > 0) options.progress("examining survivors", 0, total);
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  std::optional<Error> problem;
  const auto examine = [&](Share& share) {
    // The first line is about the original.
    const auto tell = [&](int lines) {
      const std::lock_guard lock(mutex);
      share.done = std::max(0, lines - 1);
      int done = 0;
      for (const Share& each : shares) done += each.done;
      options.progress("examining survivors", done, total);
    };
    const Result<std::vector<Json>> lines =
        run_script("oracle.py",
                   {"--harness", harness_dir().string(), "--machine-lib",
                    verify::machine_library(verify::sandbox_library()).string(), "--seed",
                    std::to_string(options.seed)},
                   input_of(share), options.cancelled, tell);
    const std::lock_guard lock(mutex);
    if (!lines) {
      problem = lines.error();
      return;
    }
    for (const Json& line : *lines) take_answer(line, share);
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < std::max(1, options.jobs); ++i)
      threads.emplace_back([&] {
        for (std::size_t at = next++; at < shares.size() && !options.cancelled(); at = next++)
          examine(shares[at]);
      });
  }
  if (problem) return *problem;
  return {};
}

}  // namespace nereid::evaluate
